#include "semantic/outline_list.h"

#include "answer/pager.h"
#include "base/map.h"
#include "semantic/certainty.h"

/* The bytes that a line of an outline counts for when files share a page, about. */
#define LINE_COST 60
/* For a file's heading. */
#define HEADING_TOKENS 60
#define LEAST_CODE_TOKENS 60

/** A file's part of the list. */
typedef struct section {
  sx_outline_part *part;
  sx_outline_entries list;
  size_t locals; /* of what is listed, left out */
  size_t taken;  /* in the order of pages: entries before the next */
  uint64_t cost; /* of those */
  size_t shown;  /* up to the end of this page */
  bool is_begun; /* on this page */
} section;

/** An item of the whole list, in the order of pages; without an entry it is a heading alone. */
typedef struct item {
  section *of;
  const sx_outline_entry *entry;
  size_t start; /* in the answer's text */
} item;

typedef struct outline_list {
  const sx_outline_view *view;
  sx_call *call;
  sx_answer *answer;
  section *sections;
  size_t count;
  SX_ARRAY(item) items;
} outline_list;

/* ---- what is listed ----------------------------------------------------------------------- */

/* A symbol that a file does not have is that file's error, unless it may have it. */
static sx_status choose_in_all(const outline_list *all, sx_err *err) {
  for (size_t i = 0; i < all->count; i++) {
    section *one = &all->sections[i];
    sx_outline_part *part = one->part;
    if (part->error) continue;
    sx_status status = sx_outline_choose(&one->list, &one->locals, &part->file, all->view,
                                         all->call->arena, &part->err);
    if (sx_status_ends_call(status)) return sx_fail(err, status, NULL);
    if (sx_outline_status(&part->file) != SX_ANSWER_UNKNOWN) part->error = status;
  }
  return SX_OK;
}

/* ---- the order of pages ------------------------------------------------------------------- */

static uint64_t cost_of(const section *one) {
  if (!one->list.len) return LINE_COST;
  const sx_outline_entry *entry = &one->list.items[one->taken];
  size_t code = entry->has_code ? sx_outline_symbol_code(&one->part->file, entry->symbol).len : 0;
  return LINE_COST + code;
}

/* The file that has had least, the first of those; NULL when all is taken. */
static section *next_section(const outline_list *all) {
  section *next = NULL;
  for (size_t i = 0; i < all->count; i++) {
    section *one = &all->sections[i];
    bool is_heading = !one->list.len && !one->taken && all->count > 1;
    bool has_more = one->taken < one->list.len || is_heading;
    if (has_more && (!next || one->cost < next->cost)) next = one;
  }
  return next;
}

static sx_status order(outline_list *all, sx_err *err) {
  for (section *next; (next = next_section(all));) {
    item *added = SX_ARRAY_ADD(&all->items, all->call->arena);
    if (!added) return sx_fail(err, all->call->arena->status, NULL);
    *added = (item){next, next->list.len ? &next->list.items[next->taken] : NULL, 0};
    next->cost += cost_of(next);
    next->taken++;
  }
  return SX_OK;
}

static uint64_t hash_list(const outline_list *all) {
  uint64_t hash = all->items.len;
  for (size_t i = 0; i < all->count; i++) {
    const section *one = &all->sections[i];
    const sx_outline *file = &one->part->file;
    for (size_t k = 0; k < one->list.len; k++) {
      const sx_host_symbol *symbol = one->list.items[k].symbol;
      hash = sx_pager_hash_place(hash, symbol->name, symbol->range.start);
    }
    bool has_code = all->view->mode != SX_OUTLINE_STRUCTURE && !one->part->error;
    if (has_code) hash = sx_pager_hash(hash, sx_hash(file->document->text));
    sx_str path = one->part->error ? one->part->given : file->shown_path;
    hash = sx_pager_hash_place(hash, path, (sx_pos16){0, all->view->mode});
  }
  return hash;
}

