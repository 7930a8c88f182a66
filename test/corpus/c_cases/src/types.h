#ifndef TYPES_H
#define TYPES_H
typedef struct Pair {
  struct Pair *next;
  int left, right;
} Pair;
typedef struct Opaque Opaque;
typedef struct node_ { int depth; } Node;
typedef struct { int only; } Bare;
typedef enum Shade { DARK, LIGHT } Shade;
typedef union Either { int i; float f; } Either;
typedef int (*Visit)(Pair *pair, void *data);
struct Plain { int x; };
#endif
