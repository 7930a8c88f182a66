#include "commands/sandbox.h"

#include "base/folder.h"

/** The argv while it is made: the first failure stays, and later items are not added. */
typedef struct argv_writer {
  sx_strs *argv;
  sx_arena *arena;
  sx_err *err;
  sx_status status;
} argv_writer;

static void add(argv_writer *writer, sx_str item) {
  if (!writer->status) writer->status = sx_strs_add(writer->argv, item, writer->arena, writer->err);
}

static void add_all(argv_writer *writer, const char *const *items, size_t count) {
  for (size_t i = 0; i < count; i++) add(writer, sx_str_from(items[i]));
}

#define ADD_ALL(writer, items) add_all(writer, items, sizeof(items) / sizeof *(items))

static void add_two(argv_writer *writer, const char *option, sx_str value) {
  add(writer, sx_str_from(option));
  add(writer, value);
}

/** Shows `from` at `to`. */
static void add_mount(argv_writer *writer, const char *option, sx_str from, sx_str to) {
  add_two(writer, option, from);
  add(writer, to);
}

static bool is_absolute(sx_str path) {
  return path.len > 1 && path.ptr[0] == '/' && path.ptr[path.len - 1] != '/' &&
         sx_str_find_char(path, '\0', 0) == SX_STR_NONE;
}

static void check_paths(argv_writer *writer, const sx_strs *paths) {
  for (size_t i = 0; i < paths->len && !writer->status; i++)
    if (!is_absolute(paths->items[i]))
      writer->status = sx_fail(writer->err, SX_INVALID_ARGUMENT, "'%.*s' is not an absolute path.",
                               SX_STR_ARG(paths->items[i]));
}

static void check_sandbox(argv_writer *writer, const sx_sandbox *sandbox) {
  sx_str one[] = {sandbox->program, sandbox->folder,    sandbox->env,
                  sandbox->home,    sandbox->temporary, sandbox->empty};
  const size_t required = 2;
  for (size_t i = 0; i < sizeof one / sizeof *one && !writer->status; i++) {
    sx_strs path = {one + i, 1, 1};
    if (i < required || one[i].len) check_paths(writer, &path);
  }
  check_paths(writer, &sandbox->writable);
  check_paths(writer, &sandbox->protected);
  check_paths(writer, &sandbox->hidden_folders);
  check_paths(writer, &sandbox->hidden_files);
}

/** Variables that lead to programs outside, which could act for the command. */
static const char *const outside_variables[] = {"SSH_AUTH_SOCK",
                                                "SSH_AGENT_PID",
                                                "GPG_AGENT_INFO",
                                                "DBUS_SESSION_BUS_ADDRESS",
                                                "VSCODE_IPC_HOOK",
                                                "VSCODE_IPC_HOOK_CLI",
                                                "VSCODE_GIT_IPC_HANDLE",
                                                "VSCODE_GIT_ASKPASS_MAIN",
                                                "VSCODE_GIT_ASKPASS_NODE",
                                                "GIT_ASKPASS",
                                                "SSH_ASKPASS",
                                                "XDG_RUNTIME_DIR",
                                                "DISPLAY",
                                                "WAYLAND_DISPLAY",
                                                "XAUTHORITY",
                                                "DOCKER_HOST"};

/** Parts of /run that only describe the system: how names are resolved, where programs are, disks.
 */
static const char *const kept_in_run[] = {
    "/run/systemd/resolve", "/run/resolvconf",    "/run/NetworkManager", "/run/connman",
    "/run/current-system",  "/run/booted-system", "/run/opengl-driver",  "/run/media",
};

static void add_start(argv_writer *writer, const sx_sandbox *sandbox) {
  static const char *const own[] = {"--die-with-parent", "--unshare-pid", "--unshare-ipc",
                                    "--unshare-cgroup-try"};
  if (sandbox->env.len) {
    add(writer, sandbox->env);
    add(writer, SX_STR("--ignore-signal=TERM"));
  }
  add(writer, sandbox->program);
  ADD_ALL(writer, own);
  if (!sandbox->has_network) add(writer, SX_STR("--unshare-net"));
}

/** Root without the rights by which it could change the sandbox, the devices or the system. */
static void add_root(argv_writer *writer) {
  static const char *const rights[] = {
      "--cap-drop", "ALL",        "--cap-add", "CAP_CHOWN",  "--cap-add", "CAP_DAC_OVERRIDE",
      "--cap-add",  "CAP_FOWNER", "--cap-add", "CAP_FSETID", "--cap-add", "CAP_SETUID",
      "--cap-add",  "CAP_SETGID", "--cap-add", "CAP_KILL",   "--cap-add", "CAP_NET_BIND_SERVICE"};
  ADD_ALL(writer, rights);
}

static void add_system(argv_writer *writer, const sx_sandbox *sandbox) {
  static const char *const mounts[] = {"--ro-bind", "/",     "/",       "--dev", "/dev",
                                       "--proc",    "/proc", "--tmpfs", "/run"};
  /* bubblewrap leaves these out where the editor is root. */
  static const char *const kernel[] = {"/proc/sys", "/proc/sysrq-trigger", "/proc/irq",
                                       "/proc/bus"};
  ADD_ALL(writer, mounts);
  for (size_t i = 0; i < sizeof kernel / sizeof *kernel; i++) {
    sx_str path = sx_str_from(kernel[i]);
    add_mount(writer, "--ro-bind-try", path, path);
  }
  for (size_t i = 0; i < sizeof kept_in_run / sizeof *kept_in_run; i++) {
    sx_str path = sx_str_from(kept_in_run[i]);
    add_mount(writer, "--ro-bind-try", path, path);
  }
  if (sandbox->temporary.len)
    add_mount(writer, "--bind", sandbox->temporary, SX_STR("/tmp"));
  else
    add_two(writer, "--tmpfs", SX_STR("/tmp"));
}