/* ---- headings ----------------------------------------------------------------------------- */

/* How much the list does not show, and the arguments that show it. */
static void write_left_out(const outline_list *all, const section *one, sx_buf *text) {
  size_t inside = one->part->file.symbols.len;
  bool has_inner = one->list.len < inside && !all->view->target.len;
  if (!has_inner && !one->locals) return;
  sx_buf_add_text(text, " (");
  if (has_inner) sx_buf_addf(text, "%zu with those inside: max_depth", inside);
  if (one->locals)
    sx_buf_addf(text, "%s%zu local%s left out: locals=true", has_inner ? "; " : "", one->locals,
                one->locals == 1 ? "" : "s");
  sx_buf_add_char(text, ')');
}

/* The file is named already. */
static sx_str reason_of(const sx_outline_part *part) {
  sx_str message = sx_str_from(part->err.message), argument = SX_STR("file_path: ");
  if (!sx_str_has_prefix(message, argument)) return message;
  return sx_str_slice(message, argument.len, message.len);
}

static void write_heading(const outline_list *all, const section *one, sx_buf *text) {
  const sx_outline_part *part = one->part;
  if (part->error) {
    sx_buf_addf(text, "%.*s: Error: %.*s\n", SX_STR_ARG(part->given), SX_STR_ARG(reason_of(part)));
    return;
  }
  sx_buf_addf(text, "%.*s: %zu symbol%s", SX_STR_ARG(part->file.shown_path), one->list.len,
              one->list.len == 1 ? "" : "s");
  write_left_out(all, one, text);
  sx_buf_add_char(text, '\n');
  sx_outline_write_doubts(&part->file, text);
}

static const char *provenance_of(const sx_outline *file) {
  return file->is_by_text ? "text" : "lsp";
}

static void add_file_fact(const section *one, cJSON *files) {
  const sx_outline_part *part = one->part;
  cJSON *fact = cJSON_CreateObject();
  sx_answer_fact(fact, "file", part->error ? part->given : part->file.shown_path);
  if (part->error) {
    sx_answer_fact(fact, "error", reason_of(part));
  } else {
    const char *status = sx_answer_status_name(sx_outline_status(&part->file));
    cJSON_AddStringToObject(fact, "status", status);
    cJSON_AddNumberToObject(fact, "total_count", (double)one->list.len);
    cJSON_AddNumberToObject(fact, "locals_left_out", (double)one->locals);
    cJSON_AddStringToObject(fact, "provenance", provenance_of(&part->file));
  }
  sx_answer_push(files, fact);
}

/* ---- a page ------------------------------------------------------------------------------- */

/* How many symbols of each file come later; many files are named in about a quarter of the answer.
 */
static void write_rest(const outline_list *all, sx_buf *text) {
  size_t start = text->len, files = 0, symbols = 0;
  for (size_t i = 0; i < all->count; i++) {
    const section *one = &all->sections[i];
    size_t rest = one->list.len - one->shown;
    if (!rest) continue;
    if (text->len - start > all->answer->max_tokens) {
      files++;
      symbols += rest;
      continue;
    }
    sx_buf_addf(text, "%s%zu of %.*s", text->len > start ? ", " : "[Not on this page: ", rest,
                SX_STR_ARG(one->part->file.shown_path));
  }
  if (files) sx_buf_addf(text, ", %zu of %zu other file%s", symbols, files, files == 1 ? "" : "s");
  if (text->len > start) sx_buf_add_text(text, "]\n");
}

