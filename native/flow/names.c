#include "flow/names_parts.h"

#include "base/map.h"
#include "text/language.h"

/* A name in a scope. */
typedef struct slot {
  uint32_t scope, id;
  uint32_t binding; /* FREE: what the file has under it, and it has nothing */
  uint32_t redirect;
  bool is_used;
} slot;

/* A name as its language has added it, until all are looked up. */
typedef struct pending {
  sx_names_use use;
  uint32_t id;
} pending;

typedef struct redirect {
  uint32_t node, scope, id;
  bool is_global;
} redirect;

struct sx_scopes {
  uint32_t *of, *made; /* of each node */
  SX_ARRAY(sx_scope) items;
  SX_ARRAY(pending) pendings;
  SX_ARRAY(redirect) redirects;
  sx_map ids; /* of names */
  slot *slots;
  size_t len, cap; /* a power of two */
};

static const sx_names_language *const languages[] = {&sx_names__python, &sx_names__script,
                                                     &sx_names__c, &sx_names__go};

/* ---- slots ----------------------------------------------------------------------------------- */

static slot *probe(slot *slots, size_t cap, uint32_t scope, uint32_t id) {
  uint64_t hash = ((uint64_t)scope << 32 | id) * 0x9e3779b97f4a7c15u;
  size_t at = (size_t)(hash >> 32) & (cap - 1);
  while (slots[at].is_used && (slots[at].scope != scope || slots[at].id != id))
    at = (at + 1) & (cap - 1);
  return &slots[at];
}

static slot *find_slot(const sx_scopes *scopes, uint32_t scope, uint32_t id) {
  if (!scopes->cap) return NULL;
  slot *found = probe(scopes->slots, scopes->cap, scope, id);
  return found->is_used ? found : NULL;
}

static bool grow_slots(sx_scopes *scopes, sx_arena *arena) {
  size_t cap = scopes->cap ? 2 * scopes->cap : 64;
  slot *grown = sx_arena_calloc(arena, cap, sizeof *grown);
  if (!grown) return false;
  for (size_t i = 0; i < scopes->cap; i++) {
    const slot *old = &scopes->slots[i];
    if (old->is_used) *probe(grown, cap, old->scope, old->id) = *old;
  }
  scopes->slots = grown;
  scopes->cap = cap;
  return true;
}

/* Finds it, or adds one without a binding; NULL when there is no memory. */
static slot *put_slot(sx_scopes *scopes, uint32_t scope, uint32_t id, sx_arena *arena) {
  if (2 * (scopes->len + 1) > scopes->cap && !grow_slots(scopes, arena)) return NULL;
  slot *at = probe(scopes->slots, scopes->cap, scope, id);
  if (at->is_used) return at;
  *at = (slot){.scope = scope, .id = id, .binding = SX_BINDING_FREE, .is_used = true};
  scopes->len++;
  return at;
}

static sx_status find_id(sx_names_walk *walk, sx_str name, uint32_t *id) {
  sx_scopes *scopes = walk->scopes;
  uint64_t found = scopes->ids.len;
  if (!sx_map_find(&scopes->ids, name, &found)) {
    sx_status status = sx_map_put(&scopes->ids, name, found);
    if (status) return sx_fail(walk->err, status, NULL);
  }
  *id = (uint32_t)found;
  return SX_OK;
}

/* ---- what visitors call ---------------------------------------------------------------------- */

uint8_t sx_names__number(const sx_names_walk *walk, uint32_t node) {
  if (!sx_nodes_is_named(walk->nodes, node)) return 0;
  return walk->numbers[sx_nodes_get(walk->nodes, node)->kind];
}

uint32_t sx_names__open(sx_names_walk *walk, uint32_t node, sx_scope_kind kind, uint32_t outer) {
  uint32_t made = (uint32_t)walk->scopes->items.len;
  sx_scope *scope = SX_ARRAY_ADD(&walk->scopes->items, walk->arena);
  if (!scope) return SX_SCOPE_NONE;
  uint32_t function = SX_NODE_NONE;
  if (kind == SX_SCOPE_FUNCTION)
    function = node;
  else if (kind >= SX_SCOPE_BLOCK)
    function = walk->scopes->items.items[outer].function;
  *scope = (sx_scope){.node = node, .outer = outer, .function = function, .kind = (uint8_t)kind};
  walk->scopes->made[node] = made;
  return made;
}

