#include "shell/parse_parts.h"

#include "base/byte.h"
#include "shell/calculations.h"

/* ---- commands ------------------------------------------------------------------------------ */

void sx_shell__next_command(sx_shell_frame *list, sx_shell_join join, uint32_t commands) {
  list->state = SX_STATE_START;
  list->join = (uint8_t)join;
  list->is_after_both = false;
  if (join == SX_SHELL_THEN) list->first_of_list = commands;
  list->first_of_pipe = commands;
}

/* The items above the mark, taken off a stack. */
static void *take_items(sx_shell_parser *p, const void *items, size_t *len, uint32_t mark,
                        size_t size, uint32_t *count) {
  void *taken = NULL;
  *count = (uint32_t)(*len - mark);
  if (*count) taken = sx_arena_calloc(p->arena, *count, size);
  if (taken) memcpy(taken, (const char *)items + (size_t)mark * size, *count * size);
  if (*count && !taken) *count = 0;
  *len = mark;
  return taken;
}

static void fill_command(sx_shell_parser *p, sx_shell_frame *list, sx_shell_command *command) {
  const sx_shell_mark *mark = &list->mark;
  command->words = take_items(p, p->words.items, &p->words.len, mark->words, sizeof *p->words.items,
                              &command->word_count);
  command->assignments = take_items(p, p->assignments.items, &p->assignments.len, mark->assignments,
                                    sizeof *p->assignments.items, &command->assignment_count);
  command->redirects = take_items(p, p->redirects.items, &p->redirects.len, mark->redirects,
                                  sizeof *p->redirects.items, &command->redirect_count);
  bool is_own = !p->texts;
  command->from = is_own ? (uint32_t)list->from : p->origin_from;
  command->to = is_own ? (uint32_t)p->at : p->origin_to;
  command->text = sx_str_trim(sx_str_slice(p->input, list->from, list->to));
  if (is_own) command->to = (uint32_t)(list->from + command->text.len);
  command->scope = list->scope;
  command->outer = p->outer_command;
  command->join = list->join;
  command->flags = p->inner_flags;
  if (list->join == SX_SHELL_PIPE || list->is_piped_in) command->flags |= SX_SHELL_PIPED_IN;
  if (list->state == SX_STATE_AFTER) command->flags |= SX_SHELL_COMPOUND;
}

/* The documents that wait for the text of their lines point to the redirections of the command. */
static void bind_here(sx_shell_parser *p, const sx_shell_frame *list, uint32_t command) {
  const sx_shell_command *made = &p->script->commands.items[command];
  size_t here = list->here_from;
  while (here < p->here.len && p->here.items[here].redirect) here++;
  for (uint32_t i = 0; i < made->redirect_count && here < p->here.len; i++) {
    sx_shell_redirect *redirect = &made->redirects[i];
    if (redirect->kind != SX_SHELL_HERE_TEXT ||
        sx_str_is_equal(redirect->operator_text, SX_STR("<<<")))
      continue;
    p->here.items[here].redirect = redirect;
    p->here.items[here++].command = command;
  }
}

void sx_shell__end_command(sx_shell_parser *p) {
  sx_shell_frame *list = sx_shell__top(p);
  bool is_simple = list->state == SX_STATE_SIMPLE;
  bool has_redirects = p->redirects.len > list->mark.redirects;
  sx_shell_command *command;
  uint32_t index = (uint32_t)p->script->commands.len;
  if (list->redirect.len) {
    sx_shell__fail(p, "a redirection without a file");
    return;
  }
  if (is_simple || has_redirects) {
    command = SX_ARRAY_ADD(&p->script->commands, p->arena);
    if (!command) return;
    fill_command(p, list, command);
    bind_here(p, list, index);
  }
  list->state = SX_STATE_ENDED;
  list->has_command = true;
  list->needs_command = false;
  if (is_simple) sx_shell__unwrap(p, index);
}

/* ---- words --------------------------------------------------------------------------------- */

