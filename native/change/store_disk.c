#include "change/store_disk.h"

#include "base/mem.h"
#include "change/store_parts.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/own_folder.h"
#include "os/pool.h"

#include <stdatomic.h>
#include <stdio.h>
#include <uv.h>

#define FOLDER "changes"
#define LOCK "lock"
#define MAX_WINDOWS 4 /* of one workspace; changes of more live as long as their windows */
#define MAX_PATH_BYTES ((size_t)16 * 1024)
#define MAX_NAME_BYTES 48
/* The name of a change that is being verified: its id follows. */
#define BEGUN "begun."
/* Each is a call that was under way. */
#define MAX_BEGUN 64
/* Changes that wait to be written are in memory. */
#define MAX_WAITING 64
#define NAP_MS 20
/* How long a call waits for the changes from before: a file system may hang. */
#define LOADING_MS 5000
/* How long the window's end waits for what is being written. */
#define END_MS 2000

typedef struct entry {
  uint64_t order; /* which change was written last */
  uint64_t number;
  size_t bytes;
} entry;

struct sx_change_disk {
  sx_changes *changes;
  sx_changes_listener listener;
  sx_pool *pool; /* one thread, so that files are written and removed in the order of the calls */
  uv_mutex_t mutex;
  uv_cond_t loaded;
  bool is_loaded; /* under the mutex */
  atomic_bool is_ending;
  char *storage;
  /* The rest belongs to the thread. */
  sx_buf folder;
  bool is_kept; /* the folder is this window's */
  sx_lock lock;
  uint64_t last_order;
  entry entries[SX_CHANGES_DISK_MAX + 1]; /* the oldest first */
  size_t count;
  uint64_t begun[MAX_BEGUN]; /* numbers of changes that were being verified */
  size_t begun_count;
};

struct sx_change_file {
  sx_change_disk *disk;
  uint64_t number;
  sx_buf bytes;
};

/* ---- the entries --------------------------------------------------------------------------- */

static void write_name(char out[MAX_NAME_BYTES], const entry *one) {
  snprintf(out, MAX_NAME_BYTES, "%llu.c%llu", (unsigned long long)one->order,
           (unsigned long long)one->number);
}

static bool take_number(sx_str *rest, uint64_t *out) {
  size_t digits = 0;
  for (*out = 0; digits < rest->len && digits < 18; digits++) {
    char c = rest->ptr[digits];
    if (c < '0' || c > '9') break;
    *out = *out * 10 + (uint64_t)(c - '0');
  }
  *rest = sx_str_slice(*rest, digits, rest->len);
  return digits > 0;
}

/* Only names that write_name makes. */
static bool read_name(sx_str name, entry *out) {
  char again[MAX_NAME_BYTES];
  sx_str rest = name;
  *out = (entry){0};
  if (!take_number(&rest, &out->order) || !sx_str_has_prefix(rest, SX_STR(".c"))) return false;
  rest = sx_str_slice(rest, 2, rest.len);
  if (!take_number(&rest, &out->number) || rest.len) return false;
  write_name(again, out);
  return sx_str_is_equal(name, sx_str_from(again));
}

static void remove_file(sx_change_disk *disk, const entry *one) {
  char name[MAX_NAME_BYTES];
  write_name(name, one);
  (void)sx_own_folder_remove(disk->folder.ptr, name, NULL);
}

static void forget_entry(sx_change_disk *disk, size_t at) {
  disk->count--;
  for (size_t i = at; i < disk->count; i++) disk->entries[i] = disk->entries[i + 1];
}

static void drop_entry(sx_change_disk *disk, size_t at) {
  remove_file(disk, &disk->entries[at]);
  forget_entry(disk, at);
}

static void drop_oldest(sx_change_disk *disk) {
  for (;;) {
    size_t sum = 0;
    for (size_t i = 0; i < disk->count; i++) sum += disk->entries[i].bytes;
    if (disk->count <= SX_CHANGES_DISK_MAX && sum <= SX_CHANGES_DISK_MAX_BYTES) return;
    drop_entry(disk, 0);
  }
}

static void insert_entry(sx_change_disk *disk, const entry *one) {
  size_t at = disk->count++;
  for (; at > 0 && disk->entries[at - 1].order > one->order; at--)
    disk->entries[at] = disk->entries[at - 1];
  disk->entries[at] = *one;
  if (one->order > disk->last_order) disk->last_order = one->order;
  drop_oldest(disk);
}

