#include "semantic/declared_parts.h"

#include "answer/answer.h"
#include "os/clock.h"
#include "semantic/declared_container.h"
#include "semantic/declared_rank.h"
#include "symbols/names.h"
#include "symbols/reader.h"
#include "workspace/hidden.h"
#include "workspace/paths.h"

/* The index of a small folder is there after that. */
#define SMALL_WAIT_MS 500
/* That of a big one is not worth the wait. */
#define MAX_WAIT_MS 2500
/* That of so many files takes longer than the short wait. */
#define MANY_FILES 10000
#define WAIT_STEP_MS 20
/* Texts are searched for a name as long: a second or two, but where others keep the processor busy,
   and a name that is found late is worth more than none. */
#define NAMED_MS 5000
#define LIKELY_MS 2500      /* of it, in files that are likely to declare the name */
#define LEAST_NAMED_MS 1000 /* after these, in all others */
#define WAIT_PART 4         /* of the call's time */
#define BIG_SYMBOLS 200000
#define MIN_WORD_BYTES 3
/* Memory of some thousand rows. */
#define ROWS_BYTES ((size_t)64 << 20)

/* ---- the index --------------------------------------------------------------------------- */

static sx_status take_root(sx_declared_search *s, sx_declared_root *one, sx_err *err) {
  sx_text_index_release_declared(s->call, &one->index);
  return sx_text_index_declared(&one->index, s->call, one->root, s->with_meaning, err);
}

/* An index that is asked for later than that of symbols is there later, too. */
static bool is_whole(const sx_text_declared *index) {
  return index->is_whole && index->has_meaning;
}

static bool is_awaited(const sx_declared_root *one) {
  return !is_whole(&one->index) && one->index.is_writing;
}

/* Once in a call that does not wait for servers either. */
static sx_status wait_for_writers(sx_declared_search *s, uint64_t most_ms, sx_err *err) {
  if (s->call->may_be_early && s->call->has_awaited_index) return SX_OK;
  s->call->has_awaited_index = true;
  uint64_t room_ms = sx_port_call_remaining_ms(s->call->wait) / WAIT_PART;
  if (room_ms > most_ms) room_ms = most_ms;
  for (uint64_t ms = 0; ms < room_ms; ms += WAIT_STEP_MS) {
    size_t awaited = 0;
    for (size_t i = 0; i < s->roots.len; i++) {
      sx_declared_root *one = &s->roots.items[i];
      if (!is_awaited(one)) continue;
      sx_status status = ms ? take_root(s, one, err) : SX_OK;
      if (status) return status;
      awaited += is_awaited(one);
    }
    if (!awaited) return SX_OK;
    sx_status status = sx_port_call_sleep(s->call->wait, WAIT_STEP_MS);
    if (status) return status == SX_DEADLINE ? SX_OK : sx_fail(err, status, NULL);
  }
  return SX_OK;
}

static void count_lack(sx_declared_search *s) {
  s->lack.unwritten = 0;
  s->lack.is_writing = s->lack.is_due = false;
  s->lack.refused = SX_STR("");
  for (size_t i = 0; i < s->roots.len; i++) {
    const sx_text_declared *index = &s->roots.items[i].index;
    if (is_whole(index)) continue;
    s->lack.unwritten++;
    s->lack.is_writing |= index->is_writing;
    s->lack.is_due |= index->is_due;
    if (index->is_refused) s->lack.refused = s->roots.items[i].root->path;
    if (index->complaint.len) s->lack.complaint = index->complaint;
  }
}

static sx_status take_roots(sx_declared_search *s, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < s->call->roots.len && !status; i++) {
    const sx_root *root = &s->call->roots.items[i];
    if (sx_path_is_uri(root->path)) continue;
    sx_declared_root *one = SX_ARRAY_ADD(&s->roots, s->call->arena);
    if (!one) return sx_fail(err, s->call->arena->status, NULL);
    one->root = root;
    status = sx_text_index_declared(&one->index, s->call, root, s->with_meaning, err);
  }
  count_lack(s);
  return status;
}

/* ---- begin and end ------------------------------------------------------------------------- */

