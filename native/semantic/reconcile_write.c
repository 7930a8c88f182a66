#include "semantic/reconcile.h"

#include "workspace/paths.h"
#include "semantic/certainty.h"

/* Places that a line of the answer names. */
#define MAX_WRITTEN 5

bool sx_reconcile_is_unsure(const sx_reconcile *behind) {
  return behind->file.len || behind->more_files || behind->has_more_sources ||
         behind->unread_files || behind->macro_mentions || behind->unchecked_expansions ||
         behind->unresolved.len;
}

bool sx_reconcile_has_unread_code(const sx_reconcile *behind) {
  return behind->not_compiled.len || behind->passed_over.len || behind->is_passed_over_cut;
}

static void write_cause(const sx_reconcile *behind, sx_buf *text) {
  if (behind->is_unlisted && behind->has_more_sources)
    sx_buf_add_text(text, "the language server knows only files that were opened. Add a "
                          "compile_commands.json that lists all sources.\n");
  else if (behind->knowledge == SX_KNOWS_OPEN_ONLY)
    sx_buf_add_text(text,
                    "no tsconfig.json or jsconfig.json includes them, so the language server knows "
                    "only open files and what they import. Add one that includes them.\n");
  else if (behind->knowledge == SX_KNOWS_PROJECTS)
    sx_buf_add_text(text,
                    "no project that the language server has loaded includes them, and there was "
                    "no time to open all such files. Call again, or include them in the project of "
                    "the symbol.\n");
  else if (behind->has_more_sources && behind->knowledge == SX_KNOWS_INDEXED)
    sx_buf_add_text(text, "the language server has just begun to index the workspace. Call again "
                          "in a few minutes.\n");
  else
    sx_buf_add_text(
        text, "the language server may not have indexed that yet. Call again in a few seconds.\n");
}

static void write_places(const sx_places *places, sx_call *call, sx_buf *text) {
  for (size_t i = 0; i < places->len && i < MAX_WRITTEN; i++) {
    const sx_place *one = &places->items[i];
    sx_buf_addf(text, "%s%.*s:%u:%u", i ? ", " : " ", SX_STR_ARG(sx_path_display(call, one->path)),
                one->range.start.line + 1, one->range.start.character + 1);
  }
  if (places->len > MAX_WRITTEN) sx_buf_addf(text, " and %zu more", places->len - MAX_WRITTEN);
  sx_buf_add_text(text, ".\n");
}

static void write_of_c(const sx_reconcile *behind, sx_call *call, sx_buf *text) {
  if (behind->unread_files)
    sx_certainty_add_part(text,
                          "%zu file%s that use%s a macro of this %s not read by the language "
                          "server. Call again, or add a compile_commands.json.",
                          behind->unread_files, behind->unread_files == 1 ? "" : "s",
                          behind->unread_files == 1 ? "s" : "",
                          behind->unread_files == 1 ? "was" : "were");
  if (behind->macro_mentions)
    sx_certainty_add_part(text,
                          "%zu place%s in macros contain%s the name, and the language "
                          "server cannot resolve it there.",
                          behind->macro_mentions, behind->macro_mentions == 1 ? "" : "s",
                          behind->macro_mentions == 1 ? "s" : "");
  if (behind->unchecked_expansions)
    sx_certainty_add_part(text, "%zu use%s of macros that contain the name could not be checked.",
                          behind->unchecked_expansions,
                          behind->unchecked_expansions == 1 ? "" : "s");
  if (!behind->not_compiled.len) return;
  sx_buf_addf(text, "Not included, because it is not compiled here (#if), %zu place%s:",
              behind->not_compiled.len, behind->not_compiled.len == 1 ? "" : "s");
  write_places(&behind->not_compiled, call, text);
}

static void write_missing(const sx_reconcile *behind, sx_call *call, sx_buf *text) {
  size_t more = behind->more_files;
  sx_buf_add_text(text, SX_UNKNOWN_IN_PART);
  if (behind->file.len) sx_buf_add(text, sx_path_display(call, behind->file));
  if (behind->file.len && more) sx_buf_add_text(text, " and ");
  if (more)
    sx_buf_addf(text, "%zu %sfile%s", more, behind->file.len ? "more " : "", more == 1 ? "" : "s");
  size_t count = more + (behind->file.len ? 1 : 0);
  if (count)
    sx_buf_addf(text, " contain%s the name in places that are not listed: ", count == 1 ? "s" : "");
  else
    sx_buf_add_text(text, "not all sources were searched: ");
  write_cause(behind, text);
}

void sx_reconcile_write(const sx_reconcile *behind, sx_call *call, sx_buf *text) {
  if (behind->file.len || behind->more_files || behind->has_more_sources)
    write_missing(behind, call, text);
  write_of_c(behind, call, text);
  if (behind->is_passed_over_cut)
    sx_certainty_add_part(text,
                          "only %d files were searched for uses in code for another platform or "
                          "version, which the language server does not analyze.",
                          SX_PASSED_OVER_MAX_FILES);
  if (!behind->passed_over.len) return;
  sx_buf_addf(text,
              "Not included, as the language server does not analyze code for another platform or "
              "version, %zu place%s that may be it:",
              behind->passed_over.len, behind->passed_over.len == 1 ? "" : "s");
  write_places(&behind->passed_over, call, text);
}

void sx_reconcile_write_by_text(const sx_reconcile *behind, sx_buf *text) {
  size_t count = behind->unresolved.len;
  if (count)
    sx_certainty_add_part(text,
                          "%zu of the places %s found by text: the language server does not "
                          "understand the code there%s.",
                          count, count == 1 ? "was" : "were",
                          behind->is_unlisted ? " without a compile_commands.json" : "");
}
