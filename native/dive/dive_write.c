/*
 * The answer within its budget: what is known of the symbol first, then as many lines of each
 * section as there is room for, shared fairly: the next line is always one of a section that has
 * had least.
 */

#include "dive/dive.h"

#include "answer/facts.h"
#include "base/utf8.h"
#include "semantic/certainty.h"
#include "semantic/outline_symbol.h"
#include "text/tokens.h"
#include "workspace/paths.h"

#define LEAST_WORDS 16 /* of documentation: less says nothing */
#define CODE_LINE_TOKENS 16
#define OF_SHOWN_TOKENS 5 /* of a heading: "(10 of " and ")" */

typedef struct writer {
  sx_dive *dive;
  sx_answer *answer;
  size_t room; /* tokens that are left */
} writer;

static void take(writer *w, size_t tokens) {
  w->room = w->room > tokens ? w->room - tokens : 0;
}

/* ---- the head ------------------------------------------------------------------------------ */

/* As much of a line as the tokens allow. */
static sx_str cut(writer *w, sx_str text, size_t tokens) {
  if (sx_tokens_count(text) <= tokens) return text;
  size_t end = sx_tokens_prefix(text, tokens > 1 ? tokens - 1 : 1);
  text = sx_str_trim_end(sx_str_slice(text, 0, sx_utf8_floor(text.ptr, text.len, end)));
  w->answer->is_truncated = true;
  return sx_arena_printf(w->dive->call->arena, "%.*s…", SX_STR_ARG(text));
}

static void write_name(writer *w) {
  const sx_dive *dive = w->dive;
  sx_buf *text = &w->answer->text;
  if (dive->target) {
    sx_target_write_name(dive->target, dive->call, w->answer);
    sx_answer_put(w->answer->facts, "symbol", sx_target_fact(dive->target, dive->call));
  } else {
    sx_str shown = sx_path_display(dive->call, dive->path);
    sx_buf_addf(text, "%.*s (File", SX_STR_ARG(shown));
    if (dive->has_outline) sx_buf_addf(text, ", %u lines", dive->outline.document->lines.count);
    sx_buf_add_char(text, ')');
    sx_answer_fact(w->answer->facts, "file", shown);
  }
  sx_buf_add_char(text, '\n');
  if (dive->kind.len) sx_answer_fact(w->answer->facts, "kind", dive->kind);
}

static void write_line(writer *w, const char *fact, sx_str line, size_t tokens) {
  if (!line.len) return;
  line = cut(w, line, tokens);
  sx_buf_addf(&w->answer->text, "%.*s\n", SX_STR_ARG(line));
  sx_answer_fact(w->answer->facts, fact, line);
}

static void write_notes(writer *w) {
  const sx_dive *dive = w->dive;
  for (size_t i = 0; i < dive->notes.len; i++)
    sx_buf_addf(&w->answer->text, "%.*s\n", SX_STR_ARG(dive->notes.items[i]));
}

/* Those of the same name, in full where there is room for that. */
static sx_str others(writer *w) {
  sx_buf *text = &w->answer->text;
  const sx_dive *dive = w->dive;
  size_t start = text->len;
  if (!dive->target) return SX_STR("");
  sx_target_write_others(dive->target, dive->call, w->answer);
  sx_str all = sx_arena_dup(dive->call->arena, sx_str_slice(sx_buf_str(text), start, text->len));
  sx_buf_truncate(text, start);
  const sx_resolution *resolution = &dive->target->resolution;
  size_t heading = sx_str_find(all, SX_STR("Other symbols named"), 0);
  bool is_short = sx_tokens_count(all) <= w->answer->max_tokens / 5;
  if (heading == SX_STR_NONE || is_short) return all;
  const sx_symbol *next = NULL;
  size_t count = resolution->unread;
  for (size_t i = 1; i < resolution->symbols.len; i++) {
    const sx_symbol *one = &resolution->symbols.items[i];
    if (!sx_target_is_other(dive->target, one)) continue;
    if (!next) next = one;
    count++;
  }
  if (!next) return all;
  sx_str shown = sx_path_display(dive->call, next->path);
  sx_str handle = sx_symbol_handle(next, shown, dive->call->arena);
  return sx_arena_printf(
      dive->call->arena,
      "%.*s%zu other symbol%s this name%s %.*s. Give context_file or a handle to "
      "choose.\n",
      SX_STR_ARG(sx_str_slice(all, 0, heading)), count, count == 1 ? " has" : "s have",
      count == 1 ? ":" : ", such as", SX_STR_ARG(handle));
}

