#include "base/buf.h"
#include "data/server.h"

#define MESSAGE_BYTES ((size_t)4096)

/* Why a server was not asked, or refused: the connection's name and the server's words go between.
 */
typedef struct sentence {
  const char *failure;
  sx_status status;
  const char *before, *after; /* the name; after it follow the server's words in brackets */
  const char *advice;
} sentence;

static const sentence sentences[] = {
    {"password", SX_NOT_ALLOWED, "The server of '", "' did not accept the user or the password",
     "The person can set it by the command \"Sextant: Set Database Password\"."},
    {"keystore", SX_HOST, "The password of '", "' could not be read from the editor's secrets",
     "Nothing was sent. The person can unlock the system's keyring, or store the password again."},
    {"unreachable", SX_NOT_READABLE, "The server of '", "' cannot be reached",
     "Check that it runs, and its host, port or socket in sextant.data.connections."},
    {"database", SX_NOT_FOUND, "The server of '",
     "' has no such database, or the user may not use it",
     "Check database in sextant.data.connections."},
    {"plain", SX_NOT_ALLOWED, "The server of '", "' does not encrypt connections",
     "The person can turn encryption on at the server, or set ssl to false for this connection if "
     "the network can be trusted."},
    {"certificate", SX_NOT_ALLOWED, "The certificate of the server of '", "' is not trusted",
     "Set ca for this connection to the path of the certificate that signed it, and host to a name "
     "that is in it."},
    {"setting", SX_INVALID_ARGUMENT, "The connection '",
     "' in sextant.data.connections is not valid", "The person has to correct it in the settings."},
    {"server", SX_NOT_ALLOWED, "The server of '", "' refused",
     "The user of the connection may have too few rights."},
    {"busy", SX_BUSY, "At the server of '", "' others hold a lock that the statement waited for",
     "Nothing was changed; call again later."},
    {"large", SX_TOO_BIG, "The server of '", "' sent more than 64 MB before its next row",
     "Nothing was kept. Ask for fewer or shorter values, as by substr()."},
    {"lost", SX_IO, "The connection to '", "' was lost", "Nothing was kept; call again."},
    {"unsure", SX_IO, "The connection to '",
     "' was lost while the change was being kept: it may or may not have been",
     "Look at the rows before you try again."},
    {"stuck", SX_INTERNAL, "At the server of '",
     "' a table without transactions was changed, which could not be rolled back",
     "Look at the rows before you try again."},
};

static sx_status fail_server(const sx_db_question *question, const sx_db_reply *reply,
                             const sentence *own, sx_err *err) {
  sx_str words = reply->message;
  return sx_fail(err, own->status, "%s%.*s%s%s%.*s%s. %s", own->before,
                 SX_STR_ARG(question->connection), own->after, words.len ? " (" : "",
                 SX_STR_ARG(words), words.len ? ")" : "", own->advice);
}

/* Why a statement may not run; its message is the shim's. */
static const struct {
  const char *word, *reason;
} refusals[] = {
    {"transaction",
     "each statement has its own transaction and session; leave BEGIN, COMMIT, ROLLBACK, SET, LOCK "
     "and such out"},
    {"comment", "comments that the server runs (/*! */) are not allowed"},
    {"file",
     "the server must not write files; give a text that has such a word as a value of params"},
    {"sequence",
     "what setval sets a sequence to stays, and could not be previewed or rolled back; give a text "
     "that has this word as a value of params, and write names without U&"},
    {"schema",
     "MySQL and MariaDB keep a change of the schema at once, so that it could not be previewed or "
     "rolled back. The person can run it"},
};

static sx_status fail_refused(const sx_db_reply *reply, sx_err *err) {
  static const sx_str engine = {"engine ", 7};
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
    if (sx_str_is_equal(reply->message, sx_str_from(refusals[i].word)))
      return sx_fail(err, SX_NOT_ALLOWED, "The statement was not run: %s.", refusals[i].reason);
  if (sx_str_has_prefix(reply->message, engine)) {
    sx_str table = sx_str_slice(reply->message, engine.len, reply->message.len);
    return sx_fail(err, SX_NOT_ALLOWED,
                   "The statement was not run: the table %.*s, which it, or a view, trigger or "
                   "routine names, has no transactions, so that a change of it could not be "
                   "previewed or rolled back. The person can run it.",
                   SX_STR_ARG(table));
  }
  return sx_fail(err, SX_NOT_ALLOWED,
                 "The statement was not run: one has to begin with one of %.*s.",
                 SX_STR_ARG(reply->message));
}