uint32_t sx_names__made(const sx_names_walk *walk, uint32_t node) {
  return node == SX_NODE_NONE ? SX_SCOPE_NONE : walk->scopes->made[node];
}

uint32_t sx_names__scope(const sx_names_walk *walk, uint32_t node) {
  return walk->scopes->of[node];
}

void sx_names__set_scope(sx_names_walk *walk, uint32_t node, uint32_t scope) {
  if (scope != SX_SCOPE_NONE) walk->scopes->of[node] = scope;
}

const sx_scope *sx_names__get_scope(const sx_names_walk *walk, uint32_t scope) {
  return &walk->scopes->items.items[scope];
}

uint32_t sx_names__function_scope(const sx_names_walk *walk, uint32_t scope) {
  const sx_scope *items = walk->scopes->items.items;
  while (items[scope].kind != SX_SCOPE_FUNCTION && items[scope].outer != SX_SCOPE_NONE)
    scope = items[scope].outer;
  return scope;
}

sx_status sx_names__add(sx_names_walk *walk, uint32_t node, const sx_names_use *use) {
  const sx_tree_node *at = sx_nodes_get(walk->nodes, node);
  if (at->start == at->end) return SX_OK; /* missing in the text */
  sx_name *name = SX_ARRAY_ADD(&walk->names->names, walk->arena);
  pending *of = SX_ARRAY_ADD(&walk->scopes->pendings, walk->arena);
  if (!name || !of) return sx_fail(walk->err, walk->arena->status, NULL);
  uint32_t from = use->to ? use->from : at->start, to = use->to ? use->to : at->end;
  *name = (sx_name){from, to, node, SX_BINDING_FREE, use->roles};
  of->use = *use;
  if (!of->use.spaces) of->use.spaces = SX_SPACE_VALUES | SX_SPACE_TYPES;
  sx_str key = use->key.len ? use->key : sx_str_slice(walk->nodes->text, from, to);
  return find_id(walk, key, &of->id);
}

sx_status sx_names__redirect(sx_names_walk *walk, uint32_t node, uint32_t scope, bool is_global) {
  redirect *one = SX_ARRAY_ADD(&walk->scopes->redirects, walk->arena);
  if (!one) return sx_fail(walk->err, walk->arena->status, NULL);
  *one = (redirect){.node = node, .scope = scope, .is_global = is_global};
  sx_status status = find_id(walk, sx_nodes_text(walk->nodes, node), &one->id);
  if (status) return status;
  slot *at = put_slot(walk->scopes, scope, one->id, walk->arena);
  if (!at) return sx_fail(walk->err, walk->arena->status, NULL);
  at->redirect = (uint32_t)walk->scopes->redirects.len;
  return SX_OK;
}

void sx_names__note_dynamic(sx_names_walk *walk, uint32_t node) {
  if (walk->names->dynamic == SX_NODE_NONE) walk->names->dynamic = node;
}

/* ---- declaring ------------------------------------------------------------------------------- */

static sx_status make_binding(sx_names_walk *walk, slot *at, size_t index) {
  sx_name *name = &walk->names->names.items[index];
  const sx_names_use *use = &walk->scopes->pendings.items[index].use;
  uint32_t made = (uint32_t)walk->names->bindings.len;
  const sx_scope *scope = &walk->scopes->items.items[at->scope];
  sx_binding *binding = SX_ARRAY_ADD(&walk->names->bindings, walk->arena);
  if (!binding) return sx_fail(walk->err, walk->arena->status, NULL);
  *binding = (sx_binding){.name = sx_str_slice(walk->nodes->text, name->start, name->end),
                          .scope = scope->node,
                          .function = scope->function,
                          .first = (uint32_t)index,
                          .since = use->since,
                          .kind = use->kind};
  at->binding = made;
  return SX_OK;
}

