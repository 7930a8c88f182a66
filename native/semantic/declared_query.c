#include "semantic/declared_query.h"

#include "base/folder.h"
#include "base/utf8.h"
#include "resolve/locator.h"
#include "semantic/declared_globs.h"
#include "semantic/declared_rank.h"
#include "semantic/near_words.h"
#include "semantic/query_words.h"
#include "semantic/reexports.h"
#include "symbols/names.h"
#include "workspace/paths.h"

#include <stdlib.h>

#define MAX_PARTS ((size_t)12)
/* Names that are rated; more are counted. */
#define MAX_NAMES ((size_t)5000)
#define MAX_NAMES_BESIDE ((size_t)500) /* the exact one */
/* The best names whose declarations are looked at, for each that is answered; and where files are
   left out, in all. */
#define CANDIDATES ((size_t)4)
#define MAX_FILTERED ((size_t)500)
/* Declarations of all of these that are looked at, and of each at least: two of it are answered. */
#define MAX_OF_OTHERS ((size_t)40000)
#define MIN_OF_OTHER ((size_t)50)
/* Declarations of one other name, and of one file for all of them. */
#define MAX_OF_NAME ((size_t)2)
#define MAX_OF_FILE ((size_t)3)
/* The name itself in another case or container leaves this part of the list to others. */
#define OTHERS_PART 4
#define MAX_FILES ((size_t)5) /* that the query names */
/* A name of fewer letters is near to too many others. */
#define MIN_TYPO_BYTES 4
#define TWO_TYPOS_BYTES 8
/* One letter more that is right counts for more than what a declaration is. */
#define TYPO 10

typedef struct querying {
  sx_declared_search *search;
  const sx_declared_query *query;
  sx_declared_found *out;
  sx_locator locator;
  sx_strs parts;
  sx_declared_context context;
  size_t of_name, of_file; /* most of one name, of one file */
  sx_declared_globs globs;
} querying;

/* ---- which files --------------------------------------------------------------------------- */

static bool is_wanted(const querying *q, sx_str path) {
  if (q->query->type && !sx_file_type_has(q->query->type, path)) return false;
  return sx_declared_globs_fit(&q->globs, path);
}

static bool has_path(void *arg, sx_str path) {
  return is_wanted(arg, path);
}

/* `till.c`, `src/till.c`: the name of a file, or the end of a path. */
static bool is_path_like(sx_str text) {
  size_t dot = sx_str_find_last_char(text, '.');
  bool has_extension = dot != SX_STR_NONE && dot + 1 < text.len && text.len - dot <= 6 && dot > 0;
  return sx_str_find_char(text, ' ', 0) == SX_STR_NONE &&
         (has_extension || sx_str_find_char(text, '/', 0) != SX_STR_NONE);
}

static bool ends_with_path(sx_str path, sx_str end) {
  return sx_str_has_suffix(path, end) &&
         (path.len == end.len || path.ptr[path.len - end.len - 1] == '/');
}

static sx_status find_files_in(querying *q, const sx_declared_root *one, sx_str text, sx_err *err) {
  const sx_known_list *list = one->index.list;
  sx_arena *arena = q->search->call->arena;
  sx_status status = SX_OK;
  for (size_t i = 0; list && i < list->paths.len && !status; i++) {
    if (!ends_with_path(list->paths.items[i], text)) continue;
    sx_str path = sx_arena_printf(arena, "%.*s/%.*s", SX_STR_ARG(one->root->path),
                                  SX_STR_ARG(list->paths.items[i]));
    if (!path.len) return sx_fail(err, arena->status, NULL);
    bool counts = is_wanted(q, path) && !sx_strs_have(&q->out->files, path);
    if (counts && q->out->file_count++ < MAX_FILES)
      status = sx_strs_add(&q->out->files, path, arena, err);
  }
  return status;
}

static sx_status find_files(querying *q, sx_err *err) {
  sx_str text = q->query->text;
  sx_status status = SX_OK;
  while (text.len && text.ptr[0] == '/') text = sx_str_slice(text, 1, text.len);
  for (size_t i = 0; i < q->search->roots.len && is_path_like(text) && !status; i++)
    status = find_files_in(q, &q->search->roots.items[i], text, err);
  return status;
}

/* ---- where it is asked from ------------------------------------------------------------------ */

