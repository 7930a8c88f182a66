#include "base/utf8.h"
#include "deps/pcre2/case.h"
#include "match/char_class.h"
#include "match/glob_parts.h"

#define MAX_DEPTH 8     /* of groups in groups */
#define MAX_NEGATIONS 2 /* of `!(…)` in each other: the time grows with the power of it */

size_t sx_glob__read_char(sx_str text, size_t at, uint32_t *c) {
  if (at >= text.len) return 0;
  *c = (unsigned char)text.ptr[at];
  if (*c < 0x80) return 1;
  size_t bytes = sx_utf8_decode(text.ptr + at, text.len - at, c);
  if (bytes == 1) *c = 0x110000u + (unsigned char)text.ptr[at];
  return bytes;
}

uint32_t sx_glob__fold(uint32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  return c < 0x110000 ? sx_pcre2_lower(sx_pcre2_upper(c)) : c;
}

sx_status sx_glob__refuse(sx_err *err, sx_str pattern, size_t at, const char *what) {
  size_t column = 1;
  uint32_t c;
  for (size_t i = 0; i < at && i < pattern.len; column++) i += sx_glob__read_char(pattern, i, &c);
  return sx_fail(err, SX_INVALID_ARGUMENT, "The pattern '%.*s' is not valid at character %zu: %s",
                 SX_STR_ARG(pattern), column, what);
}

typedef struct reader {
  sx_str text;
  size_t at;
  const sx_glob__source *source;
  bool has_slash; /* in a group */
  size_t depth, negations;
} reader;

static char look(const reader *r, size_t ahead) {
  return sx_str_at(r->text, r->at + ahead);
}

static sx_status refuse(const reader *r, size_t at, const char *what) {
  return sx_glob__refuse(r->source->err, r->text, at, what);
}

static sx_glob__step *add_step(reader *r, sx_glob__program *out, sx_glob__step_kind kind) {
  sx_glob__step *step = SX_ARRAY_ADD(&out->steps, r->source->arena);
  if (step) step->kind = kind;
  return step;
}

static sx_status out_of_memory(const reader *r) {
  return sx_fail(r->source->err, r->source->arena->status, NULL);
}

/* ---- classes ------------------------------------------------------------------------------ */

static sx_status add_range(reader *r, sx_glob__class *chars, uint32_t first, uint32_t last) {
  sx_glob__range *range = SX_ARRAY_ADD(&chars->ranges, r->source->arena);
  if (!range) return out_of_memory(r);
  *range = (sx_glob__range){first, last};
  return SX_OK;
}

/* `[:name:]`; past its end afterwards. */
static sx_status read_named(reader *r, sx_glob__class *chars) {
  size_t end = sx_str_find(r->text, SX_STR(":]"), r->at + 2);
  sx_str name = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(r->text, r->at + 2, end);
  sx_status status = SX_OK;
  if (!sx_char_class_is_name(name))
    return refuse(r, r->at,
                  "there is no such class. Write [:alpha:], [:digit:], [:alnum:], [:lower:], "
                  "[:upper:], [:space:], [:blank:], [:punct:], [:xdigit:], [:graph:], [:print:] or "
                  "[:cntrl:].");
  for (unsigned c = 0; c < 128 && !status; c++)
    if (sx_char_class_has(name, (unsigned char)c)) status = add_range(r, chars, c, c);
  r->at = end + 2;
  return status;
}

/* One character, with a backslash before it or not. */
static sx_status read_class_char(reader *r, uint32_t *c) {
  if (look(r, 0) == '\\') r->at++;
  size_t bytes = sx_glob__read_char(r->text, r->at, c);
  r->at += bytes;
  return SX_OK;
}

static sx_status read_class_item(reader *r, sx_glob__class *chars) {
  size_t start = r->at;
  uint32_t first = 0, last;
  if (look(r, 0) == '[' && look(r, 1) == ':') return read_named(r, chars);
  if (look(r, 0) == '[' && (look(r, 1) == '.' || look(r, 1) == '='))
    return refuse(r, start,
                  "[.a.] and [=a=] are not supported. Write the character itself, or '\\[' for a "
                  "bracket.");
  sx_status status = read_class_char(r, &first);
  last = first;
  if (!status && look(r, 0) == '-' && look(r, 1) && look(r, 1) != ']') {
    r->at++;
    status = read_class_char(r, &last);
    if (!status && first > last)
      return refuse(r, start, "the range runs backwards. Write the smaller character first.");
  }
  return status ? status : add_range(r, chars, first, last);
}