static sx_status declare(sx_names_walk *walk, size_t index) {
  sx_name *name = &walk->names->names.items[index];
  const pending *of = &walk->scopes->pendings.items[index];
  slot *at = put_slot(walk->scopes, of->use.scope, of->id, walk->arena);
  if (!at) return sx_fail(walk->err, walk->arena->status, NULL);
  if (at->redirect) return SX_OK;
  sx_status status = at->binding == SX_BINDING_FREE ? make_binding(walk, at, index) : SX_OK;
  if (status) return status;
  sx_binding *binding = &walk->names->bindings.items[at->binding];
  binding->spaces |= of->use.spaces;
  if (binding->declarations < UINT16_MAX) binding->declarations++;
  name->binding = at->binding;
  return SX_OK;
}

static uint32_t look_up(const sx_names *names, uint32_t scope, uint32_t id, uint8_t spaces,
                        uint32_t at) {
  const sx_scopes *scopes = names->scopes;
  bool is_in_function = false;
  for (; scope != SX_SCOPE_NONE; scope = scopes->items.items[scope].outer) {
    uint8_t kind = scopes->items.items[scope].kind;
    if (kind == SX_SCOPE_CLASS && is_in_function) continue;
    is_in_function = is_in_function || kind != SX_SCOPE_BLOCK;
    const slot *found = find_slot(scopes, scope, id);
    if (!found) continue;
    if (found->binding == SX_BINDING_FREE) return SX_BINDING_FREE;
    const sx_binding *binding = &names->bindings.items[found->binding];
    if (at >= binding->since && (binding->spaces & spaces)) return found->binding;
  }
  return SX_BINDING_FREE;
}

/* A name that is written where it is redirected to the file declares it there, unless it is. */
static sx_status declare_redirected(sx_names_walk *walk, size_t index) {
  pending *of = &walk->scopes->pendings.items[index];
  slot *at = find_slot(walk->scopes, of->use.scope, of->id);
  if (!at || !at->redirect) return SX_OK;
  if (!walk->scopes->redirects.items[at->redirect - 1].is_global) {
    walk->names->names.items[index].roles &= ~(uint32_t)SX_NAME_DECLARES;
    return SX_OK;
  }
  of->use.scope = 0;
  return declare(walk, index);
}

static sx_status resolve_redirects(sx_names_walk *walk) {
  sx_scopes *scopes = walk->scopes;
  sx_status status = SX_OK;
  for (size_t i = 0; i < walk->names->names.len && scopes->redirects.len && !status; i++)
    if (walk->names->names.items[i].roles & SX_NAME_DECLARES) status = declare_redirected(walk, i);
  for (size_t i = 0; i < scopes->redirects.len && !status; i++) {
    const redirect *one = &scopes->redirects.items[i];
    uint32_t start = sx_nodes_get(walk->nodes, one->node)->start;
    uint32_t outer = one->is_global ? 0 : scopes->items.items[one->scope].outer;
    uint32_t found = look_up(walk->names, outer, one->id, UINT8_MAX, start);
    if (one->scope == 0) continue; /* `global x` of the file itself */
    slot *at = find_slot(scopes, one->scope, one->id);
    if (at) at->binding = found;
    if (found != SX_BINDING_FREE) walk->names->bindings.items[found].is_shared = true;
  }
  return status;
}

static sx_status look_all_up(sx_names_walk *walk) {
  sx_status status = SX_OK;
  sx_names *names = walk->names;
  for (size_t i = 0; i < names->names.len && !status; i++)
    if (names->names.items[i].roles & SX_NAME_DECLARES) status = declare(walk, i);
  if (!status) status = resolve_redirects(walk);
  for (size_t i = 0; i < names->names.len && !status; i++) {
    sx_name *name = &names->names.items[i];
    const pending *of = &walk->scopes->pendings.items[i];
    uint32_t scope = walk->scopes->of[name->node];
    if (name->binding == SX_BINDING_FREE)
      name->binding = look_up(names, scope, of->id, of->use.spaces, name->start);
    if (name->binding == SX_BINDING_FREE) continue;
    sx_binding *binding = &names->bindings.items[name->binding];
    uint32_t function = walk->scopes->items.items[scope].function;
    if (function != SX_NODE_NONE && function != binding->function) {
      /* A function's own name is in the function's scope of JavaScript, and around it else. */
      if (sx_nodes_has_in(names->nodes, binding->scope, function)) binding->is_captured = true;
    }
  }
  return status;
}

