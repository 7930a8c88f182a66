#include "os/file_write.h"

#include "os/file_parts.h"
#include "os/file_system.h"

#include <fcntl.h>

/* Another program may hold the lock for good: what was swapped out is looked at in any case. */
#define LOCK_NS ((uint64_t)2000000000)
#define LONGEST_NAP_MS 8u
/* How often the lock is taken again for what another process has left. */
#define MAX_TURNS 2
/* How long one who writes is waited for: before the swap, and where they opened it just then. */
#define WRITER_MS 20
#define SWAPPED_WRITER_MS 500

typedef struct replacing {
  sx_arena *arena;
  sx_str target;             /* the real path */
  const sx_pieces *expected; /* NULL: whatever it contains */
  const sx_pieces *wanted;
  uv_file file; /* what is replaced, open and locked; < 0 before */
  uv_stat_t before;
  sx_beside made;
  bool is_other;         /* its text is not the expected one */
  const char *kept_name; /* keeps another program's text that has no other place */
} replacing;

/* ---- the file that is replaced ------------------------------------------------------------- */

static bool has_inode(const char *name, const uv_stat_t *stat) {
  uv_fs_t req;
  bool is_same = uv_fs_stat(NULL, &req, name, NULL) == 0 && req.statbuf.st_ino == stat->st_ino &&
                 req.statbuf.st_dev == stat->st_dev;
  uv_fs_req_cleanup(&req);
  return is_same;
}

static int open_target(replacing *r) {
  uv_fs_t req;
  int code =
      uv_fs_open(NULL, &req, r->target.ptr, O_RDONLY | SX_FILE_NO_WAIT | SX_FILE_NO_LINK, 0, NULL);
  uv_fs_req_cleanup(&req);
  if (code < 0) return code;
  r->file = code;
  code = uv_fs_fstat(NULL, &req, r->file, NULL);
  if (!code) r->before = req.statbuf;
  uv_fs_req_cleanup(&req);
  return code;
}

static void close_target(replacing *r) {
  if (r->file >= 0) sx_file__close(r->file);
  r->file = -1;
}

static int check_kind(const uv_stat_t *stat) {
  if ((stat->st_mode & S_IFMT) == S_IFDIR) return UV_EISDIR;
  if ((stat->st_mode & S_IFMT) != S_IFREG) return UV_EINVAL;
  return (stat->st_mode & 0222) == 0 ? UV_EACCES : 0;
}

/*
 * Windows of the editor that write to the same file take turns: each locks the file that it
 * replaces, and looks whether it is still the one of that name when it has the lock.
 */
static int open_locked(replacing *r) {
  uint64_t end_ns = uv_hrtime() + LOCK_NS;
  unsigned nap_ms = 1;
  for (;;) {
    int code = open_target(r);
    if (!code) code = check_kind(&r->before);
    if (code) return code;
    int lock = sx_fs_try_lock(r->file);
    bool is_late = uv_hrtime() >= end_ns;
    if (is_late || (lock != UV_EAGAIN && has_inode(r->target.ptr, &r->before))) return 0;
    close_target(r);
    if (lock != UV_EAGAIN) continue;
    uv_sleep(nap_ms);
    nap_ms = nap_ms * 2 > LONGEST_NAP_MS ? LONGEST_NAP_MS : nap_ms * 2;
  }
}

static int look(replacing *r) {
  bool is_same = true;
  if (!r->expected) return 0;
  int code = sx_file__compare(r->file, r->expected, &is_same);
  r->is_other = !code && (!is_same || !has_inode(r->target.ptr, &r->before));
  return code;
}

/* ---- the file that replaces it ------------------------------------------------------------- */

/*
 * Owner, mode, access control list and attributes. `*must_stay`: a new file cannot be what this one
 * is, or other names of it would go on with the old text.
 */
