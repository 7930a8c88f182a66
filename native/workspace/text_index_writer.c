#include "workspace/text_index_parts.h"

#include "base/folder.h"
#include "base/mem.h"
#include "index/list.h"
#include "index/storage.h"
#include "os/clock.h"

#include <stdlib.h>

#define END_MS 3000
/* A few files are read by each search sooner than a run has begun: they wait for more. */
#define MANY_STALE 20
#define GAP_MS 1000
/* It rests ten times as long as it ran: where files never are as the index has them, as on file
   systems whose inodes change, each run would lead to the next. */
#define REST_FACTOR 10
#define LONG_GAP_MS 20000
/* … or, in a small folder, a hundred times as long as reading some files takes: a part of reading
   all. */
#define LONG_FACTOR 100
#define ALL_FACTOR 10
#define FAILURE_GAP_MS 60000
#define MAX_FAILURE_GAP_MS 3600000
#define EXIT_OTHER_WRITES 3
#define MAX_INPUT_BYTES ((size_t)1 << 30)
#define LINE_BYTES 128
#define TIDY_BYTES ((size_t)16 << 20)

static void free_texts(sx_index_writer *writer) {
  sx_free(writer->program);
  sx_free(writer->folder);
  sx_free(writer->root);
}

bool sx_index_writer_init(sx_index_writer *writer, sx_index_progress *progress, sx_str program,
                          sx_str folder, sx_str root) {
  *writer = (sx_index_writer){.progress = progress,
                              .program = sx_str_copy(program),
                              .folder = sx_str_copy(folder),
                              .root = sx_str_copy(root)};
  if (writer->program && writer->folder && writer->root && uv_mutex_init(&writer->mutex) == 0)
    return true;
  free_texts(writer);
  return false;
}

void sx_index_writer_stop(sx_index_writer *writer) {
  uv_mutex_lock(&writer->mutex);
  sx_free(writer->again);
  writer->again = NULL;
  if (writer->process) sx_process_stop(writer->process);
  uv_mutex_unlock(&writer->mutex);
}

/* One that has ended gives its memory back. */
static bool free_processes(sx_process *process, sx_process *former) {
  bool is_free = sx_process_free(process, END_MS);
  return sx_process_free(former, END_MS) && is_free;
}

bool sx_index_writer_release(sx_index_writer *writer) {
  uv_mutex_lock(&writer->mutex);
  sx_process *process = writer->process, *former = writer->former;
  writer->process = writer->former = NULL;
  writer->is_closing = true;
  sx_free(writer->again);
  writer->again = NULL;
  uv_mutex_unlock(&writer->mutex);
  if (!free_processes(process, former) || writer->is_left) return false;
  uv_mutex_destroy(&writer->mutex);
  free_texts(writer);
  return true;
}

/* The numbers of a line; 0 where it has fewer. */
static void read_numbers(sx_str line, size_t at, uint64_t *out, size_t count) {
  char text[LINE_BYTES];
  line = sx_str_slice(line, at, line.len);
  size_t len = line.len < sizeof text ? line.len : sizeof text - 1;
  memcpy(text, line.ptr, len);
  text[len] = '\0';
  char *rest = text;
  for (size_t i = 0; i < count; i++) out[i] = strtoull(rest, &rest, 10);
}

static void note_progress(sx_index_writer *writer, uint64_t files, uint64_t of) {
  uv_mutex_lock(&writer->mutex);
  writer->files = files;
  writer->of = of;
  uv_mutex_unlock(&writer->mutex);
  sx_index_progress_note(writer->progress, &writer->run, files, of);
}

/* `progress FILES OF BYTES`, `done GENERATION FILES COVERED BYTES` */
static void on_line(void *arg, sx_str line) {
  const sx_str progress = SX_STR("progress "), done = SX_STR("done ");
  sx_index_writer *writer = arg;
  uint64_t numbers[4];
  if (sx_str_has_prefix(line, progress)) {
    read_numbers(line, progress.len, numbers, 2);
    note_progress(writer, numbers[0], numbers[1]);
  }
  if (sx_str_has_prefix(line, done)) {
    read_numbers(line, done.len, numbers, 4);
    writer->run.all_files = numbers[1];
    writer->run.covered = numbers[2];
    writer->run.bytes = numbers[3];
  }
}

