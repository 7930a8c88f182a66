/*
 * sextant-mcp: MCP on standard input and output, for agents that start a program, joined to the
 * socket of the VS Code window that has the folder open.
 */
#include "bridge/session.h"

#include "base/mem.h"
#include "bridge/offered.h"
#include "deps/cjson/cJSON.h"

#include <signal.h>
#include <stdio.h>

#ifndef _WIN32
#include <fcntl.h>
#include <unistd.h>
#endif

#ifndef SX_VERSION
#define SX_VERSION "unknown"
#endif

#define WAIT_MS 30000
#define PATH_MAX_BYTES 4096

static const char usage[] =
    "Usage: sextant-mcp [--workspace DIR]... [--toolsets NAME,...] [--structured]\n"
    "\n"
    "Connects an MCP client on standard input and output to the VS Code window that has\n"
    "the folder open and runs the Sextant extension.\n"
    "\n"
    "  --workspace DIR   the folder that the agent works in; can be given several times.\n"
    "                    Default: the current directory, or the only window that is open.\n"
    "  --toolsets LIST   offer only the tools of these sets, comma-separated\n"
    "  --structured      answer with structured content beside the text\n"
    "  --help            print this and exit\n"
    "  --version         print the version and exit\n"
    "\n"
    "Environment:\n"
    "  SEXTANT_HOME            where windows are found; default: ~/.sextant\n"
    "  SEXTANT_BRIDGE_WAIT_MS  how long a request waits for a window; default: 30000\n";

typedef struct arguments {
  const char **workspaces;
  size_t count;
  const char *toolsets;
  bool is_structured;
  bool is_done; /* nothing is left but to exit with `exit_code` */
  int exit_code;
} arguments;

static void refuse(arguments *out, const char *problem, const char *what) {
  sx_warn("%s%s", problem, what);
  fputs(usage, stderr);
  out->is_done = true;
  out->exit_code = 2;
}

/** The value of option `name` at argv[*i], as `--name value` or `--name=value`, or NULL. */
static const char *find_value(const char *name, int argc, char **argv, int *i) {
  size_t len = strlen(name);
  if (strncmp(argv[*i], name, len) != 0) return NULL;
  if (argv[*i][len] == '=') return argv[*i] + len + 1;
  if (argv[*i][len] || *i + 1 >= argc) return NULL;
  return argv[++*i];
}

static bool is_toolset_list(const char *text) {
  static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-,";
  return *text && strspn(text, allowed) == strlen(text);
}

/* Not an error: a window that is newer than this program may have it. */
static void warn_of_unknown(const char *toolsets) {
  sx_str list = sx_str_from(toolsets), name;
  while ((name = sx_offered_find_unknown(&list)).len)
    sx_warn("--toolsets names '%.*s', which is not a toolset", SX_STR_ARG(name));
}

static void print_and_finish(arguments *out, const char *text) {
  fputs(text, stdout);
  out->is_done = true;
}

static void parse_arguments(arguments *out, int argc, char **argv) {
  for (int i = 1; i < argc && !out->is_done; i++) {
    const char *value;
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
      print_and_finish(out, usage);
    } else if (strcmp(argv[i], "--version") == 0) {
      print_and_finish(out, "sextant-mcp " SX_VERSION "\n");
    } else if ((value = find_value("--workspace", argc, argv, &i))) {
      if (*value)
        out->workspaces[out->count++] = value;
      else
        refuse(out, "--workspace needs a folder", "");
    } else if ((value = find_value("--toolsets", argc, argv, &i))) {
      if (is_toolset_list(value)) {
        out->toolsets = value;
        warn_of_unknown(value);
      } else {
        refuse(out, "--toolsets needs comma-separated names, not ", value);
      }
    } else if (strcmp(argv[i], "--structured") == 0) {
      out->is_structured = true;
    } else if (strcmp(argv[i], "--workspace") == 0 || strcmp(argv[i], "--toolsets") == 0) {
      refuse(out, "missing value after ", argv[i]);
    } else {
      refuse(out, "unknown option ", argv[i]);
    }
  }
}

