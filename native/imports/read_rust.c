#include "imports/read_parts.h"

#include "base/buf.h"

#define MAX_PATH_BYTES 2048
#define MAX_DEPTH 32

/** Where in the file the reader is: the modules whose braces are open. */
typedef struct rust_reader {
  sx_import_reader *reader;
  sx_buf modules; /* `a::b::` */
  struct {
    size_t depth, bytes; /* braces around it; of `modules` before it */
  } open[MAX_DEPTH];
  size_t open_count, depth;
  sx_buf path;
  sx_str file;    /* of #[path = "x"], before a mod */
  bool is_public; /* the `use` that is read, at the top of the file */
  bool is_all;    /* the path that is read ends with the star */
} rust_reader;

static bool is_colons(sx_import_reader *reader) {
  if (!sx_imports__is_mark(reader, ':')) return false;
  sx_imports__next_in_line(reader);
  return sx_imports__is_mark(reader, ':');
}

/* The name at the last token, without the `r#` of a raw one. */
static void add_name(rust_reader *rust) {
  sx_import_reader *reader = rust->reader;
  sx_str name = reader->token.text;
  sx_imports__next_in_line(reader);
  if (sx_str_is_equal(name, SX_STR("r")) && sx_imports__is_mark(reader, '#')) {
    sx_imports__next_in_line(reader);
    name = reader->token.text;
    sx_imports__next_in_line(reader);
  }
  sx_buf_add(&rust->path, name);
}

/*
 * A path that begins with self or super means another one inside of `mod m {…}` than at the file's
 * top: it is written as from there.
 */
static void write_from_top(const rust_reader *rust, sx_buf *out) {
  sx_str path = sx_buf_str(&rust->path), modules = sx_buf_str(&rust->modules);
  sx_str self = SX_STR("self"), super = SX_STR("super");
  bool is_self = sx_str_has_prefix(path, self) && (path.len == self.len || path.ptr[4] == ':');
  bool is_relative =
      is_self || (sx_str_has_prefix(path, super) && (path.len == super.len || path.ptr[5] == ':'));
  if (!rust->open_count || !is_relative) {
    sx_buf_add(out, path);
    return;
  }
  if (is_self) path = sx_str_slice(path, self.len + 2, path.len);
  while (modules.len && sx_str_has_prefix(path, super) &&
         (path.len == super.len || path.ptr[super.len] == ':')) {
    path = sx_str_slice(path, super.len + 2, path.len);
    modules.len -= 2;
    while (modules.len && modules.ptr[modules.len - 1] != ':') modules.len--;
  }
  bool is_above = !modules.len && sx_str_has_prefix(path, super) &&
                  (path.len == super.len || path.ptr[super.len] == ':');
  if (!is_above) sx_buf_add_text(out, "self");
  if (!is_above && modules.len) sx_buf_add_text(out, "::");
  if (modules.len) sx_buf_add(out, sx_str_slice(modules, 0, modules.len - 2));
  if (path.len && !is_above) sx_buf_add_text(out, "::");
  sx_buf_add(out, path);
}

static bool add_path(rust_reader *rust, size_t at) {
  sx_buf whole;
  sx_buf_init(&whole, 2 * MAX_PATH_BYTES);
  sx_str path = sx_buf_str(&rust->path);
  if (sx_str_has_suffix(path, SX_STR("::"))) sx_buf_truncate(&rust->path, path.len - 2);
  path = sx_buf_str(&rust->path);
  if (sx_str_has_suffix(path, SX_STR("::self"))) sx_buf_truncate(&rust->path, path.len - 6);
  write_from_top(rust, &whole);
  size_t before = rust->reader->out->len;
  bool is_on =
      rust->path.status || sx_imports__add_name(rust->reader, &whole, SX_IMPORT_MEMBER, at);
  if (rust->is_public && rust->is_all) sx_imports__note_all(rust->reader, before);
  rust->is_all = false;
  sx_buf_release(&whole);
  return is_on;
}

/* `pub use`, `pub(crate) use`: that of a module in the file is not the file's. */
static bool is_public_use(const rust_reader *rust) {
  sx_str before = rust->reader->before.text;
  return !rust->open_count &&
         (sx_str_is_equal(before, SX_STR("pub")) || sx_str_is_equal(before, SX_STR(")")));
}

