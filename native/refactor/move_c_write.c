#include "refactor/move_c.h"

/* The new texts of a move of C. */

/* ---- includes of the target ----------------------------------------------------------------- */

/* Where an include goes, in the order that those of its kind have; NONE: the target has none. */
static size_t place_of(const sx_moving_c *c, sx_str given) {
  const sx_move_c_file *target = &c->files.items[1];
  sx_str all = target->text.document->text;
  size_t same = SX_STR_NONE, any = SX_STR_NONE, first = SX_STR_NONE;
  for (size_t i = 0; i < target->includes.len; i++) {
    const sx_move_c_include *one = &target->includes.items[i];
    if (!one->is_certain) continue;
    size_t end = sx_move_line_end(all, sx_move_text_end(&target->text, one->node));
    size_t start = sx_str_line_start(all, sx_move_start(&target->text, one->node));
    if (first == SX_STR_NONE) first = start;
    any = end;
    if (one->given.ptr[0] != given.ptr[0]) continue;
    bool is_after = sx_str_compare(one->given, given) > 0;
    if (is_after && same == SX_STR_NONE && given.ptr[0] == '<') return start;
    if (is_after && same != SX_STR_NONE) return same;
    same = end;
  }
  if (same != SX_STR_NONE) return same;
  return given.ptr[0] == '<' ? first : any;
}

/* The first line, or that below the comment of a license; in a header inside of its guard. */
static size_t first_place(const sx_moving_c *c, const sx_move_text *target) {
  sx_move_c_layout layout;
  if (c->to_header && sx_move_c_find_layout(&layout, target)) return layout.start;
  sx_str license = sx_move_license(target), all = target->document->text;
  if (!license.len) return 0;
  return sx_move_line_end(all, sx_str_find(all, license, 0) + license.len);
}

/* Whether a blank line ends there. */
static bool has_gap(sx_str text, size_t at) {
  size_t start = sx_str_line_start(text, at - 1);
  return !sx_str_trim(sx_str_slice(text, start, at)).len;
}

/* `end`: where the declarations go. */
static sx_status add_includes(sx_moving_c *c, size_t end) {
  sx_moving *moving = c->moving;
  sx_move_text *target = &moving->target;
  sx_status status = SX_OK;
  for (size_t i = 0; i < c->added.len && !status; i++) {
    sx_str given = c->added.items[i];
    size_t place = place_of(c, given);
    bool is_first = place == SX_STR_NONE, is_last = is_first && c->added.len == i + 1;
    if (is_first) place = first_place(c, target);
    bool is_joined = is_first && !i && place && !has_gap(target->document->text, place);
    is_last = is_last && place != end;
    sx_str line = sx_arena_printf(moving->call->arena, "%.*s#include %.*s%.*s%.*s",
                                  SX_STR_ARG(is_joined ? target->newline : SX_STR("")),
                                  SX_STR_ARG(given), SX_STR_ARG(target->newline),
                                  SX_STR_ARG(is_last ? target->newline : SX_STR("")));
    status = sx_move_note(moving, target, SX_STR(""), line, c->err);
    if (!status) status = sx_move_edit(moving, target, place, place, line, c->err);
  }
  return status;
}

/* ---- the texts ------------------------------------------------------------------------------ */

static sx_str write_declarations(const sx_moving *moving) {
  const sx_move_text *source = &moving->source;
  sx_buf buf;
  size_t last = SX_STR_NONE;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  for (size_t i = 0; i < moving->moved.len; i++) {
    const sx_moved *moved = &moving->moved.items[i];
    if (moved->start == last) continue; /* another name of the same declaration */
    bool is_beside = i && moved[-1].end == moved->start;
    if (i && !is_beside) sx_buf_add_char(&buf, '\n');
    sx_move_add_lines(
        &buf, sx_str_trim_end(sx_str_slice(source->document->text, moved->start, moved->end)),
        SX_STR("\n"));
    last = moved->start;
  }
  return sx_buf_keep(&buf, moving->call->arena);
}

static sx_status create_target(sx_moving_c *c) {
  sx_moving *moving = c->moving;
  sx_buf buf, lines;
  sx_str license = sx_move_license(&moving->source);
  sx_status status = SX_OK;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  sx_buf_init(&lines, SX_DOCUMENT_MAX_BYTES);
  sx_str before = SX_STR(""), after = SX_STR("");
  if (c->to_header) sx_move_c_choose_guard(c, &before, &after);
  if (license.len) sx_buf_addf(&lines, "%.*s\n\n", SX_STR_ARG(license));
  sx_buf_add(&lines, before);
  for (size_t i = 0; i < c->settings.len; i++)
    sx_buf_addf(&lines, "%.*s\n", SX_STR_ARG(c->settings.items[i]));
  if (c->settings.len) sx_buf_add_char(&lines, '\n');
  /* Those of the project first, as the source's own header is. */
  for (int turn = 0; turn < 2; turn++)
    for (size_t i = 0; i < c->added.len && !status; i++) {
      if ((c->added.items[i].ptr[0] == '<') != (turn == 1)) continue;
      sx_str line =
          sx_arena_printf(moving->call->arena, "#include %.*s", SX_STR_ARG(c->added.items[i]));
      sx_buf_addf(&lines, "%.*s\n", SX_STR_ARG(line));
      status = sx_move_note(moving, &moving->target, SX_STR(""), line, c->err);
    }
  if (c->added.len) sx_buf_add_char(&lines, '\n');
  sx_buf_add(&lines, write_declarations(moving));
  sx_buf_add(&lines, after);
  sx_move_add_lines(&buf, sx_buf_keep(&lines, moving->call->arena), moving->source.newline);
  sx_str text = sx_buf_keep(&buf, moving->call->arena);
  return status ? status
                : sx_change_create(&moving->refactoring->change, moving->target.path, text, c->err);
}

sx_status sx_move_c_fill_target(sx_moving_c *c) {
  sx_moving *moving = c->moving;
  if (!moving->target.document) return create_target(c);
  size_t place = 0;
  sx_status status = sx_move_c_find_place(c, &place);
  if (!status) status = add_includes(c, place);
  if (!status) status = sx_move_append(moving, write_declarations(moving), place, c->err);
  return status ? status : sx_move_plan(moving, &moving->target, c->err);
}
