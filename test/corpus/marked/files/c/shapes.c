#include "shapes.h"

int @{=shared}shared_count = @{MAX}MAX_SIDES;
static int @{=limit1}limit = 3;

static int @{=helper1}helper(int @{=h1}x) { return @{h1}x + @{limit1}limit; }

int @{=area}area(const @{rect}rect *@{=ar}r) {
  return @{AREA}AREA(@{ar}r->@{width}width, @{FIELD}FIELD(@{ar}r, @{height}height)) + @{helper1}helper(@{ar}r->@{origin}origin.@{px}x);
}

void @{=visit}visit(@{rect}rect *@{=vl}list, void (*@{=ve}each)(@{rect}rect *, void *), void *@{=vd}data) {
  for (@{rect}rect *@{=at}at = @{vl}list; @{at}at; @{at}at = @{at}at->@{next}next) {
    @{ve}each(@{at}at, @{vd}data);
    @{at}at->@{solid}solid = 1;
    @{at}at->@{low}low = (short)@{at}at->@{whole}whole;
    @{at}at->@{extra}extra.@{depth}depth++;
  }
}

int @{=byw}by_width(const void *@{=ba}a, const void *@{=bb}b) {
  const @{rect}rect *@{=bl}left = @{ba}a, *@{=br}right = @{bb}b;
  return @{bl}left->@{width}width - @{br}right->@{width}width;
}

static const @{rect}rect @{=unit}unit = {
  .@{origin}origin = { .@{px}x = 1, .@{py}y = 2 },
  .@{width}width = 4,
  .@{compare}compare = @{byw}by_width,
  .@{pos}pos = { 1, 2, 3 },
};
