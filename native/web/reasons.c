#include "web/reasons.h"

#include "base/utf8.h"

/* An address or a selector, which may be as long as anything. */
#define MAX_DETAIL_BYTES 300

#define PRIVATE                                                                                    \
  " has the address of this machine or of a private network, which tools do not ask: %. If it is " \
  "meant, the person can add the host to sextant.web.allow."

#define TRUST                                                                                      \
  " Nothing was sent. If it is meant, the person can add the certificate of the server, or of "    \
  "the "                                                                                           \
  "authority that signed it, to those that the system trusts, and start the editor again."
#define NO_AUTHORITY                                                                               \
  " was not asked: its certificate is signed by an authority that this machine does not "          \
  "trust." TRUST

/* Each follows the URL. */
static const sx_web_reason reasons[] = {
    {"url", SX_INVALID_ARGUMENT, " is not a URL with a host, such as https://example.com/page."},
    {"scheme", SX_INVALID_ARGUMENT, " is not an http or https URL (%). Nothing was sent."},
    {"credentials", SX_INVALID_ARGUMENT,
     " has a user name or password in it, which is not sent. Leave it out."},
    {"private", SX_NOT_ALLOWED, PRIVATE},
    {"downgrade", SX_REFUSED,
     " leads from https to http (%), where others can read and change what is sent. Fetch that URL "
     "itself if it is meant."},
    {"offline", SX_NOT_ALLOWED,
     " was not asked for: the setting sextant.web.offline is on. The person can turn it off."},
    {"network", SX_IO, " cannot be reached: this machine has no network."},
    {"ENETUNREACH", SX_IO, " cannot be reached: there is no network to it."},
    {"EAI_AGAIN", SX_IO,
     " cannot be reached: its host's name was not resolved. Is there a network?"},
    {"ENOTFOUND", SX_NOT_FOUND, " cannot be reached: there is no host of that name."},
    {"ECONNREFUSED", SX_IO, " cannot be reached: nothing accepts connections there."},
    {"DEPTH_ZERO_SELF_SIGNED_CERT", SX_NOT_ALLOWED,
     " was not asked: the server signed its certificate itself." TRUST},
    {"SELF_SIGNED_CERT_IN_CHAIN", SX_NOT_ALLOWED, NO_AUTHORITY},
    {"UNABLE_TO_VERIFY_LEAF_SIGNATURE", SX_NOT_ALLOWED, NO_AUTHORITY},
    {"UNABLE_TO_GET_ISSUER_CERT", SX_NOT_ALLOWED, NO_AUTHORITY},
    {"UNABLE_TO_GET_ISSUER_CERT_LOCALLY", SX_NOT_ALLOWED, NO_AUTHORITY},
    {"CERT_HAS_EXPIRED", SX_NOT_ALLOWED,
     " was not asked: its certificate has expired. Nothing was sent. Its owner has to renew it, "
     "unless the date of this machine is wrong. Use another source until then."},
    {"CERT_NOT_YET_VALID", SX_NOT_ALLOWED,
     " was not asked: its certificate is not valid yet. Nothing was sent. Is the date of this "
     "machine right?"},
    {"ERR_TLS_CERT_ALTNAME_INVALID", SX_NOT_ALLOWED,
     " was not asked: its certificate is for other hosts, not for this one. Nothing was sent. Use "
     "a name of the host that the certificate has."},
    {"timeout", SX_DEADLINE, " did not answer in time. Try again later, or another source."},
    {"slow", SX_DEADLINE, " sent only % bytes before the time was over. Try again later."},
    {"broken", SX_IO, " ended the connection after % bytes, before all was sent. Try again."},
    {"cancelled", SX_CANCELLED, " was not waited for: the call has ended."},
    {"unreachable", SX_IO, " cannot be reached."},
    {"type", SX_BINARY, " is not text (%). action=download saves it as a file of the workspace."},
    {"binary", SX_BINARY,
     " is not text, though its server calls it so (%). action=download saves it as a file of the "
     "workspace."},
    {"encoding", SX_ENCODING, " is sent in an encoding that is not supported (%)."},
    {"damaged", SX_CORRUPT, " could not be unpacked: what was sent is damaged (%)."},
    {"expands", SX_TOO_BIG, " unpacks to more than 20 MB, and was not read."},
    {"selects", SX_INVALID_ARGUMENT, " is not HTML: a selector finds nothing in it. Leave it out."},
    {"selector", SX_INVALID_ARGUMENT, " was fetched, but the selector is not valid CSS: %"},
    {"nothing", SX_NO_MATCH,
     " has no element that matches the selector %. Without one the readable part is returned."},
    {"long", SX_TOO_BIG,
     " takes longer than % ms to turn into Markdown. raw=true returns it as it was sent."},
    {"memory", SX_TOO_BIG,
     " takes too much memory to turn into Markdown. raw=true returns it as it was sent."},
    {"failed", SX_INTERNAL,
     " could not be turned into Markdown. raw=true returns it as it was sent."},
    {"status", SX_IO, " was answered with an error (HTTP %). Nothing was saved."},
    {"exists", SX_EXISTS,
     " was not saved: there is a file of that name now. Choose another file_path."},
    {"moved", SX_CONFLICT,
     " was not saved: the folder of file_path has become a link, or was moved. Call again."},
    {"full", SX_IO,
     " could not be saved: the disk is full. Nothing is left of it. Free some room, then call "
     "again."},
    {"disk", SX_IO, " could not be saved: the disk reported %. Nothing is left of it."},
    {"huge", SX_TOO_BIG, " is larger than 4 GB, and was not saved."},
    {"twice", SX_BUSY, " is being saved as this file by another call. Wait for that one."},
    {"redirect", SX_REFUSED,
     " redirects to a URL that is not fetched, as it is not http or https or has a user name or "
     "password: %"},
};

const sx_web_reason *sx_web_find_reason(const sx_web_reason *rows, size_t count, sx_str why) {
  for (size_t i = 0; i < count; i++)
    if (sx_str_is_equal(why, sx_str_from(rows[i].why))) return &rows[i];
  return NULL;
}

sx_status sx_web_fail_as(const sx_web_reason *reason, sx_str before, sx_str detail, sx_err *err) {
  sx_str text = sx_str_from(reason->text);
  size_t at = sx_str_find_char(text, '%', 0);
  sx_str start = sx_str_slice(text, 0, at), end = SX_STR(""), shown = SX_STR("");
  if (at != SX_STR_NONE) {
    end = sx_str_slice(text, at + 1, text.len);
    shown = sx_utf8_cut(detail, MAX_DETAIL_BYTES);
  }
  return sx_fail(err, reason->status, "%.*s%.*s%.*s%.*s", SX_STR_ARG(before), SX_STR_ARG(start),
                 SX_STR_ARG(shown), SX_STR_ARG(end));
}

sx_status sx_web_fail(sx_str why, sx_str detail, sx_str shown, sx_err *err) {
  const sx_web_reason *found = sx_web_find_reason(reasons, sizeof reasons / sizeof *reasons, why);
  if (found) return sx_web_fail_as(found, shown, detail, err);
  return sx_fail(err, SX_IO, "%.*s cannot be reached (%.*s).", SX_STR_ARG(shown),
                 SX_STR_ARG(sx_utf8_cut(why, 80)));
}
