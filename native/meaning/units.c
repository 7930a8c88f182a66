#include "meaning/units.h"

#include "meaning/docs.h"
#include "meaning/terms.h"

/* Others of fewer lines count with what they stand in. */
#define LEAST_LINES 3
/* Deeper ones count with what they stand in, too. */
#define MAX_DEPTH 32

sx_meaning_unit *sx_meaning_add_unit(sx_meaning_units *units, const sx_meaning_unit *unit,
                                     sx_arena *arena) {
  sx_meaning_unit *added = SX_ARRAY_ADD(&units->units, arena);
  if (!added) return NULL;
  *added = *unit;
  added->first_piece = added->last_piece = SX_MEANING_NO_PIECE;
  return added;
}

bool sx_meaning_add_piece(sx_meaning_units *units, size_t unit, sx_meaning_field field,
                          uint32_t start, uint32_t end, sx_arena *arena) {
  if (start >= end) return true;
  sx_meaning_piece *added = SX_ARRAY_ADD(&units->pieces, arena);
  if (!added) return false;
  sx_meaning_unit *one = &units->units.items[unit];
  uint32_t number = (uint32_t)(units->pieces.len - 1);
  *added = (sx_meaning_piece){start, end, SX_MEANING_NO_PIECE, (uint8_t)field};
  if (one->last_piece == SX_MEANING_NO_PIECE)
    one->first_piece = number;
  else
    units->pieces.items[one->last_piece].next = number;
  one->last_piece = number;
  return true;
}

sx_status sx_meaning_declare(sx_meaning_declareds *out, const sx_facts *facts, sx_arena *arena) {
  *out = (sx_meaning_declareds){0};
  for (size_t i = 0; i < facts->len; i++) {
    const sx_fact *fact = &facts->items[i];
    if (fact->name_end == fact->name_start || (fact->flags & SX_FACT_TWIN)) continue;
    sx_meaning_declared *one = SX_ARRAY_ADD(out, arena);
    if (!one) return arena->status;
    *one = (sx_meaning_declared){.start = fact->start,
                                 .end = fact->end,
                                 .body = fact->body,
                                 .name_start = fact->name_start,
                                 .name_end = fact->name_end,
                                 .flags = fact->flags,
                                 .kind = (uint8_t)sx_fact_shown_kind(facts, i)};
  }
  return SX_OK;
}

/* ---- which declarations are units ------------------------------------------------------------ */

/* A unit that is open while those in it are looked at. */
typedef struct open_unit {
  size_t unit;
  uint32_t at; /* its text before has been given out */
  uint32_t end;
  uint32_t body;             /* what is before is its signature */
  sx_meaning_span doc, name; /* what counts as these */
} open_unit;

typedef struct builder {
  sx_meaning_units *out;
  sx_str text;
  const sx_language *language;
  sx_meaning_spans comments;
  sx_arena *arena;
  open_unit open[MAX_DEPTH];
  size_t depth;
} builder;

static bool has_lines(sx_str text, uint32_t start, uint32_t end, size_t least) {
  size_t count = 1;
  for (uint32_t at = start; at < end && count < least; at++) count += text.ptr[at] == '\n';
  return count >= least;
}

static bool is_unit(const builder *b, const sx_meaning_declared *one) {
  switch ((sx_fact_kind)one->kind) {
  case SX_FACT_FUNCTION:
  case SX_FACT_METHOD:
  case SX_FACT_CONSTRUCTOR:
  case SX_FACT_OPERATOR:
  case SX_FACT_CLASS:
  case SX_FACT_STRUCT:
  case SX_FACT_UNION:
  case SX_FACT_ENUM:
  case SX_FACT_INTERFACE:
  case SX_FACT_TYPE_ALIAS: return true;
  case SX_FACT_MACRO:
  case SX_FACT_TYPEDEF:
  case SX_FACT_FIELD:
  case SX_FACT_PROPERTY:
  case SX_FACT_VARIABLE:
  case SX_FACT_CONSTANT:
  case SX_FACT_OBJECT: return has_lines(b->text, one->start, one->end, LEAST_LINES);
  default: return false;
  }
}

static uint8_t flags_of(const sx_meaning_declared *one) {
  return (uint8_t)((one->flags & SX_FACT_TEST ? SX_MEANING_TEST : 0) |
                   (one->flags & SX_FACT_PRIVATE ? SX_MEANING_PRIVATE : 0) |
                   (one->flags & SX_FACT_DECLARATION ? SX_MEANING_MERE : 0));
}

