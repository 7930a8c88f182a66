#include "shell/writes.h"

#include "base/byte.h"
#include "shell/known_options.h"
#include "shell/wrappers.h"

#define MAX_WRITES 2000
#define MAX_PATH_BYTES 4096

/* Which of a program's words are files that it writes. */
typedef enum write_how {
  WRITES_ALL,      /* all that are not options */
  WRITES_REST,     /* all but the first: a mode or an owner */
  WRITES_LAST,     /* the last, or what is named so in it */
  WRITES_MOVED,    /* all, and what is named so in the last */
  WRITES_OF,       /* dd's of= */
  WRITES_IN_PLACE, /* those after the script, where -i is given */
  WRITES_OPTION,   /* the value of an option */
  WRITES_ARCHIVE,  /* what tar makes */
} write_how;

static const struct {
  const char *names;
  write_how how;
  const char *options;
} programs[] = {
    {"touch rm rmdir unlink shred truncate tee sponge mkdir mkfifo mknod srm rimraf trash "
     "trash-put gtouch grm gtee dos2unix unix2dos ed ex vi vim nvim nano emacs patch",
     WRITES_ALL, NULL},
    {"chmod chown chgrp chattr setfacl", WRITES_REST, NULL},
    {"cp install rsync scp gcp ginstall ditto", WRITES_LAST, "-t --target-directory"},
    {"mv ln gmv gln link", WRITES_MOVED, "-t --target-directory"},
    {"dd", WRITES_OF, NULL},
    {"sed gsed perl ruby awk gawk", WRITES_IN_PLACE, NULL},
    {"curl", WRITES_OPTION,
     "-o --output -D --dump-header -c --cookie-jar --output-dir --trace --trace-ascii --stderr"},
    {"wget", WRITES_OPTION,
     "-O --output-document -o --output-file -a --append-output -P --directory-prefix"},
    {"time gtime", WRITES_OPTION, "-o --output"},
    {"sort gsort", WRITES_OPTION, "-o --output"},
    {"tar gtar bsdtar", WRITES_OPTION,
     "-C --directory --one-top-level --listed-incremental --index-file --volno-file"},
    {"tar gtar bsdtar", WRITES_ARCHIVE, NULL},
    {"uniq guniq", WRITES_REST, NULL},
    {"shuf iconv", WRITES_OPTION, "-o --output"},
    {"unzip", WRITES_OPTION, "-d"},
    {"openssl", WRITES_OPTION, "-out"},
    {"tree", WRITES_OPTION, "-o"},
    {"find gfind", WRITES_OPTION, "-fprint -fprint0 -fprintf -fls"},
    {"git", WRITES_OPTION, "--output"},
    {"ssh-keygen", WRITES_OPTION, "-f"},
    {"gcc cc clang g++ c++ clang++ ld", WRITES_OPTION, "-o"},
};

typedef struct writer {
  sx_shell_write_list *out;
  const sx_shell_walk *walk;
  const sx_shell_command *command;
  const sx_shell_dirs *dirs;
  uint32_t index;
  bool is_redirect;
} writer;

/* ---- adding -------------------------------------------------------------------------------- */

static void add(writer *w, sx_str path, sx_str shown, bool is_pattern) {
  sx_shell_write *made = SX_ARRAY_ADD(&w->out->list, w->walk->arena);
  if (!made) return;
  *made = (sx_shell_write){path, shown, w->index, is_pattern, w->is_redirect};
}

static void add_in(writer *w, const sx_shell_word *word, sx_str dir) {
  sx_str rest = SX_STR("");
  bool is_pattern =
      word->flags & SX_SHELL_GLOB && !(word->flags & (SX_SHELL_DYNAMIC | SX_SHELL_BRACES));
  sx_str path = is_pattern ? sx_shell_resolve_pattern(w->walk, word, dir, &rest)
                           : sx_shell_resolve(w->walk, word, dir);
  /* A pattern that may fit names with a dot, or goes through folders, may mean any file. */
  if (is_pattern && (sx_str_at(rest, 0) == '.' || sx_str_at(rest, 0) == '[' ||
                     sx_str_find_char(rest, '/', 0) != SX_STR_NONE))
    path = SX_STR("");
  add(w, path, word->source.len ? word->source : word->text, is_pattern && path.len);
}

/* A list that is longer than any person reads is one with files that are not known. */
static bool is_full(writer *w) {
  if (w->out->list.len < MAX_WRITES) return false;
  if (w->out->list.items[w->out->list.len - 1].path.len) add(w, SX_STR(""), SX_STR("…"), false);
  return true;
}

