#include "match/glob_parts.h"

#include <stdint.h>

#define MAX_PATTERNS 20000
#define MAX_TOTAL_BYTES (1 << 20)
#define MAX_DIGITS 15

/* A pair of braces that stands for several texts. */
typedef struct braces {
  size_t open, close;
  bool has_comma;
  int64_t first, last, step; /* of a range */
  int width;                 /* to fill with zeros; 0: none */
  bool is_letters;
} braces;

typedef struct piece {
  sx_str text;
  size_t from; /* braces before it stay as they are */
} piece;

typedef struct expansion {
  sx_str pattern;
  const sx_glob__source *source;
  SX_ARRAY(piece) pieces; /* to be looked at */
  size_t count, bytes;    /* made so far */
} expansion;

/* ---- ranges ------------------------------------------------------------------------------- */

static bool read_number(sx_str text, int64_t *out) {
  size_t at = sx_str_at(text, 0) == '-' || sx_str_at(text, 0) == '+';
  int64_t value = 0;
  if (at == text.len || text.len - at > MAX_DIGITS) return false;
  for (size_t i = at; i < text.len; i++) {
    if (text.ptr[i] < '0' || text.ptr[i] > '9') return false;
    value = value * 10 + (text.ptr[i] - '0');
  }
  *out = text.ptr[0] == '-' ? -value : value;
  return true;
}

static bool is_letter(sx_str text) {
  char c = sx_str_at(text, 0);
  return text.len == 1 && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

static bool is_filled(sx_str text) {
  size_t at = sx_str_at(text, 0) == '-';
  return text.len > at + 1 && text.ptr[at] == '0';
}

/* `1..9`, `01..10..2`, `a..e` */
static bool read_range(sx_str text, braces *out) {
  sx_str step = SX_STR("1");
  size_t dots = sx_str_find(text, SX_STR(".."), 1);
  if (dots == SX_STR_NONE) return false;
  sx_str first = sx_str_slice(text, 0, dots), last = sx_str_slice(text, dots + 2, text.len);
  size_t more = sx_str_find(last, SX_STR(".."), 0);
  if (more != SX_STR_NONE) {
    step = sx_str_slice(last, more + 2, last.len);
    last = sx_str_slice(last, 0, more);
  }
  if (!read_number(step, &out->step)) return false;
  if (out->step < 0) out->step = -out->step;
  if (out->step == 0) out->step = 1;
  out->is_letters = is_letter(first) && is_letter(last);
  if (out->is_letters) {
    out->first = (unsigned char)first.ptr[0];
    out->last = (unsigned char)last.ptr[0];
    return true;
  }
  if (!read_number(first, &out->first) || !read_number(last, &out->last)) return false;
  if (is_filled(first) || is_filled(last))
    out->width = (int)(first.len > last.len ? first.len : last.len);
  return true;
}

/* ---- finding ------------------------------------------------------------------------------ */

/* Where a class ends that begins at `at`; `at` itself if none does. */
static size_t skip_class(sx_str text, size_t at) {
  size_t end = at + 1;
  if (sx_str_at(text, end) == '!' || sx_str_at(text, end) == '^') end++;
  if (sx_str_at(text, end) == ']') end++;
  for (; end < text.len && text.ptr[end] != '/'; end++) {
    if (text.ptr[end] == '\\')
      end++;
    else if (text.ptr[end] == ']')
      return end;
  }
  return at;
}

/*
 * Braces without an end are an error: the end is missing more often than they are meant. Those in a
 * class may be meant.
 */
static sx_status check_ends(const expansion *e) {
  uint16_t open[SX_GLOB__MAX_BYTES];
  size_t depth = 0, class_end = 0;
  sx_str text = e->pattern;
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '\\')
      i++;
    else if (text.ptr[i] == '[' && i >= class_end)
      class_end = skip_class(text, i);
    else if (text.ptr[i] == '{' && i >= class_end)
      open[depth++] = (uint16_t)i;
    else if (text.ptr[i] == '}' && depth)
      depth--;
  }
  if (!depth) return SX_OK;
  return sx_glob__refuse(e->source->err, text, open[depth - 1],
                         "'{' has no '}' after it. Write '\\{' for the brace itself.");
}

