#include "memory/note_text.h"

#include "memory/note_value.h"
#include "text/clean.h"

#include <stddef.h>

#define FENCE "---"

static const char *const markers[] = {"<<<<<<< ", "||||||| ", ">>>>>>> "};

/* ---- front matter --------------------------------------------------------------------------- */

static bool is_line(sx_str line, const char *wanted) {
  return sx_str_is_equal(sx_str_trim_end(line), sx_str_from(wanted));
}

static size_t skip_mark(sx_str bytes) {
  return sx_str_has_prefix(bytes, SX_STR("\xEF\xBB\xBF")) ? 3 : 0;
}

/* The lines between the fences, where there are two; `*end` is after the second. */
static bool find_head(sx_str bytes, size_t *start, size_t *stop, size_t *end) {
  size_t from = skip_mark(bytes);
  sx_str rest = sx_str_slice(bytes, from, bytes.len), line;
  if (!sx_str_next_line(&rest, &line) || !is_line(line, FENCE)) return false;
  *start = bytes.len - rest.len;
  while (sx_str_next_line(&rest, &line)) {
    *stop = (size_t)(line.ptr - bytes.ptr);
    *end = bytes.len - rest.len;
    if (*end - *start > SX_NOTE_TEXT_MAX_HEAD_BYTES) return false;
    if (is_line(line, FENCE) || is_line(line, "...")) return true;
  }
  return false;
}

size_t sx_note_text_body_at(sx_str bytes) {
  size_t start, stop, end;
  return find_head(bytes, &start, &stop, &end) ? end : skip_mark(bytes);
}

bool sx_note_text_has_conflict(sx_str bytes) {
  sx_str line;
  bool has_begun = false;
  while (sx_str_next_line(&bytes, &line)) {
    if (sx_str_has_prefix(line, SX_STR("<<<<<<< "))) has_begun = true;
    if (has_begun && sx_str_has_prefix(line, SX_STR(">>>>>>> "))) return true;
  }
  return false;
}

static bool is_marker(sx_str line) {
  if (is_line(line, "=======")) return true;
  for (size_t i = 0; i < sizeof markers / sizeof *markers; i++)
    if (sx_str_has_prefix(line, sx_str_from(markers[i]))) return true;
  return false;
}

/* "key: value", at the beginning of the line. */
static bool split_line(sx_str line, sx_str *key, sx_str *value) {
  size_t colon = sx_str_find_char(line, ':', 0);
  char first = sx_str_at(line, 0), after = sx_str_at(line, colon + 1);
  bool is_key = colon != SX_STR_NONE && first > ' ' && first != '-' && first != '#';
  if (!is_key || (after && after != ' ' && after != '\t')) return false;
  *key = sx_str_trim(sx_str_slice(line, 0, colon));
  *value = sx_str_trim(sx_str_slice(line, colon + 1, line.len));
  return true;
}

/* Others' names of what we know. */
typedef struct note_key {
  const char *name;
  size_t place; /* in sx_note_text */
  bool is_list;
} note_key;
#define PLACE(member) offsetof(sx_note_text, member)
static const note_key keys[] = {{"title", PLACE(title), false},   {"time", PLACE(time), false},
                                {"date", PLACE(time), false},     {"created", PLACE(time), false},
                                {"client", PLACE(client), false}, {"author", PLACE(client), false},
                                {"branch", PLACE(branch), false}, {"commit", PLACE(commit), false},
                                {"tests", PLACE(tests), false},   {"status", PLACE(status), false},
                                {"tags", PLACE(tags), true},      {"tag", PLACE(tags), true},
                                {"keywords", PLACE(tags), true},  {"files", PLACE(files), true},
                                {"symbols", PLACE(symbols), true}};

static const note_key *find_key(sx_str name) {
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (sx_str_is_equal_fold(name, sx_str_from(keys[i].name))) return &keys[i];
  return NULL;
}

/* The first value of a key counts: after a merge that is our side's. */
static void take(sx_note_text *out, const note_key *key, sx_str value, sx_arena *arena) {
  char *place = (char *)out + key->place;
  if (key->is_list) {
    sx_note_value_add_list((sx_strs *)(void *)place, value, arena);
    return;
  }
  sx_str *text = (sx_str *)(void *)place;
  if (!text->len) *text = sx_note_value_read(value, arena);
  out->has_client |= strcmp(key->name, "client") == 0 && text->len;
}

static void read_head(sx_note_text *out, sx_str head, sx_arena *arena) {
  sx_str line, name, value;
  const note_key *key = NULL;
  while (sx_str_next_line(&head, &line)) {
    if (is_marker(line)) continue;
    if (split_line(line, &name, &value)) {
      key = find_key(name);
      if (key && value.len) take(out, key, value, arena);
      continue;
    }
    sx_str item = sx_str_trim(line);
    bool is_item = key && key->is_list && sx_str_has_prefix(item, SX_STR("- "));
    if (is_item)
      sx_note_value_add((sx_strs *)(void *)((char *)out + key->place),
                        sx_note_value_read(sx_str_trim(sx_str_slice(item, 2, item.len)), arena),
                        arena);
  }
}

