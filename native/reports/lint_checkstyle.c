#include "reports/lint_parts.h"
#include "reports/xml.h"

/*
 * <checkstyle><file name="…"><error line="…" column="…" severity="…" message="…" source="…"/>
 *
 * Many linters write it, and none writes its own name: `source` is the rule, often with the names
 * of packages before it.
 */
typedef struct reading {
  sx_lint_report *report;
  sx_arena *arena;
  sx_str file;
  bool is_checkstyle;
} reading;

static uint32_t read_number(const sx_xml_attributes *attributes, const char *name) {
  uint32_t number;
  size_t at = 0;
  return sx_lint__take_number(sx_xml_attribute(attributes, name), &at, &number) ? number : 0;
}

/* "com.puppycrawl.tools.checkstyle.checks.WhitespaceAroundCheck" -> "WhitespaceAroundCheck". */
static sx_str last_name(sx_str source) {
  size_t slash = sx_str_find_last_char(source, '/');
  size_t point = sx_str_find_last_char(source, '.');
  bool is_package = slash == SX_STR_NONE && point != SX_STR_NONE && point + 1 < source.len &&
                    sx_str_find_char(source, ' ', 0) == SX_STR_NONE;
  return is_package ? sx_str_slice(source, point + 1, source.len) : source;
}

static void add_error(reading *r, const sx_xml_attributes *attributes) {
  sx_lint_issue *issue = sx_lint__add(r->report, "checkstyle", r->arena);
  if (!issue) return;
  issue->file = r->file;
  issue->line = read_number(attributes, "line");
  issue->column = read_number(attributes, "column");
  issue->unit = SX_LINT_CHARACTERS;
  issue->message = sx_arena_dup(r->arena, sx_xml_attribute(attributes, "message"));
  issue->rule = sx_arena_dup(r->arena, last_name(sx_xml_attribute(attributes, "source")));
  issue->severity = sx_lint__severity(sx_xml_attribute(attributes, "severity"), SX_LINT_WARNING);
}

static void start(void *arg, sx_str name, const sx_xml_attributes *attributes, size_t depth) {
  reading *r = arg;
  if (depth == 1) r->is_checkstyle = sx_str_is_equal(name, SX_STR("checkstyle"));
  if (!r->is_checkstyle) return;
  if (sx_str_is_equal(name, SX_STR("file"))) {
    r->file = sx_arena_dup(r->arena, sx_xml_attribute(attributes, "name"));
    r->report->files++;
  } else if (sx_str_is_equal(name, SX_STR("error")))
    add_error(r, attributes);
}

sx_status sx_lint_read_checkstyle(sx_lint_report *report, sx_str text, sx_arena *arena,
                                  sx_err *err) {
  reading r = {.report = report, .arena = arena, .file = SX_STR("")};
  const sx_xml_reader reader = {.arg = &r, .on_start = start};
  bool is_cut = false;
  sx_status status = sx_xml_read(&reader, text, &is_cut, err);
  report->is_cut |= is_cut;
  if (!status && !r.is_checkstyle)
    status = sx_fail(err, SX_BAD_MESSAGE,
                     "The report is not one of checkstyle: its first element "
                     "has another name.");
  return status ? status : sx_lint__end(arena, err);
}