static bool is_name(sx_str name) {
  if (!name.len || sx_byte_is_digit(name.ptr[0])) return false;
  for (size_t i = 0; i < name.len; i++)
    if (!sx_byte_is_word(name.ptr[i]) || (unsigned char)name.ptr[i] >= 0x80) return false;
  return true;
}

/* Where the value of `NAME=value`, `NAME+=value` or `NAME[1]=value` begins; 0: it is not one. */
static size_t find_value(const sx_shell_word *word, size_t plain_len, sx_str *name) {
  sx_str text = word->text;
  size_t equals = sx_str_find_char(text, '=', 0), bracket = sx_str_find_char(text, '[', 0);
  bool has_subscript = bracket != SX_STR_NONE && bracket < equals && bracket < plain_len;
  if (has_subscript) equals = sx_str_find(text, SX_STR("]="), bracket);
  if (has_subscript && equals != SX_STR_NONE) equals++;
  if (equals == SX_STR_NONE || (!has_subscript && equals >= plain_len)) return 0;
  *name = sx_str_slice(text, 0, has_subscript ? bracket : equals);
  if (name->len && name->ptr[name->len - 1] == '+') name->len--;
  return is_name(*name) ? equals + 1 : 0;
}

static bool add_assignment(sx_shell_parser *p, const sx_shell_word *word, size_t plain_len) {
  sx_str name;
  size_t from = find_value(word, plain_len, &name);
  if (!from) return false;
  sx_shell_assignment *made = SX_ARRAY_ADD(&p->assignments, p->arena);
  if (!made) return false;
  if (name.len + 1 < from && word->text.ptr[name.len] == '[') {
    if (sx_shell_hides_command(sx_str_slice(word->text, 0, from)))
      sx_shell__mark_ambiguous(p, SX_SHELL_HIDDEN);
    sx_shell__look_at_arithmetic(p, sx_str_slice(word->text, name.len + 1, from - 2));
  }
  made->name = name;
  made->value = *word;
  made->value.text = sx_str_slice(word->text, from, word->text.len);
  made->value.known_len = word->known_len > from ? word->known_len - (uint32_t)from : 0;
  return true;
}

void sx_shell__add_word(sx_shell_parser *p, sx_shell_word word) {
  sx_shell_word *added = SX_ARRAY_ADD(&p->words, p->arena);
  if (added) *added = word;
}

static void begin_simple(sx_shell_frame *list, size_t from) {
  if (list->state != SX_STATE_START) return;
  list->from = from;
  list->state = SX_STATE_SIMPLE;
}

static void add_to_command(sx_shell_parser *p, sx_shell_word word, size_t plain_len) {
  sx_shell_frame *list = sx_shell__top(p);
  bool has_words = p->words.len > list->mark.words;
  if (list->is_after_both)
    sx_shell__mark_ambiguous(p, "words after &>, which are another command in some shells");
  begin_simple(list, list->word.from);
  bool may_assign = !has_words || sx_shell__is_only_time(p, list);
  if (!may_assign || !add_assignment(p, &word, plain_len)) sx_shell__add_word(p, word);
}

/* `{fd}>file` sets the variable, and `a[1 + 2]=x` is one word, where a shell has these. */
static void look_at_name(sx_shell_parser *p, sx_str text) {
  char next = sx_shell__peek(p, 0);
  const sx_shell_frame *list = sx_shell__top(p);
  size_t bracket = sx_str_find_char(text, '[', 0);
  if (text.len > 2 && text.ptr[0] == '{' && text.ptr[text.len - 1] == '}' &&
      sx_str_find_char(text, ',', 0) == SX_STR_NONE && (next == '<' || next == '>'))
    sx_shell__mark_ambiguous(p, "a {name} before < or >, which is a word in some shells");
  if (p->words.len == list->mark.words && bracket != SX_STR_NONE &&
      is_name(sx_str_slice(text, 0, bracket)) &&
      sx_str_find_char(text, ']', bracket) == SX_STR_NONE)
    sx_shell__mark_ambiguous(p, "a subscript with a blank or an operator in it, which some shells "
                                "read as one word");
}