/* ---- finding --------------------------------------------------------------------------------- */

static const sx_names_language *find_language(const sx_nodes *nodes) {
  for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
    if (sx_language_has_word(languages[i]->grammars, nodes->grammar, false)) return languages[i];
  return NULL;
}

bool sx_names_is_known(const sx_nodes *nodes) {
  return find_language(nodes) != NULL;
}

static uint8_t number_of(const sx_names_language *language, sx_str kind) {
  for (size_t i = 0; i < language->kind_count; i++)
    if (sx_str_is_equal(kind, sx_str_from(language->kinds[i].kind)))
      return language->kinds[i].number;
  return 0;
}

static sx_status init_walk(sx_names_walk *walk, const sx_names_language *language) {
  size_t count = walk->nodes->tree.nodes.len;
  const sx_strs *kinds = &walk->nodes->tree.names;
  sx_scopes *scopes = walk->scopes = SX_ARENA_NEW(walk->arena, sx_scopes);
  if (!scopes) return sx_fail(walk->err, walk->arena->status, NULL);
  walk->names->scopes = scopes;
  sx_map_init(&scopes->ids, walk->arena);
  scopes->of = sx_arena_calloc(walk->arena, count + 1, sizeof *scopes->of);
  scopes->made = sx_arena_calloc(walk->arena, count + 1, sizeof *scopes->made);
  walk->contexts = sx_arena_calloc(walk->arena, count + 1, 1);
  walk->numbers = sx_arena_calloc(walk->arena, kinds->len + 1, 1);
  if (!scopes->of || !scopes->made || !walk->contexts || !walk->numbers)
    return sx_fail(walk->err, walk->arena->status, NULL);
  for (size_t i = 0; i < count; i++) scopes->made[i] = SX_SCOPE_NONE;
  for (size_t i = 0; i < kinds->len; i++) walk->numbers[i] = number_of(language, kinds->items[i]);
  if (sx_names__open(walk, 0, SX_SCOPE_FILE, SX_SCOPE_NONE) == SX_SCOPE_NONE)
    return sx_fail(walk->err, walk->arena->status, NULL);
  return SX_OK;
}

sx_status sx_names_find(sx_names *out, const sx_nodes *nodes, sx_arena *arena, sx_err *err) {
  const sx_names_language *language = find_language(nodes);
  sx_names_walk walk = {.names = out, .nodes = nodes, .arena = arena, .err = err};
  *out = (sx_names){.nodes = nodes, .dynamic = SX_NODE_NONE};
  if (!language)
    return sx_fail(err, SX_UNSUPPORTED,
                   "Names of %.*s are not understood here. TypeScript, JavaScript, Python, C "
                   "and Go are.",
                   SX_STR_ARG(nodes->grammar));
  sx_status status = init_walk(&walk, language);
  for (uint32_t node = 0; node < nodes->tree.nodes.len && !status; node++) {
    if (node) walk.scopes->of[node] = walk.scopes->of[nodes->parents[node]];
    status = language->visit(&walk, node);
    if (!status && arena->status) status = sx_fail(err, arena->status, NULL);
  }
  if (!status) status = look_all_up(&walk);
  if (!status && language->finish) language->finish(out);
  return status;
}

size_t sx_names_from(const sx_names *names, uint32_t offset) {
  size_t from = 0, to = names->names.len;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    if (names->names.items[middle].start < offset)
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

const sx_name *sx_names_at(const sx_names *names, uint32_t node) {
  if (node == SX_NODE_NONE) return NULL;
  size_t at = sx_names_from(names, sx_nodes_get(names->nodes, node)->start);
  if (at == names->names.len || names->names.items[at].node != node) return NULL;
  return &names->names.items[at];
}

uint32_t sx_names_look_up(const sx_names *names, sx_str name, uint32_t node) {
  uint64_t id = 0;
  if (!sx_map_find(&names->scopes->ids, name, &id)) return SX_BINDING_FREE;
  uint32_t start = sx_nodes_get(names->nodes, node)->start;
  return look_up(names, names->scopes->of[node], (uint32_t)id, UINT8_MAX, start);
}
