#include "refactor/move_go_package.h"

#include "base/folder.h"
#include "os/file_write.h"

/*
 * Which packages of the module import which, after the move: they may not do so in a circle, and
 * what loads a package runs its `init` and makes its variables.
 */

sx_status sx_go_edge_add(sx_go_far *far, sx_go_edges *edges, const sx_move_text *text, sx_str path,
                         sx_err *err) {
  sx_go_edge *edge = SX_ARRAY_ADD(edges, far->moving->call->arena);
  if (!edge) return sx_fail(err, far->moving->call->arena->status, NULL);
  bool is_outside = text->document && sx_move_go_is_test(text->path) &&
                    sx_str_has_suffix(sx_move_go_package_of(text), SX_STR("_test"));
  *edge = (sx_go_edge){sx_folder_of(text->path), text->path, path, is_outside};
  return SX_OK;
}

/* ---- a package's imports -------------------------------------------------------------------- */

/* Whether it is a test outside of its package, or a program that is run by its file. */
static bool is_apart(sx_str path, sx_str text) {
  sx_str line;
  bool is_test = sx_move_go_is_test(path);
  while (sx_str_next_line(&text, &line)) {
    if (sx_str_has_prefix(line, SX_STR("//go:build ignore")) ||
        sx_str_has_prefix(line, SX_STR("// +build ignore")))
      return true;
    if (!sx_str_has_prefix(line, SX_STR("package "))) continue;
    sx_str name = sx_str_trim(sx_str_slice(line, 8, sx_str_find(line, SX_STR("//"), 0)));
    return is_test && sx_str_has_suffix(name, SX_STR("_test"));
  }
  return false;
}

static sx_status read_file(sx_go_far *far, size_t number, sx_str path, sx_err *err) {
  sx_call *call = far->moving->call;
  const sx_document *document;
  sx_import_lines lines = {0};
  sx_status status = sx_document_peek_any(call, path, &document, err);
  if (status || !document || is_apart(path, document->text)) return status;
  status = sx_imports_read(&lines, document->text, document->language, call->arena, err);
  for (size_t i = 0; i < lines.len && !status; i++) {
    sx_go_node *node = &far->nodes.items[number];
    sx_go_edge *edge = SX_ARRAY_ADD(&node->edges, call->arena);
    if (!edge) return sx_fail(err, call->arena->status, NULL);
    *edge = (sx_go_edge){node->folder, path, lines.items[i].specifier, false};
  }
  return status;
}

static sx_status read_node(sx_go_far *far, size_t number, sx_err *err) {
  sx_call *call = far->moving->call;
  sx_dir_list list;
  sx_strs paths = {0};
  sx_str folder = far->nodes.items[number].folder;
  if (far->nodes.items[number].is_read || far->nodes.items[number].is_outside) return SX_OK;
  far->nodes.items[number].is_read = true;
  sx_status status = sx_dir_read(&list, folder, call->arena, err);
  if (status == SX_NOT_FOUND) return SX_OK; /* the move makes it */
  for (size_t i = 0; i < list.count && !status; i++) {
    sx_str name = list.items[i].name;
    if (!sx_str_has_suffix(name, SX_STR(".go")) || name.ptr[0] == '_' || name.ptr[0] == '.')
      continue;
    sx_str path = sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(folder), SX_STR_ARG(name));
    status = sx_strs_add(&paths, path, call->arena, err);
  }
  if (!status) status = sx_documents_peek(call, &paths, err);
  for (size_t i = 0; i < paths.len && !status; i++)
    status = read_file(far, number, paths.items[i], err);
  return status;
}

/* ---- ways ----------------------------------------------------------------------------------- */

static sx_status put_node(sx_go_far *far, sx_str folder, size_t *number, sx_err *err) {
  uint64_t found;
  sx_arena *arena = far->moving->call->arena;
  if (sx_map_find(&far->numbers, folder, &found)) {
    *number = (size_t)found;
    return SX_OK;
  }
  sx_go_node *node = SX_ARRAY_ADD(&far->nodes, arena);
  if (!node || sx_map_put(&far->numbers, folder, far->nodes.len - 1))
    return sx_fail(err, arena->status, NULL);
  *number = far->nodes.len - 1;
  far->nodes.items[*number] = (sx_go_node){.folder = folder};
  return SX_OK;
}

