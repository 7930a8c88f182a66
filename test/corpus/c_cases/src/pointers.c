#include "lib.h"
static int take(Pair *p, void *data) { (void)data; return p->right; }
int (*table[])(int, int) = {lib_add};
int all(Pair *p) {
  Visit chosen = take;
  return lib_visit(p, chosen) + table[0](1, 2);
}
