#include "text/scopes_parts.h"

#include <stdlib.h>

#define MAX_DEPTH 256

/* ---- languages ------------------------------------------------------------------------------ */

static bool is_one(const sx_language *language, const char *names) {
  return sx_language_has_word(names, sx_language_name(language), false);
}

bool sx_scopes_is_indented(const sx_language *language) {
  return is_one(language, "python");
}

bool sx_scopes__is_script(const sx_language *language) {
  return is_one(language, "typescript vue");
}

bool sx_scopes__is_c(const sx_language *language) {
  return is_one(language, "c");
}

/* Members are used by their mere name inside of the class. */
static bool sees_members(const sx_language *language) {
  return !is_one(language, "typescript vue python c go rust php ruby lua");
}

/* ---- the code ------------------------------------------------------------------------------- */

static void blank(char *code, sx_str text, sx_span span) {
  for (size_t i = span.start; i < span.end; i++)
    if (!sx_byte_is_space(text.ptr[i])) code[i] = ' ';
  if (span.use == SX_USE_STRING) code[span.start] = '"';
}

static sx_status take_code(sx_scopes *out, sx_arena *arena, sx_err *err) {
  sx_lexer lexer;
  sx_span span;
  char *code = sx_arena_alloc(arena, out->text.len + 1);
  if (!code) return sx_fail(err, arena->status, NULL);
  memcpy(code, out->text.ptr, out->text.len);
  code[out->text.len] = 0;
  sx_lexer_init(&lexer, out->text, out->language);
  while (sx_lexer_next(&lexer, &span))
    if (span.use == SX_USE_STRING || span.use == SX_USE_COMMENT) blank(code, out->text, span);
  out->code = (sx_str){code, out->text.len};
  return SX_OK;
}

/* ---- brackets ------------------------------------------------------------------------------- */

/* Where the statement begins that leads up to the bracket at `at`. */
static size_t statement_start(sx_str code, size_t at) {
  while (at > 0 && !strchr(";{}", code.ptr[at - 1])) at--;
  return at;
}

/* A head such as `export class A<T> extends B implements C`, up to the bracket. */
static bool has_class_head(const sx_scopes *scopes, size_t open) {
  sx_str code = scopes->code;
  bool is_script = sx_scopes__is_script(scopes->language);
  if (!is_script && sx_code__before(code, open) == ')') return false;
  for (size_t at = statement_start(code, open); at < open;) {
    sx_str word = sx_code__word_at(code, at);
    const char *heads = is_script
                            ? "class interface enum"
                            : "class struct union interface trait record object impl protocol";
    if (sx_code__has_word(heads, word) && sx_code__before(code, at) != '.') return true;
    if (is_script && sx_str_at(code, at) == '(' && at + 1 < open &&
        sx_code__has_word("if for while switch catch", sx_code__word_before(code, at)))
      return false;
    at += word.len ? word.len : 1;
  }
  return false;
}

static bool is_enum(const sx_scopes *scopes, size_t open) {
  sx_str code = scopes->code;
  for (size_t at = statement_start(code, open); at < open;) {
    sx_str word = sx_code__word_at(code, at);
    if (sx_code__has_word("enum", word)) return sx_code__before(code, open) != ')';
    at += word.len ? word.len : 1;
  }
  return false;
}

/* The name before the parentheses that end at `end`: `if`, `f`. `closed` is the last block that was
 * closed: going back to where they open would take as long for each brace as the text is. */
static sx_str word_before_parens(const sx_scopes *scopes, size_t end, size_t closed) {
  const sx_block *block = closed == SX_STR_NONE ? NULL : &scopes->blocks.items[closed];
  bool is_it = block && block->end == end && block->bracket == '(';
  return is_it ? sx_code__word_before(scopes->code, block->start) : SX_STR("");
}