static bool is_lost(const sx_go_far *far, const sx_go_edge *edge) {
  for (size_t i = 0; i < far->lost.len; i++)
    if (sx_str_is_equal(far->lost.items[i].file, edge->file) &&
        sx_str_is_equal(far->lost.items[i].path, edge->path))
      return true;
  return false;
}

/* Packages of Go's library that are imported for what they do, too. */
static bool is_registering(sx_str path) {
  return sx_language_has_word("image/gif image/jpeg image/png expvar net/http/pprof time/tzdata "
                              "crypto/md5 crypto/sha1 crypto/sha256 crypto/sha512 embed",
                              path, false);
}

typedef struct search {
  sx_go_far *far;
  bool is_after;      /* as the packages are after the move */
  bool without_tests; /* what tests import is not loaded by others */
  bool with_own;      /* but what those of `first` import is */
  size_t first;
  sx_str wanted; /* a folder; once it is found nothing more is looked at; or empty */
  bool is_found;
  SX_ARRAY(size_t) queue;
  sx_err *err;
} search;

static sx_status follow(search *s, size_t from, sx_str path) {
  sx_str folder = sx_go_folder(s->far, path);
  size_t number = 0, *added;
  bool is_outside = !folder.len;
  if (is_outside && sx_move_go_is_standard(path) && !is_registering(path)) return SX_OK;
  sx_status status = put_node(s->far, is_outside ? path : folder, &number, s->err);
  if (status) return status;
  sx_go_node *node = &s->far->nodes.items[number];
  node->is_outside = is_outside;
  bool is_wanted = s->wanted.len && sx_str_is_equal(folder, s->wanted);
  if (!is_wanted && node->is_seen) return SX_OK;
  node->is_seen = true;
  node->from = from;
  s->is_found |= is_wanted;
  added = SX_ARRAY_ADD(&s->queue, s->far->moving->call->arena);
  if (!added) return sx_fail(s->err, s->far->moving->call->arena->status, NULL);
  *added = number;
  return SX_OK;
}

static bool is_counted(const search *s, size_t number, const sx_go_edge *edge) {
  return !s->without_tests || (s->with_own && number == s->first) ||
         !sx_move_go_is_test(edge->file);
}

static sx_status expand(search *s, size_t number) {
  sx_go_far *far = s->far;
  sx_status status = read_node(far, number, s->err);
  for (size_t i = 0; !status && !s->is_found && i < far->nodes.items[number].edges.len; i++) {
    sx_go_edge edge = far->nodes.items[number].edges.items[i];
    bool is_there = is_counted(s, number, &edge) && (!s->is_after || !is_lost(far, &edge));
    if (is_there) status = follow(s, number, edge.path);
  }
  for (size_t i = 0; !status && !s->is_found && s->is_after && i < far->gained.len; i++)
    if (!far->gained.items[i].is_outside && is_counted(s, number, &far->gained.items[i]) &&
        sx_str_is_equal(far->gained.items[i].folder, far->nodes.items[number].folder))
      status = follow(s, number, far->gained.items[i].path);
  return status;
}

static void forget_seen(sx_go_far *far) {
  for (size_t i = 0; i < far->nodes.len; i++) far->nodes.items[i].is_seen = false;
}

/* Marks what imports of the package in a folder lead to; the nodes know the way. */
static sx_status run(search *s, sx_str from) {
  sx_go_far *far = s->far;
  forget_seen(far);
  sx_status status = put_node(far, from, &s->first, s->err);
  if (!status) far->nodes.items[s->first].is_seen = true;
  if (!status) status = expand(s, s->first);
  for (size_t i = 0; !status && !s->is_found && i < s->queue.len; i++)
    status = expand(s, s->queue.items[i]);
  return status;
}

/* ---- circles -------------------------------------------------------------------------------- */

