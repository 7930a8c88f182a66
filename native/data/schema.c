#include "data/schema.h"

#include "answer/pager.h"
#include "workspace/paths.h"

#include <inttypes.h>

#define MESSAGE_BYTES ((size_t)4096)
/* Names take more tokens than words do. */
#define BYTES_PER_TOKEN 3

/* A name as one line, whatever a database calls its tables. */
static sx_str shown(sx_call *call, sx_str name) {
  return sx_path_clean(call, name);
}

/* ---- names ----------------------------------------------------------------------------------- */

sx_db_table *sx_db_find_table(const sx_db_tables *tables, sx_str name) {
  for (size_t i = 0; i < tables->len; i++)
    if (sx_str_is_equal(tables->items[i].name, name)) return &tables->items[i];
  for (size_t i = 0; i < tables->len; i++)
    if (sx_str_is_equal_fold(tables->items[i].name, name) ||
        sx_str_is_equal_fold(tables->items[i].quoted, name))
      return &tables->items[i];
  return NULL;
}

static sx_str nearest_to(sx_call *call, const sx_db_tables *tables, sx_str name) {
  sx_buf out;
  sx_strs names = {0};
  for (size_t i = 0; i < tables->len; i++) {
    sx_str *added = SX_ARRAY_ADD(&names, call->arena);
    if (!added) break;
    *added = shown(call, tables->items[i].name);
  }
  sx_buf_init(&out, MESSAGE_BYTES);
  sx_db_add_nearest(&out, &names, name);
  return sx_buf_keep(&out, call->arena);
}

sx_status sx_db_fail_table(sx_call *call, const sx_db_tables *tables, sx_str database, sx_str name,
                           sx_err *err) {
  return sx_fail(err, SX_NOT_FOUND, "%.*s has no table '%.*s'.%.*s", SX_STR_ARG(database),
                 SX_STR_ARG(shown(call, name)), SX_STR_ARG(nearest_to(call, tables, name)));
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

static void write_table(sx_call *call, sx_answer *answer, const sx_db_table *one, cJSON *facts) {
  sx_buf *out = &answer->text;
  cJSON *fact = cJSON_CreateObject();
  sx_answer_fact(fact, "name", one->name);
  sx_answer_fact(fact, "kind", one->kind);
  cJSON_AddNumberToObject(fact, "columns", (double)one->columns);
  sx_buf_addf(out, " %.*s %.*s: %" PRId64 " column%s", SX_STR_ARG(one->kind),
              SX_STR_ARG(shown(call, one->name)), one->columns, one->columns == 1 ? "" : "s");
  if (one->partitions) {
    cJSON_AddNumberToObject(fact, "partitions", (double)one->partitions);
    sx_buf_addf(out, ", %" PRId64 " partition%s", one->partitions, one->partitions == 1 ? "" : "s");
  }
  write_rows(out, one, fact);
  if (one->key.len) {
    sx_answer_fact(fact, "primary_key", one->key);
    sx_buf_addf(out, ", primary key %.*s", SX_STR_ARG(shown(call, one->key)));
  }
  sx_buf_add_text(out, "\n");
  sx_answer_push(facts, fact);
}

sx_status sx_db_write_tables(sx_call *call, sx_answer *answer, const sx_db_tables *tables,
                             sx_str database, sx_err *err) {
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_answer_put(answer->facts, "tables", facts);
  size_t count = 0;
  while (count < tables->len && !tables->items[count].is_partition) count++;
  answer->status = count ? SX_ANSWER_FOUND : SX_ANSWER_NONE;
  if (!count) sx_buf_addf(&answer->text, "%.*s has no tables.\n", SX_STR_ARG(database));
  sx_pager pager = {.answer = answer,
                    .facts = facts,
                    .count = count,
                    .no_cursor = "Raise max_tokens, or ask for one table."};
  sx_status status = sx_pager_begin(&pager, SX_STR(""), err);
  while (!status && sx_pager_has_item(&pager))
    write_table(call, answer, &tables->items[pager.next], facts);
  if (!status) sx_pager_end(&pager);
  return status;
}

void sx_db_write_one_table(sx_call *call, sx_answer *answer, const sx_db_table *table) {
  cJSON *facts = cJSON_CreateArray();
  write_table(call, answer, table, facts);
  sx_answer_put(answer->facts, "tables", facts);
  answer->status = SX_ANSWER_FOUND;
}

/* ---- one table ------------------------------------------------------------------------------- */

void sx_db_listing_begin(sx_db_listing *out, sx_call *call, sx_answer *answer,
                         const sx_db_section *section) {
  *out = (sx_db_listing){.call = call, .answer = answer, .section = section};
  out->facts = cJSON_CreateArray();
  sx_answer_put(answer->facts, section->fact, out->facts);
}

void sx_db_listing_add(sx_db_listing *listing, const sx_str *cells, size_t count) {
  sx_buf *out = &listing->answer->text;
  if (listing->left_out || out->len > listing->answer->max_tokens * BYTES_PER_TOKEN) {
    listing->left_out++;
    return;
  }
  cJSON *fact = cJSON_CreateObject();
  if (!listing->written++) sx_buf_addf(out, "%s:\n", listing->section->title);
  sx_answer_fact(fact, "name", cells[0]);
  for (size_t i = 0; i < count; i++)
    if (!i || cells[i].len) sx_buf_addf(out, " %.*s", SX_STR_ARG(shown(listing->call, cells[i])));
  if (listing->section->has_types && count > 1) sx_answer_fact(fact, "type", cells[1]);
  sx_buf_add_text(out, "\n");
  sx_answer_push(listing->facts, fact);
}

void sx_db_listing_end(sx_db_listing *listing) {
  sx_buf *out = &listing->answer->text;
  if (!listing->left_out) return;
  listing->answer->is_truncated = true;
  if (!listing->written) sx_buf_addf(out, "%s:\n", listing->section->title);
  sx_buf_add_text(out, "[");
  sx_buf_add_count(out, listing->left_out);
  sx_buf_add_text(out, " more. Raise max_tokens.]\n");
}
