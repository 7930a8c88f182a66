#include "shell/known_options.h"

#include "base/byte.h"
#include "shell/paths.h"
#include "shell/wrappers.h"
#include "shell/writes.h"

/* Other things that count in the words of a program. */
enum {
  ONE_DASH = 1,       /* long options may have one dash: no letters */
  READS_WORDS = 2,    /* `@file` has more words */
  NAMES_HOSTS = 4,    /* `host:path` is reached by another program */
  HAS_BUNDLE = 8,     /* the first word is letters without a dash */
  RUNS_SCRIPT = 16,   /* what follows its file is that one's */
  PASSES_REST = 32,   /* what follows `--` is another program's */
  RUNS_COMMANDS = 64, /* those after `-exec`, which are judged as such */
  HAS_END = 128,      /* `--` ends the options, wherever it stands */
  PASSES_TEXT = 256, /* words are put into a command line of a shell, not always in single quotes */
};

#define DIFF_LETTERS "puasRbwzWDcmtr"
#define DIFF_VALUED "UMCBlSGXI"
#define DIFF_NAMES                                                                                 \
  "abbrev binary cached cc check color color-moved color-words compact-summary cumulative "        \
  "diff-algorithm diff-filter diff-merges dirstat dst-prefix end-of-options exit-code "            \
  "find-copies find-copies-harder find-renames full-index function-context histogram "             \
  "ignore-all-space ignore-blank-lines ignore-cr-at-eol ignore-matching-lines "                    \
  "ignore-space-at-eol ignore-space-change ignore-submodules indent-heuristic inter-hunk-context " \
  "merge-base minimal name-only name-status no-color no-color-moved no-ext-diff "                  \
  "no-indent-heuristic no-patch no-prefix no-renames no-textconv numstat patch patch-with-raw "    \
  "patch-with-stat patience pickaxe-all pickaxe-regex quiet raw relative no-relative "             \
  "rename-empty "                                                                                  \
  "shortstat src-prefix staged stat summary submodule text unified word-diff word-diff-regex "

#define LOG_NAMES                                                                                  \
  DIFF_NAMES                                                                                       \
  "abbrev-commit after all all-match ancestry-path author author-date-order basic-regexp before "  \
  "boundary branches cherry cherry-mark cherry-pick children clear-decorations committer count "   \
  "date date-order decorate decorate-refs decorate-refs-exclude encoding exclude expand-tabs "     \
  "extended-regexp first-parent fixed-strings follow format full-history glob graph grep "         \
  "invert-grep left-only left-right mailmap max-count max-parents merges min-parents "             \
  "no-abbrev-commit no-decorate no-merges no-notes no-walk not notes objects oneline parents "     \
  "perl-regexp pretty reflog regexp-ignore-case remotes reverse right-only root "                  \
  "show-linear-break simplify-by-decoration simplify-merges since skip source sparse tags "        \
  "topo-order until walk-reflogs "

