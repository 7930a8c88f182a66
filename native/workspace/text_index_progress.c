#include "base/buf.h"
#include "base/mem.h"
#include "os/clock.h"
#include "workspace/text_index_parts.h"

/* A run that has ended sooner is not worth a word. */
#define SHORT_MS 1000
#define NOT_SHOWN (-1)
#define LINE_BYTES ((size_t)16 * 1024)
#define MB ((double)(1 << 20))

struct sx_index_progress {
  uv_mutex_t mutex;
  sx_index_listener listener; /* zeroed: none */
  sx_index_run *first;        /* runs that are shown */
  int percent;                /* the last that was reported, or NOT_SHOWN */
};

sx_index_progress *sx_index_progress_new(void) {
  sx_index_progress *progress = sx_calloc(1, sizeof *progress);
  if (!progress) return NULL;
  progress->percent = NOT_SHOWN;
  if (uv_mutex_init(&progress->mutex) == 0) return progress;
  sx_free(progress);
  return NULL;
}

void sx_index_progress_free(sx_index_progress *progress) {
  if (!progress) return;
  uv_mutex_destroy(&progress->mutex);
  sx_free(progress);
}

void sx_index_progress_listen(sx_index_progress *progress, const sx_index_listener *listener) {
  uv_mutex_lock(&progress->mutex);
  progress->listener = listener ? *listener : (sx_index_listener){0};
  uv_mutex_unlock(&progress->mutex);
}

/* With the mutex: a listener is not called any more after it was replaced. */
static void tell_locked(sx_index_progress *progress) {
  uint64_t files = 0, of = 0;
  for (const sx_index_run *run = progress->first; run; run = run->next) {
    files += run->files;
    of += run->of;
  }
  int percent = of ? (int)(files * 100 / of) : NOT_SHOWN;
  if (percent == progress->percent) return;
  progress->percent = percent;
  const sx_index_listener *to = &progress->listener;
  if (to->tell) to->tell(to->arg, files, of);
}

void sx_index_progress_begin(sx_index_run *run) {
  *run = (sx_index_run){.began_ms = sx_clock_ms()};
}

void sx_index_progress_note(sx_index_progress *progress, sx_index_run *run, uint64_t files,
                            uint64_t of) {
  if (sx_clock_since_ms(run->began_ms) < SHORT_MS) return;
  uv_mutex_lock(&progress->mutex);
  if (!run->is_shown) {
    run->is_shown = true;
    run->next = progress->first;
    progress->first = run;
  }
  run->files = files;
  run->of = of;
  tell_locked(progress);
  uv_mutex_unlock(&progress->mutex);
}

void sx_index_progress_end(sx_index_progress *progress, sx_index_run *run) {
  uv_mutex_lock(&progress->mutex);
  sx_index_run **link = &progress->first;
  while (*link && *link != run) link = &(*link)->next;
  if (*link) {
    *link = run->next;
    tell_locked(progress);
  }
  run->is_shown = false;
  uv_mutex_unlock(&progress->mutex);
}

/* ---- the log ----------------------------------------------------------------------------- */

static void write_line(sx_buf *line, const sx_index_run *run, sx_str root, sx_str complaint) {
  sx_buf_addf(line, "The search index of '%.*s' ", SX_STR_ARG(root));
  uint64_t ms = sx_clock_since_ms(run->began_ms);
  if (complaint.len) {
    sx_buf_addf(line, "was not written: %.*s (after %llu ms)", SX_STR_ARG(complaint),
                (unsigned long long)ms);
    return;
  }
  sx_buf_addf(line, "was brought up to date in %llu ms: ", (unsigned long long)ms);
  sx_buf_add_count(line, run->covered);
  sx_buf_add_text(line, " of ");
  sx_buf_add_count(line, run->all_files);
  sx_buf_addf(line, " files, which have %.1f MB.", (double)run->bytes / MB);
}

void sx_index_progress_log(sx_index_progress *progress, const sx_index_run *run, sx_str root,
                           sx_str complaint) {
  sx_buf line;
  sx_buf_init(&line, LINE_BYTES);
  write_line(&line, run, root, complaint);
  uv_mutex_lock(&progress->mutex);
  const sx_index_listener *to = &progress->listener;
  if (to->ended && !line.status) to->ended(to->arg, sx_buf_str(&line), root, complaint);
  uv_mutex_unlock(&progress->mutex);
  sx_buf_release(&line);
}
