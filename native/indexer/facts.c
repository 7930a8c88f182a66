#include "indexer/facts.h"

#include "base/mem.h"
#include "os/parallel.h"
#include "os/self.h"
#include "parse/memory.h"
#include "parse/parse.h"
#include "parse/tree.h"
#include "syntax/facts_wire.h"
#include "syntax/tree_wire.h"

#include <stdio.h>

#define ARENA_BYTES ((size_t)256 << 20)
/* The tree of a text of 10,000 lines is 6 MB, and parsing it takes as much. */
#define KEPT_BYTES ((size_t)16 << 20)
#define ANSWER_BYTES ((size_t)256 << 20)
/* Who asks ends the process long before, unless that has ended itself. */
#define TEXT_SECONDS 20

typedef struct host {
  sx_parser *parser;
  sx_parse_limits limits, tree_limits;
  char *text; /* tree_limits.bytes of room, which is more than those of facts */
  sx_err *err;
} host;

/* Reads a line; false at the end of the input. */
static bool read_line(char line[SX_FACTS_LINE_BYTES], size_t *len) {
  for (*len = 0; *len < SX_FACTS_LINE_BYTES; (*len)++) {
    int c = getchar();
    if (c == EOF) return false;
    if (c == '\n') return true;
    line[*len] = (char)c;
  }
  return true; /* too long for a question */
}

static bool read_text(host *h, uint32_t bytes) {
  if (bytes <= h->tree_limits.bytes) return fread(h->text, 1, bytes, stdin) == bytes;
  for (uint32_t i = 0; i < bytes; i++)
    if (getchar() == EOF) return false;
  return true;
}

typedef struct question {
  sx_str name; /* of the language */
  uint32_t bytes, file;
  bool is_tree;
  sx_tree_query tree;
} question;

static sx_status write_facts(host *h, question *q, const sx_syntax_language *language, sx_buf *out,
                             sx_arena *arena) {
  sx_text_facts facts = {.extent = language ? SX_FACTS_TOO_BIG : SX_FACTS_UNREAD};
  sx_str text = sx_str_make(h->text, q->bytes);
  sx_status status = SX_OK;
  if (language && q->bytes <= h->limits.bytes)
    status = sx_parse_facts_of_file(&facts, h->parser, &language, text, q->file, &h->limits, arena,
                                    h->err);
  if (!status) sx_facts_write(out, &facts, language ? sx_str_from(language->name) : q->name);
  return status;
}

static sx_status write_tree(host *h, question *q, const sx_syntax_language *language, sx_buf *out,
                            sx_arena *arena) {
  sx_syntax_tree tree = {.extent = language ? SX_FACTS_TOO_BIG : SX_FACTS_UNREAD};
  sx_str text = sx_str_make(h->text, q->bytes);
  sx_status status = sx_strs_add(&tree.names, SX_STR(""), arena, h->err);
  if (!status && language && q->bytes <= h->tree_limits.bytes)
    status =
        sx_parse_tree(&tree, h->parser, &language, text, &q->tree, &h->tree_limits, arena, h->err);
  if (!status) sx_tree_write(out, &tree, language ? sx_str_from(language->name) : q->name);
  return status;
}

static sx_status answer(host *h, question *q) {
  sx_arena arena;
  sx_buf out;
  const sx_syntax_language *language = sx_syntax_language_named(q->name);
  sx_arena_init(&arena, ARENA_BYTES);
  sx_buf_init(&out, ANSWER_BYTES);
  sx_status status = (q->is_tree ? write_tree : write_facts)(h, q, language, &out, &arena);
  if (!status && out.status) status = sx_fail(h->err, out.status, NULL);
  if (!status && (fwrite(out.ptr, 1, out.len, stdout) != out.len || fflush(stdout)))
    status = sx_fail(h->err, SX_IO, "cannot write the answer");
  sx_buf_release(&out);
  sx_arena_release(&arena);
  return status;
}

static bool read_question(question *q, sx_str line) {
  *q = (question){.is_tree = sx_str_has_prefix(line, SX_STR("tree "))};
  return q->is_tree ? sx_tree_question(line, &q->name, &q->bytes, &q->tree)
                    : sx_facts_question(line, &q->name, &q->bytes, &q->file);
}

static sx_status answer_all(host *h) {
  char line[SX_FACTS_LINE_BYTES];
  size_t len;
  sx_status status = SX_OK;
  while (!status && read_line(line, &len)) {
    question q;
    if (!read_question(&q, sx_str_make(line, len)))
      return sx_fail(h->err, SX_BAD_MESSAGE, "not a question: [tree] LANGUAGE LENGTH …");
    if (!read_text(h, q.bytes)) return sx_fail(h->err, SX_BAD_MESSAGE, "the input ends in a text");
    sx_self_limit_step(TEXT_SECONDS);
    status = answer(h, &q);
    sx_self_limit_step(0);
  }
  return status;
}

static sx_status run(void *arg, size_t worker, size_t from, size_t to) {
  (void)worker, (void)from, (void)to;
  return answer_all(arg);
}

sx_status sx_indexer_facts(sx_err *err) {
  host h = {.limits = SX_PARSE_LIMITS, .tree_limits = SX_PARSE_TREE_LIMITS, .err = err};
  sx_parse_set_memory();
  sx_self_keep_memory(KEPT_BYTES);
  sx_status status = sx_parser_new(&h.parser, err);
  if (status) return status;
  h.text = sx_malloc(h.tree_limits.bytes);
  const sx_parallel work = {.count = 1,
                            .chunk = 1,
                            .threads = 1,
                            .stack_bytes = SX_PARSE_STACK_BYTES,
                            .run = run,
                            .arg = &h};
  status = h.text ? sx_parallel_run(&work) : sx_fail(err, SX_NOMEM, NULL);
  sx_free(h.text);
  sx_parser_free(h.parser);
  return status;
}
