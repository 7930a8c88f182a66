#ifndef SX_HOST_REQUESTS_H
#define SX_HOST_REQUESTS_H

#include "base/array.h"
#include "host/port.h"
#include "markdown/hover.h"
#include "text/position.h"

/**
 * The questions that a tool can ask the editor. Typed: JSON ends here.
 *
 * Several questions are asked in one batch and awaited together:
 *
 *   sx_batch batch;
 *   sx_batch_init(&batch, call->wait, call->arena);
 *   size_t hover = sx_batch_hover(&batch, path, at);
 *   size_t defs = sx_batch_definition(&batch, path, at);
 *   status = sx_batch_run(&batch, err);                  // CANCELLED, CLOSED, DEADLINE, NOMEM
 *   …
 *   status = sx_batch_get_hover(&batch, hover, &parts, err); // HOST when the provider failed
 *   sx_batch_release(&batch);
 *
 * Paths are absolute paths, or URIs for what is not on the disk (`untitled:`, `vscode-vfs:`).
 * Results are in the arena given at init. A provider that has nothing gives empty results. Paths
 * and places that the call must not show (sx_port_call_set_hides) are left out here, once for all.
 */
typedef struct sx_batch {
  sx_port_call *wait;
  sx_arena *arena;
  SX_ARRAY(sx_request *) requests;
  sx_str symbol_query; /* of sx_batch_workspace_symbols */
  bool is_out_of_memory;
  bool is_ahead;
} sx_batch;

typedef struct sx_range16 {
  sx_pos16 start, end;
} sx_range16;

/** Whether a place is in the range, and before its end. */
static inline bool sx_range16_has(sx_range16 range, sx_pos16 at) {
  return sx_pos16_compare(range.start, at) <= 0 && sx_pos16_compare(at, range.end) < 0;
}

/** Whether `inner` is nowhere outside of `outer`. */
static inline bool sx_range16_contains(sx_range16 outer, sx_range16 inner) {
  return sx_pos16_compare(outer.start, inner.start) <= 0 &&
         sx_pos16_compare(inner.end, outer.end) <= 0;
}

/** Whether a place is in the range, or at its end. */
bool sx_range16_holds(const sx_range16 *range, sx_pos16 at);

typedef struct sx_place {
  sx_str path;
  sx_range16 range;
} sx_place;

typedef SX_ARRAY(sx_place) sx_places;

/** Whether a place that begins where `wanted` does is among them. `places` may be NULL. */
bool sx_places_have(const sx_places *places, const sx_place *wanted);

typedef SX_ARRAY(sx_hover_part) sx_hover_parts;

/** A symbol of an outline (in document order, parents before children) or of the workspace. */
typedef struct sx_host_symbol {
  sx_str name;
  sx_str kind;      /* "Class", "Method", …: the names of LSP's SymbolKind; static */
  sx_str container; /* as the provider returns it, or the parent's name path; may be empty */
  sx_str path;      /* workspace symbols only */
  sx_range16 range; /* the whole symbol */
  sx_pos16 name_at; /* of the name, as the provider returns it */
  bool has_name_at; /* false: flat symbols, only `range` is known */
  uint32_t depth;   /* 0: top level */
} sx_host_symbol;

typedef SX_ARRAY(sx_host_symbol) sx_host_symbols;

/** Where its name is, or else where it begins. */
sx_pos16 sx_host_symbol_at(const sx_host_symbol *symbol);

/** A document that the editor holds now (it was opened, without a tab, where it was not). */
typedef struct sx_host_document {
  sx_str language; /* VS Code's languageId */
  uint32_t version;
  uint32_t line_count;
  bool is_dirty;
  sx_str encoding; /* VS Code's name of it: "utf8", "utf8bom", "utf16le", "iso88591", … */
  bool has_text;   /* `text` is the buffer's; else the file on the disk has the same, in UTF-8 */
  sx_str text;
} sx_host_document;

/** A file of which it was asked whether the editor holds it. */
typedef struct sx_host_held {
  bool is_held;
  bool is_foreign; /* it is not, and the settings have it read in another encoding than UTF-8 */
  sx_host_document document; /* where `has_text`, without it: sx_batch_document brings it */
} sx_host_held;

typedef SX_ARRAY(sx_host_held) sx_host_held_documents;

/** An extension whose manifest has a language. */
typedef struct sx_host_server {
  sx_str extension;
  bool is_active;
} sx_host_server;

typedef SX_ARRAY(sx_host_server) sx_host_servers;

void sx_batch_init(sx_batch *batch, sx_port_call *wait, sx_arena *arena);
/**
 * A batch of questions that the call is about to ask in others: they are posted at once, and the
 * same questions find their answers under way (sx_request_post_ahead). It has no slots and is
 * neither run nor released.
 */
