#include "commands/shown.h"

#include "answer/pager.h"
#include "base/map.h"
#include "base/utf8.h"
#include "commands/readable.h"
#include "match/grep.h"
#include "text/tokens.h"

/* The output is read in pieces of whole lines. */
#define PIECE_BYTES ((size_t)256 * 1024)
#define MAX_TEXT_BYTES ((size_t)8 * 1024 * 1024)
#define FRAME_TOKENS 80
#define WORD_BYTES 2
#define SEARCH_MS 20000u

typedef struct paged {
  sx_call *call;
  sx_command *command;
  const sx_output_page *page;
  sx_answer *answer;
  sx_command_state state;
  uint64_t kept;            /* bytes */
  uint64_t at, line;        /* of the next line to be read */
  uint64_t next, next_line; /* of the first that is not shown */
  size_t room, used, shown;
  uint64_t hits;
  bool is_full;
  sx_grep *grep;
  sx_grep_worker *worker;
  size_t start; /* of the lines in the answer's text */
  sx_buf raw, text;
} paged;

/* ---- cursors ------------------------------------------------------------------------------ */

static sx_cursor_rule rule_of(const paged *p) {
  uint64_t hash = sx_pager_hash(p->state.number, (uint64_t)p->page->stream);
  hash = sx_pager_hash(hash, sx_hash(p->page->search));
  return (sx_cursor_rule){"output", sx_cursor_hash(hash), 2, {p->kept, UINT64_MAX}};
}

static void write_cursor(paged *p, uint64_t at, uint64_t line, char out[SX_CURSOR_BYTES]) {
  const uint64_t numbers[] = {at, line};
  sx_cursor_write(out, numbers, 2, rule_of(p).hash);
}

sx_str sx_command_cursor(sx_call *call, const sx_command_state *state, sx_stream stream,
                         uint64_t at, uint64_t line) {
  const sx_output_page page = {.stream = stream};
  paged p = {.call = call, .page = &page, .state = *state, .kept = state->bytes[stream]};
  char cursor[SX_CURSOR_BYTES];
  write_cursor(&p, at, line, cursor);
  return sx_arena_dup(call->arena, sx_str_from(cursor));
}

static sx_status read_cursor(paged *p, sx_err *err) {
  uint64_t numbers[2] = {0, 0};
  const sx_cursor_rule rule = rule_of(p);
  if (p->page->cursor.len) {
    sx_status status = sx_cursor_read(numbers, p->page->cursor, &rule, err);
    if (status) return status;
  }
  p->at = numbers[0];
  p->line = numbers[1];
  return SX_OK;
}

/* ---- lines -------------------------------------------------------------------------------- */

static sx_status check(void *arg) {
  return sx_port_call_check(((paged *)arg)->call->wait);
}

/* Raw bytes up to the last line end in a piece: a line that is longer than that is cut. */
static sx_status read_piece(paged *p, sx_err *err) {
  sx_buf_clear(&p->raw);
  sx_buf_clear(&p->text);
  sx_status status = sx_command_read(p->command, p->page->stream, p->at, PIECE_BYTES, &p->raw);
  if (status) return sx_fail(err, status, "The output of the command could not be read back.");
  bool is_end = p->at + p->raw.len >= p->kept;
  size_t last = sx_str_find_last_char(sx_buf_str(&p->raw), '\n');
  if (!is_end && last != SX_STR_NONE) sx_buf_truncate(&p->raw, last + 1);
  return sx_readable_add_lines(p->call, sx_buf_str(&p->raw), &p->text, err);
}

static sx_str next_line(sx_str *rest) {
  size_t end = sx_str_find_char(*rest, '\n', 0);
  sx_str line = sx_str_slice(*rest, 0, end == SX_STR_NONE ? rest->len : end);
  *rest = sx_str_slice(*rest, end == SX_STR_NONE ? rest->len : end + 1, rest->len);
  return line;
}

