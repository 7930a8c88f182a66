#define SHAPES_CORE
#include "shapes.h"

static int @{=limit2}limit = 4;
static @{sizeE}size_kind @{=kind}kind = @{LARGE}LARGE;

static int @{=helper2}helper(struct @{circle}circle *@{=h2}c) {
  @{flagsT}flags_t @{=fl}flags = (@{flagsT}flags_t)@{limit2}limit;
  enum @{color}color @{=hc}color = @{RED}RED;
  switch (@{hc}color) {
    case @{RED}RED:
      goto @{done}done;
    case @{GREEN}GREEN:
    case @{BLUE}BLUE:
      break;
  }
@{=done}done:
  return @{h2}c->@{cwidth}width + @{h2}c->@{corigin}origin.@{py}y + (int)@{fl}flags + (@{kind}kind == @{SMALL}SMALL);
}

static void @{=count}count(@{rect}rect *@{=cr}r, void *@{=cd}data) {
  int *@{=ct}total = @{cd}data;
  *@{ct}total += @{area}area(@{cr}r) + @{cr}r->@{compare}compare(@{cr}r, @{cr}r);
}

@{DECLARE}DECLARE_GETTER(@{circle}circle, @{cwidth}width)

int main(void) {
  struct @{circle}circle @{=mc}c = { .@{cwidth}width = 3, .@{cnext}next = &(struct @{circle}circle){ .@{cwidth}width = @{twice}twice(1) } };
  @{rect}rect @{=mr}rects[2] = { { .@{width}width = @{MAX}MAX_SIDES, .@{hollow}hollow = 1 }, { .@{high}high = 2 } };
  int @{=mt}total = 0;
  @{CHECK}CHECK(@{mt}total)
  if (@{LIKELY}LIKELY(@{mt}total)) @{mt}total++;
  @{visit}visit(@{mr}rects, @{count}count, &@{mt}total);
  {
    int @{=mt2}total = (int)offsetof(@{rect}rect, @{extra}extra.@{depth}depth);
    @{shared}shared_count += @{mt2}total;
  }
  return @{mt}total + @{helper2}helper(&@{mc}c) + get_width(&@{mc}c);
}
