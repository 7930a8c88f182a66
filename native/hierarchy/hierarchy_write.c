#include "answer/facts.h"
#include "answer/pager.h"
#include "hierarchy/hierarchy.h"
#include "semantic/enclosing.h"
#include "semantic/line_text.h"
#include "semantic/place_list.h"
#include "workspace/document.h"
#include "resolve/locator.h"
#include "workspace/paths.h"

/* Sites of one caller: only a few with a small budget. */
#define MAX_SITES 100
#define LEAST_SITES 2
#define TOKENS_PER_SITE 100
#define MAX_DEPTH 8
/* Longer lists of one level are grouped by file. */
#define MAX_FULL_HANDLES 8

/** The words for a relation. */
typedef struct relation_words {
  const char *title, *fact, *total, *name, *of;
  bool sites_are_own; /* sites are in the node's file, else in that of its parent */
} relation_words;

static const relation_words words[] = {
    [SX_INCOMING_CALLS] = {"Called by", "incoming_calls", "total_incoming", "caller", "calls",
                           true},
    [SX_OUTGOING_CALLS] = {"Calls", "outgoing_calls", "total_outgoing", "callee", "called_by",
                           false},
    [SX_SUPERTYPES] = {"Supertypes", "supertypes", "total_supertypes", "name", "subtype", false},
    [SX_SUBTYPES] = {"Subtypes", "subtypes", "total_subtypes", "name", "supertype", false},
};

typedef struct writer {
  sx_call *call;
  sx_answer *answer;
  const sx_hierarchy *tree;
  cJSON *facts;
  /* Long lists of one level name each file once, and neither a line's text that comes again nor
     that something is a function or a method. */
  bool is_by_file;
  sx_str open_path, last_line;
  sx_strs *named; /* files that this answer has named in full */
} writer;

/* ---- one node ------------------------------------------------------------------------------- */

/*
 * The handle of what has a name at its place; empty for files and for functions without a name,
 * which providers describe in words. The container is that of the text: providers of hierarchies
 * have none, and an outline would have to be asked for in each file.
 */
static sx_status handle_of(sx_call *call, const sx_host_item *item, sx_str *out, sx_err *err) {
  const sx_document *document;
  sx_str name = sx_locator_bare_name(item->name), member = name;
  *out = SX_STR("");
  sx_status status = sx_document_peek_any(call, item->path, &document, err);
  if (status) return status;
  if (document) {
    size_t at = sx_document_offset(document, item->name_at);
    sx_str there = sx_str_slice(document->text, at, document->text.len);
    if (!name.len || !sx_str_has_prefix(there, name)) return SX_OK;
    member =
        sx_locator_member_name(sx_enclosing_at(call, document, item->name_at), name, call->arena);
  }
  *out = sx_locator_handle(sx_path_display(call, item->path), item->name_at, member, call->arena);
  return SX_OK;
}

/* The part of a handle after the path. */
static sx_str behind_path(const writer *w, const sx_host_item *item, sx_str handle) {
  return sx_str_slice(handle, sx_path_display(w->call, item->path).len + 1, handle.len);
}

/* Paths of libraries are long: in full once, then by their end, which the next call takes as well.
 */
static sx_str path_in_text(writer *w, sx_str path) {
  if (sx_strs_have(w->named, path)) return sx_path_short(w->call, path);
  sx_status status = sx_strs_add(w->named, path, w->call->arena, NULL);
  (void)status; /* it is then in full again */
  return sx_path_display(w->call, path);
}

static void open_file(writer *w, const sx_host_item *item) {
  if (sx_str_is_equal(w->open_path, item->path)) return;
  sx_str shown = path_in_text(w, item->path);
  w->open_path = item->path;
  sx_buf_addf(&w->answer->text, "%.*s\n", SX_STR_ARG(shown));
}

static bool is_call(sx_relation relation) {
  return relation <= SX_OUTGOING_CALLS;
}

/* The words that all items of a list by file share, in its heading. */
static bool is_usual_kind(sx_relation relation, sx_str kind) {
  if (!is_call(relation)) return sx_str_is_equal(kind, SX_STR("Class"));
  return sx_str_is_equal(kind, SX_STR("Function")) || sx_str_is_equal(kind, SX_STR("Method"));
}

