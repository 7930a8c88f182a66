#include "shell/parse_parts.h"

#include "base/byte.h"
#include "base/utf8.h"

#define DIFFERS_IN_ANSI "$'…' with an escaped quote, which some shells end elsewhere"
#define DIFFERS_IN_BACKTICKS                                                                       \
  "an escaped quote in backticks in a here document, which shells read differently"
#define GOES_ON "an expansion that goes on in the next line"
#define DIFFERS_IN_PROMPT "${…@P}, which runs the commands in a variable's value"

/* ---- the scratch --------------------------------------------------------------------------- */

static void put(sx_shell_parser *p, sx_str text) {
  if (p->scratch_len + text.len > p->scratch_cap) {
    size_t cap = p->scratch_cap ? 2 * p->scratch_cap : 256;
    while (cap < p->scratch_len + text.len) cap *= 2;
    char *grown = sx_arena_alloc(p->arena, cap);
    if (!grown) return; /* the loop looks at the arena */
    if (p->scratch_len) memcpy(grown, p->scratch, p->scratch_len);
    p->scratch = grown;
    p->scratch_cap = cap;
  }
  if (text.len) memcpy(p->scratch + p->scratch_len, text.ptr, text.len);
  p->scratch_len += text.len;
}

static void put_char(sx_shell_parser *p, char c) {
  put(p, sx_str_make(&c, 1));
}

/* The list or here document that the word at the top stands in. */
static sx_shell_frame *word_frame(sx_shell_parser *p) {
  sx_shell_frame *frame = sx_shell__top(p);
  while (!sx_shell__is_list(frame) && frame->kind != SX_FRAME_HERE) frame--;
  return frame;
}

/* After a quote or an expansion a word is neither reserved nor the name of an assignment. */
static void end_plain(sx_shell_parser *p, sx_shell_open_word *word) {
  if (word->is_plain) word->plain_len = p->scratch_len - word->text_from;
  word->is_plain = false;
}

static void mark_quoted(sx_shell_parser *p) {
  sx_shell_open_word *word = &word_frame(p)->word;
  end_plain(p, word);
  word->flags |= SX_SHELL_QUOTED;
}

/* The rest of the word is not known, or not as it is written. */
static void mark_word(sx_shell_parser *p, uint16_t flags) {
  sx_shell_open_word *word = &word_frame(p)->word;
  if (!(flags & SX_SHELL_GLOB)) end_plain(p, word);
  if (word->is_known) word->known_len = p->scratch_len - word->text_from;
  word->is_known = false;
  word->flags |= flags;
}

void sx_shell__init_word(sx_shell_parser *p, sx_shell_frame *frame) {
  frame->word = (sx_shell_open_word){
      .from = p->at, .text_from = p->scratch_len, .is_plain = true, .is_known = true};
}

void sx_shell__begin_word(sx_shell_parser *p) {
  sx_shell_frame *frame = sx_shell__top(p);
  sx_shell__init_word(p, frame);
  frame->in_word = true;
}

/* `[` and `[[` begin a pattern only where it ends. */
static void drop_glob(sx_shell_word *word) {
  for (size_t i = 0; i < word->text.len; i++)
    if (sx_byte_is_one_of(word->text.ptr[i], "*?]")) return;
  word->flags &= (uint16_t)~SX_SHELL_GLOB;
  if (!(word->flags & (SX_SHELL_DYNAMIC | SX_SHELL_BRACES)))
    word->known_len = (uint32_t)word->text.len;
}

sx_shell_word sx_shell__take_word(sx_shell_parser *p) {
  sx_shell_frame *frame = sx_shell__top(p);
  const sx_shell_open_word *open = &frame->word;
  size_t len = p->scratch_len - open->text_from;
  sx_shell_word word = {
      .text = SX_STR(""),
      .source = sx_str_slice(p->input, open->from, p->at),
      .known_len = (uint32_t)(open->is_known ? len : open->known_len),
      .lead_len = open->lead_len,
      .flags = open->flags,
  };
  if (len) word.text = sx_arena_dup(p->arena, sx_str_make(p->scratch + open->text_from, len));
  if (word.flags & SX_SHELL_GLOB) drop_glob(&word);
  p->scratch_len = open->text_from;
  frame->in_word = false;
  frame->to = p->at;
  p->words_made++;
  return word;
}

