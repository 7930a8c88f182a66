#include "text/declaration.h"

#include "base/utf8.h"
#include "text/doc_comment.h"

#define MAX_SIGNATURE_BYTES 500
#define MAX_SIGNATURE_LINES 8
/* More places than this are not looked at: a declaration stands near the first of them. */
#define MAX_PLACES 20000

/* The signature. */

/** Where to begin: with the declaration; in a very long line, with the statement. */
static size_t signature_start(sx_str text, size_t offset, const sx_language *language) {
  size_t start = sx_doc_comment_declaration_start(text, offset, language);
  size_t near = offset;
  if (offset - start <= MAX_SIGNATURE_BYTES / 2) return start;
  while (near > start && offset - near < MAX_SIGNATURE_BYTES / 2 &&
         !strchr(";{}\n\r", text.ptr[near - 1]))
    near--;
  return near;
}

typedef struct signature {
  char *text; /* MAX_SIGNATURE_BYTES + 1 */
  size_t len, depth, lines;
  char last; /* the last character that is not a space */
  bool is_named, is_assigned;
} signature;

static void put(signature *s, char c) {
  bool is_space = c == ' ' || (c >= '\t' && c <= '\r');
  if (is_space && (s->len == 0 || s->text[s->len - 1] == ' ')) return;
  if (s->len < MAX_SIGNATURE_BYTES) s->text[s->len++] = is_space ? ' ' : c;
  if (!is_space) s->last = c;
}

/** Whether the line end at `at` does not end the declaration. */
static bool goes_on(const signature *s, sx_str text, size_t at) {
  if (at > 0 && text.ptr[at] == '\n' && text.ptr[at - 1] == '\r') at--;
  bool is_joined = at > 0 && text.ptr[at - 1] == '\\';
  return is_joined || s->depth > 0 || (s->last && strchr("(|&=", s->last));
}

/** Takes the code character at `at`; false when the signature ends before it. */
static bool put_code(signature *s, sx_str text, size_t at, bool cuts_body) {
  char c = text.ptr[at], next = at + 1 < text.len ? text.ptr[at + 1] : 0;
  if (c == '\\' && (next == '\n' || next == '\r')) return true;
  if (c == '\n' || c == '\r') {
    if (s->is_named && (!goes_on(s, text, at) || ++s->lines > MAX_SIGNATURE_LINES)) return false;
  } else if (s->is_named && s->depth == 0) {
    if (c == ';' || (c == '{' && cuts_body && !s->is_assigned)) return false;
    if (c == '=') s->is_assigned = true;
  }
  if (c == '(' || c == '[') s->depth++;
  if ((c == ')' || c == ']') && s->depth) s->depth--;
  put(s, c);
  return s->len < MAX_SIGNATURE_BYTES;
}

/** Writes what `span` adds; false when the signature ends in it. */
static bool put_span(signature *s, sx_str text, sx_span span, size_t name_at, bool cuts_body) {
  if (span.use == SX_USE_COMMENT) put(s, ' ');
  for (size_t i = span.start; i < span.end && span.use != SX_USE_COMMENT; i++) {
    if (i >= name_at) s->is_named = true;
    if (span.use == SX_USE_STRING)
      put(s, text.ptr[i]);
    else if (!put_code(s, text, i, cuts_body))
      return false;
  }
  return s->len < MAX_SIGNATURE_BYTES;
}

sx_str sx_declaration_signature(sx_str text, size_t offset, const sx_language *language,
                                sx_arena *arena) {
  size_t start = signature_start(text, offset, language);
  bool cuts_body = !(language->flags & (SX_LANGUAGE_KEYS | SX_LANGUAGE_HEADINGS));
  signature s = {.text = sx_arena_alloc(arena, MAX_SIGNATURE_BYTES + 1), .lines = 1};
  sx_str rest = sx_str_slice(text, start, text.len);
  sx_lexer lexer;
  sx_span span;
  if (!s.text) return SX_STR("");
  sx_lexer_init(&lexer, rest, language);
  while (sx_lexer_next(&lexer, &span))
    if (!put_span(&s, rest, span, offset - start, cuts_body)) break;
  if (s.len == MAX_SIGNATURE_BYTES) s.len = sx_utf8_floor(s.text, s.len, s.len);
  sx_str made = sx_str_trim_end(sx_str_make(s.text, s.len));
  return sx_str_has_suffix(made, SX_STR(",")) ? sx_str_slice(made, 0, made.len - 1) : made;
}

sx_status sx_declaration_find(sx_declaration *out, sx_str text, sx_str name,
                              const sx_language *language, sx_arena *arena, sx_err *err) {
  sx_occurrences places;
  *out = (sx_declaration){.kind = "", .signature = SX_STR(""), .comment = SX_STR("")};
  sx_status status = sx_occurrences_find(&places, text, name, language, MAX_PLACES, arena, err);
  if (status) return status;
  sx_occurrences_classify(&places, text, language);
  for (size_t i = 0; i < places.len; i++) {
    const sx_occurrence *item = &places.items[i];
    const char *kind;
    if (item->use != SX_USE_CODE) continue;
    int score = sx_declaration_rate(text, item->offset, name.len, language, &kind);
    if (score <= out->score) continue;
    out->offset = item->offset;
    out->point = item->point;
    out->col_u16 = item->col_u16;
    out->kind = kind;
    out->score = score;
  }
  if (!out->score) return SX_OK;
  out->signature = sx_declaration_signature(text, out->offset, language, arena);
  out->comment = sx_doc_comment_find(text, out->offset, language, arena);
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}

/* ---- what a line declares ------------------------------------------------------------------ */

/* Better than a guess. */
#define SURE_RATE 50

/* `if (x) {` reads like a method. Methods named catch are written without the space after it. */
static bool is_control(sx_str rest, size_t len) {
  static const char always[] = "if for while switch foreach elseif elsif until unless";
  static const char spaced[] = "catch with using lock synchronized do match when";
  sx_str word = sx_str_slice(rest, 0, len);
  if (sx_language_has_word(always, word, false)) return true;
  return len < rest.len && rest.ptr[len] == ' ' && sx_language_has_word(spaced, word, false);
}

bool sx_declaration_is_control(sx_str line, const sx_language *language) {
  size_t at = 0;
  while (at < line.len && strchr("} \t", line.ptr[at])) at++;
  sx_str rest = sx_str_slice(line, at, line.len);
  size_t len = sx_language_ident_end(language, rest, 0);
  bool is_else = len && sx_str_is_equal(sx_str_slice(rest, 0, len), SX_STR("else"));
  return is_else || is_control(rest, len);
}

sx_str sx_declaration_in_line(sx_str text, size_t start, size_t end, const sx_language *language) {
  sx_str best = SX_STR("");
  int best_rate = SURE_RATE;
  for (size_t at = start; at < end;) {
    sx_str rest = sx_str_slice(text, at, end);
    size_t len = sx_language_ident_end(language, rest, 0);
    const char *kind;
    bool may_declare = len && !is_control(rest, len);
    int rate = may_declare ? sx_declaration_rate(text, at, len, language, &kind) : 0;
    if (rate > best_rate) best_rate = rate, best = sx_str_slice(rest, 0, len);
    uint32_t c;
    at += len ? len : sx_utf8_decode(rest.ptr, rest.len, &c);
  }
  return best;
}
