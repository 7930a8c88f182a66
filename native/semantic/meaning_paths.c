#include "semantic/meaning.h"

#include "base/byte.h"
#include "meaning/units.h"
#include "syntax/languages.h"

/* Others of a long trace are left out. */
#define MAX_PATHS 16

/* ---- in the question ------------------------------------------------------------------------- */

static bool is_of_path(char c) {
  return sx_byte_is_word(c) || sx_byte_is_one_of(c, "./\\-+@$");
}

static bool is_slash(char c) {
  return c == '/' || c == '\\';
}

/* The endings of code and Markdown are not words of a question. */
static bool has_known_ending(sx_str path) {
  const sx_syntax_language *language = sx_syntax_language_find(SX_STR(""), path, SX_STR(""));
  bool is_code = language && sx_syntax_language_is_code(language);
  return is_code || sx_meaning_is_prose(path);
}

/* The next run of characters that paths have, without the marks of a sentence around it. */
static sx_str next_run(sx_str text, size_t *at) {
  while (*at < text.len && !is_of_path(text.ptr[*at])) ++*at;
  size_t start = *at;
  while (*at < text.len && is_of_path(text.ptr[*at])) ++*at;
  sx_str run = sx_str_slice(text, start, *at);
  while (run.len && (is_slash(run.ptr[0]) || (run.ptr[0] == '.' && is_slash(sx_str_at(run, 1)))))
    run = sx_str_slice(run, 1, run.len);
  while (run.len && (run.ptr[run.len - 1] == '.' || is_slash(run.ptr[run.len - 1]))) run.len--;
  return run;
}

static bool has_slash(sx_str run) {
  for (size_t i = 0; i < run.len; i++)
    if (is_slash(run.ptr[i])) return true;
  return false;
}

static sx_str with_slashes(sx_str run, sx_arena *arena) {
  char *copy = sx_arena_alloc(arena, run.len + 1);
  for (size_t i = 0; copy && i < run.len; i++) copy[i] = is_slash(run.ptr[i]) ? '/' : run.ptr[i];
  return copy ? sx_str_make(copy, run.len) : SX_STR("");
}

static bool next_path(sx_str text, size_t *at, sx_question_path *out) {
  while (*at < text.len) {
    sx_str run = next_run(text, at);
    size_t dot = sx_str_find_last_char(run, '.');
    bool is_file = dot != SX_STR_NONE && dot && has_known_ending(run);
    if (!run.len || !(is_file || has_slash(run))) continue;
    size_t start = (size_t)(run.ptr - text.ptr);
    *out = (sx_question_path){run, is_file, start + (is_file ? dot : run.len), start + run.len};
    return true;
  }
  return false;
}

sx_status sx_question_read_paths(sx_question *question, sx_str text, sx_arena *arena) {
  sx_question_path path;
  for (size_t at = 0; question->paths.len < MAX_PATHS && next_path(text, &at, &path);) {
    sx_question_path *added = SX_ARRAY_ADD(&question->paths, arena);
    if (!added) return arena->status;
    *added = path;
    added->text = with_slashes(path.text, arena);
    if (!added->text.len) return arena->status;
  }
  return SX_OK;
}

/* ---- files that have them -------------------------------------------------------------------- */

/* Whether `path` ends with all names of `end`. */
static bool ends_with(sx_str path, sx_str end) {
  if (path.len < end.len) return false;
  size_t from = path.len - end.len;
  return (!from || path.ptr[from - 1] == '/') &&
         sx_str_is_equal_fold(sx_str_slice(path, from, path.len), end);
}

/* Whether names of `path` that follow each other, from its first folder on, are `folder`. */
static bool has_folder(sx_str path, sx_str folder) {
  for (size_t at = 0; at + folder.len < path.len; at++) {
    bool is_name = !at || path.ptr[at - 1] == '/';
    if (is_name && path.ptr[at + folder.len] == '/' &&
        sx_str_is_equal_fold(sx_str_slice(path, at, at + folder.len), folder))
      return true;
  }
  return false;
}

bool sx_question_names(const sx_question *question, sx_str below) {
  for (size_t i = 0; i < question->paths.len; i++) {
    const sx_question_path *path = &question->paths.items[i];
    /* A trace may have the whole path, on another machine. */
    if (path->is_file ? ends_with(below, path->text) || ends_with(path->text, below)
                      : has_folder(below, path->text))
      return true;
  }
  return false;
}