static sx_status fail_unknown(const sx_db_question *question, const sx_db_reply *reply,
                              sx_err *err) {
  sx_str known = reply->message;
  if (!known.len)
    return sx_fail(err, SX_NOT_FOUND,
                   "There is no connection '%.*s': the setting sextant.data.connections has none. "
                   "The person can add some there.",
                   SX_STR_ARG(question->connection));
  return sx_fail(err, SX_NOT_FOUND,
                 "There is no connection '%.*s' in sextant.data.connections, which has: %.*s.",
                 SX_STR_ARG(question->connection), SX_STR_ARG(known));
}

static sx_status fail_statement(const sx_db_question *question, const sx_db_reply *reply,
                                sx_err *err) {
  sx_buf place;
  sx_buf_init(&place, MESSAGE_BYTES);
  sx_db_add_place(&place, question->sql, reply->at);
  sx_status status = sx_fail(err, SX_INVALID_ARGUMENT, "sql, %.*s%.*s.",
                             SX_STR_ARG(sx_buf_str(&place)), SX_STR_ARG(reply->message));
  sx_buf_release(&place);
  return status;
}

/* The name that the server quotes, without the database before it. */
static sx_str quoted_name(sx_str message) {
  size_t start = 0;
  while (start < message.len && message.ptr[start] != '"' && message.ptr[start] != '\'') start++;
  size_t end =
      start < message.len ? sx_str_find_char(message, message.ptr[start], start + 1) : SX_STR_NONE;
  if (end == SX_STR_NONE) return SX_STR("");
  sx_str name = sx_str_slice(message, start + 1, end);
  size_t dot = sx_str_find_last_char(name, '.');
  return dot == SX_STR_NONE ? name : sx_str_slice(name, dot + 1, name.len);
}

static sx_status fail_table(sx_call *call, const sx_db_question *question, const sx_db_reply *reply,
                            sx_err *err) {
  sx_db_tables tables = {0};
  sx_str name = quoted_name(reply->message);
  sx_status status = fail_statement(question, reply, err);
  /* The list is a help: where it cannot be read, the error names the mistake alone. */
  if (name.len && sx_server_list_tables(call, question->connection, &tables, NULL) == SX_OK)
    sx_db_advise_tables(call, &tables, name, err);
  return status;
}

sx_status sx_server_fail(sx_call *call, const sx_db_question *question, const sx_db_reply *reply,
                         sx_err *err) {
  sx_str failure = reply->failure;
  if (sx_str_is_equal(failure, SX_STR("statement"))) return fail_statement(question, reply, err);
  if (sx_str_is_equal(failure, SX_STR("table"))) return fail_table(call, question, reply, err);
  if (sx_str_is_equal(failure, SX_STR("refused"))) return fail_refused(reply, err);
  if (sx_str_is_equal(failure, SX_STR("unknown"))) return fail_unknown(question, reply, err);
  if (sx_str_is_equal(failure, SX_STR("params"))) {
    uint64_t wanted = 0;
    (void)!sx_str_read_number(reply->message, &wanted);
    return sx_db_fail_params(question, (int)wanted, err);
  }
  if (sx_str_is_equal(failure, SX_STR("several")))
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "sql has several statements. Give one, and call again for each of the others.");
  if (sx_str_is_equal(failure, SX_STR("timeout"))) return sx_fail(err, SX_DEADLINE, NULL);
  if (sx_str_is_equal(failure, SX_STR("cancelled"))) return sx_fail(err, SX_CANCELLED, NULL);
  for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
    if (sx_str_is_equal(failure, sx_str_from(sentences[i].failure)))
      return fail_server(question, reply, &sentences[i], err);
  return sx_fail(err, SX_HOST, "The editor's answer is not valid.");
}
