#include "match/char_class.h"

bool sx_char_class_has(sx_str name, unsigned char c) {
  bool is_lower = c >= 'a' && c <= 'z', is_upper = c >= 'A' && c <= 'Z';
  bool is_digit = c >= '0' && c <= '9', is_alpha = is_lower || is_upper;
  bool is_graph = c > 32 && c < 127;
  if (sx_str_is_equal(name, SX_STR("alpha"))) return is_alpha;
  if (sx_str_is_equal(name, SX_STR("digit"))) return is_digit;
  if (sx_str_is_equal(name, SX_STR("alnum"))) return is_alpha || is_digit;
  if (sx_str_is_equal(name, SX_STR("lower"))) return is_lower;
  if (sx_str_is_equal(name, SX_STR("upper"))) return is_upper;
  if (sx_str_is_equal(name, SX_STR("blank"))) return c == ' ' || c == '\t';
  if (sx_str_is_equal(name, SX_STR("space"))) return c == ' ' || (c >= 9 && c <= 13);
  if (sx_str_is_equal(name, SX_STR("graph"))) return is_graph;
  if (sx_str_is_equal(name, SX_STR("print"))) return is_graph || c == ' ';
  if (sx_str_is_equal(name, SX_STR("punct"))) return is_graph && !is_alpha && !is_digit;
  if (sx_str_is_equal(name, SX_STR("cntrl"))) return c < 32 || c == 127;
  return is_digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); /* xdigit */
}

bool sx_char_class_is_name(sx_str name) {
  static const char *const names[] = {"alpha", "digit", "alnum", "lower", "upper", "blank",
                                      "space", "graph", "print", "punct", "cntrl", "xdigit"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (sx_str_is_equal(name, sx_str_from(names[i]))) return true;
  return false;
}
