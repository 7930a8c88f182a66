#include "semantic/declared_parts.h"
#include "semantic/meaning_parts.h"

#include "meaning/terms.h"
#include "workspace/text_search.h"

#include <stdlib.h>

/* The search for them ends then. */
#define NAMED_MS 2500
#define MAX_NAMED_FILES 100
/* Files with the words where they do not count: so many are looked into, and so many named. */
#define MAX_LOOKS 20
#define MAX_UNREAD_FILES 3
#define PATTERN_BYTES ((size_t)16 << 10)
#define LINES_BYTES ((size_t)512 << 20)
/* Shorter beginnings are in too many words. */
#define LEAST_BEGINNING 3

/* ---- the pattern ----------------------------------------------------------------------------- */

/* How all words of a stem begin, which is not always the stem: "director" of "directori", "capab"
 * of "capabl" (capability), "siz" of "size" (sizing). */
static sx_str beginning_of(const sx_question_term *term) {
  sx_str begin = term->stem;
  if (sx_str_has_suffix(begin, SX_STR("i")) || sx_str_has_suffix(begin, SX_STR("e")) ||
      sx_str_has_suffix(begin, SX_STR("bl")))
    begin.len--;
  return begin.len < LEAST_BEGINNING ? term->word : begin;
}

/* Any of the terms, where a word may begin: "retry" of `do_retry` and `mayRetry`, not of "poetry".
 * They are of letters and digits, which need no escapes. */
static void write_pattern(const sx_question *question, sx_buf *out) {
  for (size_t i = 0; i < question->terms.len; i++) {
    sx_str begin = beginning_of(&question->terms.items[i]);
    char first = begin.ptr[0];
    if (i) sx_buf_add_text(out, "|");
    if (first < 'a' || first > 'z')
      sx_buf_addf(out, "(?i:%.*s)", SX_STR_ARG(begin));
    else
      sx_buf_addf(out, "(?<![A-Za-z])(?i:%.*s)|%c%.*s", SX_STR_ARG(begin), first - 'a' + 'A',
                  (int)begin.len - 1, begin.ptr + 1);
  }
}

/* ---- the search ------------------------------------------------------------------------------ */

static bool has_file(const void *arg, sx_str below) {
  (void)arg;
  return sx_declared__may_declare(below) || sx_meaning_is_prose(below);
}

static sx_status search_roots(sx_declared_search *s, const sx_text_search *search,
                              bool with_indexed, sx_text_found *found, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < s->roots.len && !status && !found->is_cut; i++) {
    const sx_declared_root *one = &s->roots.items[i];
    if (!with_indexed && one->index.has_meaning && one->index.is_whole) continue;
    status = sx_text_search_run(found, s->call, search, one->root->path, true, err);
    if (!status || sx_status_ends_call(status)) continue;
    *err = (sx_err){0};
    status = SX_OK;
  }
  return status;
}

static int compare(const void *a, const void *b) {
  const sx_text_file *one = a, *other = b;
  if (one->hits != other->hits) return one->hits < other->hits ? 1 : -1;
  return sx_str_compare(one->path, other->path);
}

/* Those that may answer, the ones with the most hits first. */
static void sort(sx_text_found *found, const sx_meaning_filter *filter) {
  size_t kept = 0;
  for (size_t i = 0; i < found->files.len; i++)
    if (sx_meaning__has(filter, found->files.items[i].path))
      found->files.items[kept++] = found->files.items[i];
  found->files.len = kept;
  if (kept) qsort(found->files.items, kept, sizeof *found->files.items, compare);
}

typedef sx_status (*take_files)(sx_declared_search *search, const sx_question *question,
                                const sx_text_search *texts, const sx_text_found *found,
                                sx_strs *out, sx_err *err);

static sx_status find(sx_declared_search *s, const sx_question *question,
                      const sx_meaning_filter *filter, bool with_indexed, take_files take,
                      sx_strs *out, sx_err *err) {
  const sx_grep_options options = {0};
  sx_text_found found = {0};
  sx_grep *grep = NULL;
  sx_buf pattern;
  sx_buf_init(&pattern, PATTERN_BYTES);
  write_pattern(question, &pattern);
  sx_status status = pattern.status ? sx_fail(err, pattern.status, NULL) : SX_OK;
  if (!status) status = sx_grep_compile(&grep, sx_buf_str(&pattern), &options, s->call->arena, err);
  const sx_text_search texts = {.grep = grep, .has = has_file};
  sx_port_call_limit(s->call->wait, NAMED_MS);
  if (!status) status = search_roots(s, &texts, with_indexed, &found, err);
  sort(&found, filter);
  if (!status) status = take(s, question, &texts, &found, out, err);
  sx_port_call_reserve(s->call->wait, 0);
  sx_grep_release(grep);
  sx_buf_release(&pattern);
  return status;
}

/* ---- files to read --------------------------------------------------------------------------- */

static sx_status take_named(sx_declared_search *s, const sx_question *question,
                            const sx_text_search *texts, const sx_text_found *found, sx_strs *out,
                            sx_err *err) {
  sx_status status = SX_OK;
  (void)question;
  (void)texts;
  for (size_t i = 0; i < found->files.len && i < MAX_NAMED_FILES && !status; i++)
    status = sx_strs_add_new(out, found->files.items[i].path, s->call->arena, err);
  return status;
}

sx_status sx_meaning_find_named(sx_declared_search *s, const sx_question *question,
                                const sx_meaning_filter *filter, bool *has_more, sx_err *err) {
  sx_status status = find(s, question, filter, false, take_named, &s->named_paths, err);
  *has_more = !status && s->named_paths.len;
  return *has_more ? sx_declared__take_fresh(s, err) : status;
}

/* ---- files that are not read ----------------------------------------------------------------- */

static bool has_term(const sx_question *question, sx_str line) {
  sx_terms terms;
  sx_str word;
  size_t term;
  sx_terms_init(&terms, line);
  while (sx_terms_next(&terms, &word))
    if (sx_question_find(question, word, &term)) return true;
  return false;
}

static sx_status look_into(sx_declared_search *s, const sx_question *question,
                           const sx_text_search *texts, const sx_text_file *file, bool *has,
                           sx_err *err) {
  sx_text_lines lines = {0};
  sx_arena scratch;
  sx_arena_init(&scratch, LINES_BYTES);
  sx_status status = sx_text_search_lines(&lines, s->call, texts, file, &scratch, err);
  *has = false;
  for (size_t i = 0; i < lines.hits.len && !status && !*has; i++)
    *has = has_term(question,
                    sx_str_slice(lines.text, lines.hits.items[i].start, lines.hits.items[i].end));
  sx_arena_release(&scratch);
  return status;
}

static sx_status take_unread(sx_declared_search *s, const sx_question *question,
                             const sx_text_search *texts, const sx_text_found *found, sx_strs *out,
                             sx_err *err) {
  sx_status status = SX_OK;
  bool has;
  for (size_t i = 0; i < found->files.len && i < MAX_LOOKS && out->len < MAX_UNREAD_FILES; i++) {
    status = look_into(s, question, texts, &found->files.items[i], &has, err);
    if (!status && has)
      status = sx_strs_add_new(out, found->files.items[i].path, s->call->arena, err);
    if (status) return status;
  }
  return SX_OK;
}

sx_status sx_meaning_find_unread(sx_declared_search *s, const sx_question *question,
                                 const sx_meaning_filter *filter, sx_strs *out, sx_err *err) {
  *out = (sx_strs){0};
  return find(s, question, filter, true, take_unread, out, err);
}