/* A tree, from the token after `use` on; its braces need no recursion, as only prefixes count. */
static bool read_use(rust_reader *rust, size_t at) {
  sx_import_reader *reader = rust->reader;
  size_t prefixes[MAX_DEPTH], depth = 0, start = 0;
  bool is_on = true, has_name = false;
  if (!sx_imports__clear(rust->reader, &rust->path)) return false;
  rust->is_public = is_public_use(rust);
  rust->is_all = false;
  sx_imports__next_in_line(reader);
  while (is_on) {
    if (reader->token.kind == SX_IMPORT_TOKEN_WORD) {
      if (sx_imports__is_word(reader, "as")) {
        sx_imports__next_in_line(reader);
        sx_imports__next_in_line(reader);
        continue;
      }
      at = depth ? reader->token.at : at;
      add_name(rust);
      has_name = true;
    } else if (sx_imports__is_mark(reader, '*')) {
      has_name = rust->is_all = true;
      sx_imports__next_in_line(reader);
    } else if (is_colons(reader)) {
      if (rust->path.len) sx_buf_add_text(&rust->path, "::"); /* a leading one means a crate */
      sx_imports__next_in_line(reader);
    } else if (sx_imports__is_mark(reader, '{') && depth < MAX_DEPTH) {
      prefixes[depth++] = start;
      start = rust->path.len;
      has_name = false;
      sx_imports__next_in_line(reader);
    } else if (depth && (sx_imports__is_mark(reader, ',') || sx_imports__is_mark(reader, '}'))) {
      bool is_end = sx_imports__is_mark(reader, '}');
      if (has_name) is_on = add_path(rust, at);
      sx_buf_truncate(&rust->path, start);
      while (rust->path.len < start && !rust->path.status) /* add_path cut its `::` */
        sx_buf_add_char(&rust->path, ':');
      has_name = false;
      if (is_end) start = prefixes[--depth];
      sx_imports__next_in_line(reader);
    } else
      break;
  }
  if (is_on && has_name) is_on = add_path(rust, at);
  sx_imports__hold(reader);
  return is_on;
}

/* `mod x;` or `mod x {`. */
static bool read_mod(rust_reader *rust, size_t at) {
  sx_import_reader *reader = rust->reader;
  if (!sx_imports__clear(rust->reader, &rust->path)) return false;
  sx_imports__next_in_line(reader);
  if (reader->token.kind != SX_IMPORT_TOKEN_WORD) {
    sx_imports__hold(reader);
    return true;
  }
  add_name(rust);
  if (rust->path.status) return sx_imports__clear(reader, &rust->path);
  sx_str name = sx_buf_str(&rust->path);
  if (sx_imports__is_mark(reader, ';')) {
    if (rust->file.len) return sx_imports__add(reader, rust->file, SX_IMPORT_MOD_PATH, at);
    size_t bytes = rust->modules.len;
    sx_buf_add(&rust->modules, name);
    bool is_on = sx_imports__add_name(reader, &rust->modules, SX_IMPORT_MOD, at);
    sx_buf_truncate(&rust->modules, bytes);
    return is_on;
  }
  if (sx_imports__is_mark(reader, '{') && rust->open_count < MAX_DEPTH) {
    rust->open[rust->open_count].depth = rust->depth;
    rust->open[rust->open_count++].bytes = rust->modules.len;
    sx_buf_add(&rust->modules, name);
    sx_buf_add_text(&rust->modules, "::");
  }
  sx_imports__hold(reader);
  return true;
}

/* `#[path = "x"]`, from the bracket on. */
static void read_attribute(rust_reader *rust) {
  sx_import_reader *reader = rust->reader;
  sx_imports__next_in_line(reader);
  bool is_path = sx_imports__is_mark(reader, '[');
  if (is_path) sx_imports__next_in_line(reader);
  is_path = is_path && sx_imports__is_word(reader, "path");
  if (is_path) sx_imports__next_in_line(reader);
  if (is_path && sx_imports__is_mark(reader, '=') &&
      sx_imports__next_in_line(reader) == SX_IMPORT_TOKEN_STRING)
    rust->file = reader->token.text;
  else
    sx_imports__hold(reader);
}

static bool read_crate(rust_reader *rust, size_t at) {
  sx_import_reader *reader = rust->reader;
  sx_imports__next_in_line(reader);
  if (!sx_imports__is_word(reader, "crate")) {
    sx_imports__hold(reader);
    return true;
  }
  sx_imports__next_in_line(reader);
  return reader->token.kind != SX_IMPORT_TOKEN_WORD ||
         sx_imports__add(reader, reader->token.text, SX_IMPORT_PLAIN, at);
}

static void close_brace(rust_reader *rust) {
  if (rust->depth) rust->depth--;
  if (!rust->open_count || rust->open[rust->open_count - 1].depth != rust->depth) return;
  sx_buf_truncate(&rust->modules, rust->open[--rust->open_count].bytes);
}

void sx_imports__read_rust(sx_import_reader *reader) {
  rust_reader rust = {.reader = reader, .file = SX_STR("")};
  bool is_on = true;
  sx_buf_init(&rust.modules, MAX_PATH_BYTES);
  sx_buf_init(&rust.path, MAX_PATH_BYTES);
  while (is_on && sx_imports__next_in_line(reader) != SX_IMPORT_TOKEN_END) {
    size_t at = reader->token.at;
    if (sx_imports__is_mark(reader, '{'))
      rust.depth++;
    else if (sx_imports__is_mark(reader, '}'))
      close_brace(&rust);
    else if (sx_imports__is_mark(reader, '#'))
      read_attribute(&rust);
    else if (sx_imports__is_word(reader, "use"))
      is_on = read_use(&rust, at);
    else if (sx_imports__is_word(reader, "mod"))
      is_on = read_mod(&rust, at);
    else if (sx_imports__is_word(reader, "extern"))
      is_on = read_crate(&rust, at);
    if (sx_imports__is_mark(reader, ';') || sx_imports__is_mark(reader, '{'))
      rust.file = SX_STR("");
  }
  (void)sx_imports__clear(reader, &rust.modules);
  (void)sx_imports__clear(reader, &rust.path);
  sx_buf_release(&rust.modules);
  sx_buf_release(&rust.path);
}