/* ---- lists --------------------------------------------------------------------------------- */

static sx_str line_of(const writer *w, const sx_dive_item *item) {
  sx_arena *arena = w->dive->call->arena;
  sx_str label = item->label;
  if (!item->path.len) return sx_arena_printf(arena, " %.*s\n", SX_STR_ARG(label));
  if (item->is_own)
    return sx_arena_printf(arena, " %u: %.*s\n", item->at.line + 1, SX_STR_ARG(label));
  sx_str shown = sx_path_display(w->dive->call, item->path);
  const char *gap = label.len ? " " : "";
  if (item->is_nowhere)
    return sx_arena_printf(arena, " %.*s%s%.*s\n", SX_STR_ARG(shown), gap, SX_STR_ARG(label));
  return sx_arena_printf(arena, " %.*s:%u%s%.*s\n", SX_STR_ARG(shown), item->at.line + 1, gap,
                         SX_STR_ARG(label));
}

static sx_str heading_of(const writer *w, const sx_dive_section *section) {
  sx_arena *arena = w->dive->call->arena;
  sx_str files = SX_STR("");
  if (section->file_count > 1) files = sx_arena_printf(arena, " in %zu files", section->file_count);
  if (!section->total)
    return sx_arena_printf(arena, "%s: %s\n", section->title,
                           section->is_unknown ? "unknown" : "none");
  if (!section->shown)
    return sx_arena_printf(arena, "%s: %zu%.*s%s\n", section->title, section->total,
                           SX_STR_ARG(files), section->is_unknown ? ", maybe more" : "");
  if (section->shown < section->total)
    return sx_arena_printf(arena, "%s (%zu of %zu%.*s%s):\n", section->title, section->shown,
                           section->total, SX_STR_ARG(files),
                           section->is_unknown ? ", maybe more" : "");
  return sx_arena_printf(arena, "%s (%zu%.*s%s):\n", section->title, section->total,
                         SX_STR_ARG(files), section->is_unknown ? ", maybe more" : "");
}

/* The section that has had least and has more; NULL: none. */
static sx_dive_section *next_section(sx_dive *dive, const bool *is_full) {
  sx_dive_section *best = NULL;
  for (size_t i = 0; i < dive->count; i++) {
    sx_dive_section *one = &dive->sections[i];
    if (is_full[i] || one->shown >= one->items.len) continue;
    if (!best || one->shown < best->shown) best = one;
  }
  return best;
}

static size_t tokens_of(const writer *w, const sx_dive_section *section) {
  size_t tokens = 0;
  for (size_t i = 0; i < section->items.len; i++)
    tokens += sx_tokens_count(line_of(w, &section->items.items[i]));
  return tokens;
}

static void share_room(writer *w) {
  bool is_full[SX_DIVE_MAX_SECTIONS] = {0};
  sx_dive_section *section;
  while ((section = next_section(w->dive, is_full))) {
    size_t tokens = sx_tokens_count(line_of(w, &section->items.items[section->shown]));
    if (tokens > w->room) {
      is_full[section - w->dive->sections] = true;
      continue;
    }
    take(w, tokens);
    section->shown++;
  }
}

static cJSON *item_fact(const writer *w, const sx_dive_item *item) {
  cJSON *fact = cJSON_CreateObject();
  if (item->path.len) sx_answer_fact(fact, "file", sx_path_display(w->dive->call, item->path));
  if (item->path.len && !item->is_nowhere) cJSON_AddNumberToObject(fact, "line", item->at.line + 1);
  if (item->label.len) sx_answer_fact(fact, "text", item->label);
  return fact;
}

