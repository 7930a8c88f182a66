#include "match/regex_literals_parts.h"

#include "base/byte.h"
#include "base/utf8.h"

/* Longer patterns are lists of words, of which no few are needed. */
#define MAX_PATTERN_BYTES 4096
#define MAX_DEPTH 60
/* A class of more characters takes any. */
#define MAX_CLASS 4
/* With those that count as their letters, and so many of them in a pattern. */
#define MAX_LETTERS 64
#define MAX_CLASSES 4
/* `(abc){20}` contains abcabcabc… as often as this. */
#define MAX_UNROLLED 4
#define MAX_REPEAT 65535

typedef struct reader {
  sx_str pattern;
  size_t at;
  sx_arena *arena;
  bool ignores_case; /* here */
  bool folds_case, is_text_ascii;
  size_t classes;  /* that may still count as their letters */
  bool is_unknown; /* something was not understood: the whole pattern is not */
  bool is_local;
  size_t depth;
} reader;

static sx_part read_either(reader *r);

static sx_part give_up(reader *r) {
  r->is_unknown = true;
  r->at = r->pattern.len;
  return sx_part__any(r->arena);
}

static bool is_at_end(const reader *r) {
  return r->at >= r->pattern.len;
}

static char peek(const reader *r, size_t ahead) {
  return sx_str_at(r->pattern, r->at + ahead);
}

static bool take(reader *r, const char *text) {
  sx_str wanted = sx_str_from(text);
  if (!sx_str_has_prefix(sx_str_slice(r->pattern, r->at, r->pattern.len), wanted)) return false;
  r->at += wanted.len;
  return true;
}

/** Whether a class or escape takes one character, of which nothing more is known. */
static sx_part any_character(reader *r) {
  return sx_part__any(r->arena);
}

static sx_part nothing_taken(reader *r) {
  return sx_part__string(SX_STR(""), r->arena);
}

/** A character of the pattern itself. */
static sx_part character(reader *r, uint32_t c) {
  char bytes[4];
  bool is_ascii = c < 0x80;
  char lower = is_ascii ? sx_byte_lower((char)c) : 0;
  /* A line end in the pattern takes any kind of it. */
  if (c == '\n' || c == '\r') return any_character(r);
  /* Stands for a broken byte of the text, too: match/regex_scan.c. */
  if (c == 0x1A) return any_character(r);
  bool is_variable = !is_ascii || (!r->is_text_ascii && (lower == 'k' || lower == 's'));
  if (r->ignores_case && is_variable) return any_character(r);
  size_t len =
      sx_utf8_encode(r->folds_case && is_ascii ? (uint32_t)(unsigned char)lower : c, bytes);
  sx_str copy = sx_arena_dup(r->arena, sx_str_make(bytes, len));
  /* A NUL, or no memory. */
  if (copy.len != len) return any_character(r);
  return sx_part__string(copy, r->arena);
}

static uint32_t take_codepoint(reader *r) {
  uint32_t c;
  r->at += sx_utf8_decode(r->pattern.ptr + r->at, r->pattern.len - r->at, &c);
  return c;
}

/* ---- escapes ------------------------------------------------------------------------------ */

