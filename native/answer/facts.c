#include "answer/facts.h"

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
