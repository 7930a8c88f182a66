#include "parse/parse.h"

#include "base/mem.h"
#include "os/clock.h"
#include "parse/branches.h"
#include "parse/memory.h"
#include "parse/plain.h"
#include "parse/reading.h"
#include "parse/scanners.h"
#include "syntax/c_scan.h"

enum { LOOKS_PER_CLOCK = 16 };
/* The text is given to the parser in these, each time with a look at the clock. */
#define PART_BYTES 4096

/* A tree takes ten to twenty times as much as its text; a text may be made to take far more. Two
 * threads read at a time, in a process that may take 1 GB. */
#define MAX_TREE_BYTES ((size_t)256 << 20)

/* A part of the time may go by with the tree of the text before. */
#define EDITED_PART 4

struct sx_parser {
  TSParser *parser;
  TSQueryCursor *cursor;
  sx_query **queries; /* by sx_syntax_language_index; NULL until it is needed */
  sx_trees trees;
};

typedef struct source {
  sx_str text;
  sx_deadline *until;
  size_t given; /* up to there, last */
  bool has_ended;
} source;

sx_status sx_parser_new(sx_parser **out, sx_err *err) {
  size_t count;
  sx_syntax_language_list(&count);
  sx_parser *parser = sx_calloc(1, sizeof *parser);
  *out = parser;
  if (!parser) return sx_fail(err, SX_NOMEM, NULL);
  parser->queries = sx_calloc(count, sizeof *parser->queries);
  if (!parser->queries) {
    sx_parser_free(parser);
    *out = NULL;
    return sx_fail(err, SX_NOMEM, NULL);
  }
  parser->parser = ts_parser_new();
  parser->cursor = ts_query_cursor_new();
  return SX_OK;
}

void sx_parser_free(sx_parser *parser) {
  if (!parser) return;
  size_t count;
  sx_syntax_language_list(&count);
  for (size_t i = 0; i < count && parser->queries; i++) sx_query_free(parser->queries[i]);
  sx_free(parser->queries);
  sx_trees_clear(&parser->trees);
  if (parser->cursor) ts_query_cursor_delete(parser->cursor);
  if (parser->parser) ts_parser_delete(parser->parser);
  sx_free(parser);
}

/* ---- limits ---------------------------------------------------------------------------------- */

static sx_deadline start_time(uint32_t time_ms) {
  return (sx_deadline){.start_ms = sx_clock_thread_ms(), .time_ms = time_ms};
}

static bool has_passed(sx_deadline *d) {
  if (d->time_ms && sx_clock_span_ms(d->start_ms, sx_clock_thread_ms()) > d->time_ms)
    d->has_passed = true;
  return d->has_passed;
}

/* A parser asks every few microseconds, and a look at a thread's clock is a call of the system. */
static bool has_passed_by_now(sx_deadline *d) {
  return d->looks++ % LOOKS_PER_CLOCK ? d->has_passed : has_passed(d);
}

static bool stops_parsing(TSParseState *state) {
  return has_passed_by_now(state->payload);
}

static bool stops_matching(TSQueryCursorState *state) {
  return has_passed_by_now(state->payload);
}

/* ---- one text -------------------------------------------------------------------------------- */

/* A scanner may read on and on for one token, and is not asked to stop: the text ends for it then.
 */
static const char *read_text(void *payload, uint32_t at, TSPoint place, uint32_t *len) {
  source *from = payload;
  (void)place;
  sx_str part = sx_str_slice(from->text, at, (size_t)at + PART_BYTES);
  /* The rest of a character that the last part had the start of must be there. */
  bool is_in_character = at < from->given && at + 4 > from->given;
  if (has_passed(from->until) && !is_in_character) {
    part = from->has_ended ? SX_STR("") : SX_STR("\n"); /* see plain.h */
    from->has_ended = true;
  }
  from->given = at + part.len;
  *len = (uint32_t)part.len;
  return part.ptr;
}

/* A text that takes too much memory is cut as one that takes too long. The parser that was at it is
 * lost: what it had from before is never given back. */
static TSTree *parse_guarded(sx_reading *reading, const TSTree *old, TSInput input,
                             TSParseOptions options) {
  jmp_buf out;
  if (setjmp(out)) {
    reading->parser->parser = ts_parser_new();
    reading->until->has_passed = true;
    return NULL;
  }
  TSParser *parser = reading->parser->parser;
  sx_parse_guard_begin(&out, MAX_TREE_BYTES);
  TSTree *tree = ts_parser_parse_with_options(parser, old, input, options);
  ts_parser_reset(parser);
  sx_parse_guard_end();
  return tree;
}