/* As index/list.h has it. `stale`: bitmap of those to look at; NULL: all. */
static char *join_paths(const sx_known_list *list, const uint64_t *stale, size_t *len) {
  size_t bytes = 1;
  for (size_t i = 0; i < list->paths.len; i++) bytes += list->paths.items[i].len + 2;
  char *joined = bytes < MAX_INPUT_BYTES ? sx_malloc(bytes) : NULL;
  if (!joined) return NULL;
  char *at = joined;
  for (size_t i = 0; i < list->paths.len; i++) {
    bool is_same = stale && !sx_index__has(stale, i);
    *at++ = is_same ? SX_INDEX_LIST_SAME : SX_INDEX_LIST_LOOK;
    memcpy(at, list->paths.items[i].ptr, list->paths.items[i].len);
    at += list->paths.items[i].len;
    *at++ = '\0';
  }
  *at = '\0';
  *len = bytes;
  return joined;
}

static bool may_start_locked(const sx_index_writer *writer, size_t count) {
  uint64_t from_ms = count ? writer->may_update_ms : writer->may_start_ms;
  bool is_urgent = !count || count >= MANY_STALE || !from_ms;
  uint64_t long_ms = LONG_FACTOR * writer->some_ms;
  if (!is_urgent) from_ms += long_ms < LONG_GAP_MS ? long_ms : LONG_GAP_MS;
  return !writer->is_running && !writer->is_left && sx_clock_ms() >= from_ms;
}

static void on_end(void *arg, const sx_process_end *end);

/* Takes the input. The process cannot end before it is known here, as its end needs the mutex. */
static void start_locked(sx_index_writer *writer, char *input, size_t input_bytes) {
  /* --rebuild reads files again that are as the index has them. */
  size_t count = 0;
  writer->argv[count++] = writer->program;
  if (writer->must_rebuild) writer->argv[count++] = "--rebuild";
  writer->had_meaning = writer->with_meaning;
  if (writer->with_meaning) writer->argv[count++] = "--meaning";
  writer->argv[count++] = writer->folder;
  writer->argv[count++] = writer->root;
  writer->argv[count] = NULL;
  const sx_process_options options = {.argv = writer->argv,
                                      .input = input,
                                      .input_bytes = input_bytes,
                                      .keeps_input_open = true,
                                      .on_line = on_line,
                                      .on_end = on_end,
                                      .arg = writer};
  sx_index_progress_begin(&writer->run);
  writer->files = writer->of = 0;
  writer->process = NULL;
  writer->is_running = input && !sx_process_start(&writer->process, &options, NULL);
  if (writer->is_running) {
    writer->must_rebuild = false;
    return;
  }
  sx_free(input);
  writer->may_start_ms = writer->may_update_ms = sx_clock_ms() + FAILURE_GAP_MS;
}

/* Why it failed; empty: it ended well. */
static void write_complaint(sx_index_writer *writer, const sx_process_end *end) {
  bool is_good = end->exit_code == 0 || end->exit_code == EXIT_OTHER_WRITES || end->was_stopped;
  char *to = writer->complaint;
  size_t room = sizeof writer->complaint;
  if (is_good)
    *to = '\0';
  else if (end->complaint.len)
    snprintf(to, room, "%.*s", SX_STR_ARG(end->complaint));
  else if (end->signal)
    snprintf(to, room, "its process was ended by signal %d.", end->signal);
  else
    snprintf(to, room, "its process ended with code %d.", end->exit_code);
}

/* How long it rests, and what is reported of it. */
static void note_end_locked(sx_index_writer *writer, const sx_process_end *end) {
  bool is_good = end->exit_code == 0 || end->exit_code == EXIT_OTHER_WRITES;
  uint64_t now_ms = sx_clock_ms(), gap_ms = FAILURE_GAP_MS;
  writer->is_running = false;
  writer->failures = is_good || end->was_stopped ? 0 : writer->failures + 1;
  for (uint32_t i = 1; i < writer->failures && gap_ms < MAX_FAILURE_GAP_MS; i++) gap_ms *= 2;
  uint64_t took_ms = sx_clock_span_ms(writer->run.began_ms, now_ms);
  uint64_t rest_ms = REST_FACTOR * took_ms;
  writer->some_ms = writer->reads_all ? took_ms / ALL_FACTOR : took_ms;
  if (is_good) gap_ms = rest_ms > GAP_MS ? rest_ms : GAP_MS;
  bool lacks_meaning = is_good && writer->with_meaning && !writer->had_meaning;
  writer->may_start_ms = lacks_meaning ? now_ms : now_ms + gap_ms;
  /* Reading all files took long; what changed meanwhile does not. */
  writer->may_update_ms = now_ms + (is_good && writer->reads_all ? GAP_MS : gap_ms);
  write_complaint(writer, end);
}

