#include "commands/output.h"

void sx_output_init(sx_output *output) {
  *output = (sx_output){0};
  sx_buf_init(&output->memory, SX_OUTPUT_MEMORY_BYTES);
}

void sx_output_release(sx_output *output) {
  sx_buf_release(&output->memory);
  sx_scratch_release(&output->file);
}

/* Eight bytes at a time: lines may be short. */
static uint64_t count_line_ends(sx_str bytes) {
  const uint64_t ends = 0x0a0a0a0a0a0a0a0aull, low = 0x7f7f7f7f7f7f7f7full;
  uint64_t count = 0, eight;
  size_t at = 0;
  for (; at + sizeof eight <= bytes.len; at += sizeof eight) {
    memcpy(&eight, bytes.ptr + at, sizeof eight);
    eight ^= ends;
    uint64_t others = ((eight & low) + low) | eight | low; /* all ones where it is another byte */
    count += (uint64_t)__builtin_popcountll(~others);
  }
  for (; at < bytes.len; at++) count += bytes.ptr[at] == '\n';
  return count;
}

/* False where there is no room: nothing of it is kept then. */
static bool keep(sx_output *output, sx_str bytes) {
  uint64_t at;
  if (!output->file.file) {
    if (bytes.len <= SX_OUTPUT_MEMORY_BYTES - output->memory.len) {
      sx_buf_add(&output->memory, bytes);
      return !output->memory.status;
    }
    if (sx_scratch_add(&output->file, sx_buf_str(&output->memory), &at)) {
      sx_scratch_release(&output->file);
      return false;
    }
    sx_buf_release(&output->memory);
    sx_buf_init(&output->memory, SX_OUTPUT_MEMORY_BYTES);
  }
  if (output->file.size_bytes + bytes.len > SX_OUTPUT_MAX_BYTES) return false;
  return !sx_scratch_add(&output->file, bytes, &at);
}

/* Without a file, as the disk is full or there is no folder for it, memory has what it can take. */
static void keep_beginning(sx_output *output, sx_str bytes) {
  if (output->file.file) return;
  sx_buf_add(&output->memory, sx_str_slice(bytes, 0, SX_OUTPUT_MEMORY_BYTES - output->memory.len));
}

void sx_output_add(sx_output *output, sx_str bytes) {
  if (!bytes.len) return;
  bool is_kept = !output->is_cut && keep(output, bytes);
  if (!is_kept && !output->is_cut) keep_beginning(output, bytes);
  output->is_cut = output->is_cut || !is_kept;
  output->bytes += bytes.len;
  output->line_ends += count_line_ends(bytes);
  output->last = bytes.ptr[bytes.len - 1];
}

uint64_t sx_output_kept(const sx_output *output) {
  return output->file.file ? output->file.size_bytes : output->memory.len;
}

uint64_t sx_output_lines(const sx_output *output) {
  return output->line_ends + (output->bytes > 0 && output->last != '\n');
}

sx_status sx_output_read(const sx_output *output, uint64_t at, size_t len, sx_buf *out) {
  uint64_t kept = sx_output_kept(output);
  if (at >= kept) return SX_OK;
  if (len > kept - at) len = (size_t)(kept - at);
  if (!output->file.file) {
    sx_buf_add(out, sx_str_make(output->memory.ptr + at, len));
    return out->status;
  }
  if (!sx_buf_reserve(out, len)) return out->status;
  sx_status status = sx_scratch_read(&output->file, at, out->ptr + out->len, len);
  if (status) return status;
  out->len += len;
  out->ptr[out->len] = '\0';
  return SX_OK;
}
