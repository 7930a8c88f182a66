#include "engine/replace.h"

#include "base/utf8.h"
#include "change/merge.h"
#include "diff/unified.h"
#include "match/find_text.h"
#include "engine/replace_regex.h"
#include "workspace/document_edit.h"
#include "resolve/libraries.h"
#include "workspace/paths.h"

#include <stdlib.h>

#define MAX_DIFF_BYTES 1600
#define MAX_SHOWN_OTHERS 20
#define MAX_LISTED_BYTES 100

sx_status sx_replace_take_occurrence(uint32_t *out, sx_str given, uint32_t otherwise, sx_err *err) {
  *out = otherwise;
  if (!given.len) return SX_OK;
  bool is_all = sx_str_is_equal_fold(given, SX_STR("all"));
  if (is_all || sx_str_is_equal_fold(given, SX_STR("first"))) {
    *out = is_all ? 0 : 1;
    return SX_OK;
  }
  char *end = NULL;
  unsigned long value = strtoul(given.ptr, &end, 10);
  if (!*end && value > 0 && value < UINT32_MAX) {
    *out = (uint32_t)value;
    return SX_OK;
  }
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "occurrence must be all, first, or a number from 1 on, not '%.*s'.",
                 SX_STR_ARG(sx_str_slice(given, 0, 40)));
}

/* ---- nothing matched ---------------------------------------------------------------------- */

/*
 * Whole lines that end with \n: a missing last line end in one of two texts does not count as a
 * difference.
 */
static sx_str to_lines(sx_str text, sx_arena *arena) {
  sx_str lines = sx_text_with_line_end(text, SX_STR("\n"), arena);
  if (lines.len && lines.ptr[lines.len - 1] == '\n') return lines;
  char *out = sx_arena_alloc(arena, lines.len + 1);
  if (!out) return lines;
  memcpy(out, lines.ptr, lines.len);
  out[lines.len] = '\n';
  return (sx_str){out, lines.len + 1};
}

/* The lines that differ, without the head of a diff: - as it was asked for, + as it stands. */
static void write_difference(sx_buf *out, sx_call *call, sx_str asked, sx_str standing) {
  sx_diff diff;
  sx_buf text;
  if (sx_change_diff(&diff, call, asked, standing, NULL)) return;
  sx_unified_options options = {SX_STR("text"), SX_STR("text"), .context_lines = 1};
  sx_buf_init(&text, SX_DOCUMENT_MAX_BYTES);
  if (sx_unified_render(&text, &diff, &options) == SX_OK) {
    sx_str rest = sx_buf_str(&text), line;
    for (size_t skipped = 0; skipped < 3 && sx_str_next_line(&rest, &line);) skipped++;
    sx_str part = sx_str_slice(rest, 0, MAX_DIFF_BYTES);
    sx_buf_add(out, part);
    if (part.len < rest.len) sx_buf_add_text(out, "…\n");
  }
  sx_buf_release(&text);
}

static sx_status fail_no_match(sx_call *call, const sx_replace *replace,
                               const sx_document *document, const sx_found *found, sx_err *err) {
  sx_buf text;
  sx_buf_init(&text, SX_DOCUMENT_MAX_BYTES);
  for (size_t i = 0; i < found->closest.count; i++) {
    const sx_passage *passage = &found->closest.items[i];
    uint32_t last = passage->first_row + passage->row_count;
    sx_buf_addf(&text, "\n%s line%s %u",
                i ? "Then" : "The closest:", passage->row_count > 1 ? "s" : "",
                passage->first_row + 1);
    if (passage->row_count > 1) sx_buf_addf(&text, "-%u", last);
    sx_buf_addf(&text, " (%.0f %% alike)", passage->similarity * 100);
    if (i) continue;
    size_t start = document->lines.starts[passage->first_row];
    size_t end = last < document->lines.count ? document->lines.starts[last] : document->text.len;
    sx_buf_add_text(&text, "; the differences (- as given, + in the file):\n");
    write_difference(&text, call, to_lines(replace->old_text, call->arena),
                     to_lines(sx_str_slice(document->text, start, end), call->arena));
  }
  sx_str list = sx_str_trim_end(sx_buf_str(&text));
  sx_status status =
      sx_fail(err, SX_NO_MATCH, "%s was not found in '%.*s'. Nothing was changed.%s%.*s",
              replace->old_argument, SX_STR_ARG(sx_path_display(call, document->path)),
              list.len ? "" : " Nothing in the file is similar.", SX_STR_ARG(list));
  sx_buf_release(&text);
  return status;
}

/* ---- replacing ---------------------------------------------------------------------------- */

