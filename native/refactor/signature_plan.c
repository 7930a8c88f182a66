#include "refactor/signature.h"

#include "base/byte.h"
#include "base/utf8.h"
#include "engine/args.h"
#include "text/ident.h"
#include "text/keyword.h"
#include "text/keywords.h"

/* ---- the old list ---------------------------------------------------------------------------- */

const sx_parameter *sx_signature_old(const sx_signature *change, size_t index) {
  return &change->old.items.items[index + change->receiver_count];
}

size_t sx_signature_old_count(const sx_signature *change) {
  return change->old.items.len - change->receiver_count;
}

size_t sx_signature_new_of(const sx_signature *change, size_t old) {
  for (size_t i = 0; i < change->items.len; i++)
    if (change->items.items[i].from == old) return i;
  return SX_STR_NONE;
}

static sx_parameter_kind kind_of(const sx_signature *change, bool is_new, size_t index) {
  return is_new ? change->items.items[index].as.kind : sx_signature_old(change, index)->kind;
}

sx_parameter_mode sx_signature_mode(const sx_signature *change, bool is_new, size_t index) {
  size_t count = is_new ? change->items.len : sx_signature_old_count(change);
  if (change->family != SX_SIGNATURE_PYTHON) return SX_MODE_POSITION;
  for (size_t i = 0; i < index; i++) {
    sx_parameter_kind kind = kind_of(change, is_new, i);
    if (kind == SX_PARAMETER_STAR || kind == SX_PARAMETER_REST) return SX_MODE_KEYWORD;
  }
  for (size_t i = index; i < count; i++)
    if (kind_of(change, is_new, i) == SX_PARAMETER_SLASH) return SX_MODE_POSITION;
  return SX_MODE_ANY;
}

static bool is_separator(sx_parameter_kind kind) {
  return kind == SX_PARAMETER_SLASH || kind == SX_PARAMETER_STAR;
}

/* ---- one parameter --------------------------------------------------------------------------- */

static sx_status fail_item(sx_str name, const char *what, sx_err *err) {
  return sx_fail(err, SX_INVALID_ARGUMENT, "new_params, '%.*s': %s. Nothing was changed.",
                 SX_STR_ARG(sx_str_slice(name, 0, 80)), what);
}

/* The N-th one, from 1 on, without separators. */
static size_t find_numbered(const sx_signature *change, sx_str digits) {
  size_t number = 0, seen = 0;
  for (size_t i = 0; i < digits.len && number < 10000; i++)
    number = number * 10 + (size_t)(digits.ptr[i] - '0');
  for (size_t i = 0; i < sx_signature_old_count(change); i++)
    if (!is_separator(sx_signature_old(change, i)->kind) && ++seen == number) return i;
  return SX_STR_NONE;
}

static sx_str without_marks(sx_str name) {
  while (name.len && strchr("*.", *name.ptr)) name = sx_str_slice(name, 1, name.len);
  if (sx_str_has_suffix(name, SX_STR("?"))) name.len--;
  return sx_str_trim(name);
}

static size_t find_named(const sx_signature *change, sx_str name) {
  bool is_number = name.len > 0;
  for (size_t i = 0; i < name.len; i++) is_number &= sx_byte_is_digit(name.ptr[i]);
  if (is_number) return find_numbered(change, name);
  for (size_t i = 0; i < sx_signature_old_count(change); i++) {
    const sx_parameter *one = sx_signature_old(change, i);
    if (one->name.len && sx_str_is_equal(one->name, without_marks(name))) return i;
    if (!one->name.len && one->kind == SX_PARAMETER_REST && sx_str_is_equal(name, SX_STR("...")))
      return i;
  }
  return SX_STR_NONE;
}

