#include "semantic/certainty.h"

#include "servers/missing_server.h"

static void add_line(sx_buf *text, const char *lead, const char *format, va_list args) {
  sx_buf_add_text(text, lead);
  sx_buf_addv(text, format, args);
  sx_buf_add_char(text, '\n');
}

void sx_certainty_add(sx_buf *text, const char *format, ...) {
  va_list args;
  va_start(args, format);
  add_line(text, SX_UNKNOWN, format, args);
  va_end(args);
}

void sx_certainty_add_part(sx_buf *text, const char *format, ...) {
  va_list args;
  va_start(args, format);
  add_line(text, SX_UNKNOWN_IN_PART, format, args);
  va_end(args);
}

sx_answer_status sx_certainty_status(bool is_known, size_t count) {
  if (!is_known) return SX_ANSWER_UNKNOWN;
  return count ? SX_ANSWER_FOUND : SX_ANSWER_NONE;
}

bool sx_certainty_write(const sx_certainty *certainty, sx_buf *text) {
  bool is_absent = certainty->readiness == SX_ABSENT;
  if (is_absent)
    sx_certainty_write_absent(certainty->language, text);
  else if (certainty->is_early)
    sx_certainty_write_early(certainty, text);
  else if (!certainty->is_sure)
    sx_certainty_write_loading(certainty, text);
  return is_absent || !certainty->is_sure;
}

void sx_certainty_write_absent(sx_str language, sx_buf *text) {
  sx_buf_add_text(text, SX_UNKNOWN);
  sx_missing_server_write(text, language);
  sx_buf_add_text(text, ".\n");
}

#define SILENT                                                                                     \
  "the language server for %.*s has never answered: it may have failed, or not provide this"

void sx_certainty_write_loading(const sx_certainty *certainty, sx_buf *text) {
  if (certainty->readiness == SX_SILENT)
    sx_certainty_add(text, SILENT ". " SX_SEE_STATUS, SX_STR_ARG(certainty->language));
  else
    sx_certainty_add(text, "the language server is still loading, there may be more. Call "
                           "again in a few seconds.");
}

/* One that has answered before; of one that has not, more is known to say. */
static bool has_hung(const sx_certainty *certainty) {
  return certainty->is_late && certainty->readiness == SX_READY;
}

#define LATE "the language server for %.*s did not answer in time"

void sx_certainty_write_reason(const sx_certainty *certainty, sx_buf *text) {
  sx_str language = certainty->language;
  if (has_hung(certainty)) {
    sx_buf_addf(text, LATE ". Call again later for its answer.", SX_STR_ARG(language));
    return;
  }
  if (!certainty->is_early) {
    sx_missing_server_write(text, language);
    sx_buf_add_char(text, '.');
    return;
  }
  if (certainty->readiness == SX_SILENT)
    sx_buf_addf(text, SILENT ". " SX_SEE_STATUS, SX_STR_ARG(language));
  else
    sx_buf_addf(text,
                "the language server for %.*s is still starting or loading. Call again in a few "
                "seconds, or with wait: true.",
                SX_STR_ARG(language));
}

void sx_certainty_write_early(const sx_certainty *certainty, sx_buf *text) {
  sx_str language = certainty->language;
  if (has_hung(certainty))
    sx_certainty_add(text,
                     LATE ". This comes from the workspace's index and text. Call again later for "
                          "its answer.",
                     SX_STR_ARG(language));
  else if (certainty->readiness == SX_SILENT)
    sx_certainty_add(text,
                     SILENT ". This comes from the workspace's index and text. " SX_SEE_STATUS,
                     SX_STR_ARG(language));
  else
    sx_certainty_add(
        text,
        "the language server for %.*s is still starting or loading. This comes from the "
        "workspace's index and text. Call again in a few seconds, or with "
        "wait: true.",
        SX_STR_ARG(language));
}

void sx_certainty_write_unanswered(bool is_silent, sx_str language, sx_buf *text) {
  if (is_silent)
    sx_certainty_add(text, SILENT ". " SX_SEE_STATUS, SX_STR_ARG(language));
  else
    sx_certainty_add(text,
                     "the language server for %.*s has not answered yet. Call again in a few "
                     "seconds.",
                     SX_STR_ARG(language));
}

void sx_certainty_write_unread(const char *what, sx_buf *text) {
  sx_certainty_add(text,
                   "the only places that may be %s are in code that the language server does "
                   "not read here.",
                   what);
}

void sx_certainty_write_part(sx_str reason, sx_buf *text) {
  if (reason.len) sx_certainty_add_part(text, "%.*s", SX_STR_ARG(reason));
}
