#ifndef SX_WEB_VISIT_H
#define SX_WEB_VISIT_H

#include "host/web.h"
#include "workspace/call.h"

/** Redirects are followed so often. */
#define SX_WEB_MAX_REDIRECTS 10

/** A URL as messages and questions have it: in one line, and not too long. */
sx_str sx_web_show(sx_call *call, sx_str url);

/**
 * The page of a URL, over redirects. The person is asked for each host that the settings do not
 * name (sextant.approval for `web`); a page that is here already needs no question.
 *
 * `*out`   `url` of `wanted` becomes the one that answered. Its `why` is not empty where a server
 *          has answered with something else than text: sx_web_fail has the error.
 * Errors   NOT_ALLOWED, and those of sx_web_fail where no server has answered.
 */
sx_status sx_web_visit(sx_call *call, sx_web_wanted *wanted, sx_web_page *out,
                       sx_err *err) SX_MUST_USE;

/**
 * The beginning of sx_web_visit: reads the URL, and asks the person. `doing` goes on
 * "wants to …" in the question, before the URL.
 */
sx_status sx_web_admit(sx_call *call, sx_str url, const char *doing, sx_web_place *out,
                       sx_err *err) SX_MUST_USE;

#endif
