/*
 * Fuzz target: what an edited text declares is the same, whether it is read with the tree of the
 * text before or from nothing. The first byte is the language, the next two are where the edit is
 * and how much it removes; a quarter of the rest is what it adds. tree-sitter and its memory have
 * no sanitizer, as in parse_fuzz.c.
 */
#include "parse/parse.h"
#include "syntax/facts_wire.h"

#include <tree_sitter/api.h>

#define HEAD_BYTES 3
#define MAX_BYTES 4096
#define ARENA_BYTES (16u << 20)

/* glibc's own, which no sanitizer sees. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *ptr, size_t size);
void __libc_free(void *ptr);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static sx_parser *parser;

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static sx_facts_extent show(sx_buf *out, const sx_syntax_language *language, sx_str text,
                            uint32_t file) {
  sx_parse_limits limits = SX_PARSE_LIMITS;
  sx_text_facts facts;
  sx_arena arena;
  sx_arena_init(&arena, ARENA_BYTES);
  sx_buf_init(out, ARENA_BYTES);
  check(!sx_parse_facts_of_file(&facts, parser, &language, text, file, &limits, &arena, NULL));
  sx_facts_write(out, &facts, sx_str_from(language->name));
  check(!out->status);
  sx_arena_release(&arena);
  return facts.extent;
}

static void compare(const sx_syntax_language *language, sx_str text) {
  sx_buf again, fresh;
  bool is_whole = show(&again, language, text, 1) == SX_FACTS_WHOLE;
  /* A fresh text has less time for its query. */
  is_whole &= show(&fresh, language, text, 0) == SX_FACTS_WHOLE;
  check(!is_whole || sx_str_is_equal(sx_buf_str(&again), sx_buf_str(&fresh)));
  sx_buf_release(&again);
  sx_buf_release(&fresh);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sx_buf before, edited;
  size_t count;
  if (size < HEAD_BYTES || size > MAX_BYTES) return 0;
  if (!parser) {
    ts_set_allocator(__libc_malloc, __libc_calloc, __libc_realloc, __libc_free);
    check(!sx_parser_new(&parser, NULL));
  }
  const sx_syntax_language *rows = sx_syntax_language_list(&count);
  const sx_syntax_language *language = &rows[data[0] % count];
  sx_str rest = sx_str_make((const char *)data + HEAD_BYTES, size - HEAD_BYTES);
  sx_str added = sx_str_slice(rest, 0, rest.len / 4);
  sx_str text = sx_str_slice(rest, added.len, rest.len);
  size_t at = text.len * data[1] / 255, end = at + data[2] % 16;
  sx_buf_init(&edited, ARENA_BYTES);
  sx_buf_add(&edited, sx_str_slice(text, 0, at));
  sx_buf_add(&edited, added);
  sx_buf_add(&edited, sx_str_slice(text, end, text.len));
  sx_buf_init(&before, ARENA_BYTES);
  sx_buf_add(&before, text);
  /* Kotlin's scanner does not end at the end of a text that is in an annotation. */
  sx_buf_add_char(&before, '\n');
  sx_buf_add_char(&edited, '\n');
  compare(language, sx_buf_str(&before));
  compare(language, sx_buf_str(&edited));
  sx_buf_release(&before);
  sx_buf_release(&edited);
  return 0;
}
