#include "refactor/move_go_package.h"

#include "base/folder.h"
#include "os/file.h"

/*
 * Tests to another package: what runs for all tests of a package, files that they read beside them,
 * and names that only the tests of the old package see.
 */

/* Whether `go test` runs a function by its name. */
static bool is_run(sx_str name) {
  static const char *const starts[] = {"Test", "Benchmark", "Fuzz", "Example"};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (sx_str_has_prefix(name, sx_str_from(starts[i]))) return true;
  return false;
}

/* ---- what runs for all tests ---------------------------------------------------------------- */

static sx_status check_set_up(const sx_go_far *far, const sx_go_package *package, sx_err *err) {
  for (size_t i = 0; i < package->files.len; i++) {
    const sx_move_text *text = package->files.items[i].text;
    const sx_nodes *nodes = &text->nodes;
    if (!text->document || !sx_move_go_is_test(text->path)) continue;
    for (uint32_t node = sx_nodes_first_named(nodes, 0); node != SX_NODE_NONE;
         node = sx_nodes_next_named(nodes, node)) {
      sx_str name = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "name"));
      if (sx_nodes_is(nodes, node, "function_declaration") &&
          sx_language_has_word("TestMain init", name, false))
        return sx_move_refuse(far->moving, text, sx_move_start(text, node), err,
                              "this runs before all tests of its package, and the test would run "
                              "%s it: give a target_file in the same package",
                              package == &far->old ? "without" : "after");
    }
  }
  return SX_OK;
}

/* ---- files ---------------------------------------------------------------------------------- */

static bool is_there(const sx_go_far *far, sx_str name) {
  sx_file_info info = {0};
  sx_str path = sx_arena_printf(far->moving->call->arena, "%.*s/%.*s", SX_STR_ARG(far->old.folder),
                                SX_STR_ARG(name));
  return path.len && !sx_file_stat(&info, path, NULL) && info.exists;
}

/* A name that may be that of a file: "." and what is long is something else. */
static bool may_be_file(sx_str name) {
  bool has_letter = false;
  for (size_t i = 0; i < name.len; i++) {
    if (!name.ptr[i] || name.ptr[i] == '\n' || name.ptr[i] == '\\') return false;
    has_letter |= name.ptr[i] != '.' && name.ptr[i] != '/' && name.ptr[i] != ' ';
  }
  return has_letter && name.len < 200 && name.ptr[0] != '/';
}

static sx_status check_files(const sx_go_far *far, const sx_moved *moved, sx_err *err) {
  const sx_move_text *source = &far->moving->source;
  const sx_nodes *nodes = &source->nodes;
  sx_str text = sx_str_slice(source->document->text, moved->start, moved->end);
  sx_str seeds =
      sx_arena_printf(far->moving->call->arena, "testdata/fuzz/%.*s", SX_STR_ARG(moved->name));
  bool has_seeds = sx_str_has_prefix(moved->name, SX_STR("Fuzz")) && is_there(far, seeds);
  if (has_seeds || sx_str_find(text, SX_STR("testdata"), 0) != SX_STR_NONE)
    return sx_move_refuse(far->moving, source, moved->start, err,
                          "the test reads files beside its package (testdata): give a target_file "
                          "in the same package");
  for (uint32_t i = moved->first; i < nodes->ends[moved->last]; i++) {
    if (!sx_nodes_is(nodes, i, "interpreted_string_literal raw_string_literal")) continue;
    sx_str quoted = sx_nodes_text(nodes, i);
    sx_str name = sx_str_slice(quoted, 1, quoted.len - 1);
    if (may_be_file(name) && is_there(far, name))
      return sx_move_refuse(far->moving, source, sx_move_start(source, i), err,
                            "this is a file beside the test, which would not be found from another "
                            "package: give a target_file in the same package");
  }
  return SX_OK;
}

/* ---- names ---------------------------------------------------------------------------------- */