/* `*args`, `**options`, `...rest`, `/`, `*`; the kind of one that is kept stays. */
static void take_marks(sx_signature_family family, sx_parameter *out, sx_str given, bool is_new) {
  sx_parameter_kind kind = SX_PARAMETER_PLAIN;
  bool is_python = family == SX_SIGNATURE_PYTHON;
  if (is_python && sx_str_is_equal(given, SX_STR("/")))
    kind = SX_PARAMETER_SLASH;
  else if (is_python && sx_str_is_equal(given, SX_STR("*")))
    kind = SX_PARAMETER_STAR;
  else if (is_python && sx_str_has_prefix(given, SX_STR("**")))
    kind = SX_PARAMETER_KEYWORDS;
  else if (sx_str_has_prefix(given, is_python ? SX_STR("*") : SX_STR("...")))
    kind = SX_PARAMETER_REST;
  if (is_new) out->kind = kind;
  if (family == SX_SIGNATURE_SCRIPT && sx_str_has_suffix(given, SX_STR("?")))
    out->is_optional = true;
  if (!out->is_pattern) out->name = is_separator(kind) ? SX_STR("") : without_marks(given);
}

static bool is_name(const sx_document *document, sx_str name) {
  for (size_t at = 0; at < name.len;) {
    uint32_t c;
    size_t bytes = sx_utf8_decode(name.ptr + at, name.len - at, &c);
    if (!bytes || !sx_language_is_ident(document->language, c)) return false;
    if (!at && c != '$' && sx_ident_is_continue(c) && !sx_ident_is_start(c)) return false;
    at += bytes;
  }
  return name.len && !sx_keyword_is_reserved(document->language, name, false);
}

/* One expression: commas are in brackets or quotes. */
static bool is_one_value(sx_str text) {
  int depth = 0;
  char quote = 0;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    if (c == '\n' || c == '\r') return false;
    if (quote) {
      if (c == '\\')
        i++;
      else if (c == quote)
        quote = 0;
    } else if (strchr("'\"`", c)) {
      quote = c;
    } else if (strchr("([{", c)) {
      depth++;
    } else if (strchr(")]}", c)) {
      if (--depth < 0) return false;
    } else if ((c == ',' && !depth) || c == ';' || (c == '#' && !depth)) {
      return false;
    }
  }
  return !depth && !quote;
}

static sx_status take_type(const sx_signature *change, sx_new_parameter *out, sx_str type,
                           sx_str shown, sx_err *err) {
  sx_parameter *as = &out->as;
  bool is_rest = change->family == SX_SIGNATURE_GO && sx_str_has_prefix(type, SX_STR("..."));
  if (is_rest) type = sx_str_trim(sx_str_slice(type, 3, type.len));
  if (is_rest && out->from == SX_STR_NONE) as->kind = SX_PARAMETER_REST;
  if (is_rest != (as->kind == SX_PARAMETER_REST) && change->family == SX_SIGNATURE_GO && type.len)
    return fail_item(shown, "a parameter cannot become variadic or stop being so", err);
  if (type.len && change->family == SX_SIGNATURE_SCRIPT && !change->is_typed)
    return fail_item(shown, "JavaScript has no types. Leave the type out", err);
  out->is_retyped = type.len && !sx_str_is_equal(type, as->type);
  if (type.len) as->type = type;
  return SX_OK;
}

static sx_status check_new(const sx_signature *change, sx_new_parameter *out, sx_str shown,
                           sx_err *err) {
  bool is_compiled = change->family == SX_SIGNATURE_GO || change->family == SX_SIGNATURE_C;
  if (out->as.kind != SX_PARAMETER_PLAIN) return SX_OK;
  if (!out->as.type.len && is_compiled) return fail_item(shown, "give its type", err);
  if (!out->as.type.len && change->is_typed && !out->as.value.len)
    return fail_item(shown, "give its type", err);
  if (!out->for_calls.len && !out->as.value.len && !out->as.is_optional)
    return fail_item(shown,
                     "it is new (or name the old one as `was`). Give value_for_calls, which the "
                     "calls pass, or a default",
                     err);
  return SX_OK;
}

