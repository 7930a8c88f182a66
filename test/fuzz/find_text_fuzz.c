/*
 * Fuzz target: the old text of an edit in a document.
 *
 * Places lie in the document and ascend; a text that is there is found exactly. The input is
 * `old` NUL `new` NUL `document`.
 */
#include "match/find_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static sx_str take_part(sx_str *rest) {
  size_t nul = sx_str_find_char(*rest, 0, 0);
  sx_str part = sx_str_slice(*rest, 0, nul);
  *rest = nul == SX_STR_NONE ? SX_STR("") : sx_str_slice(*rest, nul + 1, rest->len);
  return part;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sx_str document = sx_str_make((const char *)data, size), text;
  sx_str old = take_part(&document), fresh = take_part(&document);
  sx_find_text_options options = {false, 0};
  sx_found found;
  sx_arena arena;
  sx_arena_init(&arena, 256 << 20);
  sx_status status = sx_find_text(&found, document, old, &options, &arena, NULL);
  check(status == (old.len ? SX_OK : SX_INVALID_ARGUMENT));
  if (!status) {
    bool is_there = sx_str_find(document, old, 0) != SX_STR_NONE;
    check((found.how == SX_FOUND_EXACT && !found.rewrite) == is_there);
    check((found.how == SX_FOUND_NONE) == (found.count == 0));
  }
  size_t end = 0;
  for (size_t i = 0; i < found.count; i++) {
    const sx_found_place *place = &found.places[i];
    check(place->start >= end && place->start < place->end && place->end <= document.len);
    check(place->row_count > 0);
    end = place->end;
    if (i < 16) check(sx_reindent(&text, fresh, &found, i, &arena, NULL) == SX_OK);
  }
  for (size_t i = 0; i < found.closest.count; i++)
    check(found.closest.items[i].similarity > 0 && found.closest.items[i].similarity <= 1);
  sx_arena_release(&arena);
  return 0;
}
