#ifndef SX_WORKSPACE_KNOWN_PARTS_H
#define SX_WORKSPACE_KNOWN_PARTS_H

/* Between known_files.c, which keeps lists, and known_list.c and known_change.c, which make them;
 * no other file includes it. */

#include "os/file.h"
#include "workspace/known_files.h"

/* A file on the disk, as it was. */
typedef struct sx_known_stamp {
  sx_str path;    /* absolute */
  bool is_listed; /* a folder whose entries count, not only that it is there */
  sx_file_info info;
} sx_known_stamp;

typedef struct sx_kept_list {
  sx_known_list list;        /* first: found by its address */
  size_t users;              /* with the mutex of the service */
  sx_arena arena;            /* that everything is in, but for what is in that of the base */
  struct sx_kept_list *base; /* the list of a walk that this was made from; or NULL */
  const char *text;          /* of the paths of one that was walked for */
  size_t text_bytes;
  SX_ARRAY(sx_known_stamp) stamps;
  uint64_t settings; /* the generation of workspace/excluded */
  bool is_lasting;   /* it is right as long as nothing changes that is seen */
} sx_kept_list;

typedef struct sx_known_query {
  const sx_root *root;
  uint64_t turn;
  bool is_whole; /* of the watch */
} sx_known_query;

/** Walks. Errors as sx_files_visit. Free it with sx_kept_list_free. */
sx_status sx_kept_list_make(sx_call *call, const sx_known_query *query, sx_kept_list **out,
                            sx_err *err) SX_MUST_USE;
void sx_kept_list_free(sx_kept_list *kept);
/**
 * A list made from one that is right but for what happened to these paths (relative), from which it
 * borrows; `before` itself where it is right about all of them. NULL: a walk is needed. Sorts them.
 */
sx_kept_list *sx_kept_list_change(sx_call *call, const sx_root *root, sx_kept_list *before,
                                  sx_strs *names, uint64_t turn);
/** Whether it is of the folder that is now at the path. */
bool sx_kept_list_is_of(const sx_kept_list *kept, sx_str real_path);
/** Whether the files of rules outside of the watch, and unwatched folders, are as they were. */
bool sx_kept_list_is_same(sx_call *call, const sx_kept_list *kept);

#endif