/* The symbols of a file together, in the order in which the files were asked for. */
static sx_status group(outline_list *all, const sx_pager *pager, size_t start, sx_err *err) {
  sx_buf *text = &all->answer->text;
  sx_str written = sx_arena_dup(all->call->arena, sx_str_slice(sx_buf_str(text), start, text->len));
  if (all->call->arena->status) return sx_fail(err, all->call->arena->status, NULL);
  sx_buf_truncate(text, start);
  for (size_t i = 0; i < all->count; i++) {
    if (text->len > start && all->sections[i].is_begun) sx_buf_add_char(text, '\n');
    for (size_t k = pager->first; k < pager->next; k++) {
      const item *one = &all->items.items[k];
      size_t end = k + 1 < pager->next ? one[1].start - start : written.len;
      if (one->of == &all->sections[i])
        sx_buf_add(text, sx_str_slice(written, one->start - start, end));
    }
  }
  return SX_OK;
}

/* The same for the facts, which have their file. */
static void group_facts(const outline_list *all, cJSON *facts) {
  for (size_t i = 0; i < all->count; i++) {
    const sx_outline_part *part = all->sections[i].part;
    size_t left = (size_t)cJSON_GetArraySize(facts);
    for (cJSON *fact = facts->child, *next; fact && left; fact = next, left--) {
      const cJSON *file = cJSON_GetObjectItemCaseSensitive(fact, "file");
      bool is_own = !part->error && cJSON_IsString(file) &&
                    sx_str_is_equal(sx_str_from(file->valuestring), part->file.shown_path);
      next = fact->next;
      if (is_own) sx_answer_push(facts, cJSON_DetachItemViaPointer(facts, fact));
    }
  }
}

static void write_item(outline_list *all, item *one, size_t code_tokens, cJSON *facts) {
  bool are_several = all->count > 1;
  one->start = all->answer->text.len;
  if (are_several && !one->of->is_begun) write_heading(all, one->of, &all->answer->text);
  one->of->is_begun = true;
  if (one->entry)
    sx_outline_symbol_write(&one->of->part->file, one->entry, code_tokens, are_several, all->call,
                            all->answer, facts);
}

/* Which files have symbols up to the end of the page, and which of them on it. */
static void count_shown(outline_list *all, const sx_pager *pager) {
  for (size_t i = 0; i < all->count; i++) all->sections[i].is_begun = false;
  for (size_t i = 0; i < pager->next; i++) {
    const item *one = &all->items.items[i];
    if (one->entry) one->of->shown++;
    if (i >= pager->first) one->of->is_begun = true;
  }
}

/*
 * The lines below the list are known at its end only, and count from the beginning: they are
 * written, measured by the pager, and removed again.
 */
static sx_status begin_page(outline_list *all, sx_pager *pager, const cJSON *files, sx_err *err) {
  sx_buf *text = &all->answer->text;
  size_t start = text->len;
  if (all->count > 1) write_rest(all, text);
  char *printed = all->answer->is_structured && files ? cJSON_PrintUnformatted(files) : NULL;
  if (printed) sx_buf_add_text(text, printed);
  cJSON_free(printed);
  sx_status status = sx_pager_begin(pager, all->view->cursor, err);
  sx_buf_truncate(text, start);
  if (!status) sx_pager_mark(pager, pager->facts);
  return status;
}

static sx_status write_page(outline_list *all, cJSON *facts, const cJSON *files, sx_err *err) {
  sx_pager pager = {.answer = all->answer,
                    .facts = facts,
                    .count = all->items.len,
                    .hash = hash_list(all),
                    .most = all->view->most * all->count};
  size_t start = all->answer->text.len;
  sx_status status = begin_page(all, &pager, files, err);
  if (status) return status;
  size_t above = pager.used_tokens + (all->count > 1 ? HEADING_TOKENS : 0) + LEAST_CODE_TOKENS;
  size_t room = pager.room_tokens > above ? pager.room_tokens - above : 0;
  size_t code_tokens = room > LEAST_CODE_TOKENS ? room : LEAST_CODE_TOKENS;
  if (all->answer->is_structured) code_tokens -= code_tokens / 4; /* as a string of JSON */
  while (sx_pager_has_item(&pager))
    write_item(all, &all->items.items[pager.next], code_tokens, facts);
  /* Signatures are made in the arena. */
  if (all->call->arena->status) return sx_fail(err, all->call->arena->status, NULL);
  count_shown(all, &pager);
  if (all->count > 1) {
    status = group(all, &pager, start, err);
    group_facts(all, facts);
    write_rest(all, &all->answer->text);
  }
  if (!status) sx_pager_end(&pager);
  return status;
}

