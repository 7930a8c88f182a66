#ifndef SX_TEST_INDEX_SCENE_H
#define SX_TEST_INDEX_SCENE_H

#include "index/build.h"
#include "index/select.h"

/* Folders of files that are indexed, for the tests of native/index. */

/** A folder and its index; all is removed after the case. */
typedef struct index_scene {
  sx_str folder, store; /* the files, and where segments are written */
  sx_strs paths;        /* in their order */
  sx_index_build build; /* of all files; `to` is changed before each */
  sx_index_built built;
  sx_index_segment *segment;
} index_scene;

index_scene *index_scene_new(void);
/** Writes a file that was changed long ago, and adds it to the list. */
void index_scene_file(index_scene *scene, const char *name, sx_str text);
/** Sorts the list, builds into a new file and opens it. */
sx_status index_scene_build(index_scene *scene, size_t memory_bytes, size_t threads);
/** The whole file of the last build. */
sx_str index_scene_bytes(const index_scene *scene);
/** Expects these names to be selected, one a line; all covered ones after a "*" if it narrows
 * nothing. */
void index_scene_expect(const index_scene *scene, const sx_needed *needed, bool folds_case,
                        bool per_block, const char *expected);
/** A condition that is one string. */
const sx_needed *index_scene_string(const char *string);
/** Makes the file's last change long ago. */
void index_scene_age(sx_str path);

#endif
