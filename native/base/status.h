#ifndef SX_BASE_STATUS_H
#define SX_BASE_STATUS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * The one list of outcomes that are errors. It makes the enum, the codes that agents see
 * and the default messages. Ordinary outcomes (no match, truncated list, undocumented
 * symbol) are data and have no entry here.
 *
 * X(NAME, "code", "default message")
 */
#define SX_STATUS_MAP(X)                                                                           \
  X(OK, "ok", "no error")                                                                          \
  X(NOMEM, "out_of_memory", "Out of memory. Nothing was changed. Try again, or request less.")     \
  X(INVALID_ARGUMENT, "invalid_argument", "An argument is not valid.")                             \
  X(UNKNOWN_TOOL, "unknown_tool", "There is no tool with that name.")                              \
  X(NOT_FOUND, "not_found", "The file does not exist.")                                            \
  X(AMBIGUOUS, "ambiguous", "The path or name is ambiguous.")                                      \
  X(OUTSIDE_WORKSPACE, "outside_workspace", "The path is outside the workspace folders.")          \
  X(HIDDEN, "hidden", "The file is hidden from agents by .sextantignore.")                         \
  X(IS_DIRECTORY, "is_directory", "The path is a directory, not a file.")                          \
  X(NOT_A_DIRECTORY, "not_a_directory", "The path is a file, not a directory.")                    \
  X(NOT_READABLE, "not_readable", "The file could not be read.")                                   \
  X(READ_ONLY, "read_only", "The file is read-only.")                                              \
  X(EXISTS, "already_exists", "The file already exists.")                                          \
  X(NO_MATCH, "no_match", "The text to replace was not found. Nothing was changed.")               \
  X(CONFLICT, "conflict", "The file has changed since. Nothing was changed.")                      \
  X(NOT_ALLOWED, "not_allowed", "The change was not allowed. Nothing was changed.")                \
  X(REFUSED, "refused", "It cannot be done completely. Nothing was changed.")                      \
  X(UNSUPPORTED, "unsupported", "It is not supported for this language. Nothing was changed.")     \
  X(WAITING, "waiting", "The change waits for a person's approval. Nothing was changed yet.")      \
  X(BINARY, "binary_file", "The file is binary.")                                                  \
  X(ENCODING, "encoding", "The text does not fit the file's encoding. Nothing was changed.")       \
  X(TOO_BIG, "too_big", "The data is larger than the limit.")                                      \
  X(MATCH_LIMIT, "match_limit", "The pattern takes too many steps on this text. Simplify it.")     \
  X(CANCELLED, "cancelled", "The call was cancelled.")                                             \
  X(DEADLINE, "deadline",                                                                          \
    "The call timed out: the editor or a language server did not answer. Call again; "             \
    "manage_workspace(operation=\"status\") lists the language servers that answer.")              \
  X(HOST, "editor_error", "The editor reported an error.")                                         \
  X(CLOSED, "closed", "The editor window is closing. Call again when it is back.")                 \
  X(BUSY, "busy", "Too many calls are waiting. Call again when some have finished.")               \
  X(BAD_MESSAGE, "bad_message", "The message is not valid.")                                       \
  X(CORRUPT, "corrupt", "The data is damaged.")                                                    \
  X(IO, "io_error", "Reading or writing failed.")                                                  \
  X(INTERNAL, "internal_error", "Internal error in Sextant. Please report it.")

typedef enum sx_status {
#define SX_STATUS_ENUM(name, code, message) SX_##name,
  SX_STATUS_MAP(SX_STATUS_ENUM)
#undef SX_STATUS_ENUM
      SX_STATUS_COUNT
} sx_status;

#if defined(__GNUC__)
#define SX_MUST_USE __attribute__((warn_unused_result))
#define SX_PRINTF(format_index, first) __attribute__((format(printf, format_index, first)))
#else
#define SX_MUST_USE
#define SX_PRINTF(format_index, first)
#endif

#define SX_ERR_MESSAGE_BYTES 4096

/** An error for an agent: one or two sentences on what went wrong and what to do. */
typedef struct sx_err {
  sx_status status;
  char message[SX_ERR_MESSAGE_BYTES];
} sx_err;

/** Stable snake_case code of a status. Static memory. */
const char *sx_status_code(sx_status status);

/** Default message of a status. Static memory. */
const char *sx_status_message(sx_status status);

/**
 * Whether a failure is the whole call's (CANCELLED, CLOSED, NOMEM) and not only that of the one
 * file or provider that was asked, which the call can do without.
 */
bool sx_status_ends_call(sx_status status);

/**
 * Fills `err` (when not NULL) and returns `status`, so that a failing function ends with
 * `return sx_fail(err, SX_NOT_FOUND, "…", …)`. A NULL format takes the default message.
 * A message that is cut ends at a whole UTF-8 character.
 */
sx_status sx_fail(sx_err *err, sx_status status, const char *format, ...) SX_PRINTF(3, 4);

/** Adds to the message of `err` (when not NULL) what to do, if there is room for all of it. */
void sx_err_add(sx_err *err, const char *text);

#ifdef SX_DEBUG
#define SX_CHECK(expr) ((expr) ? SX_OK : (__builtin_trap(), SX_INTERNAL))
#else
/** SX_OK when `expr` holds, SX_INTERNAL when it does not; debug builds trap instead. */
#define SX_CHECK(expr) ((expr) ? SX_OK : SX_INTERNAL)
#endif

#endif
