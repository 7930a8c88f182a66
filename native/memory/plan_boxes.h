#ifndef SX_MEMORY_PLAN_BOXES_H
#define SX_MEMORY_PLAN_BOXES_H

#include "base/str.h"

/* The check boxes of a Markdown text: items of lists that begin with "[ ]" or "[x]". */

typedef struct sx_plan_box {
  size_t mark; /* the byte between the brackets */
  sx_str text; /* of the item's first line, after the box */
  bool is_done;
  size_t number; /* from 1; of sx_plan_find_box alone */
} sx_plan_box;

/** Goes through the boxes: `*at` begins with 0. False at the end. Linear in the text. */
bool sx_plan_next_box(sx_str text, size_t *at, sx_plan_box *out);

/** How many there are, and how many of them are done. */
size_t sx_plan_count_boxes(sx_str text, size_t *done);

#endif
