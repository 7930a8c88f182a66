#ifndef SX_MEMORY_NOTES_INDEX_H
#define SX_MEMORY_NOTES_INDEX_H

#include "memory/place.h"

/**
 * Brings the index of notes that are files up to the files, as they are now: those that are new or
 * have another stamp are read, those that are gone go. Their secrets are left out of it. Files that
 * .sextantignore hides and links count as gone; what rules of git ignore counts.
 *
 * Where the watch saw nothing in the folder since the last call, no file is looked at.
 *
 * Errors  those of the store and of the call; NOT_READABLE (the folder); NOMEM.
 */
sx_status sx_notes_index_update(sx_call *call, const sx_memory_place *place,
                                sx_err *err) SX_MUST_USE;

/** The state of a note that checkpoint has made; one by hand has none. */
#define SX_NOTE_MADE "made"

typedef enum sx_note_kind { SX_NOTE_IS_NOTE, SX_NOTE_IS_PLAN, SX_NOTE_NOT_READ } sx_note_kind;

/** "1 file was not read: a.md (larger than 256 KB)."; empty where all were. In the call's arena. */
sx_status sx_notes_index_unread(sx_str *out, sx_call *call, sx_err *err) SX_MUST_USE;

#endif
