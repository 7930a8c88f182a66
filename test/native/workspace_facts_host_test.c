#include "call_scene.h"
#include "os/clock.h"
#include "temp_files.h"
#include "workspace/document_facts.h"
#include "workspace/facts_host.h"
#include "workspace/facts_kept.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <uv.h>

#define DEADLINE_MS 20000

/* ---- a host that does what the texts say ----------------------------------------------------- */

/*
 * Says of a text that it declares its first four bytes. It notes each start and each question, and
 * dies, hangs or talks nonsense where the text begins with that; `once`: the first time only.
 */
#define SCRIPT                                                                                     \
  "#!/bin/sh\n"                                                                                    \
  "echo start >> \"$0.log\"\n"                                                                     \
  "while read -r language length file rest; do\n"                                                  \
  "  tree=\n"                                                                                      \
  "  if [ \"$language\" = tree ]; then tree=1; language=$length; length=$file; fi\n"               \
  "  text=$(head -c \"$length\")\n"                                                                \
  "  echo ask \"$file\" >> \"$0.log\"\n"                                                           \
  "  case $text in\n"                                                                              \
  "  die*) kill -9 $$ ;;\n"                                                                        \
  "  once*) if [ ! -e \"$0.once\" ]; then : > \"$0.once\"; kill -9 $$; fi ;;\n"                    \
  "  hang*) exec sleep 1000 ;;\n"                                                                  \
  "  talk*) echo nonsense ;;\n"                                                                    \
  "  esac\n"                                                                                       \
  "  if [ $tree ]; then\n"                                                                         \
  "    printf \"$language 0 2 1 0 0 0 0 1 0 0\\n\\0\\6module\"\n"                                  \
  "    printf '\\0\\0\\0\\0\\4\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\1\\0\\0\\0\\1\\0\\0\\0'\n"        \
  "    continue\n"                                                                                 \
  "  fi\n"                                                                                         \
  "  printf \"$language 0 1 0 0\\n\"\n"                                                            \
  "  printf '\\0\\0\\0\\0\\4\\0\\0\\0\\0\\0\\0\\0\\4\\0\\0\\0\\4\\0\\0\\0\\377\\377\\377\\377'\n"  \
  "  printf '\\0\\0\\0\\0'\n"                                                                      \
  "done\n"

typedef struct scene {
  call_scene *base;
  sx_facts_host *host;
} scene;

/* NULL without memory. */
static scene *new_scene(const char *script) {
  scene *s = sx_test_memory(sizeof *s);
  s->base = call_scene_new(call_scene_refuse, NULL);
  if (!s->base) return NULL;
  s->host = s->base->call.services->facts_host;
  if (script) {
    sx_str program = temp_file(s->base->folder, "sextant-indexer", sx_str_from(script));
    chmod(program.ptr, 0755);
  }
  sx_facts_host_set_times(s->host, DEADLINE_MS, DEADLINE_MS);
  return sx_facts_host_set_up(s->host, s->base->folder) ? s : NULL;
}

static sx_status ask_call(sx_call *call, const char *text, sx_text_facts *out, sx_arena *arena,
                          sx_err *err) {
  return sx_facts_host_ask(out, call, SX_STR("python"), sx_str_from(text), 0, arena, err);
}

static sx_status ask(const scene *s, const char *text, sx_text_facts *out) {
  return ask_call(&s->base->call, text, out, sx_test_arena(), sx_test_err());
}

/* How often a word stands in the log. */
static size_t count(const scene *s, const char *word) {
  char line[64];
  FILE *log = fopen(temp_path(s->base->folder, "sextant-indexer.log").ptr, "r");
  size_t found = 0;
  while (log && fgets(line, sizeof line, log)) found += strncmp(line, word, strlen(word)) == 0;
  if (log) fclose(log);
  return found;
}

/* The number that the last question gave its file. */
static unsigned long last_number(const scene *s) {
  char line[64];
  FILE *log = fopen(temp_path(s->base->folder, "sextant-indexer.log").ptr, "r");
  unsigned long number = 0;
  while (log && fgets(line, sizeof line, log))
    if (strncmp(line, "ask ", 4) == 0) number = strtoul(line + 4, NULL, 10);
  if (log) fclose(log);
  return number;
}

