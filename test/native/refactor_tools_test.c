#include "call_scene.h"
#include "host/json.h"
#include "os/clock.h"
#include "played_parser.h"
#include "temp_files.h"

#include <stdlib.h>

/*
 * Whole calls of the tools that edit symbols, from their arguments to the files on the disk, in
 * each language that they know. With allocations failing a call is done completely or changes
 * nothing: whatever it answers, all files are as before, or all are as they were to become.
 */

#define MAX_FILES 4
#define LIMIT 4096

sx_status sx_tool_extract_function(sx_call *call, const cJSON *args, sx_answer *answer,
                                   sx_err *err);
sx_status sx_tool_inline_function(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);
sx_status sx_tool_move_symbol(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);
sx_status sx_tool_change_signature(sx_call *call, const cJSON *args, sx_answer *answer,
                                   sx_err *err);
sx_status sx_tool_edit_symbol(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

typedef sx_status tool(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

typedef struct given_file {
  const char *name, *before, *after;
} given_file;

/* One call: `name` is what the played server knows, which the first file declares first. */
typedef struct request {
  tool *run;
  const char *args, *language, *name;
  given_file files[MAX_FILES]; /* without a name: there is one only */
} request;

typedef struct scene {
  const request *request;
  call_scene *base;
  sx_str paths[MAX_FILES];
  size_t count;
  unsigned versions[MAX_FILES];
  sx_answer answer;
} scene;

/* ---- the editor, on its own thread -------------------------------------------------------------
 */

static sx_str read_into(char *text, const char *path) {
  FILE *from = fopen(path, "rb");
  if (!from) return SX_STR("");
  size_t len = fread(text, 1, LIMIT, from);
  fclose(from);
  return sx_str_make(text, len);
}

static void path_of(sx_str args, char out[512]) {
  snprintf(out, 512, "%.*s", SX_STR_ARG(sx_str_slice(args, 2, sx_str_find_char(args, '"', 2))));
}

/* Which of the files; the first where it is none. */
static size_t index_of(const scene *s, sx_str path) {
  for (size_t i = 0; i < s->count; i++)
    if (sx_str_is_equal(s->paths[i], path)) return i;
  return 0;
}

static void write_document(const scene *s, sx_str args, sx_buf *json, sx_buf *text) {
  char name[512], memory[LIMIT];
  path_of(args, name);
  sx_str now = read_into(memory, name);
  size_t lines = 1;
  for (size_t i = 0; i < now.len; i++) lines += now.ptr[i] == '\n';
  bool has_text = !sx_str_has_suffix(args, SX_STR("0]"));
  sx_buf_addf(json,
              "{\"language\":\"%s\",\"encoding\":\"utf8\",\"version\":%u,\"lineCount\":%zu,"
              "\"hasText\":%s}",
              s->request->language, 1 + s->versions[index_of(s, sx_str_from(name))], lines,
              has_text ? "true" : "false");
  if (has_text) sx_buf_add(text, now);
}

static bool is_ident(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The next place of the name at or after `from`; SX_STR_NONE. */
static size_t find_name(sx_str text, sx_str name, size_t from) {
  for (;;) {
    size_t at = sx_str_find(text, name, from);
    if (at == SX_STR_NONE) return at;
    size_t end = at + name.len;
    bool is_word = (!at || !is_ident(text.ptr[at - 1])) && !is_ident(text.ptr[end]);
    if (is_word) return at;
    from = end;
  }
}

static void write_place(sx_str path, sx_str text, size_t at, size_t len, sx_buf *json) {
  size_t line = 0, start = 0;
  for (size_t i = 0; i < at; i++) {
    if (text.ptr[i] != '\n') continue;
    line++;
    start = i + 1;
  }
  sx_buf_addf(json, "%s[\"%.*s\",%zu,%zu,%zu,%zu]", json->len > 1 ? "," : "", SX_STR_ARG(path),
              line, at - start, line, at - start + len);
}

/* All places of the name, or the first one. */
static void write_places(const scene *s, bool is_first, sx_buf *json) {
  sx_str name = sx_str_from(s->request->name);
  sx_buf_add_char(json, '[');
  for (size_t i = 0; i < s->count; i++) {
    char memory[LIMIT + 1];
    sx_str text = read_into(memory, s->paths[i].ptr);
    memory[text.len] = '\0';
    for (size_t at = 0; (at = find_name(text, name, at)) != SX_STR_NONE; at += name.len) {
      if (is_first && json->len > 1) break;
      write_place(s->paths[i], text, at, name.len, json);
    }
  }
  sx_buf_add_char(json, ']');
}

static void write_outline(const scene *s, sx_str args, sx_buf *json) {
  char path[512];
  path_of(args, path);
  sx_buf place;
  sx_buf_init(&place, LIMIT);
  write_places(s, true, &place);
  sx_str first = sx_buf_str(&place);
  sx_str numbers = sx_str_slice(first, s->paths[0].len + 5, sx_str_find_char(first, ']', 0));
  sx_str row = sx_str_slice(numbers, 0, sx_str_find_char(numbers, ',', 0));
  size_t second = sx_str_find_char(numbers, ',', row.len + 1);
  if (sx_str_is_equal(sx_str_from(path), s->paths[0]) && second != SX_STR_NONE)
    sx_buf_addf(json, "[[\"%s\",11,\"\",\"\",true,0,%.*s,%.*s,0,%.*s,99]]", s->request->name,
                SX_STR_ARG(sx_str_slice(numbers, 0, second)), SX_STR_ARG(row), SX_STR_ARG(row));
  else
    sx_buf_add_text(json, "[]");
  sx_buf_release(&place);
}

static void write_held(sx_str args, sx_buf *json) {
  size_t quotes = 0;
  for (size_t i = 0; i < args.len; i++) quotes += args.ptr[i] == '"';
  sx_buf_add_char(json, '[');
  for (size_t i = 0; i < quotes / 2; i++) sx_buf_add_text(json, i ? ",false" : "false");
  sx_buf_add_char(json, ']');
}

/* ---- … which applies edits at once, all of them or none, and saves them ------------------------
 */

static size_t offset_of(sx_str text, const cJSON *edit, int at) {
  int row = cJSON_GetArrayItem(edit, at)->valueint;
  size_t offset = 0;
  for (; row; row--) offset = sx_str_find_char(text, '\n', offset) + 1;
  return offset + (size_t)cJSON_GetArrayItem(edit, at + 1)->valueint;
}

/* Texts are of ASCII alone. */
static void edit_file(scene *s, const cJSON *file) {
  char before[LIMIT], after[2 * LIMIT] = "";
  const char *path = cJSON_GetObjectItem(file, "path")->valuestring;
  sx_str text = read_into(before, path);
  size_t at = 0, len = 0;
  const cJSON *edit;
  cJSON_ArrayForEach (edit, cJSON_GetObjectItem(file, "edits")) {
    size_t start = offset_of(text, edit, 0);
    len += (size_t)snprintf(after + len, sizeof after - len, "%.*s%s",
                            SX_STR_ARG(sx_str_slice(text, at, start)),
                            cJSON_GetArrayItem(edit, 4)->valuestring);
    at = offset_of(text, edit, 2);
  }
  snprintf(after + len, sizeof after - len, "%.*s", SX_STR_ARG(sx_str_slice(text, at, text.len)));
  FILE *to = fopen(path, "wb");
  fputs(after, to);
  fclose(to);
  s->versions[index_of(s, sx_str_from(path))]++;
}

static void make_file(const cJSON *file) {
  FILE *to = fopen(cJSON_GetObjectItem(file, "path")->valuestring, "wb");
  fputs(cJSON_GetObjectItem(file, "text")->valuestring, to);
  fclose(to);
}

static fake_outcome apply(scene *s, sx_str args, sx_buf *json) {
  cJSON *all = sx_json_parse(args);
  const cJSON *file;
  sx_buf_add_text(json, "{\"applied\":true,\"stale\":[]}");
  bool is_possible = all && !json->status;
  cJSON_ArrayForEach (file, cJSON_GetArrayItem(is_possible ? all : NULL, 0)) {
    const char *action = cJSON_GetObjectItem(file, "action")->valuestring;
    if (strcmp(action, "edit") == 0) edit_file(s, file);
    if (strcmp(action, "create") == 0) make_file(file);
    if (strcmp(action, "delete") == 0) remove(cJSON_GetObjectItem(file, "path")->valuestring);
  }
  cJSON_Delete(all);
  return is_possible ? FAKE_REPLY : FAKE_ERROR;
}

/* [["path",…]] */
static fake_outcome save(sx_str args, sx_buf *json) {
  cJSON *all = sx_json_parse(args);
  const cJSON *path;
  sx_buf_add_char(json, '[');
  cJSON_ArrayForEach (path, cJSON_GetArrayItem(all, 0))
    sx_buf_addf(json, "%s{\"path\":\"%s\",\"saved\":true,\"why\":\"\"}", json->len > 1 ? "," : "",
                path->valuestring);
  sx_buf_add_char(json, ']');
  cJSON_Delete(all);
  return all ? FAKE_REPLY : FAKE_ERROR;
}

static fake_outcome answer(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                           void *context) {
  scene *s = context;
  if (strcmp(ticket->op, "applyEdit") == 0) return apply(s, ticket->args, json);
  if (strcmp(ticket->op, "save") == 0) return save(ticket->args, json);
  if (strcmp(ticket->op, "policy") == 0)
    sx_buf_add_text(json, "{\"policy\":\"always\"}");
  else if (strcmp(ticket->op, "document") == 0)
    write_document(s, ticket->args, json, text);
  else if (strcmp(ticket->op, "diagnostics") == 0)
    sx_buf_add_text(json, "{\"events\":1,\"loaded\":true,\"exact\":true,\"rows\":[]}");
  else if (strcmp(ticket->op, "languageServers") == 0)
    sx_buf_add_text(json, "[{\"extension\":\"test.server\",\"active\":true}]");
  else if (strcmp(ticket->op, "loadProject") == 0)
    sx_buf_add_text(json, "{\"loaded\":true}");
  else if (strcmp(ticket->op, "heldDocuments") == 0)
    write_held(ticket->args, json);
  else if (strcmp(ticket->op, "outline") == 0)
    write_outline(s, ticket->args, json);
  else if (strcmp(ticket->op, "references") == 0)
    write_places(s, false, json);
  else if (strcmp(ticket->op, "definition") == 0)
    write_places(s, true, json);
  else
    sx_buf_add_text(json, "[]");
  return FAKE_REPLY;
}

/* ---- a call ------------------------------------------------------------------------------------
 */

static void release_answer(void *of) {
  sx_answer_release(of);
}

static void release_args(void *args) {
  cJSON_Delete(args);
}

/* NULL without memory. */
static scene *begin(const request *of) {
  scene *s = sx_test_memory(sizeof *s);
  s->request = of;
  s->base = call_scene_new(answer, s);
  if (!s->base || !played_parser_use()) return NULL;
  if (sx_answer_init(&s->answer, SX_FORMAT_TEXT, 2000)) return NULL;
  sx_test_defer(release_answer, &s->answer);
  for (; s->count < MAX_FILES && of->files[s->count].name; s->count++) {
    const given_file *one = &of->files[s->count];
    s->paths[s->count] = temp_path(s->base->folder, one->name);
    if (one->before) temp_file(s->base->folder, one->name, sx_str_from(one->before));
  }
  return s;
}

/* Whether all files have the texts that they had, or all those that they were to have. */
static bool are_all(const scene *s, bool is_after) {
  for (size_t i = 0; i < s->count; i++) {
    char memory[LIMIT];
    const given_file *one = &s->request->files[i];
    const char *wanted = is_after ? one->after : one->before;
    sx_str text = read_into(memory, s->paths[i].ptr);
    if (!sx_str_is_equal(text, sx_str_from(wanted ? wanted : ""))) return false;
  }
  return true;
}

static void show_files(const scene *s) {
  for (size_t i = 0; i < s->count; i++) {
    char memory[LIMIT];
    fprintf(stderr, "--- %s\n%.*s", s->request->files[i].name,
            SX_STR_ARG(read_into(memory, s->paths[i].ptr)));
  }
  fprintf(stderr, "--- answer\n%.*s%s\n", SX_STR_ARG(sx_buf_str(&s->answer.text)),
          sx_test_err()->message);
}

static void run(const request *of) {
  scene *s = begin(of);
  SX_EXPECT_ALLOC(s);
  cJSON *args = sx_json_parse(sx_str_from(of->args));
  SX_EXPECT_ALLOC(args);
  sx_test_defer(release_args, args);
  s->base->call.tool = SX_STR("tool");
  s->base->call.toolset = SX_STR("refactor");
  /* A question that is lost without memory is asked again until then. */
  if (sx_test_is_failing_allocations())
    sx_port_call_set_soft_deadline(s->base->call.wait, sx_clock_ms() + 500);
  sx_status status = of->run(&s->base->call, args, &s->answer, sx_test_err());
  bool is_done = are_all(s, true), is_kept = are_all(s, false);
  if (!is_done && !is_kept) show_files(s);
  SX_EXPECT(is_done || is_kept);
  if (sx_test_is_failing_allocations() && status) return;
  if (status || !is_done) show_files(s);
  SX_EXPECT_INT(status, SX_OK);
  SX_EXPECT(is_done);
}

/* ---- Python ------------------------------------------------------------------------------------
 */

#define PYTHON_PAY "def pay(a, b):\n    c = a + b\n    return c * 2\n"
#define PYTHON_USER "from a import pay\n\nprint(pay(1, 2))\n"

SX_TEST(python_extracts) {
  run(&(request){sx_tool_extract_function,
                 "{\"file_path\":\"a.py\",\"start_line\":2,\"end_line\":2,"
                 "\"function_name\":\"sum_up\",\"preview\":false}",
                 "python",
                 "pay",
                 {{"a.py", PYTHON_PAY "\n\nprint(pay(1, 2))\n",
                   "def sum_up(a, b):\n    c = a + b\n    return c\n\n\ndef pay(a, b):\n    c = "
                   "sum_up(a, b)\n    return c * 2\n\n\nprint(pay(1, 2))\n"}}});
}

SX_TEST(python_inlines) {
  run(&(request){sx_tool_inline_function,
                 "{\"file_path\":\"a.py\",\"symbol\":\"pay\",\"preview\":false}",
                 "python",
                 "pay",
                 {{"a.py", "def pay(a, b):\n    return a + b\n", ""},
                  {"b.py", PYTHON_USER, "print(1 + 2)\n"}}});
}

SX_TEST(python_moves) {
  run(&(request){
      sx_tool_move_symbol,
      "{\"file_path\":\"a.py\",\"symbol\":\"pay\",\"target_file\":\"c.py\","
      "\"preview\":false}",
      "python",
      "pay",
      {{"a.py", PYTHON_PAY "\n\ndef other():\n    return 1\n", "def other():\n    return 1\n"},
       {"b.py", PYTHON_USER, "from c import pay\n\nprint(pay(1, 2))\n"},
       {"c.py", NULL, "def pay(a, b):\n    c = a + b\n    return c * 2\n"}}});
}

SX_TEST(python_changes_a_signature) {
  run(&(request){
      sx_tool_change_signature,
      "{\"file_path\":\"a.py\",\"symbol\":\"pay\",\"preview\":false,\"new_params\":["
      "{\"name\":\"b\"},{\"name\":\"total\",\"was\":\"a\"},"
      "{\"name\":\"rate\",\"value_for_calls\":\"3\"}]}",
      "python",
      "pay",
      {{"a.py", PYTHON_PAY, "def pay(b, total, rate):\n    c = total + b\n    return c * 2\n"},
       {"b.py", PYTHON_USER, "from a import pay\n\nprint(pay(2, 1, 3))\n"}}});
}

SX_TEST(python_edits_a_symbol) {
  run(&(request){sx_tool_edit_symbol,
                 "{\"file_path\":\"a.py\",\"symbol\":\"pay\",\"operation\":\"replace_body\","
                 "\"content\":\"return 0\",\"preview\":false}",
                 "python",
                 "pay",
                 {{"a.py", PYTHON_PAY, "def pay(a, b):\n    return 0\n"}}});
}

/* ---- TypeScript --------------------------------------------------------------------------------
 */

#define SCRIPT_PAY                                                                                 \
  "export function pay(a: number, b: number): number {\n  const c = a + b;\n  return c * 2;\n}\n"
#define SCRIPT_USER "import { pay } from \"./a\";\n\nconsole.log(pay(1, 2));\n"

SX_TEST(typescript_extracts) {
  run(&(request){sx_tool_extract_function,
                 "{\"file_path\":\"a.ts\",\"start_line\":2,\"end_line\":2,"
                 "\"function_name\":\"sumUp\",\"preview\":false}",
                 "typescript",
                 "pay",
                 {{"a.ts", SCRIPT_PAY,
                   "export function pay(a: number, b: number): number {\n  const c = sumUp(a, "
                   "b);\n  return c * 2;\n}\n\nfunction sumUp(a: number, b: number) {\n  const c = "
                   "a + b;\n  return c;\n}\n"}}});
}

SX_TEST(typescript_inlines) {
  run(&(request){sx_tool_inline_function,
                 "{\"file_path\":\"a.ts\",\"symbol\":\"pay\",\"preview\":false}",
                 "typescript",
                 "pay",
                 {{"a.ts", "export function pay(a: number, b: number) {\n  return a + b;\n}\n", ""},
                  {"b.ts", SCRIPT_USER, "console.log(1 + 2);\n"}}});
}

SX_TEST(typescript_inlines_into_a_block) {
  run(&(request){
      sx_tool_inline_function,
      "{\"file_path\":\"a.ts\",\"symbol\":\"pay\",\"preview\":false}",
      "typescript",
      "pay",
      {{"a.ts", "export function pay(a: number, b: number) {\n  log(a);\n  return a + b;\n}\n", ""},
       {"b.ts", "import { pay } from \"./a\";\n\nif (x) y = pay(1, 2); else f(() => pay(3, 4));\n",
        "if (x) {\n  log(1);\n  y = 1 + 2;\n} else f(() => {\n  log(3);\n  return 3 + "
        "4;\n});\n"}}});
}

SX_TEST(typescript_moves) {
  run(&(request){
      sx_tool_move_symbol,
      "{\"file_path\":\"a.ts\",\"symbol\":\"pay\",\"target_file\":\"c.ts\","
      "\"preview\":false}",
      "typescript",
      "pay",
      {{"a.ts", SCRIPT_PAY "\nexport const other = 1;\n", "export const other = 1;\n"},
       {"b.ts", SCRIPT_USER, "import { pay } from \"./c\";\n\nconsole.log(pay(1, 2));\n"},
       {"c.ts", NULL,
        "export function pay(a: number, b: number): number {\n  const c = a + b;\n  return c * "
        "2;\n}\n"}}});
}

SX_TEST(commonjs_moves) {
  run(&(request){
      sx_tool_move_symbol,
      "{\"file_path\":\"a.js\",\"symbol\":\"pay\",\"target_file\":\"c.js\",\"preview\":false}",
      "javascript",
      "pay",
      {{"a.js",
        "const path = require(\"path\");\n\nfunction pay(a, b) {\n  return path.sep + a + "
        "b;\n}\n\nfunction other() {\n  return path.sep;\n}\n\nmodule.exports = { pay, other "
        "};\n",
        "const path = require(\"path\");\n\nfunction other() {\n  return "
        "path.sep;\n}\n\nmodule.exports = { other };\n"},
       {"b.js", "const { pay, other } = require(\"./a\");\n\nconsole.log(pay(1, 2), other());\n",
        "const { other } = require(\"./a\");\nconst { pay } = "
        "require(\"./c\");\n\nconsole.log(pay(1, 2), other());\n"},
       {"c.js", NULL,
        "const path = require(\"path\");\n\nfunction pay(a, b) {\n  return path.sep + a + "
        "b;\n}\n\nmodule.exports = { pay };\n"}}});
}

SX_TEST(typescript_changes_a_signature) {
  run(&(request){
      sx_tool_change_signature,
      "{\"file_path\":\"a.ts\",\"symbol\":\"pay\",\"preview\":false,\"new_params\":["
      "{\"name\":\"b\"},{\"name\":\"total\",\"was\":\"a\"},"
      "{\"name\":\"rate\",\"type\":\"number\",\"value_for_calls\":\"3\"}]}",
      "typescript",
      "pay",
      {{"a.ts", SCRIPT_PAY,
        "export function pay(b: number, total: number, rate: number): number {\n  const c = total "
        "+ b;\n  return c * 2;\n}\n"},
       {"b.ts", SCRIPT_USER, "import { pay } from \"./a\";\n\nconsole.log(pay(2, 1, 3));\n"}}});
}

SX_TEST(typescript_deletes_a_symbol) {
  run(&(request){
      sx_tool_edit_symbol,
      "{\"file_path\":\"a.ts\",\"symbol\":\"pay\",\"operation\":\"delete\","
      "\"preview\":false}",
      "typescript",
      "pay",
      {{"a.ts", SCRIPT_PAY "\nexport const other = 1;\n", "export const other = 1;\n"}}});
}

/* ---- C and Go ----------------------------------------------------------------------------------
 */

#define C_PAY "int pay(int a, int b) {\n  return a + b;\n}\n"

SX_TEST(c_changes_a_signature) {
  run(&(request){sx_tool_change_signature,
                 "{\"file_path\":\"a.c\",\"symbol\":\"pay\",\"preview\":false,\"new_params\":["
                 "{\"name\":\"b\"},{\"name\":\"total\",\"was\":\"a\"}]}",
                 "c",
                 "pay",
                 {{"a.c", C_PAY, "int pay(int b, int total) {\n  return total + b;\n}\n"},
                  {"b.c", "int pay(int a, int b);\n\nint main(void) {\n  return pay(1, 2);\n}\n",
                   "int pay(int b, int total);\n\nint main(void) {\n  return pay(2, 1);\n}\n"}}});
}

SX_TEST(c_edits_a_symbol) {
  run(&(request){
      sx_tool_edit_symbol,
      "{\"file_path\":\"a.c\",\"symbol\":\"pay\",\"operation\":\"insert_after\","
      "\"content\":\"int pay_all(void) {\\n  return 1;\\n}\",\"preview\":false}",
      "c",
      "pay",
      {{"a.c", C_PAY,
        "int pay(int a, int b) {\n  return a + b;\n}\n\nint pay_all(void) {\n  return 1;\n}\n"}}});
}

SX_TEST(c_extracts) {
  run(&(request){
      sx_tool_extract_function,
      "{\"file_path\":\"a.c\",\"start_line\":2,\"end_line\":2,"
      "\"function_name\":\"sum_up\",\"preview\":false}",
      "c",
      "pay",
      {{"a.c", "int pay(int a, int b) {\n  int c = a + b;\n  return c * 2;\n}\n",
        "static int sum_up(int a, int b) {\n  int c = a + b;\n  return c;\n}\n\nint pay(int a, int "
        "b) {\n  int c = sum_up(a, b);\n  return c * 2;\n}\n"}}});
}

SX_TEST(c_extracts_a_variable) {
  run(&(request){sx_tool_extract_function,
                 "{\"file_path\":\"a.c\",\"start_line\":2,\"end_line\":2,\"start_column\":17,"
                 "\"end_column\":22,\"kind\":\"variable\",\"function_name\":\"c\","
                 "\"preview\":false}",
                 "c",
                 "pay",
                 {{"a.c", "int pay(int a, int b) {\n  if (a) return 2 * a + b;\n  return 0;\n}\n",
                   "int pay(int a, int b) {\n  if (a) {\n    int c = 2 * a;\n    return c + b;\n  "
                   "}\n  return 0;\n}\n"}}});
}

SX_TEST(c_inlines) {
  run(&(request){sx_tool_inline_function,
                 "{\"file_path\":\"a.c\",\"symbol\":\"pay\",\"preview\":false}",
                 "c",
                 "pay",
                 {{"a.c",
                   "static int pay(int a, int b) { return a + b; }\nint main(void) {\n  return "
                   "pay(1, 2);\n}\n",
                   "int main(void) {\n  return 1 + 2;\n}\n"}}});
}

SX_TEST(c_moves) {
  run(&(request){sx_tool_move_symbol,
                 "{\"file_path\":\"a.c\",\"symbol\":\"pay\",\"target_file\":\"c.c\","
                 "\"preview\":false}",
                 "c",
                 "pay",
                 {{"a.c",
                   "#include \"a.h\"\n#include <stdio.h>\nint pay(int a, int b) {\n  "
                   "printf(\"x\");\n  return a + b;\n}\nint other(void) { return 1; }\n",
                   "#include \"a.h\"\n#include <stdio.h>\nint other(void) { return 1; }\n"},
                  {"a.h", "int pay(int a, int b);\n", "int pay(int a, int b);\n"},
                  {"c.c", NULL,
                   "#include \"a.h\"\n#include <stdio.h>\n\nint pay(int a, int b) {\n  "
                   "printf(\"x\");\n  return a + b;\n}\n"}}});
}

/* With a macro that the grammar does not fit, and declarations of others within a function. */
SX_TEST(c_moves_to_a_header) {
  run(&(request){
      sx_tool_move_symbol,
      "{\"file_path\":\"a.h\",\"symbol\":\"pay\",\"target_file\":\"b.h\",\"preview\":false}",
      "c",
      "pay",
      {{"a.h",
        "#ifndef A_H\n#define A_H\n#define API(type) extern type\nAPI(int) pay(int a, int "
        "b);\nAPI(int) other(void);\n#endif\n",
        "#ifndef A_H\n#define A_H\n#define API(type) extern type\nAPI(int) other(void);\n#endif\n"},
       {"b.h",
        "#ifndef B_H\n#define B_H\n#pragma pack(push, 1)\n#pragma pack(pop)\nint "
        "last(void);\n#endif\n",
        "#ifndef B_H\n#define B_H\n\n"
        "#include \"a.h\"\n\n"
        "#pragma pack(push, 1)\n#pragma pack(pop)\nint last(void);\n\nAPI(int) pay(int a, int "
        "b);\n\n#endif\n"},
       {"a.c",
        "#include \"a.h\"\nint other(void) {\n  int last(void);\n  return pay(1, last());\n}\n",
        "#include \"a.h\"\n#include \"b.h\"\nint other(void) {\n  int last(void);\n  return pay(1, "
        "last());\n}\n"}}});
}

SX_TEST(c_moves_what_declares_others) {
  run(&(request){
      sx_tool_move_symbol,
      "{\"file_path\":\"a.c\",\"symbol\":\"pay\",\"target_file\":\"b.c\",\"preview\":false}",
      "c",
      "pay",
      {{"a.c",
        "#include \"a.h\"\nint pay(int a) {\n  int last(void);\n  return a + last();\n}\nint "
        "last(void) { return 2; }\n",
        "#include \"a.h\"\nint last(void) { return 2; }\n"},
       {"a.h", "int pay(int a);\n", "int pay(int a);\n"},
       {"b.c", "int other;\n",
        "#include \"a.h\"\n\nint other;\n\nint pay(int a) {\n  int last(void);\n  return a + "
        "last();\n}\n"}}});
}

#define GO_PAY "package main\n\nfunc pay(a, b int) int {\n\treturn a + b\n}\n"

SX_TEST(go_changes_a_signature) {
  run(&(request){sx_tool_change_signature,
                 "{\"file_path\":\"a.go\",\"symbol\":\"pay\",\"preview\":false,\"new_params\":["
                 "{\"name\":\"b\"},{\"name\":\"total\",\"was\":\"a\"}]}",
                 "go",
                 "pay",
                 {{"a.go", GO_PAY,
                   "package main\n\nfunc pay(b int, total int) int {\n\treturn total + b\n}\n"},
                  {"b.go", "package main\n\nfunc main() {\n\tprintln(pay(1, 2))\n}\n",
                   "package main\n\nfunc main() {\n\tprintln(pay(2, 1))\n}\n"}}});
}

SX_TEST(go_edits_a_symbol) {
  run(&(request){sx_tool_edit_symbol,
                 "{\"file_path\":\"a.go\",\"symbol\":\"pay\",\"operation\":\"replace\","
                 "\"content\":\"func pay(a, b int) int {\\n\\treturn b\\n}\",\"preview\":false}",
                 "go",
                 "pay",
                 {{"a.go", GO_PAY, "package main\n\nfunc pay(a, b int) int {\n\treturn b\n}\n"}}});
}

SX_TEST(go_extracts) {
  run(&(request){
      sx_tool_extract_function,
      "{\"file_path\":\"a.go\",\"start_line\":4,\"end_line\":4,"
      "\"function_name\":\"sumUp\",\"preview\":false}",
      "go",
      "pay",
      {{"a.go", "package main\n\nfunc pay(a, b int) int {\n\tc := a + b\n\treturn c * 2\n}\n",
        "package main\n\nfunc pay(a, b int) int {\n\tc := sumUp(a, b)\n\treturn c * 2\n}\n\nfunc "
        "sumUp(a int, b int) int {\n\tc := a + b\n\treturn c\n}\n"}}});
}

SX_TEST(go_inlines) {
  run(&(request){sx_tool_inline_function,
                 "{\"file_path\":\"a.go\",\"symbol\":\"pay\",\"preview\":false}",
                 "go",
                 "pay",
                 {{"a.go",
                   "package main\n\nfunc pay(a, b int) int {\n\treturn a + b\n}\n\nfunc main() "
                   "{\n\tprintln(pay(1, 2))\n}\n",
                   "package main\n\nfunc main() {\n\tprintln(int(1 + 2))\n}\n"}}});
}

SX_TEST(go_moves) {
  run(&(request){
      sx_tool_move_symbol,
      "{\"file_path\":\"a.go\",\"symbol\":\"pay\",\"target_file\":\"c.go\","
      "\"preview\":false}",
      "go",
      "pay",
      {{"a.go",
        "package main\n\nimport \"fmt\"\n\nfunc pay(a, b int) int {\n\tfmt.Println(a)\n\treturn a "
        "+ b\n}\n\nfunc main() {\n\tprintln(pay(1, 2))\n}\n",
        "package main\n\nfunc main() {\n\tprintln(pay(1, 2))\n}\n"},
       {"c.go", NULL,
        "package main\n\nimport \"fmt\"\n\nfunc pay(a, b int) int {\n\tfmt.Println(a)\n\treturn a "
        "+ b\n}\n"}}});
}

SX_TEST(go_moves_to_another_package) {
  run(&(request){
      sx_tool_move_symbol,
      "{\"file_path\":\"a/a.go\",\"symbol\":\"Pay\",\"target_file\":\"b/b.go\","
      "\"preview\":false}",
      "go",
      "Pay",
      {{"go.mod", "module m.org/m\n", "module m.org/m\n"},
       {"a/a.go",
        "package a\n\nimport \"fmt\"\n\n// Rate is one.\nconst Rate = 2\n\nfunc Pay(b int) "
        "{\n\tfmt.Println(b * Rate)\n}\n",
        "package a\n\n// Rate is one.\nconst Rate = 2\n"},
       {"b/b.go", "package b\n\nvar B = 1\n",
        "package b\n\nimport (\n\t\"fmt\"\n\n\t\"m.org/m/a\"\n)\n\nvar B = 1\n\nfunc Pay(b int) "
        "{\n\tfmt.Println(b * a.Rate)\n}\n"},
       {"c.go", "package main\n\nimport \"m.org/m/a\"\n\nfunc main() {\n\ta.Pay(1)\n}\n",
        "package main\n\nimport \"m.org/m/b\"\n\nfunc main() {\n\tb.Pay(1)\n}\n"}}});
}

SX_SUITE(refactor_tools_test, SX_CASE(python_extracts), SX_CASE(python_inlines),
         SX_CASE(python_moves), SX_CASE(python_changes_a_signature), SX_CASE(python_edits_a_symbol),
         SX_CASE(typescript_extracts), SX_CASE(typescript_inlines),
         SX_CASE(typescript_inlines_into_a_block), SX_CASE(typescript_moves),
         SX_CASE(commonjs_moves), SX_CASE(typescript_changes_a_signature),
         SX_CASE(typescript_deletes_a_symbol), SX_CASE(c_extracts), SX_CASE(c_extracts_a_variable),
         SX_CASE(c_inlines), SX_CASE(c_moves), SX_CASE(c_moves_to_a_header),
         SX_CASE(c_moves_what_declares_others), SX_CASE(go_extracts), SX_CASE(go_inlines),
         SX_CASE(go_moves), SX_CASE(go_moves_to_another_package), SX_CASE(c_changes_a_signature),
         SX_CASE(c_edits_a_symbol), SX_CASE(go_changes_a_signature), SX_CASE(go_edits_a_symbol));
