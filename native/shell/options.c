#include "shell/options.h"

#include "base/byte.h"
#include "shell/calculations.h"
#include "shell/known_options.h"
#include "shell/wrappers.h"
#include "shell/writes.h"

/*
 * Options by which programs that `known_options` does not have run something else, load code or
 * write files. A word fits where it is one of them, begins with it (`-cfoo`, where the option has
 * one letter), has its value after `=`, or is a shorter form of a long one. `words` are subcommands
 * and arguments that do so, of any program.
 */
static const struct {
  const char *programs, *options, *words;
} risks[] = {
    {"git", NULL,
     "alias bisect foreach filter-branch difftool mergetool instaweb daemon config run"},
    {"npx bunx pnpx", "-c --call -p --package --node-options --shell", NULL},
    {"ssh scp sftp", "-o -F -S -D -i -E -L -R -w -J", NULL},
    {"man", "-P --pager -H --html -C --config-file -B", NULL},
    {"ag ack", "--pager --ackrc", NULL},
    {"less more most", "-k -o -O --lesskey-file --log-file +", NULL},
    {"vi vim nvim ex view", "-c --cmd + -S -u -w -W --startuptime", NULL},
    {"emacs", "--eval -f -l --load --batch --script", NULL},
    {"gdb lldb", "-ex -x -ix -iex --eval-command --command -o -s -b", NULL},
    {"tcpdump", "-z -w", NULL},
    {"zip unzip", "-T -TT --unzip-command -d", NULL},
    {"wget",
     "-O -o -a -P --use-askpass --output-document --output-file --append-output --directory-prefix "
     "--config -i --input-file -e --execute --post-file --post-data --body-file",
     NULL},
    {"gcc g++ cc c++ clang clang++",
     "@ -o -wrapper -fplugin -B -specs -Xclang -load -fuse-ld --config -Wl -Wa -Wp -Xlinker "
     "-Xassembler -Xpreprocessor -MF -aux-info -save-temps -dumpdir -dumpbase",
     NULL},
    {"clang-tidy", "--fix -fix --fix-errors --load -load --export-fixes --config --config-file",
     NULL},
    {"deno", "--allow-all -A --allow-run --allow-ffi --allow-write --config -c --import-map",
     "eval"},
    {"perl", "-e -E -M -m -I -i -x -n -p -d -F -a", NULL},
    {"ruby jruby", "-e -r -I -i -x -n -p -C -X", NULL},
    {"php",
     "-r -d -B -R -E -F -a -c -S -z --run --define --process-begin --process-code --process-file "
     "--process-end --server --php-ini --zend-extension --interactive",
     NULL},
    {"lua luajit", "-e -l -i", NULL},
    {"Rscript R", "-e --file", NULL},
    {"julia elixir ghc runghc scala", "-e -E --eval", NULL},
    {"busybox", "-f -i -l -E -e --file --source --include --load --exec -p -d -o", NULL},
    {"mvn mvnw", NULL, "exec:exec exec:java"},
    {"cmake", "-P -C -E -D -G -S -B --preset --install --build --toolchain", NULL},
    {"dotnet msbuild",
     "@ -p --property -o --output --logger -l --settings -s -t --target --test-adapter-path --diag "
     "--results-directory",
     NULL},
    {"docker podman",
     "--privileged -v --volume --mount --pid --net --network --cap-add --device --security-opt -H "
     "--host --userns --ipc",
     NULL},
    {"kubectl", "--kubeconfig -f --filename", "exec apply delete cp"},
    {"sqlite3", "-cmd -init", NULL},
    {"psql mysql", "-c -f -e --command --file --execute --init-command --pager", NULL},
    {"split", "--filter", NULL},
    {"xxd", "-r", NULL},
    {"ip", NULL, "netns exec"},
    {"nmap", "--script -oN -oX -oG -oA", NULL},
    {"openssl", "-out -engine -config -provider", NULL},
    {"systemctl", NULL, "start stop restart enable disable mask edit link set-property"},
    {"yq", "-i --in-place --inplace -L -f --from-file", NULL},
    {"shuf", "-o --output", NULL},
    {"iconv", "-o --output", NULL},
    {"gh", NULL, "api alias extension"},
    {"pip pip3",
     "-t --target --prefix --root -c -r -e -i --index-url --extra-index-url --find-links -f "
     "--config-settings",
     NULL},
    {"bundle", "--gemfile --path", "config exec"},
    {"gem", "-i --install-dir --config-file", NULL},
    {"composer", "-d --working-dir", "exec config"},
    {"journalctl", "--vacuum-size --vacuum-time --vacuum-files --rotate --flush", NULL},
    {"dmesg", "-c -C --clear --read-clear -n -D -E", NULL},
};

