#include "data/schema.h"

#include "answer/pager.h"

#include <inttypes.h>

#define MESSAGE_BYTES ((size_t)4096)

/* ---- names ----------------------------------------------------------------------------------- */

sx_db_table *sx_db_find_table(const sx_db_tables *tables, sx_str name) {
  for (size_t i = 0; i < tables->len; i++)
    if (sx_str_is_equal(tables->items[i].name, name)) return &tables->items[i];
  for (size_t i = 0; i < tables->len; i++)
    if (sx_str_is_equal_fold(tables->items[i].name, name)) return &tables->items[i];
  return NULL;
}

static sx_str nearest_to(sx_call *call, const sx_db_tables *tables, sx_str name) {
  sx_buf out;
  sx_strs names = {0};
  for (size_t i = 0; i < tables->len; i++) {
    sx_str *added = SX_ARRAY_ADD(&names, call->arena);
    if (!added) break;
    *added = tables->items[i].name;
  }
  sx_buf_init(&out, MESSAGE_BYTES);
  sx_db_add_nearest(&out, &names, name);
  return sx_buf_keep(&out, call->arena);
}

sx_status sx_db_fail_table(sx_call *call, const sx_db_tables *tables, sx_str shown, sx_str name,
                           sx_err *err) {
  return sx_fail(err, SX_NOT_FOUND, "%.*s has no table '%.*s'.%.*s", SX_STR_ARG(shown),
                 SX_STR_ARG(name), SX_STR_ARG(nearest_to(call, tables, name)));
}

void sx_db_advise_tables(sx_call *call, const sx_db_tables *tables, sx_str name, sx_err *err) {
  sx_err_add(err, nearest_to(call, tables, name).ptr);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void write_rows(sx_buf *out, const sx_db_table *one, cJSON *fact) {
  if (one->rows < 0) {
    sx_buf_add_text(out, ", rows not counted");
    return;
  }
  cJSON_AddNumberToObject(fact, "rows", (double)one->rows);
  if (one->is_estimate) cJSON_AddBoolToObject(fact, "estimated", true);
  sx_buf_add_text(out, one->is_estimate ? ", about " : ", ");
  sx_buf_add_count(out, (uint64_t)one->rows);
  sx_buf_add_text(out, one->rows == 1 ? " row" : " rows");
  if (one->is_estimate) sx_buf_add_text(out, " (an estimate of the server's)");
}

static void write_table(sx_answer *answer, const sx_db_table *one, cJSON *facts) {
  sx_buf *out = &answer->text;
  cJSON *fact = cJSON_CreateObject();
  sx_answer_fact(fact, "name", one->name);
  sx_answer_fact(fact, "kind", one->kind);
  cJSON_AddNumberToObject(fact, "columns", (double)one->columns);
  sx_buf_addf(out, " %.*s %.*s: %" PRId64 " column%s", SX_STR_ARG(one->kind), SX_STR_ARG(one->name),
              one->columns, one->columns == 1 ? "" : "s");
  write_rows(out, one, fact);
  if (one->key.len) {
    sx_answer_fact(fact, "primary_key", one->key);
    sx_buf_addf(out, ", primary key %.*s", SX_STR_ARG(one->key));
  }
  sx_buf_add_text(out, "\n");
  sx_answer_push(facts, fact);
}

sx_status sx_db_write_tables(sx_answer *answer, const sx_db_tables *tables, sx_str shown,
                             sx_err *err) {
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_answer_put(answer->facts, "tables", facts);
  answer->status = tables->len ? SX_ANSWER_FOUND : SX_ANSWER_NONE;
  if (!tables->len) sx_buf_addf(&answer->text, "%.*s has no tables.\n", SX_STR_ARG(shown));
  sx_pager pager = {.answer = answer,
                    .facts = facts,
                    .count = tables->len,
                    .no_cursor = "Raise max_tokens, or ask for one table."};
  sx_status status = sx_pager_begin(&pager, SX_STR(""), err);
  while (!status && sx_pager_has_item(&pager))
    write_table(answer, &tables->items[pager.next], facts);
  if (!status) sx_pager_end(&pager);
  return status;
}

void sx_db_write_one_table(sx_answer *answer, const sx_db_table *table) {
  cJSON *facts = cJSON_CreateArray();
  write_table(answer, table, facts);
  sx_answer_put(answer->facts, "tables", facts);
  answer->status = SX_ANSWER_FOUND;
}

/* ---- one table ------------------------------------------------------------------------------- */

cJSON *sx_db_begin_section(sx_answer *answer, const sx_db_section *section) {
  cJSON *facts = cJSON_CreateArray();
  sx_answer_put(answer->facts, section->fact, facts);
  return facts;
}

void sx_db_write_section_row(sx_answer *answer, const sx_db_section *section, cJSON *facts,
                             size_t index, const sx_str *cells, size_t count) {
  sx_buf *out = &answer->text;
  cJSON *fact = cJSON_CreateObject();
  if (!index) sx_buf_addf(out, "%s:\n", section->title);
  sx_answer_fact(fact, "name", cells[0]);
  sx_buf_addf(out, " %.*s", SX_STR_ARG(cells[0]));
  for (size_t i = 1; i < count; i++)
    if (cells[i].len) sx_buf_addf(out, " %.*s", SX_STR_ARG(cells[i]));
  if (section->has_types && count > 1) sx_answer_fact(fact, "type", cells[1]);
  sx_buf_add_text(out, "\n");
  sx_answer_push(facts, fact);
}
