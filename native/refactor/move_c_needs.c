#include "refactor/move_c.h"

#include "base/byte.h"
#include "base/word.h"
#include "base/folder.h"
#include "text/c/c_code.h"
#include "workspace/paths.h"

/*
 * Moved code of C takes names from headers. Each word of it must mean in the target the same as in
 * the source: so what the headers declare of it must be the same in both.
 */

#define KEYWORDS                                                                                   \
  "auto break case char const continue default do double else enum extern float for goto if "      \
  "inline int long register restrict return short signed sizeof static struct switch typedef "     \
  "union unsigned void volatile while defined _Bool _Static_assert _Noreturn _Alignas _Alignof "   \
  "__func__ __attribute__"

/* Names of C's own library, each after its header. */
static const struct {
  const char *header, *names;
} library[] = {
    {"<stdio.h>", "printf fprintf sprintf snprintf vprintf vfprintf vsnprintf vsprintf puts fputs "
                  "putchar fputc putc getchar fgetc getc fgets fopen fclose fread fwrite fflush "
                  "fseek ftell rewind feof ferror perror sscanf fscanf scanf remove rename tmpfile "
                  "setvbuf ungetc FILE EOF stdin stdout stderr BUFSIZ SEEK_SET SEEK_END SEEK_CUR"},
    {"<stdlib.h>", "malloc calloc realloc free abort exit atexit atoi atol atof strtol strtoul "
                   "strtoll strtoull strtod getenv qsort bsearch abs labs rand srand "
                   "EXIT_SUCCESS EXIT_FAILURE RAND_MAX"},
    {"<string.h>",
     "memcpy memmove memset memcmp memchr strlen strcpy strncpy strcat strncat strcmp "
     "strncmp strchr strrchr strstr strspn strcspn strpbrk strtok strerror strcoll"},
    {"<ctype.h>",
     "isalpha isdigit isalnum isspace isupper islower isxdigit ispunct isprint iscntrl "
     "isgraph toupper tolower"},
    {"<math.h>",
     "sin cos tan asin acos atan atan2 sinh cosh tanh exp log log10 pow sqrt ceil floor "
     "fabs fmod ldexp frexp modf HUGE_VAL INFINITY NAN isnan isinf"},
    {"<stdbool.h>", "bool true false"},
    {"<stdint.h>",
     "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t "
     "uintptr_t intmax_t uintmax_t INT32_MAX INT64_MAX UINT8_MAX UINT16_MAX UINT32_MAX "
     "UINT64_MAX SIZE_MAX INT8_MAX INT16_MAX"},
    {"<limits.h>",
     "INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX CHAR_BIT CHAR_MAX UCHAR_MAX "
     "SHRT_MAX USHRT_MAX LLONG_MAX LLONG_MIN ULLONG_MAX"},
    {"<assert.h>", "assert static_assert"},
    {"<errno.h>", "errno EINVAL ERANGE ENOMEM ENOENT EINTR"},
    {"<stdarg.h>", "va_list va_start va_end va_arg va_copy"},
    {"<setjmp.h>", "setjmp longjmp jmp_buf"},
    {"<time.h>",
     "time clock time_t clock_t CLOCKS_PER_SEC difftime localtime gmtime mktime strftime"},
    {"<float.h>", "DBL_MAX DBL_MIN DBL_EPSILON FLT_MAX FLT_MIN FLT_EPSILON DBL_DIG"},
};

static sx_str header_of(sx_str word) {
  for (size_t i = 0; i < sizeof library / sizeof *library; i++)
    if (sx_language_has_word(library[i].names, word, false)) return sx_str_from(library[i].header);
  return SX_STR("");
}

/* ---- headers of the system ------------------------------------------------------------------ */

static bool has_system(const sx_moving_c *c, sx_str given) {
  if (sx_strs_have(&c->added, given)) return true;
  for (size_t i = 0; i < c->files.len; i++) {
    const sx_move_c_file *file = &c->files.items[i];
    bool is_there = (c->has_target && i == 1) || file->is_in_target || file->is_added;
    for (size_t k = 0; is_there && k < file->includes.len; k++)
      if (file->includes.items[k].is_certain &&
          sx_str_is_equal(file->includes.items[k].given, given))
        return true;
  }
  return false;
}

