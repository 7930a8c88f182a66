#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "pcre2_internal.h"

#include "case.h"

uint32_t sx_pcre2_upper(uint32_t codepoint) {
  if (codepoint > MAX_UTF_CODE_POINT || UCD_CHARTYPE(codepoint) != ucp_Ll) return codepoint;
  return UCD_OTHERCASE(codepoint);
}

uint32_t sx_pcre2_lower(uint32_t codepoint) {
  if (codepoint > MAX_UTF_CODE_POINT || UCD_CHARTYPE(codepoint) != ucp_Lu) return codepoint;
  return UCD_OTHERCASE(codepoint);
}
