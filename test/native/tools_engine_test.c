#include "fake_editor.h"
#include "harness.h"
#include "host/json.h"
#include "os/clock.h"
#include "temp_files.h"
#include "engine/engine_parts.h"
#include "engine/tool.h"
#include "engine/tool_flags.h"
#include "engine/services.h"
#include "workspace/change_log.h"
#include "workspace/known_files.h"

/*
 * The engine with its real tool, on its own threads, against an editor of one TypeScript file
 * whose server knows the class `User`.
 */

static const char source[] = "/** A person. */\nexport class User {}\n";

typedef struct scene {
  fake_editor *editor;
  sx_engine *engine;
  sx_str file;
  atomic_bool is_mute;   /* never answers a hover */
  atomic_size_t random;  /* not 0: answers, fails or stays silent by turns */
  atomic_size_t waiting; /* requests that get no answer */
} scene;

static void write_reply(const scene *s, const char *op, sx_buf *json) {
  if (strcmp(op, "document") == 0)
    sx_buf_add_text(json, "{\"language\":\"typescript\",\"version\":1,\"lineCount\":3}");
  else if (strcmp(op, "outline") == 0)
    sx_buf_add_text(json, "[[\"User\",4,\"\",\"\",true,0,1,13,1,0,1,20]]");
  else if (strcmp(op, "hover") == 0)
    sx_buf_add_text(json, "[[0,\"```ts\\nclass User\\n```\\n\\nA person.\",\"\",false,false]]");
  else if (strcmp(op, "definition") == 0)
    sx_buf_addf(json, "[[\"%.*s\",1,13,1,17]]", SX_STR_ARG(s->file));
  else if (strcmp(op, "languageServers") == 0)
    sx_buf_add_text(json, "[{\"extension\":\"x\",\"active\":true}]");
  else
    sx_buf_add_text(json, "[]");
}

static fake_outcome answer(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                           void *context) {
  (void)text;
  scene *s = context;
  write_reply(s, ticket->op, json);
  size_t seed = atomic_load(&s->random);
  size_t turn = seed ? (ticket->id * 2654435761u + seed) % 100 : 0;
  bool is_mute = (atomic_load(&s->is_mute) && strcmp(ticket->op, "hover") == 0) || turn > 95;
  if (is_mute) atomic_fetch_add(&s->waiting, 1);
  return is_mute ? FAKE_NEVER : turn > 85 ? FAKE_ERROR : FAKE_REPLY;
}

static void free_engine(void *engine) {
  sx_engine_free(engine);
}

static scene *new_scene(void) {
  scene *s = sx_test_memory(sizeof *s);
  sx_str folder = temp_folder();
  s->file = temp_file(folder, "user.ts", sx_str_from(source));
  s->editor = fake_editor_new(answer, s);
  if (!s->editor) return NULL;
  sx_test_defer(fake_editor_free, s->editor);
  s->engine = sx_engine_new(fake_editor_wake, s->editor);
  if (!s->engine) return NULL;
  sx_test_defer(free_engine, s->engine);
  fake_editor_serve(s->editor, sx_engine_port(s->engine), s->engine);
  sx_test_defer(fake_editor_stop, s->editor);
  sx_root root = {SX_STR("ws"), folder, SX_STR("")};
  return sx_engine_set_roots(s->engine, &root, 1) ? NULL : s;
}

static sx_status begin(scene *s, uint64_t id, const char *tool, const char *args, uint64_t ms) {
  sx_call_options options = {.format = SX_FORMAT_TEXT, .deadline_ms = ms};
  return sx_engine_call(s->engine, id, sx_str_from(tool), sx_str_from(args), &options);
}

static void free_result(void *result) {
  sx_result_free(result);
}

/* The call's result, freed after the case. */
static sx_result *end(scene *s, uint64_t id) {
  sx_result *result = fake_editor_wait(s->editor, id, 60000);
  if (result) sx_test_defer(free_result, result);
  return result;
}

