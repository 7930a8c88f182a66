#include "semantic/declared_container.h"

/* More can be asked for by no name path. */
#define MAX_CONTAINERS (2 * SX_LOCATOR_MAX_PARTS)

void sx_declared_container_init(sx_declared_container *container) {
  container->start = sizeof container->text;
  container->count = 0;
}

bool sx_declared_container_put(sx_declared_container *c, sx_str name) {
  const sx_str inner = {c->text + c->start, sizeof c->text - c->start};
  if (++c->count > MAX_CONTAINERS) return false;
  if (!name.len || (inner.len && !sx_locator_may_hold(name, inner))) return true;
  if (name.len + 1 > c->start) return false;
  if (inner.len) c->text[--c->start] = '.';
  c->start -= name.len;
  memcpy(c->text + c->start, name.ptr, name.len);
  return true;
}

bool sx_declared_container_put_owner(sx_declared_container *c, sx_str owner) {
  sx_str name;
  while ((name = sx_locator_take_last_name(&owner)).len)
    if (!sx_declared_container_put(c, name)) return false;
  return true;
}

bool sx_declared_container_is_owner(sx_str owner, sx_str name) {
  return sx_str_is_equal(sx_locator_take_last_name(&owner), name);
}

sx_str sx_declared_container_take(const sx_declared_container *c, sx_arena *arena) {
  size_t len = sizeof c->text - c->start;
  return len ? sx_arena_dup(arena, sx_str_make(c->text + c->start, len)) : SX_STR("");
}
