#include "answer/pager.h"
#include "base/map.h"
#include "change/announce.h"
#include "change/hold.h"
#include "change/verify.h"
#include "host/edits.h"
#include "os/file.h"
#include "os/file_write.h"
#include "os/trash.h"
#include "engine/args.h"
#include "engine/change_answer.h"
#include "engine/verify_answer.h"
#include "change/file_text.h"
#include "answer/text_window.h"
#include "workspace/document_edit.h"
#include "workspace/paths.h"
#include "workspace/change_log.h"
#include "workspace/hidden.h"
#include "change/store.h"

#define DEFAULT_TOKENS 4000
#define FRAME_TOKENS 60
#define ENTRY_TOKENS 12
/* Also when the call was cancelled or is late. */
#define PUTTING_BACK_MS 3000
/* The fact `status` of all actions. */
#define SUCCESS "success"

sx_status sx_tool_file_manage(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

static sx_status finish(sx_answer *answer) {
  answer->status = SX_ANSWER_FOUND;
  cJSON_AddStringToObject(answer->facts, "status", SUCCESS);
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return SX_OK;
}

/* ---- read --------------------------------------------------------------------------------- */

static sx_status run_read(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_file_text file;
  sx_lines lines;
  sx_text_shown shown;
  sx_status status =
      sx_file_text_read(&file, call, "file_path", sx_args_str(args, "file_path", call->arena), err);
  if (status) return status;
  if (!file.has_text)
    return sx_fail(err, SX_BINARY, "'%.*s' is %s. %s", SX_STR_ARG(file.shown_path),
                   sx_file_kind_describe(file.kind), sx_file_kind_advice(file.kind));
  status = sx_lines_init(&lines, file.text, call->arena, err);
  if (status) return status;
  size_t room = sx_answer_room(answer, FRAME_TOKENS);
  sx_text_window window = {
      .end_row = UINT32_MAX, .max_tokens = room, .json_tokens = answer->is_structured ? room : 0};
  sx_str cursor = sx_args_str(args, "cursor", call->arena);
  size_t start = answer->text.len;
  status = sx_text_window_write(&shown, &answer->text, &lines, &window, cursor, err);
  if (status) return status;
  sx_answer_fact(answer->facts, "content",
                 sx_str_slice(sx_buf_str(&answer->text), start, answer->text.len));
  sx_text_window_end(&answer->text);
  sx_answer_fact(answer->facts, "encoding", file.encoding);
  if (shown.cursor[0]) {
    answer->is_truncated = true;
    cJSON_AddStringToObject(answer->facts, "cursor", shown.cursor);
    sx_buf_addf(&answer->text, "[lines %u-%u of %u; the rest: cursor=\"%s\"]\n",
                shown.first_row + 1, shown.end_row, lines.count, shown.cursor);
  }
  return finish(answer);
}

/* ---- list --------------------------------------------------------------------------------- */

static cJSON *entry_fact(const sx_dir_entry *entry) {
  cJSON *fact = cJSON_CreateObject();
  sx_answer_fact(fact, "name", entry->name);
  cJSON_AddStringToObject(fact, "type", entry->is_directory ? "directory" : "file");
  cJSON_AddNumberToObject(fact, "size", (double)entry->size_bytes);
  return fact;
}

static void write_entry(sx_answer *answer, const sx_dir_entry *entry) {
  if (entry->is_directory)
    sx_buf_addf(&answer->text, "%.*s/\n", SX_STR_ARG(entry->name));
  else
    sx_buf_addf(&answer->text, "%.*s (%llu bytes)\n", SX_STR_ARG(entry->name),
                (unsigned long long)entry->size_bytes);
}

static uint64_t hash_entries(const sx_dir_list *list) {
  uint64_t hash = list->count;
  for (size_t i = 0; i < list->count; i++)
    hash = sx_pager_hash(hash, sx_hash(list->items[i].name) ^ list->items[i].is_directory);
  return hash;
}

static sx_status drop_hidden(sx_call *call, sx_str folder, sx_dir_list *list, sx_err *err) {
  size_t kept = 0;
  sx_dir_entry *shown = sx_arena_calloc(call->arena, list->count + 1, sizeof *shown);
  if (!shown) return sx_fail(err, SX_NOMEM, NULL);
  for (size_t i = 0; i < list->count; i++) {
    sx_str path = sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(folder),
                                  SX_STR_ARG(list->items[i].name));
    if (!sx_hidden_has(call, path)) shown[kept++] = list->items[i];
  }
  *list = (sx_dir_list){.items = shown, .count = kept};
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}