static sx_result *call(scene *s, uint64_t id, const char *tool, const char *args) {
  return begin(s, id, tool, args, 20000) == SX_OK ? end(s, id) : NULL;
}

/* With allocations failing, any end is good as long as there is one. */
static void expect_code(const sx_result *result, const char *code, const char *part) {
  SX_EXPECT_ALLOC(result);
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(result->text);
  if (strcmp(result->code, code) != 0 || !strstr(result->text, part))
    SX_FAIL("%s\n%s\n  expected %s: %s", result->code, result->text, code, part);
}

#define TOOL "get_symbol_documentation"
#define IN_FILE "{\"symbol\":\"User\",\"file\":\"user.ts\"}"

SX_TEST(answers_a_call) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  sx_result *result = call(s, 7, TOOL, IN_FILE);
  expect_code(result, "found", "Location: user.ts:2:14");
  if (!result || sx_test_is_failing_allocations()) return;
  SX_EXPECT(strstr(result->text, "A person."));
  SX_EXPECT(!result->is_error && result->facts && strlen(result->facts) == result->facts_len);
  SX_EXPECT_SIZE(strlen(result->text), result->text_len);
}

/* Its folders are watched and listed before anybody asks. */
SX_TEST(a_window_is_prepared_for_its_first_call) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  if (sx_test_is_failing_allocations()) return;
  const sx_services *services = sx_engine_services(s->engine);
  sx_watch *watch = sx_change_log_watch(services->change_log);
  uint64_t end_ms = sx_clock_ms() + 20000;
  while (!sx_known_files_walks(services->known_files) && sx_clock_ms() < end_ms) uv_sleep(1);
  SX_EXPECT_SIZE(sx_watch_count(watch), 1);
  SX_EXPECT_SIZE(sx_known_files_walks(services->known_files), 1);
  sx_result *result = call(s, 7, "glob", "{\"pattern\":\"*.ts\"}");
  SX_EXPECT(result && strstr(result->text, "user.ts"));
}

SX_TEST(bad_calls_are_results_too) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  expect_code(call(s, 1, "get_symbol_dokumentation", "{}"), "unknown_tool",
              "Did you mean '" TOOL "'?");
  expect_code(call(s, 2, "zebra", "{}"), "unknown_tool", "List the tools");
  expect_code(call(s, 3, "", "{}"), "unknown_tool", "There is no tool ''");
  expect_code(call(s, 4, TOOL, "{"), "invalid_argument", "not valid JSON");
  expect_code(call(s, 5, TOOL, "{}"), "invalid_argument", "symbol is missing");
  expect_code(call(s, 6, TOOL, "{\"symbol\":\"\"}"), "invalid_argument", "symbol: ");
  expect_code(call(s, 7, TOOL, "{\"symbol\":\"User\",\"line\":2}"), "invalid_argument",
              "needs file_path");
  expect_code(call(s, 8, TOOL, "{\"symbol\":\"User\",\"file\":\"gone.ts\"}"), "not_found",
              "gone.ts");
}

SX_TEST(every_event_raises_the_generation) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  sx_change_log *log = sx_engine_services(s->engine)->change_log;
  uint64_t last = sx_change_log_generation(log);
  sx_change_log_touch(log);
  SX_EXPECT(sx_change_log_generation(log) > last);
  last = sx_change_log_generation(log);
  sx_engine_forget_servers(s->engine);
  SX_EXPECT(sx_change_log_generation(log) > last);
  last = sx_change_log_generation(log);
  SX_EXPECT_OK(sx_engine_set_roots(s->engine, NULL, 0));
  SX_EXPECT(sx_change_log_generation(log) > last);
  last = sx_change_log_generation(log);
  sx_change_log_add(log, SX_STR("/a"));
  SX_EXPECT(sx_change_log_generation(log) > last);
}