static void write_title(writer *w, const sx_hierarchy_node *node, sx_str handle) {
  sx_buf *text = &w->answer->text;
  const sx_host_item *item = &node->item;
  uint32_t line = item->name_at.line + 1, column = item->name_at.character + 1;
  if (w->is_by_file) open_file(w, item);
  sx_str path = w->is_by_file ? item->path : path_in_text(w, item->path);
  sx_buf_add_repeat(text, ' ', (size_t)(node->depth - 1) * 2);
  if (w->is_by_file && handle.len)
    sx_buf_addf(text, " %.*s", SX_STR_ARG(behind_path(w, item, handle)));
  else if (w->is_by_file)
    sx_buf_addf(text, " %.*s at %u:%u", SX_STR_ARG(item->name), line, column);
  else if (handle.len)
    sx_buf_addf(text, "- %.*s:%.*s", SX_STR_ARG(path), SX_STR_ARG(behind_path(w, item, handle)));
  else
    sx_buf_addf(text, "- %.*s at %.*s:%u:%u", SX_STR_ARG(item->name), SX_STR_ARG(path), line,
                column);
  bool is_plain = w->is_by_file && is_usual_kind(w->tree->relation, item->kind);
  if (item->kind.len && !is_plain)
    sx_buf_addf(text, w->is_by_file ? " %.*s" : "  %.*s", SX_STR_ARG(item->kind));
  if (node->is_test) sx_buf_add_text(text, " [test]");
  if (node->is_external) sx_buf_add_text(text, " [external]");
  if (node->is_recursive) sx_buf_add_text(text, " [recursive: not followed further]");
  if (node->is_repeated) sx_buf_add_text(text, " [followed elsewhere in this list]");
}

static sx_str line_at(const sx_document *document, sx_pos16 at) {
  return document ? sx_line_text_at(document, at) : SX_STR("");
}

/* `740:7, 755:11: addIssue(ctx, {`: calls whose lines read the same are written together. */
static void write_alike(writer *w, const sx_hierarchy_node *node, const sx_document *document,
                        size_t first, size_t count, bool *is_written) {
  sx_buf *text = &w->answer->text;
  sx_str line = line_at(document, node->sites.items[first]);
  sx_pos16 start = node->sites.items[first];
  bool is_again = w->is_by_file && line.len > 1 && sx_line_text_is_whole(line) &&
                  sx_str_is_equal(line, w->last_line);
  w->last_line = line;
  for (size_t i = first; i < count; i++) {
    sx_pos16 at = node->sites.items[i];
    if (is_written[i] || !(document ? sx_line_text_is_alike(document, start, at) : true)) continue;
    is_written[i] = true;
    sx_buf_addf(text, "%s%u:%u", i > first ? ", " : "", at.line + 1, at.character + 1);
  }
  sx_buf_add_text(text, is_again ? " \"" : ": ");
  if (!is_again && document) sx_line_text_write(text, document, node->sites.items[first]);
}

static bool is_all(const bool *flags, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!flags[i]) return false;
  return true;
}

/* A list by file has a caller's calls in the caller's own line if their lines read the same. */
static void write_groups(writer *w, const sx_hierarchy_node *node, const sx_document *document,
                         size_t count, bool *is_written) {
  sx_buf *text = &w->answer->text;
  size_t start = text->len;
  sx_str last_line = w->last_line;
  if (w->is_by_file && count) {
    sx_buf_add_char(text, ' ');
    write_alike(w, node, document, 0, count, is_written);
    if (is_all(is_written, count)) return;
    sx_buf_truncate(text, start);
    w->last_line = last_line;
    memset(is_written, 0, count * sizeof *is_written);
  }
  for (size_t i = 0; i < count; i++) {
    if (is_written[i]) continue;
    sx_buf_add_char(text, '\n');
    sx_buf_add_repeat(text, ' ', (size_t)(node->depth - 1) * 2 + 4);
    write_alike(w, node, document, i, count, is_written);
  }
}

