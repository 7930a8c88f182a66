#include "meaning/writer.h"

#include "base/mem.h"
#include "meaning/record.h"
#include "meaning/merge.h"

#define MAX_UNITS ((uint64_t)UINT32_MAX - 2)

struct sx_meaning_writer {
  sx_meaning_out out;
  sx_meaning_collector *collector;
  sx_meaning_head head;
  uint32_t *first_units; /* of each entry, and of none after the last */
  unsigned char *states;
  size_t next; /* entry */
};

sx_status sx_meaning_writer_new(sx_meaning_writer **out, const sx_meaning_target *target,
                                sx_err *err) {
  sx_meaning_writer *w = *out = sx_calloc(1, sizeof *w);
  if (!w) return sx_fail(err, SX_NOMEM, NULL);
  w->head = (sx_meaning_head){.mark = target->mark, .entries = target->entries};
  w->first_units = sx_calloc(target->entries + 1, sizeof *w->first_units);
  w->states = sx_calloc(target->entries + 1, 1);
  bool has_room = w->first_units && w->states;
  sx_status status =
      has_room ? sx_meaning_out_open(&w->out, target->path, err) : sx_fail(err, SX_NOMEM, NULL);
  if (!status) status = sx_meaning_collector_new(&w->collector, target->scratch, err);
  if (!status) {
    sx_meaning_out_begin(&w->out, SX_MEANING_UNITS);
    return SX_OK;
  }
  sx_meaning_writer_free(w);
  *out = NULL;
  return status;
}

void sx_meaning_writer_free(sx_meaning_writer *w) {
  if (!w) return;
  sx_meaning_out_discard(&w->out);
  sx_meaning_collector_free(w->collector);
  sx_free(w->first_units);
  sx_free(w->states);
  sx_free(w);
}

/* Entries that were left out have no units. */
static void fill_until(sx_meaning_writer *w, size_t entry) {
  for (; w->next <= entry; w->next++) w->first_units[w->next] = (uint32_t)w->head.units;
}

static void put_unit(sx_meaning_writer *w, sx_meaning_record *record, const uint32_t *lengths) {
  unsigned char bytes[SX_MEANING_UNIT_BYTES];
  for (size_t i = 0; i < SX_MEANING_FIELDS; i++) {
    record->lengths[i] = sx_meaning_length_write(lengths[i]);
    w->head.sums[i] += sx_meaning_length_read(record->lengths[i]);
  }
  sx_meaning_record_write(bytes, record);
  sx_meaning_out_add(&w->out, bytes, sizeof bytes);
  w->head.units++;
}

sx_status sx_meaning_writer_put(sx_meaning_writer *w, const sx_meaning_text *file, sx_err *err) {
  sx_meaning_rows rows = {.text = file->text};
  uint32_t lengths[SX_MEANING_FIELDS];
  size_t count = file->units ? file->units->units.len : 0;
  fill_until(w, file->entry);
  w->states[file->entry] = (unsigned char)file->state;
  for (size_t i = 0; i < count; i++) {
    sx_meaning_record record;
    if (w->head.units >= MAX_UNITS) return sx_fail(err, SX_TOO_BIG, NULL);
    sx_status status = sx_meaning_collector_add(w->collector, (uint32_t)w->head.units, file->units,
                                                i, file->text, file->path, lengths, err);
    if (status) return status;
    sx_meaning_record_make(&record, &rows, &file->units->units.items[i]);
    put_unit(w, &record, lengths);
  }
  return sx_file_out_check(&w->out.out, err);
}

/* In their order, from the scratch file. */
static sx_status copy_directions(sx_meaning_writer *w, const sx_meaning_runs *runs) {
  unsigned char bytes[4096];
  sx_meaning_out_begin(&w->out, SX_MEANING_DIRECTIONS);
  for (size_t i = 0; i < runs->pieces.len; i++) {
    const sx_meaning_run *piece = &runs->pieces.items[i];
    for (uint64_t done = 0, len; done < piece->len; done += len) {
      len = piece->len - done < sizeof bytes ? piece->len - done : sizeof bytes;
      sx_status status = sx_file_out_read(&runs->file, piece->at + done, bytes, (size_t)len);
      if (status) return status;
      sx_meaning_out_add(&w->out, bytes, (size_t)len);
    }
  }
  return SX_OK;
}

sx_status sx_meaning_writer_finish(sx_meaning_writer *w, sx_err *err) {
  const sx_meaning_runs *runs;
  size_t entries = (size_t)w->head.entries;
  sx_status status = sx_meaning_collector_end(w->collector, &runs, err);
  if (status) return status;
  fill_until(w, entries);
  sx_meaning_out_begin(&w->out, SX_MEANING_FIRST_UNITS);
  for (size_t i = 0; i <= entries; i++) {
    unsigned char bytes[4];
    sx_store32(bytes, w->first_units[i]);
    sx_meaning_out_add(&w->out, bytes, sizeof bytes);
  }
  sx_meaning_out_begin(&w->out, SX_MEANING_STATES);
  sx_meaning_out_add(&w->out, w->states, entries);
  status = copy_directions(w, runs);
  if (status) return sx_fail(err, status, NULL);
  status = sx_meaning_merge(runs, w->head.units, &w->out, &w->head.terms, err);
  return status ? status : sx_meaning_out_end(&w->out, &w->head, err);
}
