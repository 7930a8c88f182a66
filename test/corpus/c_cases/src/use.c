#include "lib.h"
static int helper(int a) { return a - 1; }
int run(Opaque *o, struct Pair *p) {
  Pair copy = *p;
  LIB_CHECK(o);
  return helper(lib_add(copy.left, LIB_LEFT(p)));
}
