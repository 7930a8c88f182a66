#ifndef SX_MATCH_IGNORE_PARTS_H
#define SX_MATCH_IGNORE_PARTS_H

/* Between ignore.c, which reads rules, and ignore_match.c, which matches them; no other file
 * includes it. */

#include "match/ignore.h"

#define SX_IGNORE_MAX_PATTERN_BYTES 4096

typedef enum sx_ignore_step_kind {
  STEP_CHAR,
  STEP_ANY_CHAR,  /* `?`: no slash */
  STEP_CLASS,     /* `[…]`: no slash */
  STEP_ANY_NAME,  /* `*`: any number of characters other than a slash */
  STEP_ANY_PATH,  /* `**`: any number of characters */
  STEP_NO_FOLDER, /* the `**` and slash that follow may stand for no folder at
                     all */
} sx_ignore_step_kind;

typedef struct sx_ignore_step {
  sx_ignore_step_kind kind;
  unsigned char c;
  const unsigned char *set; /* of a class: 256 bits */
} sx_ignore_step;

/* Most rules are found by a hash, without looking at the others. */
typedef enum sx_ignore_key {
  KEY_NONE,
  KEY_NAME,      /* `name` */
  KEY_EXTENSION, /* `*.ext` */
  KEY_PATH,      /* `folder/name` */
} sx_ignore_key;

struct sx_ignore_rule {
  sx_ignore_key key_kind;
  sx_str key;
  uint64_t hash;               /* of it */
  struct sx_ignore_rule *next; /* the one before it in the list, in the same slot */
  uint32_t index;              /* in the list */
  bool is_negated, is_for_folders, has_slash;
  bool is_simple; /* between head and tail nothing or one `*` */
  bool has_star;
  size_t head, tail; /* so many steps at the beginning and at the end take one
                        byte each */
  size_t slashes;    /* in each path that it matches; SIZE_MAX: any number */
  sx_str inner;      /* all of it is somewhere in each path that it matches; may be
                        empty */
  sx_ignore_step *steps;
  size_t len;
};

/* Rules that are not in the table: which of 64 can match by the first or last byte of a name. */
#define SX_IGNORE_GROUP 64
struct sx_ignore_group {
  uint64_t by_first[256], by_last[256];
};

/** Makes what matching needs of the whole list. NOMEM. */
sx_status sx_ignore__index(sx_ignore_rules *rules, sx_arena *arena) SX_MUST_USE;
/** Fills what matching needs of one rule with its steps. NOMEM. */
sx_status sx_ignore__measure(sx_ignore_rule *rule, sx_arena *arena) SX_MUST_USE;

#endif
