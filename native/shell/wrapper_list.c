#include "shell/wrappers.h"

#define IS_SEEN true
#define LOOKED SX_SHELL_ONLY_LOOKED_AT

#define SUDO_VALUES                                                                                \
  "-u -g -h -p -C -D -R -r -t -T -U --user --group --host --prompt --chdir --chroot --role --type"
#define XARGS_VALUES                                                                               \
  "-a -d -E -I -L -n -P -s --arg-file --delimiter --replace --max-lines --max-args --max-procs "   \
  "--max-chars --process-slot-var"
#define XARGS_PLAIN                                                                                \
  "-a -d -E -I -L -n -P -s -0 -t -r -x -p --arg-file --delimiter --replace --max-lines "           \
  "--max-args --max-procs --max-chars --null --verbose --no-run-if-empty --exit --interactive --"
#define SSH_VALUES "-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -B -P"

static const sx_shell_wrapper wrappers[] = {
    {.name = "env",
     .values = "-u --unset -C --chdir -S --split-string -a --argv0",
     .text_options = "-S --split-string",
     .plain = "-i --ignore-environment -0 --null -v --debug -u --unset --",
     .is_transparent = IS_SEEN},
    {.name = "command", .plain = "-p --", .is_transparent = IS_SEEN},
    {.name = "builtin", .plain = "--", .is_transparent = IS_SEEN},
    {.name = "exec", .values = "-a", .plain = "-a -c -l --", .is_transparent = IS_SEEN},
    {.name = "coproc", .is_transparent = IS_SEEN},
    {.name = "nohup", .is_transparent = IS_SEEN},
    {.name = "nice",
     .values = "-n --adjustment",
     .plain = "-n --adjustment --",
     .is_transparent = IS_SEEN},
    {.name = "timeout",
     .values = "-k -s --kill-after --signal",
     .positional = 1,
     .plain = "-k -s --kill-after --signal --foreground --preserve-status -v --verbose --",
     .is_transparent = IS_SEEN},
    {.name = "gtimeout",
     .values = "-k -s --kill-after --signal",
     .positional = 1,
     .plain = "-k -s --kill-after --signal --foreground --preserve-status -v --verbose --",
     .is_transparent = IS_SEEN},
    {.name = "time",
     .values = "-f -o --format --output",
     .plain = "-p -v -q --portability --verbose --quiet --",
     .is_transparent = IS_SEEN},
    {.name = "stdbuf",
     .values = "-i -o -e --input --output --error",
     .plain = "-i -o -e --input --output --error --",
     .is_transparent = IS_SEEN},
    {.name = "setsid", .plain = "-w --wait -f --fork -c --ctty --", .is_transparent = IS_SEEN},
    {.name = "ionice",
     .values = "-c -n --class --classdata",
     .plain = "-c -n -t --class --classdata --ignore --",
     .is_transparent = IS_SEEN},
    {.name = "chrt", .positional = 1},
    {.name = "taskset", .positional = 1},
    {.name = "numactl", .values = "-N -m -C -i -p"},
    {.name = "chronic", .plain = "-v -e --", .is_transparent = IS_SEEN},
    {.name = "unbuffer", .plain = "-p", .is_transparent = IS_SEEN},
    {.name = "caffeinate", .values = "-t -w"},
    {.name = "xvfb-run",
     .values = "-n -s -e -f -p -w --server-num --server-args --error-file --auth-file"},
    {.name = "dbus-run-session"},
    {.name = "busybox", .is_transparent = IS_SEEN},
    {.name = "toybox", .is_transparent = IS_SEEN},
    {.name = "prlimit", .values = "-p --pid -o --output"},
    {.name = "setarch", .positional = 1},
    {.name = "linux32"},
    {.name = "linux64"},
    {.name = "i386"},
    {.name = "x86_64"},
    {.name = "uname26"},
    {.name = "choom", .values = "-n -p --adjust --pid"},
    {.name = "uclampset", .values = "-m -M -p"},
    {.name = "fakeroot", .values = "-l -s -i -b --lib --faked"},
    {.name = "eatmydata"},
    {.name = "ssh-agent", .values = "-a -t -E -O -P"},
    {.name = "gpg-agent", .values = "--homedir --options"},
    {.name = "dbus-launch"},
    {.name = "tini", .values = "-p -e"},
    {.name = "dumb-init", .values = "-r"},
    {.name = "torsocks"},
    {.name = "proxychains", .values = "-f"},
    {.name = "proxychains4", .values = "-f"},
    {.name = "firejail"},
    {.name = "rlwrap"},
    {.name = "systemd-inhibit", .values = "--what --who --why --mode"},
    {.name = "sg", .text_options = "-c", .positional = 1, .how = SX_WRAP_JOINED},
    {.name = "rustup", .subcommand = "run", .positional = 1, .flags = LOOKED},
    {.name = "ld.so", .values = "--library-path --preload --argv0"},
    {.name = "ld-linux-x86-64.so.2", .values = "--library-path --preload --argv0"},
    {.name = "ld-linux-aarch64.so.1", .values = "--library-path --preload --argv0"},
    {.name = "start-stop-daemon",
     .values = "-x -p -u -g -c -d -n -s -R --pidfile --user --group --chuid --chdir --name "
               "--signal --retry",
     .text_options = "-x -a --exec --startas"},
    {.name = "sudo", .values = SUDO_VALUES},
    {.name = "sudo-rs", .values = SUDO_VALUES},
    {.name = "doas", .values = "-u -C -a"},
    {.name = "pkexec", .values = "--user"},
    {.name = "run0", .values = "-u -g --user --group --unit --property -D --chdir"},
    {.name = "su",
     .values = "-g -G -s --group --shell -w",
     .text_options = "-c --command",
     .positional = 1},
    {.name = "runuser",
     .values = "-u -g -G -s --user --group --shell",
     .text_options = "-c --command --session-command"},
    {.name = "chroot", .positional = 1, .flags = SX_SHELL_OTHER_FOLDER},
    {.name = "unshare",
     .values = "-S -G -R -w --setuid --setgid --root --wd",
     .flags = SX_SHELL_OTHER_FOLDER},
    {.name = "nsenter",
     .values = "-t -S -G --target --setuid --setgid",
     .flags = SX_SHELL_OTHER_FOLDER},
    {.name = "setpriv", .values = "--reuid --regid --groups --inh-caps"},
    {.name = "systemd-run",
     .values = "-p -u -M -H --unit --property --slice --uid --gid -E --setenv --description "
               "--working-directory"},
    {.name = "bwrap",
     .values = "--chdir --dev --proc --tmpfs --unsetenv --uid --gid --hostname",
     .flags = SX_SHELL_OTHER_FOLDER},
    {.name = "strace", .values = "-e -o -p -s -u -E -P -a -b -I -O -S"},
    {.name = "ltrace", .values = "-e -o -p -s -u -l -n -x -A -a"},
    {.name = "valgrind"},
    {.name = "perf", .subcommand = "stat record", .values = "-e -o -F -c -p -C -g"},
    {.name = "flock",
     .values = "-w -E --timeout --conflict-exit-code --wait",
     .text_options = "-c --command",
     .positional = 1},
    {.name = "script",
     .values = "-t -T -I -O -B -m -o",
     .text_options = "-c --command",
     .positional = 1},
    {.name = "xargs",
     .values = XARGS_VALUES,
     .plain = XARGS_PLAIN,
     .is_transparent = IS_SEEN,
     .adds_words = true},
    {.name = "gxargs",
     .values = XARGS_VALUES,
     .plain = XARGS_PLAIN,
     .is_transparent = IS_SEEN,
     .adds_words = true},
    {.name = "parallel",
     .values = "-j -n -N -L -a -I --jobs --arg-file --colsep --delimiter --joblog --results "
               "--workdir --timeout",
     .how = SX_WRAP_JOINED,
     .adds_words = true},
    {.name = "watch", .values = "-n --interval -q", .how = SX_WRAP_JOINED},
    {.name = "eval", .how = SX_WRAP_JOINED, .is_transparent = IS_SEEN},
    {.name = "trap", .how = SX_WRAP_TEXT, .is_transparent = IS_SEEN},
    {.name = "mapfile", .values = "-d -n -O -s -t -u -c", .text_options = "-C", .positional = 1000},
    {.name = "readarray",
     .values = "-d -n -O -s -t -u -c",
     .text_options = "-C",
     .positional = 1000},
    {.name = "compgen",
     .values = "-o -A -G -W -F -X -P -S",
     .text_options = "-C",
     .positional = 1000},
    {.name = "complete",
     .values = "-o -A -G -W -F -X -P -S",
     .text_options = "-C",
     .positional = 1000},
    {.name = "ssh",
     .values = SSH_VALUES,
     .positional = 1,
     .how = SX_WRAP_JOINED,
     .flags = SX_SHELL_REMOTE},
    {.name = "mosh", .positional = 1, .how = SX_WRAP_JOINED, .flags = SX_SHELL_REMOTE},
    {.name = "tmux", .how = SX_WRAP_TEXTS, .flags = LOOKED},
    {.name = "screen", .how = SX_WRAP_TEXTS, .flags = LOOKED},
    {.name = "concurrently", .how = SX_WRAP_TEXTS, .flags = LOOKED},
    {.name = "nodemon",
     .values = "-w -e -i --watch --ext --ignore",
     .text_options = "-x --exec",
     .flags = LOOKED},
    {.name = "entr", .flags = LOOKED},
    {.name = "cross-env", .flags = LOOKED},
    {.name = "npx", .values = "-p --package", .text_options = "-c --call", .flags = LOOKED},
    {.name = "bunx", .values = "-p --package", .flags = LOOKED},
    {.name = "pnpx", .flags = LOOKED},
    {.name = "npm",
     .subcommand = "exec x",
     .values = "-p --package",
     .text_options = "-c --call",
     .flags = LOOKED},
    {.name = "pnpm", .subcommand = "exec dlx", .values = "-p --package", .flags = LOOKED},
    {.name = "yarn", .subcommand = "exec dlx", .values = "-p --package", .flags = LOOKED},
    {.name = "bun", .subcommand = "x", .flags = LOOKED},
    {.name = "poetry", .subcommand = "run", .flags = LOOKED},
    {.name = "pipenv", .subcommand = "run", .flags = LOOKED},
    {.name = "uv",
     .subcommand = "run",
     .values = "-p --python --with --with-requirements --directory --project --env-file",
     .flags = LOOKED},
    {.name = "pdm", .subcommand = "run", .flags = LOOKED},
    {.name = "rye", .subcommand = "run", .flags = LOOKED},
    {.name = "hatch", .subcommand = "run", .flags = LOOKED},
    {.name = "conda", .subcommand = "run", .values = "-n -p --name --prefix", .flags = LOOKED},
    {.name = "bundle", .subcommand = "exec", .flags = LOOKED},
    {.name = "rbenv", .subcommand = "exec", .flags = LOOKED},
    {.name = "pyenv", .subcommand = "exec", .flags = LOOKED},
    {.name = "asdf", .subcommand = "exec", .flags = LOOKED},
    {.name = "mise", .subcommand = "exec x", .flags = LOOKED},
    {.name = "direnv", .subcommand = "exec", .positional = 1, .flags = LOOKED},
    {.name = "docker",
     .subcommand = "exec",
     .values = "-e -u -w --env --user --workdir --env-file",
     .positional = 1,
     .flags = LOOKED | SX_SHELL_REMOTE},
    {.name = "podman",
     .subcommand = "exec",
     .values = "-e -u -w --env --user --workdir --env-file",
     .positional = 1,
     .flags = LOOKED | SX_SHELL_REMOTE},
    {.name = "git",
     .subcommand = "rebase",
     .text_options = "-x --exec",
     .positional = 1000,
     .flags = LOOKED},
    {.name = "git", .subcommand = "bisect", .positional = 1, .flags = LOOKED},
    {.name = "git",
     .subcommand = "submodule",
     .positional = 1,
     .how = SX_WRAP_JOINED,
     .flags = LOOKED},
    {.name = "nix-shell", .values = "-p -A -I", .text_options = "--run --command", .flags = LOOKED},
    {.name = "find", .how = SX_WRAP_FIND},
    {.name = "gfind", .how = SX_WRAP_FIND},
    {.name = "fd", .how = SX_WRAP_FIND},
    {.name = "fdfind", .how = SX_WRAP_FIND},
};