static void add_line(paged *p, sx_str line, size_t tokens, uint64_t number) {
  p->used += tokens;
  p->shown++;
  if (p->worker) sx_buf_addf(&p->answer->text, "%llu: ", (unsigned long long)number + 1);
  sx_buf_add(&p->answer->text, line);
}

/*
 * The first line of a page that is too long for it: as much of it as fits, and the cursor goes on
 * in it, where its bytes are those of the output.
 */
static void show_part(paged *p, sx_str line, sx_str raw, uint64_t number) {
  size_t len = sx_tokens_prefix(line, p->room);
  /* One word may be too long: a token of such words has some bytes. */
  if (!len) len = sx_utf8_floor(line.ptr, line.len, p->room * WORD_BYTES);
  bool is_same = sx_str_has_prefix(raw, line) && len > 0 && len < line.len;
  if (!is_same) {
    add_line(p, sx_command_shorten(p->call, line, p->room), p->room, number);
    sx_buf_add_char(&p->answer->text, '\n');
    return;
  }
  add_line(p, sx_str_slice(line, 0, len), p->room, number);
  p->is_full = true;
  p->next = p->at + (uint64_t)(raw.ptr - p->raw.ptr) + len;
  p->next_line = number;
}

/* Whether the line was still within the budget. `raw`: the output from it on. */
static bool show(paged *p, sx_str line, sx_str raw, uint64_t number) {
  sx_str shown = p->worker ? sx_command_shorten(p->call, line, p->room) : line;
  size_t tokens = sx_tokens_count(shown) + (p->worker ? 4 : 1);
  bool is_too_much = p->used + tokens > p->room;
  if (is_too_much && p->shown) return false;
  if (is_too_much && !p->worker) {
    show_part(p, line, raw, number);
    return true;
  }
  add_line(p, shown, tokens, number);
  sx_buf_add_char(&p->answer->text, '\n');
  return true;
}

/* Where the rows of a piece that match are; all of them where there is no pattern. */
static bool next_row(paged *p, sx_str *rest, size_t *row, sx_status *status) {
  sx_grep_hit hit;
  if (!p->worker) return rest->len > 0;
  if (!sx_grep_next(&hit, p->worker, status)) return false;
  size_t start = (size_t)(rest->ptr - p->text.ptr);
  for (size_t end; start < hit.start; start = end + 1) {
    end = sx_str_find_char(sx_buf_str(&p->text), '\n', start);
    if (end == SX_STR_NONE || end >= hit.start) break;
    ++*row;
  }
  *rest = sx_str_slice(sx_buf_str(&p->text), start, p->text.len);
  return true;
}

static void stop_before(paged *p, sx_str *raw, size_t row) {
  p->is_full = true;
  p->next = p->at + (uint64_t)(raw->ptr - p->raw.ptr);
  p->next_line = p->line + row;
}

static void go_to(sx_str *raw, size_t *raw_row, size_t row) {
  for (; *raw_row < row && raw->len; ++*raw_row) (void)next_line(raw);
}

static sx_status show_piece(paged *p) {
  sx_str rest = sx_buf_str(&p->text), raw = sx_buf_str(&p->raw);
  size_t row = 0, raw_row = 0;
  sx_status status = SX_OK;
  if (p->worker) sx_grep_begin(p->worker, rest, false);
  while (next_row(p, &rest, &row, &status)) {
    sx_str line = next_line(&rest);
    p->hits++;
    if (!p->is_full) go_to(&raw, &raw_row, row);
    if (!p->is_full && !show(p, line, raw, p->line + row)) stop_before(p, &raw, row);
    if (p->is_full && !p->worker) return status;
    row++;
  }
  return status;
}

static uint64_t count_rows(sx_str text) {
  uint64_t rows = 0;
  while (text.len) (void)next_line(&text), rows++;
  return rows;
}

