#include "servers/state.h"

#include "base/mem.h"
#include "os/clock.h"
#include "servers/traits.h"
#include "workspace/path_ring.h"

#include <uv.h>

#define MAX_LANGUAGES 128
#define MAX_LANGUAGE_BYTES 64
#define MAX_LOADED 256
#define MAX_SHOWN 4096
#define MAX_ENDLESS 64

/*
 * So many answers without a declaration mean that no provider gives any; it is asked again now and
 * then.
 */
#define LACKING_FROM 5
#define LACKING_RETRY 64

typedef struct language_state {
  char name[MAX_LANGUAGE_BYTES];
  bool needs_tab;
  uint32_t features;            /* bits by sx_feature */
  uint32_t without_declaration; /* definitions in a row that came without a declaration */
  uint64_t asked_since_ms, ready_since_ms; /* 0: not yet */
  uint64_t late_at_ms;                     /* 0: never */
  uint64_t tab_closed_at_ms;               /* 0: never */
  uint64_t answers;
} language_state;

struct sx_servers {
  uv_mutex_t mutex;
  language_state languages[MAX_LANGUAGES];
  size_t language_count;
  char *loaded_paths[MAX_LOADED], *shown_paths[MAX_SHOWN], *endless_paths[MAX_ENDLESS];
  sx_path_ring loaded, shown, endless;
  uint64_t loaded_at_ms;
};

sx_servers *sx_servers_new(void) {
  sx_servers *servers = sx_calloc(1, sizeof *servers);
  if (!servers) return NULL;
  servers->loaded = (sx_path_ring){servers->loaded_paths, MAX_LOADED, 0};
  servers->shown = (sx_path_ring){servers->shown_paths, MAX_SHOWN, 0};
  servers->endless = (sx_path_ring){servers->endless_paths, MAX_ENDLESS, 0};
  if (uv_mutex_init(&servers->mutex) == 0) return servers;
  sx_free(servers);
  return NULL;
}

void sx_servers_free(sx_servers *servers) {
  if (!servers) return;
  sx_path_ring_clear(&servers->loaded);
  sx_path_ring_clear(&servers->shown);
  sx_path_ring_clear(&servers->endless);
  uv_mutex_destroy(&servers->mutex);
  sx_free(servers);
}

/* NULL past the maximum: such a language then simply counts as never ready. */
static language_state *language_locked(sx_servers *servers, sx_str name) {
  for (size_t i = 0; i < servers->language_count; i++)
    if (sx_str_is_equal(sx_str_from(servers->languages[i].name), name))
      return &servers->languages[i];
  if (servers->language_count == MAX_LANGUAGES || name.len >= MAX_LANGUAGE_BYTES) return NULL;
  language_state *added = &servers->languages[servers->language_count++];
  *added = (language_state){.needs_tab = false};
  memcpy(added->name, name.ptr, name.len);
  return added;
}

void sx_servers_set_ready(sx_servers *servers, sx_str language) {
  uint64_t now = sx_clock_ms();
  uv_mutex_lock(&servers->mutex);
  language_state *state = language_locked(servers, language);
  if (state && !state->asked_since_ms) state->asked_since_ms = now;
  if (state && !state->ready_since_ms) state->ready_since_ms = now;
  if (state) state->answers++;
  uv_mutex_unlock(&servers->mutex);
}

uint64_t sx_servers_ready_since(sx_servers *servers, sx_str language) {
  uv_mutex_lock(&servers->mutex);
  const language_state *state = language_locked(servers, language);
  uint64_t since = state ? state->ready_since_ms : 0;
  uv_mutex_unlock(&servers->mutex);
  return since;
}

bool sx_servers_is_ready(sx_servers *servers, sx_str language) {
  return sx_servers_ready_since(servers, language) != 0;
}

void sx_servers_set_late(sx_servers *servers, sx_str language) {
  uint64_t now = sx_clock_ms();
  uv_mutex_lock(&servers->mutex);
  language_state *state = language_locked(servers, language);
  if (state) state->late_at_ms = now;
  uv_mutex_unlock(&servers->mutex);
}

bool sx_servers_is_late(sx_servers *servers, sx_str language) {
  uint64_t now = sx_clock_ms();
  bool is_late = false;
  uv_mutex_lock(&servers->mutex);
  for (size_t i = 0; i < servers->language_count; i++) {
    const language_state *state = &servers->languages[i];
    bool is_meant = !language.len || sx_str_is_equal(sx_str_from(state->name), language);
    is_late |=
        is_meant && state->late_at_ms && sx_clock_span_ms(state->late_at_ms, now) < SX_LATE_MS;
  }
  uv_mutex_unlock(&servers->mutex);
  return is_late;
}

void sx_servers_set_needs_tab(sx_servers *servers, sx_str language, bool needs_tab) {
  uv_mutex_lock(&servers->mutex);
  language_state *state = language_locked(servers, language);
  if (state) state->needs_tab = needs_tab;
  uv_mutex_unlock(&servers->mutex);
}

bool sx_servers_needs_tab(sx_servers *servers, sx_str language) {
  uv_mutex_lock(&servers->mutex);
  const language_state *state = language_locked(servers, language);
  bool needs_tab = state && state->needs_tab;
  uv_mutex_unlock(&servers->mutex);
  return needs_tab;
}