/* ---- options ------------------------------------------------------------------------------- */

/* `--o` is `--output` to programs that take shorter forms; they may have others that begin so. */
static bool fits_long(sx_str option, sx_str word) {
  size_t equals = sx_str_find_char(word, '=', 0);
  sx_str name = sx_str_slice(word, 0, equals);
  return name.len > 2 && sx_str_has_prefix(option, name);
}

/* Letters of options without a value may come before: `-xc`. */
static bool fits_letter(sx_str option, sx_str word) {
  return word.len > 1 && word.ptr[1] != '-' &&
         sx_str_find_char(word, option.ptr[1], 1) != SX_STR_NONE;
}

static bool fits_option(sx_str option, sx_str word) {
  size_t equals = sx_str_find_char(word, '=', 0);
  if (sx_str_is_equal(option, word)) return true;
  if (!option.len || option.ptr[0] != '-') return sx_str_has_prefix(word, option);
  if (word.len < 2 || word.ptr[0] != '-') return false;
  if (option.len == 2 && option.ptr[1] != '-') return fits_letter(option, word);
  if (sx_str_has_prefix(option, SX_STR("--"))) return option.len > 2 && fits_long(option, word);
  return sx_str_is_equal(option, sx_str_slice(word, 0, equals));
}

static bool fits_options(const char *options, sx_str word) {
  for (const char *at = options; at && *at;) {
    size_t len = strcspn(at, " ");
    if (fits_option(sx_str_make(at, len), word)) return true;
    at += len + (at[len] == ' ');
  }
  return false;
}

/* Letters of programs that have long options with one dash mean nothing in them: `-name`, `-count`.
 */
static bool has_whole_options(sx_str program) {
  return sx_shell_names_program(
      "gcc g++ cc c++ clang clang++ clang-tidy cmake dotnet msbuild nmap openssl gdb lldb sqlite3",
      program);
}

/* `-output`, which may also have two dashes, and `-ofoo`. */
static bool fits_whole(const char *options, sx_str word) {
  size_t comma = sx_str_find_char(word, ',', 0);
  sx_str name = sx_str_slice(word, 0, sx_str_find_char(word, '=', 0));
  if (comma < name.len) name.len = comma; /* `-Wl,-plugin` */
  if (sx_str_at(word, 0) != '-' || sx_str_has_prefix(word, SX_STR("--"))) {
    bool is_long = fits_options(options, word);
    return is_long || (name.len > 2 && sx_str_at(name, 0) == '-' &&
                       sx_shell_list_has(options, sx_str_slice(name, 1, name.len)));
  }
  return word.len > 1 &&
         (sx_shell_list_has(options, name) || sx_shell_list_has(options, sx_str_slice(word, 0, 2)));
}

/* A script of sed that only prints, deletes or replaces. */
static bool is_plain_sed(sx_str script) {
  size_t at = 0;
  while (at < script.len && sx_byte_is_one_of(script.ptr[at], "0123456789,$ ")) at++;
  if (sx_str_is_equal(sx_str_slice(script, at, script.len), SX_STR("p"))) return true;
  if (sx_str_is_equal(sx_str_slice(script, at, script.len), SX_STR("d"))) return true;
  if (sx_str_at(script, at) != 's' || at + 1 >= script.len) return false;
  char mark = script.ptr[at + 1];
  int marks = 0;
  for (at += 1; at < script.len && marks < 3; at++) {
    if (script.ptr[at] == '\\')
      at++;
    else
      marks += script.ptr[at] == mark;
    if (sx_byte_is_line_end(sx_str_at(script, at))) return false;
  }
  for (; at < script.len; at++)
    if (!sx_byte_is_one_of(script.ptr[at], "gpiI0123456789")) return false;
  return marks == 3 && !sx_byte_is_word(mark) && mark != '\\';
}

