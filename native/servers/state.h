#ifndef SX_SERVERS_STATE_H
#define SX_SERVERS_STATE_H

#include "base/array.h"

/**
 * The state of the language servers of a window, derived from their answers: whether they are
 * running, what they provide, which projects they have loaded.
 */
typedef struct sx_servers sx_servers;

sx_servers *sx_servers_new(void); /* NULL without memory */
void sx_servers_free(sx_servers *servers);

/** The state of a language that was asked for. Times are sx_clock_ms; 0: not yet. */
typedef struct sx_language_use {
  sx_str language;
  uint64_t asked_since_ms, ready_since_ms;
  uint64_t answers; /* how often its providers gave something */
} sx_language_use;

typedef SX_ARRAY(sx_language_use) sx_language_uses;

/** A provider of the language gave something: it is running. */
void sx_servers_set_ready(sx_servers *servers, sx_str language);
bool sx_servers_is_ready(sx_servers *servers, sx_str language);
/** Since when it has been answering; 0: it has not yet. */
uint64_t sx_servers_ready_since(sx_servers *servers, sx_str language);
/** It did not answer in the time that a call had for it. */
void sx_servers_set_late(sx_servers *servers, sx_str language);
/** Whether that was a short while ago. An empty language: of any. */
bool sx_servers_is_late(sx_servers *servers, sx_str language);
/** Since when (sx_clock_ms) this language is being asked; the first call returns now. */
uint64_t sx_servers_asked_since(sx_servers *servers, sx_str language);
/** All that have been asked for, and since when. */
sx_status sx_servers_list(sx_servers *servers, sx_language_uses *out, sx_arena *arena);
/** Whether the language's server checks only files that are in a tab, as far as is known. */
void sx_servers_set_needs_tab(sx_servers *servers, sx_str language, bool needs_tab);
bool sx_servers_needs_tab(sx_servers *servers, sx_str language);
/** A tab that was opened for a server is closed now; when the last of a language was, or 0. */
void sx_servers_note_tab_closed(sx_servers *servers, sx_str language);
uint64_t sx_servers_tab_closed_at(sx_servers *servers, sx_str language);

/** A definition was returned, with a declaration or without. */
void sx_servers_note_declaration(sx_servers *servers, sx_str language, bool is_given);
/** Whether no provider gives declarations of a language: asking delays each definition. */
bool sx_servers_lacks_declarations(sx_servers *servers, sx_str language);
/**
 * Kinds of providers that a language may have. The editor does not list them, and its empty answer
 * is the same without a provider as with one that finds nothing: only an answer that is not empty
 * is a proof.
 */
typedef enum sx_feature {
  SX_FEATURE_IMPLEMENTATIONS,
  SX_FEATURE_SIGNATURES,
  SX_FEATURE_IMPLEMENTATIONS_SOUGHT, /* asked for in other files than the one in question, too */
} sx_feature;
/** A provider of that kind gave something. */
void sx_servers_note_feature(sx_servers *servers, sx_str language, sx_feature feature);
bool sx_servers_has_feature(sx_servers *servers, sx_str language, sx_feature feature);
/** The project of the files in this folder is loaded. Bounded: the oldest are forgotten. */
void sx_servers_set_loaded(sx_servers *servers, sx_str folder);
/** When a project was last loaded; 0: never. */
uint64_t sx_servers_loaded_at(sx_servers *servers);
bool sx_servers_is_loaded(sx_servers *servers, sx_str folder);
/**
 * A file was opened for a server that answers from what it was shown (clangd without a list of the
 * sources), and it has read it. Bounded: the oldest are forgotten.
 */
void sx_servers_set_shown(sx_servers *servers, sx_str path);
bool sx_servers_is_shown(sx_servers *servers, sx_str path);
/**
 * A question about this file kept a server busy for longer than the call waited: the server may use
 * up its memory over it, and end. Bounded: the oldest are forgotten.
 */
void sx_servers_set_endless(sx_servers *servers, sx_str path);
bool sx_servers_is_endless(sx_servers *servers, sx_str path);
/** The editor installed, removed or started extensions: waiting starts again. */
void sx_servers_forget(sx_servers *servers);

#endif