static sx_status take_values(const sx_signature *change, sx_new_parameter *out, const cJSON *item,
                             sx_str shown, sx_err *err) {
  sx_arena *arena = change->call->arena;
  bool is_compiled = change->family == SX_SIGNATURE_GO || change->family == SX_SIGNATURE_C;
  sx_str value = sx_str_trim(sx_args_str(item, "default", arena));
  out->for_calls = sx_str_trim(sx_args_str(item, "value_for_calls", arena));
  if (!is_one_value(value) || !is_one_value(out->for_calls))
    return fail_item(shown, "a value must be one expression in one line", err);
  if (!sx_args_has(item, "default")) return SX_OK;
  if (is_compiled) {
    if (!out->for_calls.len) out->for_calls = value;
    return SX_OK;
  }
  if (value.len && out->as.kind != SX_PARAMETER_PLAIN)
    return fail_item(shown, "it cannot have a default", err);
  out->has_new_value = !sx_str_is_equal(value, out->as.value);
  out->as.value = value;
  return SX_OK;
}

static bool is_receiver_again(const sx_signature *change, sx_str given) {
  return change->receiver_count && !change->items.len &&
         sx_str_is_equal(given, change->old.items.items[0].name);
}

static sx_status take_item(sx_signature *change, const sx_document *document, const cJSON *item,
                           sx_err *err) {
  sx_arena *arena = change->call->arena;
  sx_str given = sx_str_trim(sx_args_str(item, "name", arena));
  sx_str was = sx_str_trim(sx_args_str(item, "was", arena));
  if (is_receiver_again(change, given)) return SX_OK;
  sx_new_parameter *out = SX_ARRAY_ADD(&change->items, arena);
  if (!out) return sx_fail(err, arena->status, NULL);
  bool is_mark = sx_str_is_equal(given, SX_STR("/")) || sx_str_is_equal(given, SX_STR("*"));
  out->as = (sx_parameter){.prefix = SX_STR(""), .type = SX_STR(""), .value = SX_STR("")};
  out->from = is_mark ? SX_STR_NONE : find_named(change, was.len ? was : given);
  if (was.len && out->from == SX_STR_NONE)
    return fail_item(given, "the function has no parameter that `was` could be", err);
  if (out->from != SX_STR_NONE) out->as = *sx_signature_old(change, out->from);
  sx_str old_name = out->as.name;
  bool is_pattern = out->as.is_pattern;
  take_marks(change->family, &out->as, given, out->from == SX_STR_NONE);
  out->is_renamed = out->from != SX_STR_NONE && !sx_str_is_equal(old_name, out->as.name);
  if (is_pattern && !is_name(document, given) && !sx_str_is_equal(given, old_name))
    return fail_item(given, "a destructured parameter stays as it is: leave its name", err);
  bool is_nameless = is_separator(out->as.kind) || is_pattern || out->from != SX_STR_NONE;
  if (out->as.name.len ? !is_pattern && !is_name(document, out->as.name)
                       : !is_nameless && !(change->family == SX_SIGNATURE_C &&
                                           out->as.kind == SX_PARAMETER_REST))
    return fail_item(given, "that is not a name that a parameter can have", err);
  sx_status status =
      take_type(change, out, sx_str_trim(sx_args_str(item, "type", arena)), given, err);
  if (!status) status = take_values(change, out, item, given, err);
  if (!status && out->from == SX_STR_NONE) status = check_new(change, out, given, err);
  return status;
}

/* ---- the new list ---------------------------------------------------------------------------- */

