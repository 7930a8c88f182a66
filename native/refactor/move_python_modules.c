#include "base/byte.h"
#include "base/folder.h"
#include "workspace/paths.h"

#include "refactor/move_parts.h"

/*
 * Names of Python's modules, as a file may write them, and the statements that import them.
 */

#define MAX_UP 32

static bool is_identifier(sx_str word) {
  if (!word.len || (word.ptr[0] >= '0' && word.ptr[0] <= '9')) return false;
  for (size_t i = 0; i < word.len; i++)
    if (!sx_byte_is_word(word.ptr[i])) return false;
  return true;
}

/* `a.b` of root/a/b.py, `a` of root/a/__init__.py; false where it cannot be imported so. */
static bool dotted_name(sx_arena *arena, sx_str root, sx_str path, sx_str *out) {
  if (!sx_str_has_prefix(path, root) || sx_str_at(path, root.len) != '/') return false;
  if (!sx_str_has_suffix(path, SX_STR(".py"))) return false;
  sx_str rest = sx_str_slice(path, root.len + 1, path.len - 3);
  if (sx_str_is_equal(rest, SX_STR("__init__"))) rest = SX_STR("");
  if (sx_str_has_suffix(rest, SX_STR("/__init__"))) rest = sx_str_slice(rest, 0, rest.len - 9);
  sx_buf buf;
  bool is_right = true;
  sx_buf_init(&buf, 4096);
  for (size_t at = 0; at < rest.len;) {
    size_t slash = sx_str_find_char(rest, '/', at);
    if (slash == SX_STR_NONE) slash = rest.len;
    sx_str part = sx_str_slice(rest, at, slash);
    is_right &= is_identifier(part);
    if (at) sx_buf_add_char(&buf, '.');
    sx_buf_add(&buf, part);
    at = slash + 1;
  }
  *out = sx_buf_keep(&buf, arena);
  return is_right;
}

/* The folder at which absolute names begin for a file: by how they lead to the source. */
static sx_status find_root(sx_moving *moving, sx_str file, sx_str *out, sx_err *err) {
  sx_str folder = sx_folder_of(moving->source.path);
  *out = SX_STR("");
  for (size_t i = 0; i < MAX_UP && folder.len && sx_path_is_inside(moving->call, folder); i++) {
    sx_str name;
    bool leads = false;
    if (dotted_name(moving->call->arena, folder, moving->source.path, &name) && name.len) {
      sx_status status =
          sx_move_leads_to(moving, file, name, SX_STR(""), moving->source.path, &leads, err);
      if (status) return status;
    }
    if (leads) {
      *out = folder;
      return SX_OK;
    }
    folder = sx_folder_of(folder);
  }
  return SX_OK;
}

static sx_status absolute_name(sx_str *out, sx_moving *moving, const sx_move_text *file,
                               sx_str path, sx_err *err) {
  sx_str root;
  sx_status status = find_root(moving, file->path, &root, err);
  if (status) return status;
  if (root.len && dotted_name(moving->call->arena, root, path, out) && out->len) return SX_OK;
  return sx_move_refuse(moving, file, 0, err,
                        "it is not known how this file could import %.*s: no folder that its "
                        "imports begin at has it, or its name is not one of a module",
                        SX_STR_ARG(sx_path_display(moving->call, path)));
}

/* Relative names must not climb out of the package. */
static sx_status check_package(sx_moving *moving, const sx_move_text *file, sx_str folder,
                               sx_err *err) {
  sx_import_target target;
  sx_import_line line = {.specifier = SX_STR("."), .kind = SX_IMPORT_PLAIN};
  sx_str inside = sx_arena_printf(moving->call->arena, "%.*s/x.py", SX_STR_ARG(folder));
  sx_status status = sx_imports_resolve(&target, moving->imports, inside, &line, err);
  if (status || (target.outcome == SX_IMPORT_FOUND && target.files.len)) return status;
  return sx_move_refuse(moving, file, 0, err,
                        "a relative import from here would leave the package: %.*s has no "
                        "__init__.py",
                        SX_STR_ARG(sx_path_display(moving->call, folder)));
}

