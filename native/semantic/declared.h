#ifndef SX_SEMANTIC_DECLARED_H
#define SX_SEMANTIC_DECLARED_H

#include "base/buf.h"
#include "resolve/locator.h"
#include "symbols/reader.h"
#include "workspace/document.h"
#include "workspace/open_editors.h"
#include "workspace/text_index.h"

/*
 * The declarations of the workspace's files, by the index of symbols; those of files that are not
 * as the index has them, with unsaved edits or changed since, by their texts of now.
 */

/** A declaration. Lines are 0-based, offsets bytes of the file's text. */
typedef struct sx_declared {
  sx_str path;     /* as the editor names it */
  uint32_t folder; /* how many bytes of it are the workspace folder's */
  sx_str name;
  sx_str container; /* what it is a member of, "Till.Drawer"; or empty */
  sx_str space;     /* the package or namespace that its file names before it, where it was asked
                       for, "Shop.Tills"; or empty */
  uint8_t kind;     /* sx_fact_kind */
  uint16_t flags;   /* sx_fact_flags */
  uint32_t row, end_row, start, end, name_at, body;
  uint32_t importers; /* of its file, about; 0 unless sx_declared_count_importers was asked */
} sx_declared;
typedef SX_ARRAY(sx_declared) sx_declared_list;

/** A type that a declaration names beside its own. */
typedef struct sx_declared_base {
  sx_declared type; /* the declaration; one of more members has the name of what they are of */
  sx_str name;      /* as it is written, without type arguments */
  uint8_t kind;     /* sx_base_kind */
  uint32_t at;      /* byte of the file's text */
} sx_declared_base;
typedef SX_ARRAY(sx_declared_base) sx_declared_bases;

typedef struct sx_declared_root {
  const sx_root *root;
  sx_text_declared index;
} sx_declared_root;

/** Files that are not covered by an answer, and why. */
typedef struct sx_declared_lack {
  size_t unwritten; /* folders without an index of symbols (yet) */
  bool is_writing;  /* it is being written */
  bool is_due;      /* it will be soon */
  sx_str refused;   /* one of them, a vast folder of which none is written unasked; or empty */
  sx_str complaint; /* why it could not be; or empty */
  size_t unread; /* files that changed, and were not read: too many, or the call's time is over */
  sx_str first_unread;
  size_t unreadable; /* sources that cannot be read */
  sx_str first_unreadable;
  sx_str frequent; /* a name that is declared more often than was looked at; or empty */
} sx_declared_lack;

typedef struct sx_declared_filter {
  bool (*has)(void *arg, sx_str path);
  bool (*fits)(void *arg, const sx_declared *one); /* NULL: all do */
  void *arg;
  sx_str name;               /* spelled so; empty: in any case */
  const sx_locator *locator; /* where its name path leads; NULL: anywhere */
} sx_declared_filter;

/** The text of a file that is not as the index has it. */
typedef struct sx_declared_text {
  const sx_document *document;
  bool is_done;   /* it was read, or cannot be */
  uint32_t looks; /* how often it was searched for a word */
} sx_declared_text;

typedef struct sx_declared_search {
  sx_call *call;
  bool with_meaning;                /* prose counts, too, and that index is asked for */
  const sx_declared_filter *filter; /* of what sx_declared_find finds; NULL: all */
  SX_ARRAY(sx_declared_root) roots;
  /* Files that count by their texts: a question reads those that may matter to it. */
  SX_ARRAY(sx_declared_text) fresh_texts;
  sx_declared_list fresh;
  sx_declared_bases fresh_bases;
  sx_strs fresh_paths;
  uint64_t fresh_ms;   /* what searching and reading them has taken */
  sx_strs named_paths; /* by a search through the texts, where there is no index yet */
  sx_open_editors open;
  sx_declared_lack lack;
} sx_declared_search;

/**
 * Has everything at hand for questions. To be ended in any case. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_declared_begin(sx_declared_search *out, sx_call *call, sx_err *err) SX_MUST_USE;
/**
 * Waits a little for indexes that are being written. Where that takes longer, and where there is
 * none, files are read whose texts have the last word of `name` (empty: none are). `*has_more`: an
 * index is there now, or such files were read, so that questions may have other answers. Errors as
 * sx_declared_begin.
 */
sx_status sx_declared_wait(sx_declared_search *search, sx_str name, bool *has_more,
                           sx_err *err) SX_MUST_USE;
