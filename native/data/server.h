#ifndef SX_DATA_SERVER_H
#define SX_DATA_SERVER_H

#include "data/schema.h"

/*
 * A database of a server, by a connection of the settings (host/databases.h): the same answers as
 * of a SQLite file.
 */

/** As sx_sqlite_answer. */
sx_status sx_server_answer(sx_call *call, const sx_db_question *question, sx_answer *answer,
                           sx_err *err) SX_MUST_USE;

/** As sx_sqlite_schema. Rows of large tables are estimates of the server's. */
sx_status sx_server_schema(sx_call *call, sx_str connection, sx_str table, sx_answer *answer,
                           sx_err *err) SX_MUST_USE;

/** The tables and views, without their rows being counted. */
sx_status sx_server_list_tables(sx_call *call, sx_str connection, sx_db_tables *out,
                                sx_err *err) SX_MUST_USE;

/** The error of a reply that is a failure. */
sx_status sx_server_fail(sx_call *call, const sx_db_question *question, const sx_db_reply *reply,
                         sx_err *err);

#endif