static void expect_extent(const scene *s, const char *text, sx_facts_extent wanted) {
  sx_text_facts got;
  SX_EXPECT_OK(ask(s, text, &got));
  SX_EXPECT_INT(got.extent, wanted);
  SX_EXPECT_SIZE(got.facts.len, wanted == SX_FACTS_WHOLE ? 1 : 0);
}

#define EXPECT_EXTENT(s, text, wanted)                                                             \
  do {                                                                                             \
    expect_extent(s, text, wanted);                                                                \
    if (sx_test_is_over()) return;                                                                 \
  } while (0)

/* ---- cases ------------------------------------------------------------------------------------
 */

SX_TEST(one_process_answers_and_what_it_said_is_kept) {
  scene *s = new_scene(SCRIPT);
  SX_EXPECT_ALLOC(s);
  EXPECT_EXTENT(s, "text of one", SX_FACTS_WHOLE);
  EXPECT_EXTENT(s, "text of two", SX_FACTS_WHOLE);
  SX_EXPECT_SIZE(count(s, "start"), 1);
  SX_EXPECT_SIZE(count(s, "ask"), 2);
  EXPECT_EXTENT(s, "text of one", SX_FACTS_WHOLE);
  /* Without memory it is not kept. */
  if (!sx_test_is_failing_allocations()) SX_EXPECT_SIZE(count(s, "ask"), 2);
}

SX_TEST(an_idle_process_ends_and_is_started_again) {
  scene *s = new_scene(SCRIPT);
  SX_EXPECT_ALLOC(s);
  sx_facts_host_set_times(s->host, 1, DEADLINE_MS);
  EXPECT_EXTENT(s, "text of one", SX_FACTS_WHOLE);
  uint64_t begin_ms = sx_clock_ms();
  while (count(s, "start") < 2 && sx_clock_since_ms(begin_ms) < DEADLINE_MS) {
    uv_sleep(100);
    EXPECT_EXTENT(s, "text of one", SX_FACTS_WHOLE);
  }
  SX_EXPECT_SIZE(count(s, "start"), 2);
}

SX_TEST(a_text_that_ends_it_twice_is_not_sent_again) {
  scene *s = new_scene(SCRIPT);
  SX_EXPECT_ALLOC(s);
  EXPECT_EXTENT(s, "once it dies", SX_FACTS_WHOLE);
  SX_EXPECT_SIZE(count(s, "start"), 2);
  EXPECT_EXTENT(s, "die of this", SX_FACTS_UNREAD);
  SX_EXPECT_SIZE(count(s, "start"), 3);
  size_t asked = count(s, "ask");
  EXPECT_EXTENT(s, "die of this", SX_FACTS_UNREAD);
  SX_EXPECT_SIZE(count(s, "ask"), asked);
  EXPECT_EXTENT(s, "text of one", SX_FACTS_WHOLE);
}

SX_TEST(what_is_late_is_killed_and_not_sent_again) {
  scene *s = new_scene(SCRIPT);
  SX_EXPECT_ALLOC(s);
  sx_facts_host_set_times(s->host, DEADLINE_MS, 300);
  uint64_t begin_ms = sx_clock_ms();
  EXPECT_EXTENT(s, "hang on it", SX_FACTS_UNREAD);
  EXPECT_EXTENT(s, "hang on it", SX_FACTS_UNREAD);
  SX_EXPECT_SIZE(count(s, "ask"), 1);
  sx_facts_host_set_times(s->host, DEADLINE_MS, DEADLINE_MS);
  EXPECT_EXTENT(s, "text of one", SX_FACTS_WHOLE);
  SX_EXPECT_SIZE(count(s, "start"), 2);
  SX_EXPECT(sx_clock_since_ms(begin_ms) < DEADLINE_MS);
}

SX_TEST(nonsense_is_no_answer) {
  scene *s = new_scene(SCRIPT);
  SX_EXPECT_ALLOC(s);
  EXPECT_EXTENT(s, "talk of it", SX_FACTS_UNREAD);
  EXPECT_EXTENT(s, "abc", SX_FACTS_UNREAD); /* the answer is of a longer text */
  EXPECT_EXTENT(s, "text of one", SX_FACTS_WHOLE);
}

