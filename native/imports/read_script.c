#include "imports/read_parts.h"

/* TypeScript and JavaScript. */

/* The names of an import or export end, and its module follows, within so many tokens. */
#define MAX_TOKENS 20000

/* `("x")`: the string; false where something else stands there. */
static bool read_argument(sx_import_reader *reader, sx_str *out) {
  sx_imports__next_in_line(reader);
  if (!sx_imports__is_mark(reader, '(')) return false;
  if (sx_imports__next_in_line(reader) != SX_IMPORT_TOKEN_STRING) return false;
  *out = reader->token.text;
  sx_imports__next_in_line(reader);
  return sx_imports__is_mark(reader, ')') || sx_imports__is_mark(reader, ',');
}

/* From the names on to `from "x"` or `= require("x")`. */
static bool read_names(sx_import_reader *reader, sx_str *out, bool *is_require) {
  *is_require = false;
  for (size_t i = 0, depth = 0; i < MAX_TOKENS; i++) {
    switch (sx_imports__next_in_line(reader)) {
    case SX_IMPORT_TOKEN_STRING: /* the module, or a name in quotes */
      if (depth) break;
      *out = reader->token.text;
      return sx_str_is_equal(reader->before.text, SX_STR("from"));
    case SX_IMPORT_TOKEN_WORD:
      if (sx_imports__is_word(reader, "import")) return false; /* the one before is not ended */
      break;
    case SX_IMPORT_TOKEN_MARK:
      if (sx_imports__is_mark(reader, '{'))
        depth++;
      else if (sx_imports__is_mark(reader, '}') && depth)
        depth--;
      else if (sx_imports__is_mark(reader, '=') && !depth) {
        *is_require = true;
        sx_imports__next_in_line(reader);
        return sx_imports__is_word(reader, "require") && read_argument(reader, out);
      } else if (!sx_imports__is_mark(reader, ',') && !sx_imports__is_mark(reader, '*'))
        return false;
      break;
    default: return false;
    }
  }
  return false;
}

static bool is_comma(const sx_import_reader *reader) {
  return sx_imports__is_mark(reader, ',');
}

/* A member of something; what three dots spread is none. */
static bool is_after_dot(const sx_import_reader *reader) {
  const char *dot = reader->before.text.ptr;
  if (reader->before.kind != SX_IMPORT_TOKEN_MARK || *dot != '.') return false;
  return reader->before.at < 2 || dot[-1] != '.' || dot[-2] != '.';
}

/* Whether the names are those of types alone: `type` is a name itself before `from`. */
static bool takes_type(sx_import_reader *reader) {
  if (!sx_imports__is_word(reader, "type")) return false;
  sx_imports__next_in_line(reader);
  sx_imports__hold(reader);
  return !sx_imports__is_word(reader, "from") && !sx_imports__is_mark(reader, ',');
}

static bool read_import(sx_import_reader *reader, size_t at) {
  sx_import_kind kind = SX_IMPORT_PLAIN;
  sx_str specifier;
  bool is_require, is_name;
  sx_imports__next_in_line(reader);
  if (reader->token.kind == SX_IMPORT_TOKEN_STRING)
    return sx_imports__add(reader, reader->token.text, SX_IMPORT_PLAIN, at);
  if (sx_imports__is_mark(reader, '(')) {
    sx_imports__hold(reader);
    return !read_argument(reader, &specifier) ||
           sx_imports__add(reader, specifier, SX_IMPORT_DYNAMIC, at);
  }
  is_name = reader->token.kind == SX_IMPORT_TOKEN_WORD;
  if (!is_name && !sx_imports__is_mark(reader, '{') && !sx_imports__is_mark(reader, '*')) {
    sx_imports__hold(reader);
    return true;
  }
  if (takes_type(reader))
    kind = SX_IMPORT_TYPE;
  else if (!is_name)
    sx_imports__hold(reader);
  if (!read_names(reader, &specifier, &is_require)) {
    sx_imports__hold(reader);
    return true;
  }
  return sx_imports__add(reader, specifier, is_require ? SX_IMPORT_REQUIRE : kind, at);
}

/* `{…}`, of which the first is the last token. */
static bool pass_braces(sx_import_reader *reader) {
  for (size_t i = 0; i < MAX_TOKENS; i++) {
    sx_import_token_kind kind = sx_imports__next_in_line(reader);
    if (sx_imports__is_mark(reader, '}')) return true;
    if (kind == SX_IMPORT_TOKEN_END || (kind == SX_IMPORT_TOKEN_MARK && !is_comma(reader)))
      return false;
  }
  return false;
}

/* `{…} from "x"`, `* from "x"`, `* as name from "x"`. */
static bool read_export(sx_import_reader *reader, size_t at) {
  sx_imports__next_in_line(reader);
  if (sx_imports__is_word(reader, "type")) sx_imports__next_in_line(reader);
  bool is_all = sx_imports__is_mark(reader, '*');
  if (is_all || (sx_imports__is_mark(reader, '{') && pass_braces(reader))) {
    size_t before = reader->out->len;
    sx_imports__next_in_line(reader);
    if (is_all && sx_imports__is_word(reader, "as")) {
      is_all = false; /* one name has all of them */
      sx_imports__next_in_line(reader);
      sx_imports__next_in_line(reader);
    }
    if (sx_imports__is_word(reader, "from") &&
        sx_imports__next_in_line(reader) == SX_IMPORT_TOKEN_STRING) {
      bool is_on = sx_imports__add(reader, reader->token.text, SX_IMPORT_EXPORT, at);
      if (is_all) sx_imports__note_all(reader, before);
      return is_on;
    }
  }
  sx_imports__hold(reader);
  return true;
}

void sx_imports__read_script(sx_import_reader *reader) {
  sx_str specifier;
  bool is_on = true;
  while (is_on && sx_imports__next_in_line(reader) != SX_IMPORT_TOKEN_END) {
    size_t at = reader->token.at;
    if (reader->token.kind != SX_IMPORT_TOKEN_WORD || is_after_dot(reader)) continue;
    if (sx_imports__is_word(reader, "import"))
      is_on = read_import(reader, at);
    else if (sx_imports__is_word(reader, "export"))
      is_on = read_export(reader, at);
    else if (sx_imports__is_word(reader, "require")) {
      if (read_argument(reader, &specifier))
        is_on = sx_imports__add(reader, specifier, SX_IMPORT_REQUIRE, at);
      else
        sx_imports__hold(reader);
    }
  }
}
