#include "call_scene.h"
#include "os/clock.h"
#include "refactor/rename.h"
#include "semantic/references.h"
#include "servers/state.h"
#include "temp_files.h"

/*
 * Files beside a project of TypeScript, and a server that knows them only while they are open, in
 * an editor that keeps few of them open: references and renames are whole, or are known not to be.
 */

#define MAX_FILES 256
#define MANY 60
#define MAX_OPEN 50

typedef struct script {
  const char *name, *text;
  bool is_other; /* its `add` is its own */
  bool is_lost;  /* the server never lists its places */
} script;

typedef struct played_server {
  call_scene *s;
  script files[MAX_FILES];
  sx_str paths[MAX_FILES];
  size_t count;
  size_t opened_at[MAX_FILES]; /* 0: it is closed */
  size_t opened, renames, refused_rename;
  size_t asked[MAX_FILES]; /* definitions in the file, but at its import */
} played_server;

/* ---- the editor, on its own thread -------------------------------------------------------------
 */

static size_t index_of(const played_server *p, sx_str args, size_t *after) {
  size_t start = sx_str_find_char(args, '"', 0), end = sx_str_find_char(args, '"', start + 1);
  sx_str path = sx_str_slice(args, start + 1, end);
  *after = end;
  for (size_t i = 0; i < p->count; i++)
    if (sx_str_is_equal(p->paths[i], path)) return i;
  return MAX_FILES;
}

static void open_file(played_server *p, size_t file) {
  size_t open = 0, oldest = file;
  p->opened_at[file] = ++p->opened;
  for (size_t i = 0; i < p->count; i++) {
    if (!p->opened_at[i]) continue;
    open++;
    if (p->opened_at[i] < p->opened_at[oldest]) oldest = i;
  }
  if (open > MAX_OPEN) p->opened_at[oldest] = 0;
}

static void write_state(const script *file, bool has_text, sx_buf *json) {
  size_t lines = 1;
  for (const char *c = file->text; *c; c++) lines += *c == '\n';
  sx_buf_addf(json,
              "{\"language\":\"typescript\",\"encoding\":\"utf8\",\"version\":1,\"lineCount\":%zu,"
              "\"hasText\":%s}",
              lines, has_text ? "true" : "false");
}

static void write_held(const played_server *p, sx_str args, sx_buf *json) {
  sx_buf_add_char(json, '[');
  for (size_t after; sx_str_find_char(args, '"', 0) != SX_STR_NONE;) {
    size_t file = index_of(p, args, &after);
    args = sx_str_slice(args, after + 1, args.len);
    if (json->len > 1) sx_buf_add_char(json, ',');
    if (file < MAX_FILES && p->opened_at[file])
      write_state(&p->files[file], false, json);
    else
      sx_buf_add_text(json, "false");
  }
  sx_buf_add_char(json, ']');
}

/* The next `add` that is a word, from `*at` on, and its place. */
static bool next_add(const char *text, size_t *at, size_t place[2]) {
  const char *found = text + *at;
  while ((found = strstr(found, "add")) && (found[3] == 'e' || (found > text && found[-1] == '/')))
    found++;
  if (!found) return false;
  size_t offset = (size_t)(found - text), start = offset;
  while (start && text[start - 1] != '\n') start--;
  place[0] = 0;
  for (size_t i = 0; i < start; i++) place[0] += text[i] == '\n';
  place[1] = offset - start;
  *at = offset + 3;
  return true;
}

static void write_references(const played_server *p, sx_buf *json) {
  sx_buf_add_char(json, '[');
  for (size_t i = 0; i < p->count; i++) {
    size_t at = 0, place[2];
    if (!p->opened_at[i] || p->files[i].is_other || p->files[i].is_lost) continue;
    while (next_add(p->files[i].text, &at, place))
      sx_buf_addf(json, "%s[\"%.*s\",%zu,%zu,%zu,%zu]", json->len > 1 ? "," : "",
                  SX_STR_ARG(p->paths[i]), place[0], place[1], place[0], place[1] + 3);
  }
  sx_buf_add_char(json, ']');
}

static void write_rename(const played_server *p, sx_buf *json) {
  bool is_later = false;
  sx_buf_add_text(json, "{\"files\":[");
  for (size_t i = 0; i < p->count; i++) {
    size_t at = 0, place[2], edits = 0;
    if (!p->opened_at[i] || p->files[i].is_other || p->files[i].is_lost) continue;
    sx_buf_addf(json, "%s{\"action\":\"edit\",\"path\":\"%.*s\",\"version\":1,\"edits\":[",
                is_later ? "," : "", SX_STR_ARG(p->paths[i]));
    while (next_add(p->files[i].text, &at, place))
      sx_buf_addf(json, "%s[%zu,%zu,%zu,%zu,\"sum\"]", edits++ ? "," : "", place[0], place[1],
                  place[0], place[1] + 3);
    sx_buf_add_text(json, "]}");
    is_later = true;
  }
  sx_buf_add_text(json, "]}");
}

