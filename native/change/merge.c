#include "change/merge.h"

#include "base/buf.h"

#define MAX_CONTEXT_LINES 3

static bool should_stop(void *argument) {
  return sx_port_call_check(argument) != SX_OK;
}

sx_status sx_change_diff(sx_diff *out, sx_call *call, sx_str before, sx_str after, sx_err *err) {
  sx_diff_options options = {.should_stop = should_stop, .stop_arg = call->wait};
  return sx_diff_lines(out, before, after, &options, call->arena, err);
}

/* Both differences start from the same text: `ours` is to be placed, `theirs` has happened. */
typedef struct merge {
  sx_call *call;
  sx_str shown_path;
  sx_diff ours, theirs;
  sx_buf out;
  uint32_t written_lines; /* of `current` */
} merge;

static uint32_t end_of(const sx_line_edit *edit) {
  return edit->before_line + edit->before_count;
}

/* The edit of theirs that touches `edit`; `*shift` is how far the lines at `edit` have moved. */
static const sx_line_edit *find_touching(const merge *both, const sx_line_edit *edit,
                                         int64_t *shift) {
  *shift = 0;
  for (size_t i = 0; i < both->theirs.count; i++) {
    const sx_line_edit *other = &both->theirs.edits[i];
    if (other->before_line > end_of(edit)) break;
    if (end_of(other) >= edit->before_line) return other;
    *shift += (int64_t)other->after_count - other->before_count;
  }
  return NULL;
}

static sx_str new_lines(const sx_diff *diff, const sx_line_edit *edit) {
  return sx_line_index_get(&diff->after_lines, edit->after_line, edit->after_count);
}

/* The same edit on both sides: it is there already. */
static bool is_done(const merge *both, const sx_line_edit *ours, const sx_line_edit *theirs) {
  return ours->before_line == theirs->before_line && ours->before_count == theirs->before_count &&
         sx_str_is_equal(new_lines(&both->ours, ours), new_lines(&both->theirs, theirs));
}

static sx_status fail_conflict(const merge *both, uint32_t first, uint32_t count,
                               const char *why_line, const char *why_lines, sx_err *err) {
  char lines[64];
  if (count < 2)
    snprintf(lines, sizeof lines, "line %u %s", first + 1, why_line);
  else
    snprintf(lines, sizeof lines, "lines %u-%u %s", first + 1, first + count, why_lines);
  return sx_fail(err, SX_CONFLICT,
                 "'%.*s' has changed since: %s. Nothing was changed. Read the file there again and "
                 "make a new edit.",
                 SX_STR_ARG(both->shown_path), lines);
}

/* ---- is it the only such place? ---------------------------------------------------------- */

/* How often `block` stands at the start of a line, at most `limit`. */
static size_t count_places(const sx_line_index *lines, sx_str block, size_t limit) {
  size_t count = 0;
  for (size_t at = 0; count < limit; at++) {
    at = sx_str_find(lines->text, block, at);
    if (at == SX_STR_NONE) break;
    if (at == 0 || lines->text.ptr[at - 1] == '\n') count++;
  }
  return count;
}

/*
 * With some of the unchanged lines around it the block stands once in the text; the more lines
 * around it are the same, the less doubt there is.
 */
static bool is_unique(const merge *both, const sx_line_edit *edit, int64_t shift) {
  const sx_line_index *base = &both->ours.before_lines, *current = &both->theirs.after_lines;
  for (uint32_t context = 0; context <= MAX_CONTEXT_LINES; context++) {
    uint32_t first = edit->before_line > context ? edit->before_line - context : 0;
    uint32_t last = end_of(edit) + context;
    if (last > base->count) last = base->count;
    sx_str block = sx_line_index_get(base, first, last - first);
    int64_t moved = (int64_t)first + shift;
    if (moved < 0 || moved + (last - first) > current->count) return false;
    sx_str there = sx_line_index_get(current, (uint32_t)moved, last - first);
    if (!sx_str_is_equal(block, there)) return false; /* more context differs only more */
    if (block.len && count_places(current, block, 2) == 1) return true;
  }
  return false;
}

/* ---- merging ----------------------------------------------------------------------------- */

static void copy_until(merge *both, uint32_t line) {
  const sx_line_index *current = &both->theirs.after_lines;
  if (line <= both->written_lines) return;
  sx_buf_add(&both->out,
             sx_line_index_get(current, both->written_lines, line - both->written_lines));
  both->written_lines = line;
}

static sx_status place_edit(merge *both, const sx_line_edit *edit, sx_err *err) {
  int64_t shift;
  const sx_line_edit *touching = find_touching(both, edit, &shift);
  if (touching && is_done(both, edit, touching)) return SX_OK;
  if (touching)
    return fail_conflict(both, touching->after_line, touching->after_count, "was edited",
                         "were edited", err);
  uint32_t line = (uint32_t)((int64_t)edit->before_line + shift);
  if (!is_unique(both, edit, shift))
    return fail_conflict(both, line, edit->before_count, "has the same text as another",
                         "have the same text as others", err);
  copy_until(both, line);
  sx_buf_add(&both->out, new_lines(&both->ours, edit));
  both->written_lines += edit->before_count;
  return SX_OK;
}

sx_status sx_change_merge(sx_str *out, sx_call *call, const sx_merge_texts *texts, sx_err *err) {
  sx_str base = texts->base, target = texts->target, current = texts->current;
  *out = target;
  if (sx_str_is_equal(base, current) || sx_str_is_equal(target, current)) return SX_OK;
  merge both = {.call = call, .shown_path = texts->shown_path};
  sx_status status = sx_change_diff(&both.ours, call, base, target, err);
  if (!status) status = sx_change_diff(&both.theirs, call, base, current, err);
  if (status) return status;
  sx_buf_init(&both.out, base.len + target.len + current.len + 1);
  for (size_t i = 0; i < both.ours.count && !status; i++)
    status = place_edit(&both, &both.ours.edits[i], err);
  copy_until(&both, both.theirs.after_lines.count);
  if (!status && both.out.status) status = sx_fail(err, both.out.status, NULL);
  if (!status) *out = sx_arena_dup(call->arena, sx_buf_str(&both.out));
  sx_buf_release(&both.out);
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  return status;
}
