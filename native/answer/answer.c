#include "answer/answer.h"

#include "base/utf8.h"
#include "host/json.h"
#include "text/tokens.h"

/* A row may be that much longer than there is room. */
#define SLACK_TOKENS 200
/* A path has at most 4,096: a longer line is data. */
#define MAX_LINE_BYTES 4500

const char *sx_answer_status_name(sx_answer_status status) {
  static const char *const names[] = {"found", "none", "unknown"};
  return (unsigned)status < 3 ? names[status] : names[SX_ANSWER_UNKNOWN];
}

sx_status sx_answer_init(sx_answer *answer, sx_answer_format format, size_t max_tokens) {
  *answer = (sx_answer){.status = SX_ANSWER_UNKNOWN, .format = format, .max_tokens = max_tokens};
  sx_buf_init(&answer->text, SX_ANSWER_MAX_BYTES);
  answer->facts = cJSON_CreateObject();
  return answer->facts ? SX_OK : SX_NOMEM;
}

void sx_answer_release(sx_answer *answer) {
  sx_buf_release(&answer->text);
  cJSON_Delete(answer->facts);
  answer->facts = NULL;
}

/* As JSON a text is longer: its line ends and quotes are. */
size_t sx_answer_room(const sx_answer *answer, size_t frame_tokens) {
  size_t most = answer->max_tokens;
  size_t room = most > 2 * frame_tokens ? most - frame_tokens : most / 2;
  return answer->is_structured ? room - room / 4 : room;
}

void sx_answer_fact(cJSON *object, const char *name, sx_str value) {
  sx_buf copy;
  sx_buf_init(&copy, SX_ANSWER_MAX_BYTES);
  sx_buf_add(&copy, value);
  if (!copy.status) cJSON_AddStringToObject(object, name, copy.ptr);
  sx_buf_release(&copy);
}

void sx_answer_push(cJSON *array, cJSON *item) {
  if (item && !cJSON_AddItemToArray(array, item)) cJSON_Delete(item);
}

void sx_answer_put(cJSON *object, const char *name, cJSON *item) {
  if (item && !cJSON_AddItemToObject(object, name, item)) cJSON_Delete(item);
}

static bool is_unknown_line(sx_str text, size_t at) {
  sx_str line = sx_str_slice(text, at, text.len);
  return sx_str_has_prefix(line, SX_STR(SX_UNKNOWN)) ||
         sx_str_has_prefix(line, SX_STR(SX_UNKNOWN_IN_PART));
}

static size_t next_line(sx_str text, size_t at) {
  size_t end = sx_str_find_char(text, '\n', at);
  return end == SX_STR_NONE ? text.len : end + 1;
}

static void reverse(char *text, size_t from, size_t to) {
  while (from + 1 < to) {
    char c = text[from];
    text[from++] = text[--to];
    text[to] = c;
  }
}

void sx_answer_lead_with_unknown(sx_answer *answer) {
  sx_str text = sx_buf_str(&answer->text);
  size_t from = 0;
  if (answer->status != SX_ANSWER_UNKNOWN || is_unknown_line(text, 0)) return;
  while (from < text.len && !is_unknown_line(text, from)) from = next_line(text, from);
  size_t to = from;
  while (to < text.len && is_unknown_line(text, to)) to = next_line(text, to);
  /* A line that the text ends in has no line end of its own to take along. */
  if (from == to || text.ptr[to - 1] != '\n') return;
  reverse(answer->text.ptr, 0, from);
  reverse(answer->text.ptr, from, to);
  reverse(answer->text.ptr, 0, to);
}

/* ---- lines that are too long ----------------------------------------------------------------- */

void sx_answer_shorten_lines(sx_answer *answer) {
  static const char mark[] = "… [cut]";
  char *text = answer->text.ptr;
  size_t kept = 0, mark_bytes = sizeof mark - 1;
  sx_str whole = sx_buf_str(&answer->text);
  if (!answer->max_tokens || sx_tokens_count(whole) <= 2 * answer->max_tokens + SLACK_TOKENS)
    return;
  for (size_t at = 0, end; at < whole.len; at = end) {
    end = next_line(whole, at);
    size_t len = end - at;
    bool is_long = len > MAX_LINE_BYTES + mark_bytes + 1, has_end = text[end - 1] == '\n';
    if (is_long) len = sx_utf8_floor(text + at, len, MAX_LINE_BYTES);
    memmove(text + kept, text + at, len);
    kept += len;
    if (!is_long) continue;
    /* A line that is so long has room for it. */
    memcpy(text + kept, mark, mark_bytes);
    kept += mark_bytes;
    if (has_end) text[kept++] = '\n';
    answer->is_truncated = true;
  }
  sx_buf_truncate(&answer->text, kept);
}