void sx_shell__close_expansion(sx_shell_parser *p, const char *text, uint16_t flags) {
  word_frame(p)->word.flags |= flags;
  put(p, sx_str_from(text));
}

/* ---- quotes -------------------------------------------------------------------------------- */

static void take_single_quote(sx_shell_parser *p) {
  size_t end = sx_str_find_char(p->input, '\'', p->at + 1);
  mark_quoted(p);
  if (end == SX_STR_NONE) {
    sx_shell__fail(p, "a single quote that is not closed");
    return;
  }
  put(p, sx_str_slice(p->input, p->at + 1, end));
  p->at = end + 1;
}

static int digit_of(char c, int base) {
  int value = c >= '0' && c <= '9'      ? c - '0'
              : sx_byte_lower(c) >= 'a' ? sx_byte_lower(c) - 'a' + 10
                                        : 99;
  return value < base ? value : -1;
}

static uint32_t take_number(sx_shell_parser *p, int base, size_t max_digits) {
  uint32_t value = 0;
  for (size_t i = 0; i < max_digits && digit_of(sx_shell__peek(p, 0), base) >= 0; i++, p->at++)
    value = value * (uint32_t)base + (uint32_t)digit_of(sx_shell__peek(p, 0), base);
  return value;
}

static void put_codepoint(sx_shell_parser *p, uint32_t codepoint) {
  char bytes[4];
  if (codepoint) put(p, sx_str_make(bytes, sx_utf8_encode(codepoint, bytes)));
}

/* At a backslash in $'…'. A NUL ends the text there, which is not followed: bash differs from
 * others. */
static void take_ansi_escape(sx_shell_parser *p) {
  static const char from[] = "abeEfnrtv", to[] = "\a\b\033\033\f\n\r\t\v";
  char c = sx_shell__peek(p, 1), value;
  const char *found = c ? strchr(from, c) : NULL;
  p->at += 2;
  if (found) {
    put_char(p, to[found - from]);
  } else if (c == 'x' || digit_of(c, 8) >= 0) {
    p->at -= c != 'x';
    value = (char)take_number(p, c == 'x' ? 16 : 8, c == 'x' ? 2 : 3);
    if (!value) sx_shell__fail(p, "a NUL byte");
    put_char(p, value);
  } else if (c == 'u' || c == 'U') {
    put_codepoint(p, take_number(p, 16, c == 'u' ? 4 : 8));
  } else if (c == 'c') {
    /* bash looks for the end of the text before it looks at what is escaped. */
    if (sx_byte_is_one_of(sx_shell__peek(p, 0), "'\\")) sx_shell__fail(p, DIFFERS_IN_ANSI);
    put_char(p, (char)(sx_shell__peek(p, 0) & 0x1f));
    p->at++;
  } else {
    if (c == '\'') sx_shell__mark_ambiguous(p, DIFFERS_IN_ANSI);
    if (!sx_byte_is_one_of(c, "\\'\"?")) put_char(p, '\\');
    put_char(p, c);
  }
}

static void take_ansi_quote(sx_shell_parser *p) {
  mark_quoted(p);
  p->at += 2;
  for (char c; !p->status && (c = sx_shell__peek(p, 0)) != '\'';) {
    if (sx_shell__is_at_end(p)) {
      sx_shell__fail(p, "a single quote that is not closed");
    } else if (c == '\\') {
      take_ansi_escape(p);
    } else {
      put_char(p, c);
      p->at++;
    }
  }
  p->at++;
}

/* ---- expansions ---------------------------------------------------------------------------- */

static bool is_name_start(char c) {
  return sx_byte_is_word(c) && !sx_byte_is_digit(c) && (unsigned char)c < 0x80;
}

static size_t name_end(sx_str text, size_t at) {
  while (at < text.len && sx_byte_is_word(text.ptr[at]) && (unsigned char)text.ptr[at] < 0x80) at++;
  return at;
}

