#include "memory/changes.h"

#include "host/git.h"
#include "os/clock.h"
#include "run/last_tests.h"
#include "workspace/document_facts.h"
#include "workspace/paths.h"

/* For git to look at the files, and for what the editor has of it. */
#define GIT_MS 2000
#define OLD_GIT_MS 1000
#define READING_MS 3000
/* Files whose symbols are listed, and how many of each. */
#define MAX_READ 10
#define MAX_FROM_ONE 10
/* Ages up to that are in that unit. */
#define MAX_MINUTES 120
#define MAX_HOURS 48
#define COMMIT_CHARS 9

static bool is_listed(const sx_fact *fact) {
  bool is_name = fact->kind != SX_FACT_KEY && fact->kind != SX_FACT_HEADING;
  return is_name && fact->parent == SX_FACT_TOP && !(fact->flags & SX_FACT_NAMELESS) &&
         fact->name_end > fact->name_start;
}

/* A file that is too large, binary or of another language has none. */
static sx_status add_symbols(sx_checkpoint *out, sx_call *call, sx_str path, sx_err *err) {
  const sx_document *document;
  sx_facts facts = {0};
  bool is_read;
  sx_status status = sx_document_peek_any(call, path, &document, err);
  if (status || !document) return status;
  status = sx_document_facts(&facts, &is_read, call, document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  size_t most = out->symbols.len + MAX_FROM_ONE;
  if (most > SX_CHECKPOINT_MAX_SYMBOLS) most = SX_CHECKPOINT_MAX_SYMBOLS;
  for (size_t i = 0; i < facts.len && !status && out->symbols.len < most; i++) {
    const sx_fact *fact = &facts.items[i];
    if (!is_listed(fact)) continue;
    status = sx_strs_add_new(&out->symbols,
                             sx_str_slice(document->text, fact->name_start, fact->name_end),
                             call->arena, err);
  }
  return status;
}

static sx_status add_files(sx_checkpoint *out, sx_call *call, const sx_host_repository *one,
                           sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < one->changed.len && !status; i++) {
    sx_str path = one->changed.items[i];
    bool is_left_out = out->files.len == SX_CHECKPOINT_MAX_FILES ||
                       sx_str_find_char(path, '\n', 0) != SX_STR_NONE ||
                       sx_port_call_hides(call->wait, path, NULL);
    if (is_left_out) continue;
    status = sx_strs_add_new(&out->files, sx_path_display(call, path), call->arena, err);
    if (!status && out->files.len <= MAX_READ) status = add_symbols(out, call, path, err);
  }
  return status;
}

static sx_status ask_git(sx_host_repositories *out, sx_call *call, bool is_fresh, sx_err *err) {
  sx_batch batch;
  sx_port_call_limit(call->wait, is_fresh ? GIT_MS : OLD_GIT_MS);
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_repositories(&batch, is_fresh);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_repositories(&batch, slot, out, err);
  sx_batch_release(&batch);
  sx_port_call_reserve(call->wait, 0);
  return status;
}

/* Without git, or where it does not answer, there is only the text. */
sx_status sx_checkpoint_add_changes(sx_call *call, sx_checkpoint *out, bool *is_old, sx_err *err) {
  sx_host_repositories all = {0};
  sx_status status = ask_git(&all, call, true, err);
  bool is_late = status != SX_OK;
  if (is_late && !sx_status_ends_call(status)) status = ask_git(&all, call, false, err);
  if (sx_status_ends_call(status)) return status;
  *is_old = is_late && all.len > 0;
  for (size_t i = 0; i < all.len && !out->branch.len && !out->commit.len; i++) {
    out->branch = all.items[i].branch;
    out->commit = all.items[i].commit;
  }
  status = SX_OK;
  sx_port_call_limit(call->wait, READING_MS);
  for (size_t i = 0; i < all.len && !status; i++) status = add_files(out, call, &all.items[i], err);
  sx_port_call_reserve(call->wait, 0);
  return status;
}

/* "12 min", "3 h", "4 days" */
static sx_str make_age(int64_t ms, sx_arena *arena) {
  long long minutes = (long long)(ms / 60000), hours = minutes / 60;
  if (minutes < 1) return SX_STR("less than a minute");
  if (minutes <= MAX_MINUTES) return sx_arena_printf(arena, "%lld min", minutes);
  if (hours <= MAX_HOURS) return sx_arena_printf(arena, "%lld h", hours);
  return sx_arena_printf(arena, "%lld days", hours / 24);
}

sx_status sx_checkpoint_add_tests(sx_call *call, sx_checkpoint *out, sx_err *err) {
  sx_last_tests last;
  sx_arena *arena = call->arena;
  sx_status status = sx_last_tests_get(&last, call, err);
  if (status || !last.text.len) return status;
  bool is_other = last.commit.len && !sx_str_is_equal(last.commit, out->commit);
  sx_str age = make_age(sx_clock_day_ns() / 1000000 - last.time_ms, arena);
  sx_str at = is_other ? sx_arena_printf(arena, ", at commit %.*s",
                                         SX_STR_ARG(sx_str_slice(last.commit, 0, COMMIT_CHARS)))
                       : SX_STR("");
  out->tests = sx_arena_printf(arena, "%.*s (run %.*s before%.*s)", SX_STR_ARG(last.text),
                               SX_STR_ARG(age), SX_STR_ARG(at));
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}