SX_TEST(a_text_that_is_too_big_is_not_sent) {
  scene *s = new_scene(SCRIPT);
  SX_EXPECT_ALLOC(s);
  size_t len = ((size_t)4 << 20) + 1;
  char *text = sx_test_memory(len + 1);
  memset(text, 'a', len);
  text[len] = '\0';
  EXPECT_EXTENT(s, text, SX_FACTS_TOO_BIG);
  SX_EXPECT_SIZE(count(s, "start"), 0);
  text[len - 1] = '\0';
  EXPECT_EXTENT(s, text, SX_FACTS_WHOLE);
}

static sx_status ask_tree(const scene *s, const char *text, uint32_t depth, sx_syntax_tree *out) {
  const sx_tree_query query = {.to = (uint32_t)strlen(text), .max_depth = depth, .max_nodes = 9};
  sx_str language;
  sx_status status = sx_facts_host_ask_tree(out, &language, &s->base->call, SX_STR("python"),
                                            sx_str_from(text), &query, sx_test_err());
  return status;
}

SX_TEST(trees_are_asked_of_the_same_process) {
  scene *s = new_scene(SCRIPT);
  sx_syntax_tree tree;
  SX_EXPECT_ALLOC(s);
  EXPECT_EXTENT(s, "text of one", SX_FACTS_WHOLE);
  SX_EXPECT_OK(ask_tree(s, "text of one", 1, &tree));
  SX_EXPECT_INT(tree.extent, SX_FACTS_WHOLE);
  SX_EXPECT_SIZE(tree.nodes.len, 1);
  SX_EXPECT_TEXT(tree.names.items[tree.nodes.items[0].kind], "module");
  SX_EXPECT_SIZE(count(s, "start"), 1);
  SX_EXPECT_SIZE(count(s, "ask"), 2);
  SX_EXPECT_OK(ask_tree(s, "text of one", 1, &tree));
  SX_EXPECT_SIZE(tree.nodes.len, 1);
  if (!sx_test_is_failing_allocations()) SX_EXPECT_SIZE(count(s, "ask"), 2);
  /* Another part or depth is another question. */
  SX_EXPECT_OK(ask_tree(s, "text of one", 2, &tree));
  if (!sx_test_is_failing_allocations()) SX_EXPECT_SIZE(count(s, "ask"), 3);
  EXPECT_EXTENT(s, "text of one", SX_FACTS_WHOLE);
}

SX_TEST(a_text_whose_tree_ends_it_is_not_asked_about_again_and_its_facts_are) {
  scene *s = new_scene(SCRIPT);
  sx_syntax_tree tree;
  SX_EXPECT_ALLOC(s);
  SX_EXPECT_OK(ask_tree(s, "die of this", 1, &tree));
  SX_EXPECT_INT(tree.extent, SX_FACTS_UNREAD);
  SX_EXPECT_SIZE(tree.nodes.len, 0);
  size_t asked = count(s, "ask");
  SX_EXPECT_OK(ask_tree(s, "die of this", 2, &tree));
  SX_EXPECT_SIZE(count(s, "ask"), asked);
  SX_EXPECT_OK(ask_tree(s, "talk of it", 1, &tree));
  SX_EXPECT_INT(tree.extent, SX_FACTS_UNREAD);
  SX_EXPECT_OK(ask_tree(s, "text of one", 1, &tree));
  SX_EXPECT_INT(tree.extent, SX_FACTS_WHOLE);
}

static unsigned long number_of(const scene *s, const char *path, const char *text, bool is_peeked) {
  const sx_document document = {.path = sx_str_from(path),
                                .language_id = SX_STR("python"),
                                .is_peeked = is_peeked,
                                .text = sx_str_from(text)};
  sx_text_facts facts;
  bool is_read;
  sx_status status =
      sx_document_all_facts(&facts, &is_read, &s->base->call, &document, sx_test_err());
  return status ? 0 : last_number(s);
}

