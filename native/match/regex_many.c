#include "match/regex_many.h"

#include "base/mem.h"
#include "match/regex_parts.h"

/* Steps from one place, without a check between the places of a piece of text… */
#define MAX_STEPS 20000
/* …and with one. */
#define MAX_CHECKED_STEPS 3000000
#define MAX_HEAP_KIB (32u << 10)
#define FIRST_STACK_BYTES ((size_t)32 << 10)
#define MAX_STACK_BYTES ((size_t)1 << 20)
#define TRIES_BETWEEN_CHECKS 8

struct sx_regex_many {
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
  many->checked = regex->code;
  form.is_unchecked = true;
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

/** Called where a match is tried by the checked code. */
static int on_try(pcre2_callout_block *block, void *arg) {
  (void)block;
  sx_regex_worker *worker = arg;
  if (!worker->check || ++worker->tries % TRIES_BETWEEN_CHECKS) return 0;
  worker->stopped = worker->check->run(worker->check->arg);
  return worker->stopped ? PCRE2_ERROR_CALLOUT : 0;
}

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

sx_status sx_regex_worker_find(sx_match_span *out, sx_regex_worker *worker,
                               const sx_regex_subject *subject, size_t from) {
  const sx_regex_many *many = worker->many;
  const pcre2_code *code = subject->may_take_long             ? many->checked
                           : subject->is_ascii && many->ascii ? many->ascii
                                                              : many->fast;
  const unsigned char *text = (const unsigned char *)subject->text.ptr;
  size_t len = subject->text.len;
  *out = (sx_match_span){SX_STR_NONE, SX_STR_NONE};
  pcre2_set_match_limit(worker->context, subject->may_take_long ? MAX_CHECKED_STEPS : MAX_STEPS);
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