static sx_status relative_name(sx_str *out, sx_moving *moving, const sx_move_text *file,
                               sx_str path, sx_err *err) {
  sx_str folder = sx_folder_of(file->path), name;
  size_t up = 0;
  while (folder.len && !(sx_str_has_prefix(path, folder) && sx_str_at(path, folder.len) == '/')) {
    folder = sx_folder_of(folder);
    if (++up > MAX_UP) folder = SX_STR("");
  }
  if (!folder.len || !dotted_name(moving->call->arena, folder, path, &name))
    return sx_move_refuse(moving, file, 0, err, "this file cannot import %.*s by a relative name",
                          SX_STR_ARG(sx_path_display(moving->call, path)));
  sx_status status = up ? check_package(moving, file, folder, err) : SX_OK;
  sx_buf buf;
  sx_buf_init(&buf, 4096);
  sx_buf_add_repeat(&buf, '.', up + 1);
  sx_buf_add(&buf, name);
  *out = sx_buf_keep(&buf, moving->call->arena);
  return status;
}

sx_status sx_move_python_module(sx_str *out, sx_moving *moving, const sx_move_text *file,
                                sx_str path, bool is_relative, sx_err *err) {
  sx_status status = is_relative ? relative_name(out, moving, file, path, err)
                                 : absolute_name(out, moving, file, path, err);
  if (!status && moving->call->arena->status)
    status = sx_fail(err, moving->call->arena->status, NULL);
  return status;
}

sx_str sx_move_python_path(sx_moving *moving, sx_str file, sx_str module) {
  sx_buf buf;
  sx_str folder = sx_folder_of(file);
  size_t at = 1;
  for (; sx_str_at(module, at) == '.'; at++) folder = sx_folder_of(folder);
  sx_buf_init(&buf, 8192);
  sx_buf_add(&buf, folder);
  if (at == module.len) sx_buf_add_text(&buf, "/__init__");
  for (bool is_start = true; at < module.len; at++) {
    if (is_start) sx_buf_add_char(&buf, '/');
    is_start = module.ptr[at] == '.';
    if (!is_start) sx_buf_add_char(&buf, module.ptr[at]);
  }
  sx_buf_add_text(&buf, ".py");
  return sx_buf_keep(&buf, moving->call->arena);
}

bool sx_move_python_is_relative(const sx_move_text *file) {
  for (size_t i = 0; i < file->imports.statements.len; i++)
    if (sx_str_at(file->imports.statements.items[i].module, 0) == '.') return true;
  return false;
}

/* ---- statements
 * ------------------------------------------------------------------------------- */

static void write_item(sx_buf *buf, const sx_move_import *import) {
  sx_buf_add(buf, import->name);
  if (!sx_str_is_equal(import->name, import->local))
    sx_buf_addf(buf, " as %.*s", SX_STR_ARG(import->local));
}

sx_str sx_move_python_line(sx_moving *moving, const sx_move_import *import) {
  sx_buf buf;
  sx_buf_init(&buf, 8192);
  if (import->name.len) {
    sx_buf_addf(&buf, "from %.*s import ", SX_STR_ARG(import->module));
    write_item(&buf, import);
  } else {
    sx_buf_addf(&buf, "import %.*s", SX_STR_ARG(import->module));
    size_t dot = sx_str_find_char(import->module, '.', 0);
    sx_str first = sx_str_slice(import->module, 0, dot == SX_STR_NONE ? import->module.len : dot);
    if (!sx_str_is_equal(first, import->local))
      sx_buf_addf(&buf, " as %.*s", SX_STR_ARG(import->local));
  }
  return sx_buf_keep(&buf, moving->call->arena);
}

/* A statement at the top that takes names from the module, to which others can be added. */
static const sx_import_statement *same_module(const sx_move_text *text, sx_str module) {
  for (size_t i = 0; i < text->imports.statements.len; i++) {
    const sx_import_statement *one = &text->imports.statements.items[i];
    if (one->block || one->form != SX_IMPORT_FROM || !sx_str_is_equal(one->module, module))
      continue;
    const sx_import_item *last =
        one->count ? &text->imports.items.items[one->first + one->count - 1] : NULL;
    if (last && last->is_listed && !sx_text_edits_cover(&text->edits, last->start) &&
        !sx_text_edits_cover(&text->edits, last->end - 1))
      return one;
  }
  return NULL;
}

static sx_status add_to(sx_moving *moving, sx_move_text *text, const sx_import_statement *statement,
                        const sx_move_import *import, sx_err *err) {
  const sx_import_item *last = &text->imports.items.items[statement->first + statement->count - 1];
  sx_str all = text->document->text, indent = sx_move_indent(all, last->start);
  sx_buf buf;
  bool is_own_line = sx_str_line_start(all, last->start) + indent.len == last->start;
  sx_buf_init(&buf, 8192);
  sx_buf_add_text(&buf, is_own_line ? "," : ", ");
  if (is_own_line) sx_buf_add(&buf, text->newline), sx_buf_add(&buf, indent);
  write_item(&buf, import);
  sx_str added = sx_buf_keep(&buf, moving->call->arena);
  return sx_move_edit(moving, text, last->end, last->end, added, err);
}

