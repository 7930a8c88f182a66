#include "host/requests.h"

#include "base/buf.h"
#include "host/json.h"
#include "host/requests_parts.h"
#include "host/symbol_kind.h"
#include "os/clock.h"

#define MAX_ARGS_BYTES (1024 * 1024)
#define MAX_PATHS_BYTES (512 * 1024 * 1024)
#define MAX_NAME_PATH_DEPTH 32
/* An edit of many files takes the editor seconds. */
#define CHANGING_GRACE_MS 3000

void sx_batch_init(sx_batch *batch, sx_port_call *wait, sx_arena *arena) {
  *batch = (sx_batch){.wait = wait, .arena = arena, .symbol_query = SX_STR("")};
}

void sx_batch_init_ahead(sx_batch *batch, sx_port_call *wait, sx_arena *arena) {
  sx_batch_init(batch, wait, arena);
  batch->is_ahead = true;
}

void sx_batch_release(sx_batch *batch) {
  for (size_t i = 0; i < batch->requests.len; i++) sx_request_free(batch->requests.items[i]);
  batch->requests.len = 0;
}

bool sx_range16_holds(const sx_range16 *range, sx_pos16 at) {
  return sx_pos16_compare(range->start, at) <= 0 && sx_pos16_compare(at, range->end) <= 0;
}

bool sx_places_have(const sx_places *places, const sx_place *wanted) {
  const sx_pos16 at = wanted->range.start;
  for (size_t i = 0; places && i < places->len; i++) {
    if (sx_pos16_is_equal(places->items[i].range.start, at) &&
        sx_str_is_equal(places->items[i].path, wanted->path))
      return true;
  }
  return false;
}

/* ---- asking ------------------------------------------------------------------------------ */

static size_t post_ahead(const sx_batch *batch, const char *op, sx_buf *args) {
  if (!args->status) sx_request_post_ahead(batch->wait, op, sx_buf_str(args));
  sx_buf_release(args);
  return 0;
}

size_t sx_batch__post(sx_batch *batch, const char *op, sx_buf *args) {
  if (batch->is_ahead) return post_ahead(batch, op, args);
  sx_request *request = args->status ? NULL : sx_request_post(batch->wait, op, sx_buf_str(args));
  sx_request **slot = request ? SX_ARRAY_ADD(&batch->requests, batch->arena) : NULL;
  if (slot)
    *slot = request;
  else
    sx_request_free(request);
  if (!slot) batch->is_out_of_memory = true;
  sx_buf_release(args);
  return batch->requests.len - (slot ? 1 : 0);
}

size_t sx_batch__post_paths(sx_batch *batch, const char *op, const sx_strs *paths) {
  sx_buf args;
  sx_buf_init(&args, MAX_PATHS_BYTES);
  sx_buf_add_text(&args, "[[");
  for (size_t i = 0; i < paths->len; i++) {
    if (i) sx_buf_add_char(&args, ',');
    sx_json_write_str(&args, paths->items[i]);
  }
  sx_buf_add_text(&args, "]]");
  return sx_batch__post(batch, op, &args);
}

sx_buf sx_batch__text_args(sx_str text) {
  sx_buf args;
  sx_buf_init(&args, MAX_ARGS_BYTES);
  sx_buf_add_char(&args, '[');
  sx_json_write_str(&args, text);
  return args;
}

size_t sx_batch__post_list(sx_batch *batch, const char *op, sx_buf *args) {
  sx_buf_add_char(args, ']');
  return sx_batch__post(batch, op, args);
}

size_t sx_batch__post_alone(sx_batch *batch, const char *op) {
  sx_buf args;
  sx_buf_init(&args, MAX_ARGS_BYTES);
  sx_buf_add_text(&args, "[]");
  return sx_batch__post(batch, op, &args);
}

static size_t post_with_text(sx_batch *batch, const char *op, sx_str text) {
  sx_buf args = sx_batch__text_args(text);
  return sx_batch__post_list(batch, op, &args);
}

static size_t post_with_number(sx_batch *batch, const char *op, sx_str text, uint32_t number) {
  sx_buf args = sx_batch__text_args(text);
  sx_buf_addf(&args, ",%u", number);
  return sx_batch__post_list(batch, op, &args);
}

static size_t post_with_position(sx_batch *batch, const char *op, sx_str path, sx_pos16 at) {
  sx_buf args = sx_batch__text_args(path);
  sx_buf_addf(&args, ",%u,%u", at.line, at.character);
  return sx_batch__post_list(batch, op, &args);
}