static int hex_value(char c) {
  if (sx_byte_is_digit(c)) return c - '0';
  c = sx_byte_lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/** After `\x`: two digits, or any in braces. */
static sx_part read_hex(reader *r) {
  uint32_t value = 0;
  bool is_braced = take(r, "{");
  size_t digits = 0;
  for (; hex_value(peek(r, 0)) >= 0 && digits < (is_braced ? 6u : 2u); digits++, r->at++)
    value = value * 16 + (uint32_t)hex_value(peek(r, 0));
  bool is_whole = digits && (!is_braced || take(r, "}"));
  /* Other lengths have meanings that differ between versions. */
  if (!is_whole || (!is_braced && digits != 2) || value > 0x10FFFF) return give_up(r);
  return character(r, value);
}

/** After `\p`: a letter, or a name in braces. */
static sx_part read_property(reader *r) {
  if (take(r, "{")) {
    size_t end = sx_str_find_char(r->pattern, '}', r->at);
    if (end == SX_STR_NONE) return give_up(r);
    r->at = end + 1;
  } else
    r->at++;
  return any_character(r);
}

static sx_part read_quoted(reader *r) {
  sx_part whole = nothing_taken(r);
  while (!is_at_end(r) && !take(r, "\\E")) {
    sx_part one = character(r, take_codepoint(r));
    whole = sx_part__join(&whole, &one, r->arena);
  }
  /* A repeat would be of the last character only, or of what stands before it. */
  return sx_byte_is_one_of(peek(r, 0), "*+?{") ? give_up(r) : whole;
}

static sx_part read_escape(reader *r) {
  r->at++;
  if (is_at_end(r)) return give_up(r);
  char c = peek(r, 0);
  if ((unsigned char)c >= 0x80) return character(r, take_codepoint(r));
  r->at++;
  bool is_alphanumeric = sx_byte_is_word(c) && c != '_';
  if (!is_alphanumeric) return character(r, (unsigned char)c);
  switch (c) {
  case 'd':
  case 'D':
  case 'w':
  case 'W':
  case 's':
  case 'S':
  case 'h':
  case 'H':
  case 'v':
  case 'V':
  case 'R':
  case 'X':
  case 'n':
  case 'r': return any_character(r);
  case 'N': return peek(r, 0) == '{' ? give_up(r) : any_character(r);
  case 't': return character(r, '\t');
  case 'f': return character(r, '\f');
  case 'a': return character(r, '\a');
  case 'e': return character(r, 27);
  case 'b':
  case 'B': return nothing_taken(r);
  case 'A':
  case 'z':
  case 'Z':
  case 'G':
  case 'K': r->is_local = false; return nothing_taken(r);
  case 'x': return read_hex(r);
  case 'p':
  case 'P': return read_property(r);
  default:
    /* A group again; with more digits it may be a character. */
    if (c >= '1' && c <= '9' && !sx_byte_is_digit(peek(r, 0))) return any_character(r);
    return give_up(r);
  }
}

/* ---- classes ------------------------------------------------------------------------------ */

/** The end of the class at the place, after its bracket; 0 if it is not understood. */
static size_t find_class_end(const reader *r) {
  size_t at = r->at + 1;
  sx_str all = r->pattern;
  if (sx_str_at(all, at) == '^') at++;
  if (sx_str_at(all, at) == ']') at++;
  for (; at < all.len && all.ptr[at] != ']'; at++) {
    char next = sx_str_at(all, at + 1);
    if (all.ptr[at] == '\\') {
      if (next == 'Q' || next == 'E' || next == 'c' || at + 1 >= all.len) return 0;
      at++;
    } else if (all.ptr[at] == '[' && (next == '.' || next == '='))
      return 0;
    else if (all.ptr[at] == '[' && next == ':') {
      size_t end = sx_str_find(all, SX_STR(":]"), at + 2);
      if (end == SX_STR_NONE) return 0;
      at = end + 1;
    }
  }
  return at < all.len ? at + 1 : 0;
}

static bool is_letter(char c) {
  return sx_byte_is_word(c) && (unsigned char)c < 0x80;
}

/** Adds the characters from `first` to `last`. False where one is of no fixed bytes. */
static bool add_letters(reader *r, sx_strs *out, char first, char last) {
  for (unsigned char c = (unsigned char)first; c <= (unsigned char)last; c++) {
    const sx_part one = character(r, c);
    bool is_one = one.exact.is_known && out->len < MAX_LETTERS;
    if (!is_one || sx_strs_add(out, one.exact.strings.items[0], r->arena, NULL)) return false;
  }
  return true;
}

/** A class of letters and of ranges of them is one of those. */
static sx_part read_letters(reader *r, sx_str inner) {
  sx_strs all = {0};
  if (!r->classes) return any_character(r);
  for (size_t i = 0; i < inner.len; i++) {
    char first = inner.ptr[i], last = first;
    bool is_range = sx_str_at(inner, i + 1) == '-';
    if (is_range) last = sx_str_at(inner, i += 2);
    bool is_plain = is_letter(first) && is_letter(last) && first <= last;
    if (!is_plain || !add_letters(r, &all, first, last)) return any_character(r);
  }
  r->classes--;
  return sx_part__one_of(&all, r->arena);
}

/** A class of a few plain characters is one of them. */
static sx_part read_class(reader *r) {
  size_t end = find_class_end(r);
  if (!end) return give_up(r);
  sx_str inner = sx_str_slice(r->pattern, r->at + 1, end - 1);
  r->at = end;
  if (!inner.len) return any_character(r);
  if (inner.len > MAX_CLASS) return read_letters(r, inner);
  for (size_t i = 0; i < inner.len; i++) {
    char c = inner.ptr[i];
    bool is_plain = (sx_byte_is_word(c) && (unsigned char)c < 0x80) || c == '.' || c == ' ' ||
                    c == '/' || c == ',' || c == ';' || c == '"' || c == '\'';
    if (!is_plain) return read_letters(r, inner);
  }
  sx_part all = character(r, (unsigned char)inner.ptr[0]);
  for (size_t i = 1; i < inner.len; i++) {
    sx_part one = character(r, (unsigned char)inner.ptr[i]);
    all = sx_part__either(&all, &one, r->arena);
  }
  return all;
}

/* ---- groups ------------------------------------------------------------------------------- */

/** After `(?`: letters that switch options, up to `)` or `:`. False for others. */
static bool read_options(reader *r, bool *is_group) {
  bool is_on = true, ignores_case = r->ignores_case;
  if (take(r, "^")) ignores_case = false;
  for (; !is_at_end(r) && peek(r, 0) != ')' && peek(r, 0) != ':'; r->at++) {
    char c = peek(r, 0);
    if (c == '-')
      is_on = false;
    else if (c == 'i')
      ignores_case = is_on;
    else if (c == 'm')
      r->is_local = false;
    else if (c != 's' && c != 'J' && c != 'U')
      return false; /* x changes what blanks are */
  }
  if (is_at_end(r)) return false;
  *is_group = peek(r, 0) == ':';
  r->at++;
  r->ignores_case = ignores_case;
  return true;
}

/** `<name>` or `'name'`, of which the opening is taken. */
static bool skip_name(reader *r, char closing) {
  size_t end = sx_str_find_char(r->pattern, closing, r->at);
  for (size_t i = r->at; end != SX_STR_NONE && i < end; i++)
    if (!sx_byte_is_word(r->pattern.ptr[i])) return false;
  if (end == SX_STR_NONE) return false;
  r->at = end + 1;
  return true;
}

/* NOLINTBEGIN(misc-no-recursion): MAX_DEPTH limits it. */
static sx_part read_rest_of_group(reader *r, bool ignored_case) {
  sx_part part = read_either(r);
  r->ignores_case = ignored_case;
  if (!take(r, ")")) return give_up(r);
  return part;
}

/** A look at the text before or after the match: nothing of it is taken. */
static sx_part read_look(reader *r, bool ignored_case) {
  r->is_local = false;
  read_rest_of_group(r, ignored_case);
  return nothing_taken(r);
}

static sx_part read_special_group(reader *r, bool ignored_case) {
  bool is_group = true;
  if (take(r, "=") || take(r, "!") || take(r, "<=") || take(r, "<!"))
    return read_look(r, ignored_case);
  if (take(r, ">")) { /* takes what it takes, and never less */
    r->is_local = false;
    return read_rest_of_group(r, ignored_case);
  }
  if (take(r, ":") || take(r, "|")) return read_rest_of_group(r, ignored_case);
  if (take(r, "P<") || take(r, "<"))
    return skip_name(r, '>') ? read_rest_of_group(r, ignored_case) : give_up(r);
  if (take(r, "'")) return skip_name(r, '\'') ? read_rest_of_group(r, ignored_case) : give_up(r);
  if (!read_options(r, &is_group)) return give_up(r);
  return is_group ? read_rest_of_group(r, ignored_case) : nothing_taken(r);
}

static sx_part read_group(reader *r) {
  bool ignored_case = r->ignores_case;
  if (++r->depth > MAX_DEPTH) return give_up(r);
  r->at++;
  sx_part part;
  if (peek(r, 0) == '*')
    part = give_up(r);
  else if (take(r, "?"))
    part = read_special_group(r, ignored_case);
  else
    part = read_rest_of_group(r, ignored_case);
  r->depth--;
  return part;
}

/* ---- sequences ---------------------------------------------------------------------------- */

static sx_part read_atom(reader *r) {
  switch (peek(r, 0)) {
  case '\\':
    if (!take(r, "\\Q")) return read_escape(r);
    return read_quoted(r);
  case '[': return read_class(r);
  case '(': return read_group(r);
  case '.': r->at++; return any_character(r);
  case '^':
  case '$': r->at++; return nothing_taken(r);
  case '*':
  case '+':
  case '?': return give_up(r);
  default: return character(r, take_codepoint(r));
  }
}

typedef struct repeat {
  uint32_t least, most; /* most: MAX_REPEAT + 1 for any number */
} repeat;

static bool read_number(const reader *r, size_t *ahead, uint32_t *out) {
  size_t digits = 0;
  for (*out = 0; sx_byte_is_digit(peek(r, *ahead)) && digits < 6; digits++, ++*ahead)
    *out = *out * 10 + (uint32_t)(peek(r, *ahead) - '0');
  return digits && *out <= MAX_REPEAT;
}

/** A repeat in braces; in other places they are characters. */
static bool take_braces(reader *r, repeat *out) {
  size_t ahead = 1;
  if (peek(r, 0) != '{' || !read_number(r, &ahead, &out->least)) return false;
  out->most = out->least;
  if (peek(r, ahead) == ',') {
    ahead++;
    out->most = MAX_REPEAT + 1;
    if (peek(r, ahead) != '}' && !read_number(r, &ahead, &out->most)) return false;
  }
  if (peek(r, ahead) != '}') return false;
  r->at += ahead + 1;
  return true;
}

static bool take_repeat(reader *r, repeat *out) {
  if (take(r, "*"))
    *out = (repeat){0, MAX_REPEAT + 1};
  else if (take(r, "+"))
    *out = (repeat){1, MAX_REPEAT + 1};
  else if (take(r, "?"))
    *out = (repeat){0, 1};
  else if (!take_braces(r, out))
    return false;
  if (take(r, "+"))
    r->is_local = false; /* never gives back */
  else
    take(r, "?");
  return true;
}

static sx_part repeat_part(const sx_part *part, repeat times, sx_arena *a) {
  const sx_part none = sx_part__string(SX_STR(""), a);
  if (times.most < times.least) return sx_part__any(a);
  if (!times.most) return none;
  if (!times.least) return times.most == 1 ? sx_part__either(part, &none, a) : sx_part__any(a);
  if (times.least == 1 && times.most > 1) return sx_part__more(part, a);
  sx_part all = *part;
  uint32_t count = times.least < MAX_UNROLLED ? times.least : MAX_UNROLLED;
  for (uint32_t i = 1; i < count; i++) all = sx_part__join(&all, part, a);
  if (count == times.most) return all;
  /* More of it may stand between, so its end is that of the part alone. */
  const sx_part more = sx_part__more(part, a), any = sx_part__any(a);
  const sx_part end = sx_part__join(&any, &more, a);
  return sx_part__join(&all, &end, a);
}

static sx_part read_sequence(reader *r) {
  sx_part all = nothing_taken(r);
  while (!is_at_end(r) && peek(r, 0) != '|' && peek(r, 0) != ')' && !r->arena->status) {
    sx_part one = read_atom(r);
    repeat times;
    while (!r->is_unknown && take_repeat(r, &times)) one = repeat_part(&one, times, r->arena);
    all = sx_part__join(&all, &one, r->arena);
  }
  return all;
}

static sx_part read_either(reader *r) {
  sx_part all = read_sequence(r);
  while (take(r, "|")) {
    sx_part one = read_sequence(r);
    all = sx_part__either(&all, &one, r->arena);
  }
  return all;
}
/* NOLINTEND(misc-no-recursion) */

/* ---- the whole pattern -------------------------------------------------------------------- */

/** Whether case is ignored in any part of it. */
static bool may_switch_case(sx_str pattern) {
  for (size_t at = 0; (at = sx_str_find(pattern, SX_STR("(?"), at)) != SX_STR_NONE; at += 2)
    for (size_t i = at + 2; i < pattern.len && pattern.ptr[i] != ')' && pattern.ptr[i] != ':'; i++)
      if (pattern.ptr[i] == 'i') return true;
  return false;
}

static bool is_plain_text(sx_str pattern) {
  for (size_t i = 0; i < pattern.len; i++)
    if (sx_byte_is_one_of(pattern.ptr[i], "\\[](){}.^$*+?|")) return false;
  return true;
}

static sx_part read_literal(reader *r) {
  sx_part all = nothing_taken(r);
  while (!is_at_end(r)) {
    sx_part one = character(r, take_codepoint(r));
    all = sx_part__join(&all, &one, r->arena);
  }
  return all;
}

sx_status sx_regex_literals_read(sx_regex_literals *out, sx_str pattern,
                                 const sx_regex_literals_options *options, sx_arena *a,
                                 sx_err *err) {
  static const sx_needed nothing = {SX_NEEDED_NOTHING, {"", 0}, NULL, 0};
  *out = (sx_regex_literals){.needed = &nothing};
  reader r = {.pattern = pattern,
              .arena = a,
              .ignores_case = options->ignore_case,
              .is_text_ascii = options->is_text_ascii,
              .classes = options->with_classes ? MAX_CLASSES : 0,
              .is_local = true};
  r.folds_case = options->ignore_case || (!options->literal && may_switch_case(pattern));
  if (pattern.len > MAX_PATTERN_BYTES) return SX_OK;
  sx_part part = options->literal ? read_literal(&r) : read_either(&r);
  /* A bracket too many. */
  if (!is_at_end(&r)) give_up(&r);
  const sx_needed *needed = r.is_unknown ? &nothing : sx_part__needed(&part, a);
  if (a->status) return sx_fail(err, a->status, NULL);
  out->needed = needed;
  out->folds_case = r.folds_case;
  out->is_local = r.is_local && !r.is_unknown;
  bool is_plain = options->literal || is_plain_text(pattern);
  out->is_exact = is_plain && part.exact.is_known && needed->kind == SX_NEEDED_STRING;
  return SX_OK;
}

/* NOLINTBEGIN(misc-no-recursion): as deep as the pattern has parts, which MAX_PATTERN_BYTES limits.
 */
bool sx_needed_has_string(const sx_needed *needed, size_t bytes) {
  if (needed->kind == SX_NEEDED_NOTHING) return false;
  if (needed->kind == SX_NEEDED_STRING) return needed->string.len >= bytes;
  bool is_all = needed->kind == SX_NEEDED_ALL;
  for (size_t i = 0; i < needed->part_count; i++)
    if (sx_needed_has_string(needed->parts[i], bytes) == is_all) return is_all;
  return !is_all;
}
/* NOLINTEND(misc-no-recursion) */
