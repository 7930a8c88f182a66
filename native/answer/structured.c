#include "answer/structured.h"

#include "base/utf8.h"
#include "text/tokens.h"

#define NOTES "notes"
#define CUT_NOTE "These facts are cut to fit into max_tokens; the text of the answer has more."
/* The cut itself adds so much. */
#define CUT_NOTE_TOKENS 30
/* A first item may be that much longer than there is room. */
#define SLACK_TOKENS 200
/* No path is longer. */
#define MAX_NAME_BYTES 4096
#define MAX_DEPTH 8
#define MAX_ROUNDS 64
#define LEAST_TEXT_BYTES 64

/* ---- notes -------------------------------------------------------------------------------- */

static bool is_note(sx_str line) {
  static const char *const beginnings[] = {"Note: ",
                                           SX_UNKNOWN,
                                           SX_UNKNOWN_IN_PART,
                                           "Warning",
                                           "CONFLICT",
                                           "Not applied yet",
                                           "Not included,",
                                           "Declared, too, ",
                                           "Not directly referenced in",
                                           "The name occurs only in "};
  for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
    if (sx_str_has_prefix(line, sx_str_from(beginnings[i]))) return true;
  return false;
}

/* Whether a string among the facts has the line: it is a line of a file then, or known. */
static bool has_line(const cJSON *facts, sx_str line) {
  const cJSON *next[MAX_DEPTH] = {facts->child};
  for (size_t depth = 1; depth;) {
    const cJSON *fact = next[depth - 1];
    if (!fact) {
      depth--;
      continue;
    }
    next[depth - 1] = fact->next;
    bool is_text = cJSON_IsString(fact);
    if (is_text && sx_str_find(sx_str_from(fact->valuestring), line, 0) != SX_STR_NONE) return true;
    if (fact->child && depth < MAX_DEPTH) next[depth++] = fact->child;
  }
  return false;
}

static sx_status add_note(cJSON *facts, sx_str line) {
  cJSON *notes = cJSON_GetObjectItemCaseSensitive(facts, NOTES);
  sx_buf copy;
  if (!notes && !(notes = cJSON_AddArrayToObject(facts, NOTES))) return SX_NOMEM;
  sx_buf_init(&copy, SX_ANSWER_MAX_BYTES);
  sx_buf_add(&copy, line);
  cJSON *note = copy.status ? NULL : cJSON_CreateString(copy.ptr);
  sx_buf_release(&copy);
  if (note && cJSON_AddItemToArray(notes, note)) return SX_OK;
  cJSON_Delete(note);
  return SX_NOMEM;
}

static sx_status add_notes(sx_answer *answer) {
  sx_str rest = sx_buf_str(&answer->text), line;
  while (sx_str_next_line(&rest, &line)) {
    line = sx_str_trim_end(line);
    if (!is_note(line) || has_line(answer->facts, line)) continue;
    sx_status status = add_note(answer->facts, line);
    if (status) return status;
  }
  return SX_OK;
}

/* ---- the budget --------------------------------------------------------------------------- */

static size_t count_bytes(const cJSON *fact, size_t *tokens) {
  char *printed = cJSON_PrintUnformatted(fact);
  size_t bytes = printed ? strlen(printed) : 0;
  if (tokens) *tokens = printed ? sx_tokens_count(sx_str_make(printed, bytes)) : 0;
  cJSON_free(printed);
  return bytes;
}

/* Texts that are worth reading in part, unlike paths, names and handles. */
static bool is_prose(const cJSON *fact) {
  static const char *const names[] = {"content", "context",   "diff",    "documentation",
                                      "message", "signature", "snippet", "text"};
  for (size_t i = 0; fact->string && i < sizeof names / sizeof *names; i++)
    if (!strcmp(fact->string, names[i])) return strlen(fact->valuestring) > LEAST_TEXT_BYTES;
  return false;
}

static bool can_be_cut(const sx_answer *answer, const cJSON *fact) {
  for (size_t i = 0; i < answer->page_count; i++)
    if (answer->pages[i] == fact) return false;
  if (fact->string && !strcmp(fact->string, NOTES)) return false;
  return cJSON_IsString(fact) ? is_prose(fact) : cJSON_GetArraySize(fact) > 0;
}

/* The longest member that can be cut. */
static cJSON *find_longest(const sx_answer *answer, cJSON *object) {
  cJSON *longest = NULL, *member;
  size_t most = 0;
  cJSON_ArrayForEach (member, object) {
    if (!can_be_cut(answer, member)) continue;
    size_t bytes = count_bytes(member, NULL);
    if (bytes <= most) continue;
    most = bytes;
    longest = member;
  }
  return longest;
}

