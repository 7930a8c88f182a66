#include "semantic/place_filter.h"

#include "servers/freshness.h"
#include "workspace/paths.h"
#include "semantic/certainty.h"

/* Longer lists are answered in pages: reading all of them first would take too long. */
#define MAX_CHECKED_FILES 32

bool sx_place_is_sound(const sx_document *document, sx_pos16 at) {
  return !document || at.line < document->lines.count;
}

sx_status sx_place_check(sx_call *call, sx_str path, sx_pos16 at, bool *is_sound, sx_err *err) {
  const sx_document *document = NULL;
  *is_sound = true;
  if (at.line == 0) return SX_OK; /* every file has one */
  sx_status status = sx_document_peek(call, path, &document, err);
  if (!status) *is_sound = sx_place_is_sound(document, at);
  return sx_status_ends_call(status) ? status : SX_OK;
}

/* Servers list a file once by each path on which a link leads to it. */
static void unite_links(sx_call *call, sx_places *places) {
  bool is_linked = false;
  sx_str path = SX_STR(""), own = path;
  for (size_t i = 0; i < places->len; i++) {
    sx_place *place = &places->items[i];
    if (!sx_str_is_equal(place->path, path)) {
      path = place->path;
      own = sx_path_own(call, path);
      is_linked |= !sx_str_is_equal(own, path);
    }
    place->path = own;
  }
  if (!is_linked) return;
  const size_t count = places->len;
  places->len = 0;
  for (size_t i = 0; i < count; i++) {
    sx_place place = places->items[i];
    if (!sx_places_have(places, &place)) places->items[places->len++] = place;
  }
}

static sx_status peek_into_all(sx_call *call, const sx_places *places, sx_err *err) {
  sx_strs paths = {0};
  for (size_t i = 0; i < places->len && paths.len < MAX_CHECKED_FILES; i++) {
    if (i && sx_str_is_equal(places->items[i].path, places->items[i - 1].path)) continue;
    sx_str *path = SX_ARRAY_ADD(&paths, call->arena);
    if (!path) return sx_fail(err, SX_NOMEM, NULL);
    *path = places->items[i].path;
  }
  return sx_documents_peek(call, &paths, err);
}

static sx_place at_name(const sx_document *document, sx_place place) {
  if (!document) return place;
  size_t start = sx_document_offset(document, place.range.start);
  size_t at = sx_language_name_start(document->language, document->text, start);
  if (at != start) place.range.start = sx_document_position(document, at);
  return place;
}

sx_status sx_places_keep_sound(sx_call *call, sx_places *places, size_t *left_out, sx_err *err) {
  size_t kept = 0, files = 0;
  sx_str path = SX_STR("");
  const sx_document *document = NULL;
  *left_out = 0;
  unite_links(call, places);
  sx_status gone = sx_freshness_drop_gone(call, places, NULL, err);
  if (!gone) gone = peek_into_all(call, places, err);
  if (gone) return gone;
  for (size_t i = 0; i < places->len; i++) {
    sx_place *place = &places->items[i];
    if (!i || !sx_str_is_equal(place->path, path)) { /* providers list by file */
      path = place->path;
      document = NULL;
      sx_status status =
          files++ < MAX_CHECKED_FILES ? sx_document_peek(call, path, &document, err) : SX_OK;
      if (sx_status_ends_call(status)) return status;
      if (status) document = NULL;
    }
    if (sx_place_is_sound(document, place->range.start))
      places->items[kept++] = at_name(document, *place);
    else
      ++*left_out;
  }
  places->len = kept;
  return SX_OK;
}

void sx_places_write_left_out(sx_buf *text, size_t left_out) {
  if (!left_out) return;
  sx_certainty_add_part(text,
                        "%zu place%s past the end of the file %s left out. The language "
                        "server may have an older text. Call again in a few seconds.",
                        left_out, left_out == 1 ? "" : "s", left_out == 1 ? "was" : "were");
}
