#include "refactor/move.h"

#include "engine/args.h"
#include "refactor/move_parts.h"
#include "refactor/served.h"
#include "refactor/symbol_place.h"
#include "semantic/target.h"
#include "workspace/paths.h"

/*
 * move_symbol from its arguments to its answer. The files that use a symbol are those whose texts
 * have its name and whose imports lead to it (imports/), so that no server is needed.
 */

/* ---- the symbol
 * -------------------------------------------------------------------------------- */

typedef struct wanted {
  sx_str name; /* empty: whatever is declared at the place */
  int64_t line, column;
} wanted;

static bool is_wanted(const sx_move_text *source, const sx_name *one, const wanted *what) {
  const sx_names *names = &source->names;
  if (one->binding == SX_BINDING_FREE || !(one->roles & SX_NAME_DECLARES)) return false;
  const sx_binding *binding = &names->bindings.items[one->binding];
  if (binding->scope || binding->kind == SX_BINDING_IMPORT) return false;
  if (what->name.len && !sx_str_is_equal(binding->name, what->name)) return false;
  sx_pos16 at = sx_document_position(source->document, one->start);
  sx_pos16 end = sx_document_position(source->document, one->end);
  if (what->line && at.line + 1 != what->line) return false;
  return !what->column || (what->column >= at.character + 1 && what->column <= end.character + 1);
}

/* A declaration at the file's top that the arguments name; NULL. */
static const sx_name *find_declared(const sx_move_text *source, const wanted *what) {
  if (!what->name.len && !what->line) return NULL;
  for (size_t i = 0; i < source->names.names.len; i++)
    if (is_wanted(source, &source->names.names.items[i], what))
      return &source->names.names.items[i];
  return NULL;
}

/* By the resolution that all tools have. */
static sx_status find_target(sx_moving *moving, const cJSON *args, sx_answer *answer, sx_str *name,
                             sx_pos16 *at, sx_str *path, sx_err *err) {
  sx_target target;
  sx_status status = sx_target_find(&target, moving->call, args, err);
  if (!status) status = sx_symbol_check_alone(moving->call, &target, err);
  if (status) return status;
  if (target.symbol) {
    *name = target.symbol->name;
    *at = target.symbol->at;
    *path = target.symbol->path;
    return SX_OK;
  }
  status = sx_target_write_missing(&target, moving->call, answer, err);
  if (status) return status;
  return sx_fail(err, SX_NO_MATCH, "%.*s Nothing was changed.",
                 SX_STR_ARG(sx_str_trim_end(sx_buf_str(&answer->text))));
}

static sx_status find_symbol(sx_moving *moving, const cJSON *args, sx_answer *answer, sx_str *name,
                             uint32_t *name_at, sx_err *err) {
  sx_call *call = moving->call;
  wanted what = {sx_str_trim(sx_args_str(args, "symbol", call->arena)),
                 sx_args_int(args, "line", 0), sx_args_int(args, "column", 0)};
  sx_str file = sx_args_str(args, "file_path", call->arena), path = SX_STR("");
  sx_pos16 at = {0, 0};
  sx_status status = SX_OK;
  bool is_place = file.len && !sx_args_has(args, "handle") && !sx_args_has(args, "line_text");
  if (is_place && sx_str_find(file, SX_STR("#"), 0) == SX_STR_NONE) {
    status = sx_path_resolve(call, "file_path", file, &path, err);
    if (!status) status = sx_move_text_read(&moving->source, moving, sx_path_own(call, path), err);
    if (status) return status;
    const sx_name *found = find_declared(&moving->source, &what);
    if (found) {
      *name = moving->source.names.bindings.items[found->binding].name;
      *name_at = found->start;
      return SX_OK;
    }
    if (sx_move_cjs_find(&moving->source, what.name, what.line, name, name_at)) return SX_OK;
  }
  status = find_target(moving, args, answer, name, &at, &path, err);
  if (!status) status = sx_move_text_read(&moving->source, moving, sx_path_own(call, path), err);
  if (!status) *name_at = (uint32_t)sx_document_offset(moving->source.document, at);
  return status;
}

/* ---- the target
 * -------------------------------------------------------------------------------- */

/* A target without a known language is left to those who move. */
static sx_status check_language(const sx_moving *moving, sx_str target, sx_err *err) {
  const sx_language *own = moving->source.document->language;
  const sx_language *other = sx_language_find(SX_STR(""), target);
  sx_import_family family = sx_import_family_of(own);
  if (!other || other == own || family == sx_import_family_of(other)) return SX_OK;
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "target_file '%.*s' is not a file of %.*s. Nothing was changed. Give one of the "
                 "same language.",
                 SX_STR_ARG(sx_path_display(moving->call, target)),
                 SX_STR_ARG(moving->source.document->language_id));
}

