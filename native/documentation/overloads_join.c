#include "markdown/comment.h"
#include "base/byte.h"
#include "documentation/overloads.h"
#include "resolve/overload.h"
#include "text/tokens.h"

/* So many signatures are shown; the others are counted. */
#define MAX_SHOWN 5
#define MAX_SHOWN_TOKENS 160
/* Less than this before its tags is not a description: "Impl". */
#define MIN_PROSE_BYTES 16

typedef struct overload {
  sx_pos16 at;
  sx_str signature, language;
  sx_str words; /* what is written on it: of the hover, else the comment */
  int rank;     /* less is more useful */
  sx_overload_role role;
  bool is_deprecated;
  bool is_implementation; /* of all the others */
  bool is_repeated;       /* its text is in one before */
} overload;

/* ---- signatures ---------------------------------------------------------------------------- */

/* Where "(+2 overloads)" begins at the end of a signature. */
static size_t end_without_count(sx_str text) {
  size_t at = sx_str_find_last_char(text, '(');
  if (at == SX_STR_NONE || at == 0) return text.len;
  size_t end = at + 1 + (at + 1 < text.len && text.ptr[at + 1] == '+'), digits = end;
  while (end < text.len && text.ptr[end] >= '0' && text.ptr[end] <= '9') end++;
  sx_str tail = sx_str_slice(text, end, text.len);
  bool is_count = end > digits && (sx_str_is_equal(tail, SX_STR(" overload)")) ||
                                   sx_str_is_equal(tail, SX_STR(" overloads)")));
  return is_count ? at : text.len;
}

/* Parentheses before these belong to the signature: parameters, or an operator's name. */
static bool begins_with_sign(sx_str text) {
  return sx_str_has_prefix(text, SX_STR("=>")) || sx_str_has_prefix(text, SX_STR("->")) ||
         sx_str_has_prefix(text, SX_STR("::"));
}

sx_str sx_overloads_without_kind(sx_str line) {
  size_t end = line.len && line.ptr[0] == '(' ? sx_str_find(line, SX_STR(") "), 0) : SX_STR_NONE;
  if (end == SX_STR_NONE || end == 1) return line;
  for (size_t i = 1; i < end; i++) {
    char c = line.ptr[i];
    if (!((c | 32) >= 'a' && (c | 32) <= 'z') && c != ' ' && c != '-') return line;
  }
  sx_str rest = sx_str_slice(line, end + 2, line.len);
  return begins_with_sign(rest) ? line : rest;
}

sx_str sx_overloads_compact(sx_str signature, sx_arena *arena) {
  signature = sx_str_trim(signature);
  signature = sx_str_trim(sx_str_slice(signature, 0, end_without_count(signature)));
  while (sx_str_has_prefix(signature, SX_STR("//"))) { /* clangd's "// In namespace x" */
    size_t end = sx_str_find_char(signature, '\n', 0);
    if (end == SX_STR_NONE) break;
    signature = sx_str_trim(sx_str_slice(signature, end, signature.len));
  }
  char *text = sx_arena_alloc(arena, signature.len + 1);
  if (!text) return SX_STR("");
  size_t len = 0;
  for (size_t i = 0; i < signature.len;) {
    size_t end = i;
    while (end < signature.len && sx_byte_is_space(signature.ptr[end])) end++;
    sx_str blanks = sx_str_slice(signature, i, end);
    bool is_break = sx_str_find_char(blanks, '\n', 0) != SX_STR_NONE;
    char before = len ? text[len - 1] : 0, next = end < signature.len ? signature.ptr[end] : 0;
    /* Parameters on lines of their own: no blank inside of the parentheses. */
    bool is_inside = is_break && (before == '(' || before == '[' || strchr(")]", next));
    if (is_inside && before == ',') len--;
    if (blanks.len && !is_inside) text[len++] = ' ';
    if (end < signature.len) text[len++] = signature.ptr[end];
    i = end + 1;
  }
  return sx_str_make(text, len);
}

static bool begins_with_word(sx_str text, sx_str word) {
  if (!sx_str_has_prefix(text, word)) return false;
  char next = text.len > word.len ? text.ptr[word.len] : ' ';
  return !((next | 32) >= 'a' && (next | 32) <= 'z') && next != '_' && next != '.';
}