/* The first file declares the name, or the file itself where it has its own. */
static void write_definition(played_server *p, size_t file, sx_str args, sx_buf *json) {
  size_t at = 0, place[2], of = p->files[file].is_other ? file : 0;
  p->asked[file] += !sx_str_has_suffix(args, SX_STR(",0,9]"));
  if (next_add(p->files[of].text, &at, place))
    sx_buf_addf(json, "[[\"%.*s\",%zu,%zu,%zu,%zu]]", SX_STR_ARG(p->paths[of]), place[0], place[1],
                place[0], place[1] + 3);
}

static fake_outcome answer(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                           void *context) {
  played_server *p = context;
  size_t after, file = index_of(p, ticket->args, &after);
  bool is_definition =
      strcmp(ticket->op, "definition") == 0 || strcmp(ticket->op, "declaration") == 0;
  if (strcmp(ticket->op, "languageServers") == 0) {
    sx_buf_add_text(json, CALL_SCENE_TYPESCRIPT_SERVER);
  } else if (strcmp(ticket->op, "loadProject") == 0) {
    sx_buf_add_text(json, "{\"loaded\":true}");
  } else if (strcmp(ticket->op, "heldDocuments") == 0) {
    write_held(p, ticket->args, json);
  } else if (strcmp(ticket->op, "references") == 0) {
    write_references(p, json);
  } else if (strcmp(ticket->op, "rename") == 0) {
    if (++p->renames == p->refused_rename) return FAKE_ERROR;
    write_rename(p, json);
  } else if (strcmp(ticket->op, "document") == 0 && file < MAX_FILES) {
    bool has_text = !sx_str_has_suffix(ticket->args, SX_STR("0]"));
    open_file(p, file);
    write_state(&p->files[file], has_text, json);
    if (has_text) sx_buf_add_text(text, p->files[file].text);
  } else if (is_definition && file < MAX_FILES) {
    write_definition(p, file, ticket->args, json);
  } else {
    sx_buf_add_text(json, "[]");
  }
  return FAKE_REPLY;
}

/* ---- a call ------------------------------------------------------------------------------------
 */

#define DECLARED "export function add(n: number): number {\n  return n;\n}\n"
#define USED "import { add } from \"../src/add\";\n\nadd(1);\n"

static void add_file(played_server *p, script file) {
  p->paths[p->count] = temp_file(p->s->folder, file.name, sx_str_from(file.text));
  p->files[p->count++] = file;
}

/* NULL without memory. Its first file declares the symbol, and a project names that alone. */
static played_server *begin(sx_target *target) {
  played_server *p = sx_test_memory(sizeof *p);
  sx_symbol *symbol = sx_test_memory(sizeof *symbol);
  p->s = call_scene_new(answer, p);
  if (!p->s) return NULL;
  sx_servers_set_ready(p->s->call.services->servers, SX_STR("typescript"));
  temp_file(p->s->folder, "tsconfig.json", SX_STR("{\"include\": [\"src\"]}"));
  add_file(p, (script){.name = "src/add.ts", .text = DECLARED});
  open_file(p, 0);
  *symbol = (sx_symbol){.name = SX_STR("add"),
                        .declared_as = SX_STR(""),
                        .kind = SX_STR("Function"),
                        .container = SX_STR(""),
                        .path = p->paths[0],
                        .at = {0, 16},
                        .is_declaration_known = true};
  *target = (sx_target){.symbol = symbol, .path = p->paths[0], .at = symbol->at};
  /* A question that is lost without memory is asked again until then. */
  if (sx_test_is_failing_allocations())
    sx_port_call_set_soft_deadline(p->s->call.wait, sx_clock_ms() + 1500);
  return p;
}

static void add_many(played_server *p, size_t count, const char *text) {
  for (size_t i = 0; i < count; i++) {
    char *name = sx_test_memory(32);
    snprintf(name, 32, "many/m%zu.ts", i);
    add_file(p, (script){.name = name, .text = text});
  }
}

static bool is_whole(const sx_references *found) {
  return found->certainty.is_sure && !sx_reconcile_is_unsure(&found->behind);
}

