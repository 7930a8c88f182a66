#ifndef SX_RESOLVE_RESOLVE_H
#define SX_RESOLVE_RESOLVE_H

#include "host/requests.h"
#include "text/occurrences.h"
#include "workspace/document.h"
#include "workspace/open_editors.h"
#include "resolve/locator.h"

/** Who reports it. */
typedef enum sx_provenance { SX_FROM_LSP, SX_FROM_INDEX, SX_FROM_TEXT } sx_provenance;

/** One symbol that a locator may mean. */
typedef struct sx_symbol {
  sx_str name;           /* as it was asked for */
  sx_str declared_as;    /* empty: the same; else an alias of this */
  sx_str kind;           /* empty: unknown */
  sx_str container;      /* empty: global scope or unknown */
  sx_str container_kind; /* empty: unknown */
  bool has_index;        /* it is one of several of its name there: */
  uint32_t index;        /* which of them, as a name path's `[N]` counts */
  sx_str path;           /* where it is declared; where it is used when that is not known */
  sx_pos16 at;           /* of its name */
  sx_provenance from;
  bool is_written_so; /* a use in the given file, or one without definition, has just this path */
  bool is_other;      /* at the very place that was given, but in something else than was named */
  bool is_found_by_path; /* its name path was followed, each name in what the one before means */
  sx_str inherited_by;   /* empty: no; else what has it only by inheriting it */
  bool is_used_at;       /* found through a use: `used_at` in `used_in` */
  bool is_declaration_known;
  /* The file of a use, as it is shown, of a module: its place has no name; else empty. */
  sx_str module_used_in;
  sx_str used_in;
  sx_pos16 used_at;
  sx_hover_parts hover;                /* taken already while looking; empty: ask at `at` */
  sx_str text_signature, text_comment; /* of SX_FROM_TEXT */
  int score;                           /* more is better; only for the order */
  bool is_open;                        /* a person has the file open: before others of that score */
} sx_symbol;

typedef SX_ARRAY(sx_symbol) sx_symbols;

/**
 * Asks an index for the files that declare the locator's name; those that define it come first.
 * Languages that cannot name what `language` declares are passed over; NULL: any. In the call's
 * arena. CANCELLED, CLOSED, NOMEM.
 */
typedef sx_status sx_declaring_files(sx_strs *out, sx_call *call, const sx_locator *locator,
                                     const sx_language *language, sx_err *err);

/** Where declarations are looked for beside the servers and the texts. */
typedef struct sx_declaring {
  sx_declaring_files *find; /* NULL: there is no index to ask */
  /* Not empty: files that declare the name by their texts, as the index is being written. Where
   * they lead to a symbol, the texts of others are searched for a moment only. */
  sx_strs files;
} sx_declaring;

/** The result for a locator. */
typedef struct sx_resolution {
  sx_symbols symbols;   /* the best one first, no two at one place */
  size_t unread;        /* so many more of the name that the index lists were not read */
  bool is_least;        /* and there are others than these, too */
  sx_strs nearest;      /* with no symbol: names that are close */
  bool is_nearest_text; /* those names only stand in code: no server has named them */
  sx_symbols near;      /* with no symbol: what the name path may have meant */
  sx_symbol owner;      /* with no symbol: what the qualifier means, and lacks the name */
  bool has_owner;
  sx_declaring declaring;
  sx_str declared_in;          /* the first of those files; or empty */
  sx_open_editors open;        /* empty where a file was given */
  sx_str file;                 /* that was given; empty: none */
  const sx_language *language; /* of that file, where it is code; else NULL: any */
  bool is_mentioned;           /* the file, if one was given, has the name in code */
  sx_pos16 mentioned_at;       /* where, if so */
  bool is_unserved; /* … and neither a server, as there is none, nor the text shows what it is */
  bool is_file_text_only;  /* that file has it in comments or strings only */
  bool is_only_in_text;    /* so has the whole workspace */
  bool is_bare;            /* ignore rules leave no file of that */
  size_t text_count;       /* so many times, if so */
  sx_place text_place;     /* the first such place */
  sx_str unready_language; /* not empty: this language's server has not answered yet */
  sx_str failure;          /* not empty: what a provider reported as its failure */
  bool is_scan_partial;    /* the workspace's text was not searched to its end */
  bool is_behind;          /* a server named a file that is no longer there */
  bool is_timed_out;       /* the call ended before everything was asked */
  bool is_line_moved;      /* the name is not on the given line: the nearest was taken */
  bool is_path_unsure;     /* what the name path leads through could not be looked at */
  bool is_last_resort;     /* nothing else found it: uses count that have no definition, too */
} sx_resolution;

