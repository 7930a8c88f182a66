#include "bridge/choice.h"

#include "bridge/reply.h"

/* So many windows are named in an error; more only as a number. */
#define NAMED_WINDOWS 10

static bool is_separator(char c) {
#ifdef _WIN32
  if (c == '\\') return true;
#endif
  return c == '/';
}

static bool has_path_prefix(sx_str path, sx_str prefix) {
#ifdef _WIN32
  return path.len >= prefix.len && sx_str_is_equal_fold(sx_str_slice(path, 0, prefix.len), prefix);
#else
  return sx_str_has_prefix(path, prefix);
#endif
}

/** Whether `path` is `folder` or inside of it. */
static bool is_within(sx_str path, sx_str folder) {
  while (folder.len && is_separator(folder.ptr[folder.len - 1])) folder.len--;
  return has_path_prefix(path, folder) &&
         (path.len == folder.len || is_separator(path.ptr[folder.len]));
}

/** Length of the window's longest folder that holds `path`; 0 for none. */
static size_t fit_around(const sx_window *window, sx_str path) {
  size_t best = 0;
  for (size_t i = 0; i < window->folders.len; i++) {
    sx_str folder = window->folders.items[i];
    if (folder.len > best && is_within(path, folder)) best = folder.len;
  }
  return best;
}

static bool has_inside(const sx_window *window, sx_str path) {
  for (size_t i = 0; i < window->folders.len; i++)
    if (is_within(window->folders.items[i], path)) return true;
  return false;
}

/** Counts one up for each window that fits `path` best; false when none does. */
static bool count_fits(const sx_window_list *windows, sx_str path, size_t *fits) {
  size_t best = 0;
  bool is_any = false;
  for (size_t i = 0; i < windows->len; i++) {
    size_t fit = fit_around(&windows->items[i], path);
    if (fit > best) best = fit;
  }
  for (size_t i = 0; i < windows->len; i++) {
    const sx_window *window = &windows->items[i];
    bool is_fit = best ? fit_around(window, path) == best : has_inside(window, path);
    fits[i] += is_fit;
    is_any = is_any || is_fit;
  }
  return is_any;
}

/** The one of `others` that a person used last; NULL if that is not known. */
static const sx_window *find_last_used(const sx_choice *choice) {
  const sx_window *last = NULL;
  bool is_tie = true;
  for (size_t i = 0; i < choice->other_count; i++) {
    const sx_window *window = choice->others[i];
    double best_ms = last ? last->used_ms : 0;
    if (window->used_ms < best_ms) continue;
    is_tie = window->used_ms == best_ms;
    last = window;
  }
  return is_tie ? NULL : last;
}

/** Every folder is open somewhere: keeps the windows that have all, else those that have any. */
static void keep_best(sx_choice *choice, const sx_window_list *windows, const size_t *fits,
                      size_t wanted) {
  size_t full_count = 0;
  for (size_t i = 0; i < windows->len; i++) full_count += fits[i] == wanted;
  choice->other_count = 0;
  for (size_t i = 0; i < windows->len; i++)
    if (full_count ? fits[i] == wanted : fits[i] > 0)
      choice->others[choice->other_count++] = &windows->items[i];
  if (full_count == 1) choice->window = choice->others[0];
  if (full_count > 1) choice->window = find_last_used(choice);
  choice->is_guess |= full_count > 1 && choice->window;
  choice->kind = choice->window ? SX_CHOICE_FOUND : SX_CHOICE_AMBIGUOUS;
  if (choice->window && choice->window->failure.len) choice->kind = SX_CHOICE_BROKEN;
}

sx_status sx_choose_window(sx_choice *out, const sx_window_list *windows, const sx_wish *wish,
                           sx_arena *arena) {
  *out = (sx_choice){.kind = SX_CHOICE_NONE, .folder = wish->folders[0]};
  size_t *fits = sx_arena_calloc(arena, windows->len + 1, sizeof *fits);
  out->others = sx_arena_calloc(arena, windows->len + 1, sizeof *out->others);
  if (!fits || !out->others) return SX_NOMEM;
  for (size_t i = 0; i < windows->len; i++) out->others[i] = &windows->items[i];
  out->other_count = windows->len;
  for (size_t i = 0; i < wish->count; i++) {
    if (count_fits(windows, wish->folders[i], fits)) continue;
    out->folder = wish->folders[i];
    bool is_any_meant = windows->len == 1 || find_last_used(out);
    if (wish->is_explicit || !is_any_meant) return SX_OK;
    out->is_guess = true;
    for (size_t k = 0; k < windows->len; k++) fits[k] = wish->count;
  }
  keep_best(out, windows, fits, wish->count);
  return SX_OK;
}

