#ifndef SX_BRIDGE_WINDOWS_H
#define SX_BRIDGE_WINDOWS_H

#include "base/arena.h"
#include "base/array.h"
#include "base/map.h"
#include "base/str.h"

/**
 * The open VS Code windows, as the small files in the state folder's `windows` describe them.
 *
 * A file counts when it is a regular file of the user's own with no rights for others and says
 * what a window must say; any other is left alone. A window is dead when no process listens on its
 * socket; then its file and its socket are removed. One in which Sextant could not start has no
 * socket, but the reason, and is dead when its process is gone.
 */
typedef struct sx_window {
  sx_str file;    /* the registry file; NUL-terminated, as all of these */
  sx_str socket;  /* a path, or on Windows the name of a pipe */
  sx_str failure; /* why Sextant could not start in it; empty: it has started */
  sx_str editor;  /* "VS Code 1.139.1", for people */
  int pid;
  double used_ms;           /* when it had the focus last, since 1970; 0: not in its file */
  SX_ARRAY(sx_str) folders; /* real paths */
  SX_ARRAY(sx_str) read_only_tools;
} sx_window;

typedef struct sx_window_list {
  sx_window *items;
  size_t len, cap;
} sx_window_list;

/** The registry: where it is, and which files were already complained about. */
typedef struct sx_registry {
  sx_str folder; /* of the registry files; NUL-terminated */
  sx_arena arena;
  sx_map warned;
} sx_registry;

/** The registry of the state folder `home` (copied). NOMEM. */
sx_status sx_registry_init(sx_registry *registry, sx_str home) SX_MUST_USE;
void sx_registry_release(sx_registry *registry);

/**
 * The windows that may be alive; those whose process is gone and that do not listen any more
 * are removed on the way. Memory in `arena`. A missing folder is an empty list. NOMEM.
 */
sx_status sx_registry_read(sx_window_list *out, sx_registry *registry, sx_arena *arena) SX_MUST_USE;

/** Whether no process listens on the window's socket; for one that could not start, whether its
 * process is gone. */
bool sx_window_is_gone(const sx_window *window);
/** Whether a failure to connect (a code of libuv) means that no process listens any more. */
bool sx_window_is_dead(int connect_code);
/** Removes a dead window's file and socket; whether the file is gone. */
bool sx_window_remove(const sx_window *window);

/** The real path of a folder, or the path itself when it has none; in `arena`. */
sx_str sx_path_resolve(sx_str path, sx_arena *arena);

/** One line on standard error, with the name of the program before it. */
void sx_warn(const char *format, ...) SX_PRINTF(1, 2);

#endif
