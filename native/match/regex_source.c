#include "match/regex_parts.h"

#include "base/byte.h"

/* Asks for the search's callout wherever a match may begin. */
#define CALLOUT "(?C1)"
/* After it there are no options of PCRE2's own, as (*UTF). */
#define NO_CALLOUT "(?#)"

static size_t line_end_bytes(sx_str rest) {
  if (sx_str_has_prefix(rest, SX_STR("\r\n"))) return 2;
  return *rest.ptr == '\n' || *rest.ptr == '\r';
}

/** Writes one byte of text, or a line end; how many bytes of `rest` that was. */
static size_t write_literal(sx_buf *out, sx_str rest) {
  size_t ending = line_end_bytes(rest);
  if (ending) {
    sx_buf_add_text(out, "\\R");
    return ending;
  }
  if (!*rest.ptr) {
    sx_buf_add_text(out, "\\x00");
    return 1;
  }
  if (!sx_byte_is_word(*rest.ptr)) sx_buf_add_char(out, '\\');
  sx_buf_add_char(out, *rest.ptr);
  return 1;
}

/** Bytes of a class at the start of `rest`, with its brackets; all of them when it has no end. */
static size_t class_bytes(sx_str rest) {
  size_t at = 1;
  if (at < rest.len && rest.ptr[at] == '^') at++;
  if (at < rest.len && rest.ptr[at] == ']') at++;
  for (; at < rest.len && rest.ptr[at] != ']'; at++) {
    bool is_named = sx_str_has_prefix(sx_str_slice(rest, at, rest.len), SX_STR("[:"));
    size_t end = is_named ? sx_str_find(rest, SX_STR(":]"), at + 2) : SX_STR_NONE;
    if (end != SX_STR_NONE)
      at = end + 1;
    else if (rest.ptr[at] == '\\')
      at++;
  }
  return at < rest.len ? at + 1 : rest.len;
}

size_t sx_regex__part_bytes(sx_str rest) {
  if (*rest.ptr == '[') return class_bytes(rest);
  if (sx_str_has_prefix(rest, SX_STR("\\Q"))) {
    size_t end = sx_str_find(rest, SX_STR("\\E"), 2);
    return end == SX_STR_NONE ? rest.len : end + 2;
  }
  return *rest.ptr == '\\' && rest.len > 1 ? 2 : 1;
}

/** Whether it is one, or an escape that takes one alone. */
static bool is_line_end(sx_str part) {
  return line_end_bytes(part) ||
         (part.len == 2 && *part.ptr == '\\' && sx_byte_is_one_of(part.ptr[1], "nrR"));
}

/** Whether it names a line end as one of the characters that it takes. */
static bool class_has_line_end(sx_str class) {
  bool has = false;
  for (size_t at = 1; at < class.len && class.ptr[1] != '^' && !has;) {
    size_t bytes = class.ptr[at] == '\\' && at + 1 < class.len ? 2 : 1;
    has = is_line_end(sx_str_slice(class, at, at + bytes));
    at += bytes;
  }
  return has;
}

bool sx_regex__names_line_end(sx_str pattern) {
  bool has = false;
  for (size_t at = 0; at < pattern.len && !has;) {
    sx_str rest = sx_str_slice(pattern, at, pattern.len);
    sx_str part = sx_str_slice(rest, 0, sx_regex__part_bytes(rest));
    has = *part.ptr == '[' ? class_has_line_end(part) : is_line_end(part);
    at += part.len;
  }
  return has;
}

/** Writes a part of an expression that is not taken apart; how many bytes of `rest` that was. */
static size_t write_part(sx_buf *out, sx_str rest, bool any_line_end) {
  size_t bytes = sx_regex__part_bytes(rest);
  bool is_newline = sx_str_has_prefix(rest, SX_STR("\\n"));
  size_t ending = any_line_end ? line_end_bytes(rest) : 0;
  if (ending || (any_line_end && is_newline)) {
    sx_buf_add_text(out, "\\R");
    return ending ? ending : 2;
  }
  sx_buf_add(out, sx_str_slice(rest, 0, bytes));
  return bytes;
}

size_t sx_regex__write_source(sx_buf *out, sx_str pattern, const sx_regex_options *options,
                              const sx_regex__form *form, size_t limit) {
  bool is_group = options->whole_word && !options->literal;
  bool begins_word = pattern.len && sx_byte_is_word(*pattern.ptr);
  bool ends_word = pattern.len && sx_byte_is_word(pattern.ptr[pattern.len - 1]);
  sx_buf_add_text(out, form->is_unchecked ? NO_CALLOUT : CALLOUT);
  if (is_group)
    sx_buf_add_text(out, "\\b(?:");
  else if (options->whole_word && begins_word)
    sx_buf_add_text(out, "\\b");
  size_t at = 0;
  while (at < pattern.len && out->len < limit && !out->status) {
    sx_str rest = sx_str_slice(pattern, at, pattern.len);
    size_t before = out->len;
    at += options->literal ? write_literal(out, rest) : write_part(out, rest, form->any_line_end);
    /* Parts that are copied count byte by byte. */
    if (out->len > limit && !options->literal) at -= out->len - limit;
    if (out->len <= before) break;
  }
  if (is_group)
    sx_buf_add_text(out, ")\\b");
  else if (options->whole_word && ends_word)
    sx_buf_add_text(out, "\\b");
  return at;
}
