#ifndef SX_MEANING_WRITER_H
#define SX_MEANING_WRITER_H

#include "meaning/units.h"

/** Writes the words of the units of a segment's files (meaning/file.h). */
typedef struct sx_meaning_writer sx_meaning_writer;

/** How far a file of the segment was read. */
typedef enum sx_meaning_state {
  SX_MEANING_FOREIGN, /* neither code nor prose that is read */
  SX_MEANING_READ,
  SX_MEANING_UNREAD, /* too big, or it was not as the segment has it */
  SX_MEANING_STATES_COUNT
} sx_meaning_state;

typedef struct sx_meaning_target {
  const char *path, *scratch; /* of the file, and of one for a moment; both must be free */
  uint32_t mark;              /* of the segment */
  size_t entries;             /* of the segment */
} sx_meaning_target;

/** Errors: IO (a full disk, too), READ_ONLY, EXISTS, NOMEM. */
sx_status sx_meaning_writer_new(sx_meaning_writer **out, const sx_meaning_target *target,
                                sx_err *err) SX_MUST_USE;
/** The file is gone unless it was finished. NULL is allowed. */
void sx_meaning_writer_free(sx_meaning_writer *writer);

typedef struct sx_meaning_text {
  size_t entry; /* ascends */
  sx_str path;  /* in the folder */
  sx_str text;
  const sx_meaning_units *units; /* NULL: none */
  sx_meaning_state state;
} sx_meaning_text;
/** Files that are not put have no units. */
sx_status sx_meaning_writer_put(sx_meaning_writer *writer, const sx_meaning_text *file,
                                sx_err *err) SX_MUST_USE;
/** Writes the rest, until the disk has it. Nothing more can be put. */
sx_status sx_meaning_writer_finish(sx_meaning_writer *writer, sx_err *err) SX_MUST_USE;

#endif
