#include "markdown/writer.h"

#define FIRST_CAP 128

bool sx_writer_reserve(sx_writer *writer, size_t extra) {
  if (extra <= writer->cap - writer->len) return true;
  size_t wanted = writer->len + extra;
  size_t cap = writer->cap ? writer->cap : FIRST_CAP;
  if (wanted < extra) return false;
  while (cap < wanted) cap = cap > wanted / 2 ? wanted : cap * 2;
  if (cap < writer->cap + writer->cap / 2) cap = writer->cap + writer->cap / 2;
  char *grown = sx_arena_alloc(writer->arena, cap);
  if (!grown) return false;
  if (writer->len) memcpy(grown, writer->ptr, writer->len);
  writer->ptr = grown;
  writer->cap = cap;
  return true;
}

void sx_writer_add_repeat(sx_writer *writer, char c, size_t count) {
  if (!count || !sx_writer_reserve(writer, count)) return;
  memset(writer->ptr + writer->len, c, count);
  writer->len += count;
}