/* The imports of one module that are new at the top, as one statement each. */
static void write_new(sx_moving *moving, const sx_move_text *text, const sx_move_imports *imports,
                      const bool *is_done, sx_buf *buf) {
  for (size_t i = 0; i < imports->len; i++) {
    const sx_move_import *one = &imports->items[i];
    bool is_first = !is_done[i];
    for (size_t k = 0; k < i; k++)
      is_first &= is_done[k] || !one->name.len || !imports->items[k].name.len ||
                  !sx_str_is_equal(imports->items[k].module, one->module);
    if (!is_first) continue;
    sx_buf_add(buf, sx_move_python_line(moving, one));
    for (size_t k = i + 1; k < imports->len && one->name.len; k++) {
      if (is_done[k] || !imports->items[k].name.len ||
          !sx_str_is_equal(imports->items[k].module, one->module))
        continue;
      sx_buf_add_text(buf, ", ");
      write_item(buf, &imports->items[k]);
    }
    sx_buf_add(buf, text->newline);
  }
}

sx_str sx_move_python_block(sx_moving *moving, const sx_move_text *text,
                            const sx_move_imports *imports) {
  sx_buf buf;
  bool *is_done = sx_arena_calloc(moving->call->arena, imports->len + 1, sizeof *is_done);
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  if (is_done) write_new(moving, text, imports, is_done, &buf);
  return sx_buf_keep(&buf, moving->call->arena);
}

/* The next line that does not move away. */
static size_t skip_moved(const sx_moving *moving, const sx_move_text *text, size_t place) {
  for (size_t i = 0; text == &moving->source && i < moving->moved.len; i++)
    if (place >= moving->moved.items[i].start && place < moving->moved.items[i].end)
      place = sx_str_skip_spaces(text->document->text, moving->moved.items[i].end);
  return place;
}

/* Whether a function or class follows, which has two blank lines above it. */
static bool is_before_definition(sx_str all, size_t place) {
  sx_str rest = sx_str_slice(all, place, all.len), line = SX_STR("");
  while (sx_str_next_line(&rest, &line) && sx_str_at(line, 0) == '#') continue;
  return sx_str_has_prefix(line, SX_STR("def ")) || sx_str_has_prefix(line, SX_STR("class ")) ||
         sx_str_has_prefix(line, SX_STR("async ")) || sx_str_at(line, 0) == '@';
}

sx_status sx_move_python_add(sx_moving *moving, sx_move_text *text, const sx_move_imports *imports,
                             sx_err *err) {
  sx_arena *arena = moving->call->arena;
  sx_status status = SX_OK;
  bool has_imports, is_new = false;
  bool *is_done = sx_arena_calloc(arena, imports->len + 1, sizeof *is_done);
  if (!is_done) return sx_fail(err, arena->status, NULL);
  for (size_t i = 0; i < imports->len && !status; i++) {
    const sx_move_import *one = &imports->items[i];
    const sx_import_statement *same =
        text->document && one->name.len ? same_module(text, one->module) : NULL;
    is_done[i] = same != NULL;
    is_new |= !same;
    if (same) status = add_to(moving, text, same, one, err);
    if (!status)
      status = sx_move_note(moving, text, SX_STR(""), sx_move_python_line(moving, one), err);
  }
  if (status || !is_new) return status;
  sx_buf buf;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  size_t place = text->document ? sx_move_import_place(text, &has_imports) : 0;
  sx_str all = text->document ? text->document->text : SX_STR("");
  if (place && place == all.len && all.ptr[place - 1] != '\n') sx_buf_add(&buf, text->newline);
  if (place && text->document && !has_imports) sx_buf_add(&buf, text->newline);
  write_new(moving, text, imports, is_done, &buf);
  char next = sx_str_at(all, place);
  bool is_tight = text->document && next && next != '\n' && next != '\r' && !has_imports;
  for (int i = 0; is_tight && i < 1 + is_before_definition(all, skip_moved(moving, text, place));
       i++)
    sx_buf_add(&buf, text->newline);
  return sx_move_edit(moving, text, place, place, sx_buf_keep(&buf, arena), err);
}
