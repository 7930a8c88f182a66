#include "refactor/move_go_package.h"

#include "base/folder.h"
#include "base/word.h"

/*
 * A declaration of Go to another package of its module. It is done where all code goes on meaning
 * what it meant, as far as the texts say so, and refused where they do not.
 */

/* ---- what moves ----------------------------------------------------------------------------- */

static sx_status check_type(const sx_go_far *far, const sx_moved *moved, sx_err *err) {
  const sx_move_text *source = &far->moving->source;
  const sx_nodes *nodes = &source->nodes;
  sx_str type = sx_move_go_receiver(nodes, moved->first);
  if (sx_go_moved(far, type)) return SX_OK;
  return sx_move_refuse(far->moving, source, moved->start, err,
                        "a method is of the package of its type: move '%.*s', and its methods move "
                        "along",
                        SX_STR_ARG(type));
}

/* Functions that Go's tools look for by their names. */
static sx_status check_function(const sx_go_far *far, const sx_moved *moved, sx_err *err) {
  const sx_move_text *source = &far->moving->source;
  bool is_main = sx_str_is_equal(moved->name, SX_STR("main")) &&
                 sx_str_is_equal(far->old.name, SX_STR("main"));
  bool is_kept = far->is_test && (sx_str_is_equal(moved->name, SX_STR("TestMain")) ||
                                  sx_str_has_prefix(moved->name, SX_STR("Example")));
  if (!is_main && !is_kept) return SX_OK;
  return sx_move_refuse(far->moving, source, moved->start, err,
                        "this is run for its package, and would not be in another");
}

static sx_status take(sx_go_far *far, uint32_t name_at, sx_err *err) {
  sx_moving *moving = far->moving;
  sx_status status = sx_move_go_take(moving, name_at, err);
  if (!status && moving->with_dependencies) status = sx_move_go_take_used(moving, err);
  for (size_t i = 0; i < moving->moved.len && !status; i++) {
    const sx_moved *moved = &moving->moved.items[i];
    if (sx_nodes_is(&moving->source.nodes, moved->first, "method_declaration"))
      status = check_type(far, moved, err);
    else
      status = check_function(far, moved, err);
  }
  return status ? status : sx_go_check_tests(far, err);
}

/* Whether it is another name of a type, maybe through more names, and one of these moves. */
static bool is_alias_of_moved(const sx_go_far *far, const sx_go_top *top) {
  bool is_moved = false;
  for (size_t i = 0; top && i <= far->old.tops.len; i++) {
    const sx_nodes *nodes = &top->text->nodes;
    uint32_t spec = sx_nodes_parent(nodes, top->node);
    is_moved |= sx_go_moved(far, top->name) != NULL;
    if (!sx_nodes_is(nodes, spec, "type_alias")) return i && is_moved;
    top = sx_go_find_top(
        &far->old, sx_go_type_name((sx_go_type){top->text, sx_nodes_field(nodes, spec, "type")}));
  }
  return is_moved;
}

/* A name of a type that gets methods here would be one of another package. */
static sx_status check_aliases(const sx_go_far *far, sx_err *err) {
  for (size_t i = 0; i < far->old.tops.len; i++) {
    const sx_go_top *top = &far->old.tops.items[i];
    bool is_alias = is_alias_of_moved(far, top);
    for (size_t k = 0; is_alias && k < far->old.files.len; k++) {
      const sx_move_text *text = far->old.files.items[k].text;
      for (uint32_t node = sx_nodes_first_named(&text->nodes, 0); node != SX_NODE_NONE;
           node = sx_nodes_next_named(&text->nodes, node))
        if (sx_nodes_is(&text->nodes, node, "method_declaration") &&
            sx_str_is_equal(sx_move_go_receiver(&text->nodes, node), top->name))
          return sx_move_refuse(far->moving, text, sx_move_start(text, node), err,
                                "this method is declared by another name of its type: write the "
                                "type's own name first");
    }
  }
  return SX_OK;
}

/* ---- warnings ------------------------------------------------------------------------------- */

static bool is_public(const sx_go_far *far) {
  sx_str path = sx_arena_printf(far->moving->call->arena, "%.*s/", SX_STR_ARG(far->old.path));
  return !far->is_test && !sx_str_is_equal(far->old.name, SX_STR("main")) &&
         sx_str_find(path, SX_STR("/internal/"), 0) == SX_STR_NONE &&
         !sx_str_has_prefix(path, SX_STR("internal/"));
}

