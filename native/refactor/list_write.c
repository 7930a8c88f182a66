#include "refactor/parameters.h"

#include "base/buf.h"

/* The text between two items of a list, before the first or after the last. */
typedef struct gap {
  uint32_t start, end;
} gap;

static gap gap_at(const sx_old_list *old, size_t at) {
  return (gap){at ? old->items[at - 1].end : old->start,
               at < old->count ? old->items[at].start : old->end};
}

static uint32_t comment_in(const sx_nodes *nodes, gap part) {
  for (uint32_t at = part.start; at < part.end;) {
    uint32_t node = sx_nodes_around(nodes, at, at + 1);
    if (sx_nodes_is_comment(nodes, node)) return sx_nodes_get(nodes, node)->start;
    at++;
  }
  return SX_NODE_NONE;
}

static bool keeps_all(size_t count, const sx_new_items *items) {
  if (items->len < count) return false;
  for (size_t i = 0; i < count; i++)
    if (items->items[i].from != i) return false;
  return true;
}

/* The separator of items that are added: as the last one, or on a line of its own as the first. */
static sx_str separator(const sx_nodes *nodes, const sx_old_list *old, sx_arena *arena) {
  gap last = gap_at(old, old->count - 1), first = gap_at(old, 0);
  if (old->count > 1 && comment_in(nodes, last) == SX_NODE_NONE)
    return sx_str_slice(nodes->text, last.start, last.end);
  sx_str lead = sx_str_slice(nodes->text, first.start, first.end);
  bool is_tall =
      sx_str_find_char(lead, '\n', 0) != SX_STR_NONE && comment_in(nodes, first) == SX_NODE_NONE;
  return is_tall ? sx_arena_printf(arena, ",%.*s", SX_STR_ARG(lead)) : SX_STR(", ");
}

static void add_gap(sx_buf *out, const sx_nodes *nodes, gap part) {
  sx_buf_add(out, sx_str_slice(nodes->text, part.start, part.end));
}

static void add_all(sx_buf *out, const sx_nodes *nodes, const sx_old_list *old,
                    const sx_new_items *items, sx_str added) {
  add_gap(out, nodes, gap_at(old, 0));
  for (size_t i = 0; i < items->len; i++) {
    if (i && i < old->count)
      add_gap(out, nodes, gap_at(old, i));
    else if (i)
      sx_buf_add(out, added);
    sx_buf_add(out, items->items[i].text);
  }
  add_gap(out, nodes, gap_at(old, old->count));
}

/* One that goes with an item, or with the whole list. NONE. */
static uint32_t find_lost_comment(const sx_nodes *nodes, const sx_old_list *old, bool is_same) {
  uint32_t comment = SX_NODE_NONE;
  for (size_t i = 0; i <= old->count && !is_same && comment == SX_NODE_NONE; i++)
    comment = comment_in(nodes, gap_at(old, i));
  return !old->count && is_same ? comment_in(nodes, (gap){old->start, old->end}) : comment;
}

sx_status sx_list_write(sx_str *out, const sx_nodes *nodes, const sx_old_list *old,
                        const sx_new_items *items, sx_arena *arena, uint32_t *comment,
                        sx_err *err) {
  sx_buf text;
  *comment = find_lost_comment(nodes, old, keeps_all(old->count, items));
  if (*comment != SX_NODE_NONE) return sx_fail(err, SX_REFUSED, "a comment is in the list");
  sx_buf_init(&text, SIZE_MAX);
  if (old->count && items->len) add_all(&text, nodes, old, items, separator(nodes, old, arena));
  for (size_t i = 0; !old->count && i < items->len; i++)
    sx_buf_addf(&text, "%s%.*s", i ? ", " : "", SX_STR_ARG(items->items[i].text));
  sx_status status = text.status;
  *out = sx_buf_keep(&text, arena);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}