static sx_status begin(sx_declared_search *out, sx_call *call, bool with_meaning, sx_err *err) {
  *out = (sx_declared_search){
      .call = call, .with_meaning = with_meaning, .lack.complaint = SX_STR("")};
  sx_status status = take_roots(out, err);
  return status ? status : sx_declared__take_fresh(out, err);
}

sx_status sx_declared_begin(sx_declared_search *out, sx_call *call, sx_err *err) {
  return begin(out, call, false, err);
}

sx_status sx_declared_begin_meaning(sx_declared_search *out, sx_call *call, sx_err *err) {
  return begin(out, call, true, err);
}

/* The last word of a name; empty for one that is being typed, and for words that may be parts of
 * names, which no text has. */
static sx_str word_of(sx_str name) {
  bool is_one = sx_str_find_char(sx_str_trim(name), ' ', 0) == SX_STR_NONE;
  sx_str word = is_one ? sx_symbols_last_word(name) : SX_STR("");
  return word.len < MIN_WORD_BYTES ? SX_STR("") : word;
}

static bool has_fresh_definition(const sx_declared_search *s, sx_str name) {
  for (size_t i = 0; i < s->fresh.len; i++) {
    const sx_declared *one = &s->fresh.items[i];
    if (sx_str_is_equal(one->name, name) && sx_declared_is_definition(one)) return true;
  }
  return false;
}

static sx_status take_named(sx_declared_search *s, bool *has_more, sx_err *err) {
  if (!s->named_paths.len) return SX_OK;
  *has_more = true;
  return sx_declared__take_fresh(s, err);
}

/* Files that are likely to declare the name are a tenth of all: where they do, the others need not
 * be waited for. Not where no index comes that would have them soon. */
static sx_status read_named(sx_declared_search *s, sx_str name, sx_str word, bool *has_more,
                            sx_err *err) {
  uint64_t begin_ms = sx_clock_ms(), left_ms = NAMED_MS;
  sx_named_part part = SX_NAMED_ALL;
  sx_status status = SX_OK;
  if (s->lack.is_writing && sx_str_is_equal(sx_str_trim(name), word)) {
    part = SX_NAMED_OTHERS;
    status = sx_declared__find_named(s, word, SX_NAMED_LIKELY, LIKELY_MS, err);
    if (!status) status = take_named(s, has_more, err);
    if (!status) status = sx_declared__read_fresh_of(s, word, err);
    if (status || has_fresh_definition(s, word)) return status;
    uint64_t spent_ms = sx_clock_since_ms(begin_ms);
    left_ms = spent_ms + LEAST_NAMED_MS < NAMED_MS ? NAMED_MS - spent_ms : LEAST_NAMED_MS;
  }
  status = sx_declared__find_named(s, word, part, left_ms, err);
  return status ? status : take_named(s, has_more, err);
}

static bool has_many_files(const sx_declared_search *s) {
  for (size_t i = 0; i < s->roots.len; i++) {
    const sx_text_declared *index = &s->roots.items[i].index;
    if (!is_whole(index) && index->files > MANY_FILES) return true;
  }
  return false;
}

sx_status sx_declared_wait(sx_declared_search *search, sx_str name, bool *has_more, sx_err *err) {
  size_t unwritten = search->lack.unwritten;
  sx_str word = word_of(name);
  sx_status status = SX_OK;
  if (search->lack.is_writing && !(word.len && has_many_files(search)))
    status = wait_for_writers(search, word.len ? SMALL_WAIT_MS : MAX_WAIT_MS, err);
  count_lack(search);
  bool is_written = search->lack.unwritten < unwritten;
  *has_more = is_written;
  if (!status && is_written) status = sx_declared__take_fresh(search, err);
  if (!status && word.len && search->lack.unwritten)
    status = read_named(search, name, word, has_more, err);
  return status;
}

void sx_declared_end(sx_declared_search *search) {
  for (size_t i = 0; i < search->roots.len; i++)
    sx_text_index_release_declared(search->call, &search->roots.items[i].index);
  search->roots.len = 0;
}

bool sx_declared_is_bare(const sx_declared_search *search) {
  bool is_bare = search->roots.len > 0;
  for (size_t i = 0; i < search->roots.len; i++) {
    const sx_text_declared *index = &search->roots.items[i].index;
    is_bare &= is_whole(index) && !index->files;
  }
  return is_bare;
}

