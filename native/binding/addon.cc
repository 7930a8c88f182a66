// The only code that knows Node-API: it moves strings between JavaScript and the engine, and
// decides nothing. Everything here runs on the main thread of its environment; what a tool's
// thread may do is wake it.
//
// An environment may be torn down while its code is in here (a worker that is terminated): then
// nothing can be thrown any more, and that must not abort the process.
#define NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS
#include <napi.h>

#include <cstring>

extern "C" {
#include "base/mem.h"
#include "commands/commands.h"
#include "engine/engine.h"
#include "engine/tool.h"
#include "host/endpoint.h"
#include "servers/freshness.h"
#include "workspace/allowed.h"
#include "workspace/change_log.h"
#include "workspace/facts_host.h"
#include "workspace/text_index.h"
}

namespace {

class Engine;

// Drains what waits, on the main thread.
void OnWake(Napi::Env env, Napi::Function callback, Engine *engine, void *data);
using Wake = Napi::TypedThreadSafeFunction<Engine, void, OnWake>;

/// UTF-8 copy in the engine's memory, NUL-terminated; `*len` without the NUL. NULL: no memory.
char *CopyString(napi_env env, napi_value value, size_t *len) {
  *len = 0;
  if (napi_get_value_string_utf8(env, value, nullptr, 0, len) != napi_ok) return nullptr;
  char *copy = static_cast<char *>(sx_malloc(*len + 1));
  if (copy) napi_get_value_string_utf8(env, value, copy, *len + 1, len);
  return copy;
}

/// A string argument for the time of one call into the engine.
class Text {
public:
  Text(napi_env env, napi_value value) : ptr_(CopyString(env, value, &len_)) {
  }
  ~Text() {
    sx_free(ptr_);
  }
  Text(const Text &) = delete;
  Text &operator=(const Text &) = delete;
  bool ok() const {
    return ptr_ != nullptr;
  }
  sx_str str() const {
    return sx_str_make(ptr_, ptr_ ? len_ : 0);
  }

private:
  size_t len_ = 0;
  char *ptr_;
};

/// The same of a Uint8Array; NULL for one of another kind.
char *CopyBytes(napi_env env, napi_value array, size_t *len) {
  napi_typedarray_type type;
  size_t count = 0;
  void *bytes = nullptr;
  napi_status status = napi_get_typedarray_info(env, array, &type, &count, &bytes, nullptr, nullptr);
  if (status != napi_ok || type != napi_uint8_array) return nullptr;
  char *copy = static_cast<char *>(sx_malloc(count + 1));
  if (!copy) return nullptr;
  if (count) memcpy(copy, bytes, count);
  copy[count] = 0;
  *len = count;
  return copy;
}

Napi::Value MakeString(Napi::Env env, const char *text, size_t len) {
  napi_value value = nullptr;
  if (!text || napi_create_string_utf8(env, text, len, &value) != napi_ok) return env.Undefined();
  return Napi::Value(env, value);
}

// Without coercion, which runs JavaScript and so can fail: a value that is not a number is 0.
uint64_t GetNumber(napi_env env, napi_value value) {
  int64_t number = 0;
  napi_get_value_int64(env, value, &number);
  return static_cast<uint64_t>(number);
}

bool GetBool(napi_env env, napi_value value) {
  bool is_true = false;
  napi_get_value_bool(env, value, &is_true);
  return is_true;
}

/// NULL when it cannot be got; what takes it refuses that as no string.
napi_value GetItem(napi_env env, napi_value list, size_t index) {
  napi_value item = nullptr;
  napi_get_element(env, list, static_cast<uint32_t>(index), &item);
  return item;
}

Napi::Value MakeNumber(Napi::Env env, uint64_t number) {
  return Napi::Number::New(env, static_cast<double>(number));
}

void Throw(Napi::Env env, sx_status status) {
  const char *message = sx_status_message(status);
  napi_value code = MakeString(env, sx_status_code(status), strlen(sx_status_code(status)));
  napi_value text = MakeString(env, message, strlen(message)), error = nullptr;
  if (napi_create_error(env, code, text, &error) == napi_ok) napi_throw(env, error);
}

/**
 * new Engine(onRequest, onResult, programs?, storage?)
 *   onRequest(id, op, argsJson)       the engine asks the editor; answer with reply()
 *   onResult(id, isError, code, text, factsJson, isTruncated, tokens)   a call has ended
 *   programs                          the folder of sextant-indexer and sextant-run; without it
 *                                     no command runs
 *   storage                           a folder for the index; without both there is none, and
 *                                     texts are not read with grammars
 */
class Engine : public Napi::ObjectWrap<Engine> {
public:
  static Napi::Function Define(Napi::Env env) {
    return DefineClass(env, "Engine",
                       {
                           InstanceMethod<&Engine::Call>("call"),
                           InstanceMethod<&Engine::Cancel>("cancel"),
                           InstanceMethod<&Engine::Expire>("expire"),
                           InstanceMethod<&Engine::Reply>("reply"),
                           InstanceMethod<&Engine::SetRoots>("setRoots"),
                           InstanceMethod<&Engine::SetExcluded>("setExcluded"),
                           InstanceMethod<&Engine::SetEndpoint>("setEndpoint"),
                           InstanceMethod<&Engine::KeepChanges>("keepChanges"),
                           InstanceMethod<&Engine::Touch>("touch"),
                           InstanceMethod<&Engine::FileChanged>("fileChanged"),
                           InstanceMethod<&Engine::FileOpened>("fileOpened"),
                           InstanceMethod<&Engine::Allow>("allow"),
                           InstanceMethod<&Engine::ForgetReadiness>("forgetReadiness"),
                           InstanceMethod<&Engine::Stop>("stop"),
                       });
  }

