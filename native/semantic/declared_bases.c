#include "semantic/declared_parts.h"

#include "symbols/names.h"
#include "symbols/reader.h"

typedef struct basing {
  sx_str name;
  sx_declared_bases *out;
} basing;

static sx_status add_base(const sx_declared_source *from, const sx_symbols_row *row,
                          const sx_symbols_base *base, sx_declared_bases *out, sx_err *err) {
  sx_arena *arena = from->search->call->arena;
  sx_declared_base one = {.name = base->name, .kind = base->kind, .at = base->at};
  sx_status status = sx_declared__of_row(from, row, &one.type, err);
  if (status || !one.type.path.len) return status;
  sx_declared_base *added = SX_ARRAY_ADD(out, arena);
  if (!added) return sx_fail(err, arena->status, NULL);
  *added = one;
  return SX_OK;
}

static sx_status subtypes_in(const sx_declared_source *from, void *arg, sx_err *err) {
  const basing *b = arg;
  sx_symbols_rows rows = {0};
  sx_symbols_bases bases = {0};
  sx_status status = sx_symbols_find_subtypes(from->symbols, b->name, &rows, &bases,
                                              from->search->call->arena, err);
  for (size_t i = 0; i < rows.len && !status; i++)
    status = add_base(from, &rows.items[i], &bases.items[i], b->out, err);
  return status;
}

static sx_status bases_of_rows(const sx_declared_source *from, const sx_symbols_rows *rows,
                               sx_declared_bases *out, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < rows->len && !status; i++) {
    sx_symbols_bases bases = {0};
    sx_arena *arena = from->search->call->arena;
    status = sx_symbols_bases_of(from->symbols, rows->items[i].id, &bases, arena, err);
    for (size_t k = 0; k < bases.len && !status; k++)
      status = add_base(from, &rows->items[i], &bases.items[k], out, err);
  }
  return status;
}

static sx_status bases_in(const sx_declared_source *from, void *arg, sx_err *err) {
  const basing *b = arg;
  sx_arena *arena = from->search->call->arena;
  int64_t after = 0;
  sx_status status;
  do {
    sx_symbols_rows rows = {0};
    status = sx_symbols_find(from->symbols, b->name, &after, &rows, arena, err);
    if (!status) status = bases_of_rows(from, &rows, b->out, err);
    if (!status && sx_port_call_check(from->search->call->wait))
      status = sx_fail(err, sx_port_call_check(from->search->call->wait), NULL);
  } while (!status && after);
  return status;
}

static sx_status take_fresh_base(const sx_declared_search *search, size_t i, sx_declared_bases *out,
                                 sx_err *err) {
  sx_declared_base *added = SX_ARRAY_ADD(out, search->call->arena);
  if (!added) return sx_fail(err, search->call->arena->status, NULL);
  *added = search->fresh_bases.items[i];
  return SX_OK;
}

sx_status sx_declared_find_bases(sx_declared_search *search, sx_str name, sx_declared_bases *out,
                                 sx_err *err) {
  basing b = {name, out};
  sx_status status = sx_declared__read_fresh_of(search, name, err);
  if (!status) status = sx_declared__ask_all(search, bases_in, &b, err);
  for (size_t i = 0; i < search->fresh_bases.len && !status; i++)
    if (sx_str_is_equal_fold(search->fresh_bases.items[i].type.name, name))
      status = take_fresh_base(search, i, out, err);
  return status;
}

sx_status sx_declared_find_subtypes(sx_declared_search *search, sx_str word, sx_declared_bases *out,
                                    sx_err *err) {
  basing b = {word, out};
  sx_status status = sx_declared__read_fresh_of(search, word, err);
  if (!status) status = sx_declared__ask_all(search, subtypes_in, &b, err);
  for (size_t i = 0; i < search->fresh_bases.len && !status; i++)
    if (sx_str_is_equal_fold(sx_symbols_last_word(search->fresh_bases.items[i].name), word))
      status = take_fresh_base(search, i, out, err);
  return status;
}
