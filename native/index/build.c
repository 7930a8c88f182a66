#include "index/build.h"

#include "base/folder.h"
#include "base/mem.h"
#include "index/build_parts.h"
#include "index/merge.h"
#include "os/file_write.h"

#include <stdlib.h>

#define MAX_PATH_BYTES ((size_t)1 << 20)
/* A part of so few files is not shared. */
#define MIN_SHARED_FILES 8
#define ENTRY_BYTES 64
#define STACK_BYTES (1024u * 1024)

/* ---- reading ----------------------------------------------------------------------------- */

sx_status sx_build__progress(sx_builder *b, uint64_t files, uint64_t bytes) {
  uv_mutex_lock(&b->mutex);
  b->files_done += files;
  b->bytes_done += bytes;
  if (!b->status && b->build->check)
    b->status = b->build->check(b->build->arg, b->files_done, b->bytes_done);
  sx_status status = b->status;
  uv_mutex_unlock(&b->mutex);
  return status;
}

/** Takes the second half of what the thread with most is still to read. */
static bool take_over(sx_builder *b, sx_build_worker *w) {
  sx_build_worker *most = w;
  for (size_t i = 0; i < b->worker_count; i++) {
    sx_build_worker *other = &b->workers[i];
    if (other->end - other->next > most->end - most->next) most = other;
  }
  size_t left = most->end - most->next;
  if (left < MIN_SHARED_FILES) return false;
  w->end = most->end;
  w->next = most->end = most->next + left / 2;
  return true;
}

/** The next file of the thread; `*is_new_part`: it does not follow the one before. */
static bool next_file(sx_build_worker *w, size_t *file, bool *is_new_part) {
  sx_builder *b = w->builder;
  uv_mutex_lock(&b->mutex);
  bool has_file = !b->status;
  *is_new_part = w->next == w->end;
  if (has_file && *is_new_part) has_file = take_over(b, w);
  if (has_file) *file = w->next++;
  uv_mutex_unlock(&b->mutex);
  return has_file;
}

/** No file is to blame for what happens from here on. */
static void end_reading_part(const sx_build_worker *w) {
  const sx_index_build *build = w->builder->build;
  if (build->begin) build->begin(build->arg, w->index, SX_STR(""));
}

static sx_status read_parts(sx_build_worker *w) {
  size_t file = 0;
  bool is_new_part;
  sx_status status = SX_OK;
  sx_collector_begin_part(w->collector, w->next);
  while (!status && next_file(w, &file, &is_new_part)) {
    if (is_new_part) {
      end_reading_part(w);
      status = sx_collector_end_part(w->collector);
      sx_collector_begin_part(w->collector, file);
    }
    if (!status) status = sx_build__read_file(w, file);
    if (!status) status = sx_build__progress(w->builder, 1, 0);
  }
  end_reading_part(w);
  if (!status) status = sx_collector_end_part(w->collector);
  sx_file_out_flush(&w->out);
  return !status && w->out.code ? SX_IO : status;
}

static void run_worker(void *argument) {
  sx_build_worker *w = argument;
  w->status = read_parts(w);
  uv_mutex_lock(&w->builder->mutex);
  if (!w->builder->status) w->builder->status = w->status;
  uv_mutex_unlock(&w->builder->mutex);
}

/** All of them, the calling thread being the first; without another thread it does all. */
static void run_workers(sx_builder *b) {
  uv_thread_options_t options = {.flags = UV_THREAD_HAS_STACK_SIZE, .stack_size = STACK_BYTES};
  for (size_t i = 1; i < b->worker_count; i++) {
    sx_build_worker *w = &b->workers[i];
    w->is_running = uv_thread_create_ex(&w->thread, &options, run_worker, w) == 0;
  }
  run_worker(&b->workers[0]);
  for (size_t i = 1; i < b->worker_count; i++) {
    sx_build_worker *w = &b->workers[i];
    if (w->is_running)
      uv_thread_join(&w->thread);
    else
      run_worker(w);
  }
}

