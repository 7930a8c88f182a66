#include "data/sqlite_way.h"

#include "approval/policy.h"
#include "base/buf.h"
#include "os/file.h"
#include "store/sqlite.h"
#include "workspace/paths.h"

#define URI_BYTES ((size_t)64 << 10)
/* The beginning of the header, two bytes of which say how the file is written. */
#define HEADER_BYTES 20
#define VERSION_AT 18
#define VERSION_WAL 2

/* Before SQLite reads it: then it would have made the log. */
static bool has_log_of(sqlite3 *db) {
  unsigned char header[HEADER_BYTES] = {0};
  sqlite3_file *file = NULL;
  int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code || !file || !file->pMethods) return false;
  if (file->pMethods->xRead(file, header, HEADER_BYTES, 0)) return false;
  return header[VERSION_AT] == VERSION_WAL || header[VERSION_AT + 1] == VERSION_WAL;
}

static bool find_beside(sx_call *call, sx_str path, const char *end, uint64_t *bytes) {
  sx_file_info info;
  sx_str beside = sx_arena_printf(call->arena, "%.*s%s", SX_STR_ARG(path), end);
  bool is_there = sx_file_stat(&info, beside, NULL) == SX_OK && info.exists;
  *bytes = is_there ? info.size_bytes : 0;
  return is_there;
}

sx_status sx_sqlite_find_way(sx_sqlite_way *out, bool *has_log, sx_call *call, sx_str path,
                             sqlite3 *db, sx_err *err) {
  uint64_t log_bytes, index_bytes, journal_bytes;
  bool is_restricted = false;
  *out = SX_SQLITE_AS_READER;
  *has_log = has_log_of(db);
  if (!*has_log) return SX_OK;
  /* A writer would take back the change of the journal before it looks for the log: a reader says
   * that there is one. */
  find_beside(call, path, "-journal", &journal_bytes);
  if (journal_bytes) return SX_OK;
  find_beside(call, path, "-wal", &log_bytes);
  bool has_index = find_beside(call, path, "-shm", &index_bytes);
  if (has_index) return SX_OK;
  sx_status status = sx_policy_find_restricted(call, &is_restricted, err);
  if (status) return status;
  if (!log_bytes) {
    *out = is_restricted ? SX_SQLITE_AS_IS : SX_SQLITE_AS_WRITER;
    return SX_OK;
  }
  if (!is_restricted) return SX_OK;
  return sx_fail(err, SX_NOT_ALLOWED,
                 "%.*s has a write-ahead log of a program that did not end well. Reading it would "
                 "write beside it, and the folder is not trusted in the editor.",
                 SX_STR_ARG(sx_path_display(call, path)));
}

static sx_str write_uri(sx_call *call, sx_str path) {
  sx_buf uri;
  sx_buf_init(&uri, URI_BYTES);
  sx_buf_add_text(&uri, "file:");
  for (size_t i = 0; i < path.len; i++) {
    unsigned char c = (unsigned char)path.ptr[i];
    if (strchr("%?#", c) || c <= ' ' || c == '\\')
      sx_buf_addf(&uri, "%%%02X", c);
    else
      sx_buf_add_char(&uri, (char)c);
  }
  sx_buf_add_text(&uri, "?immutable=1");
  return sx_buf_keep(&uri, call->arena);
}

int sx_sqlite_open_way(sqlite3 **out, sx_call *call, sx_str path, sx_sqlite_way way) {
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW;
  const char *files = sx_sqlite_foreign_files();
  if (!files) return SQLITE_CANTOPEN;
  if (way == SX_SQLITE_AS_WRITER)
    return sqlite3_open_v2(path.ptr, out, flags | SQLITE_OPEN_READWRITE, files);
  flags |= SQLITE_OPEN_READONLY;
  if (way == SX_SQLITE_AS_READER) return sqlite3_open_v2(path.ptr, out, flags, files);
  sx_str uri = write_uri(call, path);
  if (call->arena->status) return SQLITE_NOMEM;
  return sqlite3_open_v2(uri.ptr, out, flags | SQLITE_OPEN_URI, files);
}
