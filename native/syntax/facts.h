#ifndef SX_SYNTAX_FACTS_H
#define SX_SYNTAX_FACTS_H

#include "base/array.h"

#include <stdint.h>

/*
 * The declarations of one text, as they are written there, without any other file. Offsets are
 * bytes of the text; the text itself is not kept.
 */

/* Each with its name: as VS Code names symbol kinds, where it has one. */
#define SX_FACT_KINDS(ROW)                                                                         \
  ROW(FUNCTION, "Function")                                                                        \
  ROW(STRUCT, "Struct")                                                                            \
  ROW(UNION, "Union")                                                                              \
  ROW(ENUM, "Enum")                                                                                \
  ROW(ENUM_MEMBER, "EnumMember")                                                                   \
  ROW(FIELD, "Field")                                                                              \
  ROW(TYPEDEF, "Typedef")                                                                          \
  ROW(MACRO, "Macro")                                                                              \
  ROW(VARIABLE, "Variable")                                                                        \
  ROW(CONSTANT, "Constant")                                                                        \
  ROW(CLASS, "Class")                                                                              \
  ROW(INTERFACE, "Interface") /* traits and protocols, too */                                      \
  ROW(TYPE_ALIAS, "TypeAlias")                                                                     \
  ROW(EXTENSION, "Extension") /* more members of a type: Rust's impl; its name is the type's */    \
  ROW(METHOD, "Method")                                                                            \
  ROW(CONSTRUCTOR, "Constructor")                                                                  \
  ROW(PROPERTY, "Property")                                                                        \
  ROW(EVENT, "Event")                                                                              \
  ROW(OPERATOR, "Operator")                                                                        \
  ROW(MODULE, "Module")                                                                            \
  ROW(NAMESPACE, "Namespace")                                                                      \
  ROW(PACKAGE, "Package")                                                                          \
  ROW(OBJECT, "Object")                                                                            \
  ROW(KEY, "Key")                                                                                  \
  ROW(HEADING, "String")

typedef enum sx_fact_kind {
#define ROW(kind, name) SX_FACT_##kind,
  SX_FACT_KINDS(ROW)
#undef ROW
      SX_FACT_KIND_COUNT
} sx_fact_kind;

typedef enum sx_fact_flags {
  SX_FACT_STATIC = 1,      /* for this file only; a member of the type, not of its values */
  SX_FACT_DECLARATION = 2, /* it is defined elsewhere: a prototype, an extern variable */
  SX_FACT_CALLABLE = 4,    /* a macro with parameters */
  SX_FACT_NAMELESS = 8,    /* a type: its name is that of what is declared with it, or empty */
  SX_FACT_TWIN = 16,       /* what a NAMELESS type has its name from */
  SX_FACT_EXPORTED = 32,   /* said to be for others: export, pub, public */
  SX_FACT_PRIVATE = 64,
  SX_FACT_PROTECTED = 128,
  SX_FACT_TEST = 256 /* one that a test runner runs */
} sx_fact_flags;

#define SX_FACT_TOP UINT32_MAX

typedef struct sx_fact {
  uint32_t start, end; /* of the whole declaration, without a comment before it */
  uint32_t name_start, name_end;
  uint32_t body;   /* where its body begins; `end` where it has none */
  uint32_t parent; /* the index of what it is a member of; SX_FACT_TOP */
  uint16_t flags;
  uint8_t kind;
} sx_fact;

/** By their start, but for a TWIN, which begins with its type and comes after the type's members;
 * members come after what they are members of. */
typedef SX_ARRAY(sx_fact) sx_facts;

typedef enum sx_text_import_kind {
  SX_TEXT_IMPORT_WHOLE,    /* a module, or a name in one where both look alike: a.b.C */
  SX_TEXT_IMPORT_FROM,     /* a module, of which names are imported */
  SX_TEXT_IMPORT_NAME,     /* such a name, of the FROM before it, where it may be a module itself */
  SX_TEXT_IMPORT_REEXPORT, /* export … from */
  SX_TEXT_IMPORT_CALL,     /* require("x"), import("x") */
  SX_TEXT_IMPORT_TYPES,    /* types only: import type */
  SX_TEXT_IMPORT_QUOTED,   /* #include "x" */
  SX_TEXT_IMPORT_ANGLED,   /* #include <x> */
  SX_TEXT_IMPORT_PART,     /* a file that is a part of this one: mod x; */
  SX_TEXT_IMPORT_KIND_COUNT
} sx_text_import_kind;

/** An import, as it is written. */
typedef struct sx_text_import {
  uint32_t start, end; /* of the specifier, without quotes */
  uint8_t kind;
} sx_text_import;

typedef SX_ARRAY(sx_text_import) sx_text_imports;

typedef enum sx_base_kind {
  SX_BASE_EXTENDS,    /* and those that may be either */
  SX_BASE_IMPLEMENTS, /* an interface, a trait, a protocol, a mixin */
  SX_BASE_OWNER, /* the type or module that it is a member of, though it stands outside of it */
  SX_BASE_KIND_COUNT
} sx_base_kind;

/** A type that a declaration names beside its own: `start` to `end` without type arguments. */
typedef struct sx_base {
  uint32_t fact; /* its index */
  uint32_t start, end;
  uint8_t kind;
} sx_base;

typedef SX_ARRAY(sx_base) sx_bases;

/** How far a text was read. */
typedef enum sx_facts_extent {
  SX_FACTS_WHOLE,
  SX_FACTS_CUT,     /* it took too long, or is too deep: what was found all the same, or nothing */
  SX_FACTS_TOO_BIG, /* nothing was read */
  SX_FACTS_UNREAD,  /* nothing reads the language */
  SX_FACTS_EXTENT_COUNT
} sx_facts_extent;

/** All that is known of one text. */
typedef struct sx_text_facts {
  sx_facts facts;
  sx_text_imports imports; /* by their start */
  sx_bases bases;          /* by their start */
  sx_facts_extent extent;
} sx_text_facts;

/** "Function", "EnumMember", "Macro". Static. */
sx_str sx_fact_kind_name(sx_fact_kind kind);

/**
 * The kind as which a declaration is shown: that of a NAMELESS one follows what its name is from,
 * as `struct { … } name` is a type by a typedef's name, else a field or variable.
 */
sx_fact_kind sx_fact_shown_kind(const sx_facts *facts, size_t i);

static inline sx_str sx_fact_name(const sx_fact *fact, sx_str text) {
  return sx_str_slice(text, fact->name_start, fact->name_end);
}

/** Functions, methods, constructors and operators. */
bool sx_fact_is_function(const sx_fact *fact);
/** Classes and what else has members; no module or namespace. */
bool sx_fact_is_type(const sx_fact *fact);

/**
 * The innermost function, type or property that a place is in, or the value of a top-level or a
 * member that begins in a line above; not what is declared at the place, nor what is only named
 * after it, as where it stands in a decorator. NULL: there is none.
 */
const sx_fact *sx_facts_around(const sx_facts *facts, sx_str text, size_t offset);

#endif
