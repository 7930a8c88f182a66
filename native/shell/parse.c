#include "shell/parse_parts.h"

#include "base/byte.h"

/* ---- failing ------------------------------------------------------------------------------- */

static void fail_memory(sx_shell_parser *p) {
  if (!p->status) p->status = sx_fail(p->err, p->arena->status, NULL);
}

/* Without memory, what was read is not what the text has. */
void sx_shell__fail(sx_shell_parser *p, const char *what) {
  if (p->arena->status) fail_memory(p);
  if (!p->status) p->status = sx_fail(p->err, SX_INVALID_ARGUMENT, "it has %s", what);
}

void sx_shell__fail_too_big(sx_shell_parser *p, const char *what) {
  if (!p->status) p->status = sx_fail(p->err, SX_TOO_BIG, "it has %s", what);
}

void sx_shell__mark_ambiguous(sx_shell_parser *p, const char *what) {
  if (!p->script->ambiguous.len) p->script->ambiguous = sx_str_from(what);
}

/* ---- frames -------------------------------------------------------------------------------- */

sx_shell_frame *sx_shell__push(sx_shell_parser *p, sx_shell_frame_kind kind) {
  sx_shell_frame *frame;
  if (p->frames.len >= SX_SHELL_MAX_DEPTH) {
    sx_shell__fail_too_big(p, "too many constructs in each other");
    return NULL;
  }
  frame = SX_ARRAY_ADD(&p->frames, p->arena);
  if (!frame) {
    fail_memory(p);
    return NULL;
  }
  /* An item that was used before keeps what was in it. */
  *frame = (sx_shell_frame){.kind = kind,
                            .kept_len = p->scratch_len,
                            .redirect_fd = -1,
                            .redirect = SX_STR(""),
                            .function_name = SX_STR("")};
  return frame;
}

static bool add_scope(sx_shell_parser *p, sx_shell_frame *frame, sx_shell_scope_kind kind) {
  sx_shell_frame *around = p->frames.len > 1 ? frame - 1 : NULL;
  while (around && !sx_shell__is_list(around) && around > p->frames.items) around--;
  sx_shell_scope *scope = SX_ARRAY_ADD(&p->script->scopes, p->arena);
  if (!scope) {
    fail_memory(p);
    return false;
  }
  if (around && around->is_function) kind = SX_SHELL_SCOPE_FUNCTION;
  *scope = (sx_shell_scope){.kind = kind, .name = SX_STR("")};
  frame->scope = (uint32_t)(p->script->scopes.len - 1);
  if (!around) return true;
  scope->parent = around->scope;
  scope->join = around->join;
  scope->is_piped_in = around->is_piped_in || around->join == SX_SHELL_PIPE;
  scope->name = around->is_function ? around->function_name : SX_STR("");
  frame->is_piped_in = scope->is_piped_in;
  around->is_function = false;
  return true;
}

sx_shell_frame *sx_shell__push_list(sx_shell_parser *p, sx_shell_frame_kind kind,
                                    sx_shell_scope_kind scope) {
  sx_shell_frame *frame = sx_shell__push(p, kind);
  if (!frame) return NULL;
  frame->mark = (sx_shell_mark){(uint32_t)p->words.len, (uint32_t)p->assignments.len,
                                (uint32_t)p->redirects.len};
  frame->first_of_list = frame->first_of_pipe = (uint32_t)p->script->commands.len;
  frame->here_from = (uint32_t)p->here.len;
  return add_scope(p, frame, scope) ? frame : NULL;
}

void sx_shell__pop(sx_shell_parser *p) {
  p->frames.len--;
}