static const struct {
  const char *programs, *subcommands;
  const char *letters, *valued; /* options of one letter, without and with a value */
  const char *names;            /* long ones */
  unsigned also;
} rows[] = {
    {"git", "log show whatchanged reflog rev-list", DIFF_LETTERS "giEFPq", DIFF_VALUED "nL",
     LOG_NAMES, HAS_END},
    {"git", "diff diff-tree diff-index diff-files range-diff", DIFF_LETTERS "q", DIFF_VALUED,
     DIFF_NAMES "ours theirs base root stdin no-commit-id", HAS_END},
    {"git", "status", "sbvz", "uM",
     "short branch show-stash porcelain long verbose untracked-files ignore-submodules ignored "
     "column no-column renames no-renames find-renames",
     HAS_END},
    {"git", "grep", "aiIwvhHEGPFnlLczoqrWp", "eABCmf",
     "cached untracked text ignore-case word-regexp invert-match full-name extended-regexp "
     "basic-regexp perl-regexp fixed-strings line-number column files-with-matches name-only "
     "files-without-match null only-matching count color no-color break heading show-function "
     "after-context before-context context function-context max-count max-depth recursive "
     "no-recursive threads and or not all-match quiet exclude-standard",
     HAS_END},
    {"git", "blame annotate", "bltfnsepwc", "LMCS",
     "porcelain line-porcelain root show-stats date show-name show-number show-email reverse "
     "first-parent incremental encoding ignore-rev ignore-revs-file color-lines abbrev",
     HAS_END},
    {"git", "shortlog", "nsec", "w", LOG_NAMES "numbered summary email group committer", HAS_END},
    {"git", "branch", "avrlqiudDmMcCft", "",
     "all verbose remotes list show-current contains no-contains merged no-merged sort format "
     "points-at color no-color column no-column abbrev no-abbrev delete move copy force track "
     "no-track set-upstream-to unset-upstream quiet ignore-case",
     HAS_END},
    {"git", "tag", "lnfda", "mF",
     "list sort contains no-contains merged no-merged points-at format message delete annotate "
     "force column no-column color file",
     HAS_END},
    {"git", "for-each-ref show-ref name-rev describe merge-base rev-parse symbolic-ref", "aqds", "",
     "format sort count contains no-contains merged no-merged points-at heads tags head hash "
     "verify quiet all always dirty abbrev long exact-match first-parent candidates match exclude "
     "octopus independent is-ancestor fork-point show-toplevel abbrev-ref short "
     "is-inside-work-tree is-bare-repository git-dir git-common-dir show-prefix show-cdup symbolic "
     "symbolic-full-name name-only absolute-git-dir",
     HAS_END},
    {"git", "ls-files ls-tree", "cdomsikutvfzlr", "xX",
     "cached deleted others modified stage ignored exclude-standard unmerged killed error-unmatch "
     "full-name recurse-submodules abbrev deduplicate eol with-tree exclude exclude-from "
     "directory no-empty-directory name-only name-status long full-tree format object-only",
     HAS_END},
    {"git", "cat-file count-objects check-ignore check-attr", "tpseqvnzaH", "",
     "batch batch-check batch-all-objects verbose quiet stdin no-index all human-readable",
     HAS_END},
    {"git", "add stage", "nvfuANp", "",
     "all no-all update force verbose dry-run patch intent-to-add ignore-removal ignore-errors "
     "ignore-missing renormalize chmod sparse refresh",
     HAS_END},
    {"git", "commit", "aqvs", "mFC",
     "all quiet verbose signoff message file amend no-edit author date allow-empty "
     "allow-empty-message fixup squash dry-run only include reset-author short porcelain "
     "no-status no-gpg-sign no-signoff",
     HAS_END},
    {"git", "stash", DIFF_LETTERS "uakqS", DIFF_VALUED "m",
     DIFF_NAMES "include-untracked all keep-index no-keep-index message index oneline", HAS_END},
    {"git", "restore checkout switch reset", "qfbBtdlcCpSWN", "sU",
     "source staged worktree quiet ours theirs progress no-progress detach track no-track create "
     "force-create force discard-changes guess no-guess merge conflict orphan soft mixed hard keep "
     "patch unified no-overlay",
     HAS_END},
    {"git", "rm mv", "fnrqkv", "", "cached force dry-run quiet ignore-unmatch verbose", HAS_END},
    {"git", "fetch pull remote", "aptnvqfk46", "j",
     "all prune prune-tags tags no-tags depth deepen unshallow verbose quiet dry-run force "
     "progress no-progress jobs ipv4 ipv6 shallow-since multiple ff ff-only no-ff no-commit "
     "no-edit stat no-stat no-rebase push add",
     HAS_END},
    {"git", "push", "uqvnfd", "",
     "set-upstream tags force force-with-lease dry-run quiet verbose all delete porcelain "
     "follow-tags prune progress no-progress atomic",
     HAS_END},
    {"git", "clone init submodule ls-remote", "qvnltth", "bj",
     "depth branch single-branch no-single-branch recurse-submodules no-tags quiet verbose "
     "progress bare mirror no-checkout filter shallow-since sparse init recursive remote jobs "
     "force heads tags refs branches exit-code sort symref get-url initial-branch",
     HAS_END},
    {"git", "merge rebase cherry-pick revert", "nqv", "mX",
     "no-ff ff ff-only no-commit squash abort continue skip quit no-edit quiet verbose stat "
     "no-stat onto autostash no-autostash keep-base root autosquash no-autosquash rebase-merges "
     "mainline",
     HAS_END},
    /* Other parts of git. */
    {"git", NULL, "qvh", "", "quiet verbose help dry-run", HAS_END},
    {"npm pnpm yarn bun", NULL, "sdqvhDEl", "",
     "silent quiet verbose version help loglevel if-present no-color color json long depth all "
     "parseable omit include only prod production dev no-audit no-fund save save-dev save-exact "
     "prefer-offline offline no-progress progress dry-run frozen-lockfile immutable",
     PASSES_REST | PASSES_TEXT},
    {"tar gtar bsdtar", NULL, "cxtvzjJakmprhOZuwdA", "fX",
     "create extract get list update append diff compare verbose gzip gunzip ungzip bzip2 xz zstd "
     "lzma file exclude exclude-vcs strip-components keep-old-files no-same-owner "
     "no-same-permissions preserve-permissions same-permissions to-stdout wildcards no-wildcards "
     "totals auto-compress sort owner group numeric-owner mtime format help version",
     HAS_BUNDLE | NAMES_HOSTS},
    {"rsync", NULL, "avzrtlpgoDnhPuqcHAXxWkKiI8S", "Bf",
     "archive verbose recursive dry-run compress progress stats human-readable exclude include "
     "exclude-from include-from update checksum partial info quiet links perms times owner group "
     "itemize-changes size-only ignore-existing existing list-only safe-links copy-links filter",
     NAMES_HOSTS},
    {"find gfind", NULL, "", "",
     "name iname path ipath wholename iwholename type newer anewer cnewer newermt mtime mmin ctime "
     "cmin atime amin size empty maxdepth mindepth not and a or o print print0 printf ls prune "
     "perm "
     "user group regex iregex regextype follow L P H depth d xdev mount true false quit links inum "
     "samefile lname ilname nouser nogroup readable writable executable daystart noleaf xtype "
     "fstype used uid gid E s x warn nowarn ignore_readdir_race help version",
     ONE_DASH | RUNS_COMMANDS},
    {"fd fdfind", NULL, "HIuasigpFL0lqh1", "tedEScj",
     "hidden no-ignore no-ignore-vcs unrestricted case-sensitive ignore-case glob regex "
     "fixed-strings absolute-path list-details follow full-path max-depth min-depth exact-depth "
     "exclude extension type size changed-within changed-before max-results color threads print0 "
     "prune one-file-system relative-path strip-cwd-prefix quiet help version",
     RUNS_COMMANDS},
    {"rg", NULL, "nilcwvFSsoHIuUPLaNxpq0hV.", "egtTABCmjMdrfE",
     "hidden no-hidden no-ignore no-ignore-vcs no-ignore-parent glob iglob type type-not files "
     "files-with-matches files-without-match count count-matches line-number no-line-number column "
     "no-column heading no-heading ignore-case smart-case case-sensitive word-regexp line-regexp "
     "fixed-strings no-fixed-strings multiline multiline-dotall pcre2 max-count max-depth "
     "max-columns max-filesize context after-context before-context invert-match only-matching "
     "replace json stats sort sortr color colors no-messages with-filename no-filename vimgrep "
     "trim follow null null-data passthru regexp file text binary unrestricted threads type-list "
     "debug engine no-config one-file-system ignore-file pretty quiet help version "
     "glob-case-insensitive",
     HAS_END},
    {"sort gsort", NULL, "bdfghiMnRrVcCmsuz", "kt",
     "ignore-leading-blanks dictionary-order ignore-case ignore-nonprinting general-numeric-sort "
     "human-numeric-sort numeric-sort month-sort random-sort reverse version-sort check merge "
     "stable unique zero-terminated key field-separator sort parallel help version",
     HAS_END},
    {"sed gsed", NULL, "nErsuz", "e",
     "quiet silent expression regexp-extended null-data separate unbuffered posix debug sandbox "
     "help version",
     HAS_END},
    {"awk gawk mawk nawk", NULL, "", "Fv", "", 0},
    {"curl", NULL, "sSfLkIivgG46N", "HAmu",
     "silent show-error fail fail-with-body location insecure head include verbose max-time "
     "connect-timeout retry retry-delay header user-agent compressed http1.1 http2 get globoff url "
     "no-progress-meter ipv4 ipv6 no-buffer help version",
     0},
    {"make gmake", NULL, "BknqsiwrvSdp", "jlO",
     "jobs keep-going dry-run just-print recon silent quiet always-make question "
     "no-print-directory print-directory output-sync trace debug ignore-errors no-builtin-rules "
     "version load-average help",
     0},
    {"cargo", NULL, "vqrh", "pFj",
     "release lib bins bin test tests example examples bench benches all-targets all workspace "
     "package exclude features all-features no-default-features target jobs verbose quiet no-run "
     "no-fail-fast doc message-format offline locked frozen keep-going profile color edition depth "
     "ignore-rust-version check help version no-deps",
     PASSES_REST},
    {"go", NULL, "", "",
     "v run count short timeout race cover bench benchmem benchtime parallel failfast list cpu "
     "json shuffle skip fuzz fuzztime tags mod n x a p covermode coverpkg vet trimpath buildvcs "
     "compiled deps e f find m t u test h help",
     ONE_DASH},
    {"pytest py.test", NULL, "qvsxlhV", "kmnr",
     "quiet verbose maxfail tb lf last-failed ff failed-first nf new-first sw stepwise exitfirst "
     "collect-only co durations durations-min no-header no-summary capture cov no-cov showlocals "
     "strict-markers strict-config markers fixtures color disable-warnings deselect ignore "
     "ignore-glob runxfail show-capture timeout numprocesses dist setup-show version help",
     READS_WORDS},
    {"jest vitest mocha ava tap", NULL, "itofbgvhw", "",
     "runInBand run-in-band watchAll no-watch verbose silent bail ci coverage testNamePattern "
     "test-name-pattern testPathPattern testPathPatterns findRelatedTests passWithNoTests "
     "pass-with-no-tests maxWorkers max-workers onlyChanged onlyFailures json listTests run "
     "no-coverage colors color no-color forceExit detectOpenHandles grep fgrep invert timeout exit "
     "parallel retries changed testTimeout test-timeout hideSkippedTests help version",
     0},
    {"eslint stylelint", NULL, "qhv", "",
     "ext quiet max-warnings no-color color cache no-cache ignore-pattern no-ignore "
     "no-error-on-unmatched-pattern no-inline-config report-unused-disable-directives rule env "
     "global stdin stdin-filename debug print-config env-info no-warn-ignored stats help version",
     0},
    {"biome", NULL, "", "",
     "colors max-diagnostics error-on-warnings verbose diagnostic-level changed staged since "
     "no-errors-on-unmatched help version",
     0},
    {"prettier", NULL, "clu", "",
     "check list-different no-color color loglevel log-level ignore-unknown no-config parser "
     "no-error-on-unmatched-pattern help version",
     0},
    {"tsc", NULL, "", "",
     "noEmit pretty strict skipLibCheck incremental watch w target t module m lib jsx listFiles "
     "listFilesOnly showConfig diagnostics extendedDiagnostics traceResolution explainFiles "
     "version v help h all noErrorTruncation preserveWatchOutput moduleResolution esModuleInterop "
     "noUnusedLocals noUnusedParameters allowJs checkJs resolveJsonModule",
     ONE_DASH | READS_WORDS},
    {"node nodejs", NULL, "cvh", "",
     "test test-name-pattern test-skip-pattern test-only test-concurrency test-timeout "
     "test-force-exit test-shard trace-warnings trace-uncaught stack-trace-limit "
     "enable-source-maps no-warnings max-old-space-size unhandled-rejections check version help "
     "trace-deprecation throw-deprecation no-deprecation experimental-test-coverage "
     "experimental-strip-types experimental-vm-modules expose-gc",
     RUNS_SCRIPT},
    {"python python2 python3 pypy pypy3", NULL, "uBOIEsSvqbdhV", "", "version help", RUNS_SCRIPT},
    {"mvn mvnw", NULL, "", "",
     "q o B e U V X N T am amd pl ff fae fn ntp batch-mode quiet offline errors also-make "
     "fail-fast fail-at-end fail-never show-version threads projects no-transfer-progress v "
     "version h help",
     ONE_DASH},
    {"gradle gradlew", NULL, "qidsSmwv", "x",
     "info debug quiet warn stacktrace full-stacktrace console parallel no-parallel no-daemon "
     "daemon offline continue rerun-tasks build-cache no-build-cache configuration-cache dry-run "
     "warning-mode tests refresh-dependencies max-workers exclude-task version help",
     0},
    {"ctest", NULL, "VQN", "jREL",
     "output-on-failure verbose extra-verbose progress parallel tests-regex exclude-regex "
     "label-regex label-exclude rerun-failed stop-on-failure show-only timeout schedule-random "
     "repeat quiet help version",
     0},
    {"rspec", NULL, "bw", "et",
     "fail-fast no-fail-fast example tag no-color color profile seed order only-failures "
     "next-failure backtrace dry-run version help",
     0},
    {"rubocop standardrb", NULL, "DLlPSv", "",
     "display-cop-names parallel no-parallel only except fail-level no-color color lint version "
     "help force-exclusion extra-details display-style-guide",
     0},
    {"phpunit", NULL, "hv", "",
     "filter testdox stop-on-failure stop-on-error group exclude-group testsuite list-tests colors "
     "no-coverage verbose debug version help",
     0},
    {"mypy ruff black isort flake8", NULL, "qvh", "",
     "check check-only diff quiet verbose line-length strict ignore-missing-imports select ignore "
     "extend-select extend-ignore show-source statistics count no-cache version max-line-length "
     "exclude extend-exclude max-complexity show-error-codes pretty no-pretty python-version "
     "target-version output-format no-fix help profile",
     READS_WORDS},
    {"pylint", NULL, "EhrsQ", "jde",
     "errors-only jobs disable enable reports score version help recursive ignore", READS_WORDS},
    {"golangci-lint", NULL, "vh", "DE",
     "timeout verbose fast new new-from-rev enable disable enable-all disable-all color help "
     "version max-issues-per-linter",
     0},
    {"jq", NULL, "rncCSesjaMRh", "",
     "arg argjson args jsonargs slurp raw-output compact-output null-input exit-status sort-keys "
     "tab indent join-output ascii-output color-output monochrome-output raw-input slurpfile "
     "rawfile unbuffered seq stream help version",
     0},
    {"tree", NULL, "adfpshDCFugixJXtrvlqNQASUcn", "LPI",
     "dirsfirst noreport gitignore prune filelimit matchdirs ignore-case du si inodes version help",
     0},
    {"date", NULL, "uRI", "drf", "utc universal iso-8601 rfc-3339 rfc-email date reference", 0},
};