size_t sx_batch_document(sx_batch *batch, sx_str path, bool want_text) {
  return post_with_number(batch, "document", path, want_text);
}

size_t sx_batch_held_documents(sx_batch *batch, const sx_strs *paths) {
  return sx_batch__post_paths(batch, "heldDocuments", paths);
}

size_t sx_batch_outline(sx_batch *batch, sx_str path) {
  return post_with_text(batch, "outline", path);
}

size_t sx_batch_hover(sx_batch *batch, sx_str path, sx_pos16 at) {
  return post_with_position(batch, "hover", path, at);
}

size_t sx_batch_places(sx_batch *batch, sx_places_kind kind, sx_str path, sx_pos16 at) {
  static const char *const ops[] = {"definition", "declaration", "typeDefinition", "implementation",
                                    "references"};
  return post_with_position(batch, ops[kind], path, at);
}

size_t sx_batch_definition(sx_batch *batch, sx_str path, sx_pos16 at) {
  return sx_batch_places(batch, SX_PLACES_DEFINITION, path, at);
}

size_t sx_batch_workspace_symbols(sx_batch *batch, sx_str query) {
  batch->symbol_query = query;
  return post_with_text(batch, "workspaceSymbols", query);
}

size_t sx_batch_find_files(sx_batch *batch, sx_str glob, uint32_t max_files) {
  return post_with_number(batch, "findFiles", glob, max_files);
}

size_t sx_batch_dirty_documents(sx_batch *batch) {
  return sx_batch__post_alone(batch, "dirtyDocuments");
}

size_t sx_batch_open_editors(sx_batch *batch) {
  return sx_batch__post_alone(batch, "openEditors");
}

size_t sx_batch_reload(sx_batch *batch, sx_str path) {
  return post_with_text(batch, "reload", path);
}

size_t sx_batch_pause(sx_batch *batch, uint64_t ms) {
  sx_buf args;
  sx_buf_init(&args, MAX_ARGS_BYTES);
  sx_buf_addf(&args, "[%llu]", (unsigned long long)ms);
  return sx_batch__post(batch, "pause", &args);
}

size_t sx_batch_language_servers(sx_batch *batch, sx_str language) {
  return post_with_text(batch, "languageServers", language);
}

size_t sx_batch_load_project(sx_batch *batch, sx_str path) {
  return post_with_text(batch, "loadProject", path);
}

