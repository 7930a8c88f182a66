#include "parse_scene.h"

#include <tree_sitter/api.h>

#include <stdlib.h>

/*
 * The memory of tree-sitter never fails, as it cannot go on then, and has no sanitizer: with
 * ASan's, compiling the queries of some languages takes most of the time. Blocks are counted.
 */
#ifdef __GLIBC__
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *ptr, size_t size);
void __libc_free(void *ptr);
#define malloc __libc_malloc
#define calloc __libc_calloc
#define realloc __libc_realloc
#define free __libc_free
#endif

static size_t taken_count;

static void *taken(void *block, bool is_new) {
  if (!block) _Exit(2);
  if (is_new) sx_test_count_block(true);
  if (is_new) taken_count++;
  return block;
}

size_t sx_scene_blocks(void) {
  return taken_count;
}

static void *take(size_t size) {
  return taken(malloc(size ? size : 1), true);
}

static void *take_zeroed(size_t count, size_t size) {
  return taken(calloc(count ? count : 1, size ? size : 1), true);
}

static void *resize(void *ptr, size_t size) {
  return taken(realloc(ptr, size ? size : 1), !ptr);
}

static void give_back(void *ptr) {
  if (ptr) sx_test_count_block(false);
  free(ptr);
}

static void free_parser(void *parser) {
  sx_parser_free(parser);
}

sx_parser *sx_scene_parser(void) {
  sx_parser *parser;
  ts_set_allocator(take, take_zeroed, resize, give_back);
  if (sx_parser_new(&parser, sx_test_err())) return NULL;
  sx_test_defer(free_parser, parser);
  return parser;
}

static uint32_t row_of(sx_str text, size_t at) {
  uint32_t row = 1;
  for (size_t i = 0; i < at; i++) row += text.ptr[i] == '\n';
  return row;
}

static void add_path(const sx_text_facts *facts, uint32_t i, sx_str text, sx_buf *out) {
  const sx_fact *fact = &facts->facts.items[i];
  if (fact->parent != SX_FACT_TOP) {
    add_path(facts, fact->parent, text, out);
    sx_buf_add_char(out, '.');
  }
  sx_buf_add(out, sx_fact_name(fact, text));
}

static void add_flags(const sx_fact *fact, sx_buf *out) {
  static const char *const names[] = {"static",   "declaration", "callable",  "nameless", "twin",
                                      "exported", "private",     "protected", "test"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (fact->flags >> i & 1) sx_buf_addf(out, " %s", names[i]);
}

static void add_bases(const sx_text_facts *facts, uint32_t index, sx_str text, sx_buf *out) {
  static const char *const kinds[] = {"extends", "implements", "of"};
  for (size_t i = 0; i < facts->bases.len; i++) {
    const sx_base *base = &facts->bases.items[i];
    if (base->fact != index) continue;
    sx_str name = sx_str_slice(text, base->start, base->end);
    sx_buf_addf(out, " %s:%.*s", kinds[base->kind], SX_STR_ARG(name));
  }
}

static void add_fact(const sx_text_facts *facts, uint32_t i, sx_str text, sx_buf *out) {
  const sx_fact *fact = &facts->facts.items[i];
  sx_buf_addf(out, "%u-%u ", row_of(text, fact->start), row_of(text, fact->end));
  sx_buf_add(out, sx_fact_kind_name((sx_fact_kind)fact->kind));
  sx_buf_add_char(out, ' ');
  add_path(facts, i, text, out);
  add_flags(fact, out);
  add_bases(facts, i, text, out);
  if (fact->body != fact->end) sx_buf_addf(out, " body:%u", row_of(text, fact->body));
  sx_buf_add_char(out, '\n');
}

void sx_scene_show(const sx_text_facts *facts, sx_str text, sx_buf *out) {
  static const char *const kinds[] = {"whole", "from",   "name",   "reexport", "call",
                                      "types", "quoted", "angled", "part"};
  for (uint32_t i = 0; i < facts->facts.len; i++) add_fact(facts, i, text, out);
  for (size_t i = 0; i < facts->imports.len; i++) {
    const sx_text_import *import = &facts->imports.items[i];
    sx_str name = sx_str_slice(text, import->start, import->end);
    sx_buf_addf(out, "%u import %s %.*s\n", row_of(text, import->start), kinds[import->kind],
                SX_STR_ARG(name));
  }
}
