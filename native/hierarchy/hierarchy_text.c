/*
 * Calls without a server: callers by the name in the code of all files, callees by the names that a
 * body calls and what the workspace declares.
 */

#include "hierarchy/hierarchy_parts.h"

#include "base/byte.h"
#include "base/map.h"
#include "semantic/code_words.h"
#include "semantic/declared_rank.h"
#include "semantic/text_uses.h"
#include "text/c/c_code.h"
#include "text/keyword.h"
#include "workspace/document_facts.h"
#include "workspace/paths.h"

static sx_host_item item_of(const sx_document *document, const sx_facts *facts, size_t i) {
  const sx_fact *fact = &facts->items[i];
  return (sx_host_item){.token = SX_HOST_NO_TOKEN,
                        .name = sx_fact_name(fact, document->text),
                        .kind = sx_fact_kind_name(sx_fact_shown_kind(facts, i)),
                        .path = document->path,
                        .range = {sx_document_position(document, fact->start),
                                  sx_document_position(document, fact->end)},
                        .name_at = sx_document_position(document, fact->name_start)};
}

/* The declaration whose name is at a place; `out->path` is empty where the text has none. */
static sx_status item_at(sx_call *call, sx_str path, sx_pos16 at, sx_host_item *out, sx_err *err) {
  const sx_document *document = NULL;
  sx_facts facts;
  bool is_read;
  *out = (sx_host_item){.path = SX_STR("")};
  sx_status status = sx_document_peek_any(call, path, &document, err);
  if (status || !document) return status;
  status = sx_document_facts(&facts, &is_read, call, document, err);
  size_t offset = sx_document_offset(document, at);
  for (size_t i = 0; i < facts.len && !status; i++)
    if (facts.items[i].name_start == offset) *out = item_of(document, &facts, i);
  return status;
}

static sx_host_relative *relative_of(sx_host_relatives *out, const sx_host_item *item,
                                     sx_arena *arena) {
  for (size_t i = 0; i < out->len; i++)
    if (sx_pos16_is_equal(out->items[i].item.name_at, item->name_at) &&
        sx_str_is_equal(out->items[i].item.path, item->path))
      return &out->items[i];
  sx_host_relative *added = SX_ARRAY_ADD(out, arena);
  if (added) added->item = *item;
  return added;
}

static sx_status add(sx_host_relatives *out, const sx_host_item *item, sx_pos16 site, sx_call *call,
                     sx_err *err) {
  sx_host_relative *to = relative_of(out, item, call->arena);
  sx_pos16 *added = to ? SX_ARRAY_ADD(&to->sites, call->arena) : NULL;
  if (!added) return sx_fail(err, call->arena->status, NULL);
  *added = site;
  return SX_OK;
}

static bool is_kin(sx_str path, sx_str other) {
  return sx_language_is_kin(sx_language_find(SX_STR(""), path),
                            sx_language_find(SX_STR(""), other));
}

/* ---- callers -------------------------------------------------------------------------------- */

/* Outside of functions it is the file that calls. */
static sx_host_item caller_of(const sx_text_use *use) {
  sx_host_item item = {.token = SX_HOST_NO_TOKEN,
                       .name = use->in.len ? use->in : sx_path_name(use->place.path),
                       .kind = use->in.len ? use->in_kind : SX_STR("File"),
                       .path = use->place.path,
                       .name_at = use->in_at};
  item.range = (sx_range16){use->in_at, use->place.range.end};
  return item;
}

static sx_status add_callers(const sx_relatives_source *self, const sx_host_item *item,
                             sx_host_relatives *out, sx_err *err) {
  sx_text_uses uses;
  sx_call *call = self->call;
  size_t most = self->is_brief ? SX_TEXT_USES_SOME : SX_TEXT_USES_MOST;
  sx_status status = sx_text_uses_find(&uses, call, item->name, item->path, most, err);
  bool is_macro = sx_str_is_equal(item->kind, SX_STR("Macro"));
  for (size_t i = 0; i < uses.items.len && !status; i++) {
    const sx_text_use *use = &uses.items.items[i];
    /* A macro is expanded wherever its name is. */
    bool is_other = (use->is_member || use->is_local) && !is_macro;
    if (!use->is_call || is_other) continue;
    const sx_host_item caller = caller_of(use);
    status = add(out, &caller, use->place.range.start, call, err);
  }
  if (!status && uses.is_cut) return sx_fail(err, SX_HOST, "%.*s", SX_STR_ARG(uses.reason));
  return status;
}

