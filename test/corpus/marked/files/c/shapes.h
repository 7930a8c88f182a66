#ifndef SHAPES_H
#define SHAPES_H
#include <stddef.h>

#define @{=MAX}MAX_SIDES 8
#define @{=AREA}AREA(w, h) ((w) * (h))
#define @{=FIELD}FIELD(object, name) ((object)->name)
#define @{=DECLARE}DECLARE_GETTER(type, field) static inline int get_##field(const struct type *t) { return (int)t->field; }

#define @{=EACH}EACH(item, list) for ((item) = (list); (item); (item) = (item)->next)
#ifdef SHAPES_CORE
#define @{=LIKELY}LIKELY(x) (x)
#endif
#define @{=CHECK}CHECK(x) \
  if (@{LIKELY}LIKELY(x)) return 0;

typedef int (*@{=cmp}compare_fn)(const void *, const void *);
typedef double @{=vec}vec3[3];
typedef unsigned @{=flagsT}flags_t;

enum @{=color}color { @{=RED}RED, @{=GREEN}GREEN = 5, @{=BLUE}BLUE = @{GREEN}GREEN + 1 };
typedef enum { @{=SMALL}SMALL, @{=LARGE}LARGE } @{=sizeE}size_kind;

struct @{=point}point {
  int @{=px}x, @{=py}y;
};

typedef struct @{=rect}rect {
  struct @{point}point @{=origin}origin;
  int @{=width}width;
  int @{=height}height;
  unsigned @{=solid}solid : 1, @{=hollow}hollow : 2;
  union {
    int @{=whole}whole;
    struct {
      short @{=low}low;
      short @{=high}high;
    };
  };
  struct {
    int @{=depth}depth;
  } @{=extra}extra;
  @{vec}vec3 @{=pos}pos;
  @{cmp}compare_fn @{=compare}compare;
  struct @{rect}rect *@{=next}next;
} @{=rect}rect;

struct @{=circle}circle {
  struct @{point}point @{=corigin}origin;
  int @{=cwidth}width;
  struct @{circle}circle *@{=cnext}next;
};

extern int @{=shared}shared_count;
int @{=area}area(const @{rect}rect *);
void @{=visit}visit(@{rect}rect *@{?vr0}list, void (*@{?vf0}each)(@{rect}rect *, void *), void *@{?vd0}data);
static inline int @{=twice}twice(int @{=tw}n) { return 2 * @{tw}n; }
#endif