/* Code in words of awk. */
static bool is_risky_awk(const sx_shell_word *word) {
  sx_str text = word->text;
  return sx_str_find(text, SX_STR("system"), 0) != SX_STR_NONE ||
         sx_str_find(text, SX_STR("getline"), 0) != SX_STR_NONE ||
         sx_str_find_char(text, '|', 0) != SX_STR_NONE ||
         sx_str_find_char(text, '>', 0) != SX_STR_NONE ||
         sx_str_find_char(text, '@', 0) != SX_STR_NONE || word->flags & SX_SHELL_DYNAMIC;
}

/* Whether an unknown value stands where an option could. */
static bool may_be_option(const sx_shell_word *word) {
  return word->flags & SX_SHELL_DYNAMIC && !word->known_len && !word->lead_len;
}

static bool is_risky(size_t row, bool is_whole, const sx_shell_word *word) {
  const char *options = risks[row].options;
  if (!options) return false;
  if (may_be_option(word)) return true;
  return is_whole ? fits_whole(options, word->text) : fits_options(options, word->text);
}

static const sx_shell_word *find_in(const sx_shell_command *command, uint32_t from, sx_str program,
                                    size_t row) {
  bool is_whole = has_whole_options(program);
  bool runs_script = sx_shell_is_interpreter(program) && risks[row].options &&
                     !sx_shell_names_program("deno bun", program);
  for (uint32_t i = 1; i < command->word_count; i++) {
    const sx_shell_word *word = &command->words[i];
    /* After its script an interpreter's options are those of the script. */
    if (runs_script && !sx_shell_is_option(word->text) && !may_be_option(word) &&
        !(i > 1 && sx_shell_is_option(command->words[i - 1].text)))
      return NULL;
    if (i < from) continue;
    if (risks[row].words && sx_shell_list_has(risks[row].words, word->text)) return word;
    if (is_risky(row, is_whole, word)) return word;
  }
  return NULL;
}

/* `SHELL=x`, which make takes anywhere; beside a target of the prefix, other targets. */
static const sx_shell_word *find_setting(const sx_shell_command *command, uint32_t from) {
  for (uint32_t i = from; i < command->word_count; i++) {
    sx_str text = command->words[i].text;
    if (sx_shell_is_option(text)) continue;
    if (sx_str_find_char(text, '=', 0) != SX_STR_NONE) return &command->words[i];
    bool is_target = !sx_byte_is_digit(sx_str_at(text, 0));
    if (from > 1 && is_target && !sx_shell_is_option(command->words[from - 1].text))
      return &command->words[i];
  }
  return NULL;
}

/* Any word but an option and its value may be awk's code. */
static const sx_shell_word *find_awk(const sx_shell_command *command, uint32_t from) {
  for (uint32_t i = from; i < command->word_count; i++) {
    const sx_shell_word *word = &command->words[i];
    if (sx_shell_list_has("-F -v", word->text))
      i++;
    else if (!sx_shell_is_option(word->text) && is_risky_awk(word))
      return word;
  }
  return NULL;
}

/* Where a script begins in an option of sed: `-es/a/b/`; its length: in the next word; 0: nowhere.
 */
static size_t sed_script_at(sx_str option) {
  size_t equals = sx_str_find_char(option, '=', 0), at;
  if (sx_str_has_prefix(option, SX_STR("--")))
    return !sx_str_has_prefix(option, SX_STR("--e")) ? 0
           : equals == SX_STR_NONE                   ? option.len
                                                     : equals + 1;
  at = sx_str_find_char(option, 'e', 1);
  return at == SX_STR_NONE ? 0 : at + 1;
}

static bool is_risky_sed(const sx_shell_word *word, size_t from) {
  return word->flags & SX_SHELL_DYNAMIC ||
         !is_plain_sed(sx_str_slice(word->text, from, word->text.len));
}

/* All scripts of sed: options may stand after files. */
static const sx_shell_word *find_sed(const sx_shell_command *command, uint32_t from) {
  const sx_shell_word *first = NULL;
  bool has_ended = false, has_script = false;
  for (uint32_t i = 1; i < command->word_count; i++) {
    const sx_shell_word *word = &command->words[i];
    bool is_option = !has_ended && sx_shell_is_option(word->text);
    size_t at = is_option ? sed_script_at(word->text) : 0;
    if (is_option && sx_str_is_equal(word->text, SX_STR("--"))) has_ended = true;
    if (!is_option && !first && i >= from) first = word;
    if (!is_option && i < from) has_script = true;
    if (!at) continue;
    has_script = true;
    if (at == word->text.len && ++i < command->word_count) word++, at = 0;
    if (i >= from && is_risky_sed(word, at)) return word;
  }
  return !has_script && first && is_risky_sed(first, 0) ? first : NULL;
}

