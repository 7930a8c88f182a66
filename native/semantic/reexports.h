#ifndef SX_SEMANTIC_REEXPORTS_H
#define SX_SEMANTIC_REEXPORTS_H

#include "semantic/declared.h"

/**
 * Adds the declarations that a name path leads to by a module that exports what others declare:
 * `shop.Till`, where shop/__init__.py has `from .till import Till`; Rust's `pub use` and a script's
 * `export … from` likewise. The module is found by its path, and has the name in an import: the
 * declaration is in a file that it leads to by imports. Where it has not, those modules are looked
 * at whose names it exports all, as by `from .till import *`. The search's filter counts.
 *
 * Memory  in the call's arena.
 * Errors  as sx_declared_begin.
 */
sx_status sx_reexports_find(sx_declared_search *search, const sx_locator *locator,
                            sx_declared_list *out, sx_err *err) SX_MUST_USE;

#endif