/* All that the source has by its includes and the target has not: one of them declares a word. */
static sx_status need_all_systems(sx_moving_c *c) {
  sx_status status = SX_OK;
  c->has_unknown_words = true;
  for (size_t i = 0; i < c->files.len && !status; i++) {
    const sx_move_c_file *file = &c->files.items[i];
    if (i && !file->is_in_source) continue;
    for (size_t k = 0; k < file->includes.len && !status; k++) {
      const sx_move_c_include *one = &file->includes.items[k];
      if (one->path.len || has_system(c, one->given)) continue;
      if (!one->is_certain)
        return sx_move_refuse(c->moving, &file->text, sx_move_start(&file->text, one->node), c->err,
                              "the code may need this, which is included under a condition");
      status = sx_strs_add_new(&c->added, one->given, c->moving->call->arena, c->err);
    }
  }
  return status;
}

/* size_t, NULL and others that many headers declare. */
static bool is_common(const sx_moving_c *c, sx_str word) {
  static const char *const headers[] = {"<stddef.h>", "<stdio.h>", "<stdlib.h>", "<string.h>"};
  if (!sx_language_has_word("size_t NULL", word, false)) return false;
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
    if (has_system(c, sx_str_from(headers[i]))) return true;
  return false;
}

static sx_status need_system(sx_moving_c *c, sx_str word) {
  sx_str header = header_of(word);
  if (is_common(c, word)) return SX_OK;
  if (sx_str_has_prefix(word, SX_STR("__builtin_"))) return SX_OK;
  if (!header.len) return need_all_systems(c);
  if (has_system(c, header)) return SX_OK;
  for (size_t i = 0; i < c->files.len; i++) {
    const sx_move_c_file *file = &c->files.items[i];
    if (i && !file->is_in_source) continue;
    for (size_t k = 0; k < file->includes.len; k++)
      if (sx_str_is_equal(file->includes.items[k].given, header))
        return sx_strs_add_new(&c->added, header, c->moving->call->arena, c->err);
  }
  return need_all_systems(c);
}

/* ---- headers of the project ----------------------------------------------------------------- */

static void mark_added(sx_moving_c *c, size_t index) {
  bool is_more = true;
  c->files.items[index].is_added = true;
  while (is_more) {
    is_more = false;
    for (size_t i = 0; i < c->files.len; i++) {
      const sx_move_c_file *file = &c->files.items[i];
      for (size_t k = 0; file->is_added && k < file->includes.len; k++) {
        size_t found = file->includes.items[k].file;
        if (found == SIZE_MAX || c->files.items[found].is_added) continue;
        c->files.items[found].is_added = is_more = true;
      }
    }
  }
}

/* Whether a header leads to a file. */
static bool leads_to(const sx_moving_c *c, size_t from, size_t to) {
  bool reached[SX_MOVE_C_MAX_FILES] = {false}, is_more = true;
  reached[from] = true;
  while (is_more && !reached[to]) {
    is_more = false;
    for (size_t i = 0; i < c->files.len; i++)
      for (size_t k = 0; reached[i] && k < c->files.items[i].includes.len; k++) {
        size_t found = c->files.items[i].includes.items[k].file;
        if (found == SIZE_MAX || reached[found]) continue;
        reached[found] = is_more = true;
      }
  }
  return reached[to];
}

/* Names that a new header brings must not be something else in the target. */
static sx_status check_brought(sx_moving_c *c) {
  const sx_move_text *target = &c->moving->target;
  for (size_t i = 0; c->has_target && i < c->files.len; i++) {
    const sx_move_c_file *file = &c->files.items[i];
    if (!file->is_added || file->is_in_target) continue;
    for (size_t k = 0; k < file->text.names.bindings.len; k++) {
      const sx_binding *binding = &file->text.names.bindings.items[k];
      bool is_macro = binding->kind == SX_BINDING_MACRO;
      if (binding->scope || binding->kind == SX_BINDING_FUNCTION) continue;
      if (!sx_word_is_in(target->document->text, binding->name)) continue;
      if (!is_macro && !sx_move_c_declares(&c->files.items[1], binding->name, false)) continue;
      return sx_move_refuse(c->moving, target, 0, c->err,
                            "the code needs the header %.*s, which declares '%.*s', and here that "
                            "is something else",
                            SX_STR_ARG(sx_path_name(file->path)), SX_STR_ARG(binding->name));
    }
  }
  return SX_OK;
}