static sx_block_kind kind_of_braces(const sx_scopes *scopes, size_t open, size_t closed) {
  sx_str code = scopes->code;
  size_t at = sx_code__back(code, open);
  char before = at ? code.ptr[at - 1] : 0;
  sx_str word = sx_code__word_before(code, open);
  bool is_arrow = before == '>' && at > 1 && code.ptr[at - 2] == '=';
  if (is_arrow) return SX_BLOCK_FUNCTION;
  if (before == '"') return SX_BLOCK_OTHER; /* extern "C" { */
  if (is_enum(scopes, open))
    return sx_scopes__is_script(scopes->language) ? SX_BLOCK_CLASS : SX_BLOCK_OTHER;
  if (before && strchr("=(,[?&|+-*/!~%<", before)) return SX_BLOCK_OTHER;
  if (has_class_head(scopes, open)) return SX_BLOCK_CLASS;
  if (before == ':') {
    size_t start = sx_str_skip_spaces(code, statement_start(code, open));
    return sx_code__has_word("case default", sx_code__word_at(code, start)) ? SX_BLOCK_CODE
                                                                            : SX_BLOCK_OTHER;
  }
  if (sx_code__has_word("const let var import export return type default typeof in of yield await "
                        "extends is keyof",
                        word))
    return SX_BLOCK_OTHER;
  if (sx_code__has_word("else do try finally", word) || !before || strchr(";{}", before))
    return SX_BLOCK_CODE;
  bool is_control =
      before == ')' && sx_code__has_word("if for while switch catch with foreach using",
                                         word_before_parens(scopes, at, closed));
  return is_control ? SX_BLOCK_CODE : SX_BLOCK_FUNCTION;
}

static bool closes(char open, char close) {
  return (open == '{' && close == '}') || (open == '(' && close == ')') ||
         (open == '[' && close == ']');
}

/* Braces that an #if opens twice are closed at the end of their function. */
static bool ends_all(const sx_scopes *scopes, size_t at) {
  char before = at ? scopes->code.ptr[at - 1] : '\n';
  return scopes->code.ptr[at] == '}' && before == '\n' && sx_scopes__is_c(scopes->language);
}

static sx_status find_brackets(sx_scopes *out, sx_arena *arena, sx_err *err) {
  size_t open[MAX_DEPTH], depth = 0, closed = SX_STR_NONE;
  sx_str code = out->code;
  for (size_t at = 0; at < code.len; at++) {
    char c = code.ptr[at];
    if (c == '{' || c == '(' || c == '[') {
      sx_block *block = SX_ARRAY_ADD(&out->blocks, arena);
      if (!block) return sx_fail(err, arena->status, NULL);
      *block = (sx_block){.start = at, .end = code.len, .bracket = c};
      if (c == '{' && !sx_scopes_is_indented(out->language))
        block->kind = kind_of_braces(out, at, closed);
      if (depth < MAX_DEPTH) open[depth++] = out->blocks.len - 1;
    } else if (c == '}' || c == ')' || c == ']') {
      size_t level = depth;
      while (level > 0 && !closes(out->blocks.items[open[level - 1]].bracket, c)) level--;
      if (ends_all(out, at) && level) level = 1;
      if (!level) continue; /* it closes nothing */
      closed = open[level - 1];
      while (depth >= level) out->blocks.items[open[--depth]].end = at + 1;
    }
  }
  return SX_OK;
}

static int compare_blocks(const void *a, const void *b) {
  const sx_block *one = a, *other = b;
  if (one->start != other->start) return one->start < other->start ? -1 : 1;
  return one->end > other->end ? -1 : one->end < other->end;
}

sx_status sx_scopes__link(sx_scopes *scopes, sx_arena *arena, sx_err *err) {
  size_t *open = sx_arena_calloc(arena, scopes->blocks.len + 1, sizeof *open), depth = 0;
  if (!open) return sx_fail(err, arena->status, NULL);
  for (size_t i = 0; i < scopes->blocks.len; i++) {
    sx_block *block = &scopes->blocks.items[i];
    while (depth && scopes->blocks.items[open[depth - 1]].end <= block->start) depth--;
    block->parent = depth ? open[depth - 1] : SX_STR_NONE;
    open[depth++] = i;
  }
  return SX_OK;
}

