#include "engine/index_answer.h"

#include "index/storage.h"
#include "os/clock.h"
#include "os/process.h"
#include "text/tokens.h"
#include "workspace/text_index.h"

#define MB ((double)(1 << 20))
#define SECOND_NS ((int64_t)1000000000)
/* A list of paths ends after so many. */
#define MAX_NAMED 10

/* ---- words ------------------------------------------------------------------------------- */

static void add_size(sx_buf *text, uint64_t bytes) {
  if (bytes >= (uint64_t)1 << 30)
    sx_buf_addf(text, "%.1f GB", (double)bytes / MB / 1024);
  else
    sx_buf_addf(text, "%.1f MB", (double)bytes / MB);
}

static void add_files(sx_buf *text, size_t count) {
  sx_buf_add_count(text, count);
  sx_buf_add_text(text, count == 1 ? " file" : " files");
}

static void add_age(sx_buf *text, int64_t then_ns) {
  static const struct {
    int64_t seconds;
    const char *name;
  } units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
  int64_t seconds = (sx_clock_day_ns() - then_ns) / SECOND_NS;
  size_t i = 0;
  if (seconds < 1) seconds = 1;
  while (seconds < units[i].seconds) i++;
  int64_t count = seconds / units[i].seconds;
  sx_buf_addf(text, "%lld %s%s ago", (long long)count, units[i].name, count == 1 ? "" : "s");
}

/* ": a.c, b.c and 3 more" */
static void add_paths(sx_buf *text, const sx_strs *paths, const char *quote) {
  for (size_t i = 0; i < paths->len && i < MAX_NAMED; i++)
    sx_buf_addf(text, "%s%s%.*s%s", i ? ", " : ": ", quote, SX_STR_ARG(paths->items[i]), quote);
  if (paths->len > MAX_NAMED) sx_buf_addf(text, " and %zu more", paths->len - MAX_NAMED);
}

static bool is_being_written(const sx_text_index_report *index) {
  return index->is_writing || index->is_others;
}

static const char *state_of(const sx_text_index_report *index) {
  if (is_being_written(index)) return "writing";
  return index->generation ? "ready" : "none";
}

static void add_writing(sx_buf *text, const sx_text_index_report *index) {
  sx_buf_add_text(text, index->is_others ? "another window is writing it" : "being written");
  if (index->is_others || !index->to_read) return;
  sx_buf_add_text(text, ": ");
  sx_buf_add_count(text, index->read);
  sx_buf_add_text(text, " of ");
  add_files(text, index->to_read);
}

static const char *why_absent(const sx_text_index_report *index) {
  if (!sx_process_is_possible()) return "there is none on this system";
  if (!index->is_on)
    return "the setting sextant.index.enabled is off, or the editor has given no folder for it";
  if (!index->is_on_disk) return "the folder is not on the disk";
  if (index->is_refused)
    return "the folder is the home folder or one above it, of which one is written only when it is "
           "asked for, by operation=index or *Sextant: Rebuild Index*";
  if (index->is_too_big)
    return "what was written has more than 256 MB, which is too much for a file system that may "
           "not be local";
  return "it is kept for folders of 2,000 files or more, and where symbols were searched for";
}

/* Where it could not be written, that is the reason, and is added to it. */
static void add_absence(sx_buf *text, const sx_text_index_report *index) {
  sx_buf_add_text(text, "no index");
  if (!index->complaint.len) sx_buf_addf(text, "; %s", why_absent(index));
}

/* A sentence that goes on, or ends, where it is put. */
static sx_str without_period(sx_str sentence) {
  return sx_str_has_suffix(sentence, SX_STR(".")) ? sx_str_slice(sentence, 0, sentence.len - 1)
                                                  : sentence;
}

/* "c (55,405 files, 3 not read)" */
static void add_languages(sx_buf *text, const sx_text_index_report *index) {
  for (size_t i = 0; i < index->languages.len; i++) {
    const sx_text_index_language *one = &index->languages.items[i];
    sx_buf_addf(text, "%s%.*s (", i ? ", " : "", SX_STR_ARG(one->name));
    add_files(text, one->files);
    if (one->cut) sx_buf_addf(text, ", %zu read in part", one->cut);
    if (one->unread) sx_buf_addf(text, ", %zu not read", one->unread);
    sx_buf_add_char(text, ')');
  }
  if (!index->languages.len) sx_buf_add_text(text, "no files");
  if (!index->has_symbols) sx_buf_add_text(text, " (not all of them yet)");
}

/* ---- health ------------------------------------------------------------------------------ */

