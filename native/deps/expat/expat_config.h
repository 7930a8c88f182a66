/* Written for this project: what a configure script would find out. */
#ifndef EXPAT_CONFIG_H
#define EXPAT_CONFIG_H

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BYTEORDER 4321
#else
#define BYTEORDER 1234
#endif

/* Entities are refused by the caller; with XML_DTD the limits on their growth are compiled as well. */
#define XML_DTD 1
#define XML_NS 1
#define XML_CONTEXT_BYTES 1024

/* The salt of hash tables. Windows has its own way in xmlparse.c. */
#if defined(__linux__)
#define HAVE_GETRANDOM 1
#elif defined(__APPLE__)
#define HAVE_ARC4RANDOM_BUF 1
#endif

#endif