static sx_status insert_mark(sx_signature *change, sx_parameter_kind kind, size_t at, sx_err *err) {
  const sx_new_parameter *added = SX_ARRAY_ADD(&change->items, change->call->arena);
  if (!added) return sx_fail(err, change->call->arena->status, NULL);
  sx_new_parameter *items = change->items.items;
  memmove(&items[at + 1], &items[at], (change->items.len - 1 - at) * sizeof *items);
  items[at] = (sx_new_parameter){.from = SX_STR_NONE, .as = {.kind = kind}};
  items[at].as.name = items[at].as.type = items[at].as.value = items[at].as.prefix = SX_STR("");
  return SX_OK;
}

static bool has_kind(const sx_signature *change, bool is_new, sx_parameter_kind kind) {
  size_t count = is_new ? change->items.len : sx_signature_old_count(change);
  for (size_t i = 0; i < count; i++)
    if (kind_of(change, is_new, i) == kind) return true;
  return false;
}

static sx_parameter_mode old_mode(const sx_signature *change, size_t index) {
  size_t from = change->items.items[index].from;
  return from == SX_STR_NONE ? SX_MODE_ANY : sx_signature_mode(change, false, from);
}

/* Python's separators stay though new_params does not name them. */
static sx_status keep_marks(sx_signature *change, sx_err *err) {
  size_t last_position = 0, first_keyword = change->items.len;
  for (size_t i = 0; i < change->items.len; i++)
    if (old_mode(change, i) == SX_MODE_POSITION) last_position = i + 1;
  for (size_t i = change->items.len; i--;)
    if (old_mode(change, i) == SX_MODE_KEYWORD &&
        change->items.items[i].as.kind == SX_PARAMETER_PLAIN)
      first_keyword = i;
  sx_status status = SX_OK;
  if (has_kind(change, false, SX_PARAMETER_STAR) && !has_kind(change, true, SX_PARAMETER_STAR) &&
      !has_kind(change, true, SX_PARAMETER_REST) && first_keyword < change->items.len)
    status = insert_mark(change, SX_PARAMETER_STAR, first_keyword, err);
  if (!status && has_kind(change, false, SX_PARAMETER_SLASH) && last_position &&
      !has_kind(change, true, SX_PARAMETER_SLASH))
    status = insert_mark(change, SX_PARAMETER_SLASH, last_position, err);
  return status;
}

static sx_status check_twice(const sx_signature *change, sx_err *err) {
  for (size_t i = 0; i < change->items.len; i++) {
    const sx_new_parameter *one = &change->items.items[i];
    for (size_t k = 0; k < i; k++) {
      const sx_new_parameter *other = &change->items.items[k];
      if (one->from != SX_STR_NONE && one->from == other->from)
        return fail_item(one->as.name, "an old parameter can be kept once only", err);
      if (one->as.name.len && sx_str_is_equal(one->as.name, other->as.name) &&
          !sx_str_is_equal(one->as.name, SX_STR("_")))
        return fail_item(one->as.name, "two parameters have that name", err);
    }
  }
  return SX_OK;
}

static bool may_be_left_out(const sx_new_parameter *one) {
  return one->as.value.len || one->as.is_optional || one->as.kind != SX_PARAMETER_PLAIN;
}

