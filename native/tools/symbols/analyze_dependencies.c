#include "answer/pager.h"
#include "base/map.h"
#include "engine/args.h"
#include "imports/graph.h"
#include "resolve/libraries.h"
#include "semantic/certainty.h"
#include "workspace/paths.h"

#include <stdlib.h>

#define DEFAULT_TOKENS 2000
#define MAX_CYCLES_SHOWN 10
#define MAX_LINES_SHOWN 8
#define MAX_LINES_LISTED 20 /* as facts */
#define MAX_LOOKED_SHOWN 4

sx_status sx_tool_analyze_dependencies(sx_call *call, const cJSON *args, sx_answer *answer,
                                       sx_err *err);

/** The imports that one item of the answer stands for. */
typedef struct item {
  sx_str name;  /* a path, a package, or an import as it is written */
  size_t other; /* node that it is connected with: where the (first) import stands, or its target */
  uint32_t depth;
  SX_ARRAY(uint32_t) lines;
  unsigned kinds; /* bits of sx_import_kind */
  const sx_import_other *missing;
  sx_str file; /* of an external one; or empty */
  bool is_standard, is_absent, is_by_name;
  size_t file_count; /* of a folder */
} item;

typedef SX_ARRAY(item) items;

enum { IMPORTS, EXTERNAL, MISSING, IMPORTED_BY, SECTIONS };

typedef struct section {
  const char *title, *fact, *total;
  const sx_import_graph *graph;
  items list;
  bool is_asked;
} section;

typedef struct analysis {
  sx_call *call;
  sx_answer *answer;
  sx_str path;
  uint32_t depth;
  bool is_forward, is_backward;
  sx_import_graph forward, backward;
  section sections[SECTIONS];
  size_t count; /* of all items */
  uint64_t hash;
} analysis;

static sx_status take_request(analysis *all, const cJSON *args, sx_err *err) {
  sx_call *call = all->call;
  sx_str direction = sx_args_str(args, "direction", call->arena);
  int64_t depth = sx_args_int(args, "depth", 1);
  all->depth = depth < 1 ? 1 : (uint32_t)depth;
  all->is_forward = !sx_str_is_equal(direction, SX_STR("imported_by"));
  all->is_backward = !sx_str_is_equal(direction, SX_STR("imports"));
  sx_str file = sx_args_str(args, "file_path", call->arena);
  sx_status status = sx_library_resolve(call, "file_path", file, &all->path, err);
  if (status) return status;
  all->path = sx_path_own(call, all->path);
  if (sx_path_is_uri(all->path))
    return sx_fail(err, SX_INVALID_ARGUMENT, "file_path: '%.*s' is not a file on the disk.",
                   SX_STR_ARG(file));
  if (sx_import_family_of(sx_language_find(SX_STR(""), all->path))) return SX_OK;
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "file_path: imports are known of TypeScript, JavaScript, Python, C, C++, Go, "
                 "Rust, Java and Kotlin, not of '%.*s'.",
                 SX_STR_ARG(sx_path_name(all->path)));
}

/* ---- items -------------------------------------------------------------------------------- */

static item *put_item(items *list, sx_map *numbers, sx_str key, sx_arena *arena) {
  uint64_t number;
  if (sx_map_find(numbers, key, &number)) return &list->items[number];
  item *added = SX_ARRAY_ADD(list, arena);
  if (!added || sx_map_put(numbers, key, list->len - 1)) return NULL;
  added->name = key;
  added->file = SX_STR("");
  added->other = SIZE_MAX;
  return added;
}

static void add_line(item *one, size_t other, uint32_t line, sx_arena *arena) {
  if (one->other == SIZE_MAX) one->other = other;
  if (one->other != other) return; /* the first file that imports it is named */
  for (size_t i = 0; i < one->lines.len; i++)
    if (one->lines.items[i] == line) return;
  uint32_t *added = SX_ARRAY_ADD(&one->lines, arena);
  if (added) *added = line;
}

