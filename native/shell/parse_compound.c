#include "shell/parse_parts.h"

#include "base/byte.h"
#include "shell/calculations.h"

#define MAX_FUNCTIONS 256

static bool is_text(sx_str word, const char *text) {
  return sx_str_is_equal(word, sx_str_from(text));
}

bool sx_shell__is_only_time(const sx_shell_parser *p, const sx_shell_frame *list) {
  size_t from = list->mark.words;
  if (p->assignments.len > list->mark.assignments || p->redirects.len > list->mark.redirects)
    return false;
  if (list->redirect.len || p->words.len == from || p->words.items[from].flags) return false;
  if (is_text(p->words.items[from].text, "coproc")) return p->words.len == from + 1;
  if (!is_text(p->words.items[from].text, "time")) return false;
  for (size_t i = from + 1; i < p->words.len; i++)
    if (!is_text(p->words.items[i].text, "-p") && !is_text(p->words.items[i].text, "--"))
      return false;
  return true;
}

/* ---- openers ------------------------------------------------------------------------------- */

static void fail_at(sx_shell_parser *p, sx_str word) {
  if (p->status) return;
  p->status =
      sx_fail(p->err, SX_INVALID_ARGUMENT, "it has a `%.*s` where none can be", SX_STR_ARG(word));
}

/* Words before the compound command, such as `time`, are part of it. */
static sx_shell_frame *open_compound(sx_shell_parser *p, sx_shell_frame_kind kind,
                                     sx_shell_scope_kind scope) {
  sx_shell_frame *list = sx_shell__top(p);
  p->words.len = list->mark.words;
  list->state = SX_STATE_AFTER;
  return sx_shell__push_list(p, kind, scope);
}

static void open_test(sx_shell_parser *p) {
  size_t from = sx_shell__top(p)->word.from;
  sx_shell_frame *frame = open_compound(p, SX_FRAME_TEST, SX_SHELL_SCOPE_GROUP);
  if (!frame) return;
  frame->from = from;
  frame->state = SX_STATE_SIMPLE;
  sx_shell__add_word(p,
                     (sx_shell_word){.text = SX_STR("[["), .source = SX_STR("[["), .known_len = 2});
}

static void open_loop(sx_shell_parser *p, bool is_for) {
  sx_shell_frame *frame = open_compound(p, SX_FRAME_LOOP, SX_SHELL_SCOPE_BRANCH);
  if (frame && is_for) frame->state = SX_STATE_FOR_NAME;
}

static void open_case(sx_shell_parser *p) {
  sx_shell_frame *frame = open_compound(p, SX_FRAME_CASE, SX_SHELL_SCOPE_BRANCH);
  if (frame) frame->state = SX_STATE_CASE_WORD;
}

/* ---- functions ----------------------------------------------------------------------------- */

static void begin_function(sx_shell_parser *p, sx_str name) {
  sx_shell_frame *list = sx_shell__top(p);
  p->words.len = list->mark.words;
  list->is_function = true;
  list->function_name = name;
  list->state = SX_STATE_FUNCTION;
  if (p->script->functions.len >= MAX_FUNCTIONS) sx_shell__fail_too_big(p, "too many functions");
  if (p->status || sx_strs_add(&p->script->functions, name, p->arena, p->err)) return;
}

/* `()` after a name. */
static bool take_parens(sx_shell_parser *p) {
  size_t at = p->at;
  sx_shell__skip_blanks(p);
  if (sx_shell__peek(p, 0) == '(') {
    p->at++;
    sx_shell__skip_blanks(p);
    if (sx_shell__peek(p, 0) == ')') {
      p->at++;
      return true;
    }
  }
  p->at = at;
  return false;
}

static void open_function(sx_shell_parser *p) {
  size_t from;
  sx_shell__skip_blanks(p);
  from = p->at;
  while (!sx_shell__is_at_end(p) && !sx_byte_is_one_of(sx_shell__peek(p, 0), " \t\n;&|()<>'\"\\$`"))
    p->at++;
  sx_str name = sx_str_slice(p->input, from, p->at);
  if (!name.len) {
    sx_shell__fail(p, "a `function` without a name");
    return;
  }
  take_parens(p);
  begin_function(p, name);
}

