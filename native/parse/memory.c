#include "parse/memory.h"

#include "base/mem.h"

#include <tree_sitter/api.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void end_without_memory(size_t size) {
  fprintf(stderr, "no memory for a syntax tree (%zu bytes)\n", size);
  fflush(stderr);
  _Exit(SX_PARSE_EXIT_MEMORY);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* Before each block, as long as what follows it must be aligned to. */
typedef union head {
  struct {
    union head *former, *next; /* taken under the same guard */
    size_t size;
    uint64_t guard;
  } is;
  long double number;
} head;

/* Each thread has its own. */
static _Thread_local struct {
  ptrdiff_t counted, most; /* below 0 where blocks of other threads were given back */
  uint64_t guard;          /* a number that no other has; 0: none */
  head *last;              /* block that was taken under it */
  jmp_buf *out;
} own;

size_t sx_parse_memory_bytes(void) {
  return own.counted > 0 ? (size_t)own.counted : 0;
}

static void put_in_list(head *block) {
  block->is.guard = own.guard;
  if (!own.guard) return;
  block->is.former = own.last;
  block->is.next = NULL;
  if (own.last) own.last->is.next = block;
  own.last = block;
}

/* A list ends with its guard, and then no block of it is looked at. */
static void take_from_list(head *block) {
  if (!own.guard || block->is.guard != own.guard) return;
  if (block->is.former) block->is.former->is.next = block->is.next;
  if (block->is.next)
    block->is.next->is.former = block->is.former;
  else
    own.last = block->is.former;
}

/* ---- guards ---------------------------------------------------------------------------------- */

void sx_parse_guard_begin(jmp_buf *out, size_t max_bytes) {
  static _Atomic uint64_t guards;
  own.guard = ++guards;
  own.most = own.counted + (ptrdiff_t)max_bytes;
  own.last = NULL;
  own.out = out;
}

void sx_parse_guard_end(void) {
  own.guard = 0;
}

static _Noreturn void give_up(size_t size) {
  if (!own.guard) end_without_memory(size);
  for (head *block = own.last; block;) {
    head *former = block->is.former;
    own.counted -= (ptrdiff_t)block->is.size;
    sx_free(block);
    block = former;
  }
  own.guard = 0;
  longjmp(*own.out, 1);
}

/* ---- tree-sitter's allocator ----------------------------------------------------------------- */

static void *resize(void *ptr, size_t size) {
  head *old = ptr ? (head *)ptr - 1 : NULL;
  size_t before = old ? old->is.size : 0, room = sizeof(head) + size;
  bool is_too_much = size > PTRDIFF_MAX - sizeof(head);
  ptrdiff_t more = is_too_much ? 0 : (ptrdiff_t)room - (ptrdiff_t)before;
  if (own.guard && !is_too_much) is_too_much = own.counted + more > own.most;
  if (is_too_much) give_up(size);
  if (old) take_from_list(old);
  head *block = sx_realloc(old, room);
  if (!block) {
    if (old) put_in_list(old);
    give_up(size);
  }
  block->is.size = room;
  own.counted += more;
  put_in_list(block);
  return block + 1;
}

static void *take(size_t size) {
  return resize(NULL, size);
}

static void *take_zeroed(size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) give_up(SIZE_MAX);
  void *taken = take(count * size);
  return memset(taken, 0, count * size);
}

static void give_back(void *ptr) {
  if (!ptr) return;
  head *block = (head *)ptr - 1;
  take_from_list(block);
  own.counted -= (ptrdiff_t)block->is.size;
  sx_free(block);
}

void sx_parse_set_memory(void) {
  ts_set_allocator(take, take_zeroed, resize, give_back);
}
