#ifndef SX_TEST_FAKE_EDITOR_H
#define SX_TEST_FAKE_EDITOR_H

#include "base/buf.h"
#include "host/port.h"
#include "engine/engine.h"

#include <stdatomic.h>
#include <uv.h>

/*
 * The editor's main thread, as far as the engine sees it: a thread that takes requests when it
 * is woken, answers them by a function of the case, and collects the results of calls.
 *
 *   fake_editor *editor = fake_editor_new(answer, NULL);
 *   sx_port *port = sx_port_new(fake_editor_wake, editor);
 *   fake_editor_serve(editor, port, NULL);
 *   …
 *   fake_editor_stop(editor);    // before the port or engine is freed,
 *   fake_editor_free(editor);    // and this after it: its threads may wake the editor until then
 */

typedef enum fake_outcome {
  FAKE_REPLY, /* with what was written to `json` and, unless empty, `text` */
  FAKE_ERROR, /* with `json` as its message */
  FAKE_NEVER,
} fake_outcome;

/** Runs on the editor's thread. */
typedef fake_outcome (*fake_answer)(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                                    void *context);

typedef struct fake_editor {
  fake_answer answer;
  void *context;
  sx_port *port;
  sx_engine *engine; /* may be NULL */
  uv_thread_t thread;
  uv_mutex_t mutex;
  uv_cond_t is_called, has_result;
  bool is_awake, must_end, has_thread;
  sx_result *results;
  atomic_size_t request_count;
} fake_editor;

/** Memory of the test's own, from libc; freed by fake_editor_free. */
fake_editor *fake_editor_new(fake_answer answer, void *context);
void fake_editor_wake(void *editor);
/** Starts the thread. `engine` may be NULL. */
void fake_editor_serve(fake_editor *editor, sx_port *port, sx_engine *engine);
/** Stops and joins the thread. */
void fake_editor_stop(void *editor);
/** Frees it, and the results that were not fetched. */
void fake_editor_free(void *editor);

/** The result of call `id`, waited for at most `ms`; NULL when it does not come. */
sx_result *fake_editor_wait(fake_editor *editor, uint64_t id, uint64_t ms);

/** Sends a reply as the binding does: copies by sx_malloc. False when no call waits for it. */
bool fake_reply(sx_port *port, uint64_t id, bool is_error, sx_str json, sx_str text);

#endif
