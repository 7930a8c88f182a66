#include "reports/report_json.h"

#include "base/mem.h"
#include "host/json.h"
#include "reports/report_parts.h"

#define MAX_DEPTH 200
#define MAX_TRIES 4096 /* objects that are not a report */
#define MAX_OPEN 8     /* those without an end, for each of which all of the text is read */

/* ---- where a value ends --------------------------------------------------------------------- */

typedef struct scan {
  char open[MAX_DEPTH]; /* the closing brackets that are due */
  size_t depth;
  size_t good_depth; /* those due after the last whole value */
  size_t good_end;
} scan;

/* After the quote that ends the string which begins at `at`; SX_STR_NONE where it does not end. */
static size_t string_end(sx_str text, size_t at) {
  for (size_t i = at + 1; i < text.len; i++) {
    if (text.ptr[i] == '\\')
      i++;
    else if (text.ptr[i] == '"')
      return i + 1;
  }
  return SX_STR_NONE;
}

static void note_good(scan *s, size_t end) {
  s->good_end = end;
  s->good_depth = s->depth;
}

/* Reads one byte that is not in a string; false where no JSON can go on like that. */
static bool step(scan *s, char c, size_t at) {
  switch (c) {
  case '{':
  case '[':
    if (s->depth == MAX_DEPTH) return false;
    s->open[s->depth++] = c == '{' ? '}' : ']';
    note_good(s, at + 1);
    return true;
  case '}':
  case ']':
    if (!s->depth || s->open[s->depth - 1] != c) return false;
    s->depth--;
    note_good(s, at + 1);
    return true;
  case ',': note_good(s, at); return true;
  default: return c != '\0';
  }
}

/* The end of the value that begins at the start of `text`; its length where it does not end. */
static bool find_end(scan *s, sx_str text, size_t *end, bool *is_whole) {
  *is_whole = false;
  for (size_t i = 0; i < text.len;) {
    if (text.ptr[i] == '"') {
      i = string_end(text, i);
      if (i == SX_STR_NONE) break;
      continue;
    }
    if (!step(s, text.ptr[i], i)) return false;
    i++;
    if (s->depth) continue;
    *end = i;
    *is_whole = true;
    return true;
  }
  *end = text.len;
  return true;
}

/* Memory is asked for once more: the parser does not report why it gave nothing. */
static bool has_memory(void) {
  void *probe = sx_malloc(1);
  sx_free(probe);
  return probe != NULL;
}

cJSON *sx_report_json_line(sx_str line, bool *is_out_of_memory) {
  cJSON *root = sx_json_parse(line);
  if (!root) root = sx_json_parse(line);
  if (!root && !has_memory()) *is_out_of_memory = true;
  return root;
}

/* The value up to its last whole part, with the brackets that are due. */
static cJSON *close_value(const scan *s, sx_str text, bool *is_out_of_memory) {
  sx_buf buf;
  sx_buf_init(&buf, text.len + MAX_DEPTH + 1);
  sx_buf_add(&buf, sx_str_slice(text, 0, s->good_end));
  for (size_t depth = s->good_depth; depth > 0; depth--) sx_buf_add_char(&buf, s->open[depth - 1]);
  cJSON *root = buf.status ? NULL : sx_report_json_line(sx_buf_str(&buf), is_out_of_memory);
  if (buf.status == SX_NOMEM) *is_out_of_memory = true;
  sx_buf_release(&buf);
  return root;
}

/* Where the next line begins with a brace, at or after `at`. */
static size_t next_brace(sx_str text, size_t at) {
  while ((at = sx_str_find_char(text, '{', at)) != SX_STR_NONE) {
    size_t start = sx_str_line_start(text, at);
    if (sx_str_skip_blanks(sx_str_slice(text, start, at), 0) == at - start) return at;
    at++;
  }
  return SX_STR_NONE;
}

/* NULL: this one is not JSON, or without the member. `*end` is where to look further. */
static cJSON *try_at(sx_str text, const char *key, size_t *end, bool *is_whole, bool *is_lost) {
  scan s = {.depth = 0};
  *end = 1;
  if (!find_end(&s, text, end, is_whole)) return NULL;
  cJSON *root = *is_whole ? sx_report_json_line(sx_str_slice(text, 0, *end), is_lost)
                          : close_value(&s, text, is_lost);
  if (root && sx_json_get(root, key)) return root;
  cJSON_Delete(root);
  if (!*is_whole) *end = 1;
  return NULL;
}

sx_status sx_report_json_read(cJSON **root, sx_str text, const char *key, bool *is_cut,
                              sx_err *err) {
  *root = NULL;
  size_t at = next_brace(text, 0), end = 0, open = 0;
  for (size_t tries = 0; at != SX_STR_NONE && tries < MAX_TRIES && open < MAX_OPEN; tries++) {
    bool is_lost = false, is_whole = false;
    *root = try_at(sx_str_slice(text, at, text.len), key, &end, &is_whole, &is_lost);
    if (*root) {
      *is_cut = *is_cut || !is_whole;
      return SX_OK;
    }
    if (is_lost) return sx_fail(err, SX_NOMEM, NULL);
    open += is_whole ? 0 : 1;
    at = next_brace(text, at + end);
  }
  return sx_fail(err, SX_BAD_MESSAGE, "It has no JSON object with \"%s\".", key);
}

/* ---- members -------------------------------------------------------------------------------- */

static sx_str raw(const cJSON *object, const char *name) {
  const cJSON *item = sx_json_get(object, name);
  return cJSON_IsString(item) ? sx_str_from(item->valuestring) : SX_STR("");
}

sx_str sx_report_json_text(const cJSON *object, const char *name, sx_arena *arena) {
  return sx_report_text(raw(object, name), SX_REPORT_TEXT_BYTES, arena);
}

sx_str sx_report_json_name(const cJSON *object, const char *name, sx_arena *arena) {
  return sx_report_name(raw(object, name), arena);
}

double sx_report_json_seconds(const cJSON *object, const char *name, double factor) {
  const cJSON *item = sx_json_get(object, name);
  return cJSON_IsNumber(item) && item->valuedouble >= 0 ? item->valuedouble * factor : -1;
}