static bool take_opener(sx_shell_parser *p, sx_str word) {
  sx_shell_frame *list = sx_shell__top(p);
  bool is_body = list->state == SX_STATE_FUNCTION;
  if (is_text(word, "{")) {
    open_compound(p, SX_FRAME_BRACE, SX_SHELL_SCOPE_GROUP);
  } else if (is_text(word, "if")) {
    open_compound(p, SX_FRAME_IF, SX_SHELL_SCOPE_BRANCH);
  } else if (is_text(word, "while") || is_text(word, "until")) {
    open_loop(p, false);
  } else if (is_text(word, "for") || is_text(word, "select")) {
    open_loop(p, true);
  } else if (is_text(word, "case")) {
    open_case(p);
  } else if (is_text(word, "[[")) {
    open_test(p);
  } else if (is_text(word, "function") && !is_body) {
    open_function(p);
  } else if (is_text(word, "!") && !is_body) {
    p->words.len = list->mark.words;
    list->state = SX_STATE_START;
    list->needs_command = true;
  } else {
    return false;
  }
  return true;
}

/* ---- what goes on and ends ----------------------------------------------------------------- */

static bool is_phase(const sx_shell_frame *list, sx_shell_frame_kind kind, sx_shell_phase phase) {
  return list->kind == kind && list->phase == phase;
}

static void enter(sx_shell_parser *p, sx_shell_phase phase) {
  sx_shell_frame *list = sx_shell__top(p);
  list->phase = phase;
  list->has_command = false;
  sx_shell__next_command(list, SX_SHELL_THEN, (uint32_t)p->script->commands.len);
}

/* Whether the word is one that ends or goes on with some construct; `*fits`: with this one. */
static bool is_closer(const sx_shell_frame *list, sx_str word, bool *fits) {
  bool in_body = is_phase(list, SX_FRAME_IF, SX_PHASE_BODY);
  if (is_text(word, "}"))
    *fits = list->kind == SX_FRAME_BRACE;
  else if (is_text(word, "then"))
    *fits = is_phase(list, SX_FRAME_IF, SX_PHASE_CONDITION);
  else if (is_text(word, "elif") || is_text(word, "else"))
    *fits = in_body;
  else if (is_text(word, "fi"))
    *fits = in_body || is_phase(list, SX_FRAME_IF, SX_PHASE_ELSE);
  else if (is_text(word, "do"))
    *fits = is_phase(list, SX_FRAME_LOOP, SX_PHASE_CONDITION);
  else if (is_text(word, "done"))
    *fits = is_phase(list, SX_FRAME_LOOP, SX_PHASE_BODY);
  else if (is_text(word, "esac"))
    *fits = is_phase(list, SX_FRAME_CASE, SX_PHASE_BODY);
  else
    return false;
  return true;
}

static bool take_closer(sx_shell_parser *p, sx_str word) {
  sx_shell_frame *list = sx_shell__top(p);
  bool fits = false;
  if (!is_closer(list, word, &fits)) return false;
  bool is_whole = list->kind == SX_FRAME_CASE || list->has_command;
  if (!fits || !is_whole || list->needs_command) {
    fail_at(p, word);
  } else if (is_text(word, "then") || is_text(word, "do")) {
    enter(p, SX_PHASE_BODY);
  } else if (is_text(word, "elif")) {
    enter(p, SX_PHASE_CONDITION);
  } else if (is_text(word, "else")) {
    enter(p, SX_PHASE_ELSE);
  } else {
    sx_shell__close_list(p);
  }
  return true;
}

bool sx_shell__take_reserved(sx_shell_parser *p, sx_str word) {
  const sx_shell_frame *list = sx_shell__top(p);
  if (p->status) return true;
  if (list->state != SX_STATE_ENDED && take_opener(p, word)) return true;
  list = sx_shell__top(p);
  return (list->state == SX_STATE_START || list->state == SX_STATE_ENDED) && take_closer(p, word);
}

/* ---- heads --------------------------------------------------------------------------------- */

/* The variable of a loop is set as by an assignment. */
static void take_loop_name(sx_shell_parser *p, const sx_shell_word *word) {
  sx_shell_frame *list = sx_shell__top(p);
  sx_shell_assignment *made = SX_ARRAY_ADD(&p->assignments, p->arena);
  if (!made) return;
  made->name = word->text;
  made->value =
      (sx_shell_word){.text = SX_STR(""), .source = SX_STR(""), .flags = SX_SHELL_DYNAMIC};
  list->from = list->word.from;
  list->state = SX_STATE_SIMPLE;
  sx_shell__end_command(p);
  if (p->script->commands.len)
    p->script->commands.items[p->script->commands.len - 1].flags |= SX_SHELL_ASSIGNS;
  list = sx_shell__top(p);
  list->has_command = false;
  list->state = SX_STATE_FOR_IN;
}

