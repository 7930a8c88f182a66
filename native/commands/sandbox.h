#ifndef SX_COMMANDS_SANDBOX_H
#define SX_COMMANDS_SANDBOX_H

#include "base/array.h"

/*
 * The argv before that of a command by which bubblewrap (Linux) confines it. Nothing here touches
 * the system: the caller looks which of the paths exist, runs the argv, and keeps what the probe
 * found.
 *
 * Inside, a command
 *   - reads the whole file system, but for /tmp, which is another one, secrets (keys, credentials,
 * browser profiles, histories: sx_sandbox_secrets) and the sockets in /run and /tmp, by which other
 * programs would act for it outside: containers, keyrings, agents of SSH, the editor's own command
 * line;
 *   - writes to the folders of the workspace, to a /tmp that is a private folder, and to the caches
 * of package managers and compilers (sx_sandbox_caches). Without these a run of tests fails: `go
 * test` needs its build cache, Gradle its folder, npm and pip theirs to be of use offline. A
 * command can therefore put bad data into a cache, which most of these tools check by hashes, not
 * all;
 *   - does not write to what the workspace makes other programs run (hooks of git, the editor's
 *     settings), and cannot move the folders that contain it. Files that do not exist yet can be
 * made: the caller looks for that after the command;
 *   - has processes of its own: when it ends, or this process does, all that it started are killed;
 *   - has the network or not; without it, not even other programs of this machine by address.
 *     With it, sockets without a path in the file system (abstract ones) can be reached.
 *
 * Exit codes are the command's; that a signal ended it is exit code 128 + signal. TERM, sent to the
 * process group of the argv, reaches the command and not bubblewrap, so that it can end in its own
 * way; KILL ends all. That is GNU env's doing (coreutils 8.31): without `env`, TERM ends all at
 * once. The group has to be in a session of its own, or the command could type into the terminal of
 * the caller.
 */

typedef struct sx_sandbox {
  sx_str program;   /* bwrap: an absolute path */
  sx_str env;       /* GNU env: an absolute path; empty: TERM ends all at once */
  sx_str home;      /* the person's folder; empty: unknown, then there are no caches */
  sx_str folder;    /* where the command runs */
  sx_str temporary; /* a private folder that the command sees as /tmp; empty: memory, lost at the
                       end */
  sx_str empty;     /* an empty file, which is shown in place of `hidden_files` */
  /* Where .git is elsewhere (a work tree, a module), also that folder: commits write to it. */
  sx_strs writable;  /* folders of the workspace */
  sx_strs protected; /* files and folders in them that stay as they are; missing ones are passed
                        over */
  sx_strs hidden_folders; /* those that exist, and are folders: of sx_sandbox_secrets, and others */
  sx_strs hidden_files;   /* likewise */
  bool has_network;
  bool is_root; /* the command keeps only what the owner of all files can do */
} sx_sandbox;

/* All paths are absolute, without links in them and without / at their end. */

/** A secret of the person, relative to their folder. */
typedef struct sx_sandbox_secret {
  const char *path;
  bool is_folder;
} sx_sandbox_secret;

/** Everything that is hidden where it exists. Static memory. */
const sx_sandbox_secret *sx_sandbox_secrets(size_t *count);
/** Caches that can be written to where they exist, relative to the person's folder. Static.
 */
const char *const *sx_sandbox_caches(size_t *count);

/**
 * The argv before that of the command, such as `env … bwrap … -- env …`.
 *
 * Memory   The strings are in `arena` or borrowed from `sandbox`, the list is in `arena`.
 * Errors   INVALID_ARGUMENT where a path is not absolute; NOMEM, TOO_BIG from the arena.
 */
sx_status sx_sandbox_prefix(sx_strs *argv, const sx_sandbox *sandbox, sx_arena *arena,
                            sx_err *err) SX_MUST_USE;

/** The argv of a command that does nothing in such a sandbox, to be run once, with 5 s. Errors as
 * above. */
sx_status sx_sandbox_probe(sx_strs *argv, const sx_sandbox *sandbox, sx_arena *arena,
                           sx_err *err) SX_MUST_USE;
/**
 * Whether the sandbox works, by how the probe ended: `exit_code` -1 where it did not. `*why` is a
 * sentence on what is missing and what to do, in `arena`; empty where it works.
 */
bool sx_sandbox_works(bool has_started, int exit_code, sx_str error_output, sx_arena *arena,
                      sx_str *why);

#endif
