#include "call_scene.h"

#include "fake_editor.h"
#include "harness.h"
#include "os/clock.h"
#include "temp_files.h"

static void free_port(void *port) {
  sx_port_free(port);
}

static void free_call(void *call) {
  sx_port_call_free(call);
}

static void free_workspace(void *workspace) {
  sx_workspace_free(workspace);
}

static void free_changes(void *changes) {
  sx_changes_free(changes);
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
  s->call.workspace = sx_workspace_new();
  if (!s->call.workspace) return NULL;
  sx_test_defer(free_workspace, s->call.workspace);
  s->call.changes = sx_changes_new();
  if (!s->call.changes) return NULL;
  sx_test_defer(free_changes, s->call.changes);
  s->call.arena = sx_test_arena();
  s->call.tool = SX_STR("edit_buffer");
  s->call.toolset = SX_STR("edit");
  sx_root root = {SX_STR("ws"), s->folder, SX_STR("")};
  if (sx_workspace_set_roots(s->call.workspace, &root, 1)) return NULL;
  return sx_workspace_get_roots(s->call.workspace, &s->call.roots, s->call.arena) ? NULL : s;
}
