#include "lib.h"
Shade shade(Node *n, Either *e, Bare *b) {
  enum Shade dim = DARK;
  struct node_ copy = *n;
  e->i = b->only + copy.depth;
  struct Plain plain = {1};
  return plain.x ? dim : LIGHT;
}
#if 0
int gone(void) { return lib_add(1, 2); }
#endif
