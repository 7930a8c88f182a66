#include "match/glob_parts.h"

#define MAX_WORK_BELOW 100000 /* past it a folder is taken for one that may have matches */

typedef struct states {
  bool at[SX_GLOB__MAX_PARTS + 1]; /* parts that may come next; the last: all have been */
  size_t count;                    /* of parts */
} states;

/* `**` may stand for no name at all; at the end only for a folder. */
static void reach(const sx_glob__pattern *p, states *s, size_t at) {
  s->at[at] = true;
  if (at == p->count || p->parts[at].kind != SX_GLOB__ANY_NAMES) return;
  if (at + 1 < p->count || p->is_for_folders) s->at[at + 1] = true;
}

/* False: no part can take the name. */
static bool take_name(const sx_glob__pattern *p, const states *from, states *to,
                      const sx_glob__subject *name) {
  bool is_alive = false;
  memset(to->at, 0, p->count + 1);
  for (size_t i = 0; i < p->count; i++) {
    if (!from->at[i]) continue;
    *name->work -= *name->work > 0;
    if (!sx_glob__fits(&p->parts[i], name)) continue;
    bool is_any = p->parts[i].kind == SX_GLOB__ANY_NAMES;
    reach(p, to, is_any ? i : i + 1);
    if (is_any) to->at[i + 1] = true;
    is_alive = true;
  }
  return is_alive;
}

typedef enum outcome {
  OUTSIDE,
  FITS,
  INSIDE, /* a folder that it is in fits */
} outcome;

static bool has_open_part(const sx_glob__pattern *p, const states *s) {
  for (size_t i = 0; i < p->count; i++)
    if (s->at[i]) return true;
  return false;
}

/* From part `first` on, through the names of `path`. `*leads_on`: paths below it may fit. */
static outcome follow(const sx_glob *glob, const sx_glob__pattern *p, size_t first, sx_str path,
                      bool *leads_on, uint64_t *work) {
  states both[2];
  states *here = &both[0], *next = &both[1];
  sx_glob__subject name = {SX_STR(""), glob->ignore_case, p->explicit_dots, work};
  memset(here->at, 0, p->count + 1);
  *leads_on = false;
  reach(p, here, first);
  for (size_t at = 0; at <= path.len;) {
    size_t end = sx_str_find_char(path, '/', at);
    if (end == SX_STR_NONE) end = path.len;
    name.text = sx_str_slice(path, at, end);
    if (!take_name(p, here, next, &name)) return OUTSIDE;
    states *last = here;
    here = next;
    next = last;
    if (here->at[p->count] && end < path.len && p->takes_below) return INSIDE;
    at = end + 1;
  }
  *leads_on = has_open_part(p, here);
  return here->at[p->count] ? FITS : OUTSIDE;
}

/* Where only a dot fits a dot, `**` passes none. */
static bool has_no_dots(const sx_glob__pattern *p, sx_str path) {
  if (!p->explicit_dots) return true;
  return sx_str_at(path, 0) != '.' && sx_str_find(path, SX_STR("/."), 0) == SX_STR_NONE;
}

static bool fits_name(const sx_glob *glob, const sx_glob__pattern *p, sx_str name, uint64_t *work) {
  sx_glob__subject subject = {name, glob->ignore_case, p->explicit_dots, work};
  return sx_glob__fits(&p->parts[p->count - 1], &subject);
}

/* The last name in `rest`; most paths do not have its end. */
static bool fits_deep(const sx_glob *glob, const sx_glob__pattern *p, sx_str rest, uint64_t *work) {
  const sx_glob__part *part = &p->parts[p->count - 1];
  if (!glob->ignore_case && !sx_str_has_suffix(rest, part->end)) return false;
  size_t slash = sx_str_find_last_char(rest, '/');
  sx_str folders = sx_str_slice(rest, 0, slash == SX_STR_NONE ? 0 : slash);
  sx_str name = slash == SX_STR_NONE ? rest : sx_str_slice(rest, slash + 1, rest.len);
  return has_no_dots(p, folders) && fits_name(glob, p, name, work);
}

static bool fits_whole(const sx_glob *glob, const sx_glob__pattern *p, sx_str path,
                       uint64_t *work) {
  sx_glob__subject subject = {path, glob->ignore_case, p->explicit_dots, work};
  return sx_glob__run(&p->whole, &subject);
}

/* Whether it fits, or, with `takes_below`, a folder that it is in. */
static outcome match_whole(const sx_glob *glob, const sx_glob__pattern *p, sx_str path,
                           uint64_t *work) {
  for (size_t at = 0; p->takes_below && at < path.len; at++) {
    at = sx_str_find_char(path, '/', at);
    if (at == SX_STR_NONE) break;
    if (fits_whole(glob, p, sx_str_slice(path, 0, at), work)) return INSIDE;
  }
  return fits_whole(glob, p, path, work) ? FITS : OUTSIDE;
}

