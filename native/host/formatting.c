#include "host/formatting.h"

#include "host/requests_parts.h"

size_t sx_batch_format(sx_batch *batch, const sx_host_format *format) {
  sx_buf args = sx_batch__text_args(format->path);
  const sx_range16 *range = &format->range;
  if (format->has_range)
    sx_buf_addf(&args, ",[%u,%u,%u,%u],", range->start.line, range->start.character,
                range->end.line, range->end.character);
  else
    sx_buf_add_text(&args, ",[],");
  sx_buf_addf(&args, "%d,%u,", format->has_indent ? (int)format->tab_size : -1, format->odd_spaces);
  sx_json_write_str(&args, format->language);
  return sx_batch__post_list(batch, "format", &args);
}