/* Options before git's subcommand: all but a few change what it runs. */
static const sx_shell_word *find_global(const sx_shell_command *command, uint32_t from) {
  for (uint32_t i = from; i < command->word_count && sx_shell_is_option(command->words[i].text);
       i++)
    if (!sx_shell_list_has("--no-pager --version --help -v -h -P --no-optional-locks",
                           command->words[i].text))
      return &command->words[i];
  return NULL;
}

/* The rows of the table for a program. */
static const sx_shell_word *find_for(const sx_shell_command *command, uint32_t from,
                                     sx_str program) {
  const sx_shell_word *found = sx_shell_has_known_options(program)
                                   ? sx_shell_find_unknown_option(command, from, program)
                                   : NULL;
  for (size_t i = 0; i < sizeof risks / sizeof *risks && !found; i++) {
    if (!sx_shell_names_program(risks[i].programs, program)) continue;
    found = find_in(command, from, program, i);
  }
  if (!found && sx_shell_names_program("make gmake", program)) found = find_setting(command, from);
  if (!found && sx_shell_names_program("sed gsed", program)) found = find_sed(command, from);
  if (!found && sx_shell_names_program("awk gawk mawk nawk", program))
    found = find_awk(command, from);
  return found;
}

/* python3.11 is python3. */
static sx_str known_name(sx_str program) {
  size_t dot = sx_str_find_char(program, '.', 0);
  sx_str name = sx_str_slice(program, 0, dot);
  return sx_shell_is_interpreter(program) && sx_shell_is_interpreter(name) ? name : program;
}

const sx_shell_word *sx_shell_find_risky_word(const sx_shell_command *command, uint32_t from) {
  sx_str program = known_name(sx_shell_program(command));
  bool is_module = command->word_count > 3 && sx_shell_is_interpreter(program) &&
                   sx_str_is_equal(command->words[1].text, SX_STR("-m"));
  if (sx_str_is_equal(program, SX_STR("git")) && from <= sx_shell_git_subcommand(command)) {
    const sx_shell_word *global = find_global(command, from);
    if (global) return global;
  }
  if (sx_shell_is_shell(program)) return NULL;
  const sx_shell_word *found = find_for(command, from, program);
  /* `python -m pytest` takes the options of pytest. */
  if (!found && is_module) found = find_for(command, from < 3 ? 3 : from, command->words[2].text);
  return found;
}

/* ---- variables ----------------------------------------------------------------------------- */

static const char *const harmless_variables =
    "CI NODE_ENV RAILS_ENV RACK_ENV APP_ENV DEBUG VERBOSE LANG LANGUAGE TZ TERM COLUMNS LINES "
    "NO_COLOR FORCE_COLOR CLICOLOR "
    "CLICOLOR_FORCE RUST_BACKTRACE RUST_LOG CARGO_TERM_COLOR CARGO_INCREMENTAL "
    "PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED PYTHONHASHSEED "
    "PYTHONIOENCODING PYTHONUTF8 GOMAXPROCS GOOS GOARCH CGO_ENABLED NODE_NO_WARNINGS "
    "NPM_CONFIG_LOGLEVEL npm_config_loglevel "
    "PIP_DISABLE_PIP_VERSION_CHECK GIT_TERMINAL_PROMPT HUSKY BROWSERSLIST_IGNORE_OLD_DATA";