/* The files of a graph but the first; `is_backward`: those where edges begin. */
static void list_files(items *out, const sx_import_graph *graph, bool is_backward,
                       sx_arena *arena) {
  sx_map numbers;
  sx_map_init(&numbers, arena);
  for (size_t i = 1; i < graph->nodes.len; i++) {
    const sx_import_node *node = &graph->nodes.items[i];
    item *one = put_item(out, &numbers, node->path, arena);
    if (!one) return;
    one->depth = node->depth;
    one->is_by_name = node->is_by_name;
    one->file_count = node->files.len;
  }
  for (size_t i = 0; i < graph->edges.len; i++) {
    const sx_import_edge *edge = &graph->edges.items[i];
    size_t at = is_backward ? edge->from : edge->to, other = is_backward ? edge->to : edge->from;
    if (!at) continue;
    item *one = &out->items[at - 1];
    add_line(one, other, edge->line, arena);
    if (one->other == other) one->kinds |= 1u << edge->kind;
  }
}

static int compare_externals(const void *a, const void *b) {
  const item *one = a, *other = b;
  if (one->is_standard != other->is_standard) return one->is_standard - other->is_standard;
  return sx_str_compare(one->name, other->name);
}

static void list_externals(items *out, const sx_import_graph *graph, sx_arena *arena) {
  sx_map numbers;
  sx_map_init(&numbers, arena);
  for (size_t i = 0; i < graph->externals.len; i++) {
    const sx_import_other *other = &graph->externals.items[i];
    item *one = put_item(out, &numbers, other->name, arena);
    if (!one) return;
    one->is_standard = other->is_standard;
    one->is_absent = other->is_absent;
    if (other->files.len && !one->file.len) one->file = other->files.items[0];
    add_line(one, other->from, other->line, arena);
  }
  if (out->len) qsort(out->items, out->len, sizeof *out->items, compare_externals);
}

static void list_missing(items *out, const sx_import_graph *graph, sx_arena *arena) {
  for (size_t i = 0; i < graph->missing.len; i++) {
    const sx_import_other *other = &graph->missing.items[i];
    item *one = SX_ARRAY_ADD(out, arena);
    if (!one) return;
    *one = (item){.name = other->name, .missing = other, .other = SIZE_MAX, .file = SX_STR("")};
    add_line(one, other->from, other->line, arena);
  }
}

static void list_all(analysis *all) {
  static const section empty[SECTIONS] = {
      {.title = "Imports", .fact = "imports", .total = "total_imports"},
      {.title = "External", .fact = "external", .total = "total_external"},
      {.title = "Not found", .fact = "missing", .total = "total_missing"},
      {.title = "Imported by", .fact = "imported_by", .total = "total_imported_by"}};
  sx_arena *arena = all->call->arena;
  for (size_t i = 0; i < SECTIONS; i++) {
    all->sections[i] = empty[i];
    all->sections[i].graph = i == IMPORTED_BY ? &all->backward : &all->forward;
    all->sections[i].is_asked = i == IMPORTED_BY ? all->is_backward : all->is_forward;
  }
  list_files(&all->sections[IMPORTS].list, &all->forward, false, arena);
  list_externals(&all->sections[EXTERNAL].list, &all->forward, arena);
  list_missing(&all->sections[MISSING].list, &all->forward, arena);
  list_files(&all->sections[IMPORTED_BY].list, &all->backward, true, arena);
  for (size_t i = 0; i < SECTIONS; i++) {
    const items *list = &all->sections[i].list;
    all->count += list->len;
    for (size_t k = 0; k < list->len; k++) {
      all->hash = sx_pager_hash(all->hash, sx_hash(list->items[k].name));
      for (size_t n = 0; n < list->items[k].lines.len; n++)
        all->hash = sx_pager_hash(all->hash, list->items[k].lines.items[n]);
    }
  }
}

/* ---- writing ------------------------------------------------------------------------------ */

static sx_str shown(const analysis *all, sx_str path) {
  return sx_path_is_inside(all->call, path) ? sx_path_display(all->call, path) : path;
}

