#include "shell/options.h"

#include "base/byte.h"
#include "shell/wrappers.h"

/*
 * Options by which programs run something else, load code or write files. A word fits where it is
 * one of them, begins with it (`-cfoo`, where the option has one letter), has its value after `=`,
 * or is a shorter form of a long one. `words` are subcommands and arguments that do so.
 */
static const struct {
  const char *programs, *options, *words;
} risks[] = {
    {"git",
     "--output --ext-diff --textconv --upload-pack --receive-pack --exec --open-files-in-pager -O "
     "--template --config --no-index --extcmd -x --tool",
     "alias bisect foreach filter-branch difftool mergetool instaweb daemon config run"},
    {"npm pnpm yarn bun",
     "-- -C --prefix --script-shell --shell --userconfig --globalconfig --node-options "
     "--ignore-scripts --cwd --dir --config --registry --init-module --node-path "
     "--scripts-prepend-node-path --use-yarnrc --modules-folder -w --workspace --shell-emulator",
     NULL},
    {"npx bunx pnpx", "-c --call -p --package --node-options --shell", NULL},
    {"tar gtar bsdtar",
     "--to-command -I --use-compress-program --checkpoint-action --rmt-command --rsh-command -F "
     "--info-script --new-volume-script --remove-files -P --absolute-names",
     NULL},
    {"rsync", "-e --rsh --rsync-path --delete --remove-source-files --daemon --config", NULL},
    {"ssh scp sftp", "-o -F -S -D -i -E -L -R -w -J", NULL},
    {"man", "-P --pager -H --html -C --config-file -B", NULL},
    {"find gfind", "-delete -fprint -fprint0 -fprintf -fls -files0-from", NULL},
    {"rg", "--pre --hostname-bin --search-zip -z", NULL},
    {"ag ack", "--pager --ackrc", NULL},
    {"sort gsort", "-o --output --compress-program -T --files0-from", NULL},
    {"sed gsed", "-i --in-place -f --file", NULL},
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
    {"curl",
     "-o -O -K -T -d -F -D -c --output --remote-name --config --upload-file --data --form "
     "--dump-header --cookie-jar --output-dir --trace --trace-ascii --stderr --engine --json "
     "--url-query -J --remote-header-name --remote-name-all --libcurl -X --request",
     NULL},
    {"make gmake", "-f --file --makefile --eval -C --directory -I --include-dir SHELL= -E", NULL},
    {"cargo", "--config -- -Z -C --manifest-path --target-dir", NULL},
    {"go",
     "-exec -toolexec -vettool -overlay -modfile -gccgoflags -gcflags -ldflags -asmflags -o -C "
     "-pkgdir -args -outputdir -coverprofile -cpuprofile -memprofile -trace",
     NULL},
    {"pytest py.test",
     "-p -c -o --rootdir --confcutdir --config-file --override-ini --basetemp --junitxml "
     "--junit-xml --pdbcls --pdb --trace --import-mode --debug --pastebin --result-log",
     NULL},
    {"jest vitest mocha ava tap",
     "-c --config --globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --runner "
     "--testRunner --transform --testEnvironment -r --require --import --loader --ui --reporter "
     "--reporters --outputFile --rootDir --root --dir --snapshotSerializers --resolver "
     "--environment -n --node-option --spawn --package --updateSnapshot -u --coverageDirectory",
     NULL},
    {"eslint stylelint",
     "-c --config --rulesdir --plugin --resolve-plugins-relative-to -f --format --formatter "
     "--custom-formatter --custom-syntax --parser --fix -o --output-file --cache-location "
     "--cache-file --config-basedir --flag",
     NULL},
    {"biome", "--write --apply --apply-unsafe --fix --unsafe --config-path", NULL},
    {"tsc",
     "-p --project --outDir --outFile --declarationDir --tsBuildInfoFile --plugins --generateTrace "
     "--generateCpuProfile --rootDir --init -b --build",
     NULL},
    {"prettier", "--plugin --config --write -w --plugin-search-dir", NULL},
    {"gcc g++ cc c++ clang clang++",
     "-o -wrapper -fplugin -B -specs -Xclang -load -fuse-ld --config", NULL},
    {"clang-tidy", "--fix -fix --fix-errors --load -load --export-fixes --config --config-file",
     NULL},
    {"node nodejs",
     "-e -p -r -i --eval --print --require --import --loader --experimental-loader --env-file "
     "--inspect --inspect-brk --interactive --run --test-reporter --test-reporter-destination "
     "--cpu-prof --heap-prof --experimental-config-file",
     NULL},
    {"deno", "--allow-all -A --allow-run --allow-ffi --allow-write --config -c --import-map",
     "eval"},
    {"python python2 python3 pypy pypy3", "-c -m -i -W -X", NULL},
    {"perl", "-e -E -M -m -I -i -x -n -p -d", NULL},
    {"ruby jruby", "-e -r -I -i -x -n -p -C", NULL},
    {"php", "-r -d -B -R -E -F -a -c -S", NULL},
    {"lua luajit", "-e -l -i", NULL},
    {"Rscript R", "-e --file", NULL},
    {"julia elixir ghc runghc scala", "-e -E --eval", NULL},
    {"awk gawk mawk nawk busybox",
     "-f -i -l -E -e --file --source --include --load --exec -p -d -o", NULL},
    {"mvn mvnw",
     "-D -f -s -gs -P -t --define --file --settings --global-settings --activate-profiles",
     "exec:exec exec:java"},
    {"gradle gradlew",
     "-I -b -c -p -D -P -g --init-script --build-file --settings-file --include-build "
     "--project-dir --system-prop --project-prop --gradle-user-home --write-locks",
     NULL},
    {"cmake", "-P -C -E -D -G -S -B --preset --install --build --toolchain", NULL},
    {"ctest",
     "--build-and-test -S -SP -D -T -M -O --output-log --build-makeprogram --build-exe-dir "
     "--script --dashboard --test-command --overwrite --output-junit",
     NULL},
    {"rspec", "-r -I -O -o -f --require --options --out --default-path --format --drb", NULL},
    {"rubocop standardrb",
     "-r -c -a -A -x -o --require --config --autocorrect --auto-correct --autocorrect-all "
     "--auto-correct-all --fix-layout --out --plugin --format --cache-root --auto-gen-config "
     "--init",
     NULL},
    {"phpunit",
     "--bootstrap -c -d --configuration --include-path --printer --loader --extension --log-junit "
     "--prepend --cache-result-file",
     NULL},
    {"pylint", "--load-plugins --init-hook --rcfile --output --generate-rcfile --persistent", NULL},
    {"flake8 mypy ruff black isort",
     "--config --config-file --fix --unsafe-fixes --output-file --plugin --append-config "
     "--cache-dir --cache-directory --junit-xml --custom-typeshed-dir --python-executable "
     "--install-types --html-report --xml-report --txt-report --any-exprs-report "
     "--linecount-report --settings-path",
     NULL},
    {"golangci-lint", "-c --config --fix --out-format --plugins", NULL},
    {"dotnet msbuild",
     "-p --property -o --output --logger -l --settings -s -t --target --test-adapter-path --diag "
     "--results-directory",
     NULL},
    {"docker podman",
     "--privileged -v --volume --mount --pid --net --network --cap-add --device --security-opt -H "
     "--host --userns --ipc",
     NULL},
    {"kubectl", "--kubeconfig -f --filename", "exec apply delete cp"},
    {"sqlite3", "-cmd -init", NULL},
    {"psql mysql", "-c -f -e --command --file --execute --init-command --pager", NULL},
    {"date", "-s --set", NULL},
    {"split", "--filter", NULL},
    {"tree", "-o", NULL},
    {"xxd", "-r", NULL},
    {"ip", NULL, "netns exec"},
    {"nmap", "--script -oN -oX -oG -oA", NULL},
    {"openssl", "-out -engine -config -provider", NULL},
    {"systemctl", NULL, "start stop restart enable disable mask edit link set-property"},
    {"jq yq", "-i --in-place --inplace -L -f --from-file", NULL},
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

/* `--outp` is `--output` to programs that take shorter forms, from three letters on. */
static bool fits_long(sx_str option, sx_str word) {
  size_t equals = sx_str_find_char(word, '=', 0);
  sx_str name = sx_str_slice(word, 0, equals);
  return name.len >= 5 ? sx_str_has_prefix(option, name) : sx_str_is_equal(option, name);
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
      "find gfind go git npm pnpm yarn bun tsc gcc g++ cc c++ clang clang++ "
      "mvn mvnw cmake jest vitest mocha dotnet nmap",
      program);
}

