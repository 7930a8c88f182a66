#include "host/symbol_kind.h"

typedef struct kind_row {
  sx_str name;
  int weight;
} kind_row;

#define ROW(name, weight)                                                                          \
  { {name, sizeof(name) - 1}, weight }

/* Types and functions before members, members before variables, then what only has a name. */
static const kind_row kinds[] = {
    ROW("File", 1),        ROW("Module", 6),        ROW("Namespace", 7),  ROW("Package", 6),
    ROW("Class", 10),      ROW("Method", 7),        ROW("Property", 4),   ROW("Field", 4),
    ROW("Constructor", 5), ROW("Enum", 10),         ROW("Interface", 10), ROW("Function", 9),
    ROW("Variable", 5),    ROW("Constant", 6),      ROW("String", 1),     ROW("Number", 1),
    ROW("Boolean", 1),     ROW("Array", 1),         ROW("Object", 2),     ROW("Key", 1),
    ROW("Null", 0),        ROW("EnumMember", 5),    ROW("Struct", 10),    ROW("Event", 4),
    ROW("Operator", 5),    ROW("TypeParameter", 2), ROW("TypeAlias", 10), ROW("Typedef", 10),
    ROW("Union", 10),      ROW("Macro", 6),
};

#define KIND_COUNT (sizeof kinds / sizeof *kinds)
/* The last four are not LSP's, and read off the text (text/declared_kind.h). */
#define LSP_COUNT (KIND_COUNT - 4)

sx_str sx_symbol_kind_name(uint32_t kind) {
  return kind < LSP_COUNT ? kinds[kind].name : SX_STR("");
}

int sx_symbol_kind_weight(sx_str kind) {
  for (size_t i = 0; i < KIND_COUNT; i++)
    if (sx_str_is_equal(kinds[i].name, kind)) return kinds[i].weight;
  return 0;
}

bool sx_symbol_kind_is_function(sx_str kind) {
  return sx_str_is_equal(kind, SX_STR("Function")) || sx_str_is_equal(kind, SX_STR("Method")) ||
         sx_str_is_equal(kind, SX_STR("Constructor"));
}