/* `*` stands for any letters. */
static const char *const risky_variables =
    "PATH *_PATH *PATH LD_* DYLD_* GIT_* NODE_* PYTHON* PERL* RUBY* BUNDLE_* GEM_* JAVA_* "
    "_JAVA_* JDK_* MAVEN_* GRADLE_* CARGO* RUST* GO* CGO_* npm_* NPM_* YARN_* PNPM_* BUN_* "
    "DENO_* DOCKER_* PIP_* UV_* SSH_* LESS* *PAGER *EDITOR VISUAL BROWSER *SHELL ENV BASH* "
    "ZDOTDIR IFS PS0 PS1 PS2 PS3 PS4 PROMPT* HOME PWD OLDPWD XDG_* *_COMMAND *_CMD *_OPTS "
    "*_OPTIONS *OPTS *FLAGS *_WRAPPER *_PRELOAD *_CONFIG *_CONFIG_* *_HOOK* *_EXEC* *_PLUGIN* "
    "*_STARTUP *RC *_RC CC CXX LD AR CPP AS MAKE* CTEST_* *_ASKPASS PYTEST_* JEST_* VITEST_* "
    "MOCHA_* ESLINT_* TAR_* GZIP RSYNC_* GREP_* FZF_* RIPGREP_* MAN* TERMINFO* LOCPATH NLSPATH "
    "GCONV_* MALLOC_* GLIBC_* OPENSSL_* SSL_* CURL_* HTTP_* HTTPS_* http_* https_* ALL_PROXY "
    "*_PROXY *_proxy AWS_* TMPDIR PHP* LUA_* R_* DOTNET_* MSBUILD* COMPOSER_* SHELLOPTS FPATH "
    "CDPATH POSIXLY_CORRECT MAIL* HISTFILE INPUTRC TMUX* EMACS* VIM* NVIM* DIFF* MERGE* OPTIND "
    "*RANDOM HISTCMD *_RSH TAPE COREPACK_* NVM_* VOLTA_* FNM_* ASDF_* MISE_* RBENV_* PYENV_* "
    "JENV_* SDKMAN_* RVM_* VIRTUAL_ENV CONDA_* POETRY_* PIPENV_* PDM_* HATCH_* TOX_* NOX_* "
    "TS_NODE_* TSX_* BABEL_* SWC_* VITE_* PLAYWRIGHT_* CYPRESS_* PUPPETEER_* ELECTRON_* NX_* "
    "TURBO_* *_BIN *_BINARY *_HOME *_LOADER *_MODULE *_MODULES *_PROGRAM *_INTERPRETER "
    "*_COMPILER *_LINKER *_RUNNER *_REGISTRY *_SCRIPT *_DRIVER *_EDITOR MPL* JUPYTER* RUFF_* "
    "MYPY* PYLINT* COVERAGE_* BOOTSNAP_* RUBOCOP_* JAVA* MVNW_* M2_* ANT_* SBT_* KOTLIN_* "
    "SCALA_* NUGET_* COMPlus_* CORECLR_* COR_* VSTEST_* CC_* CXX_* HOST_* TARGET_* RANLIB* NM "
    "STRIP FC F77 LEX YACC M4 PKG_CONFIG PROTOC* CMAKE* SCCACHE_* CCACHE_* DISTCC_* ICECC* "
    "CLIPPY_* BINDGEN_* NEXTEST_* LLVM_* CLANG_* GCOV* COMPILER_* COLLECT_* DEPENDENCIES_OUTPUT "
    "SUNPRO_* GROFF_* NROFF* TROFF* HOSTALIASES LOCALDOMAIN TZDIR SSLKEYLOGFILE NSS_* KRB5* "
    "BUILDX_* COMPOSE_* KUBE* HELM_* TF_* ANSIBLE_* GOOGLE_* CLOUDSDK_* AZURE_* FCEDIT EXINIT "
    "TMP TEMP GTK_* QT_* GIO_* GST_* GNUPGHOME GPG* SVN_* HG* CVS* P4* NYC_* C8_* KARMA_* AVA_* "
    "TAP_* PRETTIER_* STYLELINT_* BIOME_* FAKEROOT* GAWK_* SYSTEMD_* DBUS_* DISPLAY HADOOP_* "
    "SPARK_* ERL_* ELIXIR_* MIX_* HEX_* STACK_* CABAL_* GHC* OPAM* OCAML* JULIA_* SWIFT_* DART_* "
    "FLUTTER_* ANDROID_* ZIG_* NIM* RACK_* WEBPACK_* ROLLUP_* ESBUILD_* SASS_*";

/* One star at either end, or both. */
static bool fits_name(sx_str text, sx_str name) {
  bool any_begin = sx_str_at(text, 0) == '*', any_end = sx_str_at(text, text.len - 1) == '*';
  text = sx_str_slice(text, any_begin, text.len - any_end);
  if (any_begin && any_end) return sx_str_find(name, text, 0) != SX_STR_NONE;
  if (any_begin) return sx_str_has_suffix(name, text);
  return any_end ? sx_str_has_prefix(name, text) : sx_str_is_equal(name, text);
}

