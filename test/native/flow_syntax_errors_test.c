#include "flow_scene.h"

#include "flow/syntax_errors.h"

/* Edits, and what each breaks: "line:column message", one a line. */
typedef struct edit {
  const char *language, *before, *after, *flaws;
} edit;

static const edit edits[] = {
    {"python", "a = 1\n", "a = 2\n", ""},
    {"python", "a = 1\n", "a = (\n", "1:5 \"(\" is not closed\n"},
    {"python", "a = (\n", "a = 1\n", ""},
    /* As many as before, though elsewhere. */
    {"python", "a = (\n", "b = 1\na = (\n", ""},
    {"c", "int f(void) { return 1; }\n", "int f(void) { return 1 }\n", "1:23 missing \";\"\n"},
    {"c", "int a = ;\n", "int b = 1;\nint a = ;\nint f(void) { return 1 }\n",
     "3:23 missing \";\"\n"},
    {"typescript", "f(x);\n", "f(x);\n}\n", "2:1 unexpected \"}\"\n"},
    {"javascript", "const ä = 1;\n", "/*😀*/ const ä = [1;\n", "1:20 missing \"]\"\n"},
    {"go", "package a\n", "package a\n\nfunc f() {\n", "3:10 \"{\" is not closed\n"},
    {"python", "a = (\n", "", ""},
};

SX_TEST(an_edit_that_breaks_a_text) {
  sx_buf *shown = sx_test_buf();
  for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
    const edit *e = &edits[i];
    sx_nodes before, after;
    sx_syntax_flaws flaws;
    SX_EXPECT_OK(sx_scene_nodes(&before, e->language, e->before));
    SX_EXPECT_OK(sx_scene_nodes(&after, e->language, e->after));
    SX_EXPECT_OK(sx_syntax_flaws_compare(&flaws, &before.tree, before.text, &after.tree, after.text,
                                         sx_test_arena(), sx_test_err()));
    SX_EXPECT(flaws.is_known);
    sx_buf_clear(shown);
    for (size_t k = 0; k < flaws.items.len; k++)
      sx_buf_addf(shown, "%u:%u %.*s\n", flaws.items.items[k].at.line + 1,
                  flaws.items.items[k].at.character + 1, SX_STR_ARG(flaws.items.items[k].message));
    SX_EXPECT_OK(shown->status);
    SX_EXPECT_STR(sx_buf_str(shown), sx_str_from(e->flaws));
  }
}

SX_SUITE(flow_syntax_errors_test, SX_CASE(an_edit_that_breaks_a_text));
