#include "resolve/hover_signs.h"

#define MOST_TOKENS 256

bool sx_hover_is_loading(const sx_hover_parts *parts, sx_arena *arena) {
  sx_hover_text text;
  if (!parts->len) return false;
  sx_status status = sx_hover_format(&text, parts->items, parts->len, MOST_TOKENS, arena, NULL);
  return status == SX_OK && !text.is_ready;
}

bool sx_hover_is_alias(const sx_hover_parts *parts) {
  for (size_t i = 0; i < parts->len; i++)
    if (sx_str_find(parts->items[i].value, SX_STR("(alias) "), 0) != SX_STR_NONE) return true;
  return false;
}