static bool has_manifest(const sx_declared_root *one, sx_str folder, sx_arena *arena) {
  static const char *const manifests[] = {
      "package.json", "Cargo.toml",   "go.mod",           "pyproject.toml", "setup.py",
      "pom.xml",      "build.gradle", "build.gradle.kts", "composer.json",  "Gemfile",
      "mix.exs",      "pubspec.yaml", "Package.swift",    "build.sbt",      "build.zig"};
  const sx_strs *paths = &one->index.list->paths;
  for (size_t i = 0; i < sizeof manifests / sizeof *manifests; i++) {
    sx_str path = sx_arena_printf(arena, "%.*s%s", SX_STR_ARG(folder), manifests[i]);
    size_t at = sx_known_find(paths, path);
    if (at < paths->len && sx_str_is_equal(paths->items[at], path)) return true;
  }
  return false;
}

/* The nearest folder around the file that is a package's own, below that of the workspace. */
static sx_str find_package(const querying *q, sx_str path) {
  for (size_t i = 0; i < q->search->roots.len; i++) {
    const sx_declared_root *one = &q->search->roots.items[i];
    sx_str root = one->root->path;
    if (!one->index.list || !sx_folder_has(root, path)) continue;
    sx_str folder = sx_path_folder(sx_str_slice(path, root.len + 1, path.len));
    for (; folder.len; folder = sx_path_folder(sx_str_slice(folder, 0, folder.len - 1)))
      if (has_manifest(one, folder, q->search->call->arena))
        return sx_str_slice(path, 0, root.len + folder.len);
  }
  return SX_STR("");
}

/* ---- names ---------------------------------------------------------------------------------- */

/* Up to `most` of them. */
static sx_status find(querying *q, sx_str name, size_t most, sx_declared_list *out, sx_err *err) {
  sx_status status = sx_declared_find_some(q->search, name, most, out, err);
  if (!status) sx_declared_sort(out, name, &q->context, q->search->call->arena);
  return status;
}

/* Those of the keyword's kind first, in `struct page`. */
static sx_status take_exact(querying *q, const sx_declared_list *all, bool is_of_kind,
                            sx_err *err) {
  for (size_t i = 0; i < all->len; i++) {
    const sx_declared *one = &all->items[i];
    sx_str kind = sx_fact_kind_name((sx_fact_kind)one->kind);
    if (sx_locator_fits_kind(&q->locator, kind) != is_of_kind) continue;
    sx_declared *added = SX_ARRAY_ADD(&q->out->exact, q->search->call->arena);
    if (!added) return sx_fail(err, q->search->call->arena->status, NULL);
    *added = *one;
  }
  return SX_OK;
}

/* `Shop.Tills` as a whole is the name of a namespace, whose other declarations in one folder, as of
 * a package, are left out. */
static sx_status add_whole(querying *q, sx_declared_list *all, sx_err *err) {
  sx_declared_list found = {0};
  sx_str last = SX_STR(""), whole = q->locator.whole;
  const sx_declared_filter filter = {has_path, NULL, q, whole, NULL};
  sx_status status = sx_declared_find_fitting(q->search, whole, &filter, &found, err);
  for (size_t i = 0; i < found.len && !status; i++) {
    const sx_declared *one = &found.items[i];
    sx_str folder = sx_path_folder(one->path);
    bool is_space = one->kind == SX_FACT_PACKAGE || one->kind == SX_FACT_NAMESPACE;
    if (is_space && sx_str_is_equal(folder, last)) continue;
    sx_declared *added = SX_ARRAY_ADD(all, q->search->call->arena);
    if (!added) return sx_fail(err, q->search->call->arena->status, NULL);
    *added = *one;
    if (is_space) last = folder;
  }
  return status;
}

static sx_status find_exact(querying *q, sx_err *err) {
  sx_str name = q->locator.name;
  sx_declared_list all = {0};
  const sx_declared_filter filter = {has_path, NULL, q, name, &q->locator};
  sx_status status = sx_declared_find_fitting(q->search, name, &filter, &all, err);
  if (!status && q->locator.whole.len) status = add_whole(q, &all, err);
  if (!status && !all.len) status = sx_reexports_find(q->search, &q->locator, &all, err);
  /* Names that are only like it are not worth the time: the best declaration of each is shown. */
  if (!status) status = sx_declared_count_importers(q->search, &all, err);
  if (!status) sx_declared_sort(&all, name, &q->context, q->search->call->arena);
  if (!status) status = take_exact(q, &all, true, err);
  if (!status) status = take_exact(q, &all, false, err);
  return status;
}