static const sx_shell_wrapper shell_wrapper = {
    .name = "sh",
    .values = "-o -O",
    .plain = "-b -c -e -f -h -i -l -m -n -o -p -s -t -u -v -x -B -C -E -H -P -T --norc "
             "--noprofile --posix --login --",
    .how = SX_WRAP_SHELL,
    .is_transparent = IS_SEEN};

static bool is_in_list(const char *list, sx_str word, bool folds) {
  while (list && *list) {
    const char *blank = strchr(list, ' ');
    size_t len = blank ? (size_t)(blank - list) : strlen(list);
    sx_str one = sx_str_make(list, len);
    if (len == word.len &&
        (folds ? sx_str_is_equal_fold(one, word) : memcmp(list, word.ptr, len) == 0))
      return len > 0;
    list = blank ? blank + 1 : NULL;
  }
  return false;
}

bool sx_shell_list_has(const char *list, sx_str word) {
  return is_in_list(list, word, false);
}

bool sx_shell_names_program(const char *list, sx_str program) {
  return is_in_list(list, program, true);
}

bool sx_shell_is_shell(sx_str program) {
  return sx_shell_names_program(
      "sh bash dash zsh ksh ash mksh pdksh yash fish csh tcsh rbash osh oksh ksh93 bash5 hush",
      program);
}

const sx_shell_wrapper *sx_shell_find_wrapper(sx_str program, const sx_shell_command *command) {
  if (!program.len) return NULL;
  if (sx_shell_is_shell(program)) return &shell_wrapper;
  for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++) {
    const sx_shell_wrapper *wrapper = &wrappers[i];
    if (!sx_shell_names_program(wrapper->name, program)) continue;
    if (!wrapper->subcommand) return wrapper;
    if (command->word_count > 1 && sx_shell_list_has(wrapper->subcommand, command->words[1].text))
      return wrapper;
  }
  return NULL;
}