static void add_word(writer *w, const sx_shell_word *word) {
  if (is_full(w)) return;
  for (uint8_t i = 0; i < w->dirs->len; i++) add_in(w, word, w->dirs->items[i]);
  if (w->dirs->is_unknown || !w->dirs->len) add_in(w, word, SX_STR(""));
}

/* A file that is copied or moved to a folder keeps its name there. */
static void add_named_in(writer *w, const sx_shell_word *folder, const sx_shell_word *source) {
  size_t end = source->text.len;
  while (end && source->text.ptr[end - 1] == '/') end--;
  sx_str text = sx_str_slice(source->text, 0, end);
  size_t slash = sx_str_find_last_char(text, '/');
  sx_str name = sx_str_slice(text, slash == SX_STR_NONE ? 0 : slash + 1, text.len);
  if (!sx_shell_is_static(source) || !sx_shell_is_static(folder) || !name.len || is_full(w)) return;
  if (folder->text.len + name.len > MAX_PATH_BYTES) return; /* there is not such a file */
  sx_shell_word joined = *folder;
  joined.text =
      sx_arena_printf(w->walk->arena, "%.*s/%.*s", SX_STR_ARG(folder->text), SX_STR_ARG(name));
  joined.source = joined.text;
  add_word(w, &joined);
}

/* ---- words --------------------------------------------------------------------------------- */

static bool is_option(const sx_shell_word *word) {
  return word->text.len > 1 && word->text.ptr[0] == '-';
}

static bool is_text(const sx_shell_word *word, const char *text) {
  return sx_str_is_equal(word->text, sx_str_from(text));
}

/* The words that are not options, from the one after `skip` such; NULL at the end. */
static const sx_shell_word *next_file(const sx_shell_command *command, uint32_t *at,
                                      bool *has_ended) {
  while (*at < command->word_count) {
    const sx_shell_word *word = &command->words[(*at)++];
    if (!*has_ended && is_text(word, "--"))
      *has_ended = true;
    else if (*has_ended || !is_option(word))
      return word;
  }
  return NULL;
}

/* A word whose text goes on after `from` bytes of an option: `--output=x`, `-ox`. */
static sx_shell_word rest_of(const sx_shell_word *word, size_t from) {
  sx_shell_word rest = *word;
  rest.text = sx_str_slice(word->text, from, word->text.len);
  rest.known_len = word->known_len > from ? word->known_len - (uint32_t)from : 0;
  return rest;
}

/* Where the value of a letter of the list begins in a group such as `-so`; 0: none is in it. */
static size_t letter_value_at(const char *options, sx_str text) {
  bool is_group = options && sx_str_at(text, 0) == '-' && sx_str_at(text, 1) != '-';
  for (size_t i = 1; i < text.len && is_group; i++) {
    char option[] = {'-', text.ptr[i]};
    if (sx_shell_list_has(options, sx_str_make(option, 2))) return i + 1;
  }
  return 0;
}

/* The value of one of the options at this word, if it is one; `*rest` keeps a part of the word. */
static const sx_shell_word *option_value(const sx_shell_command *command, uint32_t at,
                                         const char *options, sx_shell_word *rest) {
  const sx_shell_word *word = &command->words[at];
  size_t equals = sx_str_find_char(word->text, '=', 0);
  sx_str name = sx_str_slice(word->text, 0, equals);
  bool is_option =
      sx_shell_list_has(options, name) || (options && sx_shell_list_has_long(options, name));
  if (is_option && equals == SX_STR_NONE) return at + 1 < command->word_count ? word + 1 : NULL;
  if (is_option) {
    *rest = rest_of(word, equals + 1);
    return rest;
  }
  size_t from = letter_value_at(options, word->text);
  if (!from) return NULL;
  if (from == word->text.len) return at + 1 < command->word_count ? word + 1 : NULL;
  *rest = rest_of(word, from);
  return rest;
}

static bool has_option(const sx_shell_command *command, const char *options) {
  for (uint32_t i = 1; i < command->word_count; i++)
    if (sx_shell_list_has(options, command->words[i].text)) return true;
  return false;
}

/* ---- programs ------------------------------------------------------------------------------ */

static void add_files(writer *w, uint32_t skipped) {
  uint32_t at = 1;
  bool has_ended = false;
  for (const sx_shell_word *word; (word = next_file(w->command, &at, &has_ended));)
    if (skipped)
      skipped--;
    else
      add_word(w, word);
}

