#include "symbols_scene.h"

#include "syntax/c_scan.h"

#include "harness.h"
#include "temp_files.h"

#include <stdlib.h>

static void close_writer(symbols_scene *scene) {
  sx_symbols_writer_free(scene->writer);
  sx_symbols_close_file(scene->db);
  scene->writer = NULL;
  scene->db = NULL;
}

static void free_scene(void *arg) {
  symbols_scene *scene = arg;
  close_writer(scene);
  sx_symbols_free(scene->reader);
}

symbols_scene *symbols_scene_new(void) {
  symbols_scene *scene = sx_test_memory(sizeof *scene);
  *scene = (symbols_scene){.folder = temp_folder()};
  scene->path = temp_path(scene->folder, "symbols.1");
  sx_test_defer(free_scene, scene);
  return scene;
}

static sx_status begin(symbols_scene *scene) {
  sx_status status = sx_symbols_prepare();
  if (!status)
    status = sx_symbols_make(&scene->db, scene->path.ptr, SYMBOLS_SCENE_MARK, sx_test_err());
  return status ? status : sx_symbols_writer_new(&scene->writer, scene->db, sx_test_err());
}

/* Each struct has the one before it as its base, by the name that stands there. */
static void add_bases(sx_text_facts *facts, sx_arena *arena) {
  const sx_fact *before = NULL;
  for (uint32_t i = 0; i < facts->facts.len; i++) {
    const sx_fact *fact = &facts->facts.items[i];
    if (fact->kind != SX_FACT_STRUCT) continue;
    sx_base *base = before ? SX_ARRAY_ADD(&facts->bases, arena) : NULL;
    if (base)
      *base = (sx_base){i, before->start, before->name_end, (uint8_t)(i % SX_BASE_KIND_COUNT)};
    before = fact;
  }
}

static sx_status put(symbols_scene *scene, const char *text, bool has_bases) {
  sx_text_facts facts = {0};
  bool is_cpp;
  sx_arena arena;
  sx_status status = scene->writer ? SX_OK : begin(scene);
  if (status) return status;
  sx_arena_init(&arena, (size_t)64 << 20);
  status =
      sx_c_scan(&facts.facts, &facts.imports, &is_cpp, sx_str_from(text), &arena, sx_test_err());
  if (!status && has_bases) add_bases(&facts, &arena);
  if (!status) status = arena.status;
  const sx_symbols_file file = {scene->entries++, SX_STR("c"), sx_str_from(text), SX_SYMBOLS_READ,
                                &facts};
  if (!status) status = sx_symbols_writer_put(scene->writer, &file, sx_test_err());
  sx_arena_release(&arena);
  return status;
}

sx_status symbols_scene_put(symbols_scene *scene, const char *text) {
  return put(scene, text, false);
}

sx_status symbols_scene_put_subtypes(symbols_scene *scene, const char *text) {
  return put(scene, text, true);
}

sx_status symbols_scene_finish(symbols_scene *scene) {
  sx_status status = scene->writer ? SX_OK : begin(scene);
  if (!status) status = sx_symbols_writer_finish(scene->writer, sx_test_err());
  close_writer(scene);
  return status;
}

sx_status symbols_scene_open(symbols_scene *scene) {
  sx_symbols_free(scene->reader);
  return sx_symbols_open(&scene->reader, scene->path.ptr, SYMBOLS_SCENE_MARK, sx_test_err());
}

sx_status symbols_scene_make(symbols_scene *scene, const char *const *texts, size_t count) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < count && !status; i++) status = symbols_scene_put(scene, texts[i]);
  if (!status) status = symbols_scene_finish(scene);
  return status ? status : symbols_scene_open(scene);
}

/* ---- rows as text ------------------------------------------------------------------------- */

static void write_row(sx_buf *out, const symbols_scene *scene, const sx_symbols_row *row) {
  sx_symbols_row above;
  sx_str kind = sx_fact_kind_name((sx_fact_kind)row->place.kind);
  SX_EXPECT_OK(sx_symbols_above(scene->reader, row, &above, sx_test_arena(), sx_test_err()));
  sx_buf_addf(out, "%u: %.*s ", row->entry, SX_STR_ARG(kind));
  if (above.name.len) sx_buf_addf(out, "%.*s.", SX_STR_ARG(above.name));
  sx_buf_addf(out, "%.*s %u-%u\n", SX_STR_ARG(row->name), row->place.row, row->place.end_row);
  SX_EXPECT_OK(out->status);
}

static void expect_rows(const symbols_scene *scene, const sx_symbols_rows *rows,
                        const char *expected) {
  sx_buf *out = sx_test_buf();
  for (size_t i = 0; i < rows->len && !sx_test_is_over(); i++)
    write_row(out, scene, &rows->items[i]);
  if (!sx_test_is_over()) SX_EXPECT_STR(sx_buf_str(out), sx_str_from(expected));
}