static uint64_t read_wait_ms(void) {
  const char *text = getenv("SEXTANT_BRIDGE_WAIT_MS");
  if (!text || !*text) return WAIT_MS;
  char *end;
  unsigned long long value = strtoull(text, &end, 10);
  if (*text >= '0' && *text <= '9' && !*end && value <= 24ull * 3600 * 1000) return value;
  sx_warn("SEXTANT_BRIDGE_WAIT_MS is not a number of milliseconds: %s", text);
  return WAIT_MS;
}

/** The state folder; false when the user has no home. */
static bool find_home(sx_buf *out) {
  const char *home = getenv("SEXTANT_HOME");
  char folder[PATH_MAX_BYTES];
  size_t len = sizeof folder;
  if (home && *home) {
    sx_buf_add_text(out, home);
  } else {
    if (uv_os_homedir(folder, &len)) return false;
    sx_buf_addf(out, "%s/.sextant", folder);
  }
  return !out->status;
}

static void on_signal(uv_signal_t *signal, int number) {
  (void)number;
  sx_session_stop(signal->data, 0);
}

static int run_session(const sx_session_options *options) {
  static const int ends[] = {SIGTERM, SIGINT, SIGHUP};
  uv_loop_t loop;
  uv_signal_t signals[sizeof ends / sizeof *ends];
  sx_session *session = sx_malloc(sizeof *session);
  if (!session || uv_loop_init(&loop)) {
    sx_free(session);
    sx_warn("%s", sx_status_message(SX_NOMEM));
    return 1;
  }
  sx_status status = sx_session_init(session, &loop, options);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    uv_signal_init(&loop, &signals[i]);
    signals[i].data = session;
    uv_signal_start(&signals[i], on_signal, ends[i]);
  }
  if (!status) status = sx_session_start(session);
  if (status == SX_IO)
    sx_warn("standard input or output is not open");
  else if (status)
    sx_warn("%s", sx_status_message(status));
  else if (!session->is_over)
    uv_run(&loop, UV_RUN_DEFAULT);

  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    uv_close((uv_handle_t *)&signals[i], NULL);
  sx_session_close(session);
  uv_run(&loop, UV_RUN_DEFAULT);
  uv_loop_close(&loop);
  int exit_code = status ? 1 : session->exit_code;
  sx_session_release(session);
  sx_free(session);
  return exit_code;
}

static int run(const arguments *given) {
  char current[PATH_MAX_BYTES];
  size_t len = sizeof current;
  const char *workspace = current;
  sx_buf home;
  sx_buf_init(&home, PATH_MAX_BYTES);
  int exit_code = 1;
  if (!find_home(&home)) {
    sx_warn("cannot find the home folder: set SEXTANT_HOME");
  } else if (!given->count && uv_cwd(current, &len)) {
    sx_warn("the current directory does not exist: name a folder with --workspace");
  } else {
    bool is_explicit = given->count > 0;
    const sx_session_options options = {
        .link = {home.ptr, is_explicit ? given->workspaces : &workspace,
                 is_explicit ? given->count : 1, is_explicit},
        .toolsets = given->toolsets,
        .is_structured = given->is_structured,
        .version = SX_VERSION,
        .wait_ms = read_wait_ms(),
    };
    exit_code = run_session(&options);
  }
  sx_buf_release(&home);
  return exit_code;
}

/** So that no file of ours gets the number of a standard stream that was closed. */
static bool open_missing_streams(void) {
#ifndef _WIN32
  int file;
  do file = open("/dev/null", O_RDWR);
  while (file >= 0 && file <= 2);
  if (file < 0) return false;
  close(file);
#endif
  return true;
}

int main(int argc, char **argv) {
#ifdef SIGPIPE
  signal(SIGPIPE, SIG_IGN);
#endif
  if (!open_missing_streams()) return 1;
  cJSON_Hooks hooks = {sx_malloc, sx_free};
  cJSON_InitHooks(&hooks);
  arguments given = {.workspaces = sx_calloc((size_t)argc + 1, sizeof(char *))};
  if (!given.workspaces) return 1;
  parse_arguments(&given, argc, argv);
  int exit_code = given.is_done ? given.exit_code : run(&given);
  sx_free(given.workspaces);
  return exit_code;
}
