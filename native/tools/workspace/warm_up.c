#include "base/map.h"
#include "os/file.h"
#include "semantic/declared.h"
#include "semantic/place_list.h"
#include "engine/tool.h"
#include "servers/languages.h"
#include "workspace/paths.h"
#include "servers/readiness.h"
#include "servers/state.h"

/*
 * For the first agent that connects: a server starts with the first file of its language that is
 * opened, and loads the project then. One file a language is opened, without a tab, before anybody
 * asks.
 */

#define MAX_LANGUAGES 4
/* A language with fewer files is not worth a server's memory until a call needs it. */
#define MIN_LANGUAGE_FILES 3
/* Smaller ones declare nothing, larger ones take long by themselves. */
#define MIN_SEED_BYTES 200
#define MAX_SEED_BYTES (128 * 1024)
#define MAX_SEEDS_LOOKED_AT 50
#define FIRST_DELAY_MS 100
#define MAX_DELAY_MS 1000

sx_status sx_tool_warm_up(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

/* A language that is being woken. */
typedef struct waking {
  sx_str language;
  sx_str seed;
  bool is_done;
} waking;

typedef struct wakings {
  waking items[MAX_LANGUAGES];
  size_t len;
} wakings;

/* ---- choosing ------------------------------------------------------------------------------- */

static bool is_seed(const sx_call *call, sx_str path) {
  sx_file_info info;
  return !sx_place_is_test(call, path) && sx_file_stat(&info, path, NULL) == SX_OK &&
         info.is_regular && info.size_bytes >= MIN_SEED_BYTES && info.size_bytes <= MAX_SEED_BYTES;
}

/*
 * From the folder with the most files: a lonely file, such as a tool's configuration, often is
 * of no project. Empty where none will do.
 */
static sx_status choose_seed(sx_call *call, const sx_strs *files, sx_str *seed) {
  sx_map counts;
  uint64_t best = 0;
  sx_str folder = SX_STR("");
  sx_map_init(&counts, call->arena);
  for (size_t i = 0; i < files->len; i++) {
    uint64_t count = 0;
    sx_str own = sx_path_folder(files->items[i]);
    sx_map_find(&counts, own, &count);
    sx_status status = sx_map_put(&counts, own, ++count);
    if (status) return status;
    if (count > best && !sx_place_is_test(call, files->items[i])) best = count, folder = own;
  }
  *seed = SX_STR("");
  for (size_t i = 0, looked_at = 0; i < files->len && looked_at < MAX_SEEDS_LOOKED_AT; i++) {
    if (!sx_str_is_equal(sx_path_folder(files->items[i]), folder)) continue;
    looked_at++;
    if (is_seed(call, files->items[i])) {
      *seed = files->items[i];
      return SX_OK;
    }
  }
  return SX_OK;
}

static sx_status choose(sx_call *call, wakings *out, sx_err *err) {
  sx_workspace_languages all;
  bool is_partial;
  sx_status status = sx_languages_list(call, &all, &is_partial, err);
  for (size_t i = 0; i < all.len && out->len < MAX_LANGUAGES && !status; i++) {
    const sx_workspace_language *one = &all.items[i];
    if (one->state != SX_LANGUAGE_IDLE || one->files.len < MIN_LANGUAGE_FILES) continue;
    sx_str seed;
    status = choose_seed(call, &one->files, &seed);
    if (status) return sx_fail(err, status, NULL);
    if (seed.len) out->items[out->len++] = (waking){.language = one->id, .seed = seed};
  }
  return status;
}

/* ---- asking --------------------------------------------------------------------------------- */

static sx_status open_seeds(sx_call *call, wakings *all, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < all->len; i++) {
    sx_servers_asked_since(call->services->servers, all->items[i].language);
    sx_batch_document(&batch, all->items[i].seed, false);
  }
  sx_status status = sx_batch_run(&batch, err);
  sx_batch_release(&batch);
  return status;
}

static sx_status ask_outlines(sx_call *call, wakings *all, size_t *left, sx_err *err) {
  sx_batch batch;
  size_t slots[MAX_LANGUAGES];
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < all->len; i++)
    if (!all->items[i].is_done) slots[i] = sx_batch_outline(&batch, all->items[i].seed);
  sx_status status = sx_batch_run_within(&batch, SX_PATIENCE_MS, err);
  bool is_stuck = sx_port_call_outlasts(call->wait, status);
  *left = 0;
  for (size_t i = 0; i < all->len && (!status || is_stuck); i++) {
    sx_host_symbols outline = {0};
    waking *one = &all->items[i];
    if (one->is_done) continue;
    /* Another call may have started it meanwhile. */
    one->is_done = sx_servers_is_ready(call->services->servers, one->language);
    if (!one->is_done && !sx_batch_get_symbols(&batch, slots[i], &outline, NULL) && outline.len) {
      sx_servers_set_ready(call->services->servers, one->language);
      one->is_done = true;
    }
    *left += !one->is_done;
  }
  sx_batch_release(&batch);
  return is_stuck ? SX_OK : status;
}

static sx_status wake(sx_call *call, wakings *all, sx_err *err) {
  size_t left = all->len;
  uint64_t delay_ms = FIRST_DELAY_MS, waited_ms = 0;
  sx_status status = left ? open_seeds(call, all, err) : SX_OK;
  while (!status && left && waited_ms < SX_READINESS_GRACE_MS) {
    status = ask_outlines(call, all, &left, err);
    if (!status && left) status = sx_port_call_sleep(call->wait, delay_ms);
    waited_ms += delay_ms;
    delay_ms = delay_ms * 2 < MAX_DELAY_MS ? delay_ms * 2 : MAX_DELAY_MS;
  }
  /* A server that does not come in time is waited for by those who ask. */
  return status == SX_DEADLINE || status == SX_HOST ? SX_OK : status;
}

/* The first question has the index of symbols written, which answers until a server does. */
static sx_status begin_index(sx_call *call, sx_err *err) {
  sx_declared_search search;
  sx_status status = sx_declared_begin(&search, call, err);
  sx_declared_end(&search);
  return status;
}

sx_status sx_tool_warm_up(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  (void)args;
  wakings all = {.len = 0};
  sx_status status = begin_index(call, err);
  if (!status) status = choose(call, &all, err);
  if (!status) status = wake(call, &all, err);
  if (status) return status;
  answer->status = SX_ANSWER_FOUND;
  sx_buf_add_text(&answer->text, "Woken:");
  for (size_t i = 0; i < all.len; i++)
    sx_buf_addf(&answer->text, " %.*s%s", SX_STR_ARG(all.items[i].language),
                all.items[i].is_done ? "" : " (not yet)");
  return SX_OK;
}
