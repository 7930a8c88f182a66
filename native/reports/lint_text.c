#include "reports/lint_parts.h"

/* ---- tsc ----------------------------------------------------------------------------------- */

typedef struct tsc_kind {
  const char *word;
  sx_lint_severity severity;
} tsc_kind;

static const tsc_kind tsc_kinds[] = {
    {"error TS", SX_LINT_ERROR},
    {"warning TS", SX_LINT_WARNING},
    {"message TS", SX_LINT_INFORMATION},
};

/* "error TS2322: …": the rest of a line, or the whole of one about the project. */
static bool take_tsc_kind(sx_str text, sx_lint_issue *out) {
  for (size_t i = 0; i < sizeof tsc_kinds / sizeof *tsc_kinds; i++) {
    sx_str word = sx_str_from(tsc_kinds[i].word);
    uint32_t number;
    size_t at = word.len;
    if (!sx_str_has_prefix(text, word) || !sx_lint__take_number(text, &at, &number) ||
        sx_str_at(text, at) != ':')
      continue;
    out->severity = tsc_kinds[i].severity;
    out->rule = sx_str_slice(text, word.len - 2, at);
    out->message = sx_str_trim(sx_str_slice(text, at + 1, text.len));
    return true;
  }
  return false;
}

/* "(12,3): " that ends at `end`, as names of files may have brackets themselves. */
static bool take_tsc_place(sx_str line, size_t end, sx_lint_issue *out) {
  sx_str place = sx_str_slice(line, 0, end);
  size_t open = sx_str_find_last_char(place, '('), at = open + 1;
  if (open == SX_STR_NONE || open == 0 || !sx_lint__take_number(place, &at, &out->line) ||
      sx_str_at(place, at) != ',')
    return false;
  at++;
  if (!sx_lint__take_number(place, &at, &out->column) || at != end) return false;
  out->file = sx_str_slice(line, 0, open);
  return true;
}

static bool take_tsc(sx_str line, sx_lint_issue *out) {
  if (take_tsc_kind(line, out)) return true;
  sx_str mark = SX_STR("): ");
  for (size_t at = sx_str_find(line, mark, 0); at != SX_STR_NONE;
       at = sx_str_find(line, mark, at + 1))
    if (take_tsc_kind(sx_str_slice(line, at + mark.len, line.len), out) &&
        take_tsc_place(line, at, out))
      return true;
  return false;
}

/* Lines that are further in belong to the message before them. */
static void go_on(sx_lint_issue *issue, sx_str line) {
  const char *end = line.ptr + line.len;
  if (issue->message.len)
    issue->message = sx_str_make(issue->message.ptr, (size_t)(end - issue->message.ptr));
}

sx_status sx_lint_read_tsc(sx_lint_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  sx_str line;
  bool is_open = false;
  while (sx_str_next_line(&text, &line)) {
    sx_lint_issue issue = {.file = SX_STR(""), .url = SX_STR(""), .source = SX_STR("tsc")};
    if (is_open && sx_str_skip_blanks(line, 0) > 0 && sx_str_trim(line).len) {
      go_on(&report->issues.items[report->issues.len - 1], line);
      continue;
    }
    is_open = take_tsc(line, &issue);
    if (!is_open) continue;
    sx_lint_issue *added = sx_lint__add(report, "tsc", arena);
    if (!added) break;
    *added = issue;
  }
  return sx_lint__end(arena, err);
}

/* ---- clang-tidy ---------------------------------------------------------------------------- */

static bool take_clang_kind(sx_str *rest, sx_lint_issue *out) {
  static const char *const words[] = {"fatal error: ", "error: ", "warning: ", "remark: "};
  static const sx_lint_severity severities[] = {SX_LINT_ERROR, SX_LINT_ERROR, SX_LINT_WARNING,
                                                SX_LINT_INFORMATION};
  for (size_t i = 0; i < 4; i++) {
    if (!sx_str_has_prefix(*rest, sx_str_from(words[i]))) continue;
    out->severity = severities[i];
    *rest = sx_str_slice(*rest, strlen(words[i]), rest->len);
    return true;
  }
  return false;
}

/* "… [rule,-warnings-as-errors]". Compilers write "… [-Wname]" in the same form. */
static void take_clang_rule(sx_str rest, sx_lint_issue *out) {
  size_t open = sx_str_find_last_char(rest, '[');
  out->message = sx_str_trim(rest);
  if (open == SX_STR_NONE || !sx_str_has_suffix(rest, SX_STR("]"))) return;
  sx_str rule = sx_str_slice(rest, open + 1, rest.len - 1);
  size_t more = sx_str_find(rule, SX_STR(",-warnings-as-errors"), 0);
  if (!rule.len || sx_str_find_char(rule, ' ', 0) != SX_STR_NONE) return;
  out->rule = more == SX_STR_NONE ? rule : sx_str_slice(rule, 0, more);
  out->message = sx_str_trim(sx_str_slice(rest, 0, open));
}

sx_status sx_lint_read_clang(sx_lint_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  sx_str line, rest;
  while (sx_str_next_line(&text, &line)) {
    sx_lint_issue issue = {.rule = SX_STR(""), .url = SX_STR(""), .unit = SX_LINT_BYTES};
    bool is_issue = sx_lint__take_place(line, &issue, &rest) && take_clang_kind(&rest, &issue);
    if (!is_issue) {
      /* "error: unknown check …", about no file. */
      if (!sx_str_has_prefix(line, SX_STR("error: ")) && !sx_str_has_prefix(line, SX_STR("Error ")))
        continue;
      if (sx_strs_add_new(&report->problems, sx_str_trim(line), arena, err)) break;
      continue;
    }
    take_clang_rule(rest, &issue);
    issue.source = SX_STR("clang-tidy");
    sx_lint_issue *added = sx_lint__add(report, "clang-tidy", arena);
    if (!added) break;
    *added = issue;
  }
  return sx_lint__end(arena, err);
}