static outcome match_exact(const sx_glob__pattern *p, sx_str path) {
  if (!sx_str_has_prefix(path, p->base)) return OUTSIDE;
  if (path.len == p->base.len) return FITS;
  return p->takes_below && path.ptr[p->base.len] == '/' ? INSIDE : OUTSIDE;
}

static outcome match_one(const sx_glob *glob, const sx_glob__pattern *p, sx_str path,
                         uint64_t *work) {
  bool is_fit = false, leads_on;
  if (p->shape == SX_GLOB__WHOLE) return match_whole(glob, p, path, work);
  if (p->shape == SX_GLOB__EXACT) return match_exact(p, path);
  if (path.len <= p->base.len || memcmp(path.ptr, p->base.ptr, p->base.len) != 0) {
    /* `a/` and `**` for folders: a itself. */
    bool is_base = path.len + 1 == p->base.len && sx_str_has_prefix(p->base, path);
    return is_base && p->shape == SX_GLOB__PARTS ? follow(glob, p, 0, path, &leads_on, work)
                                                 : OUTSIDE;
  }
  sx_str rest = sx_str_slice(path, p->base.len, path.len);
  switch (p->shape) {
  case SX_GLOB__BELOW: is_fit = has_no_dots(p, rest); break;
  case SX_GLOB__DEEP: is_fit = fits_deep(glob, p, rest, work); break;
  case SX_GLOB__FLAT:
    is_fit = sx_str_find_char(rest, '/', 0) == SX_STR_NONE && fits_name(glob, p, rest, work);
    break;
  default: return follow(glob, p, p->base_parts, rest, &leads_on, work);
  }
  return is_fit ? FITS : OUTSIDE;
}

static bool is_left_out(const sx_glob *glob, sx_str path, bool is_folder, uint64_t *work) {
  for (size_t i = 0; i < glob->left_out.len; i++) {
    const sx_glob__pattern *p = &glob->left_out.items[i];
    outcome found = match_one(glob, p, path, work);
    if (found == INSIDE || (found == FITS && (is_folder || !p->is_for_folders))) return true;
  }
  return false;
}

bool sx_glob_match(const sx_glob *glob, sx_str path, bool is_folder, uint64_t *work) {
  uint64_t exact = 0;
  if (glob->exact.len) (void)sx_map_find(&glob->exact, path, &exact);
  bool is_fit = exact & (is_folder ? SX_GLOB__FOLDER : SX_GLOB__FILE);
  for (size_t i = 0; i < glob->wanted.len && !is_fit && *work; i++) {
    const sx_glob__pattern *p = &glob->wanted.items[i];
    *work -= 1;
    is_fit = p->is_for_folders == is_folder && match_one(glob, p, path, work) == FITS;
  }
  return *work > 0 && is_fit && !is_left_out(glob, path, is_folder, work) && *work > 0;
}

static bool may_have_below(const sx_glob *glob, const sx_glob__pattern *p, sx_str folder) {
  uint64_t work = MAX_WORK_BELOW;
  bool leads_on = false;
  size_t len = p->base.len - (p->base.len > 0); /* without the slash */
  if (folder.len < len) return sx_str_has_prefix(p->base, folder) && p->base.ptr[folder.len] == '/';
  if (len &&
      (memcmp(folder.ptr, p->base.ptr, len) != 0 || (folder.len > len && folder.ptr[len] != '/')))
    return false;
  if (p->shape == SX_GLOB__WHOLE || folder.len == len) return true;
  sx_str rest = sx_str_slice(folder, p->base.len, folder.len);
  if (p->shape == SX_GLOB__BELOW || p->shape == SX_GLOB__DEEP) return has_no_dots(p, rest);
  if (p->shape == SX_GLOB__FLAT) return false;
  (void)follow(glob, p, p->base_parts, rest, &leads_on, &work);
  return leads_on || !work;
}

bool sx_glob_may_match_below(const sx_glob *glob, sx_str folder) {
  uint64_t work = MAX_WORK_BELOW;
  if (!folder.len) return true;
  uint64_t exact = 0;
  (void)sx_map_find(&glob->exact, folder, &exact);
  bool may_match = exact & SX_GLOB__ABOVE;
  for (size_t i = 0; i < glob->wanted.len && !may_match; i++)
    may_match = may_have_below(glob, &glob->wanted.items[i], folder);
  return may_match && !is_left_out(glob, folder, true, &work);
}