typedef struct rated {
  sx_str name;
  int rate;
  bool is_open; /* its best declaration is in a file that a person has open */
} rated;

static int compare_rated(const void *a, const void *b) {
  const rated *one = a, *other = b;
  if (one->rate != other->rate) return one->rate > other->rate ? -1 : 1;
  if (one->is_open != other->is_open) return one->is_open ? -1 : 1;
  if (one->name.len != other->name.len) return one->name.len < other->name.len ? -1 : 1;
  return sx_str_compare(one->name, other->name);
}

static size_t count_of_file(const sx_declared_list *list, sx_str path) {
  size_t count = 0;
  for (size_t i = 0; i < list->len; i++) count += sx_str_is_equal(list->items[i].path, path);
  return count;
}

/* The best declarations of a name that is wanted. */
typedef struct candidate {
  sx_declared_list own;
  rated name;
} candidate;

static int compare_candidates(const void *a, const void *b) {
  return compare_rated(&((const candidate *)a)->name, &((const candidate *)b)->name);
}

/* One without any of them is not wanted. */
static sx_status take_candidate(querying *q, const rated *name, size_t most, candidate *out,
                                sx_err *err) {
  *out = (candidate){.name = *name};
  sx_status status = find(q, name->name, most, &out->own, err);
  size_t same = 0;
  while (same < out->own.len && sx_str_is_equal(out->own.items[same].name, name->name)) same++;
  out->own.len = same;
  if (!same) return status;
  const sx_declared *best = &out->own.items[0];
  out->name.rate += sx_declared_rate(best);
  out->name.is_open = sx_open_editors_find(&q->search->open, best->path) == SX_OPEN_FILE;
  return status;
}

static sx_status add_candidate(querying *q, const candidate *from, sx_err *err) {
  sx_declared_list *others = &q->out->others;
  for (size_t i = 0; i < from->own.len && i < q->of_name; i++) {
    const sx_declared *one = &from->own.items[i];
    if (others->len >= q->query->limit || count_of_file(others, one->path) >= q->of_file) continue;
    sx_declared *added = SX_ARRAY_ADD(others, q->search->call->arena);
    if (!added) return sx_fail(err, q->search->call->arena->status, NULL);
    *added = *one;
  }
  return SX_OK;
}

/* So many of the best names are looked at; those that no filter keeps are not counted. */
static sx_status add_rated(querying *q, const rated *names, size_t count, sx_err *err) {
  bool filters = q->query->type || q->globs.items;
  size_t most = filters ? MAX_FILTERED : CANDIDATES * q->query->limit, len = 0;
  size_t taken = count < most ? count : most;
  candidate *all = sx_arena_calloc(q->search->call->arena, taken + 1, sizeof *all);
  if (!all) return sx_fail(err, q->search->call->arena->status, NULL);
  sx_status status = SX_OK;
  size_t each = MAX_OF_OTHERS / (taken + 1);
  for (size_t i = 0; i < taken && !status; i++) {
    status =
        take_candidate(q, &names[i], each < MIN_OF_OTHER ? MIN_OF_OTHER : each, &all[len], err);
    len += all[len].own.len > 0;
  }
  q->out->other_names += len + (count - taken);
  q->out->is_about |= filters && count > taken;
  qsort(all, len, sizeof *all, compare_candidates);
  for (size_t i = 0; i < len && !status; i++) status = add_candidate(q, &all[i], err);
  return status;
}

/* The exact name is answered already, or those that are alike. */
static bool is_the_name(const querying *q, sx_str name) {
  if (q->out->has_alike) return sx_str_is_equal_fold(name, q->locator.name);
  return sx_str_is_equal(name, q->locator.name) && q->out->exact.len;
}

/* `rate`: higher is better; below 0: not wanted. */
static sx_status add_names(querying *q, const sx_strs *names, int (*rate)(querying *, sx_str),
                           sx_err *err) {
  size_t count = 0;
  rated *all = sx_arena_calloc(q->search->call->arena, names->len + 1, sizeof *all);
  if (!all) return sx_fail(err, q->search->call->arena->status, NULL);
  for (size_t i = 0; i < names->len; i++) {
    const rated one = {.name = names->items[i], .rate = rate(q, names->items[i])};
    if (one.rate >= 0 && !is_the_name(q, one.name)) all[count++] = one;
  }
  qsort(all, count, sizeof *all, compare_rated);
  return add_rated(q, all, count, err);
}

