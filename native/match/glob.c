#include "match/glob_parts.h"

/* ---- reading ------------------------------------------------------------------------------ */

typedef struct reading {
  sx_glob__source source;
  const sx_glob_options *options;
  sx_glob *glob;
} reading;

typedef SX_ARRAY(sx_glob__part) part_list;

static sx_status out_of_memory(const reading *r) {
  return sx_fail(r->source.err, r->source.arena->status, NULL);
}

static bool is_dots(sx_str text, size_t at, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (sx_str_at(text, at + i) != '.') return false;
  return sx_str_at(text, at + count) == '/' || at + count == text.len;
}

static sx_status add_part(const reading *r, part_list *list, sx_str text, size_t *at,
                          bool *has_slash) {
  bool is_after_any = list->len && list->items[list->len - 1].kind == SX_GLOB__ANY_NAMES;
  if (list->len == SX_GLOB__MAX_PARTS)
    return sx_glob__refuse(r->source.err, text, *at, "it has too many folders.");
  sx_glob__part *part = SX_ARRAY_ADD(list, r->source.arena);
  if (!part) return out_of_memory(r);
  sx_status status = sx_glob__read_part(part, text, at, has_slash, &r->source);
  if (!status && is_after_any && part->kind == SX_GLOB__ANY_NAMES) list->len--;
  return status;
}

/* Names that are empty or a dot are passed over. */
static sx_status read_parts(const reading *r, sx_str text, part_list *list, bool *has_slash) {
  sx_status status = SX_OK;
  for (size_t at = 0; at < text.len && !status;) {
    if (text.ptr[at] == '/' || is_dots(text, at, 1))
      at++;
    else if (is_dots(text, at, 2))
      status = sx_glob__refuse(r->source.err, text, at,
                               "'..' is not followed. Write the path from the searched folder.");
    else
      status = add_part(r, list, text, &at, has_slash);
  }
  if (!status && !list->len)
    status = sx_glob__refuse(r->source.err, text, 0, "it has no name. Write '**' for all files.");
  return status;
}

/* ---- what kind of pattern it is ----------------------------------------------------------- */

/* Plain names at the start, each with a slash; the last part is never one of them, or all are. */
static sx_status find_base(const reading *r, sx_glob__pattern *out) {
  size_t count = 0, len = 0, at = 0;
  while (count < out->count && out->parts[count].kind == SX_GLOB__TEXT)
    len += out->parts[count++].begin.len + 1;
  bool is_all = count == out->count;
  char *base = sx_arena_alloc(r->source.arena, len + 1);
  if (!base) return out_of_memory(r);
  for (size_t i = 0; i < count; i++) {
    sx_str name = out->parts[i].begin;
    memcpy(base + at, name.ptr, name.len);
    at += name.len;
    base[at++] = '/';
  }
  out->base = sx_str_make(base, is_all ? len - 1 : len);
  out->base_parts = count;
  return SX_OK;
}

static void find_shape(sx_glob__pattern *out) {
  size_t left = out->count - out->base_parts;
  const sx_glob__part *rest = out->parts + out->base_parts;
  out->shape = SX_GLOB__PARTS;
  if (left == 0)
    out->shape = SX_GLOB__EXACT;
  else if (out->takes_below)
    return;
  else if (left == 1 && rest[0].kind != SX_GLOB__ANY_NAMES)
    out->shape = SX_GLOB__FLAT;
  else if (left == 1 && !out->is_for_folders)
    out->shape = SX_GLOB__BELOW;
  else if (left == 2 && rest[0].kind == SX_GLOB__ANY_NAMES)
    out->shape = SX_GLOB__DEEP;
}

static bool add_step(const reading *r, sx_glob__program *out, sx_glob__step step) {
  sx_glob__step *added = SX_ARRAY_ADD(&out->steps, r->source.arena);
  if (added) *added = step;
  return added != NULL;
}

static sx_status join_parts(const reading *r, sx_glob__pattern *out) {
  bool is_ok = true;
  for (size_t i = 0; i < out->count && is_ok; i++) {
    const sx_glob__part *part = &out->parts[i];
    bool is_last = i + 1 == out->count, is_any = part->kind == SX_GLOB__ANY_NAMES;
    if (is_any)
      is_ok = add_step(r, &out->whole,
                       (sx_glob__step){.kind = is_last ? SX_GLOB__REST : SX_GLOB__FOLDERS});
    for (size_t k = 0; k < part->program.steps.len && is_ok; k++)
      is_ok = add_step(r, &out->whole, part->program.steps.items[k]);
    if (!is_any && !is_last && is_ok)
      is_ok = add_step(r, &out->whole, (sx_glob__step){.kind = SX_GLOB__CHAR, .c = '/'});
  }
  out->shape = SX_GLOB__WHOLE;
  return is_ok ? SX_OK : out_of_memory(r);
}

/* The folder that all wanted patterns begin with, with its slash. */
static void take_base(sx_glob *glob, const sx_glob__pattern *pattern) {
  size_t slash = sx_str_find_last_char(pattern->base, '/'), same = 0;
  sx_str base = sx_str_slice(pattern->base, 0, slash == SX_STR_NONE ? 0 : slash + 1);
  for (size_t i = 0; i < base.len && i < glob->base.len && base.ptr[i] == glob->base.ptr[i]; i++)
    if (base.ptr[i] == '/') same = i + 1;
  glob->base = glob->has_any ? sx_str_slice(base, 0, same) : base;
  glob->has_any = true;
  glob->takes_folders |= pattern->is_for_folders;
}