/* A variable that names a folder, at the beginning of the word. */
static bool take_lead(sx_shell_parser *p, sx_str name, size_t to) {
  sx_shell_open_word *word = &word_frame(p)->word;
  bool is_home = sx_str_is_equal(name, SX_STR("HOME"));
  if (p->scratch_len != word->text_from || word->lead_len) return false;
  if (!is_home && !sx_str_is_equal(name, SX_STR("PWD"))) return false;
  end_plain(p, word);
  word->flags |= is_home ? SX_SHELL_HOME : SX_SHELL_PWD;
  word->lead_len = (uint16_t)(to - p->at);
  put(p, sx_str_slice(p->input, p->at, to));
  p->at = to;
  return true;
}

static void take_variable(sx_shell_parser *p, size_t name_from, size_t name_to, size_t to,
                          bool in_quotes) {
  if (take_lead(p, sx_str_slice(p->input, name_from, name_to), to)) return;
  mark_word(p, SX_SHELL_DYNAMIC | (in_quotes ? 0 : SX_SHELL_MAY_SPLIT));
  put(p, sx_str_slice(p->input, p->at, to));
  p->at = to;
}

static void open_parameter(sx_shell_parser *p, bool in_quotes) {
  size_t end = name_end(p->input, p->at + 2);
  char next = sx_shell__peek(p, 2);
  sx_shell_frame *frame;
  if (end > p->at + 2 && sx_str_at(p->input, end) == '}') {
    take_variable(p, p->at + 2, end, end + 1, in_quotes);
    return;
  }
  if (sx_byte_is_space(next) || next == '|' || next == '}') {
    sx_shell__fail(p, "a ${ that is not followed by a name");
    return;
  }
  mark_word(p, SX_SHELL_DYNAMIC | (in_quotes ? 0 : SX_SHELL_MAY_SPLIT));
  frame = sx_shell__push(p, SX_FRAME_PARAMETER);
  if (frame) frame->in_quotes = in_quotes;
  p->at += 2;
  if (frame) frame->inner_from = p->at;
  if (sx_shell__peek(p, 0) == '#') p->at++; /* its `#` begins neither a pattern nor a comment */
}

static void open_command(sx_shell_parser *p, sx_shell_frame_kind kind, bool in_quotes) {
  mark_word(p, SX_SHELL_DYNAMIC | SX_SHELL_SUBSTITUTES |
                   (in_quotes || kind == SX_FRAME_PROCESS ? 0 : SX_SHELL_MAY_SPLIT));
  p->at += 2;
  sx_shell__push_list(p, kind, SX_SHELL_SCOPE_CHILD);
}

static void open_arithmetic(sx_shell_parser *p, bool in_quotes) {
  sx_shell_frame *frame;
  mark_word(p, SX_SHELL_DYNAMIC);
  frame = sx_shell__push(p, SX_FRAME_ARITHMETIC);
  p->at += 3;
  if (!frame) return;
  frame->in_quotes = in_quotes;
  frame->inner_from = p->at;
}

static bool goes_on_at(const sx_shell_parser *p, size_t at) {
  return sx_str_at(p->input, at) == '\\' && sx_str_at(p->input, at + 1) == '\n';
}

/* At a dollar. */
static void take_dollar(sx_shell_parser *p, bool in_quotes) {
  char next = sx_shell__peek(p, 1);
  if (goes_on_at(p, is_name_start(next) ? name_end(p->input, p->at + 1) : p->at + 1)) {
    sx_shell__fail(p, GOES_ON);
    return;
  }
  if (next == '(' && sx_shell__peek(p, 2) == '(') {
    open_arithmetic(p, in_quotes);
  } else if (next == '(') {
    open_command(p, SX_FRAME_COMMAND, in_quotes);
  } else if (next == '{') {
    open_parameter(p, in_quotes);
  } else if (next == '[') {
    sx_shell__fail(p, "a $[, which is not arithmetic in all shells");
  } else if (is_name_start(next)) {
    size_t end = name_end(p->input, p->at + 1);
    take_variable(p, p->at + 1, end, end, in_quotes);
  } else if (sx_byte_is_digit(next) || sx_byte_is_one_of(next, "@*#?-$!")) {
    take_variable(p, p->at, p->at, p->at + 2, in_quotes);
  } else {
    put_char(p, '$');
    p->at++;
  }
}

