#ifndef SX_TEST_MEANING_SCENE_H
#define SX_TEST_MEANING_SCENE_H

#include "meaning/rank.h"

/* Files of words, for the tests of native/meaning. */

/** The mark of the segment that it belongs to. */
#define MEANING_SCENE_MARK 0x5EC70002u

typedef struct meaning_text {
  const char *path, *text; /* of C, or Markdown */
} meaning_text;

/** A file that is written, then read; all is removed after the case. */
typedef struct meaning_scene {
  sx_str folder, path;
  sx_meaning_writer *writer;
  sx_meaning_reader *reader;
} meaning_scene;

meaning_scene *meaning_scene_new(void);
/** The units of a text, in the case's arena. */
sx_status meaning_scene_units(sx_meaning_units *out, const meaning_text *text);
/** Writes a file with these texts as its entries; a NULL path: an entry that is not put. */
sx_status meaning_scene_write(meaning_scene *scene, const meaning_text *texts, size_t count);
/** Opens it for reading, in place of the reader that there is. */
sx_status meaning_scene_open(meaning_scene *scene);
/** All of it. */
sx_status meaning_scene_make(meaning_scene *scene, const meaning_text *texts, size_t count);
/** The answers to a question of stems, as lines "unit row-end_row". */
sx_status meaning_scene_ask(const meaning_scene *scene, const char *question, sx_buf *out);

#endif