static sx_status add_exact(const reading *r, sx_str path, uint64_t bits) {
  sx_map *map = &r->glob->exact;
  sx_status status = SX_OK;
  while (path.len && !status) {
    uint64_t had = 0;
    if (sx_map_find(map, path, &had) && (had | bits) == had) break;
    status = sx_map_put(map, path, had | bits);
    size_t slash = sx_str_find_last_char(path, '/');
    path = sx_str_slice(path, 0, slash == SX_STR_NONE ? 0 : slash);
    bits = SX_GLOB__ABOVE;
  }
  return status ? out_of_memory(r) : SX_OK;
}

static sx_status add_ready(const reading *r, const sx_glob__pattern *pattern, bool is_left_out) {
  sx_glob__patterns *patterns = is_left_out ? &r->glob->left_out : &r->glob->wanted;
  if (!is_left_out) take_base(r->glob, pattern);
  if (!is_left_out && pattern->shape == SX_GLOB__EXACT)
    return add_exact(r, pattern->base, pattern->is_for_folders ? SX_GLOB__FOLDER : SX_GLOB__FILE);
  sx_glob__pattern *added = SX_ARRAY_ADD(patterns, r->source.arena);
  if (!added) return out_of_memory(r);
  *added = *pattern;
  return SX_OK;
}

/* Whether there is a slash before the last character. */
static bool is_anchored(sx_str text) {
  sx_str before = sx_str_slice(text, 0, text.len - (text.len > 0));
  return sx_str_find_char(before, '/', 0) != SX_STR_NONE;
}

static sx_status add_pattern(const reading *r, sx_str text, bool is_left_out) {
  sx_glob__pattern pattern = {.takes_below = is_left_out};
  part_list list = {0};
  bool has_slash = false;
  pattern.explicit_dots = r->options->explicit_dots && !is_left_out;
  if ((is_left_out || r->options->any_depth) && !is_anchored(text)) {
    sx_glob__part *first = SX_ARRAY_ADD(&list, r->source.arena);
    if (!first) return out_of_memory(r);
    first->kind = SX_GLOB__ANY_NAMES;
  }
  sx_status status = read_parts(r, text, &list, &has_slash);
  if (status) return status;
  pattern.is_for_folders = text.ptr[text.len - 1] == '/';
  /* A folder of which all is left out is not entered, so it goes itself. */
  if (is_left_out && list.len > 1 && list.items[list.len - 1].kind == SX_GLOB__ANY_NAMES) {
    list.len--;
    pattern.is_for_folders = true;
  }
  pattern.parts = list.items;
  pattern.count = list.len;
  status = find_base(r, &pattern);
  if (!status) find_shape(&pattern);
  if (!status && has_slash) status = join_parts(r, &pattern);
  return status ? status : add_ready(r, &pattern, is_left_out);
}

/* ---- a list of patterns ------------------------------------------------------------------- */

static sx_status check_text(const reading *r, sx_str text, bool is_left_out) {
  if (!text.len)
    return sx_fail(r->source.err, SX_INVALID_ARGUMENT,
                   "A pattern is empty. Write '**' for all files.");
  if (text.len > SX_GLOB__MAX_BYTES - 1)
    return sx_fail(r->source.err, SX_INVALID_ARGUMENT,
                   "A pattern has %zu bytes; at most %d are possible.", text.len,
                   SX_GLOB__MAX_BYTES - 1);
  if (sx_str_find_char(text, 0, 0) != SX_STR_NONE)
    return sx_fail(r->source.err, SX_INVALID_ARGUMENT, "A pattern has a NUL character.");
  if (text.ptr[0] == '/' && !is_left_out)
    return sx_glob__refuse(r->source.err, text, 0,
                           "it begins with '/'. Write the path from the searched folder.");
  return SX_OK;
}

static sx_status add_text(const reading *r, sx_str text, bool is_left_out) {
  sx_strs expanded = {0};
  if (!is_left_out && sx_str_at(text, 0) == '!' && sx_str_at(text, 1) != '(') {
    text = sx_str_slice(text, 1, text.len);
    is_left_out = true;
  }
  sx_status status = check_text(r, text, is_left_out);
  if (!status) status = sx_glob__expand(&expanded, text, &r->source);
  for (size_t i = 0; i < expanded.len && !status; i++)
    if (expanded.items[i].len) status = add_pattern(r, expanded.items[i], is_left_out);
  return status;
}

sx_status sx_glob_parse(sx_glob **out, const sx_strs *patterns, const sx_strs *ignored,
                        const sx_glob_options *options, sx_arena *a, sx_err *err) {
  reading r = {{a, err, options->ignore_case}, options, SX_ARENA_NEW(a, sx_glob)};
  sx_status status = SX_OK;
  if (!r.glob) return out_of_memory(&r);
  r.glob->ignore_case = options->ignore_case;
  sx_map_init(&r.glob->exact, a);
  for (size_t i = 0; i < patterns->len && !status; i++)
    status = add_text(&r, patterns->items[i], false);
  for (size_t i = 0; ignored && i < ignored->len && !status; i++)
    status = add_text(&r, ignored->items[i], true);
  if (!status && !r.glob->has_any) status = add_pattern(&r, SX_STR("**"), false);
  if (r.glob->base.len) r.glob->base.len--;
  *out = r.glob;
  return status;
}

bool sx_glob_takes_folders(const sx_glob *glob) {
  return glob->takes_folders;
}

sx_str sx_glob_base(const sx_glob *glob) {
  return glob->base;
}
