#include "syntax/c_defining.h"

#include "text/c/c_code.h"
#include "text/language.h"

/* Words in the names of DEFINE_… and DECLARE_… macros that define a variable. */
#define VARIABLES                                                                                  \
  "MUTEX SPINLOCK RWLOCK RWSEM SEMAPHORE SEQLOCK RT_MUTEX IDR IDA XARRAY HASHTABLE CPU KEY TIMER " \
  "WORK BITMAP COMPLETION TASKLET SRCU RATELIMIT KFIFO OPS FOPS TLV CALL WAIT STATE"

static sx_str next_word(sx_str text, size_t *at) {
  size_t end = sx_str_find_char(text, '_', *at);
  if (end == SX_STR_NONE) end = text.len;
  sx_str word = sx_str_slice(text, *at, end);
  *at = end + 1;
  return word;
}

static bool has_word(sx_str macro, const char *words) {
  for (size_t at = 0; at < macro.len;) {
    sx_str word = next_word(macro, &at);
    if (word.len && sx_language_has_word(words, word, false)) return true;
  }
  return false;
}

/* The argument of this number, without blanks; one that is not an identifier is empty. */
static sx_str argument(sx_str arguments, size_t wanted) {
  size_t start = 0, at = 0, depth = 0, number = 0;
  for (; at < arguments.len; at++) {
    char c = arguments.ptr[at];
    if (c == '(' || c == '[' || c == '{') depth++;
    if ((c == ')' || c == ']' || c == '}') && depth) depth--;
    if (c != ',' || depth) continue;
    if (number++ == wanted) break;
    start = at + 1;
  }
  if (number < wanted) return SX_STR("");
  sx_str one = sx_str_trim(sx_str_slice(arguments, start, at));
  for (size_t i = 0; i < one.len; i++)
    if (!sx_c_is_word(one.ptr[i])) return SX_STR("");
  return one.len && (one.ptr[0] < '0' || one.ptr[0] > '9') ? one : SX_STR("");
}

static bool is_list_head(sx_str macro, sx_str arguments) {
  return sx_str_has_suffix(macro, SX_STR("_HEAD")) &&
         sx_str_find_char(arguments, ',', 0) == SX_STR_NONE;
}

static sx_c_defining kind_of(sx_str macro, sx_str arguments) {
  if (sx_str_has_prefix(macro, SX_STR("SYSCALL_DEFINE")) ||
      sx_str_has_prefix(macro, SX_STR("COMPAT_SYSCALL_DEFINE")))
    return SX_C_DEFINES_FUNCTION;
  if (is_list_head(macro, arguments)) return SX_C_DEFINES_VARIABLE;
  bool declares = sx_str_has_prefix(macro, SX_STR("DECLARE_"));
  if (!declares && !sx_str_has_prefix(macro, SX_STR("DEFINE_"))) return SX_C_DEFINES_NOTHING;
  if (!has_word(macro, VARIABLES)) return SX_C_DEFINES_NOTHING;
  if (has_word(macro, "ATTRIBUTE ATTR EVENT FUNC TRACE TYPE CLASS")) return SX_C_DEFINES_NOTHING;
  return declares && has_word(macro, "CPU KEY CALL") ? SX_C_DECLARES_VARIABLE
                                                     : SX_C_DEFINES_VARIABLE;
}

sx_c_defining sx_c_defining_find(sx_str *name, sx_str macro, sx_str arguments) {
  sx_c_defining kind = kind_of(macro, arguments);
  if (kind == SX_C_DEFINES_NOTHING) return kind;
  *name = argument(arguments, has_word(macro, "CPU") ? 1 : 0);
  return name->len ? kind : SX_C_DEFINES_NOTHING;
}
