#include "refactor/extract.h"

#include "base/word.h"
#include "refactor/hovers.h"
#include "text/language.h"

/* Go: the types of variables, and what is a part of their values by that. */

#define MAX_ASKED 64

/* Values that may be copied although methods are called on them: interfaces, and no addresses. */
#define COPIED                                                                                     \
  "error any bool string int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 byte rune "    \
  "float32 float64 uintptr context.Context io.Reader io.Writer io.Closer io.ReadCloser "           \
  "io.WriteCloser io.ReadWriter io.ByteReader io.RuneReader io.Seeker io.ReaderAt fmt.Stringer "   \
  "fmt.State sort.Interface http.ResponseWriter http.Handler net.Conn net.Addr time.Time "         \
  "time.Duration time.Month reflect.Type reflect.Value reflect.Kind os.FileInfo fs.FileInfo "      \
  "testing.TB hash.Hash ast.Node ast.Expr token.Pos"

#define STRUCTS                                                                                    \
  "strings.Builder bytes.Buffer sync.Mutex sync.RWMutex sync.WaitGroup sync.Once big.Int "         \
  "strings.Reader bufio.Scanner"

/* ---- what a type is -------------------------------------------------------------------------- */

static bool is_reference(sx_str type) {
  static const char *const begins[] = {"*", "[]", "map[", "chan ", "chan<- ", "<-chan ", "func("};
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (sx_str_has_prefix(type, sx_str_from(begins[i]))) return true;
  return false;
}

/* The declaration of a type of the file; NONE. */
static uint32_t find_type(const sx_extraction *x, sx_str type) {
  uint32_t binding = sx_names_look_up(&x->names, type, 0);
  if (binding == SX_BINDING_FREE || x->names.bindings.items[binding].kind != SX_BINDING_TYPE)
    return SX_NODE_NONE;
  uint32_t node = x->names.names.items[x->names.bindings.items[binding].first].node;
  return sx_nodes_field(&x->nodes, sx_nodes_parent(&x->nodes, node), "type");
}

static bool is_copied(const sx_extraction *x, sx_str type) {
  return sx_language_has_word(COPIED, type, false) ||
         sx_str_has_prefix(type, SX_STR("interface{")) ||
         sx_nodes_is(&x->nodes, find_type(x, type), "interface_type");
}

/* Whether it is certain that methods can be called by its address. */
static bool has_address(const sx_extraction *x, sx_str type) {
  uint32_t node = find_type(x, type);
  if (node == SX_NODE_NONE) return sx_language_has_word(STRUCTS, type, false);
  return sx_nodes_is(&x->nodes, node, "struct_type slice_type map_type array_type");
}

/* ---- what a type may name -------------------------------------------------------------------- */

static bool is_name_known(const sx_extraction *x, sx_str name) {
  uint32_t at = sx_names_look_up(&x->names, name, x->part.first);
  if (at == SX_BINDING_FREE) return true;
  const sx_binding *b = &x->names.bindings.items[at];
  if (b->scope == 0) return true;
  uint32_t outer = sx_names_look_up(&x->names, name, 0);
  /* A variable that has a package's or a type's name: the signature means the outer one. */
  return b->kind != SX_BINDING_TYPE && outer != SX_BINDING_FREE;
}

bool sx_extract_go_is_usable(const sx_extraction *x, sx_str type) {
  static const char *const unusable[] = {"\n", "...", "untyped ", "invalid type",
                                         "…",  "/",   "struct{"};
  if (!type.len) return false;
  for (size_t i = 0; i < sizeof unusable / sizeof *unusable; i++)
    if (sx_str_find(type, sx_str_from(unusable[i]), 0) != SX_STR_NONE) return false;
  size_t end = 0;
  for (sx_str word = sx_word_next(type, &end); word.len; word = sx_word_next(type, &end)) {
    bool is_member = end > word.len && word.ptr[-1] == '.';
    bool is_package = end < type.len && type.ptr[end] == '.';
    bool is_private = is_member && word.ptr[0] >= 'a' && word.ptr[0] <= 'z';
    uint32_t binding = sx_names_look_up(&x->names, word, 0);
    bool is_imported =
        binding != SX_BINDING_FREE && x->names.bindings.items[binding].kind == SX_BINDING_IMPORT;
    if (is_private || (is_package && !is_imported)) return false;
    if (!is_member && !is_name_known(x, word)) return false;
  }
  return true;
}

/* ---- the server ------------------------------------------------------------------------------ */

typedef struct asked {
  uint32_t bindings[MAX_ASKED], nodes[MAX_ASKED];
  size_t count;
} asked;

/* "var x T" */
static sx_str type_in_hover(const sx_extraction *x, uint32_t binding, sx_str signature) {
  sx_str line, rest = signature, name = x->names.bindings.items[binding].name;
  sx_str mark = sx_arena_printf(x->call->arena, "var %.*s ", SX_STR_ARG(name));
  if (!sx_str_next_line(&rest, &line) || !sx_str_has_prefix(line, mark)) return SX_STR("");
  bool is_whole = !sx_str_trim(rest).len;
  return is_whole ? sx_str_trim(sx_str_slice(line, mark.len, line.len)) : SX_STR("");
}

