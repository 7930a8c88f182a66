/* Who uses the symbol: callers, references, implementations. */

#include "dive/dive.h"

#include "base/byte.h"
#include "hierarchy/implementations.h"
#include "hierarchy/relatives.h"
#include "semantic/enclosing.h"
#include "semantic/place_list.h"
#include "semantic/references.h"
#include "workspace/document.h"
#include "workspace/paths.h"

/* Places whose lines are read to choose among them: for a list, and to separate calls from other
 * uses.
 */
#define MAX_READ 300
#define MAX_TOLD_APART 5000
#define MAX_NOTE_BYTES (64u * 1024)

/* ---- callers and callees --------------------------------------------------------------------- */

/* `Till.open`, by the text. */
static sx_status name_of(sx_call *call, const sx_host_item *item, sx_str *out, sx_err *err) {
  const sx_document *document;
  sx_str name = sx_locator_bare_name(item->name);
  sx_str file = sx_path_name(item->path), module = SX_STR("(module) ");
  bool is_file = sx_str_is_equal(item->name, file) ||
                 (sx_str_has_prefix(item->name, module) && sx_str_has_suffix(item->name, file));
  *out = is_file ? SX_STR("top level") : item->name;
  sx_status status = sx_document_peek_any(call, item->path, &document, err);
  if (status || !document || !name.len) return status;
  size_t at = sx_document_offset(document, item->name_at);
  if (!sx_str_has_prefix(sx_str_slice(document->text, at, document->text.len), name)) return SX_OK;
  *out = sx_locator_member_name(sx_enclosing_at(call, document, item->name_at), name, call->arena);
  return SX_OK;
}

static sx_status add_node(sx_dive *dive, sx_dive_section *section, const sx_hierarchy_node *node,
                          bool is_caller, sx_err *err) {
  sx_arena *arena = dive->call->arena;
  const sx_host_item *item = &node->item;
  sx_dive_item added = {.path = item->path, .at = item->name_at};
  sx_str name = item->name;
  bool is_listed = section->items.len < sx_dive__most(dive);
  sx_status status = is_listed ? name_of(dive->call, item, &name, err) : SX_OK;
  if (status) return status;
  added.label = name;
  if (is_caller && node->sites.len) added.at = node->sites.items[0];
  if (is_caller && node->sites.len > 1)
    added.label = sx_arena_printf(arena, "%.*s (%zu calls)", SX_STR_ARG(name), node->sites.len);
  if (!is_caller && node->is_external) {
    added.label = sx_arena_printf(arena, "%.*s (%.*s)", SX_STR_ARG(name),
                                  SX_STR_ARG(sx_path_name(item->path)));
    added.path = SX_STR("");
  }
  sx_dive__add(dive, section, added);
  return SX_OK;
}

/* ---- calls and mentions ---------------------------------------------------------------------- */

/* `new shop.Till`, `@shop.sold`, `<shop.Till`: calls without parentheses after the name. */
static bool is_called_before(sx_str text, size_t at) {
  sx_str word = SX_STR("new");
  while (at > 0 && (sx_byte_is_word(text.ptr[at - 1]) || text.ptr[at - 1] == '.')) at--;
  if (at > 0 && sx_byte_is_one_of(text.ptr[at - 1], "@<")) return true;
  while (at > 0 && sx_byte_is_blank(text.ptr[at - 1])) at--;
  return sx_str_has_suffix(sx_str_slice(text, 0, at), word);
}

/* Whether what follows a name shows that it is not called: `sort(Till.compare)`, `this.open = …`.
 */
static bool is_mentioned(const sx_document *document, size_t end) {
  sx_str text = document->text, python = SX_STR("python");
  static const char *const calling[] = {".call(", ".apply("};
  bool is_inside = false;
  for (;; end++) {
    while (end < text.len && sx_byte_is_blank(text.ptr[end])) end++;
    sx_str rest = sx_str_slice(text, end, text.len);
    char c = sx_str_at(rest, 0), next = sx_str_at(rest, 1);
    if (c == ')') {
      is_inside = true;
      continue;
    }
    if (c == '!' && next != '=') continue;
    if (c == '?' && next == '.') return false;
    if (is_inside) return c != '(';
    if (c == '\n' || c == '\r')
      return sx_str_is_equal(sx_language_name(document->language), python);
    for (size_t i = 0; i < sizeof calling / sizeof *calling; i++)
      if (sx_str_has_prefix(rest, sx_str_from(calling[i]))) return false;
    return c && sx_byte_is_one_of(c, ",;=]}:.&|?");
  }
}