static sx_status refuse_circle(sx_go_far *far, sx_err *err) {
  size_t first = 0, at;
  sx_str chain = SX_STR("");
  sx_arena *arena = far->moving->call->arena;
  sx_status status = put_node(far, far->to.folder, &first, err);
  if (status) return status;
  at = first;
  for (size_t i = 0; i < far->nodes.len + 1 && (!i || at != first); i++) {
    at = far->nodes.items[at].from;
    sx_str path = sx_go_path(far, far->nodes.items[at].folder);
    chain = sx_arena_printf(arena, "%.*s -> %.*s", SX_STR_ARG(path), SX_STR_ARG(chain));
  }
  return sx_move_refuse(far->moving, &far->moving->source, far->moving->moved.items[0].start, err,
                        "packages would import each other in a circle: %.*s%.*s. Give another "
                        "target_file, or move what it uses first",
                        SX_STR_ARG(chain), SX_STR_ARG(far->to.path));
}

static sx_status check_circle(sx_go_far *far, sx_err *err) {
  search s = {.far = far, .is_after = true, .wanted = far->to.folder, .err = err};
  sx_status status = run(&s, far->to.folder);
  return status || !s.is_found ? status : refuse_circle(far, err);
}

/* ---- what is loaded ------------------------------------------------------------------------- */

/* A file of a package of the module that does something when it is loaded. */
static sx_status find_acting(sx_go_far *far, sx_str folder, sx_move_text **text, uint32_t *node,
                             sx_err *err) {
  sx_call *call = far->moving->call;
  sx_dir_list list;
  *text = NULL;
  sx_status status = sx_dir_read(&list, folder, call->arena, err);
  if (status == SX_NOT_FOUND) return SX_OK;
  for (size_t i = 0; i < list.count && !status; i++) {
    sx_str name = list.items[i].name;
    sx_move_text *one;
    const sx_document *document;
    if (!sx_str_has_suffix(name, SX_STR(".go")) || sx_move_go_is_test(name)) continue;
    sx_str file = sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(folder), SX_STR_ARG(name));
    bool is_source = sx_str_is_equal(file, far->moving->source.path);
    status = sx_document_peek_any(call, file, &document, err);
    if (status || !document || is_apart(file, document->text)) continue;
    one = is_source ? &far->moving->source : SX_ARENA_NEW(call->arena, sx_move_text);
    if (!one) return sx_fail(err, call->arena->status, NULL);
    if (!is_source) status = sx_move_text_read(one, far->moving, file, err);
    if (status) return status;
    *node = sx_move_go_acts(far->moving, one);
    if (*node == SX_NODE_NONE) continue;
    *text = one;
    return SX_OK;
  }
  return status;
}

static sx_status refuse_loaded(sx_go_far *far, const sx_go_edge *edge, size_t number,
                               bool is_gained, sx_err *err) {
  const sx_go_node *node = &far->nodes.items[number];
  sx_str path = sx_go_path(far, node->folder);
  sx_str through = SX_STR("");
  if (!sx_str_is_equal(path, edge->path))
    through =
        sx_arena_printf(far->moving->call->arena, " through \"%.*s\"", SX_STR_ARG(edge->path));
  return sx_move_refuse(far->moving, node->acting, sx_move_start(node->acting, node->acts), err,
                        "this runs when its package is loaded, and \"%.*s\" would %s%.*s: import "
                        "\"%.*s\" there for what it does (import _) first, or give another "
                        "target_file",
                        SX_STR_ARG(sx_go_path(far, edge->folder)),
                        is_gained ? "import it from then on" : "no longer import it",
                        SX_STR_ARG(through), SX_STR_ARG(path));
}

static sx_status judge(sx_go_far *far, size_t number, sx_err *err) {
  sx_move_text *text = NULL;
  uint32_t acts = SX_NODE_NONE;
  sx_status status = SX_OK;
  if (far->nodes.items[number].is_judged) return SX_OK;
  status = find_acting(far, far->nodes.items[number].folder, &text, &acts, err);
  sx_go_node *node = &far->nodes.items[number];
  node->is_judged = true;
  node->acting = text;
  node->acts = acts;
  return status;
}

/* Whether an import of the same folder was looked at already. */
static bool is_repeated(const sx_go_edges *edges, size_t index) {
  const sx_go_edge *one = &edges->items[index];
  for (size_t i = 0; i < index; i++)
    if (sx_str_is_equal(edges->items[i].folder, one->folder) &&
        sx_str_is_equal(edges->items[i].path, one->path) &&
        sx_move_go_is_test(edges->items[i].file) == sx_move_go_is_test(one->file))
      return true;
  return false;
}

