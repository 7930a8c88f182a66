#ifndef SX_MATCH_FIND_TEXT_H
#define SX_MATCH_FIND_TEXT_H

#include "match/closest.h"
#include "match/indent.h"
#include "match/rewrite.h"

/*
 * The old text of an edit, found in a document as an agent wrote it down: to the letter if it is
 * there, otherwise with as little tolerance as does it.
 */

typedef enum sx_found_how {
  SX_FOUND_NONE,
  SX_FOUND_EXACT,
  SX_FOUND_LINE_ENDINGS, /* \n here, \r\n there: as good as exact */
  SX_FOUND_INDENTATION,  /* all lines are shifted alike; see `shifts` */
  SX_FOUND_WHITESPACE,   /* runs of blanks, blanks at line ends, blank lines around it differ */
} sx_found_how;

/** A place of the document: bytes [start, end), rows 0-based. */
typedef struct sx_found_place {
  size_t start, end;
  uint32_t first_row, row_count;
} sx_found_place;

/** How one place of a tolerant kind differs from what was written. */
typedef struct sx_found_shift {
  sx_shift shift;
  bool skips_first;  /* the place begins after the first line's indentation: it has none in `old` */
  bool lacks_ending; /* the last line has no end in the document, but in `old` */
} sx_found_shift;

typedef struct sx_found {
  sx_found_how how;
  sx_rewrite rewrite; /* what was undone in `old` before it was found so */
  const sx_found_place *places;
  const sx_found_shift *shifts; /* shifts[count]; NULL unless INDENTATION or WHITESPACE */
  size_t count;                 /* of places, at most max_places */
  size_t total;                 /* all there are */
  sx_passages closest;          /* where nothing was found */
  sx_str line_ending;           /* of most lines of the document; empty when it has one line */
  sx_str document;
  sx_str written; /* `old` without what was undone and the blank lines around it */
  size_t blank_before, blank_after; /* the blank lines left out of it, for WHITESPACE */
} sx_found;

typedef struct sx_find_text_options {
  bool exact_only;   /* EXACT and LINE_ENDINGS, nothing undone */
  size_t max_places; /* 0: all */
} sx_find_text_options;

/**
 * Where `old` stands in `document`.
 *
 * Order    Exact; line endings; indentation; whitespace; then the same for `old` without line
 *          numbers, escapes and typographic quotes. The first that finds something ends it.
 * Shape    places ascending, none overlapping. The tolerant kinds find whole lines only, with the
 *          last line's end where `old` ends with one.
 * Memory   places, shifts, closest in `a`; document and old borrowed as long as `found` is used.
 *          Scratch memory of up to 64 bytes a line and one copy of the document meanwhile.
 * Errors   INVALID_ARGUMENT for an empty `old`; TOO_BIG for 4 GB; NOMEM.
 * Cost     Exact: one pass as fast as the rarest bytes of `old` allow. Otherwise linear in the
 *          document, for each kind that is tried.
 */
sx_status sx_find_text(sx_found *out, sx_str document, sx_str old,
                       const sx_find_text_options *options, sx_arena *a, sx_err *err) SX_MUST_USE;

/**
 * The new text of the edit as it belongs at places[place]: with the document's line ends, what was
 * undone in `old` undone here too, indented as the document is. Lines at its start and end that it
 * has in common with `old` are taken from the document.
 *
 * Memory   out in `a`.
 * Errors   TOO_BIG, NOMEM.
 */
sx_status sx_reindent(sx_str *out, sx_str new_text, const sx_found *found, size_t place,
                      sx_arena *a, sx_err *err) SX_MUST_USE;

/** How it was found, to be put after "found": "exactly", "with other indentation". Static. */
const char *sx_found_describe(const sx_found *found);

#endif