SX_TEST(what_the_editor_has_open_is_sent_with_a_number_of_its_file) {
  scene *s = new_scene(SCRIPT);
  SX_EXPECT_ALLOC(s);
  if (sx_test_is_failing_allocations()) return;
  unsigned long number = number_of(s, "/a/one.py", "text of one", false);
  SX_EXPECT(number > 0 && number <= UINT32_MAX);
  SX_EXPECT(number_of(s, "/a/one.py", "text of one, edited", false) == number);
  SX_EXPECT(number_of(s, "/a/two.py", "text of two", false) != number);
  SX_EXPECT(number_of(s, "/a/one.py", "text on the disk", true) == 0);
}

/* After some texts it rests, so that the next ones cost nothing. */
SX_TEST(a_program_that_cannot_be_started_is_left_alone) {
  static const char *const scripts[] = {NULL, "no program\n",
                                        "#!/bin/sh\necho start >> \"$0.log\"\nexit 1\n"};
  for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
    scene *s = new_scene(scripts[i]);
    SX_EXPECT_ALLOC(s);
    for (int k = 0; k < 10; k++) {
      char text[32];
      (void)snprintf(text, sizeof text, "text of %d", k);
      EXPECT_EXTENT(s, text, SX_FACTS_UNREAD);
    }
    SX_EXPECT(count(s, "start") <= 6);
  }
}

SX_TEST(without_a_program_nothing_is_read) {
  scene *s = sx_test_memory(sizeof *s);
  *s = (scene){.base = call_scene_new(call_scene_refuse, NULL)};
  SX_EXPECT_ALLOC(s->base);
  EXPECT_EXTENT(s, "text of one", SX_FACTS_UNREAD);
}

/* ---- calls that end, and calls at once ----------------------------------------------------------
 */

typedef struct caller {
  sx_call call;
  sx_arena arena;
  sx_err err;
  const char *text;
  uv_thread_t thread;
  sx_text_facts facts;
  sx_status status;
} caller;

static void release_caller(void *arg) {
  caller *c = arg;
  sx_arena_release(&c->arena);
  sx_port_call_free(c->call.wait);
}

static void run_caller(void *arg) {
  caller *c = arg;
  c->status = ask_call(&c->call, c->text, &c->facts, &c->arena, &c->err);
}

static caller *start_caller(const scene *s, const char *text) {
  caller *c = sx_test_memory(sizeof *c);
  *c = (caller){.call = s->base->call, .text = text};
  sx_arena_init(&c->arena, (size_t)1 << 20);
  c->call.wait = sx_port_call_new(s->base->port, sx_clock_ms() + DEADLINE_MS);
  sx_test_defer(release_caller, c);
  if (!c->call.wait) return NULL;
  return uv_thread_create(&c->thread, run_caller, c) ? NULL : c;
}

SX_TEST(a_cancelled_call_ends_at_once_and_hinders_no_other) {
  scene *s = new_scene(SCRIPT);
  SX_EXPECT_ALLOC(s);
  caller *c = start_caller(s, "hang on it");
  SX_EXPECT_ALLOC(c);
  uint64_t begin_ms = sx_clock_ms();
  while (!count(s, "ask") && c->status != SX_NOMEM && sx_clock_since_ms(begin_ms) < DEADLINE_MS / 2)
    uv_sleep(2);
  begin_ms = sx_clock_ms();
  sx_port_call_cancel(c->call.wait, SX_CANCELLED);
  uv_thread_join(&c->thread);
  SX_EXPECT(sx_clock_since_ms(begin_ms) < 5000);
  SX_EXPECT_STATUS(c->status, SX_CANCELLED);
  EXPECT_EXTENT(s, "text of one", SX_FACTS_WHOLE);
}

SX_TEST(a_call_whose_time_is_over_has_not_read_it) {
  scene *s = new_scene(SCRIPT);
  SX_EXPECT_ALLOC(s);
  sx_port_call_limit(s->base->call.wait, 200);
  EXPECT_EXTENT(s, "hang on it", SX_FACTS_UNREAD);
  EXPECT_EXTENT(s, "text of one", SX_FACTS_UNREAD);
  sx_port_call_reserve(s->base->call.wait, 0);
  EXPECT_EXTENT(s, "text of one", SX_FACTS_WHOLE);
}