/* Whether a `]` ends the class that begins at r->at, before a slash. */
static bool has_end(const reader *r) {
  size_t at = r->at + 1;
  if (sx_str_at(r->text, at) == '!' || sx_str_at(r->text, at) == '^') at++;
  for (size_t first = at; at < r->text.len && r->text.ptr[at] != '/'; at++) {
    size_t end = SX_STR_NONE;
    if (r->text.ptr[at] == ']' && at > first) return true;
    if (r->text.ptr[at] == '[' && sx_str_at(r->text, at + 1) == ':')
      end = sx_str_find(r->text, SX_STR(":]"), at + 2);
    if (end != SX_STR_NONE) at = end + 1;
    if (r->text.ptr[at] == '\\') at++;
  }
  return false;
}

static sx_status read_class(reader *r, sx_glob__program *out) {
  if (!has_end(r))
    return refuse(r, r->at,
                  "'[' has no ']' after it in the same name. Write '\\[' for the bracket itself.");
  sx_glob__step *step = add_step(r, out, SX_GLOB__CLASS);
  sx_glob__class *chars = SX_ARENA_NEW(r->source->arena, sx_glob__class);
  if (!step || !chars) return out_of_memory(r);
  step->chars = chars;
  r->at++;
  chars->is_negated = look(r, 0) == '!' || look(r, 0) == '^';
  r->at += chars->is_negated;
  sx_status status = read_class_item(r, chars); /* a `]` here is one of the characters */
  while (!status && look(r, 0) && look(r, 0) != ']') status = read_class_item(r, chars);
  r->at++;
  return status;
}

/* ---- groups ------------------------------------------------------------------------------- */

/* NOLINTBEGIN(misc-no-recursion): MAX_DEPTH limits it. */
static sx_status read_program(reader *r, sx_glob__program *out);

static bool is_group(const reader *r) {
  return look(r, 0) && strchr("?*+@!", look(r, 0)) && look(r, 1) == '(';
}

static sx_status read_alternatives(reader *r, sx_glob__step *out, size_t start) {
  SX_ARRAY(sx_glob__program) list = {0};
  for (;;) {
    sx_glob__program program = {0};
    sx_status status = read_program(r, &program);
    sx_glob__program *added = status ? NULL : SX_ARRAY_ADD(&list, r->source->arena);
    if (status) return status;
    if (!added) return out_of_memory(r);
    *added = program;
    if (r->at >= r->text.len)
      return refuse(r, start, "'(' has no ')' after it. Write '\\(' for the parenthesis itself.");
    if (r->text.ptr[r->at++] == ')') break;
  }
  out->alternatives = list.items;
  out->count = list.len;
  return SX_OK;
}

static sx_status read_group(reader *r, sx_glob__program *out) {
  size_t start = r->at;
  sx_glob__step group = {.kind = SX_GLOB__GROUP, .op = look(r, 0)};
  bool is_negation = group.op == '!';
  if (r->depth == MAX_DEPTH) return refuse(r, start, "groups are nested too deeply.");
  if (is_negation && r->negations == MAX_NEGATIONS)
    return refuse(r, start, "'!(' is nested too deeply.");
  r->at += 2;
  r->depth++;
  r->negations += is_negation;
  sx_status status = read_alternatives(r, &group, start + 1);
  r->depth--;
  r->negations -= is_negation;
  sx_glob__step *step = status ? NULL : add_step(r, out, SX_GLOB__GROUP);
  if (!status && !step) return out_of_memory(r);
  if (step) *step = group;
  return status;
}

/* ---- steps -------------------------------------------------------------------------------- */

static sx_status read_plain(reader *r, sx_glob__program *out) {
  uint32_t c = 0;
  size_t start = r->at;
  if (look(r, 0) == '\\') r->at++;
  size_t bytes = sx_glob__read_char(r->text, r->at, &c);
  if (!bytes)
    return refuse(r, start, "the backslash has no character after it. Write '\\\\' for one.");
  sx_glob__step *step = add_step(r, out, SX_GLOB__CHAR);
  if (!step) return out_of_memory(r);
  step->c = r->source->ignore_case ? sx_glob__fold(c) : c;
  if (c == '/' && r->depth) r->has_slash = true;
  if (c == '/' && !r->depth) return refuse(r, start, "a slash needs no backslash.");
  r->at += bytes;
  return SX_OK;
}

