#include "refactor/rename_files.h"

/*
 * A property of an object type without a name: TypeScript's server renames it in that type and
 * where values are checked against it, and not in a type or value of the same shape beside it,
 * which is no longer assignable then.
 */

#define MAX_FOUND 4000

static bool is_edited(const sx_renaming *rename, sx_str path, sx_pos16 at) {
  for (size_t i = 0; i < rename->places.len; i++) {
    const sx_place *place = &rename->places.items[i];
    if (sx_pos16_is_equal(place->range.start, at) && sx_str_is_equal(place->path, path))
      return true;
  }
  return false;
}

/* A key, a member, or the name in `{ name }`, which is both key and variable. */
static bool is_property(const sx_scopes *scopes, size_t offset, size_t name_len) {
  sx_role role = sx_scopes_role(scopes, offset, name_len);
  if (role == SX_ROLE_KEY || role == SX_ROLE_MEMBER) return true;
  const sx_block *in = sx_scopes_block_at(scopes, offset);
  return role == SX_ROLE_NAME && in && in->bracket == '{' && in->kind == SX_BLOCK_OTHER;
}

static sx_status add_left(sx_renaming *rename, sx_str path, sx_places *out, sx_err *err) {
  sx_call *call = rename->call;
  sx_str name = rename->target.symbol->name;
  const sx_document *document;
  sx_scopes scopes;
  sx_occurrences found = {0};
  sx_status status = sx_document_peek(call, path, &document, NULL);
  if (status) return sx_renaming_pass(status);
  status = sx_occurrences_find(&found, document->text, name, document->language, MAX_FOUND,
                               call->arena, err);
  if (status || !found.len) return status;
  sx_occurrences_classify(&found, document->text, document->language);
  status = sx_scopes_find(&scopes, document->text, document->language, call->arena, err);
  for (size_t i = 0; i < found.len && !status; i++) {
    size_t offset = found.items[i].offset;
    sx_pos16 at = sx_document_position(document, offset);
    if (found.items[i].use != SX_USE_CODE || is_edited(rename, document->path, at)) continue;
    if (!is_property(&scopes, offset, name.len)) continue;
    sx_place *added = SX_ARRAY_ADD(out, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = (sx_place){document->path, {at, sx_document_position(document, offset + name.len)}};
  }
  return status;
}

sx_status sx_renaming_find_same_shape(sx_renaming *rename, sx_places *out, sx_err *err) {
  sx_call *call = rename->call;
  const sx_symbol *symbol = rename->target.symbol;
  const sx_document *document;
  sx_scopes scopes;
  sx_status status = sx_document_peek(call, symbol->path, &document, NULL);
  if (status) return sx_renaming_pass(status);
  if (!sx_language_has_word("typescript typescriptreact javascript javascriptreact",
                            document->language_id, false))
    return SX_OK;
  status = sx_scopes_find(&scopes, document->text, document->language, call->arena, err);
  if (status) return status;
  size_t at = sx_document_offset(document, symbol->at);
  if (sx_scopes_role(&scopes, at, symbol->name.len) != SX_ROLE_KEY) return SX_OK;
  for (size_t i = 0; i < rename->change.files.len && !status; i++)
    status = add_left(rename, rename->change.files.items[i].path, out, err);
  return status;
}
