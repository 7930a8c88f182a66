#ifndef SX_WORKSPACE_CALL_H
#define SX_WORKSPACE_CALL_H

#include "host/port.h"
#include "workspace/roots.h"
#include "workspace/services.h"

/** Who a tool works for. A person needs no approval of their own wish. */
typedef enum sx_caller { SX_CALLER_AGENT, SX_CALLER_PERSON } sx_caller;

/** The context of a tool while it runs. Used by the thread of the call alone. */
typedef struct sx_call {
  uint64_t id; /* the door's; 0: no door has begun it */
  sx_arena *arena;
  sx_port_call *wait;
  const sx_services *services;
  sx_str tool, toolset; /* what was called */
  sx_caller caller;
  sx_str client;           /* name and version of the agent's program; empty: not known */
  sx_str approved_toolset; /* whose tools the person has said yes to for this call; may be empty */
  sx_root_list roots;      /* as they were when the call began */
  sx_str folder, real_folder; /* that sx_path_own was in last, and without links */
  sx_str stale;               /* why the answer may be outdated, or empty */
  bool
      may_be_early; /* a server that is starting is not waited for, where the index has an answer */
  sx_strs early;    /* languages whose servers the answer does without, as they are starting */
  bool is_late;     /* or as they did not answer in time */
  bool has_awaited_index;            /* one that is being written */
  struct sx_hidden *hidden;          /* of workspace/hidden.h; NULL before it is asked */
  struct sx_protected_hooks *hooks;  /* of approval/protected_hooks.h; NULL before it is asked */
  struct sx_enclosing *enclosing;    /* of semantic/enclosing.h; NULL before it is asked */
  struct sx_searched_list *searched; /* of workspace/searched_files.h; NULL before it is asked */
  struct sx_run_consent *consent;    /* of commands/approve.h; NULL: nothing may run */
  sx_str scratch;                    /* of commands/program.h; empty: there is none */
  uint64_t settled_turn;             /* of workspace/file_log: servers know what was before */
  SX_ARRAY(struct sx_document *) documents;    /* opened by this call */
  SX_ARRAY(struct sx_dependency) dependencies; /* files whose change makes the answer old */
} sx_call;

/** A file that an answer was made from, as it was then. */
struct sx_dependency {
  sx_str path;
  uint64_t size_bytes;
  int64_t mtime_ns;
  uint64_t inode;
  bool is_absent; /* there was none */
};

#endif