const char *sx_choice_code(sx_choice_kind kind) {
  if (kind == SX_CHOICE_BROKEN) return "broken_window";
  return kind == SX_CHOICE_AMBIGUOUS ? "ambiguous_window" : "no_window";
}

static void name_window(const sx_window *window, sx_buf *out) {
  sx_buf_addf(out, "%s (process %d) with ", window->editor.ptr, window->pid);
  if (!window->folders.len) sx_buf_add_text(out, "no folder");
  for (size_t i = 0; i < window->folders.len; i++)
    sx_buf_addf(out, "%s%s", i ? ", " : "", window->folders.items[i].ptr);
}

static void name_windows(const sx_window *const *windows, size_t count, sx_buf *out) {
  for (size_t i = 0; i < count && i < NAMED_WINDOWS; i++) {
    if (i) sx_buf_add_text(out, "; ");
    name_window(windows[i], out);
  }
  if (count > NAMED_WINDOWS) sx_buf_addf(out, "; and %zu more", count - NAMED_WINDOWS);
  sx_buf_add_char(out, '.');
}

static void explain_none(const sx_choice *choice, const sx_wish *wish, sx_buf *out) {
  sx_buf_addf(out, "No VS Code window with Sextant has the folder %s open. ", choice->folder.ptr);
  if (!choice->other_count) {
    sx_buf_add_text(out, "No window is open at all. Open the folder in VS Code, with the Sextant "
                         "extension installed and enabled, and try again.");
    return;
  }
  sx_buf_addf(out, "Open it in VS Code and try again, or start sextant-mcp with %s. Open now: ",
              wish->is_explicit ? "another --workspace" : "--workspace and a folder that is open");
  name_windows(choice->others, choice->other_count, out);
}

static void add_folders(const sx_str *folders, size_t count, sx_buf *out) {
  for (size_t i = 0; i < count; i++) sx_buf_addf(out, "%s%s", i ? ", " : "", folders[i].ptr);
}

static void explain_ambiguous(const sx_choice *choice, const sx_wish *wish, sx_buf *out) {
  sx_buf_add_text(out, "Several VS Code windows match ");
  add_folders(wish->folders, wish->count, out);
  sx_buf_add_text(out, ": ");
  name_windows(choice->others, choice->other_count, out);
  sx_buf_add_text(out,
                  wish->count > 1
                      ? " Open all of these folders in one window, or start sextant-mcp with "
                        "--workspace and only the folders of one window."
                      : " Close all but one of them, or start sextant-mcp with --workspace and "
                        "a folder that only one of them has open.");
}

static void explain_broken(const sx_choice *choice, sx_buf *out) {
  const sx_window *window = choice->window;
  sx_buf_add_text(out, "Sextant could not start in ");
  name_window(window, out);
  sx_buf_addf(out, ": %s", window->failure.ptr);
  sx_buf_add_text(out, " Sextant's tools do not work there until this is mended and the window is "
                       "reloaded.");
}

static void add_json_strings(const sx_str *texts, size_t count, sx_buf *out) {
  sx_buf_add_char(out, '[');
  for (size_t i = 0; i < count; i++) {
    if (i) sx_buf_add_char(out, ',');
    sx_json_write_string(out, texts[i]);
  }
  sx_buf_add_char(out, ']');
}

void sx_choice_explain(const sx_choice *choice, const sx_window_list *windows, const sx_wish *wish,
                       sx_buf *message, sx_buf *data) {
  if (choice->kind == SX_CHOICE_BROKEN)
    explain_broken(choice, message);
  else if (choice->kind == SX_CHOICE_AMBIGUOUS)
    explain_ambiguous(choice, wish, message);
  else
    explain_none(choice, wish, message);
  sx_buf_addf(data, "{\"code\":\"%s\",\"folders\":", sx_choice_code(choice->kind));
  add_json_strings(wish->folders, wish->count, data);
  sx_buf_add_text(data, ",\"windows\":[");
  for (size_t i = 0; i < windows->len; i++) {
    const sx_window *window = &windows->items[i];
    sx_buf_addf(data, "%s{\"pid\":%d,\"editor\":", i ? "," : "", window->pid);
    sx_json_write_string(data, window->editor);
    sx_buf_add_text(data, ",\"folders\":");
    add_json_strings(window->folders.items, window->folders.len, data);
    sx_buf_add_char(data, '}');
  }
  sx_buf_add_text(data, "]}");
}