/* Types for nothing: an overload on them is there for the type checker. */
static bool is_nothing(sx_str type) {
  static const char *const names[] = {"null", "undefined", "never", "void", "None"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (begins_with_word(type, sx_str_from(names[i]))) return true;
  return false;
}

/* How little a signature helps a caller of the function. */
static int rate(sx_str signature) {
  size_t open = sx_str_find_char(signature, '(', 1), depth = 0;
  int rank = sx_str_find(signature, SX_STR("unique symbol"), 0) == SX_STR_NONE ? 0 : 10;
  if (open == SX_STR_NONE) return rank;
  size_t i = open;
  for (; i < signature.len; i++) {
    char c = signature.ptr[i];
    depth += c == '(' || c == '[' || c == '{';
    depth -= c == ')' || c == ']' || c == '}';
    if (!depth) break;
    if (depth == 1 && c == ':' &&
        is_nothing(sx_str_trim(sx_str_slice(signature, i + 1, signature.len))))
      rank += 10;
  }
  if (i == open + 1) rank += 6; /* nothing to pass */
  sx_str result = sx_str_slice(signature, i, signature.len);
  if (sx_str_find(result, SX_STR("unknown"), 0) != SX_STR_NONE ||
      sx_str_find(result, SX_STR("never"), 0) != SX_STR_NONE)
    rank += 4;
  return rank;
}

/* ---- what is written on each ---------------------------------------------------------------- */

/* A hover may have no words: `words` are its own until read_comment. */
static sx_status read_hover(sx_call *call, const sx_documentation *doc, size_t i, overload *one,
                            sx_err *err) {
  sx_hover_text hover;
  const sx_hover_parts *parts = &doc->hovers.items[i];
  sx_status status =
      sx_hover_format(&hover, parts->items, parts->len, SX_ANSWER_MAX_BYTES, call->arena, err);
  if (status) return status;
  one->at = doc->target.declarations.items[i];
  one->role = doc->roles.items[i];
  one->signature = sx_overloads_compact(hover.signature, call->arena);
  one->language = hover.language;
  one->words = hover.is_documented ? hover.body : SX_STR("");
  return SX_OK;
}

static sx_status read_comment(sx_call *call, const sx_documentation *doc, size_t i, overload *all,
                              bool has_own, sx_err *err) {
  overload *one = &all[i];
  sx_status status = SX_OK;
  if (!has_own || !one->words.len)
    status = sx_documentation_comment(call, doc->target.symbol->path, one->at, &one->words, err);
  one->is_deprecated = sx_comment_is_deprecated(one->words);
  one->rank = rate(one->signature) + (one->is_deprecated ? 100 : 0);
  for (size_t k = 0; k < i; k++) one->is_repeated |= sx_str_is_equal(all[k].words, one->words);
  return status;
}

/* ---- what each is to a caller ---------------------------------------------------------------- */

/* All declarations, and the language that they are in. */
typedef struct overloads {
  const sx_documentation *doc;
  overload *all;
  size_t count;
  bool is_script; /* TypeScript's: at an implementation its server has the first overload's hover */
  bool is_cpp;
} overloads;

static bool is_alike(const overloads *set, size_t i, size_t k) {
  sx_str a = set->all[i].signature, b = set->all[k].signature;
  return set->is_cpp ? sx_overload_is_same(a, b, set->doc->target.symbol->name)
                     : sx_str_is_equal(a, b);
}

/* The first declaration of what `i` declares, without a body if there is one. */
static size_t find_first(const overloads *set, size_t i) {
  size_t best = i;
  for (size_t k = set->count; k-- > 0;) {
    bool is_better = set->all[k].role == SX_OVERLOAD || set->all[best].role == SX_OVERLOAD_BODY;
    if (is_better && is_alike(set, i, k)) best = k;
  }
  return best;
}

/*
 * Where each function has a body of its own, one signature is one overload, however often it is
 * declared. Returns how many overloads there are.
 */
static size_t join_alike(const overloads *set, sx_overload_role *roles) {
  size_t found = 0;
  for (size_t i = 0; i < set->count; i++) {
    bool is_first = find_first(set, i) == i;
    bool is_body = set->all[i].role == SX_OVERLOAD_BODY;
    roles[i] = is_first ? SX_OVERLOAD : is_body ? SX_OVERLOAD_BODY : SX_OVERLOAD_AGAIN;
    found += is_first;
  }
  for (size_t i = 0; i < set->count; i++) set->all[i].role = roles[i];
  return found;
}

/* JavaScript's functions of one name: the last replaces the others. */
static bool take_last(overloads *set) {
  for (size_t i = 0; i < set->count; i++)
    if (set->all[i].role == SX_OVERLOAD) return false;
  for (size_t i = 0; i < set->count; i++) {
    set->all[i].is_implementation = i + 1 == set->count;
    set->all[i].role = i + 1 == set->count ? SX_OVERLOAD : SX_OVERLOAD_AGAIN;
  }
  return true;
}

static sx_status decide_roles(sx_call *call, sx_documentation *doc, overloads *set, sx_err *err) {
  const sx_document *document;
  sx_status status = sx_document_open(call, doc->target.symbol->path, &document, err);
  if (status) return status;
  set->is_script = sx_overloads_end_with_body(document);
  set->is_cpp = sx_language_has_word("cpp", sx_language_name(document->language), false);
  if (set->is_script && take_last(set)) {
    doc->is_overloaded = false;
    return SX_OK;
  }
  if (set->is_script || sx_str_is_equal(document->language_id, SX_STR("python"))) {
    for (size_t i = 0; i < set->count; i++)
      set->all[i].is_implementation = set->all[i].role == SX_OVERLOAD_BODY;
    return SX_OK;
  }
  size_t found = join_alike(set, doc->roles.items);
  for (size_t i = set->count; i < doc->roles.len; i++) doc->roles.items[i] = SX_OVERLOAD;
  if (found == 1 && set->count == doc->roles.len) doc->is_overloaded = false;
  return SX_OK;
}

/* Most useful first; those that are alike in their order. */
static void sort(overload *all, size_t count) {
  for (size_t i = 1; i < count; i++) {
    overload moved = all[i];
    size_t j = i;
    for (; j > 0 && moved.rank < all[j - 1].rank; j--) all[j] = all[j - 1];
    all[j] = moved;
  }
}

/* ---- one hover of all ----------------------------------------------------------------------- */

static void add_part(sx_call *call, sx_documentation *doc, sx_hover_kind kind, sx_str value,
                     sx_str language) {
  sx_hover_part *part = value.len ? SX_ARRAY_ADD(&doc->parts, call->arena) : NULL;
  if (part) *part = (sx_hover_part){.kind = kind, .value = value, .language = language};
}

static sx_status add_signatures(sx_call *call, sx_documentation *doc, const overload *all,
                                size_t count, sx_err *err) {
  sx_buf text;
  size_t tokens = 0, first = 0;
  sx_buf_init(&text, SX_ANSWER_MAX_BYTES);
  for (size_t i = 0; i < doc->roles.len; i++)
    doc->overload_count += doc->roles.items[i] == SX_OVERLOAD;
  for (size_t i = 0; i < count; i++) {
    if (all[i].role != SX_OVERLOAD || !all[i].signature.len) continue;
    doc->deprecated_count += all[i].is_deprecated;
    size_t cost = sx_tokens_count(all[i].signature);
    bool is_useful = !all[i].is_deprecated || doc->shown_count == 0;
    bool has_room = doc->shown_count == 0 || doc->wants_all_signatures ||
                    (doc->shown_count < MAX_SHOWN && tokens + cost <= MAX_SHOWN_TOKENS);
    if (!is_useful || !has_room) continue;
    if (text.len) sx_buf_add_char(&text, '\n');
    if (!text.len) first = i;
    sx_buf_add(&text, all[i].signature);
    tokens += cost;
    doc->shown_count++;
  }
  sx_str copy = sx_arena_dup(call->arena, sx_buf_str(&text));
  sx_status status = text.status;
  sx_buf_release(&text);
  if (status) return sx_fail(err, status, NULL);
  add_part(call, doc, SX_HOVER_CODE, copy, all[first].language);
  return SX_OK;
}

/* Bytes of prose before the first tag. */
static size_t prose_of(const overload *one) {
  size_t tag = sx_str_find(one->words, SX_STR("*@"), 0);
  return tag == SX_STR_NONE ? one->words.len : tag;
}

/*
 * The comment that comes first: the implementation's, which is on all of them, unless it is only a
 * label; else that of the most useful overload; among deprecated ones the longest.
 */
static const overload *choose_main(const overload *all, size_t count) {
  const overload *best = NULL;
  int best_class = -1;
  for (size_t i = 0; i < count; i++) {
    const overload *one = &all[i];
    if (!one->words.len || one->is_repeated) continue;
    bool has_prose = prose_of(one) >= MIN_PROSE_BYTES;
    int class = !has_prose ? 0 : one->is_implementation ? 3 : one->is_deprecated ? 1 : 2;
    bool is_longer = best && class < 2 && prose_of(one) > prose_of(best);
    if (class < best_class || (class == best_class && !is_longer)) continue;
    best = one;
    best_class = class;
  }
  return best;
}

/* Without the paragraph that calls it deprecated: it applies to one overload, not to all. */
static sx_str without_deprecation(sx_str words, sx_arena *arena) {
  size_t from = sx_str_find(words, SX_STR("*@deprecated*"), 0);
  if (from == SX_STR_NONE || (from && words.ptr[from - 1] != '\n')) return words;
  size_t end = sx_str_find(words, SX_STR("\n\n"), from);
  size_t tag = sx_str_find(words, SX_STR("\n*@"), from);
  if (tag < end) end = tag;
  sx_str before = sx_str_trim_end(sx_str_slice(words, 0, from));
  sx_str behind = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(words, end, words.len);
  return sx_arena_printf(arena, "%.*s%.*s", SX_STR_ARG(before), SX_STR_ARG(behind));
}

static void add_words(sx_call *call, sx_documentation *doc, const overload *all, size_t count) {
  const overload *main = choose_main(all, count);
  if (!main) return;
  bool has_more = prose_of(main) >= MIN_PROSE_BYTES;
  bool is_of_one = main->is_deprecated && doc->deprecated_count < doc->overload_count;
  sx_str words = is_of_one ? without_deprecation(main->words, call->arena) : main->words;
  add_part(call, doc, SX_HOVER_MARKDOWN, words, SX_STR(""));
  for (size_t i = 0; i < count; i++) {
    const overload *one = &all[i];
    if (one == main || !one->words.len || one->is_repeated) continue;
    /* Deprecated ones are counted; their text is seldom of use. */
    if (has_more && (one->is_deprecated || one->is_implementation)) continue;
    add_part(call, doc, SX_HOVER_MARKDOWN,
             sx_arena_printf(call->arena, "%s on line %u:\n\n%.*s",
                             doc->is_overloaded ? "Overload" : "Declaration", one->at.line + 1,
                             SX_STR_ARG(one->words)),
             SX_STR(""));
  }
}

sx_status sx_overloads_join(sx_call *call, sx_documentation *doc, sx_err *err) {
  size_t count = doc->hovers.len;
  overload *all = sx_arena_calloc(call->arena, count + 1, sizeof *all);
  overloads set = {.doc = doc, .all = all, .count = count};
  sx_status status = SX_OK;
  if (!all) return sx_fail(err, call->arena->status, NULL);
  doc->parts.len = 0;
  for (size_t i = 0; i < count && !status; i++) status = read_hover(call, doc, i, &all[i], err);
  if (!status) status = decide_roles(call, doc, &set, err);
  for (size_t i = 0; i < count && !status; i++) {
    bool has_own_hover = !set.is_script || !all[i].is_implementation;
    status = read_comment(call, doc, i, all, has_own_hover, err);
  }
  if (status) return status;
  sort(all, count);
  status = add_signatures(call, doc, all, count, err);
  if (!status) add_words(call, doc, all, count);
  return status;
}
