#ifndef SX_HOST_JSON_H
#define SX_HOST_JSON_H

#include "base/array.h"
#include "base/buf.h"

#include <cJSON.h>
#include <stdbool.h>
#include <stdint.h>

/* cJSON with the engine's rules: checked types, strings copied into the arena. */

/** Whole numbers up to this one keep all of their digits in JSON. */
#define SX_JSON_MAX_WHOLE ((double)9007199254740991)

/** Lets cJSON allocate through base/mem.h. Before the first use of cJSON; again does nothing. */
void sx_json_init(void);

/**
 * NULL when it is not JSON, nests too deep, has trailing bytes or memory is out. In strings
 * \u0000, which would end them, and lone surrogates become U+FFFD.
 */
cJSON *sx_json_parse(sx_str text);
/** True when a string in it has a NUL, escaped or not. */
bool sx_json_has_nul(sx_str text);

/** Copy of a string item in `arena`; empty when it is not a string. */
sx_str sx_json_str(const cJSON *item, sx_arena *arena);
/** A number clamped to 0…UINT32_MAX; 0 when it is not a number. */
uint32_t sx_json_u32(const cJSON *item);
/** The whole part of a number from 0 to 2^53 - 1; 0 when it is something else. */
uint64_t sx_json_u64(const cJSON *item);
bool sx_json_is_true(const cJSON *item);
/** Member `name`; NULL when absent or `object` is not an object. */
const cJSON *sx_json_get(const cJSON *object, const char *name);
/* The same as the functions above read it. */
sx_str sx_json_get_str(const cJSON *object, const char *name, sx_arena *arena);
uint32_t sx_json_get_u32(const cJSON *object, const char *name);
bool sx_json_get_bool(const cJSON *object, const char *name);
uint64_t sx_json_get_u64(const cJSON *object, const char *name);
/** Copies of the strings of a list in `arena`, which has the status; other items are left out. */
void sx_json_get_strs(sx_strs *out, const cJSON *object, const char *name, sx_arena *arena);

/** Appends `s` as a JSON string with quotes; broken UTF-8 becomes U+FFFD. */
void sx_json_write_str(sx_buf *buf, sx_str s);

#endif
