#include "match/regex_many.h"

#include "base/mem.h"
#include "match/regex_parts.h"

/*
 * Machine code counts steps, but one may pass over all of the text: `.*` goes back to the next
 * place that fits in one. So the limit depends on the text's length, and long texts take the code
 * with callouts.
 */
#define MAX_FAST_STEPS 10000000
#define MAX_SEARCH_STEPS 10000000
#define LEAST_STEPS 16
/* Steps of one place, with callouts. */
#define MAX_STEPS 3000000
/* Bytes that a search with callouts may go over, at all places; and more for each of its text. */
#define MAX_WORK 100000000
#define MAX_WORK_A_BYTE 32
#define MAX_HEAP_KIB (32u << 10)
#define FIRST_STACK_BYTES ((size_t)32 << 10)
#define MAX_STACK_BYTES ((size_t)1 << 20)
#define SEARCHES_BETWEEN_CHECKS 8
#define WORK_BETWEEN_CHECKS 4000000
/* Lines that are tried at once. */
#define PIECE_BYTES ((size_t)16 << 10)
#define CHOOSING_PIECE_BYTES 256

struct sx_regex_many {
  const sx_regex *regex;
  pcre2_code *checked, *fast; /* for any text */
  pcre2_code *ascii;          /* NULL where the pattern has a meaning for UTF-8 only */
};

static void *take(size_t size, void *unused) {
  (void)unused;
  return sx_malloc(size);
}

static void give_back(void *piece, void *unused) {
  (void)unused;
  sx_free(piece);
}

/** Classes of characters mean the same for ASCII in bytes as in UTF-8, but these do not. */
static bool needs_utf8(sx_str pattern) {
  for (size_t i = 0; i < pattern.len; i++)
    if ((unsigned char)pattern.ptr[i] >= 0x80) return true;
  for (size_t i = 0; i + 1 < pattern.len; i++) {
    char next = pattern.ptr[i + 1];
    if (pattern.ptr[i] == '\\' && strchr("pPXNxo", next)) return true;
    if (pattern.ptr[i] == '[' && next == ':') return true;
  }
  return false;
}

/** Machine code is only faster: without it the interpreter runs. */
static void make_machine_code(pcre2_code *code) {
  if (code && pcre2_jit_compile(code, PCRE2_JIT_COMPLETE)) return;
}

void sx_regex_many_prepare(void) {
  /* Its compilation asks: the words begin with letters that a class is made of. */
  static const char pattern[] = "abc|def|ghi";
  int error;
  size_t error_at;
  pcre2_code *code =
      pcre2_compile((PCRE2_SPTR)pattern, sizeof pattern - 1, 0, &error, &error_at, NULL);
  make_machine_code(code);
  pcre2_code_free(code);
  /* The first stack notes how long a page is. */
  pcre2_jit_stack_free(pcre2_jit_stack_create(FIRST_STACK_BYTES, MAX_STACK_BYTES, NULL));
}

sx_status sx_regex_many_compile(sx_regex_many **out, sx_str pattern,
                                const sx_regex_options *options, sx_arena *a, sx_err *err) {
  sx_regex *regex;
  sx_regex__failure failure;
  *out = NULL;
  sx_status status = sx_regex_compile(&regex, pattern, options, a, err);
  if (status) return status;
  sx_regex_many *many = SX_ARENA_NEW(a, sx_regex_many);
  if (!many) return sx_fail(err, a->status, NULL);
  sx_regex__form form = regex->form;
  many->regex = regex;
  many->checked = regex->code;
  form.is_unchecked = true;
  form.has_stops = false;
  many->fast = sx_regex__compile(&failure, pattern, options, &form, a);
  form.is_ascii = true;
  if (!needs_utf8(pattern)) many->ascii = sx_regex__compile(&failure, pattern, options, &form, a);
  if (!a->status) {
    make_machine_code(many->checked);
    make_machine_code(many->fast);
    make_machine_code(many->ascii);
  }
  if (!a->status && many->fast) {
    *out = many;
    return SX_OK;
  }
  sx_regex_many_release(many);
  return sx_fail(err, a->status ? a->status : SX_INTERNAL, NULL);
}

