#include "refactor/move_c.h"

#include "base/folder.h"
#include "base/word.h"
#include "refactor/pasted.h"
#include "workspace/paths.h"

/* Files that see by a header of C what moves to another one: they include that one, too. */

/* ---- how an include is written --------------------------------------------------------------- */

/* A path as seen from a folder: with `../` where it is beside it. */
static sx_str relative_to(sx_moving_c *c, sx_str folder, sx_str path) {
  sx_arena *arena = c->moving->call->arena;
  sx_str up = SX_STR("");
  while (folder.len && !sx_folder_has(folder, path)) {
    folder = sx_folder_of(folder);
    up = sx_arena_printf(arena, "../%.*s", SX_STR_ARG(up));
  }
  return sx_arena_printf(arena, "%.*s%.*s", SX_STR_ARG(up),
                         SX_STR_ARG(sx_str_slice(path, folder.len + 1, path.len)));
}

/* As the file names a neighbour of the header, or by the way to it. */
static sx_str spell(sx_moving_c *c, const sx_move_c_file *file, sx_str path) {
  sx_arena *arena = c->moving->call->arena;
  for (size_t k = 0; k < file->includes.len; k++) {
    const sx_move_c_include *one = &file->includes.items[k];
    sx_str name = sx_path_name(one->path);
    size_t len = one->given.len > name.len + 1 ? one->given.len - name.len - 1 : 1;
    if (!one->path.len || !sx_str_is_equal(sx_folder_of(one->path), sx_folder_of(path))) continue;
    if (!sx_str_has_suffix(sx_str_slice(one->given, 0, one->given.len - 1), name)) continue;
    return sx_arena_printf(arena, "%.*s%.*s%c", (int)len, one->given.ptr,
                           SX_STR_ARG(sx_path_name(path)), one->given.ptr[one->given.len - 1]);
  }
  return sx_arena_printf(arena, "\"%.*s\"",
                         SX_STR_ARG(relative_to(c, sx_folder_of(file->path), path)));
}

/* ---- the edit of a file ---------------------------------------------------------------------- */

static sx_move_text *text_of(sx_moving_c *c, size_t index) {
  if (!index) return &c->moving->source;
  return index == 1 && c->has_target ? &c->moving->target : &c->files.items[index].text;
}

/* The first place of a name of what moves, in what stays; NONE. */
static size_t first_use(const sx_moving_c *c, size_t index) {
  sx_str code = c->files.items[index].code;
  size_t first = SX_STR_NONE;
  for (size_t i = 0; i < c->moving->moved.len; i++) {
    sx_str name = c->moving->moved.items[i].name;
    for (size_t at = 0; (at = sx_word_find(code, name, at)) != SX_STR_NONE; at++)
      if ((index || !sx_move_has(c->moving, at)) && at < first) first = at;
  }
  return first;
}

/* After the include that leads to the header that it was in, or the last one. */
static size_t place_in(const sx_moving_c *c, size_t index) {
  const sx_move_c_file *file = &c->files.items[index];
  sx_str all = file->text.document->text;
  size_t last = SX_STR_NONE;
  bool reached[SX_MOVE_C_MAX_FILES];
  for (size_t k = 0; k < file->includes.len; k++) {
    const sx_move_c_include *one = &file->includes.items[k];
    if (!one->is_certain) continue;
    last = sx_move_line_end(all, sx_move_text_end(&file->text, one->node));
    size_t found = one->file;
    if (!index || !c->from_header || found == SIZE_MAX) continue;
    sx_move_c_reach(c, found, true, reached);
    if (reached[0]) return last;
  }
  if (last != SX_STR_NONE || index || !c->from_header) return last;
  sx_move_c_layout layout;
  return sx_move_c_find_layout(&layout, &file->text) ? layout.start : SX_STR_NONE;
}

static sx_status include_target(sx_moving_c *c, size_t index) {
  sx_moving *moving = c->moving;
  sx_move_text *text = text_of(c, index);
  size_t place = place_in(c, index), use = first_use(c, index);
  bool is_first = place == SX_STR_NONE, is_only = !c->files.items[index].includes.len;
  sx_str given = spell(c, &c->files.items[index], moving->target.path);
  if (is_first) {
    sx_str license = sx_move_license(text), all = text->document->text;
    place = license.len ? sx_move_line_end(all, sx_str_find(all, license, 0) + license.len) : 0;
  }
  for (size_t i = 0; !index && i < moving->moved.len; i++)
    if (moving->moved.items[i].start < use && !c->from_header) use = moving->moved.items[i].start;
  if (use < place)
    return sx_move_refuse(moving, text, use, c->err,
                          "this uses what moves above the place where the file could include %.*s",
                          SX_STR_ARG(sx_path_name(moving->target.path)));
  sx_str newline = text->newline;
  sx_str line = sx_arena_printf(moving->call->arena, "#include %.*s%.*s%.*s", SX_STR_ARG(given),
                                SX_STR_ARG(newline), SX_STR_ARG(is_only ? newline : SX_STR("")));
  sx_status status = sx_move_note(moving, text, SX_STR(""), line, c->err);
  if (!status) status = sx_move_edit(moving, text, place, place, line, c->err);
  return status || index < 1 + (size_t)c->has_target ? status : sx_move_plan(moving, text, c->err);
}

