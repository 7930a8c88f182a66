#include "match/ignore.h"
#include "match/char_class.h"
#include "match/ignore_parts.h"

typedef sx_ignore_step step;

/* ---- parsing ----------------------------------------------------------------------------- */

typedef struct reader {
  sx_str pattern;
  size_t at, first_special;
  step *steps;
  size_t len;
  sx_arena *arena;
  bool is_valid;
} reader;

static void add_step(reader *r, sx_ignore_step_kind kind, unsigned char c,
                     const unsigned char *set) {
  r->steps[r->len++] = (step){kind, c, set};
}

static void add_to_set(unsigned char *set, unsigned from, unsigned to) {
  for (unsigned c = from; c <= to; c++) set[c / 8] |= (unsigned char)(1u << c % 8);
}

/* `[:name:]`; at its end afterwards. False: it is something else. */
static bool read_named_class(reader *r, unsigned char *set) {
  if (r->at + 1 >= r->pattern.len || r->pattern.ptr[r->at + 1] != ':') return false;
  size_t end = sx_str_find_char(r->pattern, ']', r->at + 2);
  if (end == SX_STR_NONE) return r->is_valid = false;
  if (end < r->at + 3 || r->pattern.ptr[end - 1] != ':') return false;
  sx_str name = sx_str_slice(r->pattern, r->at + 2, end - 1);
  if (!sx_char_class_is_name(name)) return r->is_valid = false;
  for (unsigned c = 0; c < 256; c++)
    if (sx_char_class_has(name, (unsigned char)c)) add_to_set(set, c, c);
  r->at = end + 1;
  return true;
}

/* One character of a class, a backslash before it or not. */
static unsigned char read_class_char(reader *r) {
  if (r->pattern.ptr[r->at] == '\\') r->at++;
  if (r->at >= r->pattern.len) return (unsigned char)(r->is_valid = false);
  return (unsigned char)r->pattern.ptr[r->at++];
}

static bool is_range(const reader *r) {
  return r->at + 1 < r->pattern.len && r->pattern.ptr[r->at] == '-' &&
         r->pattern.ptr[r->at + 1] != ']';
}

/* After the `[`. Without the `]` the pattern fits nothing. */
static void read_class(reader *r) {
  unsigned char *set = sx_arena_alloc(r->arena, 32);
  if (!set) return;
  bool is_negated =
      r->at < r->pattern.len && (r->pattern.ptr[r->at] == '!' || r->pattern.ptr[r->at] == '^');
  r->at += is_negated;
  for (bool is_first = true; r->is_valid; is_first = false) {
    if (r->at >= r->pattern.len) {
      r->is_valid = false;
    } else if (r->pattern.ptr[r->at] == ']' && !is_first) {
      break;
    } else if (r->pattern.ptr[r->at] == '[' && read_named_class(r, set)) {
      continue;
    } else if (r->is_valid) {
      unsigned char from = read_class_char(r);
      add_to_set(set, from, from);
      if (!r->is_valid || !is_range(r)) continue;
      r->at++;
      add_to_set(set, from, read_class_char(r));
    }
  }
  r->at++;
  for (size_t i = 0; i < 32 && is_negated; i++) set[i] = (unsigned char)~set[i];
  add_step(r, STEP_CLASS, 0, set);
}

/*
 * More than one star is special between slashes, and after a beginning that is plain text: git
 * compares that one apart from the rest.
 */
static void read_stars(reader *r) {
  size_t start = r->at;
  while (r->at < r->pattern.len && r->pattern.ptr[r->at] == '*') r->at++;
  bool is_first = start == r->first_special || r->pattern.ptr[start - 1] == '/';
  bool has_slash = sx_str_at(r->pattern, r->at) == '/';
  bool has_escaped =
      sx_str_at(r->pattern, r->at) == '\\' && sx_str_at(r->pattern, r->at + 1) == '/';
  bool is_last = r->at == r->pattern.len || has_slash || has_escaped;
  if (r->at - start < 2 || !is_first || !is_last) {
    add_step(r, STEP_ANY_NAME, 0, NULL);
    return;
  }
  if (has_slash) add_step(r, STEP_NO_FOLDER, 0, NULL);
  add_step(r, STEP_ANY_PATH, 0, NULL);
}

static void read_steps(reader *r) {
  while (r->at < r->pattern.len && r->is_valid && !r->arena->status) {
    char c = r->pattern.ptr[r->at];
    if (c == '*') {
      read_stars(r);
      continue;
    }
    r->at++;
    if (c == '?')
      add_step(r, STEP_ANY_CHAR, 0, NULL);
    else if (c == '[')
      read_class(r);
    else if (c != '\\')
      add_step(r, STEP_CHAR, (unsigned char)c, NULL);
    else if (r->at < r->pattern.len)
      add_step(r, STEP_CHAR, (unsigned char)r->pattern.ptr[r->at++], NULL);
    else
      r->is_valid = false;
  }
}

/* Blanks at the end do not count, unless a backslash stands before them. */
static sx_str trim_blanks(sx_str line) {
  size_t end = 0;
  for (size_t i = 0; i < line.len; i++) {
    if (line.ptr[i] == '\\')
      i++, end = i + 1;
    else if (line.ptr[i] != ' ')
      end = i + 1;
  }
  return sx_str_slice(line, 0, end);
}

