#include "answer/pager.h"
#include "base/byte.h"
#include "base/utf8.h"
#include "run/test_summary.h"
#include "text/tokens.h"

/* How much of a failure is written: all of them get a name before one gets more. */
typedef enum level { LEVEL_NAME, LEVEL_LINE, LEVEL_SHORT, LEVEL_FULL, LEVELS } level;

typedef struct limits {
  size_t message_bytes, message_lines, value_bytes, frames;
} limits;

static const limits limits_of[LEVELS] = {
    [LEVEL_NAME] = {0, 0, 0, 0},
    [LEVEL_LINE] = {120, 1, 60, 0},
    [LEVEL_SHORT] = {300, 3, 100, 1},
    [LEVEL_FULL] = {2000, 30, 600, 6},
};

/* Where the names alone are too many for a page, this part of it is for more than names. */
#define NAMES_PART 3
/* The calls that run what failed take such a part of a page at most, without its head. */
#define RERUNS_PART 3
#define HEAD_TOKENS 150
#define LEAST_RERUN_TOKENS 50
#define MAX_REASON_BYTES ((size_t)1000)

typedef struct writer {
  const sx_test_summary *summary;
  sx_answer *answer;
  sx_arena *arena;
  level *levels;
  sx_test_reruns reruns; /* as they fit */
  sx_buf text;           /* of one failure */
} writer;

/* ---- texts that are cut ------------------------------------------------------------------- */

static sx_str clip(sx_str text, size_t max_bytes, bool *is_cut) {
  if (text.len <= max_bytes) return text;
  *is_cut = true;
  return sx_str_slice(text, 0, sx_utf8_floor(text.ptr, text.len, max_bytes));
}

/* How far all lines but the first are indented, at least. */
static size_t find_indent(sx_str text) {
  sx_str rest = text, line;
  size_t least = SX_STR_NONE;
  bool is_first = true;
  while (sx_str_next_line(&rest, &line)) {
    size_t own = sx_str_skip_blanks(line, 0);
    if (!is_first && own < line.len && own < least) least = own;
    is_first = false;
  }
  return least == SX_STR_NONE ? 0 : least;
}

static void add_lines(sx_buf *out, sx_str text, const limits *most) {
  bool is_cut = false, is_first = true;
  size_t indent = find_indent(text), lines = 0;
  sx_str rest = clip(text, most->message_bytes, &is_cut), line;
  while (lines < most->message_lines && sx_str_next_line(&rest, &line)) {
    if (!is_first) line = sx_str_slice(line, indent, line.len);
    is_first = false;
    if (!sx_str_trim(line).len) continue;
    sx_buf_addf(out, "%s  %.*s", lines++ ? "\n" : "", SX_STR_ARG(line));
  }
  sx_buf_add_text(out, is_cut || sx_str_trim(rest).len ? " …\n" : lines ? "\n" : "");
}

/* A value after its label; further lines are indented. */
static void add_value(sx_buf *out, const char *label, sx_str value, size_t max_bytes) {
  bool is_cut = false, is_first = true;
  sx_str rest = clip(value, max_bytes, &is_cut), line;
  sx_buf_addf(out, "  %s:", label);
  while (sx_str_next_line(&rest, &line)) {
    sx_buf_addf(out, is_first ? " %.*s" : "\n    %.*s", SX_STR_ARG(line));
    is_first = false;
  }
  sx_buf_add_text(out, is_cut ? " …\n" : "\n");
}

/* Whether each line of the value is somewhere in the text. */
static bool has_lines(sx_str text, sx_str value) {
  sx_str rest = value, line;
  bool has_any = false;
  while (sx_str_next_line(&rest, &line)) {
    line = sx_str_trim(line);
    if (line.len && sx_str_find(text, line, 0) == SX_STR_NONE) return false;
    has_any |= line.len > 0;
  }
  return has_any;
}

/* assert(condition) compares nothing: the message is all that there is. */
static bool is_of_condition(const sx_test_failure *one) {
  return one->message.len && sx_str_is_equal(one->expected, SX_STR("true")) &&
         sx_str_is_equal(one->received, SX_STR("false"));
}

