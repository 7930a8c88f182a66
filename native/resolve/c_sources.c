#include "resolve/c_sources.h"

#include "os/file.h"
#include "text/occurrences.h"
#include "workspace/document.h"
#include "workspace/paths.h"
#include "workspace/workspace_files.h"

#define MAX_SOURCE_BYTES ((size_t)1024 * 1024)
/* The text, its code with and without directives, and the places in it. */
#define SCRATCH_BYTES (8 * MAX_SOURCE_BYTES)
/* Files that have a name, where there are more sources than SX_MAX_SOURCES: with an index of them
 * that many of a common name could be read. */
#define MAX_OF_MANY 500
#define MAX_PLACES 20000
#define MAX_MACROS 200
/* From macro to macro. */
#define MAX_STEPS 8

typedef struct source_scan {
  sx_call *call;
  sx_c_sources *out;
  const sx_family *family; /* whose sources; of one file: NULL */
  sx_str name;
  const sx_strs *first; /* sources that declare it; or NULL */
  size_t new_macros;    /* these and those after them were found in the previous step */
} source_scan;

bool sx_c_is_header(sx_str path) {
  static const char *const endings[] = {".h", ".hh", ".hpp", ".hxx", ".inc", ".cuh", ".inl"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (sx_str_has_suffix(path, sx_str_from(endings[i]))) return true;
  return false;
}

static bool is_file(sx_call *call, sx_str folder, const char *name) {
  sx_file_info info = {0};
  sx_str path = sx_arena_printf(call->arena, "%.*s%s", SX_STR_ARG(folder), name);
  return path.len && !sx_file_stat(&info, path, NULL) && info.is_regular;
}

bool sx_c_sources_are_listed(sx_call *call, sx_str path) {
  sx_str folder = sx_str_slice(path, 0, path.len - sx_path_name(path).len);
  if (sx_path_is_uri(path)) return false;
  while (folder.len) { /* ends with a slash */
    if (is_file(call, folder, "compile_commands.json") ||
        is_file(call, folder, "build/compile_commands.json"))
      return true;
    sx_str parent = sx_str_slice(folder, 0, folder.len - 1);
    folder = sx_str_slice(parent, 0, parent.len - sx_path_name(parent).len);
  }
  return false;
}

/* ---- one text ------------------------------------------------------------------------------ */

static sx_c_mention *mention_of(source_scan *scan, sx_str path) {
  for (size_t i = scan->out->files.len; i-- > 0;)
    if (sx_str_is_equal(scan->out->files.items[i].path, path)) return &scan->out->files.items[i];
  sx_c_mention *added = SX_ARRAY_ADD(&scan->out->files, scan->call->arena);
  if (added) added->path = path;
  return added;
}

/* Macros whose bodies contain one of the names that are new. */
static void take_macros(source_scan *scan, sx_str code, sx_str name) {
  sx_c_macro macro;
  if (sx_str_find(code, SX_STR("define"), 0) == SX_STR_NONE) return;
  for (size_t at = 0; sx_c_next_macro(&macro, code, &at);) {
    sx_str own = sx_str_slice(code, macro.name_start, macro.name_end);
    if (sx_c_macro_find(&macro, code, name, 0) == SX_STR_NONE) continue;
    if (sx_str_is_equal(own, scan->name) || sx_strs_have(&scan->out->macros, own)) continue;
    if (scan->out->macros.len >= MAX_MACROS) {
      scan->out->is_cut = true;
      return;
    }
    sx_str *added = SX_ARRAY_ADD(&scan->out->macros, scan->call->arena);
    if (added) *added = sx_arena_dup(scan->call->arena, own);
  }
}

static bool is_declaration(const sx_c_name *look) {
  if (look->scope == SX_C_LOCAL || look->role == SX_C_USE) return false;
  return look->role != SX_C_TAG || look->is_typedef;
}

static void take_declarations(source_scan *scan, sx_str path, sx_str text,
                              const sx_occurrences *found, const sx_language *language,
                              sx_arena *scratch) {
  sx_c_reader reader = {.code = sx_c_code(text, language, false, scratch)};
  for (size_t i = 0; i < found->len && reader.code.len; i++) {
    const sx_occurrence *one = &found->items[i];
    sx_c_name look;
    if (one->use != SX_USE_CODE) continue;
    sx_c_name_look(&look, &reader, one->offset, scan->name.len);
    if (!is_declaration(&look)) continue;
    sx_c_declaration *added = SX_ARRAY_ADD(&scan->out->declarations, scan->call->arena);
    if (added) *added = (sx_c_declaration){path, {one->point.row, one->col_u16}, look};
  }
}

static void take_own_macros(source_scan *scan, sx_str path, sx_str code,
                            const sx_occurrences *found) {
  sx_c_macro macro;
  size_t i = 0;
  for (size_t at = 0; sx_c_next_macro(&macro, code, &at);) {
    if (!sx_str_is_equal(sx_str_slice(code, macro.name_start, macro.name_end), scan->name))
      continue;
    while (i < found->len && found->items[i].offset < macro.name_start) i++;
    if (i == found->len || found->items[i].offset != macro.name_start) continue;
    sx_c_declaration *added = SX_ARRAY_ADD(&scan->out->declarations, scan->call->arena);
    if (!added) return;
    *added = (sx_c_declaration){.path = path, .look.role = SX_C_MACRO};
    added->at = (sx_pos16){found->items[i].point.row, found->items[i].col_u16};
  }
}

/* The first step: the name itself. */
static sx_status look_for_name(source_scan *scan, sx_str path, sx_str text, sx_arena *scratch) {
  const sx_language *language = sx_language_find(SX_STR(""), path);
  sx_occurrences found = {0};
  sx_status status =
      sx_occurrences_find(&found, text, scan->name, language, MAX_PLACES, scratch, NULL);
  if (status || !found.len) return status;
  scan->out->is_cut |= found.len >= MAX_PLACES;
  sx_occurrences_classify(&found, text, language);
  size_t in_code = 0;
  for (size_t i = 0; i < found.len; i++) in_code += found.items[i].use == SX_USE_CODE;
  if (!in_code) return SX_OK;
  sx_c_mention *mention = mention_of(scan, path);
  if (mention) mention->has_name = true;
  take_declarations(scan, path, text, &found, language, scratch);
  sx_str code = sx_c_code(text, language, true, scratch);
  take_own_macros(scan, path, code, &found);
  take_macros(scan, code, scan->name);
  return scan->call->arena->status ? scan->call->arena->status : scratch->status;
}

/* A use is a word of the text that is not the name of the `#define` itself. */
static bool uses(sx_str code, sx_str macro, const sx_language *language) {
  size_t count = sx_occurrences_count(code, macro, language), defined = 0;
  sx_c_macro one;
  for (size_t at = 0; count && sx_c_next_macro(&one, code, &at);)
    defined += sx_str_is_equal(sx_str_slice(code, one.name_start, one.name_end), macro);
  return count > defined;
}

/* The further ones: the macros that are new. */
static sx_status look_for_macros(source_scan *scan, sx_str path, sx_str text, sx_arena *scratch) {
  const sx_language *language = sx_language_find(SX_STR(""), path);
  sx_str code = SX_STR("");
  size_t end = scan->out->macros.len;
  for (size_t i = scan->new_macros; i < end; i++) {
    sx_str macro = scan->out->macros.items[i];
    if (!sx_occurrences_has(text, macro, language)) continue;
    if (!code.len) code = sx_c_code(text, language, true, scratch);
    if (scratch->status || !uses(code, macro, language)) continue;
    sx_c_mention *mention = mention_of(scan, path);
    if (mention) mention->has_macro = true;
    take_macros(scan, code, macro);
  }
  return scan->call->arena->status ? scan->call->arena->status : scratch->status;
}

/* ---- all of them --------------------------------------------------------------------------- */

typedef sx_status look_into(source_scan *scan, sx_str path, sx_str text, sx_arena *scratch);

/* Unreadable files are passed over; files that are too big may contain the name. */
static sx_status read_and_look(source_scan *scan, sx_str path, look_into *look) {
  sx_arena scratch;
  sx_str text;
  sx_file_info info = {0};
  if (sx_file_stat(&info, path, NULL) || !info.is_regular) return SX_OK;
  if (info.size_bytes > MAX_SOURCE_BYTES) {
    scan->out->is_cut = true;
    return SX_OK;
  }
  sx_arena_init(&scratch, SCRATCH_BYTES);
  sx_status status = SX_OK;
  if (!sx_file_read(&text, path, MAX_SOURCE_BYTES, &scratch, NULL))
    status = look(scan, path, text, &scratch);
  sx_arena_release(&scratch);
  if (status == SX_TOO_BIG) scan->out->is_cut = true, status = SX_OK;
  return status;
}

static sx_status look_into_unsaved(source_scan *scan, sx_str path, look_into *look, sx_err *err) {
  const sx_document *document;
  sx_arena scratch;
  sx_status status = sx_document_open(scan->call, path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  sx_arena_init(&scratch, SCRATCH_BYTES);
  status = look(scan, path, document->text, &scratch);
  sx_arena_release(&scratch);
  if (status == SX_TOO_BIG) scan->out->is_cut = true, status = SX_OK;
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* Whether enough files were found; it is asked when there are that many. */
static sx_status is_enough(source_scan *scan, bool *out, sx_err *err) {
  sx_strs all;
  *out = false;
  if (!scan->family) return SX_OK;
  return sx_workspace_files(scan->call, sx_str_from(scan->family->sources), SX_MAX_SOURCES, &all,
                            out, err);
}

static sx_status look_into_all(source_scan *scan, const sx_strs *sources, const sx_strs *unsaved,
                               look_into *look, sx_err *err) {
  sx_status status = SX_OK;
  size_t before = scan->out->files.len;
  bool has_asked = false;
  for (size_t i = 0; i < sources->len && !status; i++) {
    if (!has_asked && scan->out->files.len - before >= MAX_OF_MANY) {
      bool is_over;
      has_asked = true;
      status = is_enough(scan, &is_over, err);
      if (status) return status;
      scan->out->is_cut |= is_over;
      if (is_over) return SX_OK;
    }
    sx_str path = sources->items[i];
    status = sx_port_call_check(scan->call->wait);
    if (status) return sx_fail(err, status, NULL);
    if (sx_path_is_uri(path)) continue;
    status = sx_strs_have(unsaved, path) ? look_into_unsaved(scan, path, look, err)
                                         : read_and_look(scan, path, look);
  }
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

static sx_status ask_for_unsaved(source_scan *scan, sx_strs *unsaved, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, scan->call->wait, scan->call->arena);
  size_t dirty = sx_batch_dirty_documents(&batch);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_paths(&batch, dirty, unsaved, err);
  sx_batch_release(&batch);
  return status;
}

/* The sources that may have one of the texts; of all others that is known. */
static sx_status list(source_scan *scan, const sx_strs *unsaved, sx_str *texts, size_t count,
                      sx_strs *sources, sx_err *err) {
  bool is_cut;
  const sx_workspace_wanted wanted = {.glob = sx_str_from(scan->family->sources),
                                      .texts = {.items = texts, .len = count},
                                      .kept = unsaved,
                                      .max = SX_MAX_SOURCES};
  sx_status status = sx_workspace_files_narrowed(scan->call, &wanted, sources, &is_cut, err);
  scan->out->is_cut |= is_cut;
  return status;
}

/* Those that declare the name are looked into before there are enough. */
static sx_status put_first(source_scan *scan, sx_strs *sources, sx_err *err) {
  sx_arena *arena = scan->call->arena;
  sx_strs all = {0};
  sx_status status = SX_OK;
  size_t first = scan->first->len;
  if (!first) return SX_OK;
  for (size_t i = 0; i < first && !status; i++)
    status = sx_strs_add_new(&all, scan->first->items[i], arena, err);
  for (size_t i = 0; i < sources->len && !status; i++) {
    if (sx_strs_have(scan->first, sources->items[i])) continue;
    sx_str *added = SX_ARRAY_ADD(&all, arena);
    if (!added) return sx_fail(err, arena->status, NULL);
    *added = sources->items[i];
  }
  if (!status) *sources = all;
  return status;
}

/* In the one file, or in the sources, which are listed for each step. */
static sx_status find_in(source_scan *scan, const sx_strs *only, const sx_strs *unsaved,
                         sx_err *err) {
  sx_c_sources *out = scan->out;
  sx_strs sources = only ? *only : (sx_strs){0};
  sx_status status = only ? SX_OK : list(scan, unsaved, &scan->name, 1, &sources, err);
  if (!status && !only) status = put_first(scan, &sources, err);
  if (!status) status = look_into_all(scan, &sources, unsaved, look_for_name, err);
  for (size_t step = 0; !status && scan->new_macros < out->macros.len; step++) {
    size_t found = out->macros.len, first = scan->new_macros;
    if (step == MAX_STEPS) {
      out->is_cut = true;
      return SX_OK;
    }
    if (!only)
      status = list(scan, unsaved, out->macros.items + first, found - first, &sources, err);
    if (!status) status = look_into_all(scan, &sources, unsaved, look_for_macros, err);
    scan->new_macros = found;
  }
  return status;
}

sx_status sx_c_sources_find(sx_c_sources *out, sx_call *call, const sx_family *family, sx_str name,
                            const sx_strs *first, sx_err *err) {
  sx_strs unsaved = {0};
  *out = (sx_c_sources){0};
  source_scan scan = {.call = call, .out = out, .family = family, .name = name, .first = first};
  sx_status status = ask_for_unsaved(&scan, &unsaved, err);
  if (status == SX_HOST) {
    out->is_cut = true;
    return SX_OK;
  }
  return status ? status : find_in(&scan, NULL, &unsaved, err);
}

sx_status sx_c_sources_find_in_file(sx_c_sources *out, sx_call *call, sx_str path, sx_str name,
                                    sx_err *err) {
  sx_strs one = {0};
  *out = (sx_c_sources){0};
  source_scan scan = {.call = call, .out = out, .name = name};
  sx_str *added = SX_ARRAY_ADD(&one, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  *added = path;
  /* Its text as the editor has it, saved or not. */
  return find_in(&scan, &one, &one, err);
}
