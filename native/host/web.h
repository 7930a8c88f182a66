#ifndef SX_HOST_WEB_H
#define SX_HOST_WEB_H

#include "host/requests.h"

/*
 * Requests to servers of the web, which the shim sends (extension/src/web), by the editor's proxy
 * and certificates. A failure comes as a word, `why`, with a detail: web/reasons.h has the
 * sentences. Nothing is a HOST error unless the shim itself failed. Batches as in host/requests.h.
 */

/** A URL as the shim reads it. */
typedef struct sx_web_place {
  sx_str why, detail; /* why it is not asked for; empty: it may be */
  sx_str url;         /* normalized, without a fragment */
  sx_str host;        /* with the port where it is not the scheme's */
  bool is_allowed;    /* the person's settings name the host */
} sx_web_place;

size_t sx_batch_web_look(sx_batch *batch, sx_str url);
/** HOST, NOMEM. */
sx_status sx_batch_get_web_place(sx_batch *batch, size_t slot, sx_web_place *out,
                                 sx_err *err) SX_MUST_USE;

typedef struct sx_web_wanted {
  uint64_t call; /* the door's id: when it ends, so does the request */
  sx_str url;
  bool is_head;
  sx_str selector;
  bool is_raw;
  bool is_kept; /* only what the shim has of it already */
  sx_str path;  /* of a new file to save it as; empty: it is to be read */
  sx_str real;  /* of that file, without links */
  uint64_t limit_ms;
} sx_web_wanted;

typedef struct sx_web_header {
  sx_str name, value;
} sx_web_header;

/** A reply of a server. */
typedef struct sx_web_page {
  sx_str why, detail; /* there is no text; empty: there may be */
  uint32_t status;    /* of HTTP; 0: none came */
  sx_str location;    /* a redirect: the URL, whole */
  sx_str url;         /* that has the text */
  sx_str type, title;
  sx_str from;      /* "kept", "same": the shim had it; empty: it was sent now */
  uint64_t bytes;   /* of the page, unpacked; of the file that was saved */
  uint64_t resumed; /* so many of them had come before */
  bool is_markdown, is_cut;
  SX_ARRAY(sx_web_header) headers;
  sx_str text;
} sx_web_page;

size_t sx_batch_web_get(sx_batch *batch, const sx_web_wanted *wanted);
/** HOST, NOMEM. */
sx_status sx_batch_get_web_page(sx_batch *batch, size_t slot, sx_web_page *out,
                                sx_err *err) SX_MUST_USE;

/* ---- searches --------------------------------------------------------------------------- */

/**
 * The provider of the settings, as sx_batch_get_web_place has it; without a host where the result
 * is here already.
 */
size_t sx_batch_web_provider(sx_batch *batch, sx_str query);

typedef struct sx_web_result {
  sx_str title, url, snippet; /* foreign, each of one line */
} sx_web_result;

typedef struct sx_web_results {
  sx_str why, detail;
  sx_str name; /* of the provider */
  sx_str from; /* "kept": it was not asked now */
  uint64_t total;
  SX_ARRAY(sx_web_result) items;
} sx_web_results;

/** `call`, `limit_ms`: as in sx_web_wanted. */
size_t sx_batch_web_search(sx_batch *batch, uint64_t call, sx_str query, uint64_t limit_ms);
/** HOST, NOMEM. */
sx_status sx_batch_get_web_results(sx_batch *batch, size_t slot, sx_web_results *out,
                                   sx_err *err) SX_MUST_USE;

#endif
