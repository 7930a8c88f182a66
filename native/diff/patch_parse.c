#include "base/array.h"
#include "diff/patch_header.h"

/** A patch while it is read, line by line. Files and hunks move as they grow: indexes only. */
typedef struct parser {
  sx_line_index lines;
  uint32_t at; /* the line to read next */
  sx_patch_line *body;
  uint32_t body_count;
  SX_ARRAY(sx_patch_file) files;
  SX_ARRAY(sx_patch_hunk) hunks;
  sx_patch__header header;
  bool is_open;       /* the last file's header is not yet finished */
  bool is_after_hunk; /* the line before ended a hunk */
  sx_arena *arena;
  sx_err *err;
} parser;

/** Line `i` with its end; empty past the last. */
static sx_str raw_line(const parser *p, uint32_t i) {
  return i < p->lines.count ? sx_line_index_get(&p->lines, i, 1) : SX_STR("");
}

/** Line `i` without its end. */
static sx_str header_line(const parser *p, uint32_t i) {
  sx_str line = raw_line(p, i);
  if (line.len && line.ptr[line.len - 1] == '\n') line.len--;
  if (line.len && line.ptr[line.len - 1] == '\r') line.len--;
  return line;
}

static sx_status fail_at(const parser *p, uint32_t line, sx_status status, const char *what) {
  return sx_fail(p->err, status, "Line %u of the patch: %s", line + 1, what);
}

static sx_status fail_memory(const parser *p) {
  return sx_fail(p->err, p->arena->status, NULL);
}

/** The hunks of a file begin where its header ends: finishes the header of the last file. */
static sx_status close_header(parser *p) {
  if (!p->is_open) return SX_OK;
  p->is_open = false;
  sx_patch_file *file = &p->files.items[p->files.len - 1];
  sx_status status = SX_OK;
  bool has_path = sx_patch__finish_header(file, &p->header, p->arena, &status);
  if (status) return fail_memory(p);
  if (has_path) return SX_OK;
  return fail_at(p, file->patch_line - 1, SX_INVALID_ARGUMENT, "the header names no file.");
}

static sx_status open_file(parser *p) {
  sx_status status = close_header(p);
  if (status) return status;
  sx_patch_file *file = SX_ARRAY_ADD(&p->files, p->arena);
  if (!file) return fail_memory(p);
  file->patch_line = p->at + 1;
  p->header = (sx_patch__header){0};
  p->is_open = true;
  return SX_OK;
}

/** Reads the lines --- and +++. */
static sx_status read_labels(parser *p) {
  sx_status status = SX_OK;
  bool is_new = !p->is_open || !p->header.is_git || p->header.has_labels;
  if (is_new) status = open_file(p);
  if (status) return status;
  sx_str before = header_line(p, p->at), after = header_line(p, p->at + 1);
  sx_patch__skip(&before, "--- ");
  sx_patch__skip(&after, "+++ ");
  p->header.before_label = sx_patch__read_label(before, p->arena, &status);
  p->header.after_label = sx_patch__read_label(after, p->arena, &status);
  p->header.has_labels = true;
  if (status) return fail_memory(p);
  p->at += 2;
  sx_str next = header_line(p, p->at);
  if (!sx_str_has_prefix(next, SX_STR("@@ ")))
    return fail_at(p, p->at, SX_INVALID_ARGUMENT,
                   "a hunk (@@ -1,2 +1,2 @@) must follow the lines --- and +++.");
  return SX_OK;
}

/** Takes the end off the last line of the body, after "\ No newline at end of file". */
static void take_line_end(parser *p) {
  sx_str *text = &p->body[p->body_count - 1].text;
  if (text->len && text->ptr[text->len - 1] == '\n') text->len--;
}

/** Adds one line to the hunk; its text ends with \n even where the patch itself does not. */
static sx_status add_line(parser *p, sx_patch_hunk *hunk, char sign, sx_str text) {
  if (!text.len || text.ptr[text.len - 1] != '\n') {
    char *bytes = sx_arena_alloc(p->arena, text.len + 1);
    if (!bytes) return fail_memory(p);
    memcpy(bytes, text.ptr, text.len);
    bytes[text.len] = '\n';
    text = sx_str_make(bytes, text.len + 1);
  }
  p->body[p->body_count++] = (sx_patch_line){sign, text};
  hunk->line_count++;
  return SX_OK;
}

