#ifndef LIB_H
#define LIB_H
#include "types.h"
extern int lib_count;
int lib_add(int a, int b);
void lib_step(Opaque *o);
int lib_visit(Pair *p, Visit visit);
void lib_never(void);
#define LIB_CHECK(o) do { lib_step(o); } while (0)
#define LIB_TWICE(o) LIB_CHECK(o); LIB_CHECK(o)
#define LIB_SIZE sizeof(Pair)
#define LIB_LEFT(p) ((p)->left)
static inline int lib_inline(int a) { return lib_add(a, a); }
#endif
