#include "data/page.h"

#include "answer/pager.h"
#include "base/map.h"
#include "base/utf8.h"
#include "host/json.h"
#include "text/tokens.h"
#include "workspace/paths.h"

#include <math.h>
#include <stdlib.h>

/* A longer value is cut: the agent asks for the rest by substr(). */
#define MOST_VALUE_BYTES 2000
#define MOST_BLOB_BYTES 64
#define FRAME_TOKENS 80
#define FACTS_TOKENS 120
#define LINE_BYTES ((size_t)16 << 20)

/* ---- one value ------------------------------------------------------------------------------- */

static void add_blob(sx_db_page *page, const sx_db_value *value) {
  size_t shown = value->text.len < MOST_BLOB_BYTES ? value->text.len : MOST_BLOB_BYTES;
  sx_buf_add_text(&page->line, "x'");
  for (size_t i = 0; i < shown; i++)
    sx_buf_addf(&page->line, "%02x", (unsigned char)value->text.ptr[i]);
  sx_buf_add_text(&page->line, shown < value->bytes ? "…'" : "'");
  if (shown == value->bytes) return;
  sx_buf_addf(&page->line, " (%llu bytes)", (unsigned long long)value->bytes);
  page->has_cut = true;
}

void sx_db_add_number(sx_buf *out, double number) {
  size_t start = out->len;
  for (int digits = 15; digits <= 17; digits++) {
    sx_buf_truncate(out, start);
    sx_buf_addf(out, "%.*g", digits, number);
    if (out->status || strtod(out->ptr + start, NULL) == number) return;
  }
}

/* SQLite writes 15 digits, which may be those of another number. */
static void add_real(sx_db_page *page, const sx_db_value *value) {
  if (isfinite(value->real) && strtod(value->text.ptr, NULL) == value->real)
    sx_buf_add(&page->line, value->text);
  else if (isfinite(value->real))
    sx_db_add_number(&page->line, value->real);
  else if (isnan(value->real))
    sx_buf_add_text(&page->line, "NaN");
  else
    sx_buf_add_text(&page->line, value->real > 0 ? "Infinity" : "-Infinity");
}

/* Whether a text would be read as something else, or as several values. */
static bool is_plain(sx_str text) {
  if (!text.len || sx_str_trim(text).len != text.len) return false;
  if (strchr("\"'-+.0123456789", text.ptr[0]) || sx_str_is_equal(text, SX_STR("NULL")))
    return false;
  for (size_t i = 0; i < text.len; i++)
    if ((unsigned char)text.ptr[i] < ' ' || text.ptr[i] == '|' || text.ptr[i] == 0x7f) return false;
  return sx_utf8_is_valid(text.ptr, text.len);
}

static sx_str cut_text(sx_db_page *page, const sx_db_value *value, bool *is_cut) {
  sx_str text = value->text;
  *is_cut = value->bytes > MOST_VALUE_BYTES;
  page->has_cut |= *is_cut;
  return *is_cut ? sx_utf8_cut(text, MOST_VALUE_BYTES) : text;
}

static void add_text(sx_db_page *page, const sx_db_value *value) {
  bool is_cut;
  sx_str text = cut_text(page, value, &is_cut);
  if (is_plain(text))
    sx_buf_add(&page->line, text);
  else
    sx_json_write_str(&page->line, text);
  if (is_cut) sx_buf_addf(&page->line, "… (%llu bytes)", (unsigned long long)value->bytes);
}

static void add_value(sx_db_page *page, const sx_db_value *value) {
  switch (value->kind) {
  case SX_DB_NULL: sx_buf_add_text(&page->line, "NULL"); return;
  case SX_DB_INTEGER:
  case SX_DB_DECIMAL: sx_buf_add(&page->line, value->text); return;
  case SX_DB_BOOLEAN:
    sx_buf_add_text(&page->line, sx_str_at(value->text, 0) == 't' ? "true" : "false");
    return;
  case SX_DB_REAL: add_real(page, value); return;
  case SX_DB_BLOB: add_blob(page, value); return;
  default: add_text(page, value); return;
  }
}

