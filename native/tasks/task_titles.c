#include "base/byte.h"
#include "base/utf8.h"
#include "tasks/tasks.h"
#include "text/clean.h"

/* An agent that does not say who it is. */
#define UNNAMED "agent"
/* A title in an error is cut. */
#define SHOWN_BYTES 40

static bool is_blank(char c) {
  return (unsigned char)c <= ' ' || c == 0x7F;
}

/* On one line, as people see it: control characters and runs of blanks are one blank. */
static sx_str make_line(sx_str text, sx_arena *arena) {
  text = sx_text_clean(text, arena);
  char *made = sx_arena_alloc(arena, text.len + 1);
  size_t len = 0;
  if (!made) return SX_STR("");
  for (size_t i = 0; i < text.len; i++) {
    bool is_second = is_blank(text.ptr[i]) && (!len || made[len - 1] == ' ');
    if (!is_second) made[len++] = is_blank(text.ptr[i]) ? ' ' : text.ptr[i];
  }
  if (len && made[len - 1] == ' ') len--;
  made[len] = 0;
  return sx_str_make(made, len);
}

/* "Claude Code 2.0.1" -> "Claude Code": an update of the program keeps its tasks. */
static sx_str without_version(sx_str client) {
  size_t space = sx_str_find_last_char(client, ' ');
  return sx_str_trim(space == SX_STR_NONE ? client : sx_str_slice(client, 0, space));
}

sx_status sx_tasks_name_list(sx_str *out, sx_call *call, sx_str given, sx_err *err) {
  *out = make_line(given, call->arena);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  if (out->len > SX_TASKS_MAX_NAME_BYTES)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "list has %zu bytes; a name may have %d. Choose a shorter one.", out->len,
                   SX_TASKS_MAX_NAME_BYTES);
  if (out->len) return SX_OK;
  if (call->caller == SX_CALLER_PERSON)
    return sx_fail(err, SX_INVALID_ARGUMENT, "list is required.");
  sx_str own = make_line(without_version(call->client), call->arena);
  *out = own.len ? sx_utf8_cut(own, SX_TASKS_MAX_NAME_BYTES) : SX_STR(UNNAMED);
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}

/* ---- titles -------------------------------------------------------------------------------- */

/* "- ", "* ", "+ ", "1. ", "12) " */
static sx_str skip_bullet(sx_str line) {
  char first = sx_str_at(line, 0);
  bool is_bullet = (first == '-' || first == '*' || first == '+') &&
                   (sx_str_at(line, 1) == ' ' || line.len == 1);
  size_t digits = 0;
  while (digits < 3 && sx_byte_is_digit(sx_str_at(line, digits))) digits++;
  char mark = sx_str_at(line, digits);
  bool is_number = digits && (mark == '.' || mark == ')') && sx_str_at(line, digits + 1) == ' ';
  size_t from = is_bullet ? 2 : is_number ? digits + 2 : 0;
  return sx_str_trim(sx_str_slice(line, from, line.len));
}

/* "[ ] " and "[x] ", and a number after it: "- [ ] 1. Read it" */
static sx_str skip_box(sx_str line, bool *is_completed) {
  char mark = sx_str_at(line, 1);
  bool is_box = sx_str_at(line, 0) == '[' && (mark == ' ' || mark == 'x' || mark == 'X') &&
                sx_str_at(line, 2) == ']' && (sx_str_at(line, 3) == ' ' || line.len == 3);
  *is_completed = is_box && mark != ' ';
  return is_box ? skip_bullet(sx_str_trim(sx_str_slice(line, 3, line.len))) : line;
}

static sx_status add_title(sx_task_list *list, sx_call *call, sx_str line, sx_err *err) {
  bool is_completed;
  line = make_line(line, call->arena);
  line = skip_box(skip_bullet(line), &is_completed);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  if (!sx_text_is_visible(line)) return SX_OK;
  if (line.len > SX_TASKS_MAX_TITLE_BYTES)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "The title that begins '%.*s' has %zu bytes; a title may have %d. Shorten it.",
                   SX_STR_ARG(sx_utf8_cut(line, SHOWN_BYTES)), line.len, SX_TASKS_MAX_TITLE_BYTES);
  if (list->items.len == SX_TASKS_MAX)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "A list has at most %d tasks. Give larger tasks, or another `list`.",
                   SX_TASKS_MAX);
  sx_task *task = SX_ARRAY_ADD(&list->items, call->arena);
  if (!task) return sx_fail(err, call->arena->status, NULL);
  *task = (sx_task){(int64_t)list->items.len, line, is_completed, false};
  list->completed += is_completed;
  return SX_OK;
}

sx_status sx_tasks_read_titles(sx_task_list *list, sx_call *call, sx_str text, sx_err *err) {
  sx_status status = SX_OK;
  sx_str line;
  size_t before = list->items.len;
  while (!status && sx_str_next_line(&text, &line)) status = add_title(list, call, line, err);
  if (status || list->items.len > before) return status;
  return sx_fail(err, SX_INVALID_ARGUMENT, "A title is empty. Give each task a title.");
}