static const sx_shell_word *last_file(const sx_shell_command *command) {
  const sx_shell_word *last = NULL;
  uint32_t at = 1;
  bool has_ended = false;
  for (const sx_shell_word *word; (word = next_file(command, &at, &has_ended));) last = word;
  return last;
}

static void add_copies(writer *w, const char *options, bool takes_sources) {
  sx_shell_word rest;
  const sx_shell_word *target = NULL, *last = last_file(w->command);
  for (uint32_t i = 1; i < w->command->word_count && !target; i++) {
    target = option_value(w->command, i, options, &rest);
  }
  bool is_named = target != NULL;
  if (!target) target = last;
  if (!target) return;
  add_word(w, target);
  uint32_t at = 1;
  bool has_ended = false;
  for (const sx_shell_word *word; (word = next_file(w->command, &at, &has_ended));) {
    if (word == last && !is_named) continue;
    if (takes_sources) add_word(w, word);
    add_named_in(w, target, word);
  }
}

/* A link of cp's leads to the file that is then written through it. */
static bool makes_links(const sx_shell_command *command) {
  if (!sx_shell_names_program("cp gcp", sx_shell_program(command))) return false;
  for (uint32_t i = 1; i < command->word_count; i++) {
    sx_str text = command->words[i].text;
    size_t at = letter_value_at("-l -s -t -S", text); /* what follows -t is a folder */
    if ((at && sx_byte_is_one_of(text.ptr[at - 1], "ls")) ||
        sx_shell_list_has_long("--link --symbolic-link", text))
      return true;
  }
  return false;
}

static void add_option_values(writer *w, const char *options) {
  for (uint32_t i = 1; i < w->command->word_count; i++) {
    sx_shell_word rest;
    const sx_shell_word *value = option_value(w->command, i, options, &rest);
    if (value && !is_text(value, "-")) add_word(w, value);
  }
}

static void add_of(writer *w) {
  for (uint32_t i = 1; i < w->command->word_count; i++)
    if (sx_str_has_prefix(w->command->words[i].text, SX_STR("of="))) {
      sx_shell_word rest = rest_of(&w->command->words[i], 3);
      add_word(w, &rest);
    }
}

/* -i, -i.bak, -Ei, --in-place. */
static bool is_in_place(const sx_shell_command *command) {
  for (uint32_t i = 1; i < command->word_count; i++) {
    sx_str text = command->words[i].text;
    if (sx_str_has_prefix(text, SX_STR("--i"))) return true;
    if (text.len > 1 && text.ptr[0] == '-' && text.ptr[1] != '-' &&
        sx_str_find_char(text, 'i', 0) != SX_STR_NONE)
      return true;
  }
  return false;
}

static void add_in_place(writer *w) {
  if (!is_in_place(w->command)) return;
  bool has_script = has_option(w->command, "-e -f --expression --file -pe -ne -pie -i.bak");
  bool is_sed = sx_str_has_suffix(sx_shell_program(w->command), SX_STR("sed"));
  add_files(w, has_script && is_sed ? 0 : 1);
}

/* The letters of tar, with a dash or, in its first word, without one. */
static bool has_tar_letter(const sx_shell_command *command, const char *letters) {
  for (uint32_t i = 1; i < command->word_count; i++) {
    sx_str text = command->words[i].text;
    bool is_group = is_option(&command->words[i]) ? text.ptr[1] != '-' : i == 1;
    for (size_t n = 0; n < text.len && is_group; n++)
      if (strchr(letters, text.ptr[n])) return true;
  }
  return false;
}

/* `tar cf a.tar`: letters of the first word have their values after it. */
static void add_archive(writer *w) {
  const sx_shell_command *command = w->command;
  bool makes = has_tar_letter(command, "cruA") ||
               has_option(command, "--create --append --update --catenate --concatenate --delete");
  bool reads = has_tar_letter(command, "xtd") || has_option(command, "--extract --get --list");
  if (command->word_count < 3 || (reads && !makes)) return;
  sx_str first = command->words[1].text;
  bool is_bundle = !is_option(&command->words[1]) && sx_str_find_char(first, 'f', 0) < first.len;
  const sx_shell_word *archive = &command->words[2];
  if (!is_bundle)
    add_option_values(w, "-f --file");
  else if (!is_text(archive, "-"))
    add_word(w, archive);
}

/* ---- git ----------------------------------------------------------------------------------- */

