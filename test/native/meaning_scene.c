#include "meaning_scene.h"

#include "meaning/terms.h"
#include "syntax/c_scan.h"

#include "harness.h"
#include "temp_files.h"

static void free_scene(void *arg) {
  meaning_scene *scene = arg;
  sx_meaning_writer_free(scene->writer);
  sx_meaning_free(scene->reader);
}

meaning_scene *meaning_scene_new(void) {
  meaning_scene *scene = sx_test_memory(sizeof *scene);
  *scene = (meaning_scene){.folder = temp_folder()};
  scene->path = temp_path(scene->folder, "meaning.1");
  sx_test_defer(free_scene, scene);
  return scene;
}

sx_status meaning_scene_units(sx_meaning_units *out, const meaning_text *text) {
  sx_arena *arena = sx_test_arena();
  sx_str own = sx_str_from(text->text), path = sx_str_from(text->path);
  sx_facts facts = {0};
  sx_text_imports imports = {0};
  sx_meaning_declareds declared;
  bool is_cpp;
  if (sx_meaning_is_prose(path)) return sx_meaning_sections_make(out, own, arena);
  sx_status status = sx_c_scan(&facts, &imports, &is_cpp, own, arena, sx_test_err());
  if (!status) status = sx_meaning_declare(&declared, &facts, arena);
  if (status) return status;
  return sx_meaning_units_make(out, own, sx_language_find(SX_STR(""), path), &declared, arena);
}

sx_status meaning_scene_write(meaning_scene *scene, const meaning_text *texts, size_t count) {
  sx_str scratch = temp_path(scene->folder, "scratch");
  const sx_meaning_target target = {scene->path.ptr, scratch.ptr, MEANING_SCENE_MARK, count};
  sx_status status = sx_meaning_writer_new(&scene->writer, &target, sx_test_err());
  for (size_t i = 0; i < count && !status; i++) {
    sx_meaning_units units;
    if (!texts[i].path) continue;
    status = meaning_scene_units(&units, &texts[i]);
    const sx_meaning_text file = {i, sx_str_from(texts[i].path), sx_str_from(texts[i].text), &units,
                                  SX_MEANING_READ};
    if (!status) status = sx_meaning_writer_put(scene->writer, &file, sx_test_err());
  }
  if (!status) status = sx_meaning_writer_finish(scene->writer, sx_test_err());
  sx_meaning_writer_free(scene->writer);
  scene->writer = NULL;
  return status;
}

sx_status meaning_scene_open(meaning_scene *scene) {
  sx_meaning_free(scene->reader);
  return sx_meaning_open(&scene->reader, scene->path.ptr, MEANING_SCENE_MARK, sx_test_err());
}

sx_status meaning_scene_make(meaning_scene *scene, const meaning_text *texts, size_t count) {
  sx_status status = meaning_scene_write(scene, texts, count);
  return status ? status : meaning_scene_open(scene);
}

static int by_unit(void *arg, const sx_meaning_found *a, const sx_meaning_found *b) {
  (void)arg;
  return (a->unit > b->unit) - (a->unit < b->unit);
}

sx_status meaning_scene_ask(const meaning_scene *scene, const char *question, sx_buf *out) {
  enum { MOST = 8 };
  sx_meaning_postings postings[MOST] = {{0}};
  float idf[MOST];
  sx_terms terms;
  sx_str word;
  char stem[SX_TERM_BYTES];
  sx_arena arena;
  sx_meaning_founds founds;
  size_t count = 0;
  sx_status status = SX_OK;
  sx_arena_init(&arena, (size_t)64 << 20);
  sx_terms_init(&terms, sx_str_from(question));
  while (!status && count < MOST && sx_terms_next(&terms, &word))
    status = sx_meaning_find_postings(scene->reader, sx_term_stem(word, stem), &postings[count++],
                                      &arena);
  const sx_meaning_pool pool = {.reader = scene->reader,
                                .units = (uint32_t)sx_meaning_count_units(scene->reader),
                                .postings = postings};
  sx_meaning_ranking ranking = {.pools = &pool,
                                .pool_count = 1,
                                .term_count = count,
                                .units = pool.units,
                                .most = 5,
                                .order = by_unit};
  for (size_t f = 0; f < SX_MEANING_FIELDS; f++)
    ranking.sums[f] = sx_meaning_sum(scene->reader, (sx_meaning_field)f);
  if (!status) status = sx_meaning_rank(&ranking, &founds, idf, &arena);
  for (size_t i = 0; !status && i < founds.len; i++) {
    sx_meaning_record record;
    status = sx_meaning_get_record(scene->reader, founds.items[i].unit, &record);
    if (!status) sx_buf_addf(out, "%u %u-%u\n", founds.items[i].unit, record.row, record.end_row);
  }
  sx_arena_release(&arena);
  return status ? status : out->status;
}