void sx_batch_init_ahead(sx_batch *batch, sx_port_call *wait, sx_arena *arena);
void sx_batch_release(sx_batch *batch);
/** Waits for every question of the batch. */
sx_status sx_batch_run(sx_batch *batch, sx_err *err) SX_MUST_USE;
/**
 * The same, for at most `ms`: a server that is restarting may never answer what it was asked
 * then, and answers when it is asked again. DEADLINE also when the call itself goes on.
 */
sx_status sx_batch_run_within(sx_batch *batch, uint64_t ms, sx_err *err) SX_MUST_USE;
/** The same, until then (sx_clock_ms); UINT64_MAX: as long as the call. */
sx_status sx_batch_run_until(sx_batch *batch, uint64_t until_ms, sx_err *err) SX_MUST_USE;
/**
 * For questions that change something: what the editor has begun is waited for, also when the call
 * is cancelled or late, so that its result is known. If that stays unknown, the message reports it.
 */
sx_status sx_batch_run_out(sx_batch *batch, sx_err *err) SX_MUST_USE;

/* Each returns the slot to fetch the result with. */
/** `want_text`: the buffer's text comes also when the disk has the same. */
size_t sx_batch_document(sx_batch *batch, sx_str path, bool want_text);
/** Which of the files the editor holds, in a tab or not. */
size_t sx_batch_held_documents(sx_batch *batch, const sx_strs *paths);
size_t sx_batch_outline(sx_batch *batch, sx_str path);
size_t sx_batch_hover(sx_batch *batch, sx_str path, sx_pos16 at);
size_t sx_batch_definition(sx_batch *batch, sx_str path, sx_pos16 at);

typedef enum sx_places_kind {
  SX_PLACES_DEFINITION,
  SX_PLACES_DECLARATION,
  SX_PLACES_TYPE_DEFINITION,
  SX_PLACES_IMPLEMENTATION,
  SX_PLACES_REFERENCES, /* the declaration too */
} sx_places_kind;

size_t sx_batch_places(sx_batch *batch, sx_places_kind kind, sx_str path, sx_pos16 at);
size_t sx_batch_workspace_symbols(sx_batch *batch, sx_str query);
/** Files of the workspace that match `glob`, without what the settings exclude. */
size_t sx_batch_find_files(sx_batch *batch, sx_str glob, uint32_t max_files);
/** Paths of the documents with unsaved edits. */
size_t sx_batch_dirty_documents(sx_batch *batch);
/** Paths of the files that a person has in tabs, fifty at most. */
size_t sx_batch_open_editors(sx_batch *batch);
/**
 * Has the editor read a file again, for its watcher may have missed the change. Text that is not
 * saved or not UTF-8 stays as it is.
 */
size_t sx_batch_reload(sx_batch *batch, sx_str path);
/** Waits by the editor's clock: its timers that were set before, for no longer, have gone off. */
size_t sx_batch_pause(sx_batch *batch, uint64_t ms);
size_t sx_batch_language_servers(sx_batch *batch, sx_str language);
/** Has the server load the project of a file, where it can be asked to: then it answers late. */
size_t sx_batch_load_project(sx_batch *batch, sx_str path);

/* HOST when the provider failed (the message is the editor's), NOMEM. */
sx_status sx_batch_get_document(sx_batch *batch, size_t slot, sx_host_document *out,
                                sx_err *err) SX_MUST_USE;
/** A row for each path that was asked for, in their order; a shim that fails may give fewer. */
sx_status sx_batch_get_held(sx_batch *batch, size_t slot, sx_host_held_documents *out,
                            sx_err *err) SX_MUST_USE;
sx_status sx_batch_get_symbols(sx_batch *batch, size_t slot, sx_host_symbols *out,
                               sx_err *err) SX_MUST_USE;
sx_status sx_batch_get_hover(sx_batch *batch, size_t slot, sx_hover_parts *out,
                             sx_err *err) SX_MUST_USE;
sx_status sx_batch_get_places(sx_batch *batch, size_t slot, sx_places *out,
                              sx_err *err) SX_MUST_USE;
sx_status sx_batch_get_paths(sx_batch *batch, size_t slot, sx_strs *out, sx_err *err) SX_MUST_USE;
/** Whether it is loaded. */
sx_status sx_batch_get_loaded(sx_batch *batch, size_t slot, bool *out, sx_err *err) SX_MUST_USE;
sx_status sx_batch_get_servers(sx_batch *batch, size_t slot, sx_host_servers *out,
                               sx_err *err) SX_MUST_USE;

#endif
