#include "engine/services.h"

#include "base/mem.h"
#include "change/store.h"
#include "commands/commands.h"
#include "engine/cache.h"
#include "engine/kept.h"
#include "host/hierarchies.h"
#include "host/endpoint.h"
#include "servers/state.h"
#include "store/sqlite_rest.h"
#include "store/store.h"
#include "workspace/allowed.h"
#include "workspace/change_log.h"
#include "workspace/excluded.h"
#include "workspace/facts_host.h"
#include "workspace/known_files.h"
#include "workspace/outline.h"
#include "workspace/roots.h"
#include "workspace/seen_folder.h"
#include "workspace/text_index.h"
#include "workspace/word_filters.h"

/* One row of SX_SERVICES. */
typedef struct service {
  void *(*make)(sx_services *services); /* stores it, too */
  void (*end)(sx_services *services);
} service;

#define FUNCTIONS(name)                                                                            \
  static void *make_##name(sx_services *services) {                                                \
    return services->name = sx_##name##_new();                                                     \
  }                                                                                                \
  static void end_##name(sx_services *services) {                                                  \
    sx_##name##_free(services->name);                                                              \
  }
SX_SERVICES(FUNCTIONS)

#define ROW(name) {make_##name, end_##name},
static const service rows[] = {SX_SERVICES(ROW)};
#define COUNT (sizeof rows / sizeof *rows)

sx_services *sx_services_new(void) {
  sx_services *services = sx_calloc(1, sizeof *services);
  if (!services) return NULL;
  for (size_t i = 0; i < COUNT; i++)
    if (!rows[i].make(services)) {
      sx_services_free(services);
      return NULL;
    }
  return services;
}

void sx_services_free(sx_services *services) {
  if (!services) return;
  for (size_t i = COUNT; i-- > 0;) rows[i].end(services);
  sx_free(services);
}
