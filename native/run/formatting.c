#include "run/formatting.h"

#include "change/planned.h"
#include "host/formatting.h"
#include "match/indent.h"
#include "os/clock.h"
#include "os/file_write.h"
#include "os/temporary.h"
#include "run/code_language.h"
#include "servers/state.h"

/* No one indents so; a formatter that takes its options from the editor then has edits. */
#define ODD_SPACES 7
/* A server may offer its formatter a little later than all else. */
#define YOUNG_MS 3000
#define AGAIN_MS 200
/* Lines that show how a text is indented. */
#define MAX_LINES_LOOKED_AT 2000

typedef struct formatting {
  sx_call *call;
  sx_str text, language, extension;
  sx_host_format ask;
  size_t rounds;
  bool is_there; /* a formatter has answered something */
  sx_host_planned got;
  sx_certainty certainty;
} formatting;

static bool has_edits(const formatting *f) {
  return f->got.files.len > 0 && f->got.files.items[0].edits.len > 0;
}

static sx_status ask_editor(formatting *f, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, f->call->wait, f->call->arena);
  size_t slot = sx_batch_format(&batch, &f->ask);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_planned(&batch, slot, &f->got, err);
  sx_batch_release(&batch);
  return status;
}

/* ---- how the text indents -------------------------------------------------------------------- */

static sx_status look_at_indent(formatting *f, const sx_lines *lines, sx_err *err) {
  uint32_t count = lines->count < MAX_LINES_LOOKED_AT ? lines->count : MAX_LINES_LOOKED_AT;
  sx_str *texts = sx_arena_calloc(f->call->arena, count, sizeof *texts);
  if (!texts) return sx_fail(err, f->call->arena->status, NULL);
  for (uint32_t i = 0; i < count; i++) texts[i] = sx_lines_get(lines, i);
  uint8_t unit = sx_indent_guess_unit(texts, count, UINT8_MAX);
  f->ask.has_indent = unit != UINT8_MAX;
  f->ask.tab_size = f->ask.has_indent ? unit : 0;
  return SX_OK;
}

/* ---- files for this alone -------------------------------------------------------------------- */

/* A text in a file of its own, in a folder of its own. */
typedef struct own_file {
  sx_str folder, path;
} own_file;

static void remove_own(const own_file *file) {
  if (file->path.len && sx_file_remove(file->path, NULL)) return;
  if (file->folder.len) sx_dir_remove_empty(file->folder.ptr);
}

static sx_status make_own(own_file *out, sx_str text, sx_str extension, sx_arena *arena,
                          sx_err *err) {
  *out = (own_file){.path = SX_STR("")};
  sx_status status = sx_temporary_make(&out->folder, arena, err);
  if (status) return status;
  sx_str path =
      sx_arena_printf(arena, "%.*s/code%.*s", SX_STR_ARG(out->folder), SX_STR_ARG(extension));
  status = path.len ? sx_file_write_new(path, &text, 1, 0, err) : sx_fail(err, SX_NOMEM, NULL);
  if (!status)
    out->path = path;
  else
    remove_own(out);
  return status;
}

/* ---- whether there is a formatter ------------------------------------------------------------ */

/* The same text with blank lines around it and blanks at its end: any formatter of the language
 * removes some of them. It may fail, as it only decides between two reasons. */
static sx_status ask_about_untidy(formatting *f, sx_err *err) {
  formatting own = {.call = f->call, .ask = {.path = SX_STR(""), .language = f->language}};
  own_file file;
  sx_str untidy = sx_arena_printf(f->call->arena, "\n\n\n%.*s   \n\n\n\n", SX_STR_ARG(f->text));
  if (!untidy.len) return sx_fail(err, f->call->arena->status, NULL);
  sx_status status = make_own(&file, untidy, f->extension, f->call->arena, NULL);
  if (!status) {
    own.ask.path = file.path;
    status = ask_editor(&own, NULL);
    remove_own(&file);
  }
  f->is_there = !status && has_edits(&own);
  return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
}

/* One that indents as the editor wants it has edits then. */
static sx_status ask_about_odd(formatting *f, sx_err *err) {
  formatting odd = *f;
  odd.ask.odd_spaces = ODD_SPACES;
  sx_status status = ask_editor(&odd, err);
  f->is_there = !status && has_edits(&odd);
  return status;
}

/* A formatter that comes between two questions has not answered the first of them. */
static sx_status ask_again_if_there(formatting *f, sx_err *err) {
  return f->is_there ? ask_editor(f, err) : SX_OK;
}

/* The editor says neither whether there is a formatter, nor whether one has answered that there is
 * nothing to do. */
static sx_status ask_round(void *arg, sx_round *round, sx_err *err) {
  formatting *f = arg;
  sx_status status = ask_editor(f, err);
  f->is_there = !status && has_edits(f);
  if (!status && !f->is_there) {
    status = ask_about_odd(f, err);
    if (!status && !f->is_there && !f->rounds++) status = ask_about_untidy(f, err);
    if (!status) status = ask_again_if_there(f, err);
  }
  *round = f->is_there ? SX_ROUND_ENOUGH : SX_ROUND_UNLIKELY;
  return status;
}

