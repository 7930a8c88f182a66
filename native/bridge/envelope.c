#include "bridge/envelope.h"

#include "base/byte.h"
#include "base/utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  AT_VALUE,
  AT_VALUE_OR_END, /* after [ */
  AT_KEY,
  AT_KEY_OR_END, /* after { */
  AT_COLON,
  AFTER_VALUE,
  IN_STRING,
  IN_ESCAPE,
  IN_HEX,
  IN_LITERAL,
  AFTER_MINUS,
  AFTER_ZERO,
  IN_INTEGER,
  AFTER_POINT,
  IN_FRACTION,
  AFTER_E,
  AFTER_E_SIGN,
  IN_EXPONENT,
  AT_END, /* the whole value was read: only white space may follow */
  IS_BAD
};

void sx_envelope_init(sx_envelope *envelope) {
  envelope->kind = SX_ENVELOPE_MALFORMED;
  envelope->problem = "";
  envelope->error_offset = 0;
  for (int i = 0; i < SX_FIELD_COUNT; i++) {
    sx_member *member = &envelope->members[i];
    member->type = SX_JSON_ABSENT;
    member->is_cut = false;
    member->begin = member->end = member->len = 0;
    member->text[0] = 0;
  }
  envelope->state = AT_VALUE;
  envelope->hex_left = 0;
  envelope->literal = "";
  envelope->offset = envelope->depth = 0;
  envelope->is_key = envelope->has_escape = false;
  envelope->field = SX_FIELD_OTHER;
  envelope->is_in_params = envelope->is_capturing = envelope->is_raw_cut = false;
  envelope->root = SX_JSON_ABSENT;
  envelope->raw_len = 0;
}