/* Packages that are not read may do something when they are loaded. */
static sx_status warn_of_outside(sx_go_far *far, const sx_go_edge *edge, sx_str path, size_t count,
                                 bool is_gained, sx_err *err) {
  const sx_document *document;
  sx_moving *moving = far->moving;
  sx_str more =
      count > 1 ? sx_arena_printf(moving->call->arena, " and %zu more", count - 1) : SX_STR("");
  sx_status status = sx_document_peek_any(moving->call, edge->file, &document, err);
  if (status) return status;
  status = sx_refactoring_warn(
      moving->refactoring, document ? document : moving->source.document, 0,
      "\"%.*s\" %s \"%.*s\"%.*s, which may do something when loaded%s.",
      SX_STR_ARG(sx_go_path(far, edge->folder)), is_gained ? "now loads" : "no longer loads",
      SX_STR_ARG(path), SX_STR_ARG(more), is_gained ? "" : ": if so, import it there (import _)");
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* The packages that an import leads to may not act, unless other imports lead there, too. */
static sx_status check_loaded(sx_go_far *far, const sx_go_edge *edge, bool is_gained, sx_err *err) {
  sx_str folder = sx_go_folder(far, edge->path), outside = SX_STR("");
  size_t count = 0;
  search led = {.far = far, .is_after = is_gained, .without_tests = true, .err = err};
  search other = {.far = far, .is_after = !is_gained, .without_tests = true, .err = err};
  bool is_new = is_gained && !far->to.files.len && sx_str_is_equal(edge->folder, far->to.folder);
  other.with_own = sx_move_go_is_test(edge->file);
  if (sx_str_is_equal(folder, edge->folder)) return SX_OK; /* a test beside it */
  if (is_new) return SX_OK; /* those that import it from then on have edges of their own */
  forget_seen(far);
  sx_status status = folder.len ? run(&led, folder) : follow(&led, 0, edge->path);
  if (!status) status = run(&other, edge->folder);
  for (size_t i = folder.len ? 0 : 1; i <= led.queue.len && !status; i++) {
    size_t number = i ? led.queue.items[i - 1] : led.first;
    const sx_go_node *node = &far->nodes.items[number];
    if (node->is_seen) continue;
    if (node->is_outside) {
      outside = node->folder;
      count++;
      continue;
    }
    status = judge(far, number, err);
    if (!status && far->nodes.items[number].acting)
      return refuse_loaded(far, edge, number, is_gained, err);
  }
  return status || !count ? status : warn_of_outside(far, edge, outside, count, is_gained, err);
}

/* One that registers itself must go on being imported by the source's package. */
static sx_status check_registering(sx_go_far *far, const sx_go_edge *edge, sx_err *err) {
  sx_status status = SX_OK;
  size_t number = 0;
  if (!is_registering(edge->path)) return SX_OK;
  status = put_node(far, edge->folder, &number, err);
  if (!status) status = read_node(far, number, err);
  for (size_t i = 0; !status && i < far->nodes.items[number].edges.len; i++) {
    const sx_go_edge *other = &far->nodes.items[number].edges.items[i];
    if (sx_str_is_equal(other->path, edge->path) && !is_lost(far, other)) return SX_OK;
  }
  for (size_t i = 0; !status && i < far->gained.len; i++)
    if (sx_str_is_equal(far->gained.items[i].folder, edge->folder)) return SX_OK;
  return status ? status
                : sx_move_refuse(far->moving, &far->moving->source, 0, err,
                                 "\"%.*s\" does something when it is loaded, and the package would "
                                 "no longer import it: import it for that (import _) first",
                                 SX_STR_ARG(edge->path));
}

sx_status sx_go_check_graph(sx_go_far *far, sx_err *err) {
  sx_status status = check_circle(far, err);
  for (size_t i = 0; i < far->gained.len && !status; i++)
    if (!is_repeated(&far->gained, i)) status = check_loaded(far, &far->gained.items[i], true, err);
  for (size_t i = 0; i < far->lost.len && !status; i++) {
    if (!is_repeated(&far->lost, i)) status = check_loaded(far, &far->lost.items[i], false, err);
    if (!status) status = check_registering(far, &far->lost.items[i], err);
  }
  return status;
}
