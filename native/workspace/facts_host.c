#include "workspace/facts_host.h"

#include "base/buf.h"
#include "base/map.h"
#include "base/mem.h"
#include "os/clock.h"
#include "os/process.h"
#include "syntax/facts_wire.h"
#include "syntax/tree_wire.h"
#include "workspace/facts_kept.h"

#include <inttypes.h>
#include <uv.h>

#ifdef _WIN32
#define PROGRAM "sextant-indexer.exe"
#else
#define PROGRAM "sextant-indexer"
#endif

/* As the process reads it: indexer/facts.c. */
#define MAX_TEXT_BYTES ((size_t)4 << 20)
#define MAX_TREE_TEXT_BYTES ((size_t)8 << 20)
#define MAX_ANSWER_BYTES ((size_t)64 << 20)
/* Reading one text ends after 200 ms of the processor's time; on a busy machine that is longer. */
#define QUESTION_MS 4000u
/* A tree may take so many times as long. */
#define TREE_PATIENCE 3u
#define IDLE_MS 60000u
/* How soon a waiting call sees that it was cancelled. */
#define STEP_MS 10u
#define END_MS 3000u
/* It may have been killed from outside. */
#define MAX_TRIES 2
#define MAX_POISON 64
/* So many deaths without an answer in between are not the texts' fault: it rests. */
#define MAX_DEATHS 6
#define REST_MS 60000u

struct sx_facts_host {
  char *program;
  const char *argv[3];
  uint64_t idle_ms, question_ms;

  uv_mutex_t mutex;
  uv_cond_t moved; /* an answer came, the process ended, or a turn did */
  bool is_taken;   /* by the call whose turn it is */

  /* That call's own. */
  sx_process *process;
  bool is_spoilt; /* the process is being killed */
  bool is_left;   /* a process hangs, and may call back at any time: no other is started */
  uint32_t deaths;
  uint64_t may_start_ms;
  uint64_t poison[MAX_POISON]; /* keys of texts */
  size_t poisoned;             /* so far: the oldest go first */

  /* By `mutex`. */
  sx_buf answer;
  bool has_ended, has_started;
  sx_facts_kept kept;
};

/* For facts, or for a tree. */
typedef struct question {
  sx_facts_host *host;
  sx_call *call;
  sx_str language, text;
  uint32_t file;
  const sx_tree_query *tree; /* NULL: facts */
  uint64_t key;              /* of the question */
  uint64_t text_key;         /* of what may end the process */
  sx_text_facts *out;
  sx_syntax_tree *tree_out;
  sx_str *read_as; /* a tree's language */
  sx_arena *arena;
  sx_err *err;
} question;

/* ---- life --------------------------------------------------------------------------------- */

sx_facts_host *sx_facts_host_new(void) {
  sx_facts_host *host = sx_calloc(1, sizeof *host);
  if (!host) return NULL;
  sx_facts_host_set_times(host, IDLE_MS, QUESTION_MS);
  sx_buf_init(&host->answer, MAX_ANSWER_BYTES);
  if (uv_mutex_init(&host->mutex)) goto no_mutex;
  if (!uv_cond_init(&host->moved)) return host;
  uv_mutex_destroy(&host->mutex);
no_mutex:
  sx_free(host);
  return NULL;
}

void sx_facts_host_free(sx_facts_host *host) {
  if (!host) return;
  if (host->process) sx_process_kill(host->process);
  if (!sx_process_free(host->process, END_MS) || host->is_left) return;
  sx_facts_kept_clear(&host->kept);
  sx_buf_release(&host->answer);
  uv_cond_destroy(&host->moved);
  uv_mutex_destroy(&host->mutex);
  sx_free(host->program);
  sx_free(host);
}

bool sx_facts_host_set_up(sx_facts_host *host, sx_str programs) {
  sx_buf program;
  if (host->program || !programs.len || !sx_process_is_possible()) return true;
  sx_buf_init(&program, SIZE_MAX / 2);
  sx_buf_addf(&program, "%.*s/" PROGRAM, SX_STR_ARG(programs));
  host->program = program.status ? NULL : sx_str_copy(sx_buf_str(&program));
  sx_buf_release(&program);
  host->argv[0] = host->program;
  host->argv[1] = "--facts";
  return host->program;
}

