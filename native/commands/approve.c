#include "commands/approve.h"

#include "approval/protected.h"
#include "approval/question.h"
#include "base/folder.h"
#include "commands/commands.h"
#include "commands/confine.h"
#include "shell/verdict.h"
#include "workspace/paths.h"

/* A prefix is offered for a command of few parts only. */
#define MAX_TRIED 8

typedef struct asked {
  sx_call *call;
  sx_str text, folder; /* all command lines, each in a line */
  sx_run_settings settings;
  sx_shell_rules rules;
  sx_shell_verdict verdict;
  sx_status failed; /* while a path was looked at */
  bool was_asked;
} asked;

/* ---- what they would do ------------------------------------------------------------------- */

static sx_status read_settings(asked *a, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, a->call->wait, a->call->arena);
  size_t slot = sx_batch_run_settings(&batch);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_run_settings(&batch, slot, &a->settings, err);
  sx_batch_release(&batch);
  return status;
}

/* The command's own streams: here they would be the editor's. Devices are the verdict's. */
static bool is_stream(sx_str path) {
  return sx_folder_has(SX_STR("/dev"), path) || sx_folder_has(SX_STR("/proc"), path);
}

static const char *find_protected(void *arg, sx_str path) {
  asked *a = arg;
  const char *why = NULL;
  if (is_stream(path)) return NULL;
  sx_status status = sx_protected_find(a->call, path, &why, NULL);
  if (!status) return why;
  /* A link in a circle, a folder that may not be read. */
  if (!sx_status_ends_call(status)) return "it could not be looked at";
  if (!a->failed) a->failed = status;
  return NULL;
}

static sx_status judge(asked *a, const sx_strs *allowed, sx_shell_verdict *out, sx_err *err) {
  a->rules.allowed = *allowed;
  sx_status status = sx_shell_judge(out, a->text, &a->rules, a->call->arena, err);
  if (!status && a->failed) status = sx_fail(err, a->failed, NULL);
  return status;
}

static sx_status find_verdict(asked *a, sx_err *err) {
  sx_call *call = a->call;
  const sx_command_environment *environment = sx_commands_environment(call->services->commands);
  a->rules = (sx_shell_rules){
      .denied = a->settings.denied,
      .cwd = a->folder,
      .home = sx_command_environment_get(environment, SX_STR("HOME")),
      .find_protected = find_protected,
      .arg = a,
  };
  for (size_t i = 0; i < call->roots.len; i++) {
    sx_str root = call->roots.items[i].path;
    sx_status status =
        sx_path_is_uri(root) ? SX_OK : sx_strs_add(&a->rules.folders, root, call->arena, err);
    if (status) return status;
  }
  return judge(a, &a->settings.allowed, &a->verdict, err);
}

static sx_str explain(const asked *a) {
  sx_buf text;
  sx_buf_init(&text, 64 * 1024);
  sx_shell_explain(&text, &a->verdict);
  return sx_buf_keep(&text, a->call->arena);
}

static sx_status refuse_denied(const asked *a, sx_err *err) {
  return sx_fail(err, SX_NOT_ALLOWED,
                 "%.*s Nothing was run. Do it another way, or ask the person to change "
                 "sextant.run.denied.",
                 SX_STR_ARG(explain(a)));
}

/* ---- the prefix that would allow them ------------------------------------------------------- */

/* The name of a program, or of a part of one: no file, no option. */
static bool is_name(sx_str word, bool is_program) {
  for (size_t i = 0; i < word.len; i++) {
    char c = word.ptr[i];
    bool is_letter = ((c | 32) >= 'a' && (c | 32) <= 'z') || (c >= '0' && c <= '9');
    bool is_inner = c == '-' || c == '_' || c == ':' || (c == '.' && is_program);
    if (!is_letter && (!i || !is_inner)) return false;
  }
  return word.len > 0;
}

/* Programs whose first word says what they do. */
static const char *const with_parts[] = {
    "git",    "npm",       "pnpm",    "yarn",    "bun",  "npx",      "cargo", "go",
    "docker", "podman",    "kubectl", "helm",    "make", "just",     "pip",   "pip3",
    "poetry", "uv",        "pipenv",  "gh",      "glab", "dotnet",   "mvn",   "gradle",
    "brew",   "terraform", "bundle",  "rails",   "rake", "composer", "deno",  "nx",
    "turbo",  "mix",       "swift",   "flutter", "dart", "php",      "jj",    "hg"};

static bool has_parts(sx_str program) {
  for (size_t i = 0; i < sizeof with_parts / sizeof *with_parts; i++)
    if (sx_str_is_equal(program, sx_str_from(with_parts[i]))) return true;
  return false;
}

/* `npm test`, `git status`, `npm run build`: the program with what names its part. */
static sx_str prefix_of(const asked *a, const sx_shell_command *command) {
  static const char *const runs[] = {"run", "exec"};
  if (!command->word_count || !is_name(command->words[0].text, true)) return SX_STR("");
  sx_str prefix = command->words[0].text;
  uint32_t count = has_parts(prefix) ? 2 : 1;
  for (uint32_t i = 1; i < command->word_count && i < count; i++) {
    const sx_shell_word *word = &command->words[i];
    if (word->flags || !is_name(word->text, false)) break;
    for (size_t n = 0; i == 1 && n < sizeof runs / sizeof *runs; n++)
      if (sx_str_is_equal(word->text, sx_str_from(runs[n]))) count = 3;
    prefix =
        sx_arena_printf(a->call->arena, "%.*s %.*s", SX_STR_ARG(prefix), SX_STR_ARG(word->text));
  }
  return prefix;
}

