#include <nowhere.h>
int strange(void) {
  return hidden_one(1);
}