/* Whether an include means another file, or none, from the target's folder. */
static bool is_by_folder(const sx_moving *moving, const sx_move_c_include *one) {
  sx_str from = sx_folder_of(moving->source.path),
         name = sx_str_slice(one->given, 1, one->given.len - 1);
  if (one->given.ptr[0] == '<' || sx_str_is_equal(from, sx_folder_of(moving->target.path)))
    return false;
  sx_str beside =
      sx_arena_printf(moving->call->arena, "%.*s/%.*s", SX_STR_ARG(from), SX_STR_ARG(name));
  return sx_str_at(name, 0) == '.' || !beside.len || sx_str_is_equal(beside, one->path);
}

sx_status sx_move_c_need_file(sx_moving_c *c, size_t index, size_t place, sx_str word) {
  const sx_move_c_file *source = &c->files.items[0];
  const sx_move_c_include *best = NULL;
  const sx_move_c_file *needed = &c->files.items[index];
  if (needed->is_surely_in_target || needed->is_added) return SX_OK;
  for (size_t k = 0; k < source->includes.len; k++) {
    const sx_move_c_include *one = &source->includes.items[k];
    size_t found = one->file;
    if (found == SIZE_MAX || !one->is_certain) continue;
    if (found == index) best = one;
    if (!best && leads_to(c, found, index)) best = one;
  }
  if (!best)
    return sx_move_refuse(c->moving, &c->moving->source, place, c->err,
                          "the code uses '%.*s' of a header that is included under a condition",
                          SX_STR_ARG(word));
  sx_move_c_layout layout;
  if (needed->is_in_target && !sx_move_c_find_layout(&layout, &c->files.items[best->file].text))
    return sx_move_refuse(c->moving, &c->moving->source, place, c->err,
                          "the code uses '%.*s' of a header that the target includes under a "
                          "condition",
                          SX_STR_ARG(word));
  bool leads = false;
  sx_import_target target;
  sx_import_line line = {.specifier = sx_str_slice(best->given, 1, best->given.len - 1),
                         .kind = best->given.ptr[0] == '<' ? SX_IMPORT_ANGLE : SX_IMPORT_QUOTED};
  sx_status status =
      sx_imports_resolve(&target, c->moving->imports, c->moving->target.path, &line, c->err);
  leads = !status && target.outcome == SX_IMPORT_FOUND && sx_strs_have(&target.files, best->path) &&
          !is_by_folder(c->moving, best);
  if (!status && !leads)
    return sx_move_refuse(c->moving, &c->moving->source,
                          sx_move_start(&c->moving->source, best->node), c->err,
                          "it is not known how the target would include this. Include it there "
                          "first, or move to the folder of the source");
  bool is_circle = c->has_target && c->to_header && leads_to(c, best->file, 1);
  if (!status && is_circle)
    return sx_move_refuse(c->moving, &c->moving->source, place, c->err,
                          "the code uses '%.*s' of %.*s, which itself includes the target",
                          SX_STR_ARG(word),
                          SX_STR_ARG(sx_path_display(c->moving->call, best->path)));
  mark_added(c, best->file);
  if (!status) status = sx_strs_add_new(&c->added, best->given, c->moving->call->arena, c->err);
  return status;
}

/* ---- macros ---- */

