#ifndef SX_ENGINE_ENGINE_H
#define SX_ENGINE_ENGINE_H

#include "answer/answer.h"
#include "host/port.h"
#include "workspace/call.h"

/**
 * The engine of one editor window: takes calls by name with JSON, runs each tool on a thread
 * of its own, and hands the results back. One per environment; several in one process do not
 * know of each other.
 *
 *   main thread                          tool threads
 *   sx_engine_call ──────────────────►   sx_tool_<name>
 *   sx_port_take … sx_port_send_reply    (asks the editor)
 *   sx_engine_take_result  ◄──────────   `wake`
 *
 * Every call that was accepted ends with exactly one result, also when it is cancelled.
 */
typedef struct sx_engine sx_engine;

#define SX_ENGINE_MAX_CALLS 64     /* at once */
#define SX_ENGINE_MAX_WAITING 1024 /* more wait their turn, up to so many */
#define SX_ENGINE_DEADLINE_MS 45000

/** The result of a call. Texts are NUL-terminated UTF-8, freed by sx_result_free. */
typedef struct sx_result {
  uint64_t id;
  bool is_error;
  const char *code; /* an error's code, or `found`, `none`, `unknown`; static */
  bool is_truncated;
  char *text;
  size_t text_len;
  size_t tokens; /* of the text, estimated; 0 where the call was left behind */
  char *facts;   /* JSON object; NULL for an error */
  size_t facts_len;
  struct sx_result *next;
} sx_result;

typedef struct sx_call_options {
  sx_answer_format format;
  sx_caller caller;
  uint64_t deadline_ms; /* from now; 0: SX_ENGINE_DEADLINE_MS. A tool may have its own */
  bool is_approved;     /* the door has asked the person already */
  bool is_structured;   /* the facts are read, too: they keep to the answer's budget */
  sx_str client; /* name and version of the agent's program; empty: not known. A copy is made */
} sx_call_options;

/** `wake` as in sx_port_new: requests or results are waiting. NULL when out of memory. */
sx_engine *sx_engine_new(sx_port_wake wake, void *context);
/** Cancels every call with CLOSED, joins the threads, frees. */
void sx_engine_free(sx_engine *engine);

sx_port *sx_engine_port(sx_engine *engine);
const sx_services *sx_engine_services(sx_engine *engine);

/** Replaces the folders (sx_roots_set). */
sx_status sx_engine_set_roots(sx_engine *engine, const sx_root *roots, size_t count) SX_MUST_USE;
/** Replaces the globs of the settings that hide files (sx_excluded_set). */
sx_status sx_engine_set_excluded(sx_engine *engine, const sx_strs *globs) SX_MUST_USE;
/**
 * Keeps applied changes (change/store_disk.h), and what agents have kept (store/store.h), in a
 * private folder of the workspace's; the editor gets `changesKept [[id, …], [id, …]]` for the
 * changes from before, and those of them that were still being verified, which it has to undo.
 * Once, at the start; false without memory.
 */
bool sx_engine_keep_changes(sx_engine *engine, sx_str storage);
/** The editor installed, removed or started extensions: waiting for servers starts again. */
void sx_engine_forget_servers(sx_engine *engine);

/**
 * Starts a call; its result comes later under `id`, which the caller chooses, unique among
 * the calls under way. BUSY, CLOSED, NOMEM: then no result follows. An unknown tool or
 * bad arguments are a result like any other.
 */
sx_status sx_engine_call(sx_engine *engine, uint64_t id, sx_str tool, sx_str args_json,
                         const sx_call_options *options) SX_MUST_USE;
/** Nothing happens when the call has ended or there was none. */
void sx_engine_cancel(sx_engine *engine, uint64_t id);
/** Ends calls that hang after their deadline, without what hangs; to be called now and then. */
void sx_engine_expire(sx_engine *engine);

/** The next result, or NULL. Free it with sx_result_free. */
sx_result *sx_engine_take_result(sx_engine *engine);
void sx_result_free(sx_result *result);

#endif
