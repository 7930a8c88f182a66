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