sx_status sx_scopes_find(sx_scopes *out, sx_str text, const sx_language *language, sx_arena *arena,
                         sx_err *err) {
  *out = (sx_scopes){.text = text, .language = language};
  sx_status status = take_code(out, arena, err);
  if (!status) status = find_brackets(out, arena, err);
  if (!status) status = sx_scopes__link(out, arena, err);
  if (status || !sx_scopes_is_indented(language)) return status;
  status = sx_scopes__find_indented(out, arena, err);
  if (!status && out->blocks.len)
    qsort(out->blocks.items, out->blocks.len, sizeof *out->blocks.items, compare_blocks);
  return status ? status : sx_scopes__link(out, arena, err);
}

/* ---- looking -------------------------------------------------------------------------------- */

size_t sx_scopes__last_before(const sx_scopes *scopes, size_t offset) {
  size_t from = 0, to = scopes->blocks.len;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    if (scopes->blocks.items[middle].start <= offset)
      from = middle + 1;
    else
      to = middle;
  }
  return from ? from - 1 : SX_STR_NONE;
}

static bool is_in(const sx_block *block, size_t offset) {
  bool has_begun = block->bracket ? block->start < offset : block->start <= offset;
  return has_begun && offset < block->end;
}

size_t sx_scopes__around(const sx_scopes *scopes, size_t offset, size_t below) {
  size_t i = below == SX_STR_NONE ? sx_scopes__last_before(scopes, offset)
                                  : scopes->blocks.items[below].parent;
  while (i != SX_STR_NONE && !is_in(&scopes->blocks.items[i], offset))
    i = scopes->blocks.items[i].parent;
  return i;
}

const sx_block *sx_scopes_block_at(const sx_scopes *scopes, size_t offset) {
  size_t i = sx_scopes__around(scopes, offset, SX_STR_NONE);
  return i == SX_STR_NONE ? NULL : &scopes->blocks.items[i];
}

const sx_block *sx_scopes_class_at(const sx_scopes *scopes, size_t offset) {
  size_t i = sx_scopes__around(scopes, offset, SX_STR_NONE);
  while (i != SX_STR_NONE && (scopes->blocks.items[i].kind != SX_BLOCK_CLASS ||
                              offset < scopes->blocks.items[i].body_at))
    i = sx_scopes__around(scopes, offset, i);
  return i == SX_STR_NONE ? NULL : &scopes->blocks.items[i];
}

size_t sx_scopes_head_start(const sx_scopes *scopes, const sx_block *block) {
  return block->bracket ? statement_start(scopes->code, block->start) : block->start;
}

const sx_block *sx_scopes_headed_class(const sx_scopes *scopes, size_t offset) {
  for (size_t i = 0; i < scopes->blocks.len; i++) {
    const sx_block *block = &scopes->blocks.items[i];
    size_t end = block->bracket ? block->start : block->body_at;
    if (block->kind == SX_BLOCK_CLASS && offset < end &&
        offset >= sx_scopes_head_start(scopes, block))
      return block;
  }
  return NULL;
}

/* The innermost def or class, and where brackets stand for them, what holds statements. */
static const sx_block *statements_at(const sx_scopes *scopes, size_t offset) {
  size_t i = sx_scopes__around(scopes, offset, SX_STR_NONE);
  while (i != SX_STR_NONE && scopes->blocks.items[i].kind == SX_BLOCK_OTHER)
    i = sx_scopes__around(scopes, offset, i);
  return i == SX_STR_NONE ? NULL : &scopes->blocks.items[i];
}

bool sx_scopes_sees(const sx_scopes *scopes, sx_scope scope, size_t offset) {
  if (offset < scope.start || offset >= scope.end) return false;
  if (!scope.is_class || sees_members(scopes->language)) return true;
  if (!sx_scopes_is_indented(scopes->language)) return false;
  const sx_block *in = statements_at(scopes, offset);
  return in && in->kind == SX_BLOCK_CLASS && in->start == scope.start;
}
