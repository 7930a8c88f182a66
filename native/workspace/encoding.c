#include "workspace/encoding.h"

#include "base/utf8.h"
#include "os/file.h"
#include "workspace/paths.h"

bool sx_encoding_is_utf8(sx_str encoding) {
  /* "utf-8" is one that was just reloaded. */
  return sx_str_is_equal(encoding, SX_STR("utf8")) ||
         sx_str_is_equal(encoding, SX_STR("utf8bom")) || sx_str_is_equal(encoding, SX_STR("utf-8"));
}

/* Counts of a text's bytes above 0x7F, by kind. */
typedef struct byte_counts {
  size_t broken, whole; /* pieces that are not UTF-8, and characters of several bytes that are */
  size_t controls;      /* 0x80 to 0x9F: signs in Windows' encodings, nothing in ISO's */
  size_t pairs, odd;    /* runs of an even and of an odd number of bytes */
  size_t first;         /* offset of the first broken piece */
} byte_counts;

static void count_run(byte_counts *counts, sx_str text, size_t *at) {
  size_t start = *at;
  for (; *at < text.len && (unsigned char)text.ptr[*at] >= 0x80; ++*at)
    counts->controls += (unsigned char)text.ptr[*at] < 0xA0;
  (*at - start) % 2 ? counts->odd++ : counts->pairs++;
}

static byte_counts count_bytes(sx_str text) {
  byte_counts counts = {0};
  for (size_t i = 0; i < text.len;) {
    uint32_t codepoint;
    size_t broken = sx_utf8_broken_bytes(text.ptr + i, text.len - i);
    size_t taken = broken ? broken : sx_utf8_decode(text.ptr + i, text.len - i, &codepoint);
    if (broken && !counts.broken++) counts.first = i;
    counts.whole += !broken && taken > 1;
    i += taken;
  }
  for (size_t i = 0; i < text.len;)
    if ((unsigned char)text.ptr[i] < 0x80)
      i++;
    else
      count_run(&counts, text, &i);
  return counts;
}

/* Rules of thumb: which one it is only a person can say. */
static const char *advise(const byte_counts *counts) {
  if (counts->whole > counts->broken)
    return "The rest of it is UTF-8: fix these bytes with another program";
  if (!counts->odd && counts->pairs > 3)
    return "Set \"files.encoding\" to its encoding (perhaps \"gb18030\", \"shiftjis\", \"euckr\" "
           "or \"big5hkscs\"), or convert the file to UTF-8";
  return counts->controls ? "Set \"files.encoding\" to its encoding (perhaps \"windows1252\"), or "
                            "convert the file to UTF-8"
                          : "Set \"files.encoding\" to its encoding (perhaps \"iso88591\"), or "
                            "convert the file to UTF-8";
}

sx_str sx_encoding_describe(sx_str bytes, sx_arena *arena) {
  if (sx_utf8_is_valid(bytes.ptr, bytes.len)) return SX_STR("");
  byte_counts counts = count_bytes(bytes);
  uint32_t row = 1;
  for (size_t i = 0; i < counts.first; i++) row += bytes.ptr[i] == '\n';
  return sx_arena_printf(arena,
                         "is not valid UTF-8 in %zu place%s, the first one in line %u (byte "
                         "0x%02X). %s",
                         counts.broken, counts.broken == 1 ? "" : "s", row,
                         (unsigned)(unsigned char)bytes.ptr[counts.first], advise(&counts));
}

sx_status sx_encoding_check(sx_call *call, const sx_document *document, sx_err *err) {
  sx_str bytes, shown = sx_path_display(call, document->path);
  bool is_checked = !document->is_lossy && (document->is_peeked || !document->is_dirty);
  if (is_checked || sx_path_is_uri(document->path) || !sx_encoding_is_utf8(document->encoding))
    return SX_OK;
  sx_status status = sx_file_read(&bytes, document->path, SX_DOCUMENT_MAX_BYTES, call->arena, err);
  if (status == SX_NOT_FOUND) return SX_OK; /* only the editor has it any more */
  if (status) return status;
  sx_str broken = sx_encoding_describe(bytes, call->arena);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  if (!broken.len) return SX_OK;
  return sx_fail(err, SX_ENCODING,
                 "'%.*s' %.*s. Nothing was changed: the editor would replace these bytes when it "
                 "saves the file.",
                 SX_STR_ARG(shown), SX_STR_ARG(broken));
}