static void add_caches(argv_writer *writer, sx_str home) {
  size_t count;
  const char *const *caches = sx_sandbox_caches(&count);
  for (size_t i = 0; i < count && home.len; i++) {
    sx_str path = sx_arena_printf(writer->arena, "%.*s/%s", SX_STR_ARG(home), caches[i]);
    if (!path.len && !writer->status)
      writer->status = sx_fail(writer->err, writer->arena->status, NULL);
    add_mount(writer, "--bind-try", path, path);
  }
}

/** Whether something that the command works on is in the folder. */
static bool is_in_use(const sx_sandbox *sandbox, sx_str folder) {
  for (size_t i = 0; i < sandbox->writable.len; i++) {
    sx_str used = sandbox->writable.items[i];
    if (sx_str_is_equal(used, folder) || sx_folder_has(folder, used)) return true;
  }
  return false;
}

static void add_hidden(argv_writer *writer, const sx_sandbox *sandbox) {
  for (size_t i = 0; i < sandbox->hidden_folders.len; i++) {
    sx_str folder = sandbox->hidden_folders.items[i];
    if (is_in_use(sandbox, folder)) continue;
    add_two(writer, "--perms", SX_STR("0700"));
    add_two(writer, "--tmpfs", folder);
    add_two(writer, "--remount-ro", folder);
  }
  sx_str empty = sandbox->empty.len ? sandbox->empty : SX_STR("/dev/null");
  for (size_t i = 0; i < sandbox->hidden_files.len; i++)
    add_mount(writer, "--ro-bind", empty, sandbox->hidden_files.items[i]);
}

/**
 * The folders between the workspace's and a protected path become mounts themselves, which cannot
 * be renamed: else a command could move `.git` away and make another one with hooks in it.
 */
static void add_protected(argv_writer *writer, const sx_sandbox *sandbox, sx_str path) {
  for (size_t i = 0; i < sandbox->writable.len; i++) {
    sx_str root = sandbox->writable.items[i];
    if (!sx_folder_has(root, path)) continue;
    for (size_t end = sx_folder_next(path, root.len); end < path.len;
         end = sx_folder_next(path, end)) {
      sx_str between = sx_str_slice(path, 0, end);
      add_mount(writer, "--bind-try", between, between);
    }
  }
}

static void add_writable(argv_writer *writer, const sx_sandbox *sandbox) {
  for (size_t i = 0; i < sandbox->writable.len; i++)
    add_mount(writer, "--bind", sandbox->writable.items[i], sandbox->writable.items[i]);
  add_two(writer, "--remount-ro", SX_STR("/run"));
}

/** All folders first: one that is mounted later would cover what is protected in it. */
static void add_all_protected(argv_writer *writer, const sx_sandbox *sandbox) {
  for (size_t i = 0; i < sandbox->protected.len; i++)
    add_protected(writer, sandbox, sandbox->protected.items[i]);
  for (size_t i = 0; i < sandbox->protected.len; i++)
    add_mount(writer, "--ro-bind-try", sandbox->protected.items[i], sandbox->protected.items[i]);
}

static void add_environment(argv_writer *writer) {
  add_mount(writer, "--setenv", SX_STR("TMPDIR"), SX_STR("/tmp"));
  for (size_t i = 0; i < sizeof outside_variables / sizeof *outside_variables; i++)
    add_two(writer, "--unsetenv", sx_str_from(outside_variables[i]));
}

sx_status sx_sandbox_prefix(sx_strs *argv, const sx_sandbox *sandbox, sx_arena *arena,
                            sx_err *err) {
  argv_writer writer = {argv, arena, err, SX_OK};
  check_sandbox(&writer, sandbox);
  if (writer.status) return writer.status;
  add_start(&writer, sandbox);
  if (sandbox->is_root) add_root(&writer);
  add_system(&writer, sandbox);
  add_caches(&writer, sandbox->home);
  add_writable(&writer, sandbox);
  add_all_protected(&writer, sandbox);
  add_hidden(&writer, sandbox);
  add_environment(&writer);
  add_two(&writer, "--chdir", sandbox->folder);
  add(&writer, SX_STR("--"));
  if (sandbox->env.len) {
    add(&writer, sandbox->env);
    add(&writer, SX_STR("--default-signal=TERM"));
  }
  return writer.status;
}

sx_status sx_sandbox_probe(sx_strs *argv, const sx_sandbox *sandbox, sx_arena *arena, sx_err *err) {
  sx_status status = sx_sandbox_prefix(argv, sandbox, arena, err);
  return status ? status : sx_strs_add(argv, SX_STR("true"), arena, err);
}

bool sx_sandbox_works(bool has_started, int exit_code, sx_str error_output, sx_arena *arena,
                      sx_str *why) {
  *why = SX_STR("");
  if (has_started && !exit_code) return true;
  sx_str line, rest = error_output;
  if (!has_started)
    *why = SX_STR("bubblewrap is not installed: install the package 'bubblewrap'.");
  else if (sx_str_find(rest, SX_STR("-signal"), 0) != SX_STR_NONE)
    *why = SX_STR("The program env does not have --ignore-signal: it is not that of GNU coreutils "
                  "8.31 or later.");
  else if (sx_str_next_line(&rest, &line))
    *why = sx_arena_printf(arena,
                           "bubblewrap does not work here (%.*s): the system may forbid user "
                           "namespaces, or this may be a container without them.",
                           SX_STR_ARG(sx_str_slice(line, 0, 300)));
  else
    *why = SX_STR("bubblewrap does not work here.");
  return false;
}