/* ---- their text ---------------------------------------------------------------------------- */

static uint32_t least(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

/* Gives out [from, to) of a unit as `field`, without what counts as its name or comment. */
static bool put(builder *b, const open_unit *o, sx_meaning_field field, uint32_t from,
                uint32_t to) {
  const sx_meaning_span *first = &o->doc, *second = &o->name;
  if (second->start < first->start) {
    first = &o->name;
    second = &o->doc;
  }
  const sx_meaning_span *spans[] = {first, second};
  for (size_t i = 0; i < 2; i++) {
    if (spans[i]->end <= from || spans[i]->start >= to || spans[i]->start == spans[i]->end)
      continue;
    if (!sx_meaning_add_piece(b->out, o->unit, field, from, spans[i]->start, b->arena))
      return false;
    from = spans[i]->end;
  }
  return sx_meaning_add_piece(b->out, o->unit, field, from, to, b->arena);
}

/* Gives out the own text of the innermost unit up to `to`. */
static bool advance(builder *b, uint32_t to) {
  open_unit *o = &b->open[b->depth - 1];
  if (to > o->end) to = o->end;
  if (to <= o->at) return true;
  uint32_t middle = o->body < o->at ? o->at : least(o->body, to);
  bool has_room =
      put(b, o, SX_MEANING_SIGNATURE, o->at, middle) && put(b, o, SX_MEANING_BODY, middle, to);
  o->at = to;
  return has_room;
}

static bool close_until(builder *b, uint32_t at) {
  while (b->depth > 1 && b->open[b->depth - 1].end <= at) {
    if (!advance(b, UINT32_MAX)) return false;
    uint32_t end = b->open[--b->depth].end;
    open_unit *above = &b->open[b->depth - 1];
    if (above->at < end) above->at = end;
  }
  return true;
}

/* The names of what a unit is in lead to it as its path does. */
static bool add_containers(builder *b, size_t unit, size_t depth) {
  bool has_room = true;
  for (size_t i = 1; i < depth && has_room; i++)
    has_room = sx_meaning_add_piece(b->out, unit, SX_MEANING_PATH, b->open[i].name.start,
                                    b->open[i].name.end, b->arena);
  return has_room;
}

static bool open_one(builder *b, const sx_meaning_declared *one, sx_meaning_span doc) {
  const sx_meaning_unit unit = {.start = one->start,
                                .end = one->end,
                                .name_start = one->name_start,
                                .name_end = one->name_end,
                                .kind = one->kind,
                                .flags = flags_of(one)};
  if (!sx_meaning_add_unit(b->out, &unit, b->arena)) return false;
  size_t number = b->out->units.len - 1;
  sx_meaning_span inner = {one->start, one->start};
  if (b->language->flags & SX_LANGUAGE_DOCSTRING)
    inner = sx_meaning_docstring_at(b->text, one->body, one->end);
  b->open[b->depth++] = (open_unit){.unit = number,
                                    .at = one->start,
                                    .end = one->end,
                                    .body = one->body,
                                    .doc = inner,
                                    .name = {one->name_start, one->name_end}};
  return add_containers(b, number, b->depth - 1) &&
         sx_meaning_add_piece(b->out, number, SX_MEANING_NAME, one->name_start, one->name_end,
                              b->arena) &&
         sx_meaning_add_piece(b->out, number, SX_MEANING_DOC, doc.start, doc.end, b->arena) &&
         sx_meaning_add_piece(b->out, number, SX_MEANING_DOC, inner.start, inner.end, b->arena);
}

/* A name is cut to what the text has: an index may be that of another text. */
static sx_meaning_declared cut(const sx_meaning_declared *one, size_t len) {
  sx_meaning_declared c = *one;
  uint32_t end = len < UINT32_MAX ? (uint32_t)len : UINT32_MAX;
  c.start = least(c.start, end);
  c.end = c.end < c.start ? c.start : least(c.end, end);
  c.body = c.body < c.start ? c.start : least(c.body, c.end);
  c.name_start = least(c.name_start, end);
  c.name_end = c.name_end < c.name_start ? c.name_start : least(c.name_end, end);
  return c;
}

static bool add(builder *b, const sx_meaning_declared *given) {
  const sx_meaning_declared one = cut(given, b->text.len);
  if (!is_unit(b, &one) || one.start >= one.end) return true;
  if (!close_until(b, one.start)) return false;
  open_unit *above = &b->open[b->depth - 1];
  /* One that goes on past what it is in, or stands before it, is not a part of it. */
  if (one.end > above->end || one.start < above->at || b->depth == MAX_DEPTH) return true;
  sx_meaning_span doc = sx_meaning_comment_above(b->text, &b->comments, above->at, one.start);
  bool has_doc = doc.start < doc.end;
  if ((one.flags & SX_FACT_DECLARATION) && !has_doc) return true;
  if (!advance(b, has_doc ? doc.start : one.start)) return false;
  above->at = one.start;
  return sx_meaning_add_piece(b->out, above->unit, SX_MEANING_BODY, one.name_start, one.name_end,
                              b->arena) &&
         open_one(b, &one, doc);
}

/* A comment of the first declaration is not the file's. */
static bool is_of_first(const builder *b, const sx_meaning_declareds *declared,
                        const sx_meaning_span *doc) {
  if (!declared->len || doc->start == doc->end) return false;
  const sx_meaning_declared first = cut(&declared->items[0], b->text.len);
  sx_meaning_span own = sx_meaning_comment_above(b->text, &b->comments, 0, first.start);
  return own.start < own.end && own.start <= doc->start && doc->end <= own.end;
}

static bool open_file(builder *b, const sx_meaning_declareds *declared) {
  const sx_meaning_unit file = {.end = (uint32_t)b->text.len, .kind = SX_MEANING_FILE};
  sx_meaning_span doc = sx_meaning_file_doc(b->text, &b->comments, b->language);
  if (is_of_first(b, declared, &doc)) doc = (sx_meaning_span){0, 0};
  if (!sx_meaning_add_unit(b->out, &file, b->arena)) return false;
  b->open[b->depth++] = (open_unit){.end = file.end, .doc = doc};
  return sx_meaning_add_piece(b->out, 0, SX_MEANING_DOC, doc.start, doc.end, b->arena);
}

sx_status sx_meaning_units_make(sx_meaning_units *out, sx_str text, const sx_language *language,
                                const sx_meaning_declareds *declared, sx_arena *arena) {
  builder b = {.out = out, .text = text, .language = language, .arena = arena};
  *out = (sx_meaning_units){0};
  if (text.len >= UINT32_MAX) return SX_TOO_BIG;
  sx_status status = sx_meaning_comments(&b.comments, text, language, arena);
  if (status) return status;
  bool has_room = open_file(&b, declared);
  for (size_t i = 0; i < declared->len && has_room; i++) has_room = add(&b, &declared->items[i]);
  has_room = has_room && close_until(&b, UINT32_MAX) && advance(&b, UINT32_MAX);
  return has_room ? SX_OK : arena->status;
}

/* ---- words --------------------------------------------------------------------------------- */

static void each_in(sx_str text, sx_meaning_field field, sx_meaning_visit visit, void *arg) {
  sx_terms terms;
  sx_str word;
  sx_terms_init(&terms, text);
  while (sx_terms_next(&terms, &word)) visit(arg, field, word);
}

/* "till" of "shop/till.test.ts": what comes after the first dot is not its name. */
static sx_str without_ending(sx_str path) {
  size_t slash = sx_str_find_last_char(path, '/');
  size_t from = slash == SX_STR_NONE ? 0 : slash + 1;
  size_t dot = sx_str_find_last_char(path, '.');
  return dot == SX_STR_NONE || dot <= from ? path : sx_str_slice(path, 0, dot);
}

static sx_str name_of(sx_str path) {
  size_t slash = sx_str_find_last_char(path, '/');
  return slash == SX_STR_NONE ? path : sx_str_slice(path, slash + 1, path.len);
}

void sx_meaning_each_word(const sx_meaning_units *units, size_t unit, sx_str text, sx_str path,
                          sx_meaning_visit visit, void *arg) {
  const sx_meaning_unit *one = &units->units.items[unit];
  bool is_file = one->kind == SX_MEANING_FILE;
  size_t left = is_file ? SX_MEANING_FILE_BYTES : SIZE_MAX;
  path = without_ending(path);
  if (is_file) each_in(name_of(path), SX_MEANING_NAME, visit, arg);
  each_in(path, SX_MEANING_PATH, visit, arg);
  for (uint32_t i = one->first_piece; i != SX_MEANING_NO_PIECE && left;) {
    const sx_meaning_piece *piece = &units->pieces.items[i];
    size_t len = piece->end - piece->start < left ? piece->end - piece->start : left;
    each_in(sx_str_slice(text, piece->start, piece->start + len), (sx_meaning_field)piece->field,
            visit, arg);
    left -= left == SIZE_MAX ? 0 : len;
    i = piece->next;
  }
}
