#include "base/buf.h"
#include "base/byte.h"
#include "os/clock.h"
#include "resolve/resolve.h"
#include "text/keyword.h"
#include "workspace/paths.h"
#include "workspace/text_search.h"

#include <stdlib.h>

#define MAX_CLOSE 5
/* Edits than the closest: of a long name many others are within the limit. */
#define MAX_FARTHER 2
#define LEAST_BYTES 4
#define MOST_BYTES 64
#define LEAST_PART_BYTES 3 /* an index knows nothing shorter */
/* A hint is worth so much time: to find the files, and to read names in their lines. */
#define SEARCH_MS 20
#define READ_MS 8
#define SCRATCH_BYTES ((size_t)256 << 20)

typedef struct close_name {
  sx_str name;
  size_t distance;
} close_name;

typedef struct close_names {
  sx_call *call;
  const sx_locator *locator;
  const sx_resolution *out;
  sx_text_search search;
  sx_text_found found;
  close_name best[MAX_CLOSE]; /* the closest first */
  size_t count;
} close_names;

static bool is_name(sx_str name) {
  for (size_t i = 0; i < name.len; i++)
    if (!sx_byte_is_ident(name.ptr[i])) return false;
  return name.len >= LEAST_BYTES && name.len <= MOST_BYTES;
}

static bool is_closer(const close_name *one, const close_name *other) {
  if (one->distance != other->distance) return one->distance < other->distance;
  return sx_str_compare(one->name, other->name) < 0;
}

static void add_name(close_names *c, sx_str name, const sx_language *language) {
  sx_str wanted = c->locator->name;
  size_t limit = wanted.len / 3;
  if (name.len + limit < wanted.len || name.len > wanted.len + limit) return;
  if (sx_str_is_equal(name, wanted)) return;
  for (size_t i = 0; i < c->count; i++)
    if (sx_str_is_equal(c->best[i].name, name)) return;
  close_name close = {name, sx_str_distance(name, wanted, limit)};
  if (close.distance > limit || sx_keyword_of(language, name) != SX_NO_KEYWORD) return;
  size_t at = c->count;
  while (at && is_closer(&close, &c->best[at - 1])) at--;
  if (at == MAX_CLOSE) return;
  close.name = sx_arena_dup(c->call->arena, name);
  if (c->call->arena->status) return;
  if (c->count < MAX_CLOSE) c->count++;
  for (size_t i = c->count - 1; i > at; i--) c->best[i] = c->best[i - 1];
  c->best[at] = close;
}

static void add_names_of(close_names *c, sx_str line, const sx_language *language) {
  for (size_t i = 0; i < line.len;) {
    size_t from = i;
    while (i < line.len && sx_byte_is_ident(line.ptr[i])) i++;
    if (i > from && !sx_byte_is_digit(line.ptr[from]))
      add_name(c, sx_str_slice(line, from, i), language);
    if (i == from) i++;
  }
}

/* ---- the files ---------------------------------------------------------------------------- */

static void add_part(sx_buf *pattern, sx_str part) {
  for (size_t i = 0; i < part.len; i++) {
    if (part.ptr[i] == '$') sx_buf_add_char(pattern, '\\');
    sx_buf_add_char(pattern, part.ptr[i]);
  }
}

/**
 * One mistake leaves one half of a name as it is, unless that is two letters in the middle which
 * changed places. The halves of a short name share letters.
 */
static void write_halves(sx_buf *pattern, sx_str name) {
  size_t half = name.len / 2, to = half, from = half;
  if (to < LEAST_PART_BYTES) to = LEAST_PART_BYTES;
  if (name.len - from < LEAST_PART_BYTES) from = name.len - LEAST_PART_BYTES;
  add_part(pattern, sx_str_slice(name, 0, to));
  sx_buf_add_char(pattern, '|');
  add_part(pattern, sx_str_slice(name, from, name.len));
  sx_buf_add_char(pattern, '|');
  add_part(pattern, sx_str_slice(name, 0, half - 1));
  sx_buf_add(pattern, SX_STR(".."));
  add_part(pattern, sx_str_slice(name, half + 1, name.len));
}

static sx_status compile_halves(close_names *c, sx_grep **grep, sx_err *err) {
  sx_buf pattern;
  sx_buf_init(&pattern, 8 * MOST_BYTES);
  write_halves(&pattern, c->locator->name);
  const sx_grep_options options = {.ignore_case = true};
  sx_status status = pattern.status;
  if (!status) status = sx_grep_compile(grep, sx_buf_str(&pattern), &options, c->call->arena, err);
  sx_buf_release(&pattern);
  return status;
}

static int compare_files(const void *a, const void *b) {
  const sx_text_file *one = a, *other = b;
  return sx_str_compare(one->path, other->path);
}

static sx_status find_files(close_names *c, sx_err *err) {
  sx_call *call = c->call;
  sx_status status = SX_OK;
  sx_port_call_limit(call->wait, SEARCH_MS);
  for (size_t i = 0; i < call->roots.len && !status && !c->found.is_cut; i++) {
    sx_str root = call->roots.items[i].path;
    if (sx_path_is_uri(root)) continue; /* is not on the disk */
    status = sx_text_search_run(&c->found, call, &c->search, root, true, err);
  }
  sx_port_call_reserve(call->wait, 0);
  if (!status && c->found.files.len)
    qsort(c->found.files.items, c->found.files.len, sizeof *c->found.files.items, compare_files);
  return status;
}

static sx_status read_file(close_names *c, const sx_text_file *file, const sx_language *language,
                           sx_err *err) {
  sx_arena scratch;
  sx_text_lines lines;
  sx_arena_init(&scratch, SCRATCH_BYTES);
  sx_status status = sx_text_search_lines(&lines, c->call, &c->search, file, &scratch, err);
  for (size_t i = 0; i < lines.hits.len && !status; i++) {
    const sx_grep_hit *hit = &lines.hits.items[i];
    add_names_of(c, sx_str_slice(lines.text, hit->start, hit->end), language);
  }
  sx_arena_release(&scratch);
  return status;
}

static sx_status read_files(close_names *c, sx_err *err) {
  uint64_t since_ms = sx_clock_ms();
  sx_status status = SX_OK;
  for (size_t i = 0; i < c->found.files.len && !status; i++) {
    if (sx_clock_since_ms(since_ms) > READ_MS) break;
    const sx_text_file *file = &c->found.files.items[i];
    const sx_language *language = sx_language_find(SX_STR(""), file->path),
                      *given = c->out->language;
    if (!sx_language_is_code(language) || (given && !sx_language_is_kin(given, language))) continue;
    status = read_file(c, file, language, err);
  }
  return status;
}

sx_status sx_resolve__nearest_in_text(sx_call *call, const sx_locator *locator, sx_resolution *out,
                                      sx_err *err) {
  close_names c = {.call = call, .locator = locator, .out = out};
  sx_grep *grep = NULL;
  if (!is_name(locator->name) || sx_port_call_check(call->wait)) return SX_OK;
  sx_status status = compile_halves(&c, &grep, err);
  c.search.grep = grep;
  if (!status) status = find_files(&c, err);
  if (!status) status = read_files(&c, err);
  sx_grep_release(grep);
  for (size_t i = 0; i < c.count && !status; i++)
    if (c.best[i].distance <= c.best[0].distance + MAX_FARTHER)
      status = sx_strs_add(&out->nearest, c.best[i].name, call->arena, err);
  out->is_nearest_text = c.count > 0;
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  /* A missing hint is not a failure. */
  return sx_status_ends_call(status) ? status : SX_OK;
}