static sx_status begin_worker(sx_builder *b, size_t i, size_t memory_bytes, sx_err *err) {
  const sx_index_build *build = b->build;
  sx_build_worker *w = &b->workers[i];
  size_t count = build->paths->len;
  char name[32];
  *w = (sx_build_worker){.builder = b,
                         .index = i,
                         .next = count / b->worker_count * i,
                         .end =
                             i + 1 == b->worker_count ? count : count / b->worker_count * (i + 1)};
  sx_buf_init(&w->path, MAX_PATH_BYTES);
  sx_buf_init(&w->decoded, SX_BUILD_PIECE_BYTES * 2);
  snprintf(name, sizeof name, "/run-%zu", i);
  sx_buf_add_text(&w->path, build->scratch);
  sx_buf_add_text(&w->path, name);
  if (w->path.status) return sx_fail(err, w->path.status, NULL);
  sx_status status = sx_file_out_open(&w->out, sx_buf_str(&w->path), true, err);
  if (status) return status;
  w->bytes = sx_malloc(SX_BUILD_PIECE_BYTES);
  w->collector = sx_collector_new(memory_bytes, i, &w->out, &w->runs);
  return w->bytes && w->collector ? SX_OK : sx_fail(err, SX_NOMEM, NULL);
}

/** Frees what is needed only for reading. */
static void end_reading(sx_builder *b) {
  for (size_t i = 0; i < b->worker_count; i++) {
    sx_build_worker *w = &b->workers[i];
    sx_collector_free(w->collector);
    w->collector = NULL;
    sx_free(w->bytes);
    w->bytes = NULL;
    sx_buf_release(&w->path);
    sx_buf_release(&w->decoded);
  }
}

static void end_workers(sx_builder *b) {
  end_reading(b);
  for (size_t i = 0; i < b->worker_count; i++) {
    sx_file_out_close(&b->workers[i].out);
    sx_free(b->workers[i].runs.items);
  }
}

static sx_status read_files(sx_builder *b, sx_err *err) {
  size_t memory = b->build->memory_bytes, fixed = b->build->paths->len * sizeof *b->files;
  memory = memory > fixed ? (memory - fixed) / b->worker_count : 0;
  /* Buffers of the files, and of UTF-16. */
  memory = memory > 4 * SX_BUILD_PIECE_BYTES ? memory - 4 * SX_BUILD_PIECE_BYTES : 0;
  sx_status status = SX_OK;
  for (size_t i = 0; i < b->worker_count && !status; i++) status = begin_worker(b, i, memory, err);
  if (status) return status;
  run_workers(b);
  end_reading(b);
  for (size_t i = 0; i < b->worker_count && b->status; i++) {
    status = sx_file_out_check(&b->workers[i].out, err);
    if (status) return status;
  }
  return b->status ? sx_fail(err, b->status, NULL) : SX_OK;
}

/* ---- writing ----------------------------------------------------------------------------- */

/** Entries in their order: those of the list, and between them those that are gone. */
typedef struct entries {
  const sx_builder *b;
  size_t file, gone;
} entries;

typedef struct entry {
  sx_str path;
  sx_build_file file;
} entry;

static bool next_entry(entries *e, entry *out) {
  const sx_index_build *build = e->b->build;
  bool has_file = e->file < build->paths->len, has_gone = e->gone < build->gone_count;
  if (!has_file && !has_gone) return false;
  int order = has_gone ? -1 : 1;
  if (has_file && has_gone)
    order = sx_path_compare(build->gone[e->gone].path, build->paths->items[e->file]);
  if (order >= 0) {
    e->gone += order == 0;
    *out = (entry){build->paths->items[e->file], e->b->files[e->file]};
    e->file++;
    return true;
  }
  const sx_index_entry *gone = &build->gone[e->gone++];
  *out = (entry){gone->path, {.stamp = gone->stamp, .state = SX_INDEX_GONE}};
  return true;
}