void sx_regex_many_release(sx_regex_many *many) {
  if (!many) return;
  pcre2_code_free(many->checked);
  pcre2_code_free(many->fast);
  pcre2_code_free(many->ascii);
  *many = (sx_regex_many){0};
}

/* ---- how much one search may do ------------------------------------------------------------- */

/**
 * The steps that a place of so long a text may take without callouts, so that a search takes some
 * milliseconds; 0 where it may take longer, however few.
 */
static uint32_t fast_steps(const sx_regex_many *many, size_t bytes) {
  const sx_regex__cost *cost = &many->regex->cost;
  if (!cost->is_plain || bytes > MAX_FAST_STEPS) return 0;
  size_t linear = (bytes + 1) * cost->branches;
  if (linear > MAX_FAST_STEPS) return 0;
  if (cost->choices == 0) return MAX_STEPS;
  if (cost->choices == 1) return linear * (bytes + 1) <= MAX_FAST_STEPS ? MAX_STEPS : 0;
  size_t steps = MAX_SEARCH_STEPS / (bytes + 1) / (bytes + cost->branches);
  return steps < LEAST_STEPS ? 0 : (uint32_t)steps;
}

/**
 * The steps of a place where it may take long. A pattern that is too large for a callout before
 * each part gets so few that a place is over in some milliseconds, as no check comes before that.
 */
static uint32_t slow_steps(const sx_regex *regex, size_t bytes) {
  bool is_linear = regex->cost.is_plain && !regex->cost.choices;
  if (is_linear || regex->form.has_stops) return MAX_STEPS;
  size_t steps = MAX_SEARCH_STEPS / (bytes + 1);
  if (steps < LEAST_STEPS) return LEAST_STEPS;
  return steps < MAX_STEPS ? (uint32_t)steps : MAX_STEPS;
}

size_t sx_regex_many_piece_bytes(const sx_regex_many *many) {
  size_t bytes = many->regex->cost.choices > 1 ? CHOOSING_PIECE_BYTES : PIECE_BYTES;
  while (bytes > CHOOSING_PIECE_BYTES && !fast_steps(many, bytes)) bytes /= 2;
  return bytes;
}

static bool may_go_on(sx_regex_worker *worker) {
  if (worker->check && !worker->stopped) worker->stopped = worker->check->run(worker->check->arg);
  return !worker->stopped;
}

/** Called where a match is tried, and before each part of a pattern that may take long. */
static int on_try(pcre2_callout_block *block, void *arg) {
  sx_regex_worker *worker = arg;
  size_t at = block->current_position;
  worker->work += 1 + (at > worker->at ? at - worker->at : worker->at - at);
  worker->at = at;
  if (worker->work > worker->most_work) return PCRE2_ERROR_MATCHLIMIT;
  bool is_due = worker->work >= worker->next_check || worker->stops >= worker->stops_between_checks;
  if (++worker->stops && !is_due) return 0;
  worker->stops = 0;
  worker->next_check = worker->work + WORK_BETWEEN_CHECKS;
  return may_go_on(worker) ? 0 : PCRE2_ERROR_CALLOUT;
}

/* ---- a thread's part ----------------------------------------------------------------------- */

static uint32_t count_groups(const pcre2_code *code) {
  uint32_t count = 0;
  pcre2_pattern_info(code, PCRE2_INFO_CAPTURECOUNT, &count);
  return count;
}

