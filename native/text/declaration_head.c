#include "text/declaration_head.h"

#include "base/byte.h"
#include "base/utf8.h"
#include "text/doc_comment.h"
#include "text/lexer.h"

#define MAX_HEAD_BYTES 200
#define MAX_LINE_BYTES 100
#define MAX_VALUE_BYTES 48
#define MAX_LINES 16
/* So much of a very long line is read before the name. */
#define MAX_BYTES_BEFORE 120
/* So much after the name is enough for any head, with long comments in it. */
#define MAX_BYTES_AFTER ((size_t)16 * 1024)
/* A cut head ends after a blank or comma unless that is further away. */
#define MAX_CUT_BYTES 40
#define CUT "…"
#define BODY "{…}"

typedef struct head {
  sx_str text;
  const sx_head_place *place;
  char *out; /* room for MAX_HEAD_BYTES and the marks */
  size_t len, lines;
  size_t depth, angles; /* open brackets */
  size_t body_depth;    /* braces of a body that stands before the name */
  size_t value_from;    /* in `out` */
  char last, before_last;
  bool has_keys, is_indented, is_c; /* the language */
  bool is_named, is_typed, is_assigned, is_function_value, is_parameter;
  bool is_cut;  /* it is too long */
  bool is_open; /* it ends between brackets or quotes, or before an operator */
} head;

/* ---- writing ------------------------------------------------------------------------------ */

static bool put(head *h, char c) {
  if (sx_byte_is_space(c) || c == '\f' || c == '\v') {
    if (h->len && h->out[h->len - 1] != ' ') h->out[h->len++] = ' ';
    return true;
  }
  h->out[h->len++] = c;
  h->before_last = h->last;
  h->last = c;
  bool is_long_value =
      h->is_assigned && !h->is_function_value && h->len - h->value_from > MAX_VALUE_BYTES;
  size_t most = h->place->of == SX_HEAD_LINE ? MAX_LINE_BYTES : MAX_HEAD_BYTES;
  h->is_cut = is_long_value || h->len >= most;
  return !h->is_cut;
}

/* There is room for two marks after the longest head, and none is written after more. */
static void put_mark(head *h, const char *mark) {
  size_t len = strlen(mark);
  if (h->len > MAX_HEAD_BYTES + sizeof BODY) return;
  memcpy(h->out + h->len, mark, len);
  h->len += len;
}

/* All that came before belongs to another declaration. */
static void restart(head *h) {
  h->len = h->depth = h->angles = h->lines = 0;
  h->last = h->before_last = 0;
}

/* ---- what may follow ---------------------------------------------------------------------- */

static char char_at(const head *h, size_t at) {
  return at < h->text.len ? h->text.ptr[at] : 0;
}

static size_t skip_spaces(const head *h, size_t at) {
  while (sx_byte_is_space(char_at(h, at))) at++;
  return at;
}

static sx_str word_at(const head *h, size_t at) {
  size_t end = at;
  while (sx_byte_is_word(char_at(h, end))) end++;
  return sx_str_slice(h->text, at, end);
}

/* `= (a) => `, `= async function (a)`: its parameters are worth as much as a function's. */
static bool is_function_at(const head *h, size_t at) {
  at = skip_spaces(h, at);
  sx_str word = word_at(h, at);
  if (sx_str_is_equal(word, SX_STR("async"))) {
    at = skip_spaces(h, at + word.len);
    word = word_at(h, at);
  }
  return sx_str_is_equal(word, SX_STR("function")) || char_at(h, at) == '(';
}

static bool goes_on_after_line(const head *h, size_t at) {
  static const char words[] = "extends implements with permits where throws noexcept returns";
  if (h->last && strchr("(|&=,:+", h->last)) return true;
  at = skip_spaces(h, at);
  if (h->place->of == SX_HEAD_TYPE && (char_at(h, at) == ':' || char_at(h, at) == ',')) return true;
  return h->place->of != SX_HEAD_VALUE && sx_language_has_word(words, word_at(h, at), false);
}

/* Whether the declaration goes on after the line that ends at `at`. */
static bool goes_on(head *h, size_t at) {
  if (!h->is_named) return true;
  if (h->place->of == SX_HEAD_LINE) return h->depth > 0;
  if (++h->lines > MAX_LINES) return false;
  if (h->is_assigned && !h->is_function_value) return h->last == '=' || h->last == ':';
  return h->depth || h->angles || goes_on_after_line(h, at);
}

/* The brace closes on its own line, soon. */
static bool is_short_object(const head *h, size_t at) {
  size_t depth = 0;
  for (size_t i = at; i < h->text.len && i - at < MAX_VALUE_BYTES; i++) {
    char c = h->text.ptr[i];
    if (sx_byte_is_line_end(c)) return false;
    depth += c == '{';
    depth -= c == '}';
    if (!depth) return true;
  }
  return false;
}

