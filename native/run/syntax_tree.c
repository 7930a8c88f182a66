#include "run/syntax_tree.h"

#include "answer/facts.h"
#include "answer/pager.h"
#include "base/byte.h"
#include "base/map.h"
#include "base/utf8.h"
#include "flow/syntax_errors.h"
#include "semantic/certainty.h"
#include "text/tokens.h"
#include "workspace/facts_host.h"

/* Unless more levels are asked for: lines far to the right are hard to read. */
#define ANY_DEPTH 40
/* More than that fits into no answer; a depth that is asked for is answered in pages. */
#define NODES_THAT_FIT 6000
#define MOST_NODES 20000
#define MAX_TEXT_BYTES 60
#define MAX_SHOWN_ERRORS 20
/* For the head and the cursor. A fact takes about so many times the tokens of its line. */
#define FRAME_TOKENS 160
#define FACT_TOKENS 3

/* ---- a line of the tree ---------------------------------------------------------------------- */

typedef struct tree_page {
  const sx_tree_source *source;
  const sx_syntax_tree *tree;
  uint32_t depth;  /* of the deepest level that is shown, from the first node on */
  uint32_t *shown; /* indexes of the nodes down to there */
  size_t count;
} tree_page;

static sx_str text_of(const tree_page *page, uint32_t start, uint32_t end) {
  return sx_str_slice(page->source->lines->text, start, end);
}

static sx_str first_line(sx_str text) {
  size_t end = 0;
  while (end < text.len && !sx_byte_is_line_end(text.ptr[end])) end++;
  return sx_str_slice(text, 0, end);
}

/* "[3:1-4:16]" */
static void add_range(sx_buf *out, const sx_lines *lines, uint32_t start, uint32_t end) {
  sx_pos16 from = sx_pos16_at(lines, start), to = sx_pos16_at(lines, end);
  sx_buf_addf(out, "[%u:%u-%u:%u]", from.line + 1, from.character + 1, to.line + 1,
              to.character + 1);
}

static bool is_last_level(const tree_page *page, const sx_tree_node *node) {
  return node->depth == page->depth && node->inner;
}

static void add_node(sx_buf *out, const tree_page *page, const sx_tree_node *node) {
  sx_str kind = page->tree->names.items[node->kind], field = page->tree->names.items[node->field];
  sx_str text = text_of(page, node->start, node->end);
  bool is_token = !(node->flags & SX_TREE_NAMED);
  sx_buf_add_repeat(out, ' ', 2ul * node->depth);
  if (field.len) sx_buf_addf(out, "%.*s: ", SX_STR_ARG(field));
  if (node->flags & SX_TREE_MISSING) sx_buf_add_text(out, "MISSING ");
  if (is_token)
    sx_syntax_quote(out, kind);
  else
    sx_buf_add(out, kind);
  sx_buf_add_char(out, ' ');
  add_range(out, page->source->lines, node->start, node->end);
  bool is_last = is_last_level(page, node);
  if (is_last) sx_buf_addf(out, " (%u node%s)", node->inner, node->inner == 1 ? "" : "s");
  if (!is_token && text.len && (is_last || !node->inner)) {
    sx_buf_add_char(out, ' ');
    sx_syntax_quote(out, is_last ? first_line(text) : text);
  }
  sx_buf_add_char(out, '\n');
}

/* ---- facts ----------------------------------------------------------------------------------- */

static void put_range(cJSON *fact, const sx_lines *lines, uint32_t start, uint32_t end) {
  sx_pos16 to = sx_pos16_at(lines, end);
  sx_facts_position(fact, sx_pos16_at(lines, start));
  cJSON_AddNumberToObject(fact, "end_line", to.line + 1.0);
  cJSON_AddNumberToObject(fact, "end_column", to.character);
}

