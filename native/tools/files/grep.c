#include "answer/pager.h"
#include "answer/pattern_hints.h"
#include "base/map.h"
#include "base/utf8.h"
#include "engine/args.h"
#include "semantic/enclosing.h"
#include "semantic/place_list.h"
#include "text/scan.h"
#include "workspace/paths.h"
#include "workspace/text_search.h"

#include <stdlib.h>

#define DEFAULT_TOKENS 2000
#define DEFAULT_RESULTS 50
/* Longer lines are cut around the match: so much before it, and in all. */
#define MAX_LINE_BYTES 240
#define LEAD_BYTES 60
#define MAX_CONTEXT_BYTES 160
/* The lines of the page get this part of the time that is left, and at most so much. */
#define LIST_PART 8
#define MAX_LIST_MS 5000
#define MAX_TEXT_ARENA ((size_t)3 << 30)

sx_status sx_tool_grep(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

typedef struct grep_call {
  sx_call *call;
  const cJSON *args;
  sx_answer *answer;
  sx_text_search search;
  sx_text_found found;
  sx_file_type type;
  sx_str pattern, file_pattern, path, type_name;
  sx_strs file_patterns; /* that one, or none */
  sx_str searched;       /* the file or folder of `path`; empty: the workspace */
  sx_searched_folders folders;
  bool is_folder, with_symbols;
  uint32_t context;
  size_t hits;
  sx_pager pager;
  cJSON *facts;
} grep_call;

/* ---- the search -------------------------------------------------------------------------- */

/** The folders that are searched, for patterns of paths. */
static sx_status find_folders(grep_call *g, sx_err *err) {
  sx_status status = SX_OK;
  if (g->path.len) {
    status = sx_path_resolve_any(g->call, "file_path", g->path, &g->searched, &g->is_folder, err);
    sx_str folder = g->is_folder ? g->searched : sx_path_folder(g->searched);
    return status ? status : sx_searched_folders_add(&g->folders, g->call, folder, err);
  }
  for (size_t i = 0; i < g->call->roots.len && !status; i++) {
    sx_str root = g->call->roots.items[i].path;
    if (sx_path_is_uri(root)) continue; /* is not on the disk */
    status = sx_searched_folders_add(&g->folders, g->call, root, err);
  }
  return status;
}

/** The file pattern in one folder; `*fits` is false where it is about another one. */
static sx_status parse_glob(grep_call *g, const sx_searched_folder *folder, bool *fits,
                            sx_err *err) {
  const sx_glob_options options = {.any_depth = true};
  const sx_folder_patterns wanted = {&g->file_patterns, false};
  sx_strs patterns;
  sx_glob *glob;
  *fits = true;
  if (!g->file_pattern.len) return SX_OK;
  sx_status status = sx_folder_patterns_take(&patterns, g->call, &wanted, folder, err);
  *fits = !status && patterns.len > 0;
  if (!*fits) return status;
  status = sx_glob_parse(&glob, &patterns, NULL, &options, g->call->arena, err);
  if (!status) g->search.glob = glob;
  return status;
}

static sx_status name_file_pattern(sx_status status, sx_err *err) {
  if (status != SX_INVALID_ARGUMENT) return status;
  sx_err why = *err;
  return sx_fail(err, status, "file_pattern: %s", why.message);
}

static sx_status parse_type(grep_call *g, sx_err *err) {
  if (!g->type_name.len) return SX_OK;
  g->search.type = &g->type;
  return sx_file_type_find(&g->type, g->type_name, "file_pattern", g->call->arena, err);
}

static sx_status search_folders(grep_call *g, sx_err *err) {
  sx_status status =
      sx_folder_patterns_check(&g->file_patterns, g->folders.items, g->folders.len, err);
  if (status) return name_file_pattern(status, err);
  uint64_t list_ms = sx_port_call_remaining_ms(g->call->wait) / LIST_PART;
  sx_port_call_reserve(g->call->wait, list_ms < MAX_LIST_MS ? list_ms : MAX_LIST_MS);
  for (size_t i = 0; i < g->folders.len && !status; i++) {
    bool fits;
    status = name_file_pattern(parse_glob(g, &g->folders.items[i], &fits, err), err);
    if (status || !fits) continue;
    sx_str path = g->path.len ? g->searched : g->folders.items[i].path;
    status = sx_text_search_run(&g->found, g->call, &g->search, path, g->is_folder, err);
  }
  sx_port_call_reserve(g->call->wait, 0);
  return status;
}

/** 0: first. Tests come after the code, and generated files last. */
static int rank_path(const sx_call *call, sx_str path) {
  static const char *const parts[] = {"/dist/", "/build/",       "/out/",  "/generated/", ".min.",
                                      ".map",   "package-lock.", ".lock",  ".generated.", "_pb2.py",
                                      ".pb.go", "/vendor/",      ".g.dart"};
  sx_str below;
  const sx_root *root = sx_path_find_root(call, path, &below);
  if (root) path = sx_str_slice(path, root->path.len, path.len);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (sx_str_find(path, sx_str_from(parts[i]), 0) != SX_STR_NONE) return 2;
  return sx_place_is_test_below(path);
}

typedef struct ranked_file {
  sx_text_file file;
  int rank; /* not found again at each comparison: there may be many thousands of files */
} ranked_file;

static int compare_files(const void *a, const void *b) {
  const ranked_file *one = a, *other = b;
  if (one->rank != other->rank) return one->rank - other->rank;
  return sx_str_compare(one->file.path, other->file.path);
}

/** In their order, each once: folders of a window may be in one another. */
static sx_status sort_files(grep_call *g, sx_err *err) {
  size_t count = g->found.files.len, kept = 0;
  sx_text_file *files = g->found.files.items;
  g->hits = 0;
  if (!count) return SX_OK;
  ranked_file *ranked = sx_arena_calloc(g->call->arena, count, sizeof *ranked);
  if (!ranked) return sx_fail(err, g->call->arena->status, NULL);
  for (size_t i = 0; i < count; i++)
    ranked[i] = (ranked_file){files[i], rank_path(g->call, files[i].path)};
  qsort(ranked, count, sizeof *ranked, compare_files);
  for (size_t i = 0; i < count; i++) {
    const sx_text_file *file = &ranked[i].file;
    if (kept && sx_str_is_equal(files[kept - 1].path, file->path)) continue;
    files[kept++] = *file;
    g->hits += file->hits;
  }
  g->found.files.len = kept;
  return SX_OK;
}

static uint64_t hash_files(const grep_call *g) {
  uint64_t hash = g->hits;
  for (size_t i = 0; i < g->found.files.len; i++) {
    const sx_text_file *file = &g->found.files.items[i];
    hash = sx_pager_hash(hash, sx_hash(file->path) ^ file->hash ^ file->hits);
  }
  return hash;
}

/* ---- lines ------------------------------------------------------------------------------- */

/** Adds [from, to) of a text in valid UTF-8; control characters would end or hide the line. */
static void add_clean(sx_buf *out, sx_str text, size_t from, size_t to) {
  while (from < to) {
    uint32_t c;
    size_t bytes = sx_utf8_decode(text.ptr + from, to - from, &c);
    bool is_line_end = c == '\n' || c == '\r';
    if (is_line_end && c == '\n') sx_buf_add_text(out, "\n     ");
    if (!is_line_end) sx_buf_add_codepoint(out, c ? c : SX_UTF8_REPLACEMENT);
    from += bytes;
  }
}

/** A line, cut around `match` where it is long. */
static void add_line(sx_buf *out, sx_str text, size_t start, size_t end, size_t match,
                     size_t most) {
  size_t from = start, to = end;
  if (end - start > most) {
    if (match > start + LEAD_BYTES) from = sx_utf8_floor(text.ptr, text.len, match - LEAD_BYTES);
    if (from < start) from = start;
    if (end - from < most && end - start > most)
      from = sx_utf8_floor(text.ptr, text.len, end - most);
    if (end - from > most) to = sx_utf8_floor(text.ptr, text.len, from + most);
  }
  if (from > start) sx_buf_add_text(out, "\xE2\x80\xA6");
  add_clean(out, text, from, to);
  if (to < end) sx_buf_add_text(out, "\xE2\x80\xA6");
}

/** The file whose lines are being written. */
typedef struct open_file {
  sx_text_lines lines;
  sx_lines rows;
  sx_str shown;
  uint32_t next_row;    /* rows before it are written */
  sx_document document; /* of the same, for its symbols */
} open_file;

static void add_context(grep_call *g, open_file *file, uint32_t row, cJSON *facts) {
  sx_buf *out = &g->answer->text;
  size_t start = file->rows.starts[row], end = sx_lines_end(&file->rows, row);
  size_t before = out->len;
  sx_buf_addf(out, " %u- ", row + 1);
  add_line(out, file->lines.text, start, end, start, MAX_CONTEXT_BYTES);
  sx_str written = sx_str_slice(sx_buf_str(out), before + 1, out->len);
  if (facts && !out->status)
    sx_answer_push(facts, cJSON_CreateString(sx_arena_dup(g->call->arena, written).ptr));
  sx_buf_add_char(out, '\n');
}

static cJSON *hit_fact(grep_call *g, const open_file *file, const sx_grep_hit *hit, uint32_t row,
                       sx_str symbol, size_t line_at) {
  sx_buf *out = &g->answer->text;
  cJSON *fact = cJSON_CreateObject();
  size_t start = file->rows.starts[row];
  size_t first = hit->match.start > start ? hit->match.start : start;
  sx_answer_fact(fact, "filePath", file->shown);
  cJSON_AddNumberToObject(fact, "lineNumber", row + 1);
  cJSON_AddNumberToObject(fact, "column",
                          (double)sx_scan_u16(file->lines.text.ptr + start, first - start));
  sx_answer_fact(fact, "lineContent", sx_str_slice(sx_buf_str(out), line_at, out->len));
  if (symbol.len) sx_answer_fact(fact, "symbol", symbol);
  return fact;
}

/* Logs and data have none. */
static sx_str symbol_of(const grep_call *g, const open_file *file, uint32_t row) {
  bool has_symbols = g->with_symbols && sx_language_has_file(file->document.path);
  return has_symbols ? sx_enclosing_name(&file->document, row) : SX_STR("");
}

/** Hit `i` of the file with the lines around it that no other hit has written. */
static void write_hit(grep_call *g, open_file *file, size_t i, bool is_first) {
  sx_buf *out = &g->answer->text;
  const sx_grep_hit *hit = &file->lines.hits.items[i];
  uint32_t row = sx_lines_row_at(&file->rows, hit->start);
  uint32_t last = sx_lines_row_at(&file->rows, hit->end), context = g->context;
  uint32_t limit = file->rows.count, first = row > context ? row - context : 0;
  if (i + 1 < file->lines.hits.len)
    limit = sx_lines_row_at(&file->rows, file->lines.hits.items[i + 1].start);
  uint32_t stop = limit - last > context ? last + context + 1 : limit;
  /* The empty line after the last line's end is not one of the file. */
  if (stop == file->rows.count && file->rows.starts[stop - 1] == file->lines.text.len &&
      stop > last + 1)
    stop--;
  cJSON *around = context ? cJSON_CreateArray() : NULL;
  if (is_first) {
    sx_buf_addf(out, "%.*s (%zu)\n", SX_STR_ARG(file->shown), file->lines.hits.len);
    file->next_row = 0;
  }
  if (first < file->next_row) first = file->next_row;
  if (context && !is_first && first > file->next_row) sx_buf_add_text(out, " --\n");
  for (uint32_t at = first; at < row; at++) add_context(g, file, at, around);
  sx_str symbol = symbol_of(g, file, row);
  sx_buf_addf(out, " %u%s%.*s: ", row + 1, symbol.len ? " in " : "", SX_STR_ARG(symbol));
  size_t line_at = out->len;
  size_t most = last > row ? 2000 : MAX_LINE_BYTES;
  add_line(out, file->lines.text, hit->start, hit->end, hit->match.start, most);
  cJSON *fact = hit_fact(g, file, hit, row, symbol, line_at);
  sx_buf_add_char(out, '\n');
  for (uint32_t at = last + 1; at < stop; at++) add_context(g, file, at, around);
  file->next_row = stop;
  if (around) sx_answer_put(fact, "context", around);
  sx_answer_push(g->facts, fact);
}

/** Writes hits of one file from number `skipped` on; how far the page goes, the pager knows. */
static sx_status write_file(grep_call *g, const sx_text_file *found, size_t skipped, bool *goes_on,
                            sx_err *err) {
  open_file file = {.shown = sx_path_display(g->call, found->path)};
  sx_arena scratch;
  sx_arena_init(&scratch, MAX_TEXT_ARENA);
  sx_status status = sx_text_search_lines(&file.lines, g->call, &g->search, found, &scratch, err);
  if (!status) status = sx_lines_init(&file.rows, file.lines.text, &scratch, err);
  file.document = (sx_document){.path = found->path,
                                .language = sx_language_find(SX_STR(""), found->path),
                                .text = file.lines.text,
                                .lines = file.rows};
  /* It changed since it was counted, or the time is over: lines that are not found stay unwritten.
   */
  for (size_t i = skipped; i < found->hits && !status && *goes_on; i++) {
    bool is_there = i < file.lines.hits.len;
    *goes_on = sx_pager_has_item(&g->pager);
    if (!*goes_on) break;
    if (is_there)
      write_hit(g, &file, i, i == skipped);
    else if (i == skipped || i == file.lines.hits.len)
      sx_buf_addf(&g->answer->text,
                  file.lines.is_cut ? "%.*s (%zu): no time was left to list them.\n"
                                    : "%.*s (%zu) has changed since.\n",
                  SX_STR_ARG(file.shown), found->hits);
  }
  sx_arena_release(&scratch);
  return status;
}

static sx_status write_lines(grep_call *g, sx_err *err) {
  size_t skipped = g->pager.first;
  bool goes_on = true;
  sx_status status = SX_OK;
  for (size_t i = 0; i < g->found.files.len && goes_on && !status; i++) {
    const sx_text_file *file = &g->found.files.items[i];
    if (skipped >= file->hits)
      skipped -= file->hits;
    else {
      status = write_file(g, file, skipped, &goes_on, err);
      skipped = 0;
    }
  }
  /* Settles the last item. */
  if (!status && goes_on) sx_pager_has_item(&g->pager);
  return status;
}

static void write_files(grep_call *g, bool with_counts) {
  while (sx_pager_has_item(&g->pager)) {
    const sx_text_file *file = &g->found.files.items[g->pager.next];
    sx_str shown = sx_path_display(g->call, file->path);
    cJSON *fact = cJSON_CreateObject();
    sx_answer_fact(fact, "filePath", shown);
    cJSON_AddNumberToObject(fact, "count", (double)file->hits);
    sx_answer_push(g->facts, fact);
    sx_buf_addf(&g->answer->text, "%.*s", SX_STR_ARG(shown));
    if (with_counts) sx_buf_addf(&g->answer->text, ": %zu", file->hits);
    sx_buf_add_char(&g->answer->text, '\n');
  }
}

/* ---- the answer -------------------------------------------------------------------------- */

static void write_left_out(grep_call *g, const sx_left_out *files, const char *one,
                           const char *many) {
  if (!files->count) return;
  sx_str shown = sx_path_display(g->call, files->first);
  sx_buf_addf(&g->answer->text, SX_UNKNOWN_IN_PART "%zu %s: %.*s%s.\n", files->count,
              files->count == 1 ? one : many, SX_STR_ARG(shown),
              files->count > 1 ? " and others" : "");
}

/** Whether all was searched. */
static bool write_unknown(grep_call *g) {
  const sx_text_found *found = &g->found;
  if (found->is_cut)
    sx_buf_addf(&g->answer->text,
                SX_UNKNOWN_IN_PART "the search ran out of time after %zu file%s. Narrow it with "
                                   "file_path or file_pattern.\n",
                found->searched, found->searched == 1 ? "" : "s");
  write_left_out(g, &found->unreadable, "file or folder could not be read",
                 "files or folders could not be read");
  write_left_out(g, &found->too_big, "file over 256 MB was not searched",
                 "files over 256 MB were not searched");
  write_left_out(g, &found->slow,
                 "file has a line on which the pattern takes too many steps; simplify it",
                 "files have lines on which the pattern takes too many steps; simplify it");
  write_left_out(g, &found->foreign, "file in another encoding was searched as if it were UTF-8",
                 "files in other encodings were searched as if they were UTF-8");
  return !found->is_cut && !found->unreadable.count && !found->too_big.count &&
         !found->slow.count && !found->foreign.count;
}

/** The file pattern fits nothing: the agent may have meant another one. */
static sx_status write_hints(grep_call *g, sx_err *err) {
  sx_finder *finder = sx_finder_new();
  if (!finder) return sx_fail(err, SX_NOMEM, NULL);
  const sx_finder_query query = {.folders = g->folders.items,
                                 .folder_count = g->folders.len,
                                 .patterns = g->file_patterns,
                                 .options.any_depth = true,
                                 .with_ignored = g->search.with_ignored};
  sx_status status = sx_pattern_hints_write(&g->answer->text, g->call, finder, &query, err);
  sx_finder_free(finder);
  return status;
}

static sx_status write_none(grep_call *g, sx_err *err) {
  sx_str shown = sx_str_slice(g->pattern, 0, sx_utf8_floor(g->pattern.ptr, g->pattern.len, 200));
  sx_str files = g->file_pattern.len ? g->file_pattern : SX_STR("**/*");
  sx_buf *out = &g->answer->text;
  sx_buf_addf(out, "No matches found for pattern '%.*s' in files matching '%.*s'.\n",
              SX_STR_ARG(shown), SX_STR_ARG(files));
  sx_buf_addf(out, "%zu file%s%s%.*s %s searched", g->found.searched,
              g->found.searched == 1 ? "" : "s", g->type_name.len ? " of type " : "",
              SX_STR_ARG(g->type_name), g->found.searched == 1 ? "was" : "were");
  if (g->path.len) sx_buf_addf(out, " in %.*s", SX_STR_ARG(g->path));
  if (g->found.binary) sx_buf_addf(out, ", %zu binary ones left out", g->found.binary);
  bool is_whole = !g->found.is_cut && !g->found.unreadable.count;
  bool fits_none =
      g->file_pattern.len && !g->found.searched && !g->found.binary && g->is_folder && is_whole;
  bool may_be_type = fits_none && g->type_name.len;
  if (fits_none) sx_buf_addf(out, ": none fits file_pattern%s", may_be_type ? " and type" : "");
  sx_buf_add_text(out, ".");
  if (!g->search.with_ignored && !fits_none)
    sx_buf_add_text(out, " ignored=true searches ignored files, too.");
  sx_buf_add_char(out, '\n');
  return fits_none && !may_be_type ? write_hints(g, err) : SX_OK;
}

static sx_status write_answer(grep_call *g, sx_err *err) {
  sx_answer *answer = g->answer;
  sx_str output = sx_args_str(g->args, "output", g->call->arena);
  bool is_lines = !output.len || sx_str_is_equal(output, SX_STR("lines"));
  size_t files = g->found.files.len;
  sx_status status = SX_OK;
  if (g->hits)
    sx_buf_addf(&answer->text, "%s%zu match%s in %zu file%s\n", g->found.is_cut ? "At least " : "",
                g->hits, g->hits == 1 ? "" : "es", files, files == 1 ? "" : "s");
  else
    status = write_none(g, err);
  if (status) return status;
  bool is_whole = write_unknown(g);
  answer->status = g->hits ? SX_ANSWER_FOUND : is_whole ? SX_ANSWER_NONE : SX_ANSWER_UNKNOWN;
  g->facts = cJSON_CreateArray();
  if (!g->facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_answer_put(answer->facts, is_lines ? "matches" : "files", g->facts);
  /* The next call would get to another place, and its list be another one. */
  const char *no_cursor = g->found.is_cut ? "They have no cursor, as the search ran out of time: "
                                            "narrow it, or raise max_results."
                                          : NULL;
  g->pager = (sx_pager){.answer = answer,
                        .no_cursor = no_cursor,
                        .facts = g->facts,
                        .count = is_lines ? g->hits : files,
                        .hash = hash_files(g),
                        .most = (size_t)sx_args_int(g->args, "max_results", DEFAULT_RESULTS)};
  status = sx_pager_begin(&g->pager, sx_args_str(g->args, "cursor", g->call->arena), err);
  if (!status && is_lines) status = write_lines(g, err);
  if (status) return status;
  if (!is_lines) write_files(g, sx_str_is_equal(output, SX_STR("counts")));
  sx_pager_end(&g->pager);
  cJSON_AddNumberToObject(answer->facts, "total_count", (double)g->hits);
  cJSON_AddNumberToObject(answer->facts, "file_count", (double)files);
  cJSON_AddNumberToObject(answer->facts, "searched_files", (double)g->found.searched);
  if (g->found.is_cut) cJSON_AddBoolToObject(answer->facts, "totals_are_minimums", true);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return SX_OK;
}

sx_status sx_tool_grep(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_grep *grep;
  grep_call g = {.call = call, .args = args, .answer = answer, .is_folder = true};
  g.pattern = sx_args_str(args, "pattern", call->arena);
  if (!g.pattern.len)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "pattern is required: the text or the regular expression to search for.");
  g.file_pattern = sx_args_str(args, "file_pattern", call->arena);
  g.type_name = sx_str_trim(sx_args_str(args, "type", call->arena));
  g.with_symbols = sx_args_bool(args, "symbols", false);
  g.path = sx_args_str(args, "file_path", call->arena);
  if (sx_path_is_workspace(call, g.path)) g.path = SX_STR("");
  g.context = (uint32_t)sx_args_int(args, "context_lines", 0);
  g.search.with_ignored = sx_args_bool(args, "ignored", false);
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  bool is_smart = sx_args_bool(args, "smart_case", false);
  const sx_grep_options options = {.literal = sx_args_bool(args, "literal", false),
                                   .whole_word = sx_args_bool(args, "whole_word", false),
                                   .ignore_case =
                                       !is_smart && !sx_args_bool(args, "case_sensitive", false),
                                   .smart_case = is_smart,
                                   .multi_line = sx_args_bool(args, "multiline", false)};
  sx_status status = sx_grep_compile(&grep, g.pattern, &options, call->arena, err);
  if (status) return status;
  g.search.grep = grep;
  if (g.file_pattern.len) status = sx_strs_add(&g.file_patterns, g.file_pattern, call->arena, err);
  if (!status) status = find_folders(&g, err);
  if (!status) status = parse_type(&g, err);
  if (!status) status = search_folders(&g, err);
  if (!status) status = sort_files(&g, err);
  if (!status) status = write_answer(&g, err);
  sx_grep_release(grep);
  return status;
}