void sx_shell__next_pattern(sx_shell_parser *p) {
  sx_shell_frame *list = sx_shell__top(p);
  list->state = SX_STATE_CASE_PATTERN;
  list->phase = SX_PHASE_CONDITION;
}

void sx_shell__take_part(sx_shell_parser *p, sx_shell_word word) {
  sx_shell_frame *list = sx_shell__top(p);
  bool is_plain = !(word.flags & (SX_SHELL_QUOTED | SX_SHELL_DYNAMIC));
  bool is_do = is_plain && is_text(word.text, "do"), is_in = is_plain && is_text(word.text, "in");
  if (list->state == SX_STATE_FOR_NAME && is_plain) {
    take_loop_name(p, &word);
  } else if (list->state == SX_STATE_FOR_IN && is_in) {
    list->state = SX_STATE_FOR_WORDS;
  } else if ((list->state == SX_STATE_FOR_IN || list->state == SX_STATE_FOR_DO) && is_do) {
    enter(p, SX_PHASE_BODY);
  } else if (list->state == SX_STATE_FOR_WORDS) {
    if (sx_shell_hides_command(word.text)) sx_shell__mark_ambiguous(p, SX_SHELL_HIDDEN);
  } else if (list->state == SX_STATE_CASE_WORD) {
    list->state = SX_STATE_CASE_IN;
  } else if (list->state == SX_STATE_CASE_IN && is_in) {
    sx_shell__next_pattern(p);
  } else if (list->state == SX_STATE_CASE_PATTERN && is_plain && is_text(word.text, "esac")) {
    sx_shell__close_list(p);
  } else if (list->state == SX_STATE_CASE_PATTERN) {
    list->state = SX_STATE_CASE_MORE;
  } else {
    fail_at(p, word.source);
  }
}

static void begin_branch(sx_shell_parser *p) {
  p->at++;
  enter(p, SX_PHASE_BODY);
}

static void open_head_arithmetic(sx_shell_parser *p, sx_shell_state next) {
  sx_shell_frame *list = sx_shell__top(p);
  list->state = next;
  sx_shell__init_word(p, list);
  p->at += 2;
  sx_shell_frame *frame = sx_shell__push(p, SX_FRAME_ARITHMETIC);
  if (!frame) return;
  frame->is_head = true;
  frame->inner_from = p->at;
}

bool sx_shell__take_part_operator(sx_shell_parser *p) {
  sx_shell_frame *list = sx_shell__top(p);
  char c = sx_shell__peek(p, 0);
  bool is_single = sx_shell__peek(p, 1) != c;
  if (c == '\n') {
    if (list->state == SX_STATE_FOR_WORDS) list->state = SX_STATE_FOR_DO;
    if (list->state == SX_STATE_CASE_MORE || list->state == SX_STATE_CASE_WORD)
      fail_at(p, SX_STR("\\n"));
    return false;
  }
  if (c == ';' && is_single && list->state >= SX_STATE_FOR_IN && list->state <= SX_STATE_FOR_DO) {
    list->state = SX_STATE_FOR_DO;
    p->at++;
  } else if (c == '(' && list->state == SX_STATE_FOR_NAME && !is_single) {
    open_head_arithmetic(p, SX_STATE_FOR_DO);
  } else if (c == '(' && list->state == SX_STATE_CASE_PATTERN) {
    p->at++;
  } else if (c == '|' && list->state == SX_STATE_CASE_MORE && is_single) {
    list->state = SX_STATE_CASE_PATTERN;
    p->at++;
  } else if (c == ')' && list->state == SX_STATE_CASE_MORE) {
    begin_branch(p);
  } else {
    fail_at(p, sx_str_slice(p->input, p->at, p->at + 1));
  }
  return true;
}

/* ---- parentheses --------------------------------------------------------------------------- */

static bool may_name_function(const sx_shell_parser *p, const sx_shell_frame *list) {
  return list->state == SX_STATE_SIMPLE && !list->redirect.len &&
         p->words.len == list->mark.words + 1 && p->assignments.len == list->mark.assignments &&
         p->redirects.len == list->mark.redirects &&
         !(p->words.items[list->mark.words].flags & SX_SHELL_DYNAMIC);
}