/* The number before < and > is the file's, where it stands next to it. */
static bool take_number(sx_shell_parser *p) {
  const sx_shell_open_word *open = &sx_shell__top(p)->word;
  size_t len = p->scratch_len - open->text_from;
  char next = sx_shell__peek(p, 0);
  int fd = 0;
  if (!open->is_plain || !len || len > 5 || (next != '<' && next != '>')) return false;
  for (size_t i = 0; i < len; i++) {
    char c = p->scratch[open->text_from + i];
    if (!sx_byte_is_digit(c)) return false;
    fd = 10 * fd + (c - '0');
  }
  size_t from = open->from;
  p->scratch_len = open->text_from;
  sx_shell_frame *list = sx_shell__top(p);
  begin_simple(list, from);
  return sx_shell__take_redirect(p, fd);
}

static void take_word(sx_shell_parser *p, sx_shell_word word, bool is_plain, size_t plain_len) {
  sx_shell_frame *list = sx_shell__top(p);
  bool may_be_reserved = is_plain && !(word.flags & SX_SHELL_GLOB);
  switch (list->state) {
  case SX_STATE_START:
    if (may_be_reserved && sx_shell__take_reserved(p, word.text)) return;
    add_to_command(p, word, plain_len);
    return;
  case SX_STATE_SIMPLE:
    if (may_be_reserved && sx_shell__is_only_time(p, list) && sx_shell__take_reserved(p, word.text))
      return;
    add_to_command(p, word, plain_len);
    return;
  case SX_STATE_AFTER:
    if (may_be_reserved) sx_shell__end_command(p);
    if (may_be_reserved && sx_shell__take_reserved(p, word.text)) return;
    sx_shell__fail(p, "a word after the end of a group or loop");
    return;
  case SX_STATE_FUNCTION:
    if (!may_be_reserved || !sx_shell__take_reserved(p, word.text))
      sx_shell__fail(p, "a function whose body is not in braces");
    return;
  case SX_STATE_ENDED: sx_shell__fail(p, "a word where a command has ended"); return;
  default: sx_shell__take_part(p, word);
  }
}

/* Reads on in the word, and takes it where it ends. */
static void continue_word(sx_shell_parser *p) {
  size_t depth = p->frames.len;
  sx_shell__step_word(p);
  if (p->status || p->frames.len != depth || sx_shell__top(p)->in_word) return;
  sx_shell_frame *list = sx_shell__top(p);
  if (!list->redirect.len && list->kind != SX_FRAME_ARRAY && list->state <= SX_STATE_AFTER &&
      take_number(p))
    return;
  bool is_plain = list->word.is_plain;
  size_t plain_len = is_plain ? p->scratch_len - list->word.text_from : list->word.plain_len;
  sx_shell_word word = sx_shell__take_word(p);
  if (list->state <= SX_STATE_AFTER) look_at_name(p, word.text);
  if (list->kind == SX_FRAME_ARRAY)
    sx_shell__look_at_element(p, word.text);
  else if (list->redirect.len)
    sx_shell__end_redirect(p, word);
  else
    take_word(p, word, is_plain, plain_len);
}

/* ---- the end of a list --------------------------------------------------------------------- */