static cJSON *make_fact(const tree_page *page, const sx_tree_node *node) {
  cJSON *fact = cJSON_CreateObject();
  sx_str text = text_of(page, node->start, node->end);
  sx_answer_fact(fact, "type", page->tree->names.items[node->kind]);
  if (node->field) sx_answer_fact(fact, "field", page->tree->names.items[node->field]);
  put_range(fact, page->source->lines, node->start, node->end);
  if (node->flags & SX_TREE_MISSING) cJSON_AddBoolToObject(fact, "missing", true);
  if (is_last_level(page, node)) cJSON_AddNumberToObject(fact, "left_out", node->inner);
  if (!node->inner && (node->flags & SX_TREE_NAMED))
    sx_answer_fact(fact, "text",
                   sx_str_slice(text, 0, sx_utf8_floor(text.ptr, text.len, MAX_TEXT_BYTES)));
  return fact;
}

/* The page's facts stand one after the other, as they were counted: each goes into the one above
 * it, if that is on the page. */
static void nest_facts(const tree_page *page, cJSON *list, size_t first) {
  cJSON *above[SX_TREE_MAX_DEPTH + SX_TREE_MAX_OUTER + 1] = {NULL}, *next;
  size_t i = first;
  for (cJSON *fact = list->child; fact; fact = next, i++) {
    uint32_t depth = page->tree->nodes.items[page->shown[i]].depth;
    cJSON *outer = depth ? above[depth - 1] : NULL;
    next = fact->next;
    above[depth] = fact;
    if (!outer) continue;
    cJSON *children = cJSON_GetObjectItemCaseSensitive(outer, "children");
    if (!children) children = cJSON_AddArrayToObject(outer, "children");
    if (children) sx_answer_push(children, cJSON_DetachItemViaPointer(list, fact));
  }
}

/* ---- errors ---------------------------------------------------------------------------------- */