#define ROW_COUNT (sizeof rows / sizeof *rows)

/* ---- lists --------------------------------------------------------------------------------- */

bool sx_shell_is_option(sx_str text) {
  return text.len > 1 && text.ptr[0] == '-';
}

bool sx_shell_list_has_long(const char *list, sx_str name) {
  if (name.len < 3 || !sx_str_has_prefix(name, SX_STR("--"))) return false;
  for (const char *at = list; at && *at;) {
    size_t len = strcspn(at, " ");
    if (len > 2 && sx_str_has_prefix(sx_str_make(at, len), name)) return true;
    at += len + (at[len] == ' ');
  }
  return false;
}

bool sx_shell_has_known_options(sx_str program) {
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (sx_shell_names_program(rows[i].programs, program)) return true;
  return false;
}

/* ---- one word ------------------------------------------------------------------------------ */

static bool has_char(const char *list, char c) {
  return c != ' ' && strchr(list, c) != NULL && c;
}

/* All letters of a group, up to one whose value is the rest; `*takes_next`: it is the next word. */
static bool are_known_letters(size_t row, sx_str text, size_t from, bool *takes_next) {
  *takes_next = false;
  for (size_t i = from; i < text.len; i++) {
    if (has_char(rows[row].valued, text.ptr[i])) {
      *takes_next = i + 1 == text.len;
      return true;
    }
    if (!has_char(rows[row].letters, text.ptr[i]) && !sx_byte_is_digit(text.ptr[i])) return false;
  }
  return true;
}

