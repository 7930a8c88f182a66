#ifndef SX_MEANING_UNITS_H
#define SX_MEANING_UNITS_H

#include "base/array.h"
#include "syntax/facts.h"
#include "text/language.h"

/*
 * The units that can answer a question: the functions, methods and types of a file, variables of
 * several lines, what stands in the file outside of these, and the sections of Markdown. Each has
 * the text that is its own: that of what is declared in it counts there.
 */

typedef enum sx_meaning_field {
  SX_MEANING_NAME,
  SX_MEANING_DOC,
  SX_MEANING_PATH,
  SX_MEANING_SIGNATURE,
  SX_MEANING_BODY,
  SX_MEANING_FIELDS
} sx_meaning_field;

/* The kinds of units are those of facts, and one more. */
#define SX_MEANING_FILE ((uint8_t)SX_FACT_KIND_COUNT)

typedef enum sx_meaning_flags {
  SX_MEANING_TEST = 1,
  SX_MEANING_PRIVATE = 2,
  SX_MEANING_MERE = 4 /* it is defined elsewhere */
} sx_meaning_flags;

/** A declaration, as facts and rows of symbols have it: by place, members after what has them. */
typedef struct sx_meaning_declared {
  uint32_t start, end, body;     /* bytes; body: `end` where it has none */
  uint32_t name_start, name_end; /* the same */
  uint16_t flags;                /* sx_fact_flags */
  uint8_t kind;                  /* sx_fact_kind */
} sx_meaning_declared;
typedef SX_ARRAY(sx_meaning_declared) sx_meaning_declareds;

#define SX_MEANING_NO_PIECE UINT32_MAX

typedef struct sx_meaning_unit {
  uint32_t start, end, name_start, name_end;
  uint32_t first_piece, last_piece; /* of its text; SX_MEANING_NO_PIECE */
  uint8_t kind, flags;              /* sx_meaning_flags */
} sx_meaning_unit;

/** Text of a unit, and as what it counts. */
typedef struct sx_meaning_piece {
  uint32_t start, end, next; /* next: of the same unit */
  uint8_t field;
} sx_meaning_piece;

/** In the order of the text; the file itself is the first. */
typedef struct sx_meaning_units {
  SX_ARRAY(sx_meaning_unit) units;
  SX_ARRAY(sx_meaning_piece) pieces;
} sx_meaning_units;

/** The file itself does not count further than that. */
#define SX_MEANING_FILE_BYTES ((size_t)32 << 10)

/** The facts of a text as they count here: those that rows of symbols have. NOMEM, TOO_BIG. */
sx_status sx_meaning_declare(sx_meaning_declareds *out, const sx_facts *facts,
                             sx_arena *arena) SX_MUST_USE;
/**
 * The units of a text. Offsets of declarations outside of it are cut. In `arena`; NOMEM, TOO_BIG.
 */
sx_status sx_meaning_units_make(sx_meaning_units *out, sx_str text, const sx_language *language,
                                const sx_meaning_declareds *declared, sx_arena *arena) SX_MUST_USE;
/** The sections of Markdown: what stands below a heading until the next one. As above. */
sx_status sx_meaning_sections_make(sx_meaning_units *out, sx_str text, sx_arena *arena) SX_MUST_USE;
/** Whether a file is Markdown, by its name. */
bool sx_meaning_is_prose(sx_str path);

/** Adds a unit without text; NULL without memory. */
sx_meaning_unit *sx_meaning_add_unit(sx_meaning_units *units, const sx_meaning_unit *unit,
                                     sx_arena *arena);
/** Adds text to the unit of that number. False without memory. */
bool sx_meaning_add_piece(sx_meaning_units *units, size_t unit, sx_meaning_field field,
                          uint32_t start, uint32_t end, sx_arena *arena);

/** Called with each word of a unit: not stemmed, and stop words, too. */
typedef void (*sx_meaning_visit)(void *arg, sx_meaning_field field, sx_str word);
/** `path`: of the file, from its folder on. */
void sx_meaning_each_word(const sx_meaning_units *units, size_t unit, sx_str text, sx_str path,
                          sx_meaning_visit visit, void *arg);

#endif
