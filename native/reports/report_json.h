#ifndef SX_REPORTS_REPORT_JSON_H
#define SX_REPORTS_REPORT_JSON_H

#include "base/arena.h"
#include "base/status.h"

#include <cJSON.h>
#include <stdbool.h>

/**
 * The first object in `text` that begins a line and has the member `key` at its top: programs print
 * before and after a report that goes to standard output. One that ends too early is closed after
 * its last whole value, and `*is_cut` set. `*root` is freed by the caller with cJSON_Delete.
 *
 * Errors  BAD_MESSAGE where there is no such object; NOMEM.
 */
sx_status sx_report_json_read(cJSON **root, sx_str text, const char *key, bool *is_cut,
                              sx_err *err) SX_MUST_USE;

/** One value; NULL where it is not JSON, and where memory is out, which is then set. */
cJSON *sx_report_json_line(sx_str line, bool *is_out_of_memory);

/** A member that is a text, cleaned (report_parts.h); empty where it is missing. */
sx_str sx_report_json_text(const cJSON *object, const char *name, sx_arena *arena);
sx_str sx_report_json_name(const cJSON *object, const char *name, sx_arena *arena);
/** A member that is a number, times `factor`; -1 where it is missing. */
double sx_report_json_seconds(const cJSON *object, const char *name, double factor);

#endif
