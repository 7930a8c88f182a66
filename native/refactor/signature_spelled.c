#include "refactor/signature_find.h"

#include "base/byte.h"
#include "flow/unit.h"
#include "resolve/mentions.h"
#include "text/occurrences.h"
#include "text/language.h"
#include "workspace/paths.h"

/*
 * Places that have the function's name as text: a string that is the name, or a part of it to which
 * more is put, and samples in docstrings and in documentation. They are warned of and stay, as it
 * is not known whether they run.
 */

#define SEARCH_MS 3000
#define MAX_OCCURRENCES 2000
#define MIN_PART 3
#define FILE_BYTES ((size_t)256 << 20)

typedef struct search {
  sx_signature *change;
  bool is_renamed, is_python;
  bool is_for_parts; /* texts that look names up, and not those that have the name */
} search;

/* A text of the workspace, while it is looked through. */
typedef struct seen {
  const search *find;
  sx_document document;
  sx_str text;
} seen;

static sx_status warn(const seen *file, size_t offset, const char *what, sx_err *err) {
  sx_status status =
      sx_refactoring_warn(file->find->change->r, &file->document, offset, "%s", what);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

static sx_str line_before(sx_str text, size_t offset) {
  return sx_str_slice(text, sx_str_line_start(text, offset), offset);
}

/* ---- the name as text ------------------------------------------------------------------------ */

static bool is_quote(char c) {
  return c == '"' || c == '\'' || c == '`';
}

/* The string is the name and nothing more. */
static bool is_whole_string(const seen *file, size_t offset) {
  size_t end = offset + file->find->change->name.len;
  char before = offset ? file->text.ptr[offset - 1] : ' ';
  return is_quote(before) && sx_str_at(file->text, end) == before;
}

static bool is_called(const seen *file, size_t offset) {
  size_t end = offset + file->find->change->name.len;
  return sx_str_at(file->text, end) == '(' && (!offset || file->text.ptr[offset - 1] != '\\');
}

/* `>>> pay(1)`, and the lines that go on with `...`. */
static bool is_doctest(const seen *file, size_t offset) {
  sx_str line = sx_str_trim(line_before(file->text, offset));
  return sx_str_has_prefix(line, SX_STR(">>>")) || sx_str_has_prefix(line, SX_STR("..."));
}

static bool is_prose(sx_str path) {
  static const char *const ends[] = {".md", ".markdown", ".mdx", ".rst", ".txt", ".adoc"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (sx_str_has_suffix(path, sx_str_from(ends[i]))) return true;
  return false;
}

/* `self["pay"]`, `getattr(self, "pay")`: the string is a member's name, whatever the call passes.
 */
static bool is_looked_up(const seen *file, size_t offset) {
  static const char *const lookups[] = {"getattr(", "methodcaller(", "attrgetter(",
                                        "bind(",    "setattr(",      "patch"};
  sx_str before = line_before(file->text, offset - 1);
  if (sx_str_has_suffix(before, SX_STR("["))) return true;
  for (size_t i = 0; i < sizeof lookups / sizeof *lookups; i++)
    if (sx_str_find(before, sx_str_from(lookups[i]), 0) != SX_STR_NONE) return true;
  return false;
}

/* Those of Python's files with uses are looked at where the files are rewritten. */
static bool is_warned_of_later(const seen *file) {
  const sx_signature *change = file->find->change;
  for (size_t i = 0; i < change->files.len && file->find->is_python; i++)
    if (sx_str_is_equal(change->files.items[i].document->path,
                        sx_path_own(change->call, file->document.path)))
      return true;
  return false;
}

static bool is_index(const seen *file, size_t offset) {
  return sx_str_has_suffix(line_before(file->text, offset - 1), SX_STR("["));
}

static bool is_name_of_it(const seen *file, size_t offset) {
  if (!is_whole_string(file, offset)) return false;
  if (file->find->change->is_inlined) return true;
  bool is_later = is_warned_of_later(file);
  if (file->find->is_renamed) return !is_later;
  return is_later ? is_index(file, offset) : is_looked_up(file, offset);
}

/* Calls that stay as they are fail then; not if the function only gains what they may leave out. */
static bool would_fail(const seen *file) {
  const sx_signature *change = file->find->change;
  return file->find->is_python && !change->is_partial &&
         (!change->is_grown || file->find->is_renamed);
}

static bool has_import(sx_str text, sx_str import) {
  size_t at = 0;
  while ((at = sx_str_find(text, import, at)) != SX_STR_NONE) {
    at += import.len;
    if (at < text.len && sx_byte_is_line_end(text.ptr[at])) return true;
  }
  return false;
}

/* Code of Python in a string of several lines, which imports the function's module. */
static bool is_in_code_of_string(const seen *file, size_t offset) {
  sx_str all = sx_str_slice(file->text, 0, offset);
  sx_str name = sx_path_name(file->find->change->target.symbol->path);
  size_t start = 0, quotes = 0;
  if (!sx_str_has_suffix(name, SX_STR(".py"))) return false;
  sx_str import = sx_arena_printf(file->find->change->call->arena, "import %.*s",
                                  (int)(name.len - 3), name.ptr);
  if (!has_import(all, import)) return false;
  for (size_t at = 0; at + 2 < all.len; at++) {
    char c = all.ptr[at];
    if ((c != '"' && c != '\'') || all.ptr[at + 1] != c || all.ptr[at + 2] != c) continue;
    quotes++;
    start = at += 2;
  }
  return quotes % 2 && has_import(sx_str_slice(all, start, offset), import);
}

static sx_status judge_mention(const seen *file, const sx_occurrence *one, sx_err *err) {
  bool is_text = one->use == SX_USE_STRING || one->use == SX_USE_COMMENT;
  bool is_sample = is_text && is_doctest(file, one->offset);
  bool is_code = one->use == SX_USE_STRING && is_called(file, one->offset) && would_fail(file) &&
                 is_in_code_of_string(file, one->offset);
  if (is_code || (is_sample && is_called(file, one->offset) && would_fail(file)))
    return sx_refactoring_refuse(file->find->change->r, &file->document, one->offset, err,
                                 "this text may be run, as by doctest, and call the function. "
                                 "partial=true leaves such places as they are.");
  if (is_prose(file->document.path) || is_sample) {
    if (!is_called(file, one->offset)) return SX_OK;
    return warn(file, one->offset, "This sample may call the function, and stays as it is.", err);
  }
  bool is_inlined = file->find->change->is_inlined;
  if (one->use == SX_USE_STRING && is_inlined && is_whole_string(file, one->offset) &&
      is_looked_up(file, one->offset) && !is_index(file, one->offset))
    return sx_refactoring_refuse(file->find->change->r, &file->document, one->offset, err,
                                 "the function is looked up by this string.");
  if (one->use != SX_USE_STRING || !is_name_of_it(file, one->offset)) return SX_OK;
  return warn(file, one->offset, "This string may be the function's name, and stays as it is.",
              err);
}

static sx_status look_for_name(const seen *file, sx_arena *scratch, sx_err *err) {
  sx_occurrences found;
  const sx_language *language = file->document.language;
  sx_status status = sx_occurrences_find(&found, file->text, file->find->change->name, language,
                                         MAX_OCCURRENCES, scratch, err);
  if (!status) sx_occurrences_classify(&found, file->text, language);
  for (size_t i = 0; !status && i < found.len; i++)
    status = judge_mention(file, &found.items[i], err);
  return status;
}

/* ---- names that are put together ------------------------------------------------------------- */

/* A string from its quote on, to what ends its first part: the end, or `{` and `%`. */
static sx_str part_at(sx_str text, size_t quote, size_t *end) {
  size_t at = quote + 1;
  char mark = text.ptr[quote];
  while (at < text.len && text.ptr[at] != mark && text.ptr[at] != '\n' &&
         !strchr("{%$", text.ptr[at]))
    at++;
  *end = at;
  return sx_str_slice(text, quote + 1, at);
}

/* `"do_" + name`, `f"do_{name}"`, `"do_%s" % name`, `"do_".join(…)` and the like: the function's
 * name begins with it, or ends with it where it comes last. */
static bool may_make_name(const seen *file, size_t quote) {
  size_t end;
  sx_str name = file->find->change->name, text = file->text, part = part_at(text, quote, &end);
  if (part.len < MIN_PART || part.len >= name.len) return false;
  sx_str before = sx_str_trim_end(line_before(text, quote));
  bool goes_on = sx_str_at(text, end) != text.ptr[quote];
  size_t next = sx_str_skip_blanks(text, goes_on ? end : end + 1);
  bool is_added_to = goes_on || sx_byte_is_one_of(sx_str_at(text, next), "+%.");
  return (is_added_to && sx_str_has_prefix(name, part)) ||
         (sx_str_has_suffix(before, SX_STR("+")) && sx_str_has_suffix(name, part));
}

/* In the function's own file it is most likely meant, and a call by it may fail then. */
static sx_status judge_part(const seen *file, size_t quote, sx_err *err) {
  sx_signature *change = file->find->change;
  sx_str own = sx_path_own(change->call, file->document.path);
  if (would_fail(file) && sx_str_is_equal(own, change->target.symbol->path))
    return sx_refactoring_refuse(change->r, &file->document, quote, err,
                                 "this string may be a part of the function's name, which is put "
                                 "together while the program runs. partial=true leaves such places "
                                 "as they are.");
  return warn(file, quote,
              "This string may be a part of the function's name, which is put together while the "
              "program runs.",
              err);
}

static sx_status look_in_line(const seen *file, size_t at, sx_err *err) {
  size_t stop = sx_text_line_stop(file->text, at);
  for (; at < stop; at++) {
    size_t end;
    if (!is_quote(file->text.ptr[at])) continue;
    if (may_make_name(file, at)) return judge_part(file, at, err);
    part_at(file->text, at, &end);
    while (end < stop && file->text.ptr[end] != file->text.ptr[at]) end++;
    at = end;
  }
  return SX_OK;
}

/* Lines that look something up by a name: `getattr(self, …)`, `globals()[…]`, `this[…]`. */
static sx_status look_for_parts(const seen *file, sx_err *err) {
  static const char *const python[] = {"getattr(", "hasattr(", "globals()[", "locals()[", "vars("};
  static const char *const script[] = {"[\"", "['", "[`"};
  bool is_python = file->find->is_python;
  size_t count = is_python ? sizeof python / sizeof *python : sizeof script / sizeof *script;
  sx_status status = SX_OK;
  for (size_t i = 0; i < count; i++) {
    sx_str mark = sx_str_from(is_python ? python[i] : script[i]);
    for (size_t at = sx_str_find(file->text, mark, 0); at != SX_STR_NONE && !status;
         at = sx_str_find(file->text, mark, at + 1))
      status = look_in_line(file, is_python ? at : at + 1, err);
  }
  return status;
}

/* ---- all texts ------------------------------------------------------------------------------- */

static sx_status take(void *arg, sx_str path, sx_str text, sx_err *err) {
  const search *find = arg;
  sx_arena scratch;
  bool is_prose_file = is_prose(path);
  if (is_prose_file && find->is_for_parts) return SX_OK;
  const sx_language *language = sx_language_find(SX_STR(""), path);
  seen file = {.find = find, .text = text};
  file.document = (sx_document){.path = sx_arena_dup(find->change->call->arena, path),
                                .language = language,
                                .is_peeked = true,
                                .text = text};
  sx_arena_init(&scratch, FILE_BYTES);
  sx_status status = sx_lines_init(&file.document.lines, text, &scratch, err);
  if (!status)
    status = find->is_for_parts ? look_for_parts(&file, err) : look_for_name(&file, &scratch, err);
  sx_arena_release(&scratch);
  return status;
}

static sx_status look_into_all(search *find, sx_str name, sx_err *err) {
  sx_mentions found = {0};
  const sx_mentions_visit visit = {.name = name, .ms = SEARCH_MS, .take = take, .arg = find};
  sx_status status = sx_mentions_each(&found, find->change->call, &visit, err);
  if (status || !found.is_cut) return status;
  return sx_strs_add(&find->change->r->warnings,
                     sx_arena_printf(find->change->call->arena,
                                     "Not all files were searched for texts with '%.*s'.",
                                     SX_STR_ARG(name)),
                     find->change->call->arena, err);
}

static sx_status look_into_own(search *find, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < find->change->files.len && !status; i++) {
    const sx_document *document = find->change->files.items[i].document;
    status = take(find, document->path, document->text, err);
  }
  return status;
}

sx_status sx_signature_find_spelled(sx_signature *change, sx_err *err) {
  search find = {.change = change,
                 .is_renamed = !sx_str_is_equal(change->name, change->new_name),
                 .is_python = change->family == SX_SIGNATURE_PYTHON};
  if (change->is_shape_same && !find.is_renamed) return SX_OK;
  sx_status status = look_into_all(&find, change->name, err);
  find.is_for_parts = true;
  if (!status && find.is_python) status = look_into_all(&find, SX_STR("getattr"), err);
  if (!status && change->family == SX_SIGNATURE_SCRIPT) status = look_into_own(&find, err);
  return status;
}