/* The end of the line from `start` on, as `create` makes it; it goes from the line. */
static cJSON *fact_of_line(sx_db_page *page, size_t start, cJSON *create(const char *text)) {
  sx_str text = sx_str_slice(sx_buf_str(&page->line), start, page->line.len);
  cJSON *fact = create(sx_arena_dup(page->call->arena, text).ptr);
  sx_buf_truncate(&page->line, start);
  return fact;
}

/* cJSON itself writes 15 digits where two numbers are close to each other. */
static cJSON *fact_of_number(sx_db_page *page, double number) {
  size_t start = page->line.len;
  sx_db_add_number(&page->line, number);
  return fact_of_line(page, start, cJSON_CreateRaw);
}

/* A string that cJSON would end at a NUL, or write as it is though it is not UTF-8. */
static cJSON *fact_of_text(sx_db_page *page, sx_str text) {
  size_t start = page->line.len;
  if (!memchr(text.ptr, 0, text.len) && sx_utf8_is_valid(text.ptr, text.len))
    return cJSON_CreateString(sx_arena_dup(page->call->arena, text).ptr);
  sx_json_write_str(&page->line, text);
  return fact_of_line(page, start, cJSON_CreateRaw);
}

/* The same for programs; text and blobs as the line has them, whole numbers as such where JSON
 * keeps them. */
static cJSON *fact_of(sx_db_page *page, const sx_db_value *value) {
  bool is_cut;
  size_t start = page->line.len;
  if (value->kind == SX_DB_NULL) return cJSON_CreateNull();
  if (value->kind == SX_DB_BOOLEAN) return cJSON_CreateBool(sx_str_at(value->text, 0) == 't');
  if (value->kind == SX_DB_TEXT) return fact_of_text(page, cut_text(page, value, &is_cut));
  if (value->kind == SX_DB_REAL && isfinite(value->real)) return fact_of_number(page, value->real);
  if (value->kind == SX_DB_INTEGER) {
    double number = strtod(value->text.ptr, NULL);
    if (fabs(number) <= SX_JSON_MAX_WHOLE) return fact_of_number(page, number);
  }
  add_value(page, value);
  return fact_of_line(page, start, cJSON_CreateString);
}

/* ---- rows ------------------------------------------------------------------------------------ */

uint64_t sx_db_hash_row(const sx_db_value *values, size_t count) {
  uint64_t hash = count;
  for (size_t i = 0; i < count; i++) {
    hash = sx_pager_hash(hash, (uint64_t)values[i].kind);
    hash = sx_pager_hash(hash, sx_hash(values[i].text) ^ values[i].bytes);
  }
  return hash;
}

static void write_columns(sx_db_page *page) {
  cJSON *facts = cJSON_CreateArray();
  sx_buf *out = &page->answer->text;
  for (size_t i = 0; i < page->columns->len; i++) {
    const sx_db_column *column = &page->columns->items[i];
    cJSON *fact = cJSON_CreateObject();
    sx_answer_fact(fact, "name", column->name);
    if (column->type.len) sx_answer_fact(fact, "type", column->type);
    sx_answer_push(facts, fact);
    sx_buf_addf(out, "%s%.*s", i ? " | " : "", SX_STR_ARG(sx_path_clean(page->call, column->name)));
  }
  sx_buf_add_text(out, "\n");
  sx_answer_put(page->answer->facts, "columns", facts);
}