static sx_status call_as(scene *s, sx_caller caller, uint64_t id, const char *tool) {
  sx_call_options options = {.format = SX_FORMAT_MARKDOWN, .caller = caller, .deadline_ms = 60000};
  return sx_engine_call(s->engine, id, sx_str_from(tool), SX_STR("{}"), &options);
}

SX_TEST(what_is_for_people_is_not_there_for_agents) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_OK(call_as(s, SX_CALLER_AGENT, 1, "review_last_change"));
  expect_code(end(s, 1), "unknown_tool", "There is no tool");
  SX_EXPECT_OK(call_as(s, SX_CALLER_PERSON, 2, "review_last_change"));
  expect_code(end(s, 2), "not_found", "");
}

SX_TEST(a_tool_without_freshness_waits_for_no_changes) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  if (sx_test_is_failing_allocations()) return;
  expect_code(call(s, 1, TOOL, IN_FILE), "found", "A person.");
  size_t asked = atomic_load(&s->editor->request_count);
  sx_change_log_add(sx_engine_services(s->engine)->change_log, s->file);
  SX_EXPECT_OK(call_as(s, SX_CALLER_PERSON, 2, "review_last_change"));
  expect_code(end(s, 2), "not_found", "");
  SX_EXPECT_SIZE(atomic_load(&s->editor->request_count), asked);
  SX_EXPECT_OK(call_as(s, SX_CALLER_PERSON, 3, "undo_last_change")); /* of the others, any */
  expect_code(end(s, 3), "not_found", "");
  SX_EXPECT(atomic_load(&s->editor->request_count) > asked);
}

SX_TEST(flags_are_read_from_a_definition) {
  sx_json_init();
  cJSON *definition =
      sx_json_parse(SX_STR("{\"freshness\":\"servers\",\"cached\":true,\"audience\":\"people\","
                           "\"deadline_ms\":600000,\"annotations\":{\"readOnlyHint\":true}}"));
  SX_EXPECT_ALLOC(definition);
  sx_tool_flags all = sx_tool_flags_read(definition);
  cJSON_Delete(definition);
  SX_EXPECT(all.freshness == SX_FRESHNESS_SERVERS && all.is_cached && all.is_for_people);
  SX_EXPECT(all.is_reading && all.deadline_ms == 600000);
  definition = sx_json_parse(SX_STR("{\"freshness\":\"none\",\"deadline_ms\":-1}"));
  SX_EXPECT_ALLOC(definition);
  sx_tool_flags none = sx_tool_flags_read(definition);
  cJSON_Delete(definition);
  SX_EXPECT(none.freshness == SX_FRESHNESS_NONE && !none.is_cached && !none.is_for_people);
  SX_EXPECT(!none.is_reading && !none.deadline_ms);
}

SX_TEST(a_second_call_is_answered_from_the_cache) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  if (sx_test_is_failing_allocations()) return;
  expect_code(call(s, 1, TOOL, IN_FILE), "found", "A person.");
  size_t asked = atomic_load(&s->editor->request_count);
  expect_code(call(s, 2, TOOL, "{\"path\":\"user.ts\",\"name\":\"User\"}"), "found", "A person.");
  size_t other_order = atomic_load(&s->editor->request_count);
  expect_code(call(s, 3, TOOL, IN_FILE), "found", "A person.");
  SX_EXPECT_SIZE(atomic_load(&s->editor->request_count), other_order);
  SX_EXPECT(other_order >= asked);
  sx_change_log_touch(sx_engine_services(s->engine)->change_log);
  expect_code(call(s, 4, TOOL, IN_FILE), "found", "A person.");
  SX_EXPECT(atomic_load(&s->editor->request_count) > other_order);
}

static bool wait_for_mute(scene *s, size_t count) {
  uint64_t until_ms = sx_clock_ms() + 10000;
  while (atomic_load(&s->waiting) < count && sx_clock_ms() < until_ms) uv_sleep(1);
  return atomic_load(&s->waiting) >= count;
}

