#ifndef SX_BASE_TABLE_H
#define SX_BASE_TABLE_H

#include "base/str.h"

#include <stdint.h>

/**
 * A hash table from strings to values of one size, in the order in which they were put. It owns
 * its keys, lives as long as a session, and holds at most `max_entries`: the oldest goes first.
 * Not shared by threads.
 *
 *   seen *one = sx_table_put(table, path);   // the one that is there, or a zeroed one; now newest
 *   if (!one) return SX_NOMEM;
 */
typedef struct sx_table sx_table;

/** NULL when out of memory. */
sx_table *sx_table_new(size_t value_bytes, size_t max_entries);
void sx_table_free(sx_table *table);
void sx_table_clear(sx_table *table);

/** NULL when the key is absent. Borrowed until it is removed, cleared or pushed out. */
void *sx_table_find(const sx_table *table, sx_str key);
/** NULL when out of memory. */
void *sx_table_put(sx_table *table, sx_str key);
void sx_table_remove(sx_table *table, void *value);

/** Borrowed as long as the value. */
sx_str sx_table_key(const void *value);
/** From the newest to the oldest; NULL at the end. */
void *sx_table_newest(const sx_table *table);
void *sx_table_older(const void *value);

size_t sx_table_count(const sx_table *table);
/** How many were pushed out for newer ones since the last time that this was asked. */
size_t sx_table_take_lost(sx_table *table);

#endif