static sx_status fail_occurrence(const sx_replace *replace, size_t total, sx_err *err) {
  return sx_fail(err, SX_NO_MATCH,
                 "There is no occurrence %u: the text occurs %zu times. Nothing was changed.",
                 replace->occurrence, total);
}

sx_status sx_replace_check_one(const sx_replace *replace, sx_call *call,
                               const sx_document *document, const size_t *starts, size_t count,
                               sx_err *err) {
  if (!replace->must_be_one || count < 2) return SX_OK;
  sx_buf list;
  sx_buf_init(&list, SX_ERR_MESSAGE_BYTES);
  for (size_t i = 0; i < count && i < SX_REPLACE_LISTED_PLACES; i++) {
    uint32_t row = sx_lines_row_at(&document->lines, starts[i]);
    sx_str line = sx_str_trim(sx_lines_get(&document->lines, row));
    sx_str part = sx_str_slice(line, 0, sx_utf8_floor(line.ptr, line.len, MAX_LISTED_BYTES));
    sx_buf_addf(&list, "\n%zu: line %u: %.*s%s", i + 1, row + 1, SX_STR_ARG(part),
                part.len < line.len ? "…" : "");
  }
  if (count > SX_REPLACE_LISTED_PLACES)
    sx_buf_addf(&list, "\n… and %zu more", count - SX_REPLACE_LISTED_PLACES);
  sx_status status = sx_fail(
      err, SX_AMBIGUOUS,
      "%s occurs %zu times in '%.*s'. Nothing was changed. Give occurrence: all, first, or the "
      "number of one.%.*s",
      replace->old_argument, count, SX_STR_ARG(sx_path_display(call, document->path)),
      SX_STR_ARG(sx_buf_str(&list)));
  sx_buf_release(&list);
  return status;
}

sx_status sx_replace_check_count(const sx_replace *replace, sx_call *call,
                                 const sx_document *document, size_t count, sx_err *err) {
  if (replace->occurrence || count <= SX_REPLACE_MAX_PLACES) return SX_OK;
  return sx_fail(
      err, SX_TOO_BIG,
      "%s occurs %zu times in '%.*s'; at most %d places can be replaced at once. Nothing "
      "was changed. Give more of the text around, so that fewer places match.",
      replace->old_argument, count, SX_STR_ARG(sx_path_display(call, document->path)),
      SX_REPLACE_MAX_PLACES);
}

/* A text that is replaced where it stands. */
typedef struct literal_work {
  sx_call *call;
  const sx_replace *replace;
  const sx_document *document;
  sx_found found;
  sx_replaced *out;
} literal_work;

/* First lines of the places that are left as they are. */
static sx_status list_others(const literal_work *work) {
  size_t count = work->found.count;
  uint32_t wanted = work->replace->occurrence;
  uint32_t *lines = sx_arena_calloc(work->call->arena, count + 1, sizeof *lines);
  if (!lines) return work->call->arena->status;
  for (size_t i = 0; i < count && wanted && work->out->other_count < SX_REPLACE_MAX_OTHERS; i++)
    if (i + 1 != wanted)
      lines[work->out->other_count++] =
          sx_lines_row_at(&work->document->lines, work->found.places[i].start) + 1;
  work->out->others = lines;
  return SX_OK;
}

static sx_status replace_places(const literal_work *work, sx_str *after, sx_err *err) {
  const sx_replace *replace = work->replace;
  const sx_found *found = &work->found;
  sx_replaced *out = work->out;
  sx_arena *arena = work->call->arena;
  sx_byte_replacement *edits = sx_arena_calloc(arena, found->count + 1, sizeof *edits);
  size_t *starts = sx_arena_calloc(arena, found->count + 1, sizeof *starts);
  if (!edits || !starts) return sx_fail(err, arena->status, NULL);
  for (size_t i = 0; i < found->count; i++) starts[i] = found->places[i].start;
  sx_status status =
      sx_replace_check_one(replace, work->call, work->document, starts, found->total, err);
  if (!status)
    status = sx_replace_check_count(replace, work->call, work->document, found->total, err);
  if (status) return status;
  for (size_t i = 0; i < found->count; i++) {
    if (replace->occurrence && i + 1 != replace->occurrence) continue;
    sx_byte_replacement *edit = &edits[out->replaced++];
    *edit = (sx_byte_replacement){found->places[i].start, found->places[i].end, SX_STR("")};
    status = sx_reindent(&edit->text, replace->new_text, found, i, arena, err);
    if (status) return status;
  }
  if (!out->replaced) return fail_occurrence(replace, found->total, err);
  status = list_others(work);
  if (status) return sx_fail(err, status, NULL);
  return sx_document_replace_bytes(after, work->document, edits, out->replaced, arena, err);
}

