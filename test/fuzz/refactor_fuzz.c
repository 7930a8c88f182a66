/*
 * Fuzz target: what refactorings find in any text, and what they plan there.
 *
 * Byte 0 chooses the language, bytes 1 to 4 the selection, byte 5 the options, byte 6 what the
 * editor knows: nothing, garbage, or where the name stands. The rest is the text. Names lie in the
 * text in its order, a declaration lies in the list that it is an item of, and a plan succeeds or
 * says why not. The editor and the parser's process are played here; tree-sitter and its memory
 * have no sanitizer, as in parse_fuzz.c.
 */
#include "change/change.h"
#include "engine/services.h"
#include "flow/unit.h"
#include "host/requests.h"
#include "os/clock.h"
#include "parse/tree.h"
#include "refactor/extract.h"
#include "refactor/inline_parts.h"
#include "semantic/references.h"
#include "workspace/facts_host.h"
#include "workspace/roots.h"

#include <tree_sitter/api.h>

#define HEAD_BYTES 7
#define MAX_BYTES 4096
#define ARENA_BYTES (256u << 20)
#define PATH "/nowhere/a"

/* glibc's own, which no sanitizer sees. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *ptr, size_t size);
void __libc_free(void *ptr);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

/* ---- what is played ---------------------------------------------------------------------------
 * These stand in for the functions of the engine: the archive's own are not linked.
 */

static sx_parser *parser;
static const uint8_t *head;
static sx_document document;
static const sx_names *known; /* of the text, once they are found */

sx_status sx_facts_host_ask_tree(sx_syntax_tree *out, sx_str *read_as, sx_call *call,
                                 sx_str language, sx_str text, const sx_tree_query *query,
                                 sx_err *err) {
  const sx_parse_limits limits = {.time_ms = 10000, .bytes = 8u << 20};
  const sx_syntax_language *by = sx_syntax_language_named(language);
  sx_status status = sx_parse_tree(out, parser, &by, text, query, &limits, call->arena, err);
  *read_as = sx_str_from(by->name);
  return status;
}

sx_status sx_document_take(sx_call *call, sx_str path, bool peek, const sx_document **out,
                           sx_err *err) {
  (void)peek;
  if (!sx_str_is_equal(path, document.path)) return sx_fail(err, SX_NOT_FOUND, "no such file");
  *out = &document;
  return call->arena->status;
}

sx_status sx_change_edit(sx_change *change, const sx_document *taken, sx_str after, sx_err *err) {
  check(taken == &document);
  sx_file_change *file = SX_ARRAY_ADD(&change->files, change->call->arena);
  if (!file) return sx_fail(err, change->call->arena->status, NULL);
  *file = (sx_file_change){.path = taken->path, .before = taken->text, .after = after};
  return SX_OK;
}

sx_status sx_batch_run(sx_batch *batch, sx_err *err) {
  bool is_late = head[6] % 8 == 7;
  (void)batch;
  return is_late ? sx_fail(err, SX_DEADLINE, NULL) : SX_OK;
}

/* A type that may be one: some of the text. */
sx_status sx_batch_get_hover(sx_batch *batch, size_t slot, sx_hover_parts *out, sx_err *err) {
  size_t at = document.text.len * head[(slot + 1) % HEAD_BYTES] / 256;
  if (head[6] % 4 == 0) return sx_fail(err, SX_HOST, "no hover");
  sx_hover_part *part = SX_ARRAY_ADD(out, batch->arena);
  if (!part) return sx_fail(err, batch->arena->status, NULL);
  sx_str some = sx_str_slice(document.text, at, at + 40);
  some = head[6] % 4 == 1 ? some : SX_STR("```typescript\nconst a: number\n```\n");
  *part = (sx_hover_part){.value = some};
  return SX_OK;
}

static sx_status add_place(sx_references *out, size_t offset, sx_arena *arena) {
  sx_place *place = SX_ARRAY_ADD(&out->places, arena);
  if (!place) return arena->status;
  sx_pos16 at = sx_document_position(&document, offset);
  *place = (sx_place){document.path, {at, at}};
  return SX_OK;
}

