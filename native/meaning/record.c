#include "meaning/record.h"

#include "meaning/file.h"

/* A kind is in the lower bits of a byte, the flags are in the others. */
#define KIND_BITS 5
#define MOST(bits) ((1u << (bits)) - 1)

_Static_assert(SX_MEANING_FILE <= MOST(KIND_BITS), "kinds have five bits");

/* As text/lines: a line ends at \n, \r\n or a lone \r. */
static bool ends_line(sx_str text, size_t at) {
  char c = text.ptr[at];
  return c == '\n' || (c == '\r' && sx_str_at(text, at + 1) != '\n');
}

/* Goes on from where it was, also in a long line: a text may be one line of many units. */
static uint32_t row_at(sx_meaning_rows *r, size_t at) {
  if (at > r->text.len) at = r->text.len;
  if (at < r->at) *r = (sx_meaning_rows){.text = r->text};
  for (; r->at < at; r->at++) {
    if (!ends_line(r->text, r->at)) continue;
    r->row++;
    r->line = r->at + 1;
  }
  return r->row;
}

void sx_meaning_record_make(sx_meaning_record *out, sx_meaning_rows *rows,
                            const sx_meaning_unit *unit) {
  sx_meaning_rows ends;
  uint32_t len = unit->name_end - unit->name_start;
  *out = (sx_meaning_record){.kind = unit->kind, .flags = unit->flags};
  out->row = row_at(rows, unit->start);
  ends = *rows;
  out->end_row = row_at(&ends, unit->end > unit->start ? unit->end - 1 : unit->end);
  ends = *rows;
  out->name_row = row_at(&ends, unit->name_start);
  if (unit->kind == SX_MEANING_FILE || out->name_row < out->row) return;
  out->name_column = (uint32_t)(ends.at - ends.line);
  out->name_len = (uint8_t)(len < 255 ? len : 255);
}

static uint32_t at_most(uint32_t value, uint32_t most) {
  return value < most ? value : most;
}

void sx_meaning_record_write(unsigned char *out, const sx_meaning_record *r) {
  uint32_t rows = at_most(r->end_row - r->row, MOST(24));
  uint32_t name_row = r->name_row < r->row ? 0 : r->name_row - r->row;
  uint32_t column = at_most(r->name_column, MOST(16));
  bool is_near = name_row <= MOST(8) && column == r->name_column;
  sx_store32(out, r->row);
  sx_store32(out + 4, rows | at_most(name_row, MOST(8)) << 24);
  out[8] = (unsigned char)column;
  out[9] = (unsigned char)(column >> 8);
  out[10] = is_near ? r->name_len : 0;
  out[11] = (unsigned char)(r->kind | r->flags << KIND_BITS);
  out[12] = r->lengths[SX_MEANING_NAME];
  out[13] = r->lengths[SX_MEANING_DOC];
  out[14] = r->lengths[SX_MEANING_SIGNATURE];
  out[15] = r->lengths[SX_MEANING_BODY];
}

void sx_meaning_record_read(sx_meaning_record *out, const unsigned char *bytes) {
  uint32_t rows = sx_load32(bytes + 4);
  *out = (sx_meaning_record){.row = sx_load32(bytes),
                             .name_column = (uint32_t)bytes[8] | (uint32_t)bytes[9] << 8,
                             .name_len = bytes[10],
                             .kind = bytes[11] & MOST(KIND_BITS),
                             .flags = (uint8_t)(bytes[11] >> KIND_BITS)};
  out->end_row = out->row + (rows & MOST(24));
  out->name_row = out->row + (rows >> 24);
  sx_meaning_record_read_lengths(out->lengths, bytes);
}
