#ifndef SX_ENGINE_ENGINE_PARTS_H
#define SX_ENGINE_ENGINE_PARTS_H

/* Shared by the files of the engine. */

#include "engine/engine.h"
#include "engine/services.h"
#include "engine/tool.h"
#include "engine/tool_flags.h"
#include "os/pool.h"

#include <uv.h>

#define SX_ENGINE__MAX_TOOLS 64
#define SX_ENGINE__NO_TOOL SIZE_MAX

/* A call under way. */
typedef struct sx_engine_job {
  struct sx_engine_job *next;
  struct sx_engine_run *run; /* in the pool; NULL: it has begun. By `mutex` */
  sx_engine *engine;
  uint64_t id;
  sx_port_call *wait;
  char *tool, *args; /* NUL-terminated */
  char *client;      /* that `options` names */
  size_t index;      /* in sx_tools; SX_ENGINE__NO_TOOL: there is none of this name */
  size_t args_len;
  sx_call_options options;
  uint64_t overdue_since_ms; /* 0: it is not */
  bool is_left;              /* it was answered without it */
} sx_engine_job;

struct sx_engine {
  sx_port *port;
  sx_services *services;
  sx_pool *pool;
  sx_pool *ahead; /* of the work ahead of calls, which takes no thread from them */
  sx_port_wake wake;
  void *wake_context;
  uv_mutex_t mutex;
  sx_engine_job *jobs;
  sx_result *first, **last;
  bool is_closing;
  sx_port_call *preparing; /* the work ahead of calls that is under way; or NULL */
  bool must_prepare;       /* once more after that */
  uint64_t prepared_lost;  /* the turn before which events were lost (workspace/event_log), then */
  cJSON *definitions[SX_ENGINE__MAX_TOOLS]; /* parsed, as in sx_tools */
  sx_tool_flags flags[SX_ENGINE__MAX_TOOLS];
};

/** The index of a tool by its name or an alias; SX_ENGINE__NO_TOOL. */
size_t sx_engine__find_tool(const sx_engine *engine, const char *name);
/** Runs the tool of a call, on its thread; an error is a result, too. */
void sx_engine__run(sx_engine_job *job, sx_result *result);
/** Looks through the window's folders on a thread of its own, before a call needs it. */
void sx_engine__prepare(sx_engine *engine);
/** The same where the watch has lost events since: the next search would have to. */
void sx_engine__prepare_again(sx_engine *engine);
/** An error as an answer: `text` may be missing when even that found no memory. */
void sx_engine__fill_error(sx_result *result, const sx_err *err);

#endif
