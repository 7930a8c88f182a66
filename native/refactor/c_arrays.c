#include "refactor/c_arrays.h"

#include "base/word.h"
#include "imports/graph.h"

#define MAX_DEPTH 20
#define MAX_ALIASES 8

/* The meaning that `typedef` gives a name in a text: whether it is an array, or which type it
 * stands for. */
static bool find_typedef(sx_str text, sx_str name, bool *is_array, sx_str *alias) {
  for (size_t at = 0; (at = sx_str_find(text, SX_STR("typedef"), at)) != SX_STR_NONE; at += 7) {
    size_t end = sx_str_find_char(text, ';', at);
    sx_str all = sx_str_slice(text, at + 7, end);
    size_t place = all.len;
    for (size_t k = 0; (k = sx_word_find(all, name, k)) != SX_STR_NONE; k += name.len) place = k;
    sx_str after = sx_str_trim(sx_str_slice(all, place + name.len, all.len));
    if (place == all.len || (after.len && after.ptr[0] != '[' && after.ptr[0] != ',')) continue;
    *is_array = sx_str_at(after, 0) == '[';
    *alias = sx_str_trim(sx_str_slice(all, 0, place));
    if (sx_str_has_prefix(*alias, SX_STR("const "))) *alias = sx_str_slice(*alias, 6, alias->len);
    return true;
  }
  return false;
}

static sx_status find(sx_call *call, const sx_import_graph *graph, sx_str name, bool *is_array,
                      sx_str *alias, sx_err *err) {
  sx_status status = SX_OK;
  *is_array = false;
  *alias = SX_STR("");
  for (size_t i = 0; i < graph->nodes.len && !status; i++) {
    const sx_document *header;
    status = sx_document_peek_any(call, graph->nodes.items[i].path, &header, err);
    if (!status && header && find_typedef(header->text, name, is_array, alias)) return SX_OK;
  }
  return status;
}

bool sx_c_is_array_type(sx_call *call, const sx_document *document, sx_str type) {
  sx_err err;
  sx_import_graph graph = {0};
  sx_imports *imports = sx_imports_new(call);
  bool is_array = false;
  if (!imports) return false;
  sx_status status =
      sx_import_graph_forward(&graph, imports, call, document->path, MAX_DEPTH, &err);
  for (int turn = 0; !status && turn < MAX_ALIASES && type.len && !is_array; turn++)
    status = find(call, &graph, type, &is_array, &type, &err);
  sx_imports_free(imports);
  return is_array;
}