/* The folders of the window. */
static sx_status list_roots(sx_call *call, sx_dir_list *list, sx_err *err) {
  sx_dir_entry *entries = sx_arena_calloc(call->arena, call->roots.len + 1, sizeof *entries);
  if (!entries) {
    sx_fail(err, SX_NOMEM, NULL);
    return SX_NOMEM; /* the analyzer does not follow sx_fail: `list` is not set */
  }
  for (size_t i = 0; i < call->roots.len; i++)
    entries[i] = (sx_dir_entry){.name = call->roots.items[i].name, .is_directory = true};
  *list = (sx_dir_list){.items = entries, .count = call->roots.len};
  return SX_OK;
}

static sx_status list_folder(sx_call *call, sx_str given, sx_str *path, sx_dir_list *list,
                             sx_err *err) {
  bool is_directory;
  *path = SX_STR(".");
  if (!given.len) given = *path;
  if (sx_path_is_workspace(call, given)) return list_roots(call, list, err);
  sx_status status = sx_path_resolve_any(call, "file_path", given, path, &is_directory, err);
  if (!status && !is_directory)
    status = sx_fail(err, SX_INVALID_ARGUMENT, "path: '%.*s' is a file. Name a folder to list it.",
                     SX_STR_ARG(given));
  if (!status) status = sx_dir_read(list, *path, call->arena, err);
  return status ? status : drop_hidden(call, *path, list, err);
}

static sx_status run_list(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_str path;
  sx_dir_list list;
  sx_status status =
      list_folder(call, sx_args_str(args, "file_path", call->arena), &path, &list, err);
  if (status) return status;
  cJSON *files = cJSON_CreateArray();
  if (!files) return sx_fail(err, SX_NOMEM, NULL);
  sx_buf_addf(&answer->text, "%.*s: %zu entr%s\n", SX_STR_ARG(sx_path_display(call, path)),
              list.count, list.count == 1 ? "y" : "ies");
  size_t most = answer->max_tokens / ENTRY_TOKENS;
  sx_pager pager = {.answer = answer,
                    .facts = files,
                    .count = list.count,
                    .hash = hash_entries(&list),
                    .most = most ? most : 1};
  status = sx_pager_begin(&pager, sx_args_str(args, "cursor", call->arena), err);
  while (!status && sx_pager_has_item(&pager)) {
    sx_answer_push(files, entry_fact(&list.items[pager.next]));
    write_entry(answer, &list.items[pager.next]);
  }
  if (!status) sx_pager_end(&pager);
  sx_answer_put(answer->facts, "files", files);
  cJSON_AddNumberToObject(answer->facts, "total", (double)list.count);
  return status ? status : finish(answer);
}

/* ---- write -------------------------------------------------------------------------------- */

static sx_status run_write(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_change change;
  sx_str path;
  bool exists;
  sx_str content = sx_args_str(args, "content", call->arena);
  sx_change_init(&change, call, call->tool);
  if (!sx_args_has(args, "content"))
    return sx_fail(err, SX_INVALID_ARGUMENT, "content is missing. Give the text to write.");
  sx_status status = sx_path_resolve_new(
      call, "file_path", sx_args_str(args, "file_path", call->arena), &path, &exists, err);
  const sx_document *document;
  if (!status && !exists) status = sx_change_create(&change, path, content, err);
  if (!status && exists) status = sx_document_peek(call, path, &document, err);
  if (!status && exists) {
    content = sx_text_like(content, document->text, call->arena);
    status = sx_change_edit(&change, document, content, err);
  }
  if (status) return status;
  const sx_change_request request = {.save = true,
                                     .write_to_disk = true,
                                     .must_verify = sx_args_bool(args, "verify", false),
                                     .id = SX_STR(""),
                                     .success = "Successfully wrote to",
                                     .done = exists ? "overwritten" : "created",
                                     .status = SUCCESS};
  cJSON_AddNumberToObject(answer->facts, "bytes_written", (double)content.len);
  return sx_change_answer(&change, &request, answer, err);
}

/* ---- delete ------------------------------------------------------------------------------- */