/* The names of the text that are spelled as the target's, or some place. */
sx_status sx_references_find(sx_references *out, sx_call *call, const sx_target *target,
                             size_t most, sx_err *err) {
  size_t at = sx_document_offset(&document, target->symbol->at);
  sx_str name = sx_str_slice(document.text, at, at + target->symbol->name.len);
  sx_status status = SX_OK;
  (void)most;
  *out = (sx_references){.is_silent = head[6] % 16 == 5};
  out->certainty.is_sure = true;
  for (size_t i = 0; i < known->names.len && !status; i++) {
    const sx_name *one = &known->names.items[i];
    if (sx_str_is_equal(sx_str_slice(document.text, one->start, one->end), name))
      status = add_place(out, one->start, call->arena);
  }
  if (!status && head[6] % 16 == 6)
    status = add_place(out, document.text.len * head[5] / 255, call->arena);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* ---- what is found ----------------------------------------------------------------------------
 */

static void check_names(const sx_names *names) {
  size_t nodes = names->nodes->tree.nodes.len;
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *name = &names->names.items[i];
    check(name->start < name->end && name->end <= document.text.len && name->node < nodes);
    check(!i || name->start >= names->names.items[i - 1].start);
    check(name->binding == SX_BINDING_FREE || name->binding < names->bindings.len);
  }
  for (size_t i = 0; i < names->bindings.len; i++) {
    const sx_binding *binding = &names->bindings.items[i];
    check(binding->scope < nodes && binding->first < names->names.len);
    check(binding->declarations > 0 && names->names.items[binding->first].binding == i);
  }
}

static void check_control(sx_control *control, uint32_t node) {
  const sx_nodes *nodes = control->nodes;
  size_t count = control->names->bindings.len;
  uint32_t loop = sx_control_loop(control, node), function = sx_control_function(control, node);
  check(loop == SX_NODE_NONE || sx_nodes_has_in(nodes, loop, node));
  check(function == SX_NODE_NONE || sx_nodes_has_in(nodes, function, node));
  bool never_ends = sx_control_never_ends(control, node);
  check(never_ends == sx_control_never_ends(control, node));
  for (uint32_t i = 0; i < count && i < 8; i++) {
    (void)sx_control_is_written_in(control, i, node);
    (void)sx_control_is_written_before(control, i, node, 0);
  }
}

static void check_unit(const sx_nodes *nodes, const sx_name *name, sx_arena *arena) {
  sx_unit unit;
  sx_units twins = {0};
  size_t len = document.text.len;
  if (sx_unit_find(&unit, nodes, name->start, name->end)) return;
  check(sx_nodes_has_in(nodes, unit.list, unit.node));
  check(unit.part == SX_NODE_NONE || sx_nodes_has_in(nodes, unit.node, unit.part));
  sx_unit_extent extent = sx_unit_measure(nodes, &unit);
  check(extent.comment <= extent.start && extent.start < extent.end && extent.end <= len);
  check(extent.end <= extent.token && extent.token <= len && extent.comma <= len);
  check(extent.trailing >= extent.end && extent.trailing <= len);
  check(!sx_unit_find_twins(&twins, nodes, &unit, arena, NULL));
  (void)sx_unit_qualifier(nodes, &unit);
  check(sx_unit_scope(nodes, &unit) < nodes->tree.nodes.len);
}

/* ---- what is planned --------------------------------------------------------------------------
 */

/* An error has its reason; a change has a text. */
static void check_outcome(sx_status status, const sx_err *err, const sx_change *change) {
  check(!status || err->status == status);
  check(!status || err->message[0]);
  check(status != SX_INTERNAL && status != SX_NOMEM);
  for (size_t i = 0; i < change->files.len && !status; i++)
    check(!change->files.items[i].after.len || change->files.items[i].after.ptr);
}

static sx_refactoring begin(sx_call *call) {
  sx_refactoring r = {.call = call, .request = {.is_preview = true}};
  sx_change_init(&r.change, call, SX_STR("t"));
  return r;
}

