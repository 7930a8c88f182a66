#include "flow_scene.h"

#include "flow/names.h"
#include "text/lines.h"

/*
 * Each binding in a line, what it is, and in which scope; then what is done at each place:
 *
 *   x: variable in function_definition 1: dw2:3 r4:5
 */

static const char *const kinds[] = {"variable", "constant", "parameter", "function",
                                    "type",     "import",   "macro"};

static void add_place(const sx_names *names, const sx_name *name, sx_buf *out) {
  static const char letters[] = "drwcta";
  uint32_t line = 1, column = 1;
  sx_buf_add_char(out, ' ');
  for (uint32_t i = 0; letters[i]; i++)
    if (name->roles & (1u << i)) sx_buf_add_char(out, letters[i]);
  if (!name->roles) sx_buf_add_char(out, '-');
  for (uint32_t i = 0; i < name->start; i++) {
    bool is_end = names->nodes->text.ptr[i] == '\n';
    line += is_end;
    column = is_end ? 1 : column + 1;
  }
  sx_buf_addf(out, "%u:%u", line, column);
}

static sx_str text_of(const sx_names *names, size_t index) {
  const sx_name *name = &names->names.items[index];
  return sx_str_slice(names->nodes->text, name->start, name->end);
}

static void add_places(const sx_names *names, uint32_t binding, sx_str text, sx_buf *out) {
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *name = &names->names.items[i];
    if (name->binding == binding && sx_str_is_equal(text_of(names, i), text))
      add_place(names, name, out);
  }
  sx_buf_add_char(out, '\n');
}

static uint32_t line_of(const sx_nodes *nodes, uint32_t node) {
  uint32_t line = 1;
  for (uint32_t i = 0; i < sx_nodes_get(nodes, node)->start; i++)
    line += nodes->text.ptr[i] == '\n';
  return line;
}

static void show_binding(const sx_names *names, uint32_t index, sx_buf *out) {
  const sx_binding *binding = &names->bindings.items[index];
  const sx_nodes *nodes = names->nodes;
  sx_str kind = sx_nodes_kind(nodes, binding->scope);
  sx_buf_addf(out, "%.*s: %s in %.*s", SX_STR_ARG(binding->name), kinds[binding->kind],
              SX_STR_ARG(kind));
  if (binding->scope) sx_buf_addf(out, " %u", line_of(nodes, binding->scope));
  if (binding->is_shared) sx_buf_add_text(out, ", shared");
  if (binding->is_captured) sx_buf_add_text(out, ", captured");
  sx_buf_add_char(out, ':');
  add_places(names, index, binding->name, out);
}

static bool is_first_free(const sx_names *names, size_t index) {
  sx_str text = text_of(names, index);
  for (size_t i = 0; i < index; i++)
    if (names->names.items[i].binding == SX_BINDING_FREE &&
        sx_str_is_equal(text_of(names, i), text))
      return false;
  return names->names.items[index].binding == SX_BINDING_FREE;
}

static void show(const sx_names *names, sx_buf *out) {
  for (uint32_t i = 0; i < names->bindings.len; i++) show_binding(names, i, out);
  for (size_t i = 0; i < names->names.len; i++) {
    if (!is_first_free(names, i)) continue;
    sx_str text = text_of(names, i);
    sx_buf_addf(out, "%.*s: free:", SX_STR_ARG(text));
    add_places(names, SX_BINDING_FREE, text, out);
  }
  if (names->dynamic != SX_NODE_NONE)
    sx_buf_addf(out, "dynamic: line %u\n", line_of(names->nodes, names->dynamic));
}

/* A case's title begins with its language: "python: a class in a function". */
static sx_status run(sx_str title, sx_str input, sx_buf *actual) {
  char language[16] = "", text[8192] = "";
  size_t colon = sx_str_find_char(title, ':', 0);
  sx_nodes nodes;
  sx_names names;
  if (colon >= sizeof language || input.len >= sizeof text) return SX_INVALID_ARGUMENT;
  memcpy(language, title.ptr, colon);
  memcpy(text, input.ptr, input.len);
  sx_status status = sx_scene_nodes(&nodes, language, text);
  if (!status) status = sx_names_find(&names, &nodes, sx_test_arena(), sx_test_err());
  if (!status) show(&names, actual);
  return status;
}

SX_TEST(names_mean_what_their_language_says) {
  sx_test_corpus("flow_names", run);
}

static uint32_t meaning(const sx_names *names, const char *name, const char *place) {
  size_t at = sx_str_find(names->nodes->text, sx_str_from(place), 0);
  uint32_t node = sx_nodes_around(names->nodes, (uint32_t)at, (uint32_t)(at + strlen(place)));
  return sx_names_look_up(names, sx_str_from(name), node);
}

SX_TEST(names_are_looked_up_at_places) {
  sx_nodes nodes;
  sx_names names;
  SX_EXPECT_OK(sx_scene_nodes(&nodes, "python",
                              "x = 1\ndef f(y):\n  x = y\n  return x + 9\nclass C:\n  z = 2\n"
                              "  def m(self):\n    return 7\n"));
  SX_EXPECT_OK(sx_names_find(&names, &nodes, sx_test_arena(), sx_test_err()));
  uint32_t outer = meaning(&names, "x", "1"), inner = meaning(&names, "x", "9");
  SX_EXPECT(outer != SX_BINDING_FREE && inner != SX_BINDING_FREE && outer != inner);
  SX_EXPECT(meaning(&names, "x", "7") == outer);
  SX_EXPECT(meaning(&names, "z", "7") == SX_BINDING_FREE);
  SX_EXPECT(meaning(&names, "z", "2") != SX_BINDING_FREE);
  SX_EXPECT(meaning(&names, "absent", "9") == SX_BINDING_FREE);
  size_t first = sx_names_from(&names, 8);
  SX_EXPECT_TEXT(sx_nodes_text(&nodes, names.names.items[first].node), "f");
  SX_EXPECT(sx_names_at(&names, names.names.items[first].node) == &names.names.items[first]);
  SX_EXPECT(!sx_names_at(&names, 0));
  SX_EXPECT_SIZE(sx_names_from(&names, (uint32_t)nodes.text.len), names.names.len);
}

SX_TEST(a_language_that_is_not_known_is_refused) {
  sx_nodes nodes;
  sx_names names;
  SX_EXPECT_OK(sx_scene_nodes(&nodes, "ruby", "x = 1\n"));
  SX_EXPECT(!sx_names_is_known(&nodes));
  SX_EXPECT_STATUS(sx_names_find(&names, &nodes, sx_test_arena(), sx_test_err()), SX_UNSUPPORTED);
}

SX_SUITE(flow_names_test, SX_CASE(names_mean_what_their_language_says),
         SX_CASE(names_are_looked_up_at_places), SX_CASE(a_language_that_is_not_known_is_refused));
