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
  bool may_adjoin;
  sx_buf out;
  uint32_t written_lines; /* of `current` */
} merge;

static uint32_t end_of(const sx_line_edit *edit) {
  return edit->before_line + edit->before_count;
}

/* Both have their places beside each other, without doubt about the order. */
static bool can_adjoin(const sx_line_edit *ours, const sx_line_edit *theirs) {
  bool is_apart = end_of(theirs) <= ours->before_line || theirs->before_line >= end_of(ours);
  if (ours->before_count) return is_apart;
  return is_apart && theirs->before_count && theirs->before_count == theirs->after_count;
}

static sx_str new_lines(const sx_diff *diff, const sx_line_edit *edit) {
  return sx_line_index_get(&diff->after_lines, edit->after_line, edit->after_count);
}

/* Without the end of the last line, which a file need not have. */
static sx_str without_end(sx_str lines) {
  if (lines.len && lines.ptr[lines.len - 1] == '\n') lines.len--;
  if (lines.len && lines.ptr[lines.len - 1] == '\r') lines.len--;
  return lines;
}

/* Where `lines` begin in `text` as whole lines, at `from` or after it. */
static size_t find_lines(sx_str text, sx_str lines, size_t from) {
  sx_str block = without_end(lines);
  for (size_t at = from; at < text.len; at++) {
    at = sx_str_find(text, block, at);
    if (at >= text.len) break;
    size_t end = at + block.len;
    bool is_start = at == 0 || text.ptr[at - 1] == '\n';
    bool is_end = end == text.len || text.ptr[end] == '\n' || text.ptr[end] == '\r';
    if (is_start && is_end) return at;
  }
  return SX_STR_NONE;
}

/* Theirs added the lines that ours replaces once more: which of them are ours is not certain. */
static bool is_repeated(const merge *both, const sx_line_edit *ours, const sx_line_edit *theirs) {
  sx_str old = sx_line_index_get(&both->ours.before_lines, ours->before_line, ours->before_count);
  return old.len && find_lines(new_lines(&both->theirs, theirs), old, 0) != SX_STR_NONE;
}

/*
 * The edit of theirs that is in the way of `edit`; `*shift` is how far the lines at `edit` have
 * moved.
 */
static const sx_line_edit *find_touching(const merge *both, const sx_line_edit *edit,
                                         bool may_adjoin, int64_t *shift) {
  *shift = 0;
  for (size_t i = 0; i < both->theirs.count; i++) {
    const sx_line_edit *other = &both->theirs.edits[i];
    if (other->before_line > end_of(edit)) break;
    bool is_touching = end_of(other) >= edit->before_line;
    bool is_beside = may_adjoin && can_adjoin(edit, other) && !is_repeated(both, edit, other);
    if (is_touching && !is_beside) return other;
    if (end_of(other) <= edit->before_line)
      *shift += (int64_t)other->after_count - other->before_count;
  }
  return NULL;
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

/* How often the lines of `block` are in the text, at most `limit`. */
static size_t count_places(const sx_line_index *lines, sx_str block, size_t limit) {
  size_t count = 0;
  for (size_t at = 0; count < limit; at++) {
    at = find_lines(lines->text, block, at);
    if (at == SX_STR_NONE) break;
    count++;
  }
  return count;
}

/* Whether the line of the base, at where it is now, is as it was. */
static bool is_kept(const merge *both, int64_t line, int64_t shift) {
  const sx_line_index *base = &both->ours.before_lines, *current = &both->theirs.after_lines;
  int64_t moved = line + shift;
  if (line < 0 || line >= base->count || moved < 0 || moved >= current->count) return false;
  return sx_str_is_equal(sx_line_index_get(base, (uint32_t)line, 1),
                         sx_line_index_get(current, (uint32_t)moved, 1));
}

/*
 * With some of the unchanged lines around it the block stands once in the text; the more lines
 * around it are the same, the less doubt there is. One that differs ends them, on its side where
 * that is allowed.
 */
static bool is_unique(const merge *both, const sx_line_edit *edit, int64_t shift) {
  const sx_line_index *base = &both->ours.before_lines, *current = &both->theirs.after_lines;
  uint32_t first = edit->before_line, last = end_of(edit);
  for (uint32_t line = first; line < last; line++)
    if (!is_kept(both, line, shift)) return false;
  for (uint32_t context = 0; context <= MAX_CONTEXT_LINES; context++) {
    sx_str block = sx_line_index_get(base, first, last - first);
    if (block.len && count_places(current, block, 2) == 1) return true;
    bool has_before = is_kept(both, (int64_t)first - 1, shift);
    bool has_after = is_kept(both, last, shift);
    bool is_end = (!has_before && first > 0) || (!has_after && last < base->count);
    if (is_end && !both->may_adjoin) return false;
    first -= has_before;
    last += has_after;
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
  int64_t shift, any_shift;
  const sx_line_edit *touching = find_touching(both, edit, both->may_adjoin, &shift);
  if (touching && is_done(both, edit, touching)) return SX_OK;
  bool is_placed = !touching && is_unique(both, edit, shift);
  /* Beside an edit the place is not certain: that edit is the reason. */
  if (!is_placed && !touching) touching = find_touching(both, edit, false, &any_shift);
  if (touching)
    return fail_conflict(both, touching->after_line, touching->after_count, "was edited",
                         "were edited", err);
  uint32_t line = (uint32_t)((int64_t)edit->before_line + shift);
  if (!is_placed)
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
  merge both = {.call = call, .shown_path = texts->shown_path, .may_adjoin = texts->may_adjoin};
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