static int take_over(replacing *r, bool *must_stay) {
  uv_fs_t req;
  uv_file file = r->made.file;
  uv_fs_fchown(NULL, &req, file, (uv_uid_t)r->before.st_uid, (uv_gid_t)r->before.st_gid, NULL);
  uv_fs_req_cleanup(&req);
  bool has_attributes = sx_fs_copy_attributes(r->file, file, r->arena) == 0;
  if (r->arena->status) return UV_ENOMEM;
  int code = uv_fs_fchmod(NULL, &req, file, (int)(r->before.st_mode & 07777), NULL);
  uv_fs_req_cleanup(&req);
  if (code) return code;
  code = uv_fs_fstat(NULL, &req, file, NULL);
  bool is_alike = !code && req.statbuf.st_uid == r->before.st_uid &&
                  req.statbuf.st_gid == r->before.st_gid &&
                  req.statbuf.st_mode == r->before.st_mode;
  uv_fs_req_cleanup(&req);
  *must_stay = r->before.st_nlink > 1 || !has_attributes || !is_alike;
  return code;
}

/* Whether a program has the file open for writing, for longer than it takes to write a little. */
static bool has_writer(uv_file file, unsigned wait_ms) {
  for (unsigned waited_ms = 0; sx_fs_has_writer(file); waited_ms++) {
    if (waited_ms == wait_ms) return true;
    uv_sleep(1);
  }
  return false;
}

/*
 * Two others have written at once: the one before the swap, who has the name again, and the one
 * after it. That one's text stays beside it.
 */
static int keep_other(replacing *r) {
  uv_fs_t req;
  sx_str name = sx_str_from(r->made.name);
  sx_str kept = sx_arena_printf(r->arena, "%.*s.kept", SX_STR_ARG(name));
  if (!kept.len) return UV_ENOMEM;
  int code = uv_fs_rename(NULL, &req, r->made.name, kept.ptr, NULL);
  uv_fs_req_cleanup(&req);
  r->kept_name = code ? r->made.name : kept.ptr;
  r->made.name = NULL;
  return 0;
}

/* Appends text that others have added to ours, while ours had the name, to the one that has it. */
static int move_additions(replacing *r, uv_file ours) {
  sx_str text, wanted = sx_file__join(r->wanted, r->arena);
  int code = sx_file__read_all(ours, &text, r->arena);
  if (code || r->arena->status) return code ? code : UV_ENOMEM;
  if (!sx_str_has_prefix(text, wanted)) return UV_EBUSY;
  sx_str added = sx_str_slice(text, wanted.len, text.len);
  return added.len ? sx_file__append(r->target.ptr, r->file, added) : 0;
}

/* Gives the file that came in between its name back; the name should lead to ours until then. */
static int swap_back(replacing *r) {
  uv_fs_t req;
  uv_stat_t made = {0};
  int code = uv_fs_fstat(NULL, &req, r->made.file, NULL);
  if (!code) made = req.statbuf;
  uv_fs_req_cleanup(&req);
  if (!code) code = sx_fs_exchange(r->target.ptr, r->made.name);
  if (code || !has_inode(r->made.name, &made)) return keep_other(r);
  /* Only a handle for reading can tell whether others write. */
  uv_file ours = (uv_file)uv_fs_open(NULL, &req, r->made.name, O_RDONLY, 0, NULL);
  uv_fs_req_cleanup(&req);
  if (ours < 0) return keep_other(r);
  sx_file__close(r->made.file);
  r->made.file = ours;
  bool is_moved = !has_writer(ours, SWAPPED_WRITER_MS) && move_additions(r, ours) == 0;
  return is_moved ? 0 : keep_other(r);
}

static int take_back(replacing *r) {
  r->is_other = true;
  return swap_back(r);
}

/* No write is lost: the file that was swapped out is compared, and put back. */
static int check_swapped(replacing *r) {
  bool is_same = true;
  if (has_writer(r->file, SWAPPED_WRITER_MS)) return take_back(r);
  int code = sx_file__compare(r->file, r->expected, &is_same);
  return code || !is_same ? take_back(r) : 0;
}