/* Where each kind may stand, and that no required one comes after one that may be left out. */
static sx_status check_order(const sx_signature *change, sx_err *err) {
  bool is_python = change->family == SX_SIGNATURE_PYTHON;
  bool has_optional = false, has_rest = false, is_ended = false;
  for (size_t i = 0; i < change->items.len; i++) {
    const sx_new_parameter *one = &change->items.items[i];
    sx_parameter_kind kind = one->as.kind;
    if (is_ended) return fail_item(one->as.name, "nothing can follow the last parameter", err);
    if (kind == SX_PARAMETER_SLASH && (!i || has_rest))
      return fail_item(SX_STR("/"), "it stands after a positional parameter", err);
    if (has_rest && (kind == SX_PARAMETER_REST || kind == SX_PARAMETER_STAR))
      return fail_item(one->as.name, "there is one of its kind already", err);
    if (kind == SX_PARAMETER_STAR &&
        (i + 1 == change->items.len || change->items.items[i + 1].as.kind != SX_PARAMETER_PLAIN))
      return fail_item(SX_STR("*"), "it stands before a keyword-only parameter", err);
    has_rest |= kind == SX_PARAMETER_REST || kind == SX_PARAMETER_STAR;
    is_ended = kind == SX_PARAMETER_KEYWORDS || (kind == SX_PARAMETER_REST && !is_python);
    if (kind != SX_PARAMETER_PLAIN || (has_rest && is_python)) continue;
    bool is_mandatory = is_python || (change->is_typed && !one->as.value.len);
    if (has_optional && !may_be_left_out(one) && is_mandatory)
      return fail_item(one->as.name,
                       "a required parameter cannot follow an optional one: put it before that "
                       "one, or give it a default",
                       err);
    has_optional |= is_python ? one->as.value.len > 0 : one->as.is_optional;
  }
  return SX_OK;
}

/* Whether callers that are not known can call it as before. */
static void compare_shapes(sx_signature *change) {
  size_t old_count = sx_signature_old_count(change);
  bool is_python = change->family == SX_SIGNATURE_PYTHON;
  bool is_same = change->items.len >= old_count;
  bool is_grown = is_same && change->items.len > old_count;
  for (size_t i = 0; i < change->items.len && (is_same || is_grown); i++) {
    const sx_new_parameter *one = &change->items.items[i];
    if (i >= old_count) {
      is_grown &= is_python && may_be_left_out(one);
      continue;
    }
    bool is_mark = is_separator(one->as.kind) && sx_signature_old(change, i)->kind == one->as.kind;
    bool is_there = (one->from == i || is_mark) && !one->has_new_value &&
                    one->as.is_optional == sx_signature_old(change, i)->is_optional;
    if (is_python && one->is_renamed && one->as.kind == SX_PARAMETER_PLAIN)
      is_there &= sx_signature_mode(change, true, i) == SX_MODE_POSITION;
    if (is_python && !is_mark)
      is_there &= sx_signature_mode(change, true, i) == sx_signature_mode(change, false, i);
    is_same &= is_there;
    is_grown &= is_there;
  }
  change->is_shape_same = is_same && change->items.len == old_count;
  change->is_grown = is_grown;
}

static sx_status take_names(sx_signature *change, const sx_document *document, const cJSON *args,
                            sx_err *err) {
  sx_arena *arena = change->call->arena;
  bool is_script = change->family == SX_SIGNATURE_SCRIPT;
  change->new_name = sx_str_trim(sx_args_str(args, "new_name", arena));
  change->return_type = sx_str_trim(sx_args_str(args, "return_type", arena));
  change->is_partial = sx_args_bool(args, "partial", false);
  if (!change->new_name.len) change->new_name = change->name;
  if (!is_name(document, change->new_name))
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "new_name '%.*s' cannot be the name of a function. Nothing was changed.",
                   SX_STR_ARG(sx_str_slice(change->new_name, 0, 80)));
  if (change->return_type.len && is_script && !change->is_typed)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "JavaScript has no return types: leave return_type out. Nothing was changed.");
  return SX_OK;
}

sx_status sx_signature_plan(sx_signature *change, const sx_document *document, const cJSON *args,
                            sx_err *err) {
  const cJSON *list = cJSON_GetObjectItemCaseSensitive(args, "new_params"), *item;
  sx_status status = take_names(change, document, args, err);
  if (!status && !cJSON_IsArray(list))
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "new_params is missing. Give all parameters that it will have, in order.");
  cJSON_ArrayForEach (item, list)
    if (!status) status = take_item(change, document, item, err);
  if (!status) status = keep_marks(change, err);
  if (!status) status = check_twice(change, err);
  if (!status) status = check_order(change, err);
  if (!status) compare_shapes(change);
  return status;
}