/** The same for questions by meaning: also prose, and the index of that. */
sx_status sx_declared_begin_meaning(sx_declared_search *out, sx_call *call,
                                    sx_err *err) SX_MUST_USE;
void sx_declared_end(sx_declared_search *search);
/** Whether no file of the workspace counts: there are none, or ignore rules leave out all. */
bool sx_declared_is_bare(const sx_declared_search *search);
#define SX_DECLARED_BARE                                                                           \
  "No file of the workspace was looked at: there is none, or ignore rules leave out all.\n"
/** The next step of an agent; people see ignored files in the editor. */
#define SX_DECLARED_BARE_NEXT "glob with ignored=true lists ignored files.\n"
/** Lines on the files that are not covered. Whether all that can be read are. */
bool sx_declared_write_lack(const sx_declared_search *search, sx_buf *text);

/* Declarations of one name for which a call has memory. */
#define SX_DECLARED_MAX ((size_t)50000)
/**
 * Adds the declarations of a name, whatever the case of ASCII letters. In folders of the
 * workspace that are in one another a file's are there twice. Past SX_DECLARED_MAX the rest is left
 * out, which `lack` has then. CANCELLED, CLOSED, DEADLINE, NOMEM.
 */
sx_status sx_declared_find(sx_declared_search *search, sx_str name, sx_declared_list *out,
                           sx_err *err) SX_MUST_USE;
/** The same, of those alone that the filter has, in place of the search's. */
sx_status sx_declared_find_fitting(sx_declared_search *search, sx_str name,
                                   const sx_declared_filter *filter, sx_declared_list *out,
                                   sx_err *err) SX_MUST_USE;
/** The same, of very many only some `max`, without a word on that. */
sx_status sx_declared_find_some(sx_declared_search *search, sx_str name, size_t max,
                                sx_declared_list *out, sx_err *err) SX_MUST_USE;
typedef struct sx_declared_names {
  sx_strs names; /* each once */
  size_t left;   /* about as many others fit */
} sx_declared_names;
/** Names that have the parts: of each index at most `wanted->max`. */
sx_status sx_declared_find_names(sx_declared_search *search, const sx_symbols_wanted *wanted,
                                 sx_declared_names *out, sx_err *err) SX_MUST_USE;
/** Names with one mistake (symbols/near); `left` is 0. */
sx_status sx_declared_find_near(sx_declared_search *search, sx_str name, sx_declared_names *out,
                                sx_err *err) SX_MUST_USE;
/** Files whose declarations are not all in the index, though they are as the index has them. */
typedef struct sx_declared_gaps {
  size_t unread; /* too big, or the reader ended at them */
  size_t cut;    /* with more macros than are taken, or reading them took too long */
  sx_strs paths; /* all of them */
} sx_declared_gaps;
/** Those that a filter has. In the call's arena; errors as sx_declared_begin. */
sx_status sx_declared_find_gaps(sx_declared_search *search, const sx_declared_filter *filter,
                                sx_declared_gaps *out, sx_err *err) SX_MUST_USE;

/**
 * Looks for a name in the texts of these files, for a second at most. `*first` is one that has it,
 * or empty; `*has_none`: all were read, and none has it. CANCELLED, CLOSED, DEADLINE, NOMEM.
 */
sx_status sx_declared_gaps_search(const sx_declared_gaps *gaps, sx_call *call, sx_str name,
                                  bool *has_none, sx_str *first, sx_err *err) SX_MUST_USE;

/**
 * Notes how often the file of each is imported, about: of the few that one name mostly has.
 * Errors as sx_declared_begin.
 */
sx_status sx_declared_count_importers(sx_declared_search *search, sx_declared_list *list,
                                      sx_err *err) SX_MUST_USE;

/** Whether there are so many symbols that finding the beginnings of words takes a while. */
bool sx_declared_is_big(const sx_declared_search *search);

/** Adds what the declarations of a name have as bases. */
sx_status sx_declared_find_bases(sx_declared_search *search, sx_str name, sx_declared_bases *out,
                                 sx_err *err) SX_MUST_USE;
/** Adds the declarations that name a type as a base whose last word is this. */
sx_status sx_declared_find_subtypes(sx_declared_search *search, sx_str word, sx_declared_bases *out,
                                    sx_err *err) SX_MUST_USE;

#endif
