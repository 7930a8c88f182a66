#ifndef SX_SYMBOLS_READER_H
#define SX_SYMBOLS_READER_H

#include "base/array.h"
#include "symbols/imported.h"
#include "symbols/place.h"

/** A database of symbols, open for questions. Threads may share it: each question waits its turn.
 */
typedef struct sx_symbols_reader sx_symbols_reader;

/** A row. */
typedef struct sx_symbols_row {
  int64_t id;
  uint32_t entry;         /* its file's, of the segment */
  sx_symbols_state state; /* of its file */
  sx_str name;
  sx_symbols_place place;
} sx_symbols_row;
typedef SX_ARRAY(sx_symbols_row) sx_symbols_rows;

/** Errors as sx_symbols_open_file (symbols/database). */
sx_status sx_symbols_open(sx_symbols_reader **out, const char *path, uint32_t mark,
                          sx_err *err) SX_MUST_USE;
void sx_symbols_free(sx_symbols_reader *symbols); /* NULL is allowed */
/** How many rows it has, about. */
int64_t sx_symbols_count(const sx_symbols_reader *symbols);

/*
 * Everything in `arena`, rows by id: by their files, and in them by place.
 * Errors  CORRUPT, IO, NOMEM; TOO_BIG past the arena's ceiling.
 */

/**
 * Adds symbols of a name, whatever the case of its ASCII letters: the next ones after those that
 * `*after` counts, which is 0 at first and again after the last. Some names have more than a call
 * has memory for, and others wait meanwhile.
 */
sx_status sx_symbols_find(sx_symbols_reader *symbols, sx_str name, int64_t *after,
                          sx_symbols_rows *out, sx_arena *arena, sx_err *err) SX_MUST_USE;

/**
 * Adds the names that differ from `name` by one mistake (symbols/near), each once; of a name that
 * is declared very often perhaps not those that differ from it by their case alone.
 */
sx_status sx_symbols_find_near(sx_symbols_reader *symbols, sx_str name, sx_strs *out,
                               sx_arena *arena, sx_err *err) SX_MUST_USE;

/** Parts of names, as sx_symbols_parts has them. */
typedef struct sx_symbols_wanted {
  const sx_strs *parts; /* a name has all of them, in any order; "us*": one that begins so */
  size_t max;           /* names in `out` */
} sx_symbols_wanted;
/**
 * Adds the names that have the parts to `out`, each once, and counts all of them in `*count`. The
 * time for beginnings grows with the database, for whole parts it hardly does.
 */
sx_status sx_symbols_find_names(sx_symbols_reader *symbols, const sx_symbols_wanted *wanted,
                                sx_strs *out, size_t *count, sx_arena *arena,
                                sx_err *err) SX_MUST_USE;

/** A type that a symbol names beside its own, as it is written. */
typedef struct sx_symbols_base {
  int64_t symbol; /* its id */
  uint8_t kind;   /* sx_base_kind */
  uint32_t at;    /* byte of the file's text */
  sx_str name;
} sx_symbols_base;
typedef SX_ARRAY(sx_symbols_base) sx_symbols_bases;

/** An import, as it is written. */
typedef struct sx_symbols_import {
  uint8_t kind; /* sx_text_import_kind of syntax/facts.h */
  uint32_t row; /* 0-based */
  sx_str specifier;
} sx_symbols_import;
typedef SX_ARRAY(sx_symbols_import) sx_symbols_imports;

/* As many kinds have room beside a specifier's number. */
#define SX_SYMBOLS_IMPORT_KINDS 16

/** All that is known of a file. */
typedef struct sx_symbols_contents {
  int64_t first;          /* one less than the id of its first row */
  sx_symbols_state state; /* SX_SYMBOLS_FOREIGN where there is no such file */
  sx_str language;        /* that it was read as */
  sx_symbols_rows rows;
  sx_symbols_bases bases;     /* by the symbols, in the order of the text */
  sx_symbols_imports imports; /* in the order of the text */
} sx_symbols_contents;
sx_status sx_symbols_of_entry(sx_symbols_reader *symbols, uint32_t entry, sx_symbols_contents *out,
                              sx_arena *arena, sx_err *err) SX_MUST_USE;
/**
 * Adds the symbols that name a type whose last word is `word`, whatever the case of its ASCII
 * letters: to `bases` how each of `out` names it.
 */
sx_status sx_symbols_find_subtypes(sx_symbols_reader *symbols, sx_str word, sx_symbols_rows *out,
                                   sx_symbols_bases *bases, sx_arena *arena,
                                   sx_err *err) SX_MUST_USE;
/** Adds the types that a symbol names. */
sx_status sx_symbols_bases_of(sx_symbols_reader *symbols, int64_t symbol, sx_symbols_bases *out,
                              sx_arena *arena, sx_err *err) SX_MUST_USE;

/**
 * Adds in how many files imports end as each of `ends` (symbols/imported) to `out`, of as many. The
 * first call reads all specifiers.
 */
sx_status sx_symbols_count_importers(sx_symbols_reader *symbols, const sx_strs *ends,
                                     sx_symbols_imported *out, sx_err *err) SX_MUST_USE;
/** Finds the symbol that another is a member of. `out->name` is empty where there is none. */
sx_status sx_symbols_above(sx_symbols_reader *symbols, const sx_symbols_row *row,
                           sx_symbols_row *out, sx_arena *arena, sx_err *err) SX_MUST_USE;

/**
 * Adds the packages and namespaces at the top of the row's file that are declared before it: they
 * may be those of the rest of the file, which the rows do not have in them. The first some
 * hundred rows of the file are looked at.
 */
sx_status sx_symbols_spaces_before(sx_symbols_reader *symbols, const sx_symbols_row *row,
                                   sx_symbols_rows *out, sx_arena *arena, sx_err *err) SX_MUST_USE;

/** A file that the database has. */
typedef struct sx_symbols_entry {
  uint32_t entry;
  sx_str language; /* borrowed until the visit returns */
  sx_symbols_state state;
} sx_symbols_entry;
/** Visits all of them, by entry. */
sx_status sx_symbols_each(sx_symbols_reader *symbols,
                          void (*visit)(void *arg, const sx_symbols_entry *entry), void *arg,
                          sx_err *err) SX_MUST_USE;

#endif
