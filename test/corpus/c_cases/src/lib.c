#include "lib.h"
struct Opaque { int state; Pair pair; };
int lib_count = 0;
static int helper(int a) { return a + 1; }
int lib_add(int a, int b) {
  return helper(a) + b;
}
void lib_step(Opaque *o) {
  o->state++;
  lib_count++;
}
int lib_visit(Pair *p, Visit visit) {
  int total = 0;
  for (; p; p = p->next) total += visit(p, 0);
  return total;
}