/* Backslashes before $, ` and \ (in double quotes, before those, too) are for the outer text. */
static sx_str unescape_backticks(sx_shell_parser *p, sx_str text, bool in_quotes) {
  char *out = sx_arena_alloc(p->arena, text.len + 1);
  size_t len = 0;
  if (!out) return SX_STR("");
  for (size_t i = 0; i < text.len; i++) {
    bool is_escape =
        text.ptr[i] == '\\' && i + 1 < text.len &&
        (sx_byte_is_one_of(text.ptr[i + 1], "$`\\") || (in_quotes && text.ptr[i + 1] == '"'));
    out[len++] = text.ptr[is_escape ? ++i : i];
  }
  return sx_str_make(out, len);
}

static void take_backticks(sx_shell_parser *p, bool in_quotes) {
  size_t from = p->at, end = from + 1;
  while (end < p->input.len && p->input.ptr[end] != '`')
    end += p->input.ptr[end] == '\\' && end + 1 < p->input.len ? 2 : 1;
  if (end >= p->input.len) {
    sx_shell__fail(p, "a backtick that is not closed");
    return;
  }
  mark_word(p, SX_SHELL_DYNAMIC | SX_SHELL_SUBSTITUTES | (in_quotes ? 0 : SX_SHELL_MAY_SPLIT));
  if (sx_shell__top(p)->kind == SX_FRAME_HERE &&
      sx_str_find(sx_str_slice(p->input, from, end), SX_STR("\\\""), 0) != SX_STR_NONE)
    sx_shell__mark_ambiguous(p, DIFFERS_IN_BACKTICKS);
  sx_str text = unescape_backticks(p, sx_str_slice(p->input, from + 1, end), in_quotes);
  p->at = end + 1;
  sx_shell_frame *frame = sx_shell__push_text(p, SX_FRAME_TEXT, text, from, end + 1);
  if (frame) frame->is_backtick = true;
}

/* ---- within words -------------------------------------------------------------------------- */

static void take_backslash(sx_shell_parser *p) {
  if (sx_shell__peek(p, 1) == '\n') {
    p->at += 2;
    return;
  }
  mark_quoted(p);
  if (p->at + 1 < p->input.len) p->at++;
  put_char(p, sx_shell__peek(p, 0));
  p->at++;
}

static void take_tilde(sx_shell_parser *p) {
  sx_shell_open_word *word = &sx_shell__top(p)->word;
  char next = sx_shell__peek(p, 1), after = sx_shell__peek(p, 2);
  bool is_pwd = next == '+' && (!after || sx_byte_is_one_of(after, "/ \t\n;&|()<>"));
  if (next == '\\' && after == '\n') {
    sx_shell__fail(p, GOES_ON);
  } else if (p->scratch_len != word->text_from || !word->is_plain) {
    put_char(p, '~');
  } else if (is_pwd || !next || sx_byte_is_one_of(next, "/ \t\n;&|()<>")) {
    end_plain(p, word);
    word->flags |= is_pwd ? SX_SHELL_PWD : SX_SHELL_HOME;
    word->lead_len = is_pwd ? 2 : 1;
    put(p, sx_str_slice(p->input, p->at, p->at + word->lead_len));
    p->at += is_pwd;
  } else {
    mark_word(p, next == '\'' || next == '"' || next == '\\' ? 0 : SX_SHELL_DYNAMIC);
    put_char(p, '~');
  }
  p->at++;
}

static void take_plain_char(sx_shell_parser *p, char c) {
  sx_shell_open_word *word = &sx_shell__top(p)->word;
  if (sx_byte_is_one_of(c, "*?[")) mark_word(p, SX_SHELL_GLOB);
  if (c == '{' && !word->brace) word->brace = 1;
  if (word->brace == 1 && (c == ',' || (c == '.' && sx_shell__peek(p, 1) == '.'))) word->brace = 2;
  if (word->brace == 2 && c == '}') {
    word->flags |= SX_SHELL_BRACES;
    word->known_len = 0;
    word->is_known = false;
  }
  put_char(p, c);
  p->at++;
}