static void write_lines(const item *one, sx_buf *text) {
  if (!one->lines.len) return;
  sx_buf_addf(text, one->lines.len == 1 ? ", line" : ", lines");
  for (size_t i = 0; i < one->lines.len && i < MAX_LINES_SHOWN; i++)
    sx_buf_addf(text, "%s %u", i ? "," : "", one->lines.items[i]);
  if (one->lines.len > MAX_LINES_SHOWN)
    sx_buf_addf(text, " and %zu more", one->lines.len - MAX_LINES_SHOWN);
}

/* Where the line is, if not in the file that was asked about; `how` before it. */
static void write_other(const analysis *all, const section *part, const item *one,
                        const char *how) {
  if (one->other == SIZE_MAX || !one->other) return;
  sx_str path = shown(all, part->graph->nodes.items[one->other].path);
  sx_buf_addf(&all->answer->text, "%s %.*s", how, SX_STR_ARG(path));
}

static void add_kinds(const item *one, cJSON *fact, sx_buf *text) {
  const char *last = NULL;
  cJSON *kinds = cJSON_CreateArray();
  for (unsigned kind = 0; kind < SX_IMPORT_KINDS; kind++) {
    const char *name = sx_import_kind_name((sx_import_kind)kind);
    if (!(one->kinds & 1u << kind) || (last && !strcmp(last, name))) continue;
    sx_answer_push(kinds, cJSON_CreateString(name));
    bool is_usual = kind == SX_IMPORT_PLAIN || kind == SX_IMPORT_MEMBER ||
                    kind == SX_IMPORT_QUOTED || kind == SX_IMPORT_ANGLE;
    bool is_half = kind == SX_IMPORT_TYPE && one->kinds != 1u << kind;
    if (!is_usual && !is_half) sx_buf_addf(text, ", %s", name);
    last = name;
  }
  sx_answer_put(fact, "kinds", kinds);
}

static void add_lines(const item *one, cJSON *fact) {
  cJSON *lines = cJSON_CreateArray();
  for (size_t i = 0; i < one->lines.len && i < MAX_LINES_LISTED; i++)
    sx_answer_push(lines, cJSON_CreateNumber(one->lines.items[i]));
  sx_answer_put(fact, "lines", lines);
  if (one->lines.len > MAX_LINES_LISTED)
    cJSON_AddNumberToObject(fact, "line_count", (double)one->lines.len);
}

static void write_file(const analysis *all, const section *part, const item *one, cJSON *fact) {
  sx_buf *text = &all->answer->text;
  sx_str path = shown(all, one->name);
  bool is_backward = part == &all->sections[IMPORTED_BY];
  sx_buf_add_repeat(text, ' ', 2 * (size_t)one->depth);
  sx_buf_add(text, path);
  if (one->file_count)
    sx_buf_addf(text, " (%zu file%s)", one->file_count, one->file_count == 1 ? "" : "s");
  sx_answer_fact(fact, "file", path);
  cJSON_AddNumberToObject(fact, "depth", one->depth);
  add_kinds(one, fact, text);
  write_lines(one, text);
  write_other(all, part, one, is_backward ? ": imports" : " of");
  if (one->other != SIZE_MAX && one->other)
    sx_answer_fact(fact, is_backward ? "imports" : "from",
                   shown(all, part->graph->nodes.items[one->other].path));
  add_lines(one, fact);
  if (one->is_by_name) {
    sx_buf_add_text(text, " (by name)");
    cJSON_AddBoolToObject(fact, "by_name", true);
  }
}

static void write_external(const analysis *all, const section *part, const item *one, cJSON *fact) {
  sx_buf *text = &all->answer->text;
  sx_buf_addf(text, "  %.*s%s", SX_STR_ARG(one->name),
              one->is_standard ? " (standard library)"
              : one->is_absent ? " (not found here)"
                               : "");
  write_lines(one, text);
  write_other(all, part, one, " of");
  sx_answer_fact(fact, "name", one->name);
  cJSON_AddBoolToObject(fact, "standard_library", one->is_standard);
  if (one->is_absent) cJSON_AddBoolToObject(fact, "not_found", true);
  add_lines(one, fact);
  if (one->file.len) sx_answer_fact(fact, "file", shown(all, one->file));
}

