#include "refactor/served.h"

#include "change/planned.h"
#include "semantic/certainty.h"
#include "syntax/languages.h"
#include "text/language.h"

/* The engine does these itself, and better than their servers. */
#define OWN_LANGUAGES "python javascript typescript tsx c go"

bool sx_served_is_for(const sx_document *document) {
  const sx_syntax_language *language =
      sx_syntax_language_find(document->language_id, document->path, document->text);
  return !language || !sx_language_has_word(OWN_LANGUAGES, sx_str_from(language->name), false);
}

/* These have no functions, so that no server is waited for. */
#define DATA_LANGUAGES                                                                             \
  "json jsonc jsonl yaml toml ini properties markdown plaintext xml csv css dotenv ignore"

/* ---- what is refused ------------------------------------------------------------------------- */

/* Nothing came, and it is known why, or that this is not known. */
static sx_status fail_unanswered(const sx_served *served, sx_err *err) {
  const sx_actions *actions = &served->actions;
  sx_buf why;
  if (actions->certainty.readiness != SX_ABSENT && actions->certainty.is_sure) return SX_OK;
  sx_buf_init(&why, SX_ERR_MESSAGE_BYTES);
  if (actions->certainty.readiness == SX_ABSENT)
    sx_certainty_write_absent(actions->document->language_id, &why);
  else
    sx_certainty_write_unanswered(actions->certainty.readiness == SX_SILENT,
                                  actions->document->language_id, &why);
  sx_str text = sx_buf_keep(&why, served->r->call->arena);
  if (served->r->call->arena->status) return sx_fail(err, served->r->call->arena->status, NULL);
  bool is_absent = actions->certainty.readiness == SX_ABSENT;
  return sx_fail(err, is_absent ? SX_UNSUPPORTED : SX_REFUSED,
                 "This language is refactored by its language server. %.*s Nothing was changed.",
                 SX_STR_ARG(sx_str_trim(text)));
}

static sx_status fail_command(const sx_served *served, sx_str command, sx_err *err) {
  sx_str title = served->actions.rows.items[served->chosen].title;
  return sx_served_refuse(
      served, err,
      "the language server's action '%.*s' runs the command %.*s, which may do anything and can be "
      "neither previewed nor taken back. apply_code_action runs it with preview=false, if a "
      "person agrees; rename_symbol gives what it makes its name.",
      SX_STR_ARG(title), SX_STR_ARG(command));
}

/* After their edit some actions let a person type the name, which is not needed here. */
static bool is_rename(sx_str command) {
  return sx_str_has_fold(command, SX_STR("rename"));
}

static sx_status check_edit(const sx_served *served, const sx_host_resolved_action *resolved,
                            sx_err *err) {
  const sx_host_planned *planned = &resolved->planned;
  bool has_edit = planned->files.len || planned->has_snippet || planned->is_partial;
  if (resolved->command.len && !(has_edit && is_rename(resolved->command)))
    return fail_command(served, resolved->command, err);
  if (has_edit) return SX_OK;
  return sx_served_refuse(served, err, "the language server's action '%.*s' gives no edit.",
                          SX_STR_ARG(served->actions.rows.items[served->chosen].title));
}

/* ---- the edit -------------------------------------------------------------------------------- */

static sx_status ask(sx_served *served, sx_err *err) {
  sx_str language = served->actions.document->language_id;
  if (sx_language_has_word(DATA_LANGUAGES, language, false))
    return sx_fail(err, SX_UNSUPPORTED,
                   "There is no code to refactor in files of %.*s. Nothing was changed. "
                   "edit_buffer and replace_in_buffer edit their text.",
                   SX_STR_ARG(language));
  served->actions.kind = SX_STR("refactor");
  sx_status status = sx_actions_ask(&served->actions, served->r->call, err);
  if (status || served->actions.rows.len) return status;
  return fail_unanswered(served, err);
}

sx_status sx_served_plan(sx_served *served, sx_err *err) {
  sx_call *call = served->r->call;
  sx_host_resolved_action resolved = {0};
  sx_status status = ask(served, err);
  if (!status) status = sx_served_choose(served, err);
  if (!status) status = sx_actions_resolve(&served->actions, served->chosen, call, &resolved, err);
  if (!status) status = check_edit(served, &resolved, err);
  if (!status) status = sx_planned_unite_links(call, &resolved.planned, err);
  if (!status) status = sx_change_add_planned(&served->r->change, &resolved.planned, err);
  if (status || served->r->change.files.len) return status;
  return sx_served_refuse(served, err, "the language server's action '%.*s' changes nothing.",
                          SX_STR_ARG(served->actions.rows.items[served->chosen].title));
}

/* ---- the answer ------------------------------------------------------------------------------ */

void sx_served_write(const sx_served *served, sx_answer *answer) {
  sx_str title = served->actions.rows.items[served->chosen].title;
  sx_buf_addf(&answer->text, "By the language server's action '%.*s'.", SX_STR_ARG(title));
  sx_answer_put(answer->facts, "provenance", cJSON_CreateString("lsp"));
  sx_answer_fact(answer->facts, "action", title);
}