/*
 * Servers of TypeScript and of Python have each `x.f` among the calls of f, also where f is handed
 * on or replaced: those are other uses.
 */
static sx_status keep_calls(sx_dive *dive, sx_hierarchy *tree, sx_err *err) {
  const sx_document *document;
  sx_str name = dive->target->symbol->name;
  sx_strs paths = {0};
  sx_status status = SX_OK;
  size_t count = tree->nodes.len < MAX_TOLD_APART ? tree->nodes.len : MAX_TOLD_APART;
  for (size_t i = 1; i < count && !status; i++)
    status = sx_strs_add_new(&paths, tree->nodes.items[i].item.path, dive->call->arena, err);
  if (!status) status = sx_documents_peek(dive->call, &paths, err);
  for (size_t i = 1; i < count && !status; i++) {
    sx_hierarchy_node *node = &tree->nodes.items[i];
    size_t kept = 0;
    status = sx_document_peek_any(dive->call, node->item.path, &document, err);
    if (!document || status) continue;
    for (size_t k = 0; k < node->sites.len; k++) {
      size_t at = sx_document_offset(document, node->sites.items[k]);
      size_t end = sx_language_ident_end(document->language, document->text, at);
      bool is_name = sx_str_is_equal(sx_str_slice(document->text, at, end), name);
      bool is_call =
          !is_name || is_called_before(document->text, at) || !is_mentioned(document, end);
      if (is_call) node->sites.items[kept++] = node->sites.items[k];
    }
    if (node->sites.len && !kept) node->depth = 0; /* it does not call it */
    node->sites.len = kept;
  }
  return status;
}

/* The texts that the names of items are read from, by one question. */
static sx_status peek_nodes(sx_dive *dive, const sx_relatives *found, sx_err *err) {
  sx_strs paths = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < found->relation_count && found->has_root; i++) {
    const sx_hierarchy *tree = &found->trees[i];
    size_t most = sx_dive__most(dive) + 1;
    for (size_t k = 1; k < tree->nodes.len && k <= most && !status; k++)
      status = sx_strs_add_new(&paths, tree->nodes.items[k].item.path, dive->call->arena, err);
  }
  return status ? status : sx_documents_peek(dive->call, &paths, err);
}

/* Those of the workspace come first; tests are listed apart where there is room for that. */
static sx_status add_tree(sx_dive *dive, sx_dive_section *section, const sx_hierarchy *tree,
                          sx_err *err) {
  bool is_caller = tree->relation == SX_INCOMING_CALLS;
  bool is_apart = is_caller && dive->depth == SX_DIVE_FULL;
  sx_status status = SX_OK;
  for (int is_external = 0; is_external < 2; is_external++)
    for (size_t i = 1; i < tree->nodes.len && !status; i++) {
      const sx_hierarchy_node *node = &tree->nodes.items[i];
      if (node->depth != 1 || node->is_external != (bool)is_external) continue;
      if (is_apart && node->is_test) continue;
      status = add_node(dive, section, node, is_caller, err);
    }
  return status;
}

static void note_relatives(sx_dive *dive, const sx_relatives *found, sx_dive_section **sections) {
  sx_buf text;
  sx_buf_init(&text, MAX_NOTE_BYTES);
  sx_answer_status status = sx_relatives_write_doubts(found, &text);
  sx_dive__note_all(dive, &text);
  for (size_t i = 0; i < 2; i++) {
    const sx_hierarchy *tree = &found->trees[i];
    bool is_incoming = found->relations[i] == SX_INCOMING_CALLS;
    bool is_empty = !found->has_root || tree->nodes.len <= 1;
    sections[i]->is_unknown = !found->certainty.is_sure || (!found->has_root && status) ||
                              (found->has_root && (tree->is_late || tree->failure.len)) ||
                              (is_incoming && sx_reconcile_is_unsure(&found->behind)) ||
                              (is_incoming && is_empty && status == SX_ANSWER_UNKNOWN);
  }
}