/* The first braces at or after `from` that stand for several texts. One pass. */
static bool find_braces(sx_str text, size_t from, braces *out) {
  uint16_t open[SX_GLOB__MAX_BYTES];
  bool has_comma[SX_GLOB__MAX_BYTES];
  size_t depth = 0;
  bool is_found = false;
  for (size_t i = from; i < text.len; i++) {
    char c = text.ptr[i];
    if (c == '\\') {
      i++;
    } else if (c == '{') {
      open[depth] = (uint16_t)i;
      has_comma[depth++] = false;
    } else if (c == ',' && depth) {
      has_comma[depth - 1] = true;
    } else if (c == '}' && depth) {
      braces one = {.open = open[--depth], .close = i, .has_comma = has_comma[depth]};
      bool counts = one.has_comma || read_range(sx_str_slice(text, one.open + 1u, i), &one);
      if (counts && (!is_found || one.open < out->open)) *out = one, is_found = true;
      if (is_found && depth == 0) return true;
    }
  }
  return is_found;
}

/* ---- expanding ---------------------------------------------------------------------------- */

static sx_status add_piece(expansion *e, sx_str before, sx_str middle, sx_str after) {
  size_t len = before.len + middle.len + after.len;
  e->bytes += len;
  if (++e->count > MAX_PATTERNS || e->bytes > MAX_TOTAL_BYTES)
    return sx_fail(e->source->err, SX_INVALID_ARGUMENT,
                   "The braces of the pattern '%.*s' stand for too many patterns (at most %d). "
                   "Write '*' or '[0-9]' for one of them.",
                   SX_STR_ARG(e->pattern), MAX_PATTERNS);
  if (len > SX_GLOB__MAX_BYTES)
    return sx_fail(e->source->err, SX_INVALID_ARGUMENT, "The pattern '%.*s' is too long.",
                   SX_STR_ARG(e->pattern));
  char *copy = sx_arena_alloc(e->source->arena, len + 1);
  piece *added = copy ? SX_ARRAY_ADD(&e->pieces, e->source->arena) : NULL;
  if (!added) return sx_fail(e->source->err, e->source->arena->status, NULL);
  memcpy(copy, before.ptr, before.len);
  memcpy(copy + before.len, middle.ptr, middle.len);
  memcpy(copy + before.len + middle.len, after.ptr, after.len);
  *added = (piece){sx_str_make(copy, len), before.len};
  return SX_OK;
}

static sx_status add_range(expansion *e, sx_str text, const braces *found) {
  sx_str before = sx_str_slice(text, 0, found->open);
  sx_str after = sx_str_slice(text, found->close + 1, text.len);
  sx_status status = SX_OK;
  bool is_up = found->first <= found->last;
  char middle[64];
  for (int64_t value = found->first;
       !status && (is_up ? value <= found->last : value >= found->last);
       value += is_up ? found->step : -found->step) {
    int len = 0;
    if (found->is_letters && strchr("[\\]^_`", (int)value))
      len = snprintf(middle, sizeof middle, "\\%c", (int)value);
    else if (found->is_letters)
      len = snprintf(middle, sizeof middle, "%c", (int)value);
    else
      len = snprintf(middle, sizeof middle, "%0*lld", found->width, (long long)value);
    status = add_piece(e, before, sx_str_make(middle, (size_t)len), after);
  }
  return status;
}

static sx_status add_alternatives(expansion *e, sx_str text, const braces *found) {
  sx_str before = sx_str_slice(text, 0, found->open);
  sx_str after = sx_str_slice(text, found->close + 1, text.len);
  sx_status status = SX_OK;
  size_t depth = 0, start = found->open + 1;
  for (size_t i = start; i <= found->close && !status; i++) {
    char c = text.ptr[i];
    if (c == '\\') {
      i++;
    } else if (c == '{') {
      depth++;
    } else if (i == found->close || (c == ',' && depth == 0)) {
      status = add_piece(e, before, sx_str_slice(text, start, i), after);
      start = i + 1;
    } else if (c == '}') {
      depth--;
    }
  }
  return status;
}

sx_status sx_glob__expand(sx_strs *out, sx_str pattern, const sx_glob__source *source) {
  expansion e = {.pattern = pattern, .source = source};
  sx_status status = check_ends(&e);
  if (!status) status = add_piece(&e, SX_STR(""), pattern, SX_STR(""));
  while (!status && e.pieces.len) {
    piece one = e.pieces.items[--e.pieces.len];
    braces found = {0};
    if (!find_braces(one.text, one.from, &found))
      status = sx_strs_add(out, one.text, source->arena, source->err);
    else if (found.has_comma)
      status = add_alternatives(&e, one.text, &found);
    else
      status = add_range(&e, one.text, &found);
  }
  return status;
}
