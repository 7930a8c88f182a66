#include "parse/query.h"

#include "base/mem.h"
#include "syntax/facts.h"

static const struct {
  const char *name;
  sx_role role;
} names[] = {
#define ROW(kind, shown) {#kind, {SX_ROLE_KIND, SX_FACT_##kind}},
    SX_FACT_KINDS(ROW)
#undef ROW
        {"name", {SX_ROLE_NAME, 0}},
    {"body", {SX_ROLE_BODY, 0}},
    {"owner", {SX_ROLE_OWNER, 0}},
    {"qualified", {SX_ROLE_QUALIFIED, 0}},
    {"declarator", {SX_ROLE_DECLARATOR, 0}},
    {"outer", {SX_ROLE_OUTER, 0}},
    {"inner", {SX_ROLE_INNER, 0}},
    {"again", {SX_ROLE_AGAIN, 0}},
    {"attribute", {SX_ROLE_ATTRIBUTE, 0}},
    {"comment", {SX_ROLE_COMMENT, 0}},
    {"callee", {SX_ROLE_CALLEE, SX_CALLS_IMPORT}},
    {"callee.mixin", {SX_ROLE_CALLEE, SX_CALLS_MIXIN}},
    {"callee.property", {SX_ROLE_CALLEE, SX_CALLS_PROPERTY}},
    {"callee.module", {SX_ROLE_CALLEE, SX_CALLS_MODULE}},
    {"callee.function", {SX_ROLE_CALLEE, SX_CALLS_FUNCTION}},
    {"callee.private", {SX_ROLE_CALLEE, SX_CALLS_PRIVATE}},
    {"callee.test", {SX_ROLE_CALLEE, SX_CALLS_TEST}},
    {"callee.type", {SX_ROLE_CALLEE, SX_CALLS_TYPE}},
    {"callee.callback", {SX_ROLE_CALLEE, SX_CALLS_CALLBACK}},
    {"callee.attribute", {SX_ROLE_CALLEE, SX_CALLS_ATTRIBUTE}},
    {"extends", {SX_ROLE_BASE, SX_BASE_EXTENDS}},
    {"implements", {SX_ROLE_BASE, SX_BASE_IMPLEMENTS}},
    {"import", {SX_ROLE_IMPORT, SX_TEXT_IMPORT_WHOLE}},
    {"import.from", {SX_ROLE_IMPORT, SX_TEXT_IMPORT_FROM}},
    {"import.name", {SX_ROLE_IMPORT, SX_TEXT_IMPORT_NAME}},
    {"import.reexport", {SX_ROLE_IMPORT, SX_TEXT_IMPORT_REEXPORT}},
    {"import.call", {SX_ROLE_IMPORT, SX_TEXT_IMPORT_CALL}},
    {"import.types", {SX_ROLE_IMPORT, SX_TEXT_IMPORT_TYPES}},
    {"import.quoted", {SX_ROLE_IMPORT, SX_TEXT_IMPORT_QUOTED}},
    {"import.angled", {SX_ROLE_IMPORT, SX_TEXT_IMPORT_ANGLED}},
    {"import.part", {SX_ROLE_IMPORT, SX_TEXT_IMPORT_PART}},
    {"static", {SX_ROLE_FLAG, SX_FACT_STATIC}},
    {"declaration", {SX_ROLE_FLAG, SX_FACT_DECLARATION}},
    {"callable", {SX_ROLE_FLAG, SX_FACT_CALLABLE}},
    {"exported", {SX_ROLE_FLAG, SX_FACT_EXPORTED}},
    {"private", {SX_ROLE_FLAG, SX_FACT_PRIVATE}},
    {"protected", {SX_ROLE_FLAG, SX_FACT_PROTECTED}},
    {"test", {SX_ROLE_FLAG, SX_FACT_TEST}},
};

static sx_role role_of(sx_str name) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (sx_str_is_equal_fold(name, sx_str_from(names[i].name))) return names[i].role;
  return (sx_role){SX_ROLE_NONE, 0};
}

static sx_status set_roles(sx_query *query, sx_err *err) {
  uint32_t count = ts_query_capture_count(query->compiled);
  query->roles = sx_calloc(count + 1, sizeof *query->roles);
  if (!query->roles) return sx_fail(err, SX_NOMEM, NULL);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t len;
    const char *name = ts_query_capture_name_for_id(query->compiled, i, &len);
    query->roles[i] = role_of(sx_str_make(name, len));
    if (query->roles[i].what == SX_ROLE_NONE)
      return sx_fail(err, SX_INTERNAL, "%s: no capture is called @%.*s", query->grammar->name,
                     (int)len, name);
  }
  return SX_OK;
}

sx_status sx_query_new(sx_query **out, const sx_grammar *grammar, sx_err *err) {
  sx_query *query = sx_calloc(1, sizeof *query);
  uint32_t at;
  TSQueryError error;
  *out = NULL;
  if (!query) return sx_fail(err, SX_NOMEM, NULL);
  query->grammar = grammar;
  query->compiled =
      ts_query_new(grammar->get(), grammar->query, (uint32_t)strlen(grammar->query), &at, &error);
  sx_status status = SX_OK;
  if (!query->compiled)
    status = sx_fail(err, SX_INTERNAL, "%s: the query is wrong (%d) at %.60s", grammar->name,
                     (int)error, grammar->query + at);
  if (!status) status = set_roles(query, err);
  if (status)
    sx_query_free(query);
  else
    *out = query;
  return status;
}

void sx_query_free(sx_query *query) {
  if (!query) return;
  if (query->compiled) ts_query_delete(query->compiled);
  sx_free(query->roles);
  sx_free(query);
}