sx_shell_frame *sx_shell__push_text(sx_shell_parser *p, sx_shell_frame_kind kind, sx_str text,
                                    size_t from, size_t to) {
  sx_shell_frame *frame;
  if (p->texts >= SX_SHELL_MAX_TEXTS) {
    sx_shell__fail_too_big(p, "too many commands in the arguments of each other");
    return NULL;
  }
  frame = kind == SX_FRAME_HERE ? sx_shell__push(p, kind)
                                : sx_shell__push_list(p, kind, SX_SHELL_SCOPE_CHILD);
  if (!frame) return NULL;
  frame->here_from = (uint32_t)p->here.len;
  frame->outer_input = p->input;
  frame->outer_at = p->at;
  frame->outer_command = p->outer_command;
  frame->origin_from = p->origin_from;
  frame->origin_to = p->origin_to;
  frame->inner_flags = p->inner_flags;
  if (!p->texts++) {
    p->origin_from = (uint32_t)from;
    p->origin_to = (uint32_t)to;
  }
  p->input = text;
  p->at = 0;
  sx_shell__init_word(p, frame);
  return frame;
}

void sx_shell__pop_text(sx_shell_parser *p) {
  const sx_shell_frame *frame = sx_shell__top(p);
  p->scratch_len = frame->kept_len;
  p->input = frame->outer_input;
  p->at = frame->outer_at;
  p->outer_command = frame->outer_command;
  p->origin_from = frame->origin_from;
  p->origin_to = frame->origin_to;
  p->inner_flags = frame->inner_flags;
  p->texts--;
  sx_shell__pop(p);
}

/* ---- the loop ------------------------------------------------------------------------------ */

static void step(sx_shell_parser *p) {
  switch (sx_shell__top(p)->kind) {
  case SX_FRAME_QUOTE: sx_shell__step_quote(p); break;
  case SX_FRAME_PARAMETER: sx_shell__step_parameter(p); break;
  case SX_FRAME_ARITHMETIC: sx_shell__step_arithmetic(p); break;
  case SX_FRAME_HERE: sx_shell__step_here(p); break;
  case SX_FRAME_TEST: sx_shell__step_test(p); break;
  default: sx_shell__step_list(p);
  }
}

static bool has_nul(sx_str text) {
  return sx_str_find_char(text, 0, 0) != SX_STR_NONE;
}

sx_status sx_shell_parse(sx_shell_script *out, sx_str text, sx_arena *a, sx_err *err) {
  sx_shell_parser p = {
      .script = out, .arena = a, .err = err, .input = text, .outer_command = SX_SHELL_NO_COMMAND};
  *out = (sx_shell_script){.text = text, .ambiguous = SX_STR("")};
  if (text.len > SX_SHELL_MAX_BYTES)
    return sx_fail(err, SX_TOO_BIG, "it has more than %zu bytes", SX_SHELL_MAX_BYTES);
  if (has_nul(text)) return sx_fail(err, SX_INVALID_ARGUMENT, "it has a NUL byte");
  if (!sx_shell__push_list(&p, SX_FRAME_TOP, SX_SHELL_SCOPE_TOP)) return p.status;
  while (!p.status && p.frames.len) {
    step(&p);
    if (p.words_made > SX_SHELL_MAX_WORDS) sx_shell__fail_too_big(&p, "too many words");
    if (!p.status && a->status) fail_memory(&p);
  }
  if (p.status) out->commands.len = out->scopes.len = 0;
  return p.status;
}

/* ---- what a command is --------------------------------------------------------------------- */

sx_str sx_shell_program(const sx_shell_command *command) {
  if (!command->word_count) return SX_STR("");
  const sx_shell_word *word = &command->words[0];
  size_t slash = sx_str_find_last_char(word->text, '/');
  size_t from = slash == SX_STR_NONE ? 0 : slash + 1;
  if (word->flags & (SX_SHELL_DYNAMIC | SX_SHELL_GLOB | SX_SHELL_BRACES)) {
    /* `$(dirname $0)/lint` is known by its end; the words of `$X/a b` are not. */
    sx_str last = sx_str_slice(word->text, from, word->text.len);
    if (slash == SX_STR_NONE || word->flags & SX_SHELL_BRACES) return SX_STR("");
    for (size_t i = 0; i < last.len; i++)
      if (sx_byte_is_one_of(last.ptr[i], "$`*?[<>(){}")) return SX_STR("");
  }
  return sx_str_slice(word->text, from, word->text.len);
}
