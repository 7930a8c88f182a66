#include "refactor/move_parts.h"

#include "base/word.h"
#include "base/folder.h"
#include "workspace/paths.h"

/*
 * Declarations of Python, and what they need of the module that they leave: names that it
 * imports, and names of its own.
 */

#define NEITHER "; the code would mean something else in another module"

static const char builtins[] =
    "ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup "
    "BlockingIOError "
    "BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError "
    "ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError "
    "Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup False FileExistsError "
    "FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError "
    "ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError "
    "KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError None "
    "NotADirectoryError NotImplemented NotImplementedError OSError OverflowError "
    "PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError "
    "ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError "
    "SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError UnboundLocalError "
    "UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning "
    "UserWarning ValueError Warning ZeroDivisionError __build_class__ __debug__ __import__ abs "
    "aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod "
    "compile complex copyright credits delattr dict dir divmod enumerate eval exec exit filter "
    "float format frozenset getattr globals hasattr hash help hex id input int isinstance "
    "issubclass iter len license list locals map max memoryview min next object oct open ord pow "
    "print property quit range repr reversed round set setattr slice sorted staticmethod str sum "
    "super tuple type vars zip __class__";

/* ---- the declaration
 * --------------------------------------------------------------------------- */

static uint32_t without_decorators(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_is(nodes, node, "decorated_definition")
             ? sx_nodes_field(nodes, node, "definition")
             : node;
}

/* The name that a statement at the top declares, if it declares one and nothing else. */
static sx_str declared_name(const sx_nodes *nodes, uint32_t node) {
  uint32_t inner = without_decorators(nodes, node);
  if (sx_nodes_is(nodes, inner, "function_definition class_definition"))
    return sx_nodes_text(nodes, sx_nodes_field(nodes, inner, "name"));
  if (!sx_nodes_is(nodes, node, "expression_statement")) return SX_STR("");
  uint32_t assignment = sx_nodes_first_named(nodes, node);
  uint32_t left = sx_nodes_field(nodes, assignment, "left");
  uint32_t right = sx_nodes_field(nodes, assignment, "right");
  if (!sx_nodes_is(nodes, assignment, "assignment") || !sx_nodes_is(nodes, left, "identifier") ||
      sx_nodes_is(nodes, right, "assignment") || right == SX_NODE_NONE)
    return SX_STR("");
  return sx_nodes_text(nodes, left);
}

/* Whether a name was written there again: the whole text has it as one declaration. */
static sx_status check_writes(sx_moving *moving, const sx_moved *moved, sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_names *names = &source->names;
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *one = &names->names.items[i];
    if (one->binding == SX_BINDING_FREE) continue;
    const sx_binding *binding = &names->bindings.items[one->binding];
    if (binding->scope || !sx_str_is_equal(binding->name, moved->name)) continue;
    bool is_written = (one->roles & (SX_NAME_WRITES | SX_NAME_DECLARES)) || !one->roles;
    bool is_own = one->node >= moved->first && one->node < source->nodes.ends[moved->last];
    bool is_inside = is_own && sx_nodes_above(&source->nodes, one->node,
                                              "function_definition lambda") != SX_NODE_NONE;
    if (is_inside && one->roles & SX_NAME_DECLARES && !(one->roles & SX_NAME_WRITES))
      is_inside = false; /* its own name */
    if (is_written && (!is_own || (is_inside && !one->roles)))
      return sx_move_refuse(moving, source, one->start, err,
                            "'%.*s' is also written here, or deleted, so that it is not one "
                            "declaration that could be moved",
                            SX_STR_ARG(moved->name));
  }
  return SX_OK;
}

static sx_status fail_absent(sx_moving *moving, sx_str name, uint32_t name_at, sx_err *err) {
  return sx_move_refuse(moving, &moving->source, name_at, err,
                        "'%.*s' is not a function, class or constant that the module declares at "
                        "its top, in a statement of its own; only those are moved",
                        SX_STR_ARG(name));
}

/* `from x import *` may declare the name once more, or one that the code takes for another. */
static sx_status check_stars(sx_moving *moving, sx_err *err) {
  const sx_move_text *source = &moving->source;
  for (size_t i = 0; i < source->imports.items.len; i++)
    if (sx_str_is_equal(source->imports.items.items[i].name, SX_STR("*")))
      return sx_move_refuse(moving, source, source->imports.items.items[i].start, err,
                            "the module imports all names of another one, so what its own names "
                            "mean is not known: import them by their names first");
  return SX_OK;
}

