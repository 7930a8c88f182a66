#ifndef SX_WORKSPACE_ROOT_TABLE_H
#define SX_WORKSPACE_ROOT_TABLE_H

#include "workspace/call.h"

#include <uv.h>

/** The state that a service keeps of one folder of the workspace; its own struct begins with it. */
typedef struct sx_root_entry {
  struct sx_root_entry *next;
  char *path;   /* the table's */
  bool is_busy; /* a call has it: the rest is that call's own */
} sx_root_entry;

/**
 * The entries of a service, which are made when they are first asked for, used by one call at a
 * time, and freed when the window no longer has the folder.
 */
typedef struct sx_root_table {
  bool is_by_real_path; /* an entry is a folder's by its real path; otherwise by its path */
  sx_root_entry *(*make)(void *owner, sx_call *call, sx_str path); /* NULL without memory */
  void (*free)(void *owner, sx_root_entry *entry);                 /* not its path */
  void *owner;
  /* Its own. */
  uv_mutex_t mutex;
  uv_cond_t has_ended; /* a call that was busy */
  sx_root_entry *first;
} sx_root_table;

/** Begins with what the service has filled in. False without memory. */
bool sx_root_table_init(sx_root_table *table);
/** Frees all entries; no call uses one any more. */
void sx_root_table_release(sx_root_table *table);

/**
 * Makes the entry of a folder the caller's own until sx_root_table_end, and frees those of folders
 * that the window does not have any more. NULL in *out if another call has it for more than
 * `wait_ms`; 0: however long that takes. NOMEM; the call's statuses.
 */
sx_status sx_root_table_begin(sx_root_table *table, sx_call *call, sx_str path, uint64_t wait_ms,
                              sx_root_entry **out) SX_MUST_USE;
void sx_root_table_end(sx_root_table *table, sx_root_entry *entry);

#endif