static sx_status find_file(sx_moving *moving, const cJSON *args, sx_err *err) {
  sx_call *call = moving->call;
  sx_str given = sx_args_str(args, "target_file", call->arena), path;
  bool exists = false;
  if (!given.len)
    return sx_fail(
        err, SX_INVALID_ARGUMENT,
        "target_file is missing. Give the file that the declaration moves to; it is made "
        "if it is not there.");
  sx_status status = sx_path_resolve_new(call, "target_file", given, &path, &exists, err);
  if (!status) status = check_language(moving, path, err);
  if (status) return status;
  if (!exists) {
    moving->target.path = path;
    moving->target.newline = moving->source.newline;
    return SX_OK;
  }
  path = sx_path_own(call, path);
  if (sx_str_is_equal(path, moving->source.path))
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "target_file is the file that declares the symbol. Nothing was changed. Give "
                   "another file.");
  return sx_move_text_read(&moving->target, moving, path, err);
}

/* ---- the answer
 * -------------------------------------------------------------------------------- */

static sx_status write_updates(const sx_moving *moving, sx_answer *answer, sx_err *err) {
  sx_arena *arena = moving->call->arena;
  cJSON *facts = cJSON_AddArrayToObject(answer->facts, "import_updates");
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  for (size_t i = 0; i < moving->updates.len; i++) {
    const sx_move_update *update = &moving->updates.items[i];
    cJSON *fact = cJSON_CreateObject();
    sx_answer_fact(fact, "file", sx_path_display(moving->call, update->path));
    sx_answer_fact(fact, "old", sx_arena_dup(arena, update->before));
    sx_answer_fact(fact, "new", sx_arena_dup(arena, update->after));
    sx_answer_push(facts, fact);
  }
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}

static sx_status answer_moved(sx_moving *moving, sx_str name, sx_answer *answer, sx_err *err) {
  sx_call *call = moving->call;
  sx_strs files = {0};
  sx_str source = sx_path_display(call, moving->source.path);
  sx_str target = sx_path_display(call, moving->target.path);
  sx_answer_fact(answer->facts, "symbol", sx_arena_dup(call->arena, name));
  sx_answer_fact(answer->facts, "source_file", source);
  sx_answer_fact(answer->facts, "target_file", target);
  for (size_t i = 0; i < moving->updates.len; i++) {
    sx_status status = sx_strs_add_new(&files, moving->updates.items[i].path, call->arena, err);
    if (status) return status;
  }
  for (size_t i = 0; i < moving->moved.len; i++)
    sx_buf_addf(&answer->text, "%s%.*s", i ? ", " : "", SX_STR_ARG(moving->moved.items[i].name));
  sx_buf_addf(&answer->text, ": %.*s -> %.*s, imports of %zu file%s updated.\n", SX_STR_ARG(source),
              SX_STR_ARG(target), files.len, files.len == 1 ? "" : "s");
  return write_updates(moving, answer, err);
}

/* ---- the whole
 * --------------------------------------------------------------------------------- */

static sx_status move_by_language(sx_moving *moving, sx_str name, uint32_t name_at, sx_err *err) {
  sx_str grammar = moving->source.nodes.grammar;
  if (sx_str_is_equal(grammar, SX_STR("python"))) return sx_move_python(moving, name, name_at, err);
  if (sx_language_has_word("javascript typescript tsx", grammar, false))
    return sx_move_script(moving, name, name_at, err);
  if (sx_str_is_equal(grammar, SX_STR("go"))) return sx_move_go(moving, name_at, err);
  bool is_cpp = sx_language_has_word("c cpp", grammar, false);
  if (is_cpp && sx_move_c_is_for(&moving->source)) return sx_move_c(moving, name_at, err);
  return sx_fail(err, SX_UNSUPPORTED,
                 "Declarations of Python, JavaScript, TypeScript, Go and C are moved, not those of "
                 "%.*s. "
                 "Nothing was changed.",
                 SX_STR_ARG(moving->source.document->language_id));
}

static sx_status plan(sx_moving *moving, const cJSON *args, sx_answer *answer, sx_str *name,
                      sx_err *err) {
  uint32_t name_at = 0;
  sx_status status = find_symbol(moving, args, answer, name, &name_at, err);
  if (!status) status = find_file(moving, args, err);
  return status ? status : move_by_language(moving, *name, name_at, err);
}

sx_status sx_move_symbol(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_refactoring refactoring;
  bool is_done;
  sx_str name = SX_STR("");
  sx_moving moving = {.call = call, .refactoring = &refactoring};
  sx_status status = sx_refactoring_begin(&refactoring, call, args, answer, &is_done, err);
  if (status || is_done) return status;
  moving.with_dependencies = sx_args_bool(args, "with_dependencies", false);
  sx_map_init(&moving.reached, call->arena);
  sx_map_init(&moving.importers, call->arena);
  moving.imports = sx_imports_new(call);
  if (!moving.imports) return sx_fail(err, SX_NOMEM, NULL);
  status = plan(&moving, args, answer, &name, err);
  sx_imports_free(moving.imports);
  /* Its text was read, and is of a language that is left to its server. */
  const sx_document *source = moving.source.document;
  if (status == SX_UNSUPPORTED && source && sx_served_is_for(source))
    return sx_move_by_server(&refactoring, args, answer, err);
  if (!status) status = sx_refactoring_finish(&refactoring, answer, err);
  return status ? status : answer_moved(&moving, name, answer, err);
}