sx_status sx_move_python_take(sx_moving *moving, sx_str name, uint32_t name_at, sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  sx_moved found = {.name = name, .first = SX_NODE_NONE, .is_exported = true};
  if (sx_str_has_prefix(name, SX_STR("__")) && sx_str_has_suffix(name, SX_STR("__")))
    return sx_move_refuse(moving, source, name_at, err, "'%.*s' belongs to its own module",
                          SX_STR_ARG(name));
  for (uint32_t node = sx_nodes_first(nodes, 0); node != SX_NODE_NONE;
       node = sx_nodes_next(nodes, node)) {
    if (sx_nodes_is_comment(nodes, node)) continue;
    if (!sx_str_is_equal(declared_name(nodes, node), name)) {
      if (found.first != SX_NODE_NONE) break;
      continue;
    }
    if (found.first == SX_NODE_NONE) found.first = node;
    found.last = node;
    if (!sx_move_is_alone(source, node))
      return sx_move_refuse(moving, source, sx_move_start(source, node), err,
                            "another statement is on the line of the declaration; put each on a "
                            "line of its own");
  }
  if (found.first == SX_NODE_NONE) return fail_absent(moving, name, name_at, err);
  bool is_overloaded = found.first != found.last;
  if (is_overloaded && !sx_nodes_is(nodes, found.first, "decorated_definition"))
    return fail_absent(moving, name, name_at, err);
  sx_move_find_extent(source, &found);
  sx_status status = check_writes(moving, &found, err);
  if (!status) status = check_stars(moving, err);
  if (status) return status;
  return sx_move_add(moving, &found, err);
}

/* ---- what it needs
 * ----------------------------------------------------------------------------- */

static bool has_import(const sx_move_imports *imports, const sx_move_import *wanted) {
  for (size_t i = 0; i < imports->len; i++)
    if (sx_str_is_equal(imports->items[i].module, wanted->module) &&
        sx_str_is_equal(imports->items[i].name, wanted->name) &&
        sx_str_is_equal(imports->items[i].local, wanted->local))
      return true;
  return false;
}

static sx_status add_import(sx_moving *moving, sx_move_imports *imports,
                            const sx_move_import *wanted, sx_err *err) {
  if (has_import(imports, wanted)) return SX_OK;
  sx_move_import *added = SX_ARRAY_ADD(imports, moving->call->arena);
  if (!added) return sx_fail(err, moving->call->arena->status, NULL);
  *added = *wanted;
  return SX_OK;
}

/* Relative to the target, where it was relative to the source. */
static sx_status move_module(sx_moving *moving, sx_str *module, sx_err *err) {
  if (sx_str_at(*module, 0) != '.') return SX_OK;
  sx_str path = sx_move_python_path(moving, moving->source.path, *module);
  return sx_move_python_module(module, moving, &moving->target, path, true, err);
}

static bool is_plain_of(const sx_import_item *item, sx_str local) {
  return sx_str_is_equal(item->local, local);
}

/* A name that the source imports: by all its statements that could give it. */
static sx_status need_import(sx_moving *moving, const sx_name *use, sx_move_imports *imports,
                             sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_binding *binding = &source->names.bindings.items[use->binding];
  size_t count = 0, dotted = 0;
  sx_status status = SX_OK;
  for (size_t i = 0; i < source->imports.items.len && !status; i++) {
    const sx_import_item *item = &source->imports.items.items[i];
    const sx_import_statement *statement = &source->imports.statements.items[item->statement];
    if (!is_plain_of(item, binding->name)) continue;
    uint32_t above = sx_nodes_above(&source->nodes, statement->node, "function_definition lambda");
    if (above != SX_NODE_NONE) continue;
    if (statement->block)
      return sx_move_refuse(moving, source, sx_move_start(source, statement->node), err,
                            "the code uses '%.*s', which is imported here under a condition",
                            SX_STR_ARG(binding->name));
    sx_move_import wanted = {item->module, item->name, item->local};
    status = move_module(moving, &wanted.module, err);
    if (!status) status = add_import(moving, imports, &wanted, err);
    count++;
    dotted += statement->form == SX_IMPORT_MODULES && !item->has_alias;
  }
  if (status || (count && count == binding->declarations && (count == 1 || count == dotted)))
    return status;
  return sx_move_refuse(moving, source, use->start, err,
                        "'%.*s' is imported in several ways, so what it is here is not known",
                        SX_STR_ARG(binding->name));
}