/* ---- what was there before ------------------------------------------------------------------ */

static bool take_folder(sx_change_disk *disk, int i, uint64_t end_ms) {
  sx_buf lock;
  sx_status status = SX_NOMEM;
  sx_buf_clear(&disk->folder);
  sx_buf_addf(&disk->folder, "%s/" FOLDER "/%d", disk->storage, i);
  sx_buf_init(&lock, MAX_PATH_BYTES);
  sx_buf_addf(&lock, "%s/" LOCK, disk->folder.ptr);
  bool is_there =
      !disk->folder.status && !lock.status && !sx_own_folder_make(disk->folder.ptr, NULL);
  while (is_there) {
    status = sx_lock_try(&disk->lock, lock.ptr, NULL);
    bool is_over = sx_clock_ms() >= end_ms || atomic_load(&disk->is_ending);
    if (status != SX_BUSY || is_over) break;
    uv_sleep(NAP_MS);
  }
  sx_buf_release(&lock);
  return is_there && !status;
}

static bool read_begun(sx_str name, uint64_t *number) {
  sx_str prefix = SX_STR(BEGUN "c");
  if (!sx_str_has_prefix(name, prefix)) return false;
  sx_str rest = sx_str_slice(name, prefix.len, name.len);
  return take_number(&rest, number) && !rest.len;
}

/* One that a window had begun to write. */
static bool is_unfinished(sx_str name) {
  entry unused;
  sx_str suffix = SX_STR(".new");
  if (!sx_str_has_suffix(name, suffix)) return false;
  name = sx_str_slice(name, 0, name.len - suffix.len);
  return read_name(name, &unused) || read_begun(name, &unused.number);
}

static bool has_entry(const sx_change_disk *disk, uint64_t number) {
  for (size_t i = 0; i < disk->count; i++)
    if (disk->entries[i].number == number) return true;
  return false;
}

/* It becomes a change that was applied, the last one: it can be undone. */
static void take_begun(sx_change_disk *disk, sx_str name) {
  entry one = {.order = disk->last_order + 1};
  char to[MAX_NAME_BYTES];
  if (!read_begun(name, &one.number) || disk->begun_count == MAX_BEGUN) return;
  write_name(to, &one);
  if (has_entry(disk, one.number))
    (void)sx_own_folder_remove(disk->folder.ptr, name.ptr, NULL);
  else if (sx_own_folder_rename(disk->folder.ptr, name.ptr, to, NULL))
    return;
  else
    insert_entry(disk, &one);
  disk->begun[disk->begun_count++] = one.number;
}

/* Files of other names stay: a link may lead to a folder that is not ours. */
static void list_files(sx_change_disk *disk) {
  sx_arena arena;
  sx_strs names = {0};
  sx_arena_init(&arena, (size_t)16 * 1024 * 1024);
  sx_status status = sx_own_folder_list(&names, disk->folder.ptr, &arena, NULL);
  for (size_t i = 0; !status && i < names.len; i++) {
    entry one;
    if (read_name(names.items[i], &one))
      insert_entry(disk, &one);
    else if (is_unfinished(names.items[i]))
      (void)sx_own_folder_remove(disk->folder.ptr, names.items[i].ptr, NULL);
  }
  for (size_t i = 0; !status && i < names.len; i++) take_begun(disk, names.items[i]);
  sx_arena_release(&arena);
}

/* CORRUPT or TOO_BIG where it is not a change; other errors may pass. */
static sx_status load_one(sx_change_disk *disk, entry *one, uint64_t turn) {
  char name[MAX_NAME_BYTES];
  sx_arena arena;
  sx_str bytes;
  sx_change change;
  write_name(name, one);
  sx_arena_init(&arena, 2 * SX_CHANGES_DISK_MAX_ONE_BYTES);
  sx_str path = sx_arena_printf(&arena, "%s/%s", disk->folder.ptr, name);
  sx_status status = arena.status;
  if (!status) status = sx_file_read(&bytes, path, SX_CHANGES_DISK_MAX_ONE_BYTES, &arena, NULL);
  if (!status) status = sx_change__decode(&change, bytes, &arena);
  if (!status) {
    one->bytes = bytes.len;
    status = sx_changes__add_loaded(disk->changes, &change, one->number, turn);
  }
  sx_arena_release(&arena);
  return status;
}