/* ---- callees -------------------------------------------------------------------------------- */

/*
 * A static function of another file is not meant, nor is a macro of one, but those of a header may
 * be, and static members are other ones.
 */
static bool may_be_called(const sx_declared *one, sx_str path) {
  bool is_function = one->kind == SX_FACT_FUNCTION || one->kind == SX_FACT_METHOD ||
                     one->kind == SX_FACT_CONSTRUCTOR ||
                     (one->kind == SX_FACT_MACRO && (one->flags & SX_FACT_CALLABLE));
  bool is_own = !(one->flags & SX_FACT_STATIC) || one->container.len ||
                sx_str_is_equal(one->path, path) || sx_str_has_suffix(one->path, SX_STR(".h"));
  bool is_seen = !sx_declared_is_of_file(one) || sx_str_is_equal(one->path, path);
  return is_function && is_own && is_seen && is_kin(one->path, path);
}

/* `type(x)` where methods are called by what has them, and so it is none: `box.type()`. */
static bool is_no_method(const sx_document *document, size_t at) {
  static const char languages[] =
      "python javascript javascriptreact typescript typescriptreact go rust";
  sx_str text = document->text;
  bool is_member = at > 0 && text.ptr[at - 1] == '.';
  bool is_path = at > 1 && text.ptr[at - 1] == ':' && text.ptr[at - 2] == ':';
  return !is_member && !is_path &&
         sx_language_has_word(languages, sx_language_name(document->language), false);
}

/* `file->read(x)`: in C a member is called by its value, which the text does not show. */
static bool is_by_pointer(const sx_document *document, size_t at) {
  return sx_str_is_equal(sx_language_name(document->language), SX_STR("c")) &&
         sx_c_is_of_member(document->text, at);
}

/* `Character.isDigit(c)`: the type in front of the dot, where names show which are types and
 * imports give no others. A constant has no small letters. Else empty. */
static sx_str type_before(const sx_document *document, size_t at) {
  static const char languages[] = "java csharp kotlin scala";
  sx_str text = document->text;
  if (at < 2 || text.ptr[at - 1] != '.' ||
      !sx_language_has_word(languages, sx_language_name(document->language), false))
    return SX_STR("");
  sx_str name =
      sx_str_slice(text, sx_language_ident_start(document->language, text, at - 1), at - 1);
  bool has_small = false;
  for (size_t i = 1; i < name.len; i++) has_small |= name.ptr[i] >= 'a' && name.ptr[i] <= 'z';
  return name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z' && has_small ? name : SX_STR("");
}

/* A name that was looked up, as a body calls some repeatedly. */
typedef struct callee {
  sx_str name, type;
  bool is_no_method;
  sx_host_item item;
} callee;
typedef SX_ARRAY(callee) callees;

/* Members of a type of that name, if one of them has it; none where the workspace has no such type:
 * it is a library's. */
static sx_status keep_of_type(sx_declared_search *search, sx_str type, sx_declared_list *all,
                              sx_err *err) {
  sx_declared_list types = {0};
  size_t kept = 0;
  if (!type.len || !all->len) return SX_OK;
  sx_status status = sx_declared_find(search, type, &types, err);
  if (status) return status;
  for (size_t i = 0; i < all->len; i++) {
    sx_str container = all->items[i].container;
    if (sx_str_is_equal(sx_locator_take_last_name(&container), type))
      all->items[kept++] = all->items[i];
  }
  if (kept || !types.len) all->len = kept;
  return SX_OK;
}

static sx_status find_callee(sx_declared_search *search, const sx_document *from, callee *out,
                             sx_err *err) {
  sx_declared_list all = {0};
  sx_call *call = search->call;
  sx_str name = out->name, path = from->path;
  out->item = (sx_host_item){.path = SX_STR("")};
  sx_status status = sx_declared_find(search, name, &all, err);
  size_t kept = 0;
  for (size_t i = 0; i < all.len && !status; i++)
    if (sx_str_is_equal(all.items[i].name, name) && may_be_called(&all.items[i], path) &&
        (!out->is_no_method || all.items[i].kind != SX_FACT_METHOD))
      all.items[kept++] = all.items[i];
  all.len = kept;
  if (!status) status = keep_of_type(search, out->type, &all, err);
  if (status || !all.len) return status;
  const sx_declared_context context = {.path = path, .package = SX_STR("")};
  sx_declared_sort(&all, name, &context, call->arena);
  const sx_document *document = NULL;
  const sx_declared *best = &all.items[0];
  status = sx_document_peek_any(call, best->path, &document, err);
  if (status || !document) return status;
  out->item = (sx_host_item){.token = SX_HOST_NO_TOKEN,
                             .name = best->name,
                             .kind = sx_fact_kind_name((sx_fact_kind)best->kind),
                             .path = best->path,
                             .range = {sx_document_position(document, best->start),
                                       sx_document_position(document, best->end)},
                             .name_at = sx_document_position(document, best->name_at)};
  return SX_OK;
}

