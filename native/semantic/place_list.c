#include "semantic/place_list.h"

#include "answer/facts.h"
#include "answer/pager.h"
#include "base/utf8.h"
#include "text/declaration.h"
#include "text/occurrences.h"
#include "semantic/enclosing.h"
#include "semantic/line_text.h"
#include "workspace/document.h"
#include "workspace/paths.h"

#include <stdlib.h>

/* Places that one line lists: a longer line would hide them. */
#define MAX_ALIKE 16
/* A shorter folder is written again. */
#define LEAST_FOLDER_BYTES 30
/* The length of a definition's line. */
#define MAX_LINE_BYTES 400

/* ---- order -------------------------------------------------------------------------------- */

bool sx_place_is_test_below(sx_str path) {
  static const char *const parts[] = {"/test/", "/tests/", "/__tests__/", ".test.",
                                      ".spec.", "_test.",  "/spec/",      "/testing/"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (sx_str_find(path, sx_str_from(parts[i]), 0) != SX_STR_NONE) return true;
  return sx_str_has_prefix(sx_path_name(path), SX_STR("test_"));
}

bool sx_place_is_test(const sx_call *call, sx_str path) {
  sx_str below;
  const sx_root *root = sx_path_find_root(call, path, &below);
  return sx_place_is_test_below(root ? sx_str_slice(path, root->path.len, path.len) : path);
}

static int compare_places(const void *a, const void *b) {
  const sx_listed_place *one = a, *other = b;
  if (one->is_test != other->is_test) return one->is_test ? 1 : -1;
  int order = sx_str_compare(one->path, other->path);
  if (order) return order;
  return sx_pos16_compare(one->range.start, other->range.start);
}

sx_status sx_place_list_init(sx_place_list *out, sx_call *call, const sx_places *places,
                             const sx_places *without, sx_err *err) {
  *out = (sx_place_list){.symbol_kind = SX_STR("")};
  for (size_t i = 0; i < places->len; i++) {
    if (sx_places_have(without, &places->items[i])) continue;
    sx_listed_place *added = SX_ARRAY_ADD(&out->items, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = (sx_listed_place){places->items[i].path, places->items[i].range,
                               sx_place_is_test(call, places->items[i].path), NULL};
  }
  if (!out->items.len) return SX_OK;
  qsort(out->items.items, out->items.len, sizeof *out->items.items, compare_places);
  size_t kept = 0;
  for (size_t i = 0; i < out->items.len; i++) {
    sx_listed_place *one = &out->items.items[i];
    if (kept && compare_places(&out->items.items[kept - 1], one) == 0) continue;
    bool is_new_file = !kept || !sx_str_is_equal(out->items.items[kept - 1].path, one->path);
    out->file_count += is_new_file;
    out->items.items[kept++] = *one;
  }
  out->items.len = kept;
  return SX_OK;
}

/* ---- a place by its line --------------------------------------------------------- */

static sx_str after_blanks(sx_str text, size_t at) {
  return sx_str_slice(text, sx_str_skip_blanks(text, at), text.len);
}

static bool is_one_of(sx_str word, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (sx_str_is_equal(word, sx_str_from(words[i]))) return true;
  return false;
}

static bool is_import(sx_str line) {
  static const char *const imports[] = {"import ", "from ", "#include", "use ", "require("};
  sx_str start = sx_str_trim(line);
  if (sx_str_has_prefix(start, SX_STR("export ")))
    return sx_str_find(start, SX_STR(" from "), 0) != SX_STR_NONE;
  for (size_t i = 0; i < sizeof imports / sizeof *imports; i++)
    if (sx_str_has_prefix(start, sx_str_from(imports[i]))) return true;
  return false;
}

static bool is_written(sx_str rest) {
  static const char *const changes[] = {
      "++",  "--",  "+=",  "-=",  "*=",   "/=",  "%=",  "&=",   "|=", "^=",
      "**=", "//=", "<<=", ">>=", ">>>=", "&&=", "||=", "?\?=", "@="};
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
    if (sx_str_has_prefix(rest, sx_str_from(changes[i]))) return true;
  char next = sx_str_at(rest, 1);
  return sx_str_at(rest, 0) == '=' && next != '=' && next != '>';
}

/* Type arguments may stand between a name and its parenthesis. */
static bool is_called(sx_str rest) {
  if (rest.len && rest.ptr[0] == '<') {
    size_t close = sx_str_find_char(rest, '>', 0);
    rest = close == SX_STR_NONE ? rest : sx_str_slice(rest, close + 1, rest.len);
  }
  return rest.len && rest.ptr[0] == '(';
}

/* How the name is used there, by the text and the kind of the symbol. */
static const char *kind_of_use(sx_str line, size_t end, sx_str symbol_kind) {
  static const char *const types[] = {"Interface", "Struct",  "TypeParameter",
                                      "TypeAlias", "Typedef", "Union"};
  static const char *const values_too[] = {"Class", "Enum"};
  sx_str rest = after_blanks(line, end);
  bool has_member = rest.len && (rest.ptr[0] == '.' || sx_str_has_prefix(rest, SX_STR("::")));
  if (is_import(line)) return "import";
  if (is_one_of(symbol_kind, types, sizeof types / sizeof *types)) return "type";
  if (is_called(rest)) return "call";
  if (is_one_of(symbol_kind, values_too, sizeof values_too / sizeof *values_too))
    return has_member ? "read" : "type";
  if (is_written(rest)) return "write";
  return symbol_kind.len ? "read" : NULL;
}

/* A statement such as `for_each(one, list) {` in a function: nothing is declared without a type. */
static bool is_statement(const sx_document *document, sx_str line, sx_str declared,
                         sx_str symbol_kind) {
  static const char *const kinds[] = {"Function", "Macro"};
  size_t blanks = sx_str_skip_blanks(line, 0);
  return (document->language->flags & SX_LANGUAGE_C_FUNCTIONS) && blanks > 0 &&
         declared.ptr == line.ptr + blanks &&
         is_one_of(symbol_kind, kinds, sizeof kinds / sizeof *kinds);
}

const char *sx_place_use(const sx_document *document, sx_range16 range, sx_str symbol_kind) {
  sx_str line = sx_lines_get(&document->lines, range.start.line);
  size_t start = (size_t)(line.ptr - document->text.ptr);
  size_t end = sx_document_offset(document, range.end);
  sx_str declared =
      sx_declaration_in_line(document->text, start, start + line.len, document->language);
  bool is_declaration =
      declared.len &&
      declared.ptr == document->text.ptr + sx_document_offset(document, range.start);
  if (is_declaration && !is_statement(document, line, declared, symbol_kind)) return "declaration";
  return line.len && end >= start ? kind_of_use(line, end - start, symbol_kind) : NULL;
}

/* ---- kinds of uses ------------------------------------------------------------------------- */

static size_t count_in_file(const sx_place_list *list, size_t first) {
  size_t count = 0;
  while (first + count < list->items.len &&
         sx_str_is_equal(list->items.items[first + count].path, list->items.items[first].path))
    count++;
  return count;
}

/*
 * Whether the line, read alone, may be a comment, `{@link x}`, or one of an import over several
 * lines: only the lexer knows those, and it has to read the file up to there. Lists of names have
 * no operators and no calls.
 */
static bool may_be_no_code(sx_str line, size_t at, const sx_language *language) {
  bool is_after_name = false;
  for (size_t i = 0; i < at && i < line.len; i++)
    if (strchr("/#", line.ptr[i])) return true; /* a comment may have begun */
  for (size_t i = 0; i < line.len; i++) {
    unsigned char c = (unsigned char)line.ptr[i];
    bool is_path = c == ':' && i + 1 < line.len && line.ptr[i + 1] == ':';
    if (strchr("\"'`/#@", c)) return true; /* it may stand in there */
    if (c == '(' && is_after_name) return false;
    if (is_path) i++;
    is_after_name = c >= 0x80 || sx_language_is_ident(language, c);
    if (!is_after_name && !is_path && !strchr(" \t,;.*{}()\\", c)) return false;
  }
  return true;
}

/* Shared by the places of one file. */
static sx_status find_kinds(sx_place_list *list, size_t first, size_t count,
                            const sx_document *document, sx_arena *arena) {
  sx_occurrences unsure = {0};
  if (!list->has_kinds || list->items.items[first].kind) return SX_OK;
  unsure.items = sx_arena_calloc(arena, count + 1, sizeof *unsure.items);
  if (!unsure.items) return arena->status;
  for (size_t i = 0; i < count; i++) {
    sx_listed_place *place = &list->items.items[first + i];
    place->kind = sx_place_use(document, place->range, list->symbol_kind);
    sx_str line = sx_lines_get(&document->lines, place->range.start.line);
    size_t offset = sx_document_offset(document, place->range.start);
    size_t line_start = (size_t)(line.ptr - document->text.ptr);
    size_t at = offset > line_start ? offset - line_start : 0;
    if (!may_be_no_code(line, at, document->language)) continue;
    sx_occurrence *one = &unsure.items[unsure.len++];
    one->offset = offset;
    one->point.row = (uint32_t)i;
  }
  sx_occurrences_classify(&unsure, document->text, document->language);
  for (size_t i = 0; i < unsure.len; i++) {
    sx_use use = unsure.items[i].use;
    sx_listed_place *place = &list->items.items[first + unsure.items[i].point.row];
    if (use == SX_USE_IMPORT || use == SX_USE_COMMENT) place->kind = sx_use_name(use);
  }
  return SX_OK;
}

sx_status sx_place_list_keep(sx_place_list *list, sx_call *call, sx_str kind, sx_err *err) {
  bool wants_tests = sx_str_is_equal(kind, SX_STR("test"));
  for (size_t first = 0; first < list->items.len && !wants_tests;) {
    const sx_document *document;
    size_t count = count_in_file(list, first);
    sx_status status = sx_document_peek(call, list->items.items[first].path, &document, err);
    if (!status) status = find_kinds(list, first, count, document, call->arena);
    if (sx_status_ends_call(status)) return status;
    first += count;
  }
  size_t kept = 0;
  list->file_count = 0;
  for (size_t i = 0; i < list->items.len; i++) {
    sx_listed_place place = list->items.items[i];
    sx_str own = sx_str_from(place.kind ? place.kind : "");
    if (wants_tests ? !place.is_test : !sx_str_is_equal(own, kind)) continue;
    list->file_count += !kept || !sx_str_is_equal(list->items.items[kept - 1].path, place.path);
    list->items.items[kept++] = place;
  }
  list->items.len = kept;
  return SX_OK;
}

/* ---- writing ------------------------------------------------------------------------------ */

/* The facts of a place. */
typedef struct place_view {
  sx_str line, inside;
  const char *kind; /* may be NULL */
} place_view;

typedef struct list_writer {
  sx_call *call;
  sx_answer *answer;
  const sx_place_list *list;
  sx_pager pager;
  sx_str open_path;   /* whose heading is written */
  bool has_repeats;   /* a " is written */
  sx_str last_inside; /* of the place before, in the same file */
  sx_pos16 last_at;   /* whose line was written last, where `has_last` */
  bool has_last;
  bool is_alone;      /* the file's only place: it follows the path */
  size_t ahead_index; /* of the place that was looked at last, as the next one; 0: none */
  place_view ahead;
  const sx_document *document; /* NULL where it cannot be read */
} list_writer;

/*
 * Where the name begins in a long path outside the workspace, whose folder is that of the path
 * above; else 0.
 */
static size_t name_in_same_folder(const list_writer *w, sx_str path, sx_str shown) {
  size_t slash = sx_str_find_last_char(path, '/');
  bool is_outside = sx_str_is_equal(path, shown) && slash != SX_STR_NONE;
  bool is_same = is_outside && sx_str_find_last_char(w->open_path, '/') == slash &&
                 sx_str_has_prefix(w->open_path, sx_str_slice(path, 0, slash + 1));
  return is_same && slash >= LEAST_FOLDER_BYTES ? slash + 1 : 0;
}

/* Afterwards the kinds of the file's places are known. */
static sx_status open_file(list_writer *w, sx_place_list *list, size_t first, sx_err *err) {
  sx_str path = list->items.items[first].path;
  size_t count = count_in_file(list, first);
  bool goes_on = first && sx_str_is_equal(list->items.items[first - 1].path, path);
  sx_str shown = sx_path_display(w->call, path);
  size_t name = name_in_same_folder(w, path, shown);
  w->open_path = path;
  w->document = NULL;
  w->last_inside = SX_STR("");
  w->has_last = false;
  w->is_alone = count == 1 && !goes_on;
  sx_buf_addf(&w->answer->text, "%s%.*s", name ? "…/" : "",
              SX_STR_ARG(sx_str_slice(shown, name, shown.len)));
  if (!w->is_alone) sx_buf_addf(&w->answer->text, " (%zu)\n", count);
  sx_status status = sx_document_peek(w->call, path, &w->document, err);
  if (!status) status = find_kinds(list, first, count, w->document, w->call->arena);
  return sx_status_ends_call(status)
             ? status
             : SX_OK; /* a file that no longer exists is listed with its place */
}

static place_view look_at(const list_writer *w, size_t index) {
  if (w->ahead_index == index && index) return w->ahead;
  const sx_listed_place *place = &w->list->items.items[index];
  sx_pos16 at = place->range.start;
  place_view view = {SX_STR(""), SX_STR(""), NULL};
  if (!w->document || at.line >= w->document->lines.count) return view;
  view.kind = place->kind;
  view.inside = sx_enclosing_at(w->call, w->document, at);
  view.line = sx_line_text_at(w->document, at);
  return view;
}

static bool is_import_place(const place_view *view) {
  return view->kind && strcmp(view->kind, "import") == 0;
}

/* The kind is enough for an import; a line that equals the one above is written as ". */
static void write_line(list_writer *w, const place_view *view, sx_pos16 at) {
  sx_buf *text = &w->answer->text;
  if (!view->line.len || is_import_place(view)) return;
  bool is_again =
      view->line.len > 1 && w->has_last && sx_line_text_is_alike(w->document, at, w->last_at);
  w->last_at = at;
  w->has_last = true;
  sx_buf_add_text(text, is_again ? ": \"" : ": ");
  w->has_repeats |= is_again;
  /* A definition's line is part of the answer. */
  if (!is_again && !view->kind)
    sx_buf_add(text, sx_str_slice(view->line, 0,
                                  sx_utf8_floor(view->line.ptr, view->line.len, MAX_LINE_BYTES)));
  else if (!is_again)
    sx_line_text_write(text, w->document, at);
}

/* The number of places from `first` on that share one line: all their facts are the same. */
static size_t count_alike(list_writer *w, size_t first, const place_view *view) {
  const sx_listed_place *places = w->list->items.items;
  size_t count = 1;
  while (view->kind && count < MAX_ALIKE && first + count < w->list->items.len &&
         sx_str_is_equal(places[first].path, places[first + count].path)) {
    place_view next = w->ahead = look_at(w, first + count);
    w->ahead_index = first + count;
    bool is_alike =
        next.kind && strcmp(next.kind, view->kind) == 0 &&
        sx_str_is_equal(next.inside, view->inside) &&
        (is_import_place(view) || sx_line_text_is_alike(w->document, places[first].range.start,
                                                        places[first + count].range.start));
    if (!is_alike) break;
    count++;
  }
  return count;
}

/* `748:24, 1386:24 call in parse: const status = new ParseStatus();` */
static void write_alike(list_writer *w, size_t first, size_t count, const place_view *view) {
  sx_buf *text = &w->answer->text;
  for (size_t i = first; i < first + count; i++) {
    sx_pos16 at = w->list->items.items[i].range.start;
    sx_buf_addf(text, "%s%u:%u",
                i > first     ? ", "
                : w->is_alone ? ":"
                              : " ",
                at.line + 1, at.character + 1);
  }
  if (view->kind) sx_buf_addf(text, " %s", view->kind);
  bool is_same = view->inside.len > 1 && sx_str_is_equal(view->inside, w->last_inside);
  w->has_repeats |= is_same;
  if (view->inside.len)
    sx_buf_addf(text, " in %.*s", SX_STR_ARG(is_same ? SX_STR("\"") : view->inside));
  w->last_inside = view->inside;
  write_line(w, view, w->list->items.items[first].range.start);
  sx_buf_add_char(text, '\n');
}

static void add_fact(list_writer *w, size_t index, const place_view *view) {
  const sx_listed_place *place = &w->list->items.items[index];
  cJSON *fact = cJSON_CreateObject();
  const sx_pos16 at = place->range.start;
  sx_str shown = sx_path_display(w->call, place->path);
  sx_facts_place(fact, shown, at);
  sx_answer_fact(fact, "text", sx_line_text_fact(view->line));
  if (view->kind) cJSON_AddStringToObject(fact, "kind", view->kind);
  if (view->inside.len) sx_answer_fact(fact, "in", view->inside);
  if (place->is_test) cJSON_AddTrueToObject(fact, "is_test");
  if (w->list->has_ids)
    sx_answer_fact(fact, "id",
                   sx_arena_printf(w->call->arena, "%.*s:%u:%u", SX_STR_ARG(shown), at.line + 1,
                                   at.character + 1));
  sx_answer_push(w->pager.facts, fact);
}

/*
 * Writes the line of the next places that share one, as many of them as the budget has
 * room for. False when it is used up.
 */
static bool write_line_of(list_writer *w) {
  const size_t first = w->pager.next;
  const place_view view = look_at(w, first);
  size_t count = count_alike(w, first, &view);
  const list_writer before = *w;
  size_t start = w->answer->text.len;
  for (; count > 0; count /= 2) {
    write_alike(w, first, count, &view);
    if (sx_pager_fits(&w->pager, count)) {
      for (size_t i = first; i < first + count; i++) add_fact(w, i, &view);
      sx_pager_take(&w->pager, count);
      return true;
    }
    sx_buf_truncate(&w->answer->text, start);
    *w = before;
  }
  return false;
}

static uint64_t hash_places(const sx_place_list *list) {
  uint64_t hash = list->items.len;
  for (size_t i = 0; i < list->items.len; i++)
    hash = sx_pager_hash_place(hash, list->items.items[i].path, list->items.items[i].range.start);
  return hash;
}

sx_status sx_place_list_write(sx_place_list *list, sx_call *call, sx_str cursor, sx_answer *answer,
                              cJSON *facts, sx_err *err) {
  list_writer w = {.call = call,
                   .answer = answer,
                   .list = list,
                   .pager = {.answer = answer,
                             .facts = facts,
                             .count = list->items.len,
                             .hash = hash_places(list)},
                   .open_path = SX_STR("")};
  sx_status status = sx_pager_begin(&w.pager, cursor, err);
  while (!status && w.pager.next < list->items.len && !w.pager.is_full) {
    if (!sx_str_is_equal(w.open_path, list->items.items[w.pager.next].path))
      status = open_file(&w, list, w.pager.next, err);
    if (!status && !write_line_of(&w)) sx_pager_drop(&w.pager);
  }
  if (!status && w.has_repeats) sx_buf_add_text(&answer->text, "(\" is as in the line above.)\n");
  if (!status) sx_pager_end(&w.pager);
  return status;
}