  explicit Engine(const Napi::CallbackInfo &info) : Napi::ObjectWrap<Engine>(info) {
    Napi::Env env = info.Env();
    if (info.Length() < 2 || !info[0].IsFunction() || !info[1].IsFunction()) {
      Throw(env, SX_INVALID_ARGUMENT);
      return;
    }
    on_request_ = Napi::Persistent(info[0].As<Napi::Function>());
    on_result_ = Napi::Persistent(info[1].As<Napi::Function>());
    wake_ = Wake::New(env, "sextant", 0, 1, this);
    wake_.Unref(env);
    engine_ = sx_engine_new(&Engine::WakeFromAnyThread, this);
    if (!engine_) {
      wake_.Release();
      Throw(env, SX_NOMEM);
      return;
    }
    if (info.Length() > 3 && info[2].IsString() && info[3].IsString()) {
      Text programs(env, info[2]), storage(env, info[3]);
      const sx_services *services = sx_engine_services(engine_);
      if (!programs.ok() || !storage.ok() ||
          !sx_text_index_set_up(services->text_index, programs.str(), storage.str()) ||
          !sx_endpoint_set_up(services->endpoint, storage.str()) ||
          !sx_facts_host_set_up(services->facts_host, storage.str().len ? programs.str() : storage.str()) ||
          !sx_commands_set_up(services->commands, sx_engine_port(engine_), programs.str())) {
        Throw(env, SX_NOMEM);
        return;
      }
    }
    // After the thread-safe function was made, so that this runs before that one's own hook:
    // the tools' threads are joined while they may still call it.
    napi_add_env_cleanup_hook(env, &Engine::OnEnvironmentEnd, this);
    env_ = env;
  }

  ~Engine() override {
    Shut();
  }