/* The new index may be too much for all of them together. */
static void bound_storage(const sx_index_writer *writer) {
  sx_arena arena;
  sx_index_tidied tidied;
  sx_str store = sx_str_from(writer->folder), stores = sx_folder_of(store);
  const sx_index_tidy tidy = {.keep = sx_str_slice(store, stores.len + 1, store.len),
                              .max_bytes = SX_TEXT_INDEX_MAX_BYTES};
  sx_arena_init(&arena, TIDY_BYTES);
  (void)!sx_index_storage_tidy(&tidied, stores, &tidy, &arena, NULL);
  sx_arena_release(&arena);
}

static void on_end(void *arg, const sx_process_end *end) {
  sx_index_writer *writer = arg;
  sx_process *former = NULL;
  if (end->exit_code == 0) bound_storage(writer);
  sx_index_progress_end(writer->progress, &writer->run);
  uv_mutex_lock(&writer->mutex);
  note_end_locked(writer, end);
  if (!end->was_stopped && end->exit_code != EXIT_OTHER_WRITES)
    sx_index_progress_log(writer->progress, &writer->run, sx_str_from(writer->root),
                          sx_str_from(writer->complaint));
  if (writer->again && !end->was_stopped && !writer->is_closing) {
    /* This one's own memory is given back later: this is its thread. */
    former = writer->former;
    writer->former = writer->process;
    writer->must_rebuild = writer->reads_all = true;
    start_locked(writer, writer->again, writer->again_bytes);
    writer->again = NULL;
  }
  uv_mutex_unlock(&writer->mutex);
  if (sx_process_free(former, END_MS)) return;
  uv_mutex_lock(&writer->mutex);
  writer->is_left = true;
  uv_mutex_unlock(&writer->mutex);
}

void sx_index_writer_want(sx_index_writer *writer, const sx_known_list *list, const uint64_t *stale,
                          size_t count) {
  uv_mutex_lock(&writer->mutex);
  bool is_wanted = may_start_locked(writer, count);
  sx_process *process = is_wanted ? writer->process : NULL;
  sx_process *former = is_wanted ? writer->former : NULL;
  if (is_wanted) {
    writer->is_running = true;
    writer->reads_all = !count;
    writer->process = writer->former = NULL;
  }
  uv_mutex_unlock(&writer->mutex);
  if (!is_wanted) return;
  size_t input_bytes = 0;
  bool is_free = free_processes(process, former);
  char *input = is_free ? join_paths(list, stale, &input_bytes) : NULL;
  uv_mutex_lock(&writer->mutex);
  writer->is_left |= !is_free;
  start_locked(writer, input, input_bytes);
  uv_mutex_unlock(&writer->mutex);
}

void sx_index_writer_want_meaning(sx_index_writer *writer) {
  uv_mutex_lock(&writer->mutex);
  if (!writer->with_meaning && !writer->failures) writer->may_start_ms = 0;
  writer->with_meaning = true;
  uv_mutex_unlock(&writer->mutex);
}

bool sx_index_writer_rebuild(sx_index_writer *writer, const sx_known_list *list, bool is_wished) {
  size_t input_bytes = 0;
  char *again = is_wished ? join_paths(list, NULL, &input_bytes) : NULL;
  uv_mutex_lock(&writer->mutex);
  bool was_running = writer->is_running;
  if (was_running && is_wished) {
    char *former = writer->again;
    writer->again = again;
    writer->again_bytes = input_bytes;
    again = former;
  }
  if (!was_running) writer->must_rebuild = true;
  if (!was_running && is_wished) writer->may_start_ms = 0;
  uv_mutex_unlock(&writer->mutex);
  sx_free(again);
  sx_index_writer_want(writer, list, NULL, 0);
  return was_running;
}
