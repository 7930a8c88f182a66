#include "text/tokens.h"

#include "base/utf8.h"

#include <stdint.h>

/* In hundredths of a token. */
#define TOKEN 100
#define TABLE_LENGTHS 16

/* Mean tokens of a word by its letters (the first entry: one letter), and for each letter more. */
typedef struct word_costs {
  uint16_t by_length[TABLE_LENGTHS];
  uint16_t per_letter_more;
} word_costs;

/* After a blank, at a line's start or after another word, after a punctuation character. */
static const word_costs after_blank = {
    {100, 100, 102, 101, 103, 104, 106, 109, 111, 121, 124, 132, 132, 140, 160, 220}, 40};
static const word_costs bare = {
    {100, 100, 109, 104, 106, 112, 114, 125, 135, 160, 160, 184, 184, 240, 280, 320}, 40};
static const word_costs after_mark = {
    {105, 116, 122, 120, 129, 130, 148, 164, 186, 227, 235, 250, 300, 310, 330, 400}, 40};
/* With several capitals: constants, initials. */
static const word_costs capitals = {
    {100, 105, 130, 132, 145, 161, 187, 205, 250, 255, 290, 340, 382, 430, 450, 520}, 60};

/* A run of punctuation by its length; a run of one and the same character is cheaper. */
static const uint16_t mark_costs[] = {100, 102, 126, 168, 212, 270};
#define MARK_COST_MORE 50
#define SAME_MARKS_PER_TOKEN 16
#define MAX_OTHER_COST (4 * TOKEN)

enum { LOWER = 1, UPPER = 2, DIGIT = 4, BLANK = 8, LINE_END = 16, MARK = 32, OTHER = 64 };

static const uint8_t classes[256] = {
    ['\t'] = BLANK, ['\n'] = LINE_END, ['\v'] = BLANK, ['\f'] = BLANK, ['\r'] = LINE_END,
    [' '] = BLANK,  ['!'] = MARK,      ['"'] = MARK,   ['#'] = MARK,   ['$'] = MARK,
    ['%'] = MARK,   ['&'] = MARK,      ['\''] = MARK,  ['('] = MARK,   [')'] = MARK,
    ['*'] = MARK,   ['+'] = MARK,      [','] = MARK,   ['-'] = MARK,   ['.'] = MARK,
    ['/'] = MARK,   ['0'] = DIGIT,     ['1'] = DIGIT,  ['2'] = DIGIT,  ['3'] = DIGIT,
    ['4'] = DIGIT,  ['5'] = DIGIT,     ['6'] = DIGIT,  ['7'] = DIGIT,  ['8'] = DIGIT,
    ['9'] = DIGIT,  [':'] = MARK,      [';'] = MARK,   ['<'] = MARK,   ['='] = MARK,
    ['>'] = MARK,   ['?'] = MARK,      ['@'] = MARK,   ['A'] = UPPER,  ['B'] = UPPER,
    ['C'] = UPPER,  ['D'] = UPPER,     ['E'] = UPPER,  ['F'] = UPPER,  ['G'] = UPPER,
    ['H'] = UPPER,  ['I'] = UPPER,     ['J'] = UPPER,  ['K'] = UPPER,  ['L'] = UPPER,
    ['M'] = UPPER,  ['N'] = UPPER,     ['O'] = UPPER,  ['P'] = UPPER,  ['Q'] = UPPER,
    ['R'] = UPPER,  ['S'] = UPPER,     ['T'] = UPPER,  ['U'] = UPPER,  ['V'] = UPPER,
    ['W'] = UPPER,  ['X'] = UPPER,     ['Y'] = UPPER,  ['Z'] = UPPER,  ['['] = MARK,
    ['\\'] = MARK,  [']'] = MARK,      ['^'] = MARK,   ['_'] = MARK,   ['`'] = MARK,
    ['a'] = LOWER,  ['b'] = LOWER,     ['c'] = LOWER,  ['d'] = LOWER,  ['e'] = LOWER,
    ['f'] = LOWER,  ['g'] = LOWER,     ['h'] = LOWER,  ['i'] = LOWER,  ['j'] = LOWER,
    ['k'] = LOWER,  ['l'] = LOWER,     ['m'] = LOWER,  ['n'] = LOWER,  ['o'] = LOWER,
    ['p'] = LOWER,  ['q'] = LOWER,     ['r'] = LOWER,  ['s'] = LOWER,  ['t'] = LOWER,
    ['u'] = LOWER,  ['v'] = LOWER,     ['w'] = LOWER,  ['x'] = LOWER,  ['y'] = LOWER,
    ['z'] = LOWER,  ['{'] = MARK,      ['|'] = MARK,   ['}'] = MARK,   ['~'] = MARK,
};

static unsigned class_of(const char *at) {
  unsigned char byte = (unsigned char)*at;
  if (byte >= 0x80) return OTHER;
  return classes[byte] ? classes[byte] : MARK; /* control characters */
}