static void load_all(sx_change_disk *disk) {
  list_files(disk);
  for (size_t i = 0; i < disk->count && !atomic_load(&disk->is_ending);) {
    sx_status status = load_one(disk, &disk->entries[i], i + 1);
    if (!status || status == SX_NOMEM)
      i++;
    else if (status == SX_CORRUPT || status == SX_TOO_BIG)
      drop_entry(disk, i);
    else
      forget_entry(disk, i);
  }
  drop_oldest(disk);
  /* A damaged one may have a number that leaves no higher ones. */
  disk->last_order = disk->count ? disk->entries[disk->count - 1].order : 0;
}

static sx_status add_id(sx_strs *ids, uint64_t number, sx_arena *arena) {
  return sx_strs_add(ids, sx_arena_printf(arena, "c%llu", (unsigned long long)number), arena, NULL);
}

static void announce(const sx_change_disk *disk) {
  sx_arena arena;
  sx_strs ids = {0}, begun = {0};
  sx_status status = SX_OK;
  if (!disk->listener.loaded || atomic_load(&disk->is_ending)) return;
  sx_arena_init(&arena, (size_t)1024 * 1024);
  for (size_t i = 0; i < disk->count && !status; i++)
    status = add_id(&ids, disk->entries[i].number, &arena);
  for (size_t i = disk->begun_count; i-- > 0 && !status;)
    if (has_entry(disk, disk->begun[i])) status = add_id(&begun, disk->begun[i], &arena);
  if (!status && !arena.status) disk->listener.loaded(disk->listener.arg, &ids, &begun);
  sx_arena_release(&arena);
}

static void load(void *arg) {
  sx_change_disk *disk = arg;
  uint64_t end_ms = sx_clock_ms() + SX_CHANGES_LOCK_MS;
  for (int i = 0; i < MAX_WINDOWS && !disk->is_kept; i++)
    disk->is_kept = take_folder(disk, i, i ? 0 : end_ms);
  if (disk->is_kept) load_all(disk);
  announce(disk);
  uv_mutex_lock(&disk->mutex);
  disk->is_loaded = true;
  uv_cond_broadcast(&disk->loaded);
  uv_mutex_unlock(&disk->mutex);
}

void sx_change_disk__await(sx_change_disk *disk) {
  if (!disk) return;
  uint64_t end_ms = sx_clock_ms() + LOADING_MS;
  uv_mutex_lock(&disk->mutex);
  while (!disk->is_loaded && sx_clock_ms() < end_ms)
    (void)uv_cond_timedwait(&disk->loaded, &disk->mutex, (uint64_t)NAP_MS * 1000000);
  uv_mutex_unlock(&disk->mutex);
}

/* ---- writing ------------------------------------------------------------------------------- */

static void write_one(void *arg) {
  sx_change_file *file = arg;
  sx_change_disk *disk = file->disk;
  const entry one = {disk->last_order + 1, file->number, file->bytes.len};
  char name[MAX_NAME_BYTES];
  write_name(name, &one);
  bool is_written =
      disk->is_kept && !sx_own_folder_put(disk->folder.ptr, name, sx_buf_str(&file->bytes), NULL);
  if (is_written) insert_entry(disk, &one);
  sx_change_disk__drop(file);
}

static void remove_one(void *arg) {
  sx_change_file *file = arg;
  sx_change_disk *disk = file->disk;
  for (size_t i = disk->count; i-- > 0;)
    if (disk->entries[i].number == file->number) drop_entry(disk, i);
  sx_change_disk__drop(file);
}

static sx_change_file *new_file(sx_change_disk *disk, const char *id) {
  sx_str digits = sx_str_from(id);
  sx_change_file *file = disk && id[0] ? sx_calloc(1, sizeof *file) : NULL;
  if (!file) return NULL;
  file->disk = disk;
  sx_buf_init(&file->bytes, SX_CHANGES_DISK_MAX_ONE_BYTES);
  digits = sx_str_slice(digits, 1, digits.len);
  if (take_number(&digits, &file->number)) return file;
  sx_change_disk__drop(file);
  return NULL;
}

sx_change_file *sx_change_disk__prepare(sx_change_disk *disk, const sx_change *change,
                                        const char *id) {
  sx_change_file *file = new_file(disk, id);
  if (!file) return NULL;
  sx_change__encode(change, &file->bytes);
  if (!file->bytes.status) return file;
  sx_change_disk__drop(file);
  return NULL;
}

