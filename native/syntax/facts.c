#include "syntax/facts.h"

sx_str sx_fact_kind_name(sx_fact_kind kind) {
  switch (kind) {
#define ROW(kind, name)                                                                            \
  case SX_FACT_##kind: return SX_STR(name);
    SX_FACT_KINDS(ROW)
#undef ROW
  case SX_FACT_KIND_COUNT: break;
  }
  return SX_STR("");
}

sx_fact_kind sx_fact_shown_kind(const sx_facts *facts, size_t i) {
  const sx_fact *fact = &facts->items[i];
  for (size_t k = i + 1; k < facts->len && facts->items[k].start <= fact->end; k++) {
    const sx_fact *one = &facts->items[k];
    if (!(fact->flags & SX_FACT_NAMELESS)) break;
    if (one->name_start != fact->name_start || !(one->flags & SX_FACT_TWIN)) continue;
    return (sx_fact_kind)(one->kind == SX_FACT_TYPEDEF ? fact->kind : one->kind);
  }
  return (sx_fact_kind)fact->kind;
}

bool sx_fact_is_function(const sx_fact *fact) {
  return fact->kind == SX_FACT_FUNCTION || fact->kind == SX_FACT_METHOD ||
         fact->kind == SX_FACT_CONSTRUCTOR || fact->kind == SX_FACT_OPERATOR;
}

bool sx_fact_is_type(const sx_fact *fact) {
  switch (fact->kind) {
  case SX_FACT_STRUCT:
  case SX_FACT_UNION:
  case SX_FACT_ENUM:
  case SX_FACT_CLASS:
  case SX_FACT_INTERFACE:
  case SX_FACT_EXTENSION:
  case SX_FACT_OBJECT: return true;
  default: return false;
  }
}

static bool is_value(const sx_fact *fact) {
  return fact->kind == SX_FACT_VARIABLE || fact->kind == SX_FACT_CONSTANT ||
         fact->kind == SX_FACT_FIELD || fact->kind == SX_FACT_TYPE_ALIAS;
}

static bool is_in_other_line(sx_str text, size_t from, size_t to) {
  size_t at = sx_str_find_char(text, '\n', from);
  return at != SX_STR_NONE && at < to;
}

const sx_fact *sx_facts_around(const sx_facts *facts, sx_str text, size_t offset) {
  const sx_fact *found = NULL;
  bool is_inner = false; /* of a function: what is declared there is local */
  for (size_t i = 0; i < facts->len && facts->items[i].start <= offset; i++) {
    const sx_fact *fact = &facts->items[i];
    if (offset >= fact->end || offset < fact->name_end || fact->name_start == fact->name_end)
      continue;
    bool is_function = sx_fact_is_function(fact), is_type = sx_fact_is_type(fact);
    bool is_space = fact->kind == SX_FACT_MODULE || fact->kind == SX_FACT_NAMESPACE;
    bool is_member = fact->kind == SX_FACT_PROPERTY || fact->kind == SX_FACT_EVENT ||
                     (is_value(fact) && is_in_other_line(text, fact->name_end, offset));
    if (is_function || is_type || is_space || (is_member && !is_inner)) found = fact;
    is_inner = is_function || (is_inner && !is_type);
  }
  return found;
}