/* Names count only in full: a shorter form may be that of another one. */
static bool is_known_option(size_t row, sx_str text, bool *takes_next) {
  bool is_long = sx_str_has_prefix(text, SX_STR("--"));
  size_t equals = sx_str_find_char(text, '=', 0);
  *takes_next = (is_long || rows[row].also & ONE_DASH) && equals == SX_STR_NONE;
  if (is_long) return sx_shell_list_has(rows[row].names, sx_str_slice(text, 2, equals));
  if (rows[row].also & ONE_DASH)
    return sx_byte_is_digit(text.ptr[1]) || /* `-mtime -1` */
           sx_shell_list_has(rows[row].names, sx_str_slice(text, 1, equals));
  return are_known_letters(row, text, 1, takes_next);
}

/* `{a,-x}` and `*` may become an option, and so may any part of a text that is split. */
static bool may_become_option(const sx_shell_word *word) {
  sx_str text = word->text;
  if (word->flags & SX_SHELL_MAY_SPLIT) return true;
  if (word->flags & SX_SHELL_DYNAMIC && !word->known_len && !word->lead_len) return true;
  if (word->flags & SX_SHELL_BRACES && sx_str_at(text, 0) == '{')
    return sx_str_find(text, SX_STR("{-"), 0) != SX_STR_NONE ||
           sx_str_find(text, SX_STR(",-"), 0) != SX_STR_NONE ||
           sx_str_find(text, SX_STR("{{"), 0) != SX_STR_NONE;
  return word->flags & SX_SHELL_GLOB && !(word->flags & SX_SHELL_BRACES) && !word->known_len &&
         sx_byte_is_one_of(sx_str_at(text, 0), "*?[");
}