static size_t find_special(sx_str pattern) {
  size_t at = 0;
  while (at < pattern.len && !strchr("*?[\\", pattern.ptr[at])) at++;
  return at;
}

/* A name in any folder, or a slash more than needed, written as git's manual has it. */
static sx_str strip_any_folder(sx_str line) {
  if (!sx_str_has_prefix(line, SX_STR("**/"))) return line;
  sx_str rest = sx_str_slice(line, 3, line.len);
  bool is_name = rest.len && sx_str_find_char(rest, '/', 0) == SX_STR_NONE &&
                 sx_str_find(rest, SX_STR("**"), 0) == SX_STR_NONE;
  return is_name ? rest : line;
}

static bool is_plain(const step *steps, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (steps[i].kind != STEP_CHAR) return false;
  return true;
}

static sx_ignore_key key_of(const sx_ignore_rule *rule, const step *steps, size_t len) {
  if (is_plain(steps, len)) return rule->has_slash ? KEY_PATH : KEY_NAME;
  if (rule->has_slash || len < 2 || steps[0].kind != STEP_ANY_NAME || steps[1].kind != STEP_CHAR ||
      steps[1].c != '.' || !is_plain(steps + 2, len - 2))
    return KEY_NONE;
  for (size_t i = 2; i < len; i++)
    if (steps[i].c == '.') return KEY_NONE;
  return KEY_EXTENSION;
}

/* Keeps only what the rule needs of the steps that were read. NOMEM. */
static sx_status keep_steps(sx_ignore_rule *rule, const step *steps, size_t len, sx_arena *arena) {
  rule->key_kind = key_of(rule, steps, len);
  if (rule->key_kind == KEY_NONE) {
    rule->steps = sx_arena_calloc(arena, len, sizeof *steps);
    if (!rule->steps) return arena->status;
    memcpy(rule->steps, steps, len * sizeof *steps);
    rule->len = len;
    return sx_ignore__measure(rule, arena);
  }
  size_t from = rule->key_kind == KEY_EXTENSION ? 2 : 0;
  char *key = sx_arena_alloc(arena, len);
  if (!key) return arena->status;
  for (size_t i = from; i < len; i++) key[i - from] = (char)steps[i].c;
  rule->key = sx_str_make(key, len - from);
  return SX_OK;
}

static sx_status parse_line(sx_ignore_rules *out, sx_str line, step *steps, sx_arena *arena) {
  if (line.len && line.ptr[line.len - 1] == '\r') line.len--;
  if (sx_str_has_prefix(line, SX_STR("#"))) return SX_OK;
  line = trim_blanks(line);
  sx_ignore_rule rule = {.is_negated = sx_str_has_prefix(line, SX_STR("!"))};
  if (rule.is_negated) line = sx_str_slice(line, 1, line.len);
  rule.is_for_folders = sx_str_has_suffix(line, SX_STR("/"));
  if (rule.is_for_folders) line.len--;
  rule.has_slash = sx_str_find_char(line, '/', 0) != SX_STR_NONE;
  if (sx_str_has_prefix(line, SX_STR("/"))) line = sx_str_slice(line, 1, line.len);
  if (!line.len || line.len > SX_IGNORE_MAX_PATTERN_BYTES) return SX_OK;
  sx_str name = strip_any_folder(line);
  if (name.len < line.len) rule.has_slash = false;
  line = name;
  reader r = {.pattern = line, .arena = arena, .is_valid = true, .steps = steps};
  r.first_special = find_special(line);
  read_steps(&r);
  if (arena->status) return arena->status;
  if (!r.is_valid) return SX_OK;
  if (keep_steps(&rule, r.steps, r.len, arena)) return arena->status;
  sx_ignore_rule **added = SX_ARRAY_ADD(&out->list, arena);
  if (added) *added = SX_ARENA_NEW(arena, sx_ignore_rule);
  if (!added || !*added) return arena->status;
  **added = rule;
  return SX_OK;
}

static size_t find_longest_line(sx_str text) {
  size_t longest = 0;
  for (size_t start = 0; start < text.len;) {
    size_t end = sx_str_find_char(text, '\n', start);
    if (end == SX_STR_NONE) end = text.len;
    if (end - start > longest) longest = end - start;
    start = end + 1;
  }
  return longest < SX_IGNORE_MAX_PATTERN_BYTES ? longest : SX_IGNORE_MAX_PATTERN_BYTES;
}

sx_status sx_ignore_parse(sx_ignore_rules *out, sx_str text, sx_arena *arena) {
  sx_status status = SX_OK;
  *out = (sx_ignore_rules){0};
  if (sx_str_has_prefix(text, SX_STR("\xEF\xBB\xBF"))) text = sx_str_slice(text, 3, text.len);
  /* No line has more steps than bytes: `**` and a slash are three of each. */
  step *steps = sx_arena_calloc(arena, find_longest_line(text) + 1, sizeof *steps);
  if (!steps) return arena->status;
  for (size_t start = 0; start < text.len && !status;) {
    size_t end = sx_str_find_char(text, '\n', start);
    if (end == SX_STR_NONE) end = text.len;
    status = parse_line(out, sx_str_slice(text, start, end), steps, arena);
    start = end + 1;
  }
  return status ? status : sx_ignore__index(out, arena);
}