void sx_shell__open_paren(sx_shell_parser *p) {
  sx_shell_frame *list = sx_shell__top(p);
  bool may_begin = list->state == SX_STATE_START || list->state == SX_STATE_FUNCTION ||
                   (list->state == SX_STATE_SIMPLE && sx_shell__is_only_time(p, list));
  if (may_begin && sx_shell__peek(p, 1) == '(') {
    sx_shell__mark_ambiguous(p,
                             "a (( )), which is arithmetic in some shells and commands in others");
    p->words.len = list->mark.words;
    list->has_command = true;
    list->needs_command = false;
    open_head_arithmetic(p, SX_STATE_AFTER);
  } else if (may_begin) {
    p->at++;
    open_compound(p, SX_FRAME_SUBSHELL, SX_SHELL_SCOPE_CHILD);
  } else if (may_name_function(p, list) && take_parens(p)) {
    begin_function(p, p->words.items[list->mark.words].text);
  } else {
    sx_shell__fail(p, "a ( where none can be");
  }
}

/* ---- [[ ]] --------------------------------------------------------------------------------- */

static bool is_comparison(sx_str word) {
  static const char *const names[] = {"=",   "==",  "!=",  "=~",  "-eq", "-ne", "-lt",
                                      "-le", "-gt", "-ge", "-nt", "-ot", "-ef"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (is_text(word, names[i])) return true;
  return false;
}

/* Words after an operator are a command in shells without [[, and kept unless they are a condition.
 */
static bool is_condition(const sx_shell_word *words, size_t count) {
  if (sx_str_at(words[0].text, 0) == '-' || is_text(words[0].text, "!")) return true;
  if (is_text(words[0].text, "]]")) return true;
  if (count > 1 && is_comparison(words[1].text)) return true;
  return words[0].flags & SX_SHELL_DYNAMIC &&
         (count == 1 || (count == 2 && is_text(words[1].text, "]]")));
}

static void end_condition(sx_shell_parser *p) {
  sx_shell_frame *list = sx_shell__top(p);
  size_t count = p->words.len - list->mark.words;
  bool is_first = !list->has_command;
  list->state = SX_STATE_SIMPLE;
  if (!is_first && count && is_condition(p->words.items + list->mark.words, count)) {
    p->words.len = list->mark.words;
    count = 0;
  }
  if (count) sx_shell__end_command(p);
  list = sx_shell__top(p);
  if (p->status || list->kind != SX_FRAME_TEST) return;
  list->state = SX_STATE_SIMPLE;
  list->has_command = true;
}

/* Blanks in parentheses are part of a regular expression, and so is what follows them. */
static void look_at_regex(sx_shell_parser *p, sx_str source) {
  int parens = 0;
  for (size_t i = 0; i < source.len; i++) {
    if (source.ptr[i] == '\\')
      i++;
    else
      parens += (source.ptr[i] == '(') - (source.ptr[i] == ')');
  }
  if (parens) sx_shell__fail(p, "a regular expression whose parentheses have blanks in them");
}

static void take_test_word(sx_shell_parser *p) {
  size_t depth = p->frames.len;
  sx_shell__step_word(p);
  sx_shell_frame *list = sx_shell__top(p);
  if (p->status || p->frames.len != depth || list->in_word) return;
  bool is_plain = list->word.is_plain;
  if (p->words.len == list->mark.words && list->has_command) list->from = list->word.from;
  sx_shell_word word = sx_shell__take_word(p);
  if (list->is_regex) look_at_regex(p, word.source);
  list->is_regex = is_plain && is_text(word.text, "=~");
  if (list->redirect.len)
    sx_shell__end_redirect(p, word);
  else
    sx_shell__add_word(p, word);
  if (!is_plain || !is_text(word.text, "]]")) return;
  list->phase = SX_PHASE_ELSE;
  end_condition(p);
}

void sx_shell__step_test(sx_shell_parser *p) {
  sx_shell_frame *list = sx_shell__top(p);
  if (list->in_word) {
    take_test_word(p);
    return;
  }
  if (list->phase == SX_PHASE_ELSE) {
    sx_shell__close_list(p);
    return;
  }
  sx_shell__skip_blanks(p);
  char c = sx_shell__peek(p, 0), next = sx_shell__peek(p, 1);
  bool is_compared = (c == '<' || c == '>') && next != '(';
  if (sx_shell__is_at_end(p) || (is_compared && (list->redirect.len || next == '<'))) {
    sx_shell__fail(p, "a [[ without its ]]");
  } else if (is_compared) {
    sx_shell__take_redirect(p, -1);
  } else if (sx_byte_is_one_of(c, "\n;&|()") && !list->is_regex) {
    p->at++;
    end_condition(p);
  } else {
    sx_shell__begin_word(p);
    take_test_word(p);
  }
}