void symbols_scene_expect(const symbols_scene *scene, const char *name, const char *expected) {
  sx_symbols_rows rows = {0};
  if (sx_test_is_over()) return;
  SX_EXPECT_OK(sx_symbols_find(scene->reader, sx_str_from(name), &(int64_t){0}, &rows,
                               sx_test_arena(), sx_test_err()));
  expect_rows(scene, &rows, expected);
}

void symbols_scene_expect_entry(const symbols_scene *scene, uint32_t entry, sx_symbols_state state,
                                const char *expected) {
  sx_symbols_contents found;
  if (sx_test_is_over()) return;
  SX_EXPECT_OK(sx_symbols_of_entry(scene->reader, entry, &found, sx_test_arena(), sx_test_err()));
  SX_EXPECT_INT(found.state, state);
  if (expected) expect_rows(scene, &found.rows, expected);
}

void symbols_scene_expect_subtypes(const symbols_scene *scene, const char *word,
                                   const char *expected) {
  sx_symbols_rows rows = {0};
  sx_symbols_bases bases = {0};
  if (sx_test_is_over()) return;
  sx_buf *out = sx_test_buf();
  SX_EXPECT_OK(sx_symbols_find_subtypes(scene->reader, sx_str_from(word), &rows, &bases,
                                        sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(rows.len, bases.len);
  for (size_t i = 0; i < rows.len && !sx_test_is_over(); i++) {
    const sx_symbols_base *base = &bases.items[i];
    SX_EXPECT(base->symbol == rows.items[i].id);
    sx_buf_addf(out, "%u: %.*s : %u %u %.*s\n", rows.items[i].entry, SX_STR_ARG(rows.items[i].name),
                base->kind, base->at, SX_STR_ARG(base->name));
  }
  SX_EXPECT_OK(out->status);
  SX_EXPECT_STR(sx_buf_str(out), sx_str_from(expected));
}

void symbols_scene_expect_imports(const symbols_scene *scene, uint32_t entry,
                                  const char *expected) {
  sx_symbols_contents contents;
  if (sx_test_is_over()) return;
  sx_buf *out = sx_test_buf();
  SX_EXPECT_OK(
      sx_symbols_of_entry(scene->reader, entry, &contents, sx_test_arena(), sx_test_err()));
  for (size_t i = 0; i < contents.imports.len; i++) {
    const sx_symbols_import *import = &contents.imports.items[i];
    sx_buf_addf(out, "%u %u %.*s\n", import->kind, import->row, SX_STR_ARG(import->specifier));
  }
  SX_EXPECT_OK(out->status);
  SX_EXPECT_STR(sx_buf_str(out), sx_str_from(expected));
}

static sx_status split(sx_strs *out, sx_str text) {
  sx_status status = SX_OK;
  for (size_t at = 0; at < text.len && !status;) {
    size_t end = sx_str_find_char(text, ' ', at);
    sx_str part = sx_str_slice(text, at, end == SX_STR_NONE ? text.len : end);
    status = sx_strs_add(out, part, sx_test_arena(), sx_test_err());
    at += part.len + 1;
  }
  return status;
}

void symbols_scene_expect_names(const symbols_scene *scene, const char *parts, size_t max,
                                size_t count, const char *expected) {
  sx_strs wanted = {0}, names = {0};
  size_t counted;
  if (sx_test_is_over()) return;
  sx_buf *out = sx_test_buf();
  SX_EXPECT_OK(split(&wanted, sx_str_from(parts)));
  const sx_symbols_wanted query = {&wanted, max};
  SX_EXPECT_OK(sx_symbols_find_names(scene->reader, &query, &names, &counted, sx_test_arena(),
                                     sx_test_err()));
  for (size_t i = 0; i < names.len; i++) sx_buf_addf(out, "%.*s\n", SX_STR_ARG(names.items[i]));
  SX_EXPECT_OK(out->status);
  SX_EXPECT_STR(sx_buf_str(out), sx_str_from(expected));
  SX_EXPECT_SIZE(counted, count);
}

static int compare_names(const void *a, const void *b) {
  return sx_str_compare(*(const sx_str *)a, *(const sx_str *)b);
}

void symbols_scene_expect_near(const symbols_scene *scene, const char *name, const char *expected) {
  sx_strs names = {0};
  if (sx_test_is_over()) return;
  sx_buf *out = sx_test_buf();
  SX_EXPECT_OK(sx_symbols_find_near(scene->reader, sx_str_from(name), &names, sx_test_arena(),
                                    sx_test_err()));
  if (names.len) qsort(names.items, names.len, sizeof *names.items, compare_names);
  for (size_t i = 0; i < names.len; i++) sx_buf_addf(out, "%.*s\n", SX_STR_ARG(names.items[i]));
  SX_EXPECT_OK(out->status);
  SX_EXPECT_STR(sx_buf_str(out), sx_str_from(expected));
}