  void Drain(Napi::Env env) {
    sx_port_ticket ticket;
    is_draining_ = true;
    while (IsOn() && sx_port_take(sx_engine_port(engine_), &ticket)) {
      Napi::HandleScope scope(env);
      CallBack(env, on_request_,
               {MakeNumber(env, ticket.id), MakeString(env, ticket.op, strlen(ticket.op)),
                MakeString(env, ticket.args.ptr, ticket.args.len)});
      sx_port_ticket_release(sx_engine_port(engine_), &ticket);
    }
    while (sx_result *result = IsOn() ? sx_engine_take_result(engine_) : nullptr) {
      Napi::HandleScope scope(env);
      if (--under_way_ == 0) wake_.Unref(env);
      CallBack(env, on_result_,
               {MakeNumber(env, result->id), Napi::Boolean::New(env, result->is_error),
                MakeString(env, result->code, strlen(result->code)),
                MakeString(env, result->text, result->text_len),
                MakeString(env, result->facts, result->facts_len),
                Napi::Boolean::New(env, result->is_truncated), MakeNumber(env, result->tokens)});
      sx_result_free(result);
    }
    is_draining_ = false;
    if (must_stop_) Shut();
  }

private:
  static void WakeFromAnyThread(void *context) {
    static_cast<Engine *>(context)->wake_.NonBlockingCall();
  }

  static void OnEnvironmentEnd(void *context) {
    Engine *engine = static_cast<Engine *>(context);
    engine->env_ = nullptr;
    engine->Shut();
  }

  bool IsOn() const {
    return engine_ && !must_stop_;
  }

  // The callbacks are the shim's own and catch everything; should one throw all the same, the
  // others still get theirs. In an environment that is being torn down no call succeeds and none
  // of them may throw: that is why Napi::Function::Call, which aborts then, is not used.
  static void CallBack(napi_env env, const Napi::FunctionReference &function,
                       std::initializer_list<napi_value> arguments) {
    napi_value receiver = nullptr, result = nullptr;
    bool is_pending = false;
    if (napi_get_undefined(env, &receiver) != napi_ok) return;
    napi_call_function(env, receiver, function.Value(), arguments.size(), arguments.begin(),
                       &result);
    if (napi_is_exception_pending(env, &is_pending) == napi_ok && is_pending)
      napi_get_and_clear_last_exception(env, &result);
  }

  void Shut() {
    if (!engine_) return;
    sx_engine *engine = engine_;
    engine_ = nullptr;
    if (env_) napi_remove_env_cleanup_hook(env_, &Engine::OnEnvironmentEnd, this);
    sx_engine_free(engine);
    wake_.Release();
    // The callbacks hold the shim's object, which holds this one: the three could never be
    // collected.
    if (env_) {
      on_request_.Reset();
      on_result_.Reset();
    }
  }

  bool IsGone(const Napi::CallbackInfo &info, size_t arguments) {
    if (!engine_)
      Throw(info.Env(), SX_CLOSED);
    else if (info.Length() < arguments)
      Throw(info.Env(), SX_INVALID_ARGUMENT);
    return !engine_ || info.Length() < arguments;
  }

  // call(id, tool, argsJson, isMarkdown, deadlineMs, isApproved?, isPerson?, isStructured?, client?)
  Napi::Value Call(const Napi::CallbackInfo &info) {
    Napi::Env env = info.Env();
    if (IsGone(info, 5)) return env.Undefined();
    if (!info[0].IsNumber() || !info[1].IsString() || !info[2].IsString() || !info[4].IsNumber()) {
      Throw(env, SX_INVALID_ARGUMENT);
      return env.Undefined();
    }
    Text tool(env, info[1]), args(env, info[2]);
    Text client(env, info.Length() > 8 ? info[8] : env.Undefined());
    sx_call_options options = {
        GetBool(env, info[3]) ? SX_FORMAT_MARKDOWN : SX_FORMAT_TEXT,
        info.Length() > 6 && GetBool(env, info[6]) ? SX_CALLER_PERSON : SX_CALLER_AGENT,
        GetNumber(env, info[4]),
        info.Length() > 5 && GetBool(env, info[5]),
        info.Length() > 7 && GetBool(env, info[7]),
        client.str(),
    };
    sx_status status = SX_NOMEM;
    if (tool.ok() && args.ok())
      status = sx_engine_call(engine_, GetNumber(env, info[0]), tool.str(), args.str(), &options);
    if (status)
      Throw(env, status);
    else if (++under_way_ == 1)
      wake_.Ref(env); // a call keeps the process alive
    return env.Undefined();
  }

