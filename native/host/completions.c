#include "host/completions.h"

#include "host/requests_parts.h"

#define MAX_ARGS_BYTES (64 * 1024)

/* VS Code's CompletionItemKind, which is LSP's less one. */
static const char *const kinds[] = {
    "Text",      "Method", "Function", "Constructor",   "Field",  "Variable",   "Class",
    "Interface", "Module", "Property", "Unit",          "Value",  "Enum",       "Keyword",
    "Snippet",   "Color",  "File",     "Reference",     "Folder", "EnumMember", "Constant",
    "Struct",    "Event",  "Operator", "TypeParameter",
};

#define KIND_COUNT (sizeof kinds / sizeof *kinds)
#define KIND_TEXT 0
#define KIND_SNIPPET 14

size_t sx_batch_completions(sx_batch *batch, sx_str path, sx_pos16 at, uint32_t resolve) {
  sx_buf args;
  sx_buf_init(&args, MAX_ARGS_BYTES);
  sx_buf_add_char(&args, '[');
  sx_json_write_str(&args, path);
  sx_buf_addf(&args, ",%u,%u,%u]", at.line, at.character, resolve);
  return sx_batch__post(batch, "completions", &args);
}

static const cJSON *take(const cJSON **item) {
  const cJSON *taken = *item;
  if (taken) *item = taken->next;
  return taken;
}

/* [label, kind, name, description, detail, documentation, is deprecated] */
static void read_completion(sx_host_completion *out, const cJSON *row, sx_arena *arena) {
  const cJSON *item = row ? row->child : NULL;
  out->label = sx_json_str(take(&item), arena);
  uint32_t kind = sx_json_u32(take(&item));
  out->kind = kind < KIND_COUNT ? sx_str_from(kinds[kind]) : SX_STR("");
  out->name = sx_json_str(take(&item), arena);
  out->description = sx_json_str(take(&item), arena);
  out->detail = sx_json_str(take(&item), arena);
  out->documentation = sx_json_str(take(&item), arena);
  out->is_deprecated = sx_json_is_true(take(&item));
}

static bool is_of_editor(const cJSON *row) {
  uint32_t kind = sx_json_u32(row && row->child ? row->child->next : NULL);
  return kind == KIND_TEXT || kind == KIND_SNIPPET;
}

sx_status sx_batch_get_completions(sx_batch *batch, size_t slot, sx_host_completions *out,
                                   sx_err *err) {
  sx_status status;
  const cJSON *row;
  uint32_t place = 0;
  *out = (sx_host_completions){0};
  cJSON *root = sx_batch__fetch(batch, slot, false, &status, err);
  if (!root) return status;
  out->is_incomplete = sx_json_get_bool(root, "isIncomplete");
  cJSON_ArrayForEach (row, sx_json_get(root, "items")) {
    uint32_t at = place++;
    if (is_of_editor(row)) continue;
    sx_host_completion *one = SX_ARRAY_ADD(&out->items, batch->arena);
    if (!one) break;
    read_completion(one, row, batch->arena);
    one->place = at;
  }
  return sx_batch__end_fetch(batch, root, err);
}