/* ---- the answer --------------------------------------------------------------------------- */

/* Unknown when any file is, none when nothing was found at all. */
static sx_answer_status overall(const outline_list *all, size_t *unknown) {
  bool is_found = false;
  *unknown = 0;
  for (size_t i = 0; i < all->count; i++) {
    const sx_outline_part *part = all->sections[i].part;
    if (part->error) continue;
    sx_answer_status status = sx_outline_status(&part->file);
    is_found |= status == SX_ANSWER_FOUND;
    *unknown += status == SX_ANSWER_UNKNOWN;
  }
  return *unknown ? SX_ANSWER_UNKNOWN : is_found ? SX_ANSWER_FOUND : SX_ANSWER_NONE;
}

static sx_status write_facts(outline_list *all, cJSON *facts, cJSON *files, sx_err *err) {
  size_t unknown, total = 0;
  sx_buf *text = &all->answer->text;
  cJSON *object = all->answer->facts;
  all->answer->status = overall(all, &unknown);
  if (all->count == 1)
    write_heading(all, all->sections, text);
  else if (unknown)
    sx_certainty_add_part(text, "%zu of these %zu files, marked below.", unknown, all->count);
  for (size_t i = 0; i < all->count; i++) {
    total += all->sections[i].list.len;
    if (all->count > 1) add_file_fact(&all->sections[i], files);
  }
  sx_status status = write_page(all, facts, files, err);
  cJSON_AddNumberToObject(object, "total_count", (double)total);
  if (all->count > 1) return status;
  const sx_outline *file = &all->sections->part->file;
  sx_answer_fact(object, "file", file->shown_path);
  cJSON_AddStringToObject(object, "provenance", provenance_of(file));
  if (all->sections->locals)
    cJSON_AddNumberToObject(object, "locals_left_out", (double)all->sections->locals);
  return status;
}

/* All of them failed: then the call has. */
static sx_status fail_all(const outline_list *all, sx_err *err) {
  const sx_outline_part *first = all->sections->part;
  sx_fail(err, first->error, "%s", first->err.message);
  for (size_t i = 1; i < all->count; i++) {
    sx_err_add(err, " ");
    sx_err_add(err, all->sections[i].part->err.message);
  }
  return first->error;
}

sx_status sx_outline_list_write(const sx_outline_view *view, sx_outline_part *parts, size_t count,
                                sx_call *call, sx_answer *answer, sx_err *err) {
  outline_list all = {.view = view, .call = call, .answer = answer, .count = count};
  size_t errors = 0;
  all.sections = sx_arena_calloc(call->arena, count, sizeof *all.sections);
  if (!all.sections) return sx_fail(err, call->arena->status, NULL);
  for (size_t i = 0; i < count; i++) all.sections[i].part = &parts[i];
  sx_status status = choose_in_all(&all, err);
  for (size_t i = 0; i < count; i++) errors += parts[i].error != SX_OK;
  if (!status && errors == count) return fail_all(&all, err);
  if (!status) status = order(&all, err);
  if (status) return status;
  cJSON *facts = cJSON_CreateArray(), *files = count > 1 ? cJSON_CreateArray() : NULL;
  if (!facts) {
    cJSON_Delete(files);
    return sx_fail(err, SX_NOMEM, NULL);
  }
  status = write_facts(&all, facts, files, err);
  sx_answer_put(answer->facts, "symbols", facts);
  sx_answer_put(answer->facts, "files", files);
  return status;
}
