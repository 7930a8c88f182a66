#include "commands/shown.h"

#include "commands/readable.h"
#include "base/utf8.h"
#include "text/tokens.h"

/* Both ends of a long output are read: so much of each. */
#define END_BYTES ((size_t)192 * 1024)
#define MAX_TEXT_BYTES ((size_t)8 * 1024 * 1024)
/* Longer lines are cut. */
#define MAX_LINE_BYTES 600
#define MIN_LINE_BYTES 80
/* A line that is cut takes at most its part of the budget: of dense text, so many bytes a token. */
#define LINE_BYTES 1
#define FRAME_TOKENS 80
#define MAX_ROW_BYTES 200
#define MAX_TOKEN_BYTES 16
#define MAX_SIGNAL 31
/* Who gives less may have meant seconds. */
#define SHORT_MS 1000u
/* The beginning of a long output gets this part of what is shown. */
#define HEAD_PART 4

/* ---- its state ---------------------------------------------------------------------------- */

/* `c3` */
static sx_str id_of(sx_call *call, uint64_t number) {
  return sx_arena_printf(call->arena, "c%llu", (unsigned long long)number);
}

sx_status sx_command_by_id(sx_command **out, sx_call *call, sx_str id, sx_err *err) {
  uint64_t number = 0;
  size_t at = id.len && (id.ptr[0] | 32) == 'c';
  bool is_one = at < id.len && id.len < 20;
  for (; at < id.len && is_one; at++) {
    is_one = id.ptr[at] >= '0' && id.ptr[at] <= '9';
    number = number * 10 + (uint64_t)(id.ptr[at] - '0');
  }
  *out = NULL;
  if (!is_one)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "id must be one from an answer, such as c3, not '%.*s'.",
                   SX_STR_ARG(sx_str_slice(id, 0, 40)));
  *out = sx_commands_find(call->services->commands, number);
  if (*out) return SX_OK;
  return sx_fail(err, SX_NOT_FOUND,
                 "There is no command %.*s: only the last 32 that have ended are kept. "
                 "operation=status lists those in the background.",
                 SX_STR_ARG(id));
}

static const char *name_of(sx_command_end end) {
  static const char *const names[] = {"running", "ended", "timed_out", "stopped", "not_started"};
  return names[end];
}

static void add_seconds(sx_buf *out, uint64_t ms) {
  if (ms < 10000)
    sx_buf_addf(out, "%.1f s", (double)ms / 1000);
  else if (ms < 120000)
    sx_buf_addf(out, "%llu s", (unsigned long long)(ms / 1000));
  else
    sx_buf_addf(out, "%llu min", (unsigned long long)(ms / 60000));
}

/* As shells count: 124 by timeout(1), 128 + N by signal N. */
static int exit_code_of(const sx_command_state *state) {
  if (state->end == SX_COMMAND_TIMED_OUT) return 124;
  if (state->end == SX_COMMAND_NOT_STARTED) return 127;
  return state->signal ? 128 + state->signal : state->exit_code;
}

static void write_end(const sx_command_state *state, sx_buf *out) {
  switch (state->end) {
  case SX_COMMAND_RUNNING: sx_buf_add_text(out, "Running for "); break;
  case SX_COMMAND_TIMED_OUT: sx_buf_add_text(out, "Exit code 124: timed out, ended after "); break;
  case SX_COMMAND_STOPPED: sx_buf_add_text(out, "Stopped after "); break;
  case SX_COMMAND_NOT_STARTED:
    sx_buf_addf(out, "Exit code 127: the command could not be started. %s\n", state->why);
    return;
  case SX_COMMAND_ENDED:
    if (state->signal)
      sx_buf_addf(out, "Exit code %d: ended by signal %d (%s) after ", exit_code_of(state),
                  state->signal, strsignal(state->signal));
    else if (state->exit_code > 128 && state->exit_code <= 128 + MAX_SIGNAL)
      sx_buf_addf(out, "Exit code %d (as after signal %d, %s) after ", state->exit_code,
                  state->exit_code - 128, strsignal(state->exit_code - 128));
    else
      sx_buf_addf(out, "Exit code %d after ", state->exit_code);
  }
  add_seconds(out, state->ms);
  bool is_short = state->end == SX_COMMAND_TIMED_OUT && state->ms < SHORT_MS;
  sx_buf_add_text(out, is_short ? " (timeout is in milliseconds).\n" : ".\n");
}

