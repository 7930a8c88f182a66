#include "answer/facts.h"

#include "base/byte.h"

void sx_facts_position(cJSON *object, sx_pos16 at) {
  cJSON_AddNumberToObject(object, "line", at.line + 1.0);
  cJSON_AddNumberToObject(object, "column", at.character);
}

void sx_facts_place(cJSON *object, sx_str shown, sx_pos16 at) {
  sx_answer_fact(object, "file", shown);
  sx_facts_position(object, at);
}

void sx_facts_symbol(cJSON *object, const sx_symbol *symbol, sx_str shown, sx_arena *arena) {
  sx_answer_fact(object, "name", symbol->name);
  if (symbol->kind.len) sx_answer_fact(object, "kind", symbol->kind);
  if (symbol->container.len) sx_answer_fact(object, "container", symbol->container);
  sx_facts_place(object, shown, symbol->at);
  sx_answer_fact(object, "handle", sx_symbol_handle(symbol, shown, arena));
}

/* The editor's own, by name; "symbol-" and the kind where it has one. */
static void write_icon(sx_buf *out, sx_str kind) {
  static const char *const others[][2] = {
      {"EnumMember", "symbol-enum-member"}, {"TypeParameter", "symbol-type-parameter"},
      {"Union", "symbol-struct"},           {"Typedef", "symbol-interface"},
      {"TypeAlias", "symbol-interface"},    {"Extension", "symbol-class"},
      {"Macro", "symbol-constant"},         {"Test", "beaker"}};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (sx_str_is_equal(kind, sx_str_from(others[i][0]))) {
      sx_buf_add_text(out, others[i][1]);
      return;
    }
  sx_buf_add_text(out, "symbol-");
  for (size_t i = 0; i < kind.len; i++) sx_buf_add_char(out, sx_byte_lower(kind.ptr[i]));
}

void sx_facts_for_person(cJSON *object, const sx_answer *answer, sx_str path, sx_str kind) {
  sx_buf icon;
  if (answer->format != SX_FORMAT_MARKDOWN) return;
  sx_buf_init(&icon, SIZE_MAX / 2);
  write_icon(&icon, kind);
  sx_answer_fact(object, "path", path);
  sx_answer_fact(object, "icon", sx_buf_str(&icon));
  sx_buf_release(&icon);
}

const char *sx_facts_severity(sx_severity severity) {
  static const char *const names[] = {"error", "warning", "information", "hint"};
  return (unsigned)severity < 4 ? names[severity] : names[3];
}

void sx_facts_diagnostic(cJSON *object, sx_str shown, const sx_diagnostic *diagnostic) {
  sx_facts_place(object, shown, diagnostic->range.start);
  cJSON_AddNumberToObject(object, "end_line", diagnostic->range.end.line + 1.0);
  cJSON_AddNumberToObject(object, "end_column", diagnostic->range.end.character);
  cJSON_AddStringToObject(object, "severity", sx_facts_severity(diagnostic->severity));
  if (diagnostic->code.len) sx_answer_fact(object, "code", diagnostic->code);
  if (diagnostic->source.len) sx_answer_fact(object, "source", diagnostic->source);
  sx_answer_fact(object, "message", diagnostic->message);
}
