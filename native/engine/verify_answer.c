#include "engine/verify_answer.h"

#include "workspace/paths.h"

static void write_users(const sx_verification *v, sx_answer *answer) {
  sx_buf *text = &answer->text;
  size_t checked = v->users - v->silent - v->unchecked;
  if (checked)
    sx_buf_addf(text, ", nor in %zu file%s that use%s them", checked, checked == 1 ? "" : "s",
                checked == 1 ? "s" : "");
  sx_buf_add_text(text, ".\n");
  if (v->silent)
    sx_buf_addf(text,
                "The language server has reported nothing new of %zu file%s that use%s them.\n",
                v->silent, v->silent == 1 ? "" : "s", v->silent == 1 ? "s" : "");
  if (v->is_cut)
    sx_buf_addf(text,
                "More files use them than were checked (%zu): get_diagnostics lists "
                "problems.\n",
                v->users);
}

static void write_bad(const sx_change *change, const sx_verification *v, sx_answer *answer) {
  sx_buf_addf(&answer->text,
              "NOT TAKEN BACK: the change makes %zu new error%s, but its lines were edited in the "
              "meantime, or its file is gone, so it stays applied, and is not saved:\n",
              v->errors.len, v->errors.len == 1 ? "" : "s");
  for (size_t i = 0; i < v->errors.len && i < 10; i++) {
    const sx_made_error *error = &v->errors.items[i];
    sx_buf_add_text(&answer->text, "+ ");
    sx_answer_add_place(answer, error->path, sx_path_display(change->call, error->path),
                        error->at.line, error->at.character);
    sx_buf_addf(&answer->text, " %.*s\n", SX_STR_ARG(error->message));
  }
}

static void write_text(const sx_change *change, const sx_verification *v, sx_answer *answer) {
  sx_buf *text = &answer->text;
  switch (v->verdict) {
  case SX_VERDICT_NONE: return;
  case SX_VERDICT_GOOD:
  case SX_VERDICT_PARTLY:
    sx_buf_addf(text, "%s: no new errors in the changed file%s",
                v->verdict == SX_VERDICT_GOOD ? "Verified" : "Partly verified",
                change->files.len == 1 ? "" : "s");
    write_users(v, answer);
    return;
  case SX_VERDICT_SYNTAX:
    sx_buf_add_text(text, "Not verified: no language server checks all of the changed files. Their "
                          "syntax has no new errors, so the change stays applied.\n");
    return;
  case SX_VERDICT_OPEN:
    sx_buf_addf(text,
                "Not verified: %.*s. The change stays applied; get_diagnostics lists problems.\n",
                SX_STR_ARG(v->why));
    return;
  case SX_VERDICT_BAD: write_bad(change, v, answer);
  }
}

void sx_verify_answer(const sx_change *change, const sx_verification *verification,
                      sx_answer *answer) {
  static const char *const names[] = {
      "", "verified", "partly_verified", "not_verified", "not_verified", "errors"};
  if (verification->verdict == SX_VERDICT_NONE) return;
  cJSON *fact = cJSON_CreateObject();
  cJSON_AddStringToObject(fact, "status", names[verification->verdict]);
  if (verification->verdict == SX_VERDICT_SYNTAX)
    cJSON_AddStringToObject(fact, "reason", "no language server checks all of the changed files");
  else if (verification->why.len)
    sx_answer_fact(fact, "reason", verification->why);
  cJSON_AddNumberToObject(fact, "users", (double)verification->users);
  cJSON_AddNumberToObject(fact, "silent_users", (double)verification->silent);
  cJSON_AddNumberToObject(fact, "unchecked_users", (double)verification->unchecked);
  cJSON_AddBoolToObject(fact, "incomplete", verification->is_cut);
  sx_answer_put(answer->facts, "verification", fact);
  write_text(change, verification, answer);
}
