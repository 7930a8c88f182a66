#include "refactor/pasted.h"

#include "base/byte.h"
#include "base/word.h"
#include "imports/graph.h"
#include "refactor/move_parts.h"
#include "workspace/paths.h"

#include <string.h>

#define MAX_PARTS 8
#define MAX_NAME 200
#define MAX_DEPTH 20
/* Files that include headers with such macros: so many are looked at, as a header may be in all. */
#define MAX_USERS 2000

/* The parts between the `##` of a macro, one after the other. */
typedef struct pattern {
  sx_str macro; /* its name */
  sx_str parts[MAX_PARTS];
  bool is_given[MAX_PARTS]; /* by the call: a parameter */
  size_t len;
} pattern;

/* The rest of a line, with those that a backslash joins to it. */
static sx_str joined_line(sx_str text, size_t at) {
  size_t end = at;
  do {
    end = sx_str_find_char(text, '\n', end);
    if (end == SX_STR_NONE) return sx_str_slice(text, at, text.len);
    end++;
  } while (end >= 2 && (text.ptr[end - 2] == '\\' ||
                        (end >= 3 && text.ptr[end - 2] == '\r' && text.ptr[end - 3] == '\\')));
  return sx_str_slice(text, at, end);
}

static sx_str word_at(sx_str text, size_t at) {
  return sx_str_slice(text, at, sx_word_end(text, at));
}

static size_t word_start(sx_str text, size_t end) {
  while (end && sx_byte_is_ident(text.ptr[end - 1])) end--;
  return end;
}

/* The parts that are joined from the one on that ends before `at`, a `##`. Where they end. */
static size_t read_parts(pattern *p, sx_str body, size_t at, sx_str parameters) {
  size_t start = word_start(body, sx_str_trim_end(sx_str_slice(body, 0, at)).len);
  sx_str word = word_at(body, start);
  p->len = 0;
  for (;;) {
    if (word.len && p->len < MAX_PARTS) {
      p->is_given[p->len] = sx_word_is_in(parameters, word);
      p->parts[p->len++] = word;
    }
    if (!sx_str_has_prefix(sx_str_slice(body, at, body.len), SX_STR("##"))) return at;
    size_t next = sx_str_skip_blanks(body, at + 2);
    word = word_at(body, next);
    at = sx_str_skip_blanks(body, next + word.len);
    if (!word.len) return at;
  }
}

/* The places in a name where a part of the pattern may end, from those where the last one did. */
static void take_part(const pattern *p, size_t part, sx_str name, sx_str uses, bool *places) {
  bool ends[MAX_NAME + 1] = {false};
  sx_str own = p->parts[part];
  for (size_t at = 0; at < name.len; at++) {
    sx_str rest = sx_str_slice(name, at, name.len);
    if (!places[at]) continue;
    if (!p->is_given[part] && sx_str_has_prefix(rest, own)) ends[at + own.len] = true;
    for (size_t len = 1; p->is_given[part] && len <= rest.len; len++)
      if (!ends[at + len]) ends[at + len] = sx_word_is_in(uses, sx_str_slice(rest, 0, len));
  }
  memcpy(places, ends, sizeof ends);
}

/* Whether a name is that of a pattern, with words of the text that calls it. */
static bool matches(const pattern *p, sx_str name, sx_str uses) {
  bool places[MAX_NAME + 1] = {true};
  for (size_t part = 0; part < p->len; part++) take_part(p, part, name, uses, places);
  return places[name.len];
}

static bool line_makes(sx_str line, sx_str uses, sx_str name) {
  pattern p = {.macro = word_at(line, 0)};
  size_t open = p.macro.len, close = sx_str_find_char(line, ')', 0);
  if (!p.macro.len || sx_str_at(line, open) != '(' || close == SX_STR_NONE) return false;
  sx_str parameters = sx_str_slice(line, open, close);
  sx_str body = sx_str_slice(line, close + 1, line.len);
  if (!sx_word_is_in(uses, p.macro)) return false;
  for (size_t at = 0; (at = sx_str_find(body, SX_STR("##"), at)) != SX_STR_NONE;) {
    size_t end = read_parts(&p, body, at, parameters);
    if (p.len > 1 && matches(&p, name, uses)) return true;
    at = end > at ? end : at + 2;
  }
  return false;
}

bool sx_pasted_makes(sx_str macros, sx_str uses, sx_str name, size_t *at) {
  if (name.len > MAX_NAME || sx_str_find(macros, SX_STR("##"), 0) == SX_STR_NONE) return false;
  for (size_t i = 0; (i = sx_str_find(macros, SX_STR("define"), i)) != SX_STR_NONE; i += 6) {
    size_t hash = sx_str_trim_end(sx_str_slice(macros, sx_str_line_start(macros, i), i)).len;
    size_t start = sx_str_skip_blanks(macros, i + 6);
    if (!hash || macros.ptr[sx_str_line_start(macros, i) + hash - 1] != '#') continue;
    *at = i;
    if (line_makes(joined_line(macros, start), uses, name)) return true;
  }
  return false;
}

static sx_status refuse(sx_call *call, const sx_document *document, size_t at, sx_str name,
                        sx_err *err) {
  sx_pos16 place = sx_document_position(document, at);
  return sx_fail(err, SX_REFUSED,
                 "%.*s:%u:%u: this macro makes the name '%.*s' of parts, where no search finds it. "
                 "Nothing was changed.",
                 SX_STR_ARG(sx_path_display(call, document->path)), place.line + 1,
                 place.character + 1, SX_STR_ARG(name));
}

/* A macro of a header makes it in the file, or in another one that includes the header. */
static sx_status check_header(sx_call *call, sx_imports *imports, const sx_document *document,
                              const sx_document *header, sx_str name, size_t *left, sx_err *err) {
  size_t at;
  sx_import_graph users = {0};
  if (sx_str_find(header->text, SX_STR("##"), 0) == SX_STR_NONE) return SX_OK;
  if (sx_pasted_makes(header->text, document->text, name, &at))
    return refuse(call, header, at, name, err);
  if (!*left) return SX_OK;
  sx_status status = sx_import_graph_backward(&users, imports, call, header->path, MAX_DEPTH, err);
  for (size_t i = 0; i < users.nodes.len && !status && *left; i++) {
    const sx_document *user;
    --*left;
    status = sx_document_peek_any(call, users.nodes.items[i].path, &user, err);
    if (!status && user && sx_pasted_makes(header->text, user->text, name, &at))
      return refuse(call, header, at, name, err);
  }
  return status;
}

sx_status sx_pasted_check(sx_call *call, const sx_document *document, sx_str name, sx_err *err) {
  size_t at, left = MAX_USERS;
  sx_import_graph graph = {0};
  if (!sx_language_has_word("c cpp", document->language_id, false)) return SX_OK;
  if (sx_pasted_makes(document->text, document->text, name, &at))
    return refuse(call, document, at, name, err);
  sx_imports *imports = sx_imports_new(call);
  if (!imports) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status = sx_import_graph_forward(&graph, imports, call, document->path, MAX_DEPTH, err);
  if (status && !sx_status_ends_call(status)) status = SX_OK; /* no import of it is known */
  for (size_t i = 0; i < graph.nodes.len && !status; i++) {
    const sx_document *header;
    if (sx_str_is_equal(graph.nodes.items[i].path, document->path)) continue;
    status = sx_document_peek_any(call, graph.nodes.items[i].path, &header, err);
    if (!status && header) status = check_header(call, imports, document, header, name, &left, err);
  }
  sx_imports_free(imports);
  return status;
}
