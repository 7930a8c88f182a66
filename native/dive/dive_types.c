/* The types that a declaration names: those of a signature, and what a type is made from. */

#include "dive/dive.h"

#include "base/byte.h"
#include "semantic/code_words.h"
#include "semantic/declared.h"
#include "semantic/declared_rank.h"
#include "servers/inquiry.h"
#include "workspace/paths.h"

#define MAX_WORDS 24
#define MAX_HEAD_BYTES 4000

typedef struct head {
  sx_dive *dive;
  sx_dive_section *section;
  const sx_document *document;
  sx_words words; /* each name once */
  bool is_of_bases;
} head;

static sx_str word_text(const head *h, size_t i) {
  return sx_str_slice(h->document->text, h->words.items[i].start, h->words.items[i].end);
}

/* ---- the head -------------------------------------------------------------------------------- */

/* `(): { all: Sums } | {`: braces that are a type, not the body. */
static bool is_type_wanted(sx_str code, size_t at) {
  while (at > 0 && sx_byte_is_space(code.ptr[at - 1])) at--;
  return at > 0 && sx_byte_is_one_of(code.ptr[at - 1], ":|&<,");
}

/* `fun one(): Till = Till()`: what follows is a value. */
static bool has_value_body(const sx_document *document) {
  return sx_language_has_word("kotlin scala", sx_language_name(document->language), false);
}

static bool is_python(const sx_document *document) {
  return sx_str_is_equal(sx_language_name(document->language), SX_STR("python"));
}

/* After the result: where the body, an arrow or the next statement begins. */
static size_t head_end(const sx_document *document, sx_str code, size_t at) {
  bool is_colon_end = is_python(document), is_value_end = has_value_body(document);
  int depth = 0;
  bool has_parameters = false;
  for (; at < code.len; at++) {
    char c = code.ptr[at], next = sx_str_at(code, at + 1);
    bool is_type = c == '{' && has_parameters && is_type_wanted(code, at);
    if (sx_byte_is_one_of(c, "([") || is_type || (c == '{' && depth)) depth++;
    if (sx_byte_is_one_of(c, ")]") || (c == '}' && depth)) has_parameters |= --depth == 0;
    if (depth > 0 || !has_parameters) continue;
    if (sx_byte_is_one_of(c, "{;") || (c == ':' && is_colon_end)) return at;
    if (c == '=' && (is_value_end || next == '>')) return at;
  }
  return at;
}

/* `limit: …`, `limit?: …`: a parameter; `std::string` is not one. */
static bool is_parameter(sx_str code, size_t end) {
  size_t at = sx_str_skip_spaces(code, end);
  if (sx_str_at(code, at) == '?') at++;
  return sx_str_at(code, at) == ':' && sx_str_at(code, at + 1) != ':';
}

/* `const void *object,`, `gfp_t flags)`: a parameter of C; `struct page *` has no name. */
static bool is_c_parameter(sx_str code, size_t before, size_t end) {
  static const char not_types[] =
      "struct union enum class const volatile register restrict unsigned signed typename";
  char next = sx_str_at(code, sx_str_skip_spaces(code, end)), last = sx_str_at(code, before - 1);
  if (!before || !sx_byte_is_one_of(next, ",)[")) return false;
  size_t start = before;
  while (start > 0 && sx_byte_is_word(code.ptr[start - 1])) start--;
  sx_str word = sx_str_slice(code, start, before);
  return sx_byte_is_one_of(last, "*&") ||
         (word.len && !sx_language_has_word(not_types, word, false));
}

/* A default value is not a type, nor is a decorator; `a.B` is known by its last name. */
static bool is_type_like(const head *h, sx_str code, size_t start, size_t end) {
  size_t before = start;
  while (before > 0 && sx_byte_is_space(code.ptr[before - 1])) before--;
  char last = before ? code.ptr[before - 1] : ' ';
  bool is_c = (h->document->language->flags & SX_LANGUAGE_C_FUNCTIONS) != 0;
  if (last == '=' || last == '@' || sx_str_at(code, end) == '.') return false;
  return !(is_c ? is_c_parameter(code, before, end) : is_parameter(code, end));
}