static bool is_after_arrow(const head *h) {
  return h->last == '>' && h->before_last == '=';
}

/* ---- characters --------------------------------------------------------------------------- */

/* Takes the brace outside of brackets; false when the head ends before it. */
static bool take_brace(head *h, size_t at) {
  bool wants_type = !h->is_assigned && h->last && strchr(":|&,", h->last);
  bool is_value = h->place->of == SX_HEAD_VALUE && !h->is_function_value && h->last != ')' &&
                  !is_after_arrow(h);
  if (h->place->of == SX_HEAD_TYPE) return false;
  if (is_value ? is_short_object(h, at) : wants_type) {
    h->depth++;
    return put(h, '{');
  }
  if (is_value) put_mark(h, BODY);
  return false;
}

static bool is_assignment(const head *h, size_t at) {
  char next = char_at(h, at + 1), before = at ? char_at(h, at - 1) : 0;
  if (h->has_keys && char_at(h, at) == ':') return true;
  return char_at(h, at) == '=' && next != '=' && next != '>' && !sx_byte_is_one_of(before, "=!<>");
}

/* In C the end of a declaration may be that of all its names; commas of a value are the value's. */
static bool ends_at_comma(const head *h) {
  return h->is_parameter || (!h->is_indented && (!h->is_assigned || h->is_c));
}

/* A character after the name, outside of brackets; false when the head ends before it. */
static bool take_outside(head *h, size_t at) {
  char c = char_at(h, at);
  bool is_value = h->place->of == SX_HEAD_VALUE;
  if (c == ';' || (c && strchr(")]}", c))) return false;
  if (c == ',' && is_value && ends_at_comma(h)) return false;
  if (c == ':' && h->is_indented && !is_value) return false;
  if (c == '{') return take_brace(h, at);
  if (is_after_arrow(h) && h->is_function_value) {
    h->is_function_value = false;
    h->value_from = h->len;
  }
  if (c == '|' && sx_byte_is_one_of(h->last, "=:")) return true; /* before the first of several */
  if (!h->is_assigned && is_assignment(h, at)) {
    h->is_function_value = !h->is_indented && is_function_at(h, at + 1);
    bool has_room = put(h, c);
    h->is_assigned = true;
    h->value_from = h->len;
    return has_room;
  }
  h->is_typed |= c == ':' && !h->is_assigned;
  h->depth += c == '(' || c == '[';
  return put(h, c);
}

static void count_angle(head *h, size_t at) {
  char c = char_at(h, at), before = at ? char_at(h, at - 1) : 0;
  bool is_template = !h->is_named && before == ' ' && char_at(h, at + 1) != ' ';
  if (c == '<' && !h->is_assigned && (sx_byte_is_ident(before) || is_template)) h->angles++;
  if (c == '>' && h->angles && before != '=' && before != '-') h->angles--;
}

/* A character before the name. */
static bool take_before(head *h, size_t at) {
  char c = char_at(h, at);
  bool is_outside = !h->depth && !h->angles;
  if (c == '{' && at >= h->place->start && is_outside) {
    h->body_depth = 1;
    put_mark(h, BODY);
    return true;
  }
  if (is_outside && (strchr("{};", c) || (c == ',' && !h->is_indented))) {
    restart(h);
    return true;
  }
  h->depth += c == '(' || c == '[';
  if (h->depth) h->depth -= c == ')' || c == ']';
  return put(h, c);
}

/* Lists in lines of their own are written as if they were in one. */
static void join_list(head *h, char closing) {
  bool is_value = h->is_assigned && !h->is_function_value; /* a tuple of one needs its comma */
  if (is_value || !sx_byte_is_one_of(closing, ")]>") || (!h->depth && !h->angles)) return;
  while (h->len && sx_byte_is_one_of(h->out[h->len - 1], " ,")) h->len--;
}

static bool put_blank(head *h) {
  bool is_first = h->len && sx_byte_is_one_of(h->out[h->len - 1], h->angles ? "([<" : "([");
  return is_first || put(h, ' ');
}

static bool take_line_end(head *h, size_t at) {
  if (goes_on(h, at)) return put_blank(h);
  char next = char_at(h, skip_spaces(h, at));
  bool is_operator = h->place->of == SX_HEAD_VALUE && sx_byte_is_one_of(next, "|&?.");
  h->is_open = h->depth || h->angles || is_operator;
  return false;
}

/* A macro's parameters may be on several lines, its value is shown as far as its first one goes. */
static void count_parameters(head *h, size_t at) {
  char c = char_at(h, at);
  if (h->is_c && at == h->place->name_end && c == '(') h->depth = 1;
  if (c == ')') h->depth = 0;
}