void sx_change_disk__write(sx_change_disk *disk, sx_change_file *file) {
  if (file && sx_pool_add(disk->pool, write_one, file)) sx_change_disk__drop(file);
}

void sx_change_disk__drop(sx_change_file *file) {
  if (!file) return;
  sx_buf_release(&file->bytes);
  sx_free(file);
}

void sx_change_disk__remove(sx_change_disk *disk, const char *id) {
  sx_change_file *file = new_file(disk, id);
  if (file && sx_pool_add(disk->pool, remove_one, file)) sx_change_disk__drop(file);
}

/* ---- what is being verified ---------------------------------------------------------------- */

/* NULL where this window keeps none. */
static const char *find_folder(sx_change_disk *disk) {
  if (!disk) return NULL;
  sx_change_disk__await(disk);
  uv_mutex_lock(&disk->mutex);
  bool is_usable = disk->is_loaded && disk->is_kept;
  uv_mutex_unlock(&disk->mutex);
  return is_usable ? disk->folder.ptr : NULL;
}

static void write_begun(char out[MAX_NAME_BYTES], const char *id) {
  snprintf(out, MAX_NAME_BYTES, BEGUN "%s", id);
}

/* On the thread of the call, which goes on when it is on the disk. */
void sx_change_disk__begin_verifying(sx_change_disk *disk, const sx_change *change,
                                     const char *id) {
  char name[MAX_NAME_BYTES];
  const char *folder = find_folder(disk);
  sx_change_file *file = folder ? sx_change_disk__prepare(disk, change, id) : NULL;
  if (!file) return;
  write_begun(name, id);
  (void)!sx_own_folder_put(folder, name, sx_buf_str(&file->bytes), NULL);
  sx_change_disk__drop(file);
}

void sx_change_disk__end_verifying(sx_change_disk *disk, const char *id) {
  char name[MAX_NAME_BYTES];
  const char *folder = id[0] ? find_folder(disk) : NULL;
  if (!folder) return;
  write_begun(name, id);
  (void)sx_own_folder_remove(folder, name, NULL);
}

/* ---- life ---------------------------------------------------------------------------------- */

static void free_parts(sx_change_disk *disk) {
  sx_lock_release(&disk->lock);
  sx_buf_release(&disk->folder);
  sx_free(disk->storage);
  sx_free(disk);
}

bool sx_change_disk__free(sx_change_disk *disk) {
  if (!disk) return true;
  atomic_store(&disk->is_ending, true);
  if (!sx_pool_free(disk->pool, END_MS)) return false;
  uv_cond_destroy(&disk->loaded);
  uv_mutex_destroy(&disk->mutex);
  free_parts(disk);
  return true;
}

static sx_change_disk *new_disk(sx_changes *changes, sx_str storage) {
  sx_change_disk *disk = sx_calloc(1, sizeof *disk);
  if (!disk) return NULL;
  sx_buf_init(&disk->folder, MAX_PATH_BYTES);
  sx_buf path;
  sx_buf_init(&path, MAX_PATH_BYTES);
  sx_buf_add(&path, storage);
  disk->storage = path.status ? NULL : sx_buf_detach(&path);
  sx_buf_release(&path);
  disk->changes = changes;
  bool has_mutex = disk->storage && uv_mutex_init(&disk->mutex) == 0;
  bool has_cond = has_mutex && uv_cond_init(&disk->loaded) == 0;
  disk->pool = has_cond ? sx_pool_new(1, MAX_WAITING) : NULL;
  if (disk->pool) return disk;
  if (has_cond) uv_cond_destroy(&disk->loaded);
  if (has_mutex) uv_mutex_destroy(&disk->mutex);
  free_parts(disk);
  return NULL;
}

bool sx_changes_keep_in(sx_changes *changes, sx_str storage, const sx_changes_listener *listener) {
  sx_change_disk *disk = new_disk(changes, storage);
  if (!disk) return false;
  if (listener) disk->listener = *listener;
  /* Those from before have the turns up to there. */
  changes->last_turn = SX_CHANGES_DISK_MAX + 1;
  if (sx_pool_add(disk->pool, load, disk)) {
    disk->is_loaded = true;
    (void)sx_change_disk__free(disk);
    return false;
  }
  changes->disk = disk;
  return true;
}
