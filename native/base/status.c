#include "base/status.h"

#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

/* NOLINTBEGIN(bugprone-suspicious-missing-comma): long messages are written in parts. */
static const char *const codes[] = {
#define SX_STATUS_CODE(name, code, message) code,
    SX_STATUS_MAP(SX_STATUS_CODE)
#undef SX_STATUS_CODE
};

static const char *const messages[] = {
#define SX_STATUS_MESSAGE(name, code, message) message,
    SX_STATUS_MAP(SX_STATUS_MESSAGE)
#undef SX_STATUS_MESSAGE
};
/* NOLINTEND(bugprone-suspicious-missing-comma) */

const char *sx_status_code(sx_status status) {
  return (unsigned)status < SX_STATUS_COUNT ? codes[status] : codes[SX_INTERNAL];
}

const char *sx_status_message(sx_status status) {
  return (unsigned)status < SX_STATUS_COUNT ? messages[status] : messages[SX_INTERNAL];
}

bool sx_status_ends_call(sx_status status) {
  return status == SX_CANCELLED || status == SX_CLOSED || status == SX_NOMEM;
}

void sx_err_add(sx_err *err, const char *text) {
  size_t len = err ? strlen(err->message) : 0, more = strlen(text);
  if (err && len + more < sizeof err->message) memcpy(err->message + len, text, more + 1);
}

sx_status sx_fail(sx_err *err, sx_status status, const char *format, ...) {
  if (!err) return status;
  err->status = status;
  if (!format) {
    const char *message = sx_status_message(status);
    memcpy(err->message, message, strlen(message) + 1);
    return status;
  }
  va_list args;
  va_start(args, format);
  int wanted = vsnprintf(err->message, sizeof err->message, format, args);
  va_end(args);
  if (wanted < 0) err->message[0] = 0;
  if (wanted >= (int)sizeof err->message) {
    size_t whole = sx_utf8_floor(err->message, sizeof err->message - 1, sizeof err->message - 1);
    err->message[whole] = 0;
  }
  return status;
}
