#include "run/code_language.h"

#include "text/language.h"

#define MAX_NAME_BYTES 32

/* A name, the id that is meant, and an extension, where these do not follow from the name. */
static const char *const rows[][3] = {
    {"c++", "cpp", ".cpp"},
    {"cc", "cpp", ".cpp"},
    {"cpp", "cpp", ".cpp"},
    {"c#", "csharp", ".cs"},
    {"golang", "go", ".go"},
    {"shell", "shellscript", ".sh"},
    {"bash", "shellscript", ".sh"},
    {"zsh", "shellscript", ".sh"},
    {"node", "javascript", ".js"},
    {"javascript", "javascript", ".js"},
    {"js", "javascript", ".js"},
    {"mjs", "javascript", ".mjs"},
    {"cjs", "javascript", ".cjs"},
    {"jsx", "javascriptreact", ".jsx"},
    {"javascriptreact", "javascriptreact", ".jsx"},
    {"typescript", "typescript", ".ts"},
    {"ts", "typescript", ".ts"},
    {"tsx", "typescriptreact", ".tsx"},
    {"typescriptreact", "typescriptreact", ".tsx"},
    {"json", "json", ".json"},
    {"jsonc", "jsonc", ".jsonc"},
    {"html", "html", ".html"},
    {"htm", "html", ".html"},
    {"xml", "xml", ".xml"},
    {"scss", "scss", ".scss"},
    {"less", "less", ".less"},
};

/* Without a dot before it, in lower case; empty where it is too long for a name. */
static sx_str plain_name(sx_str name, sx_arena *arena) {
  name = sx_str_trim(name);
  if (name.len && name.ptr[0] == '.') name = sx_str_slice(name, 1, name.len);
  char lower[MAX_NAME_BYTES];
  if (!name.len || name.len > sizeof lower) return SX_STR("");
  for (size_t i = 0; i < name.len; i++) {
    char c = name.ptr[i];
    lower[i] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
  }
  return sx_arena_dup(arena, sx_str_make(lower, name.len));
}

/* The first extension of the language's files. */
static sx_str extension_of(const sx_language *language) {
  sx_str rest = sx_str_from(language->files ? language->files : "");
  while (rest.len) {
    size_t end = sx_str_find_char(rest, ' ', 0);
    sx_str word = sx_str_slice(rest, 0, end);
    if (word.ptr[0] == '.') return word;
    rest = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(rest, end + 1, rest.len);
  }
  return SX_STR("");
}

void sx_code_language_editor(sx_str name, sx_str *id, sx_str *extension, sx_arena *arena) {
  sx_str plain = plain_name(name, arena);
  *id = name;
  *extension = SX_STR("");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (sx_str_is_equal(plain, sx_str_from(rows[i][0]))) {
      *id = sx_str_from(rows[i][1]);
      *extension = sx_str_from(rows[i][2]);
      return;
    }
  sx_str file = sx_arena_printf(arena, "x.%.*s", SX_STR_ARG(plain));
  const sx_language *language = sx_language_find(plain, file);
  if (!language->files || !language->files[0]) return; /* the row of unknown languages */
  *extension = extension_of(language);
  *id = sx_language_has_word(language->ids, plain, true) ? plain : sx_language_name(language);
}

const sx_syntax_language *sx_code_language_grammar(sx_str name) {
  sx_arena arena;
  sx_str id, extension;
  sx_arena_init(&arena, 4096);
  const sx_syntax_language *found = sx_syntax_language_named(plain_name(name, &arena));
  sx_code_language_editor(name, &id, &extension, &arena);
  sx_str file = sx_arena_printf(&arena, "x%.*s", SX_STR_ARG(extension));
  if (!found) found = sx_syntax_language_find(id, file, SX_STR(""));
  sx_arena_release(&arena);
  return found;
}

sx_status sx_code_language_fail(sx_call *call, sx_str what, sx_err *err) {
  size_t count;
  const sx_syntax_language *list = sx_syntax_language_list(&count);
  sx_str names = SX_STR("");
  for (size_t i = 0; i < count; i++)
    names =
        sx_arena_printf(call->arena, "%.*s%s%s", SX_STR_ARG(names), i ? ", " : "", list[i].name);
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "No grammar reads %.*s. Languages that have one: %.*s. Give one of these as "
                 "`language` if the text is in it.",
                 SX_STR_ARG(sx_str_slice(what, 0, 200)), SX_STR_ARG(names));
}
