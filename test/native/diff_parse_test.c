#include "harness.h"

#include "diff/patch.h"

static const char *const kinds[] = {"modify", "create", "delete", "rename", "copy"};

/** Each file as "kind before>after modes", its hunks as "@before,count>after,count:lines". */
static sx_status show(sx_str title, sx_str input, sx_buf *out) {
  (void)title;
  sx_patch patch;
  sx_status status = sx_patch_parse(&patch, input, sx_test_arena(), sx_test_err());
  if (status == SX_NOMEM) return status;
  if (status) {
    sx_buf_addf(out, "%s: %s\n", sx_status_code(status), sx_test_err()->message);
    return out->status;
  }
  for (size_t i = 0; i < patch.count; i++) {
    const sx_patch_file *f = &patch.files[i];
    sx_buf_addf(out, "%u: %s <%.*s> <%.*s>", f->patch_line, kinds[f->kind],
                SX_STR_ARG(f->before_path), SX_STR_ARG(f->after_path));
    if (f->before_mode || f->after_mode) sx_buf_addf(out, " %o>%o", f->before_mode, f->after_mode);
    sx_buf_add_char(out, '\n');
    for (size_t k = 0; k < f->hunk_count; k++) {
      const sx_patch_hunk *h = &f->hunks[k];
      sx_buf_addf(out, "%u: @%u,%u>%u,%u <%.*s>", h->patch_line, h->before_line, h->before_count,
                  h->after_line, h->after_count, SX_STR_ARG(h->heading));
      for (uint32_t n = 0; n < h->line_count; n++) {
        sx_str text = h->lines[n].text;
        bool is_open = !text.len || text.ptr[text.len - 1] != '\n';
        sx_buf_addf(out, " %c%.*s%s", h->lines[n].sign, SX_STR_ARG(sx_str_trim_end(text)),
                    is_open ? "$" : "");
      }
      sx_buf_add_char(out, '\n');
    }
  }
  return out->status;
}

SX_TEST(patches_of_every_kind) {
  sx_test_corpus("patch", show);
}

static void check(const char *patch, const char *expected) {
  sx_buf *out = sx_test_buf();
  SX_EXPECT_OK(show(SX_STR(""), sx_str_from(patch), out));
  SX_EXPECT_STR(sx_buf_str(out), sx_str_from(expected));
}

SX_TEST(line_ends_of_every_kind) {
  check("--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@ f\r\n-a\r\n+b\r\n",
        "1: modify <x> <x>\n3: @0,1>0,1 <f> -a +b\n");
  check("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b", "1: modify <x> <x>\n3: @0,1>0,1 <> -a +b\n");
  check("--- a/x\n+++ b/x\n@@ -1,3 +1,2 @@\n a\n\n-b\n",
        "1: modify <x> <x>\n3: @0,3>0,2 <>  a   -b\n");
}

SX_SUITE(diff_parse_test, SX_CASE(patches_of_every_kind), SX_CASE(line_ends_of_every_kind));