void sx_facts_host_set_times(sx_facts_host *host, uint64_t idle_ms, uint64_t question_ms) {
  host->idle_ms = idle_ms;
  host->question_ms = question_ms;
}

/* ---- the process -------------------------------------------------------------------------- */

static void on_output(void *arg, sx_str bytes) {
  sx_facts_host *host = arg;
  uv_mutex_lock(&host->mutex);
  sx_buf_add(&host->answer, bytes);
  uv_cond_broadcast(&host->moved);
  uv_mutex_unlock(&host->mutex);
}

/* Kept answers go with it: they are for questions that come soon. */
static void on_end(void *arg, const sx_process_end *end) {
  sx_facts_host *host = arg;
  uv_mutex_lock(&host->mutex);
  host->has_ended = true;
  host->has_started = !end->status;
  sx_facts_kept_clear(&host->kept);
  uv_cond_broadcast(&host->moved);
  uv_mutex_unlock(&host->mutex);
}

/* An answer may be under way, which the next question must not take for its own. */
static void spoil(sx_facts_host *host) {
  host->is_spoilt = true;
  sx_process_kill(host->process);
}

static void end_process(sx_facts_host *host) {
  if (host->process) sx_process_kill(host->process);
  host->is_left |= !sx_process_free(host->process, END_MS);
  host->process = NULL;
  host->is_spoilt = false;
}

/*
 * Starts a process with its first question, so that it is never idle before it has one. NULL in
 * `host->process` where none can be started; `input` is taken where one is.
 */
static sx_status start(sx_facts_host *host, char *input, size_t input_bytes, sx_err *err) {
  const sx_process_options options = {.argv = host->argv,
                                      .input = input,
                                      .input_bytes = input_bytes,
                                      .keeps_input_open = true,
                                      .idle_ms = host->idle_ms,
                                      .on_output = on_output,
                                      .on_end = on_end,
                                      .arg = host};
  end_process(host);
  if (host->is_left) return SX_OK;
  /* The former one may have written until it was killed. */
  sx_buf_release(&host->answer);
  host->has_ended = false;
  sx_status status = sx_process_start(&host->process, &options, err);
  if (status == SX_NOMEM) return status;
  if (status) host->may_start_ms = sx_clock_ms() + REST_MS;
  return SX_OK;
}

static char *write_question(const question *q, size_t *len, sx_err *err) {
  sx_buf input;
  sx_buf_init(&input, SX_FACTS_LINE_BYTES + MAX_TREE_TEXT_BYTES);
  sx_buf_reserve(&input, SX_FACTS_LINE_BYTES + q->text.len);
  if (q->tree)
    sx_tree_question_write(&input, q->language, q->text.len, q->tree);
  else
    sx_buf_addf(&input, "%.*s %zu %" PRIu32 "\n", SX_STR_ARG(q->language), q->text.len, q->file);
  sx_buf_add(&input, q->text);
  *len = input.len;
  if (!input.status) return sx_buf_detach(&input);
  sx_buf_release(&input);
  sx_fail(err, SX_NOMEM, NULL);
  return NULL;
}

/* `*is_sent` is false where no process can be started. */
static sx_status send_question(const question *q, bool *is_sent) {
  sx_facts_host *host = q->host;
  size_t len;
  char *input = write_question(q, &len, q->err);
  if (!input) return SX_NOMEM;
  sx_status status = SX_OK;
  *is_sent = host->process && !host->is_spoilt && sx_process_give(host->process, input, len);
  if (!*is_sent) {
    status = start(host, input, len, q->err);
    *is_sent = host->process;
  }
  if (!*is_sent) sx_free(input);
  return status;
}

/* ---- one question ------------------------------------------------------------------------- */