static sx_status replace_literal(sx_str *after, sx_call *call, const sx_replace *replace,
                                 const sx_document *document, sx_replaced *out, sx_err *err) {
  literal_work work = {.call = call, .replace = replace, .document = document, .out = out};
  sx_find_text_options options = {.max_places = SX_REPLACE_MAX_PLACES};
  sx_found *found = &work.found;
  sx_status status =
      sx_find_text(found, document->text, replace->old_text, &options, call->arena, err);
  if (status) return status;
  if (found->how == SX_FOUND_NONE) return fail_no_match(call, replace, document, found, err);
  out->found = found->total;
  out->how = sx_found_describe(found);
  out->is_tolerant = (found->how != SX_FOUND_EXACT && found->how != SX_FOUND_LINE_ENDINGS) ||
                     found->rewrite != SX_REWRITE_NONE;
  return replace_places(&work, after, err);
}

sx_status sx_replace_plan(sx_change *change, const sx_replace *replace, bool peek, sx_replaced *out,
                          sx_err *err) {
  sx_call *call = change->call;
  const sx_document *document;
  sx_str after = SX_STR("");
  *out = (sx_replaced){.path = SX_STR(""), .how = ""};
  if (!replace->file.len || !replace->old_text.len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "%s is missing. Give %s.",
                   replace->file.len ? replace->old_argument : replace->file_argument,
                   replace->file.len ? "the text to replace" : "the path of a file");
  sx_status status =
      sx_library_resolve(call, replace->file_argument, replace->file, &out->path, err);
  if (status == SX_NOT_FOUND)
    sx_err_add(err, " To create it, use file_write, or edit_buffer with create=true.");
  if (!status)
    status = peek ? sx_document_peek(call, out->path, &document, err)
                  : sx_document_open(call, out->path, &document, err);
  if (!status)
    status = replace->is_regex || replace->preserves_case
                 ? sx_replace_regex(&after, call, replace, document, out, err)
                 : replace_literal(&after, call, replace, document, out, err);
  return status ? status : sx_change_edit(change, document, after, err);
}

/* ---- the answer --------------------------------------------------------------------------- */

static void write_found(const sx_replaced *replaced, sx_answer *answer) {
  sx_buf_addf(&answer->text, "Found %s: %zu", replaced->how, replaced->found);
  if (replaced->replaced)
    sx_buf_addf(&answer->text, ", of which %zu %s replaced", replaced->replaced,
                replaced->replaced == 1 ? "is" : "are");
  sx_buf_add_char(&answer->text, '.');
  for (size_t i = 0; i < replaced->other_count && i < MAX_SHOWN_OTHERS; i++)
    sx_buf_addf(&answer->text, "%s%u", i ? ", " : " Left alone, in lines: ", replaced->others[i]);
  if (replaced->other_count > MAX_SHOWN_OTHERS) sx_buf_add_text(&answer->text, ", …");
  sx_buf_add_char(&answer->text, '\n');
  cJSON_AddNumberToObject(answer->facts, "matches_found", (double)replaced->found);
  cJSON_AddNumberToObject(answer->facts, "matches_replaced", (double)replaced->replaced);
  cJSON_AddStringToObject(answer->facts, "found", replaced->how);
  cJSON *others = cJSON_CreateArray();
  for (size_t i = 0; i < replaced->other_count; i++)
    sx_answer_push(others, cJSON_CreateNumber(replaced->others[i]));
  sx_answer_put(answer->facts, "other_lines", others);
}

sx_status sx_replace_run(sx_call *call, const sx_replace *replace, sx_change_request *request,
                         sx_answer *answer, sx_err *err) {
  sx_change change;
  sx_replaced replaced = {.how = ""};
  sx_change_init(&change, call, call->tool);
  sx_status status =
      request->id.len ? sx_change_request_find(request, &change, call, err)
                      : sx_replace_plan(&change, replace, request->write_to_disk, &replaced, err);
  if (status) return status;
  bool was_held_back = replaced.is_tolerant && !request->is_preview;
  if (was_held_back) request->is_preview = true;
  status = sx_change_answer(&change, request, answer, err);
  if (status || request->id.len) return status;
  if (was_held_back)
    sx_buf_add_text(&answer->text,
                    "Not applied yet, because the text was not found exactly: check the diff.\n");
  /* The text is as it was; or the change waits for approval. */
  if (!change.files.len || answer->status == SX_ANSWER_UNKNOWN) replaced.replaced = 0;
  write_found(&replaced, answer);
  return SX_OK;
}