sx_status sx_regex_worker_init(sx_regex_worker *worker, const sx_regex_many *many,
                               const sx_regex_check *check) {
  *worker = (sx_regex_worker){.many = many, .check = check};
  worker->general = pcre2_general_context_create(take, give_back, NULL);
  if (!worker->general) return SX_NOMEM;
  worker->block = pcre2_match_data_create(count_groups(many->checked) + 1, worker->general);
  worker->context = pcre2_match_context_create(worker->general);
  if (!worker->block || !worker->context) return SX_NOMEM;
  pcre2_set_heap_limit(worker->context, MAX_HEAP_KIB);
  pcre2_set_callout(worker->context, on_try, worker);
  /* Without a stack of its own, or without machine code, it has the thread's. */
  worker->stack = pcre2_jit_stack_create(FIRST_STACK_BYTES, MAX_STACK_BYTES, worker->general);
  if (worker->stack) pcre2_jit_stack_assign(worker->context, NULL, worker->stack);
  return SX_OK;
}

void sx_regex_worker_release(sx_regex_worker *worker) {
  pcre2_jit_stack_free(worker->stack);
  pcre2_match_data_free(worker->block);
  pcre2_match_context_free(worker->context);
  pcre2_general_context_free(worker->general);
  *worker = (sx_regex_worker){0};
}

static sx_status status_of(const sx_regex_worker *worker, int code) {
  switch (code) {
  case PCRE2_ERROR_CALLOUT: return worker->stopped;
  case PCRE2_ERROR_NOMEMORY: return SX_NOMEM;
  case PCRE2_ERROR_MATCHLIMIT:
  case PCRE2_ERROR_DEPTHLIMIT:
  case PCRE2_ERROR_HEAPLIMIT:
  case PCRE2_ERROR_RECURSELOOP: return SX_MATCH_LIMIT;
  default: return SX_INTERNAL;
  }
}

/** Which code searches, and how far. NULL where it takes callouts, and they are not allowed. */
static const pcre2_code *choose_code(sx_regex_worker *worker, const sx_regex_subject *subject,
                                     size_t from) {
  const sx_regex_many *many = worker->many;
  size_t len = subject->text.len;
  uint32_t steps =
      subject->may_take_long ? slow_steps(many->regex, len) : fast_steps(many, len - from);
  pcre2_set_match_limit(worker->context, steps);
  worker->work = 0;
  worker->next_check = WORK_BETWEEN_CHECKS;
  worker->at = from;
  worker->most_work = MAX_WORK + MAX_WORK_A_BYTE * len;
  worker->stops_between_checks = sx_regex__stops_between_checks(many->regex, len);
  if (subject->may_take_long) return many->checked;
  if (!steps) return NULL;
  return subject->is_ascii && many->ascii ? many->ascii : many->fast;
}

sx_status sx_regex_worker_find(sx_match_span *out, sx_regex_worker *worker,
                               const sx_regex_subject *subject, size_t from) {
  const pcre2_code *code = choose_code(worker, subject, from);
  const unsigned char *text = (const unsigned char *)subject->text.ptr;
  size_t len = subject->text.len;
  *out = (sx_match_span){SX_STR_NONE, SX_STR_NONE};
  if (!code) return SX_MATCH_LIMIT;
  if (++worker->searches % SEARCHES_BETWEEN_CHECKS == 0 && !may_go_on(worker))
    return worker->stopped;
  int count =
      pcre2_match(code, text, len, from, PCRE2_NO_UTF_CHECK, worker->block, worker->context);
  if (count == PCRE2_ERROR_JIT_STACKLIMIT)
    count = pcre2_match(code, text, len, from, PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT, worker->block,
                        worker->context);
  if (count == PCRE2_ERROR_NOMATCH) return SX_OK;
  if (count < 0) return status_of(worker, count);
  const size_t *ends = pcre2_get_ovector_pointer(worker->block);
  if (!ends || ends[1] < from || ends[1] > len) return SX_INTERNAL;
  /* \K in a lookahead may put the start after the end. */
  size_t start = ends[0] < ends[1] ? ends[0] : ends[1];
  *out = (sx_match_span){start < from ? from : start, ends[1]};
  return SX_OK;
}