bool sx_declared_write_lack(const sx_declared_search *search, sx_buf *out) {
  const sx_declared_lack *lack = &search->lack;
  const char *index = search->with_meaning ? "index for questions" : "index of symbols";
  if (lack->unwritten && lack->is_writing)
    sx_buf_addf(out, SX_UNKNOWN_IN_PART "the %s is being written. Ask again in a few seconds.\n",
                index);
  else if (lack->unwritten && lack->complaint.len)
    sx_buf_addf(out, SX_UNKNOWN_IN_PART "the %s could not be written: %.*s\n", index,
                SX_STR_ARG(lack->complaint));
  else if (lack->unwritten && lack->refused.len)
    sx_buf_addf(out,
                SX_UNKNOWN_IN_PART
                "'%.*s' is the home folder or one above it, and has no %s unless it "
                "is asked for: call manage_workspace with operation=index.\n",
                SX_STR_ARG(lack->refused), index);
  else if (lack->unwritten && lack->is_due)
    sx_buf_addf(out,
                SX_UNKNOWN_IN_PART "the %s is about to be written. Ask again in a few seconds.\n",
                index);
  else if (lack->unwritten)
    sx_buf_addf(out, SX_UNKNOWN_IN_PART "there is no %s here.\n", index);
  if (lack->unreadable) {
    sx_str shown = sx_path_display(search->call, lack->first_unreadable);
    sx_buf_addf(out, SX_UNKNOWN_IN_PART "%zu file%s cannot be read: %.*s%s.\n", lack->unreadable,
                lack->unreadable == 1 ? "" : "s", SX_STR_ARG(shown),
                lack->unreadable > 1 ? " and others" : "");
  }
  if (lack->unread) {
    sx_str shown = sx_path_display(search->call, lack->first_unread);
    sx_buf_addf(out,
                SX_UNKNOWN_IN_PART "%zu changed file%s not in the index yet: %.*s%s. Ask again "
                                   "in a few seconds.\n",
                lack->unread, lack->unread == 1 ? " is" : "s are", SX_STR_ARG(shown),
                lack->unread > 1 ? " and others" : "");
  }
  if (lack->frequent.len)
    sx_buf_addf(out,
                SX_UNKNOWN_IN_PART "'%.*s' is declared more often than can be looked at: there are "
                                   "others than these.\n",
                SX_STR_ARG(lack->frequent));
  return !lack->unwritten && !lack->unread && !lack->unreadable && !lack->frequent.len;
}

/* ---- questions ----------------------------------------------------------------------------- */

/* Whether what is declared so may stand outside of what it is a member of; C has none of these. */
static bool may_have_owner(const sx_symbols_row *row) {
  return row->place.kind == SX_FACT_METHOD || row->place.kind == SX_FACT_CONSTRUCTOR ||
         row->place.kind == SX_FACT_PROPERTY || row->place.kind == SX_FACT_OPERATOR ||
         row->place.kind == SX_FACT_CLASS || row->place.kind == SX_FACT_MODULE;
}

static sx_str owner_of_row(const sx_declared_source *from, const sx_symbols_row *row,
                           sx_status *status, sx_err *err) {
  sx_symbols_bases bases = {0};
  if (may_have_owner(row))
    *status = sx_symbols_bases_of(from->symbols, row->id, &bases, from->search->call->arena, err);
  for (size_t i = 0; i < bases.len && !*status; i++)
    if (bases.items[i].kind == SX_BASE_OWNER) return bases.items[i].name;
  return SX_STR("");
}

static sx_str container_of_row(const sx_declared_source *from, const sx_symbols_row *row,
                               sx_status *status, sx_err *err) {
  sx_arena *arena = from->search->call->arena;
  sx_symbols_row above = *row;
  sx_declared_container c;
  sx_str owner = owner_of_row(from, row, status, err);
  bool has_room = true;
  sx_declared_container_init(&c);
  if (!row->place.up) sx_declared_container_put_owner(&c, owner);
  while (above.place.up && !*status && has_room) {
    const sx_symbols_row below = above;
    *status = sx_symbols_above(from->symbols, &below, &above, arena, err);
    if (*status || !above.name.len) break;
    if (below.id == row->id && !sx_declared_container_is_owner(owner, above.name))
      sx_declared_container_put_owner(&c, owner);
    has_room = sx_declared_container_put(&c, above.name);
  }
  return sx_declared_container_take(&c, arena);
}