SX_TEST(calls_at_once_wait_for_their_turns) {
  enum { CALLERS = 6 };
  static const char *const texts[] = {"text of one", "die of this", "text of two"};
  scene *s = new_scene(SCRIPT);
  SX_EXPECT_ALLOC(s);
  caller *callers[CALLERS];
  for (size_t i = 0; i < CALLERS; i++) callers[i] = start_caller(s, texts[i % 3]);
  for (size_t i = 0; i < CALLERS; i++)
    if (callers[i]) uv_thread_join(&callers[i]->thread);
  for (size_t i = 0; i < CALLERS; i++) {
    SX_EXPECT_ALLOC(callers[i]);
    SX_EXPECT_OK(callers[i]->status);
    SX_EXPECT_INT(callers[i]->facts.extent, i % 3 == 1 ? SX_FACTS_UNREAD : SX_FACTS_WHOLE);
  }
}

/* ---- what is kept ------------------------------------------------------------------------------
 */

static void clear_kept(void *kept) {
  sx_facts_kept_clear(kept);
}

SX_TEST(the_least_recently_used_answers_go_first) {
  sx_facts_kept *kept = sx_test_memory(sizeof *kept);
  memset(kept, 0, sizeof *kept);
  sx_test_defer(clear_kept, kept);
  for (uint64_t key = 1; key <= SX_FACTS_MAX_KEPT; key++)
    sx_facts_kept_add(kept, key, SX_STR("answer"));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_TEXT(sx_facts_kept_find(kept, 1), "answer");
  sx_facts_kept_add(kept, 10000, SX_STR("new"));
  SX_EXPECT_TEXT(sx_facts_kept_find(kept, 1), "answer");
  SX_EXPECT_TEXT(sx_facts_kept_find(kept, 2), "");
  SX_EXPECT_TEXT(sx_facts_kept_find(kept, 10000), "new");
  sx_str big = sx_str_make(sx_test_memory(SX_FACTS_MAX_KEPT_BYTES), SX_FACTS_MAX_KEPT_BYTES / 4);
  sx_facts_kept_add(kept, 20000, sx_str_make(big.ptr, big.len + 1));
  SX_EXPECT_SIZE(sx_facts_kept_find(kept, 20000).len, 0);
  for (uint64_t key = 20001; key <= 20004; key++) sx_facts_kept_add(kept, key, big);
  SX_EXPECT(kept->bytes <= SX_FACTS_MAX_KEPT_BYTES);
  SX_EXPECT_SIZE(sx_facts_kept_find(kept, 20004).len, big.len);
  SX_EXPECT_SIZE(sx_facts_kept_find(kept, 1).len, 0);
  sx_facts_kept_clear(kept);
  SX_EXPECT_SIZE(kept->bytes, 0);
}

SX_SUITE(workspace_facts_host_test, SX_CASE(one_process_answers_and_what_it_said_is_kept),
         SX_CASE(an_idle_process_ends_and_is_started_again),
         SX_CASE(a_text_that_ends_it_twice_is_not_sent_again),
         SX_CASE(what_is_late_is_killed_and_not_sent_again), SX_CASE(nonsense_is_no_answer),
         SX_CASE(trees_are_asked_of_the_same_process),
         SX_CASE(a_text_whose_tree_ends_it_is_not_asked_about_again_and_its_facts_are),
         SX_CASE(a_text_that_is_too_big_is_not_sent),
         SX_CASE(what_the_editor_has_open_is_sent_with_a_number_of_its_file),
         SX_CASE(a_program_that_cannot_be_started_is_left_alone),
         SX_CASE(without_a_program_nothing_is_read),
         SX_CASE(a_cancelled_call_ends_at_once_and_hinders_no_other),
         SX_CASE(a_call_whose_time_is_over_has_not_read_it),
         SX_CASE(calls_at_once_wait_for_their_turns),
         SX_CASE(the_least_recently_used_answers_go_first));