static cJSON *sites_fact(const sx_hierarchy_node *node, const sx_document *document, size_t count) {
  cJSON *sites = cJSON_CreateArray();
  for (size_t i = 0; i < count; i++) {
    sx_pos16 at = node->sites.items[i];
    sx_str line = line_at(document, at);
    cJSON *site = cJSON_CreateObject();
    sx_facts_position(site, at);
    sx_answer_fact(site, "context", sx_line_text_fact(line));
    sx_answer_push(sites, site);
  }
  return sites;
}

static sx_status write_sites(writer *w, const sx_hierarchy_node *node, cJSON *fact, sx_err *err) {
  const sx_document *document;
  const sx_hierarchy_node *caller =
      words[w->tree->relation].sites_are_own ? node : &w->tree->nodes.items[node->parent];
  sx_status status = sx_document_peek_any(w->call, caller->item.path, &document, err);
  size_t most = w->answer->max_tokens / TOKENS_PER_SITE + LEAST_SITES;
  if (most > MAX_SITES) most = MAX_SITES;
  size_t count = node->sites.len < most ? node->sites.len : most;
  bool *is_written = sx_arena_calloc(w->call->arena, count + 1, sizeof *is_written);
  if (status) return status;
  if (!is_written) return sx_fail(err, w->call->arena->status, NULL);
  write_groups(w, node, document, count, is_written);
  if (node->sites.len > count) {
    sx_buf_add_char(&w->answer->text, '\n');
    sx_buf_add_repeat(&w->answer->text, ' ', (size_t)(node->depth - 1) * 2 + 4);
    sx_buf_addf(&w->answer->text, "… and %zu more calls", node->sites.len - count);
  }
  cJSON_AddNumberToObject(fact, "call_site_count", (double)node->sites.len);
  sx_answer_put(fact, "call_sites", sites_fact(node, document, count));
  return SX_OK;
}

static sx_status write_node(writer *w, size_t index, sx_err *err) {
  const sx_hierarchy_node *node = &w->tree->nodes.items[index];
  const relation_words *say = &words[w->tree->relation];
  bool is_of_calls = w->tree->relation <= SX_OUTGOING_CALLS;
  sx_str handle, parent = SX_STR("");
  cJSON *fact = cJSON_CreateObject();
  sx_status status = handle_of(w->call, &node->item, &handle, err);
  if (!status && node->depth > 1)
    status = handle_of(w->call, &w->tree->nodes.items[node->parent].item, &parent, err);
  write_title(w, node, handle);
  sx_answer_fact(fact, say->name, node->item.name);
  if (node->item.kind.len) sx_answer_fact(fact, "kind", node->item.kind);
  sx_facts_place(fact, sx_path_display(w->call, node->item.path), node->item.name_at);
  if (handle.len) sx_answer_fact(fact, "handle", handle);
  cJSON_AddBoolToObject(fact, "external", node->is_external);
  cJSON_AddNumberToObject(fact, "depth", node->depth);
  if (parent.len) sx_answer_fact(fact, say->of, parent);
  if (node->is_test) cJSON_AddTrueToObject(fact, "is_test");
  if (node->is_recursive) cJSON_AddTrueToObject(fact, "recursive");
  if (node->is_repeated) cJSON_AddTrueToObject(fact, "repeated");
  if (!status && is_of_calls) status = write_sites(w, node, fact, err);
  sx_buf_add_char(&w->answer->text, '\n');
  sx_answer_push(w->facts, fact);
  return status;
}

/* ---- the list ------------------------------------------------------------------------------- */

/* Parents before children: what a page and a cursor count. */
static sx_status order_nodes(const sx_hierarchy *tree, size_t *order, sx_err *err) {
  size_t next[MAX_DEPTH], end[MAX_DEPTH], level = 0, count = 0;
  const sx_hierarchy_node *nodes = tree->nodes.items;
  next[0] = nodes[0].first_child;
  end[0] = next[0] + nodes[0].child_count;
  for (;;) {
    if (next[level] == end[level]) {
      if (level == 0) return SX_OK;
      level--;
      continue;
    }
    size_t index = next[level]++;
    order[count++] = index;
    if (!nodes[index].child_count) continue;
    if (SX_CHECK(level + 1 < MAX_DEPTH)) return sx_fail(err, SX_INTERNAL, NULL);
    level++;
    next[level] = nodes[index].first_child;
    end[level] = next[level] + nodes[index].child_count;
  }
}