/* Text files can be put back by undoing; others, and links, come back from the trash. */
static sx_status plan_delete(sx_change *change, sx_str path, sx_err *err) {
  sx_call *call = change->call;
  const sx_document *document;
  if (sx_file_is_link(path, call->arena)) return SX_OK;
  sx_status status = sx_document_peek(call, path, &document, NULL);
  if (sx_status_ends_call(status)) return sx_fail(err, status, NULL);
  if (status) return SX_OK;
  if (document->is_dirty)
    return sx_fail(err, SX_CONFLICT,
                   "'%.*s' has unsaved edits in the editor. Save or revert them first. Nothing was "
                   "changed.",
                   SX_STR_ARG(sx_path_display(call, path)));
  status = sx_change_delete(change, document, err);
  return status ? status : sx_change_keep_file(call, &change->files.items[0], err);
}

/* It may have been written while the person was asked. */
static sx_status look_again(sx_change *change, sx_err *err) {
  sx_file_change before = change->files.items[0];
  sx_document_forget(change->call, before.path);
  change->files.len = 0;
  sx_status status = plan_delete(change, before.path, err);
  if (change->files.len) return status;
  change->files.items[change->files.len++] = before; /* no text any more, or refused */
  return status;
}

static sx_status move_to_trash(sx_call *call, sx_str path, sx_err *err) {
  sx_batch batch;
  sx_host_verdict moved = {0};
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_trash(&batch, path);
  sx_status status = sx_batch_run_out(&batch, err);
  if (!status) status = sx_batch_get_verdict(&batch, slot, &moved, err);
  sx_batch_release(&batch);
  if (status || moved.is_allowed) return status;
  /* Editors on a server have no trash of their own. */
  status = sx_trash_move(path, call->arena, err);
  if (!status) return SX_OK;
  char reason[SX_ERR_MESSAGE_BYTES];
  snprintf(reason, sizeof reason, "%s", err ? err->message : "");
  return sx_fail(err, status, "'%.*s' was not deleted: there is no trash for it. %s (%.*s)",
                 SX_STR_ARG(sx_path_display(call, path)), reason, SX_STR_ARG(moved.why));
}

/* Its bytes, with the mode that it had. A copy stays in the trash. */
static sx_status put_back(const sx_file_change *file, sx_err *err) {
  sx_str bytes = file->bytes.len ? file->bytes : file->before;
  return sx_file_write_new(file->path, &bytes, 1, file->mode, err);
}

static sx_status delete_verified(sx_change *change, sx_verifying *verifying, sx_outcome *outcome,
                                 sx_err *err) {
  sx_call *call = change->call;
  const sx_file_change *file = &change->files.items[0];
  sx_file_outcome *deleted = SX_ARRAY_ADD(&outcome->files, call->arena);
  if (!deleted) return sx_fail(err, call->arena->status, NULL);
  deleted->file = file;
  sx_status status = sx_verify_take(verifying, change, err);
  if (!status) status = move_to_trash(call, file->path, err);
  if (status) {
    sx_verify_drop(verifying);
    return status;
  }
  status = sx_verify_compare(verifying, change, outcome, NULL);
  if (!status && !outcome->verification.errors.len) return SX_OK;
  sx_port_call_complete(call->wait, PUTTING_BACK_MS);
  sx_status failed = put_back(file, err);
  sx_document_forget(call, file->path);
  sx_port_call_complete(call->wait, 0);
  if (failed) return failed;
  return status ? sx_fail(err, status, NULL) : sx_verify_refuse(call, &outcome->verification, err);
}

/* A file that is to be deleted, while no other call verifies a change of it. */
typedef struct deleting {
  sx_verifying verifying;
  sx_hold hold;
  sx_change own; /* a copy: the change is planned again meanwhile */
  sx_file_change file;
} deleting;

static sx_status await_turn(deleting *d, const sx_change *change, sx_err *err) {
  d->own = *change;
  if (change->files.len) d->file = change->files.items[0];
  d->own.files.items = &d->file;
  sx_status status =
      change->must_verify ? sx_verify_find_users(&d->verifying, &d->own, err) : SX_OK;
  const sx_strs *users = change->must_verify ? &d->verifying.users : NULL;
  return status ? status : sx_hold_await(&d->hold, &d->own, users, err);
}

static bool is_root(const sx_call *call, sx_str path) {
  for (size_t i = 0; i < call->roots.len; i++)
    if (sx_str_is_equal(call->roots.items[i].path, path) ||
        sx_str_is_equal(call->roots.items[i].real_path, path))
      return true;
  return false;
}

