#ifndef SX_TEST_CALL_SCENE_H
#define SX_TEST_CALL_SCENE_H

#include "change/store.h"
#include "fake_editor.h"
#include "harness.h"
#include "workspace/call.h"

/*
 * A tool's call without the engine: a folder of the case, its workspace, the changes of a window,
 * and an editor that answers as the case says. Everything is released after the case.
 */
typedef struct call_scene {
  sx_call call;
  sx_str folder;
  sx_port *port;
  fake_editor *editor;
} call_scene;

/** NULL when there is no memory. The call has 60 seconds. */
call_scene *call_scene_new(fake_answer answer, void *context);

/** An editor that knows nothing: every question is an error. */
fake_outcome call_scene_refuse(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                               void *context);

/** An answer to "languageServers". */
#define CALL_SCENE_TYPESCRIPT_SERVER                                                               \
  "[{\"extension\":\"vscode.typescript-language-features\",\"active\":true}]"

/* With allocations failing, the editor's reply may be what found no memory. */
#define CALL_SCENE_EXPECT_DONE(status)                                                             \
  do {                                                                                             \
    sx_status done = (status);                                                                     \
    if (done && sx_test_is_failing_allocations()) {                                                \
      SX_EXPECT(done == SX_NOMEM || done == SX_HOST);                                              \
      return;                                                                                      \
    }                                                                                              \
    SX_EXPECT_OK(done);                                                                            \
  } while (0)

#endif