/* The names in what a macro of a header stands for are used where it is. */
static sx_status follow_macro(sx_moving_c *c, const sx_move_c_file *file, sx_str word) {
  const sx_nodes *nodes = &file->text.nodes;
  sx_status status = SX_OK;
  for (size_t i = 0; i < file->text.names.names.len && !status; i++) {
    const sx_name *name = &file->text.names.names.items[i];
    uint32_t macro = sx_nodes_parent(nodes, name->node);
    if (sx_nodes_is(nodes, name->node, "preproc_arg") &&
        sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, macro, "name")), word))
      status = sx_strs_add_new(&c->macro_words,
                               sx_str_slice(file->text.document->text, name->start, name->end),
                               c->moving->call->arena, c->err);
  }
  return status;
}

/* ---- words ---------------------------------------------------------------------------------- */

typedef struct word_use {
  sx_str text;
  size_t place;
  bool is_looked_up; /* and not the name of a local, a member or a label */
} word_use;

/* Whether the target declares a function or variable of others, which headers declare for it. */
static bool is_linked(const sx_moving_c *c, sx_str word) {
  const sx_move_c_file *target = &c->files.items[1];
  const sx_names *names = &target->text.names;
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *name = &names->names.items[i];
    if (name->binding == SX_BINDING_FREE || !(name->roles & SX_NAME_DECLARES)) continue;
    const sx_binding *binding = &names->bindings.items[name->binding];
    if (binding->scope || !sx_str_is_equal(binding->name, word)) continue;
    uint32_t top = name->node;
    while (sx_nodes_parent(&target->text.nodes, top) != SX_NODE_NONE &&
           sx_nodes_parent(&target->text.nodes, top))
      top = sx_nodes_parent(&target->text.nodes, top);
    if (binding->kind == SX_BINDING_MACRO || binding->kind == SX_BINDING_TYPE ||
        sx_nodes_is(&target->text.nodes, top, "type_definition enum_specifier") ||
        sx_str_has_prefix(sx_nodes_text(&target->text.nodes, top), SX_STR("static")))
      return false;
  }
  return !sx_move_c_may_declare(target, word);
}

/* The line of the part that may declare a word. */
static uint32_t line_of_doubt(const sx_moving_c *c, sx_str word) {
  const sx_move_c_file *file = &c->files.items[0];
  for (size_t i = 0; i < file->doubts.len; i++) {
    const sx_move_c_doubt *one = &file->doubts.items[i];
    sx_str part = sx_str_slice(file->text.document->text, one->start, one->end);
    if (!one->is_body && sx_word_is_in(part, word))
      return sx_document_position(file->text.document, one->start).line + 1;
  }
  return 0;
}

static sx_status check_word(sx_moving_c *c, const word_use *use) {
  bool is_explained = false;
  bool is_own = sx_move_find(c->moving, use->text) != NULL;
  sx_status status = SX_OK;
  for (size_t i = 1; i < c->files.len && !status; i++) {
    const sx_move_c_file *file = &c->files.items[i];
    bool is_target = c->has_target && i == 1;
    if (!sx_move_c_declares(file, use->text, !use->is_looked_up)) continue;
    if (file->is_in_source) {
      is_explained = true;
      if (!is_target) status = sx_move_c_need_file(c, i, use->place, use->text);
      if (!status) status = follow_macro(c, file, use->text);
      continue;
    }
    if (!is_target && !file->is_in_target) continue;
    if (is_target && is_linked(c, use->text)) continue;
    return sx_move_refuse(c->moving, &c->moving->source, use->place, c->err,
                          "'%.*s' means something else in the target, by %.*s",
                          SX_STR_ARG(use->text),
                          SX_STR_ARG(sx_path_display(c->moving->call, file->path)));
  }
  bool is_declared = sx_move_c_surely_declares(&c->files.items[0], use->text, false);
  if (status || is_explained || is_own || is_declared || !use->is_looked_up) return status;
  if (sx_move_c_may_declare(&c->files.items[0], use->text) && !header_of(use->text).len &&
      !is_common(c, use->text))
    return sx_move_refuse(c->moving, &c->moving->source, use->place, c->err,
                          "'%.*s' may be declared in a part of the file that does not fit the "
                          "grammar of C, at line %u",
                          SX_STR_ARG(use->text), line_of_doubt(c, use->text));
  /* A macro's text means what it does where the macro is used, as before. */
  bool is_in_macro = c->to_header && sx_c_is_in_macro(c->code, use->place);
  return is_in_macro && !header_of(use->text).len ? SX_OK : need_system(c, use->text);
}