/* ---- advice ---------------------------------------------------------------------------------- */

/* The form that offers most first. */
static const char *const advice[] = {" Call again in a few seconds, or with wait: true.",
                                     " Call again in a few seconds.",
                                     " Ask again in a few seconds."};

/* A line of the tools' own words, and not a place with its text. */
static bool is_remark(sx_str line) {
  static const char *const leads[] = {SX_UNKNOWN, SX_UNKNOWN_IN_PART,
                                      "Note: ", "By the text alone: ", "The language server "};
  for (size_t i = 0; i < sizeof leads / sizeof *leads; i++)
    if (sx_str_has_prefix(line, sx_str_from(leads[i]))) return true;
  return false;
}

static void cut_out(sx_buf *text, size_t at, size_t len) {
  memmove(text->ptr + at, text->ptr + at + len, text->len - at - len);
  sx_buf_truncate(text, text->len - len);
}

/* Takes out all of one form but the first, or that as well; whether there was any. */
static bool thin_out(sx_buf *text, sx_str form, bool has_other) {
  bool has_one = has_other;
  for (size_t at = 0; at < text->len;) {
    sx_str all = sx_buf_str(text);
    size_t end = next_line(all, at);
    sx_str line = sx_str_slice(all, at, end);
    size_t found = is_remark(line) ? sx_str_find(line, form, 0) : SX_STR_NONE;
    while (found != SX_STR_NONE) {
      size_t from = has_one ? found : found + form.len;
      if (has_one) cut_out(text, at + found, form.len), end -= form.len;
      has_one = true;
      line = sx_str_slice(sx_buf_str(text), at, end);
      found = sx_str_find(line, form, from);
    }
    at = end;
  }
  return has_one;
}

void sx_answer_advise_once(sx_answer *answer) {
  bool has_one = false;
  if (!answer->is_own) return;
  for (size_t i = 0; i < sizeof advice / sizeof *advice; i++)
    has_one = thin_out(&answer->text, sx_str_from(advice[i]), has_one);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* Percent-encodes what could end a Markdown link target or break JSON inside a URI. */
static void add_encoded(sx_buf *buf, sx_str s) {
  for (size_t i = 0; i < s.len; i++) {
    unsigned char c = (unsigned char)s.ptr[i];
    bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    c == '-' || c == '_' || c == '.' || c == '/' || c == '~';
    if (is_plain)
      sx_buf_add_char(buf, (char)c);
    else
      sx_buf_addf(buf, "%%%02X", c);
  }
}

void sx_answer_add_place(sx_answer *answer, sx_str target, sx_str shown, uint32_t line,
                         uint32_t column) {
  sx_buf *text = &answer->text;
  if (answer->format == SX_FORMAT_TEXT) {
    sx_buf_add(text, shown);
    sx_buf_addf(text, ":%u:%u", line + 1, column + 1);
    return;
  }
  sx_buf arguments;
  sx_buf_init(&arguments, 64 * 1024);
  sx_buf_add_char(&arguments, '[');
  sx_json_write_str(&arguments, target);
  sx_buf_addf(&arguments, ",%u,%u]", line, column);
  sx_buf_add_text(text, "[`");
  for (size_t i = 0; i < shown.len; i++) /* a backtick would end the code span */
    sx_buf_add_char(text, shown.ptr[i] == '`' ? '\'' : shown.ptr[i]);
  sx_buf_addf(text, ":%u:%u`](command:sextant.openLocation?", line + 1, column + 1);
  add_encoded(text, sx_buf_str(&arguments));
  sx_buf_add_char(text, ')');
  sx_buf_release(&arguments);
}

void sx_answer_add_source(sx_answer *answer, sx_str source, sx_str code) {
  bool is_number = code.len && code.ptr[0] >= '0' && code.ptr[0] <= '9';
  if (!source.len && !code.len) return;
  sx_buf_addf(&answer->text, " %.*s%s%.*s", SX_STR_ARG(source),
              source.len && code.len && !is_number ? " " : "", SX_STR_ARG(code));
}
