#ifndef SX_WORKSPACE_PATHS_H
#define SX_WORKSPACE_PATHS_H

#include "os/file.h"
#include "workspace/call.h"

/**
 * Which file an argument means.
 *
 * Takes an absolute path, a `file:` URI, an `untitled:` one, that of a notebook's cell or one
 * inside a folder that is not on the disk, a path relative to a workspace folder, or `folder/path`
 * as sx_path_display gives it. `argument` names it in messages.
 *
 * Memory  *out in the call's arena: an absolute path, or a URI for what is not on the disk.
 * Errors  INVALID_ARGUMENT (empty, NUL inside), NOT_FOUND (with files of that name),
 *         AMBIGUOUS (in several folders: all are named), OUTSIDE_WORKSPACE, HIDDEN, IS_DIRECTORY,
 *         and what a request to the editor can give.
 */
sx_status sx_path_resolve(sx_call *call, const char *argument, sx_str given, sx_str *out,
                          sx_err *err) SX_MUST_USE;

/**
 * The same, and where the links of the path lead: that file is the one whose place was judged. A
 * URI stays as it is.
 */
sx_status sx_path_resolve_real(sx_call *call, const char *argument, sx_str given, sx_str *out,
                               sx_err *err) SX_MUST_USE;

/**
 * As sx_path_resolve for a file that need not exist: `*exists` is whether it does. A relative path
 * is one below the only folder; in several folders it names one (`folder/path`), or is below the
 * only one that has its first part.
 *
 * Errors  as sx_path_resolve, without NOT_FOUND; AMBIGUOUS names the folders.
 */
sx_status sx_path_resolve_new(sx_call *call, const char *argument, sx_str given, sx_str *out,
                              bool *exists, sx_err *err) SX_MUST_USE;

/** As sx_path_resolve, for a folder or a file; the folders of the workspace themselves too. */
sx_status sx_path_resolve_any(sx_call *call, const char *argument, sx_str given, sx_str *out,
                              bool *is_directory, sx_err *err) SX_MUST_USE;

/** True for `.` in a window of several folders, where it means all of them. */
bool sx_path_is_workspace(const sx_call *call, sx_str given);

/**
 * How an answer names a file: relative to its folder, `folder/path` where there are several. A name
 * that would not stay one in a line of text (it has control characters, marks that turn the
 * direction of text or broken bytes, is in quotes or begins or ends with a blank) is a string of C
 * in double quotes, as git writes it. sx_path_resolve and the others read both.
 */
sx_str sx_path_display(const sx_call *call, sx_str path);

/** The same without quotes, for what writes paths by rules of its own (diff/path). */
sx_str sx_path_plain(const sx_call *call, sx_str path);

/**
 * The one path of a file that can be reached by several: that below its folder without the links on
 * the way. Others, and what is not there, stay as they are. Blocks.
 */
sx_str sx_path_own(sx_call *call, sx_str path);

/** The deepest folder that holds `path`, and the path below it; NULL where none does. */
const sx_root *sx_path_find_root(const sx_call *call, sx_str path, sx_str *below);

/** A URI with its escapes (`%2E`) as the characters that they stand for. In the call's arena. */
sx_str sx_path_decode(sx_call *call, sx_str uri);

/** True for a path or URI inside one of the folders. */
bool sx_path_is_inside(const sx_call *call, sx_str path);

/** True for `scheme:…` of two letters or more (one letter is a Windows drive). */
bool sx_path_is_uri(sx_str path);

/** True for the URI of a notebook's cell. */
bool sx_path_is_cell(sx_str path);

/** True for such a URI, and for a file that is a notebook: few language servers look into them. */
bool sx_path_is_notebook(sx_str path);

/**
 * `rest` below a folder, or alone where it is absolute, without `.` and `..`: absolute, too. In the
 * call's arena. Links are not looked at.
 */
sx_str sx_path_join(sx_call *call, sx_str folder, sx_str rest);

/** Files of the workspace whose paths end so (`till.c`, `src/till.c`), a few of them. */
sx_status sx_path_find_named(sx_call *call, sx_str end, sx_strs *out, sx_err *err) SX_MUST_USE;

/** Part after the last separator. */
sx_str sx_path_name(sx_str path);

/** Part up to the last separator, with it; empty if there is none. */
sx_str sx_path_folder(sx_str path);

/**
 * Where links lead: the file there is the one that would be written. For a file that does not
 * exist, links of the nearest existing folder above it are followed. `info` is of `path`. Blocks.
 */
sx_status sx_path_find_real(sx_call *call, sx_str path, sx_str *real, sx_file_info *info,
                            sx_err *err) SX_MUST_USE;

/**
 * The same, and for a file that does not exist its whole path in the folder that links lead to:
 * where it would be made. Blocks.
 */
sx_status sx_path_find_written(sx_call *call, sx_str path, sx_str *real, sx_err *err) SX_MUST_USE;

/** Other text, as a title, without line ends and marks that turn its direction. */
sx_str sx_path_clean(sx_call *call, sx_str text);
/**
 * A shorter name for a file outside the folders that the answer has named in full: `…/` and the
 * end of its path. sx_path_resolve reads it as long as no other file that tools may read ends so;
 * where one does, or little would be saved, the name is that of sx_path_display.
 */
sx_str sx_path_short(sx_call *call, sx_str path);

/** How a question and a head line name a file: as sx_path_display, and not too long. */
sx_str sx_path_show(sx_call *call, sx_str path);

#endif