/* A character of code; false when the head ends before it. */
static bool take(head *h, size_t at) {
  char c = char_at(h, at);
  if (h->body_depth) {
    h->body_depth += c == '{';
    h->body_depth -= c == '}';
    return true;
  }
  h->is_named |= at >= h->place->name_end;
  if (c == '\\' && sx_byte_is_line_end(char_at(h, at + 1)))
    return h->place->of != SX_HEAD_LINE || !h->is_named || h->depth;
  if (sx_byte_is_line_end(c)) return take_line_end(h, at);
  if (h->place->of == SX_HEAD_LINE) count_parameters(h, at);
  if (h->place->of != SX_HEAD_LINE && at == h->place->start && (h->depth || h->angles)) {
    h->is_parameter = true;
    restart(h);
  }
  if (h->place->of == SX_HEAD_LINE || (at >= h->place->name && !h->is_named)) return put(h, c);
  if (sx_byte_is_blank(c)) return put_blank(h);
  if (h->is_named) join_list(h, c);
  count_angle(h, at);
  if (!h->is_named) return take_before(h, at);
  if (!h->depth && !h->angles && c != '<' && c != '>') return take_outside(h, at);
  h->depth += sx_byte_is_one_of(c, "([{");
  if (h->depth) h->depth -= sx_byte_is_one_of(c, ")]}");
  return put(h, c);
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* With the declaration; in a very long line, with the statement. */
static size_t find_start(sx_str text, const sx_head_place *place, const sx_language *language) {
  size_t start = sx_doc_comment_declaration_start(text, place->name, language), near = place->name;
  bool is_after_body = start < sx_str_line_start(text, place->name);
  if (is_after_body || place->name - start <= MAX_BYTES_BEFORE) return start;
  while (near > start && place->name - near < MAX_BYTES_BEFORE &&
         !strchr(";{}\n\r", text.ptr[near - 1]))
    near--;
  return near;
}

/* False when the head ends in the span. */
static bool take_span(head *h, sx_span span) {
  bool is_plain = span.use == SX_USE_STRING && !h->body_depth;
  if (span.use == SX_USE_COMMENT && !h->body_depth) put(h, ' ');
  for (size_t i = span.start; i < span.end && span.use != SX_USE_COMMENT; i++) {
    bool is_over = h->is_named && i >= h->place->end;
    if (is_over) return false;
    if (span.use == SX_USE_STRING && i >= h->place->name_end) h->is_named = true;
    if (is_plain && sx_byte_is_line_end(char_at(h, i))) h->is_open = true;
    if (h->is_cut || h->is_open || !(is_plain ? put(h, char_at(h, i)) : take(h, i))) return false;
  }
  return true;
}

/* The end of a head that is too long: between two words where one is near. */
static void cut(head *h) {
  size_t end = sx_utf8_floor(h->out, h->len, h->len - 1), near = end;
  while (near && end - near < MAX_CUT_BYTES && h->out[near - 1] != ' ') near--;
  if (near && h->out[near - 1] == ' ' && near > h->value_from + 1) end = near - 1;
  h->len = end;
}

static sx_str finish(head *h) {
  if (h->is_cut) cut(h);
  /* Half a value adds nothing to the type. */
  if (h->is_typed && h->value_from && (h->is_cut || h->is_open)) h->len = h->value_from;
  sx_str made = sx_str_trim_end(sx_str_make(h->out, h->len));
  if (sx_str_has_suffix(made, SX_STR(","))) made.len--;
  h->len = made.len;
  bool has_no_value = h->len && h->out[h->len - 1] == '=' && h->is_assigned;
  if (has_no_value) h->out[h->len++] = ' ';
  if (h->is_cut || h->is_open || has_no_value) put_mark(h, CUT);
  return sx_str_make(h->out, h->len);
}

sx_str sx_declaration_head(sx_str text, const sx_head_place *place, const sx_language *language,
                           sx_arena *arena) {
  size_t start = find_start(text, place, language), end = place->name_end + MAX_BYTES_AFTER;
  sx_head_place moved = *place;
  head h = {.place = &moved,
            .text = sx_str_slice(text, start, end < text.len ? end : text.len),
            .out = sx_arena_alloc(arena, MAX_HEAD_BYTES + 3 * sizeof BODY + sizeof CUT),
            .has_keys = language->flags & SX_LANGUAGE_KEYS,
            .is_indented = language->flags & SX_LANGUAGE_DOCSTRING,
            .is_c = language->flags & SX_LANGUAGE_C_FUNCTIONS};
  sx_lexer lexer;
  sx_span span;
  if (!h.out) return SX_STR("");
  moved.start = place->start > start ? place->start - start : 0;
  moved.name -= start;
  moved.name_end -= start;
  moved.end = place->end > place->name_end ? place->end - start : h.text.len;
  sx_lexer_init(&lexer, h.text, language);
  while (sx_lexer_next(&lexer, &span) && take_span(&h, span)) continue;
  return finish(&h);
}
