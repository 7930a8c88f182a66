#include "markdown/comment.h"

#include "markdown/block.h"
#include "markdown/writer.h"

#define DASH " \xE2\x80\x94 "

static bool is_name_char(char c) {
  return c < 0 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         c == '_' || c == '$' || c == '.' || c == '[' || c == ']' || c == '-' || c == '=';
}

static sx_str take_word(sx_str *rest) {
  size_t len = 0;
  while (len < rest->len && is_name_char(rest->ptr[len])) len++;
  sx_str word = sx_str_slice(*rest, 0, len);
  *rest = sx_str_trim(sx_str_slice(*rest, len, rest->len));
  return word;
}

/** Past `{type}`, which the signature has. */
static sx_str skip_type(sx_str text) {
  size_t depth = 0;
  if (!text.len || text.ptr[0] != '{' || sx_str_has_prefix(text, SX_STR("{@"))) return text;
  for (size_t i = 0; i < text.len; i++) {
    depth += text.ptr[i] == '{';
    depth -= text.ptr[i] == '}';
    if (depth == 0) return sx_str_trim(sx_str_slice(text, i + 1, text.len));
  }
  return text;
}

/* ---- inline tags -------------------------------------------------------------------------- */

/** The text of `{@tag what}`: the words after the target of a link, else the target. */
static void add_inline(sx_writer *out, sx_str inner) {
  size_t blank = sx_str_find_char(inner, ' ', 0);
  if (blank == SX_STR_NONE) return; /* {@inheritDoc} */
  bool is_link = sx_str_has_prefix(inner, SX_STR("@link"));
  sx_str shown = sx_str_trim(sx_str_slice(inner, blank, inner.len));
  size_t bar = is_link ? sx_str_find_char(shown, '|', 0) : SX_STR_NONE;
  if (bar == SX_STR_NONE && is_link) bar = sx_str_find_char(shown, ' ', 0);
  if (bar != SX_STR_NONE && bar + 1 < shown.len)
    shown = sx_str_trim(sx_str_slice(shown, bar + 1, shown.len));
  bool is_code =
      sx_str_has_prefix(inner, SX_STR("@code ")) || sx_str_has_prefix(inner, SX_STR("@linkcode "));
  if (is_code) sx_writer_add_char(out, '`');
  sx_writer_add(out, shown);
  if (is_code) sx_writer_add_char(out, '`');
}

static void add_words(sx_writer *out, sx_str text) {
  for (size_t i = 0; i < text.len;) {
    size_t open = sx_str_find(text, SX_STR("{@"), i);
    size_t close = open == SX_STR_NONE ? open : sx_str_find_char(text, '}', open);
    if (close == SX_STR_NONE) {
      sx_writer_add(out, sx_str_slice(text, i, text.len));
      return;
    }
    sx_writer_add(out, sx_str_slice(text, i, open));
    add_inline(out, sx_str_slice(text, open + 1, close));
    i = close + 1;
  }
}

/* ---- tags --------------------------------------------------------------------------------- */

typedef struct tagged {
  sx_writer out;
  bool is_in_fence;
  bool is_in_see; /* the paragraph so far is one of names after @see */
} tagged;

static bool is_tag_line(sx_str line) {
  return line.len > 1 && line.ptr[0] == '@' &&
         ((line.ptr[1] | 32) >= 'a' && (line.ptr[1] | 32) <= 'z');
}

static bool has_name(sx_str tag) {
  static const char *const named[] = {"param", "arg",       "argument", "property",
                                      "prop",  "typeParam", "template", "tparam"};
  for (size_t i = 0; i < sizeof named / sizeof *named; i++)
    if (sx_str_is_equal(tag, sx_str_from(named[i]))) return true;
  return false;
}

static bool is_tag_with_colon(sx_str tag) {
  static const char *const tags[] = {"return", "returns", "note",  "todo",       "see",
                                     "brief",  "warning", "since", "deprecated", "example"};
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (sx_str_is_equal(tag, sx_str_from(tags[i]))) return true;
  return has_name(tag);
}

static void add_name(tagged *to, sx_str name) {
  sx_writer_add(&to->out, SX_STR(" `"));
  sx_writer_add(&to->out, name);
  sx_writer_add_char(&to->out, '`');
}

/* `@count: how many`, as Linux and GLib write a parameter. False: it is a tag. */
static bool add_parameter(tagged *to, sx_str line) {
  sx_str rest = sx_str_slice(line, 1, line.len);
  sx_str name = take_word(&rest);
  if (!sx_str_has_prefix(rest, SX_STR(":")) || is_tag_with_colon(name)) return false;
  rest = sx_str_trim(sx_str_slice(rest, 1, rest.len));
  to->is_in_see = false;
  if (to->out.len) sx_writer_add(&to->out, SX_STR("\n\n"));
  sx_writer_add(&to->out, SX_STR("*@param*"));
  add_name(to, name);
  if (!rest.len) return true;
  sx_writer_add(&to->out, SX_STR(DASH));
  add_words(&to->out, rest);
  return true;
}

static void add_tag(tagged *to, sx_str line) {
  sx_str rest = sx_str_slice(line, 1, line.len);
  sx_str tag = take_word(&rest);
  if (sx_str_has_prefix(rest, SX_STR(":"))) rest = sx_str_trim(sx_str_slice(rest, 1, rest.len));
  bool is_see = sx_str_is_equal(tag, SX_STR("see"));
  rest = skip_type(rest);
  if (is_see && to->is_in_see && rest.len) {
    sx_writer_add(&to->out, SX_STR(", "));
    add_words(&to->out, rest);
    return;
  }
  to->is_in_see = is_see;
  if (to->out.len) sx_writer_add(&to->out, SX_STR("\n\n"));
  sx_writer_add(&to->out, SX_STR("*@"));
  sx_writer_add(&to->out, tag);
  sx_writer_add_char(&to->out, '*');
  if (has_name(tag)) {
    sx_str name = take_word(&rest);
    if (name.len) add_name(to, name);
    if (sx_str_has_prefix(rest, SX_STR("- "))) rest = sx_str_slice(rest, 2, rest.len);
  }
  if (!rest.len) return;
  sx_writer_add(&to->out, SX_STR(DASH));
  add_words(&to->out, rest);
}

static void add_line(tagged *to, sx_str line) {
  sx_md_fence fence;
  bool is_fence = sx_md_opens_fence(line, &fence);
  if (!to->is_in_fence && is_tag_line(line)) {
    if (!add_parameter(to, line)) add_tag(to, line);
    return;
  }
  if (is_fence) to->is_in_fence = !to->is_in_fence;
  if (line.len) to->is_in_see = false;
  if (to->out.len) sx_writer_add_char(&to->out, '\n');
  if (to->is_in_fence || is_fence)
    sx_writer_add(&to->out, line);
  else
    add_words(&to->out, line);
}

sx_str sx_comment_to_markdown(sx_str comment, sx_arena *arena) {
  tagged to = {.is_in_fence = false};
  sx_str line;
  if (sx_str_find_char(comment, '@', 0) == SX_STR_NONE) return comment;
  sx_writer_init(&to.out, arena);
  while (sx_md_next_line(&comment, &line)) add_line(&to, line);
  return sx_str_trim(sx_writer_str(&to.out));
}

bool sx_comment_is_deprecated(sx_str text) {
  static const char *const marks[] = {"@deprecated",  "@Deprecated",  "\\deprecated",
                                      "[[deprecated", "#[deprecated", ".. deprecated::"};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (sx_str_find(text, sx_str_from(marks[i]), 0) != SX_STR_NONE) return true;
  return false;
}
