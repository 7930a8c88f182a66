#include "match/template.h"

#include "base/array.h"

#define MAX_GROUP_DIGITS 5
#define MAX_NAMES_TOLD 12

typedef SX_ARRAY(sx_template_part) parts;

typedef struct parser {
  sx_str text;
  size_t at, plain; /* [plain, at) is text that was not added yet */
  const sx_regex *regex;
  parts parts;
  char cases[SX_TEMPLATE_MAX_CASES + 1];
  sx_arena *arena;
  sx_err *err;
} parser;

static sx_template_part *add_part(parser *p) {
  sx_template_part *part = SX_ARRAY_ADD(&p->parts, p->arena);
  if (part) part->text = SX_STR("");
  return part;
}

static sx_status add_text(parser *p, sx_str text) {
  if (!text.len) return SX_OK;
  sx_template_part *part = add_part(p);
  if (!part) return sx_fail(p->err, p->arena->status, NULL);
  part->text = text;
  return SX_OK;
}

/** Adds the text before the part that begins at `at` and moves after that. */
static sx_status flush(parser *p, size_t part_bytes) {
  sx_status status = add_text(p, sx_str_slice(p->text, p->plain, p->at));
  p->at += part_bytes;
  p->plain = p->at;
  return status;
}

static sx_status fail_unknown(const parser *p, sx_str reference) {
  char names[400] = "";
  size_t len = 0;
  uint32_t count = sx_regex_group_count(p->regex);
  for (uint32_t i = 0; i < MAX_NAMES_TOLD; i++) {
    sx_str name = sx_regex_group_name(p->regex, i);
    if (!name.len || len + name.len + 8 > sizeof names) break;
    len += (size_t)snprintf(names + len, sizeof names - len, ", ${%.*s}", SX_STR_ARG(name));
  }
  if (!count)
    return sx_fail(p->err, SX_INVALID_ARGUMENT,
                   "The replacement refers to %.*s, but the pattern has no groups: put parentheses "
                   "around the part to keep, or write $$ for a dollar sign.",
                   SX_STR_ARG(reference));
  char last[16] = "";
  if (count > 1) snprintf(last, sizeof last, " to $%u", count);
  return sx_fail(p->err, SX_INVALID_ARGUMENT,
                 "The replacement refers to %.*s, but the pattern has only $1%s%s. Write $$ for a "
                 "dollar sign.",
                 SX_STR_ARG(reference), last, names);
}

static sx_status add_group(parser *p, uint32_t group, size_t bytes) {
  sx_status status = flush(p, bytes);
  if (status) return status;
  sx_template_part *part = add_part(p);
  if (!part) return sx_fail(p->err, p->arena->status, NULL);
  part->is_group = true;
  part->group = group;
  memcpy(part->cases, p->cases, sizeof part->cases);
  memset(p->cases, 0, sizeof p->cases);
  return SX_OK;
}

/** The number at the start of `text`, of at most `max` digits; how many there are. */
static size_t read_number(sx_str text, size_t max, uint32_t *number) {
  size_t digits = 0;
  *number = 0;
  for (; digits < text.len && digits < max; digits++) {
    char c = text.ptr[digits];
    if (c < '0' || c > '9') break;
    *number = *number * 10 + (uint32_t)(c - '0');
  }
  return digits;
}

/** ${1}, ${name}, $<name>. */
static sx_status parse_braced(parser *p, sx_str rest) {
  size_t end = sx_str_find_char(rest, rest.ptr[1] == '{' ? '}' : '>', 2);
  if (end == SX_STR_NONE) {
    p->at++;
    return SX_OK;
  }
  sx_str name = sx_str_slice(rest, 2, end);
  uint32_t group;
  if (!name.len || read_number(name, MAX_GROUP_DIGITS, &group) != name.len)
    group = sx_regex_group_of(p->regex, name);
  else if (!group)
    return add_group(p, 0, end + 1);
  if (!group || group > sx_regex_group_count(p->regex))
    return fail_unknown(p, sx_str_slice(rest, 0, end + 1));
  return add_group(p, group, end + 1);
}

/** $1 or $12: two digits where there is such a group. */
static sx_status parse_numbered(parser *p, sx_str rest) {
  uint32_t group, count = sx_regex_group_count(p->regex);
  sx_str digits = sx_str_slice(rest, 1, rest.len);
  size_t bytes = read_number(digits, 2, &group);
  if (bytes == 2 && (group > count || *digits.ptr == '0')) bytes = read_number(digits, 1, &group);
  if (group > count) return fail_unknown(p, sx_str_slice(rest, 0, 1 + bytes));
  return add_group(p, group, 1 + bytes);
}

static sx_status parse_dollar(parser *p, sx_str rest) {
  char next = (char)(rest.len > 1 ? rest.ptr[1] : 0);
  if (next == '&') return add_group(p, 0, 2);
  if (next == '{' || next == '<') return parse_braced(p, rest);
  if (next >= '0' && next <= '9') return parse_numbered(p, rest);
  if (next != '$') {
    p->at++;
    return SX_OK;
  }
  sx_status status = flush(p, 2);
  return status ? status : add_text(p, SX_STR("$"));
}

static sx_status parse_backslash(parser *p, sx_str rest) {
  sx_str made = SX_STR("");
  char next = (char)(rest.len > 1 ? rest.ptr[1] : 0);
  size_t known = strlen(p->cases);
  switch (next) {
  case 'n': made = SX_STR("\n"); break;
  case 't': made = SX_STR("\t"); break;
  case '\\': made = SX_STR("\\"); break;
  case 'E': memset(p->cases, 0, sizeof p->cases); break;
  case 'u':
  case 'l':
  case 'U':
  case 'L':
    if (known < SX_TEMPLATE_MAX_CASES) p->cases[known] = next;
    break;
  default: p->at += next ? 2 : 1; return SX_OK;
  }
  sx_status status = flush(p, 2);
  return status ? status : add_text(p, made);
}

sx_status sx_template_parse(sx_template *out, sx_str text, const sx_regex *regex, sx_arena *a,
                            sx_err *err) {
  parser p = {.text = text, .regex = regex, .arena = a, .err = err};
  sx_status status = SX_OK;
  while (!status && regex && p.at < text.len) {
    sx_str rest = sx_str_slice(text, p.at, text.len);
    if (*rest.ptr == '$')
      status = parse_dollar(&p, rest);
    else if (*rest.ptr == '\\')
      status = parse_backslash(&p, rest);
    else
      p.at++;
  }
  p.at = text.len;
  if (!status) status = flush(&p, 0);
  *out = (sx_template){p.parts.items, p.parts.len};
  return status;
}
