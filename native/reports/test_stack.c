#include "reports/test_stack.h"

#include "base/folder.h"
#include "reports/report_parts.h"

/* ---- reading a frame ------------------------------------------------------------------------ */

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static sx_str drop_prefix(sx_str s, sx_str prefix) {
  return sx_str_has_prefix(s, prefix) ? sx_str_slice(s, prefix.len, s.len) : s;
}

/* File "tests/x.py", line 5, in f */
static bool read_python(sx_test_frame *frame, sx_str line) {
  sx_str middle = SX_STR("\", line ");
  if (!sx_str_has_prefix(line, SX_STR("File \""))) return false;
  size_t end = sx_str_find(line, middle, 0);
  if (end == SX_STR_NONE) return false;
  size_t at = end + middle.len;
  frame->file = sx_str_slice(line, 6, end);
  frame->line = sx_report_number(line, &at);
  sx_str in = SX_STR(", in ");
  if (sx_str_has_prefix(sx_str_slice(line, at, line.len), in))
    frame->function = sx_str_slice(line, at + in.len, line.len);
  return frame->line > 0;
}

/* at t/calc.t line 4. */
static bool read_perl(sx_test_frame *frame, sx_str line) {
  sx_str mark = SX_STR(" line ");
  size_t end = sx_str_find(line, mark, 0);
  if (end == SX_STR_NONE || !end || sx_str_find_char(line, ' ', 0) != end) return false;
  size_t at = end + mark.len;
  frame->file = sx_str_slice(line, 0, end);
  frame->line = sx_report_number(line, &at);
  char after = sx_str_at(line, at);
  return frame->line > 0 && (!after || after == '.' || after == ',');
}

/* at Space.Class.Method(Int32 a) in /src/File.cs:line 12 */
static bool read_dotnet(sx_test_frame *frame, sx_str line) {
  sx_str in = SX_STR(" in "), mark = SX_STR(":line ");
  size_t end = sx_str_find(line, mark, 0);
  size_t start = sx_str_find(line, in, 0);
  if (end == SX_STR_NONE || start == SX_STR_NONE || start > end) return false;
  size_t at = end + mark.len;
  frame->file = sx_str_slice(line, start + in.len, end);
  frame->function = drop_prefix(sx_str_slice(line, 0, start), SX_STR("at "));
  frame->line = sx_report_number(line, &at);
  return frame->line > 0;
}

static bool is_scheme(sx_str line, size_t at) {
  sx_str rest = sx_str_slice(line, at, line.len);
  return sx_str_has_prefix(rest, SX_STR("file:")) || sx_str_has_prefix(rest, SX_STR("http"));
}

/* Where the path begins that ends at `end`, in a line without its marks at the start. */
static size_t path_start(sx_str line, size_t end) {
  if (sx_str_at(line, 0) == '/' || sx_str_has_prefix(line, SX_STR("file://"))) return 0;
  for (size_t i = end; i > 0; i--) {
    char c = line.ptr[i - 1];
    if (c == ')') break;
    if (c == '(' || c == '"' || c == '<') return i;
    /* Safari and Firefox: function@/path or function@http://… */
    if (c == '@' && (line.ptr[i] == '/' || is_scheme(line, i))) return i;
  }
  for (size_t i = end; i > 0; i--)
    if (line.ptr[i - 1] == ' ' || line.ptr[i - 1] == '\t') return i;
  return 0;
}

/* Whether it looks like a file: a name with an ending, and no sentence. */
static bool is_path(sx_str path) {
  size_t dot = sx_str_find_last_char(path, '.');
  if (sx_str_find(path, SX_STR("://"), 0) != SX_STR_NONE) return false;
  if (dot == SX_STR_NONE || !path.len || path.len > 4096 || path.len - dot > 12) return false;
  for (size_t i = dot + 1; i < path.len; i++) {
    char c = path.ptr[i];
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!is_letter && !is_digit(c) && c != '_') return false;
  }
  return dot + 1 < path.len && !is_digit(path.ptr[dot + 1]);
}

