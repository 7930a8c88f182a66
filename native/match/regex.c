#include "match/regex_parts.h"

#include "base/utf8.h"

#define MAX_PATTERN_BYTES ((size_t)64 << 10)
#define LOOKBEHIND_NOT_FIXED 125
#define MAX_SOURCE_BYTES (MAX_PATTERN_BYTES * 4)
/* Lists of words fit, however short these are; `(?:(a|b){500}){500}` does not: repeats multiply. */
#define MAX_CODE_BYTES ((size_t)256 << 10)
/* With a callout before each part. */
#define MAX_STOPPED_CODE_BYTES (MAX_CODE_BYTES * 4)
/* PCRE2 reads a pattern into 4 bytes for each of its own before it measures the code. */
#define MAX_PIECE_BYTES (MAX_SOURCE_BYTES * 4 + ((size_t)64 << 10))
#define OUT_OF_MEMORY 121
#define TOO_LARGE 120

/* PCRE2 compiles in the arena: what it frees stays there until the call ends. */
static void *take(size_t size, void *arena) {
  return size > MAX_PIECE_BYTES ? NULL : sx_arena_alloc(arena, size);
}

static void leave(void *piece, void *arena) {
  (void)piece, (void)arena;
}

/* A pattern is too large where its code is, or where that would take too much memory to know. */
static pcre2_code *bound_code(pcre2_code *code, size_t most, sx_regex__failure *failure) {
  size_t code_bytes = 0;
  if (code) pcre2_pattern_info(code, PCRE2_INFO_SIZE, &code_bytes);
  if (code_bytes <= most && failure->error != OUT_OF_MEMORY) return code;
  failure->error = TOO_LARGE;
  return NULL;
}

/** Advice for these mistakes. Static. */
static const char *hint_for(int error) {
  switch (error) {
  case 101: return " Write \\\\ for a backslash.";
  case 106: return " Close the class with ], or write \\[ for the character.";
  case 108: return " A range goes from the lower to the higher character; put - last for itself.";
  case 109: return " Write a backslash before it for the character itself: \\* \\+ \\? .";
  case 114: return " Close the group with ), or write \\( for the character.";
  case 119: return " Search for parts of it, one after the other.";
  case TOO_LARGE:
    return " Repeats multiply what they repeat: search for parts of it, one after the other.";
  case 122: return " Write \\) for the character.";
  case 115: return " Groups count from 1, in the order of their opening parentheses.";
  case LOOKBEHIND_NOT_FIXED:
    return " Give each branch of the lookbehind a fixed length, or use \\K.";
  case 137: return " Write \\x{20AC} for a character by its number.";
  case 143: return " Give the groups different names.";
  case 147: return " \\p takes names such as \\p{L}, \\p{Lu}, \\p{Greek}.";
  case 160: return " Write \\( for the character; verbs such as (*UTF) are not needed.";
  default: return "";
  }
}

static uint32_t flags_of(const sx_regex_options *options, const sx_regex__form *form) {
  uint32_t flags = PCRE2_NEVER_BACKSLASH_C;
  if (!form->is_ascii) flags |= PCRE2_UTF | PCRE2_UCP | PCRE2_NO_UTF_CHECK;
  if (form->has_stops) flags |= PCRE2_AUTO_CALLOUT;
  if (options->ignore_case) flags |= PCRE2_CASELESS;
  if (!options->single_line) flags |= PCRE2_MULTILINE;
  if (options->dot_all) flags |= PCRE2_DOTALL;
  if (options->no_groups) flags |= PCRE2_NO_AUTO_CAPTURE;
  return flags;
}

static sx_status fail_compilation(sx_str pattern, const sx_regex_options *options,
                                  const sx_regex__form *form, const sx_regex__failure *failure,
                                  sx_err *err) {
  unsigned char message[160];
  sx_buf source;
  sx_buf_init(&source, MAX_SOURCE_BYTES);
  size_t at = sx_regex__write_source(&source, pattern, options, form, failure->error_at);
  sx_status status = source.status;
  sx_buf_release(&source);
  if (status) return sx_fail(err, status, NULL);
  if (pcre2_get_error_message(failure->error, message, sizeof message) < 0) *message = 0;
  if (at > pattern.len) at = pattern.len;
  at = sx_utf8_floor(pattern.ptr, pattern.len, at);
  size_t from = at > 20 ? sx_utf8_floor(pattern.ptr, pattern.len, at - 20) : 0;
  size_t to = sx_utf8_floor(pattern.ptr, pattern.len, at + 20);
  sx_str before = sx_str_slice(pattern, from, at), after = sx_str_slice(pattern, at, to);
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "The regular expression is not valid at offset %zu, %.*s<HERE>%.*s: %s.%s", at,
                 SX_STR_ARG(before), SX_STR_ARG(after), (const char *)message,
                 hint_for(failure->error));
}