/* Cancels a call that is under way; the milliseconds until its end. */
static uint64_t cancel(scene *s, uint64_t id) {
  uint64_t cancelled_ms = sx_clock_ms();
  sx_engine_cancel(s->engine, id);
  expect_code(end(s, id), "cancelled", "cancelled");
  return sx_clock_ms() - cancelled_ms;
}

/* Tried three times: on a busy machine a thread may have to wait for its turn. */
SX_TEST(a_cancelled_call_ends_at_once) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  if (sx_test_is_failing_allocations()) return;
  atomic_store(&s->is_mute, true);
  uint64_t took_ms = UINT64_MAX;
  for (uint64_t id = 1; id <= 3 && took_ms > 50; id++) {
    SX_EXPECT_OK(begin(s, id, TOOL, IN_FILE, 20000));
    SX_EXPECT(wait_for_mute(s, id));
    sx_engine_cancel(s->engine, 99);
    took_ms = cancel(s, id);
    sx_engine_cancel(s->engine, id);
  }
  SX_EXPECT(took_ms <= 50);
}

/* It would take a later one from the pool that has its memory, and run that on the main thread. */
SX_TEST(cancelling_a_call_under_way_takes_nothing_from_the_pool) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  if (sx_test_is_failing_allocations()) return;
  atomic_store(&s->is_mute, true);
  for (uint64_t id = 1; id <= 3; id++) SX_EXPECT_OK(begin(s, id, TOOL, IN_FILE, 20000));
  SX_EXPECT(wait_for_mute(s, 3));
  uv_mutex_lock(&s->engine->mutex);
  for (const sx_engine_job *job = s->engine->jobs; job; job = job->next) SX_EXPECT(!job->run);
  uv_mutex_unlock(&s->engine->mutex);
  for (uint64_t id = 1; id <= 3; id++) cancel(s, id);
}

SX_TEST(a_call_that_waits_its_turn_can_be_cancelled) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  if (sx_test_is_failing_allocations()) return;
  atomic_store(&s->is_mute, true);
  for (uint64_t id = 1; id <= SX_ENGINE_MAX_CALLS; id++)
    SX_EXPECT_OK(begin(s, id, TOOL, IN_FILE, 20000));
  SX_EXPECT(wait_for_mute(s, SX_ENGINE_MAX_CALLS));
  uint64_t took_ms = UINT64_MAX;
  for (uint64_t id = 1000; id < 1003 && took_ms > 50; id++) {
    SX_EXPECT_OK(begin(s, id, TOOL, IN_FILE, 20000));
    took_ms = cancel(s, id);
  }
  SX_EXPECT(took_ms <= 50);
}

SX_TEST(the_deadline_holds) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  if (sx_test_is_failing_allocations()) return;
  atomic_store(&s->is_mute, true);
  uint64_t began_ms = sx_clock_ms();
  SX_EXPECT_OK(begin(s, 1, TOOL, IN_FILE, 600));
  sx_result *result = end(s, 1);
  expect_code(result, "unknown", "");
  SX_EXPECT(sx_clock_ms() - began_ms < 800);
  SX_EXPECT_OK(begin(s, 2, TOOL, IN_FILE, 1));
  SX_EXPECT_ALLOC(end(s, 2));
}

SX_TEST(says_busy_past_its_limits) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  if (sx_test_is_failing_allocations()) return;
  atomic_store(&s->is_mute, true);
  uint64_t accepted = 0;
  sx_status status = SX_OK;
  for (; !status && accepted < 5000; accepted += !status)
    status = begin(s, accepted + 1, TOOL, IN_FILE, 20000);
  SX_EXPECT_STATUS(status, SX_BUSY);
  SX_EXPECT(accepted >= SX_ENGINE_MAX_WAITING);
  SX_EXPECT(accepted <= SX_ENGINE_MAX_CALLS + SX_ENGINE_MAX_WAITING);
}