/* A name that the source declares. */
static sx_status need_own(sx_moving *moving, const sx_name *use, sx_move_imports *imports,
                          sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_binding *binding = &source->names.bindings.items[use->binding];
  sx_move_import wanted = {SX_STR(""), binding->name, binding->name};
  bool is_fixed = !binding->is_shared && binding->declarations == 1;
  for (size_t i = 0; i < source->names.names.len && is_fixed; i++) {
    const sx_name *one = &source->names.names.items[i];
    bool is_first = i == binding->first;
    if (one->binding == use->binding && !is_first && (one->roles & SX_NAME_WRITES))
      is_fixed = false;
  }
  if (moving->with_dependencies) return sx_move_python_take(moving, binding->name, use->start, err);
  if (!is_fixed || use->roles & SX_NAME_WRITES || !use->roles)
    return sx_move_refuse(moving, source, use->start, err,
                          "the code uses '%.*s', a variable of this module that is written more "
                          "than once; an import would have one value of it",
                          SX_STR_ARG(binding->name));
  moving->needs_source = true;
  sx_status status = sx_move_python_module(
      &wanted.module, moving, &moving->target, source->path,
      sx_move_python_is_relative(moving->target.document ? &moving->target : source), err);
  return status ? status : add_import(moving, imports, &wanted, err);
}

static sx_status need_free(sx_moving *moving, const sx_name *use, sx_str name, sx_err *err) {
  static const char of_module[] = "__name__ __file__ __doc__ __package__ __spec__ __path__ "
                                  "__loader__ __annotations__ __dict__";
  const sx_move_text *source = &moving->source;
  if (sx_language_has_word(of_module, name, false))
    return sx_move_refuse(moving, source, use->start, err, "the code uses %.*s" NEITHER,
                          SX_STR_ARG(name));
  if (sx_language_has_word("globals vars locals eval exec", name, false) &&
      use->roles & SX_NAME_CALLS)
    return sx_move_refuse(moving, source, use->start, err, "the code calls %.*s()" NEITHER,
                          SX_STR_ARG(name));
  if (!sx_language_has_word(builtins, name, false))
    return sx_move_refuse(moving, source, use->start, err,
                          "it is not known where the code takes '%.*s' from", SX_STR_ARG(name));
  if (!moving->target.document ||
      sx_names_look_up(&moving->target.names, name, 0) == SX_BINDING_FREE)
    return SX_OK;
  return sx_move_refuse(moving, source, use->start, err,
                        "the code uses the built-in '%.*s', which %.*s declares itself",
                        SX_STR_ARG(name),
                        SX_STR_ARG(sx_path_display(moving->call, moving->target.path)));
}

static sx_status need(sx_moving *moving, const sx_name *use, sx_move_imports *imports,
                      sx_err *err) {
  const sx_move_text *source = &moving->source;
  sx_str name = sx_str_slice(source->document->text, use->start, use->end);
  if (use->binding == SX_BINDING_FREE) return need_free(moving, use, name, err);
  const sx_binding *binding = &source->names.bindings.items[use->binding];
  if (binding->scope || sx_move_find(moving, binding->name)) return SX_OK;
  sx_status status = sx_strs_add_new(&moving->needed, binding->name, moving->call->arena, err);
  if (status) return status;
  if (binding->kind == SX_BINDING_IMPORT) return need_import(moving, use, imports, err);
  return need_own(moving, use, imports, err);
}

/* Relative imports within the code would mean other modules in another folder. */
static sx_status check_inner(sx_moving *moving, sx_err *err) {
  const sx_move_text *source = &moving->source;
  sx_str from = sx_folder_of(source->path), to = sx_folder_of(moving->target.path);
  for (size_t i = 0; i < source->imports.statements.len && !sx_str_is_equal(from, to); i++) {
    const sx_import_statement *one = &source->imports.statements.items[i];
    size_t start = sx_move_start(source, one->node);
    if (sx_str_at(one->module, 0) == '.' && sx_move_has(moving, start))
      return sx_move_refuse(moving, source, start, err,
                            "this relative import within the code would mean another module there: "
                            "make it absolute first");
  }
  return SX_OK;
}

