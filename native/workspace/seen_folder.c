#include "workspace/seen_folder.h"

#include "base/folder.h"
#include "base/map.h"
#include "base/mem.h"
#include "workspace/change_log.h"

#define WATCH_MS 40
/* Where more has happened, all is looked through. */
#define MAX_NAMES 500

typedef struct seen_root {
  sx_root_entry entry;
  uint64_t turn, mark;
  uint64_t real; /* a hash of its real path then */
  bool is_seen;
} seen_root;

struct sx_seen_folders {
  sx_root_table roots;
};

static sx_root_entry *new_root(void *seen, sx_call *call, sx_str path) {
  (void)seen, (void)call, (void)path;
  seen_root *one = sx_calloc(1, sizeof *one);
  return one ? &one->entry : NULL;
}

static void free_root(void *seen, sx_root_entry *entry) {
  (void)seen;
  sx_free((seen_root *)(void *)entry);
}

sx_seen_folders *sx_seen_folders_new(void) {
  sx_seen_folders *seen = sx_calloc(1, sizeof *seen);
  if (!seen) return NULL;
  seen->roots = (sx_root_table){.make = new_root, .free = free_root, .owner = seen};
  if (sx_root_table_init(&seen->roots)) return seen;
  sx_free(seen);
  return NULL;
}

void sx_seen_folders_free(sx_seen_folders *seen) {
  if (!seen) return;
  sx_root_table_release(&seen->roots);
  sx_free(seen);
}

/* Adds what has happened in it since `turn`; false where that is not known path by path. */
static bool add_names(sx_seen_folder *out, sx_call *call, const sx_root *root, sx_str below,
                      uint64_t turn, const sx_event_turns *turns) {
  sx_strs names = {0};
  sx_event_log *events = sx_change_log_watching(call->services->change_log)->events;
  if (turns->lost > turn || turns->rules > turn || turn > turns->now) return false;
  if (turns->now > turn && sx_event_log_get(events, root->path, turn, false, &names, call->arena))
    return false;
  for (size_t i = 0; i < names.len; i++) {
    sx_str name = names.items[i];
    bool is_around = sx_str_is_equal(name, below) || sx_folder_has(name, below);
    if (is_around) return false;
    if (!sx_folder_has(below, name)) continue;
    sx_str *added = SX_ARRAY_ADD(&out->names, call->arena);
    if (!added || out->names.len > MAX_NAMES) return false;
    *added = sx_str_slice(name, below.len + 1, name.len);
  }
  return true;
}

static bool is_watched(sx_call *call, const sx_root *root, sx_str below) {
  sx_watch *watch = sx_change_log_watch(call->services->change_log);
  sx_str path =
      sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(root->path), SX_STR_ARG(below));
  return !call->arena->status && sx_watch_has(watch, path);
}

sx_status sx_seen_folder_begin(sx_seen_folder *out, sx_call *call, const sx_root *root,
                               sx_str below, uint64_t mark) {
  *out = (sx_seen_folder){0};
  sx_status status =
      sx_root_table_begin(&call->services->seen_folders->roots, call, root->path, 0, &out->entry);
  if (status) return status;
  seen_root *one = (seen_root *)(void *)out->entry;
  sx_event_log *events = sx_change_log_watching(call->services->change_log)->events;
  bool is_whole = sx_watching_settle(call, WATCH_MS) && is_watched(call, root, below);
  sx_event_turns turns = sx_event_log_turns(events);
  uint64_t real = sx_hash(root->real_path);
  bool is_known = is_whole && one->is_seen && one->real == real && one->mark == mark &&
                  add_names(out, call, root, below, one->turn, &turns);
  out->is_same = is_known && !out->names.len;
  out->has_names = is_known && out->names.len;
  out->turn = is_known ? turns.now : sx_event_log_begin_turn(events);
  one->is_seen = is_whole;
  one->real = real;
  one->mark = mark;
  return SX_OK;
}

void sx_seen_folder_end(const sx_seen_folder *folder, sx_call *call, bool is_seen) {
  if (!folder->entry) return;
  seen_root *one = (seen_root *)(void *)folder->entry;
  one->turn = folder->turn;
  one->is_seen = one->is_seen && is_seen;
  sx_root_table_end(&call->services->seen_folders->roots, folder->entry);
}