uint32_t sx_shell_git_subcommand(const sx_shell_command *command) {
  uint32_t at = 1;
  while (at < command->word_count && is_option(&command->words[at]))
    at += 1 + sx_shell_list_has(
                  "-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix",
                  command->words[at].text);
  return at < command->word_count ? at : command->word_count;
}

bool sx_shell_sets_git_config(const sx_shell_command *command) {
  uint32_t at = sx_shell_git_subcommand(command), names = 0;
  if (at >= command->word_count || !is_text(&command->words[at], "config")) return false;
  for (uint32_t i = at + 1; i < command->word_count; i++) {
    const sx_shell_word *word = &command->words[i];
    if (sx_shell_list_has("--get --get-all --get-regexp --get-urlmatch --list -l --get-color "
                          "--get-colorbool get list",
                          word->text))
      return false;
    if (sx_shell_list_has("--unset --unset-all --add --replace-all --rename-section "
                          "--remove-section --edit -e set unset edit rename-section remove-section",
                          word->text))
      return true;
    if (sx_shell_list_has("-f --file --blob --type --default", word->text))
      i++;
    else
      names += !is_option(word) || word->flags & SX_SHELL_MAY_SPLIT;
  }
  return names > 1;
}

static void add_static(writer *w, const char *text, uint16_t flags, uint16_t lead_len) {
  sx_shell_word word = {
      .text = sx_str_from(text), .source = sx_str_from(text), .flags = flags, .lead_len = lead_len};
  word.known_len = (uint32_t)word.text.len;
  add_word(w, &word);
}

static void add_git(writer *w) {
  if (!sx_shell_sets_git_config(w->command)) return;
  add_option_values(w, "-f --file");
  if (has_option(w->command, "--global")) add_static(w, "~/.gitconfig", SX_SHELL_HOME, 1);
  if (!has_option(w->command, "--global -f --file --system")) add_static(w, ".git/config", 0, 0);
}

static void add_npm(writer *w) {
  const sx_shell_command *command = w->command;
  if (command->word_count < 3) return;
  bool is_config = sx_shell_list_has("config c", command->words[1].text) &&
                   sx_shell_list_has("set delete edit rm", command->words[2].text);
  if (is_config || is_text(&command->words[1], "set")) add_static(w, "~/.npmrc", SX_SHELL_HOME, 1);
}

/* ---- all ----------------------------------------------------------------------------------- */

static void add_program(writer *w) {
  sx_str program = sx_shell_program(w->command);
  for (size_t i = 0; program.len && i < sizeof programs / sizeof *programs; i++) {
    if (!sx_shell_names_program(programs[i].names, program)) continue;
    switch (programs[i].how) {
    case WRITES_ALL: add_files(w, 0); break;
    case WRITES_REST: add_files(w, 1); break;
    case WRITES_LAST: add_copies(w, programs[i].options, makes_links(w->command)); break;
    case WRITES_MOVED: add_copies(w, programs[i].options, true); break;
    case WRITES_OF: add_of(w); break;
    case WRITES_IN_PLACE: add_in_place(w); break;
    case WRITES_ARCHIVE: add_archive(w); break;
    case WRITES_OPTION: add_option_values(w, programs[i].options); break;
    }
  }
  if (sx_str_is_equal(program, SX_STR("git"))) add_git(w);
  if (sx_shell_names_program("npm pnpm yarn", program)) add_npm(w);
}

sx_status sx_shell_add_writes(sx_shell_write_list *out, const sx_shell_walk *walk, uint32_t index,
                              const sx_shell_dirs *dirs, sx_err *err) {
  const sx_shell_command *command = &walk->script->commands.items[index];
  writer w = {out, walk, command, dirs, index, true};
  for (uint32_t i = 0; i < command->redirect_count; i++)
    if (command->redirects[i].kind == SX_SHELL_WRITE) add_word(&w, &command->redirects[i].target);
  w.is_redirect = false;
  add_program(&w);
  return walk->arena->status ? sx_fail(err, walk->arena->status, NULL) : SX_OK;
}

sx_status sx_shell_writes(sx_shell_write_list *out, const sx_shell_script *script,
                          const sx_shell_rules *rules, sx_arena *a, sx_err *err) {
  sx_shell_walk walk;
  *out = (sx_shell_write_list){0};
  sx_status status = sx_shell_walk_init(&walk, script, rules, a, err);
  for (uint32_t i = 0; i < script->commands.len && !status; i++) {
    sx_shell_dirs dirs = sx_shell_walk_next(&walk, i);
    status = sx_shell_add_writes(out, &walk, i, &dirs, err);
  }
  return status;
}
