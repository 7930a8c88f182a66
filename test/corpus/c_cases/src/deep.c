#include "lib.h"
void deep(Opaque *o) {
  LIB_TWICE(o);
}
