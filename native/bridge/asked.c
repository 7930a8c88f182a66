#include "bridge/asked.h"

#include "base/mem.h"
#include "bridge/pending.h"
#include "bridge/reply.h"

#include <stdio.h>

/* An id whose every byte has to be escaped, and its quotes. */
#define ID_MAX_BYTES ((size_t)SX_ENVELOPE_TEXT_BYTES * 6 + 2)

void sx_asked_init(sx_asked *asked) {
  *asked = (sx_asked){0};
}

void sx_asked_release(sx_asked *asked) {
  sx_free(asked->items);
  sx_asked_init(asked);
}

sx_question *sx_asked_find_visible(sx_asked *asked, const sx_member *id) {
  for (size_t i = 0; i < asked->len; i++)
    if (sx_member_is_equal(&asked->items[i].visible, id)) return &asked->items[i];
  return NULL;
}

sx_question *sx_asked_find_own(sx_asked *asked, const sx_member *id) {
  for (size_t i = 0; i < asked->len; i++)
    if (!asked->items[i].is_stale && sx_member_is_equal(&asked->items[i].own, id))
      return &asked->items[i];
  return NULL;
}

static bool grow(sx_asked *asked) {
  if (asked->len < asked->cap) return true;
  size_t cap = asked->cap ? asked->cap * 2 : 8;
  sx_question *items = sx_realloc(asked->items, cap * sizeof *items);
  if (!items) return false;
  asked->items = items;
  asked->cap = cap;
  return true;
}

const sx_question *sx_asked_add(sx_asked *asked, const sx_member *id) {
  if (asked->len == SX_ASKED_MAX || !grow(asked)) return NULL;
  sx_question question = {*id, *id, false};
  while (sx_asked_find_visible(asked, &question.visible)) {
    sx_member *alias = &question.visible;
    alias->type = SX_JSON_STRING;
    alias->len =
        (size_t)snprintf(alias->text, sizeof alias->text, "sextant-%u", asked->next_alias++);
  }
  sx_question *added = &asked->items[asked->len++];
  *added = question;
  return added;
}

void sx_asked_remove(sx_asked *asked, sx_question *question) {
  *question = asked->items[--asked->len];
}

sx_line *sx_line_replace(sx_str text, const sx_member *from, const sx_member *to) {
  sx_buf json;
  sx_buf_init(&json, text.len + ID_MAX_BYTES);
  sx_buf_add(&json, sx_str_slice(text, 0, from->begin));
  sx_json_write_member(&json, to);
  sx_buf_add(&json, sx_str_slice(text, from->end, text.len));
  sx_line *line = json.status ? NULL : sx_line_new(sx_buf_str(&json));
  sx_buf_release(&json);
  return line;
}