static bool has_shell_signs(sx_str text) {
  for (size_t i = 0; i < text.len; i++)
    if (sx_byte_is_one_of(text.ptr[i], "$`\\\n;&|<>()")) return true;
  return false;
}

static bool is_unknown(size_t row, const sx_shell_word *word) {
  sx_str text = word->text;
  bool takes_next;
  if (may_become_option(word)) return true;
  if (rows[row].also & PASSES_TEXT && has_shell_signs(text)) return true;
  if (sx_str_is_equal(text, SX_STR("--"))) return false;
  if (rows[row].also & NAMES_HOSTS && sx_str_find_char(text, ':', 0) != SX_STR_NONE) return true;
  if (sx_shell_is_option(text)) return !is_known_option(row, text, &takes_next);
  return rows[row].also & READS_WORDS && sx_str_at(text, 0) == '@';
}

/* ---- all words ----------------------------------------------------------------------------- */

/* After an option whose value it could be `--` does not end the options. */
static bool ends_options(size_t row, const sx_shell_command *command, uint32_t at) {
  bool takes_next = false;
  sx_str before = command->words[at - 1].text;
  if (!(rows[row].also & HAS_END)) return false;
  if (!sx_str_is_equal(command->words[at].text, SX_STR("--"))) return false;
  if (!sx_shell_is_option(before)) return true;
  return is_known_option(row, before, &takes_next) && !takes_next;
}