sx_status sx_db_page_begin(sx_db_page *page, sx_err *err) {
  sx_answer *answer = page->answer;
  sx_buf_init(&page->line, LINE_BYTES);
  page->facts = cJSON_CreateArray();
  if (!page->facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_answer_put(answer->facts, "rows", page->facts);
  answer->pages[answer->page_count++] = page->facts;
  if (page->columns->len) write_columns(page);
  page->used = sx_tokens_count(sx_buf_str(&answer->text)) + FRAME_TOKENS +
               (answer->is_structured ? FACTS_TOKENS : 0);
  page->room = answer->max_tokens;
  return SX_OK;
}

void sx_db_page_release(sx_db_page *page) {
  if (page->line.max) sx_buf_release(&page->line);
}

static size_t add_row(sx_db_page *page, const sx_db_value *values, cJSON **fact) {
  size_t count = page->columns->len;
  sx_buf_clear(&page->line);
  *fact = cJSON_CreateArray();
  if (*fact)
    for (size_t i = 0; i < count; i++) sx_answer_push(*fact, fact_of(page, &values[i]));
  for (size_t i = 0; i < count; i++) {
    if (i) sx_buf_add_text(&page->line, " | ");
    add_value(page, &values[i]);
  }
  sx_buf_add_text(&page->line, "\n");
  size_t tokens = sx_tokens_count(sx_buf_str(&page->line));
  char *printed = *fact && page->answer->is_structured ? cJSON_PrintUnformatted(*fact) : NULL;
  size_t facts = printed ? sx_tokens_count(sx_str_from(printed)) + 1 : 0;
  cJSON_free(printed);
  return facts > tokens ? facts : tokens;
}

bool sx_db_page_wants(const sx_db_page *page) {
  return page->rows >= page->skip && !page->is_full;
}

void sx_db_page_take(sx_db_page *page, const sx_db_value *values) {
  cJSON *fact;
  page->rows++;
  if (!values || page->is_full) return;
  size_t tokens = add_row(page, values, &fact);
  if (!page->status) page->status = page->line.status;
  page->is_full =
      page->written == page->most || (page->written && page->used + tokens > page->room);
  if (page->is_full) {
    cJSON_Delete(fact);
    return;
  }
  page->used += tokens;
  page->written++;
  page->last_hash = sx_db_hash_row(values, page->columns->len);
  sx_buf_add(&page->answer->text, sx_buf_str(&page->line));
  if (fact) sx_answer_push(page->facts, fact);
}

static void write_more(sx_db_page *page, const uint64_t *numbers, size_t count, uint32_t hash) {
  char cursor[SX_CURSOR_BYTES];
  uint64_t next = page->skip + page->written;
  sx_answer *answer = page->answer;
  if (page->is_counted) cJSON_AddNumberToObject(answer->facts, "total_count", (double)page->rows);
  if (!page->is_full) return;
  answer->is_truncated = true;
  sx_buf_add_text(&answer->text, "[");
  if (!page->is_counted) sx_buf_add_text(&answer->text, "more than ");
  sx_buf_add_count(&answer->text, page->rows > next ? page->rows - next : 0);
  sx_buf_add_text(&answer->text, " more rows");
  if (page->is_write) {
    sx_buf_add_text(&answer->text, "; ask for them with SELECT]\n");
    return;
  }
  sx_cursor_write(cursor, numbers, count, hash);
  cJSON_AddStringToObject(answer->facts, "cursor", cursor);
  sx_buf_addf(&answer->text, ": cursor=\"%s\"]\n", cursor);
}

sx_status sx_db_page_end(sx_db_page *page, const uint64_t *numbers, size_t count, uint32_t hash,
                         sx_err *err) {
  sx_answer *answer = page->answer;
  bool has_columns = page->columns->len > 0;
  if (page->status) return sx_fail(err, page->status, NULL);
  if (has_columns && !page->rows) sx_buf_add_text(&answer->text, "No rows.\n");
  if (has_columns) write_more(page, numbers, count, hash);
  if (page->has_cut)
    sx_buf_addf(&answer->text,
                "Note: long values are cut. substr(column, start, length) gives more of one.\n");
  answer->status = page->written || page->is_write ? SX_ANSWER_FOUND : SX_ANSWER_NONE;
  return SX_OK;
}