static sx_status read_wildcard(reader *r, sx_glob__program *out) {
  bool is_star = look(r, 0) == '*', is_after_star = false;
  if (is_star && out->steps.len)
    is_after_star = out->steps.items[out->steps.len - 1].kind == SX_GLOB__STAR;
  r->at++;
  if (is_after_star) return SX_OK;
  if (!add_step(r, out, is_star ? SX_GLOB__STAR : SX_GLOB__ANY_CHAR)) return out_of_memory(r);
  return SX_OK;
}

/* Up to the end of the name, or of the alternative in a group. */
static sx_status read_program(reader *r, sx_glob__program *out) {
  sx_status status = SX_OK;
  while (!status && r->at < r->text.len) {
    char c = look(r, 0);
    if (r->depth ? c == '|' || c == ')' : c == '/') break;
    if (is_group(r))
      status = read_group(r, out);
    else if (c == '*' || c == '?')
      status = read_wildcard(r, out);
    else if (c == '[')
      status = read_class(r, out);
    else
      status = read_plain(r, out);
  }
  return status;
}
/* NOLINTEND(misc-no-recursion) */

/* ---- a name ------------------------------------------------------------------------------- */

/* The text of `count` plain characters from step `from` on. */
static sx_status take_text(const sx_glob__program *program, size_t from, size_t count, sx_str *out,
                           sx_arena *arena) {
  char *text = sx_arena_alloc(arena, count * 4 + 1);
  size_t len = 0;
  if (!text) return arena->status;
  for (size_t i = from; i < from + count; i++) {
    uint32_t c = program->steps.items[i].c;
    if (c < 0x110000)
      len += sx_utf8_encode(c, text + len);
    else
      text[len++] = (char)(c - 0x110000);
  }
  *out = sx_str_make(text, len);
  return SX_OK;
}

static sx_glob__part_kind kind_of(const sx_glob__program *program, size_t before, size_t after) {
  size_t len = program->steps.len, stars = 0;
  for (size_t i = 0; i < len; i++) stars += program->steps.items[i].kind == SX_GLOB__STAR;
  if (before == len) return SX_GLOB__TEXT;
  if (stars == 1 && len == before + after + 1)
    return len == 1  ? SX_GLOB__ANY
           : !before ? SX_GLOB__ENDS
           : after   ? SX_GLOB__BOTH
                     : SX_GLOB__BEGINS;
  return SX_GLOB__STEPS;
}

/* The plain text in a name, by which most names are refused. */
static sx_status describe(sx_glob__part *part, sx_arena *arena) {
  const sx_glob__step *steps = part->program.steps.items;
  size_t len = part->program.steps.len, before = 0, after = 0;
  while (before < len && steps[before].kind == SX_GLOB__CHAR) before++;
  while (after < len - before && steps[len - 1 - after].kind == SX_GLOB__CHAR) after++;
  part->kind = kind_of(&part->program, before, after);
  sx_status status = take_text(&part->program, 0, before, &part->begin, arena);
  if (!status) status = take_text(&part->program, len - after, after, &part->end, arena);
  if (part->kind == SX_GLOB__TEXT) part->end = part->begin;
  if (status || len < 3 || steps[0].kind != SX_GLOB__STAR || steps[len - 1].kind != SX_GLOB__STAR)
    return status;
  for (size_t i = 1; i < len - 1; i++)
    if (steps[i].kind != SX_GLOB__CHAR) return SX_OK;
  part->kind = SX_GLOB__HAS;
  return take_text(&part->program, 1, len - 2, &part->begin, arena);
}

sx_status sx_glob__read_part(sx_glob__part *out, sx_str pattern, size_t *at, bool *has_slash,
                             const sx_glob__source *source) {
  reader r = {.text = pattern, .at = *at, .source = source};
  size_t end = *at;
  *out = (sx_glob__part){.kind = SX_GLOB__STEPS};
  while (end < pattern.len && pattern.ptr[end] != '/') end++;
  if (sx_str_is_equal(sx_str_slice(pattern, *at, end), SX_STR("**"))) {
    out->kind = SX_GLOB__ANY_NAMES;
    *at = end;
    return SX_OK;
  }
  sx_status status = read_program(&r, &out->program);
  *at = r.at;
  *has_slash |= r.has_slash;
  if (status || source->ignore_case) return status;
  status = describe(out, source->arena);
  return status ? sx_fail(source->err, status, NULL) : SX_OK;
}
