#ifndef SX_DIVE_DIVE_H
#define SX_DIVE_DIVE_H

#include "hierarchy/hierarchy.h"
#include "semantic/outline_read.h"
#include "semantic/target.h"

/*
 * A symbol or a file, and who uses it, in one answer: what other modules find of a target, as
 * sections that share a budget.
 */

typedef enum sx_dive_depth {
  SX_DIVE_OVERVIEW, /* signature, first paragraph, the most important of each list */
  SX_DIVE_CONTEXT,  /* and the code */
  SX_DIVE_FULL      /* and uses in tests apart from others */
} sx_dive_depth;

/** A line of a section: a place with what is there. */
typedef struct sx_dive_item {
  sx_str path; /* empty: of no file */
  sx_pos16 at;
  sx_str label;    /* after the place */
  bool is_own;     /* in the file of the symbol, whose path is not repeated */
  bool is_nowhere; /* a whole file, or a package: it has no line */
} sx_dive_item;

typedef struct sx_dive_section {
  const char *title;            /* "Callers" */
  const char *fact;             /* "callers" */
  SX_ARRAY(sx_dive_item) items; /* the most important first, as many as the depth lists at most */
  size_t total;
  size_t file_count; /* 0: not counted */
  size_t shown;      /* by the budget: set by sx_dive_write */
  bool is_unknown;   /* no provider knows, or not all of it */
} sx_dive_section;

#define SX_DIVE_MAX_SECTIONS 10

typedef struct sx_dive {
  sx_call *call;
  sx_dive_depth depth;
  const sx_target *target; /* NULL: of a file */
  sx_str path;             /* of the file that it is, or is declared in */
  sx_outline outline;
  bool has_outline;
  const sx_host_symbol *entry; /* of the outline; NULL: not found there */
  sx_str kind, signature, documentation, value, code;
  uint32_t last_line; /* of the code, 1-based */
  sx_dive_section sections[SX_DIVE_MAX_SECTIONS];
  size_t count;
  sx_strs notes;               /* lines on what it may lack, and on where it is from */
  sx_status lost;              /* not OK: there was no memory for a note */
  sx_hierarchy_question calls; /* asked ahead */
} sx_dive;

/**
 * Collects everything of a symbol, which there must be, or of a file. Where one part is not known
 * its section is unknown, with a note, and the others are there.
 *
 * Memory  in the call's arena; `target` is borrowed.
 * Errors  CANCELLED, CLOSED, NOMEM; of a file: as sx_document_open.
 */
sx_status sx_dive_symbol(sx_dive *out, sx_call *call, const sx_target *target, sx_dive_depth depth,
                         sx_err *err) SX_MUST_USE;
sx_status sx_dive_file(sx_dive *out, sx_call *call, sx_str path, sx_dive_depth depth,
                       sx_err *err) SX_MUST_USE;

/** Writes it within the answer's budget, as text and as facts, with the answer's status. */
sx_status sx_dive_write(sx_dive *dive, sx_answer *answer, sx_err *err) SX_MUST_USE;

/** The tokens of an answer of that depth. */
size_t sx_dive_tokens(sx_dive_depth depth);

/* ---- its parts, one file each ---------------------------------------------------------------- */

/** As many items as a section has at most. */
size_t sx_dive__most(const sx_dive *dive);
/** NULL without room. */
sx_dive_section *sx_dive__section(sx_dive *dive, const char *title, const char *fact);
/** Adds an item and counts it; one past the most is only counted. NOMEM by the arena's status. */
void sx_dive__add(sx_dive *dive, sx_dive_section *section, sx_dive_item item);
/** Each line of `text` that is not among them yet becomes a note. */
void sx_dive__note(sx_dive *dive, sx_str text);
/** The same for all of a buffer, which is released. */
void sx_dive__note_all(sx_dive *dive, sx_buf *text);
/** A part that failed: its section is unknown, and the rest goes on, if the call does. */
sx_status sx_dive__fail(sx_dive *dive, sx_dive_section *section, sx_status status, sx_err *err);

/** The outline of its file, and the symbol in it. */
sx_status sx_dive__read_outline(sx_dive *dive, sx_err *err) SX_MUST_USE;
/** With the outline: documentation, signature and code. */
sx_status sx_dive__describe(sx_dive *dive, sx_err *err) SX_MUST_USE;
/** Fields, methods, members. */
void sx_dive__members(sx_dive *dive);
sx_status sx_dive__exports(sx_dive *dive, sx_err *err) SX_MUST_USE;
sx_status sx_dive__imports(sx_dive *dive, sx_err *err) SX_MUST_USE;
/** The types in a function's signature, the bases of a type. */
sx_status sx_dive__types(sx_dive *dive, bool is_of_bases, sx_err *err) SX_MUST_USE;
/** Asks ahead what the names there mean. */
void sx_dive__types_ahead(sx_dive *dive, bool is_of_bases);
sx_status sx_dive__calls(sx_dive *dive, sx_err *err) SX_MUST_USE;
sx_status sx_dive__implementations(sx_dive *dive, sx_err *err) SX_MUST_USE;
/** `is_called`: calls are listed elsewhere. */
sx_status sx_dive__uses(sx_dive *dive, bool is_called, sx_err *err) SX_MUST_USE;

#endif