static void write_missing(const analysis *all, const section *part, const item *one, cJSON *fact) {
  sx_buf *text = &all->answer->text;
  const sx_strs *looked = &one->missing->looked;
  cJSON *list = cJSON_CreateArray();
  sx_buf_addf(text, "  '%.*s'", SX_STR_ARG(one->name));
  write_lines(one, text);
  write_other(all, part, one, " of");
  for (size_t i = 0; i < looked->len; i++) {
    sx_str path = shown(all, looked->items[i]);
    sx_answer_push(list, cJSON_CreateString(sx_arena_dup(all->call->arena, path).ptr));
    if (i < MAX_LOOKED_SHOWN)
      sx_buf_addf(text, "%s %.*s", i ? "," : ": looked for", SX_STR_ARG(path));
  }
  if (looked->len > MAX_LOOKED_SHOWN)
    sx_buf_addf(text, " and %zu more", looked->len - MAX_LOOKED_SHOWN);
  sx_answer_fact(fact, "import", one->name);
  sx_answer_fact(fact, "file", shown(all, part->graph->nodes.items[one->other].path));
  cJSON_AddNumberToObject(fact, "line", one->missing->line);
  sx_answer_put(fact, "looked_at", list);
}

static void write_item(const analysis *all, const section *part, const item *one, cJSON *facts) {
  cJSON *fact = cJSON_CreateObject();
  if (part == &all->sections[EXTERNAL])
    write_external(all, part, one, fact);
  else if (part == &all->sections[MISSING])
    write_missing(all, part, one, fact);
  else
    write_file(all, part, one, fact);
  sx_buf_add_char(&all->answer->text, '\n');
  sx_answer_push(facts, fact);
}

/* Those items of one section that are on the page; `before` items are in the sections before it. */
static void write_section(const analysis *all, const section *part, sx_pager *pager, size_t before,
                          cJSON *facts) {
  sx_buf *text = &all->answer->text;
  size_t total = part->list.len, first = pager->next - before, heading = text->len;
  sx_buf_addf(text, "%s (%zu%s):\n", part->title, total, first ? ", going on" : "");
  sx_pager_mark(pager, facts);
  while (pager->next - before < total && !pager->is_full) {
    write_item(all, part, &part->list.items[pager->next - before], facts);
    if (sx_pager_fits(pager, 1))
      sx_pager_take(pager, 1);
    else
      sx_pager_drop(pager);
  }
  /* A heading with nothing below it goes, too. */
  if (pager->next == before + first) sx_buf_truncate(text, heading);
}

static void write_cycles(const analysis *all) {
  const sx_import_graph *graph = &all->forward;
  sx_buf *text = &all->answer->text;
  cJSON *facts = cJSON_CreateArray();
  for (size_t i = 0; i < graph->cycles.len && i < MAX_CYCLES_SHOWN; i++) {
    const sx_strs *cycle = &graph->cycles.items[i].paths;
    bool is_of_types = graph->cycles.items[i].is_of_types;
    cJSON *fact = cJSON_CreateArray();
    for (size_t k = 0; k < cycle->len; k++) {
      sx_str path = shown(all, cycle->items[k]);
      sx_buf_addf(text, "%s%.*s",
                  k             ? " -> "
                  : is_of_types ? "Cycle with an import of types only: "
                                : "Cycle: ",
                  SX_STR_ARG(path));
      sx_answer_push(fact, cJSON_CreateString(sx_arena_dup(all->call->arena, path).ptr));
    }
    sx_buf_add_char(text, '\n');
    sx_answer_push(facts, fact);
  }
  if (graph->cycles.len > MAX_CYCLES_SHOWN)
    sx_buf_addf(text, "%zu more cycle%s.\n", graph->cycles.len - MAX_CYCLES_SHOWN,
                graph->cycles.len == MAX_CYCLES_SHOWN + 1 ? "" : "s");
  sx_answer_put(all->answer->facts, "cycles", facts);
  cJSON_AddNumberToObject(all->answer->facts, "total_cycles", (double)graph->cycles.len);
}

