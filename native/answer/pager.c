#include "answer/pager.h"

#include "base/map.h"
#include "text/tokens.h"

#include <stdio.h>

#define HASH_DIGITS 8
/* For the line with the cursor and the facts around the list. */
#define FRAME_TOKENS 60
/* For the list, however much stands above it. */
#define LEAST_TOKENS 60
#define FACTS_TOKENS 120

/* ---- cursors ------------------------------------------------------------------------------ */

uint32_t sx_cursor_hash(uint64_t hash) {
  return (uint32_t)(hash ^ hash >> 32);
}

uint64_t sx_pager_hash(uint64_t hash, uint64_t more) {
  return hash * 1099511628211u ^ more;
}

uint64_t sx_pager_hash_place(uint64_t hash, sx_str path, sx_pos16 at) {
  return sx_pager_hash(hash, sx_hash(path) ^ at.line * 2654435761u ^ at.character);
}

void sx_cursor_write(char out[SX_CURSOR_BYTES], const uint64_t *numbers, size_t count,
                     uint32_t hash) {
  size_t len = 0;
  for (size_t i = 0; i < count && i < SX_CURSOR_NUMBERS; i++)
    len +=
        (size_t)snprintf(out + len, SX_CURSOR_BYTES - len, "%llu.", (unsigned long long)numbers[i]);
  snprintf(out + len, SX_CURSOR_BYTES - len, "%08x", hash);
}

/* Digits up to a dot, which goes, too. False where there is another character, or none. */
static bool read_number(sx_str *rest, uint64_t *out) {
  size_t at = 0;
  *out = 0;
  for (; at < rest->len && rest->ptr[at] >= '0' && rest->ptr[at] <= '9'; at++) {
    uint64_t digit = (uint64_t)(rest->ptr[at] - '0');
    if (*out > (UINT64_MAX - digit) / 10) return false;
    *out = *out * 10 + digit;
  }
  if (!at || at == rest->len || rest->ptr[at] != '.') return false;
  *rest = sx_str_slice(*rest, at + 1, rest->len);
  return true;
}

static bool read_hash(sx_str rest, uint32_t *out) {
  *out = 0;
  if (rest.len != HASH_DIGITS) return false;
  for (size_t i = 0; i < rest.len; i++) {
    char c = rest.ptr[i];
    bool is_letter = c >= 'a' && c <= 'f';
    if (!is_letter && (c < '0' || c > '9')) return false;
    *out = *out << 4 | (uint32_t)(is_letter ? c - 'a' + 10 : c - '0');
  }
  return true;
}

sx_status sx_cursor_read(uint64_t *numbers, sx_str cursor, const sx_cursor_rule *rule,
                         sx_err *err) {
  uint32_t given = 0;
  bool is_cursor = true, is_same = true;
  for (size_t i = 0; i < rule->count && is_cursor; i++) {
    is_cursor = read_number(&cursor, &numbers[i]);
    is_same &= numbers[i] <= rule->most[i];
  }
  if (!is_cursor || !read_hash(cursor, &given))
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "cursor must be copied unchanged from the previous answer.");
  if (is_same && given == rule->hash) return SX_OK;
  return sx_fail(err, SX_CONFLICT,
                 "The %s has changed since the answer with this cursor. Call again without it.",
                 rule->what);
}

/* ---- lists -------------------------------------------------------------------------------- */

/* cJSON counts an array, and finds an item of it, by going through all before it. */
static cJSON *last_fact(const cJSON *facts) {
  return facts && facts->child ? facts->child->prev : NULL;
}

static cJSON *first_new_fact(const sx_pager *pager) {
  if (pager->last_old_fact) return pager->last_old_fact->next;
  return pager->facts ? pager->facts->child : NULL;
}

/*
 * Tokens of the facts that were added since the last item. Those that there is no memory to print
 * do not count.
 */
static size_t count_fact_tokens(const sx_pager *pager) {
  size_t tokens = 0;
  for (const cJSON *fact = first_new_fact(pager); fact; fact = fact->next) {
    char *printed = cJSON_PrintUnformatted(fact);
    if (printed) tokens += sx_tokens_count(sx_str_from(printed)) + 1;
    cJSON_free(printed);
  }
  return tokens;
}

