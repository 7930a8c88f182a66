#ifndef SX_HOST_RUN_SETTINGS_H
#define SX_HOST_RUN_SETTINGS_H

#include "host/requests.h"

/* The settings sextant.run.*, of which a workspace's own do not count. Batches as in
 * host/requests.h. */

typedef enum sx_sandbox_setting {
  SX_SANDBOX_AUTO, /* where the system has one */
  SX_SANDBOX_ALWAYS,
  SX_SANDBOX_NEVER,
} sx_sandbox_setting;

typedef struct sx_run_settings {
  sx_strs allowed, denied; /* prefixes of simple commands */
  sx_sandbox_setting sandbox;
  bool has_network; /* in the sandbox */
} sx_run_settings;

size_t sx_batch_run_settings(sx_batch *batch);
/** HOST, NOMEM. */
sx_status sx_batch_get_run_settings(sx_batch *batch, size_t slot, sx_run_settings *out,
                                    sx_err *err) SX_MUST_USE;

#endif
