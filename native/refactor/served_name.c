#include "refactor/served.h"

#include "base/map.h"
#include "semantic/text_uses.h"
#include "text/keyword.h"
#include "text/occurrences.h"

/** A word of the new texts. */
typedef struct word {
  sx_str text;
  size_t count;
  size_t calls, sets; /* followed by "(", and by "=" or ":" */
  size_t others;      /* followed by neither "(" nor "<" */
  bool is_set_first;
  bool is_defined; /* after `def` */
} word;

typedef struct words {
  sx_served *served;
  const sx_language *language;
  sx_map known; /* text -> index */
  SX_ARRAY(word) items;
} words;

/* ---- the words that the new texts add -------------------------------------------------------- */

static bool is_new(const words *all, sx_str text) {
  const sx_change *change = &all->served->r->change;
  for (size_t i = 0; i < change->files.len; i++)
    if (sx_occurrences_has(change->files.items[i].before, text, all->language)) return false;
  return true;
}

static bool follows(sx_str text, size_t start, const char *before) {
  size_t end = start;
  while (end && (text.ptr[end - 1] == ' ' || text.ptr[end - 1] == '\t')) end--;
  return end < start && sx_str_has_suffix(sx_str_slice(text, 0, end), sx_str_from(before));
}

static sx_status note_word(words *all, sx_str text, size_t start, size_t end, sx_err *err) {
  sx_arena *arena = all->served->r->call->arena;
  sx_str name = sx_str_slice(text, start, end);
  uint64_t index = 0;
  if (!sx_map_find(&all->known, name, &index)) {
    index = all->items.len;
    word *added = SX_ARRAY_ADD(&all->items, arena);
    if (!added) return sx_fail(err, arena->status, NULL);
    *added = (word){.text = name};
    sx_status status = sx_map_put(&all->known, name, index);
    if (status) return sx_fail(err, status, NULL);
  }
  word *one = &all->items.items[index];
  size_t at = sx_str_skip_blanks(text, end);
  char next = sx_str_at(text, at);
  bool is_set = (next == '=' && sx_str_at(text, at + 1) != '=') || next == ':';
  one->is_set_first |= !one->count && is_set;
  one->is_defined |= follows(text, start, "def");
  one->calls += next == '(';
  one->sets += is_set;
  one->others += next != '(' && next != '<';
  one->count++;
  return SX_OK;
}

static sx_status read_words(words *all, sx_str text, sx_err *err) {
  size_t at = 0;
  while (at < text.len) {
    size_t end = sx_language_ident_end(all->language, text, at);
    bool is_number = text.ptr[at] >= '0' && text.ptr[at] <= '9';
    sx_status status = end > at && !is_number ? note_word(all, text, at, end, err) : SX_OK;
    if (status) return status;
    at = end > at ? end : at + 1;
  }
  return SX_OK;
}

/* ---- the server's name ----------------------------------------------------------------------- */

/* A function is declared and called: all its places have "(", but for what its generics precede. */
static bool is_function(const words *all, const word *one) {
  bool is_bare = (all->language->flags & SX_LANGUAGE_BARE_CALLS) && one->is_defined;
  return is_bare || (one->calls && !one->others);
}

/* A variable gets its value where it stands first. */
static bool is_variable(const word *one) {
  return one->is_set_first && one->sets < one->count;
}

static bool may_be_it(const words *all, const word *one) {
  bool has_role =
      all->served->what == SX_SERVED_VARIABLE ? is_variable(one) : is_function(all, one);
  return one->count > 1 && has_role && sx_keyword_of(all->language, one->text) != SX_KEYWORD &&
         is_new(all, one->text);
}

static sx_status find_made(words *all, sx_str *out, sx_err *err) {
  const sx_change *change = &all->served->r->change;
  size_t count = 0;
  sx_status status = SX_OK;
  for (size_t i = 0; i < change->files.len && !status; i++)
    status = read_words(all, change->files.items[i].after, err);
  if (status) return status;
  for (size_t i = 0; i < all->items.len; i++) {
    if (!may_be_it(all, &all->items.items[i])) continue;
    *out = all->items.items[i].text;
    count++;
  }
  if (count == 1) return SX_OK;
  return sx_served_refuse(
      all->served, err,
      "which name the language server's action '%.*s' gives to what it makes is not certain, so it "
      "cannot be named. apply_code_action applies the action as it is.",
      SX_STR_ARG(all->served->actions.rows.items[all->served->chosen].title));
}

