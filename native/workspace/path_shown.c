#include "workspace/paths.h"

#include "base/utf8.h"

#define MAX_SHOWN_BYTES 300

/* A name may have line ends, and marks that reverse the direction of the text. */
sx_str sx_path_clean(sx_call *call, sx_str name) {
  char *out = sx_arena_alloc(call->arena, name.len + 1);
  if (!out) return SX_STR("");
  for (size_t i = 0; i < name.len; i++) {
    const unsigned char *c = (const unsigned char *)name.ptr + i;
    size_t left = name.len - i;
    bool is_turn = left > 2 && c[0] == 0xE2 &&
                   ((c[1] == 0x80 && c[2] >= 0xA8 && c[2] <= 0xAE) ||
                    (c[1] == 0x81 && c[2] >= 0xA6 && c[2] <= 0xA9));
    bool is_control = *c < ' ' || *c == 0x7F || (left > 1 && *c == 0xC2 && c[1] < 0xA0);
    out[i] = is_control || is_turn ? '?' : (char)*c;
    for (size_t more = is_turn ? 2 : is_control && *c == 0xC2 ? 1 : 0; more; more--) out[++i] = '?';
  }
  return (sx_str){out, name.len};
}

sx_str sx_path_show(sx_call *call, sx_str path) {
  sx_str name = sx_path_clean(call, sx_path_display(call, path));
  size_t cut = sx_utf8_floor(name.ptr, name.len, MAX_SHOWN_BYTES);
  return cut < name.len ? sx_arena_printf(call->arena, "%.*s…", (int)cut, name.ptr) : name;
}