static sx_status try_prefix(asked *a, sx_str prefix, bool *is_enough, sx_err *err) {
  sx_shell_verdict verdict;
  sx_strs allowed = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < a->settings.allowed.len && !status; i++)
    status = sx_strs_add(&allowed, a->settings.allowed.items[i], a->call->arena, err);
  if (!status) status = sx_strs_add(&allowed, prefix, a->call->arena, err);
  if (!status) status = judge(a, &allowed, &verdict, err);
  *is_enough = !status && verdict.decision == SX_SHELL_ALLOWED;
  return status;
}

static sx_status find_prefix(asked *a, sx_str *out, sx_err *err) {
  const sx_shell_script *script = &a->verdict.script;
  sx_status status = SX_OK;
  if (a->verdict.must_ask || script->commands.len > MAX_TRIED) return SX_OK;
  for (size_t i = 0; i < script->commands.len && !status && !out->len; i++) {
    bool is_enough = false;
    sx_str prefix = prefix_of(a, &script->commands.items[i]);
    if (prefix.len) status = try_prefix(a, prefix, &is_enough, err);
    if (is_enough) *out = prefix;
  }
  return status;
}

/* ---- the question ------------------------------------------------------------------------- */

/* No prefix speaks for other places. */
static bool is_own(const asked *a, sx_str path) {
  sx_str temporary = SX_STR("/tmp");
  return sx_folders_have(&a->rules.folders, path) || sx_folder_has(temporary, path);
}

/* Links that lead nowhere, or in a circle, cannot be compared with protected files. */
static bool can_look(asked *a, sx_str path, sx_status *status, sx_err *err) {
  const char *why;
  sx_status looked = sx_protected_find(a->call, path, &why, NULL);
  if (sx_status_ends_call(looked)) *status = sx_fail(err, looked, NULL);
  return !looked;
}

static sx_status add_writes(asked *a, sx_approval *approval, sx_err *err) {
  sx_shell_write_list writes = {0};
  sx_status status = sx_shell_writes(&writes, &a->verdict.script, &a->rules, a->call->arena, err);
  for (size_t i = 0; i < writes.list.len && !status; i++) {
    sx_str path = writes.list.items[i].path;
    if (!path.len || is_stream(path)) continue; /* the verdict has asked about what is not known */
    bool is_seen = can_look(a, path, &status, err);
    if (!is_seen || !is_own(a, path)) approval->is_allowed = false;
    sx_approval_path *added = is_seen ? SX_ARRAY_ADD(&approval->paths, a->call->arena) : NULL;
    if (added) *added = (sx_approval_path){path, SX_APPROVAL_EITHER};
  }
  if (!status && a->call->arena->status) status = sx_fail(err, a->call->arena->status, NULL);
  return status;
}

static sx_status ask(asked *a, sx_err *err) {
  sx_call *call = a->call;
  sx_approval approval = {
      .title = SX_STR("wants to run a command."),
      .command = a->text,
      .folder = a->folder,
      .is_allowed = a->verdict.decision == SX_SHELL_ALLOWED,
      .must_ask = a->verdict.must_ask,
      .why_asked = a->verdict.must_ask ? sx_arena_printf(call->arena, "`%.*s`: %.*s",
                                                         SX_STR_ARG(a->verdict.must_command),
                                                         SX_STR_ARG(a->verdict.must_reason))
                                       : SX_STR(""),
      .is_persons = call->caller == SX_CALLER_PERSON,
  };
  sx_status status = sx_strs_add(&approval.toolsets, call->toolset, call->arena, err);
  /* A path that makes it ask is in the reason already. */
  if (!status && !a->verdict.must_ask) status = add_writes(a, &approval, err);
  if (!status && !approval.is_allowed) status = find_prefix(a, &approval.prefix, err);
  if (!status) status = sx_approval_ask(call, &approval, err);
  a->was_asked = approval.was_asked;
  return status;
}

static bool has_background(const sx_shell_script *script) {
  for (size_t i = 0; i < script->commands.len; i++)
    if (script->commands.items[i].flags & SX_SHELL_BACKGROUND) return true;
  return false;
}

static sx_str join(sx_call *call, const sx_strs *commands) {
  size_t len = 0, at = 0;
  for (size_t i = 0; i < commands->len; i++) len += commands->items[i].len + 1;
  char *text = sx_arena_alloc(call->arena, len + 1);
  for (size_t i = 0; i < commands->len && text; i++) {
    if (i) text[at++] = '\n';
    memcpy(text + at, commands->items[i].ptr, commands->items[i].len);
    at += commands->items[i].len;
  }
  if (text) text[at] = '\0';
  return text ? sx_str_make(text, at) : SX_STR("");
}

sx_status sx_commands_ask(sx_call *call, const sx_strs *commands, sx_str folder, sx_err *err) {
  asked a = {.call = call, .text = join(call, commands), .folder = folder};
  sx_run_consent *consent = sx_arena_calloc(call->arena, 1, sizeof *consent);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  sx_status status = read_settings(&a, err);
  if (!status) status = find_verdict(&a, err);
  if (!status && a.verdict.decision == SX_SHELL_DENIED) status = refuse_denied(&a, err);
  if (!status) status = ask(&a, err);
  if (status) return status;
  consent->settings = a.settings;
  consent->has_background = has_background(&a.verdict.script);
  status = sx_commands_confine(call, consent, folder, a.was_asked, err);
  if (!status) call->consent = consent;
  return status;
}
