#ifndef SX_MEMORY_PLAN_FILES_H
#define SX_MEMORY_PLAN_FILES_H

#include "memory/plans.h"

/* Plans that are files, as memory/plans.h has the functions: `status` in the front matter is
 * "active", "completed" or missing. If several are active, the last one to change counts. */

sx_status sx_plan_files_save(sx_call *call, const sx_memory_place *place, sx_plan *plan,
                             sx_err *err) SX_MUST_USE;
sx_status sx_plan_files_change(sx_call *call, const sx_memory_place *place,
                               const sx_plan_change *change, sx_plan *out, sx_err *err) SX_MUST_USE;
sx_status sx_plan_files_list(sx_call *call, const sx_memory_place *place, sx_plans *out,
                             sx_err *err) SX_MUST_USE;
sx_status sx_plan_files_find_active(sx_call *call, const sx_memory_place *place, sx_plan *out,
                                    sx_err *err) SX_MUST_USE;

#endif