static void write_line(const sx_text_index_report *index, sx_buf *text) {
  if (!index->generation && !is_being_written(index)) add_absence(text, index);
  if (index->generation) {
    sx_buf_add_count(text, index->covered);
    sx_buf_add_text(text, " of ");
    add_files(text, index->files);
    sx_buf_addf(text, " indexed, %zu changed since, %zu always read, %zu binary; ", index->stale,
                index->open, index->binary);
    add_size(text, index->store_bytes);
    sx_buf_add_text(text, " for ");
    add_size(text, index->text_bytes);
    sx_buf_add_text(text, " of files; written ");
    add_age(text, index->written_ns);
    sx_buf_add_text(text, "; symbols of ");
    add_languages(text, index);
    if (index->poisoned.len) sx_buf_add_text(text, "; its writer crashed at");
    add_paths(text, &index->poisoned, "");
  }
  if (is_being_written(index)) {
    sx_buf_add_text(text, index->generation ? "; " : "");
    add_writing(text, index);
  }
  if (index->complaint.len)
    sx_buf_addf(text, "; writing it failed: %.*s", SX_STR_ARG(without_period(index->complaint)));
  sx_buf_add_text(text, ".\n");
}

static void write_state(const sx_text_index_report *index, sx_buf *text) {
  sx_buf_add_text(text, "- **State**: ");
  if (is_being_written(index))
    add_writing(text, index);
  else if (index->generation)
    sx_buf_add_text(text, "ready");
  else
    add_absence(text, index);
  sx_buf_add_char(text, '\n');
  if (index->complaint.len)
    sx_buf_addf(text, "- **Writing it failed**: %.*s\n", SX_STR_ARG(index->complaint));
}

/* As a person reads it: one number a line. */
static void write_list(const sx_text_index_report *index, sx_buf *text) {
  write_state(index, text);
  if (!index->generation) return;
  sx_buf_add_text(text, "- **Files**: ");
  sx_buf_add_count(text, index->files);
  sx_buf_add_text(text, ", of which ");
  sx_buf_add_count(text, index->covered);
  sx_buf_add_text(text, " are indexed, ");
  sx_buf_add_count(text, index->binary);
  sx_buf_add_text(text, " binary and ");
  sx_buf_add_count(text, index->open);
  sx_buf_add_text(text, " read by each search (not in UTF-8, too large, or written right before)\n"
                        "- **Changed since it was written**: ");
  add_files(text, index->stale);
  sx_buf_add_text(text, "\n- **Size on the disk**: ");
  add_size(text, index->store_bytes);
  sx_buf_add_text(text, " for ");
  add_size(text, index->text_bytes);
  sx_buf_add_text(text, " of files\n- **Written**: ");
  add_age(text, index->written_ns);
  sx_buf_add_text(text, "\n- **Symbols of**: ");
  add_languages(text, index);
  sx_buf_add_text(text, "\n- **Files at which writing crashed**, left alone until they change: ");
  sx_buf_add_count(text, index->poisoned.len);
  add_paths(text, &index->poisoned, "`");
  sx_buf_addf(text, "\n- **Kept in**: `%.*s`\n", SX_STR_ARG(index->folder));
}

static cJSON *index_fact(const sx_root *root, const sx_text_index_report *index) {
  cJSON *fact = cJSON_CreateObject();
  sx_answer_fact(fact, "name", root->name);
  cJSON_AddStringToObject(fact, "state", index->generation ? state_of(index) : "none");
  cJSON_AddNumberToObject(fact, "files", (double)index->files);
  cJSON_AddNumberToObject(fact, "indexed", (double)index->covered);
  cJSON_AddNumberToObject(fact, "changed", (double)index->stale);
  cJSON_AddNumberToObject(fact, "bytes", (double)index->store_bytes);
  cJSON *languages = cJSON_AddArrayToObject(fact, "symbols");
  for (size_t i = 0; i < index->languages.len; i++) {
    cJSON *one = cJSON_CreateObject();
    sx_answer_fact(one, "language", index->languages.items[i].name);
    cJSON_AddNumberToObject(one, "files", (double)index->languages.items[i].files);
    sx_answer_push(languages, one);
  }
  return fact;
}

/* The indexes as facts, and in words unless the text has something else. */
static sx_status add_reports(sx_call *call, bool has_words, sx_answer *answer, sx_err *err) {
  bool is_list = answer->format == SX_FORMAT_MARKDOWN;
  cJSON *facts = cJSON_AddArrayToObject(answer->facts, "indexes");
  sx_status status = facts ? SX_OK : sx_fail(err, SX_NOMEM, NULL);
  for (size_t i = 0; i < call->roots.len && !status; i++) {
    sx_text_index_report report;
    const sx_root *root = &call->roots.items[i];
    status = sx_text_index_get_report(&report, call, root->path, err);
    if (status) break;
    sx_answer_push(facts, index_fact(root, &report));
    if (!has_words) continue;
    sx_buf_addf(&answer->text, is_list ? "## %.*s\n\n" : "- %.*s: ", SX_STR_ARG(root->name));
    if (is_list)
      write_list(&report, &answer->text);
    else
      write_line(&report, &answer->text);
    if (is_list) sx_buf_add_char(&answer->text, '\n');
  }
  return status;
}