static void add_frames(sx_buf *out, sx_str stack, size_t max_frames) {
  sx_str rest = stack, line;
  for (size_t i = 0; i < max_frames && sx_str_next_line(&rest, &line);) {
    line = sx_str_trim(line);
    if (!line.len) continue;
    sx_buf_addf(out, "  %.*s\n", SX_STR_ARG(line));
    i++;
  }
}

/* ---- one failure -------------------------------------------------------------------------- */

static void add_place(sx_buf *out, const sx_test_failure *one, const sx_test_failure *above) {
  bool is_named = sx_str_is_equal(one->file, one->name);
  bool begins_so = one->file.len && sx_str_has_prefix(one->name, one->file);
  bool is_same = above && sx_str_is_equal(above->file, one->file);
  if (is_same && above->line == one->line) return;
  if (one->line && (is_named || begins_so || is_same || !one->file.len))
    sx_buf_addf(out, " (line %u)", one->line);
  else if (one->line)
    sx_buf_addf(out, " (%.*s:%u)", SX_STR_ARG(one->file), one->line);
  else if (one->file.len && !is_named && !begins_so && !is_same)
    sx_buf_addf(out, " (%.*s)", SX_STR_ARG(one->file));
}

/* The message is a difference between both. */
static bool is_difference(sx_str message) {
  return sx_str_find(message, SX_STR("\n+"), 0) != SX_STR_NONE &&
         sx_str_find(message, SX_STR("\n-"), 0) != SX_STR_NONE;
}

/* Whether the first frame shows what was tested, too. */
static bool is_in_stack(const sx_test_failure *one) {
  sx_str rest = one->stack, line;
  return sx_str_next_line(&rest, &line) && sx_str_find(line, one->symbol, 0) != SX_STR_NONE &&
         sx_str_find(line, one->symbol_place, 0) != SX_STR_NONE;
}

static void add_comparison(sx_buf *out, const sx_test_failure *one, const limits *most) {
  if (!one->has_expected || !most->value_bytes) return;
  if (is_of_condition(one) || is_difference(one->message)) return;
  if (has_lines(one->message, one->expected) && has_lines(one->message, one->received)) return;
  add_value(out, "expected", one->expected, most->value_bytes);
  add_value(out, "received", one->received, most->value_bytes);
}

/* The value with one blank for each row of blanks and line ends. */
static void add_on_one_line(sx_buf *out, sx_str value, size_t max_bytes) {
  bool is_cut = false, is_first = true;
  sx_str rest = clip(sx_str_trim(value), max_bytes, &is_cut), line;
  while (sx_str_next_line(&rest, &line)) {
    line = sx_str_trim(line);
    if (!line.len) continue;
    sx_buf_addf(out, is_first ? "%.*s" : " %.*s", SX_STR_ARG(line));
    is_first = false;
  }
  if (is_first) sx_buf_add_text(out, "nothing");
  if (is_cut) sx_buf_add_text(out, " …");
}

/* The reason in a line: both values, where the message's own first line does not have them, as
 * those of `expect(received).toBe(expected)`. Without a line end. */
static void add_reason(sx_buf *out, const sx_test_failure *one) {
  const limits *most = &limits_of[LEVEL_LINE];
  sx_str rest = one->message, line = SX_STR("");
  bool is_cut = false;
  while (!sx_str_trim(line).len && sx_str_next_line(&rest, &line)) continue;
  line = sx_str_trim(line);
  bool has_both = has_lines(line, one->expected) && has_lines(line, one->received);
  if (one->has_expected && !is_of_condition(one) && !has_both) {
    sx_buf_add_text(out, "expected ");
    add_on_one_line(out, one->expected, most->value_bytes);
    sx_buf_add_text(out, ", received ");
    add_on_one_line(out, one->received, most->value_bytes);
    return;
  }
  sx_buf_add(out, clip(line, most->message_bytes, &is_cut));
  if (is_cut || sx_str_trim(rest).len) sx_buf_add_text(out, " …");
}