void sx_servers_note_tab_closed(sx_servers *servers, sx_str language) {
  uint64_t now = sx_clock_ms();
  uv_mutex_lock(&servers->mutex);
  language_state *state = language_locked(servers, language);
  if (state) state->tab_closed_at_ms = now;
  uv_mutex_unlock(&servers->mutex);
}

uint64_t sx_servers_tab_closed_at(sx_servers *servers, sx_str language) {
  uv_mutex_lock(&servers->mutex);
  const language_state *state = language_locked(servers, language);
  uint64_t at_ms = state ? state->tab_closed_at_ms : 0;
  uv_mutex_unlock(&servers->mutex);
  return at_ms;
}

void sx_servers_note_declaration(sx_servers *servers, sx_str language, bool is_given) {
  uv_mutex_lock(&servers->mutex);
  language_state *state = language_locked(servers, language);
  if (state) state->without_declaration = is_given ? 0 : state->without_declaration + 1;
  uv_mutex_unlock(&servers->mutex);
}

bool sx_servers_lacks_declarations(sx_servers *servers, sx_str language) {
  uv_mutex_lock(&servers->mutex);
  const language_state *state = language_locked(servers, language);
  uint32_t count = state ? state->without_declaration : 0;
  uv_mutex_unlock(&servers->mutex);
  return count >= LACKING_FROM && count % LACKING_RETRY != 0;
}

void sx_servers_note_feature(sx_servers *servers, sx_str language, sx_feature feature) {
  uv_mutex_lock(&servers->mutex);
  language_state *state = language_locked(servers, language);
  if (state) state->features |= 1u << feature;
  uv_mutex_unlock(&servers->mutex);
}

bool sx_servers_has_feature(sx_servers *servers, sx_str language, sx_feature feature) {
  uv_mutex_lock(&servers->mutex);
  const language_state *state = language_locked(servers, language);
  bool has = state && (state->features >> feature & 1);
  uv_mutex_unlock(&servers->mutex);
  return has;
}

uint64_t sx_servers_asked_since(sx_servers *servers, sx_str language) {
  uint64_t now = sx_clock_ms();
  uv_mutex_lock(&servers->mutex);
  language_state *state = language_locked(servers, language);
  if (state && !state->asked_since_ms) state->asked_since_ms = now;
  uint64_t since = state ? state->asked_since_ms : now;
  uv_mutex_unlock(&servers->mutex);
  return since;
}

sx_status sx_servers_list(sx_servers *servers, sx_language_uses *out, sx_arena *arena) {
  *out = (sx_language_uses){0};
  uv_mutex_lock(&servers->mutex);
  for (size_t i = 0; i < servers->language_count; i++) {
    const language_state *state = &servers->languages[i];
    if (!state->asked_since_ms) continue;
    sx_language_use *use = SX_ARRAY_ADD(out, arena);
    if (!use) break;
    *use = (sx_language_use){sx_arena_dup(arena, sx_str_from(state->name)), state->asked_since_ms,
                             state->ready_since_ms, state->answers};
  }
  uv_mutex_unlock(&servers->mutex);
  return arena->status;
}

void sx_servers_forget(sx_servers *servers) {
  uv_mutex_lock(&servers->mutex);
  servers->language_count = 0;
  sx_path_ring_clear(&servers->loaded);
  sx_path_ring_clear(&servers->shown);
  sx_path_ring_clear(&servers->endless);
  uv_mutex_unlock(&servers->mutex);
}

void sx_servers_set_loaded(sx_servers *servers, sx_str folder) {
  uint64_t now = sx_clock_ms();
  uv_mutex_lock(&servers->mutex);
  sx_path_ring_add(&servers->loaded, folder);
  servers->loaded_at_ms = now;
  uv_mutex_unlock(&servers->mutex);
}

uint64_t sx_servers_loaded_at(sx_servers *servers) {
  uv_mutex_lock(&servers->mutex);
  uint64_t at_ms = servers->loaded_at_ms;
  uv_mutex_unlock(&servers->mutex);
  return at_ms;
}

bool sx_servers_is_loaded(sx_servers *servers, sx_str folder) {
  uv_mutex_lock(&servers->mutex);
  bool is_loaded = sx_path_ring_has(&servers->loaded, folder);
  uv_mutex_unlock(&servers->mutex);
  return is_loaded;
}

void sx_servers_set_shown(sx_servers *servers, sx_str path) {
  uv_mutex_lock(&servers->mutex);
  sx_path_ring_add(&servers->shown, path);
  uv_mutex_unlock(&servers->mutex);
}

bool sx_servers_is_shown(sx_servers *servers, sx_str path) {
  uv_mutex_lock(&servers->mutex);
  bool is_shown = sx_path_ring_has(&servers->shown, path);
  uv_mutex_unlock(&servers->mutex);
  return is_shown;
}

void sx_servers_set_endless(sx_servers *servers, sx_str path) {
  uv_mutex_lock(&servers->mutex);
  sx_path_ring_add(&servers->endless, path);
  uv_mutex_unlock(&servers->mutex);
}

bool sx_servers_is_endless(sx_servers *servers, sx_str path) {
  uv_mutex_lock(&servers->mutex);
  bool is_endless = sx_path_ring_has(&servers->endless, path);
  uv_mutex_unlock(&servers->mutex);
  return is_endless;
}
