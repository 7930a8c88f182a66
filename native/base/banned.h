#ifndef SX_BASE_BANNED_H
#define SX_BASE_BANNED_H

/*
 * Force-included into every file of the engine (not into vendored code): what must not be
 * called does not compile. The allocator is base/mem.h; text is sx_buf or sx_arena_printf.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__GNUC__) && !defined(__cplusplus)
#pragma GCC poison strcpy strcat strncpy strncat sprintf vsprintf gets strtok strtok_r
#pragma GCC poison atoi atol atoll atof abort exit quick_exit assert system
#pragma GCC poison gmtime localtime ctime asctime strdup strndup
#endif

#endif
