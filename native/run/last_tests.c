#include "run/last_tests.h"

#include "host/git.h"
#include "os/clock.h"
#include "text/secrets.h"
#include "workspace/call_store.h"

#define GIT_MS 1000

static sx_str find_commit(sx_call *call) {
  sx_batch batch;
  sx_host_repositories all = {0};
  sx_port_call_limit(call->wait, GIT_MS);
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_repositories(&batch, false);
  sx_status status = sx_batch_run(&batch, NULL);
  if (!status) status = sx_batch_get_repositories(&batch, slot, &all, NULL);
  sx_batch_release(&batch);
  sx_port_call_reserve(call->wait, 0);
  for (size_t i = 0; i < all.len && !status; i++)
    if (all.items[i].commit.len) return all.items[i].commit;
  return SX_STR("");
}

static sx_status keep(const sx_store_access *access, void *arg, sx_err *err) {
  const sx_last_tests *last = arg;
  sx_query query;
  sx_query_begin(&query, access, "REPLACE INTO test_run VALUES(1, ?, ?, ?)");
  sx_query_bind_int(&query, last->time_ms);
  sx_query_bind_text(&query, last->commit);
  sx_query_bind_text(&query, last->text);
  return sx_query_end(&query, err);
}

void sx_last_tests_keep(sx_call *call, sx_str text) {
  sx_last_tests last = {sx_secrets_redact_note(text, call->arena), sx_clock_day_ns() / 1000000,
                        SX_STR("")};
  last.commit = find_commit(call);
  if (last.text.len) (void)!sx_call_store_run(call, true, keep, &last, NULL);
}

typedef struct getting {
  sx_call *call;
  sx_last_tests *out;
} getting;

static sx_status get(const sx_store_access *access, void *arg, sx_err *err) {
  const getting *one = arg;
  sx_query query;
  *one->out = (sx_last_tests){.text = SX_STR(""), .commit = SX_STR("")};
  sx_query_begin(&query, access, "SELECT time, revision, text FROM test_run");
  if (sx_query_next(&query)) {
    one->out->time_ms = sx_query_int(&query, 0);
    one->out->commit = sx_query_text(&query, 1, one->call->arena);
    one->out->text = sx_query_text(&query, 2, one->call->arena);
  }
  return sx_query_end(&query, err);
}

sx_status sx_last_tests_get(sx_last_tests *out, sx_call *call, sx_err *err) {
  getting one = {call, out};
  return sx_call_store_run(call, false, get, &one, err);
}