/* `old`: a tree that was edited to be that of the text, or NULL. */
static TSTree *parse(sx_reading *reading, const TSTree *old, const TSRange *ranges,
                     uint32_t count) {
  TSParser *parser = reading->parser->parser;
  sx_deadline *until = reading->until;
  source from = {.text = reading->text, .until = until};
  TSInput input = {.payload = &from, .read = read_text, .encoding = TSInputEncodingUTF8};
  TSParseOptions options = {.payload = until, .progress_callback = stops_parsing};
  if (!ts_parser_set_language(parser, reading->query->grammar->get()) ||
      !ts_parser_set_included_ranges(parser, ranges, count))
    return NULL;
  TSTree *tree = parse_guarded(reading, old, input, options);
  if (!until->has_passed) return tree;
  if (tree) ts_tree_delete(tree); /* of a text that seemed to end */
  return NULL;
}

TSTree *sx_reading__parse(sx_reading *reading, const TSRange *ranges, uint32_t count) {
  return parse(reading, NULL, ranges, count);
}

/* By the tree of the file's last text. A tree with errors depends on what was read before, so it
 * does not count. NULL: the text is to be read from nothing. */
static TSTree *parse_edited(sx_reading *reading, sx_tree *old) {
  uint32_t part_ms = reading->time_ms / EDITED_PART;
  if (!old->tree || !sx_tree_edit(old, reading->text)) return NULL;
  *reading->until = start_time(reading->time_ms && !part_ms ? 1 : part_ms);
  TSTree *tree = parse(reading, old->tree, NULL, 0);
  if (!tree || !ts_node_has_error(ts_tree_root_node(tree))) return tree;
  ts_tree_delete(tree);
  return NULL;
}

static sx_tree take_old(sx_reading *reading) {
  sx_trees *trees = &reading->parser->trees;
  const sx_grammar *grammar = reading->query->grammar;
  if (reading->file != SX_TREES_NO_FILE)
    return reading->file ? sx_trees_take(trees, grammar, reading->file) : (sx_tree){0};
  sx_tree old = sx_trees_take_like(trees, grammar, reading->text);
  if (old.tree) reading->file = old.file;
  return old;
}

/* `*bytes` are without those that the parser keeps for the next text. */
TSTree *sx_reading__parse_file(sx_reading *reading, size_t *bytes) {
  size_t before = sx_parse_memory_bytes();
  sx_tree old = take_old(reading);
  size_t own = old.bytes - old.text_bytes;
  TSTree *tree = parse_edited(reading, &old);
  sx_tree_free(&old);
  *reading->until = start_time(reading->time_ms);
  if (!tree) tree = parse(reading, NULL, NULL, 0);
  size_t after = sx_parse_memory_bytes() + own;
  *bytes = after > before ? after - before : 0;
  return tree;
}

/* Where a scanner has forgotten something, a tree does not show that it has. */
void sx_reading__keep(sx_reading *reading, TSTree *tree, size_t bytes) {
  if (reading->file && !sx_scanners_have_forgotten())
    sx_trees_add(&reading->parser->trees, reading->query->grammar, reading->file, tree,
                 reading->text, bytes);
  else
    ts_tree_delete(tree);
}

void sx_reading__match(sx_reading *reading, const TSTree *tree) {
  TSQueryMatch match;
  TSQueryCursor *cursor = reading->parser->cursor;
  sx_gathered *gathered = &reading->gathered;
  TSQueryCursorOptions options = {.payload = reading->until, .progress_callback = stops_matching};
  gathered->reading++;
  ts_query_cursor_exec_with_options(cursor, gathered->query->compiled, ts_tree_root_node(tree),
                                    &options);
  while (!gathered->scratch->status && ts_query_cursor_next_match(cursor, &match))
    sx_gathered_add(gathered, &match);
}

/* A grammar takes all that a macro is given for a heap of tokens, though it may be declarations.
 * Where it is none, reading it as such has errors. */
static void match_again(sx_reading *reading) {
  sx_gathered *gathered = &reading->gathered;
  for (size_t i = 0; i < gathered->again.len && !reading->until->has_passed; i++) {
    TSRange within = gathered->again.items[i]; /* the list grows */
    TSTree *tree = sx_reading__parse(reading, &within, 1);
    if (!tree) return;
    if (!ts_node_has_error(ts_tree_root_node(tree))) sx_reading__match(reading, tree);
    ts_tree_delete(tree);
  }
}

static void read_tree(sx_reading *reading, const TSTree *tree, const sx_syntax_language *language) {
  sx_reading__match(reading, tree);
  if (sx_syntax_language_is_code(language))
    sx_reading__recover(reading, tree, sx_str_from(language->row));
}

/* Reads `tree`, of reading->text: what is in these ranges. */
static void read_within(sx_reading *reading, const TSTree *tree, const sx_branches *branches,
                        const sx_syntax_language *language) {
  reading->gathered.within = branches->fresh.items;
  reading->gathered.within_count = branches->fresh.len;
  read_tree(reading, tree, language);
  reading->gathered.within_count = 0;
}

/* Each text in turn, the last in reading->text. False: the time was over before the first, which
 * has most of it, was read. */