static sx_status keep_each_once(head *h, sx_str code, size_t from, sx_err *err) {
  sx_strs names = {0};
  size_t kept = 0;
  sx_str own = h->dive->target->symbol->name;
  for (size_t i = 0; i < h->words.len && kept < MAX_WORDS; i++) {
    sx_str name = word_text(h, i);
    sx_word word = h->words.items[i];
    if (sx_str_is_equal(name, own) || sx_strs_have(&names, name)) continue;
    if (!h->is_of_bases && !is_type_like(h, code, word.start - from, word.end - from)) continue;
    sx_status status = sx_strs_add(&names, name, h->dive->call->arena, err);
    if (status) return status;
    h->words.items[kept++] = word;
  }
  h->words.len = kept;
  return SX_OK;
}

/* Where the declaration ends; SX_STR_NONE: not known. */
static size_t declaration_end(const head *h, size_t name_end) {
  const sx_dive *dive = h->dive;
  size_t end = dive->entry ? sx_document_offset(h->document, dive->entry->range.end) : 0;
  return end > name_end ? end : SX_STR_NONE; /* some servers give the name alone */
}

static sx_status read_head(head *h, sx_err *err) {
  sx_arena *arena = h->dive->call->arena;
  const sx_symbol *symbol = h->dive->target->symbol;
  size_t name = sx_document_offset(h->document, symbol->at), start = name;
  if (h->dive->entry) start = sx_document_offset(h->document, h->dive->entry->range.start);
  if (start > name) start = name;
  size_t name_end = sx_language_ident_end(h->document->language, h->document->text, name);
  size_t most = name_end + MAX_HEAD_BYTES, own_end = declaration_end(h, name_end);
  sx_str code = sx_code_of(h->document, start, most < own_end ? most : own_end, arena);
  code = sx_str_slice(code, 0, head_end(h->document, code, name_end - start));
  size_t end = start + code.len;
  sx_status status = h->is_of_bases
                         ? sx_code_bases(&h->words, h->document, name_end, own_end, arena, err)
                         : sx_code_names(&h->words, h->document, start, end, arena, err);
  return status ? status : keep_each_once(h, code, start, err);
}

/* ---- what the names mean --------------------------------------------------------------------- */

static bool is_in_head(const head *h, const sx_place *place) {
  const sx_dive *dive = h->dive;
  if (!sx_str_is_equal(place->path, dive->path)) return false;
  size_t at = sx_document_offset(h->document, place->range.start);
  sx_pos16 from = dive->entry ? dive->entry->range.start : dive->target->symbol->at;
  size_t start = sx_document_offset(h->document, from);
  size_t end = h->words.len ? h->words.items[h->words.len - 1].end : start;
  return at >= start && at <= end;
}

/* Those of libraries are named only where a type is made from them. */
static void add_type(head *h, sx_str name, const sx_place *place) {
  sx_dive_item item = {.path = place->path, .at = place->range.start, .label = name};
  if (is_in_head(h, place)) return;
  if (!sx_path_is_inside(h->dive->call, place->path)) {
    if (!h->is_of_bases) return;
    item.label = sx_arena_printf(h->dive->call->arena, "%.*s (%.*s)", SX_STR_ARG(name),
                                 SX_STR_ARG(sx_path_name(place->path)));
    item.path = SX_STR("");
  }
  sx_dive__add(h->dive, h->section, item);
}

static void post_words(const head *h, sx_batch *batch) {
  for (size_t i = 0; i < h->words.len; i++)
    sx_batch_definition(batch, h->document->path,
                        sx_document_position(h->document, h->words.items[i].start));
}