sx_status sx_dive__calls(sx_dive *dive, sx_err *err) {
  bool is_apart = dive->depth == SX_DIVE_FULL;
  sx_dive_section *sections[2];
  sections[0] =
      sx_dive__section(dive, is_apart ? "Callers outside of tests" : "Callers", "callers");
  sections[1] = sx_dive__section(dive, "Calls", "callees");
  sx_relatives found = {.relations = {SX_INCOMING_CALLS, SX_OUTGOING_CALLS},
                        .relation_count = 2,
                        .depth = 1,
                        .is_brief = true,
                        .ahead = dive->calls};
  sx_status status = sx_relatives_find(&found, dive->call, dive->target, err);
  dive->calls = found.ahead; /* as it was, where no server was asked */
  if (status) {
    sections[1]->is_unknown = true;
    return sx_dive__fail(dive, sections[0], status, err);
  }
  note_relatives(dive, &found, sections);
  bool is_by_server = found.has_root && !found.trees[0].is_by_references && !found.is_by_text;
  if (is_by_server && !dive->target->c.family) status = keep_calls(dive, &found.trees[0], err);
  if (!status) status = peek_nodes(dive, &found, err);
  for (size_t i = 0; i < 2 && found.has_root && !status; i++)
    status = add_tree(dive, sections[i], &found.trees[i], err);
  return status;
}

/* ---- implementations ----------------------------------------------------------------------- */

static sx_status name_at(sx_call *call, const sx_listed_place *place, sx_str *out, sx_err *err) {
  const sx_document *document;
  *out = SX_STR("");
  sx_status status = sx_document_peek_any(call, place->path, &document, err);
  if (status || !document) return status;
  size_t at = sx_document_offset(document, place->range.start);
  size_t end = sx_language_ident_end(document->language, document->text, at);
  sx_str name = sx_str_slice(document->text, at, end);
  sx_str in = sx_enclosing_at(call, document, place->range.start);
  *out = name.len ? sx_locator_member_name(in, name, call->arena) : in;
  return SX_OK;
}

sx_status sx_dive__implementations(sx_dive *dive, sx_err *err) {
  sx_implementations found;
  sx_place_list list;
  sx_buf text;
  sx_dive_section *section = sx_dive__section(dive, "Implementations", "implementations");
  sx_status status = sx_implementations_find(&found, dive->call, dive->target, err);
  if (!status) status = sx_place_list_init(&list, dive->call, &found.found, &found.self, err);
  if (status) return sx_dive__fail(dive, section, status, err);
  sx_buf_init(&text, MAX_NOTE_BYTES);
  sx_implementations_write_doubts(&found, list.items.len, &text);
  sx_dive__note_all(dive, &text);
  section->is_unknown = sx_implementations_status(&found, list.items.len) == SX_ANSWER_UNKNOWN ||
                        !found.certainty.is_sure || found.gap.len;
  sx_strs paths = {0};
  for (size_t i = 0; i < list.items.len && i < sx_dive__most(dive) && !status; i++)
    status = sx_strs_add_new(&paths, list.items.items[i].path, dive->call->arena, err);
  if (!status) status = sx_documents_peek(dive->call, &paths, err);
  for (size_t i = 0; i < list.items.len && !status; i++) {
    const sx_listed_place *one = &list.items.items[i];
    sx_dive_item item = {.path = one->path, .at = one->range.start, .label = SX_STR("")};
    bool is_listed = section->items.len < sx_dive__most(dive);
    if (is_listed) status = name_at(dive->call, one, &item.label, err);
    if (!status) sx_dive__add(dive, section, item);
  }
  return status;
}

/* ---- uses ------------------------------------------------------------------------------------ */

/* A use as it is shown, and its place in the order: the lower, the sooner. */
typedef struct use {
  sx_str in;
  const char *kind;
  unsigned rank;
} use;

enum { NOT_WRITTEN = 1, AGAIN = 2, IN_TEST = 4, IMPORTED = 8, RANKS = 16 };

static bool is_kind(const use *one, const char *kind) {
  return one->kind && strcmp(one->kind, kind) == 0;
}

static sx_status read_uses(sx_dive *dive, const sx_place_list *list, size_t count, use *uses,
                           sx_err *err) {
  sx_strs paths = {0};
  sx_call *call = dive->call;
  const sx_document *document = NULL;
  sx_status status = SX_OK;
  for (size_t i = 0; i < count && !status; i++) {
    bool is_new = !i || !sx_str_is_equal(list->items.items[i].path, list->items.items[i - 1].path);
    if (is_new) status = sx_strs_add(&paths, list->items.items[i].path, call->arena, err);
  }
  if (!status) status = sx_documents_peek(call, &paths, err);
  for (size_t i = 0; i < count && !status; i++) {
    const sx_listed_place *one = &list->items.items[i];
    bool is_new = !i || !sx_str_is_equal(one->path, list->items.items[i - 1].path);
    if (is_new) status = sx_document_peek_any(call, one->path, &document, err);
    uses[i].rank = NOT_WRITTEN | AGAIN; /* of a file that cannot be read */
    if (!document || status) continue;
    uses[i].kind = sx_place_use(document, one->range, dive->kind);
    uses[i].in = sx_enclosing_at(dive->call, document, one->range.start);
    bool is_again = i && !is_new && sx_str_is_equal(uses[i].in, uses[i - 1].in);
    uses[i].rank = (is_kind(&uses[i], "import") ? IMPORTED : 0) | (one->is_test ? IN_TEST : 0) |
                   (is_again ? AGAIN : 0) | (is_kind(&uses[i], "write") ? 0 : NOT_WRITTEN);
  }
  return status;
}