sx_status sx_batch_run_until(sx_batch *batch, uint64_t until_ms, sx_err *err) {
  if (batch->is_out_of_memory) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status =
      sx_request_wait_until(batch->wait, batch->requests.items, batch->requests.len, until_ms);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_batch_run(sx_batch *batch, sx_err *err) {
  return sx_batch_run_until(batch, UINT64_MAX, err);
}

sx_status sx_batch_run_out(sx_batch *batch, sx_err *err) {
  if (batch->is_out_of_memory) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status = sx_request_wait_out(batch->wait, batch->requests.items, batch->requests.len,
                                         CHANGING_GRACE_MS);
  bool is_begun = false;
  for (size_t i = 0; i < batch->requests.len; i++)
    is_begun |= sx_request_was_taken(batch->requests.items[i]);
  if (status && is_begun)
    return sx_fail(err, status,
                   "The editor did not answer: the change may or may not have been applied. Read "
                   "the file before you try again.");
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_batch_run_within(sx_batch *batch, uint64_t ms, sx_err *err) {
  return sx_batch_run_until(batch, sx_clock_ms() + ms, err);
}

/* ---- fetching ---------------------------------------------------------------------------- */

cJSON *sx_batch__fetch(const sx_batch *batch, size_t slot, bool is_list, sx_status *status,
                       sx_err *err) {
  if (slot >= batch->requests.len) {
    *status = sx_fail(err, SX_INTERNAL, NULL);
    return NULL;
  }
  const sx_request *request = batch->requests.items[slot];
  *status = sx_request_status(request);
  sx_str json = sx_request_json(request);
  if (*status == SX_HOST) {
    sx_fail(err, SX_HOST, "The editor reported: %.*s", SX_STR_ARG(json));
    return NULL;
  }
  if (*status) {
    sx_fail(err, *status, NULL);
    return NULL;
  }
  cJSON *root = sx_json_parse(json);
  if (is_list ? cJSON_IsArray(root) : cJSON_IsObject(root)) return root;
  cJSON_Delete(root);
  *status = sx_fail(err, SX_HOST, "The editor's answer is not valid.");
  return NULL;
}

sx_status sx_batch__end_fetch(const sx_batch *batch, cJSON *root, sx_err *err) {
  cJSON_Delete(root);
  return batch->arena->status ? sx_fail(err, batch->arena->status, NULL) : SX_OK;
}

sx_range16 sx_batch__read_range(const cJSON **item) {
  uint32_t numbers[4] = {0};
  for (size_t i = 0; i < 4 && *item; i++, *item = (*item)->next) numbers[i] = sx_json_u32(*item);
  return (sx_range16){{numbers[0], numbers[1]}, {numbers[2], numbers[3]}};
}

static const cJSON *next_str(const cJSON *item, sx_str *out, sx_arena *arena) {
  if (!item) return NULL;
  *out = sx_json_str(item, arena);
  return item->next;
}

/* All but the text. */
static sx_host_document read_document(const cJSON *row, sx_arena *arena) {
  return (sx_host_document){
      .language = sx_json_get_str(row, "language", arena),
      .version = sx_json_get_u32(row, "version"),
      .line_count = sx_json_get_u32(row, "lineCount"),
      .has_text = sx_json_get_bool(row, "hasText"),
      .is_dirty = sx_json_get_bool(row, "isDirty"),
      .encoding = sx_json_get_str(row, "encoding", arena),
      .text = SX_STR(""),
  };
}

sx_status sx_batch_get_document(sx_batch *batch, size_t slot, sx_host_document *out, sx_err *err) {
  sx_status status;
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  *out = read_document(root, batch->arena);
  out->text = sx_arena_dup(batch->arena, sx_request_text(batch->requests.items[slot]));
  return sx_batch__end_fetch(batch, root, err);
}

sx_status sx_batch_get_held(sx_batch *batch, size_t slot, sx_host_held_documents *out,
                            sx_err *err) {
  sx_status status;
  *out = (sx_host_held_documents){0};
  cJSON *root = sx_batch__fetch(batch, slot, true, &status, err);
  if (!root) return status;
  const cJSON *row;
  cJSON_ArrayForEach (row, root) {
    sx_host_held *held = SX_ARRAY_ADD(out, batch->arena);
    if (!held) break;
    held->is_held = cJSON_IsObject(row);
    held->is_foreign = cJSON_IsTrue(row);
    if (held->is_held) held->document = read_document(row, batch->arena);
  }
  return sx_batch__end_fetch(batch, root, err);
}

/* [name, kind, container, path, has name_at, depth, name line, name character, range…] */
static void read_symbol(sx_host_symbol *out, const cJSON *row, sx_arena *arena) {
  const cJSON *item = row->child;
  item = next_str(item, &out->name, arena);
  if (item) out->kind = sx_symbol_kind_name(sx_json_u32(item)), item = item->next;
  item = next_str(item, &out->container, arena);
  item = next_str(item, &out->path, arena);
  if (item) out->has_name_at = sx_json_is_true(item), item = item->next;
  if (item) out->depth = sx_json_u32(item), item = item->next;
  if (item) out->name_at.line = sx_json_u32(item), item = item->next;
  if (item) out->name_at.character = sx_json_u32(item), item = item->next;
  out->range = sx_batch__read_range(&item);
}

/* A symbol of a tree has no container of its own: it is the names above it. */
static void fill_containers(sx_host_symbols *symbols, sx_arena *arena) {
  size_t parents[MAX_NAME_PATH_DEPTH] = {0};
  for (size_t i = 0; i < symbols->len; i++) {
    sx_host_symbol *symbol = &symbols->items[i];
    if (symbol->depth >= MAX_NAME_PATH_DEPTH) continue;
    parents[symbol->depth] = i;
    if (symbol->depth == 0 || symbol->container.len) continue;
    const sx_host_symbol *parent = &symbols->items[parents[symbol->depth - 1]];
    if (parent->depth + 1 != symbol->depth) continue; /* a level was left out */
    symbol->container = parent->container.len
                            ? sx_arena_printf(arena, "%.*s.%.*s", SX_STR_ARG(parent->container),
                                              SX_STR_ARG(parent->name))
                            : parent->name;
  }
}

sx_pos16 sx_host_symbol_at(const sx_host_symbol *symbol) {
  return symbol->has_name_at ? symbol->name_at : symbol->range.start;
}

/* Servers answer with everything that is like the query: only what has that name is missed. */
static bool is_hidden(const sx_batch *batch, const sx_host_symbol *symbol) {
  const sx_pos16 at = sx_host_symbol_at(symbol);
  bool is_meant = sx_str_is_equal_fold(symbol->name, batch->symbol_query);
  return sx_port_call_hides(batch->wait, symbol->path, is_meant ? &at : NULL);
}

sx_status sx_batch_get_symbols(sx_batch *batch, size_t slot, sx_host_symbols *out, sx_err *err) {
  sx_status status;
  *out = (sx_host_symbols){0};
  cJSON *root = sx_batch__fetch(batch, slot, true, &status, err);
  if (!root) return status;
  const cJSON *row;
  cJSON_ArrayForEach (row, root) {
    sx_host_symbol *symbol = SX_ARRAY_ADD(out, batch->arena);
    if (!symbol) break;
    *symbol = (sx_host_symbol){
        .name = SX_STR(""), .kind = SX_STR(""), .container = SX_STR(""), .path = SX_STR("")};
    read_symbol(symbol, row, batch->arena);
    if (symbol->path.len && is_hidden(batch, symbol)) out->len--;
  }
  fill_containers(out, batch->arena);
  return sx_batch__end_fetch(batch, root, err);
}

/* [kind: 0 markdown, 1 code, 2 plain; value; language; supports HTML; supports icons] */
sx_status sx_batch_get_hover(sx_batch *batch, size_t slot, sx_hover_parts *out, sx_err *err) {
  static const sx_hover_kind kinds[] = {SX_HOVER_MARKDOWN, SX_HOVER_CODE, SX_HOVER_PLAIN};
  sx_status status;
  *out = (sx_hover_parts){0};
  cJSON *root = sx_batch__fetch(batch, slot, true, &status, err);
  if (!root) return status;
  const cJSON *row;
  cJSON_ArrayForEach (row, root) {
    sx_hover_part *part = SX_ARRAY_ADD(out, batch->arena);
    if (!part) break;
    const cJSON *item = row->child;
    part->value = part->language = SX_STR("");
    uint32_t kind = sx_json_u32(item);
    part->kind = kinds[kind < 3 ? kind : 0];
    if (item) item = next_str(item->next, &part->value, batch->arena);
    item = next_str(item, &part->language, batch->arena);
    if (item) part->supports_html = sx_json_is_true(item), item = item->next;
    if (item) part->supports_icons = sx_json_is_true(item);
  }
  return sx_batch__end_fetch(batch, root, err);
}

sx_status sx_batch_get_places(sx_batch *batch, size_t slot, sx_places *out, sx_err *err) {
  sx_status status;
  *out = (sx_places){0};
  cJSON *root = sx_batch__fetch(batch, slot, true, &status, err);
  if (!root) return status;
  const cJSON *row;
  cJSON_ArrayForEach (row, root) {
    sx_place *place = SX_ARRAY_ADD(out, batch->arena);
    if (!place) break;
    place->path = SX_STR("");
    const cJSON *item = next_str(row->child, &place->path, batch->arena);
    place->range = sx_batch__read_range(&item);
    if (sx_port_call_hides(batch->wait, place->path, &place->range.start)) out->len--;
  }
  return sx_batch__end_fetch(batch, root, err);
}

sx_status sx_batch_get_paths(sx_batch *batch, size_t slot, sx_strs *out, sx_err *err) {
  sx_status status;
  *out = (sx_strs){0};
  cJSON *root = sx_batch__fetch(batch, slot, true, &status, err);
  if (!root) return status;
  const cJSON *row;
  cJSON_ArrayForEach (row, root) {
    sx_str *s = SX_ARRAY_ADD(out, batch->arena);
    if (!s) break;
    *s = sx_json_str(row, batch->arena);
    if (sx_port_call_hides(batch->wait, *s, NULL)) out->len--;
  }
  return sx_batch__end_fetch(batch, root, err);
}

void sx_batch__read_servers(sx_host_servers *out, const cJSON *list, sx_arena *arena) {
  const cJSON *row;
  cJSON_ArrayForEach (row, list) {
    sx_host_server *server = SX_ARRAY_ADD(out, arena);
    if (!server) break;
    server->extension = sx_json_get_str(row, "extension", arena);
    server->is_active = sx_json_get_bool(row, "active");
  }
}

sx_status sx_batch_get_servers(sx_batch *batch, size_t slot, sx_host_servers *out, sx_err *err) {
  sx_status status;
  *out = (sx_host_servers){0};
  cJSON *root = sx_batch__fetch(batch, slot, true, &status, err);
  if (!root) return status;
  sx_batch__read_servers(out, root, batch->arena);
  return sx_batch__end_fetch(batch, root, err);
}

sx_status sx_batch_get_loaded(sx_batch *batch, size_t slot, bool *out, sx_err *err) {
  sx_status status;
  *out = false;
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  *out = sx_json_get_bool(root, "loaded");
  return sx_batch__end_fetch(batch, root, err);
}
