/*
 * Sextant's configuration of PCRE2: the 8-bit library with Unicode. The
 * limits are the upper bounds; native/match sets its own for each match.
 */
#define HAVE_MEMMOVE 1
#define STDC_HEADERS 1
#define SUPPORT_PCRE2_8 1
#define SUPPORT_UNICODE 1
/* Of its assembler, native/deps/sljit, only these processors' parts are here. */
#if defined(__x86_64__) || defined(_M_X64) || defined(__aarch64__) || defined(_M_ARM64)
#define SUPPORT_JIT 1
#endif
#define NEVER_BACKSLASH_C 1
#define BSR_ANYCRLF 1
#define NEWLINE_DEFAULT 5 /* ANYCRLF */
#define LINK_SIZE 3 /* lists of thousands of words; match/regex bounds what a pattern compiles to */
#define MAX_NAME_SIZE 32
#define MAX_NAME_COUNT 10000
#define PARENS_NEST_LIMIT 250
#define HEAP_LIMIT 65536 /* KiB */
#define MATCH_LIMIT 10000000
#define MATCH_LIMIT_DEPTH MATCH_LIMIT
