/*
 * Fuzz target: patterns and replacements from agents on texts of any bytes.
 *
 * Matches lie in the text, ascend and end; errors are reported. The input is
 * options byte, `pattern` NUL `replacement` NUL `text`.
 */
#include "match/template.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static sx_status stop_after(void *arg) {
  size_t *left = arg;
  return *left && --*left ? SX_OK : SX_DEADLINE;
}

static sx_str take_part(sx_str *rest) {
  size_t nul = sx_str_find_char(*rest, 0, 0);
  sx_str part = sx_str_slice(*rest, 0, nul);
  *rest = nul == SX_STR_NONE ? SX_STR("") : sx_str_slice(*rest, nul + 1, rest->len);
  return part;
}

static void replace_all(const sx_regex *regex, const sx_template *template, sx_str text,
                        sx_arena *arena) {
  sx_regex_matches found;
  sx_buf out;
  size_t end = 0, left = 20;
  const sx_regex_check limit = {stop_after, &left};
  sx_status status = sx_regex_find_all(&found, regex, text, &limit, arena, NULL);
  sx_buf_init(&out, 1 << 20);
  for (size_t i = 0; i < found.count && !status; i++) {
    sx_match_span span = found.items[i].spans[0];
    check(span.start >= end && span.start <= span.end && span.end <= text.len);
    end = span.end;
    sx_template_expand(&out, template, text, &found.items[i]);
    sx_template_keep_case(&out, SX_STR("new_Name"), sx_str_slice(text, span.start, span.end));
  }
  sx_buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!size) return 0;
  sx_str rest = sx_str_make((const char *)data + 1, size - 1);
  sx_str pattern = take_part(&rest), replacement = take_part(&rest);
  sx_regex_options options = {.ignore_case = *data & 1,
                              .single_line = *data & 2,
                              .dot_all = *data & 4,
                              .literal = *data & 8,
                              .whole_word = *data & 16};
  sx_arena arena;
  sx_err err = {SX_OK, ""};
  sx_regex *regex;
  sx_template template;
  sx_arena_init(&arena, 64 << 20);
  sx_status status = sx_regex_compile(&regex, pattern, &options, &arena, &err);
  if (!status)
    status =
        sx_template_parse(&template, replacement, options.literal ? NULL : regex, &arena, &err);
  check(!status || err.message[0]);
  if (!status) replace_all(regex, &template, rest, &arena);
  sx_arena_release(&arena);
  return 0;
}
