#include "run/lint_script.h"

#include "host/json.h"
#include "imports/jsonc.h"
#include "run/lint_files.h"
#include "workspace/paths.h"

cJSON *sx_lint_script_json(sx_call *call, sx_str folder, const char *name) {
  sx_str text = sx_lint_read_text(call, folder, name);
  if (!text.len) return NULL;
  sx_json_init();
  return sx_jsonc_parse(text, call->arena);
}

/* ---- words --------------------------------------------------------------------------------- */

static bool is_one_of(sx_str word, const char *const *list) {
  for (; *list; list++)
    if (sx_str_is_equal(word, sx_str_from(*list))) return true;
  return false;
}

bool sx_lint_script_takes_value(sx_str option) {
  static const char *const options[] = {"-c",
                                        "--config",
                                        "--ext",
                                        "--ignore-path",
                                        "--ignore-pattern",
                                        "--ip",
                                        "--rulesdir",
                                        "--parser",
                                        "--plugin",
                                        "--rule",
                                        "--env",
                                        "--global",
                                        "-p",
                                        "--project",
                                        "--max-warnings",
                                        "--mw",
                                        "--config-path",
                                        "--config-basedir",
                                        "--custom-syntax",
                                        "--cache-location",
                                        "--resolve-plugins-relative-to",
                                        "--diagnostic-level",
                                        "--only",
                                        "--skip",
                                        NULL};
  return is_one_of(option, options);
}

/* These change files or the form of the output, or never end. */
static bool is_left_out(sx_str word, bool *with_value) {
  static const char *const alone[] = {
      "--fix",      "--fix-dry-run",  "--watch",  "-w",       "--write",
      "--apply",    "--apply-unsafe", "--unsafe", "--pretty", "--color",
      "--no-color", "--colors",       "--noEmit", "--json",   "--quiet-deprecation-warnings",
      NULL};
  static const char *const valued[] = {
      "-f",         "--format",          "--formatter", "-o", "--output-file",
      "--reporter", "--max-diagnostics", "--colors",    NULL};
  *with_value = is_one_of(word, valued);
  if (*with_value || is_one_of(word, alone)) return true;
  size_t equal = sx_str_find_char(word, '=', 0);
  return equal != SX_STR_NONE && is_one_of(sx_str_slice(word, 0, equal), valued);
}

typedef struct script {
  sx_call *call;
  sx_str text;
  size_t at;
  bool needs_shell; /* it has parts that only a shell can read */
} script;

static bool is_operator(char c) {
  return c == '&' || c == '|' || c == ';' || c == '\n';
}

/* The next word, without its quotes; false at an operator or the end. */
static bool take_word(script *s, sx_str *out) {
  sx_buf word;
  sx_buf_init(&word, s->text.len + 1);
  s->at = sx_str_skip_blanks(s->text, s->at);
  char quote = 0, c;
  size_t start = s->at;
  for (; (c = sx_str_at(s->text, s->at)) != 0; s->at++) {
    if (!quote && (is_operator(c) || c == ' ' || c == '\t')) break;
    if (c == quote)
      quote = 0;
    else if (!quote && (c == '"' || c == '\''))
      quote = c;
    else if (quote != '\'' && (c == '$' || c == '`' || c == '\\'))
      s->needs_shell = true;
    else {
      s->needs_shell |= !quote && (c == '<' || c == '>' || c == '(' || c == ')' || c == '#');
      sx_buf_add_char(&word, c);
    }
  }
  bool is_word = s->at > start;
  /* A word that is too long is cut: no path of a project is. */
  if (word.status == SX_TOO_BIG) word.status = SX_OK;
  *out = sx_buf_keep(&word, s->call->arena);
  return is_word;
}

/* Words before the program itself: variables, and what runs a package's program. */
static bool is_before(sx_str word) {
  static const char *const runners[] = {"npx", "pnpm",      "yarn",         "bunx", "bun",
                                        "npm", "exec",      "run",          "dlx",  "x",
                                        "--",  "cross-env", "--no-install", "-y",   NULL};
  return is_one_of(word, runners) ||
         (sx_str_find_char(word, '=', 0) != SX_STR_NONE && sx_str_at(word, 0) != '-');
}

/* The words of one command; false where it is of another program. */
static bool take_command(script *s, sx_str program, sx_strs *out) {
  sx_str word;
  bool is_wanted = false, is_other = false, skips_next = false, with_value;
  out->len = 0;
  while (take_word(s, &word)) {
    if (!is_wanted) {
      bool is_before_it = !is_other && is_before(word);
      is_wanted = !is_other && sx_str_is_equal(sx_path_name(word), program);
      is_other |= !is_before_it && !is_wanted;
    } else if (skips_next) {
      skips_next = false;
    } else if (is_left_out(word, &with_value)) {
      skips_next = with_value;
    } else if (sx_strs_add(out, word, s->call->arena, NULL))
      return false;
  }
  while (is_operator(sx_str_at(s->text, s->at))) s->at++;
  return is_wanted;
}

static bool take_script(sx_call *call, sx_str text, sx_str program, sx_strs *out) {
  script s = {.call = call, .text = text};
  while (s.at < text.len) {
    size_t from = s.at;
    s.needs_shell = false;
    if (take_command(&s, program, out)) return !s.needs_shell;
    if (s.at == from) break;
  }
  return false;
}

/* ---- scripts ------------------------------------------------------------------------------- */

/* "lint" first, then those whose names begin with it, then others that check; 0: none of these. */
static int rate(const char *name) {
  sx_str text = sx_str_from(name);
  if (sx_str_is_equal(text, SX_STR("lint"))) return 3;
  if (sx_str_has_prefix(text, SX_STR("lint"))) return 2;
  return sx_str_has_fold(text, SX_STR("lint")) || sx_str_has_fold(text, SX_STR("check")) ||
         sx_str_has_fold(text, SX_STR("type")) || sx_str_has_fold(text, SX_STR("tsc"));
}

bool sx_lint_script_words(sx_call *call, sx_str folder, sx_str program, sx_strs *out) {
  cJSON *root = sx_lint_script_json(call, folder, "package.json");
  const cJSON *item;
  bool is_found = false;
  for (int wanted = 3; wanted > 0 && !is_found; wanted--)
    cJSON_ArrayForEach (item, sx_json_get(root, "scripts")) {
      if (!cJSON_IsString(item) || rate(item->string) != wanted) continue;
      is_found = take_script(call, sx_str_from(item->valuestring), program, out);
      if (is_found) break;
    }
  cJSON_Delete(root);
  if (!is_found) out->len = 0;
  return is_found;
}