pcre2_code *sx_regex__compile(sx_regex__failure *failure, sx_str pattern,
                              const sx_regex_options *options, const sx_regex__form *form,
                              sx_arena *a) {
  sx_buf source;
  pcre2_code *code = NULL;
  *failure = (sx_regex__failure){0};
  sx_buf_init(&source, MAX_SOURCE_BYTES);
  sx_regex__write_source(&source, pattern, options, form, MAX_SOURCE_BYTES);
  pcre2_general_context *general = pcre2_general_context_create(take, leave, a);
  pcre2_compile_context *context = general ? pcre2_compile_context_create(general) : NULL;
  if (source.status && !a->status) a->status = source.status;
  if (!source.status && context) {
    pcre2_set_newline(context, PCRE2_NEWLINE_ANYCRLF);
    pcre2_set_bsr(context, PCRE2_BSR_ANYCRLF);
    code = pcre2_compile((const unsigned char *)source.ptr, source.len, flags_of(options, form),
                         &failure->error, &failure->error_at, context);
  }
  sx_buf_release(&source);
  size_t most = form->has_stops ? MAX_STOPPED_CODE_BYTES : MAX_CODE_BYTES;
  return a->status ? NULL : bound_code(code, most, failure);
}

/**
 * Takes the pattern once more, with callouts in it; as it is where that makes it too large: then a
 * search is checked between places alone.
 */
static sx_status add_stops(sx_regex *regex, sx_str pattern, const sx_regex_options *options,
                           sx_arena *a, sx_err *err) {
  sx_regex__failure failure;
  sx_regex__form form = regex->form;
  regex->cost = sx_regex__read_cost(pattern, options->literal);
  if (regex->cost.is_plain && !regex->cost.choices) return SX_OK;
  form.has_stops = true;
  pcre2_code *code = sx_regex__compile(&failure, pattern, options, &form, a);
  if (a->status) return sx_fail(err, a->status, NULL);
  if (!code) return SX_OK;
  regex->code = code;
  regex->form = form;
  return SX_OK;
}

/* Most are lists of words. */
static sx_status fail_too_long(sx_str pattern, sx_err *err) {
  size_t words = 1;
  for (size_t i = 0; i < pattern.len; i++) words += pattern.ptr[i] == '|';
  if (words == 1)
    return sx_fail(err, SX_TOO_BIG, "The pattern has %zu bytes; at most %zu are possible.",
                   pattern.len, MAX_PATTERN_BYTES);
  return sx_fail(err, SX_TOO_BIG,
                 "The pattern has %zu bytes; at most %zu are possible. Search for its %zu "
                 "alternatives in several calls, about %zu in each.",
                 pattern.len, MAX_PATTERN_BYTES, words,
                 (size_t)((double)words * (double)MAX_PATTERN_BYTES / (double)pattern.len));
}

sx_status sx_regex_compile(sx_regex **out, sx_str pattern, const sx_regex_options *options,
                           sx_arena *a, sx_err *err) {
  if (!pattern.len) return sx_fail(err, SX_INVALID_ARGUMENT, "The pattern is empty.");
  if (pattern.len > MAX_PATTERN_BYTES) return fail_too_long(pattern, err);
  if (!sx_utf8_is_valid(pattern.ptr, pattern.len))
    return sx_fail(err, SX_INVALID_ARGUMENT, "The pattern is not valid UTF-8.");
  sx_regex *regex = SX_ARENA_NEW(a, sx_regex);
  if (!regex) return sx_fail(err, a->status, NULL);
  sx_regex__form form = {.any_line_end = true};
  sx_regex__failure failure;
  regex->code = sx_regex__compile(&failure, pattern, options, &form, a);
  /* In a lookbehind a line end must have one length. */
  if (!regex->code && failure.error == LOOKBEHIND_NOT_FIXED && !a->status) {
    form.any_line_end = false;
    regex->code = sx_regex__compile(&failure, pattern, options, &form, a);
  }
  if (a->status) return sx_fail(err, a->status, NULL);
  if (!regex->code) return fail_compilation(pattern, options, &form, &failure, err);
  regex->form = form;
  sx_status status = add_stops(regex, pattern, options, a, err);
  if (status) return status;
  pcre2_pattern_info(regex->code, PCRE2_INFO_CAPTURECOUNT, &regex->group_count);
  pcre2_pattern_info(regex->code, PCRE2_INFO_NAMECOUNT, &regex->name_count);
  pcre2_pattern_info(regex->code, PCRE2_INFO_NAMEENTRYSIZE, &regex->name_bytes);
  pcre2_pattern_info(regex->code, PCRE2_INFO_NAMETABLE, &regex->names);
  *out = regex;
  return SX_OK;
}

uint32_t sx_regex_group_count(const sx_regex *regex) {
  return regex->group_count;
}

sx_str sx_regex_group_name(const sx_regex *regex, uint32_t i) {
  if (i >= regex->name_count) return SX_STR("");
  return sx_str_from((const char *)regex->names + (size_t)i * regex->name_bytes + 2);
}

uint32_t sx_regex_group_of(const sx_regex *regex, sx_str name) {
  for (uint32_t i = 0; i < regex->name_count; i++) {
    const unsigned char *row = regex->names + (size_t)i * regex->name_bytes;
    if (sx_str_is_equal(sx_regex_group_name(regex, i), name)) return (uint32_t)row[0] << 8 | row[1];
  }
  return 0;
}
