#ifndef SX_MARKDOWN_HOVER_H
#define SX_MARKDOWN_HOVER_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/** A part of a hover, as a provider gave it. VS Code renders a plain string as Markdown too. */
typedef enum sx_hover_kind {
  SX_HOVER_MARKDOWN, /* MarkdownString; LSP plaintext arrives as one, escaped */
  SX_HOVER_CODE,     /* MarkedString {language, value} */
  SX_HOVER_PLAIN     /* a bare string */
} sx_hover_kind;

typedef struct sx_hover_part {
  sx_hover_kind kind;
  sx_str value;
  sx_str language;     /* of code; may be empty */
  bool supports_html;  /* unknown tags are tags too, not type parameters in prose */
  bool supports_icons; /* $(name) is a theme icon, not text */
} sx_hover_part;

typedef struct sx_hover_text {
  sx_str signature;    /* code of the fences that declare the symbol, whatever the budget */
  sx_str language;     /* of the first of them, by its fence; may be empty */
  sx_str text;         /* all of it, Markdown, no newline at the end */
  sx_str body;         /* the same without those fences */
  sx_str subject;      /* from the heading that clangd writes; else empty */
  sx_str subject_kind; /* "function", "macro"; empty also where the subject is not a declaration */
  bool is_ready;       /* false: the server returned "(loading...)", a placeholder or nothing */
  bool is_empty;       /* nothing was left: `text` is empty */
  bool is_documented;  /* there is prose or an example beyond the signature */
  bool is_truncated;   /* `text` was shortened to the budget */
} sx_hover_text;

/** The hover that contains nothing. */
#define SX_HOVER_NOTHING                                                                           \
  ((sx_hover_text){.signature = SX_STR(""),                                                        \
                   .language = SX_STR(""),                                                         \
                   .text = SX_STR(""),                                                             \
                   .body = SX_STR(""),                                                             \
                   .subject = SX_STR(""),                                                          \
                   .subject_kind = SX_STR("")})

/** A budget below this is taken as this. */
#define SX_HOVER_MIN_TOKENS 16
/** The most blocks (paragraphs, fences…) of a hover; the rest is left out. */
#define SX_HOVER_MAX_BLOCKS 4096

/**
 * One Markdown text for a language model, of the hovers of all providers.
 *
 * Order   Parts as given. A block that an earlier part already has (white space aside, or as
 *         whole lines of a larger one) is left out; within one part only where it is long or
 *         repeats at once, since short ones ("Example:") rightly repeat.
 *         The declaration comes first; what only repeats it (clangd's) is left out.
 * Kept    Fences with their language and every byte of their contents but NUL and CR, headings,
 *         lists, tables, emphasis, http(s) links. Indented code becomes a fence.
 * Text    What a model cannot use goes and its text stays: HTML, entities, theme icons, images,
 *         links into the editor (command:, file:, relative), backslash escapes. Rules go.
 * Shape   Valid UTF-8, blocks one blank line apart, fences balanced and only as long as their
 *         contents need. Formatting the result again gives the result, but for contrived text.
 * Budget  `max_tokens` (0: none) by sx_tokens_count. Examples go first, then later paragraphs,
 *         then the end of the first one, and the signature last.
 * Memory  `out` borrows nothing: it is in `arena`. `parts` are read only during the call.
 * Errors  NOMEM, TOO_BIG past the arena's ceiling.
 * Cost    O(bytes), no recursion.
 */
sx_status sx_hover_format(sx_hover_text *out, const sx_hover_part *parts, size_t count,
                          size_t max_tokens, sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