/* ---- who needs it ---------------------------------------------------------------------------- */

static sx_status refuse_circle(sx_moving_c *c, size_t index) {
  return sx_move_refuse(c->moving, &c->files.items[index].text, 0, c->err,
                        "this and the target would include each other, as each of them needs what "
                        "the other declares");
}

/* Whether the target will lead to a file. */
static bool is_below_target(const sx_moving_c *c, size_t index) {
  bool reached[SX_MOVE_C_MAX_FILES];
  if (c->files.items[index].is_added || (c->needs_source && !index)) return true;
  if (c->needs_source) sx_move_c_reach(c, 0, false, reached);
  if (c->needs_source && reached[index]) return true;
  if (!c->has_target) return false;
  sx_move_c_reach(c, 1, false, reached);
  return reached[index];
}

static sx_status check_brought(sx_moving_c *c, size_t index) {
  bool reached[SX_MOVE_C_MAX_FILES];
  sx_status status = SX_OK;
  for (size_t v = 0; v < c->files.len && !status; v++) {
    sx_move_c_reach(c, v, false, reached);
    if (!reached[index]) continue;
    if (c->has_target) status = sx_move_c_check_seen(c, v, 1);
    for (size_t i = 0; i < c->files.len && !status; i++)
      if (c->files.items[i].is_added) status = sx_move_c_check_seen(c, v, i);
  }
  return status;
}

static sx_status give_target(sx_moving_c *c, size_t index) {
  bool reached[SX_MOVE_C_MAX_FILES];
  sx_move_c_reach(c, index, true, reached);
  if (c->has_target && reached[1]) {
    size_t use = first_use(c, index), end = SX_STR_NONE;
    const sx_move_c_file *file = &c->files.items[index];
    for (size_t k = 0; k < file->includes.len; k++) {
      const sx_move_c_include *one = &file->includes.items[k];
      size_t found = one->is_certain ? one->file : SIZE_MAX;
      if (found == SIZE_MAX) continue;
      sx_move_c_reach(c, found, true, reached);
      if (reached[1] && end == SX_STR_NONE) end = sx_move_start(&file->text, one->node);
    }
    if (use >= end) return SX_OK;
    return sx_move_refuse(c->moving, &file->text, use, c->err,
                          "this uses what moves above the include of the target");
  }
  if (is_below_target(c, index)) return refuse_circle(c, index);
  sx_status status = check_brought(c, index);
  return status ? status : include_target(c, index);
}

/* Whether a file has a macro make one of the names of parts. */
static bool is_pasting(const sx_moving_c *c, size_t index) {
  bool reached[SX_MOVE_C_MAX_FILES];
  size_t at;
  sx_move_c_reach(c, index, false, reached);
  for (size_t m = 0; m < c->files.len && reached[0]; m++) {
    sx_str code = c->files.items[m].code;
    if (!reached[m] || sx_str_find(code, SX_STR("##"), 0) == SX_STR_NONE) continue;
    for (size_t i = 0; i < c->moving->moved.len; i++)
      if (sx_pasted_makes(code, c->files.items[index].code, c->moving->moved.items[i].name, &at))
        return true;
  }
  return false;
}

/* Other files that have a name: those that see the header, and parts that rely on others to. */
static sx_status give_users(sx_moving_c *c) {
  bool reached[SX_MOVE_C_MAX_FILES];
  sx_status status = SX_OK;
  for (size_t v = 1 + (size_t)c->has_target; v < c->files.len && !status; v++) {
    const sx_move_c_file *file = &c->files.items[v];
    size_t use = first_use(c, v);
    if (use == SX_STR_NONE && !is_pasting(c, v)) continue;
    sx_move_c_reach(c, v, true, reached);
    if (reached[0]) {
      status = give_target(c, v);
      continue;
    }
    sx_move_c_reach(c, v, false, reached);
    bool is_relying = reached[0]; /* under a condition */
    for (size_t w = 0; w < c->files.len && !is_relying; w++) {
      sx_move_c_reach(c, w, false, reached);
      is_relying = w != v && reached[v] && reached[0];
    }
    if (is_relying)
      return sx_move_refuse(c->moving, &file->text, use, c->err,
                            "this may be what moves, and the file does not always include the "
                            "header that declares it");
  }
  return status;
}

sx_status sx_move_c_give_users(sx_moving_c *c) {
  if (!c->from_header) return give_target(c, 0);
  /* With it in the source header, all others see it as before. */
  if (first_use(c, 0) != SX_STR_NONE || is_pasting(c, 0))
    return is_below_target(c, 0) ? refuse_circle(c, 0) : give_target(c, 0);
  return give_users(c);
}

sx_status sx_move_c_need_source(sx_moving_c *c) {
  bool reached[SX_MOVE_C_MAX_FILES];
  if (!c->needs_source) return SX_OK;
  if (c->has_target) {
    sx_move_c_reach(c, 1, true, reached);
    if (reached[0]) return SX_OK;
    sx_move_c_reach(c, 0, false, reached);
    if (reached[1]) return refuse_circle(c, 0);
  }
  sx_move_c_file new = {.path = c->moving->target.path};
  const sx_move_c_file *file = c->has_target ? &c->files.items[1] : &new;
  return sx_strs_add_new(&c->added, spell(c, file, c->moving->source.path), c->moving->call->arena,
                         c->err);
}
