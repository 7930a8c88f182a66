#ifndef SX_HOST_DATABASES_H
#define SX_HOST_DATABASES_H

#include "host/requests.h"

/*
 * A statement for a server of databases, which the shim sends: it has the connections of the
 * settings and their passwords (extension/src/databases). Rows come as far as the limits go.
 */

typedef enum sx_db_kind {
  SX_DB_NULL,
  SX_DB_INTEGER,
  SX_DB_REAL,
  SX_DB_DECIMAL, /* digits that a floating-point number would lose */
  SX_DB_BOOLEAN,
  SX_DB_TEXT,
  SX_DB_BLOB,
} sx_db_kind;

/** A value of a row. */
typedef struct sx_db_value {
  sx_db_kind kind;
  sx_str text;    /* digits, a text, or bytes; of a long one the beginning */
  uint64_t bytes; /* of the whole of it */
  double real;    /* of SX_DB_REAL */
} sx_db_value;

typedef struct sx_db_column {
  sx_str name, type; /* the type may be empty */
} sx_db_column;

typedef SX_ARRAY(sx_db_column) sx_db_columns;

typedef enum sx_db_mode {
  SX_DB_READ, /* one that changes something is reported, and not run */
  SX_DB_TRY,  /* what it changes is rolled back */
  SX_DB_KEEP, /* it is kept if it changes as many rows as `expected` */
} sx_db_mode;

typedef struct sx_db_request {
  uint64_t call; /* whose statement it is: one at a time */
  sx_str connection;
  sx_str sql;          /* for any server; empty: the two below */
  const char *pg, *my; /* for PostgreSQL, for MySQL and MariaDB */
  sx_str params;       /* a JSON array; empty: none */
  uint64_t skip, most_rows, most_bytes;
  uint64_t count_ms; /* rows after those are counted so long */
  sx_db_mode mode;
  uint64_t expected;
  uint64_t most_ms; /* 0: as long as the call */
} sx_db_request;

typedef struct sx_db_reply {
  sx_str server;  /* "postgresql" or "mysql"; empty where there is no such connection */
  sx_str failure; /* a word of the shim's; empty: none */
  sx_str message; /* the server's */
  int64_t at;     /* the byte of the statement that `message` is about; -1: not known */
  sx_db_columns columns;
  SX_ARRAY(const sx_db_value *) rows; /* each as many as columns */
  uint64_t seen;                      /* rows, those before and after `rows`, too */
  bool is_counted;                    /* all were seen */
  bool is_write, is_schema;
  uint64_t changed, all; /* rows; with those of triggers and foreign keys */
} sx_db_reply;

/** Sends the request; the slot. */
size_t sx_batch_database(sx_batch *batch, const sx_db_request *request);
/** In the batch's arena. Errors: HOST, NOMEM. */
sx_status sx_batch_get_database(sx_batch *batch, size_t slot, sx_db_reply *out,
                                sx_err *err) SX_MUST_USE;

/**
 * Runs the statement. When the call ends before, the server is asked to end it, too. The
 * outcome of SX_DB_KEEP is waited for; an error reports where it stays unknown.
 *
 * Errors  CANCELLED, CLOSED, DEADLINE, NOMEM, HOST. A refusal of the server's is a `failure`.
 */
sx_status sx_db_ask(sx_port_call *wait, sx_arena *arena, const sx_db_request *request,
                    sx_db_reply *out, sx_err *err) SX_MUST_USE;

#endif