/* `:12` or `:12:5` at `at`, or `(12)` as PHP has it. */
static bool read_numbers(sx_test_frame *frame, sx_str line, size_t at) {
  char open = sx_str_at(line, at);
  if ((open != ':' && open != '(') || !is_digit(sx_str_at(line, at + 1))) return false;
  size_t i = at + 1;
  frame->line = sx_report_number(line, &i);
  if (open == '(') return sx_str_at(line, i) == ')';
  if (sx_str_at(line, i) == ':' && is_digit(sx_str_at(line, i + 1))) {
    i++;
    frame->column = sx_report_number(line, &i);
  }
  return true;
}

static sx_str function_before(sx_str line, size_t start) {
  sx_str name = sx_str_trim(sx_str_slice(line, 0, start));
  bool has_mark = sx_str_has_suffix(name, SX_STR("(")) || sx_str_has_suffix(name, SX_STR("@"));
  if (has_mark) name = sx_str_slice(name, 0, name.len - 1);
  return sx_str_trim(drop_prefix(sx_str_trim(name), SX_STR("async ")));
}

/* All the others: a path, then numbers. */
static bool read_any(sx_test_frame *frame, sx_str line) {
  for (size_t at = 1; at < line.len; at++) {
    if (line.ptr[at] != ':' && line.ptr[at] != '(') continue;
    if (!read_numbers(frame, line, at)) continue;
    size_t start = path_start(line, at);
    sx_str path = sx_str_slice(line, start, at);
    frame->file = drop_prefix(path, SX_STR("file://"));
    if (!is_path(frame->file) && !sx_str_has_prefix(path, SX_STR("node:"))) continue;
    frame->function = function_before(line, start);
    if (frame->line) return true;
  }
  return false;
}

/* #0 of PHP, # of Ruby, > of MSTest, 12: of Rust: what stands before a frame. */
static sx_str skip_marks(sx_str line) {
  static const char *const marks[] = {"at ", "async ", "\xe2\x9d\xaf ",
                                      "# ",  "--> ",   "panicked at "};
  line = sx_str_trim(line);
  if (sx_str_at(line, 0) == '#' && is_digit(sx_str_at(line, 1))) {
    size_t at = 1;
    sx_report_number(line, &at);
    line = sx_str_trim(sx_str_slice(line, at, line.len));
  }
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    line = drop_prefix(line, sx_str_from(marks[i]));
  return sx_str_trim(line);
}

bool sx_test_frame_read(sx_test_frame *frame, sx_str line) {
  *frame = (sx_test_frame){.file = SX_STR(""), .function = SX_STR("")};
  sx_str text = skip_marks(sx_str_slice(line, 0, 8192));
  if (read_python(frame, text) || read_dotnet(frame, text) || read_perl(frame, text)) return true;
  *frame = (sx_test_frame){.file = SX_STR(""), .function = SX_STR("")};
  return read_any(frame, text);
}

/* ---- whose it is ---------------------------------------------------------------------------- */

/* Folders of libraries, wherever they are in a path. */
static const char *const library_parts[] = {
    "/node_modules/", "/site-packages/", "/dist-packages/", "/vendor/", "/.cargo/", "/.rustup/",
    "/rustc/",        "/pkg/mod/",       "/gems/",          "/.pyenv/", "/.nuget/", "/.venv/lib/",
};

/* Folders of the system's own libraries. */
static const char *const library_starts[] = {
    "/usr/lib/", "/usr/share/", "/usr/local/", "/usr/include/", "/rustc/", "/lib/",
    "/opt/",     "/_/",         "node:",       "internal/",     "<",       "webpack:",
};

