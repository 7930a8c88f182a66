#include "os/file.h"
#include "os/file_text.h"
#include "text/declaration.h"
#include "text/keyword.h"
#include "text/qualifier.h"
#include "resolve/resolve.h"

#define MAX_USES 6
#define USES_A_FILE 2
#define MAX_OCCURRENCES 200
#define CHECK_EVERY 64
#define MAX_FILE_BYTES (4u * 1024 * 1024)
#define SURE_RATE 50

/* A place in the code that contains the name by itself. */
typedef struct use {
  sx_str path;
  sx_pos16 at;
  int worth;
} use;

typedef struct use_search {
  sx_call *call;
  sx_str name;
  const sx_language *language;
  use uses[MAX_USES];
  size_t count;
} use_search;

static void add_use(use_search *search, use one) {
  size_t i = search->count < MAX_USES ? search->count++ : MAX_USES;
  while (i > 0 && search->uses[i - 1].worth < one.worth) {
    if (i < MAX_USES) search->uses[i] = search->uses[i - 1];
    i--;
  }
  if (i < MAX_USES) search->uses[i] = one;
}

/* An import is the best place to ask; `name:` and apparent declarations are not uses. */
static int worth_of(const use_search *search, sx_str text, const sx_language *language,
                    const sx_occurrence *one) {
  sx_qualifier before;
  const char *kind;
  if (one->use == SX_USE_IMPORT) {
    char c = one->offset ? text.ptr[one->offset - 1] : 0;
    return c && strchr("'\"/.", c) ? 0 : 3;
  }
  if (one->use != SX_USE_CODE) return 0;
  sx_qualifier_find(&before, text, one->offset, language);
  if (before.count || before.is_open) return 0;
  if (sx_declaration_rate(text, one->offset, search->name.len, language, &kind) >= SURE_RATE)
    return 0;
  size_t next = one->offset + search->name.len;
  bool is_part = next < text.len && strchr(".(<[", text.ptr[next]);
  return is_part && text.ptr[next] ? 2 : 1;
}

static sx_status look_into(use_search *search, sx_str path, sx_str text, sx_arena *scratch) {
  const sx_language *language = sx_language_find(SX_STR(""), path);
  sx_occurrences found = {0};
  if (!sx_occurrences_has(text, search->name, language)) return SX_OK;
  sx_status status =
      sx_occurrences_find(&found, text, search->name, language, MAX_OCCURRENCES, scratch, NULL);
  if (status) return status;
  sx_occurrences_classify(&found, text, language);
  size_t taken = 0;
  for (size_t i = 0; i < found.len && taken < USES_A_FILE; i++) {
    int worth = worth_of(search, text, language, &found.items[i]);
    if (!worth) continue;
    add_use(search, (use){path, {found.items[i].point.row, found.items[i].col_u16}, worth});
    taken++;
  }
  return SX_OK;
}

/* Unsaved text counts. A file that cannot be read is passed over. */
static sx_status look_into_file(use_search *search, sx_str path, const sx_strs *dirty,
                                sx_err *err) {
  const sx_language *language = sx_language_find(SX_STR(""), path);
  bool is_meant = sx_language_is_code(language) &&
                  (!search->language || sx_language_is_kin(search->language, language));
  if (!is_meant) return SX_OK;
  for (size_t i = 0; i < dirty->len; i++) {
    const sx_document *document;
    if (!sx_str_is_equal(dirty->items[i], path)) continue;
    sx_status status = sx_document_open(search->call, path, &document, err);
    if (status) return sx_status_ends_call(status) ? status : SX_OK;
    status = look_into(search, path, document->text, search->call->arena);
    return status ? sx_fail(err, status, NULL) : SX_OK;
  }
  sx_arena scratch;
  sx_str text;
  sx_arena_init(&scratch, 64u * 1024 * 1024);
  sx_status status = sx_file_text_load(&text, path, MAX_FILE_BYTES, &scratch);
  if (!status) status = look_into(search, path, text, &scratch);
  sx_arena_release(&scratch);
  return status == SX_NOMEM ? sx_fail(err, status, NULL) : SX_OK;
}

static sx_status ask(use_search *search, sx_places *out, sx_err *err) {
  sx_batch batch;
  size_t slots[MAX_USES];
  if (!search->count) return SX_OK;
  sx_batch_init(&batch, search->call->wait, search->call->arena);
  for (size_t i = 0; i < search->count; i++)
    slots[i] = sx_batch_definition(&batch, search->uses[i].path, search->uses[i].at);
  sx_status status = sx_batch_run(&batch, err);
  for (size_t i = 0; i < search->count && !status; i++) {
    sx_places found = {0};
    status = sx_batch_get_places(&batch, slots[i], &found, err);
    for (size_t k = 0; k < found.len && !status; k++) {
      sx_place *place = SX_ARRAY_ADD(out, search->call->arena);
      if (!place) status = sx_fail(err, search->call->arena->status, NULL);
      if (place) *place = found.items[k];
    }
    if (status == SX_HOST) status = SX_OK;
  }
  sx_batch_release(&batch);
  return status;
}

sx_status sx_resolve__uses(sx_call *call, sx_str name, const sx_language *language, sx_places *out,
                           sx_err *err) {
  use_search search = {.call = call, .name = name, .language = language};
  sx_resolution unused = {0};
  sx_strs files = {0}, dirty = {0};
  *out = (sx_places){0};
  sx_status status = sx_resolve__list_files(call, name, &unused, &files, &dirty, err);
  for (size_t i = 0; i < files.len && !status; i++) {
    if (i % CHECK_EVERY == 0) status = sx_port_call_check(call->wait);
    if (!status) status = look_into_file(&search, files.items[i], &dirty, err);
  }
  if (!status) status = ask(&search, out, err);
  return status == SX_HOST ? SX_OK : status;
}