/* Freed in the middle of everything; the harness looks for leaks, TSan for races. */
SX_TEST(ends_with_calls_in_flight) {
  size_t rounds = sx_test_is_failing_allocations() ? 1 : 10;
  for (size_t round = 0; round < rounds && !sx_test_is_over(); round++) {
    scene *s = sx_test_memory(sizeof *s);
    s->editor = fake_editor_new(answer, s);
    SX_EXPECT_ALLOC(s->editor);
    s->engine = sx_engine_new(fake_editor_wake, s->editor);
    s->file = SX_STR("/none");
    atomic_store(&s->random, round + 1);
    if (s->engine) fake_editor_serve(s->editor, sx_engine_port(s->engine), s->engine);
    for (uint64_t id = 1; s->engine && id <= 100; id++)
      if (begin(s, id, TOOL, "{\"symbol\":\"User\"}", 20000)) break;
    fake_editor_stop(s->editor);
    sx_engine_free(s->engine);
    fake_editor_free(s->editor);
  }
}

/* Many calls with random errors, silence and cancellations: each has exactly one end. */
SX_TEST(every_call_ends_once) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  static const char *const args[] = {IN_FILE, "{\"symbol\":\"User\"}", "{\"symbol\":\"Nobody\"}",
                                     "{\"symbols\":[\"User\",\"a.b\",\"\"]}", "{\"sym\":1}"};
  uint64_t count = sx_test_is_failing_allocations() ? 5 : 400;
  uint64_t accepted = 0;
  atomic_store(&s->random, 1 + sx_test_below(1000));
  for (uint64_t id = 1; id <= count; id++, accepted++) {
    if (begin(s, id, TOOL, args[sx_test_below(5)], 100 + sx_test_below(400))) break;
    if (sx_test_below(4) == 0) sx_engine_cancel(s->engine, 1 + sx_test_below(id));
    if (sx_test_below(8) == 0) sx_change_log_touch(sx_engine_services(s->engine)->change_log);
  }
  for (uint64_t id = 1; id <= accepted; id++) {
    sx_result *result = fake_editor_wait(s->editor, id, 60000);
    if (!result) SX_FAIL("call %llu has no end", (unsigned long long)id);
    sx_result_free(result);
  }
  for (uint64_t id = 1; id <= accepted; id++) SX_EXPECT(!fake_editor_wait(s->editor, id, 0));
}

SX_TEST(definitions_are_json_of_one_form) {
  sx_json_init();
  for (size_t i = 0; sx_tools[i].name; i++) {
    cJSON *definition = sx_json_parse(sx_str_from(sx_tools[i].definition));
    SX_EXPECT_ALLOC(definition);
    const cJSON *name = sx_json_get(definition, "name");
    bool is_whole =
        cJSON_IsString(name) && strcmp(name->valuestring, sx_tools[i].name) == 0 &&
        cJSON_IsObject(sx_json_get(sx_json_get(definition, "inputSchema"), "properties")) &&
        strlen(sx_tools[i].name) <= 40;
    cJSON_Delete(definition);
    SX_EXPECT(is_whole);
  }
}

SX_SUITE(tools_engine_test, SX_CASE(answers_a_call),
         SX_CASE(a_window_is_prepared_for_its_first_call), SX_CASE(bad_calls_are_results_too),
         SX_CASE(every_event_raises_the_generation),
         SX_CASE(what_is_for_people_is_not_there_for_agents),
         SX_CASE(a_tool_without_freshness_waits_for_no_changes),
         SX_CASE(flags_are_read_from_a_definition),
         SX_CASE(a_second_call_is_answered_from_the_cache), SX_CASE(a_cancelled_call_ends_at_once),
         SX_CASE(cancelling_a_call_under_way_takes_nothing_from_the_pool),
         SX_CASE(a_call_that_waits_its_turn_can_be_cancelled), SX_CASE(the_deadline_holds),
         SX_CASE(says_busy_past_its_limits), SX_CASE(ends_with_calls_in_flight),
         SX_CASE(every_call_ends_once), SX_CASE(definitions_are_json_of_one_form));
