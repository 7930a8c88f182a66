#ifndef SX_TEST_REPORTS_SCENE_H
#define SX_TEST_REPORTS_SCENE_H

#include "base/buf.h"
#include "reports/test_report.h"

/* Reports of test runners as text, for cases that are data. */

/** The folder of the project in all recordings. */
sx_strs reports_folders(void);
/** The format of this name, such as `junit`. */
bool reports_format(sx_str name, sx_test_format *format);
/** All that was read, with places; times only as known or not. */
sx_status reports_write(sx_buf *out, sx_test_report *report);

#endif