static void write_section(writer *w, const sx_dive_section *section, cJSON *facts) {
  sx_buf *text = &w->answer->text;
  cJSON *fact = cJSON_CreateObject(), *items = cJSON_CreateArray();
  sx_buf_add(text, heading_of(w, section));
  for (size_t i = 0; i < section->shown; i++) {
    sx_buf_add(text, line_of(w, &section->items.items[i]));
    sx_answer_push(items, item_fact(w, &section->items.items[i]));
  }
  sx_answer_fact(fact, "name", sx_str_from(section->fact));
  sx_answer_fact(fact, "status",
                 sx_str_from(sx_answer_status_name(
                     sx_certainty_status(!section->is_unknown, section->total))));
  cJSON_AddNumberToObject(fact, "total", (double)section->total);
  sx_answer_put(fact, "items", items);
  sx_answer_push(facts, fact);
  w->answer->is_truncated |= section->shown < section->total;
}

/* ---- all of it ----------------------------------------------------------------------------- */

static void write_code(writer *w, size_t tokens) {
  size_t left_out;
  sx_dive *dive = w->dive;
  sx_buf *text = &w->answer->text;
  if (!dive->code.len) return;
  w->answer->is_truncated |= tokens < CODE_LINE_TOKENS;
  if (tokens < CODE_LINE_TOKENS) return;
  sx_str code = sx_outline_code_cut(dive->code, tokens, &left_out);
  sx_buf_addf(text, "Code:\n%.*s\n", SX_STR_ARG(code));
  if (left_out) sx_buf_addf(text, "[%zu lines up to %u are left out]\n", left_out, dive->last_line);
  w->answer->is_truncated |= left_out > 0;
  sx_answer_fact(w->answer->facts, "code", code);
  take(w, sx_tokens_count(code) + 4);
}

static sx_answer_status judge(const sx_dive *dive) {
  for (size_t i = 0; i < dive->count; i++)
    if (dive->sections[i].is_unknown) return SX_ANSWER_UNKNOWN;
  return SX_ANSWER_FOUND;
}

/* Lists get half of the room where there is code, and what they do not need goes to that. */
static void write_body(writer *w) {
  sx_dive *dive = w->dive;
  size_t lists = 0;
  for (size_t i = 0; i < dive->count; i++) lists += tokens_of(w, &dive->sections[i]);
  size_t least = w->room / 2;
  if (lists < least) least = lists;
  write_code(w, w->room - least);
  share_room(w);
}

sx_status sx_dive_write(sx_dive *dive, sx_answer *answer, sx_err *err) {
  writer w = {.dive = dive, .answer = answer};
  size_t budget = answer->max_tokens;
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  answer->status = judge(dive);
  write_name(&w);
  write_line(&w, "signature", dive->signature, budget / 4);
  write_line(&w, "declaration", dive->value, budget / 8);
  sx_str rest = others(&w);
  size_t start = answer->text.len;
  write_notes(&w);
  size_t fixed = sx_tokens_count(sx_buf_str(&answer->text)) + sx_tokens_count(rest);
  for (size_t i = 0; i < dive->count; i++)
    fixed += sx_tokens_count(heading_of(&w, &dive->sections[i])) + OF_SHOWN_TOKENS;
  w.room = budget > fixed ? budget - fixed : 0;
  size_t words = w.room / 3;
  answer->is_truncated |= words < LEAST_WORDS && dive->documentation.len;
  if (words >= LEAST_WORDS && dive->documentation.len) {
    sx_str notes = sx_arena_dup(dive->call->arena,
                                sx_str_slice(sx_buf_str(&answer->text), start, answer->text.len));
    sx_buf_truncate(&answer->text, start);
    write_line(&w, "documentation", dive->documentation, words);
    take(&w, sx_tokens_count(sx_str_slice(sx_buf_str(&answer->text), start, answer->text.len)));
    sx_buf_add(&answer->text, notes);
  }
  write_body(&w);
  for (size_t i = 0; i < dive->count; i++) write_section(&w, &dive->sections[i], facts);
  sx_buf_add(&answer->text, rest);
  sx_answer_put(answer->facts, "sections", facts);
  sx_arena *arena = dive->call->arena;
  if (arena->status) return sx_fail(err, arena->status, NULL);
  return answer->text.status ? sx_fail(err, answer->text.status, NULL) : SX_OK;
}
