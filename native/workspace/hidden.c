#include "workspace/hidden.h"

#include "base/folder.h"
#include "base/map.h"
#include "os/file.h"
#include "workspace/files.h"
#include "workspace/ignore_scope.h"
#include "workspace/paths_parts.h"

#define RULES ".sextantignore"

/* A folder by one of its names. */
typedef struct hidden_folder {
  bool is_hidden;
  sx_str by; /* the folder of the rules that hide it */
  sx_ignore_scope scope;
  sx_str real; /* without links; empty until it is asked for */
} hidden_folder;

struct sx_hidden {
  sx_map folders; /* path -> hidden_folder */
  sx_map places;  /* "path:line" of those left out: servers begin one thing at several columns */
  sx_str last;    /* the last path asked about: places of one file follow each other */
  bool is_last_hidden;
  bool is_out_of_memory; /* nothing is known then: all counts as hidden */
};

static sx_hidden *state_of(sx_call *call) {
  if (call->hidden) return call->hidden;
  sx_hidden *hidden = SX_ARENA_NEW(call->arena, sx_hidden);
  if (!hidden) return NULL;
  *hidden = (sx_hidden){.last = SX_STR("")};
  sx_map_init(&hidden->folders, call->arena);
  sx_map_init(&hidden->places, call->arena);
  return call->hidden = hidden;
}

/* ---- folders ------------------------------------------------------------------------------- */

/* A kept answer is old when rules appear, change or go. False: there are none. */
static bool depend_on_rules(sx_call *call, sx_str folder) {
  sx_file_info info = {0};
  sx_str path = sx_arena_printf(call->arena, "%.*s/" RULES, SX_STR_ARG(folder));
  if (sx_file_stat(&info, path, NULL)) return true;
  struct sx_dependency *added = SX_ARRAY_ADD(&call->dependencies, call->arena);
  if (added)
    *added = (struct sx_dependency){path, info.size_bytes, info.mtime_ns, info.inode, !info.exists};
  return info.exists || !path.len;
}

/* The rules in `at`, made from those of the folder that contains it. */
static hidden_folder *enter(sx_call *call, const hidden_folder *outer, sx_str at) {
  static const hidden_folder nothing = {.by = {"", 0}, .real = {"", 0}};
  hidden_folder *folder = SX_ARENA_NEW(call->arena, hidden_folder);
  if (!folder) return NULL;
  *folder = outer ? *outer : nothing;
  folder->real = SX_STR("");
  if (!folder->is_hidden && outer)
    folder->is_hidden = sx_ignore_scope_hides(&outer->scope, at, true, &folder->by);
  if (!folder->is_hidden) {
    const sx_ignore_reader reader = {.has_sextantignore = depend_on_rules(call, at)};
    const sx_ignore_scope above = folder->scope;
    if (sx_ignore_scope_enter(&folder->scope, &above, at, &reader, call->arena)) return NULL;
  }
  sx_str key = sx_arena_dup(call->arena, at);
  bool is_kept = !sx_map_put(&call->hidden->folders, key, (uint64_t)(uintptr_t)folder);
  return is_kept && !call->arena->status ? folder : NULL;
}

static hidden_folder *find_known(const sx_call *call, sx_str path) {
  uint64_t value;
  bool is_known = sx_map_find(&call->hidden->folders, path, &value);
  return is_known ? (hidden_folder *)(uintptr_t)value : NULL;
}

/* Down from the nearest folder that is known, or from the top. NULL without memory. */
static hidden_folder *find_folder(sx_call *call, sx_str path) {
  hidden_folder *folder = find_known(call, path);
  size_t depth = 0;
  sx_str at = path;
  while (!folder && at.len) {
    at = sx_folder_of(at);
    folder = find_known(call, at);
    depth++;
  }
  if (!folder && !(folder = enter(call, NULL, at))) return NULL;
  while (depth-- > 0 && folder) folder = enter(call, folder, sx_folder_above(path, depth));
  return folder;
}

/* ---- one path ------------------------------------------------------------------------------ */

/* By the path alone. `*by` is the folder of the rules. */
static bool is_hidden_at(sx_call *call, sx_str path, sx_str *by) {
  sx_file_info info = {0};
  const hidden_folder *folder = find_folder(call, sx_folder_of(path));
  if (!folder) {
    call->hidden->is_out_of_memory = true;
    if (!call->arena->status) call->arena->status = SX_NOMEM;
    return true;
  }
  *by = folder->by;
  if (folder->is_hidden || !folder->scope.never) return folder->is_hidden;
  bool is_folder = !sx_file_stat(&info, path, NULL) && info.is_directory;
  return sx_ignore_scope_hides(&folder->scope, path, is_folder, by);
}

/* Where links lead; what does not exist is below the nearest folder that does. */
static sx_str real_of(sx_call *call, sx_str path) {
  sx_str real;
  for (sx_str at = path; at.len; at = sx_folder_of(at)) {
    if (sx_file_real_path(&real, at, call->arena, NULL)) continue;
    if (at.len == path.len) return real;
    sx_str rest = sx_str_slice(path, at.len, path.len);
    return sx_arena_printf(call->arena, "%.*s%.*s", SX_STR_ARG(real), SX_STR_ARG(rest));
  }
  return path;
}

