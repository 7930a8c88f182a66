#include "shell/parse_parts.h"

#include "base/byte.h"

#define MAX_PENDING 64

static const char *const operators[] = {"&>>", "<<<", "<<-", "&>", "<<", "<&",
                                        "<>",  ">>",  ">&",  ">|", ">",  "<"};

bool sx_shell__take_redirect(sx_shell_parser *p, int fd) {
  sx_shell_frame *list = sx_shell__top(p);
  sx_str rest = sx_str_slice(p->input, p->at, p->at + 3);
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    sx_str text = sx_str_from(operators[i]);
    if (!sx_str_has_prefix(rest, text)) continue;
    list->redirect = text;
    list->redirect_fd = fd;
    p->at += text.len;
    return true;
  }
  return false;
}

static bool is_text(sx_str text, const char *wanted) {
  return sx_str_is_equal(text, sx_str_from(wanted));
}

/* The number of another file, or - to close it. */
static bool is_file_number(const sx_shell_word *word) {
  sx_str text = word->text;
  if (word->flags & (SX_SHELL_DYNAMIC | SX_SHELL_QUOTED) || !text.len) return false;
  if (text.ptr[text.len - 1] == '-') text.len--;
  for (size_t i = 0; i < text.len; i++)
    if (!sx_byte_is_digit(text.ptr[i])) return false;
  return true;
}

static sx_shell_redirect_kind kind_of(sx_str operator_text, const sx_shell_word *target) {
  if (is_text(operator_text, "<")) return SX_SHELL_READ;
  if (sx_str_has_prefix(operator_text, SX_STR("<<"))) return SX_SHELL_HERE_TEXT;
  if (is_text(operator_text, "<&")) return SX_SHELL_DUPLICATE;
  if (is_text(operator_text, ">&") && is_file_number(target)) return SX_SHELL_DUPLICATE;
  return SX_SHELL_WRITE;
}

static void add_here(sx_shell_parser *p, sx_shell_redirect *redirect) {
  sx_shell_here *here;
  sx_str source = redirect->target.source;
  redirect->is_literal = redirect->target.flags & SX_SHELL_QUOTED;
  /* bash loses the quotes of an empty one in a substitution, and expands its text. */
  if (redirect->target.flags & SX_SHELL_SUBSTITUTES || !redirect->target.text.len ||
      sx_str_find(source, SX_STR("\\\n"), 0) != SX_STR_NONE ||
      sx_str_find(redirect->target.text, SX_STR("${"), 0) != SX_STR_NONE ||
      sx_str_find(redirect->target.text, SX_STR("\n"), 0) != SX_STR_NONE ||
      sx_str_at(redirect->target.text, 0) == '\t' ||
      sx_str_find(source, SX_STR("$'"), 0) != SX_STR_NONE ||
      sx_str_find(source, SX_STR("$\""), 0) != SX_STR_NONE) {
    sx_shell__fail(p, "a here document whose delimiter shells read differently");
    return;
  }
  if (p->here.len >= MAX_PENDING) {
    sx_shell__fail_too_big(p, "too many here documents in one line");
    return;
  }
  here = SX_ARRAY_ADD(&p->here, p->arena);
  if (!here) return;
  *here = (sx_shell_here){.command = SX_SHELL_NO_COMMAND,
                          .strips_tabs = is_text(redirect->operator_text, "<<-")};
}

void sx_shell__end_redirect(sx_shell_parser *p, sx_shell_word target) {
  sx_shell_frame *list = sx_shell__top(p);
  sx_shell_redirect *redirect = SX_ARRAY_ADD(&p->redirects, p->arena);
  if (!redirect) return;
  *redirect = (sx_shell_redirect){
      .kind = kind_of(list->redirect, &target),
      .operator_text = list->redirect,
      .target = target,
      .body = SX_STR(""),
      .fd = list->redirect_fd,
  };
  if (list->redirect.ptr[0] == '&') list->is_after_both = true;
  list->redirect = SX_STR("");
  if (redirect->kind != SX_SHELL_HERE_TEXT) return;
  redirect->is_literal = !(target.flags & SX_SHELL_DYNAMIC);
  redirect->body = target.text;
  if (!is_text(redirect->operator_text, "<<<")) add_here(p, redirect);
}