static bool fits_whole(const char *options, sx_str word) {
  size_t equals = sx_str_find_char(word, '=', 0);
  if (sx_str_has_prefix(word, SX_STR("--")) && word.len > 2) return fits_options(options, word);
  if (sx_shell_list_has(options, sx_str_slice(word, 0, equals))) return true;
  /* `-cfoo`, and a few letters such as `-ix`. */
  for (const char *at = options; word.len == 3 && word.ptr[0] == '-' && *at;
       at += strcspn(at, " ")) {
    at += *at == ' ';
    if (strcspn(at, " ") == 2 && fits_letter(sx_str_make(at, 2), word)) return true;
  }
  return word.len > 2 && word.ptr[0] == '-' && sx_shell_list_has(options, sx_str_slice(word, 0, 2));
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

/* Code in the first word that is not an option. */
static bool is_risky_code(sx_str program, const sx_shell_word *word) {
  if (sx_shell_names_program("sed gsed", program))
    return word->flags & SX_SHELL_DYNAMIC || !is_plain_sed(word->text);
  if (!sx_shell_names_program("awk gawk mawk nawk", program)) return false;
  return sx_str_find(word->text, SX_STR("system"), 0) != SX_STR_NONE ||
         sx_str_find(word->text, SX_STR("getline"), 0) != SX_STR_NONE ||
         sx_str_find_char(word->text, '|', 0) != SX_STR_NONE ||
         sx_str_find_char(word->text, '>', 0) != SX_STR_NONE ||
         sx_str_find_char(word->text, '@', 0) != SX_STR_NONE || word->flags & SX_SHELL_DYNAMIC;
}

static bool is_option_word(const sx_shell_word *word) {
  return word->text.len > 1 && word->text.ptr[0] == '-';
}

/* Whether an unknown value stands where an option could. */
static bool may_be_option(const sx_shell_word *word) {
  return word->flags & SX_SHELL_DYNAMIC && !word->known_len && !word->lead_len;
}

static const sx_shell_word *find_in(const sx_shell_command *command, uint32_t from, sx_str program,
                                    size_t row) {
  bool is_whole = has_whole_options(program), has_ended = false,
       is_git = sx_str_is_equal(program, SX_STR("git"));
  bool runs_script =
      sx_shell_is_interpreter(program) && !sx_shell_names_program("deno bun", program);
  for (uint32_t i = 1; i < from && runs_script; i++)
    if (!is_option_word(&command->words[i])) return NULL;
  for (uint32_t i = from; i < command->word_count; i++) {
    const sx_shell_word *word = &command->words[i];
    bool is_end = sx_str_is_equal(word->text, SX_STR("--"));
    if (is_end && (is_git || !sx_shell_list_has(risks[row].options, word->text))) has_ended = true;
    if (has_ended && !is_end && !sx_shell_names_program("npm pnpm yarn bun", program)) return NULL;
    /* After its script an interpreter's options are those of the script. */
    if (runs_script && !is_option_word(word)) return NULL;
    if (sx_shell_names_program("make gmake", program) &&
        sx_str_find_char(word->text, '=', 0) != SX_STR_NONE)
      return word;
    if (risks[row].words && sx_shell_list_has(risks[row].words, word->text)) return word;
    if (may_be_option(word) && risks[row].options) return word;
    if (!risks[row].options || has_ended) continue;
    if (is_whole ? fits_whole(risks[row].options, word->text)
                 : fits_options(risks[row].options, word->text))
      return word;
  }
  return NULL;
}

/* The code of sed and awk: the values of sed's -e, or the first word that is not an option. */
static const sx_shell_word *find_code(const sx_shell_command *command, uint32_t from,
                                      sx_str program) {
  bool is_sed = sx_shell_names_program("sed gsed", program), has_e = false;
  for (uint32_t i = 1; i < command->word_count; i++) {
    const sx_shell_word *word = &command->words[i];
    if (is_sed && sx_shell_list_has("-e --expression -ne -Ee -re -nEe", word->text) &&
        i + 1 < command->word_count) {
      has_e = true;
      if (++i >= from && is_risky_code(program, &command->words[i])) return &command->words[i];
    } else if (!is_sed && sx_shell_list_has("-F -v", word->text)) {
      i++;
    } else if (is_sed && (sx_str_has_prefix(word->text, SX_STR("-e")) ||
                          sx_str_has_prefix(word->text, SX_STR("--e")))) {
      return word;
    } else if (!is_option_word(word)) {
      return !has_e && i >= from && is_risky_code(program, word) ? word : NULL;
    }
  }
  return NULL;
}

/* Options before git's subcommand: all but a few change what it runs. */
static const sx_shell_word *find_global(const sx_shell_command *command, uint32_t from) {
  for (uint32_t i = from; i < command->word_count && is_option_word(&command->words[i]); i++)
    if (!sx_shell_list_has("--no-pager --version --help -v -h -P --no-optional-locks",
                           command->words[i].text))
      return &command->words[i];
  return NULL;
}

/* The rows of the table for a program. */
static const sx_shell_word *find_for(const sx_shell_command *command, uint32_t from,
                                     sx_str program) {
  for (size_t i = 0; i < sizeof risks / sizeof *risks; i++) {
    if (!sx_shell_names_program(risks[i].programs, program)) continue;
    const sx_shell_word *found = find_in(command, from, program, i);
    if (found) return found;
  }
  return NULL;
}

const sx_shell_word *sx_shell_find_risky_word(const sx_shell_command *command, uint32_t from) {
  sx_str program = sx_shell_program(command);
  bool is_module = command->word_count > 3 && sx_shell_is_interpreter(program) &&
                   sx_str_is_equal(command->words[1].text, SX_STR("-m"));
  if (from == 1 && sx_str_is_equal(program, SX_STR("git"))) {
    const sx_shell_word *global = find_global(command, from);
    if (global) return global;
  }
  if (sx_shell_is_shell(program)) return NULL;
  const sx_shell_word *found = find_for(command, from, program);
  /* `python -m pytest` takes the options of pytest. */
  if (!found && is_module) found = find_for(command, from < 3 ? 3 : from, command->words[2].text);
  if (found) return found;
  return sx_shell_names_program("sed gsed awk gawk mawk nawk", program)
             ? find_code(command, from, program)
             : NULL;
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
static const char *const risky_variables[] = {"PATH",       "*_PATH",
                                              "*PATH",      "LD_*",
                                              "DYLD_*",     "GIT_*",
                                              "NODE_*",     "PYTHON*",
                                              "PERL*",      "RUBY*",
                                              "BUNDLE_*",   "GEM_*",
                                              "JAVA_*",     "_JAVA_*",
                                              "JDK_*",      "MAVEN_*",
                                              "GRADLE_*",   "CARGO*",
                                              "RUST*",      "GO*",
                                              "CGO_*",      "npm_*",
                                              "NPM_*",      "YARN_*",
                                              "PNPM_*",     "BUN_*",
                                              "DENO_*",     "DOCKER_*",
                                              "PIP_*",      "UV_*",
                                              "SSH_*",      "LESS*",
                                              "*PAGER",     "*EDITOR",
                                              "VISUAL",     "BROWSER",
                                              "*SHELL",     "ENV",
                                              "BASH*",      "ZDOTDIR",
                                              "IFS",        "PS0",
                                              "PS1",        "PS2",
                                              "PS3",        "PS4",
                                              "PROMPT*",    "HOME",
                                              "PWD",        "OLDPWD",
                                              "XDG_*",      "*_COMMAND",
                                              "*_CMD",      "*_OPTS",
                                              "*_OPTIONS",  "*OPTS",
                                              "*FLAGS",     "*_WRAPPER",
                                              "*_PRELOAD",  "*_CONFIG",
                                              "*_CONFIG_*", "*_HOOK*",
                                              "*_EXEC*",    "*_PLUGIN*",
                                              "*_STARTUP",  "*RC",
                                              "*_RC",       "CC",
                                              "CXX",        "LD",
                                              "AR",         "CPP",
                                              "AS",         "MAKE*",
                                              "CMAKE_*",    "CTEST_*",
                                              "*_ASKPASS",  "PYTEST_*",
                                              "JEST_*",     "VITEST_*",
                                              "MOCHA_*",    "ESLINT_*",
                                              "TAR_*",      "GZIP",
                                              "RSYNC_*",    "GREP_*",
                                              "FZF_*",      "RIPGREP_*",
                                              "MAN*",       "TERMINFO*",
                                              "LOCPATH",    "NLSPATH",
                                              "GCONV_*",    "MALLOC_*",
                                              "GLIBC_*",    "OPENSSL_*",
                                              "SSL_*",      "CURL_*",
                                              "HTTP_*",     "HTTPS_*",
                                              "http_*",     "https_*",
                                              "ALL_PROXY",  "*_PROXY",
                                              "*_proxy",    "KUBECONFIG",
                                              "AWS_*",      "TMPDIR",
                                              "PHP*",       "LUA_*",
                                              "R_*",        "DOTNET_*",
                                              "MSBUILD*",   "COMPOSER_*",
                                              "SHELLOPTS",  "FPATH",
                                              "CDPATH",     "POSIXLY_CORRECT",
                                              "MAIL*",      "HISTFILE",
                                              "INPUTRC",    "TMUX*",
                                              "EMACS*",     "VIM*",
                                              "NVIM*",      "DIFF*",
                                              "MERGE*"};

/* One star at either end, or both. */
static bool fits_name(const char *pattern, sx_str name) {
  sx_str text = sx_str_from(pattern);
  bool any_begin = text.ptr[0] == '*', any_end = text.ptr[text.len - 1] == '*';
  text = sx_str_slice(text, any_begin, text.len - any_end);
  if (any_begin && any_end) return sx_str_find(name, text, 0) != SX_STR_NONE;
  if (any_begin) return sx_str_has_suffix(name, text);
  return any_end ? sx_str_has_prefix(name, text) : sx_str_is_equal(name, text);
}

bool sx_shell_is_risky_variable(sx_str name) {
  if (sx_shell_list_has(harmless_variables, name)) return false;
  for (size_t i = 0; i < sizeof risky_variables / sizeof *risky_variables; i++)
    if (fits_name(risky_variables[i], name)) return true;
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
    if (is_letters && sx_str_find_char(text, 'a', 0) != SX_STR_NONE) return false;
  }
  return command->word_count > 1;
}

static bool has_hidden_command(const sx_shell_command *command) {
  for (uint32_t i = 1; i < command->word_count; i++)
    if (sx_shell_has_hidden_command(command->words[i].text)) return true;
  return false;
}

/* `read` sets variables; those that change what programs run are not for it. */
static bool is_plain_read(const sx_shell_command *command) {
  for (uint32_t i = 1; i < command->word_count; i++) {
    const sx_shell_word *word = &command->words[i];
    if (word->flags & SX_SHELL_DYNAMIC || sx_shell_is_risky_variable(word->text)) return false;
  }
  return !has_hidden_command(command);
}

bool sx_shell_has_hidden_command(sx_str text) {
  return sx_str_find(text, SX_STR("[$("), 0) != SX_STR_NONE ||
         sx_str_find(text, SX_STR("[`"), 0) != SX_STR_NONE;
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
  if (sx_str_is_equal(name, SX_STR("read"))) return is_plain_read(command);
  if (sx_str_is_equal(name, SX_STR("printf")) && command->word_count > 1 &&
      sx_str_at(command->words[1].text, 0) == '-')
    return false;
  if (!sx_shell_list_has(
          "cd pwd true false : echo printf test [ [[ exit return break continue wait sleep", name))
    return false;
  return !has_hidden_command(command);
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
