#include "engine/services.h"
#include "harness.h"
#include "os/clock.h"
#include "servers/state.h"
#include "temp_files.h"
#include "workspace/allowed.h"
#include "workspace/change_log.h"
#include "workspace/roots.h"

#include <uv.h>

static void free_services(void *context) {
  sx_services_free(context);
}

static sx_services *new_services(void) {
  sx_services *services = sx_services_new();
  if (services) sx_test_defer(free_services, services);
  return services;
}

SX_TEST(keeps_its_folders) {
  sx_services *services = new_services();
  SX_EXPECT_ALLOC(services);
  sx_str folder = temp_folder();
  sx_str link = temp_link(folder, "link", folder);
  sx_root given[] = {{SX_STR("a"), link, SX_STR("")},
                     {SX_STR("gone"), SX_STR("/no/such/folder"), SX_STR("")},
                     {SX_STR("v"), SX_STR("vscode-vfs://x"), SX_STR("")}};
  SX_EXPECT_OK(sx_roots_set(services->roots, given, 3));
  sx_root_list roots;
  SX_EXPECT_OK(sx_roots_get(services->roots, &roots, sx_test_arena()));
  SX_EXPECT_SIZE(roots.len, 3);
  SX_EXPECT_TEXT(roots.items[0].name, "a");
  SX_EXPECT_STR(roots.items[0].path, link);
  SX_EXPECT(roots.items[0].path.ptr != link.ptr); /* a copy */
  if (!sx_test_is_failing_allocations()) SX_EXPECT_STR(roots.items[0].real_path, folder);
  SX_EXPECT_TEXT(roots.items[1].real_path, "/no/such/folder");
  SX_EXPECT_TEXT(roots.items[2].real_path, "vscode-vfs://x");
  SX_EXPECT_OK(sx_roots_set(services->roots, NULL, 0));
  SX_EXPECT_OK(sx_roots_get(services->roots, &roots, sx_test_arena()));
  SX_EXPECT_SIZE(roots.len, 0);
}

SX_TEST(remembers_which_languages_are_ready) {
  sx_services *services = new_services();
  SX_EXPECT_ALLOC(services);
  SX_EXPECT(!sx_servers_is_ready(services->servers, SX_STR("c")));
  sx_servers_set_ready(services->servers, SX_STR("c"));
  SX_EXPECT(sx_servers_is_ready(services->servers, SX_STR("c")));
  SX_EXPECT(!sx_servers_is_ready(services->servers, SX_STR("cpp")));
  uint64_t since = sx_servers_asked_since(services->servers, SX_STR("cpp"));
  SX_EXPECT(since <= sx_clock_ms());
  SX_EXPECT(sx_servers_asked_since(services->servers, SX_STR("cpp")) == since);
  sx_servers_forget(services->servers);
  SX_EXPECT(!sx_servers_is_ready(services->servers, SX_STR("c")));
}

SX_TEST(languages_past_the_maximum_are_never_ready) {
  sx_services *services = new_services();
  SX_EXPECT_ALLOC(services);
  char name[80];
  for (int i = 0; i < 200; i++) {
    snprintf(name, sizeof name, "language-%d", i);
    sx_servers_set_ready(services->servers, sx_str_from(name));
  }
  SX_EXPECT(sx_servers_is_ready(services->servers, SX_STR("language-0")));
  SX_EXPECT(sx_servers_is_ready(services->servers, SX_STR("language-127")));
  SX_EXPECT(!sx_servers_is_ready(services->servers, SX_STR("language-128")));
  memset(name, 'x', sizeof name);
  sx_servers_set_ready(services->servers, sx_str_make(name, 64));
  SX_EXPECT(!sx_servers_is_ready(services->servers, sx_str_make(name, 64)));
}

static sx_str numbered(int number) {
  char *name = sx_test_memory(32);
  snprintf(name, 32, "/allowed/%d", number);
  return sx_str_from(name);
}

SX_TEST(forgets_the_oldest_allowed_files) {
  sx_services *services = new_services();
  SX_EXPECT_ALLOC(services);
  if (sx_test_is_failing_allocations()) return; /* what finds no memory is not kept */
  SX_EXPECT(!sx_allowed_has(services->allowed, numbered(0)));
  for (int i = 0; i < 1024; i++) sx_allowed_add(services->allowed, numbered(i));
  for (int i = 0; i < 1024; i++) SX_EXPECT(sx_allowed_has(services->allowed, numbered(i)));
  sx_allowed_add(services->allowed, numbered(5)); /* known: it takes no second place */
  SX_EXPECT(sx_allowed_has(services->allowed, numbered(0)));
  for (int i = 0; i < 10; i++) sx_allowed_add(services->allowed, numbered(2000 + i));
  SX_EXPECT(!sx_allowed_has(services->allowed, numbered(9)));
  SX_EXPECT(sx_allowed_has(services->allowed, numbered(10)));
  SX_EXPECT(sx_allowed_has(services->allowed, numbered(2009)));
  SX_EXPECT(!sx_allowed_has(services->allowed, SX_STR("/allowed/")));
}

/* ---- used by many threads ----------------------------------------------------------------- */

static void use_services(void *context) {
  sx_services *services = context;
  sx_root root = {SX_STR("a"), SX_STR("/tmp"), SX_STR("")};
  for (int i = 0; i < 200; i++) {
    sx_arena arena;
    sx_arena_init(&arena, 1 << 20);
    sx_root_list roots;
    sx_strs changed;
    sx_status status = sx_roots_set(services->roots, &root, (size_t)(i % 2));
    if (!status) status = sx_roots_get(services->roots, &roots, &arena);
    sx_servers_set_ready(services->servers, SX_STR("c"));
    sx_change_log_add(services->change_log, SX_STR("/a"));
    sx_file_log *files = sx_change_log_files(services->change_log);
    if (!status) status = sx_file_log_get_recent(files, 1000, &changed, &arena);
    sx_file_log_tell(files, SX_STR("/a"), SX_FILE_CAME);
    sx_file_turn turn = {.path = SX_STR("/c"), .exists = true};
    sx_file_log_await(files, &turn);
    sx_file_log_is_awaiting(files);
    if (!status) status = sx_file_log_take_changed(files, 10, &changed, &arena);
    sx_allowed_add(services->allowed, SX_STR("/b"));
    if (i % 50 == 0) sx_servers_forget(services->servers);
    sx_arena_release(&arena);
    if (status && status != SX_NOMEM) return;
  }
}

SX_TEST(serves_many_threads) {
  sx_services *services = new_services();
  SX_EXPECT_ALLOC(services);
  uv_thread_t threads[4];
  size_t count = sx_test_is_failing_allocations() ? 1 : 4;
  for (size_t i = 0; i < count; i++) uv_thread_create(&threads[i], use_services, services);
  for (size_t i = 0; i < count; i++) uv_thread_join(&threads[i]);
  SX_EXPECT(sx_change_log_generation(services->change_log) > 0);
}

SX_SUITE(engine_services_test, SX_CASE(keeps_its_folders),
         SX_CASE(remembers_which_languages_are_ready),
         SX_CASE(languages_past_the_maximum_are_never_ready),
         SX_CASE(forgets_the_oldest_allowed_files), SX_CASE(serves_many_threads));
