/*
 * Fuzz target: the reader of notes and plans that are Markdown files, whatever is in them.
 *
 * Byte 0 chooses the state that is set; the rest is the file. All that is read is text of one kind
 * (UTF-8 without control characters) and within its bounds; a note is read as it was written; a
 * state is read as it was set, and nothing else has changed; boxes are those of the
 * bytes.
 */
#include "base/utf8.h"
#include "memory/checkpoint_words.h"
#include "memory/note_text.h"
#include "memory/plan_boxes.h"
#include "text/clean.h"
#include "text/secrets.h"

#include <stdint.h>

#define MAX_BYTES 8192
#define ARENA_BYTES ((size_t)32 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void check_text(sx_str text, bool is_value) {
  check(sx_utf8_is_valid(text.ptr, text.len));
  check(!is_value || text.len <= SX_NOTE_TEXT_MAX_VALUE_BYTES);
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.ptr[i];
    check(c >= ' ' || (!is_value && c == '\n') || c == '\t');
    check(c != 0x7F);
  }
}

static void check_list(const sx_strs *list) {
  check(list->len <= SX_NOTE_TEXT_MAX_ITEMS);
  for (size_t i = 0; i < list->len; i++) check_text(list->items[i], true);
}

static void check_note(const sx_note_text *note) {
  const sx_str values[] = {note->title,  note->time,  note->client, note->branch,
                           note->commit, note->tests, note->status};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) check_text(values[i], true);
  check_list(&note->tags);
  check_list(&note->files);
  check_list(&note->symbols);
  check_text(note->body, false);
}

static void check_same_lists(const sx_strs *a, const sx_strs *b) {
  check(a->len == b->len);
  for (size_t i = 0; i < a->len; i++) check(sx_str_is_equal(a->items[i], b->items[i]));
}

/* Without the state. */
static void check_same(const sx_note_text *a, const sx_note_text *b) {
  check(sx_str_is_equal(a->title, b->title) && sx_str_is_equal(a->client, b->client));
  check(sx_str_is_equal(a->branch, b->branch) && sx_str_is_equal(a->commit, b->commit));
  check(sx_str_is_equal(a->tests, b->tests) && sx_str_is_equal(a->body, b->body));
  check_same_lists(&a->tags, &b->tags);
  check_same_lists(&a->files, &b->files);
  check_same_lists(&a->symbols, &b->symbols);
}

static void check_written(const sx_note_text *note, sx_arena *arena) {
  sx_buf text;
  sx_note_text again, known = *note;
  known.time = SX_STR("2025-11-29T20:05:12Z");
  sx_buf_init(&text, SX_NOTE_TEXT_MAX_BYTES);
  sx_note_text_write(&text, &known);
  check(!text.status);
  /* A longer front matter is not one. */
  if (text.len < SX_NOTE_TEXT_MAX_HEAD_BYTES) {
    sx_note_text_read(&again, sx_buf_str(&text), arena);
    check(!arena->status);
    check_same(&known, &again);
    check(sx_str_is_equal(known.status, again.status) && sx_str_is_equal(known.time, again.time));
  }
  sx_buf_release(&text);
}

/* The bytes are read as they are. */
static void check_set(const sx_note_text *note, sx_str bytes, sx_str state, sx_arena *arena) {
  sx_note_text again;
  sx_str made = sx_note_text_set(bytes, SX_STR("status"), state, arena);
  sx_note_text_read(&again, made, arena);
  check(!arena->status);
  check(sx_str_is_equal(again.status, state));
  check_same(note, &again);
  sx_str twice = sx_note_text_set(made, SX_STR("status"), state, arena);
  check(sx_str_is_equal(made, twice));
}

static void check_boxes(const sx_note_text *note, sx_str bytes) {
  size_t at = 0, body = sx_note_text_body_at(bytes), done, done_raw, count = 0;
  sx_str raw = sx_str_slice(bytes, body, bytes.len);
  sx_plan_box box;
  check(body <= bytes.len);
  for (; sx_plan_next_box(raw, &at, &box); count++)
    check(box.mark && box.mark + 1 < raw.len && raw.ptr[box.mark - 1] == '[');
  check(count == sx_plan_count_boxes(raw, &done_raw));
  check(sx_plan_count_boxes(note->body, &done) == count && done == done_raw);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const states[] = {"", "active", "completed", "a: \"b\" #c"};
  if (!size || size > MAX_BYTES) return 0;
  sx_str bytes = sx_str_make((const char *)data + 1, size - 1);
  sx_arena arena;
  sx_note_text note;
  sx_buf words;
  sx_arena_init(&arena, ARENA_BYTES);
  sx_note_text_read(&note, bytes, &arena);
  check(!arena.status);
  check_note(&note);
  check_written(&note, &arena);
  sx_buf_init(&words, (size_t)1 << 20);
  sx_checkpoint_add_words(&words, note.body);
  check(!words.status);
  sx_buf_release(&words);
  check_text(sx_secrets_redact_note(note.body, &arena), false);
  if (sx_str_is_equal(sx_text_clean(bytes, &arena), bytes)) {
    check_set(&note, bytes, sx_str_from(states[data[0] % 4]), &arena);
    check_boxes(&note, bytes);
  }
  sx_arena_release(&arena);
  return 0;
}