/* `above` is the one before it, where both are alike. */
static void add_failure(sx_buf *out, const sx_test_failure *one, const sx_test_failure *above,
                        level how) {
  const limits *most = &limits_of[how];
  sx_buf_addf(out, "%s%.*s", one->is_like_above ? "  also " : "", SX_STR_ARG(one->name));
  add_place(out, one, above);
  if (one->is_broken && !one->is_like_above) sx_buf_add_text(out, ": could not run");
  sx_buf_add_char(out, '\n');
  if (how == LEVEL_NAME) return;
  if (how == LEVEL_LINE) {
    size_t before = out->len;
    sx_buf_add_text(out, "  ");
    add_reason(out, one);
    if (out->len == before + 2)
      sx_buf_truncate(out, before);
    else
      sx_buf_add_char(out, '\n');
    return;
  }
  add_lines(out, one->message, most);
  add_comparison(out, one, most);
  add_frames(out, one->stack, most->frames);
  if (how >= LEVEL_SHORT && one->symbol.len && !is_in_stack(one))
    sx_buf_addf(out, "  in %.*s (%.*s)\n", SX_STR_ARG(one->symbol), SX_STR_ARG(one->symbol_place));
}

static void put_clipped(cJSON *fact, const char *name, sx_str value, size_t max_bytes) {
  bool is_cut = false;
  if (value.len && max_bytes) sx_answer_fact(fact, name, clip(value, max_bytes, &is_cut));
}

static void put_reason(cJSON *fact, const sx_test_failure *one) {
  sx_buf text;
  sx_buf_init(&text, MAX_REASON_BYTES);
  add_reason(&text, one);
  sx_answer_fact(fact, "message", sx_buf_str(&text));
  sx_buf_release(&text);
}

static cJSON *make_fact(const sx_test_failure *one, level how) {
  const limits *most = &limits_of[how];
  cJSON *fact = cJSON_CreateObject();
  if (!fact) return NULL;
  sx_answer_fact(fact, "testName", one->name);
  if (how == LEVEL_LINE)
    put_reason(fact, one);
  else
    put_clipped(fact, "message", one->message, most->message_bytes);
  if (!cJSON_HasObjectItem(fact, "message")) sx_answer_fact(fact, "message", SX_STR(""));
  if (one->file.len) sx_answer_fact(fact, "filePath", one->file);
  if (one->line) cJSON_AddNumberToObject(fact, "lineNumber", one->line);
  if (most->frames) put_clipped(fact, "stack", one->stack, 200 * most->frames);
  if (one->has_expected && how > LEVEL_LINE) {
    put_clipped(fact, "expected", one->expected, most->value_bytes);
    put_clipped(fact, "received", one->received, most->value_bytes);
  }
  if (how >= LEVEL_SHORT) put_clipped(fact, "symbol", one->symbol, most->value_bytes);
  return fact;
}

/* ---- how much of each --------------------------------------------------------------------- */

static size_t count_fact(const sx_test_failure *one, level how) {
  cJSON *fact = make_fact(one, how);
  char *printed = fact ? cJSON_PrintUnformatted(fact) : NULL;
  size_t tokens = printed ? sx_tokens_count(sx_str_from(printed)) + 1 : 0;
  cJSON_free(printed);
  cJSON_Delete(fact);
  return tokens;
}

static const sx_test_failure *find_above(const sx_test_failure *one) {
  return one->is_like_above ? one - 1 : NULL;
}

/* Text that could not be written counts as too little. */
static void note_memory(const writer *w) {
  if (w->text.status == SX_NOMEM) w->arena->status = SX_NOMEM;
}

static size_t count(writer *w, const sx_test_failure *one, level how) {
  sx_buf_clear(&w->text);
  add_failure(&w->text, one, find_above(one), how);
  note_memory(w);
  size_t tokens = sx_tokens_count(sx_buf_str(&w->text)) + 1;
  size_t facts = w->answer->is_structured ? count_fact(one, how) : 0;
  return facts > tokens ? facts : tokens;
}

/* Each gets a name, then each a line, from the first on; the first ones get what is left. */
static void choose_levels(writer *w, size_t first, size_t room) {
  const sx_test_failures *list = &w->summary->failures;
  size_t used = 0, last = first;
  for (; last < list->len && used <= room; last++) used += count(w, &list->items[last], LEVEL_NAME);
  if (used > room) { /* not even the names: some of them wait for what the first ones get */
    for (used = 0, last = first; last < list->len; last++) {
      size_t more = used + count(w, &list->items[last], LEVEL_NAME);
      if (more > room / NAMES_PART * (NAMES_PART - 1)) break;
      used = more;
    }
  }
  for (level how = LEVEL_LINE; how < LEVELS; how++)
    for (size_t i = first; i < last; i++) {
      const sx_test_failure *one = &list->items[i];
      if (one->is_like_above || w->levels[i] + 1 != how) continue;
      size_t more = used - count(w, one, how - 1) + count(w, one, how);
      if (more > room) continue; /* a shorter one may fit */
      used = more;
      w->levels[i] = how;
    }
}