static uint64_t hash_trees(const sx_hierarchy *trees, size_t count) {
  uint64_t hash = count;
  for (size_t t = 0; t < count; t++) {
    hash = sx_pager_hash(hash, trees[t].relation);
    for (size_t i = 1; i < trees[t].nodes.len; i++) {
      const sx_hierarchy_node *node = &trees[t].nodes.items[i];
      hash = sx_pager_hash_place(hash, node->item.path, node->item.name_at);
      for (size_t s = 0; s < node->sites.len; s++)
        hash = sx_pager_hash_place(hash, SX_STR(""), node->sites.items[s]);
    }
  }
  return hash;
}

static void write_heading(const writer *w, size_t total, size_t first) {
  const relation_words *say = &words[w->tree->relation];
  size_t direct = w->tree->nodes.items[0].child_count;
  sx_buf_addf(&w->answer->text, "%s (%zu", say->title, total);
  if (direct != total) sx_buf_addf(&w->answer->text, ", %zu of them directly", direct);
  sx_buf_add_text(&w->answer->text, first ? ", going on)" : ")");
  if (w->is_by_file)
    sx_buf_add_text(&w->answer->text,
                    is_call(w->tree->relation)
                        ? ", by file, functions or methods unless noted; \": as above"
                        : ", by file, classes unless noted");
  sx_buf_add_text(&w->answer->text, ":\n");
}

/*
 * Writes those nodes of one tree that are on the page; `before` nodes are in the trees before it.
 */
static sx_status write_tree(writer *w, sx_pager *pager, size_t before, sx_err *err) {
  size_t total = w->tree->nodes.len - 1, first = pager->next - before;
  size_t *order = sx_arena_calloc(w->call->arena, total + 1, sizeof *order);
  if (!order) return sx_fail(err, w->call->arena->status, NULL);
  sx_status status = order_nodes(w->tree, order, err);
  if (status) return status;
  sx_buf *text = &w->answer->text;
  size_t heading = text->len;
  write_heading(w, total, first);
  if (first > 0) {
    const sx_hierarchy_node *node = &w->tree->nodes.items[order[first]];
    const sx_hierarchy_node *parent = &w->tree->nodes.items[node->parent];
    if (node->depth > 1) sx_buf_addf(text, "(under %.*s)\n", SX_STR_ARG(parent->item.name));
  }
  sx_pager_mark(pager, w->facts);
  while (pager->next - before < total && !pager->is_full) {
    status = write_node(w, order[pager->next - before], err);
    if (status) return status;
    if (sx_pager_fits(pager, 1))
      sx_pager_take(pager, 1);
    else
      sx_pager_drop(pager);
  }
  /* A heading with nothing below it goes, too. */
  if (total && pager->next == before + first) sx_buf_truncate(text, heading);
  return SX_OK;
}

sx_status sx_hierarchy_write(const sx_hierarchy *trees, size_t count, sx_call *call, sx_str cursor,
                             sx_answer *answer, sx_err *err) {
  sx_pager pager = {.answer = answer, .hash = hash_trees(trees, count)};
  sx_strs named = {0};
  for (size_t t = 0; t < count; t++) pager.count += trees[t].nodes.len - 1;
  sx_status status = sx_pager_begin(&pager, cursor, err);
  for (size_t t = 0, before = 0; t < count && !status; t++) {
    const relation_words *say = &words[trees[t].relation];
    size_t total = trees[t].nodes.len - 1;
    bool is_flat = trees[t].nodes.items[0].child_count == total;
    bool is_here = pager.next < before + total || (!total && !pager.first);
    writer w = {.call = call,
                .answer = answer,
                .tree = &trees[t],
                .facts = cJSON_CreateArray(),
                .is_by_file = is_flat && total > MAX_FULL_HANDLES,
                .open_path = SX_STR(""),
                .last_line = SX_STR(""),
                .named = &named};
    if (!w.facts) return sx_fail(err, SX_NOMEM, NULL);
    if (is_here && !pager.is_full) status = write_tree(&w, &pager, before, err);
    before += total;
    sx_answer_put(answer->facts, say->fact, w.facts);
    cJSON_AddNumberToObject(answer->facts, say->total, (double)total);
  }
  if (!status) sx_pager_end(&pager);
  return status;
}
