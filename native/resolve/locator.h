#ifndef SX_RESOLVE_LOCATOR_H
#define SX_RESOLVE_LOCATOR_H

#include "base/arena.h"
#include "text/position.h"

#include <stdbool.h>

#define SX_LOCATOR_MAX_PARTS 8
#define SX_LOCATOR_MAX_NAME_BYTES 1024

/**
 * How an agent names the symbol that it means; the same for every tool. All strings are borrowed
 * from what it was parsed from.
 *
 *   User                      a name
 *   User.save  User::save     a name path: `save` in `User`
 *   User#save  User/save  Shop\User
 *   \Shop\User  ::User  global::User  crate::user::User  <User as Show>::show
 *   save[1]                   the second of several with that name (0-based, in order)
 *   save#2                    the second place in the file that contains `save` (1-based)
 *   User.save(int)            the overload whose parameters are of these types
 */
typedef struct sx_locator {
  sx_str given;     /* as the agent wrote it */
  sx_str whole;     /* the name path as one name, as namespaces have, "App\Models"; or empty */
  sx_str keyword;   /* of `struct page`: "struct"; mostly empty */
  sx_str name;      /* last part: what stands in the text */
  sx_str arguments; /* of `save(int, User)`, which choose an overload: "int, User"; mostly empty */
  sx_str parents[SX_LOCATOR_MAX_PARTS - 1];
  size_t parent_count;
  bool has_root; /* the first parent may be C#'s `global::` or PHP's `parent::`, or a name */
  bool has_index;
  uint32_t index; /* of `[N]`, 0-based */
  bool has_occurrence;
  uint32_t occurrence; /* of `#N`, 1-based */

  sx_str file;      /* as given; empty: anywhere in the workspace */
  sx_str line_text; /* text of the line; empty: not given */
  bool has_line, has_column;
  uint32_t line;       /* 0-based */
  uint32_t column_u16; /* 0-based */
} sx_locator;

/**
 * Parses a name or name path; a language's words before it (`class User`) are passed over, but for
 * the last one, which may choose between several things of the name.
 * INVALID_ARGUMENT when it is empty, too long or has a NUL. */
sx_status sx_locator_parse_name(sx_locator *out, const char *argument, sx_str given,
                                sx_err *err) SX_MUST_USE;

/**
 * Parses a handle from an earlier answer: `path:line:column#name`, line and column 1-based, or
 * `line:column#name`, as lists by file have them: `file` is empty then.
 * It is only a locator in short, so it stays good after edits above the symbol.
 */
sx_status sx_locator_parse_handle(sx_locator *out, const char *argument, sx_str given,
                                  sx_err *err) SX_MUST_USE;

/**
 * Java's own name of a type in another, `Hashtable$Entry`, as a name path; false where the name has
 * no such sign inside. In `arena`.
 */
bool sx_locator_split_dollars(sx_locator *out, const sx_locator *locator,
                              sx_arena *arena) SX_MUST_USE;

/** Parses a place of an answer, `path:line:column`, which names no symbol; false for anything else.
 */
bool sx_locator_parse_place(sx_locator *out, sx_str given);

/** Whether a kind is that of the keyword in front of the name; true also where there is none. */
bool sx_locator_fits_kind(const sx_locator *locator, sx_str kind);

/** Whether `Till.save` names a member: a plain path of names before another name. */
bool sx_locator_may_hold(sx_str container, sx_str name);
/** `Till.save`, or the name alone where the container is not a plain path of names. In `arena`. */
sx_str sx_locator_member_name(sx_str container, sx_str name, sx_arena *arena);

/** The handle of a place; `path` as it is shown. In `arena`. */
sx_str sx_locator_handle(sx_str path, sx_pos16 at, sx_str name, sx_arena *arena);

/** Takes the last name off a container path; `Map<K>` and `(*T)` are Map and T. Empty: no more. */
sx_str sx_locator_take_last_name(sx_str *container);

/**
 * True when `container` (a provider's container name, or a path of names) ends with the
 * locator's parents; true also when it has none.
 */
bool sx_locator_is_in(const sx_locator *locator, sx_str container);

/**
 * Whether the name path leads to what is declared in `path` within `container` ("" at the top
 * level): its parents are the container's names, the innermost last, and before them the module's:
 * `queues.Queue`, `asyncio.queues.Queue.get` of asyncio/queues.py. The file of a package
 * (`__init__.py`, `index.ts`) need not be named, nor a file where its folder is the package.
 */
bool sx_locator_fits(const sx_locator *locator, sx_str path, sx_str container);

/** Whether it may fit by the package of its file: its container is the last parents, not all, and
 * the language has a line for that. */
bool sx_locator_needs_space(const sx_locator *locator, sx_str path, sx_str container);
/**
 * Whether the name path leads there by the package or namespace that the file's text puts it in,
 * `Shop.Tills`, `App\Models`; `below` is its path in the workspace's folder. False where `space`
 * is empty.
 */
bool sx_locator_fits_space(const sx_locator *locator, sx_str below, sx_str container, sx_str space);

/**
 * The container of a provider's symbol with what stands before the name itself: of `Till::save` in
 * `shop` it is `shop::Till`. In `arena`, or borrowed from `container` or `name`.
 */
sx_str sx_locator_own_container(sx_str name, sx_str container, sx_arena *arena);

/** Whether `line` is the locator's `line_text`; blanks are not compared: agents copy them badly. */
bool sx_locator_is_line_text(const sx_locator *locator, sx_str line);

/** A provider's name without what it adds to it: `save(User)` and `save<T>` are `save`. */
sx_str sx_locator_bare_name(sx_str name);

#endif