/* The file that an interpreter runs: a word that is not the value of an option. */
static bool is_script(size_t row, const sx_shell_command *command, uint32_t at) {
  bool takes_next = false;
  sx_str before = command->words[at - 1].text;
  if (sx_shell_is_option(command->words[at].text)) return false;
  if (at > 1 && sx_shell_is_option(before)) is_known_option(row, before, &takes_next);
  return !takes_next;
}

/* Words of what find runs are judged as a command of their own. */
static uint32_t pass_command(const sx_shell_command *command, uint32_t at) {
  uint32_t from = at + 1;
  for (at++; at < command->word_count; at++) {
    sx_str text = command->words[at].text;
    if (sx_str_is_equal(text, SX_STR(";"))) return at;
    if (sx_str_is_equal(text, SX_STR("+")) && at > from &&
        sx_str_is_equal(command->words[at - 1].text, SX_STR("{}")))
      return at;
  }
  return at;
}

static bool passes_rest(size_t row, const sx_shell_command *command, uint32_t at) {
  return rows[row].also & PASSES_REST && at + 1 < command->word_count &&
         sx_str_is_equal(command->words[at].text, SX_STR("--"));
}

static bool begins_command(size_t row, sx_str text) {
  return (rows[row].also & RUNS_COMMANDS) &&
         sx_shell_list_has("-exec -execdir -ok -okdir -x -X --exec --exec-batch", text);
}

