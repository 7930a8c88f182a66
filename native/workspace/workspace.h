#ifndef SX_WORKSPACE_WORKSPACE_H
#define SX_WORKSPACE_WORKSPACE_H

#include "base/array.h"
#include "host/port.h"
#include "os/watch.h"

/**
 * What one editor window holds, as long as it lives: its folders, what is known of its
 * language servers, and the generation that every event of the editor counts up. All
 * functions may be called from any thread.
 */
typedef struct sx_workspace sx_workspace;

typedef struct sx_root {
  sx_str name;      /* as the editor shows it */
  sx_str path;      /* as the editor names it; a URI for a folder that is not on the disk */
  sx_str real_path; /* without links; `path` where there is no such thing */
} sx_root;

typedef SX_ARRAY(sx_root) sx_roots;

sx_workspace *sx_workspace_new(void);
void sx_workspace_free(sx_workspace *workspace);

/** Replaces the folders; only their names and paths are read. Errors: NOMEM, and then the former
 * ones stay. */
sx_status sx_workspace_set_roots(sx_workspace *workspace, const sx_root *roots, size_t count);
/** Copies the folders into the call, with their real paths as they are now. Blocks. */
sx_status sx_workspace_get_roots(sx_workspace *workspace, sx_roots *out, sx_arena *arena);

/** Something changed that answers may depend on: an edit, a save, a provider, a folder. */
void sx_workspace_touch(sx_workspace *workspace);
uint64_t sx_workspace_generation(sx_workspace *workspace);

/** Lives as long as the workspace (workspace/outline.h). */
struct sx_outlines *sx_workspace_outlines(sx_workspace *workspace);

/* ---- files that changed on the disk --------------------------------------------------- */

/** A file changed: language servers may not have seen it. */
void sx_workspace_add_changed(sx_workspace *workspace, sx_str path);
/** What is known of such files, and what of the folders is ignored. Live as long as the workspace.
 */
struct sx_file_log *sx_workspace_files(sx_workspace *workspace);
struct sx_ignored *sx_workspace_ignored(sx_workspace *workspace);
/** Lives as long as the workspace (workspace/word_filters.h). */
struct sx_word_filters *sx_workspace_word_filters(sx_workspace *workspace);
/**
 * The folders' own watch, for the one who settles: true when they are others than last time, since
 * `*since_ns` (sx_clock_day_ns). NULL where there was no memory for one.
 */
bool sx_workspace_get_watch(sx_workspace *workspace, sx_watch **out, int64_t *since_ns);
/** What was to be done with new folders failed: the next time they count as new again. */
void sx_workspace_renew_roots(sx_workspace *workspace);
/** Only one call at a time shows them to the servers; the others wait. False: one is at it. */
bool sx_workspace_begin_settling(sx_workspace *workspace);
void sx_workspace_end_settling(sx_workspace *workspace);
/* ---- hierarchies: the editor keeps the items of its last sessions only ------------------- */

/**
 * A new session, unless one that is open would be pushed out of the last SX_OPEN_HIERARCHIES + 1:
 * false then, until the oldest has ended.
 */
#define SX_OPEN_HIERARCHIES 8
bool sx_workspace_begin_hierarchy(sx_workspace *workspace, uint32_t *session);
void sx_workspace_end_hierarchy(sx_workspace *workspace, uint32_t session);

/* ---- readiness: has this language's server ever answered? ------------------------------ */

/** What is known of a language that was asked for. Times are sx_clock_ms; 0: not yet. */
typedef struct sx_language_use {
  sx_str language;
  uint64_t asked_since_ms, ready_since_ms;
  uint64_t answers; /* how often its providers gave something */
} sx_language_use;

typedef SX_ARRAY(sx_language_use) sx_language_uses;

/** A provider of the language gave something: it is running. */
void sx_workspace_set_ready(sx_workspace *workspace, sx_str language);
bool sx_workspace_is_ready(sx_workspace *workspace, sx_str language);
/** Since when it has been answering; 0: it has not yet. */
uint64_t sx_workspace_ready_since(sx_workspace *workspace, sx_str language);
/** Since when (sx_clock_ms) this language is being asked; the first call says now. */
uint64_t sx_workspace_asked_since(sx_workspace *workspace, sx_str language);
/** All that have been asked for, and since when. */
sx_status sx_workspace_list_languages(sx_workspace *workspace, sx_language_uses *out,
                                      sx_arena *arena);
/** The language's server checks only files that are in a tab. */
void sx_workspace_set_needs_tab(sx_workspace *workspace, sx_str language);
bool sx_workspace_needs_tab(sx_workspace *workspace, sx_str language);

/** A definition was returned, with a declaration or without. */
void sx_workspace_note_declaration(sx_workspace *workspace, sx_str language, bool is_given);
/** Whether no provider gives declarations of a language: asking delays each definition. */
bool sx_workspace_lacks_declarations(sx_workspace *workspace, sx_str language);
/**
 * What a language may have a provider of. The editor lists none, and gives the same nothing where
 * there is none as where one has nothing to say: that it has given something is the only proof.
 */
typedef enum sx_feature {
  SX_FEATURE_IMPLEMENTATIONS,
  SX_FEATURE_SIGNATURES,
  SX_FEATURE_IMPLEMENTATIONS_SOUGHT, /* asked for in other files than the one in question, too */
} sx_feature;
/** A provider of that kind gave something. */
void sx_workspace_note_feature(sx_workspace *workspace, sx_str language, sx_feature feature);
bool sx_workspace_has_feature(sx_workspace *workspace, sx_str language, sx_feature feature);
/** The project of the files in this folder is loaded. Bounded: the oldest are forgotten. */
void sx_workspace_set_loaded(sx_workspace *workspace, sx_str folder);
/** When a project was last loaded; 0: never. */
uint64_t sx_workspace_loaded_at(sx_workspace *workspace);
bool sx_workspace_is_loaded(sx_workspace *workspace, sx_str folder);
/**
 * A file was opened for a server that answers from what it was shown (clangd without a list of the
 * sources), and it has read it. Bounded: the oldest are forgotten.
 */
void sx_workspace_set_shown(sx_workspace *workspace, sx_str path);
bool sx_workspace_is_shown(sx_workspace *workspace, sx_str path);
/** The editor installed, removed or started extensions: waiting starts again. */
void sx_workspace_forget_readiness(sx_workspace *workspace);

/* ---- files outside the folders that language servers pointed to ------------------------ */

/** Allows reading `path` (a dependency, a standard library). Bounded: the oldest are forgotten. */
void sx_workspace_allow(sx_workspace *workspace, sx_str path);
bool sx_workspace_is_allowed(sx_workspace *workspace, sx_str path);

#endif
