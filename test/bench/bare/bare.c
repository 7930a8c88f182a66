/*
 * The least that a tool call with host requests can cost: one thread for the call, which asks the
 * main thread through a Node-API thread-safe function, waits on a condition variable for the reply,
 * and does so again. engine.mjs measures the engine against it.
 *
 *   start(requests, onRequest, onDone)   onRequest(call) is answered with reply(call)
 */
#include <node_api.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct call {
  napi_threadsafe_function to_main;
  napi_ref on_request, on_done;
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t has_reply;
  bool is_replied;
  int requests, told; /* `told` is the main thread's own */
} call;

static void *run(void *context) {
  call *c = context;
  for (int i = 0; i < c->requests; i++) {
    napi_call_threadsafe_function(c->to_main, c, napi_tsfn_nonblocking);
    pthread_mutex_lock(&c->mutex);
    while (!c->is_replied) pthread_cond_wait(&c->has_reply, &c->mutex);
    c->is_replied = false;
    pthread_mutex_unlock(&c->mutex);
  }
  napi_call_threadsafe_function(c->to_main, c, napi_tsfn_nonblocking);
  return NULL;
}

static void on_main(napi_env env, napi_value unused, void *context, void *data) {
  (void)unused;
  (void)context;
  call *c = data;
  if (!env) return;
  bool is_done = c->told++ == c->requests;
  napi_value callback, receiver, argument, result;
  napi_get_reference_value(env, is_done ? c->on_done : c->on_request, &callback);
  napi_get_undefined(env, &receiver);
  napi_create_external(env, c, NULL, NULL, &argument);
  napi_call_function(env, receiver, callback, 1, &argument, &result);
  if (!is_done) return;
  pthread_join(c->thread, NULL);
  pthread_mutex_destroy(&c->mutex);
  pthread_cond_destroy(&c->has_reply);
  napi_delete_reference(env, c->on_request);
  napi_delete_reference(env, c->on_done);
  free(c);
}

static napi_threadsafe_function shared;

static napi_value start(napi_env env, napi_callback_info info) {
  size_t count = 3;
  napi_value arguments[3];
  call *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  napi_get_value_int32(env, arguments[0], &c->requests);
  napi_create_reference(env, arguments[1], 1, &c->on_request);
  napi_create_reference(env, arguments[2], 1, &c->on_done);
  c->to_main = shared;
  pthread_mutex_init(&c->mutex, NULL);
  pthread_cond_init(&c->has_reply, NULL);
  pthread_create(&c->thread, NULL, run, c);
  return NULL;
}

static napi_value reply(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument;
  void *data = NULL;
  napi_get_cb_info(env, info, &count, &argument, NULL, NULL);
  napi_get_value_external(env, argument, &data);
  call *c = data;
  pthread_mutex_lock(&c->mutex);
  c->is_replied = true;
  pthread_cond_signal(&c->has_reply);
  pthread_mutex_unlock(&c->mutex);
  return NULL;
}

/* Keeps the process alive or not: the thread-safe function is there for good. */
static napi_value hold(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument;
  bool must_hold = false;
  napi_get_cb_info(env, info, &count, &argument, NULL, NULL);
  napi_get_value_bool(env, argument, &must_hold);
  if (must_hold)
    napi_ref_threadsafe_function(env, shared);
  else
    napi_unref_threadsafe_function(env, shared);
  return NULL;
}

NAPI_MODULE_INIT() {
  napi_value name, function;
  napi_create_string_utf8(env, "bare", NAPI_AUTO_LENGTH, &name);
  napi_create_threadsafe_function(env, NULL, NULL, name, 0, 1, NULL, NULL, NULL, on_main, &shared);
  napi_unref_threadsafe_function(env, shared);
  static const struct {
    const char *name;
    napi_callback callback;
  } functions[] = {{"start", start}, {"reply", reply}, {"hold", hold}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    napi_create_function(env, NULL, 0, functions[i].callback, NULL, &function);
    napi_set_named_property(env, exports, functions[i].name, function);
  }
  return exports;
}
