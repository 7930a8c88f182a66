#ifndef SX_SYNTAX_FACTS_H
#define SX_SYNTAX_FACTS_H

#include "base/array.h"

#include <stdint.h>

/*
 * The declarations of one text, as they are written there, without any other file. Offsets are
 * bytes of the text; the text itself is not kept.
 */

typedef enum sx_fact_kind {
  SX_FACT_FUNCTION,
  SX_FACT_STRUCT,
  SX_FACT_UNION,
  SX_FACT_ENUM,
  SX_FACT_ENUM_MEMBER,
  SX_FACT_FIELD,
  SX_FACT_TYPEDEF,
  SX_FACT_MACRO,
  SX_FACT_VARIABLE
} sx_fact_kind;

typedef enum sx_fact_flags {
  SX_FACT_STATIC = 1,      /* for this file only */
  SX_FACT_DECLARATION = 2, /* it is defined elsewhere: a prototype, an extern variable */
  SX_FACT_CALLABLE = 4,    /* a macro with parameters */
  SX_FACT_NAMELESS = 8,    /* a type: its name is that of what is declared with it, or empty */
  SX_FACT_TWIN = 16        /* what a NAMELESS type has its name from */
} sx_fact_flags;

#define SX_FACT_TOP UINT32_MAX

typedef struct sx_fact {
  uint32_t start, end; /* of the whole declaration, without a comment before it */
  uint32_t name_start, name_end;
  uint32_t body;   /* where its body begins; `end` where it has none */
  uint32_t parent; /* the index of what it is a member of; SX_FACT_TOP */
  uint8_t kind, flags;
} sx_fact;

/** By their start; members come after what they are members of. */
typedef SX_ARRAY(sx_fact) sx_facts;

/** As VS Code names symbol kinds, where it has one: "Function", "EnumMember", "Macro". Static. */
sx_str sx_fact_kind_name(sx_fact_kind kind);

/**
 * The kind as which a declaration is shown: that of a NAMELESS one follows what its name is from, as
 * `struct { … } name` is a type by a typedef's name, else a field or variable.
 */
sx_fact_kind sx_fact_shown_kind(const sx_facts *facts, size_t i);

static inline sx_str sx_fact_name(const sx_fact *fact, sx_str text) {
  return sx_str_slice(text, fact->name_start, fact->name_end);
}

#endif