static bool has_guess(const sx_import_graph *graph) {
  for (size_t i = 0; i < graph->nodes.len; i++)
    if (graph->nodes.items[i].is_by_name) return true;
  return false;
}

static size_t count_unread(const analysis *all) {
  return all->forward.unread + all->backward.unread;
}

static void write_gaps(const analysis *all) {
  sx_buf *text = &all->answer->text;
  size_t unread = count_unread(all);
  if (all->forward.is_late || all->backward.is_late)
    sx_certainty_add(text, "the call timed out before all files were looked into; there may be "
                           "more.");
  if (all->forward.is_cut || all->backward.is_cut)
    sx_buf_add_text(text, "The lists are incomplete, because there are too many files. Use a "
                          "smaller depth.\n");
  const char *unlisted = all->is_backward ? sx_import_graph_unlisted(all->path) : NULL;
  if (unlisted) sx_buf_addf(text, "%s\n", unlisted);
  if (has_guess(&all->forward) || has_guess(&all->backward))
    sx_buf_add_text(text,
                    "By name: a guess, as no compile command names the folder of that file.\n");
  if (unread)
    sx_certainty_add_part(text, "%zu file%s could not be read.", unread, unread == 1 ? "" : "s");
}

static sx_status write_all(analysis *all, const cJSON *args, sx_err *err) {
  sx_answer *answer = all->answer;
  sx_str path = shown(all, all->path);
  bool is_late = all->forward.is_late || all->backward.is_late;
  sx_answer_fact(answer->facts, "file", path);
  bool is_cut = all->forward.is_cut || all->backward.is_cut;
  /* That nothing imports it is not known while a file was not read. */
  bool is_known = !is_late && (all->count || (!count_unread(all) && !is_cut));
  answer->status = sx_certainty_status(is_known, all->count);
  sx_buf_addf(&answer->text, "%.*s", SX_STR_ARG(path));
  if (all->is_forward && !all->sections[IMPORTS].list.len && !all->sections[EXTERNAL].list.len &&
      !all->sections[MISSING].list.len)
    sx_buf_add_text(&answer->text, " imports nothing");
  if (all->is_backward && !all->sections[IMPORTED_BY].list.len)
    sx_buf_addf(&answer->text, "%s no file of the workspace imports it",
                sx_str_has_suffix(sx_buf_str(&answer->text), SX_STR("nothing")) ? ", and" : ":");
  sx_buf_add_char(&answer->text, '\n');
  write_gaps(all);
  if (all->is_forward) write_cycles(all);
  sx_pager pager = {.answer = answer, .count = all->count, .hash = all->hash};
  sx_status status = sx_pager_begin(&pager, sx_args_str(args, "cursor", all->call->arena), err);
  for (size_t i = 0, before = 0; i < SECTIONS && !status; i++) {
    const section *part = &all->sections[i];
    cJSON *facts = part->is_asked ? cJSON_CreateArray() : NULL;
    if (!part->is_asked) continue;
    if (pager.next < before + part->list.len && !pager.is_full)
      write_section(all, part, &pager, before, facts);
    before += part->list.len;
    sx_answer_put(answer->facts, part->fact, facts);
    cJSON_AddNumberToObject(answer->facts, part->total, (double)part->list.len);
  }
  if (!status) sx_pager_end(&pager);
  return status;
}

sx_status sx_tool_analyze_dependencies(sx_call *call, const cJSON *args, sx_answer *answer,
                                       sx_err *err) {
  analysis all = {.call = call, .answer = answer};
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  sx_imports *imports = sx_imports_new(call);
  sx_status status = imports ? take_request(&all, args, err) : sx_fail(err, SX_NOMEM, NULL);
  if (!status && all.is_forward)
    status = sx_import_graph_forward(&all.forward, imports, call, all.path, all.depth, err);
  if (!status && all.is_backward)
    status = sx_import_graph_backward(&all.backward, imports, call, all.path, all.depth, err);
  sx_imports_free(imports);
  if (!status) list_all(&all);
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  if (!status) status = write_all(&all, args, err);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
