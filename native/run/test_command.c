#include "base/buf.h"
#include "base/byte.h"
#include "run/test_runner.h"

#include <stdarg.h>

#define MAX_LINE_BYTES ((size_t)1 << 20)

/* ---- words -------------------------------------------------------------------------------- */

static void add(sx_test_command *command, sx_strs *list, sx_str word) {
  if (!command->status) command->status = sx_strs_add(list, word, command->arena, NULL);
}

void sx_test_command_add(sx_test_command *command, sx_str word) {
  add(command, &command->argv, word);
  add(command, &command->typed, word);
}

void sx_test_command_add_text(sx_test_command *command, const char *word) {
  sx_test_command_add(command, sx_str_from(word));
}

void sx_test_command_add_hidden(sx_test_command *command, sx_str word) {
  add(command, &command->argv, word);
}

void sx_test_command_add_hidden_text(sx_test_command *command, const char *word) {
  add(command, &command->argv, sx_str_from(word));
}

void sx_test_command_add_as(sx_test_command *command, sx_str word, const char *typed) {
  add(command, &command->argv, word);
  add(command, &command->typed, sx_str_from(typed));
}

void sx_test_command_add_typed(sx_test_command *command, const char *word) {
  add(command, &command->typed, sx_str_from(word));
}

void sx_test_command_set(sx_test_command *command, sx_str variable) {
  add(command, &command->environment, variable);
}

sx_str sx_test_command_report(sx_test_command *command, const sx_test_request *request,
                              const char *name) {
  command->place = SX_REPORT_IN_FILE;
  command->report = sx_arena_printf(command->arena, "%.*s/%s", SX_STR_ARG(request->scratch), name);
  return command->report;
}

void sx_test_command_add_files(sx_test_command *command, const sx_test_request *request) {
  for (size_t i = 0; i < request->files.len; i++) {
    sx_str path = sx_project_relative(request->project, request->files.items[i]);
    if (sx_str_is_equal(path, SX_STR("."))) continue;
    const char *before = sx_str_at(path, 0) == '-' ? "./" : "";
    sx_test_command_add(command,
                        sx_arena_printf(command->arena, "%s%.*s", before, SX_STR_ARG(path)));
  }
}

void sx_test_command_miss(sx_test_command *command, const char *format, ...) {
  sx_buf text;
  va_list args;
  sx_buf_init(&text, SX_ERR_MESSAGE_BYTES);
  va_start(args, format);
  sx_buf_addv(&text, format, args);
  va_end(args);
  command->missing = sx_arena_dup(command->arena, sx_buf_str(&text));
  if (text.status) command->status = text.status;
  sx_buf_release(&text);
}

/* ---- names as patterns -------------------------------------------------------------------- */

static void add_pattern(sx_buf *out, sx_str text) {
  for (size_t i = 0; i < text.len; i++) {
    if (sx_byte_is_one_of(text.ptr[i], "\\^$.|?*+()[]{}/")) sx_buf_add_char(out, '\\');
    sx_buf_add_char(out, text.ptr[i]);
  }
}

sx_str sx_pattern_quote(sx_str text, sx_arena *arena) {
  sx_buf out;
  sx_buf_init(&out, MAX_LINE_BYTES);
  add_pattern(&out, text);
  return sx_buf_keep(&out, arena);
}

sx_str sx_text_replace(sx_str text, const char *from, const char *to, sx_arena *arena) {
  sx_buf out;
  sx_str wanted = sx_str_from(from);
  size_t at = 0;
  if (!wanted.len) return text;
  sx_buf_init(&out, MAX_LINE_BYTES);
  for (size_t next; (next = sx_str_find(text, wanted, at)) != SX_STR_NONE; at = next + wanted.len) {
    sx_buf_add(&out, sx_str_slice(text, at, next));
    sx_buf_add_text(&out, to);
  }
  sx_buf_add(&out, sx_str_slice(text, at, text.len));
  return sx_buf_keep(&out, arena);
}

sx_str sx_pattern_of_names(const sx_strs *names, const char *before, const char *after,
                           const char *separator, sx_arena *arena) {
  sx_buf out;
  sx_buf_init(&out, MAX_LINE_BYTES);
  sx_buf_addf(&out, "%s%s", before, names->len > 1 ? "(" : "");
  for (size_t i = 0; i < names->len; i++) {
    if (i) sx_buf_add_char(&out, '|');
    add_pattern(&out, sx_text_replace(names->items[i], " > ", separator, arena));
  }
  sx_buf_addf(&out, "%s%s", names->len > 1 ? ")" : "", after);
  return sx_buf_keep(&out, arena);
}
