#include "call_scene.h"

#include "engine/services.h"
#include "fake_editor.h"
#include "harness.h"
#include "os/clock.h"
#include "temp_files.h"
#include "workspace/roots.h"

static void free_port(void *port) {
  sx_port_free(port);
}

static void free_call(void *call) {
  sx_port_call_free(call);
}

static void free_services(void *services) {
  sx_services_free(services);
}

fake_outcome call_scene_refuse(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                               void *context) {
  (void)ticket, (void)json, (void)text, (void)context;
  return FAKE_ERROR;
}

call_scene *call_scene_new(fake_answer answer, void *context) {
  call_scene *s = sx_test_memory(sizeof *s);
  s->folder = temp_folder();
  s->editor = fake_editor_new(answer, context);
  if (!s->editor) return NULL;
  sx_test_defer(fake_editor_free, s->editor);
  s->port = sx_port_new(fake_editor_wake, s->editor);
  if (!s->port) return NULL;
  sx_test_defer(free_port, s->port);
  fake_editor_serve(s->editor, s->port, NULL);
  sx_test_defer(fake_editor_stop, s->editor);
  s->call.wait = sx_port_call_new(s->port, sx_clock_ms() + 60000);
  if (!s->call.wait) return NULL;
  sx_test_defer(free_call, s->call.wait);
  sx_services *services = sx_services_new();
  if (!services) return NULL;
  sx_test_defer(free_services, services);
  s->call.services = services;
  s->call.arena = sx_test_arena();
  s->call.tool = SX_STR("edit_buffer");
  s->call.toolset = SX_STR("edit");
  sx_root root = {SX_STR("ws"), s->folder, SX_STR("")};
  if (sx_roots_set(s->call.services->roots, &root, 1)) return NULL;
  return sx_roots_get(s->call.services->roots, &s->call.roots, s->call.arena) ? NULL : s;
}
