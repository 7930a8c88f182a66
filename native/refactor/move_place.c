#include "refactor/move_parts.h"

#include "base/byte.h"

/*
 * Where what moves is put, in languages whose order of declarations decides nothing: after all
 * else, or in a new file.
 */

void sx_move_add_lines(sx_buf *out, sx_str text, sx_str newline) {
  sx_str line;
  while (sx_str_next_line(&text, &line)) {
    sx_buf_add(out, line);
    sx_buf_add(out, newline);
  }
}

size_t sx_move_text_end(const sx_move_text *text, uint32_t node) {
  size_t start = sx_move_start(text, node);
  return start +
         sx_str_trim_end(sx_str_slice(text->document->text, start, sx_move_end(text, node))).len;
}

sx_status sx_move_check_lines(const sx_moving *moving, const sx_move_text *text,
                              const sx_moved *moved, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t node = moved->first; node != SX_NODE_NONE; node = sx_nodes_next(nodes, node)) {
    size_t start = sx_move_start(text, node);
    bool is_part = node == moved->first || node == moved->last;
    if (start >= moved->end) break;
    bool is_cut = sx_move_text_end(text, node) > moved->end;
    if ((is_part && !sx_move_is_alone(text, node)) || is_cut)
      return sx_move_refuse(moving, text, start, err,
                            "something else is on the line of the declaration; put each on a line "
                            "of its own");
  }
  return SX_OK;
}

sx_status sx_move_append(sx_moving *moving, sx_str pieces, size_t place, sx_err *err) {
  sx_move_text *target = &moving->target;
  sx_str all = target->document->text, newline = target->newline;
  sx_str before = sx_str_slice(all, 0, place), after = sx_str_slice(all, place, all.len);
  size_t breaks = 0, below = 0;
  sx_buf buf;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  for (size_t i = sx_str_trim_end(before).len; i < before.len; i++) breaks += before.ptr[i] == '\n';
  for (size_t i = breaks; sx_str_trim(before).len && i < 2; i++) sx_buf_add(&buf, newline);
  sx_move_add_lines(&buf, pieces, newline);
  for (size_t i = 0; i < after.len && sx_byte_is_space(after.ptr[i]); i++)
    below += after.ptr[i] == '\n';
  if (!below && sx_str_trim(after).len) sx_buf_add(&buf, newline);
  return sx_move_edit(moving, target, place, place, sx_buf_keep(&buf, moving->call->arena), err);
}