static bool read_texts(sx_reading *reading, sx_branches *branches,
                       const sx_syntax_language *language) {
  while (sx_branches_next(branches, &reading->text, reading->gathered.scratch)) {
    TSTree *one = sx_reading__parse(reading, NULL, 0);
    reading->gathered.branches = branches->count;
    if (one) read_within(reading, one, branches, language);
    if (one) ts_tree_delete(one);
    if (!one || reading->until->has_passed) return branches->count > 1;
  }
  return true;
}

/* Where conditions may be what the grammar takes for mistakes: each text of branches.h by itself,
 * and by `tree`, which is that of all, what was in none. False: `tree` is to be read, as there are
 * no conditions, or no time for them. */
static bool read_branches(sx_reading *reading, const TSTree *tree,
                          const sx_syntax_language *language) {
  sx_arena *scratch = reading->gathered.scratch;
  sx_str plain = reading->text;
  sx_branches branches;
  bool may_have_some = reading->query->grammar->flags & SX_GRAMMAR_BRANCHES;
  if (!may_have_some || !ts_node_has_error(ts_tree_root_node(tree))) return false;
  sx_branches_find(&branches, plain, sx_str_from(language->row), scratch);
  if (!branches.directives.len) return false;
  *reading->until = start_time(reading->time_ms); /* the tree had its own */
  bool is_read = read_texts(reading, &branches, language);
  reading->text = plain;
  reading->gathered.branches++; /* no text has what is left */
  if (!is_read) *reading->until = start_time(reading->time_ms);
  bool has_time = is_read && !reading->until->has_passed;
  if (has_time && sx_branches_rest(&branches, scratch))
    read_within(reading, tree, &branches, language);
  reading->gathered.branches = 0;
  return is_read;
}

/* The facts are of `text`; the grammar is given one with blanks. */
static sx_status read_text_facts(sx_text_facts *out, sx_reading *reading,
                                 const sx_syntax_language *language, sx_str text, sx_arena *arena,
                                 sx_err *err) {
  sx_arena scratch;
  sx_arena_init(&scratch, arena->max_bytes);
  sx_gathered_init(&reading->gathered, reading->query, text, &scratch);
  sx_status status = sx_parse_plain(&reading->text, reading->query->grammar, text, &scratch, err);
  size_t bytes = 0;
  sx_scanners_begin();
  TSTree *tree = status ? NULL : sx_reading__parse_file(reading, &bytes);
  if (tree) {
    if (!read_branches(reading, tree, language)) read_tree(reading, tree, language);
    match_again(reading);
    status = sx_gathered_finish(&reading->gathered, out, arena, err);
    sx_reading__keep(reading, tree, bytes);
  }
  bool is_cut = !tree || reading->until->has_passed || sx_scanners_have_forgotten();
  if (is_cut) out->extent = SX_FACTS_CUT;
  sx_arena_release(&scratch);
  return status;
}

static sx_status read_by_grammar(sx_text_facts *out, sx_parser *parser,
                                 const sx_syntax_language *language, sx_str text, uint32_t file,
                                 const sx_parse_limits *limits, sx_arena *arena, sx_err *err) {
  sx_query **query = &parser->queries[sx_syntax_language_index(language)];
  const sx_grammar *grammar = sx_grammar_find(sx_str_from(language->name));
  if (!grammar) return sx_fail(err, SX_INTERNAL, "no grammar for %s", language->name);
  sx_status status = *query ? SX_OK : sx_query_new(query, grammar, err);
  if (status) return status;
  sx_deadline until = start_time(limits->time_ms);
  sx_reading reading = {
      .parser = parser, .query = *query, .file = file, .time_ms = limits->time_ms, .until = &until};
  return read_text_facts(out, &reading, language, text, arena, err);
}

sx_status sx_parse_facts_of_file(sx_text_facts *out, sx_parser *parser,
                                 const sx_syntax_language **language, sx_str text, uint32_t file,
                                 const sx_parse_limits *limits, sx_arena *arena, sx_err *err) {
  *out = (sx_text_facts){0};
  if (text.len > limits->bytes) {
    out->extent = SX_FACTS_TOO_BIG;
    return SX_OK;
  }
  if ((*language)->reader == SX_SYNTAX_SCAN) {
    bool is_cpp;
    sx_status status = sx_c_scan(&out->facts, &out->imports, &is_cpp, text, arena, err);
    if (status || !is_cpp) return status;
    *out = (sx_text_facts){0};
    *language = sx_syntax_language_named(SX_STR("cpp"));
  }
  return read_by_grammar(out, parser, *language, text, file, limits, arena, err);
}

sx_status sx_parse_facts(sx_text_facts *out, sx_parser *parser, const sx_syntax_language **language,
                         sx_str text, const sx_parse_limits *limits, sx_arena *arena, sx_err *err) {
  return sx_parse_facts_of_file(out, parser, language, text, 0, limits, arena, err);
}
