#ifndef SX_TEST_FLOW_SCENE_H
#define SX_TEST_FLOW_SCENE_H

#include "parse_scene.h"

#include "flow/nodes.h"

/** The tree of a text, in the case's arena. NOMEM. */
sx_status sx_scene_nodes(sx_nodes *out, const char *language, const char *text) SX_MUST_USE;

#endif
