#include "refactor/signature_calls.h"

#include "base/byte.h"
#include "refactor/signature_value.h"

/* An argument as it will be written. */
typedef struct written {
  size_t from;    /* the old argument; SX_STR_NONE: it is new */
  sx_str keyword; /* empty: by position */
  sx_str text;    /* of the value */
} written;

typedef struct writing {
  sx_call_map map;
  sx_signature *change;
  sx_signature_file *file;
  SX_ARRAY(written) items;
  bool is_open; /* a parameter was left out: what follows is given by name */
} writing;

/* ---- values ---------------------------------------------------------------------------------- */

/* A constant, which is the same wherever it stands. */
static bool is_constant(sx_str text) {
  static const char *const names[] = {"None",  "True", "False",     "null", "true",
                                      "false", "nil",  "undefined", "()"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (sx_str_is_equal(text, sx_str_from(names[i]))) return true;
  char first = sx_str_at(text, 0);
  if (first == '\'' || first == '"') {
    size_t end = sx_str_find_char(text, first, 1);
    return end == text.len - 1 && sx_str_find_char(text, '\\', 0) == SX_STR_NONE;
  }
  size_t at = first == '-';
  if (!sx_byte_is_digit(sx_str_at(text, at))) return false;
  for (; at < text.len; at++)
    if (!sx_byte_is_ident(text.ptr[at]) && text.ptr[at] != '.') return false;
  return true;
}

static sx_str text_of(const writing *w, size_t argument) {
  const sx_argument *one = &w->map.arguments->items.items[argument];
  uint32_t start = one->start, end = one->end;
  if (one->kind == SX_ARGUMENT_KEYWORD) {
    start = sx_nodes_get(&w->file->nodes, one->value)->start;
    end = sx_nodes_get(&w->file->nodes, one->value)->end;
  }
  return sx_text_edits_get(&w->file->edits, start, end, w->change->call->arena);
}

static sx_status add(writing *w, size_t from, sx_str keyword, sx_str text, sx_err *err) {
  written *one = SX_ARRAY_ADD(&w->items, w->change->call->arena);
  if (!one) return sx_fail(err, w->change->call->arena->status, NULL);
  *one = (written){from, keyword, text};
  return SX_OK;
}

/*
 * The value that a call gives to a parameter: an argument's, or a new one. Neither: it is left out,
 * as its default is what it was.
 */
static sx_status value_of(const writing *w, const sx_new_parameter *one, size_t *from, sx_str *text,
                          sx_err *err) {
  *from = one->from == SX_STR_NONE ? SX_STR_NONE : w->map.given[one->from];
  *text = SX_STR("");
  if (*from != SX_STR_NONE) {
    *text = text_of(w, *from);
    return SX_OK;
  }
  if (one->from == SX_STR_NONE || one->has_new_value) *text = one->for_calls;
  if (text->len || one->from == SX_STR_NONE || !one->has_new_value) return SX_OK;
  *text = sx_signature_old(w->change, one->from)->value;
  if (is_constant(*text)) return SX_OK;
  return sx_fail(err, SX_REFUSED,
                 "this call relies on what '%.*s' is when it is left out, which would change: "
                 "give value_for_calls",
                 SX_STR_ARG(one->as.name));
}

/* ---- spreads --------------------------------------------------------------------------------- */

static bool is_positional(const sx_signature *change, bool is_new, size_t index) {
  sx_parameter_kind kind =
      is_new ? change->items.items[index].as.kind : sx_signature_old(change, index)->kind;
  return kind == SX_PARAMETER_PLAIN && sx_signature_mode(change, is_new, index) != SX_MODE_KEYWORD;
}

/* The parameters that a spread fills, and the rest, stay in their order and next to each other. */
static sx_status check_tail(const writing *w, sx_err *err) {
  const sx_signature *change = w->change;
  size_t last = SX_STR_NONE;
  bool is_kept = true;
  for (size_t i = w->map.tail_from; i < sx_signature_old_count(change); i++) {
    size_t at = sx_signature_new_of(change, i);
    bool is_rest = sx_signature_old(change, i)->kind == SX_PARAMETER_REST;
    if (!is_rest && !is_positional(change, false, i)) continue;
    if (at == SX_STR_NONE || w->map.given[i] != SX_STR_NONE) {
      is_kept = false;
      break;
    }
    is_kept &= is_rest || is_positional(change, true, at);
    is_kept &= !change->items.items[at].has_new_value;
    for (size_t k = last == SX_STR_NONE ? at : last + 1; k < at; k++)
      is_kept &= change->items.items[k].as.kind == SX_PARAMETER_SLASH;
    is_kept &= last == SX_STR_NONE || at > last;
    last = at;
  }
  for (size_t k = last + 1; last != SX_STR_NONE && k < change->items.len; k++) {
    const sx_new_parameter *one = &change->items.items[k];
    if (one->from == SX_STR_NONE && is_positional(change, true, k)) is_kept &= !one->for_calls.len;
  }
  if (is_kept) return SX_OK;
  return sx_fail(err, SX_REFUSED,
                 "this call spreads a list of which it is not known how many "
                 "parameters it fills");
}

/* Keywords that are spread may be any that the call does not write. */
static sx_status check_spread_keywords(const writing *w, sx_err *err) {
  const sx_signature *change = w->change;
  bool is_kept = true;
  for (size_t i = 0; i < sx_signature_old_count(change); i++) {
    const sx_parameter *one = sx_signature_old(change, i);
    size_t at = sx_signature_new_of(change, i);
    if (one->kind != SX_PARAMETER_PLAIN || w->map.given[i] != SX_STR_NONE) continue;
    if (sx_signature_mode(change, false, i) == SX_MODE_POSITION) continue;
    is_kept &= at != SX_STR_NONE && !change->items.items[at].is_renamed &&
               !change->items.items[at].has_new_value &&
               sx_signature_mode(change, true, at) != SX_MODE_POSITION;
  }
  for (size_t i = 0; i < sx_signature_old_count(change); i++)
    for (size_t k = 0; k < change->items.len; k++)
      is_kept &= sx_signature_old(change, i)->kind != SX_PARAMETER_KEYWORDS ||
                 change->items.items[k].from != SX_STR_NONE ||
                 change->items.items[k].as.kind != SX_PARAMETER_PLAIN;
  if (is_kept) return SX_OK;
  return sx_fail(err, SX_REFUSED,
                 "this call spreads keywords of which it is not known which "
                 "parameters they are");
}

/* ---- the new list ---------------------------------------------------------------------------- */

static bool has_later_value(const writing *w, size_t after) {
  for (size_t i = after + 1; i < w->change->items.len; i++) {
    const sx_new_parameter *one = &w->change->items.items[i];
    if (one->from != SX_STR_NONE && w->map.given[one->from] != SX_STR_NONE) return true;
    if ((one->from == SX_STR_NONE || one->has_new_value) && one->for_calls.len) return true;
    if (one->from != SX_STR_NONE && one->has_new_value &&
        sx_signature_old(w->change, one->from)->value.len)
      return true;
    if (one->as.kind == SX_PARAMETER_REST && one->from != SX_STR_NONE &&
        (w->map.rest.len || w->map.tail.len))
      return true;
  }
  return false;
}

/* Between others that are given by position. */
static sx_status fill(writing *w, const sx_new_parameter *one, sx_err *err) {
  if (w->change->family == SX_SIGNATURE_SCRIPT)
    return add(w, SX_STR_NONE, SX_STR(""), SX_STR("undefined"), err);
  if (is_constant(one->as.value)) return add(w, SX_STR_NONE, SX_STR(""), one->as.value, err);
  return sx_fail(err, SX_REFUSED,
                 "'%.*s' would have to be given here, and its default is not a constant",
                 SX_STR_ARG(one->as.name));
}

static sx_status write_positional(writing *w, size_t index, sx_err *err) {
  const sx_new_parameter *one = &w->change->items.items[index];
  bool is_python = w->change->family == SX_SIGNATURE_PYTHON;
  bool needs_place = w->map.rest.len || w->map.tail.len || !is_python;
  bool is_by_name = false;
  size_t from;
  sx_str text;
  sx_status status = value_of(w, one, &from, &text, err);
  if (status) return status;
  if (w->map.tail.len && one->from != SX_STR_NONE && one->from >= w->map.tail_from) return SX_OK;
  if (from == SX_STR_NONE && !text.len) {
    if (needs_place && has_later_value(w, index)) return fill(w, one, err);
    w->is_open = true;
    return SX_OK;
  }
  if (from != SX_STR_NONE && !needs_place)
    is_by_name = w->map.arguments->items.items[from].kind == SX_ARGUMENT_KEYWORD;
  bool is_placed = sx_signature_mode(w->change, true, index) == SX_MODE_POSITION;
  w->is_open |= is_by_name && !is_placed;
  if (w->is_open && is_placed && is_python)
    return sx_fail(err, SX_REFUSED,
                   "'%.*s' can only be given by position, and one before it is "
                   "left out here",
                   SX_STR_ARG(one->as.name));
  bool is_named = is_python && w->is_open;
  return add(w, from, is_named ? one->as.name : SX_STR(""), text, err);
}

static sx_status write_keyword(writing *w, const sx_new_parameter *one, sx_err *err) {
  size_t from;
  sx_str text;
  sx_status status = value_of(w, one, &from, &text, err);
  if (status || (from == SX_STR_NONE && !text.len)) return status;
  return add(w, from, one->as.name, text, err);
}

static sx_status add_as_they_are(writing *w, const size_t *arguments, size_t count, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < count && !status; i++) {
    const sx_argument *one = &w->map.arguments->items.items[arguments[i]];
    status = add(w, arguments[i], one->name, text_of(w, arguments[i]), err);
  }
  return status;
}

