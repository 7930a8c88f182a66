#include "reports/xml.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "reports/report_parts.h"

#include "deps/expat/expat.h"

/* ---- bytes that XML does not have ----------------------------------------------------------- */

#define MAX_REFERENCE_BYTES 12

static bool is_control(unsigned char c) {
  return c < 0x20 && c != '\t' && c != '\n' && c != '\r';
}

/* The bytes of `&#27;` or `&#x1B;` at `at`, a character that XML does not have; 0 for all others.
 */
static size_t bad_reference(sx_str text, size_t at, uint32_t *value) {
  bool is_hex = sx_str_at(text, at + 2) == 'x';
  size_t i = at + (is_hex ? 3 : 2), start = i;
  *value = 0;
  if (sx_str_at(text, at + 1) != '#') return 0;
  for (; i < text.len && i < at + MAX_REFERENCE_BYTES && text.ptr[i] != ';'; i++) {
    char c = text.ptr[i] | 0x20;
    uint32_t digit = c >= 'a' ? (uint32_t)(c - 'a') + 10 : (uint32_t)(text.ptr[i] - '0');
    if (digit >= (is_hex ? 16u : 10u)) return 0;
    *value = *value * (is_hex ? 16 : 10) + digit;
  }
  if (i == start || sx_str_at(text, i) != ';') return 0;
  bool is_surrogate = *value >= 0xD800 && *value < 0xE000;
  bool is_bad = *value < 0x20 ? is_control((unsigned char)*value) : is_surrogate;
  return is_bad || *value >= 0xFFFE ? i + 1 - at : 0;
}

/* How many bytes to leave out at `at`: such a character, and what of a terminal's sequence follows
 * it. */
static size_t bad_bytes(sx_str text, size_t at) {
  uint32_t value = (unsigned char)text.ptr[at];
  size_t bytes = is_control((unsigned char)value) ? 1 : 0;
  if (value == '&') bytes = bad_reference(text, at, &value);
  if (!bytes || value != 27) return bytes;
  return sx_report_sequence_end(text, at + bytes - 1) - at;
}

/* Whether the document is in bytes of UTF-8, or may be. */
static bool is_byte_text(sx_str text) {
  return text.len >= 2 && text.ptr[0] != 0 && text.ptr[1] != 0 &&
         (unsigned char)text.ptr[0] != 0xFF && (unsigned char)text.ptr[0] != 0xFE;
}

static bool is_other_encoding(sx_str text) {
  sx_str head = sx_str_slice(text, 0, 200);
  size_t end = sx_str_find(head, SX_STR("?>"), 0);
  if (!sx_str_has_prefix(head, SX_STR("<?xml")) || end == SX_STR_NONE) return false;
  head = sx_str_slice(head, 0, end);
  return sx_str_has_fold(head, SX_STR("encoding")) && !sx_str_has_fold(head, SX_STR("utf-8"));
}

static bool needs_mending(sx_str text) {
  for (size_t i = 0; i < text.len; i++)
    if (bad_bytes(text, i)) return true;
  return !is_other_encoding(text) && !sx_utf8_is_valid(text.ptr, text.len);
}

/* A copy without such bytes and references; NULL without memory. Freed with sx_free. */
static char *mend(sx_str text, size_t *len) {
  size_t room = text.len + 1, kept = 0;
  bool is_utf8 = !is_other_encoding(text);
  if (is_utf8 && room > SIZE_MAX / 3) return NULL;
  char *copy = sx_malloc(is_utf8 ? room * 3 : room);
  if (!copy) return NULL;
  if (is_utf8) {
    *len = sx_utf8_repair(text.ptr, text.len, copy);
  } else {
    memcpy(copy, text.ptr, text.len);
    *len = text.len;
  }
  for (size_t i = 0; i < *len;) {
    size_t bad = bad_bytes(sx_str_make(copy, *len), i);
    if (!bad) copy[kept++] = copy[i++];
    i += bad;
  }
  *len = kept;
  return copy;
}

/* From the declaration or the first element on, at the start of a line or after other output. */
static sx_str skip_noise(sx_str text) {
  if (!is_byte_text(text)) return text;
  if (sx_str_has_prefix(text, SX_STR("\xef\xbb\xbf"))) text = sx_str_slice(text, 3, text.len);
  size_t at = sx_str_find(text, SX_STR("<?xml"), 0);
  for (size_t i = 0; at == SX_STR_NONE && (i = sx_str_find_char(text, '<', i)) != SX_STR_NONE;
       i++) {
    char c = sx_str_at(text, i + 1);
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '!') at = i;
  }
  return at == SX_STR_NONE ? sx_str_slice(text, text.len, text.len)
                           : sx_str_slice(text, at, text.len);
}

/* ---- reading -------------------------------------------------------------------------------- */

typedef struct state {
  const sx_xml_reader *reader;
  XML_Parser parser;
  size_t depth;
  size_t starts[SX_XML_MAX_DEPTH + 1]; /* in `text`: where that of each open element begins */
  sx_buf text;
  bool has_element, has_entities, has_ended;
} state;

sx_str sx_xml_attribute(const sx_xml_attributes *attributes, const char *name) {
  sx_str wanted = sx_str_from(name);
  for (const char *const *pair = attributes->pairs; pair[0]; pair += 2)
    if (sx_str_is_equal(sx_str_from(pair[0]), wanted)) return sx_str_from(pair[1]);
  return SX_STR("");
}