static sx_status check_one(sx_moving_c *c, sx_str word, size_t place, bool is_looked_up) {
  word_use use = {word, place, is_looked_up};
  if (sx_byte_is_digit(word.ptr[0]) || sx_language_has_word(KEYWORDS, word, false)) return SX_OK;
  if (sx_language_has_word("__FILE__ __LINE__ __BASE_FILE__ __TIMESTAMP__ __INCLUDE_LEVEL__", word,
                           false))
    return sx_refactoring_warn(c->moving->refactoring, c->moving->source.document, place,
                               "this is another value in another place.");
  return sx_str_has_prefix(word, SX_STR("__func")) ? SX_OK : check_word(c, &use);
}

/* Words that no node has: of macros that the grammar was not given. */
static sx_status check_loose(sx_moving_c *c) {
  sx_status status = SX_OK;
  size_t at = 0;
  for (sx_str word; !status && (word = sx_move_c_next_loose(c, SX_MOVE_C_NEEDED, &at)).len;) {
    bool is_member = sx_c_is_of_member(c->code, at - word.len);
    status = check_one(c, word, at - word.len, !is_member);
  }
  return status;
}

/* Not a parameter of the macro, nor a member. */
static bool is_used_in_macro(const sx_moving_c *c, size_t place) {
  const sx_names *names = &c->moving->source.names;
  size_t at = sx_names_from(names, (uint32_t)place);
  return at < names->names.len && names->names.items[at].start == place &&
         !sx_c_is_of_member(c->code, place);
}

/* A function or variable of others that only the moved code declares, within a function. */
static sx_status check_linked(sx_moving_c *c, const sx_binding *binding, size_t place) {
  const sx_names *names = &c->moving->source.names;
  sx_str word = binding->name;
  for (size_t i = 0; i < names->bindings.len; i++) {
    const sx_binding *one = &names->bindings.items[i];
    uint32_t top = sx_move_c_top(&c->moving->source.nodes, names->names.items[one->first].node);
    if (one->scope || !sx_str_is_equal(one->name, word) || sx_move_find(c->moving, word)) continue;
    if (sx_move_c_is_static(c, top))
      return sx_move_refuse(c->moving, &c->moving->source, place, c->err,
                            "the code uses '%.*s', which only its file declares", SX_STR_ARG(word));
  }
  for (size_t i = 1; i < c->files.len; i++) {
    const sx_move_c_file *file = &c->files.items[i];
    bool is_target = c->has_target && i == 1;
    if (file->is_in_source || (!is_target && !file->is_in_target)) continue;
    if (!sx_move_c_declares(file, word, false) || (is_target && is_linked(c, word))) continue;
    return sx_move_refuse(c->moving, &c->moving->source, place, c->err,
                          "'%.*s' means something else in the target, by %.*s", SX_STR_ARG(word),
                          SX_STR_ARG(sx_path_display(c->moving->call, file->path)));
  }
  return SX_OK;
}

static sx_status check_words(sx_moving_c *c, uint32_t node) {
  const sx_move_text *source = &c->moving->source;
  const sx_nodes *nodes = &source->nodes;
  sx_str text = sx_nodes_text(nodes, node);
  size_t start = sx_move_start(source, node);
  const sx_name *name = sx_names_at(&source->names, node);
  bool is_local =
      name && name->binding != SX_BINDING_FREE && source->names.bindings.items[name->binding].scope;
  bool is_text = sx_nodes_is(nodes, node, "preproc_arg");
  bool is_name = name && !is_local;
  const sx_binding *local = is_local ? &source->names.bindings.items[name->binding] : NULL;
  sx_status status =
      local && sx_move_c_is_linked(source, local) ? check_linked(c, local, start) : SX_OK;
  size_t end = 0;
  for (sx_str word = sx_word_next(text, &end); word.len && !status; word = sx_word_next(text, &end))
    status = check_one(c, word, start + end - word.len,
                       is_text ? is_used_in_macro(c, start + end - word.len) : is_name);
  return status;
}