/* The same of a folder; each above it is looked at once a call. */
static sx_str real_folder(sx_call *call, sx_str path) {
  size_t depth = 0;
  sx_str at = path, real = SX_STR("");
  while (at.len && !real.len) {
    const hidden_folder *known = find_known(call, at);
    if (known && known->real.len) {
      real = known->real;
      break;
    }
    at = sx_folder_of(at);
    depth++;
  }
  while (depth-- > 0) {
    sx_str below = sx_folder_above(path, depth);
    hidden_folder *own = find_folder(call, below);
    real = sx_file_may_be_link(below, call->arena)
               ? real_of(call, below)
               : sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(real),
                                 SX_STR_ARG(sx_path_name(below)));
    if (own) own->real = real;
  }
  return real;
}

/* The same of a file; the links to its folder are followed once a call. */
static sx_str real_file(sx_call *call, sx_str path) {
  hidden_folder *folder = find_folder(call, sx_folder_of(path));
  if (!folder || sx_file_may_be_link(path, call->arena)) return real_of(call, path);
  if (!folder->real.len) folder->real = real_folder(call, sx_folder_of(path));
  bool is_same = sx_str_is_equal(folder->real, sx_folder_of(path));
  return is_same ? path
                 : sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(folder->real),
                                   SX_STR_ARG(sx_path_name(path)));
}

/* The file that a path or URI names; empty if it is none that could be on the disk. */
static sx_str file_of(sx_call *call, sx_str given) {
  sx_str path = sx_path_is_uri(given) ? sx_path__file_of_uri(call, given) : given;
  return sx_path__is_absolute(path) ? path : SX_STR("");
}

/* `known`: where the links of `given` lead, or empty. */
static bool is_hidden(sx_call *call, sx_str given, sx_str known, sx_str *by) {
  if (call->caller == SX_CALLER_PERSON) return false;
  sx_str file = file_of(call, given);
  if (!state_of(call) || call->arena->status) return true;
  if (!file.len) return false;
  sx_str path = sx_path__normalise(call, file);
  while (path.len > 1 && path.ptr[path.len - 1] == '/') path.len--;
  if (is_hidden_at(call, path, by)) return true;
  /* With `..` after a link the file is another one than that of the shorter path. */
  sx_str real = known.len                     ? known
                : sx_str_is_equal(path, file) ? real_file(call, path)
                                              : sx_path__normalise(call, real_of(call, file));
  return !sx_str_is_equal(real, path) && is_hidden_at(call, real, by);
}

bool sx_hidden_has(sx_call *call, sx_str path) {
  sx_str by = SX_STR("");
  sx_hidden *hidden = state_of(call);
  if (!hidden) return true;
  if (hidden->last.len && sx_str_is_equal(hidden->last, path)) return hidden->is_last_hidden;
  bool is = is_hidden(call, path, SX_STR(""), &by);
  hidden->last = sx_arena_dup(call->arena, path);
  hidden->is_last_hidden = is || call->arena->status;
  return hidden->is_last_hidden;
}

sx_status sx_hidden_check(sx_call *call, const char *argument, sx_str path, sx_err *err) {
  return sx_hidden_check_real(call, argument, path, SX_STR(""), err);
}

sx_status sx_hidden_check_real(sx_call *call, const char *argument, sx_str path, sx_str real,
                               sx_err *err) {
  sx_str by = SX_STR("");
  bool is = is_hidden(call, path, real, &by);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  if (!is) return SX_OK;
  if (call->hidden->is_out_of_memory) return sx_fail(err, SX_NOMEM, NULL);
  sx_str rules = sx_arena_printf(call->arena, "%.*s/" RULES, SX_STR_ARG(by));
  return sx_fail(err, SX_HIDDEN,
                 "%s%s'%.*s' is hidden from agents by a rule in '%.*s'. Work without it, or ask "
                 "the person to change that rule.",
                 argument ? argument : "", argument ? ": " : "",
                 SX_STR_ARG(sx_path_show(call, path)), SX_STR_ARG(sx_path_show(call, rules)));
}

static bool go_on(void *arg, size_t worker, const sx_files_entry *entry) {
  (void)arg, (void)worker, (void)entry;
  return true;
}

sx_status sx_hidden_check_below(sx_call *call, sx_str folder, sx_err *err) {
  sx_files_seen seen;
  sx_status status = sx_hidden_check(call, NULL, folder, err);
  if (status || call->caller == SX_CALLER_PERSON || sx_path_is_uri(folder)) return status;
  const sx_files_query query = {
      .folder = real_of(call, folder), .with_ignored = true, .visit = go_on};
  status = sx_files_visit(call, &query, &seen, err);
  if (status || !seen.hidden) return status;
  return sx_fail(
      err, SX_HIDDEN,
      "'%.*s' has files that .sextantignore hides from agents. Nothing was changed. Name "
      "the files in it that you mean, or ask the person.",
      SX_STR_ARG(sx_path_show(call, folder)));
}

/* ---- what servers answer with -------------------------------------------------------------- */

static bool hides(void *context, sx_str path, const sx_pos16 *at) {
  sx_call *call = context;
  if (call->caller == SX_CALLER_PERSON || !sx_hidden_has(call, path)) return false;
  if (!at || call->arena->status) return true;
  sx_str key = sx_arena_printf(call->arena, "%.*s:%u", SX_STR_ARG(path), at->line);
  sx_status status = sx_map_put(&call->hidden->places, key, 1);
  return status || true; /* the arena has it */
}

void sx_hidden_begin(sx_call *call) {
  call->hidden = NULL;
  sx_port_call_set_hides(call->wait, hides, call);
}

size_t sx_hidden_count_places(const sx_call *call) {
  return call->hidden ? call->hidden->places.len : 0;
}