bool sx_shell_is_risky_variable(sx_str name) {
  if (sx_shell_list_has(harmless_variables, name)) return false;
  for (const char *at = risky_variables; *at;) {
    size_t len = strcspn(at, " ");
    if (fits_name(sx_str_make(at, len), name)) return true;
    at += len + (at[len] == ' ');
  }
  return false;
}

/* ---- harmless ------------------------------------------------------------------------------ */

/* `set -e`, `set -euo pipefail`. */
static bool is_plain_set(const sx_shell_command *command) {
  for (uint32_t i = 1; i < command->word_count; i++) {
    sx_str text = command->words[i].text;
    bool is_letters =
        text.len > 1 && (text.ptr[0] == '-' || text.ptr[0] == '+') && text.ptr[1] != '-';
    if (!sx_shell_is_static(&command->words[i]) ||
        (!is_letters && !sx_str_is_equal(text, SX_STR("pipefail"))))
      return false;
    for (size_t n = 1; n < text.len && is_letters; n++)
      if (!sx_byte_is_one_of(text.ptr[n], "euxovfnhbCET")) return false;
  }
  return command->word_count > 1;
}

/* Words that the shell calculates, and that would run or set something. */
static bool has_hidden_command(const sx_shell_command *command) {
  for (uint32_t i = 1; i < command->word_count; i++)
    if (sx_shell_has_hidden_command(command->words[i].text)) return true;
  return sx_shell_calculates_unknown(command);
}

/* `read` sets variables; those that change what programs run are not for it. */
static bool is_plain_read(const sx_shell_command *command) {
  for (uint32_t i = 1; i < command->word_count; i++) {
    const sx_shell_word *word = &command->words[i];
    if (word->flags & SX_SHELL_DYNAMIC || sx_shell_is_risky_variable(word->text)) return false;
  }
  return !has_hidden_command(command);
}

/* A program that is only looked for. */
static bool looks_up(const sx_shell_command *command, sx_str name) {
  return sx_str_is_equal(name, SX_STR("command")) && command->word_count > 1 &&
         sx_shell_list_has("-v -V", command->words[1].text);
}

bool sx_shell_is_harmless(const sx_shell_command *command) {
  sx_str name = command->word_count ? command->words[0].text : SX_STR("");
  if (command->words && command->words[0].flags & SX_SHELL_DYNAMIC) return false;
  if (sx_str_is_equal(name, SX_STR("set"))) return is_plain_set(command);
  if (looks_up(command, name)) return true;
  if (sx_str_is_equal(name, SX_STR("wait")) && command->word_count > 1 &&
      sx_shell_is_option(command->words[1].text))
    return false; /* `wait -p NAME` */
  if (sx_str_is_equal(name, SX_STR("read"))) return is_plain_read(command);
  if (sx_str_is_equal(name, SX_STR("printf")) && command->word_count > 1 &&
      sx_str_at(command->words[1].text, 0) == '-')
    return false;
  if (sx_shell_list_has("test [ [[ wait", name)) return !has_hidden_command(command);
  return sx_shell_list_has("cd pwd true false : echo printf exit return break continue sleep",
                           name);
}

/* ---- interpreters -------------------------------------------------------------------------- */

static const struct {
  const char *programs, *options;
} interpreters[] = {
    {"python python2 python3 pypy pypy3", "-c -m"},
    {"node nodejs", "-e --eval -p --print"},
    {"perl", "-e -E"},
    {"ruby jruby", "-e"},
    {"php", "-r -f"},
    {"lua luajit", "-e"},
    {"osascript", "-e"},
    {"tclsh wish expect", "-c"},
    {"deno bun", "-e"},
    {"R Rscript julia", "-e"},
    {"pwsh powershell", "-c -Command -EncodedCommand -e"},
};

const char *sx_shell_code_options(sx_str program) {
  for (size_t i = 0; i < sizeof interpreters / sizeof *interpreters; i++)
    if (sx_shell_names_program(interpreters[i].programs, program)) return interpreters[i].options;
  return NULL;
}

/* python3.11 is python. */
bool sx_shell_is_interpreter(sx_str program) {
  size_t len = program.len;
  while (len && (sx_byte_is_digit(program.ptr[len - 1]) || program.ptr[len - 1] == '.')) len--;
  return sx_shell_code_options(program) ||
         (len && sx_shell_code_options(sx_str_slice(program, 0, len)));
}
