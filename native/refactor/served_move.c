#include "refactor/move.h"
#include "refactor/served.h"

#include "engine/args.h"
#include "semantic/target.h"
#include "text/occurrences.h"
#include "workspace/paths.h"

typedef struct moving {
  sx_served served;
  sx_target target;
  sx_str to; /* the file */
} moving;

/* ---- that it is there ------------------------------------------------------------------------ */

static size_t count_in(const moving *m, sx_str path, bool is_after) {
  const sx_change *change = &m->served.r->change;
  for (size_t i = 0; i < change->files.len; i++) {
    const sx_file_change *file = &change->files.items[i];
    if (sx_str_is_equal(file->path, path))
      return sx_occurrences_count(is_after ? file->after : file->before, m->target.symbol->name,
                                  m->served.actions.document->language);
  }
  return 0;
}

/* The server decides where to, so its edit must lead to the target. */
static sx_status check_moved(const moving *m, sx_err *err) {
  sx_str from = m->target.symbol->path;
  bool is_there = count_in(m, m->to, true) > count_in(m, m->to, false);
  bool is_gone = count_in(m, from, true) < count_in(m, from, false);
  if (is_there && is_gone) return SX_OK;
  return sx_served_refuse(
      &m->served, err,
      "the language server's action '%.*s' does not move it to %.*s. apply_code_action applies the "
      "action as it is.",
      SX_STR_ARG(m->served.actions.rows.items[m->served.chosen].title),
      SX_STR_ARG(sx_path_display(m->served.r->call, m->to)));
}

/* ---- the whole ------------------------------------------------------------------------------- */

static sx_status find(moving *m, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_call *call = m->served.r->call;
  sx_str given = sx_args_str(args, "target_file", call->arena);
  bool exists = false;
  sx_status status = sx_target_find(&m->target, call, args, err);
  if (status) return status;
  if (!given.len)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "target_file is missing. Give the file that it moves to.");
  if (!m->target.symbol) {
    status = sx_target_write_missing(&m->target, call, answer, err);
    if (status) return status;
    return sx_fail(err, SX_NO_MATCH, "%.*s Nothing was changed.",
                   SX_STR_ARG(sx_str_trim_end(sx_buf_str(&answer->text))));
  }
  const sx_symbol *symbol = m->target.symbol;
  status = sx_path_resolve_new(call, "target_file", given, &m->to, &exists, err);
  if (!status) status = sx_document_open(call, symbol->path, &m->served.actions.document, err);
  m->served.actions.range = (sx_range16){symbol->at, symbol->at};
  m->served.target = sx_path_name(m->to);
  if (exists) m->to = sx_path_own(call, m->to);
  if (!status && sx_args_bool(args, "with_dependencies", false))
    return sx_served_refuse(&m->served, err,
                            "this language is refactored by its language server, which decides "
                            "what moves along. Leave out with_dependencies.");
  return status;
}

static sx_status answer_it(const moving *m, sx_answer *answer, sx_err *err) {
  sx_call *call = m->served.r->call;
  sx_str from = sx_path_display(call, m->target.symbol->path), to = sx_path_display(call, m->to);
  if (!cJSON_AddArrayToObject(answer->facts, "import_updates")) return sx_fail(err, SX_NOMEM, NULL);
  sx_answer_fact(answer->facts, "symbol", sx_arena_dup(call->arena, m->target.symbol->name));
  sx_answer_fact(answer->facts, "source_file", from);
  sx_answer_fact(answer->facts, "target_file", to);
  sx_buf_addf(&answer->text, "%.*s: %.*s -> %.*s. ", SX_STR_ARG(m->target.symbol->name),
              SX_STR_ARG(from), SX_STR_ARG(to));
  sx_served_write(&m->served, answer);
  sx_buf_add_char(&answer->text, '\n');
  return SX_OK;
}

sx_status sx_move_by_server(sx_refactoring *r, const cJSON *args, sx_answer *answer, sx_err *err) {
  moving m = {.served = {.r = r, .what = SX_SERVED_MOVE}};
  sx_status status = find(&m, args, answer, err);
  if (!status) status = sx_served_plan(&m.served, err);
  if (!status) status = check_moved(&m, err);
  if (!status) status = sx_refactoring_finish(r, answer, err);
  return status ? status : answer_it(&m, answer, err);
}