static void write_entry(sx_segment_writer *writer, sx_section section, const entry *of,
                        uint64_t *sum) {
  unsigned char bytes[ENTRY_BYTES];
  switch (section) {
  case SX_SECTION_STAMPS:
    sx_store64(bytes, of->file.stamp.size_bytes);
    sx_store64(bytes + 8, (uint64_t)of->file.stamp.mtime_ns);
    sx_store64(bytes + 16, (uint64_t)of->file.stamp.ctime_ns);
    sx_store64(bytes + 24, of->file.stamp.inode);
    sx_segment_writer_add(writer, bytes, SX_STAMP_BYTES);
    return;
  case SX_SECTION_PATH_ENDS:
    *sum += of->path.len;
    sx_store64(bytes, *sum);
    sx_segment_writer_add(writer, bytes, 8);
    return;
  case SX_SECTION_PATHS: sx_segment_writer_add(writer, of->path.ptr, of->path.len); return;
  case SX_SECTION_STATES: sx_segment_writer_add(writer, &of->file.state, 1); return;
  default:
    sx_store32(bytes, (uint32_t)*sum);
    sx_segment_writer_add(writer, bytes, 4);
    *sum += of->file.blocks;
  }
}

/** The sections of the files; how many entries and blocks. */
static sx_status write_entries(const sx_builder *b, sx_segment_writer *writer, uint64_t *count,
                               uint64_t *blocks) {
  unsigned char bytes[4];
  for (sx_section section = SX_SECTION_STAMPS; section <= SX_SECTION_FIRST_BLOCKS; section++) {
    entries all = {.b = b};
    entry one;
    *blocks = *count = 0;
    sx_segment_writer_begin(writer, section);
    for (; next_entry(&all, &one); ++*count) write_entry(writer, section, &one, blocks);
  }
  sx_store32(bytes, (uint32_t)*blocks);
  sx_segment_writer_add(writer, bytes, sizeof bytes);
  return *blocks < UINT32_MAX && *count < UINT32_MAX ? SX_OK : SX_TOO_BIG;
}

static int compare_runs(const void *left, const void *right) {
  const sx_index_run *a = left, *b = right;
  if (a->first_file != b->first_file) return a->first_file < b->first_file ? -1 : 1;
  return (a->at > b->at) - (a->at < b->at); /* a part is one thread's */
}

static sx_status check_merge(void *arg) {
  return sx_build__progress(arg, 0, 0);
}

/** The runs of all threads in the order of their blocks, and the number of each one's block 0. */
static sx_status join_runs(const sx_builder *b, sx_index_merge *merge, uint64_t **run_blocks) {
  size_t count = 0, file = 0;
  uint64_t blocks = 0;
  for (size_t i = 0; i < b->worker_count; i++) count += b->workers[i].runs.len;
  sx_index_run *runs = sx_calloc(count + 1, sizeof *runs);
  *run_blocks = sx_calloc(count + 1, sizeof **run_blocks);
  merge->runs = (sx_index_runs){runs, 0, count};
  merge->run_blocks = *run_blocks;
  if (!runs || !*run_blocks) return SX_NOMEM;
  for (size_t i = 0; i < b->worker_count; i++)
    for (size_t k = 0; k < b->workers[i].runs.len; k++)
      runs[merge->runs.len++] = b->workers[i].runs.items[k];
  qsort(runs, count, sizeof *runs, compare_runs);
  for (size_t i = 0; i < count; i++) {
    for (; file < runs[i].first_file; file++) blocks += b->files[file].blocks;
    (*run_blocks)[i] = blocks + runs[i].base;
  }
  return SX_OK;
}

static sx_status write_postings(sx_builder *b, sx_segment_writer *writer, uint64_t blocks,
                                sx_err *err) {
  sx_file_out directory = {0}, outs[SX_BUILD_MAX_THREADS];
  uint64_t *run_blocks = NULL;
  sx_buf path;
  for (size_t i = 0; i < b->worker_count; i++) outs[i] = b->workers[i].out;
  sx_index_merge merge = {.writer = writer,
                          .outs = outs,
                          .blocks = blocks,
                          .memory_bytes = b->build->memory_bytes,
                          .directory = &directory,
                          .check = check_merge,
                          .arg = b};
  sx_buf_init(&path, MAX_PATH_BYTES);
  sx_buf_add_text(&path, b->build->scratch);
  sx_buf_add_text(&path, "/directory");
  sx_status status = path.status ? sx_fail(err, path.status, NULL)
                                 : sx_file_out_open(&directory, sx_buf_str(&path), true, err);
  if (!status) {
    status = join_runs(b, &merge, &run_blocks);
    if (!status) status = sx_index_merge_run(&merge);
    if (status) {
      sx_status reason = sx_file_out_check(&directory, err);
      if (!reason) reason = sx_file_out_check(&writer->out, err);
      status = reason ? reason : sx_fail(err, status, NULL);
    }
  }
  sx_file_out_close(&directory);
  sx_buf_release(&path);
  sx_free(merge.runs.items);
  sx_free(run_blocks);
  return status;
}