/* A list of values follows the name of an assignment. */
static bool is_array(const sx_shell_parser *p, const sx_shell_open_word *word) {
  size_t len = p->scratch_len - word->text_from;
  return word->is_plain && len > 1 && p->scratch[p->scratch_len - 1] == '=' &&
         is_name_start(p->scratch[word->text_from]);
}

static bool is_process(const sx_shell_parser *p) {
  char c = sx_shell__peek(p, 0);
  return (c == '<' || c == '>') && sx_shell__peek(p, 1) == '(';
}

static bool ends_word(const sx_shell_parser *p, const sx_shell_frame *frame, char c) {
  if (sx_byte_is_blank(c) || c == '\n') return true;
  return frame->is_regex ? is_process(p) : sx_byte_is_one_of(c, ";&|<>()");
}

/* Whether a metacharacter goes on with the word. */
static bool take_within(sx_shell_parser *p, char c) {
  if (is_process(p)) {
    open_command(p, SX_FRAME_PROCESS, false);
    return true;
  }
  if (c != '(' || !is_array(p, &sx_shell__top(p)->word)) return false;
  mark_word(p, SX_SHELL_DYNAMIC);
  p->at++;
  sx_shell__push_list(p, SX_FRAME_ARRAY, SX_SHELL_SCOPE_GROUP);
  return true;
}

/* Reads until the word ends (in_word is then false) or a construct in it begins. */
void sx_shell__step_word(sx_shell_parser *p) {
  size_t depth = p->frames.len;
  while (!p->status && p->frames.len == depth) {
    char c = sx_shell__peek(p, 0);
    sx_shell_frame *frame = sx_shell__top(p);
    if (sx_shell__is_at_end(p) || (ends_word(p, frame, c) && !take_within(p, c))) {
      frame->in_word = false;
      return;
    }
    if (p->frames.len != depth) return;
    switch (c) {
    case '\\': take_backslash(p); break;
    case '\'': take_single_quote(p); break;
    case '"':
      mark_quoted(p);
      p->at++;
      sx_shell__push(p, SX_FRAME_QUOTE);
      break;
    case '`': take_backticks(p, false); break;
    case '~': take_tilde(p); break;
    case '$':
      if (sx_shell__peek(p, 1) == '\'')
        take_ansi_quote(p);
      else if (sx_shell__peek(p, 1) == '"')
        p->at++; /* a text to be translated: the quotes follow */
      else
        take_dollar(p, false);
      break;
    default: take_plain_char(p, c);
    }
  }
}

/* The part that double quotes and here documents have in common; false: an ordinary character. */
static bool take_quoted(sx_shell_parser *p, const char *escaped) {
  char c = sx_shell__peek(p, 0), next = sx_shell__peek(p, 1);
  if (c == '\\' && next == '\n') {
    p->at += 2;
  } else if (c == '\\' && sx_byte_is_one_of(next, escaped)) {
    put_char(p, next);
    p->at += 2;
  } else if (c == '$') {
    take_dollar(p, true);
  } else if (c == '`') {
    take_backticks(p, true);
  } else {
    return false;
  }
  return true;
}

void sx_shell__step_quote(sx_shell_parser *p) {
  size_t depth = p->frames.len;
  while (!p->status && p->frames.len == depth) {
    if (sx_shell__is_at_end(p)) {
      sx_shell__fail(p, "a double quote that is not closed");
    } else if (sx_shell__peek(p, 0) == '"') {
      p->at++;
      sx_shell__pop(p);
    } else if (!take_quoted(p, "$`\"\\")) {
      put_char(p, sx_shell__peek(p, 0));
      p->at++;
    }
  }
}

void sx_shell__step_here(sx_shell_parser *p) {
  size_t depth = p->frames.len;
  while (!p->status && p->frames.len == depth) {
    p->scratch_len = sx_shell__top(p)->kept_len; /* the text itself is not needed */
    if (sx_shell__is_at_end(p))
      sx_shell__pop_text(p);
    else if (!take_quoted(p, "$`\\"))
      p->at++;
  }
}

