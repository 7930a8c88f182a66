#include "refactor/served.h"

#include "text/language.h"

#define MAX_LISTED 12
#define MAX_LIST_BYTES 700

/** How an action that does it is known. */
typedef struct sign {
  const char *kinds;  /* by one of these, or what is below it */
  const char *verb;   /* or by a title with this word … */
  const char *things; /* … and one of these; NULL: any */
  const char *task;   /* for a refusal */
} sign;

static const sign signs[] = {
    [SX_SERVED_FUNCTION] = {"refactor.extract.function refactor.extract.method", "extract",
                            "function method", "extracts a function"},
    [SX_SERVED_METHOD] = {"", "extract", "method", "extracts a method"},
    [SX_SERVED_VARIABLE] = {"refactor.extract.variable", "extract", "variable",
                            "extracts a variable"},
    [SX_SERVED_INLINE] = {"refactor.inline", "inline", NULL, "inlines it"},
    [SX_SERVED_MOVE] = {"refactor.move", "move", NULL, "moves it to another file"},
};

/* ---- one action ------------------------------------------------------------------------------ */

/* Whether a text has one of the words of a list, in any case. */
static bool has_any(sx_str text, const char *list) {
  sx_str rest = sx_str_from(list);
  while (rest.len) {
    size_t end = sx_str_find_char(rest, ' ', 0);
    if (end == SX_STR_NONE) end = rest.len;
    if (end && sx_str_has_fold(text, sx_str_slice(rest, 0, end))) return true;
    rest = sx_str_slice(rest, end + 1, rest.len);
  }
  return false;
}

/* Whether a kind is one of a list, or below it. */
static bool is_below_any(sx_str kind, const char *list) {
  for (size_t end = 1; end <= kind.len; end++)
    if ((end == kind.len || kind.ptr[end] == '.') &&
        sx_language_has_word(list, sx_str_slice(kind, 0, end), false))
      return true;
  return false;
}

/* Kinds that leave open what the action does. */
static bool is_open_kind(sx_str kind) {
  return sx_language_has_word("refactor refactor.extract refactor.rewrite", kind, false);
}

static bool replaces_all(sx_str title) {
  return has_any(title, "occurrences callers references usages");
}

static bool fits(const sx_served *served, const sx_host_action_row *row) {
  const sign *by = &signs[served->what];
  bool is_kind = is_below_any(row->kind, by->kinds);
  bool is_named = (is_open_kind(row->kind) ||
                   is_below_any(row->kind, "refactor.extract.function refactor.extract.method")) &&
                  sx_str_has_fold(row->title, sx_str_from(by->verb)) &&
                  (!by->things || has_any(row->title, by->things));
  if (served->what == SX_SERVED_VARIABLE && replaces_all(row->title) != served->replaces_all)
    return false;
  return is_kind || is_named;
}

/* The function beside the code rather than one in it; the word that was asked for. */
static int rate(const sx_served *served, const sx_host_action_row *row) {
  bool is_inside = has_any(row->title, "local inner nested closure");
  switch (served->what) {
  case SX_SERVED_FUNCTION:
    return (is_inside ? 0 : 2) + sx_str_has_fold(row->title, SX_STR("function"));
  case SX_SERVED_INLINE: return replaces_all(row->title);
  case SX_SERVED_MOVE:
    return (sx_str_has_fold(row->title, served->target) ? 2 : 0) +
           sx_str_has_fold(row->title, SX_STR("file"));
  default: return 0;
  }
}

/* ---- refusals -------------------------------------------------------------------------------- */

sx_str sx_served_list(const sx_served *served) {
  const sx_host_actions *rows = &served->actions.rows;
  sx_buf out;
  sx_buf_init(&out, SX_ERR_MESSAGE_BYTES);
  size_t i = 0;
  for (; i < rows->len && i < MAX_LISTED && out.len < MAX_LIST_BYTES; i++)
    sx_buf_addf(&out, "%s'%.*s'", i ? ", " : "",
                SX_STR_ARG(sx_str_slice(rows->items[i].title, 0, 100)));
  if (i < rows->len) sx_buf_addf(&out, " and %zu more", rows->len - i);
  return sx_buf_keep(&out, served->r->call->arena);
}

static sx_status fail_missing(const sx_served *served, sx_err *err) {
  const char *task = signs[served->what].task;
  const char *all = served->replaces_all ? ", and the same code elsewhere" : "";
  if (!served->actions.rows.len)
    return sx_served_refuse(served, err,
                            "the language server offers no action that %s%s there, nor any other "
                            "refactoring. Make the change by edit_buffer.",
                            task, all);
  return sx_served_refuse(served, err,
                          "the language server offers no action that %s%s there. Refactorings that "
                          "it offers: %.*s. apply_code_action applies one of them; else make the "
                          "change by edit_buffer.",
                          task, all, SX_STR_ARG(sx_served_list(served)));
}

static sx_status fail_several(const sx_served *served, sx_err *err) {
  return sx_served_refuse(served, err,
                          "several actions of the language server may be meant. It offers: %.*s. "
                          "apply_code_action applies one of them.",
                          SX_STR_ARG(sx_served_list(served)));
}

sx_status sx_served_choose(sx_served *served, sx_err *err) {
  const sx_host_actions *rows = &served->actions.rows;
  size_t count = 0;
  int best = 0;
  for (size_t i = 0; i < rows->len; i++) {
    if (!fits(served, &rows->items[i])) continue;
    int rated = rate(served, &rows->items[i]);
    if (count && rated < best) continue;
    count = count && rated == best ? count + 1 : 1;
    best = rated;
    served->chosen = i;
  }
  if (count == 1) return SX_OK;
  return count ? fail_several(served, err) : fail_missing(served, err);
}
