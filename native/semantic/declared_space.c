#include "semantic/declared_parts.h"

/*
 * In PHP, C#, Java, Kotlin, Go and Scala a line puts the rest of the file into a package, and
 * folders may have other names. The index keeps the rest beside the package, not in it.
 */

/* A package is not longer than that: more lines do not add to it. */
#define MAX_SPACE_BYTES ((size_t)512)
#define MAX_PARTS 16
#define ROWS_BYTES ((size_t)64 << 20) /* at most, of the namespaces of a file */

typedef struct space {
  char text[MAX_SPACE_BYTES];
  size_t len, parts;
  bool adds; /* `package a` and below it `package b`, as Scala has them, is a.b */
} space;

static void init(space *s, sx_str path) {
  s->len = s->parts = 0;
  s->adds = sx_str_has_suffix(path, SX_STR(".scala"));
}

static void put(space *s, sx_str name, uint8_t kind) {
  bool adds = s->adds && kind == SX_FACT_PACKAGE && s->len > 0;
  size_t start = adds ? s->len + 1 : 0;
  if ((adds && s->parts >= MAX_PARTS) || name.len > sizeof s->text - start) return;
  if (adds) s->text[s->len] = '.';
  memcpy(s->text + start, name.ptr, name.len);
  s->len = start + name.len;
  s->parts++;
}

/* ---- of rows -------------------------------------------------------------------------------- */

static sx_status space_of_row(const sx_declared_source *from, const sx_symbols_row *row, space *out,
                              sx_err *err) {
  sx_arena scratch;
  sx_symbols_rows all = {0};
  sx_arena_init(&scratch, ROWS_BYTES);
  sx_status status = sx_symbols_spaces_before(from->symbols, row, &all, &scratch, err);
  for (size_t i = 0; i < all.len && !status; i++) {
    const sx_symbols_place *place = &all.items[i].place;
    if (place->body == place->end) put(out, all.items[i].name, place->kind);
  }
  sx_arena_release(&scratch);
  return status;
}

bool sx_declared__leads_to(const sx_locator *locator, const sx_declared *one) {
  if (!locator || sx_locator_fits(locator, one->path, one->container)) return true;
  sx_str below = sx_str_slice(one->path, one->folder, one->path.len);
  return sx_locator_fits_space(locator, below, one->container, one->space);
}

sx_status sx_declared__leads_to_row(const sx_declared_source *from, const sx_symbols_row *row,
                                    const sx_locator *locator, sx_declared *one, bool *out,
                                    sx_err *err) {
  space own;
  sx_arena *arena = from->search->call->arena;
  *out = sx_declared__leads_to(locator, one);
  if (*out || !sx_locator_needs_space(locator, one->path, one->container)) return SX_OK;
  init(&own, one->path);
  sx_status status = space_of_row(from, row, &own, err);
  if (status) return status;
  one->space = sx_str_make(own.text, own.len);
  *out = sx_declared__leads_to(locator, one);
  one->space = *out ? sx_arena_dup(arena, one->space) : SX_STR("");
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}

/* ---- of texts ------------------------------------------------------------------------------- */

sx_str *sx_declared__spaces(const sx_facts *facts, const sx_document *document, sx_arena *arena) {
  space own;
  sx_str last = SX_STR("");
  sx_str *out = sx_arena_calloc(arena, facts->len + 1, sizeof *out);
  init(&own, document->path);
  for (size_t i = 0; i < facts->len && out; i++) {
    const sx_fact *fact = &facts->items[i];
    bool is_kind = fact->kind == SX_FACT_NAMESPACE || fact->kind == SX_FACT_PACKAGE;
    out[i] = last;
    if (!is_kind || fact->parent != SX_FACT_TOP || fact->body != fact->end) continue;
    put(&own, sx_fact_name(fact, document->text), fact->kind);
    sx_str made = sx_str_make(own.text, own.len);
    if (!sx_str_is_equal(made, last)) last = sx_arena_dup(arena, made);
  }
  return arena->status ? NULL : out;
}
