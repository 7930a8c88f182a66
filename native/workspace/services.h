#ifndef SX_WORKSPACE_SERVICES_H
#define SX_WORKSPACE_SERVICES_H

/**
 * The services of one editor window, as long as it lives, in the order in which they are made;
 * freed in the opposite order (engine/services). A row `name` is a type sx_name with
 *
 *   sx_name *sx_name_new(void);        NULL without memory
 *   void sx_name_free(sx_name *name);  NULL is allowed
 *
 * A new service is a row here and its header in engine/services.c. All may be used from any thread.
 */
#define SX_SERVICES(X)                                                                             \
  X(roots)        /* the folders: workspace/roots.h */                                             \
  X(excluded)     /* globs of the settings: workspace/excluded.h */                                \
  X(allowed)      /* paths outside of them that may be read: workspace/allowed.h */                \
  X(change_log)   /* what changed, by whom ever: workspace/change_log.h */                         \
  X(known_files)  /* the files of the folders: workspace/known_files.h */                          \
  X(seen_folders) /* in which nothing has happened: workspace/seen_folder.h */                     \
  X(text_index)   /* which of them may have a text: workspace/text_index.h */                      \
  X(facts_host)   /* what texts declare: workspace/facts_host.h */                                 \
  X(outlines)     /* workspace/outline.h */                                                        \
  X(word_filters) /* which words a file has: workspace/word_filters.h */                           \
  X(endpoint)     /* for embeddings, if there is one: host/endpoint.h */                           \
  X(sqlite_rest)  /* files of anyone that rest open: store/sqlite_rest.h */                        \
  X(store)        /* what is kept over reloads: store/store.h */                                   \
  X(hierarchies)  /* the editor's open sessions: host/hierarchies.h */                             \
  X(servers)      /* what is known of language servers: servers/state.h */                         \
  X(changes)      /* previewed and applied ones: change/store.h */                                 \
  X(commands)     /* that ran, or do: commands/commands.h */                                       \
  X(cache)        /* of answers: engine/cache.h */                                                 \
  X(kept)         /* results that cursors continue: engine/kept.h */

#define SX_SERVICES_FIELD(name) struct sx_##name *name;
typedef struct sx_services {
  SX_SERVICES(SX_SERVICES_FIELD)
} sx_services;
#undef SX_SERVICES_FIELD

#endif