static sx_status look_up(sx_declared_search *search, const sx_document *document, sx_word word,
                         callees *known, sx_host_item *out, sx_err *err) {
  callee one = {.name = sx_str_slice(document->text, word.start, word.end),
                .type = type_before(document, word.start),
                .is_no_method = is_no_method(document, word.start)};
  for (size_t i = 0; i < known->len; i++) {
    const callee *other = &known->items[i];
    if (other->is_no_method != one.is_no_method || !sx_str_is_equal(other->name, one.name) ||
        !sx_str_is_equal(other->type, one.type))
      continue;
    *out = other->item;
    return SX_OK;
  }
  sx_status status = find_callee(search, document, &one, err);
  if (status) return status;
  callee *added = SX_ARRAY_ADD(known, search->call->arena);
  if (!added) return sx_fail(err, search->call->arena->status, NULL);
  *added = one;
  *out = one.item;
  return SX_OK;
}

/* A function that is declared in the body is not called there. */
static bool is_declared_at(const sx_facts *facts, size_t offset) {
  for (size_t i = 0; i < facts->len && facts->items[i].start <= offset; i++)
    if (facts->items[i].name_start == offset) return true;
  return false;
}

static sx_status add_words(sx_declared_search *search, const sx_document *document,
                           const sx_words *words, sx_host_relatives *out, sx_err *err) {
  callees known = {0};
  sx_facts facts;
  bool is_read;
  sx_status status = sx_document_facts(&facts, &is_read, search->call, document, err);
  for (size_t i = 0; i < words->len && !status; i++) {
    sx_word word = words->items[i];
    sx_host_item item = {.path = SX_STR("")};
    if (is_by_pointer(document, word.start) || is_declared_at(&facts, word.start)) continue;
    status = look_up(search, document, word, &known, &item, err);
    if (!status && item.path.len)
      status = add(out, &item, sx_document_position(document, word.start), search->call, err);
  }
  return status;
}

sx_status sx_hierarchy_add_callees_by_name(sx_host_relatives *out, sx_call *call,
                                           const sx_document *document, const sx_words *words,
                                           sx_err *err) {
  sx_declared_search search;
  bool has_more;
  if (!words->len) return SX_OK;
  sx_status status = sx_declared_begin(&search, call, err);
  if (!status) status = sx_declared_wait(&search, SX_STR(""), &has_more, err);
  if (!status) status = add_words(&search, document, words, out, err);
  bool is_whole = !search.lack.unwritten && !search.lack.unread && !search.lack.unreadable &&
                  !search.lack.frequent.len;
  sx_declared_end(&search);
  if (status || is_whole) return status;
  return sx_fail(err, SX_HOST,
                 "not all files are in the index of symbols, and functions of others are "
                 "missing. Call again in a few seconds.");
}

/* `|sum|` of Ruby, no `||`. */
static bool is_block_bar(sx_str text, size_t at) {
  return sx_str_at(text, at) == '|' && sx_str_at(text, at + 1) != '|' &&
         (!at || text.ptr[at - 1] != '|');
}

/* `@sum`, `$sum`, `:sum`, `sum:`: another kind of name. */
static bool is_marked(const sx_document *document, sx_word word) {
  sx_str text = document->text;
  char last = word.start ? text.ptr[word.start - 1] : ' ';
  bool has_symbols =
      sx_language_has_word("ruby elixir", sx_language_name(document->language), false);
  bool is_key = sx_str_at(text, word.end) == ':' && sx_str_at(text, word.end + 1) != ':';
  return last == '@' || last == '$' || (has_symbols && (last == ':' || is_key));
}

