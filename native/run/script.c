#include "run/script.h"

#include "base/buf.h"
#include "base/byte.h"
#include "workspace/paths.h"

/* ---- words as a shell has them ------------------------------------------------------------ */

/* One command of a line: up to `&&`, `||`, `;`, `|` or `&`. */
typedef struct command {
  sx_strs words;
  bool is_last;
} command;

static bool ends_command(char c) {
  return c == '&' || c == '|' || c == ';' || c == '\n';
}

/* A word into `word`; the offset after it. */
static size_t read_word(sx_buf *word, sx_str text, size_t at) {
  char quote = 0;
  for (; at < text.len; at++) {
    char c = text.ptr[at];
    if (quote && c == quote) {
      quote = 0;
    } else if (!quote && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && at + 1 < text.len) {
      sx_buf_add_char(word, text.ptr[++at]);
    } else if (!quote && (sx_byte_is_space(c) || ends_command(c))) {
      return at;
    } else {
      sx_buf_add_char(word, c);
    }
  }
  return at;
}

static sx_status read_command(command *out, sx_str text, size_t *at, sx_arena *arena, sx_err *err) {
  sx_status status = SX_OK;
  out->words = (sx_strs){0};
  for (;;) {
    sx_buf word;
    *at = sx_str_skip_blanks(text, *at);
    out->is_last = *at >= text.len;
    if (out->is_last || ends_command(text.ptr[*at])) break;
    sx_buf_init(&word, text.len + 1);
    *at = read_word(&word, text, *at);
    status = word.status;
    if (!status)
      status = sx_strs_add(&out->words, sx_arena_dup(arena, sx_buf_str(&word)), arena, err);
    sx_buf_release(&word);
    if (status) return sx_fail(err, status, NULL);
  }
  while (*at < text.len && ends_command(text.ptr[*at])) ++*at;
  return SX_OK;
}

/* ---- the program -------------------------------------------------------------------------- */

static bool is_assignment(sx_str word) {
  size_t equals = sx_str_find_char(word, '=', 0);
  if (equals == SX_STR_NONE || !equals) return false;
  for (size_t i = 0; i < equals; i++)
    if (!sx_byte_is_word(word.ptr[i])) return false;
  return true;
}

/* `jest`, `./node_modules/.bin/jest`, `node_modules/jest/bin/jest.js`. */
static bool names_program(sx_str word, sx_str program) {
  sx_str name = sx_path_name(word);
  if (sx_str_is_equal(name, program)) return true;
  if (name.len == word.len || !sx_str_has_prefix(name, program)) return false;
  sx_str rest = sx_str_slice(name, program.len, name.len);
  return sx_str_is_equal(rest, SX_STR(".js")) || sx_str_is_equal(rest, SX_STR(".mjs")) ||
         sx_str_is_equal(rest, SX_STR(".cjs"));
}

/* Programs that run the one after them, with options of theirs before it. */
static bool runs_another(sx_str word) {
  static const char *const names[] = {"env", "npx",  "yarn",   "pnpm", "bunx", "cross-env",
                                      "nyc", "c8",   "exec",   "dlx",  "node", "cross-env-shell",
                                      "run", "time", "dotenv", "--",   "npm"};
  sx_str name = sx_path_name(word);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (sx_str_is_equal(name, sx_str_from(names[i]))) return true;
  return false;
}

static size_t find_program(const sx_strs *words, sx_str program) {
  for (size_t i = 0; i < words->len; i++) {
    sx_str word = words->items[i];
    if (names_program(word, program)) return i;
    if (!is_assignment(word) && !runs_another(word) && sx_str_at(word, 0) != '-') break;
  }
  return SX_STR_NONE;
}

static sx_status take_use(sx_script_use *out, const sx_strs *words, size_t at, sx_arena *arena,
                          sx_err *err) {
  bool is_node = false;
  sx_status status = SX_OK;
  *out = (sx_script_use){.is_found = true};
  for (size_t i = 0; i < at && !status; i++) {
    sx_str word = words->items[i];
    if (is_assignment(word)) status = sx_strs_add(&out->assignments, word, arena, err);
    if (is_node && sx_str_at(word, 0) == '-')
      status = sx_strs_add(&out->node_options, word, arena, err);
    is_node |= sx_str_is_equal(word, SX_STR("node"));
  }
  for (size_t i = at + 1; i < words->len && !status; i++)
    status = sx_strs_add(&out->words, words->items[i], arena, err);
  return status;
}

static sx_status look_in(sx_script_use *out, sx_str script, sx_str program, sx_arena *arena,
                         sx_err *err) {
  command one = {.is_last = false};
  size_t at = 0;
  while (!one.is_last && !out->is_found) {
    sx_status status = read_command(&one, script, &at, arena, err);
    if (status) return status;
    size_t found = find_program(&one.words, program);
    if (found != SX_STR_NONE) status = take_use(out, &one.words, found, arena, err);
    if (status) return status;
  }
  return SX_OK;
}

/* How well the name of a script fits tests: 0 best. */
static int rank(sx_str name) {
  if (sx_str_is_equal(name, SX_STR("test"))) return 0;
  return sx_str_has_prefix(name, SX_STR("test")) ? 1 : 2;
}

sx_status sx_script_find(sx_script_use *out, const sx_package *package, const char *program,
                         bool anywhere, sx_arena *arena, sx_err *err) {
  sx_status status = SX_OK;
  *out = (sx_script_use){0};
  for (int wanted = 0; wanted < (anywhere ? 3 : 2); wanted++)
    for (size_t i = 0; i < package->scripts.len && !out->is_found && !status; i++)
      if (rank(package->script_names.items[i]) == wanted)
        status = look_in(out, package->scripts.items[i], sx_str_from(program), arena, err);
  if (!status && arena->status) status = sx_fail(err, arena->status, NULL);
  return status;
}

/* ---- options ------------------------------------------------------------------------------ */

static const sx_option_rule *find_rule(const sx_option_rule *rules, sx_str word) {
  size_t equals = sx_str_find_char(word, '=', 0);
  sx_str name = sx_str_slice(word, 0, equals == SX_STR_NONE ? word.len : equals);
  for (; rules->name; rules++)
    if (sx_str_is_equal(name, sx_str_from(rules->name))) return rules;
  return NULL;
}

sx_status sx_script_sort(sx_strs *options, sx_strs *others, const sx_strs *words,
                         const sx_option_rule *rules, sx_arena *arena, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < words->len && !status; i++) {
    sx_str word = words->items[i];
    bool is_option = word.len > 1 && word.ptr[0] == '-';
    const sx_option_rule *rule = is_option ? find_rule(rules, word) : NULL;
    bool has_next = rule && rule->has_value && sx_str_find_char(word, '=', 0) == SX_STR_NONE &&
                    i + 1 < words->len;
    bool is_dropped = rule && rule->is_dropped;
    if (!is_dropped) status = sx_strs_add(is_option ? options : others, word, arena, err);
    if (has_next && !is_dropped && !status)
      status = sx_strs_add(options, words->items[i + 1], arena, err);
    i += has_next;
  }
  return status;
}