/* Whether a test's file beside the source declares the type of a method. */
static bool is_of_tests(const sx_go_far *far, sx_str type) {
  for (size_t i = 0; i < far->old.files.len; i++) {
    const sx_move_text *text = far->old.files.items[i].text;
    for (size_t k = 0; k < text->names.bindings.len && sx_move_go_is_test(text->path); k++)
      if (!text->names.bindings.items[k].scope &&
          sx_str_is_equal(text->names.bindings.items[k].name, type))
        return true;
  }
  return false;
}

/* A declaration of tests that others see by the package, or by a type of it. */
static bool is_declared(const sx_go_far *far, const sx_nodes *nodes, uint32_t node, sx_str name,
                        bool is_member) {
  if (sx_nodes_is(nodes, node, "method_declaration"))
    return is_member && !is_of_tests(far, sx_move_go_receiver(nodes, node)) &&
           sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, node, "name")), name);
  bool is_declaring = sx_nodes_is(nodes, node,
                                  "function_declaration var_declaration const_declaration "
                                  "type_declaration");
  for (uint32_t i = node; is_declaring && i < nodes->ends[node]; i++) {
    if (!sx_nodes_is_field(nodes, i, "name") || sx_nodes_above(nodes, i, "block") != SX_NODE_NONE)
      continue;
    if (sx_str_is_equal(sx_nodes_text(nodes, i), name)) return true;
  }
  return false;
}

static sx_status check_name(const sx_go_far *far, uint32_t selector, sx_err *err) {
  const sx_move_text *source = &far->moving->source;
  const sx_nodes *from = &source->nodes;
  sx_str name = sx_nodes_text(from, sx_nodes_field(from, selector, "field"));
  const sx_name *operand = sx_names_at(&source->names, sx_nodes_field(from, selector, "operand"));
  bool is_package = operand && operand->binding != SX_BINDING_FREE &&
                    source->names.bindings.items[operand->binding].kind == SX_BINDING_IMPORT;
  if (!sx_go_is_exported(name)) return SX_OK;
  for (size_t i = 0; i < far->old.files.len; i++) {
    const sx_move_text *text = far->old.files.items[i].text;
    const sx_nodes *nodes = &text->nodes;
    bool is_seen = sx_move_go_is_test(text->path) &&
                   (!is_package || !sx_str_is_equal(sx_move_go_package_of(text), far->old.name));
    for (uint32_t node = sx_nodes_first_named(nodes, 0); is_seen && node != SX_NODE_NONE;
         node = sx_nodes_next_named(nodes, node)) {
      bool is_bad = !sx_go_is_moved(far, text, sx_move_start(text, node)) &&
                    is_declared(far, nodes, node, name, !is_package) &&
                    (is_package || sx_nodes_is(nodes, node, "method_declaration"));
      if (is_bad)
        return sx_move_refuse(far->moving, text, sx_move_start(text, node), err,
                              "what moves uses '%.*s', which only the tests of this package see: "
                              "give a target_file in the same package",
                              SX_STR_ARG(name));
    }
  }
  return SX_OK;
}

sx_status sx_go_check_tests(const sx_go_far *far, sx_err *err) {
  const sx_moving *moving = far->moving;
  const sx_nodes *nodes = &moving->source.nodes;
  sx_status status = SX_OK;
  for (size_t i = 0; i < moving->moved.len && !status && far->is_test; i++) {
    const sx_moved *moved = &moving->moved.items[i];
    bool is_test = is_run(moved->name) && sx_nodes_is(nodes, moved->first, "function_declaration");
    status = check_files(far, moved, err);
    if (!status && is_test) status = check_set_up(far, &far->old, err);
    if (!status && is_test) status = check_set_up(far, &far->to, err);
    for (uint32_t node = moved->first; !status && node < nodes->ends[moved->last]; node++)
      if (sx_nodes_is(nodes, node, "selector_expression")) status = check_name(far, node, err);
  }
  return status;
}
