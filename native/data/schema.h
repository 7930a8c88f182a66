#ifndef SX_DATA_SCHEMA_H
#define SX_DATA_SCHEMA_H

#include "data/statement.h"

/** The rows of a table are counted so long, and those of all tables. */
#define SX_DB_TABLE_MS 200
#define SX_DB_TABLES_MS 1500
/** Columns of a section's statement; others are left out. */
#define SX_DB_MAX_CELLS 8

/** A table or view of a database. */
typedef struct sx_db_table {
  sx_str name, kind, key; /* "id, line" */
  sx_str id;              /* by which its server knows it, or empty */
  sx_str quoted;          /* as a statement names it, or empty */
  sx_str schema;          /* in which its server knows it by the id, or empty */
  int64_t columns;
  int64_t rows; /* -1: not counted */
  int64_t partitions;
  bool is_estimate;
  bool is_partition; /* of another table: after all that are none, and not listed */
} sx_db_table;

typedef SX_ARRAY(sx_db_table) sx_db_tables;

/** A part of the answer on one table: a line for each of its rows. */
typedef struct sx_db_section {
  const char *title, *fact;
  bool has_types;      /* the second cell is the type of a column */
  const char *pg, *my; /* its statement for a server, or NULL */
  const char *sqlite;
} sx_db_section;

/** The one of a name, or as statements name it, in any case where it has no equal one; NULL: none.
 */
sx_db_table *sx_db_find_table(const sx_db_tables *tables, sx_str name);
/** NOT_FOUND with names like it. `database`: its name. */
sx_status sx_db_fail_table(sx_call *call, const sx_db_tables *tables, sx_str database, sx_str name,
                           sx_err *err);
/** Appends the names of tables like `name` to the error's message. */
void sx_db_advise_tables(sx_call *call, const sx_db_tables *tables, sx_str name, sx_err *err);

/** All of them, as far as the budget goes. */
sx_status sx_db_write_tables(sx_call *call, sx_answer *answer, const sx_db_tables *tables,
                             sx_str database, sx_err *err) SX_MUST_USE;
/** One, whose sections follow. */
void sx_db_write_one_table(sx_call *call, sx_answer *answer, const sx_db_table *table);

/** A section while it is written, as far as the answer's budget goes. */
typedef struct sx_db_listing {
  sx_call *call;
  sx_answer *answer;
  const sx_db_section *section;
  cJSON *facts;
  size_t written, left_out; /* rows */
} sx_db_listing;

void sx_db_listing_begin(sx_db_listing *out, sx_call *call, sx_answer *answer,
                         const sx_db_section *section);
/** A row: its first cell, then the others that are not empty. */
void sx_db_listing_add(sx_db_listing *listing, const sx_str *cells, size_t count);
void sx_db_listing_end(sx_db_listing *listing);

#endif