static void add_use(sx_dive *dive, sx_dive_section *section, const sx_listed_place *place,
                    const use *how) {
  sx_dive_item item = {.path = place->path, .at = place->range.start, .label = SX_STR("")};
  const char *kind = how->kind ? how->kind : "";
  if (section->items.len < sx_dive__most(dive))
    item.label = sx_arena_printf(dive->call->arena, "%s%s%.*s", kind,
                                 !how->in.len ? ""
                                 : *kind      ? " in "
                                              : "in ",
                                 SX_STR_ARG(how->in));
  sx_dive__add(dive, section, item);
}

/* Uses to two lists at most: those in tests, and others. */
static sx_status list_uses(sx_dive *dive, const sx_place_list *list, bool is_called,
                           sx_dive_section *others, sx_dive_section *tests, sx_err *err) {
  size_t most = is_called ? MAX_TOLD_APART : MAX_READ;
  size_t count = list->items.len < most ? list->items.len : most;
  use *uses = sx_arena_calloc(dive->call->arena, count + 1, sizeof *uses);
  if (!uses) return sx_fail(err, dive->call->arena->status, NULL);
  sx_status status = read_uses(dive, list, count, uses, err);
  for (unsigned rank = 0; rank < RANKS && !status; rank++)
    for (size_t i = 0; i < count; i++) {
      const sx_listed_place *one = &list->items.items[i];
      bool is_own = is_called && sx_str_is_equal(one->path, dive->path);
      if (uses[i].rank != rank) continue;
      /* An overload, a prototype. */
      if (is_own && is_kind(&uses[i], "declaration")) continue;
      if (tests && one->is_test)
        add_use(dive, tests, one, &uses[i]);
      else if (!is_called || !is_kind(&uses[i], "call"))
        add_use(dive, others, one, &uses[i]);
    }
  for (size_t i = count; i < list->items.len; i++)
    if (tests && list->items.items[i].is_test)
      tests->total++;
    else if (!is_called)
      others->total++;
  if (is_called && count < list->items.len) {
    others->is_unknown = true;
    sx_dive__note(dive, SX_STR(SX_UNKNOWN_IN_PART
                               "there are too many uses to separate the others from calls."));
  }
  return status;
}

static void note_references(sx_dive *dive, const sx_references *found, size_t listed) {
  sx_buf text;
  sx_buf_init(&text, MAX_NOTE_BYTES);
  sx_references_write_doubts(found, dive->target, listed, dive->call, &text);
  sx_dive__note_all(dive, &text);
}

sx_status sx_dive__uses(sx_dive *dive, bool is_called, sx_err *err) {
  sx_references found;
  sx_place_list list;
  bool is_apart = dive->depth == SX_DIVE_FULL;
  const char *title = is_called ? "Other uses" : is_apart ? "Used outside of tests" : "Used by";
  sx_dive_section *others = sx_dive__section(dive, title, is_called ? "other_uses" : "used_by");
  sx_dive_section *tests = is_apart ? sx_dive__section(dive, "Tests", "tests") : NULL;
  sx_status status = sx_references_find(&found, dive->call, dive->target, SX_TEXT_USES_SOME, err);
  if (!status)
    status = sx_place_list_init(&list, dive->call, &found.places, &found.definitions, err);
  if (status) {
    if (tests) tests->is_unknown = true;
    return sx_dive__fail(dive, others, status, err);
  }
  note_references(dive, &found, list.items.len);
  others->is_unknown = sx_references_status(&found, list.items.len) == SX_ANSWER_UNKNOWN;
  if (tests) tests->is_unknown = others->is_unknown;
  if (!is_apart) others->file_count = list.file_count;
  return list_uses(dive, &list, is_called, others, tests, err);
}