typedef enum outcome { IS_ANSWERED, NOT_SENT, HAS_DIED, IS_LATE } outcome;

/* Reads what has come; `*used` is 0 where that is not all. */
static sx_status read_answer(const question *q, sx_str bytes, size_t *used) {
  sx_str language;
  sx_status status =
      q->tree ? sx_tree_read(q->tree_out, &language, used, bytes, q->text.len, q->arena, q->err)
              : sx_facts_read(q->out, &language, used, bytes, q->text.len, q->arena, q->err);
  if (!status && *used && q->tree) *q->read_as = sx_arena_dup(q->arena, language);
  return !status && *used && *used < bytes.len ? SX_CORRUPT : status;
}

/* With the mutex. Errors: of the call; CORRUPT: what came is not an answer. */
static sx_status wait_locked(const question *q, outcome *out) {
  sx_facts_host *host = q->host;
  uint64_t end_ms = sx_clock_ms() + host->question_ms * (q->tree ? TREE_PATIENCE : 1);
  for (;;) {
    size_t used;
    sx_status status = host->answer.status == SX_TOO_BIG ? SX_CORRUPT : host->answer.status;
    if (!status) status = read_answer(q, sx_buf_str(&host->answer), &used);
    if (status) return status;
    *out = used ? IS_ANSWERED : host->has_ended ? HAS_DIED : IS_LATE;
    /* Kept answers go when the process ends; after that nothing would remove them. */
    if (*out == IS_ANSWERED && !host->has_ended)
      sx_facts_kept_add(&host->kept, q->key, sx_buf_str(&host->answer));
    if (*out != IS_LATE || sx_clock_ms() >= end_ms) return SX_OK;
    status = sx_port_call_check(q->call->wait);
    if (status) return status;
    uv_cond_timedwait(&host->moved, &host->mutex, STEP_MS * 1000000ull);
  }
}

static void set_extent(const question *q, sx_facts_extent extent) {
  if (q->tree)
    *q->tree_out = (sx_syntax_tree){.extent = extent};
  else
    *q->out = (sx_text_facts){.extent = extent};
}

static sx_status wait_for_answer(const question *q, outcome *out) {
  uv_mutex_lock(&q->host->mutex);
  sx_status status = wait_locked(q, out);
  bool is_whole = !status && *out == IS_ANSWERED;
  sx_buf_release(&q->host->answer);
  uv_mutex_unlock(&q->host->mutex);
  if (is_whole) return SX_OK;
  set_extent(q, SX_FACTS_UNREAD);
  spoil(q->host);
  if (status != SX_CORRUPT) return status;
  *q->err = (sx_err){0};
  *out = HAS_DIED;
  return SX_OK;
}

static bool is_poison(const sx_facts_host *host, uint64_t key) {
  for (size_t i = 0; i < MAX_POISON && i < host->poisoned; i++)
    if (host->poison[i] == key) return true;
  return false;
}

static void note_death(sx_facts_host *host) {
  uv_mutex_lock(&host->mutex);
  bool has_started = !host->has_ended || host->has_started;
  uv_mutex_unlock(&host->mutex);
  host->deaths++;
  if (has_started && host->deaths < MAX_DEATHS) return;
  host->may_start_ms = sx_clock_ms() + REST_MS;
  host->deaths = 0;
}

static sx_status ask_once(const question *q, outcome *out) {
  bool is_sent;
  sx_status status = send_question(q, &is_sent);
  *out = NOT_SENT;
  if (!status && is_sent) status = wait_for_answer(q, out);
  if (status) return status;
  if (*out == IS_ANSWERED)
    q->host->deaths = 0;
  else
    note_death(q->host);
  return SX_OK;
}

/* In the call's turn. */
static sx_status ask(const question *q) {
  sx_facts_host *host = q->host;
  outcome out = HAS_DIED;
  if (is_poison(host, q->text_key)) return SX_OK;
  for (int try = 0; try < MAX_TRIES && out == HAS_DIED; try++) {
    if (host->is_left || sx_clock_ms() < host->may_start_ms) return SX_OK;
    sx_status status = ask_once(q, &out);
    if (status) return status;
  }
  if (out > NOT_SENT) host->poison[host->poisoned++ % MAX_POISON] = q->text_key;
  return SX_OK;
}

