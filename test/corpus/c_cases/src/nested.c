#include "nested.h"
int first_value(Cell *c) {
  return cellvalue(c);
}
int second_value(Cell *c) {
  return cellnext(c) + dropped(cellvalue(c));
}
#if 0
int third_value(Cell *c) {
  return cellvalue(c);
}
#endif
int kind_of_cell(Cell *c) { return c->u.key_kind; }
int full_cell(int state) { return is_full(state); }
