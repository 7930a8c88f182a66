#include "base/utf8.h"
#include "deps/pcre2/case.h"
#include "match/template.h"

static void add_cased(sx_buf *out, uint32_t codepoint, char to) {
  if (to == 'u' || to == 'U') codepoint = sx_pcre2_upper(codepoint);
  if (to == 'l' || to == 'L') codepoint = sx_pcre2_lower(codepoint);
  sx_buf_add_codepoint(out, codepoint);
}

/** u and l are for one character each; the first U or L is for all that follow. */
static void add_with_cases(sx_buf *out, sx_str text, const char *cases) {
  for (size_t at = 0; at < text.len && !out->status;) {
    if (!*cases) {
      sx_buf_add(out, sx_str_slice(text, at, text.len));
      return;
    }
    uint32_t codepoint;
    size_t bytes = sx_utf8_decode(text.ptr + at, text.len - at, &codepoint);
    bool is_broken = bytes == 1 && codepoint == SX_UTF8_REPLACEMENT;
    if (is_broken)
      sx_buf_add(out, sx_str_slice(text, at, at + bytes));
    else
      add_cased(out, codepoint, *cases);
    if (*cases == 'u' || *cases == 'l') cases++;
    at += bytes;
  }
}

void sx_template_expand(sx_buf *out, const sx_template *from, sx_str subject,
                        const sx_regex_match *match) {
  for (size_t i = 0; i < from->count && !out->status; i++) {
    const sx_template_part *part = &from->parts[i];
    if (!part->is_group) {
      sx_buf_add(out, part->text);
      continue;
    }
    sx_match_span span = match->spans[part->group];
    if (span.start == SX_STR_NONE) continue;
    add_with_cases(out, sx_str_slice(subject, span.start, span.end), part->cases);
  }
}

/* ---- the case of what is replaced ---- */

/** How many upper and lower case letters there are, and whether the first character is one. */
typedef struct cases {
  size_t upper, lower;
  bool begins_upper, begins_lower;
} cases;

static cases count_cases(sx_str text) {
  cases found = {0};
  for (size_t at = 0; at < text.len;) {
    uint32_t codepoint;
    size_t bytes = sx_utf8_decode(text.ptr + at, text.len - at, &codepoint);
    bool is_upper = sx_pcre2_lower(codepoint) != codepoint;
    bool is_lower = sx_pcre2_upper(codepoint) != codepoint;
    found.upper += is_upper;
    found.lower += is_lower;
    if (at == 0) found.begins_upper = is_upper, found.begins_lower = is_lower;
    at += bytes;
  }
  return found;
}

static void keep_part(sx_buf *out, sx_str text, sx_str replaced) {
  cases found = count_cases(replaced);
  const char *to = "";
  if (found.upper && !found.lower)
    to = "U";
  else if (found.lower && !found.upper)
    to = "L";
  else if (found.begins_upper)
    to = "u";
  else if (found.begins_lower)
    to = "l";
  add_with_cases(out, text, to);
}

static size_t count_char(sx_str text, char c) {
  size_t count = 0;
  for (size_t at = 0; (at = sx_str_find_char(text, c, at)) != SX_STR_NONE; at++) count++;
  return count;
}

void sx_template_keep_case(sx_buf *out, sx_str text, sx_str replaced) {
  size_t hyphens = count_char(replaced, '-'), underscores = count_char(replaced, '_');
  char by = (char)(hyphens ? '-' : '_');
  size_t count = hyphens ? hyphens : underscores;
  bool is_by_parts = (hyphens > 0) != (underscores > 0) && count_char(text, by) == count;
  while (is_by_parts && count--) {
    size_t end = sx_str_find_char(text, by, 0), replaced_end = sx_str_find_char(replaced, by, 0);
    keep_part(out, sx_str_slice(text, 0, end), sx_str_slice(replaced, 0, replaced_end));
    sx_buf_add_char(out, by);
    text = sx_str_slice(text, end + 1, text.len);
    replaced = sx_str_slice(replaced, replaced_end + 1, replaced.len);
  }
  keep_part(out, text, replaced);
}