/* ---- turns -------------------------------------------------------------------------------- */

/* A text that was read a moment ago needs no turn. */
static sx_status find_kept(const question *q, bool *is_found) {
  sx_facts_host *host = q->host;
  size_t used = 0;
  uv_mutex_lock(&host->mutex);
  sx_str bytes = sx_facts_kept_find(&host->kept, q->key);
  sx_status status = bytes.len ? read_answer(q, bytes, &used) : SX_OK;
  uv_mutex_unlock(&host->mutex);
  *is_found = used > 0;
  return status;
}

static sx_status take_turn(const question *q) {
  sx_facts_host *host = q->host;
  uv_mutex_lock(&host->mutex);
  sx_status status = sx_port_call_check(q->call->wait);
  while (!status && host->is_taken) {
    uv_cond_timedwait(&host->moved, &host->mutex, STEP_MS * 1000000ull);
    status = sx_port_call_check(q->call->wait);
  }
  if (!status) host->is_taken = true;
  uv_mutex_unlock(&host->mutex);
  return status;
}

static void end_turn(sx_facts_host *host) {
  uv_mutex_lock(&host->mutex);
  host->is_taken = false;
  uv_cond_broadcast(&host->moved);
  uv_mutex_unlock(&host->mutex);
}

static uint64_t key_of(sx_str language, sx_str text) {
  return sx_hash(text) ^ (sx_hash(language) + text.len);
}

static sx_status ask_in_turn(question *q, sx_err *err) {
  sx_facts_host *host = q->host;
  sx_err own = {0};
  bool is_found;
  q->err = &own;
  sx_status status = find_kept(q, &is_found);
  if (!status && !is_found) status = take_turn(q);
  if (!status && !is_found) {
    status = ask(q);
    end_turn(host);
  }
  q->err = NULL;
  if (!status || status == SX_DEADLINE) return SX_OK;
  return own.message[0] ? sx_fail(err, status, "%s", own.message) : sx_fail(err, status, NULL);
}

/* `q`: with what is asked, and where the answer goes. */
static sx_status ask_any(question *q, sx_err *err) {
  q->host = q->call->services->facts_host;
  bool is_too_big = q->text.len > (q->tree ? MAX_TREE_TEXT_BYTES : MAX_TEXT_BYTES);
  set_extent(q, is_too_big ? SX_FACTS_TOO_BIG : SX_FACTS_UNREAD);
  return is_too_big || !q->host->program ? SX_OK : ask_in_turn(q, err);
}

sx_status sx_facts_host_ask(sx_text_facts *out, sx_call *call, sx_str language, sx_str text,
                            uint32_t file, sx_arena *arena, sx_err *err) {
  uint64_t key = key_of(language, text);
  question q = {.call = call,
                .language = language,
                .text = text,
                .file = file,
                .key = key,
                .text_key = key,
                .out = out,
                .arena = arena};
  return ask_any(&q, err);
}

sx_status sx_facts_host_ask_tree(sx_syntax_tree *out, sx_str *read_as, sx_call *call,
                                 sx_str language, sx_str text, const sx_tree_query *query,
                                 sx_err *err) {
  char limits[96];
  uint64_t key = key_of(language, text);
  int len = snprintf(limits, sizeof limits, "tree %u %u %u %u %d", query->from, query->to,
                     query->max_depth, query->max_nodes, query->has_tokens);
  question q = {.call = call,
                .language = language,
                .text = text,
                .tree = query,
                .key = key ^ sx_hash(sx_str_make(limits, (size_t)len)),
                .text_key = key ^ sx_hash(SX_STR("tree")),
                .tree_out = out,
                .read_as = read_as,
                .arena = call->arena};
  *read_as = language;
  return ask_any(&q, err);
}