/* ---- in another case or container ------------------------------------------------------------ */

static int rate_alike(querying *q, sx_str name) {
  return sx_str_is_equal(name, q->locator.name) ? 2 * TYPO : TYPO;
}

/* `safeparse` is meant to be safeParse, and `Zod.parse` a parse, before names that only have parts.
 */
static sx_status find_alike(querying *q, sx_err *err) {
  sx_declared_list all = {0};
  sx_strs names = {0};
  sx_status status = find(q, q->locator.name, MAX_OF_OTHERS, &all, err);
  for (size_t i = 0; i < all.len && !status; i++)
    status = sx_strs_add_new(&names, all.items[i].name, q->search->call->arena, err);
  q->of_name = q->of_file = q->query->limit - q->query->limit / OTHERS_PART;
  if (!status) status = add_names(q, &names, rate_alike, err);
  q->of_name = MAX_OF_NAME;
  q->of_file = MAX_OF_FILE;
  q->out->has_alike = q->out->others.len > 0;
  q->out->alike = all.len;
  return status;
}

/* ---- by parts -------------------------------------------------------------------------------- */

/* Never below 0: all of them fit. */
static int rate_by_parts(querying *q, sx_str name) {
  return 1000 + sx_declared_rate_name(name, &q->parts);
}

static sx_status add_part(sx_strs *parts, sx_str part, bool is_beginning, sx_arena *arena,
                          sx_err *err) {
  sx_str made = is_beginning ? sx_arena_printf(arena, "%.*s*", SX_STR_ARG(part)) : part;
  return sx_strs_add(parts, made, arena, err);
}

/* Beside the exact name it is not worth a while to look for words that only begin as its own. */
static bool are_enough(const querying *q, const sx_declared_names *whole) {
  return whole->left || whole->names.len >= MAX_NAMES ||
         (q->out->exact.len && sx_declared_is_big(q->search));
}

static sx_status find_by_parts(querying *q, sx_err *err) {
  sx_declared_names whole, all;
  sx_strs beginnings = {0};
  sx_status status = SX_OK;
  if (!q->parts.len) return SX_OK;
  for (size_t i = 0; i < q->parts.len && !status; i++)
    status = add_part(&beginnings, q->parts.items[i], true, q->search->call->arena, err);
  sx_symbols_wanted wanted = {&q->parts, q->out->exact.len ? MAX_NAMES_BESIDE : MAX_NAMES};
  if (!status) status = sx_declared_find_names(q->search, &wanted, &whole, err);
  if (status) return status;
  bool is_enough = are_enough(q, &whole);
  wanted = (sx_symbols_wanted){&beginnings, MAX_NAMES};
  if (!is_enough) status = sx_declared_find_names(q->search, &wanted, &all, err);
  if (status) return status;
  const sx_declared_names *taken = is_enough ? &whole : &all;
  q->out->is_about = taken->left > 0;
  q->out->is_least = is_enough;
  q->out->other_names += taken->left;
  return add_names(q, &taken->names, rate_by_parts, err);
}

/* ---- by a mistake ---------------------------------------------------------------------------- */

static size_t most_typos(sx_str name) {
  return name.len < TWO_TYPOS_BYTES ? 1 : 2;
}

static int rate_by_typo(querying *q, sx_str name) {
  size_t most = most_typos(q->locator.name);
  size_t distance = sx_str_distance(name, q->locator.name, most);
  return distance > most ? -1 : TYPO * (int)(most - distance);
}

/* Adds the names that have all parts but one, which begins alike. */
static sx_status add_without(querying *q, size_t left_out, sx_strs *names, sx_err *err) {
  sx_arena *arena = q->search->call->arena;
  sx_strs parts = {0};
  sx_declared_names some = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < q->parts.len && !status; i++) {
    sx_str part = q->parts.items[i];
    bool is_left_out = i == left_out;
    size_t kept = q->parts.len == 1 ? (part.len + 1) / 2 : 1;
    if (is_left_out) part = sx_str_slice(part, 0, sx_utf8_floor(part.ptr, part.len, kept));
    if (part.len) status = add_part(&parts, part, is_left_out, arena, err);
  }
  const sx_symbols_wanted wanted = {&parts, MAX_NAMES};
  if (!status) status = sx_declared_find_names(q->search, &wanted, &some, err);
  for (size_t i = 0; i < some.names.len && !status; i++)
    if (rate_by_typo(q, some.names.items[i]) >= 0)
      status = sx_strs_add_new(names, some.names.items[i], arena, err);
  return status;
}

