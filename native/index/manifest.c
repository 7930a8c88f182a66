#include "index/manifest.h"

#include "base/buf.h"
#include "base/map.h"
#include "os/file.h"
#include "os/own_folder.h"

#include <inttypes.h>

#define MAX_BYTES ((size_t)64 * 1024)
#define HEAD "sextant-index 1\n"

/* ---- reading ----------------------------------------------------------------------------- */

static bool take_text(sx_str *rest, sx_str text) {
  if (!sx_str_has_prefix(*rest, text)) return false;
  *rest = sx_str_slice(*rest, text.len, rest->len);
  return true;
}

/* "NAME 123\n" */
static bool take_number(sx_str *rest, sx_str name, uint64_t *out) {
  if (!take_text(rest, name) || !take_text(rest, SX_STR(" "))) return false;
  size_t at = 0;
  for (*out = 0; sx_str_at(*rest, at) >= '0' && sx_str_at(*rest, at) <= '9'; at++) {
    unsigned digit = (unsigned)(rest->ptr[at] - '0');
    if (*out > (UINT64_MAX - digit) / 10) return false;
    *out = *out * 10 + digit;
  }
  if (!at || sx_str_at(*rest, at) != '\n') return false;
  *rest = sx_str_slice(*rest, at + 1, rest->len);
  return true;
}

static bool parse(sx_index_manifest *out, sx_str text) {
  sx_str rest = text;
  uint64_t root_bytes, sum;
  *out = (sx_index_manifest){.root = SX_STR("")};
  if (!take_text(&rest, SX_STR(HEAD)) ||
      !take_number(&rest, SX_STR("generation"), &out->generation) ||
      !take_number(&rest, SX_STR("base"), &out->base) ||
      !take_number(&rest, SX_STR("delta"), &out->delta) ||
      !take_number(&rest, SX_STR("root"), &root_bytes) || root_bytes >= rest.len)
    return false;
  out->root = sx_str_slice(rest, 0, (size_t)root_bytes);
  rest = sx_str_slice(rest, (size_t)root_bytes, rest.len);
  if (!take_text(&rest, SX_STR("\n"))) return false;
  uint64_t own = sx_hash(sx_str_slice(text, 0, text.len - rest.len));
  return take_number(&rest, SX_STR("sum"), &sum) && !rest.len && sum == own && out->generation &&
         out->base;
}

sx_status sx_index_manifest_read(sx_index_manifest *out, const char *folder, sx_arena *arena,
                                 sx_err *err) {
  *out = (sx_index_manifest){.root = SX_STR("")};
  sx_str path = sx_arena_printf(arena, "%s/" SX_INDEX_MANIFEST, folder);
  if (arena->status) return sx_fail(err, arena->status, NULL);
  sx_str text;
  sx_status status = sx_file_read(&text, path, MAX_BYTES, arena, err);
  if (status == SX_NOT_FOUND || status == SX_NOMEM || status == SX_NOT_READABLE) return status;
  if (!status && parse(out, text)) return SX_OK;
  *out = (sx_index_manifest){.root = SX_STR("")};
  return sx_fail(err, SX_CORRUPT, "'%.*s' is damaged.", SX_STR_ARG(path));
}

/* ---- writing ----------------------------------------------------------------------------- */

sx_status sx_index_manifest_write(const sx_index_manifest *manifest, const char *folder,
                                  sx_err *err) {
  sx_buf text;
  sx_buf_init(&text, MAX_BYTES);
  sx_buf_addf(&text, HEAD "generation %" PRIu64 "\nbase %" PRIu64 "\ndelta %" PRIu64 "\nroot %zu\n",
              manifest->generation, manifest->base, manifest->delta, manifest->root.len);
  sx_buf_add(&text, manifest->root);
  sx_buf_add_char(&text, '\n');
  sx_buf_addf(&text, "sum %" PRIu64 "\n", sx_hash(sx_buf_str(&text)));
  sx_status status = text.status ? sx_fail(err, text.status, NULL) : SX_OK;
  if (!status) status = sx_own_folder_put(folder, SX_INDEX_MANIFEST, sx_buf_str(&text), err);
  sx_buf_release(&text);
  return status;
}

static bool is_named(sx_str name, const char *kind, uint64_t number) {
  char own[64];
  int len = snprintf(own, sizeof own, "%s%" PRIu64, kind, number);
  return number && sx_str_is_equal(name, sx_str_make(own, (size_t)len));
}

bool sx_index_manifest_names(const sx_index_manifest *manifest, sx_str name) {
  return is_named(name, SX_INDEX_BASE, manifest->base) ||
         is_named(name, SX_INDEX_DELTA, manifest->delta) ||
         is_named(name, SX_INDEX_SYMBOLS, manifest->base) ||
         is_named(name, SX_INDEX_SYMBOLS, manifest->delta) ||
         is_named(name, SX_INDEX_MEANING, manifest->base) ||
         is_named(name, SX_INDEX_MEANING, manifest->delta);
}
