#include "markdown/html.h"

#include "base/byte.h"
#include "base/utf8.h"

static bool is_letter(char c) {
  return sx_byte_lower(c) >= 'a' && sx_byte_lower(c) <= 'z';
}

/* Ordered, for a binary search. */
static const struct {
  const char *name;
  sx_html_effect effect;
} tags[] = {
    {"a", SX_HTML_LINK},           {"abbr", SX_HTML_NONE},
    {"acronym", SX_HTML_NONE},     {"article", SX_HTML_PARAGRAPH},
    {"aside", SX_HTML_PARAGRAPH},  {"b", SX_HTML_BOLD},
    {"big", SX_HTML_NONE},         {"blockquote", SX_HTML_PARAGRAPH},
    {"br", SX_HTML_BREAK},         {"caption", SX_HTML_NONE},
    {"center", SX_HTML_PARAGRAPH}, {"cite", SX_HTML_ITALIC},
    {"code", SX_HTML_CODE},        {"col", SX_HTML_NONE},
    {"colgroup", SX_HTML_NONE},    {"dd", SX_HTML_DETAIL},
    {"del", SX_HTML_NONE},         {"details", SX_HTML_PARAGRAPH},
    {"dfn", SX_HTML_ITALIC},       {"div", SX_HTML_PARAGRAPH},
    {"dl", SX_HTML_LIST},          {"dt", SX_HTML_TERM},
    {"em", SX_HTML_ITALIC},        {"figcaption", SX_HTML_PARAGRAPH},
    {"figure", SX_HTML_PARAGRAPH}, {"font", SX_HTML_NONE},
    {"footer", SX_HTML_PARAGRAPH}, {"h1", SX_HTML_HEADING},
    {"h2", SX_HTML_HEADING},       {"h3", SX_HTML_HEADING},
    {"h4", SX_HTML_HEADING},       {"h5", SX_HTML_HEADING},
    {"h6", SX_HTML_HEADING},       {"header", SX_HTML_PARAGRAPH},
    {"hr", SX_HTML_RULE},          {"i", SX_HTML_ITALIC},
    {"iframe", SX_HTML_NONE},      {"img", SX_HTML_IMAGE},
    {"input", SX_HTML_NONE},       {"ins", SX_HTML_NONE},
    {"kbd", SX_HTML_CODE},         {"label", SX_HTML_NONE},
    {"li", SX_HTML_ITEM},          {"main", SX_HTML_PARAGRAPH},
    {"mark", SX_HTML_NONE},        {"menu", SX_HTML_LIST},
    {"nav", SX_HTML_PARAGRAPH},    {"ol", SX_HTML_LIST},
    {"p", SX_HTML_PARAGRAPH},      {"picture", SX_HTML_NONE},
    {"pre", SX_HTML_PRE},          {"q", SX_HTML_NONE},
    {"s", SX_HTML_NONE},           {"samp", SX_HTML_CODE},
    {"script", SX_HTML_HIDDEN},    {"section", SX_HTML_PARAGRAPH},
    {"small", SX_HTML_NONE},       {"source", SX_HTML_NONE},
    {"span", SX_HTML_NONE},        {"strike", SX_HTML_NONE},
    {"strong", SX_HTML_BOLD},      {"style", SX_HTML_HIDDEN},
    {"sub", SX_HTML_NONE},         {"summary", SX_HTML_PARAGRAPH},
    {"sup", SX_HTML_NONE},         {"svg", SX_HTML_NONE},
    {"table", SX_HTML_TABLE},      {"tbody", SX_HTML_NONE},
    {"td", SX_HTML_CELL},          {"tfoot", SX_HTML_NONE},
    {"th", SX_HTML_CELL},          {"thead", SX_HTML_NONE},
    {"tr", SX_HTML_ROW},           {"tt", SX_HTML_CODE},
    {"u", SX_HTML_NONE},           {"ul", SX_HTML_LIST},
    {"var", SX_HTML_ITALIC},       {"video", SX_HTML_NONE},
    {"wbr", SX_HTML_NONE},
};

/** Order of a name as written against a lower-case one. */
static int compare_name(sx_str name, const char *known) {
  for (size_t i = 0; i < name.len; i++) {
    int order = sx_byte_lower(name.ptr[i]) - known[i];
    if (order || !known[i]) return order;
  }
  return known[name.len] ? -1 : 0;
}

