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