  Napi::Value Cancel(const Napi::CallbackInfo &info) {
    if (engine_ && info.Length() > 0 && info[0].IsNumber())
      sx_engine_cancel(engine_, GetNumber(info.Env(), info[0]));
    return info.Env().Undefined();
  }

  // expire(): calls end that hang after their deadline
  Napi::Value Expire(const Napi::CallbackInfo &info) {
    if (engine_) sx_engine_expire(engine_);
    return info.Env().Undefined();
  }

  // reply(id, isError, json, text?) -> false when the request is gone; a long text costs this thread
  //                                     less as a Uint8Array of UTF-8
  Napi::Value Reply(const Napi::CallbackInfo &info) {
    Napi::Env env = info.Env();
    if (!engine_ || info.Length() < 3 || !info[0].IsNumber()) return Napi::Boolean::New(env, false);
    sx_port_reply reply = {};
    reply.is_error = GetBool(env, info[1]);
    reply.json = CopyString(env, info[2], &reply.json_len);
    if (info.Length() > 3 && info[3].IsString())
      reply.text = CopyString(env, info[3], &reply.text_len);
    else if (info.Length() > 3 && info[3].IsTypedArray())
      reply.text = CopyBytes(env, info[3], &reply.text_len);
    if (!reply.json) reply.is_error = true;
    uint64_t id = GetNumber(env, info[0]);
    return Napi::Boolean::New(env, sx_port_send_reply(sx_engine_port(engine_), id, &reply));
  }

  // setRoots([name, path, name, path, …])
  Napi::Value SetRoots(const Napi::CallbackInfo &info) {
    Napi::Env env = info.Env();
    if (IsGone(info, 1) || !info[0].IsArray()) return env.Undefined();
    Napi::Array list = info[0].As<Napi::Array>();
    sx_arena arena;
    sx_arena_init(&arena, 16 * 1024 * 1024);
    size_t count = list.Length() / 2;
    sx_root *roots = static_cast<sx_root *>(sx_arena_calloc(&arena, count, sizeof *roots));
    for (size_t i = 0; roots && i < count; i++) {
      Text name(env, GetItem(env, list, 2 * i)), path(env, GetItem(env, list, 2 * i + 1));
      roots[i].name = sx_arena_dup(&arena, name.str());
      roots[i].path = sx_arena_dup(&arena, path.str());
    }
    sx_status status = arena.status;
    if (!status) status = sx_engine_set_roots(engine_, roots, count);
    sx_arena_release(&arena);
    if (status) Throw(env, status);
    return env.Undefined();
  }

  // setExcluded([glob, …])
  Napi::Value SetExcluded(const Napi::CallbackInfo &info) {
    Napi::Env env = info.Env();
    if (IsGone(info, 1) || !info[0].IsArray()) return env.Undefined();
    Napi::Array list = info[0].As<Napi::Array>();
    sx_arena arena;
    sx_arena_init(&arena, 16 * 1024 * 1024);
    sx_strs globs = {};
    sx_status status = SX_OK;
    for (uint32_t i = 0; i < list.Length() && !status; i++) {
      Text glob(env, GetItem(env, list, i));
      status = sx_strs_add(&globs, sx_arena_dup(&arena, glob.str()), &arena, nullptr);
    }
    if (!status) status = sx_engine_set_excluded(engine_, &globs);
    sx_arena_release(&arena);
    if (status) Throw(env, status);
    return env.Undefined();
  }

