#ifndef SX_REPORTS_XML_H
#define SX_REPORTS_XML_H

#include "base/arena.h"
#include "base/status.h"

#include <stdbool.h>

/*
 * XML of reports, read from start to end; on expat.
 *
 * Bounds   Elements deeper than SX_XML_MAX_DEPTH are passed over; the text of an element is cut at
 *          SX_XML_MAX_TEXT_BYTES. A document that declares entities is refused, so that none grows.
 * Noise    What stands before the first element or XML declaration and after the last one is passed
 * over, as are control characters, which runners write though XML has none.
 */
#define SX_XML_MAX_DEPTH 64
#define SX_XML_MAX_TEXT_BYTES (256u << 10)

/** The attributes of an element; borrowed for the call that has it. */
typedef struct sx_xml_attributes {
  const char *const *pairs;
} sx_xml_attributes;

/** Its value; empty where it is missing. UTF-8. */
sx_str sx_xml_attribute(const sx_xml_attributes *attributes, const char *name);
bool sx_xml_has_attribute(const sx_xml_attributes *attributes, const char *name);

/** Called for each element; names without their prefix, `depth` 1 for the root. */
typedef struct sx_xml_reader {
  void *arg;
  void (*on_start)(void *arg, sx_str name, const sx_xml_attributes *attributes, size_t depth);
  /* `text`: that directly in the element. Borrowed. Or NULL. */
  void (*on_end)(void *arg, sx_str name, sx_str text, size_t depth);
} sx_xml_reader;

/**
 * Reads all of `text`. `*is_cut` is set where it ends too early or is damaged after its first
 * element: what was read until there counts. BAD_MESSAGE where no element can be read, with the
 * reason; NOMEM.
 */
sx_status sx_xml_read(const sx_xml_reader *reader, sx_str text, bool *is_cut,
                      sx_err *err) SX_MUST_USE;

#endif
