#include "commands/shown.h"
#include "approval/policy.h"
#include "os/clock.h"
#include "text/tokens.h"
#include "engine/args.h"
#include "engine/index_answer.h"
#include "engine/tool.h"
#include "servers/missing_server.h"
#include "servers/languages.h"

#define DEFAULT_TOKENS 2000
#define FRAME_TOKENS 60

sx_status sx_tool_manage_workspace(sx_call *call, const cJSON *args, sx_answer *answer,
                                   sx_err *err);

/* ---- status ------------------------------------------------------------------------------- */

static const char *const states[] = {"ready", "indexing", "starting", "silent", "idle", "absent"};

static void write_span(sx_buf *text, uint64_t ms) {
  uint64_t seconds = ms / 1000;
  if (seconds < 120)
    sx_buf_addf(text, "%u s", (unsigned)seconds);
  else
    sx_buf_addf(text, "%u min", (unsigned)(seconds / 60));
}

static void write_servers(const sx_workspace_language *language, sx_buf *text) {
  for (size_t i = 0; i < language->servers.len; i++) {
    const sx_host_server *server = &language->servers.items[i];
    sx_buf_addf(text, "%s%.*s (%s)", i ? ", " : "; ", SX_STR_ARG(server->extension),
                server->is_active ? "active" : "not active yet");
  }
}

/* Who reads the answer. */
typedef struct reader {
  bool is_person;
  bool is_restricted; /* the editor leaves out extensions that do not support Restricted Mode */
} reader;

/* Why its state is what it is, and what to do. */
static void write_why(const reader *to, const sx_workspace_language *language, uint64_t now_ms,
                      sx_buf *text) {
  const sx_language_use *use = &language->use;
  write_servers(language, text);
  if (language->state == SX_LANGUAGE_ABSENT && to->is_restricted) {
    sx_buf_add_text(text, "; its extension may be one that Restricted Mode disables");
  } else if (language->state == SX_LANGUAGE_ABSENT) {
    sx_buf_add_text(text, "; ");
    sx_missing_server_write(text, language->id);
  }
  if (language->state == SX_LANGUAGE_IDLE)
    sx_buf_add_text(text, "; not used yet, starts with the first request");
  if (!use->asked_since_ms || language->state == SX_LANGUAGE_ABSENT) return;
  sx_buf_add_text(text, "; first request ");
  write_span(text, sx_clock_span_ms(use->asked_since_ms, now_ms));
  sx_buf_add_text(text, " ago");
  if (use->answers)
    sx_buf_addf(text, ", %u answer%s", (unsigned)use->answers, use->answers == 1 ? "" : "s");
  else
    sx_buf_add_text(text, ", no answer yet");
  if (language->state == SX_LANGUAGE_INDEXING)
    sx_buf_add_text(text, ": it has just started and may not know every file yet");
  if (language->state == SX_LANGUAGE_STARTING)
    sx_buf_add_text(text,
                    to->is_person ? ": it is still starting" : ": call again in a few seconds");
  if (language->state == SX_LANGUAGE_SILENT)
    sx_buf_add_text(text, ": it may have failed; see its output in the editor");
}

static cJSON *language_fact(const sx_workspace_language *language, uint64_t now_ms) {
  const sx_language_use *use = &language->use;
  cJSON *fact = cJSON_CreateObject(), *extensions = cJSON_CreateArray();
  sx_answer_fact(fact, "language", language->id);
  cJSON_AddStringToObject(fact, "state", states[language->state]);
  cJSON_AddNumberToObject(fact, "files", (double)language->files.len);
  cJSON_AddNumberToObject(fact, "answers", (double)use->answers);
  if (use->asked_since_ms)
    cJSON_AddNumberToObject(fact, "asked_for_ms",
                            (double)(sx_clock_span_ms(use->asked_since_ms, now_ms)));
  for (size_t i = 0; i < language->servers.len; i++) {
    cJSON *extension = cJSON_CreateObject();
    sx_answer_fact(extension, "id", language->servers.items[i].extension);
    cJSON_AddBoolToObject(extension, "active", language->servers.items[i].is_active);
    sx_answer_push(extensions, extension);
  }
  sx_answer_put(fact, "extensions", extensions);
  sx_str recommended = sx_missing_server_recommended(language->id);
  if (language->state == SX_LANGUAGE_ABSENT && recommended.len)
    sx_answer_fact(fact, "recommended", recommended);
  return fact;
}

/* No extension serves it and none is expected: text, rules for ignored files, logs. */
static bool is_plain(const sx_workspace_language *language) {
  return language->state == SX_LANGUAGE_ABSENT && !sx_missing_server_recommended(language->id).len;
}

static void write_language(const reader *to, const sx_workspace_language *language, uint64_t now_ms,
                           sx_answer *answer) {
  const char *mark = answer->format == SX_FORMAT_MARKDOWN ? "**" : "";
  size_t files = language->files.len;
  sx_buf_addf(&answer->text, "- %s%.*s%s: %s%s%s; %zu file%s", mark, SX_STR_ARG(language->id), mark,
              mark, states[language->state], mark, files, files == 1 ? "" : "s");
  write_why(to, language, now_ms, &answer->text);
  sx_buf_add_text(&answer->text, ".\n");
}

