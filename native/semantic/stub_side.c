#include "semantic/stub_side.h"

#include "resolve/locator.h"
#include "servers/readiness.h"
#include "workspace/document.h"
#include "workspace/outline.h"

/* `shop.pyi` of `shop.py`, and the other way round; empty where it is neither. */
static sx_str other_path(sx_str path, sx_arena *arena) {
  if (sx_str_has_suffix(path, SX_STR(".pyi"))) return sx_str_slice(path, 0, path.len - 1);
  if (sx_str_has_suffix(path, SX_STR(".py")))
    return sx_arena_printf(arena, "%.*si", SX_STR_ARG(path));
  return SX_STR("");
}

/* The symbol of that name in the same class or function of the other file. */
static bool find_there(sx_call *call, const sx_symbol *symbol, const sx_document *document,
                       sx_place *out) {
  sx_host_symbols outline;
  sx_str name = symbol->declared_as.len ? symbol->declared_as : symbol->name;
  if (sx_outline_get(call, document, SX_PATIENCE_MS, &outline, NULL)) return false;
  for (size_t i = 0; i < outline.len; i++) {
    const sx_host_symbol *entry = &outline.items[i];
    sx_str container = sx_locator_own_container(entry->name, entry->container, call->arena);
    if (!sx_str_is_equal(sx_locator_bare_name(entry->name), name) ||
        !sx_str_is_equal(container, symbol->container))
      continue;
    sx_pos16 at = sx_outline_name_at(document, entry, name);
    *out = (sx_place){document->path, {at, at}};
    return true;
  }
  return false;
}

static sx_status add_uses(sx_call *call, const sx_place *at, sx_places *uses, sx_err *err) {
  sx_places found = {0};
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  sx_batch_places(&batch, SX_PLACES_REFERENCES, at->path, at->range.start);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_places(&batch, 0, &found, err);
  sx_batch_release(&batch);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  for (size_t i = 0; i < found.len; i++) {
    if (sx_places_have(uses, &found.items[i])) continue;
    sx_place *added = SX_ARRAY_ADD(uses, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = found.items[i];
  }
  return SX_OK;
}

sx_status sx_stub_side_add(sx_call *call, const sx_target *target, sx_places *uses, sx_err *err) {
  const sx_symbol *symbol = target->symbol;
  const sx_document *document;
  sx_place there;
  sx_str path = other_path(symbol->path, call->arena);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  if (!path.len || !symbol->is_declaration_known) return SX_OK;
  sx_status status = sx_document_peek(call, path, &document, NULL);
  if (status) return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
  status = sx_document_open(call, path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  if (!find_there(call, symbol, document, &there))
    return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
  return add_uses(call, &there, uses, err);
}
