#include "host/hierarchies.h"

#include "base/mem.h"
#include "host/requests_parts.h"
#include "host/symbol_kind.h"

#include <uv.h>

#define MAX_ARGS_BYTES (64 * 1024)

/* ---- asking ------------------------------------------------------------------------------ */

static sx_buf begin(uint32_t session) {
  sx_buf args;
  sx_buf_init(&args, MAX_ARGS_BYTES);
  sx_buf_addf(&args, "[%u", session);
  return args;
}

size_t sx_batch_prepare_hierarchy(sx_batch *batch, uint32_t session, bool is_of_types, sx_str path,
                                  sx_pos16 at) {
  sx_buf args = begin(session);
  sx_buf_add_text(&args, is_of_types ? ",true," : ",false,");
  sx_json_write_str(&args, path);
  sx_buf_addf(&args, ",%u,%u]", at.line, at.character);
  return sx_batch__post(batch, "prepareHierarchy", &args);
}

size_t sx_batch_expand_hierarchy(sx_batch *batch, uint32_t session, sx_relation relation,
                                 uint32_t token) {
  static const char *const names[] = {"incomingCalls", "outgoingCalls", "supertypes", "subtypes"};
  sx_buf args = begin(session);
  sx_buf_addf(&args, ",\"%s\",%u]", names[relation], token);
  return sx_batch__post(batch, "expandHierarchy", &args);
}

void sx_host_release_hierarchy(sx_port_call *wait, uint32_t session) {
  sx_buf args = begin(session);
  sx_buf_add_char(&args, ']');
  if (!args.status) sx_port_tell(wait, "releaseHierarchy", sx_buf_str(&args));
  sx_buf_release(&args);
}

/* ---- fetching ---------------------------------------------------------------------------- */

/* [token, name, kind, path, name line, name character, range…, [line, character, …]] */
static void read_relative(sx_host_relative *out, const cJSON *row, sx_arena *arena) {
  const cJSON *item = row->child;
  sx_host_item *made = &out->item;
  made->name = made->kind = made->path = SX_STR("");
  if (item) made->token = sx_json_u32(item), item = item->next;
  if (item) made->name = sx_json_str(item, arena), item = item->next;
  if (item) made->kind = sx_symbol_kind_name(sx_json_u32(item)), item = item->next;
  if (item) made->path = sx_json_str(item, arena), item = item->next;
  if (item) made->name_at.line = sx_json_u32(item), item = item->next;
  if (item) made->name_at.character = sx_json_u32(item), item = item->next;
  made->range = sx_batch__read_range(&item);
  const cJSON *number = item ? item->child : NULL;
  for (; number && number->next; number = number->next->next) {
    sx_pos16 *site = SX_ARRAY_ADD(&out->sites, arena);
    if (site) *site = (sx_pos16){sx_json_u32(number), sx_json_u32(number->next)};
  }
}

sx_status sx_batch_get_relatives(sx_batch *batch, size_t slot, sx_host_relatives *out,
                                 sx_err *err) {
  sx_status status;
  *out = (sx_host_relatives){0};
  cJSON *root = sx_batch__fetch(batch, slot, true, &status, err);
  if (!root) return status;
  const cJSON *row;
  cJSON_ArrayForEach (row, root) {
    sx_host_relative *relative = SX_ARRAY_ADD(out, batch->arena);
    if (!relative) break;
    read_relative(relative, row, batch->arena);
    if (sx_port_call_hides(batch->wait, relative->item.path, &relative->item.name_at)) out->len--;
  }
  return sx_batch__end_fetch(batch, root, err);
}

/* ---- sessions ----------------------------------------------------------------------------- */

struct sx_hierarchies {
  uv_mutex_t mutex;
  uint32_t last, open[SX_OPEN_HIERARCHIES]; /* 0: a free slot */
};

sx_hierarchies *sx_hierarchies_new(void) {
  sx_hierarchies *hierarchies = sx_calloc(1, sizeof *hierarchies);
  if (!hierarchies || uv_mutex_init(&hierarchies->mutex) == 0) return hierarchies;
  sx_free(hierarchies);
  return NULL;
}

void sx_hierarchies_free(sx_hierarchies *hierarchies) {
  if (!hierarchies) return;
  uv_mutex_destroy(&hierarchies->mutex);
  sx_free(hierarchies);
}

bool sx_hierarchies_begin(sx_hierarchies *hierarchies, uint32_t *session) {
  uint32_t *slot = NULL;
  bool is_in_danger = false;
  uv_mutex_lock(&hierarchies->mutex);
  for (size_t i = 0; i < SX_OPEN_HIERARCHIES; i++) {
    uint32_t open = hierarchies->open[i];
    if (!open) slot = &hierarchies->open[i];
    is_in_danger |= open && hierarchies->last - open >= SX_OPEN_HIERARCHIES;
  }
  bool is_begun = slot && !is_in_danger;
  if (is_begun) *slot = *session = ++hierarchies->last;
  uv_mutex_unlock(&hierarchies->mutex);
  return is_begun;
}

void sx_hierarchies_end(sx_hierarchies *hierarchies, uint32_t session) {
  uv_mutex_lock(&hierarchies->mutex);
  for (size_t i = 0; i < SX_OPEN_HIERARCHIES; i++)
    if (hierarchies->open[i] == session) hierarchies->open[i] = 0;
  uv_mutex_unlock(&hierarchies->mutex);
}