sx_status sx_move_python_needs(sx_moving *moving, sx_move_imports *imports, sx_err *err) {
  const sx_names *names = &moving->source.names;
  sx_status status = SX_OK;
  size_t known;
  do { /* what moves along may need more */
    known = moving->moved.len;
    for (size_t i = 0; i < names->names.len && !status; i++)
      if (sx_move_has(moving, names->names.items[i].start))
        status = need(moving, &names->names.items[i], imports, err);
  } while (!status && moving->moved.len > known);
  return status ? status : check_inner(moving, err);
}

/* ---- what the source needs no longer
 * ----------------------------------------------------------- */

/* Whether a name at the top is used where it is not moved away, and inside of what is. */
static void count_uses(const sx_moving *moving, sx_str name, size_t *kept, size_t *moved) {
  const sx_names *names = &moving->source.names;
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *one = &names->names.items[i];
    if (one->binding == SX_BINDING_FREE || one->roles & SX_NAME_DECLARES) continue;
    const sx_binding *binding = &names->bindings.items[one->binding];
    if (binding->scope || !sx_str_is_equal(binding->name, name)) continue;
    ++*(sx_move_has(moving, one->start) ? moved : kept);
  }
}

/* Strings with the name may be those of __all__, or annotations. */
static bool is_in_strings(const sx_move_text *text, sx_str name) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++)
    if (sx_nodes_is(nodes, i, "string") && sx_word_is_in(sx_nodes_text(nodes, i), name))
      return true;
  return false;
}

/* Others may take an imported name from the source. */
static sx_status is_taken_by_others(sx_moving *moving, sx_str name, bool *out, sx_err *err) {
  sx_mentions found;
  *out = true;
  sx_status status = sx_mentions_find(&found, moving->call, &name, 1, 5000, err);
  if (status || found.is_cut) return status;
  *out = false;
  for (size_t i = 0; i < found.paths.len && !*out && !status; i++) {
    sx_str path = found.paths.items[i];
    bool is_other = !sx_str_is_equal(path, moving->source.path);
    uint64_t number;
    *out = is_other && sx_map_find(&moving->importers, path, &number);
  }
  return status;
}

static sx_status clean_statement(sx_moving *moving, uint32_t index, sx_err *err) {
  sx_move_text *source = &moving->source;
  const sx_import_statement *statement = &source->imports.statements.items[index];
  sx_str all = source->document->text;
  bool marks[256] = {0}, is_whole;
  size_t marked = 0, end = sx_move_end(source, statement->node);
  if (statement->block || statement->count > 256 ||
      sx_str_is_equal(statement->module, SX_STR("__future__")))
    return SX_OK;
  sx_str rest = sx_str_slice(all, end, sx_move_line_end(all, end));
  if (sx_str_find(rest, SX_STR("noqa"), 0) != SX_STR_NONE) return SX_OK;
  for (uint32_t i = 0; i < statement->count; i++) {
    const sx_import_item *item = &source->imports.items.items[statement->first + i];
    size_t kept = 0, moved = 0;
    bool is_taken = false;
    if (!item->local.len) continue;
    count_uses(moving, item->local, &kept, &moved);
    if (kept || !moved || is_in_strings(source, item->local)) continue;
    sx_status status = is_taken_by_others(moving, item->local, &is_taken, err);
    if (status) return status;
    marks[i] = !is_taken;
    marked += marks[i];
  }
  if (!marked) return SX_OK;
  sx_status status =
      sx_move_note(moving, source, sx_nodes_text(&source->nodes, statement->node), SX_STR(""), err);
  return status ? status : sx_move_drop_items(moving, source, index, marks, &is_whole, err);
}

sx_status sx_move_python_clean(sx_moving *moving, sx_err *err) {
  sx_status status = SX_OK;
  bool is_package = sx_str_is_equal(sx_path_name(moving->source.path), SX_STR("__init__.py"));
  for (uint32_t i = 0; i < moving->source.imports.statements.len && !status && !is_package; i++)
    status = clean_statement(moving, i, err);
  return status;
}
