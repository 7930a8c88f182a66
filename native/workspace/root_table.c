#include "workspace/root_table.h"

#include "base/mem.h"
#include "os/clock.h"

/* How often a call that waits is asked whether it has ended. */
#define CHECK_MS 5

bool sx_root_table_init(sx_root_table *table) {
  table->first = NULL;
  if (uv_mutex_init(&table->mutex)) return false;
  if (uv_cond_init(&table->has_ended) == 0) return true;
  uv_mutex_destroy(&table->mutex);
  return false;
}

static void free_entries(sx_root_table *table, sx_root_entry *first) {
  while (first) {
    sx_root_entry *next = first->next;
    sx_free(first->path);
    table->free(table->owner, first);
    first = next;
  }
}

void sx_root_table_release(sx_root_table *table) {
  free_entries(table, table->first);
  uv_cond_destroy(&table->has_ended);
  uv_mutex_destroy(&table->mutex);
}

static sx_root_entry *find_locked(sx_root_table *table, sx_call *call, sx_str path) {
  for (sx_root_entry *one = table->first; one; one = one->next)
    if (sx_str_is_equal(sx_str_from(one->path), path)) return one;
  sx_root_entry *made = table->make(table->owner, call, path);
  if (!made) return NULL;
  made->path = sx_str_copy(path);
  if (!made->path) {
    table->free(table->owner, made);
    return NULL;
  }
  made->next = table->first;
  return table->first = made;
}

static bool is_open(const sx_root_table *table, const sx_call *call, const sx_root_entry *one) {
  for (size_t i = 0; i < call->roots.len; i++) {
    const sx_root *root = &call->roots.items[i];
    sx_str path = table->is_by_real_path ? root->real_path : root->path;
    if (sx_str_is_equal(path, sx_str_from(one->path))) return true;
  }
  return false;
}

/* The caller frees them, without the mutex. */
static sx_root_entry *take_closed_locked(sx_root_table *table, const sx_call *call) {
  sx_root_entry *closed = NULL;
  for (sx_root_entry **link = &table->first; *link;) {
    sx_root_entry *one = *link;
    if (one->is_busy || is_open(table, call, one)) {
      link = &one->next;
      continue;
    }
    *link = one->next;
    one->next = closed;
    closed = one;
  }
  return closed;
}

sx_status sx_root_table_begin(sx_root_table *table, sx_call *call, sx_str path, uint64_t wait_ms,
                              sx_root_entry **out) {
  uint64_t began_ms = sx_clock_ms();
  sx_status status = SX_OK;
  uv_mutex_lock(&table->mutex);
  sx_root_entry *one = find_locked(table, call, path);
  while (one && one->is_busy && !status && (!wait_ms || sx_clock_since_ms(began_ms) < wait_ms)) {
    uv_cond_timedwait(&table->has_ended, &table->mutex, (uint64_t)CHECK_MS * 1000000u);
    uv_mutex_unlock(&table->mutex);
    status = sx_port_call_check(call->wait);
    uv_mutex_lock(&table->mutex);
    one = find_locked(table, call, path); /* it may have been closed meanwhile */
  }
  if (!one) status = SX_NOMEM;
  *out = status || one->is_busy ? NULL : one;
  if (*out) one->is_busy = true;
  sx_root_entry *closed = take_closed_locked(table, call);
  uv_mutex_unlock(&table->mutex);
  free_entries(table, closed);
  return status;
}

void sx_root_table_end(sx_root_table *table, sx_root_entry *entry) {
  uv_mutex_lock(&table->mutex);
  entry->is_busy = false;
  uv_cond_broadcast(&table->has_ended);
  uv_mutex_unlock(&table->mutex);
}