/** The value of a hexadecimal digit, or -1. */
static int hex_digit(char c) {
  if (sx_byte_is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

static void capture(sx_envelope *e, const char *bytes, size_t len) {
  if (!e->is_capturing || e->is_raw_cut) return;
  if (len > sizeof e->raw - e->raw_len) {
    e->is_raw_cut = true;
    return;
  }
  memcpy(e->raw + e->raw_len, bytes, len);
  e->raw_len += len;
}

static void begin_capture(sx_envelope *e, bool is_wanted) {
  e->is_capturing = is_wanted;
  e->is_raw_cut = e->has_escape = false;
  e->raw_len = 0;
}

static uint32_t hex_unit(const char *digits) {
  uint32_t unit = 0;
  for (int i = 0; i < 4; i++) unit = unit << 4 | (uint32_t)hex_digit(digits[i]);
  return unit;
}

/** Decodes the \uXXXX at raw[*at] (past the u), with the low half of a pair. */
static uint32_t unescape_unit(const sx_envelope *e, size_t *at) {
  uint32_t unit = hex_unit(e->raw + *at);
  *at += 4;
  bool has_low = unit >= 0xD800 && unit < 0xDC00 && *at + 6 <= e->raw_len && e->raw[*at] == '\\' &&
                 e->raw[*at + 1] == 'u';
  if (!has_low) return unit;
  uint32_t low = hex_unit(e->raw + *at + 2);
  if (low < 0xDC00 || low >= 0xE000) return unit;
  *at += 6;
  return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
}

/** Replaces the escapes in the captured string; they were checked when they were read. */
static void unescape(sx_envelope *e) {
  static const char letters[] = "bfnrt", meanings[] = "\b\f\n\r\t";
  size_t to = 0;
  for (size_t from = 0; from < e->raw_len;) {
    char c = e->raw[from++];
    if (c != '\\') {
      e->raw[to++] = c;
      continue;
    }
    c = e->raw[from++];
    const char *letter = strchr(letters, c);
    if (c == 'u') {
      char bytes[4];
      size_t len = sx_utf8_encode(unescape_unit(e, &from), bytes);
      memcpy(e->raw + to, bytes, len); /* an escape is longer than what it stands for */
      to += len;
    } else {
      e->raw[to++] = letter ? meanings[letter - letters] : c;
    }
  }
  e->raw_len = to;
}

static sx_field find_field(const sx_envelope *e) {
  static const struct {
    const char *key;
    sx_field field;
    size_t depth;
  } fields[] = {
      {"jsonrpc", SX_FIELD_JSONRPC, 1}, {"id", SX_FIELD_ID, 1},
      {"method", SX_FIELD_METHOD, 1},   {"params", SX_FIELD_PARAMS, 1},
      {"result", SX_FIELD_RESULT, 1},   {"error", SX_FIELD_ERROR, 1},
      {"name", SX_FIELD_NAME, 2},       {"requestId", SX_FIELD_REQUEST_ID, 2},
  };
  if (e->is_raw_cut) return SX_FIELD_OTHER;
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    if (fields[i].depth == e->depth && strlen(fields[i].key) == e->raw_len &&
        memcmp(fields[i].key, e->raw, e->raw_len) == 0)
      return fields[i].field;
  return SX_FIELD_OTHER;
}

static bool is_watched(const sx_envelope *e) {
  return e->depth == 1 || (e->depth == 2 && e->is_in_params);
}

static void forget(sx_member *member) {
  member->type = SX_JSON_ABSENT;
  member->is_cut = false;
  member->len = 0;
  member->text[0] = 0;
}

static void begin_value(sx_envelope *e, sx_json_type type) {
  if (e->depth == 0) e->root = type;
  sx_field field = e->field;
  begin_capture(e, field != SX_FIELD_OTHER && (type == SX_JSON_STRING || type == SX_JSON_NUMBER));
  if (field == SX_FIELD_OTHER) return;
  sx_member *member = &e->members[field];
  forget(member);
  member->type = type;
  member->begin = member->end = e->offset;
  if (field == SX_FIELD_PARAMS) {
    forget(&e->members[SX_FIELD_NAME]);
    forget(&e->members[SX_FIELD_REQUEST_ID]);
    e->is_in_params = type == SX_JSON_OBJECT;
  }
}

/** An integral number as the other side writes it back: 1.0 and 1e0 are 1. */
static void normalize_number(sx_member *member) {
  bool is_plain = member->len < 16 && member->text[0] != '-';
  for (size_t i = 0; is_plain && i < member->len; i++) is_plain = sx_byte_is_digit(member->text[i]);
  if (is_plain) return;
  double value = strtod(member->text, NULL);
  if (!(fabs(value) <= 9007199254740991.0) || value != floor(value)) return;
  int len = snprintf(member->text, sizeof member->text, "%.0f", value == 0 ? 0.0 : value);
  member->len = (size_t)len;
}

/** A scalar is complete; `end` is the offset after it. */
static void end_value(sx_envelope *e, size_t end) {
  sx_member *member = &e->members[e->field];
  if (e->field != SX_FIELD_OTHER) member->end = end;
  if (e->is_capturing) {
    if (e->has_escape && !e->is_raw_cut) unescape(e);
    member->is_cut = e->is_raw_cut;
    member->len = e->is_raw_cut ? 0 : e->raw_len;
    memcpy(member->text, e->raw, member->len);
    member->text[member->len] = 0;
    bool is_id = e->field == SX_FIELD_ID || e->field == SX_FIELD_REQUEST_ID;
    if (member->type == SX_JSON_NUMBER && is_id) normalize_number(member);
  }
  e->field = SX_FIELD_OTHER;
  e->is_capturing = false;
  e->state = e->depth ? AFTER_VALUE : AT_END;
}

static void end_key(sx_envelope *e) {
  if (e->is_capturing && e->has_escape && !e->is_raw_cut) unescape(e);
  e->field = e->is_capturing ? find_field(e) : SX_FIELD_OTHER;
  e->is_capturing = false;
  e->state = AT_COLON;
}

static bool is_in_object(const sx_envelope *e) {
  size_t top = e->depth - 1;
  return e->is_object[top / 8] >> (top % 8) & 1;
}

static void open_bracket(sx_envelope *e, bool is_object) {
  if (e->depth == SX_ENVELOPE_MAX_DEPTH) {
    e->state = IS_BAD;
    return;
  }
  begin_value(e, is_object ? SX_JSON_OBJECT : SX_JSON_ARRAY);
  uint8_t bit = (uint8_t)(1u << (e->depth % 8));
  uint8_t *byte = &e->is_object[e->depth / 8];
  *byte = (uint8_t)(is_object ? *byte | bit : *byte & ~bit);
  e->depth++;
  e->field = SX_FIELD_OTHER;
  e->state = is_object ? AT_KEY_OR_END : AT_VALUE_OR_END;
}

static void close_bracket(sx_envelope *e, char c) {
  if (!e->depth || is_in_object(e) != (c == '}')) {
    e->state = IS_BAD;
    return;
  }
  e->depth--;
  if (e->depth == 1) e->is_in_params = false;
  e->state = e->depth ? AFTER_VALUE : AT_END;
}

static void begin_literal(sx_envelope *e, const char *rest, sx_json_type type) {
  begin_value(e, type);
  e->literal = rest;
  e->state = IN_LITERAL;
}

static void begin_number(sx_envelope *e, char c) {
  begin_value(e, SX_JSON_NUMBER);
  capture(e, &c, 1);
  e->state = c == '-' ? AFTER_MINUS : c == '0' ? AFTER_ZERO : IN_INTEGER;
}

static void begin_string(sx_envelope *e, bool is_key) {
  e->is_key = is_key;
  if (is_key)
    begin_capture(e, is_watched(e));
  else
    begin_value(e, SX_JSON_STRING);
  e->state = IN_STRING;
}

static void read_value_start(sx_envelope *e, char c) {
  switch (c) {
  case '{': open_bracket(e, true); break;
  case '[': open_bracket(e, false); break;
  case '"': begin_string(e, false); break;
  case 't': begin_literal(e, "rue", SX_JSON_BOOL); break;
  case 'f': begin_literal(e, "alse", SX_JSON_BOOL); break;
  case 'n': begin_literal(e, "ull", SX_JSON_NULL); break;
  default:
    if (c == '-' || sx_byte_is_digit(c))
      begin_number(e, c);
    else
      e->state = IS_BAD;
  }
}

static void read_after_value(sx_envelope *e, char c) {
  if (c == ',')
    e->state = is_in_object(e) ? AT_KEY : AT_VALUE;
  else if (c == '}' || c == ']')
    close_bracket(e, c);
  else
    e->state = IS_BAD;
}

/** The state of a number after one more byte; the same number may end where 0 is returned. */
static int next_number_state(int state, char c) {
  bool is_e = c == 'e' || c == 'E';
  switch (state) {
  case AFTER_MINUS: return c == '0' ? AFTER_ZERO : sx_byte_is_digit(c) ? IN_INTEGER : IS_BAD;
  case AFTER_ZERO: return c == '.' ? AFTER_POINT : is_e ? AFTER_E : 0;
  case IN_INTEGER:
    return sx_byte_is_digit(c) ? IN_INTEGER : c == '.' ? AFTER_POINT : is_e ? AFTER_E : 0;
  case AFTER_POINT: return sx_byte_is_digit(c) ? IN_FRACTION : IS_BAD;
  case IN_FRACTION: return sx_byte_is_digit(c) ? IN_FRACTION : is_e ? AFTER_E : 0;
  case AFTER_E:
    return c == '+' || c == '-' ? AFTER_E_SIGN : sx_byte_is_digit(c) ? IN_EXPONENT : IS_BAD;
  case AFTER_E_SIGN: return sx_byte_is_digit(c) ? IN_EXPONENT : IS_BAD;
  default: return sx_byte_is_digit(c) ? IN_EXPONENT : 0;
  }
}

static void read_literal(sx_envelope *e, char c) {
  if (c != *e->literal)
    e->state = IS_BAD;
  else if (!*++e->literal)
    end_value(e, e->offset + 1);
}

static void read_escape(sx_envelope *e, char c) {
  capture(e, &c, 1);
  if (e->state == IN_HEX) {
    if (hex_digit(c) < 0)
      e->state = IS_BAD;
    else if (--e->hex_left == 0)
      e->state = IN_STRING;
  } else if (c == 'u') {
    e->hex_left = 4;
    e->state = IN_HEX;
  } else {
    e->state = c && strchr("\"\\/bfnrt", c) ? IN_STRING : IS_BAD;
  }
}

/** One byte outside of strings. White space is only skipped here, between tokens. */
static void read_token(sx_envelope *e, char c) {
  if (sx_byte_is_space(c)) return;
  switch (e->state) {
  case AT_VALUE_OR_END:
    if (c == ']')
      close_bracket(e, c);
    else
      read_value_start(e, c);
    break;
  case AT_VALUE: read_value_start(e, c); break;
  case AT_KEY_OR_END:
    if (c == '}') {
      close_bracket(e, c);
      break;
    }
    /* fall through */
  case AT_KEY:
    if (c == '"')
      begin_string(e, true);
    else
      e->state = IS_BAD;
    break;
  case AT_COLON: e->state = c == ':' ? AT_VALUE : IS_BAD; break;
  case AFTER_VALUE: read_after_value(e, c); break;
  default: e->state = IS_BAD;
  }
}

static void read_byte(sx_envelope *e, char c) {
  if (e->state >= AFTER_MINUS && e->state <= IN_EXPONENT) {
    int next = next_number_state(e->state, c);
    if (next) {
      capture(e, &c, 1);
      e->state = next;
      return;
    }
    end_value(e, e->offset);
  }
  if (e->state == IN_LITERAL)
    read_literal(e, c);
  else if (e->state == IN_ESCAPE || e->state == IN_HEX)
    read_escape(e, c);
  else
    read_token(e, c);
}

#define EACH_BYTE(value) (0x0101010101010101u * (uint64_t)(value))

/** Whether one of eight bytes is below `limit` <= 128 (the classic trick with borrows). */
static bool has_below(uint64_t bytes, unsigned limit) {
  return (bytes - EACH_BYTE(limit)) & ~bytes & EACH_BYTE(0x80);
}

/** How many bytes of a string come before the next quote, backslash or control character. */
static size_t count_plain(const char *text, size_t len) {
  size_t i = 0;
  for (uint64_t eight; i + 8 <= len; i += 8) {
    memcpy(&eight, text + i, 8);
    if (has_below(eight, 0x20) || has_below(eight ^ EACH_BYTE('"'), 1) ||
        has_below(eight ^ EACH_BYTE('\\'), 1))
      break;
  }
  while (i < len && (unsigned char)text[i] >= 0x20 && text[i] != '"' && text[i] != '\\') i++;
  return i;
}

/** Reads on inside a string; how many bytes were read, at least one. */
static size_t read_string(sx_envelope *e, const char *text, size_t len) {
  size_t plain = count_plain(text, len);
  capture(e, text, plain);
  if (plain == len) return plain;
  char c = text[plain];
  if (c == '"') {
    if (e->is_key)
      end_key(e);
    else
      end_value(e, e->offset + plain + 1);
  } else if (c == '\\') {
    capture(e, &c, 1);
    e->has_escape = true;
    e->state = IN_ESCAPE;
  } else {
    e->offset += plain;
    e->state = IS_BAD;
    return 0;
  }
  return plain + 1;
}

void sx_envelope_feed(sx_envelope *envelope, sx_str bytes) {
  for (size_t i = 0; i < bytes.len && envelope->state != IS_BAD;) {
    size_t count = 1;
    if (envelope->state == IN_STRING)
      count = read_string(envelope, bytes.ptr + i, bytes.len - i);
    else
      read_byte(envelope, bytes.ptr[i]);
    if (envelope->state == IS_BAD) return; /* `offset` stays at the byte that is wrong */
    i += count;
    envelope->offset += count;
  }
}

bool sx_member_is_id(const sx_member *member) {
  if (member->is_cut) return false;
  if (member->type == SX_JSON_STRING) return sx_utf8_is_valid(member->text, member->len);
  if (member->type != SX_JSON_NUMBER) return false;
  size_t sign = member->text[0] == '-';
  for (size_t i = sign; i < member->len; i++)
    if (!sx_byte_is_digit(member->text[i])) return false;
  return fabs(strtod(member->text, NULL)) <= 9007199254740991.0;
}

/** Why it is not a JSON-RPC message, or NULL with `kind` set. */
static const char *find_problem(sx_envelope *e) {
  const sx_member *m = e->members;
  sx_json_type params = m[SX_FIELD_PARAMS].type;
  if (e->root == SX_JSON_ARRAY) return "batches are not supported: send one message a line";
  if (e->root != SX_JSON_OBJECT) return "a message is a JSON object";
  if (m[SX_FIELD_JSONRPC].type != SX_JSON_STRING || strcmp(m[SX_FIELD_JSONRPC].text, "2.0") != 0)
    return "\"jsonrpc\" must be \"2.0\"";
  bool has_id = m[SX_FIELD_ID].type != SX_JSON_ABSENT;
  bool is_answer =
      m[SX_FIELD_RESULT].type != SX_JSON_ABSENT || m[SX_FIELD_ERROR].type != SX_JSON_ABSENT;
  bool has_method = m[SX_FIELD_METHOD].type != SX_JSON_ABSENT;
  /* An error about a message whose id was not understood. */
  bool is_null_id = is_answer && !has_method && m[SX_FIELD_ID].type == SX_JSON_NULL;
  if (has_id && !is_null_id && !sx_member_is_id(&m[SX_FIELD_ID]))
    return "\"id\" must be a string of at most 256 bytes or an integer";
  if (!has_method) {
    if (!is_answer) return "\"method\" is missing";
    e->kind = SX_ENVELOPE_RESPONSE;
    return NULL;
  }
  if (m[SX_FIELD_METHOD].type != SX_JSON_STRING) return "\"method\" must be a string";
  if (params != SX_JSON_ABSENT && params != SX_JSON_OBJECT) return "\"params\" must be an object";
  e->kind = has_id ? SX_ENVELOPE_REQUEST : SX_ENVELOPE_NOTIFICATION;
  return NULL;
}

void sx_envelope_finish(sx_envelope *envelope) {
  if (envelope->depth == 0 && envelope->state >= AFTER_MINUS && envelope->state <= IN_EXPONENT &&
      next_number_state(envelope->state, ' ') == 0)
    end_value(envelope, envelope->offset);
  envelope->error_offset = envelope->offset;
  envelope->kind = SX_ENVELOPE_MALFORMED;
  if (envelope->state != AT_END) return;
  const char *problem = find_problem(envelope);
  envelope->problem = problem ? problem : "";
  if (problem) envelope->kind = SX_ENVELOPE_INVALID;
}
