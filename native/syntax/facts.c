#include "syntax/facts.h"

sx_str sx_fact_kind_name(sx_fact_kind kind) {
  switch (kind) {
  case SX_FACT_FUNCTION: return SX_STR("Function");
  case SX_FACT_STRUCT: return SX_STR("Struct");
  case SX_FACT_UNION: return SX_STR("Union");
  case SX_FACT_ENUM: return SX_STR("Enum");
  case SX_FACT_ENUM_MEMBER: return SX_STR("EnumMember");
  case SX_FACT_FIELD: return SX_STR("Field");
  case SX_FACT_TYPEDEF: return SX_STR("Typedef");
  case SX_FACT_MACRO: return SX_STR("Macro");
  case SX_FACT_VARIABLE: return SX_STR("Variable");
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