static size_t cost_of_word(const word_costs *costs, size_t letters) {
  if (letters <= TABLE_LENGTHS) return costs->by_length[letters - 1];
  return costs->by_length[TABLE_LENGTHS - 1] + (letters - TABLE_LENGTHS) * costs->per_letter_more;
}

static size_t skip(const char *at, const char *end, unsigned wanted) {
  const char *start = at;
  while (at < end && (class_of(at) & wanted)) at++;
  return (size_t)(at - start);
}

/** Capitals, then small letters; what follows "'" too. The bytes taken. */
static size_t take_word(const char *at, const char *end, const word_costs *costs, size_t *cost) {
  size_t upper = skip(at, end, UPPER);
  size_t letters = upper + skip(at + upper, end, LOWER);
  *cost = cost_of_word(upper > 1 ? &capitals : costs, letters);
  size_t len = letters;
  if (at + len + 1 < end && at[len] == '\'' && class_of(at + len + 1) == LOWER) {
    size_t tail = skip(at + len + 1, end, LOWER);
    if (tail <= 2) len += 1 + tail, *cost += TOKEN;
  }
  return len;
}

static size_t take_marks(const char *at, const char *end, size_t *cost) {
  const size_t known = sizeof mark_costs / sizeof *mark_costs;
  size_t count = skip(at, end, MARK), same = 1;
  while (same < count && at[same] == at[0]) same++;
  if (same == count && count > 2)
    *cost = TOKEN + count / SAME_MARKS_PER_TOKEN * TOKEN;
  else if (count <= known)
    *cost = mark_costs[count - 1];
  else
    *cost = mark_costs[known - 1] + (count - known) * MARK_COST_MORE;
  /* Line ends after punctuation belong to it. */
  return count + skip(at + count, end, LINE_END);
}

/** Letters of other scripts and symbols, some of them, for a text may hold nothing else. */
static size_t take_other(const char *at, const char *end, size_t *cost) {
  size_t len = 0, total = 0;
  while (at + len < end && total < MAX_OTHER_COST && class_of(at + len) == OTHER) {
    uint32_t c;
    len += sx_utf8_decode(at + len, (size_t)(end - at) - len, &c);
    if (c < 0x250)
      total += 40; /* Latin with marks, within a word */
    else if (c < 0x530)
      total += 24; /* Greek, Cyrillic */
    else if (c >= 0x600 && c < 0x1200)
      total += 36; /* Arabic to Hangul letters */
    else if (c >= 0x3040 && c < 0xD7A4)
      total += 76; /* Kana, Han, Hangul */
    else if (c >= 0x10000 || c == SX_UTF8_REPLACEMENT)
      total += 200;
    else
      total += 100;
  }
  *cost = total;
  return len;
}

/** The piece that begins at `at` < `end`: its bytes, and its cost. */
static size_t take_piece(const char *at, const char *end, size_t *cost) {
  unsigned c = class_of(at);
  unsigned next = at + 1 < end ? class_of(at + 1) : 0;
  if (c & (LOWER | UPPER)) return take_word(at, end, &bare, cost);
  if (c & MARK) {
    if (next & (LOWER | UPPER)) return 1 + take_word(at + 1, end, &after_mark, cost);
    return take_marks(at, end, cost);
  }
  if (c == OTHER) return take_other(at, end, cost);
  if (c == DIGIT) {
    size_t digits = skip(at, end, DIGIT);
    *cost = (digits + 2) / 3 * TOKEN;
    return digits;
  }
  if (c == BLANK && (next & (LOWER | UPPER))) return 1 + take_word(at + 1, end, &after_blank, cost);
  if (c == BLANK && next == MARK && *at == ' ') return 1 + take_marks(at + 1, end, cost);
  if (c == BLANK && next == OTHER) return 1 + take_other(at + 1, end, cost);
  /* White space: up to the last line end; without one, up to the blank that joins a word. */
  size_t len = skip(at, end, BLANK | LINE_END), lines = len;
  while (lines > 0 && class_of(at + lines - 1) != LINE_END) lines--;
  *cost = TOKEN;
  if (lines) return lines;
  return at + len < end && len > 1 ? len - 1 : len;
}

size_t sx_tokens_count(sx_str text) {
  const char *at = text.ptr, *end = text.ptr + text.len;
  size_t total = 0, cost;
  while (at < end) {
    at += take_piece(at, end, &cost);
    total += cost;
  }
  return (total + TOKEN - 1) / TOKEN;
}

size_t sx_tokens_prefix(sx_str text, size_t max_tokens) {
  const char *at = text.ptr, *end = text.ptr + text.len;
  size_t total = 0, cost;
  while (at < end) {
    size_t len = take_piece(at, end, &cost);
    total += cost;
    if (total > max_tokens * TOKEN) break;
    at += len;
  }
  return (size_t)(at - text.ptr);
}

size_t sx_tokens_room(sx_str text, size_t max_tokens) {
  size_t whole = sx_tokens_prefix(text, max_tokens);
  if (whole == text.len) return whole;
  size_t part = sx_utf8_floor(text.ptr, text.len, 2 * max_tokens);
  return part > whole ? part : whole;
}
