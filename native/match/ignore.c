#include "match/ignore.h"

#define MAX_PATTERN_BYTES 4096

typedef enum step_kind {
  STEP_CHAR,
  STEP_ANY_CHAR,  /* `?`: no slash */
  STEP_CLASS,     /* `[…]`: no slash */
  STEP_ANY_NAME,  /* `*`: any number of characters other than a slash */
  STEP_ANY_PATH,  /* `**`: any number of characters */
  STEP_NO_FOLDER, /* the `**` and slash that follow may stand for no folder at all */
} step_kind;

typedef struct step {
  step_kind kind;
  unsigned char c;
  const unsigned char *set; /* of a class: 256 bits */
} step;

struct sx_ignore_rule {
  bool is_negated, is_for_folders, has_slash;
  step *steps;
  size_t len, tail; /* the last `tail` steps are plain characters */
};

/* ---- parsing ----------------------------------------------------------------------------- */

typedef struct reader {
  sx_str pattern;
  size_t at, first_special;
  step *steps;
  size_t len;
  sx_arena *arena;
  bool is_valid;
} reader;

static void add_step(reader *r, step_kind kind, unsigned char c, const unsigned char *set) {
  r->steps[r->len++] = (step){kind, c, set};
}

static bool is_in_named_class(sx_str name, unsigned char c) {
  bool is_lower = c >= 'a' && c <= 'z', is_upper = c >= 'A' && c <= 'Z';
  bool is_digit = c >= '0' && c <= '9', is_alpha = is_lower || is_upper;
  bool is_graph = c > 32 && c < 127;
  if (sx_str_is_equal(name, SX_STR("alpha"))) return is_alpha;
  if (sx_str_is_equal(name, SX_STR("digit"))) return is_digit;
  if (sx_str_is_equal(name, SX_STR("alnum"))) return is_alpha || is_digit;
  if (sx_str_is_equal(name, SX_STR("lower"))) return is_lower;
  if (sx_str_is_equal(name, SX_STR("upper"))) return is_upper;
  if (sx_str_is_equal(name, SX_STR("blank"))) return c == ' ' || c == '\t';
  if (sx_str_is_equal(name, SX_STR("space"))) return c == ' ' || (c >= 9 && c <= 13);
  if (sx_str_is_equal(name, SX_STR("graph"))) return is_graph;
  if (sx_str_is_equal(name, SX_STR("print"))) return is_graph || c == ' ';
  if (sx_str_is_equal(name, SX_STR("punct"))) return is_graph && !is_alpha && !is_digit;
  if (sx_str_is_equal(name, SX_STR("cntrl"))) return c < 32 || c == 127;
  return is_digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); /* xdigit */
}