/* With allocations failing: all places, or it is known that some are missing. */
static void expect_places(played_server *p, const sx_target *target, sx_references *found,
                          size_t wanted) {
  sx_status status = sx_references_find(found, &p->s->call, target, 1000, sx_test_err());
  if (status && sx_test_is_failing_allocations()) return;
  SX_EXPECT_INT(status, SX_OK);
  if (sx_test_is_failing_allocations() && !is_whole(found)) return;
  SX_EXPECT_SIZE(found->places.len, wanted);
  SX_EXPECT(is_whole(found));
}

SX_TEST(files_with_the_name_are_opened) {
  sx_target target;
  sx_references found;
  played_server *p = begin(&target);
  SX_EXPECT_ALLOC(p);
  add_file(p, (script){.name = "test/use.ts", .text = USED});
  add_file(
      p, (script){.name = "test/own.ts", .text = "function add() {}\nadd();\n", .is_other = true});
  add_file(p, (script){.name = "test/none.ts", .text = "const added = 1;\n"});
  expect_places(p, &target, &found, 3);
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(p->opened_at[1] && p->opened_at[2] && !p->opened_at[3]);
  SX_EXPECT_SIZE(p->asked[1] + p->asked[2], 0); /* the server lists what is open */
}

SX_TEST(more_files_than_stay_open_are_all_found) {
  sx_target target;
  sx_references found;
  played_server *p = begin(&target);
  SX_EXPECT_ALLOC(p);
  add_many(p, MANY, USED);
  expect_places(p, &target, &found, 1 + 2 * MANY);
}

/* Each round reads the files that it opens, and not all that wait. */
SX_TEST(files_that_wait_are_not_read_again) {
  enum { LONG_FILES = 200, LONG_BYTES = 32 * 1024 };
  sx_target target;
  sx_references found;
  played_server *p = begin(&target);
  SX_EXPECT_ALLOC(p);
  char *text = sx_test_memory(sizeof USED + LONG_BYTES);
  memcpy(text, USED, sizeof USED - 1);
  memset(text + sizeof USED - 1, ';', LONG_BYTES);
  add_many(p, LONG_FILES, text);
  expect_places(p, &target, &found, 1 + 2 * LONG_FILES);
  size_t used = p->s->call.arena->used_bytes / LONG_BYTES;
  if (used > 6 * LONG_FILES) SX_FAIL("%zu texts of %d files are in memory", used, LONG_FILES);
}

SX_TEST(a_file_that_the_server_loses_is_asked_about) {
  sx_target target;
  sx_references found;
  played_server *p = begin(&target);
  SX_EXPECT_ALLOC(p);
  add_file(p, (script){.name = "test/use.ts", .text = USED, .is_lost = true});
  add_file(p, (script){.name = "test/own.ts",
                       .text = "import { add } from \"./use\";\nadd();\n",
                       .is_other = true});
  expect_places(p, &target, &found, 3);
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_SIZE(found.behind.confirmed.len, 2);
  SX_EXPECT_SIZE(p->asked[1], 1);
  SX_EXPECT_SIZE(p->asked[2], 0); /* its import is of another symbol */
}

static void rename_all(played_server *p, const sx_target *target, size_t files) {
  sx_renaming rename = {.call = &p->s->call,
                        .target = *target,
                        .new_name = SX_STR("sum"),
                        .are_mentions_known = true};
  sx_status status = sx_renaming_ask(&rename, sx_test_err());
  if (status && sx_test_is_failing_allocations()) return;
  SX_EXPECT_INT(status, SX_OK);
  bool is_known = rename.is_sure && !sx_reconcile_is_unsure(&rename.behind);
  if (sx_test_is_failing_allocations() && !is_known) return;
  SX_EXPECT(is_known);
  SX_EXPECT_SIZE(rename.planned.files.len, files);
  SX_EXPECT_SIZE(rename.places.len, 2 * files - 1);
}

SX_TEST(a_rename_keeps_the_files_that_the_editor_closes) {
  sx_target target;
  played_server *p = begin(&target);
  SX_EXPECT_ALLOC(p);
  add_many(p, MANY, USED);
  rename_all(p, &target, 1 + MANY);
}

SX_SUITE(semantic_beside_test, SX_CASE(files_with_the_name_are_opened),
         SX_CASE(more_files_than_stay_open_are_all_found),
         SX_CASE(files_that_wait_are_not_read_again),
         SX_CASE(a_file_that_the_server_loses_is_asked_about),
         SX_CASE(a_rename_keeps_the_files_that_the_editor_closes));