/** Reads as many lines as the header of the hunk has. */
static sx_status read_body(parser *p, sx_patch_hunk *hunk) {
  uint32_t before = hunk->before_count, after = hunk->after_count;
  while (before || after || sx_str_has_prefix(raw_line(p, p->at), SX_STR("\\"))) {
    sx_str line = raw_line(p, p->at);
    if (!line.len)
      return fail_at(p, p->at, SX_INVALID_ARGUMENT,
                     "the patch ends inside a hunk: it has fewer lines than its @@ line declares.");
    /* An editor that cuts blanks at line ends leaves nothing of an empty line of context. */
    bool is_cut = line.ptr[0] == '\n' || line.ptr[0] == '\r';
    char sign = is_cut ? ' ' : line.ptr[0];
    if (sign == '\\') {
      if (!hunk->line_count)
        return fail_at(p, p->at, SX_INVALID_ARGUMENT, "no line comes before it.");
      take_line_end(p);
      p->at++;
      continue;
    }
    bool is_before = sign == ' ' || sign == '-', is_after = sign == ' ' || sign == '+';
    if ((!is_before && !is_after) || (is_before && !before) || (is_after && !after))
      return fail_at(p, p->at, SX_INVALID_ARGUMENT,
                     "the lines of the hunk do not match the counts in its @@ line.");
    before -= is_before;
    after -= is_after;
    sx_status status = add_line(p, hunk, sign, sx_str_slice(line, is_cut ? 0 : 1, line.len));
    if (status) return status;
    p->at++;
  }
  return SX_OK;
}

static sx_status read_hunk(parser *p) {
  if (!p->files.len)
    return fail_at(p, p->at, SX_INVALID_ARGUMENT,
                   "a hunk comes before the lines --- and +++ that name its file.");
  sx_status status = close_header(p);
  if (status) return status;
  sx_patch_hunk *hunk = SX_ARRAY_ADD(&p->hunks, p->arena);
  if (!hunk) return fail_memory(p);
  if (!sx_patch__read_range_line(hunk, header_line(p, p->at)))
    return fail_at(p, p->at, SX_INVALID_ARGUMENT,
                   "this is not a hunk header such as @@ -1,2 +1,2 @@.");
  p->files.items[p->files.len - 1].hunk_count++;
  hunk->lines = p->body + p->body_count;
  hunk->patch_line = ++p->at;
  status = read_body(p, hunk);
  p->is_after_hunk = true;
  return status;
}

static bool is_binary(sx_str line) {
  return sx_str_has_prefix(line, SX_STR("GIT binary patch")) ||
         (sx_str_has_prefix(line, SX_STR("Binary files ")) &&
          sx_str_has_suffix(line, SX_STR(" differ")));
}

/** Whether a line right after a hunk looks like one more of it. */
static bool is_surplus(sx_str line) {
  bool is_signature = sx_str_is_equal(line, SX_STR("-- ")) || sx_str_is_equal(line, SX_STR("--"));
  return line.len && strchr("+- ", line.ptr[0]) && line.ptr[0] && !is_signature;
}

/** Reads what stands at p->at: a header, a hunk, or text between files, which is skipped. */
static sx_status read_next(parser *p) {
  sx_str line = header_line(p, p->at);
  bool was_hunk = p->is_after_hunk;
  p->is_after_hunk = false;
  if (sx_str_has_prefix(line, SX_STR("diff --git "))) {
    sx_status status = open_file(p);
    p->header.is_git = true;
    p->header.git_paths = sx_str_slice(line, strlen("diff --git "), line.len);
    p->at++;
    return status;
  }
  if (sx_str_has_prefix(line, SX_STR("--- ")) &&
      sx_str_has_prefix(raw_line(p, p->at + 1), SX_STR("+++ ")))
    return read_labels(p);
  if (sx_str_has_prefix(line, SX_STR("@@ "))) return read_hunk(p);
  if (was_hunk && is_surplus(line))
    return fail_at(p, p->at, SX_INVALID_ARGUMENT,
                   "the hunk has more lines than its @@ line declares.");
  if (p->files.len && is_binary(line))
    return fail_at(p, p->at, SX_BINARY, "a binary patch cannot be applied to text.");
  sx_status status = SX_OK;
  bool is_header = p->is_open && p->header.is_git &&
                   sx_patch__read_extended(&p->header, line, p->arena, &status);
  p->at++;
  if (status) return fail_memory(p);
  return is_header ? SX_OK : close_header(p);
}

sx_status sx_patch_parse(sx_patch *out, sx_str text, sx_arena *arena, sx_err *err) {
  parser p = {.arena = arena, .err = err};
  *out = (sx_patch){NULL, 0};
  sx_status status = sx_line_index_init(&p.lines, text, arena, err);
  if (status) return status;
  p.body = sx_arena_calloc(arena, p.lines.count, sizeof *p.body);
  if (!p.body) return fail_memory(&p);
  while (!status && p.at < p.lines.count) status = read_next(&p);
  if (!status) status = close_header(&p);
  if (status) return status;
  if (!p.files.len)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "The patch names no file: it needs the lines --- a/FILE and +++ b/FILE.");
  const sx_patch_hunk *hunks = p.hunks.items;
  for (size_t i = 0; i < p.files.len; i++) {
    p.files.items[i].hunks = hunks;
    hunks = hunks ? hunks + p.files.items[i].hunk_count : NULL;
  }
  *out = (sx_patch){p.files.items, p.files.len};
  return SX_OK;
}