/* The right name in another container comes first. */
static int rate_near(querying *q, sx_str name) {
  return sx_str_is_equal_fold(name, q->locator.name) ? 2 * TYPO : TYPO;
}

/* One mistake is looked for wherever it is, two where the other parts are right. */
static sx_status find_by_typo(querying *q, sx_err *err) {
  sx_declared_names near;
  sx_strs names = {0};
  if (q->locator.name.len < MIN_TYPO_BYTES || !q->parts.len) return SX_OK;
  sx_status status = sx_declared_find_near(q->search, q->locator.name, &near, err);
  if (!status) status = add_names(q, &near.names, rate_near, err);
  bool is_done = q->out->others.len || most_typos(q->locator.name) < 2;
  for (size_t i = 0; i < q->parts.len && !status && !is_done; i++)
    status = add_without(q, i, &names, err);
  if (!status && !is_done) status = add_names(q, &names, rate_by_typo, err);
  q->out->is_by_typo = q->out->others.len > 0;
  return status;
}

/* ---- by words with mistakes ------------------------------------------------------------------ */

static int rate_near_words(querying *q, sx_str name) {
  return sx_near_words_rate(name, &q->parts);
}

/* The first letter of a word that may be misspelt counts; or nothing, where that may be wrong. */
typedef enum misspelt { FIRST_LETTER_RIGHT, FIRST_LETTER_WRONG, ALL_WORDS } misspelt;

/* Adds names that have the other words, or all by their first letters. */
static sx_status add_near_words(querying *q, size_t which, misspelt how, sx_strs *names,
                                sx_err *err) {
  sx_arena *arena = q->search->call->arena;
  sx_strs parts = {0};
  sx_declared_names some = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < q->parts.len && !status; i++) {
    sx_str part = q->parts.items[i];
    bool is_cut = how == ALL_WORDS || i == which;
    if (is_cut && how == FIRST_LETTER_WRONG) continue;
    if (is_cut) part = sx_str_slice(part, 0, sx_utf8_floor(part.ptr, part.len, 1));
    if (part.len) status = add_part(&parts, part, true, arena, err);
  }
  const sx_symbols_wanted wanted = {&parts, MAX_NAMES};
  if (!status && parts.len) status = sx_declared_find_names(q->search, &wanted, &some, err);
  for (size_t i = 0; i < some.names.len && !status; i++)
    if (rate_near_words(q, some.names.items[i]) >= 0)
      status = sx_strs_add_new(names, some.names.items[i], arena, err);
  return status;
}

static sx_status find_near_words(querying *q, sx_err *err) {
  sx_strs names = {0};
  sx_status status = SX_OK;
  for (misspelt how = FIRST_LETTER_RIGHT; how <= ALL_WORDS && !names.len && !status; how++)
    for (size_t i = 0; i < (how == ALL_WORDS ? 1 : q->parts.len) && !status; i++)
      status = add_near_words(q, i, how, &names, err);
  if (!status) status = add_names(q, &names, rate_near_words, err);
  q->out->is_by_typo = q->out->others.len > 0;
  return status;
}

/* ---- by most of the words -------------------------------------------------------------------- */

#define LEAST_WORDS 2 /* that a name has */

/* Adds names that have the words from `first` on but one. */
static sx_status add_without_word(querying *q, size_t first, size_t end, size_t without,
                                  sx_strs *names, sx_err *err) {
  sx_arena *arena = q->search->call->arena;
  sx_strs parts = {0};
  sx_declared_names some = {0};
  sx_status status = SX_OK;
  for (size_t i = first; i < end && !status; i++)
    if (i != without) status = add_part(&parts, q->parts.items[i], true, arena, err);
  const sx_symbols_wanted wanted = {&parts, MAX_NAMES};
  if (!status) status = sx_declared_find_names(q->search, &wanted, &some, err);
  for (size_t i = 0; i < some.names.len && !status; i++)
    status = sx_strs_add_new(names, some.names.items[i], arena, err);
  return status;
}

/* A name has some words of a sentence: all but one, else two that follow each other. */
static sx_status find_most_words(querying *q, sx_err *err) {
  sx_strs names = {0};
  sx_status status = SX_OK;
  size_t count = q->parts.len;
  if (count <= LEAST_WORDS) return SX_OK;
  for (size_t i = 0; i < count && !status; i++)
    status = add_without_word(q, 0, count, i, &names, err);
  for (size_t i = 0; i + LEAST_WORDS <= count && !names.len && !status; i++)
    status = add_without_word(q, i, i + LEAST_WORDS, SX_STR_NONE, &names, err);
  if (!status) status = add_names(q, &names, rate_by_parts, err);
  q->out->is_by_some = q->out->others.len > 0;
  return status;
}

