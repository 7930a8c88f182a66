#ifndef SX_TEST_PARSE_SCENE_H
#define SX_TEST_PARSE_SCENE_H

#include "harness.h"

#include "parse/parse.h"

/* A parser whose memory never fails, as tree-sitter ends the process where it does. */

/** Freed after the case; NULL where an allocation was failed. */
sx_parser *sx_scene_parser(void);

/** How many blocks of memory parsers have taken since the start: a measure of their work. */
size_t sx_scene_blocks(void);

/** A row for each fact and each import: lines, kind, path, flags and bases. */
void sx_scene_show(const sx_text_facts *facts, sx_str text, sx_buf *out);

#endif
