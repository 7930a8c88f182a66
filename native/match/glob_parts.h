#ifndef SX_MATCH_GLOB_PARTS_H
#define SX_MATCH_GLOB_PARTS_H

/* Shared by the files glob*.c; no other file includes it. */

#include "base/map.h"
#include "match/glob.h"

#define SX_GLOB__MAX_BYTES 4096 /* of a pattern */
#define SX_GLOB__MAX_PARTS 256
#define SX_GLOB__MAX_TEXT 4095 /* bytes of what is matched step by step */

typedef enum sx_glob__step_kind {
  SX_GLOB__CHAR,
  SX_GLOB__ANY_CHAR, /* `?`: no slash */
  SX_GLOB__CLASS,    /* `[…]`: no slash */
  SX_GLOB__STAR,     /* `*`: any number of characters other than a slash */
  SX_GLOB__GROUP,
  SX_GLOB__FOLDERS, /* `**` and a slash: any number of names, with their slashes */
  SX_GLOB__REST,    /* `**` at the end: one name or more */
} sx_glob__step_kind;

typedef struct sx_glob__range {
  uint32_t first, last;
} sx_glob__range;

typedef struct sx_glob__class {
  bool is_negated;
  SX_ARRAY(sx_glob__range) ranges;
} sx_glob__class;

typedef struct sx_glob__program sx_glob__program;

typedef struct sx_glob__step {
  sx_glob__step_kind kind;
  uint32_t c;                  /* as sx_glob__read_char gives it, folded where case is ignored */
  const sx_glob__class *chars; /* of a class */
  char op;                     /* of a group: ? * + @ ! */
  const sx_glob__program *alternatives;
  size_t count;
} sx_glob__step;

struct sx_glob__program {
  SX_ARRAY(sx_glob__step) steps;
};

/* A name of a pattern. All but the first kinds are special cases of the last, for speed. */
typedef enum sx_glob__part_kind {
  SX_GLOB__ANY_NAMES, /* `**` */
  SX_GLOB__ANY,
  SX_GLOB__TEXT,
  SX_GLOB__ENDS,   /* `*a` */
  SX_GLOB__BEGINS, /* `a*` */
  SX_GLOB__BOTH,   /* `a*b` */
  SX_GLOB__HAS,    /* `*a*` */
  SX_GLOB__STEPS,
} sx_glob__part_kind;

typedef struct sx_glob__part {
  sx_glob__part_kind kind;
  sx_str begin, end; /* plain text at both ends, where case counts; of HAS the text */
  sx_glob__program program;
} sx_glob__part;

typedef enum sx_glob__shape {
  SX_GLOB__EXACT, /* the base alone */
  SX_GLOB__BELOW, /* all in the base */
  SX_GLOB__DEEP,  /* the last part, at any depth in the base */
  SX_GLOB__FLAT,  /* the last part, right in the base */
  SX_GLOB__PARTS, /* part by part */
  SX_GLOB__WHOLE, /* step by step over the whole path: a group has a slash */
} sx_glob__shape;

typedef struct sx_glob__pattern {
  sx_glob__shape shape;
  bool is_for_folders;
  bool takes_below; /* what is in a folder that fits, fits too */
  bool explicit_dots;
  sx_str base; /* plain names that it begins with, each with its slash; of EXACT the path itself */
  size_t base_parts;
  const sx_glob__part *parts;
  size_t count;
  sx_glob__program whole;
} sx_glob__pattern;

typedef SX_ARRAY(sx_glob__pattern) sx_glob__patterns;

enum { SX_GLOB__FILE = 1, SX_GLOB__FOLDER = 2, SX_GLOB__ABOVE = 4 };

struct sx_glob {
  bool ignore_case, has_any, takes_folders;
  sx_glob__patterns wanted, left_out;
  sx_map exact; /* paths that are wanted, and folders above them: bits SX_GLOB__FILE … */
  sx_str base;
};

/* Where memory and errors of a reading go. */
typedef struct sx_glob__source {
  sx_arena *arena;
  sx_err *err;
  bool ignore_case;
} sx_glob__source;

/**
 * The patterns that one with braces stands for, in `out`.
 *
 * Errors  INVALID_ARGUMENT for a brace without its end, and where there are too many; NOMEM.
 */
sx_status sx_glob__expand(sx_strs *out, sx_str pattern, const sx_glob__source *source) SX_MUST_USE;

/**
 * Reads the name at `*at` up to the next slash or the end. `*has_slash` is set if a group of it has
 * one.
 */
sx_status sx_glob__read_part(sx_glob__part *out, sx_str pattern, size_t *at, bool *has_slash,
                             const sx_glob__source *source) SX_MUST_USE;

/** INVALID_ARGUMENT, with the character at byte `at` of the pattern. */
sx_status sx_glob__refuse(sx_err *err, sx_str pattern, size_t at, const char *what) SX_MUST_USE;

/** Bytes of the character at `at` (0 at the end). A broken byte is a character past Unicode. */
size_t sx_glob__read_char(sx_str text, size_t at, uint32_t *c);
uint32_t sx_glob__fold(uint32_t c);

/* How a text is matched. */
typedef struct sx_glob__subject {
  sx_str text;
  bool ignore_case, explicit_dots;
  uint64_t *work;
} sx_glob__subject;

/** Whether the whole text fits. */
bool sx_glob__run(const sx_glob__program *program, const sx_glob__subject *subject);

/** Whether a name fits. */
bool sx_glob__fits(const sx_glob__part *part, const sx_glob__subject *name);

#endif