/* ---- the whole ---------------------------------------------------------------------------- */

static void add_list(sx_buf *out, const char *name, const sx_strs *list, bool *is_first) {
  if (!list->len) return;
  sx_buf_addf(out, "%s%s=[", *is_first ? "" : ", ", name);
  for (size_t i = 0; i < list->len; i++) {
    sx_buf_add_text(out, i ? ", \"" : "\"");
    for (size_t at = 0; at < list->items[i].len; at++) {
      char c = list->items[i].ptr[at];
      if (c == '"' || c == '\\') sx_buf_add_char(out, '\\');
      sx_buf_add_char(out, sx_byte_is_line_end(c) ? ' ' : c);
    }
    sx_buf_add_char(out, '"');
  }
  sx_buf_add_char(out, ']');
  *is_first = false;
}

static void add_rerun(sx_buf *out, const sx_test_rerun *rerun) {
  bool is_first = true;
  sx_buf_addf(out, "Rerun%s: run_tests(", rerun->is_wider ? ", with others" : "");
  add_list(out, "testFiles", &rerun->files, &is_first);
  add_list(out, "testNames", &rerun->names, &is_first);
  sx_buf_addf(out, "%srunner=\"%.*s\"", is_first ? "" : ", ", SX_STR_ARG(rerun->runner));
  if (rerun->folder.len) sx_buf_addf(out, ", folder=\"%.*s\"", SX_STR_ARG(rerun->folder));
  sx_buf_add_text(out, ")\n");
}

/* The call in the form number `form`: with all names, with the files of these, with neither. */
static sx_test_rerun reduce(sx_test_rerun rerun, int form) {
  if (form > 0) {
    rerun.is_wider |= rerun.names.len > 0;
    rerun.names.len = 0;
  }
  if (form > 1) {
    rerun.is_wider |= rerun.files.len > 0;
    rerun.files.len = 0;
  }
  if (rerun.is_by_name && rerun.names.len) rerun.files.len = 0;
  if (rerun.files.len) rerun.folder = SX_STR("");
  return rerun;
}

/* Sets `reruns`; their text. */
static sx_str make_foot(writer *w) {
  const sx_test_reruns *all = &w->summary->reruns;
  size_t most = w->answer->max_tokens, room = LEAST_RERUN_TOKENS;
  if (most > HEAD_TOKENS + RERUNS_PART * room) room = (most - HEAD_TOKENS) / RERUNS_PART;
  sx_buf_clear(&w->text);
  for (size_t i = 0; i < all->len; i++) {
    sx_test_rerun *one = SX_ARRAY_ADD(&w->reruns, w->arena);
    size_t before = w->text.len, last = all->items[i].files.len > 0 ? 2 : 1;
    for (int form = 0; one && form <= (int)last; form++) {
      sx_buf_truncate(&w->text, before);
      *one = reduce(all->items[i], form);
      add_rerun(&w->text, one);
      if (sx_tokens_count(sx_buf_str(&w->text)) <= room) break;
    }
  }
  note_memory(w);
  return sx_arena_dup(w->arena, sx_buf_str(&w->text));
}

static cJSON *strings(const sx_strs *list, sx_arena *arena) {
  cJSON *array = cJSON_CreateArray();
  for (size_t i = 0; i < list->len && array; i++)
    sx_answer_push(array, cJSON_CreateString(sx_arena_dup(arena, list->items[i]).ptr));
  return array;
}