/* It is empty where the file is left out: it changed, is hidden, or counts elsewhere. */
static sx_status path_of(const sx_declared_source *from, uint32_t entry, sx_str *out, sx_err *err) {
  sx_call *call = from->search->call;
  const sx_text_declared *index = &from->root->index;
  const sx_declared_filter *filter = from->search->filter;
  size_t file = sx_text_declared_file(index, from->segment, entry);
  *out = SX_STR("");
  if (file == SX_STR_NONE) return SX_OK;
  sx_str path = sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(from->root->root->path),
                                SX_STR_ARG(index->list->paths.items[file]));
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  if (sx_declared__is_fresh(from->search, path) || sx_hidden_has(call, path)) return SX_OK;
  if (!filter || filter->has(filter->arg, path)) *out = path;
  return SX_OK;
}

/* Its path is empty where the file is left out. */
sx_status sx_declared__of_row(const sx_declared_source *from, const sx_symbols_row *row,
                              sx_declared *out, sx_err *err) {
  sx_declared_file *last = from->last;
  sx_status status = SX_OK;
  *out = (sx_declared){.path = SX_STR("")};
  if (!last->is_set || last->entry != row->entry) {
    *last = (sx_declared_file){.is_set = true, .entry = row->entry};
    status = path_of(from, row->entry, &last->path, err);
  }
  if (status || !last->path.len) return status;
  *out = (sx_declared){.path = last->path,
                       .folder = (uint32_t)from->root->root->path.len,
                       .name = row->name,
                       .kind = row->place.kind,
                       .flags = row->place.flags,
                       .row = row->place.row,
                       .end_row = row->place.end_row,
                       .start = row->place.start,
                       .end = row->place.end,
                       .name_at = row->place.name_at,
                       .body = row->place.body};
  out->container = container_of_row(from, row, &status, err);
  return status;
}

static bool fits(const sx_declared_search *search, const sx_declared *one) {
  const sx_declared_filter *filter = search->filter;
  return !filter || !filter->fits || filter->fits(filter->arg, one);
}

static const sx_locator *path_wanted(const sx_declared_search *search) {
  return search->filter ? search->filter->locator : NULL;
}

static sx_status add_row(const sx_declared_source *from, const sx_symbols_row *row,
                         sx_declared_list *out, sx_err *err) {
  sx_call *call = from->search->call;
  sx_declared one;
  if (row->place.kind == SX_FACT_EXTENSION) return SX_OK;
  bool is_meant = false;
  sx_status status = sx_declared__of_row(from, row, &one, err);
  if (status || !one.path.len || !fits(from->search, &one)) return status;
  const sx_locator *locator = path_wanted(from->search);
  status = sx_declared__leads_to_row(from, row, locator, &one, &is_meant, err);
  if (status || !is_meant) return status;
  sx_declared *added = SX_ARRAY_ADD(out, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  *added = one;
  return SX_OK;
}

sx_status sx_declared__ask_all(sx_declared_search *s, sx_declared_question question, void *arg,
                               sx_err *err) {
  for (size_t i = 0; i < s->roots.len; i++) {
    sx_declared_root *one = &s->roots.items[i];
    for (size_t k = 0; k < SX_INDEX_SEGMENTS; k++) {
      sx_declared_file last = {0};
      const sx_declared_source from = {s, one, k, one->index.symbols[k], &last};
      if (!from.symbols) continue;
      sx_status status = question(&from, arg, err);
      if (status == SX_CORRUPT || status == SX_IO) {
        s->lack.unwritten += one->index.is_whole;
        s->lack.is_writing = true;
        sx_text_index_remove_declared(s->call, &one->index, k);
        *err = (sx_err){0};
        status = s->call->arena->status;
      }
      if (status) return status;
    }
  }
  return SX_OK;
}

typedef struct finding {
  sx_str name;
  size_t most;
  bool is_cut;
  sx_declared_list *out;
} finding;

static bool is_spelled(const sx_declared_search *search, sx_str name) {
  const sx_declared_filter *filter = search->filter;
  return !filter || !filter->name.len || sx_str_is_equal(filter->name, name);
}

/* The memory of the rows is given back; their names are mostly the one that is looked for. */
static sx_status add_rows(const sx_declared_source *from, finding *f, const sx_symbols_rows *rows,
                          sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < rows->len && !status && !f->is_cut; i++) {
    sx_symbols_row row = rows->items[i];
    bool is_same = sx_str_is_equal(row.name, f->name);
    if (!is_spelled(from->search, row.name)) continue;
    row.name = is_same ? f->name : sx_arena_dup(from->search->call->arena, row.name);
    f->is_cut = f->out->len >= f->most;
    if (!f->is_cut) status = add_row(from, &row, f->out, err);
  }
  return status;
}