/* A text file is kept for undoing; of others, and of folders, it is known that they are gone. */
static sx_status begin_deleting(sx_change *change, char *id, bool *can_undo, sx_err *err) {
  if (!change->files.len) return SX_OK;
  return sx_changes_begin_applying(change->call->services->changes, change, id, can_undo, err);
}

static bool end_deleting(sx_change *change, char *id, sx_status deleted, bool can_undo) {
  sx_changes *changes = change->call->services->changes;
  if (change->files.len) {
    bool is_begun = id[0] != 0;
    bool is_kept = is_begun && sx_changes_end_applying(changes, id, deleted ? NULL : change);
    return is_kept && can_undo;
  }
  /* Without memory for it the next undo takes back the change before it, and reports which. */
  if (!deleted && sx_changes_put_lost(changes, change, "the deleted files are in the trash", id))
    id[0] = 0;
  return false;
}

static sx_status run_delete(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_str path;
  bool is_directory;
  sx_change change;
  sx_change_init(&change, call, call->tool);
  sx_status status = sx_path_resolve_any(
      call, "file_path", sx_args_str(args, "file_path", call->arena), &path, &is_directory, err);
  if (!status) status = sx_change_check_writable(call, path, err);
  if (!status && is_root(call, path))
    status = sx_fail(err, SX_NOT_ALLOWED, "A workspace folder itself cannot be deleted.");
  if (!status)
    status =
        is_directory ? sx_hidden_check_below(call, path, err) : plan_delete(&change, path, err);
  change.must_verify = sx_args_bool(args, "verify", false);
  if (!status && change.must_verify && !change.files.len)
    status = sx_fail(err, SX_REFUSED,
                     "Only a text file can be put back if deleting it makes errors. Nothing was "
                     "changed. Leave out verify to delete '%.*s'.",
                     SX_STR_ARG(sx_path_display(call, path)));
  if (status) return status;
  sx_str shown = sx_path_display(call, path);
  sx_str title = sx_arena_printf(call->arena, "wants to delete %.*s.", SX_STR_ARG(shown));
  sx_change_approval approval = {
      .change = &change, .title = title, .path = path, .is_folder = is_directory};
  char id[SX_CHANGE_ID_BYTES] = "";
  bool can_undo = false;
  status = begin_deleting(&change, id, &can_undo, err);
  if (!status) status = sx_change_approve(call, &approval, err);
  deleting turn = {.verifying = {.has_users = false}};
  if (!status) status = await_turn(&turn, &change, err);
  if (!status && change.files.len) status = look_again(&change, err);
  sx_outcome outcome = {.id = ""};
  if (!status)
    status = change.must_verify ? delete_verified(&change, &turn.verifying, &outcome, err)
                                : move_to_trash(call, path, err);
  sx_hold_end(call->services->changes, &turn.hold);
  can_undo = end_deleting(&change, id, status, can_undo);
  if (status) return status;
  sx_change_announce(&change, id, &(sx_announcement){.can_undo = can_undo});
  sx_change_log_touch(call->services->change_log);
  sx_answer_fact(answer->facts, "deleted", shown);
  if (id[0]) cJSON_AddStringToObject(answer->facts, "change", id);
  sx_buf_addf(&answer->text, "APPLIED: deleted '%.*s' (moved to the trash%s).\n", SX_STR_ARG(shown),
              can_undo ? "" : "; a person can restore it from there, undo_change cannot");
  sx_verify_answer(&change, &outcome.verification, answer);
  return finish(answer);
}

sx_status sx_tool_file_manage(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_str action = sx_args_str(args, "action", call->arena);
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  if (sx_str_is_equal(action, SX_STR("read"))) return run_read(call, args, answer, err);
  if (sx_str_is_equal(action, SX_STR("list"))) return run_list(call, args, answer, err);
  if (!sx_args_str(args, "file_path", call->arena).len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "file_path is missing. Give the path of a file.");
  if (sx_str_is_equal(action, SX_STR("write"))) return run_write(call, args, answer, err);
  if (sx_str_is_equal(action, SX_STR("delete"))) return run_delete(call, args, answer, err);
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "action must be read, write, list or delete, not '%.*s'.",
                 SX_STR_ARG(sx_str_slice(action, 0, 80)));
}