/* A spread comes where the first parameter that it fills is. */
static sx_status write_items(writing *w, sx_err *err) {
  const sx_signature *change = w->change;
  sx_status status = SX_OK;
  bool is_tail_left = w->map.tail.len > 0;
  if (w->map.receivers) {
    const size_t first = 0;
    status = add_as_they_are(w, &first, 1, err);
  }
  for (size_t i = 0; i < change->items.len && !status; i++) {
    const sx_new_parameter *one = &change->items.items[i];
    bool is_tail = is_tail_left && one->from != SX_STR_NONE && one->from >= w->map.tail_from &&
                   (one->as.kind == SX_PARAMETER_REST || is_positional(change, true, i));
    if (is_tail) {
      status = add_as_they_are(w, w->map.tail.items, w->map.tail.len, err);
      is_tail_left = false;
    }
    if (status) break;
    if (one->as.kind == SX_PARAMETER_REST && one->from != SX_STR_NONE)
      status = add_as_they_are(w, w->map.rest.items, w->map.rest.len, err);
    else if (is_positional(change, true, i))
      status = write_positional(w, i, err);
  }
  for (size_t i = 0; i < change->items.len && !status; i++)
    if (change->items.items[i].as.kind == SX_PARAMETER_PLAIN && !is_positional(change, true, i))
      status = write_keyword(w, &change->items.items[i], err);
  if (!status) status = add_as_they_are(w, w->map.extra.items, w->map.extra.len, err);
  return status;
}

