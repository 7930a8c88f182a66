#include "change/verify_parts.h"

#include "text/language.h"

/*
 * Errors that a change has not made, though their text is new in a file: they came along with the
 * code that it moves to another file, they name what it renames, or they are where an error of the
 * same code was, in a file that only uses its files.
 */

/* A symbol has a declaration and a use. One name alone that is replaced is another name. */
#define MIN_RENAMED 2
/* Each reads all texts of the change. */
#define MAX_COUNTED 64

typedef struct matching {
  sx_outcome *watched;
  size_t own_count, counted;
} matching;

static bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || ((unsigned char)c & 0x80);
}

static sx_str word_at(sx_str text, size_t at) {
  size_t end = at;
  while (end < text.len && is_word_char(text.ptr[end])) end++;
  return sx_str_slice(text, at, end);
}

static size_t count_word(const sx_language *language, sx_str text, sx_str word) {
  size_t count = 0;
  for (size_t at = 0; at < text.len; at += word.len, count++) {
    at = sx_language_find_word(language, text, word, at);
    if (at == SX_STR_NONE) break;
  }
  return count;
}

/* Whether the change puts one word for the other. */
static bool is_replaced(matching *m, sx_str old, sx_str new) {
  size_t were = 0, stayed = 0, had = 0, are = 0;
  bool is_number = old.len && old.ptr[0] >= '0' && old.ptr[0] <= '9';
  if (!old.len || !new.len || is_number || m->counted++ >= MAX_COUNTED) return false;
  for (size_t i = 0; i < m->own_count; i++) {
    const sx_file_change *file = m->watched->files.items[i].file;
    const sx_language *language = sx_language_find(file->language, file->path);
    were += count_word(language, file->before, old);
    stayed += count_word(language, file->after, old);
    had += count_word(language, file->before, new);
    are += count_word(language, file->after, new);
  }
  return were >= stayed + MIN_RENAMED && are >= had && were - stayed == are - had;
}

static bool is_renamed(matching *m, sx_str old, sx_str new) {
  bool differs = false;
  size_t i = 0, k = 0;
  while (i < old.len && k < new.len) {
    sx_str one = word_at(old, i), two = word_at(new, k);
    if (!one.len && !two.len && old.ptr[i++] != new.ptr[k++]) return false;
    if (!one.len && !two.len) continue;
    if (!sx_str_is_equal(one, two)) {
      if (!is_replaced(m, one, two)) return false;
      differs = true;
    }
    i += one.len;
    k += two.len;
  }
  return differs && i == old.len && k == new.len;
}

static bool is_of_kind(const sx_diagnostic *a, const sx_diagnostic *b) {
  return a->severity == b->severity && sx_str_is_equal(a->code, b->code) &&
         sx_str_is_equal(a->source, b->source);
}

/* In a text that has not changed: a message may name what the change renames. */
static bool is_same_place(const sx_diagnostic *a, const sx_diagnostic *b) {
  return a->code.len && is_of_kind(a, b) && a->range.start.line == b->range.start.line &&
         a->range.start.character == b->range.start.character &&
         a->range.end.line == b->range.end.line && a->range.end.character == b->range.end.character;
}

static bool is_same(matching *m, size_t is_in, const sx_diagnostic *is, size_t was_in,
                    const sx_diagnostic *was) {
  if (is_in >= m->own_count) return is_in == was_in && is_same_place(is, was);
  if (was_in >= m->own_count) return false;
  return sx_diagnostic_is_same(is, was) ||
         (is_of_kind(is, was) && is_renamed(m, was->message, is->message));
}

static void drop(sx_diagnostics *list, size_t at) {
  for (size_t i = at; i + 1 < list->len; i++) list->items[i] = list->items[i + 1];
  list->len--;
}

static bool is_known(const sx_file_outcome *file) {
  return file->diagnostics == SX_DIAGNOSTICS_KNOWN && file->is_before_known;
}

/* Takes the first one that it is off those that have vanished. */
static bool take_vanished(matching *m, size_t in, const sx_diagnostic *appeared) {
  for (size_t i = 0; i < m->watched->files.len; i++) {
    sx_file_outcome *file = &m->watched->files.items[i];
    for (size_t k = 0; k < file->vanished.len && is_known(file); k++) {
      if (!is_same(m, in, appeared, i, &file->vanished.items[k])) continue;
      drop(&file->vanished, k);
      return true;
    }
  }
  return false;
}

void sx_verify__match_old(sx_outcome *watched, size_t own_count) {
  matching m = {watched, own_count, 0};
  for (size_t i = 0; i < watched->files.len; i++) {
    sx_file_outcome *file = &watched->files.items[i];
    for (size_t k = 0; k < file->appeared.len && is_known(file);) {
      bool is_old = take_vanished(&m, i, &file->appeared.items[k]);
      if (is_old) drop(&file->appeared, k);
      file->remaining += is_old;
      k += !is_old;
    }
  }
}