static sx_status write_errors(const tree_page *page, sx_answer *answer, sx_err *err) {
  const sx_syntax_tree *tree = page->tree;
  cJSON *facts = cJSON_AddArrayToObject(answer->facts, "errors");
  sx_status status = SX_OK;
  sx_buf message;
  sx_buf_init(&message, 4096);
  for (size_t i = 0; i < tree->errors.len; i++) {
    const sx_tree_error *error = &tree->errors.items[i];
    sx_pos16 at = sx_pos16_at(page->source->lines, error->start);
    sx_buf_clear(&message);
    sx_syntax_error_describe(&message, tree, error, page->source->lines->text);
    if (message.status == SX_NOMEM) status = SX_NOMEM;
    cJSON *fact = cJSON_CreateObject();
    sx_facts_position(fact, at);
    sx_answer_fact(fact, "message", sx_buf_str(&message));
    sx_answer_push(facts, fact);
    if (i < MAX_SHOWN_ERRORS)
      sx_buf_addf(&answer->text, "Syntax error at %u:%u: %.*s\n", at.line + 1, at.character + 1,
                  SX_STR_ARG(sx_buf_str(&message)));
  }
  sx_buf_release(&message);
  if (tree->error_count > MAX_SHOWN_ERRORS)
    sx_buf_addf(&answer->text, "[%u more syntax errors]\n", tree->error_count - MAX_SHOWN_ERRORS);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* ---- how deep -------------------------------------------------------------------------------- */

/* The deepest level down to which all lines fit; one below the first node at least. */
static uint32_t find_depth_that_fits(tree_page *page, const sx_answer *answer, sx_arena *arena) {
  const sx_syntax_tree *tree = page->tree;
  uint64_t tokens[SX_TREE_MAX_DEPTH + SX_TREE_MAX_OUTER + 1] = {0}, sum = 0;
  size_t room = sx_answer_room(answer, FRAME_TOKENS);
  sx_buf line;
  sx_buf_init(&line, 8192);
  page->depth = SX_TREE_MAX_DEPTH + SX_TREE_MAX_OUTER + 1;
  for (size_t i = 0; i < tree->nodes.len; i++) {
    sx_buf_clear(&line);
    add_node(&line, page, &tree->nodes.items[i]);
    if (line.status == SX_NOMEM) arena->status = SX_NOMEM;
    tokens[tree->nodes.items[i].depth] +=
        sx_tokens_count(sx_buf_str(&line)) * (answer->is_structured ? FACT_TOKENS : 1);
  }
  sx_buf_release(&line);
  uint32_t depth = 0, last = tree->outer + tree->depth;
  for (sum = tokens[0]; depth < last && sum + tokens[depth + 1] <= room; depth++)
    sum += tokens[depth + 1];
  uint32_t least = tree->outer + 1 < last ? tree->outer + 1 : last;
  return depth > least ? depth : least;
}

static sx_status choose_nodes(tree_page *page, sx_call *call, const sx_tree_request *request,
                              const sx_answer *answer, sx_err *err) {
  const sx_syntax_tree *tree = page->tree;
  uint32_t whole = tree->outer + tree->depth;
  page->depth = request->depth ? whole : find_depth_that_fits(page, answer, call->arena);
  page->shown = sx_arena_calloc(call->arena, tree->nodes.len + 1, sizeof *page->shown);
  if (!page->shown) return sx_fail(err, call->arena->status, NULL);
  for (size_t i = 0; i < tree->nodes.len; i++)
    if (tree->nodes.items[i].depth <= page->depth) page->shown[page->count++] = (uint32_t)i;
  return SX_OK;
}

/* ---- the answer ------------------------------------------------------------------------------ */

static void write_head(const tree_page *page, sx_str read_as, const sx_tree_request *request,
                       sx_answer *answer) {
  const sx_syntax_tree *tree = page->tree;
  uint32_t depth = page->depth - tree->outer;
  sx_buf *text = &answer->text;
  sx_buf_add(text, page->source->shown);
  if (request->first_line && request->first_line == request->end_line)
    sx_buf_addf(text, ", line %u", request->first_line);
  else if (request->first_line)
    sx_buf_addf(text, ", lines %u-%u", request->first_line, request->end_line);
  sx_buf_addf(text, ": %.*s, %u node%s, ", SX_STR_ARG(read_as), tree->total,
              tree->total == 1 ? "" : "s");
  if (tree->error_count)
    sx_buf_addf(text, "%u syntax error%s", tree->error_count, tree->error_count == 1 ? "" : "s");
  else
    sx_buf_add_text(text, "no syntax errors");
  if (depth < tree->deepest)
    sx_buf_addf(text, "; %u of %u%s levels shown", depth + 1, tree->deepest + 1,
                tree->deepest == SX_TREE_MAX_DEPTH ? " or more" : "");
  sx_buf_add_text(text, "\n");
  sx_answer_fact(answer->facts, "language", read_as);
  cJSON_AddNumberToObject(answer->facts, "node_count", tree->total);
  cJSON_AddNumberToObject(answer->facts, "error_count", tree->error_count);
  cJSON_AddNumberToObject(answer->facts, "depth", depth);
}

static void write_notes(const tree_page *page, sx_str read_as, sx_answer *answer) {
  const sx_syntax_tree *tree = page->tree;
  sx_buf *text = &answer->text;
  bool is_c = sx_str_is_equal(sx_str_from(page->source->language->name), SX_STR("c"));
  if (is_c && tree->error_count && sx_str_is_equal(read_as, SX_STR("cpp")))
    sx_buf_add_text(text, "Note: C is read by the grammar of C++, in which words like class "
                          "and new cannot be names.\n");
  if (tree->is_by_plain)
    sx_buf_add_text(text, "Note: read without macros and conditions that stand where the grammar "
                          "wants none.\n");
  if (tree->extent == SX_FACTS_CUT)
    sx_buf_add_text(text, "Note: the nesting is too deep for the grammar, so nodes after that may "
                          "be wrong.\n");
  if (tree->is_cut)
    sx_buf_addf(
        text, "Note: only the first %zu nodes are listed. Give line and end_line to see others.\n",
        tree->nodes.len);
}

static uint64_t hash_page(const tree_page *page) {
  uint64_t hash = sx_pager_hash(page->count, sx_hash(page->source->lines->text));
  return sx_pager_hash(hash, page->depth * 4096ul + page->tree->outer);
}

static sx_status write_nodes(tree_page *page, const sx_tree_request *request, sx_answer *answer,
                             sx_err *err) {
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_pager pager = {
      .answer = answer, .facts = facts, .count = page->count, .hash = hash_page(page)};
  sx_status status = sx_pager_begin(&pager, request->cursor, err);
  while (!status && sx_pager_has_item(&pager)) {
    const sx_tree_node *node = &page->tree->nodes.items[page->shown[pager.next]];
    add_node(&answer->text, page, node);
    sx_answer_push(facts, make_fact(page, node));
  }
  if (!status) sx_pager_end(&pager);
  if (!status) nest_facts(page, facts, pager.first);
  sx_answer_put(answer->facts, "ast", facts);
  answer->is_truncated |= page->tree->is_cut;
  return status;
}

static sx_status write_tree(sx_call *call, tree_page *page, sx_str read_as,
                            const sx_tree_request *request, sx_answer *answer, sx_err *err) {
  answer->status = SX_ANSWER_FOUND;
  sx_status status = choose_nodes(page, call, request, answer, err);
  if (status) return status;
  write_head(page, read_as, request, answer);
  status = write_errors(page, answer, err);
  write_notes(page, read_as, answer);
  return status ? status : write_nodes(page, request, answer, err);
}

static sx_status fail_too_big(const sx_tree_source *source, sx_err *err) {
  return sx_fail(err, SX_TOO_BIG,
                 "%.*s has %zu MB; syntax trees are made of texts up to 8 MB. Give a part of it as "
                 "`code`.",
                 SX_STR_ARG(source->shown), source->lines->text.len >> 20);
}

static void write_unknown(const sx_tree_source *source, const sx_syntax_tree *tree,
                          sx_answer *answer) {
  answer->status = SX_ANSWER_UNKNOWN;
  sx_buf_addf(&answer->text, "%.*s: no syntax tree\n", SX_STR_ARG(source->shown));
  if (tree->extent == SX_FACTS_CUT)
    sx_certainty_add(&answer->text,
                     "parsing takes too long or too much memory. Give a part of it as `code`.");
  else
    sx_certainty_add(&answer->text,
                     "the parser, which is a process of its own, cannot be started, has not "
                     "answered in time, or was ended by this text. Call again, or give a part of "
                     "it as `code`.");
}

/* Lines -> bytes, without the blanks around. */
static sx_status take_part(sx_tree_query *query, const sx_lines *lines,
                           const sx_tree_request *request, sx_err *err) {
  sx_str text = lines->text;
  *query = (sx_tree_query){.to = (uint32_t)text.len,
                           .max_depth = request->depth ? request->depth : ANY_DEPTH,
                           .max_nodes = request->depth ? MOST_NODES : NODES_THAT_FIT,
                           .has_tokens = request->has_tokens};
  if (!request->first_line) return SX_OK;
  if (request->first_line > lines->count || request->end_line < request->first_line)
    return sx_fail(err, SX_INVALID_ARGUMENT, "Lines %u-%u are not in the text, which has %u lines.",
                   request->first_line, request->end_line, lines->count);
  uint32_t last = request->end_line < lines->count ? request->end_line : lines->count;
  size_t from = lines->starts[request->first_line - 1], to = sx_lines_end(lines, last - 1);
  while (to > from && sx_byte_is_space(text.ptr[to - 1])) to--;
  while (from < to && sx_byte_is_space(text.ptr[from])) from++;
  query->from = (uint32_t)from;
  query->to = (uint32_t)to;
  return SX_OK;
}

sx_status sx_tree_answer(sx_call *call, const sx_tree_source *source,
                         const sx_tree_request *request, sx_answer *answer, sx_err *err) {
  sx_syntax_tree tree;
  sx_tree_query query;
  sx_str read_as;
  tree_page page = {.source = source, .tree = &tree};
  sx_status status = take_part(&query, source->lines, request, err);
  if (!status)
    status = sx_facts_host_ask_tree(&tree, &read_as, call, sx_str_from(source->language->name),
                                    source->lines->text, &query, err);
  if (status) return status;
  if (tree.extent == SX_FACTS_TOO_BIG) return fail_too_big(source, err);
  if (tree.nodes.len) return write_tree(call, &page, read_as, request, answer, err);
  write_unknown(source, &tree, answer);
  return SX_OK;
}
