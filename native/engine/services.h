#ifndef SX_ENGINE_SERVICES_H
#define SX_ENGINE_SERVICES_H

#include "workspace/services.h"

/** Every service of a window (workspace/services.h lists them). NULL without memory. */
sx_services *sx_services_new(void);
/** No call may run any more. NULL is allowed. */
void sx_services_free(sx_services *services);

#endif