static bool is_named(const writing *w, const written *one) {
  return one->keyword.len ||
         (one->from != SX_STR_NONE &&
          w->map.arguments->items.items[one->from].kind == SX_ARGUMENT_KEYWORDS);
}

/* Keywords come after all others, the old ones in the order that they had. */
static void sort_keywords(writing *w) {
  for (size_t i = 1; i < w->items.len; i++) {
    written one = w->items.items[i];
    size_t at = i;
    for (; at; at--) {
      const written *before = &w->items.items[at - 1];
      bool is_behind = is_named(w, before) && !is_named(w, &one);
      if (is_named(w, before) && is_named(w, &one)) is_behind = before->from > one.from;
      if (!is_behind) break;
      w->items.items[at] = *before;
    }
    w->items.items[at] = one;
  }
}

/* ---- order ----------------------------------------------------------------------------------- */

static bool do_interfere(const writing *w, size_t a, size_t b) {
  sx_effect one = w->map.arguments->items.items[a].effect;
  sx_effect other = w->map.arguments->items.items[b].effect;
  return (one == SX_EFFECT_ACTS && other != SX_EFFECT_NONE) ||
         (other == SX_EFFECT_ACTS && one != SX_EFFECT_NONE);
}

static bool is_order_kept(const writing *w) {
  for (size_t i = 0; i < w->items.len; i++) {
    for (size_t k = i + 1; k < w->items.len; k++) {
      size_t a = w->items.items[i].from, b = w->items.items[k].from;
      if (a == SX_STR_NONE || b == SX_STR_NONE || a < b) continue;
      if (do_interfere(w, a, b)) return false;
    }
  }
  return true;
}

static size_t parameter_of(const writing *w, size_t argument) {
  for (size_t i = 0; i < w->change->items.len; i++) {
    const sx_new_parameter *one = &w->change->items.items[i];
    if (one->from != SX_STR_NONE && w->map.given[one->from] == argument) return i;
  }
  return SX_STR_NONE;
}