/* The letters that tar takes without a dash. */
static bool is_bundle(size_t row, const sx_shell_command *command, uint32_t at) {
  return rows[row].also & HAS_BUNDLE && at == 1 && !sx_shell_is_option(command->words[at].text);
}

/* Values follow as words, so that all letters count. */
static bool is_unknown_bundle(size_t row, const sx_shell_word *word) {
  sx_str text = word->text;
  for (size_t i = 0; i < text.len; i++)
    if (!has_char(rows[row].letters, text.ptr[i]) && !has_char(rows[row].valued, text.ptr[i]))
      return true;
  return !sx_shell_is_static(word);
}

static const sx_shell_word *find_in(size_t row, const sx_shell_command *command, uint32_t from) {
  unsigned also = rows[row].also;
  for (uint32_t i = 1; i < from && also & RUNS_SCRIPT; i++)
    if (is_script(row, command, i)) return NULL;
  for (uint32_t i = from; i < command->word_count; i++) {
    const sx_shell_word *word = &command->words[i];
    if (also & RUNS_SCRIPT && is_script(row, command, i) && !may_become_option(word)) return NULL;
    if (ends_options(row, command, i)) return NULL;
    if (begins_command(row, word->text)) {
      i = pass_command(command, i);
      continue;
    }
    bool is_bad = is_bundle(row, command, i) ? is_unknown_bundle(row, word) : is_unknown(row, word);
    if (is_bad || passes_rest(row, command, i)) return word;
  }
  return NULL;
}

static bool has_subcommand(size_t row, const sx_shell_command *command, uint32_t at) {
  return !rows[row].subcommands ||
         (at < command->word_count &&
          sx_shell_list_has(rows[row].subcommands, command->words[at].text));
}

const sx_shell_word *sx_shell_find_unknown_option(const sx_shell_command *command, uint32_t from,
                                                  sx_str program) {
  uint32_t at = sx_shell_git_subcommand(command);
  bool is_git = sx_shell_names_program("git", program);
  if (is_git && at >= command->word_count) return NULL; /* options of git alone */
  for (size_t i = 0; i < ROW_COUNT; i++) {
    if (!sx_shell_names_program(rows[i].programs, program)) continue;
    if (is_git && !has_subcommand(i, command, at)) continue;
    /* Parts of git that are not known can do anything. */
    bool is_any_part = is_git && !rows[i].subcommands && at >= from;
    return is_any_part ? &command->words[at] : find_in(i, command, from);
  }
  return NULL;
}
