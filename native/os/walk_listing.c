#include "base/mem.h"
#include "os/walk.h"

#include <string.h>

sx_walk_listing *sx_walk_listing_new(const sx_walk_folder *folder) {
  size_t bytes = 0;
  for (size_t i = 0; i < folder->count; i++) bytes += folder->entries[i].name.len + 1;
  size_t head = sizeof(sx_walk_listing) + folder->count * sizeof(sx_walk_entry);
  sx_walk_listing *made = sx_malloc(head + bytes);
  if (!made) return NULL;
  char *names = (char *)made + head;
  made->count = folder->count;
  for (size_t i = 0; i < folder->count; i++) {
    sx_str name = folder->entries[i].name;
    memcpy(names, name.ptr, name.len + 1);
    made->entries[i] =
        (sx_walk_entry){.name = sx_str_make(names, name.len), .kind = folder->entries[i].kind};
    names += name.len + 1;
  }
  return made;
}

void sx_walk_listing_free(sx_walk_listing *listing) {
  sx_free(listing);
}