/* A program that is run in the folder of the old package, for a name that is not there any more. */
static sx_status warn_of_programs(const sx_go_far *far, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < far->old.files.len && !status; i++) {
    const sx_move_text *text = far->old.files.items[i].text;
    for (uint32_t node = 0; node < text->nodes.tree.nodes.len && !status; node++) {
      sx_str line = sx_nodes_text(&text->nodes, node);
      if (!sx_nodes_is_comment(&text->nodes, node) ||
          !sx_str_has_prefix(line, SX_STR("//go:generate ")))
        continue;
      for (size_t k = 0; k < far->moving->moved.len && !status; k++)
        if (sx_word_is_in(line, far->moving->moved.items[k].name))
          status = sx_refactoring_warn(far->moving->refactoring, text->document,
                                       sx_move_start(text, node),
                                       "this runs for '%.*s' in the old package; it is not moved.",
                                       SX_STR_ARG(far->moving->moved.items[k].name));
    }
  }
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

static sx_status warn(sx_go_far *far, sx_err *err) {
  sx_moving *moving = far->moving;
  sx_status status = warn_of_programs(far, err);
  for (size_t i = 0; i < moving->moved.len && !status; i++) {
    const sx_moved *moved = &moving->moved.items[i];
    bool is_method = !sx_go_moved(far, moved->name);
    uint32_t first = moved->first;
    bool is_type = sx_nodes_is(&moving->source.nodes, first, "type_declaration type_spec");
    size_t place = sx_move_start(&moving->source, first);
    if (!is_method && is_public(far) && sx_go_is_exported(moved->name))
      status = sx_refactoring_warn(moving->refactoring, moving->source.document, place,
                                   "other modules may import '%.*s' from \"%.*s\"; they are not "
                                   "changed.",
                                   SX_STR_ARG(moved->name), SX_STR_ARG(far->old.path));
    if (!status && is_type)
      status = sx_refactoring_warn(moving->refactoring, moving->source.document, place,
                                   "%%T and reflection show '%.*s' with its new package.",
                                   SX_STR_ARG(moved->name));
  }
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* ---- the source and the target -------------------------------------------------------------- */

/* Imports that only moved code used go. */
static void drop_unused(sx_go_far *far, sx_go_user *source) {
  const sx_move_text *text = &far->moving->source;
  for (size_t i = 0; i < source->imports.len; i++) {
    const sx_move_go_import *one = &source->imports.items[i];
    size_t kept = 0, moved = 0;
    for (size_t k = 0; k < text->names.names.len; k++) {
      const sx_name *name = &text->names.names.items[k];
      if (!sx_move_go_is_use(text, name, one)) continue;
      ++*(sx_move_has(far->moving, name->start) ? &moved : &kept);
    }
    bool is_named = sx_str_is_equal(one->path, far->to.path) && text->edits.len;
    source->drops[i] = moved && !kept && !is_named;
  }
}

static sx_status fill_target(sx_go_far *far, sx_go_user *target, sx_err *err) {
  sx_moving *moving = far->moving;
  sx_move_text *text = &moving->target;
  sx_status status = SX_OK;
  if (text->document) {
    status = sx_move_go_missing(&target->added, moving, &far->needed, err);
  } else {
    target->added = far->needed;
  }
  if (!status && text->document)
    status = sx_move_append(moving, sx_move_go_write(moving), text->document->text.len, err);
  if (!status) status = sx_go_user_finish(target, far, err);
  if (status || text->document) return status;
  return sx_move_go_create(moving, far->to.name, &far->needed, err);
}

sx_status sx_move_go_far(sx_moving *moving, uint32_t name_at, sx_err *err) {
  sx_go_far far = {.moving = moving};
  sx_go_user source, target;
  sx_map_init(&far.numbers, moving->call->arena);
  sx_status status = sx_go_load(&far, err);
  if (!status) status = take(&far, name_at, err);
  if (!status) status = sx_move_go_check_comments(moving, &moving->source, err);
  if (!status) status = sx_move_go_check_order(moving, err);
  if (!status) status = check_aliases(&far, err);
  if (!status) status = sx_go_take_needs(&far, err);
  if (!status) status = sx_go_user_begin(&source, &far, &moving->source, err);
  if (!status) status = sx_go_user_begin(&target, &far, &moving->target, err);
  if (!status) status = sx_go_take_users(&far, &source, &target, err);
  if (!status) status = sx_go_check_members(&far, err);
  if (status) return status;
  drop_unused(&far, &source);
  status = sx_move_cut(moving, err);
  if (!status) status = sx_go_user_finish(&source, &far, err);
  if (!status) status = fill_target(&far, &target, err);
  if (!status) status = sx_go_check_graph(&far, err);
  return status ? status : warn(&far, err);
}
