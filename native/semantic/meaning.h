#ifndef SX_SEMANTIC_MEANING_H
#define SX_SEMANTIC_MEANING_H

#include "meaning/rank.h"
#include "semantic/declared_globs.h"
#include "text/file_type.h"

/*
 * Questions in words, answered by the units of the workspace's files (meaning/units): those of the
 * index as far as it is current, the others by the texts as they are now.
 */

/* The first ones count, if it has more. */
#define SX_QUESTION_MAX_TERMS 64
#define SX_QUESTION_MAX_RELATED 64

typedef struct sx_question_term {
  sx_str stem;
  sx_str word;  /* as it is asked first, in lower case */
  float idf;    /* its weight; how rare it is */
  size_t units; /* that have it, in any file that counts */
} sx_question_term;

/** A file or a folder that a question names. */
typedef struct sx_question_path {
  sx_str text; /* without slashes at its ends */
  bool is_file;
  size_t ending, end; /* in the question: of a file its ending, ".ts", begins at the first */
} sx_question_path;

typedef struct sx_question {
  SX_ARRAY(sx_question_term) terms;
  /* Words of code that go with terms, and stand for them where these are not (meaning/words.h). */
  SX_ARRAY(sx_str) related;               /* stems */
  SX_ARRAY(sx_meaning_related) relations; /* of each */
  sx_direction direction;                 /* of the terms together */
  SX_ARRAY(sx_question_path) paths;       /* that it names */
  bool is_cut;                            /* it has others */
  bool is_bare; /* it has words, but all say nothing: "how do we do this" */
} sx_question;

/** In `arena`; NOMEM, TOO_BIG. */
sx_status sx_question_read(sx_question *out, sx_str text, sx_arena *arena) SX_MUST_USE;
/** The number of a term; false where the question lacks it. `word` is as meaning/terms has it. */
bool sx_question_find(const sx_question *question, sx_str word, size_t *term);

/** Finds the paths in the text of a question. NOMEM, TOO_BIG. */
sx_status sx_question_read_paths(sx_question *question, sx_str text, sx_arena *arena) SX_MUST_USE;
/** Whether it names the file, by its path in the workspace's folder, or a folder that has it. */
bool sx_question_names(const sx_question *question, sx_str below);

/** The stem of a term, or after these of a related word. */
sx_str sx_question_stem(const sx_question *question, size_t word);

/** Which files may answer. */
typedef struct sx_meaning_filter {
  sx_str below; /* only this file, or those in this folder; empty: all */
  const sx_file_type *types;
  size_t type_count;              /* any of them; 0: all */
  const sx_declared_globs *globs; /* or NULL */
} sx_meaning_filter;

/** Whether no file is left out. */
bool sx_meaning_filter_has_all(const sx_meaning_filter *filter);

/** Where a copy of a unit is. */
typedef struct sx_meaning_copy {
  sx_str path; /* as the editor names it */
  uint32_t row;
} sx_meaning_copy;

typedef struct sx_meaning_hit {
  sx_str path;     /* as the editor names it */
  uint32_t folder; /* how many bytes of it are the workspace folder's */
  sx_meaning_record record;
  sx_meaning_ranges inner; /* rows of units that are in it: [first, end), ascending, each once */
  float score;             /* how much of the question it has, up to 1 */
  float prior;             /* how much a unit of its kind counts; is in the score */
  uint64_t fields[SX_MEANING_FIELDS];   /* the terms that are in each: a bit a term */
  uint64_t related;                     /* the related words that it has: a bit each */
  const sx_packed_direction *direction; /* where its words point */
  SX_ARRAY(sx_meaning_copy) copies;     /* in files of the same name elsewhere */
} sx_meaning_hit;
typedef SX_ARRAY(sx_meaning_hit) sx_meaning_hits;

/**
 * The best answers, at most `most`, the best first; notes in the question how many units have each
 * term. Everything in the call's arena.
 * Errors  as sx_declared_begin.
 */
sx_status sx_meaning_ask(sx_meaning_hits *out, sx_declared_search *search, sx_question *question,
                         const sx_meaning_filter *filter, size_t most, sx_err *err) SX_MUST_USE;

/**
 * Where there is no index yet: has the files in mind that have the most of the question's words in
 * their texts, to be read for the answer. `*has_more`: there are such files. Errors as above.
 */
sx_status sx_meaning_find_named(sx_declared_search *search, const sx_question *question,
                                const sx_meaning_filter *filter, bool *has_more,
                                sx_err *err) SX_MUST_USE;
/**
 * Where nothing was found: some files whose texts have words of the question all the same. They are
 * too big to be read, or have them where a file's own text does not count any more. Errors as
 * above.
 */
sx_status sx_meaning_find_unread(sx_declared_search *search, const sx_question *question,
                                 const sx_meaning_filter *filter, sx_strs *out,
                                 sx_err *err) SX_MUST_USE;

#endif