/* ---- the wanted name ------------------------------------------------------------------------- */

static sx_status check_wanted(const words *all, sx_str name, sx_err *err) {
  const sx_served *served = all->served;
  const sx_change *change = &served->r->change;
  bool is_digit = name.len && name.ptr[0] >= '0' && name.ptr[0] <= '9';
  if (is_digit || sx_language_ident_end(all->language, name, 0) != name.len ||
      sx_keyword_of(all->language, name) == SX_KEYWORD)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "'%.*s' is not a name in this language. Nothing was changed.",
                   SX_STR_ARG(sx_str_slice(name, 0, 100)));
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_file_change *file = &change->files.items[i];
    size_t at = sx_language_find_word(all->language, file->before, name, 0);
    if (at == SX_STR_NONE) continue;
    sx_document document = {.path = file->path, .text = file->before};
    sx_status status = sx_lines_init(&document.lines, file->before, served->r->call->arena, err);
    if (status) return status;
    return sx_refactoring_refuse(served->r, &document, at, err,
                                 "the name %.*s is there already, so whether it is free is not "
                                 "known. Give another one.",
                                 SX_STR_ARG(name));
  }
  return SX_OK;
}

/* A function that a base class, or a file that is included, has would be overridden or overloaded.
 */
static sx_status check_elsewhere(const words *all, sx_str name, sx_err *err) {
  const sx_served *served = all->served;
  const sx_document *document = served->actions.document;
  sx_text_uses uses = {0};
  if (served->what == SX_SERVED_VARIABLE) return SX_OK;
  sx_status status =
      sx_text_uses_find(&uses, served->r->call, name, document->path, SX_TEXT_USES_SOME, err);
  for (size_t i = 0; i < uses.items.len && !status; i++) {
    const sx_place *place = &uses.items.items[i].place;
    if (!uses.items.items[i].is_declaration) continue;
    status = sx_document_peek(served->r->call, place->path, &document, err);
    if (status) return status;
    return sx_refactoring_refuse(served->r, document,
                                 sx_document_offset(document, place->range.start), err,
                                 "%.*s is declared here, so a call might mean this one. Give "
                                 "another name.",
                                 SX_STR_ARG(name));
  }
  if (status || !uses.is_cut) return status;
  status = sx_refactoring_warn(served->r, document, 0,
                               "not all files were searched for another %.*s.", SX_STR_ARG(name));
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

static sx_status replace(words *all, sx_str was, sx_str name, sx_err *err) {
  sx_change *change = &all->served->r->change;
  sx_arena *arena = all->served->r->call->arena;
  for (size_t i = 0; i < change->files.len; i++) {
    sx_file_change *file = &change->files.items[i];
    sx_buf out;
    size_t from = 0, at;
    sx_buf_init(&out, SX_DOCUMENT_MAX_BYTES);
    while ((at = sx_language_find_word(all->language, file->after, was, from)) != SX_STR_NONE) {
      sx_buf_add(&out, sx_str_slice(file->after, from, at));
      sx_buf_add(&out, name);
      from = at + was.len;
    }
    sx_buf_add(&out, sx_str_slice(file->after, from, file->after.len));
    file->after = sx_buf_keep(&out, arena);
  }
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}

sx_status sx_served_name(sx_served *served, sx_str name, sx_str *was, sx_err *err) {
  words all = {.served = served, .language = served->actions.document->language};
  sx_map_init(&all.known, served->r->call->arena);
  sx_status status = check_wanted(&all, name, err);
  if (!status) status = check_elsewhere(&all, name, err);
  if (!status) status = find_made(&all, was, err);
  return status ? status : replace(&all, *was, name, err);
}