static void put_reruns(const writer *w) {
  cJSON *array = cJSON_CreateArray();
  for (size_t i = 0; i < w->reruns.len && array; i++) {
    const sx_test_rerun *one = &w->reruns.items[i];
    cJSON *fact = cJSON_CreateObject();
    if (!fact) break;
    if (one->files.len) sx_answer_put(fact, "testFiles", strings(&one->files, w->arena));
    if (one->names.len) sx_answer_put(fact, "testNames", strings(&one->names, w->arena));
    sx_answer_fact(fact, "runner", one->runner);
    if (one->folder.len) sx_answer_fact(fact, "folder", one->folder);
    sx_answer_push(array, fact);
  }
  sx_answer_put(w->answer->facts, "rerun", array);
}

static void put_summary(const writer *w) {
  const sx_test_summary *summary = w->summary;
  cJSON *fact = cJSON_CreateObject();
  if (!fact) return;
  sx_answer_fact(fact, "outcome", summary->outcome);
  cJSON_AddNumberToObject(fact, "total", (double)summary->total);
  cJSON_AddNumberToObject(fact, "passed", (double)summary->passed);
  cJSON_AddNumberToObject(fact, "failed", (double)summary->failed);
  cJSON_AddNumberToObject(fact, "skipped", (double)summary->skipped);
  cJSON_AddNumberToObject(fact, "broken", (double)summary->broken);
  cJSON_AddNumberToObject(fact, "seconds", (double)(int64_t)(summary->seconds * 10 + 0.5) / 10);
  sx_answer_fact(fact, "runner", summary->titles);
  sx_answer_put(w->answer->facts, "summary", fact);
}

/* Says how many on the page have a reason that is not shown at all. */
static void write_left_out(writer *w, const sx_pager *pager) {
  size_t count = 0;
  for (size_t i = pager->first; i < pager->next; i++) {
    const sx_test_failure *one = &w->summary->failures.items[i];
    count += w->levels[i] == LEVEL_NAME && one->message.len && !one->is_like_above;
  }
  if (!count) return;
  w->answer->is_truncated = true;
  sx_buf_addf(&w->answer->text, "[%zu reason%s left out: give a larger max_tokens]\n", count,
              count == 1 ? "" : "s");
}

static sx_status write_list(writer *w, sx_str cursor, sx_err *err) {
  const sx_test_summary *summary = w->summary;
  sx_answer *answer = w->answer;
  cJSON *facts = cJSON_GetObjectItem(answer->facts, "failures");
  sx_str foot = make_foot(w);
  sx_pager pager = {
      .answer = answer, .facts = facts, .count = summary->failures.len, .hash = summary->hash};
  sx_status status = sx_pager_begin(&pager, cursor, err);
  if (status) return status;
  size_t foot_tokens = sx_tokens_count(foot);
  pager.used_tokens += foot_tokens;
  size_t room = pager.room_tokens > pager.used_tokens ? pager.room_tokens - pager.used_tokens : 0;
  choose_levels(w, pager.first, room);
  while (sx_pager_has_item(&pager)) {
    const sx_test_failure *one = &summary->failures.items[pager.next];
    bool is_first = pager.next == pager.first;
    add_failure(&answer->text, one, is_first ? NULL : find_above(one), w->levels[pager.next]);
    sx_answer_push(facts, make_fact(one, w->levels[pager.next]));
  }
  sx_buf_add(&answer->text, foot);
  write_left_out(w, &pager);
  sx_pager_end(&pager);
  return SX_OK;
}

sx_status sx_test_summary_write(const sx_test_summary *summary, sx_str cursor, sx_answer *answer,
                                sx_arena *arena, sx_err *err) {
  writer w = {.summary = summary, .answer = answer, .arena = arena};
  w.levels = sx_arena_calloc(arena, summary->failures.len + 1, sizeof *w.levels);
  if (!w.levels) return sx_fail(err, arena->status, NULL);
  sx_buf_init(&w.text, SX_ANSWER_MAX_BYTES);
  answer->status = summary->status;
  sx_buf_addf(&answer->text, "%.*s\n", SX_STR_ARG(summary->verdict));
  if (!cursor.len) sx_buf_add(&answer->text, summary->details);
  put_summary(&w);
  sx_answer_put(answer->facts, "failures", cJSON_CreateArray());
  sx_status status = write_list(&w, cursor, err);
  put_reruns(&w);
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  if (!status && (w.text.status || arena->status))
    status = sx_fail(err, w.text.status ? w.text.status : arena->status, NULL);
  sx_buf_release(&w.text);
  return status;
}