/* ---- here documents ------------------------------------------------------------------------ */

/* Documents before these belong to a text around the one that is read. */
static size_t first_here(sx_shell_parser *p) {
  size_t first = 0;
  for (size_t i = 0; i < p->frames.len; i++) {
    const sx_shell_frame *frame = &p->frames.items[i];
    if (frame->kind == SX_FRAME_TEXT || frame->kind == SX_FRAME_HERE) first = frame->here_from;
    if ((frame->kind == SX_FRAME_COMMAND || frame->kind == SX_FRAME_PROCESS) &&
        frame->here_from > first)
      sx_shell__fail(p, "a here document whose text begins in a substitution");
  }
  return first;
}

static bool ends_with_backslash(sx_str line) {
  size_t count = 0;
  while (count < line.len && line.ptr[line.len - 1 - count] == '\\') count++;
  return count % 2 == 1;
}

/* Whether a line that goes on may be the beginning of the delimiter; some shells put both together.
 */
static bool may_begin_end(sx_str line, const sx_shell_here *here) {
  sx_str part = sx_str_slice(line, 0, line.len - 1);
  return sx_str_has_prefix(here->redirect->target.text, part);
}

/* The lines up to the delimiter. A line that goes on in the next one hides a delimiter there. */
static void read_one(sx_shell_parser *p, const sx_shell_here *here) {
  size_t from = p->at, end = p->input.len;
  bool goes_on = false;
  while (p->at < p->input.len) {
    size_t start = p->at, line_end = sx_str_find_char(p->input, '\n', start);
    if (line_end == SX_STR_NONE) line_end = p->input.len;
    sx_str line = sx_str_slice(p->input, start, line_end);
    p->at = line_end + 1 > p->input.len ? p->input.len : line_end + 1;
    bool was_going_on = goes_on;
    goes_on = !here->redirect->is_literal && ends_with_backslash(line);
    while (here->strips_tabs && line.len && line.ptr[0] == '\t')
      line = sx_str_slice(line, 1, line.len);
    if (goes_on && may_begin_end(line, here))
      sx_shell__fail(p, "a here document whose delimiter may go on in the next line");
    if (was_going_on || !sx_str_is_equal(line, here->redirect->target.text)) continue;
    end = start;
    break;
  }
  here->redirect->body = sx_str_slice(p->input, from, end);
}

static bool has_expansions(const sx_shell_redirect *redirect) {
  if (redirect->is_literal) return false;
  return sx_str_find_char(redirect->body, '$', 0) != SX_STR_NONE ||
         sx_str_find_char(redirect->body, '`', 0) != SX_STR_NONE ||
         sx_str_find_char(redirect->body, '\\', 0) != SX_STR_NONE;
}

static void look_into(sx_shell_parser *p, const sx_shell_here *here, sx_str input) {
  const sx_shell_redirect *redirect = here->redirect;
  size_t from = redirect->body.len ? (size_t)(redirect->body.ptr - input.ptr) : 0;
  if (!redirect->body.len) return;
  if (has_expansions(redirect))
    sx_shell__push_text(p, SX_FRAME_HERE, redirect->body, from, from + redirect->body.len);
  else
    sx_shell__feed(p, here->command, redirect, from);
}

void sx_shell__read_here(sx_shell_parser *p) {
  size_t first = first_here(p), last = p->here.len;
  sx_str input = p->input;
  for (size_t i = first; i < last && !p->status; i++) {
    if (p->here.items[i].redirect)
      read_one(p, &p->here.items[i]);
    else
      sx_shell__fail(p, "a here document in a command that goes on after its line");
  }
  p->here.len = first;
  /* The first is read first: it is pushed last. Each text is a part of the same input. */
  for (size_t i = last; i > first && !p->status; i--) {
    sx_shell_here here = p->here.items[i - 1];
    look_into(p, &here, input);
  }
}