/* Within double quotes some shells take a single quote as such, and others do not: both must agree.
 */
static void take_parameter_quote(sx_shell_parser *p, bool in_quotes) {
  size_t end = sx_str_find_char(p->input, '\'', p->at + 1);
  sx_str within = sx_str_slice(p->input, p->at + 1, end);
  if (end == SX_STR_NONE) {
    sx_shell__fail(p, "a single quote that is not closed");
    return;
  }
  for (size_t i = 0; in_quotes && i < within.len; i++)
    if (sx_byte_is_one_of(within.ptr[i], "}\"$`\\"))
      sx_shell__fail(p, "single quotes in ${…} in double quotes, which shells read differently");
  p->at = end + 1;
}

static void end_parameter(sx_shell_parser *p) {
  size_t at = p->at;
  if (at > 2 && sx_str_is_equal(sx_str_slice(p->input, at - 2, at), SX_STR("@P")))
    sx_shell__mark_ambiguous(p, DIFFERS_IN_PROMPT);
  sx_shell__look_at_parameter(p, sx_str_slice(p->input, sx_shell__top(p)->inner_from, at));
  p->at++;
  p->scratch_len = sx_shell__top(p)->kept_len;
  sx_shell__pop(p);
  sx_shell__close_expansion(p, "${}", 0);
}

void sx_shell__step_parameter(sx_shell_parser *p) {
  size_t depth = p->frames.len;
  while (!p->status && p->frames.len == depth) {
    char c = sx_shell__peek(p, 0);
    if (sx_shell__is_at_end(p)) {
      sx_shell__fail(p, "a ${ that is not closed");
    } else if (c == '}') {
      end_parameter(p);
    } else if (is_process(p)) {
      sx_shell__fail(p, "a <( in ${…}, which shells read differently");
    } else if (c == '\'') {
      take_parameter_quote(p, sx_shell__top(p)->in_quotes);
    } else if (c == '"') {
      p->at++;
      sx_shell__push(p, SX_FRAME_QUOTE);
    } else if (c == '\\') {
      if (sx_shell__peek(p, 1) == '\n') sx_shell__fail(p, GOES_ON);
      p->at += 2;
    } else if (c == '$' && sx_shell__peek(p, 1) == '\'' && !sx_shell__top(p)->in_quotes) {
      take_ansi_quote(p);
    } else if (!take_quoted(p, "")) {
      p->at++;
    }
  }
}

static void end_arithmetic(sx_shell_parser *p) {
  sx_shell_frame frame = *sx_shell__top(p);
  p->scratch_len = frame.kept_len;
  sx_shell__look_at_arithmetic(p, sx_str_slice(p->input, frame.inner_from, p->at));
  p->at += 2;
  sx_shell__pop(p);
  if (!frame.is_head) sx_shell__close_expansion(p, "$(())", 0);
}

static void close_arithmetic(sx_shell_parser *p) {
  sx_shell_frame *frame = sx_shell__top(p);
  if (frame->parens) {
    frame->parens--;
    p->at++;
  } else if (sx_shell__peek(p, 1) == ')') {
    end_arithmetic(p);
  } else {
    sx_shell__fail(p, "a (( that ends as two commands in parentheses");
  }
}

void sx_shell__step_arithmetic(sx_shell_parser *p) {
  size_t depth = p->frames.len;
  while (!p->status && p->frames.len == depth) {
    char c = sx_shell__peek(p, 0);
    if (sx_shell__is_at_end(p)) {
      sx_shell__fail(p, "a (( that is not closed");
    } else if (c == ')') {
      close_arithmetic(p);
    } else if (c == '\'') {
      sx_shell__fail(p, "a single quote in arithmetic");
    } else if (c == '"') {
      p->at++;
      sx_shell__push(p, SX_FRAME_QUOTE);
    } else if (c == '\\') {
      if (sx_shell__peek(p, 1) == '\n') sx_shell__fail(p, GOES_ON);
      p->at += 2;
    } else if (!take_quoted(p, "")) {
      sx_shell__top(p)->parens += c == '(';
      p->at++;
    }
  }
}