/* A header that includes what a macro names brings the same to both, or nothing is known. */
static sx_status check_unknown(sx_moving_c *c) {
  for (size_t i = 1; i < c->files.len; i++) {
    const sx_move_c_file *file = &c->files.items[i];
    bool is_there = file->is_in_target || file->is_added;
    if (!c->has_unknown_words && !is_there) continue; /* all is known without it */
    if (file->has_unknown && file->is_in_source != is_there)
      return sx_move_refuse(c->moving, &file->text, 0, c->err,
                            "it is not known what this header includes, and only one of the two "
                            "sources has it");
  }
  return SX_OK;
}

/* Macros by which a keyword of the moved code means something else in one of both files. */
static sx_status check_keywords(sx_moving_c *c) {
  sx_moving *moving = c->moving;
  sx_str all = moving->source.document->text;
  for (size_t i = 0; i < c->files.len; i++) {
    const sx_move_c_file *file = &c->files.items[i];
    bool is_both = i > (size_t)c->has_target && file->is_in_source == file->is_in_target;
    for (size_t k = 0; !is_both && k < file->text.names.bindings.len; k++) {
      const sx_binding *binding = &file->text.names.bindings.items[k];
      if (binding->kind != SX_BINDING_MACRO ||
          !sx_language_has_word(KEYWORDS, binding->name, false))
        continue;
      for (size_t m = 0; m < moving->moved.len; m++) {
        const sx_moved *moved = &moving->moved.items[m];
        if (sx_word_is_in(sx_str_slice(all, moved->start, moved->end), binding->name))
          return sx_move_refuse(moving, &moving->source, moved->start, c->err,
                                "%.*s makes the keyword '%.*s' a macro, which may mean something "
                                "else in the other file",
                                SX_STR_ARG(sx_path_display(moving->call, file->path)),
                                SX_STR_ARG(binding->name));
      }
    }
  }
  return SX_OK;
}

sx_status sx_move_c_needs(sx_moving_c *c) {
  const sx_move_text *source = &c->moving->source;
  const sx_nodes *nodes = &source->nodes;
  sx_status status = SX_OK;
  for (uint32_t i = 1; i < nodes->tree.nodes.len && !status; i++) {
    if (!sx_move_has(c->moving, sx_move_start(source, i))) continue;
    bool is_word = sx_nodes_is(nodes, i,
                               "identifier type_identifier field_identifier statement_identifier "
                               "preproc_arg true false null primitive_type");
    bool is_null = sx_str_is_equal(sx_nodes_text(nodes, i), SX_STR("NULL"));
    if (sx_nodes_is(nodes, i, "primitive_type true false null") || is_null) {
      word_use use = {sx_nodes_text(nodes, i), sx_move_start(source, i), true};
      bool is_plain = sx_language_has_word(KEYWORDS, use.text, false);
      if (!is_plain) status = check_word(c, &use);
      continue;
    }
    if (is_word) status = check_words(c, i);
  }
  if (!status) status = check_loose(c);
  for (size_t i = 0; i < c->macro_words.len && !status; i++) {
    const word_use use = {c->macro_words.items[i], c->moving->moved.items[0].start, true};
    bool is_known = false; /* others may be names of locals */
    for (size_t k = 1; k < c->files.len; k++)
      is_known |= sx_move_c_declares(&c->files.items[k], use.text, false);
    if (sx_move_c_declares(&c->files.items[0], use.text, false) && !is_known)
      return sx_move_refuse(c->moving, source, use.place, c->err,
                            "by a macro the code uses '%.*s', which only its file declares",
                            SX_STR_ARG(use.text));
    bool is_library = header_of(use.text).len > 0;
    if (is_known || is_library) status = check_word(c, &use);
  }
  if (!status) status = sx_move_c_check_members(c);
  if (!status) status = check_unknown(c);
  if (!status) status = check_keywords(c);
  return status ? status : check_brought(c);
}