static void cut_text(cJSON *fact, size_t over_bytes) {
  size_t len = strlen(fact->valuestring);
  size_t kept = len > over_bytes + LEAST_TEXT_BYTES ? len - over_bytes : LEAST_TEXT_BYTES;
  fact->valuestring[sx_utf8_floor(fact->valuestring, len, kept)] = 0;
}

static void cut_list(cJSON *list, size_t over_bytes) {
  size_t bytes = count_bytes(list, NULL);
  int count = cJSON_GetArraySize(list);
  int removed = bytes ? (int)((double)count * (double)over_bytes / (double)bytes) + 1 : count;
  for (int i = 0; i < removed && i < count; i++) cJSON_DeleteItemFromArray(list, count - 1 - i);
}

/* Cuts about so many bytes where most are; false where nothing can be cut. */
static bool cut_somewhere(const sx_answer *answer, size_t over_bytes) {
  cJSON *fact = find_longest(answer, answer->facts);
  for (int depth = 0; fact && depth < MAX_DEPTH; depth++) {
    if (cJSON_IsString(fact)) return cut_text(fact, over_bytes), true;
    if (cJSON_IsArray(fact) && cJSON_GetArraySize(fact) > 1)
      return cut_list(fact, over_bytes), true;
    fact = find_longest(answer, fact);
  }
  return false;
}

static sx_status mark_cut(cJSON *facts) {
  cJSON *is_cut = cJSON_CreateTrue();
  bool is_set = is_cut && (cJSON_GetObjectItemCaseSensitive(facts, "truncated")
                               ? cJSON_ReplaceItemInObjectCaseSensitive(facts, "truncated", is_cut)
                               : cJSON_AddItemToObject(facts, "truncated", is_cut));
  if (!is_set) cJSON_Delete(is_cut);
  return is_set ? add_note(facts, SX_STR(CUT_NOTE)) : SX_NOMEM;
}

/* Cuts any text, where one item alone is far too long. */
static bool shorten_texts(cJSON *facts) {
  cJSON *above[MAX_DEPTH], *one = facts->child;
  bool is_cut = false;
  for (size_t depth = 0; one || depth;) {
    if (!one) {
      one = above[--depth]->next;
      continue;
    }
    size_t len = cJSON_IsString(one) ? strlen(one->valuestring) : 0;
    bool is_long = len > MAX_NAME_BYTES;
    if (is_long) one->valuestring[sx_utf8_floor(one->valuestring, len, MAX_NAME_BYTES)] = 0;
    is_cut |= is_long;
    bool goes_down = one->child && depth < MAX_DEPTH;
    if (goes_down) above[depth++] = one;
    one = goes_down ? one->child : one->next;
  }
  return is_cut;
}

static sx_status keep_to_budget(sx_answer *answer) {
  size_t tokens, bytes = count_bytes(answer->facts, &tokens);
  if (!bytes) return SX_NOMEM;
  if (!answer->max_tokens || tokens <= answer->max_tokens) return SX_OK;
  size_t room = answer->max_tokens > CUT_NOTE_TOKENS ? answer->max_tokens - CUT_NOTE_TOKENS : 1;
  bool is_cut = false;
  for (int round = 0; round < MAX_ROUNDS && tokens > room; round++) {
    size_t over_bytes = (size_t)((double)bytes * (double)(tokens - room) / (double)tokens) + 1;
    if (!cut_somewhere(answer, over_bytes)) break;
    is_cut = true;
    bytes = count_bytes(answer->facts, &tokens);
  }
  if (tokens > 2 * room + SLACK_TOKENS) is_cut |= shorten_texts(answer->facts);
  if (!is_cut) return SX_OK; /* the first item of a page */
  answer->is_truncated = true;
  return mark_cut(answer->facts);
}

sx_status sx_answer_finish_facts(sx_answer *answer) {
  sx_status status = add_notes(answer);
  bool has_status = cJSON_GetObjectItemCaseSensitive(answer->facts, "status") != NULL;
  if (!status && !has_status &&
      !cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status)))
    status = SX_NOMEM;
  return status ? status : keep_to_budget(answer);
}

size_t sx_answer_count_facts(const sx_answer *answer) {
  size_t tokens;
  count_bytes(answer->facts, &tokens);
  return tokens;
}