/**
 * Finds the symbols that `locator` may mean: in `file` first (as sx_path_resolve gave it; empty:
 * none in particular), then in the workspace.
 *
 * Waits for a language server that is starting, until the call's deadline; then what is
 * known so far is there and `unready_language` is set. Finding nothing is not an error.
 * `declaring` counts where the file does not lead to a symbol.
 *
 * Memory  in the call's arena.
 * Errors  of sx_document_open for `file`; CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_resolve(sx_call *call, const sx_locator *locator, sx_str file,
                     const sx_declaring *declaring, sx_resolution *out, sx_err *err) SX_MUST_USE;

/* ---- its parts, one file each ------------------------------------------------------------ */

/** In one document: what is declared there, else what its uses lead to. */
sx_status sx_resolve__file(sx_call *call, const sx_locator *locator, const sx_document *document,
                           sx_resolution *out, sx_err *err) SX_MUST_USE;
/** By the workspace symbol providers: exact names to `symbols`, others to `nearest`. */
sx_status sx_resolve__workspace_symbols(sx_call *call, const sx_locator *locator,
                                        sx_resolution *out, sx_err *err) SX_MUST_USE;
/** Names of providers close to one that was not found, to `nearest`. */
sx_status sx_resolve__nearest(sx_call *call, const sx_locator *locator, sx_resolution *out,
                              sx_err *err) SX_MUST_USE;
/** The same by the code's text, for some hundredths of a second; the closest first. */
sx_status sx_resolve__nearest_in_text(sx_call *call, const sx_locator *locator, sx_resolution *out,
                                      sx_err *err) SX_MUST_USE;
/** In the text of the workspace's files, most declaration-like first. */
sx_status sx_resolve__scan(sx_call *call, const sx_locator *locator, sx_resolution *out,
                           sx_err *err) SX_MUST_USE;
/** How likely a declaration in a file of this path is what is meant: 0, or less. */
int sx_resolve__path_score(sx_str path);
/** By the text alone: the declaration in this document and the comment above it. */
sx_status sx_resolve__text(sx_call *call, const sx_locator *locator, const sx_document *document,
                           sx_resolution *out, sx_err *err) SX_MUST_USE;

/**
 * Follows a name path as the language does: what its first name means in the given file, as a
 * module or in the workspace, and in that the next one. `*is_settled` means that the qualifier is
 * known and certainly lacks the name; `owner` and `near` are set then.
 */
sx_status sx_resolve__path(sx_call *call, const sx_locator *locator, sx_resolution *out,
                           bool *is_settled, sx_err *err) SX_MUST_USE;
/** Definitions of `name` at some of its unqualified uses in the workspace's code. In the arena. */
sx_status sx_resolve__uses(sx_call *call, sx_str name, const sx_language *language, sx_places *out,
                           sx_err *err) SX_MUST_USE;
/**
 * Where the library of a language that the workspace is written in declares `name` for all code,
 * though no file here contains it: `HTMLVideoElement`, `OverflowError`. Only of `language`, unless
 * NULL.
 */
sx_status sx_resolve__library(sx_call *call, sx_str name, const sx_language *language,
                              sx_places *out, sx_err *err) SX_MUST_USE;
/**
 * Paths of the workspace's files, without some that are known not to have `text` (empty: all);
 * `is_scan_partial` is set where there are too many. `dirty`: those with unsaved edits.
 */
sx_status sx_resolve__list_files(sx_call *call, sx_str text, sx_resolution *out, sx_strs *files,
                                 sx_strs *dirty, sx_err *err) SX_MUST_USE;

/**
 * A server knows a name that a string declares (Python's __slots__) only where code uses it: takes
 * the first such place in the same container. `found` are all occurrences of its name.
 */
void sx_resolve__ask_at_use(sx_call *call, const sx_document *document, const sx_occurrences *found,
                            sx_symbol *symbol);

/** Adds a symbol unless one at that place is there; NULL then, or when out of memory. */
sx_symbol *sx_resolve__add(sx_call *call, sx_resolution *out, sx_str path, sx_pos16 at);

/**
 * The symbol's handle with its container, `path:9:3#Till.save`, so that it stays good where edits
 * above bring another `save` nearer; with `[1]` after it the second of several overloads; of a
 * module that of a use. `path` as it is shown. In `arena`.
 */
sx_str sx_symbol_handle(const sx_symbol *symbol, sx_str path, sx_arena *arena);

#endif