static int swap(replacing *r) {
  uv_fs_t req;
  int code = sx_fs_exchange(r->target.ptr, r->made.name);
  if (code == UV_ENOSYS) {
    code = uv_fs_rename(NULL, &req, r->made.name, r->target.ptr, NULL);
    uv_fs_req_cleanup(&req);
    if (!code) r->made.name = NULL;
    return code;
  }
  if (code || !r->expected) return code;
  return has_inode(r->made.name, &r->before) ? check_swapped(r) : take_back(r);
}

static int write_in_place(replacing *r) {
  sx_str text = SX_STR("");
  sx_pieces old = {&text, 1};
  int code = r->expected ? 0 : sx_file__read_all(r->file, &text, r->arena);
  if (code) return code;
  return sx_file__write_in_place(r->target, r->file, r->expected ? r->expected : &old, r->wanted,
                                 &r->made, r->arena);
}

static int put(replacing *r) {
  bool must_stay = false;
  int code = sx_beside_open(&r->made, r->target, false, r->arena);
  if (!code) code = sx_file__write_pieces(r->made.file, r->wanted);
  if (!code) code = take_over(r, &must_stay);
  if (!code && !must_stay) code = sx_file__sync(r->made.file);
  /* A log, say: who goes on writing to it would go on with a file that has no name any more. */
  if (!code && !must_stay) must_stay = has_writer(r->file, WRITER_MS);
  if (!code) code = look(r);
  if (!code && !r->is_other) code = must_stay ? write_in_place(r) : swap(r);
  if (!code && !r->is_other) sx_file__sync_folder(r->target.ptr, r->arena);
  /* Who had found the file at the swap, and opened it after that, writes only now. */
  bool has_swapped = !must_stay && r->expected && r->made.name;
  if (!code && !r->is_other && has_swapped) code = check_swapped(r);
  sx_beside_close(&r->made);
  return code;
}

/*
 * A text that a killed process has torn is finished first: it would else be what is edited. Who was
 * killed while we waited for the lock is seen when we have it.
 */
static int open_whole(replacing *r) {
  int code = 0;
  for (int i = 0; i < MAX_TURNS; i++) {
    close_target(r);
    sx_beside_finish(r->target, r->arena);
    code = open_locked(r);
    if (code || !sx_beside_has_journal(r->target, r->arena)) break;
  }
  return code;
}

static int replace(replacing *r) {
  int code = open_whole(r);
  if (!code) code = look(r); /* at once, where it is in vain */
  if (!code && !r->is_other) code = put(r);
  close_target(r);
  return code;
}

/* ---- from outside -------------------------------------------------------------------------- */

static sx_status end(const replacing *r, int code, sx_str path, sx_err *err) {
  if (r->kept_name)
    return sx_fail(
        err, SX_CONFLICT,
        "'%.*s' was written by two other programs at the same time. Nothing was changed, "
        "but the text of one of them is in '%s' now: compare the two.",
        SX_STR_ARG(path), r->kept_name);
  if (code) return sx_file__fail_write(err, code, path);
  if (!r->is_other) return SX_OK;
  return sx_fail(err, SX_CONFLICT, "'%.*s' has changed since. Nothing was changed.",
                 SX_STR_ARG(path));
}

sx_status sx_file_replace(sx_str path, const sx_str *expected, size_t expected_count,
                          const sx_str *pieces, size_t count, sx_err *err) {
  sx_arena arena;
  uv_fs_t real;
  sx_pieces before = {expected, expected_count}, after = {pieces, count};
  sx_arena_init(&arena, 5 * SX_FILE_MAX_BYTES);
  replacing r = {.arena = &arena,
                 .expected = expected ? &before : NULL,
                 .wanted = &after,
                 .file = -1,
                 .made = {-1, NULL}};
  const char *name = sx_file__c_path(path, &arena);
  int code = name ? uv_fs_realpath(NULL, &real, name, NULL) : sx_file__no_path(&arena);
  if (!code) r.target = sx_arena_dup(&arena, sx_str_from(real.ptr));
  if (name) uv_fs_req_cleanup(&real);
  if (!code) code = arena.status ? UV_ENOMEM : replace(&r);
  sx_status status = end(&r, code, path, err);
  sx_arena_release(&arena);
  return status;
}