/* Python: by name the arguments keep the order in which they are evaluated. */
static bool name_from_first_moved(writing *w) {
  bool is_moved = false;
  size_t last = 0;
  if (w->change->family != SX_SIGNATURE_PYTHON || w->map.rest.len || w->map.tail.len) return false;
  for (size_t i = 0; i < w->items.len; i++) {
    written *one = &w->items.items[i];
    if (one->from != SX_STR_NONE && one->from < last) is_moved = true;
    if (one->from != SX_STR_NONE) last = one->from;
  }
  for (size_t i = w->map.receivers; i < w->items.len && is_moved; i++) {
    written *one = &w->items.items[i];
    size_t at = one->from == SX_STR_NONE ? SX_STR_NONE : parameter_of(w, one->from);
    if (is_named(w, one)) continue;
    if (at == SX_STR_NONE || sx_signature_mode(w->change, true, at) == SX_MODE_POSITION)
      return false;
    one->keyword = w->change->items.items[at].as.name;
  }
  sort_keywords(w);
  return is_moved && is_order_kept(w);
}

static sx_status check_effects(writing *w, sx_err *err) {
  for (size_t i = 0; i < w->map.arguments->items.len; i++) {
    bool is_kept = false;
    for (size_t k = 0; k < w->items.len; k++) is_kept |= w->items.items[k].from == i;
    if (!is_kept && w->map.arguments->items.items[i].effect == SX_EFFECT_ACTS)
      return sx_fail(err, SX_REFUSED,
                     "this call's `%.*s` would no longer be evaluated, and it may "
                     "do something",
                     SX_STR_ARG(sx_str_slice(w->map.arguments->items.items[i].text, 0, 80)));
  }
  if (is_order_kept(w) || name_from_first_moved(w)) return SX_OK;
  return sx_fail(err, SX_REFUSED,
                 "this call's arguments would be evaluated in another order, and "
                 "that may matter: put them into variables first");
}

/* ---- the text -------------------------------------------------------------------------------- */

static sx_status put(writing *w, sx_str text, sx_err *err) {
  const sx_arguments *list = w->map.arguments;
  if (list->has_no_brackets && !text.len) return SX_OK;
  if (list->has_no_brackets)
    text = sx_arena_printf(w->change->call->arena, "(%.*s)", SX_STR_ARG(text));
  return sx_text_edits_set(&w->file->edits, list->start, list->end, text, w->change->call->arena,
                           err);
}

static sx_status write_list(writing *w, sx_err *err) {
  const sx_arguments *list = w->map.arguments;
  sx_arena *arena = w->change->call->arena;
  sx_new_items items = {0};
  sx_str text;
  uint32_t comment;
  sx_listed_item *old = sx_arena_calloc(arena, list->items.len + 1, sizeof *old);
  if (!old) return sx_fail(err, arena->status, NULL);
  for (size_t i = 0; i < list->items.len; i++)
    old[i] = (sx_listed_item){list->items.items[i].start, list->items.items[i].end};
  for (size_t i = 0; i < w->items.len; i++) {
    const written *one = &w->items.items[i];
    sx_new_item *item = SX_ARRAY_ADD(&items, arena);
    if (!item) return sx_fail(err, arena->status, NULL);
    item->from = one->from;
    item->text = one->keyword.len ? sx_arena_printf(arena, "%.*s=%.*s", SX_STR_ARG(one->keyword),
                                                    SX_STR_ARG(one->text))
                                  : one->text;
    if (list->is_generator && w->items.len > 1 && one->from != SX_STR_NONE)
      item->text = sx_arena_printf(arena, "(%.*s)", SX_STR_ARG(one->text));
  }
  sx_status status = sx_list_write(&text, &w->file->nodes,
                                   &(sx_old_list){list->start, list->end, old, list->items.len},
                                   &items, arena, &comment, err);
  if (status == SX_REFUSED)
    return sx_fail(err, SX_REFUSED,
                   "this call has comments between arguments that would move: "
                   "take them out first");
  if (!status && arena->status) return sx_fail(err, arena->status, NULL);
  return status ? status : put(w, text, err);
}

sx_status sx_signature_write_call(sx_signature *change, sx_signature_file *file,
                                  const sx_signature_site *site, sx_err *err) {
  writing w = {.change = change, .file = file};
  if (change->is_shape_same && change->family != SX_SIGNATURE_PYTHON) return SX_OK;
  sx_status status = sx_call_map_make(&w.map, change, &file->nodes, site, err);
  if (!status && w.map.tail.len) status = check_tail(&w, err);
  if (!status && w.map.has_spread_keywords) status = check_spread_keywords(&w, err);
  if (!status) status = write_items(&w, err);
  for (size_t i = 0; i < w.items.len && !status; i++)
    if (w.items.items[i].from == SX_STR_NONE)
      status = sx_signature_check_value(change, file, site, w.items.items[i].text, err);
  if (status) return status;
  sort_keywords(&w);
  status = check_effects(&w, err);
  return status ? status : write_list(&w, err);
}