/* Between the parts others may ask, and the call may be cancelled. */
static sx_status find_in(const sx_declared_source *from, void *arg, sx_err *err) {
  finding *f = arg;
  int64_t after = 0;
  sx_status status;
  do {
    sx_arena scratch;
    sx_symbols_rows rows = {0};
    sx_arena_init(&scratch, ROWS_BYTES);
    status = sx_port_call_check(from->search->call->wait);
    if (status)
      status = sx_fail(err, status, NULL);
    else
      status = sx_symbols_find(from->symbols, f->name, &after, &rows, &scratch, err);
    if (!status) status = add_rows(from, f, &rows, err);
    sx_arena_release(&scratch);
  } while (!status && after && !f->is_cut);
  return status;
}

/* They are few, and count in any case. */
static sx_status add_fresh(const sx_declared_search *s, const finding *f, sx_err *err) {
  for (size_t i = 0; i < s->fresh.len; i++) {
    const sx_declared *one = &s->fresh.items[i];
    if (one->kind == SX_FACT_EXTENSION || !sx_str_is_equal_fold(one->name, f->name)) continue;
    if (s->filter && !s->filter->has(s->filter->arg, one->path)) continue;
    if (!is_spelled(s, one->name) || !fits(s, one)) continue;
    if (!sx_declared__leads_to(path_wanted(s), one)) continue;
    sx_declared *added = SX_ARRAY_ADD(f->out, s->call->arena);
    if (!added) return sx_fail(err, s->call->arena->status, NULL);
    *added = *one;
  }
  return SX_OK;
}

static sx_status find_up_to(sx_declared_search *search, finding *f, sx_err *err) {
  sx_arena *arena = search->call->arena;
  f->most += f->out->len;
  f->name = sx_arena_dup(arena, f->name);
  if (arena->status) return sx_fail(err, arena->status, NULL);
  sx_status status = sx_declared__read_fresh_of(search, f->name, err);
  if (!status) status = sx_declared__ask_all(search, find_in, f, err);
  return status ? status : add_fresh(search, f, err);
}

sx_status sx_declared_find_some(sx_declared_search *search, sx_str name, size_t max,
                                sx_declared_list *out, sx_err *err) {
  finding f = {.name = name, .most = max, .out = out};
  return find_up_to(search, &f, err);
}

sx_status sx_declared_find(sx_declared_search *search, sx_str name, sx_declared_list *out,
                           sx_err *err) {
  finding f = {.name = name, .most = SX_DECLARED_MAX, .out = out};
  sx_status status = find_up_to(search, &f, err);
  if (f.is_cut) search->lack.frequent = f.name;
  return status;
}

sx_status sx_declared_find_fitting(sx_declared_search *search, sx_str name,
                                   const sx_declared_filter *filter, sx_declared_list *out,
                                   sx_err *err) {
  const sx_declared_filter *former = search->filter;
  search->filter = filter;
  sx_status status = sx_declared_find(search, name, out, err);
  search->filter = former;
  return status;
}

bool sx_declared_is_big(const sx_declared_search *search) {
  int64_t count = 0;
  for (size_t i = 0; i < search->roots.len; i++)
    for (size_t k = 0; k < SX_INDEX_SEGMENTS; k++) {
      const sx_symbols_reader *symbols = search->roots.items[i].index.symbols[k];
      if (symbols) count += sx_symbols_count(symbols);
    }
  return count > BIG_SYMBOLS;
}