void sx_command_write_state(sx_call *call, const sx_command_state *state, sx_answer *answer) {
  cJSON *facts = answer->facts;
  write_end(state, &answer->text);
  if (state->left)
    sx_buf_addf(&answer->text,
                "%zu process%s that the command left running %s ended with it. Use "
                "background=true for what is to go on.\n",
                state->left, state->left == 1 ? "" : "es", state->left == 1 ? "was" : "were");
  sx_answer_fact(facts, "id", id_of(call, state->number));
  sx_answer_fact(facts, "command", state->text);
  sx_answer_fact(facts, "state", sx_str_from(name_of(state->end)));
  cJSON_AddNumberToObject(facts, "seconds", (double)state->ms / 1000);
  if (state->end == SX_COMMAND_RUNNING) return;
  cJSON_AddNumberToObject(facts, "exitCode", exit_code_of(state));
  if (state->signal && state->end == SX_COMMAND_ENDED)
    sx_answer_fact(facts, "signal", sx_str_from(strsignal(state->signal)));
}

/* For a person in a list of Markdown, in which an agent's words make no links. */
static void write_words(sx_answer *answer, sx_str words) {
  sx_str line = sx_str_slice(words, 0, MAX_ROW_BYTES);
  size_t end = sx_str_find_char(line, '\n', 0);
  if (end != SX_STR_NONE) line = sx_str_slice(line, 0, end);
  bool is_markdown = answer->format == SX_FORMAT_MARKDOWN;
  if (is_markdown) sx_buf_add_char(&answer->text, '`');
  for (size_t i = 0; i < line.len; i++)
    sx_buf_add_char(&answer->text, is_markdown && line.ptr[i] == '`' ? '\'' : line.ptr[i]);
  if (is_markdown) sx_buf_add_char(&answer->text, '`');
  sx_buf_add_text(&answer->text, line.len < words.len ? " \xE2\x80\xA6\n" : "\n");
}

void sx_command_write_row(sx_call *call, const sx_command_state *state, sx_answer *answer,
                          cJSON *facts) {
  cJSON *fact = cJSON_CreateObject();
  sx_str id = id_of(call, state->number);
  sx_buf_addf(&answer->text, "%s%.*s  ", answer->format == SX_FORMAT_MARKDOWN ? "- " : "",
              SX_STR_ARG(id));
  if (state->end == SX_COMMAND_RUNNING) {
    sx_buf_add_text(&answer->text, "running for ");
    add_seconds(&answer->text, state->ms);
  } else {
    sx_buf_addf(&answer->text, "%s, exit code %d", name_of(state->end), exit_code_of(state));
  }
  sx_buf_add_text(&answer->text, "  ");
  write_words(answer, state->text);
  sx_answer_fact(fact, "id", id);
  sx_answer_fact(fact, "command", state->text);
  sx_answer_fact(fact, "state", sx_str_from(name_of(state->end)));
  cJSON_AddNumberToObject(fact, "seconds", (double)state->ms / 1000);
  sx_answer_push(facts, fact);
}

/* ---- both ends of an output --------------------------------------------------------------- */

typedef struct part {
  sx_buf text;
  SX_ARRAY(sx_str) lines;
} part;

typedef struct both_ends {
  sx_call *call;
  sx_command *command;
  sx_stream stream;
  uint64_t lines;  /* of all of it */
  part head, tail; /* the tail is empty where the head is all of it */
  size_t head_shown, tail_shown, tokens;
  size_t room;   /* tokens */
  bool is_whole; /* all of it fits: no line is shortened */
  bool has_cut;  /* a line of those that are shown */
} both_ends;