void sx_shell__close_list(sx_shell_parser *p) {
  sx_shell_frame frame = *sx_shell__top(p);
  bool is_value = frame.kind == SX_FRAME_COMMAND || frame.kind == SX_FRAME_PROCESS;
  if (is_value && p->here.len > frame.here_from) {
    sx_shell__fail(p, "a here document whose text is outside of its substitution");
    return;
  }
  if (frame.kind == SX_FRAME_TEXT) {
    sx_shell__pop_text(p);
    if (frame.is_backtick) sx_shell__close_expansion(p, "``", 0);
    return;
  }
  p->scratch_len = frame.kept_len;
  sx_shell__pop(p);
  if (frame.kind == SX_FRAME_TOP) return;
  if (frame.kind == SX_FRAME_ARRAY) {
    sx_shell__close_expansion(p, "()", 0);
  } else if (is_value) {
    sx_shell__close_expansion(p, frame.kind == SX_FRAME_COMMAND ? "$()" : "<()", 0);
  } else {
    sx_shell_frame *list = sx_shell__top(p);
    list->state = SX_STATE_AFTER;
    list->from = p->at;
    list->has_command = true;
    list->needs_command = false;
  }
}

static void end_text(sx_shell_parser *p) {
  sx_shell_frame *list = sx_shell__top(p);
  if (list->kind == SX_FRAME_ARRAY) {
    sx_shell__fail(p, "a list of values that is not closed");
  } else if (list->kind != SX_FRAME_TOP && list->kind != SX_FRAME_TEXT) {
    sx_shell__fail(p, list->kind == SX_FRAME_BRACE  ? "a { that is not closed"
                      : list->kind == SX_FRAME_IF   ? "an `if` without its `fi`"
                      : list->kind == SX_FRAME_LOOP ? "a loop without its `done`"
                      : list->kind == SX_FRAME_CASE ? "a `case` without its `esac`"
                                                    : "a ( that is not closed");
  } else if (list->needs_command || list->state >= SX_STATE_FUNCTION) {
    sx_shell__fail(p, "an operator or a function without its command");
  } else {
    size_t depth = p->frames.len;
    if (p->here.len > list->here_from) sx_shell__read_here(p);
    /* The documents come first. */
    if (!p->status && p->frames.len == depth) sx_shell__close_list(p);
  }
}

static void close_paren(sx_shell_parser *p) {
  sx_shell_frame *list = sx_shell__top(p);
  bool takes_paren = list->kind == SX_FRAME_SUBSHELL || list->kind == SX_FRAME_COMMAND ||
                     list->kind == SX_FRAME_PROCESS || list->kind == SX_FRAME_ARRAY;
  if (!takes_paren || list->needs_command ||
      (list->kind == SX_FRAME_SUBSHELL && !list->has_command)) {
    sx_shell__fail(p, "a ) where none can be");
    return;
  }
  p->at++;
  sx_shell__close_list(p);
}

/* ---- operators ----------------------------------------------------------------------------- */

static void take_line_end(sx_shell_parser *p) {
  sx_shell_frame *list = sx_shell__top(p);
  p->at++;
  if (list->state == SX_STATE_ENDED)
    sx_shell__next_command(list, SX_SHELL_THEN, (uint32_t)p->script->commands.len);
  if (p->here.len) sx_shell__read_here(p);
}

static void flag_commands(sx_shell_parser *p, uint32_t from, uint16_t flag) {
  for (size_t i = from; i < p->script->commands.len; i++)
    p->script->commands.items[i].flags |= flag;
}

static void join(sx_shell_parser *p, size_t len, sx_shell_join how) {
  sx_shell_frame *list = sx_shell__top(p);
  if (how == SX_SHELL_PIPE) flag_commands(p, list->first_of_pipe, SX_SHELL_PIPED_OUT);
  p->at += len;
  sx_shell__next_command(list, how, (uint32_t)p->script->commands.len);
  list->needs_command = how != SX_SHELL_THEN;
}

/* ;; ;& and ;;& of a `case`. */
static void end_branch(sx_shell_parser *p) {
  sx_shell_frame *list = sx_shell__top(p);
  if (list->kind != SX_FRAME_CASE || list->needs_command || list->phase != SX_PHASE_BODY) {
    sx_shell__fail(p, "a ;; outside of a `case`");
    return;
  }
  p->at += 2;
  if (sx_str_at(p->input, p->at - 1) == ';' && sx_shell__peek(p, 0) == '&') p->at++;
  sx_shell__next_pattern(p);
}

