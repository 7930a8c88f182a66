#ifndef SX_ANSWER_ANSWER_H
#define SX_ANSWER_ANSWER_H

#include "base/arena.h"
#include "base/buf.h"

#include <cJSON.h>
#include <stdbool.h>

/** Beginnings of lines on what the answer may lack. */
#define SX_UNKNOWN "Unknown: "
#define SX_UNKNOWN_IN_PART "Unknown in part: "

/** The answer of a tool. A timeout is never reported as `none`. */
typedef enum sx_answer_status {
  SX_ANSWER_FOUND,
  SX_ANSWER_NONE,    /* every provider that could know was ready and has nothing */
  SX_ANSWER_UNKNOWN, /* no provider has answered: the text has the reason and what to do */
} sx_answer_status;

/** How the text is written. */
typedef enum sx_answer_format {
  SX_FORMAT_TEXT,     /* for a model: no decoration */
  SX_FORMAT_MARKDOWN, /* for a person: headings, and links that the editor follows */
} sx_answer_format;

#define SX_ANSWER_MAX_BYTES (8u * 1024 * 1024)

/**
 * A tool fills `text` and `facts`, which have the same content. Both keep to `max_tokens`, the
 * facts only if they are asked for.
 */
#define SX_ANSWER_MAX_PAGES 4

typedef struct sx_answer {
  sx_answer_status status;
  sx_answer_format format;
  size_t max_tokens;
  bool is_truncated;
  bool is_structured;                      /* the facts are asked for, too */
  const cJSON *pages[SX_ANSWER_MAX_PAGES]; /* lists of the facts of which no item may be lost */
  size_t page_count;
  bool is_own;     /* no line begins with what is quoted: from a file, a comment, a server */
  bool is_lasting; /* true until something in the editor or on the disk changes */
  sx_buf text;
  cJSON *facts; /* an object: the tool's structured content */
} sx_answer;

/** `found`, `none`, `unknown`. Static. */
const char *sx_answer_status_name(sx_answer_status status);

/** NOMEM. */
sx_status sx_answer_init(sx_answer *answer, sx_answer_format format, size_t max_tokens);
void sx_answer_release(sx_answer *answer);

/**
 * Moves the lines on what is unknown ("Unknown: ...", "Unknown in part: ...") to the front of
 * an answer whose status is unknown: who reads its first line only must not take it for the whole.
 * Tools write them where they know them. Allocates nothing.
 */
void sx_answer_lead_with_unknown(sx_answer *answer);

/**
 * Keeps the advice to call again once, in the form that offers most: each part of an answer that
 * is not known brings it along. Only where the answer `is_own`: a quoted line may look like a
 * remark. Allocates nothing.
 */
void sx_answer_advise_once(sx_answer *answer);

/**
 * Shortens lines of names and paths that are too long for any answer, where the text is far over
 * `max_tokens`: the first row of a list is always written. Allocates nothing.
 */
void sx_answer_shorten_lines(sx_answer *answer);

/** Tokens for the main part of an answer, of which `frame_tokens` are for the lines around it. */
size_t sx_answer_room(const sx_answer *answer, size_t frame_tokens);

/** Adds a string member; NULs in `value` end it. Without memory for it there is no member. */
void sx_answer_fact(cJSON *object, const char *name, sx_str value);

/** Adds an item to an array; takes it (NULL too), and deletes it where it cannot be added. */
void sx_answer_push(cJSON *array, cJSON *item);
/** The same for a member of an object. */
void sx_answer_put(cJSON *object, const char *name, cJSON *item);

/**
 * A link to a place, `path:line:column` (1-based), in the answer's format. `target` is the
 * absolute path or URI, `shown` how it is written; `line` and `column` are 0-based.
 */
void sx_answer_add_place(sx_answer *answer, sx_str target, sx_str shown, uint32_t line,
                         uint32_t column);

/** The source of a diagnostic and its code, if any: " ts2322", " Pyright reportMissingImports". */
void sx_answer_add_source(sx_answer *answer, sx_str source, sx_str code);

#endif