static sx_status show_lines(paged *p, sx_err *err) {
  sx_status status = SX_OK;
  while (p->at < p->kept && !status && (!p->is_full || p->worker)) {
    status = read_piece(p, err);
    if (!status) status = show_piece(p);
    if (!status) status = check(p);
    p->line += count_rows(sx_buf_str(&p->raw));
    p->at += p->raw.len;
  }
  if (status == SX_DEADLINE && sx_port_call_outlasts(p->call->wait, status))
    return sx_fail(err, status,
                   "search took more than %u seconds in the output. Give a simpler pattern.",
                   SEARCH_MS / 1000);
  return status && err->status != status ? sx_fail(err, status, NULL) : status;
}

/* ---- the page ----------------------------------------------------------------------------- */

static sx_status compile(paged *p, sx_err *err) {
  static const sx_grep_options options = {.smart_case = true};
  if (!p->page->search.len) return SX_OK;
  sx_status status = sx_grep_compile(&p->grep, p->page->search, &options, p->call->arena, err);
  if (status == SX_INVALID_ARGUMENT) {
    sx_err why = *err;
    return sx_fail(err, status, "search: %s", why.message);
  }
  if (status) return status;
  const sx_regex_check checking = {check, p};
  sx_regex_check *kept = sx_arena_calloc(p->call->arena, 1, sizeof *kept);
  if (kept) *kept = checking;
  p->worker = kept ? sx_grep_worker_new(p->grep, kept) : NULL;
  return p->worker ? SX_OK : sx_fail(err, SX_NOMEM, NULL);
}

static void write_facts(paged *p, uint64_t first) {
  sx_str lines = sx_str_slice(sx_buf_str(&p->answer->text), p->start, p->answer->text.len);
  sx_answer_fact(p->answer->facts, "lines", lines);
  if (p->shown && !p->worker)
    cJSON_AddNumberToObject(p->answer->facts, "first_line", (double)first + 1);
}

static void write_rest(paged *p) {
  sx_buf *text = &p->answer->text;
  char cursor[SX_CURSOR_BYTES];
  bool is_running = p->state.end == SX_COMMAND_RUNNING;
  if (!p->shown)
    sx_buf_addf(text, "%s\n",
                p->page->search.len ? "No line matches." : "There is nothing more yet.");
  else if (p->page->search.len && !p->page->cursor.len)
    sx_buf_addf(text, "[%llu %s]\n", (unsigned long long)p->hits,
                p->hits == 1 ? "line matches" : "lines match");
  if (text->len && text->ptr[text->len - 1] != '\n') sx_buf_add_char(text, '\n');
  p->answer->is_truncated = p->is_full;
  if (!p->is_full && !is_running) return;
  if (p->is_full)
    write_cursor(p, p->next, p->next_line, cursor);
  else
    write_cursor(p, p->at, p->line, cursor);
  sx_buf_addf(text, "[%s: the same call with cursor=\"%s\"]\n",
              p->is_full ? "more" : "what comes next", cursor);
  sx_answer_fact(p->answer->facts, "cursor", sx_str_from(cursor));
}

sx_status sx_command_write_page(sx_call *call, sx_command *command, const sx_output_page *page,
                                sx_answer *answer, sx_err *err) {
  paged p = {.call = call, .command = command, .page = page, .answer = answer};
  p.state = sx_command_get(command);
  p.kept = p.state.bytes[page->stream];
  p.room = sx_answer_room(answer, FRAME_TOKENS);
  sx_buf_init(&p.raw, MAX_TEXT_BYTES);
  sx_buf_init(&p.text, MAX_TEXT_BYTES);
  sx_status status = read_cursor(&p, err);
  if (!status) status = compile(&p, err);
  p.start = answer->text.len;
  uint64_t first = p.line;
  sx_port_call_limit(call->wait, SEARCH_MS);
  if (!status) status = show_lines(&p, err);
  sx_port_call_reserve(call->wait, 0);
  if (!status) write_facts(&p, first);
  if (!status) write_rest(&p);
  sx_grep_worker_free(p.worker);
  sx_grep_release(p.grep);
  sx_buf_release(&p.raw);
  sx_buf_release(&p.text);
  if (!status && answer->text.status) status = sx_fail(err, answer->text.status, NULL);
  return status;
}
