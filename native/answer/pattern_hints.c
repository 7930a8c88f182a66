#include "answer/pattern_hints.h"

#include "workspace/paths.h"

typedef struct hints {
  sx_buf *out;
  sx_call *call;
  sx_finder *finder;
  const sx_finder_query *query;
  bool is_over; /* the call has no time for more of them */
} hints;

/* How many would be found otherwise. A pattern that is not valid finds nothing. Without time for it
 * the answer, which is known, stays as it is. */
static sx_status count_with(hints *h, const sx_finder_query *query, sx_finder_seen *seen,
                            sx_err *err) {
  *seen = (sx_finder_seen){0};
  sx_status status = sx_finder_run(h->finder, h->call, query, seen, NULL);
  h->is_over = status == SX_DEADLINE;
  if (status != SX_INVALID_ARGUMENT && !h->is_over)
    return status ? sx_fail(err, status, NULL) : SX_OK;
  seen->count = 0;
  return SX_OK;
}

static void add_count(hints *h, const sx_finder_seen *seen) {
  const char *noun = seen->takes_folders ? "path" : "file";
  bool is_one = seen->count == 1;
  sx_buf_addf(h->out, "%zu %s%s match%s", seen->count, noun, is_one ? "" : "s", is_one ? "es" : "");
}

/* ---- patterns written otherwise ------------------------------------------------------------- */

static bool has(sx_str pattern, char c) {
  return sx_str_find_char(pattern, c, 0) != SX_STR_NONE;
}

static sx_status add(const hints *h, sx_strs *out, sx_str text, sx_err *err) {
  sx_arena *arena = h->call->arena;
  return arena->status ? sx_fail(err, arena->status, NULL) : sx_strs_add(out, text, arena, err);
}

/* Each bracket as a character of a name, as in `app/[id]/page.tsx`. */
static sx_status escape_brackets(const hints *h, sx_strs *out, sx_str pattern, sx_err *err) {
  char *text = sx_arena_alloc(h->call->arena, 2 * pattern.len + 1);
  size_t len = 0;
  for (size_t i = 0; text && i < pattern.len; i++) {
    if (pattern.ptr[i] == '[' || pattern.ptr[i] == ']') text[len++] = '\\';
    text[len++] = pattern.ptr[i];
    if (pattern.ptr[i] == '\\' && i + 1 < pattern.len) text[len++] = pattern.ptr[++i];
  }
  return add(h, out, text ? sx_str_make(text, len) : SX_STR(""), err);
}

/* `src\*.ts`, as agents on Windows write it. */
static sx_status turn_slashes(const hints *h, sx_strs *out, sx_str pattern, sx_err *err) {
  char *text = sx_arena_alloc(h->call->arena, pattern.len + 1);
  for (size_t i = 0; text && i < pattern.len; i++)
    text[i] = pattern.ptr[i] == '\\' ? '/' : pattern.ptr[i];
  return add(h, out, text ? sx_str_make(text, pattern.len) : SX_STR(""), err);
}

/* `*.ts, *.js` as two patterns. */
static sx_status split_list(const hints *h, sx_strs *out, sx_str pattern, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t at = 0; at <= pattern.len && !status;) {
    size_t comma = sx_str_find_char(pattern, ',', at);
    size_t end = comma == SX_STR_NONE ? pattern.len : comma;
    sx_str part = sx_str_trim(sx_str_slice(pattern, at, end));
    if (part.len) status = add(h, out, part, err);
    at = end + 1;
  }
  return status;
}

/* All files of the folder that the pattern names. */
static sx_status go_below(const hints *h, sx_strs *out, sx_str pattern, sx_err *err) {
  sx_str folder = pattern;
  while (sx_str_has_suffix(folder, SX_STR("/"))) folder = sx_str_slice(folder, 0, folder.len - 1);
  return add(h, out, sx_arena_printf(h->call->arena, "%.*s/**", SX_STR_ARG(folder)), err);
}

static sx_status add_from_top(const hints *h, sx_strs *out, sx_str rest, sx_err *err) {
  return add(h, out, sx_arena_printf(h->call->arena, "./%.*s", SX_STR_ARG(rest)), err);
}

static sx_status at_any_depth(const hints *h, sx_strs *out, sx_str pattern, sx_err *err) {
  sx_str rest = pattern;
  while (sx_str_has_prefix(rest, SX_STR("./"))) rest = sx_str_slice(rest, 2, rest.len);
  return add(h, out, sx_arena_printf(h->call->arena, "**/%.*s", SX_STR_ARG(rest)), err);
}

