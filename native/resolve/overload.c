#include "resolve/overload.h"

#include "base/byte.h"

#define MAX_PARAMETER_BYTES 4000

/* Where the bracket that opens at `at` closes; the text's end where it does not. */
static size_t find_close(sx_str text, size_t at) {
  size_t depth = 0;
  for (; at < text.len; at++) {
    bool is_arrow = text.ptr[at] == '>' && at > 0 && sx_byte_is_one_of(text.ptr[at - 1], "-=");
    if (sx_byte_is_one_of(text.ptr[at], "(<[{")) depth++;
    if (sx_byte_is_one_of(text.ptr[at], ")>]}") && !is_arrow && --depth == 0) return at;
  }
  return text.len;
}

/* Takes what stands before the next comma that is in no brackets. */
static sx_str take_part(sx_str *rest) {
  size_t at = 0;
  for (; at < rest->len && rest->ptr[at] != ','; at++)
    if (sx_byte_is_one_of(rest->ptr[at], "(<[{")) at = find_close(*rest, at);
  size_t end = at < rest->len ? at : rest->len;
  sx_str part = sx_str_trim(sx_str_slice(*rest, 0, end));
  *rest = sx_str_slice(*rest, end < rest->len ? end + 1 : end, rest->len);
  return part;
}

/* Whether `type` stands in the parameter from `from` on; blanks are not compared. */
static bool is_there(sx_str parameter, size_t from, sx_str type) {
  size_t i = from, j = 0;
  for (; j < type.len && i < parameter.len; i++) {
    if (sx_byte_is_one_of(parameter.ptr[i], " \t\r\n")) continue;
    while (j < type.len && sx_byte_is_one_of(type.ptr[j], " \t")) j++;
    if (j < type.len && parameter.ptr[i] != type.ptr[j++]) return false;
  }
  bool is_cut = i > from && i < parameter.len && sx_byte_is_ident(parameter.ptr[i - 1]) &&
                sx_byte_is_ident(parameter.ptr[i]);
  return j == type.len && !is_cut;
}

static bool has_type(sx_str parameter, sx_str type) {
  for (size_t i = 0; i < parameter.len; i++)
    if ((i == 0 || !sx_byte_is_ident(parameter.ptr[i - 1])) && is_there(parameter, i, type))
      return true;
  return !type.len;
}

static bool fits(sx_str parameters, sx_str arguments) {
  while (arguments.len) {
    if (!parameters.len) return false;
    sx_str type = take_part(&arguments);
    if (!has_type(take_part(&parameters), type)) return false;
  }
  return !sx_str_trim(parameters).len;
}

bool sx_overload_fits(const sx_document *document, sx_pos16 at, sx_str name, sx_str arguments) {
  size_t start = sx_document_offset(document, at) + name.len;
  size_t most = document->text.len - start;
  if (start > document->text.len) return false;
  if (most > MAX_PARAMETER_BYTES) most = MAX_PARAMETER_BYTES;
  sx_str text = sx_str_slice(document->text, start, start + most);
  size_t open = 0;
  if (text.len && text.ptr[0] == '<') open = find_close(text, 0) + 1;
  while (open < text.len && sx_byte_is_one_of(text.ptr[open], " \t\r\n?")) open++;
  if (open >= text.len || text.ptr[open] != '(') return false;
  return fits(sx_str_slice(text, open + 1, find_close(text, open)), arguments);
}