static sx_status ask(sx_extraction *x, const asked *a, sx_err *err) {
  sx_hover_text hovers[MAX_ASKED];
  uint32_t offsets[MAX_ASKED];
  for (size_t i = 0; i < a->count; i++) offsets[i] = sx_nodes_get(&x->nodes, a->nodes[i])->start;
  sx_status status = sx_hovers_ask(x->call, x->document, offsets, a->count, hovers, err);
  for (size_t i = 0; i < a->count && !status; i++) {
    sx_str type = type_in_hover(x, a->bindings[i], hovers[i].signature);
    if (type.len) x->types[a->bindings[i]] = type;
  }
  return status;
}

static void want(sx_extraction *x, asked *a, const sx_name *name, const bool *are_said) {
  if (name->binding == SX_BINDING_FREE || are_said[name->binding] || a->count == MAX_ASKED) return;
  const sx_binding *b = &x->names.bindings.items[name->binding];
  if (b->scope == 0 || b->kind > SX_BINDING_PARAMETER || sx_extract_has(x, &x->part, b->scope))
    return;
  for (size_t i = 0; i < a->count; i++)
    if (a->bindings[i] == name->binding) return;
  a->bindings[a->count] = name->binding;
  a->nodes[a->count++] = name->node;
}

/* Those in the selection, and what an expression is the value of. */
static sx_status ask_all(sx_extraction *x, const bool *are_said, sx_err *err) {
  asked a = {.count = 0};
  const sx_nodes *nodes = &x->nodes;
  for (size_t i = sx_names_from(&x->names, x->part.start);
       i < x->names.names.len && x->names.names.items[i].start < x->part.end; i++)
    want(x, &a, &x->names.names.items[i], are_said);
  uint32_t list = sx_nodes_parent(nodes, x->part.first);
  uint32_t left = sx_nodes_field(nodes, sx_nodes_parent(nodes, list), "left");
  const sx_name *name = sx_names_at(&x->names, sx_nodes_first_named(nodes, left));
  if (x->part.is_expression && name) want(x, &a, name, are_said);
  return a.count ? ask(x, &a, err) : SX_OK;
}

/* ---- what is written by that ----------------------------------------------------------------- */

typedef struct use {
  uint32_t parent; /* of all that is a part of it */
  bool is_whole;
} use;

static use find_use(const sx_nodes *nodes, uint32_t node) {
  use u = {SX_NODE_NONE, true};
  for (;;) {
    u.parent = sx_nodes_parent(nodes, node);
    bool is_part = sx_nodes_is(nodes, u.parent, "selector_expression index_expression") &&
                   sx_nodes_is_field(nodes, node, "operand");
    if (!is_part && !sx_nodes_is(nodes, u.parent, "parenthesized_expression")) return u;
    if (is_part) u.is_whole = false;
    node = u.parent;
  }
}

/* A write by a pointer, a slice or a map does not write the variable. */
static void mend(const sx_extraction *x, sx_name *name) {
  sx_str type = x->types[name->binding];
  use u = find_use(&x->nodes, name->node);
  bool is_sliced = sx_nodes_is(&x->nodes, u.parent, "slice_expression");
  bool is_called = sx_nodes_is(&x->nodes, u.parent, "call_expression");
  if (!type.len || (name->roles & SX_NAME_DECLARES)) return;
  if (is_reference(type) && !u.is_whole)
    name->roles = (name->roles & ~(uint32_t)(SX_NAME_WRITES | SX_NAME_ADDRESS)) | SX_NAME_READS;
  else if ((is_sliced && (is_reference(type) || sx_str_is_equal(type, SX_STR("string")))) ||
           (is_called && is_copied(x, type)))
    name->roles &= ~(uint32_t)SX_NAME_ADDRESS;
}

sx_status sx_extract_go_read(sx_extraction *x, sx_err *err) {
  size_t count = x->names.bindings.len;
  x->types = sx_arena_calloc(x->call->arena, count + 1, sizeof *x->types);
  bool *are_said = sx_arena_calloc(x->call->arena, count + 1, sizeof *are_said);
  if (!x->types || !are_said) return sx_fail(err, x->call->arena->status, NULL);
  for (size_t i = 0; i < count; i++) x->types[i] = SX_STR("");
  for (size_t i = 0; i < count; i++)
    if (x->names.bindings.items[i].kind <= SX_BINDING_PARAMETER)
      x->types[i] = sx_extract_go_declared(x, (uint32_t)i, &are_said[i]);
  sx_status status = ask_all(x, are_said, err);
  for (size_t i = 0; i < x->names.names.len && !status; i++)
    if (x->names.names.items[i].binding != SX_BINDING_FREE) mend(x, &x->names.names.items[i]);
  return status;
}

bool sx_extract_go_is_shared(const sx_extraction *x, uint32_t binding) {
  if (x->names.bindings.items[binding].scope == 0) return false;
  for (size_t i = 0; i < x->names.names.len; i++)
    if (x->names.names.items[i].binding == binding &&
        (x->names.names.items[i].roles & SX_NAME_ADDRESS))
      return true;
  return false;
}

/* Its address is taken by a method that may be an interface's, which has no such address. */
bool sx_extract_go_is_vague(const sx_extraction *x, uint32_t binding) {
  for (size_t i = 0; i < x->names.names.len; i++) {
    const sx_name *name = &x->names.names.items[i];
    if (name->binding != binding || !(name->roles & SX_NAME_ADDRESS)) continue;
    use u = find_use(&x->nodes, name->node);
    if (sx_nodes_is(&x->nodes, u.parent, "call_expression") && !has_address(x, x->types[binding]))
      return true;
  }
  return false;
}