static bool is_class_name(sx_str name) {
  static const char *const names[] = {"alpha", "digit", "alnum", "lower", "upper", "blank",
                                      "space", "graph", "print", "punct", "cntrl", "xdigit"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (sx_str_is_equal(name, sx_str_from(names[i]))) return true;
  return false;
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
  if (!is_class_name(name)) return r->is_valid = false;
  for (unsigned c = 0; c < 256; c++)
    if (is_in_named_class(name, (unsigned char)c)) add_to_set(set, c, c);
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
  bool is_last = r->at == r->pattern.len || r->pattern.ptr[r->at] == '/';
  if (r->at - start < 2 || !is_first || !is_last) {
    add_step(r, STEP_ANY_NAME, 0, NULL);
    return;
  }
  if (r->at < r->pattern.len) add_step(r, STEP_NO_FOLDER, 0, NULL);
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

static sx_status parse_line(sx_ignore_rules *out, sx_str line, sx_arena *arena) {
  if (line.len && line.ptr[line.len - 1] == '\r') line.len--;
  if (sx_str_has_prefix(line, SX_STR("#"))) return SX_OK;
  line = trim_blanks(line);
  sx_ignore_rule rule = {.is_negated = sx_str_has_prefix(line, SX_STR("!"))};
  if (rule.is_negated) line = sx_str_slice(line, 1, line.len);
  rule.is_for_folders = sx_str_has_suffix(line, SX_STR("/"));
  if (rule.is_for_folders) line.len--;
  rule.has_slash = sx_str_find_char(line, '/', 0) != SX_STR_NONE;
  if (sx_str_has_prefix(line, SX_STR("/"))) line = sx_str_slice(line, 1, line.len);
  if (!line.len || line.len > MAX_PATTERN_BYTES) return SX_OK;
  reader r = {.pattern = line, .arena = arena, .is_valid = true};
  r.first_special = find_special(line);
  r.steps = sx_arena_calloc(arena, line.len, sizeof *r.steps); /* `**` and a slash: three */
  if (r.steps) read_steps(&r);
  if (arena->status) return arena->status;
  if (!r.is_valid) return SX_OK;
  sx_ignore_rule **added = SX_ARRAY_ADD(&out->list, arena);
  if (added) *added = SX_ARENA_NEW(arena, sx_ignore_rule);
  if (!added || !*added) return arena->status;
  rule.steps = r.steps;
  rule.len = r.len;
  while (rule.tail < r.len && r.steps[r.len - 1 - rule.tail].kind == STEP_CHAR) rule.tail++;
  /* The slash after `**` may stand for nothing. */
  if (rule.tail && rule.tail < r.len && r.steps[r.len - 1 - rule.tail].kind == STEP_ANY_PATH)
    rule.tail--;
  **added = rule;
  return SX_OK;
}

sx_status sx_ignore_parse(sx_ignore_rules *out, sx_str text, sx_arena *arena) {
  sx_status status = SX_OK;
  *out = (sx_ignore_rules){0};
  if (sx_str_has_prefix(text, SX_STR("\xEF\xBB\xBF"))) text = sx_str_slice(text, 3, text.len);
  for (size_t start = 0; start < text.len && !status;) {
    size_t end = sx_str_find_char(text, '\n', start);
    if (end == SX_STR_NONE) end = text.len;
    status = parse_line(out, sx_str_slice(text, start, end), arena);
    start = end + 1;
  }
  return status;
}

/* ---- matching ---------------------------------------------------------------------------- */

static bool takes(const step *one, unsigned char c) {
  switch (one->kind) {
  case STEP_CHAR: return one->c == c;
  case STEP_ANY_CHAR:
  case STEP_ANY_NAME: return c != '/';
  case STEP_CLASS: return c != '/' && (one->set[c / 8] >> c % 8 & 1);
  case STEP_ANY_PATH: return true;
  case STEP_NO_FOLDER: break;
  }
  return false;
}

static bool may_be_nothing(step_kind kind) {
  return kind == STEP_ANY_NAME || kind == STEP_ANY_PATH || kind == STEP_NO_FOLDER;
}

/* Places of a pattern, from `first` to `last`, that the text so far can have led to. */
typedef struct places {
  bool at[MAX_PATTERN_BYTES + 1];
  size_t first, last; /* `first > last`: none */
} places;

/* Only the places of the old range have to be cleared. */
static void clear(places *p) {
  if (p->first <= p->last) memset(p->at + p->first, 0, p->last - p->first + 1);
  p->first = SIZE_MAX;
  p->last = 0;
}

static void reach(places *p, size_t at) {
  p->at[at] = true;
  if (at < p->first) p->first = at;
  if (at > p->last) p->last = at;
}

/* Steps that may stand for nothing are passed at once, also after places that this reaches. */
static void spread(const sx_ignore_rule *rule, places *p) {
  for (size_t i = p->first; i <= p->last && i < rule->len; i++) {
    if (!p->at[i] || !may_be_nothing(rule->steps[i].kind)) continue;
    reach(p, i + 1);
    if (rule->steps[i].kind == STEP_NO_FOLDER) reach(p, i + 3);
  }
}

/* Takes steps from those that a path may cost. False: they are used up. */
static bool has_work_left(uint64_t *work, uint64_t steps) {
  *work = *work > steps ? *work - steps : 0;
  return *work > 0;
}

/* Most rules are a name, or end in one, that the text does not have. */
static bool has_tail(const sx_ignore_rule *rule, sx_str text, uint64_t *work) {
  size_t i = 0;
  while (i < rule->tail && i < text.len &&
         rule->steps[rule->len - 1 - i].c == (unsigned char)text.ptr[text.len - 1 - i])
    i++;
  return has_work_left(work, i / 4 + rule->len / 16) && i == rule->tail;
}

/* Step by step, without going back. `*work` is less by the steps; at 0 it ends. */
static bool is_match(const sx_ignore_rule *rule, sx_str text, uint64_t *work) {
  places both[2];
  places *here = &both[0], *next = &both[1];
  if (!has_tail(rule, text, work)) return false;
  if (rule->tail == rule->len) return text.len == rule->len;
  memset(here->at, 0, rule->len + 1);
  memset(next->at, 0, rule->len + 1);
  next->first = here->first = SIZE_MAX;
  next->last = here->last = 0;
  reach(here, 0);
  spread(rule, here);
  for (size_t at = 0; at < text.len; at++) {
    if (!has_work_left(work, here->last - here->first + 1)) return false;
    clear(next);
    for (size_t i = here->first; i <= here->last && i < rule->len; i++) {
      const step *one = &rule->steps[i];
      if (!here->at[i] || !takes(one, (unsigned char)text.ptr[at])) continue;
      bool stays = one->kind == STEP_ANY_NAME || one->kind == STEP_ANY_PATH;
      reach(next, stays ? i : i + 1);
    }
    if (next->first > next->last) return false;
    spread(rule, next);
    places *last = here;
    here = next;
    next = last;
  }
  return here->at[rule->len];
}

sx_ignore_verdict sx_ignore_match(const sx_ignore_rules *rules, sx_str path, bool is_folder,
                                  uint64_t *work) {
  size_t slash = sx_str_find_last_char(path, '/');
  sx_str name = slash == SX_STR_NONE ? path : sx_str_slice(path, slash + 1, path.len);
  for (size_t i = rules->list.len; i-- > 0;) {
    const sx_ignore_rule *rule = rules->list.items[i];
    if (!has_work_left(work, 1)) break;
    if (rule->is_for_folders && !is_folder) continue;
    if (is_match(rule, rule->has_slash ? path : name, work))
      return rule->is_negated ? SX_IGNORE_NO : SX_IGNORE_YES;
  }
  return SX_IGNORE_NONE;
}