/* `sum = 1`, `|sum|`, `(sum, …)` after the function's name: a variable, which calls nothing. */
static bool is_variable_at(const sx_document *document, sx_word word, size_t parameters_end) {
  sx_str text = document->text;
  bool has_bars = sx_str_is_equal(sx_language_name(document->language), SX_STR("ruby"));
  size_t next = sx_str_skip_blanks(text, word.end), last = word.start;
  while (last > 0 && sx_byte_is_blank(text.ptr[last - 1])) last--;
  char before = last ? text.ptr[last - 1] : ' ';
  bool is_assigned = sx_str_at(text, next) == '=' && before != '.' &&
                     !sx_byte_is_one_of(sx_str_at(text, next + 1), "=~>");
  bool is_in_bars =
      has_bars && ((last && is_block_bar(text, last - 1)) || is_block_bar(text, next));
  return word.start < parameters_end || is_assigned || is_in_bars;
}

/* Names alone call, but those of the variables of the body. */
static sx_status keep_bare_calls(const sx_document *document, size_t from, sx_words *words,
                                 sx_arena *arena, sx_err *err) {
  sx_map variables;
  sx_str text = document->text;
  uint64_t ignored;
  size_t kept = 0, at = sx_str_skip_blanks(text, from), end = from;
  if (sx_str_at(text, at) == '(') end = sx_str_find_char(text, ')', at);
  if (end == SX_STR_NONE) end = at;
  sx_map_init(&variables, arena);
  for (size_t i = 0; i < words->len; i++) {
    sx_word word = words->items[i];
    if (is_marked(document, word) || !is_variable_at(document, word, end)) continue;
    if (sx_map_put(&variables, sx_str_slice(text, word.start, word.end), 1))
      return sx_fail(err, arena->status, NULL);
  }
  for (size_t i = 0; i < words->len; i++) {
    sx_word word = words->items[i];
    bool is_member = word.start && text.ptr[word.start - 1] == '.';
    bool is_variable =
        !is_member && sx_map_find(&variables, sx_str_slice(text, word.start, word.end), &ignored);
    if (!is_variable && !is_marked(document, word)) words->items[kept++] = word;
  }
  words->len = kept;
  return SX_OK;
}

static sx_status add_callees(sx_call *call, const sx_host_item *item, sx_host_relatives *out,
                             sx_err *err) {
  const sx_document *document = NULL;
  sx_words words;
  sx_status status = sx_document_peek_any(call, item->path, &document, err);
  if (status || !document) return status;
  size_t from = sx_document_offset(document, item->name_at) + item->name.len;
  size_t to = sx_document_offset(document, item->range.end);
  bool is_bare = sx_hierarchy__has_bare_calls(document);
  status = is_bare ? sx_code_names(&words, document, from, to, call->arena, err)
                   : sx_code_calls(&words, document, from, to, call->arena, err);
  if (!status && is_bare) status = keep_bare_calls(document, from, &words, call->arena, err);
  return status ? status : sx_hierarchy_add_callees_by_name(out, call, document, &words, err);
}

/* ---- the source ------------------------------------------------------------------------------ */

static sx_status expand(const sx_relatives_source *self, sx_relation relation,
                        const sx_host_item *items, size_t count, sx_host_relatives *out,
                        sx_err *err) {
  sx_status failure = SX_OK;
  for (size_t i = 0; i < count; i++) {
    sx_host_item item = items[i];
    sx_status status = SX_OK;
    if (relation == SX_OUTGOING_CALLS)
      status = item_at(self->call, item.path, item.name_at, &item, err);
    if (!status && item.path.len)
      status = relation == SX_INCOMING_CALLS ? add_callers(self, &item, &out[i], err)
                                             : add_callees(self->call, &item, &out[i], err);
    if (status && status != SX_HOST) return status;
    if (status) failure = status;
  }
  return failure;
}

sx_status sx_hierarchy_by_text(sx_relatives_source *out, sx_call *call, const sx_symbol *symbol,
                               sx_host_item *root, sx_err *err) {
  *out = (sx_relatives_source){.expand = expand, .call = call};
  sx_status status = item_at(call, symbol->path, symbol->at, root, err);
  if (status || root->path.len) return status;
  *root = (sx_host_item){.token = SX_HOST_NO_TOKEN,
                         .name = symbol->name,
                         .kind = symbol->kind,
                         .path = symbol->path,
                         .range = {symbol->at, symbol->at},
                         .name_at = symbol->at};
  return SX_OK;
}