  // setEndpoint(url, model): for embeddings; without a URL there is none. Again when its key changed
  Napi::Value SetEndpoint(const Napi::CallbackInfo &info) {
    Napi::Env env = info.Env();
    if (IsGone(info, 2) || !info[0].IsString() || !info[1].IsString()) return env.Undefined();
    Text url(env, info[0]), model(env, info[1]);
    sx_status status = url.ok() && model.ok() ? SX_OK : SX_NOMEM;
    if (!status)
      status = sx_endpoint_set(sx_engine_services(engine_)->endpoint, url.str(), model.str());
    if (status) Throw(env, status);
    return env.Undefined();
  }

  // keepChanges(folder): in which applied changes, and what agents keep, outlive a reload; once, at the start
  Napi::Value KeepChanges(const Napi::CallbackInfo &info) {
    Napi::Env env = info.Env();
    if (IsGone(info, 1) || !info[0].IsString()) return env.Undefined();
    Text folder(env, info[0]);
    if (!folder.ok() || !sx_engine_keep_changes(engine_, folder.str())) Throw(env, SX_NOMEM);
    return env.Undefined();
  }

  Napi::Value Touch(const Napi::CallbackInfo &info) {
    if (engine_) sx_change_log_touch(sx_engine_services(engine_)->change_log);
    return info.Env().Undefined();
  }

  // fileChanged(path, news?): the editor's watcher reports it; news: 1 it came, 2 it went
  Napi::Value FileChanged(const Napi::CallbackInfo &info) {
    if (!engine_ || info.Length() < 1) return info.Env().Undefined();
    Text path(info.Env(), info[0]);
    uint64_t news = info.Length() > 1 && info[1].IsNumber() ? GetNumber(info.Env(), info[1]) : 0;
    if (path.ok())
      sx_freshness_note(sx_engine_services(engine_)->change_log, path.str(),
                        news == 1   ? SX_FILE_CAME
                        : news == 2 ? SX_FILE_WENT
                                    : SX_FILE_WRITTEN);
    return info.Env().Undefined();
  }

  // fileOpened(path): the editor holds it
  Napi::Value FileOpened(const Napi::CallbackInfo &info) {
    if (!engine_ || info.Length() < 1 || !info[0].IsString()) return info.Env().Undefined();
    Text path(info.Env(), info[0]);
    if (path.ok()) sx_freshness_care(sx_engine_services(engine_)->change_log, path.str());
    return info.Env().Undefined();
  }

  // allow(path): a person points to it; tools may read it
  Napi::Value Allow(const Napi::CallbackInfo &info) {
    if (engine_ && info.Length() > 0 && info[0].IsString()) {
      Text path(info.Env(), info[0]);
      if (path.ok()) sx_allowed_add(sx_engine_services(engine_)->allowed, path.str());
    }
    return info.Env().Undefined();
  }

  Napi::Value ForgetReadiness(const Napi::CallbackInfo &info) {
    if (engine_) sx_engine_forget_servers(engine_);
    return info.Env().Undefined();
  }

  // Cancels what runs and joins the threads; no callback comes after that. From inside a
  // callback it takes effect when that has returned.
  Napi::Value Stop(const Napi::CallbackInfo &info) {
    must_stop_ = true;
    if (!is_draining_) Shut();
    return info.Env().Undefined();
  }

  sx_engine *engine_ = nullptr;
  napi_env env_ = nullptr;
  Wake wake_;
  size_t under_way_ = 0;
  bool is_draining_ = false, must_stop_ = false;
  Napi::FunctionReference on_request_, on_result_;
};

void OnWake(Napi::Env env, Napi::Function, Engine *engine, void *) {
  if (env != nullptr && engine) engine->Drain(env);
}

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  Napi::Array definitions = Napi::Array::New(env);
  for (uint32_t i = 0; sx_tools[i].name; i++)
    definitions.Set(i, Napi::String::New(env, sx_tools[i].definition));
  exports.Set("Engine", Engine::Define(env));
  exports.Set("definitions", definitions);
  return exports;
}

} // namespace

NODE_API_MODULE(NODE_GYP_MODULE_NAME, Init)
