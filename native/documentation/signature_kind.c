#include "documentation/signature_kind.h"

typedef struct kind_word {
  sx_str word, kind;
} kind_word;

#define ROW(word, kind)                                                                            \
  {                                                                                                \
    {word, sizeof(word) - 1}, {                                                                    \
      kind, sizeof(kind) - 1                                                                       \
    }                                                                                              \
  }

static const kind_word words[] = {
    ROW("class", "Class"),
    ROW("interface", "Interface"),
    ROW("struct", "Struct"),
    ROW("enum member", "EnumMember"),
    ROW("enum", "Enum"),
    ROW("function", "Function"),
    ROW("fn", "Function"),
    ROW("func", "Function"),
    ROW("def", "Function"),
    ROW("instance-method", "Method"),
    ROW("static-method", "Method"),
    ROW("method", "Method"),
    ROW("constructor", "Constructor"),
    ROW("property", "Property"),
    ROW("field", "Field"),
    ROW("constant", "Constant"),
    ROW("const", "Constant"),
    ROW("variable", "Variable"),
    ROW("let", "Variable"),
    ROW("var", "Variable"),
    ROW("parameter", "Variable"),
    ROW("namespace", "Namespace"),
    ROW("module", "Module"),
    ROW("type alias", "Class"),
    ROW("type", "Class"),
    ROW("macro", "Constant"),
};

static const sx_str modifiers[] = {
    {"(alias) ", 8}, {"export ", 7}, {"declare ", 8}, {"default ", 8}, {"abstract ", 9},
    {"async ", 6},   {"pub ", 4},    {"public ", 7},  {"static ", 7},  {"typedef ", 8},
};

#define MODIFIER_COUNT (sizeof modifiers / sizeof *modifiers)

/* Several may stand in a row, in any order. */
static sx_str strip_modifiers(sx_str text) {
  for (size_t i = 0; i < MODIFIER_COUNT;) {
    bool is_there = sx_str_has_prefix(text, modifiers[i]);
    if (is_there) text = sx_str_slice(text, modifiers[i].len, text.len);
    i = is_there ? 0 : i + 1;
  }
  return text;
}

static sx_str find_word(sx_str text, bool is_whole) {
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    sx_str word = words[i].word;
    if (is_whole && sx_str_is_equal(text, word)) return words[i].kind;
    if (!sx_str_has_prefix(text, word) || text.len == word.len) continue;
    char after = text.ptr[word.len];
    if (after == ' ' || after == ')' || after == '\n') return words[i].kind;
  }
  return SX_STR("");
}

sx_str sx_signature_kind(const sx_hover_text *hover) {
  if (hover->subject_kind.len) return find_word(hover->subject_kind, true);
  sx_str signature = strip_modifiers(hover->signature);
  if (sx_str_has_prefix(signature, SX_STR("(")))
    signature = sx_str_slice(signature, 1, signature.len);
  return find_word(signature, false);
}
