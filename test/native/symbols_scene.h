#ifndef SX_TEST_SYMBOLS_SCENE_H
#define SX_TEST_SYMBOLS_SCENE_H

#include "symbols/reader.h"
#include "symbols/writer.h"

/* Databases of symbols, for the tests of native/symbols. */

/** The mark of the segment that it belongs to. */
#define SYMBOLS_SCENE_MARK 0x5EC70001u

/** A database that is filled, then read; all is removed after the case. */
typedef struct symbols_scene {
  sx_str folder, path;
  sqlite3 *db; /* while it is filled */
  sx_symbols_writer *writer;
  sx_symbols_reader *reader;
  uint32_t entries;
} symbols_scene;

symbols_scene *symbols_scene_new(void);
/** Puts a text of C as the next entry. */
sx_status symbols_scene_put(symbols_scene *scene, const char *text);
/** The same, where each struct names as a base the one before it, `shop::NAME`: C has no bases. */
sx_status symbols_scene_put_subtypes(symbols_scene *scene, const char *text);
/** Finishes what was filled. */
sx_status symbols_scene_finish(symbols_scene *scene);
/** Opens it for reading, in place of the reader that there is. */
sx_status symbols_scene_open(symbols_scene *scene);
/** All of it, with these texts. */
sx_status symbols_scene_make(symbols_scene *scene, const char *const *texts, size_t count);

/* Rows are lines, "entry: Kind Container.name row-end_row". */

/** Expects these rows of a name, in any case of its letters. */
void symbols_scene_expect(const symbols_scene *scene, const char *name, const char *expected);
/** Expects these rows of an entry, and this state. */
void symbols_scene_expect_entry(const symbols_scene *scene, uint32_t entry, sx_symbols_state state,
                                const char *expected);
/** Expects these rows of the types that name one as a base, each with " : KIND AT BASE". */
void symbols_scene_expect_subtypes(const symbols_scene *scene, const char *word,
                                   const char *expected);
/** Expects these imports of an entry, each a line "KIND ROW SPECIFIER". */
void symbols_scene_expect_imports(const symbols_scene *scene, uint32_t entry, const char *expected);
/** Expects these of the names that have all parts, "user id*", and as many in all. */
void symbols_scene_expect_names(const symbols_scene *scene, const char *parts, size_t max,
                                size_t count, const char *expected);
/** Expects these of the names that differ by one mistake, by their order in the alphabet. */
void symbols_scene_expect_near(const symbols_scene *scene, const char *name, const char *expected);

#endif