sx_status sx_index_answer_health(sx_call *call, sx_answer *answer, sx_err *err) {
  if (!call->roots.len)
    sx_buf_add_text(&answer->text, SX_NO_FOLDER);
  else if (answer->format != SX_FORMAT_MARKDOWN)
    sx_buf_add_text(&answer->text, "Index for searching in files:\n\n");
  return add_reports(call, true, answer, err);
}

/* ---- what is done to it ------------------------------------------------------------------ */

static const char *const wishes[] = {
    [SX_TEXT_INDEX_IS_OFF] = "has no index: the setting sextant.index.enabled is off, the editor "
                             "has given no folder for it, or there is none on this system.",
    [SX_TEXT_INDEX_ELSEWHERE] = "has no index: it is not on the disk.",
    [SX_TEXT_INDEX_TOO_FEW] = "needs no index: it has fewer than 2,000 files.",
    [SX_TEXT_INDEX_BEGUN] = "is being indexed from the beginning.",
    [SX_TEXT_INDEX_AFTERWARDS] = "is being indexed already: afterwards once more from the "
                                 "beginning.",
};

sx_status sx_index_answer_rebuild(sx_call *call, sx_answer *answer, sx_err *err) {
  sx_status status = SX_OK;
  if (!call->roots.len) sx_buf_add_text(&answer->text, SX_NO_FOLDER);
  for (size_t i = 0; i < call->roots.len && !status; i++) {
    sx_text_index_wish wish;
    const sx_root *root = &call->roots.items[i];
    status = sx_text_index_write(&wish, call, root->path, err);
    if (!status) sx_buf_addf(&answer->text, "'%.*s' %s\n", SX_STR_ARG(root->name), wishes[wish]);
  }
  return status ? status : add_reports(call, false, answer, err);
}

static void write_found(sx_answer *answer, const char *what, const sx_strs *paths) {
  if (!paths->len) return;
  sx_buf_add_text(&answer->text, "  ");
  add_files(&answer->text, paths->len);
  sx_buf_addf(&answer->text, " %s", what);
  add_paths(&answer->text, paths, "");
  sx_buf_add_char(&answer->text, '\n');
}

sx_status sx_index_answer_refresh(sx_call *call, sx_answer *answer, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < call->roots.len && !status; i++) {
    sx_text_index_refreshed found;
    const sx_root *root = &call->roots.items[i];
    status = sx_text_index_refresh(&found, call, root->path, err);
    if (status) break;
    size_t missed = found.came.len + found.went.len + found.changed.len;
    sx_buf_addf(&answer->text, "- %.*s: ", SX_STR_ARG(root->name));
    add_files(&answer->text, found.files);
    sx_buf_add_text(&answer->text, missed ? " looked at again; these had not been noticed:\n"
                                          : " looked at again; no change had been missed.\n");
    write_found(answer, "came", &found.came);
    write_found(answer, "went", &found.went);
    write_found(answer, "changed", &found.changed);
  }
  return status ? status : add_reports(call, false, answer, err);
}

sx_status sx_index_answer_clean(sx_call *call, bool is_all, sx_answer *answer, sx_err *err) {
  sx_index_tidied tidied;
  sx_buf *text = &answer->text;
  sx_status status = sx_text_index_clean(&tidied, call, is_all, err);
  if (status) return status;
  if (!tidied.removed.len)
    sx_buf_addf(text, "No index was removed: %s.\n",
                is_all ? "each is being written, or another window has it open"
                       : "each was used in the last 30 days, by a folder that exists");
  for (size_t i = 0; i < tidied.removed.len; i++) {
    const sx_index_stored *one = &tidied.removed.items[i];
    sx_buf_addf(text, "- Removed the index of %.*s: ",
                SX_STR_ARG(one->root.len ? one->root : SX_STR("an unknown folder")));
    add_size(text, one->bytes);
    sx_buf_addf(text, " (%llu bytes).\n", (unsigned long long)one->bytes);
  }
  if (tidied.removed.len > 1) {
    sx_buf_addf(text, "Together %llu bytes.\n", (unsigned long long)tidied.removed_bytes);
  }
  sx_buf_addf(text, "%zu %s left, of ", tidied.left, tidied.left == 1 ? "is" : "are");
  add_size(text, tidied.left_bytes);
  if (tidied.busy) sx_buf_addf(text, "; %zu stayed, as a window has it open", tidied.busy);
  sx_buf_add_text(text, ".\n");
  cJSON_AddNumberToObject(answer->facts, "removed", (double)tidied.removed.len);
  cJSON_AddNumberToObject(answer->facts, "removed_bytes", (double)tidied.removed_bytes);
  return SX_OK;
}
