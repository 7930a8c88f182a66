#ifndef SX_MATCH_IGNORE_H
#define SX_MATCH_IGNORE_H

#include "base/array.h"

#include <stdint.h>

/** The rules of one file like .gitignore, read as git reads them. */
typedef struct sx_ignore_rule sx_ignore_rule;

typedef struct sx_ignore_rules {
  SX_ARRAY(sx_ignore_rule *) list; /* in the order of the lines */
  /* For matching: a table of those that are one name, extension or path, and the others. */
  sx_ignore_rule **slots;
  size_t slot_count; /* a power of two, or 0 */
  SX_ARRAY(sx_ignore_rule *) others;
  struct sx_ignore_group *groups; /* of them; NULL where they are few */
  uint64_t path_depths;           /* bit n: a rule is one path with n slashes; 63: or more */
  bool has_names, has_extensions;
} sx_ignore_rules;

typedef enum sx_ignore_verdict {
  SX_IGNORE_NONE, /* no rule fits: the file above decides */
  SX_IGNORE_YES,
  SX_IGNORE_NO, /* a rule that begins with `!` */
} sx_ignore_verdict;

/**
 * Rules of a text. Lines that git would never let match, or longer than 4,096 bytes, are left out.
 *
 * Memory  in `arena`; `text` is not needed afterwards.
 * Errors  NOMEM.
 */
sx_status sx_ignore_parse(sx_ignore_rules *out, sx_str text, sx_arena *arena) SX_MUST_USE;

/**
 * The verdict of the last rule that fits on `path`, relative to the folder of the rules' file,
 * without a slash at either end.
 *
 * Cost    O(rules * bytes of the pattern * bytes of the path), whatever the pattern. `*work` counts
 *         down the steps of that; at 0 the verdict is NONE, for the rest has not been looked at.
 */
sx_ignore_verdict sx_ignore_match(const sx_ignore_rules *rules, sx_str path, bool is_folder,
                                  uint64_t *work);

/** A path that several lists of rules are asked about. Borrows it. */
typedef struct sx_ignore_subject {
  sx_str name, extension; /* after the last dot */
  uint64_t name_hash, extension_hash;
  bool has_extension, is_folder;
} sx_ignore_subject;

sx_ignore_subject sx_ignore_subject_of(sx_str path, bool is_folder);
/** As sx_ignore_match; `path` is the end of the subject's path. */
sx_ignore_verdict sx_ignore_match_subject(const sx_ignore_rules *rules,
                                          const sx_ignore_subject *subject, sx_str path,
                                          uint64_t *work);

#endif