/* Java's packages that no project has. */
static const char *const library_packages[] = {
    "java.",       "javax.",      "jdk.",          "sun.",         "com.sun.",        "kotlin.",
    "scala.",      "groovy.",     "org.junit.",    "junit.",       "org.opentest4j.", "org.testng.",
    "org.gradle.", "org.apache.", "org.hamcrest.", "org.assertj.", "org.mockito.",
};

static bool has_part(sx_str path) {
  for (size_t i = 0; i < sizeof library_parts / sizeof *library_parts; i++) {
    sx_str part = sx_str_from(library_parts[i]);
    sx_str start = sx_str_slice(part, 1, part.len); /* at the start of a relative path */
    if (sx_str_find(path, part, 0) != SX_STR_NONE || sx_str_has_prefix(path, start)) return true;
  }
  return false;
}

static bool has_library_start(sx_str path) {
  for (size_t i = 0; i < sizeof library_starts / sizeof *library_starts; i++)
    if (sx_str_has_prefix(path, sx_str_from(library_starts[i]))) return true;
  return false;
}

static bool is_library_package(sx_str function) {
  /* java.base/java.lang.reflect.Method.invoke and app//org.example.CalcTest.adds */
  size_t module = sx_str_find_last_char(function, '/');
  if (module != SX_STR_NONE) function = sx_str_slice(function, module + 1, function.len);
  for (size_t i = 0; i < sizeof library_packages / sizeof *library_packages; i++)
    if (sx_str_has_prefix(function, sx_str_from(library_packages[i]))) return true;
  return false;
}

static bool is_absolute(sx_str path) {
  char drive = sx_str_at(path, 1);
  return sx_str_at(path, 0) == '/' || (drive == ':' && path.len > 3);
}

/* The path below the first folder that has it; the whole one where there is none. */
static bool is_below(sx_str *path, const sx_strs *folders) {
  for (size_t i = 0; folders && i < folders->len; i++)
    if (sx_folder_has(folders->items[i], *path)) {
      *path = sx_str_slice(*path, folders->items[i].len, path->len);
      return true;
    }
  return false;
}

bool sx_test_frame_is_own(const sx_test_frame *frame, const sx_strs *folders) {
  sx_str path = drop_prefix(frame->file, SX_STR("./"));
  if (!path.len ||
      (sx_str_has_suffix(path, SX_STR(".java")) && is_library_package(frame->function)))
    return false;
  if (is_below(&path, folders)) return !has_part(path);
  bool has_folders = folders && folders->len;
  if (is_absolute(path) && has_folders) return false;
  bool is_made = sx_str_has_suffix(path, SX_STR("_testmain.go"));
  return !is_made && !has_library_start(path) && !has_part(path);
}

/* ---- cutting -------------------------------------------------------------------------------- */

typedef struct cutter {
  const sx_strs *folders;
  size_t max_frames, frames;
  sx_str before; /* Go's line with the function, before the one with the place */
  bool is_own;   /* the last frame was: what follows without a place of its own belongs to it */
  bool is_python;
  sx_buf *out;
} cutter;

static void add_line(cutter *c, sx_str line) {
  sx_buf_add(c->out, sx_str_trim_end(line));
  sx_buf_add_char(c->out, '\n');
}

static void cut_line(cutter *c, sx_str line) {
  sx_test_frame frame;
  bool has_place = sx_test_frame_read(&frame, line);
  if (!has_place) {
    bool is_code = c->is_own && c->is_python && sx_str_has_prefix(line, SX_STR("    "));
    if (is_code) add_line(c, line);
    c->is_own = false;
    c->before = line;
    return;
  }
  c->is_python = sx_str_has_prefix(sx_str_trim(line), SX_STR("File \""));
  c->is_own = c->frames < c->max_frames && sx_test_frame_is_own(&frame, c->folders);
  if (c->is_own) {
    /* Go and Rust name the function on the line before. */
    bool is_second = !frame.function.len && !c->is_python && sx_str_trim(c->before).len;
    if (is_second && sx_str_at(line, 0) <= ' ') add_line(c, c->before);
    add_line(c, line);
    c->frames++;
  }
  c->before = SX_STR("");
}