/* ---- reading -------------------------------------------------------------------------------- */

static sx_str trim_lines(sx_str text) {
  sx_str rest = text, line;
  while (sx_str_next_line(&rest, &line) && !sx_str_trim(line).len) text = rest;
  return sx_str_trim_end(text);
}

void sx_note_text_read(sx_note_text *out, sx_str bytes, sx_arena *arena) {
  size_t start, stop, end;
  const sx_str none = SX_STR("");
  *out = (sx_note_text){.title = none,
                        .time = none,
                        .client = none,
                        .branch = none,
                        .commit = none,
                        .tests = none,
                        .status = none};
  sx_str text = sx_text_clean(sx_str_slice(bytes, skip_mark(bytes), bytes.len), arena);
  bool has_head = find_head(text, &start, &stop, &end);
  if (has_head) read_head(out, sx_str_slice(text, start, stop), arena);
  out->has_conflict = sx_note_text_has_conflict(text);
  out->body = trim_lines(has_head ? sx_str_slice(text, end, text.len) : text);
}

/* ---- writing -------------------------------------------------------------------------------- */

static void write_value(sx_buf *out, const char *key, sx_str value) {
  if (!value.len) return;
  sx_buf_addf(out, "%s: ", key);
  sx_note_value_write(out, value);
  sx_buf_add_char(out, '\n');
}

static void write_tags(sx_buf *out, const sx_strs *tags) {
  if (!tags->len) return;
  sx_buf_add_text(out, "tags: [");
  for (size_t i = 0; i < tags->len; i++) {
    if (i) sx_buf_add_text(out, ", ");
    sx_note_value_write(out, tags->items[i]);
  }
  sx_buf_add_text(out, "]\n");
}

static void write_list(sx_buf *out, const char *key, const sx_strs *items) {
  if (items->len) sx_buf_addf(out, "%s:\n", key);
  for (size_t i = 0; i < items->len; i++) {
    sx_buf_add_text(out, "  - ");
    sx_note_value_write(out, items->items[i]);
    sx_buf_add_char(out, '\n');
  }
}

void sx_note_text_write(sx_buf *out, const sx_note_text *note) {
  sx_buf_add_text(out, FENCE "\n");
  write_value(out, "title", note->title);
  write_value(out, "status", note->status);
  if (note->time.len) sx_buf_addf(out, "time: %.*s\n", SX_STR_ARG(note->time));
  write_value(out, "client", note->client);
  write_value(out, "branch", note->branch);
  write_value(out, "commit", note->commit);
  write_tags(out, &note->tags);
  write_list(out, "files", &note->files);
  write_list(out, "symbols", &note->symbols);
  write_value(out, "tests", note->tests);
  sx_buf_add_text(out, FENCE "\n\n");
  sx_buf_add(out, note->body);
  sx_buf_add_char(out, '\n');
}

/* The line of a key between two offsets; false: there is none. */
static bool find_line(sx_str bytes, size_t start, size_t stop, sx_str key, size_t *from,
                      size_t *to) {
  sx_str rest = sx_str_slice(bytes, start, stop), line, name, value;
  while (sx_str_next_line(&rest, &line)) {
    *from = (size_t)(line.ptr - bytes.ptr);
    *to = stop - rest.len;
    if (split_line(line, &name, &value) && sx_str_is_equal_fold(name, key)) return true;
  }
  return false;
}

sx_str sx_note_text_set(sx_str bytes, sx_str key, sx_str value, sx_arena *arena) {
  sx_buf made;
  size_t start = skip_mark(bytes), stop = start, end = start, from, to;
  bool has_head = find_head(bytes, &start, &stop, &end);
  sx_str newline = sx_str_newline(bytes);
  if (!has_head) start = stop = skip_mark(bytes);
  bool has_line = has_head && find_line(bytes, start, stop, key, &from, &to);
  if (!has_line) from = to = start;
  sx_buf_init(&made, bytes.len + SX_NOTE_TEXT_MAX_VALUE_BYTES);
  sx_buf_add(&made, sx_str_slice(bytes, 0, from));
  if (!has_head && value.len) sx_buf_addf(&made, FENCE "%.*s", SX_STR_ARG(newline));
  if (value.len) {
    sx_buf_addf(&made, "%.*s: ", SX_STR_ARG(key));
    sx_note_value_write(&made, value);
    sx_buf_add(&made, newline);
  }
  if (!has_head && value.len)
    sx_buf_addf(&made, FENCE "%.*s%.*s", SX_STR_ARG(newline), SX_STR_ARG(newline));
  sx_buf_add(&made, sx_str_slice(bytes, to, bytes.len));
  return sx_buf_keep(&made, arena);
}