static sx_status ask_server(head *h, sx_err *err) {
  sx_batch batch;
  size_t failed = 0;
  sx_call *call = h->dive->call;
  sx_batch_init(&batch, call->wait, call->arena);
  post_words(h, &batch);
  sx_status status = sx_batch_run(&batch, err), failure = SX_OK;
  for (size_t i = 0; i < h->words.len && !status; i++) {
    sx_places places = {0};
    status = sx_batch_get_places(&batch, i, &places, err);
    if (status == SX_HOST) failed++, failure = status, status = SX_OK;
    if (!status && places.len)
      add_type(h, word_text(h, i), &places.items[0]);
    else if (!status && h->is_of_bases)
      sx_dive__add(h->dive, h->section,
                   (sx_dive_item){.path = SX_STR(""), .label = word_text(h, i)});
  }
  sx_batch_release(&batch);
  if (status || !failed) return status;
  return sx_dive__fail(h->dive, h->section, failure, err);
}

/* Those of another source of C cannot be meant. */
static bool is_type(const head *h, const sx_declared *one, sx_str name) {
  sx_str kind = sx_fact_kind_name((sx_fact_kind)one->kind);
  if (sx_declared_is_of_file(one) && !sx_str_is_equal(one->path, h->dive->path)) return false;
  return sx_str_is_equal(one->name, name) &&
         sx_language_has_word("Class Struct Interface Enum Union Typedef TypeAlias", kind, false);
}

static sx_status find_declared(head *h, sx_declared_search *search, sx_str name, sx_err *err) {
  sx_declared_list all = {0};
  sx_call *call = h->dive->call;
  const sx_document *document;
  sx_status status = sx_declared_find(search, name, &all, err);
  size_t kept = 0;
  for (size_t i = 0; i < all.len; i++)
    if (is_type(h, &all.items[i], name)) all.items[kept++] = all.items[i];
  all.len = kept;
  if (status) return status;
  /* As with a server: a base without a declaration is named. */
  if (!kept && h->is_of_bases && !search->lack.unwritten)
    sx_dive__add(h->dive, h->section, (sx_dive_item){.path = SX_STR(""), .label = name});
  if (!kept) return SX_OK;
  const sx_declared_context context = {.path = h->dive->path, .package = SX_STR("")};
  sx_declared_sort(&all, name, &context, call->arena);
  const sx_declared *best = &all.items[0];
  status = sx_document_peek_any(call, best->path, &document, err);
  if (status) return status;
  sx_pos16 at = {best->row, 0};
  if (document) at = sx_document_position(document, best->name_at);
  const sx_place place = {best->path, {at, at}};
  add_type(h, name, &place);
  return SX_OK;
}

static sx_status ask_index(head *h, sx_err *err) {
  sx_declared_search search;
  sx_status status = sx_declared_begin(&search, h->dive->call, err);
  for (size_t i = 0; i < h->words.len && !status; i++)
    status = find_declared(h, &search, word_text(h, i), err);
  if (!status && search.lack.unwritten) h->section->is_unknown = true;
  sx_declared_end(&search);
  return status;
}

sx_status sx_dive__types(sx_dive *dive, bool is_of_bases, sx_err *err) {
  head h = {.dive = dive, .is_of_bases = is_of_bases};
  h.section = is_of_bases ? sx_dive__section(dive, "Extends", "extends")
                          : sx_dive__section(dive, "Types", "types");
  sx_status status = sx_document_peek(dive->call, dive->path, &h.document, err);
  if (!status) status = read_head(&h, err);
  bool is_early = !status && sx_inquiry_is_early(dive->call, h.document->language_id);
  bool is_unserved = is_early || (dive->has_outline && dive->outline.readiness == SX_ABSENT);
  if (!status && h.words.len) status = is_unserved ? ask_index(&h, err) : ask_server(&h, err);
  h.section->is_unknown |= is_early && h.words.len;
  /* Most types extend nothing, and most signatures name no type of the workspace. */
  if (!status && !h.section->total && !h.section->is_unknown) dive->count--;
  return sx_dive__fail(dive, h.section, status, err);
}

void sx_dive__types_ahead(sx_dive *dive, bool is_of_bases) {
  sx_batch batch;
  head h = {.dive = dive, .is_of_bases = is_of_bases};
  sx_batch_init_ahead(&batch, dive->call->wait, dive->call->arena);
  if (sx_document_peek(dive->call, dive->path, &h.document, NULL) || read_head(&h, NULL)) return;
  post_words(&h, &batch);
}