bool sx_xml_has_attribute(const sx_xml_attributes *attributes, const char *name) {
  for (const char *const *pair = attributes->pairs; pair[0]; pair += 2)
    if (sx_str_is_equal(sx_str_from(pair[0]), sx_str_from(name))) return true;
  return false;
}

static sx_str local_name(const XML_Char *name) {
  sx_str whole = sx_str_from(name);
  size_t colon = sx_str_find_last_char(whole, ':');
  return colon == SX_STR_NONE ? whole : sx_str_slice(whole, colon + 1, whole.len);
}

static void XMLCALL start_element(void *arg, const XML_Char *name, const XML_Char **pairs) {
  state *s = arg;
  s->has_element = true;
  if (++s->depth > SX_XML_MAX_DEPTH) return;
  s->starts[s->depth] = s->text.len;
  sx_xml_attributes attributes = {(const char *const *)pairs};
  s->reader->on_start(s->reader->arg, local_name(name), &attributes, s->depth);
}

static void XMLCALL end_element(void *arg, const XML_Char *name) {
  state *s = arg;
  if (s->depth <= SX_XML_MAX_DEPTH) {
    size_t start = s->starts[s->depth];
    sx_str text = sx_str_slice(sx_buf_str(&s->text), start, s->text.len);
    if (s->reader->on_end) s->reader->on_end(s->reader->arg, local_name(name), text, s->depth);
    sx_buf_truncate(&s->text, start);
  }
  s->depth--;
  s->has_ended = !s->depth;
}

static void XMLCALL add_text(void *arg, const XML_Char *bytes, int len) {
  state *s = arg;
  if (!s->depth || s->depth > SX_XML_MAX_DEPTH) return;
  if (s->text.len - s->starts[s->depth] + (size_t)len > SX_XML_MAX_TEXT_BYTES) return;
  sx_buf_add(&s->text, sx_str_make(bytes, (size_t)len));
  if (s->text.status) XML_StopParser(s->parser, XML_FALSE);
}

/* NOLINTNEXTLINE(readability-function-size): expat gives it these parameters. */
static void XMLCALL refuse_entity(void *arg, const XML_Char *name, int is_parameter,
                                  const XML_Char *value, int value_length, const XML_Char *base,
                                  const XML_Char *system_id, const XML_Char *public_id,
                                  const XML_Char *notation) {
  state *s = arg;
  (void)name, (void)is_parameter, (void)value, (void)value_length, (void)base;
  (void)system_id, (void)public_id, (void)notation;
  s->has_entities = true;
  XML_StopParser(s->parser, XML_FALSE);
}

static sx_status explain(const state *s, enum XML_Error error, bool *is_cut, sx_err *err) {
  if (s->text.status == SX_NOMEM || error == XML_ERROR_NO_MEMORY)
    return sx_fail(err, SX_NOMEM, NULL);
  if (s->has_entities)
    return sx_fail(err, SX_BAD_MESSAGE, "The XML declares entities, which are not read.");
  if (!s->has_element)
    return sx_fail(err, SX_BAD_MESSAGE, "It is not XML: %s at line %lu.", XML_ErrorString(error),
                   (unsigned long)XML_GetCurrentLineNumber(s->parser));
  /* After the root's end there may be anything. */
  *is_cut = *is_cut || !s->has_ended;
  return SX_OK;
}

/* expat takes lengths as int. */
#define MAX_PIECE_BYTES (1u << 30)

static sx_status parse(state *s, sx_str text, bool *is_cut, sx_err *err) {
  for (size_t at = 0; at < text.len || !at;) {
    sx_str piece = sx_str_slice(text, at, at + MAX_PIECE_BYTES);
    at += piece.len;
    enum XML_Status status = XML_Parse(s->parser, piece.ptr, (int)piece.len, at == text.len);
    if (status != XML_STATUS_OK || s->text.status)
      return explain(s, XML_GetErrorCode(s->parser), is_cut, err);
    if (!piece.len) break;
  }
  return SX_OK;
}

static sx_status read_clean(const sx_xml_reader *reader, sx_str text, bool *is_cut, sx_err *err) {
  XML_Memory_Handling_Suite memory = {sx_malloc, sx_realloc, sx_free};
  state s = {.reader = reader};
  s.parser = XML_ParserCreate_MM(NULL, &memory, NULL);
  if (!s.parser) return sx_fail(err, SX_NOMEM, NULL);
  sx_buf_init(&s.text, (size_t)SX_XML_MAX_TEXT_BYTES * (SX_XML_MAX_DEPTH + 1));
  XML_SetUserData(s.parser, &s);
  XML_SetElementHandler(s.parser, start_element, end_element);
  XML_SetCharacterDataHandler(s.parser, add_text);
  XML_SetEntityDeclHandler(s.parser, refuse_entity);
  XML_SetParamEntityParsing(s.parser, XML_PARAM_ENTITY_PARSING_NEVER);
  sx_status status = parse(&s, text, is_cut, err);
  sx_buf_release(&s.text);
  XML_ParserFree(s.parser);
  return status;
}

sx_status sx_xml_read(const sx_xml_reader *reader, sx_str text, bool *is_cut, sx_err *err) {
  text = skip_noise(text);
  if (!text.len) return sx_fail(err, SX_BAD_MESSAGE, "It is not XML: it has no element.");
  if (!is_byte_text(text) || !needs_mending(text)) return read_clean(reader, text, is_cut, err);
  size_t len = 0;
  char *mended = mend(text, &len);
  if (!mended) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status = read_clean(reader, sx_str_make(mended, len), is_cut, err);
  sx_free(mended);
  return status;
}