static sx_status judge(formatting *f, sx_format_outcome *out, sx_err *err) {
  bool may_come = !f->certainty.is_sure && f->certainty.readiness != SX_ABSENT;
  sx_status status = SX_OK;
  if (!f->is_there) {
    status = ask_about_untidy(f, err);
    if (!status) status = ask_again_if_there(f, err);
  }
  *out = has_edits(f)  ? SX_FORMAT_EDITED
         : f->is_there ? SX_FORMAT_ALREADY
         : may_come    ? SX_FORMAT_STARTING
                       : SX_FORMAT_ABSENT;
  return status;
}

static bool is_young(const formatting *f) {
  const sx_certainty *certainty = &f->certainty;
  if (!certainty->language.len || certainty->readiness != SX_READY) return false;
  uint64_t since_ms = sx_servers_ready_since(f->call->services->servers, certainty->language);
  return sx_clock_since_ms(since_ms) < YOUNG_MS;
}

static sx_status ask_and_judge(formatting *f, sx_format_outcome *out, sx_err *err) {
  sx_status status = SX_OK;
  for (bool again = true; again && !status;) {
    status = sx_inquiry_run(&f->certainty, f->call, f->ask.path, ask_round, f, err);
    if (!status) status = judge(f, out, err);
    again = !status && *out == SX_FORMAT_ABSENT && is_young(f);
    if (again) status = sx_port_call_sleep(f->call->wait, AGAIN_MS);
  }
  return status;
}

sx_status sx_format_fail(sx_format_outcome outcome, sx_str language, sx_err *err) {
  if (outcome == SX_FORMAT_STARTING)
    return sx_fail(err, SX_HOST,
                   "No formatter has answered, as the language server of %.*s is starting or "
                   "silent. Nothing was changed. Call again in a few seconds.",
                   SX_STR_ARG(language));
  return sx_fail(err, SX_HOST,
                 "No installed extension formats %.*s. Nothing was changed. Run the project's own "
                 "formatter, or ask the person to install an extension that formats it.",
                 SX_STR_ARG(language));
}

/* ---- a document ------------------------------------------------------------------------------ */

static sx_str extension_of(sx_str path) {
  size_t slash = sx_str_find_last_char(path, '/'), dot = sx_str_find_last_char(path, '.');
  bool has_one = dot != SX_STR_NONE && (slash == SX_STR_NONE || dot > slash);
  return has_one ? sx_str_slice(path, dot, path.len) : SX_STR("");
}

static sx_status take_lines(formatting *f, const sx_document *document, sx_format_lines lines,
                            sx_err *err) {
  uint32_t count = document->lines.count;
  f->ask.has_range = lines.first > 0;
  if (!lines.first) return SX_OK;
  if (lines.first > count || lines.end < lines.first)
    return sx_fail(err, SX_INVALID_ARGUMENT, "Lines %u-%u are not in the file, which has %u lines.",
                   lines.first, lines.end, count);
  uint32_t last = lines.end < count ? lines.end : count;
  f->ask.range.start = (sx_pos16){lines.first - 1, 0};
  f->ask.range.end = sx_document_position(document, sx_lines_end(&document->lines, last - 1));
  return SX_OK;
}

sx_status sx_format_plan(sx_change *change, const sx_document *document, sx_format_lines lines,
                         sx_format_outcome *out, sx_err *err) {
  sx_call *call = change->call;
  formatting f = {.call = call,
                  .text = document->text,
                  .language = document->language_id,
                  .extension = extension_of(document->path),
                  .ask = {.path = document->path, .language = SX_STR("")}};
  sx_status status = take_lines(&f, document, lines, err);
  if (!status) status = look_at_indent(&f, &document->lines, err);
  if (!status) status = ask_and_judge(&f, out, err);
  if (status || *out != SX_FORMAT_EDITED) return status;
  return sx_change_add_planned(change, &f.got, err);
}

/* ---- a text ---------------------------------------------------------------------------------- */

static sx_status edit_code(sx_str *after, const formatting *f, sx_str code, const sx_lines *lines,
                           sx_err *err) {
  sx_document document = {.path = f->ask.path, .text = code, .lines = *lines};
  const sx_host_file_edit *file = &f->got.files.items[0];
  return sx_planned_edit_text(after, f->call, file, &document, err);
}

static sx_status format_own(sx_str *after, formatting *f, sx_format_outcome *out, sx_err *err) {
  sx_lines lines;
  const sx_document *document;
  sx_status status = sx_lines_init(&lines, f->text, f->call->arena, err);
  if (!status) status = look_at_indent(f, &lines, err);
  /* Afterwards the editor has another language for it, by which no server would be waited for. */
  if (!status) status = sx_document_open(f->call, f->ask.path, &document, err);
  if (!status) status = ask_and_judge(f, out, err);
  if (!status && *out == SX_FORMAT_EDITED) status = edit_code(after, f, f->text, &lines, err);
  return status;
}

sx_status sx_format_code(sx_str *after, sx_str *id, sx_call *call, sx_str code, sx_str language,
                         sx_format_outcome *out, sx_err *err) {
  own_file file;
  formatting f = {.call = call, .text = code};
  *after = code;
  sx_code_language_editor(language, id, &f.extension, call->arena);
  sx_status status = make_own(&file, code, f.extension, call->arena, err);
  if (status) return status;
  f.ask.path = file.path;
  f.ask.language = f.language = *id;
  status = format_own(after, &f, out, err);
  remove_own(&file);
  return status;
}