static void write_plain(const reader *to, const sx_workspace_languages *all, sx_answer *answer) {
  const char *title =
      to->is_restricted ? "Without a server in Restricted Mode" : "Without any server";
  size_t written = 0;
  for (size_t i = 0; i < all->len; i++) {
    const sx_workspace_language *one = &all->items[i];
    if (!is_plain(one)) continue;
    sx_buf_addf(&answer->text, "%s%s%s%.*s (%zu)", written ? ", " : "\n", written ? "" : title,
                written ? "" : ": ", SX_STR_ARG(one->id), one->files.len);
    written++;
  }
  if (written) sx_buf_add_text(&answer->text, ".\n");
}

static void write_heading(const sx_call *call, bool is_any, bool is_partial, sx_buf *text) {
  if (!call->roots.len)
    sx_buf_add_text(text, SX_NO_FOLDER);
  else if (is_any)
    sx_buf_addf(text, "Languages of this workspace, most files first%s:\n\n",
                is_partial ? " (some folders could not be listed)" : "");
  else
    sx_buf_addf(text, "This workspace has no files in a language that the editor knows%s.\n",
                is_partial ? ", or they could not be listed" : "");
}

/* Those that run in the background. */
static sx_status write_commands(sx_call *call, sx_answer *answer, sx_err *err) {
  sx_command **commands;
  size_t count, running = 0;
  sx_status status = sx_commands_list(call->services->commands, &commands, &count, call->arena);
  cJSON *facts = status ? NULL : cJSON_AddArrayToObject(answer->facts, "commands");
  for (size_t i = 0; i < count; i++) {
    sx_command_state state = sx_command_get(commands[i]);
    bool is_running = state.end == SX_COMMAND_RUNNING;
    if (is_running && !running++)
      sx_buf_add_text(&answer->text, "\nCommands in the background:\n\n");
    if (is_running) sx_command_write_row(call, &state, answer, facts);
    sx_command_release(commands[i]);
  }
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

static sx_status write_status(sx_call *call, sx_answer *answer, sx_err *err) {
  sx_workspace_languages all;
  bool is_partial;
  reader to = {.is_person = call->caller == SX_CALLER_PERSON};
  sx_status status = sx_languages_list(call, &all, &is_partial, err);
  if (!status) status = sx_policy_find_restricted(call, &to.is_restricted, err);
  cJSON *facts = status ? NULL : cJSON_AddArrayToObject(answer->facts, "languages");
  if (!facts) return status ? status : sx_fail(err, SX_NOMEM, NULL);
  uint64_t now_ms = sx_clock_ms();
  size_t used = FRAME_TOKENS, left_out = 0;
  write_heading(call, all.len > 0, is_partial, &answer->text);
  for (size_t i = 0; i < all.len; i++) {
    size_t start = answer->text.len;
    if (is_plain(&all.items[i])) continue;
    write_language(&to, &all.items[i], now_ms, answer);
    used += sx_tokens_count(sx_str_slice(sx_buf_str(&answer->text), start, answer->text.len));
    if (used > answer->max_tokens) {
      sx_buf_truncate(&answer->text, start);
      left_out++;
    } else {
      sx_answer_push(facts, language_fact(&all.items[i], now_ms));
    }
  }
  if (left_out)
    sx_buf_addf(&answer->text, "[%zu more with fewer files%s]\n", left_out,
                to.is_person ? "" : ": raise max_tokens to see them");
  else
    write_plain(&to, &all, answer);
  answer->is_truncated = left_out > 0;
  return write_commands(call, answer, err);
}

/* ---- list --------------------------------------------------------------------------------- */

static sx_status write_folders(sx_call *call, sx_answer *answer, sx_err *err) {
  cJSON *facts = cJSON_AddArrayToObject(answer->facts, "folders");
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_buf_addf(&answer->text, "%zu folder%s in this window:\n\n", call->roots.len,
              call->roots.len == 1 ? "" : "s");
  for (size_t i = 0; i < call->roots.len; i++) {
    const sx_root *root = &call->roots.items[i];
    cJSON *fact = cJSON_CreateObject();
    sx_buf_addf(&answer->text, "- %.*s: %.*s\n", SX_STR_ARG(root->name), SX_STR_ARG(root->path));
    sx_answer_fact(fact, "name", root->name);
    sx_answer_fact(fact, "path", root->path);
    sx_answer_push(facts, fact);
  }
  return SX_OK;
}

/* ---- which of them ------------------------------------------------------------------------ */

static sx_status clean_old(sx_call *call, sx_answer *answer, sx_err *err) {
  return sx_index_answer_clean(call, false, answer, err);
}

static sx_status clean_all(sx_call *call, sx_answer *answer, sx_err *err) {
  return sx_index_answer_clean(call, true, answer, err);
}

static const struct {
  const char *name;
  sx_status (*run)(sx_call *call, sx_answer *answer, sx_err *err);
} operations[] = {
    {"list", write_folders},
    {"health", sx_index_answer_health},
    {"index", sx_index_answer_rebuild},
    {"refresh", sx_index_answer_refresh},
    {"clean", clean_old},
    {"clean_all", clean_all},
};

sx_status sx_tool_manage_workspace(sx_call *call, const cJSON *args, sx_answer *answer,
                                   sx_err *err) {
  sx_str operation = sx_args_str(args, "operation", call->arena);
  sx_status (*run)(sx_call *, sx_answer *, sx_err *) = write_status;
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (sx_str_is_equal(operation, sx_str_from(operations[i].name))) run = operations[i].run;
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  answer->status = SX_ANSWER_FOUND;
  sx_status status = run(call, answer, err);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
