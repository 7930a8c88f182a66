#ifndef SX_SYNTAX_FACTS_WIRE_H
#define SX_SYNTAX_FACTS_WIRE_H

#include "base/buf.h"
#include "syntax/facts.h"

/*
 * How `sextant-indexer --facts` is asked, and answers, on its standard streams.
 *
 *   question  LANGUAGE LENGTH FILE\n  a name of syntax/languages.h, how many bytes follow, and a
 *             the text                number of the file whose texts are likely to be asked about
 *                                     again after edits; 0: none
 *   answer    LANGUAGE EXTENT FACTS IMPORTS BASES\n
 *                                     as what it was read, a sx_facts_extent, and three counts
 *             the rows of each        numbers in order of the fields, lowest byte first:
 *                                     28 bytes a fact, 12 an import, 16 a base
 */

/* A line of the protocol, its end included, has no more bytes. */
#define SX_FACTS_LINE_BYTES 128

/** Reads a question's line. False: it is none. */
bool sx_facts_question(sx_str line, sx_str *language, uint32_t *bytes, uint32_t *file);

void sx_facts_write(sx_buf *out, const sx_text_facts *facts, sx_str language);

/**
 * Reads the answer that `bytes` begins with, for a text of `text_bytes`. `*used` is its length; 0:
 * more bytes are to come first. All that is read fits the text, whoever wrote it.
 *
 * Memory  in `arena`; `*language` is borrowed from `bytes`.
 * Errors  CORRUPT: it is not an answer; NOMEM, TOO_BIG from the arena.
 */
sx_status sx_facts_read(sx_text_facts *out, sx_str *language, size_t *used, sx_str bytes,
                        size_t text_bytes, sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