static void extract(sx_call *call) {
  sx_refactoring r = begin(call);
  sx_err err = {0};
  sx_pos16 from = sx_document_position(&document, document.text.len * head[1] / 255);
  sx_pos16 to = sx_document_position(&document, document.text.len * head[2] / 255);
  bool is_by_lines = head[5] & 1;
  sx_extraction x = {.r = &r, .call = call, .document = &document};
  x.request = (sx_extract_request){.name = SX_STR("fresh"),
                                   .start_line = from.line + 1,
                                   .end_line = to.line + 1,
                                   .start_column = is_by_lines ? 0 : from.character + 1,
                                   .end_column = is_by_lines ? 0 : to.character + 1,
                                   .target_line = head[5] & 2 ? head[3] : 0,
                                   .kind = (sx_extract_kind)(head[5] >> 2 & 3),
                                   .replaces_duplicates = head[5] & 16};
  check_outcome(sx_extract_plan(&x, &err), &err, &r.change);
}

static sx_status inline_all(sx_inlining *in, sx_err *err) {
  sx_answer answer;
  if (sx_answer_init(&answer, SX_FORMAT_TEXT, 2000)) return SX_OK;
  sx_status status = sx_inline_find_definition(in, &answer, err);
  sx_answer_release(&answer);
  if (!status) status = sx_inline_find_uses(in, err);
  bool is_function = in->definition.function != SX_NODE_NONE;
  if (!status && !is_function) status = sx_inline_variable_replace(in, err);
  for (size_t i = 0; i < in->uses.len && !status && is_function; i++)
    status = sx_inline_call_replace(in, &in->uses.items[i], err);
  if (!status) status = sx_inline_remove_imports(in, err);
  if (!status && !in->keeps_definition) status = sx_inline_remove_definition(in, err);
  return status ? status : sx_inline_plan(in, err);
}

static void inline_name(sx_call *call, const sx_name *name) {
  sx_err err = {0};
  sx_inlining in = {.keeps_definition = head[5] & 32};
  sx_symbol symbol = {.name = sx_str_slice(document.text, name->start, name->end),
                      .path = document.path,
                      .at = sx_document_position(&document, name->start)};
  in.r = begin(call);
  in.target.symbol = &symbol;
  check_outcome(inline_all(&in, &err), &err, &in.r.change);
}

/* ---- one text ---------------------------------------------------------------------------------
 */

static void try_all(sx_call *call) {
  sx_nodes nodes;
  sx_names names;
  sx_control control;
  sx_err err = {0};
  if (sx_nodes_read(&nodes, call, &document, &err)) return;
  check(!sx_names_find(&names, &nodes, call->arena, &err));
  check(!sx_control_init(&control, &names, call->arena, &err));
  known = &names;
  check_names(&names);
  if (nodes.tree.nodes.len)
    check_control(&control, (uint32_t)(nodes.tree.nodes.len * head[3] / 256));
  extract(call);
  if (!names.names.len) return;
  const sx_name *name = &names.names.items[names.names.len * head[4] / 256];
  check_unit(&nodes, name, call->arena);
  inline_name(call, name);
}

static void never_wake(void *context) {
  (void)context;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const languages[] = {
      "python", "typescriptreact", "typescript", "javascript", "c", "go"};
  static sx_port *port;
  static sx_services *services;
  sx_arena arena;
  if (size < HEAD_BYTES || size > MAX_BYTES) return 0;
  if (!parser) {
    ts_set_allocator(__libc_malloc, __libc_calloc, __libc_realloc, __libc_free);
    port = sx_port_new(never_wake, NULL);
    services = sx_services_new();
    check(port && services && !sx_parser_new(&parser, NULL));
  }
  sx_arena_init(&arena, ARENA_BYTES);
  sx_call call = {.arena = &arena, .services = services, .tool = SX_STR("extract_function")};
  call.wait = sx_port_call_new(port, sx_clock_ms() + 60000);
  head = data;
  document = (sx_document){.path = SX_STR(PATH),
                           .language_id = sx_str_from(languages[data[0] % 6]),
                           .text = sx_str_make((const char *)data + HEAD_BYTES, size - HEAD_BYTES)};
  document.language = sx_language_find(document.language_id, document.path);
  check(call.wait && !sx_lines_init(&document.lines, document.text, &arena, NULL));
  try_all(&call);
  sx_port_call_free(call.wait);
  sx_arena_release(&arena);
  return 0;
}