/* Whether names have the words of `default retry`, and no others. */
static sx_status find_whole_words(querying *q, bool *are_there, sx_err *err) {
  sx_declared_names all;
  const sx_symbols_wanted wanted = {&q->parts, MAX_NAMES};
  sx_status status = sx_declared_find_names(q->search, &wanted, &all, err);
  for (size_t i = 0; !status && i < all.names.len && !*are_there; i++)
    *are_there = sx_query_words_are_name(&q->parts, all.names.items[i]);
  return status;
}

/* ---- all of it ----------------------------------------------------------------------------- */

/* A name that a file declares is a word of its text, whether the index has its declarations or not.
 */
static sx_status find_gaps(querying *q, const sx_declared_filter *filter, bool is_words,
                           sx_err *err) {
  sx_declared_found *out = q->out;
  const sx_strs *paths = &out->gaps.paths;
  sx_status status = sx_declared_find_gaps(q->search, filter, &out->gaps, err);
  if (status || !paths->len) return status;
  if (!is_words)
    status = sx_declared_gaps_search(&out->gaps, q->search->call, q->locator.name, &out->has_no_gap,
                                     &out->gap, err);
  if (!out->gap.len) out->gap = paths->items[0];
  return status;
}

/* `how does the retry work`: the words that only make a sentence are left out. */
static sx_status find_by_sentence(querying *q, sx_err *err) {
  sx_strs counting = {0};
  sx_arena *arena = q->search->call->arena;
  sx_status status = sx_query_words_that_count(&counting, q->query->text, MAX_PARTS, arena, err);
  if (status || !counting.len || counting.len == q->parts.len) return status;
  q->parts = counting;
  return find_by_parts(q, err);
}

static bool has_none(const querying *q) {
  return !q->out->exact.len && !q->out->others.len;
}

static sx_status find_declarations(querying *q, sx_err *err) {
  sx_declared_found *out = q->out;
  const sx_declared_filter filter = {has_path, NULL, q, SX_STR(""), NULL};
  bool is_words = sx_str_find_char(q->locator.name, ' ', 0) != SX_STR_NONE;
  sx_arena *arena = q->search->call->arena;
  sx_status status = sx_query_words_split(&q->parts, q->query->text, MAX_PARTS, arena, err);
  q->search->filter = &filter;
  if (!status && !is_words && sx_query_word_may_be_name(q->locator.keyword))
    status = find_whole_words(q, &is_words, err);
  out->is_sentence = is_words && sx_query_words_are_sentence(q->query->text);
  if (!status && !is_words) status = find_exact(q, err);
  sx_locator split;
  if (!status && !is_words && !out->exact.len &&
      sx_locator_split_dollars(&split, &q->locator, arena)) {
    q->locator = split;
    status = find_exact(q, err);
  }
  if (!status && !is_words && !out->exact.len) status = find_alike(q, err);
  if (!status) status = find_by_parts(q, err);
  if (!status && is_words && has_none(q)) status = find_by_sentence(q, err);
  if (!status && has_none(q)) status = is_words ? find_near_words(q, err) : find_by_typo(q, err);
  if (!status && is_words && has_none(q)) status = find_most_words(q, err);
  q->search->filter = NULL;
  if (!status && has_none(q) && (q->query->type || q->globs.items))
    status = find_gaps(q, &filter, is_words, err);
  return status;
}

sx_status sx_declared_answer(sx_declared_found *out, sx_declared_search *search,
                             const sx_declared_query *query, sx_err *err) {
  querying q = {
      .search = search, .query = query, .out = out, .of_name = MAX_OF_NAME, .of_file = MAX_OF_FILE};
  *out = (sx_declared_found){0};
  sx_status status = sx_declared_globs_parse(&q.globs, search, query->patterns, err);
  if (!status && query->with_files) status = find_files(&q, err);
  if (status || out->files.len) return status;
  q.context =
      (sx_declared_context){query->context, find_package(&q, query->context), &search->open};
  status = sx_locator_parse_name(&q.locator, "query", query->text, err);
  return status ? status : find_declarations(&q, err);
}