static sx_status write_segment(sx_builder *b, sx_index_built *out, sx_err *err) {
  sx_segment_writer *writer = sx_calloc(1, sizeof *writer);
  if (!writer) return sx_fail(err, SX_NOMEM, NULL);
  uint64_t count;
  sx_status status = sx_segment_writer_open(writer, b->build->to, err);
  if (!status) {
    status = write_entries(b, writer, &count, &out->blocks);
    if (status) sx_fail(err, status, NULL);
    if (!status) status = write_postings(b, writer, out->blocks, err);
    if (status)
      sx_segment_writer_discard(writer);
    else
      status = sx_segment_writer_end(writer, count, out->blocks, &out->segment_bytes, err);
  }
  sx_free(writer);
  return status;
}

/* ---- the whole --------------------------------------------------------------------------- */

static bool is_ascending(const sx_index_build *build) {
  const sx_strs *paths = build->paths;
  for (size_t i = 1; i < paths->len; i++)
    if (sx_path_compare(paths->items[i - 1], paths->items[i]) >= 0) return false;
  for (size_t i = 1; i < build->gone_count; i++)
    if (sx_path_compare(build->gone[i - 1].path, build->gone[i].path) >= 0) return false;
  return true;
}

static void count_states(const sx_builder *b, sx_index_built *out) {
  for (size_t i = 0; i < b->build->paths->len; i++) {
    out->covered += b->files[i].state == SX_INDEX_COVERED;
    out->binary += b->files[i].state == SX_INDEX_BINARY;
    out->open += b->files[i].state == SX_INDEX_OPEN;
  }
  out->files = b->files_done;
  out->bytes = b->bytes_done;
}

static sx_status run(sx_builder *b, sx_index_built *out, sx_err *err) {
  sx_status status = read_files(b, err);
  if (!status) status = write_segment(b, out, err);
  if (!status) count_states(b, out);
  end_workers(b);
  return status;
}

/** In the folder for runs. */
static sx_status run_in_scratch(sx_builder *b, sx_index_built *out, sx_err *err) {
  size_t made_bytes;
  sx_buf inside;
  sx_buf_init(&inside, MAX_PATH_BYTES);
  sx_buf_add_text(&inside, b->build->scratch);
  sx_buf_add_text(&inside, "/run");
  sx_status status = inside.status ? sx_fail(err, inside.status, NULL)
                                   : sx_file_make_parents(sx_buf_str(&inside), &made_bytes, err);
  if (!status) {
    status = run(b, out, err);
    sx_dir_remove_empty(b->build->scratch);
  }
  sx_buf_release(&inside);
  return status;
}

sx_status sx_index_build_run(const sx_index_build *build, sx_index_built *out, sx_err *err) {
  *out = (sx_index_built){0};
  if (!is_ascending(build))
    return sx_fail(err, SX_INVALID_ARGUMENT, "The paths to be indexed are not in order.");
  sx_builder *b = sx_calloc(1, sizeof *b);
  if (!b) return sx_fail(err, SX_NOMEM, NULL);
  b->build = build;
  b->worker_count = build->threads ? build->threads : 1;
  if (b->worker_count > SX_BUILD_MAX_THREADS) b->worker_count = SX_BUILD_MAX_THREADS;
  b->files = sx_calloc(build->paths->len + 1, sizeof *b->files);
  sx_status status = SX_NOMEM;
  if (!b->files || uv_mutex_init(&b->mutex))
    sx_fail(err, status, NULL);
  else {
    status = run_in_scratch(b, out, err);
    uv_mutex_destroy(&b->mutex);
  }
  sx_free(b->files);
  sx_free(b);
  return status;
}