static sx_str first_frame(sx_str stack) {
  sx_test_frame frame;
  sx_str line;
  while (sx_str_next_line(&stack, &line))
    if (sx_test_frame_read(&frame, line)) return sx_str_trim_end(line);
  return SX_STR("");
}

sx_status sx_test_stack_cut(sx_str *cut, sx_str stack, const sx_strs *folders, size_t max_frames,
                            sx_arena *arena, sx_err *err) {
  sx_buf out;
  sx_str rest = stack, line;
  sx_buf_init(&out, SX_REPORT_TEXT_BYTES * 2);
  cutter c = {.folders = folders, .max_frames = max_frames, .before = SX_STR(""), .out = &out};
  while (sx_str_next_line(&rest, &line)) cut_line(&c, line);
  if (!c.frames) sx_buf_add(&out, first_frame(stack));
  *cut = sx_arena_dup(arena, sx_str_trim_end(sx_buf_str(&out)));
  sx_status status = out.status ? out.status : arena->status;
  sx_buf_release(&out);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* ---- where a case is ------------------------------------------------------------------------ */

static sx_str base_name(sx_str path) {
  size_t slash = sx_str_find_last_char(path, '/');
  return slash == SX_STR_NONE ? path : sx_str_slice(path, slash + 1, path.len);
}

/* Whether the one path ends as the other: reports have some relative and some absolute. */
static bool is_same_file(sx_str a, sx_str b) {
  a = drop_prefix(a, SX_STR("./"));
  b = drop_prefix(b, SX_STR("./"));
  sx_str longer = a.len > b.len ? a : b, shorter = a.len > b.len ? b : a;
  if (!shorter.len || !sx_str_has_suffix(longer, shorter)) return false;
  return longer.len == shorter.len || longer.ptr[longer.len - shorter.len - 1] == '/';
}

typedef struct finder {
  const sx_strs *folders;
  sx_str wanted; /* the case's own file, or empty */
  sx_test_frame own, inside;
  bool has_own, has_inside;
} finder;

/* Python's stacks have the innermost frame last. */
static void look_at(finder *f, sx_str line) {
  sx_test_frame frame;
  if (!sx_test_frame_read(&frame, line) || !sx_test_frame_is_own(&frame, f->folders)) return;
  bool is_python = sx_str_has_prefix(sx_str_trim(line), SX_STR("File \""));
  if (!f->has_own || is_python) f->own = frame;
  f->has_own = true;
  if (!f->wanted.len || !is_same_file(frame.file, f->wanted)) return;
  if (!f->has_inside || is_python) f->inside = frame;
  f->has_inside = true;
}

static void look_in(finder *f, sx_str text) {
  sx_str line;
  while (sx_str_next_line(&text, &line)) look_at(f, line);
}

static void locate(sx_test_case *test, const sx_strs *folders) {
  if (test->outcome != SX_TEST_FAILED) return;
  finder f = {.folders = folders, .wanted = test->file};
  look_in(&f, test->stack);
  if (!f.has_own && !test->line) look_in(&f, test->message);
  if (!f.has_own) return;
  const sx_test_frame *found = f.has_inside ? &f.inside : &f.own;
  if (!f.has_inside && test->file.len &&
      (test->line || !sx_str_is_equal(base_name(test->file), base_name(f.own.file))))
    return;
  if (!test->file.len || !f.has_inside) test->file = found->file;
  test->line = found->line;
  test->column = found->column;
}

void sx_test_report_locate(sx_test_report *report, const sx_strs *folders) {
  for (size_t i = 0; i < report->cases.len; i++) locate(&report->cases.items[i], folders);
  for (size_t i = 0; i < report->broken.len; i++) locate(&report->broken.items[i], folders);
}