static size_t count_tokens(const sx_pager *pager) {
  sx_str text = sx_buf_str(&pager->answer->text);
  size_t tokens = sx_tokens_count(sx_str_slice(text, pager->start_bytes, text.len));
  size_t facts = pager->answer->is_structured ? count_fact_tokens(pager) : 0;
  return facts > tokens ? facts : tokens;
}

static void add_page(sx_answer *answer, const cJSON *list) {
  for (size_t i = 0; i < answer->page_count; i++)
    if (answer->pages[i] == list) return;
  if (answer->page_count < SX_ANSWER_MAX_PAGES) answer->pages[answer->page_count++] = list;
}

void sx_pager_mark(sx_pager *pager, cJSON *facts) {
  add_page(pager->answer, facts);
  pager->facts = facts;
  pager->start_bytes = pager->answer->text.len;
  pager->last_old_fact = last_fact(facts);
}

sx_status sx_pager_begin(sx_pager *pager, sx_str cursor, sx_err *err) {
  const sx_cursor_rule rule = {"list", sx_cursor_hash(pager->hash), 1, {pager->count}};
  uint64_t first = 0;
  if (cursor.len) {
    sx_status status = sx_cursor_read(&first, cursor, &rule, err);
    if (status) return status;
  }
  size_t above = sx_tokens_count(sx_buf_str(&pager->answer->text)) + FRAME_TOKENS;
  /* Facts also name the symbol and its definitions. */
  bool has_more = pager->answer->is_structured && pager->answer->max_tokens > 8 * FACTS_TOKENS;
  if (has_more) above += FACTS_TOKENS;
  size_t least = above + LEAST_TOKENS, given = pager->answer->max_tokens;
  pager->first = pager->next = (size_t)first;
  pager->used_tokens = above;
  pager->room_tokens = given > least ? given : least;
  pager->is_open = pager->is_full = false;
  sx_pager_mark(pager, pager->facts);
  return SX_OK;
}

bool sx_pager_fits(const sx_pager *pager, size_t count) {
  if (pager->most && pager->next - pager->first + count > pager->most) return false;
  return (pager->next == pager->first && count == 1) ||
         pager->used_tokens + count_tokens(pager) <= pager->room_tokens;
}

void sx_pager_take(sx_pager *pager, size_t count) {
  pager->used_tokens += count_tokens(pager);
  pager->next += count;
  sx_pager_mark(pager, pager->facts);
}

void sx_pager_drop(sx_pager *pager) {
  sx_buf_truncate(&pager->answer->text, pager->start_bytes);
  while (first_new_fact(pager))
    cJSON_Delete(cJSON_DetachItemViaPointer(pager->facts, last_fact(pager->facts)));
  pager->is_full = true;
}

bool sx_pager_has_item(sx_pager *pager) {
  if (pager->is_open && sx_pager_fits(pager, 1))
    sx_pager_take(pager, 1);
  else if (pager->is_open)
    sx_pager_drop(pager);
  pager->is_full |= pager->most && pager->next - pager->first >= pager->most;
  pager->is_open = !pager->is_full && pager->next < pager->count;
  return pager->is_open;
}

void sx_pager_end(sx_pager *pager) {
  char cursor[SX_CURSOR_BYTES];
  const uint64_t next = pager->next;
  sx_answer *answer = pager->answer;
  if (pager->next >= pager->count) return;
  if (pager->no_cursor) {
    answer->is_truncated = true;
    sx_buf_addf(&answer->text, "[%zu more. %s]\n", pager->count - pager->next, pager->no_cursor);
    return;
  }
  sx_cursor_write(cursor, &next, 1, sx_cursor_hash(pager->hash));
  answer->is_truncated = true;
  cJSON_AddStringToObject(answer->facts, "cursor", cursor);
  sx_buf_addf(&answer->text, "[%zu more: cursor=\"%s\"]\n", pager->count - pager->next, cursor);
}
