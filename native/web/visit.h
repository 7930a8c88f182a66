#ifndef SX_WEB_VISIT_H
#define SX_WEB_VISIT_H

#include "host/web.h"
#include "workspace/call.h"

/** Redirects are followed so often. */
#define SX_WEB_MAX_REDIRECTS 10

/** A URL, or what else a server sent, as messages and questions have it: in one line, not too long.
 */
sx_str sx_web_show(sx_call *call, sx_str text);

/**
 * The page of a URL, over redirects. The person is asked for each host that the settings do not
 * name (sextant.approval for `web`); a page that is here already needs no question.
 *
 * `*out`   Its `why` is not empty where a server has answered with something else than text, or
 *          what is saved did not come whole: sx_web_fail has the error. `url` of `wanted` becomes
 *          that of the last redirect.
 * Errors   NOT_ALLOWED, and those of sx_web_fail where no server has answered.
 */
sx_status sx_web_visit(sx_call *call, sx_web_wanted *wanted, sx_web_page *out,
                       sx_err *err) SX_MUST_USE;

/**
 * Asks the person about a request to the host of `place`; `title` goes on after the agent's name.
 * `path`: of a new file that is made with it, for which `files` counts, too; or empty.
 */
sx_status sx_web_ask(sx_call *call, const sx_web_place *place, sx_str title, sx_str path,
                     sx_err *err) SX_MUST_USE;

/** The time that a request may take: `most`, but the call must still be answered. */
uint64_t sx_web_limit_ms(sx_call *call, uint64_t most);

#endif
