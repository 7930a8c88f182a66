#include "harness.h"
#include "semantic/outline_list.h"

static const char code[] = "class Till {\n  sum = 0;\n  add(n: number) {\n    return n;\n  }\n}\n";

static sx_host_symbol symbol_at(const char *name, const char *kind, const char *container,
                                uint32_t depth, sx_range16 range, uint32_t column) {
  return (sx_host_symbol){.name = sx_str_from(name),
                          .kind = sx_str_from(kind),
                          .container = sx_str_from(container),
                          .depth = depth,
                          .range = range,
                          .has_name_at = true,
                          .name_at = {range.start.line, column}};
}

static sx_status make_part(sx_outline_part *out, sx_document *document, const char *path) {
  *document = (sx_document){.path = sx_str_from(path),
                            .text = sx_str_from(code),
                            .language = sx_language_find(SX_STR("typescript"), SX_STR(""))};
  *out = (sx_outline_part){.given = document->path};
  out->file.shown_path = document->path;
  out->file.document = document;
  sx_status status =
      sx_lines_init(&document->lines, document->text, sx_test_arena(), sx_test_err());
  const sx_host_symbol symbols[] = {
      symbol_at("Till", "Class", "", 0, (sx_range16){{0, 0}, {5, 1}}, 6),
      symbol_at("sum", "Property", "Till", 1, (sx_range16){{1, 2}, {1, 10}}, 2),
      symbol_at("add", "Method", "Till", 1, (sx_range16){{2, 2}, {4, 3}}, 2)};
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols && !status; i++) {
    sx_host_symbol *added = SX_ARRAY_ADD(&out->file.symbols, sx_test_arena());
    if (!added) return SX_NOMEM;
    *added = symbols[i];
  }
  return status;
}

static void release(void *answer) {
  sx_answer_release(answer);
}

static sx_status write(sx_answer *answer, const sx_outline_view *view, size_t count) {
  sx_outline_part *parts = sx_test_memory(3 * sizeof *parts);
  sx_document *documents = sx_test_memory(2 * sizeof *documents);
  sx_call call = {.arena = sx_test_arena()};
  sx_status status = make_part(&parts[0], &documents[0], "a.ts");
  if (!status) status = make_part(&parts[1], &documents[1], "b.ts");
  parts[2] = (sx_outline_part){.given = SX_STR("c.ts"), .error = SX_NOT_FOUND};
  sx_fail(&parts[2].err, SX_NOT_FOUND, "file_path: 'c.ts' does not exist.");
  return status ? status : sx_outline_list_write(view, parts, count, &call, answer, sx_test_err());
}

static void expect_list(const sx_outline_view *view, size_t count, const char *expected) {
  sx_answer *answer = sx_test_memory(sizeof *answer);
  sx_status status = sx_answer_init(answer, SX_FORMAT_TEXT, 2000);
  sx_test_defer(release, answer); /* also a failed one */
  SX_EXPECT_OK(status);
  SX_EXPECT_OK(write(answer, view, count));
  SX_EXPECT_OK(answer->text.status);
  SX_EXPECT_STR(sx_buf_str(&answer->text), sx_str_from(expected));
}

SX_TEST(one_file) {
  const sx_outline_view all = {.max_depth = 2, .most = 50};
  expect_list(&all, 1, "a.ts: 3 symbols\n1-6: class Till\n  2: sum = 0\n  3-5: add(n: number)\n");
  const sx_outline_view method = {
      .max_depth = 1, .most = 50, .mode = SX_OUTLINE_FULL, .target = SX_STR("Till.add")};
  expect_list(&method, 1, "a.ts: 1 symbol\n3-5:\n  add(n: number) {\n    return n;\n  }\n");
}

SX_TEST(several_files) {
  const sx_outline_view top = {.max_depth = 1, .most = 50};
  expect_list(&top, 3,
              "a.ts: 1 symbol (3 with those inside: max_depth)\n1-6: class Till\n\n"
              "b.ts: 1 symbol (3 with those inside: max_depth)\n1-6: class Till\n\n"
              "c.ts: Error: 'c.ts' does not exist.\n");
}

SX_TEST(wrong_targets) {
  sx_answer *answer = sx_test_memory(sizeof *answer);
  const sx_outline_view view = {.max_depth = 1, .most = 50, .target = SX_STR("Nothing")};
  sx_status status = sx_answer_init(answer, SX_FORMAT_TEXT, 2000);
  sx_test_defer(release, answer);
  SX_EXPECT_OK(status);
  for (size_t count = 1; count <= 3; count++) {
    status = write(answer, &view, count);
    SX_EXPECT(status == SX_NOT_FOUND || status == SX_NOMEM);
  }
}

SX_SUITE(semantic_outline_list, SX_CASE(one_file), SX_CASE(several_files), SX_CASE(wrong_targets));
