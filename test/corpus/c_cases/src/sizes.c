#include "lib.h"
unsigned long sizes(void) { return LIB_SIZE; }
