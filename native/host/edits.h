#ifndef SX_HOST_EDITS_H
#define SX_HOST_EDITS_H

#include "host/requests.h"

/*
 * Actions of the editor that a tool can request: apply edits, save, ask the person; and their
 * results. Batches as in host/requests.h.
 */

typedef struct sx_host_edit {
  sx_range16 range;
  sx_str text;
} sx_host_edit;

typedef enum sx_host_action {
  SX_HOST_EDIT_FILE,
  SX_HOST_CREATE_FILE,
  SX_HOST_DELETE_FILE,
  SX_HOST_RENAME_FILE,
} sx_host_action;

/** One file of a workspace edit. */
typedef struct sx_host_file_edit {
  sx_host_action action;
  sx_str path, new_path;
  bool is_closed;        /* EDIT: not to be opened before, and no version is checked */
  uint32_t version;      /* EDIT: of the document that `edits` are for; planned: 0 where unknown */
  bool has_changed;      /* EDIT, planned: it was typed in while the server was asked */
  uint32_t line_count;   /* EDIT: of the same */
  sx_str text;           /* CREATE */
  bool ignore_if_exists; /* CREATE: what is there already is edited; of planned edits only */
  SX_ARRAY(sx_host_edit) edits;
} sx_host_file_edit;

typedef SX_ARRAY(sx_host_file_edit) sx_host_file_edits;

/** The outcome of a workspace edit. */
typedef struct sx_host_applied {
  bool is_applied;
  sx_strs stale; /* not applied: documents that have changed version */
  sx_str
      misfit; /* not applied: a file that does not fit its encoding, or whose new text does not */
  sx_str why; /* of it: "is …" or "has …", without a full stop */
} sx_host_applied;

/** A text before and after, and the lines between them. */
typedef struct sx_host_changed_text {
  sx_str path, before, after;
  size_t added_lines, removed_lines;
} sx_host_changed_text;

/** The question to a person: may the agent do this? Which answers it can have is decided here. */
typedef struct sx_host_question {
  uint64_t call;       /* the door's id: whose agent it is, and when it ends */
  sx_str change;       /* id of the change, by which it may be answered later; empty: only now */
  sx_str tool, title;  /* the title goes on after the agent's name: "wants to …." */
  sx_strs toolsets;    /* that the person may allow for the session with it; none: only this once */
  bool can_allow_file; /* these files may be allowed for the session, for any toolset */
  bool can_allow_always; /* the toolsets may be allowed by the setting */
  sx_str command;        /* to run; empty: none */
  sx_str folder, prefix; /* where; what may be added to sextant.run.allowed, or empty */
  sx_str host;           /* that is asked, and may be added to sextant.web.hosts; or empty */
  SX_ARRAY(sx_host_changed_text) texts;
} sx_host_question;

typedef struct sx_host_verdict {
  bool is_allowed;
  sx_str why; /* of a refusal, for the agent */
} sx_host_verdict;

typedef enum sx_host_policy {
  SX_POLICY_ALWAYS,
  SX_POLICY_ASK,
  SX_POLICY_NEVER,
  SX_POLICY_UNTRUSTED, /* the person has not trusted the folder: nothing may be written */
} sx_host_policy;

typedef struct sx_host_saved {
  sx_str path;
  bool is_saved;
  sx_str why; /* it is not */
} sx_host_saved;

typedef SX_ARRAY(sx_host_saved) sx_host_saves;

typedef enum sx_severity {
  SX_SEVERITY_ERROR,
  SX_SEVERITY_WARNING,
  SX_SEVERITY_INFO,
  SX_SEVERITY_HINT
} sx_severity;

typedef struct sx_diagnostic {
  sx_range16 range;
  sx_severity severity;
  sx_str code, source, message; /* code and source may be empty */
} sx_diagnostic;

/** The diagnostics that the editor holds of a file. */
typedef struct sx_host_diagnostics {
  uint32_t events; /* how often they have been published since the window opened */
  bool is_behind;  /* not since its text changed */
  bool is_loaded;  /* the editor holds the file: its server may check it */
  bool is_listed;  /* someone reports of the file, if only that it has none */
  bool is_exact;   /* the server was asked for those of the version that the editor holds */
  SX_ARRAY(sx_diagnostic) items;
} sx_host_diagnostics;

/** A file's errors, of all that the editor lists. */
typedef struct sx_host_error_file {
  sx_str path;
  SX_ARRAY(sx_diagnostic) items;
} sx_host_error_file;

typedef SX_ARRAY(sx_host_error_file) sx_host_error_files;

/** The state of a file in the editor, beyond its text. */
typedef struct sx_host_buffer {
  bool is_open;   /* in a tab */
  bool is_loaded; /* the editor holds it, in a tab or not */
  bool is_dirty;
  bool is_crlf;
} sx_host_buffer;

/** All files or none. Documents that are not open are opened without a tab, except `is_closed`
 * ones. */
size_t sx_batch_apply_edit(sx_batch *batch, const sx_host_file_edits *files);
/** The same for what takes back edits of just now: tabs that came with them are the editor's. */
size_t sx_batch_take_back_edit(sx_batch *batch, const sx_host_file_edits *files);
size_t sx_batch_save(sx_batch *batch, const sx_strs *paths);
/** How the settings want changes of a toolset to be approved. */
size_t sx_batch_policy(sx_batch *batch, sx_str tool, sx_str toolset);
/** Shows the files, before and after, and asks. */
size_t sx_batch_approve(sx_batch *batch, const sx_host_question *question);
/** `ask_server`: where its server can be asked for the diagnostics of just this version. */
size_t sx_batch_diagnostics(sx_batch *batch, sx_str path, bool ask_server);
/** Errors of all files as they were published last; no server is asked. */
size_t sx_batch_all_errors(sx_batch *batch);
/** Files that are unsaved or changed against git, that have diagnostics, that the editor holds. */
size_t sx_batch_files_to_check(sx_batch *batch);
size_t sx_batch_buffer(sx_batch *batch, sx_str path);
/**
 * Opens a file in a tab that is not brought to the front, or closes it, unless it is unsaved. The
 * verdict's is_allowed is whether it was done: not where the file is in a tab already.
 */
size_t sx_batch_background_tab(sx_batch *batch, sx_str path, bool is_shown);
/** Moves a file or folder to the trash; the verdict has whether there is one, or why not. */
size_t sx_batch_trash(sx_batch *batch, sx_str path);

sx_status sx_batch_get_applied(sx_batch *batch, size_t slot, sx_host_applied *out,
                               sx_err *err) SX_MUST_USE;
sx_status sx_batch_get_saves(sx_batch *batch, size_t slot, sx_host_saves *out,
                             sx_err *err) SX_MUST_USE;
sx_status sx_batch_get_policy(sx_batch *batch, size_t slot, sx_host_policy *out,
                              sx_err *err) SX_MUST_USE;
sx_status sx_batch_get_verdict(sx_batch *batch, size_t slot, sx_host_verdict *out,
                               sx_err *err) SX_MUST_USE;
sx_status sx_batch_get_diagnostics(sx_batch *batch, size_t slot, sx_host_diagnostics *out,
                                   sx_err *err) SX_MUST_USE;
sx_status sx_batch_get_all_errors(sx_batch *batch, size_t slot, sx_host_error_files *out,
                                  sx_err *err) SX_MUST_USE;
sx_status sx_batch_get_buffer(sx_batch *batch, size_t slot, sx_host_buffer *out,
                              sx_err *err) SX_MUST_USE;

#endif