static bool find_effect(sx_str name, sx_html_effect *effect) {
  size_t low = 0, high = sizeof tags / sizeof *tags;
  if (name.len == 1 && name.ptr[0] < 'a') return false;
  while (low < high) {
    size_t middle = (low + high) / 2;
    int order = compare_name(name, tags[middle].name);
    if (order == 0) {
      *effect = tags[middle].effect;
      return true;
    }
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return false;
}

/** Offset of the '>' that ends the tag, quoted values skipped; none past another '<'. */
static size_t find_tag_end(sx_str text, size_t at) {
  while (at < text.len) {
    char c = text.ptr[at];
    if (c == '>') return at;
    if (c == '<') return SX_STR_NONE;
    if (c == '"' || c == '\'') at = sx_str_find_char(text, c, at + 1);
    if (at == SX_STR_NONE) return SX_STR_NONE;
    at++;
  }
  return SX_STR_NONE;
}

bool sx_html_parse_tag(sx_html_tag *tag, sx_str text, size_t at, bool any_name) {
  size_t i = at + 1;
  tag->is_closing = i < text.len && text.ptr[i] == '/';
  i += tag->is_closing;
  size_t start = i;
  if (i >= text.len || !is_letter(text.ptr[i])) return false;
  while (i < text.len && (is_letter(text.ptr[i]) || sx_byte_is_digit(text.ptr[i]) ||
                          (any_name && text.ptr[i] == '-')))
    i++;
  if (i >= text.len || !(sx_md_is_space(text.ptr[i]) || text.ptr[i] == '/' || text.ptr[i] == '>'))
    return false;
  tag->name = sx_str_slice(text, start, i);
  tag->effect = SX_HTML_NONE;
  if (!find_effect(tag->name, &tag->effect) && !any_name) return false;
  size_t end = find_tag_end(text, i);
  if (end == SX_STR_NONE) return false;
  tag->attributes = sx_str_slice(text, i, end);
  tag->end = end + 1;
  return true;
}

/** Takes `name=value` off the front; false at the end. */
static bool next_attribute(sx_str *rest, sx_str *name, sx_str *value) {
  size_t i = 0;
  while (i < rest->len && (sx_md_is_space(rest->ptr[i]) || rest->ptr[i] == '/')) i++;
  size_t start = i;
  while (i < rest->len && !sx_md_is_space(rest->ptr[i]) && rest->ptr[i] != '=') i++;
  *name = sx_str_slice(*rest, start, i);
  *value = SX_STR("");
  size_t equals = i;
  while (equals < rest->len && sx_md_is_space(rest->ptr[equals])) equals++;
  if (equals < rest->len && rest->ptr[equals] == '=') {
    i = equals + 1;
    while (i < rest->len && sx_md_is_space(rest->ptr[i])) i++;
    char quote = i < rest->len ? rest->ptr[i] : 0;
    size_t end;
    if (quote == '"' || quote == '\'') {
      end = sx_str_find_char(*rest, quote, ++i);
      if (end == SX_STR_NONE) end = rest->len;
      *value = sx_str_slice(*rest, i, end);
      i = end + 1;
    } else {
      for (end = i; end < rest->len && !sx_md_is_space(rest->ptr[end]);) end++;
      *value = sx_str_slice(*rest, i, end);
      i = end;
    }
  }
  *rest = sx_str_slice(*rest, i, rest->len);
  return name->len > 0 || i > start;
}

sx_str sx_html_attribute(sx_str attributes, sx_str name) {
  sx_str found, value;
  while (next_attribute(&attributes, &found, &value))
    if (sx_str_is_equal_fold(found, name)) return value;
  return SX_STR("");
}

size_t sx_html_find_closing(sx_str text, sx_str name, size_t from) {
  while ((from = sx_str_find_char(text, '<', from)) != SX_STR_NONE) {
    size_t end = from + 2 + name.len;
    if (end > text.len) return SX_STR_NONE;
    if (text.ptr[from + 1] == '/' &&
        sx_str_is_equal_fold(sx_str_slice(text, from + 2, end), name) &&
        (end == text.len || text.ptr[end] == '>' || sx_md_is_space(text.ptr[end])))
      return from;
    from++;
  }
  return SX_STR_NONE;
}

static const struct {
  const char *name;
  uint32_t codepoint;
} entities[] = {
    {"amp", '&'},      {"lt", '<'},       {"gt", '>'},       {"quot", '"'},     {"apos", '\''},
    {"nbsp", ' '},     {"ensp", ' '},     {"emsp", ' '},     {"thinsp", ' '},   {"hellip", 0x2026},
    {"mdash", 0x2014}, {"ndash", 0x2013}, {"lsquo", 0x2018}, {"rsquo", 0x2019}, {"ldquo", 0x201C},
    {"rdquo", 0x201D}, {"laquo", 0xAB},   {"raquo", 0xBB},   {"bull", 0x2022},  {"middot", 0xB7},
    {"copy", 0xA9},    {"reg", 0xAE},     {"trade", 0x2122}, {"times", 0xD7},   {"divide", 0xF7},
    {"plusmn", 0xB1},  {"minus", 0x2212}, {"deg", 0xB0},     {"larr", 0x2190},  {"rarr", 0x2192},
    {"uarr", 0x2191},  {"darr", 0x2193},  {"harr", 0x2194},  {"rArr", 0x21D2},  {"le", 0x2264},
    {"ge", 0x2265},    {"ne", 0x2260},    {"infin", 0x221E}, {"sect", 0xA7},    {"para", 0xB6},
    {"euro", 0x20AC},  {"pound", 0xA3},   {"cent", 0xA2},    {"yen", 0xA5},     {"auml", 0xE4},
    {"ouml", 0xF6},    {"uuml", 0xFC},    {"Auml", 0xC4},    {"Ouml", 0xD6},    {"Uuml", 0xDC},
    {"szlig", 0xDF},   {"eacute", 0xE9},  {"egrave", 0xE8},  {"agrave", 0xE0},  {"ccedil", 0xE7},
    {"ntilde", 0xF1},  {"alpha", 0x3B1},  {"beta", 0x3B2},   {"gamma", 0x3B3},  {"delta", 0x3B4},
    {"lambda", 0x3BB}, {"mu", 0x3BC},     {"pi", 0x3C0},     {"sigma", 0x3C3},  {"lbrace", '{'},
    {"rbrace", '}'},   {"lbrack", '['},   {"rbrack", ']'},   {"lpar", '('},     {"rpar", ')'},
    {"ast", '*'},      {"lowbar", '_'},   {"grave", '`'},    {"num", '#'},      {"verbar", '|'},
    {"vert", '|'},     {"bsol", '\\'},    {"sol", '/'},      {"commat", '@'},   {"colon", ':'},
    {"shy", 0xAD},     {"zwj", 0x200D},   {"zwnj", 0x200C},  {"dollar", '$'},
};

#define MAX_ENTITY_BYTES 12

static bool parse_number(sx_str digits, uint32_t base, uint32_t *codepoint) {
  uint32_t value = 0;
  for (size_t i = 0; i < digits.len; i++) {
    char c = sx_byte_lower(digits.ptr[i]);
    uint32_t digit = sx_byte_is_digit(c)    ? (uint32_t)(c - '0')
                     : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                                            : 16;
    if (digit >= base) return false;
    value = value * base + digit;
    if (value > 0x10FFFF) value = SX_UTF8_REPLACEMENT;
  }
  *codepoint = value == 0xA0 ? ' ' : value;
  return digits.len > 0;
}

size_t sx_html_parse_entity(sx_str text, size_t at, uint32_t *codepoint) {
  sx_str window = sx_str_slice(text, at + 1, at + 1 + MAX_ENTITY_BYTES);
  size_t len = sx_str_find_char(window, ';', 0);
  if (len == SX_STR_NONE || len < 2) return 0;
  sx_str name = sx_str_slice(window, 0, len);
  if (name.ptr[0] == '#') {
    bool is_hex = name.ptr[1] == 'x' || name.ptr[1] == 'X';
    sx_str digits = sx_str_slice(name, is_hex ? 2 : 1, name.len);
    return parse_number(digits, is_hex ? 16 : 10, codepoint) ? len + 2 : 0;
  }
  for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
    if (entities[i].name[0] == name.ptr[0] &&
        sx_str_is_equal(name, sx_str_from(entities[i].name))) {
      *codepoint = entities[i].codepoint;
      return len + 2;
    }
  return 0;
}
