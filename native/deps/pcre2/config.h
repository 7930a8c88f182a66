/*
 * Sextant's configuration of PCRE2: the 8-bit library with Unicode, the interpreter only. The
 * limits are the upper bounds; native/match sets its own for each match.
 */
#define HAVE_MEMMOVE 1
#define STDC_HEADERS 1
#define SUPPORT_PCRE2_8 1
#define SUPPORT_UNICODE 1
#define NEVER_BACKSLASH_C 1
#define BSR_ANYCRLF 1
#define NEWLINE_DEFAULT 5 /* ANYCRLF */
#define LINK_SIZE 2
#define MAX_NAME_SIZE 32
#define MAX_NAME_COUNT 10000
#define PARENS_NEST_LIMIT 250
#define HEAP_LIMIT 65536 /* KiB */
#define MATCH_LIMIT 10000000
#define MATCH_LIMIT_DEPTH MATCH_LIMIT