static void take_operator(sx_shell_parser *p, char c, char next) {
  sx_shell_frame *list = sx_shell__top(p);
  if (c == ';' && (next == ';' || next == '&')) {
    end_branch(p);
  } else if (list->state != SX_STATE_ENDED) {
    sx_shell__fail(p, c == '&'   ? "a & without a command before it"
                      : c == '|' ? "a | without a command before it"
                                 : "a ; without a command before it");
  } else if (c == '&' && next != '&') {
    flag_commands(p, list->first_of_list, SX_SHELL_BACKGROUND);
    join(p, 1, SX_SHELL_THEN);
  } else if (c == ';') {
    join(p, 1, SX_SHELL_THEN);
  } else if (next == c) {
    join(p, 2, c == '&' ? SX_SHELL_AND : SX_SHELL_OR);
  } else {
    join(p, next == '&' ? 2 : 1, SX_SHELL_PIPE);
  }
}

void sx_shell__skip_blanks(sx_shell_parser *p) {
  for (;;) {
    if (sx_byte_is_blank(sx_shell__peek(p, 0)))
      p->at++;
    else if (sx_shell__peek(p, 0) == '\\' && sx_shell__peek(p, 1) == '\n')
      p->at += 2;
    else
      break;
  }
  if (sx_shell__peek(p, 0) == '#')
    while (!sx_shell__is_at_end(p) && sx_shell__peek(p, 0) != '\n') p->at++;
}

/* A simple command, or what follows a compound one, ends before the operator is looked at. */
static bool end_before_operator(sx_shell_parser *p, char c) {
  sx_shell_frame *list = sx_shell__top(p);
  if (list->kind == SX_FRAME_ARRAY) return false;
  if (list->state != SX_STATE_SIMPLE && list->state != SX_STATE_AFTER) return false;
  if (c == '(') return false;
  sx_shell__end_command(p);
  return true;
}

static void take_array_separator(sx_shell_parser *p, char c) {
  if (c == '\n')
    p->at++;
  else if (c == ')')
    close_paren(p);
  else
    sx_shell__fail(p, "an operator in a list of values");
}

static void take_separator(sx_shell_parser *p, char c) {
  sx_shell_frame *list = sx_shell__top(p);
  if (sx_shell__is_at_end(p))
    end_text(p);
  else if (list->kind == SX_FRAME_ARRAY)
    take_array_separator(p, c);
  else if (list->state >= SX_STATE_FOR_NAME && sx_shell__take_part_operator(p))
    return;
  else if (c == '\n')
    take_line_end(p);
  else if (c == '(')
    sx_shell__open_paren(p);
  else if (c == ')')
    close_paren(p);
  else if (c == '<' || c == '>')
    sx_shell__fail(p, "a redirection where none can be");
  else
    take_operator(p, c, sx_shell__peek(p, 1));
}

void sx_shell__step_list(sx_shell_parser *p) {
  sx_shell_frame *list = sx_shell__top(p);
  if (list->in_word) {
    continue_word(p);
    return;
  }
  sx_shell__skip_blanks(p);
  char c = sx_shell__peek(p, 0), next = sx_shell__peek(p, 1);
  bool is_redirect = c == '<' || c == '>' || (c == '&' && next == '>');
  bool is_process = (c == '<' || c == '>') && next == '(';
  if (is_redirect && !is_process && !list->redirect.len && list->kind != SX_FRAME_ARRAY &&
      list->state <= SX_STATE_AFTER) {
    begin_simple(list, p->at);
    sx_shell__take_redirect(p, -1);
  } else if (!sx_shell__is_at_end(p) && (is_process || !sx_byte_is_one_of(c, "\n;&|<>()"))) {
    sx_shell__begin_word(p);
    continue_word(p);
  } else if (!end_before_operator(p, c)) {
    take_separator(p, c);
  }
}
