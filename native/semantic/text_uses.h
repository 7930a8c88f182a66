#ifndef SX_SEMANTIC_TEXT_USES_H
#define SX_SEMANTIC_TEXT_USES_H

#include "base/buf.h"
#include "semantic/certainty.h"
#include "semantic/target.h"

/** A name in the code of a file. */
typedef struct sx_text_use {
  sx_place place;
  bool is_declaration; /* of something with that name */
  bool is_definition;  /* and not a mere declaration */
  bool is_call;
  bool is_tag;    /* in C: `struct page`, which is another name than page */
  bool is_member; /* in C: of what stands in front, `one->page`, or declared as a member */
  bool is_local;  /* in C: a variable or parameter of a function, or a label */
  sx_str in;      /* the function around it, by the text; or empty */
  sx_str in_kind; /* a method, say; or empty */
  sx_pos16 in_at; /* its name */
} sx_text_use;

/**
 * Where a name stands in code, as a whole word, in all files of the workspace as they are now: for
 * languages that no server knows, or whose server is starting. Comments and strings are passed
 * over, and files of languages that cannot name the symbol.
 */
typedef struct sx_text_uses {
  SX_ARRAY(sx_text_use) items; /* by file and place */
  bool is_cut;                 /* not all files were searched */
  sx_str reason;               /* why not: a sentence */
  size_t declared;             /* things of that name that are defined */
  bool has_bare_tags; /* a tag may be written without its keyword: a typedef, or C++ has it */
} sx_text_uses;

/** Whether the places of a name in code are its uses: in C, where a name has no other. */
bool sx_text_uses_are_sure(sx_str path);
/**
 * Whether declarations can be separated from uses, and functions are known around them: the file's
 * language is one that is read. Only places of the name are known in others.
 */
bool sx_text_uses_are_read(sx_str path);

/* For a list in pages, and where only some are listed: they take memory, and time. */
#define SX_TEXT_USES_MOST ((size_t)100000)
#define SX_TEXT_USES_SOME ((size_t)4000)
/**
 * `path`: the file that declares it. Those of the first files, up to about `most`, if there are
 * more: `is_cut` then. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_text_uses_find(sx_text_uses *out, sx_call *call, sx_str name, sx_str path, size_t most,
                            sx_err *err) SX_MUST_USE;
/**
 * Leaves out what cannot mean the symbol: in C a struct, union or enum is another name than the
 * function, variable or macro that is called so, as are members and what is declared in a function.
 */
void sx_text_uses_keep_space(sx_text_uses *uses, const sx_target *target);
/** The uses to `places`, the declarations to `declared`. NOMEM. */
sx_status sx_text_uses_take(const sx_text_uses *uses, const sx_target *target, sx_call *call,
                            sx_places *places, sx_places *declared, sx_err *err) SX_MUST_USE;
/** How far that can be trusted: "By the text of code alone, …", or "Unknown: …". */
void sx_text_uses_write(const sx_text_uses *uses, const sx_target *target,
                        const sx_certainty *certainty, sx_buf *text);

#endif