/* Without the searched folder before it, as answers show paths, or the name of the only folder. */
static sx_status leave_folder(const hints *h, sx_strs *out, sx_str pattern, sx_err *err) {
  const sx_searched_folder *folder = h->query->folders;
  if (h->query->folder_count != 1) return SX_OK;
  sx_str shown = sx_path_plain(h->call, folder->path);
  const sx_root *root = h->call->roots.len == 1 ? h->call->roots.items : NULL;
  sx_str rest = pattern;
  bool is_shown = sx_folder_patterns_strip(&rest, shown) ||
                  (root && sx_folder_patterns_strip(&rest, root->name));
  return is_shown && rest.len ? add_from_top(h, out, rest, err) : SX_OK;
}

static sx_status keep(const hints *h, sx_strs *out, sx_str pattern, sx_err *err) {
  return add(h, out, pattern, err);
}

static bool has_bracket(sx_str pattern) {
  return has(pattern, '[');
}

static bool has_backslash(sx_str pattern) {
  return has(pattern, '\\');
}

static bool has_list(sx_str pattern) {
  return has(pattern, ',') && !has(pattern, '{');
}

static bool is_any(sx_str pattern) {
  return pattern.len > 0;
}

static bool is_from_top(sx_str pattern) {
  return sx_str_at(pattern, 0) != '/' && !sx_str_has_prefix(pattern, SX_STR("**/"));
}

static const struct {
  bool (*applies)(sx_str pattern);
  sx_status (*rewrite)(const hints *h, sx_strs *out, sx_str pattern, sx_err *err);
  bool ignores_case;
  const char *text;
} mistakes[] = {
    {has_bracket, escape_brackets, false,
     "'[' begins a class of characters: with '\\[' and '\\]', "},
    {has_backslash, turn_slashes, false, "'\\' makes the next character literal: with '/', "},
    {has_list, split_list, false, "',' is a character of a name outside of braces: as {a,b}, "},
    {is_any, leave_folder, false,
     "A pattern begins in the searched folder: without the path of that before it, "},
    {is_any, go_below, false, "The pattern is a folder: with '/**' after it, "},
    {is_from_top, at_any_depth, false,
     "A pattern begins at the searched folder: with '**/' before it, "},
    {is_any, keep, true, "Ignoring case, "},
};

/* Whether `*seen` has files that the patterns find without mistake `number`. */
static sx_status try_without(hints *h, size_t number, sx_finder_seen *seen, sx_err *err) {
  const sx_strs *given = &h->query->patterns;
  sx_finder_query query = *h->query;
  sx_status status = SX_OK;
  bool applies = false;
  *seen = (sx_finder_seen){0};
  query.patterns = (sx_strs){0};
  query.options.ignore_case |= mistakes[number].ignores_case;
  for (size_t i = 0; i < given->len && !status; i++) {
    bool is_it = mistakes[number].applies(given->items[i]);
    status = (is_it ? mistakes[number].rewrite : keep)(h, &query.patterns, given->items[i], err);
    applies |= is_it;
  }
  return applies && !status && query.patterns.len ? count_with(h, &query, seen, err) : status;
}

sx_status sx_pattern_hints_write(sx_buf *out, sx_call *call, sx_finder *finder,
                                 const sx_finder_query *query, sx_err *err) {
  hints h = {.out = out, .call = call, .finder = finder, .query = query};
  sx_finder_query ignored = *query;
  sx_finder_seen seen = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes && !status && !seen.count && !h.is_over;
       i++) {
    status = try_without(&h, i, &seen, err);
    if (status || !seen.count) continue;
    sx_buf_add_text(out, mistakes[i].text);
    add_count(&h, &seen);
    sx_buf_add_text(out, ".\n");
  }
  if (status || query->with_ignored || h.is_over) return status;
  ignored.with_ignored = true;
  status = count_with(&h, &ignored, &seen, err);
  if (status || !seen.count) return status;
  bool is_one = seen.count == 1;
  sx_buf_addf(out, "%zu ignored %s%s match%s: ignored=true includes %s.\n", seen.count,
              seen.takes_folders ? "path" : "file", is_one ? "" : "s", is_one ? "es" : "",
              is_one ? "it" : "them");
  return status;
}
