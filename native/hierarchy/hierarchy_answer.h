#ifndef SX_HIERARCHY_HIERARCHY_ANSWER_H
#define SX_HIERARCHY_HIERARCHY_ANSWER_H

#include "engine/tool.h"

/** get_call_hierarchy and get_type_hierarchy, which differ in what they follow. */
sx_status sx_hierarchy_answer(sx_call *call, const cJSON *args, bool is_of_types, sx_answer *answer,
                              sx_err *err) SX_MUST_USE;

#endif
