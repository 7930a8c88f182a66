#include "index_scene.h"

#include "base/folder.h"

#include "harness.h"
#include "temp_files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

static void free_scene(void *arg) {
  index_scene *scene = arg;
  sx_index_segment_free(scene->segment);
}

index_scene *index_scene_new(void) {
  index_scene *scene = sx_test_memory(sizeof *scene);
  sx_test_defer(free_scene, scene);
  scene->folder = temp_folder();
  scene->store = temp_folder();
  scene->build = (sx_index_build){.root = scene->folder,
                                  .paths = &scene->paths,
                                  .trusts_young = true,
                                  .scratch = temp_path(scene->store, "scratch").ptr};
  return scene;
}

void index_scene_age(sx_str path) {
  const struct timespec times[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
  utimensat(AT_FDCWD, path.ptr, times, AT_SYMLINK_NOFOLLOW);
}

void index_scene_file(index_scene *scene, const char *name, sx_str text) {
  index_scene_age(temp_file(scene->folder, name, text));
  sx_str *added = SX_ARRAY_ADD(&scene->paths, sx_test_arena());
  SX_EXPECT_ALLOC(added);
  if (!added) return;
  char *copy = sx_test_memory(strlen(name) + 1);
  memcpy(copy, name, strlen(name) + 1);
  *added = sx_str_from(copy);
}

static int compare(const void *a, const void *b) {
  return sx_path_compare(*(const sx_str *)a, *(const sx_str *)b);
}

sx_status index_scene_build(index_scene *scene, size_t memory_bytes, size_t threads) {
  static unsigned count;
  char name[32];
  sx_index_segment_free(scene->segment);
  scene->segment = NULL;
  /* There was no memory for the list of files. */
  if (sx_test_is_over()) return SX_NOMEM;
  snprintf(name, sizeof name, "segment-%u", ++count);
  if (scene->paths.len)
    qsort(scene->paths.items, scene->paths.len, sizeof *scene->paths.items, compare);
  scene->build.to = temp_path(scene->store, name).ptr;
  scene->build.memory_bytes = memory_bytes;
  scene->build.threads = threads;
  sx_status status = sx_index_build_run(&scene->build, &scene->built, sx_test_err());
  return status ? status : sx_index_segment_open(&scene->segment, scene->build.to, sx_test_err());
}

sx_str index_scene_bytes(const index_scene *scene) {
  struct stat info;
  FILE *file = fopen(scene->build.to, "rb");
  if (!file || fstat(fileno(file), &info)) return SX_STR("");
  char *bytes = sx_test_memory((size_t)info.st_size);
  size_t len = fread(bytes, 1, (size_t)info.st_size, file);
  fclose(file);
  return sx_str_make(bytes, len);
}

const sx_needed *index_scene_string(const char *string) {
  sx_needed *needed = sx_test_memory(sizeof *needed);
  *needed = (sx_needed){.kind = SX_NEEDED_STRING, .string = sx_str_from(string)};
  return needed;
}

static void add_selected(sx_buf *out, const index_scene *scene, const uint64_t *bitmap) {
  sx_index_entry entry;
  for (size_t i = 0; i < sx_index_segment_count(scene->segment); i++) {
    if (!(bitmap[i / 64] >> i % 64 & 1)) continue;
    sx_status status = sx_index_segment_get(scene->segment, i, &entry);
    sx_buf_add(out, status ? sx_str_from(sx_status_code(status)) : entry.path);
    sx_buf_add_char(out, '\n');
  }
}

void index_scene_expect(const index_scene *scene, const sx_needed *needed, bool folds_case,
                        bool per_block, const char *expected) {
  sx_buf out;
  bool is_narrowed;
  size_t count = sx_index_segment_count(scene->segment);
  uint64_t *bitmap = sx_test_memory(SX_INDEX_WORDS(count) * sizeof *bitmap);
  SX_EXPECT_OK(sx_index_select(scene->segment, needed, folds_case, per_block, bitmap, &is_narrowed,
                               sx_test_arena()));
  sx_buf_init(&out, (size_t)1 << 20);
  if (!is_narrowed) sx_buf_add_text(&out, "*\n");
  add_selected(&out, scene, bitmap);
  sx_status status = out.status;
  char *copy = sx_test_memory(out.len);
  memcpy(copy, out.ptr, out.len);
  sx_str selected = sx_str_make(copy, out.len);
  sx_buf_release(&out);
  SX_EXPECT_OK(status);
  SX_EXPECT_STR(selected, sx_str_from(expected));
}
