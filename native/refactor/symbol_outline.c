#include "refactor/symbol_edit.h"

#include "semantic/outline_by_text.h"

/*
 * Where no server knows the symbol: what the file's text declares, of which the search for a name
 * alone knows less: constants of enums, members, several variables in one line.
 */

static bool is_meant(const sx_target *target, const sx_host_symbol *entry) {
  const sx_locator *locator = &target->locator;
  sx_str name = entry->name;
  if (sx_str_at(name, 0) == '$' && sx_str_at(locator->name, 0) != '$')
    name = sx_str_slice(name, 1, name.len);
  if (!sx_str_is_equal(name, locator->name)) return false;
  if (locator->has_line && entry->name_at.line != locator->line) return false;
  return sx_locator_fits(locator, target->file, entry->container);
}

static sx_status add(sx_symbol_edit *edit, const sx_host_symbol *entry, sx_err *err) {
  sx_target *target = &edit->target;
  sx_symbol *symbol = SX_ARRAY_ADD(&target->resolution.symbols, edit->call->arena);
  if (!symbol) return sx_fail(err, edit->call->arena->status, NULL);
  *symbol = (sx_symbol){
      .name = entry->name,
      .declared_as = SX_STR(""),
      .kind = entry->kind,
      .container = entry->container,
      .container_kind = SX_STR(""),
      .path = target->file,
      .at = entry->name_at,
      .from = SX_FROM_TEXT,
      .inherited_by = SX_STR(""),
      .is_declaration_known = true,
      .module_used_in = SX_STR(""),
      .used_in = SX_STR(""),
      .text_signature = SX_STR(""),
      .text_comment = SX_STR(""),
  };
  return SX_OK;
}

sx_status sx_symbol_edit_find_in_outline(sx_symbol_edit *edit, sx_err *err) {
  sx_target *target = &edit->target;
  const sx_document *document;
  sx_host_symbols entries = {0};
  bool is_read;
  if (target->symbol || !target->is_file_known) return SX_OK;
  sx_status status = sx_document_open(edit->call, target->file, &document, err);
  if (!status) status = sx_outline_by_text(&entries, &is_read, edit->call, document, err);
  for (size_t i = 0; i < entries.len && !status; i++)
    if (is_meant(target, &entries.items[i])) status = add(edit, &entries.items[i], err);
  if (status || !target->resolution.symbols.len) return status;
  target->symbol = &target->resolution.symbols.items[0];
  target->path = target->file;
  target->at = target->symbol->at;
  return SX_OK;
}