static sx_status split(part *out, sx_call *call, sx_err *err) {
  sx_str rest = sx_buf_str(&out->text), line;
  while (sx_str_next_line(&rest, &line)) {
    sx_str *added = SX_ARRAY_ADD(&out->lines, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = line;
  }
  return SX_OK;
}

static sx_status read_part(both_ends *of, part *out, uint64_t at, size_t len, sx_err *err) {
  sx_status status =
      sx_command_read_text(of->call, of->command, of->stream, at, len, &out->text, err);
  return status ? status : split(out, of->call, err);
}

static sx_status read_ends(both_ends *of, const sx_command_state *state, sx_err *err) {
  uint64_t bytes = state->bytes[of->stream];
  sx_buf_init(&of->head.text, MAX_TEXT_BYTES);
  sx_buf_init(&of->tail.text, MAX_TEXT_BYTES);
  of->lines = state->lines[of->stream];
  if (bytes <= 2 * END_BYTES) {
    sx_status status = read_part(of, &of->head, 0, (size_t)bytes, err);
    if (!status) of->lines = of->head.lines.len; /* lines that were written over count once */
    return status;
  }
  sx_status status = read_part(of, &of->head, 0, END_BYTES, err);
  if (!status) status = read_part(of, &of->tail, bytes - END_BYTES, END_BYTES, err);
  if (status) return status;
  /* They are cut inside of a line. */
  if (of->head.lines.len > 1) of->head.lines.len--;
  if (of->tail.lines.len > 1) of->tail.lines.items++, of->tail.lines.len--;
  return SX_OK;
}

static void release_ends(both_ends *of) {
  sx_buf_release(&of->head.text);
  sx_buf_release(&of->tail.text);
}

sx_str sx_command_shorten(sx_call *call, sx_str line, size_t room_tokens) {
  size_t most = room_tokens * LINE_BYTES;
  if (most > MAX_LINE_BYTES) most = MAX_LINE_BYTES;
  if (most < MIN_LINE_BYTES) most = MIN_LINE_BYTES;
  if (line.len <= most) return line;
  size_t len = sx_utf8_floor(line.ptr, line.len, most);
  return sx_arena_printf(call->arena, "%.*s\xE2\x80\xA6 (%zu more bytes)",
                         SX_STR_ARG(sx_str_slice(line, 0, len)), line.len - len);
}

static sx_str line_of(const both_ends *of, sx_str line) {
  return of->is_whole ? line : sx_command_shorten(of->call, line, of->room);
}

static size_t cost(const both_ends *of, sx_str line) {
  return sx_tokens_count(line_of(of, line)) + 1;
}

static bool fits_whole(const both_ends *of, size_t room_tokens) {
  size_t used = of->head.lines.len;
  if (of->tail.lines.len || of->head.text.len > room_tokens * MAX_TOKEN_BYTES) return false;
  return used + sx_tokens_count(sx_buf_str(&of->head.text)) <= room_tokens;
}

static const part *end_part(const both_ends *of) {
  return of->tail.lines.len ? &of->tail : &of->head;
}

/* The end of an output says what became of the command; what it began with is the context. */
static void choose(both_ends *of, size_t room_tokens) {
  const part *end = end_part(of);
  bool is_one = end == &of->head;
  size_t used = 0, head_room = room_tokens / HEAD_PART, tokens;
  of->head_shown = of->tail_shown = 0;
  of->room = room_tokens;
  of->is_whole = fits_whole(of, room_tokens);
  while (of->tail_shown < end->lines.len) {
    tokens = cost(of, end->lines.items[end->lines.len - 1 - of->tail_shown]);
    if (used + tokens > room_tokens - head_room && of->tail_shown) break;
    used += tokens;
    of->tail_shown++;
  }
  size_t most = of->head.lines.len - (is_one ? of->tail_shown : 0);
  while (of->head_shown < most) {
    tokens = cost(of, of->head.lines.items[of->head_shown]);
    if (used + tokens > room_tokens) break;
    used += tokens;
    of->head_shown++;
  }
  of->tokens = used;
}

static void write_lines(both_ends *of, const part *from, size_t first, size_t count, sx_buf *out) {
  for (size_t i = 0; i < count; i++) {
    sx_str line = from->lines.items[first + i];
    of->has_cut = of->has_cut || line_of(of, line).len != line.len;
    sx_buf_add(out, line_of(of, line));
    sx_buf_add_char(out, '\n');
  }
}

/* The cursor is at the first of them. */
static void write_left_out(const both_ends *of, const sx_command_state *state, uint64_t count,
                           sx_buf *out) {
  sx_buf raw;
  size_t at = 0;
  sx_buf_init(&raw, MAX_TEXT_BYTES);
  if (sx_command_read(of->command, of->stream, 0, END_BYTES, &raw)) sx_buf_clear(&raw);
  for (size_t i = 0; i < of->head_shown && at != SX_STR_NONE; i++) {
    at = sx_str_find_char(sx_buf_str(&raw), '\n', at);
    if (at != SX_STR_NONE) at++;
  }
  bool is_known = at != SX_STR_NONE;
  sx_str cursor = sx_command_cursor(of->call, state, of->stream, is_known ? at : 0,
                                    is_known ? of->head_shown : 0);
  sx_buf_addf(out,
              "[%llu line%s left out: operation=\"output\", id=\"c%llu\"%s, cursor=\"%.*s\"%s]\n",
              (unsigned long long)count, count == 1 ? "" : "s", (unsigned long long)state->number,
              of->stream == SX_STDERR ? ", stream=\"stderr\"" : "", SX_STR_ARG(cursor),
              state->exit_code ? "; or search=\"error|fail\"" : "");
  sx_buf_release(&raw);
}

static void write_stream(both_ends *of, const sx_command_state *state, sx_answer *answer) {
  static const char *const names[] = {"stdout", "stderr"};
  const char *name = names[of->stream];
  const part *end = end_part(of);
  uint64_t shown = of->head_shown + of->tail_shown;
  uint64_t left_out = of->lines > shown ? of->lines - shown : 0;
  sx_buf text;
  sx_buf_init(&text, MAX_TEXT_BYTES);
  write_lines(of, &of->head, 0, of->head_shown, &text);
  if (left_out) write_left_out(of, state, left_out, &text);
  write_lines(of, end, end->lines.len - of->tail_shown, of->tail_shown, &text);
  if (of->lines)
    sx_buf_addf(&answer->text, "\n%s (%llu line%s):\n", name, (unsigned long long)of->lines,
                of->lines == 1 ? "" : "s");
  sx_buf_add(&answer->text, sx_buf_str(&text));
  if (text.status) answer->text.status = text.status;
  if (state->is_cut[of->stream])
    sx_buf_addf(&answer->text, "[The rest of %s was too much to keep.]\n", name);
  if (of->has_cut)
    sx_buf_addf(&answer->text,
                "[long lines are cut; whole: operation=\"output\", id=\"c%llu\", stream=\"%s\"]\n",
                (unsigned long long)state->number, name);
  sx_answer_fact(answer->facts, name, sx_buf_str(&text));
  cJSON_AddNumberToObject(answer->facts, of->stream == SX_STDOUT ? "stdout_lines" : "stderr_lines",
                          (double)of->lines);
  answer->is_truncated = answer->is_truncated || left_out || of->has_cut;
  sx_buf_release(&text);
}

/* Where a command that runs is read on: one cursor for each stream that it has written to. */
static void write_next(const both_ends *streams, const sx_command_state *state, sx_answer *answer) {
  for (int i = 0; i < SX_STREAMS; i++) {
    const both_ends *of = &streams[i];
    if (!of->lines && i != SX_STDOUT) continue;
    sx_str cursor = sx_command_cursor(of->call, state, of->stream, state->bytes[i], of->lines);
    sx_buf_addf(&answer->text,
                "[what comes next: operation=\"output\", id=\"c%llu\"%s, "
                "cursor=\"%.*s\"]\n",
                (unsigned long long)state->number, i == SX_STDERR ? ", stream=\"stderr\"" : "",
                SX_STR_ARG(cursor));
    sx_answer_fact(answer->facts, i == SX_STDERR ? "stderr_cursor" : "cursor", cursor);
  }
}

sx_status sx_command_write_output(sx_call *call, sx_command *command, sx_answer *answer,
                                  sx_err *err) {
  sx_command_state state = sx_command_get(command);
  both_ends streams[SX_STREAMS] = {
      {.call = call, .command = command, .stream = SX_STDOUT},
      {.call = call, .command = command, .stream = SX_STDERR},
  };
  sx_status status = SX_OK;
  for (int i = 0; i < SX_STREAMS && !status; i++) status = read_ends(&streams[i], &state, err);
  size_t room = sx_answer_room(answer, FRAME_TOKENS + sx_tokens_count(sx_buf_str(&answer->text)));
  /* Errors first; what they leave is for the rest. */
  if (!status) choose(&streams[SX_STDERR], room / 2);
  if (!status)
    choose(&streams[SX_STDOUT],
           room > streams[SX_STDERR].tokens ? room - streams[SX_STDERR].tokens : 0);
  for (int i = 0; i < SX_STREAMS && !status; i++) write_stream(&streams[i], &state, answer);
  bool is_empty = !status && !streams[0].lines && !streams[1].lines;
  if (is_empty && state.end != SX_COMMAND_NOT_STARTED)
    sx_buf_add_text(&answer->text, "It printed nothing.\n");
  if (!status && state.end == SX_COMMAND_RUNNING) write_next(streams, &state, answer);
  for (int i = 0; i < SX_STREAMS; i++) release_ends(&streams[i]);
  if (!status && answer->text.status) status = sx_fail(err, answer->text.status, NULL);
  return status;
}
