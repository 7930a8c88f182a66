#ifndef SX_MEMORY_NOTE_TEXT_H
#define SX_MEMORY_NOTE_TEXT_H

#include "base/array.h"
#include "base/buf.h"

/**
 * A note or a plan as a Markdown file, as Sextant writes it and people do. All of the front matter
 * may be missing, and what is not understood in it is passed over:
 *
 *     ---
 *     time: 2025-11-29T20:05:12Z
 *     client: Cline
 *     tags: [parser, "two words"]
 *     files:
 *       - src/a.ts
 *     ---
 *
 *     The text.
 *
 * It has the values of YAML in one line, plain or in quotes, and lists of them in brackets or
 * lines.
 */

/** A larger file is not read. */
#define SX_NOTE_TEXT_MAX_BYTES ((size_t)256 << 10)
#define SX_NOTE_TEXT_MAX_ITEMS 50
#define SX_NOTE_TEXT_MAX_VALUE_BYTES 2000
/** A longer front matter is a part of the text. */
#define SX_NOTE_TEXT_MAX_HEAD_BYTES ((size_t)32 << 10)

typedef struct sx_note_text {
  sx_str title, time, client, branch, commit, tests, status; /* as they are there; may be empty */
  sx_strs tags, files, symbols;
  sx_str body;       /* without blank lines around it */
  bool has_conflict; /* markers that a merge has left */
  bool has_client;   /* the client has that name there, as checkpoint writes it */
} sx_note_text;

/**
 * Any bytes are a note: broken ones are U+FFFD, control characters and marks that turn the
 * direction of text are left out, lines end with LF. Memory in `arena`, which has the status where
 * it fails.
 */
void sx_note_text_read(sx_note_text *out, sx_str bytes, sx_arena *arena);

/** Writes it. */
void sx_note_text_write(sx_buf *out, const sx_note_text *note);

/**
 * A file with another value of a key in its front matter, which is added where there is none;
 * nothing else is changed. An empty `value` removes it. In `arena`.
 */
sx_str sx_note_text_set(sx_str bytes, sx_str key, sx_str value, sx_arena *arena);

/** Where the text begins after the front matter. */
size_t sx_note_text_body_at(sx_str bytes);

/** Whether a merge has left its markers. */
bool sx_note_text_has_conflict(sx_str bytes);

#endif
