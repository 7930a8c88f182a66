#include "semantic/text_uses.h"

#include "base/byte.h"
#include "os/clock.h"
#include "resolve/mentions.h"
#include "semantic/enclosing.h"
#include "syntax/languages.h"
#include "text/c/c_code.h"
#include "text/c/c_local.h"
#include "text/declaration.h"
#include "text/keyword.h"
#include "text/occurrences.h"
#include "workspace/document_facts.h"
#include "workspace/paths.h"

/* The rest of the call's time is for writing the answer. */
#define TIME_PART 2
#define MAX_MACROS 5
#define FILE_BYTES ((size_t)256 << 20)
/* So long files are read that need a grammar: they are slow beside searching. */
#define GRAMMARS_MS 1000

typedef struct search {
  sx_call *call;
  sx_str name;
  const sx_language *language; /* of the symbol */
  sx_text_uses *out;
  uint64_t begin_ms;
  size_t most;
  bool is_enough;
} search;

/** A file that has the name; its memory goes with it. */
typedef struct file {
  search *search;
  sx_str path; /* in the call's arena */
  const sx_language *language;
  sx_document document;
  sx_facts facts;
  bool has_facts;
  bool is_c;
  bool has_locals; /* it may declare the name in a function: by `locals` */
  sx_c_locals locals;
  sx_arena scratch;
} file;

bool sx_text_uses_are_sure(sx_str path) {
  const sx_syntax_language *language = sx_syntax_language_find(SX_STR(""), path, SX_STR(""));
  return language && language->reader == SX_SYNTAX_SCAN;
}

bool sx_text_uses_are_read(sx_str path) {
  const sx_syntax_language *language = sx_syntax_language_find(SX_STR(""), path, SX_STR(""));
  return language && sx_syntax_language_is_code(language);
}

/* The declaration whose name is at a place; NULL. */
static const sx_fact *declared_at(const file *f, size_t offset) {
  for (size_t i = 0; i < f->facts.len; i++) {
    const sx_fact *fact = &f->facts.items[i];
    if (fact->name_start == offset && fact->name_end != offset) return fact;
  }
  return NULL;
}

/* A property that has code, or a field of a type: `val sum get() = …`, `static { … }`. */
static bool may_call(const sx_fact *fact) {
  bool is_member = fact->parent != SX_FACT_TOP && fact->kind == SX_FACT_FIELD;
  return is_member || fact->kind == SX_FACT_PROPERTY || fact->kind == SX_FACT_EVENT ||
         sx_fact_is_type(fact);
}

/* The innermost function, method or macro around a place, else the member or type; NULL. */
static const sx_fact *function_around(const file *f, size_t offset) {
  const sx_fact *function = NULL, *other = NULL;
  for (size_t i = 0; i < f->facts.len && f->facts.items[i].start <= offset; i++) {
    const sx_fact *fact = &f->facts.items[i];
    if (offset >= fact->end || fact->name_start == offset) continue;
    if (sx_fact_is_function(fact) || fact->kind == SX_FACT_MACRO)
      function = fact;
    else if (!f->is_c && may_call(fact))
      other = fact;
  }
  return function ? function : other;
}

/* The word in front of a name, with nothing but blanks between; or empty. */
static sx_str word_before(const file *f, size_t start) {
  sx_str text = f->document.text;
  size_t end = start;
  while (end > 0 && sx_byte_is_blank(text.ptr[end - 1])) end--;
  if (end == start || !end || !sx_byte_is_word(text.ptr[end - 1])) return SX_STR("");
  return sx_str_slice(text, sx_language_ident_start(f->document.language, text, end), end);
}

/* `int f(void)` declares f in C, whatever is around it; `return f()` calls it. */
static bool has_type_before(const file *f, size_t start) {
  static const char words[] =
      "return else case do goto sizeof typeof __typeof__ in new await throw";
  sx_str word = word_before(f, start);
  return word.len && !sx_language_has_word(words, word, false);
}

/* ---- tags of C ------------------------------------------------------------------------------ */

static bool is_tag_kind(int kind) {
  return kind == SX_FACT_STRUCT || kind == SX_FACT_UNION || kind == SX_FACT_ENUM;
}

/* `struct page`, also `struct __packed page {`, which the reader knows. */
static bool is_tag(const file *f, size_t offset, const sx_fact *declared) {
  if (!f->is_c) return false;
  return (declared && is_tag_kind(declared->kind)) ||
         sx_language_has_word("struct union enum", word_before(f, offset), false);
}

/* A type and its constructor are one thing. */
static bool is_definition(const sx_fact *declared) {
  return declared && !(declared->flags & SX_FACT_DECLARATION) &&
         declared->kind != SX_FACT_CONSTRUCTOR;
}

/* A struct may have a member that is called as a type is, and a function such a variable. */
static bool is_other(const sx_text_use *use, bool is_of_tag, bool may_be_bare) {
  if (use->is_member || use->is_local) return true;
  return !may_be_bare && use->is_tag != is_of_tag;
}

/* A symbol that is a member or local itself may be any of those that are. */
static bool is_outside(const sx_text_uses *uses, const sx_target *target) {
  for (size_t i = 0; i < uses->items.len; i++) {
    const sx_text_use *use = &uses->items.items[i];
    if ((use->is_member || use->is_local) &&
        sx_pos16_is_equal(target->symbol->at, use->place.range.start) &&
        sx_str_is_equal(target->symbol->path, use->place.path))
      return false;
  }
  return true;
}

void sx_text_uses_keep_space(sx_text_uses *uses, const sx_target *target) {
  static const char kinds[] = "Function Variable Constant EnumMember Typedef Struct Union Enum";
  const sx_symbol *symbol = target->symbol;
  bool is_of_tag = sx_language_has_word("Struct Union Enum", symbol->kind, false);
  bool is_either = symbol->from == SX_FROM_TEXT || sx_str_is_equal(symbol->kind, SX_STR("Typedef"));
  bool may_be_bare = is_either || (is_of_tag && uses->has_bare_tags);
  bool is_any = !sx_language_has_word(kinds, symbol->kind, false) || !is_outside(uses, target);
  size_t kept = 0;
  if (!sx_text_uses_are_sure(symbol->path)) return;
  uses->declared = 0;
  for (size_t i = 0; i < uses->items.len; i++) {
    sx_text_use use = uses->items.items[i];
    if (is_any ? !may_be_bare && use.is_tag != is_of_tag : is_other(&use, is_of_tag, may_be_bare))
      continue;
    uses->declared += use.is_definition;
    uses->items.items[kept++] = use;
  }
  uses->items.len = kept;
}

/* ---- the uses of a file --------------------------------------------------------------------- */

/* `helper 1`, `self.helper`: a name alone calls, unless it is assigned, a key, or marked as another
 * kind of name. */
static bool is_bare_call(const file *f, size_t start, size_t end) {
  sx_str text = f->document.text;
  char last = start ? text.ptr[start - 1] : ' ', next = sx_str_at(text, end);
  size_t at = sx_str_skip_blanks(text, end);
  bool is_assigned = sx_str_at(text, at) == '=' && sx_str_at(text, at + 1) != '=';
  bool is_key = next == ':' && sx_str_at(text, end + 1) != ':';
  return !is_assigned && !is_key && !sx_byte_is_one_of(last, ":@$&");
}

/* `helper "x"`, `helper {}` of Lua. */
static bool has_literal_after(const file *f, size_t end) {
  sx_str text = f->document.text;
  size_t at = sx_str_skip_blanks(text, end);
  return sx_byte_is_one_of(sx_str_at(text, at), "\"'{") ||
         sx_str_has_prefix(sx_str_slice(text, at, text.len), SX_STR("[["));
}

static bool is_called(const file *f, size_t start, size_t end) {
  sx_str text = f->document.text, language = sx_language_name(f->document.language);
  uint32_t flags = f->document.language->flags;
  size_t at = sx_str_skip_blanks(text, end);
  if (sx_str_at(text, at) == '(')
    return !((flags & SX_LANGUAGE_C_FUNCTIONS) && has_type_before(f, start));
  if (!(flags & SX_LANGUAGE_BARE_CALLS)) return false;
  return sx_str_is_equal(language, SX_STR("lua")) ? has_literal_after(f, end)
                                                  : is_bare_call(f, start, end);
}

/* Where there was no time for the file's grammar: by its lines alone. */
static void look_by_lines(const file *f, sx_text_use *use, size_t offset) {
  sx_str text = f->document.text;
  uint32_t row = use->place.range.start.line;
  sx_str line = sx_lines_get(&f->document.lines, row);
  size_t start = (size_t)(line.ptr - text.ptr);
  sx_str declared = sx_declaration_in_line(text, start, start + line.len, f->document.language);
  use->is_declaration = declared.len && declared.ptr == text.ptr + offset;
  use->in = sx_enclosing_name(&f->document, row);
  if (!use->in.len) return;
  use->in_kind = SX_STR("Function");
  use->in_at = sx_document_position(&f->document, (size_t)(use->in.ptr - text.ptr));
  use->in = sx_arena_dup(f->search->call->arena, use->in);
}

/* ---- members and locals of C ----------------------------------------------------------------- */

static bool is_member(const file *f, size_t offset, const sx_fact *declared) {
  if (!f->is_c) return false;
  return declared ? declared->kind == SX_FACT_FIELD : sx_c_is_of_member(f->document.text, offset);
}

/* Most files declare the name in no function, and need not be read for that. */
static sx_status begin_locals(file *f, const sx_occurrences *found, sx_err *err) {
  sx_str text = f->document.text;
  f->has_locals = false;
  for (size_t i = 0; i < found->len && f->is_c && !f->has_locals; i++)
    f->has_locals = found->items[i].use == SX_USE_CODE &&
                    sx_c_may_be_local(text, found->items[i].offset, f->search->name.len);
  if (!f->has_locals) return SX_OK;
  sx_str code = sx_c_code(text, f->document.language, false, &f->scratch);
  f->locals = (sx_c_locals){.reader.code = code};
  return f->scratch.status ? sx_fail(err, f->scratch.status, NULL) : SX_OK;
}

/* Lines of the preprocessor are not read: those of macros have a place of their own. */
static bool is_local(file *f, size_t offset, const sx_fact *declared) {
  sx_str name = f->search->name;
  if (!f->has_locals || declared) return false;
  sx_str there = sx_str_slice(f->locals.reader.code, offset, offset + name.len);
  return sx_str_is_equal(there, name) && sx_c_is_local(&f->locals, offset, name.len);
}

static sx_status add(file *f, const sx_occurrence *one, sx_err *err) {
  search *s = f->search;
  size_t end = one->offset + s->name.len;
  const sx_fact *declared = f->has_facts ? declared_at(f, one->offset) : NULL;
  sx_text_use use = {.is_declaration = declared != NULL,
                     .is_definition = is_definition(declared),
                     .is_tag = is_tag(f, one->offset, declared),
                     .is_member = is_member(f, one->offset, declared),
                     .is_local = is_local(f, one->offset, declared),
                     .in = SX_STR(""),
                     .in_kind = SX_STR("")};
  use.place.path = f->path;
  use.place.range = (sx_range16){sx_document_position(&f->document, one->offset),
                                 sx_document_position(&f->document, end)};
  if (!f->has_facts) look_by_lines(f, &use, one->offset);
  if (!f->has_facts) use.is_definition = use.is_declaration;
  s->out->declared += use.is_definition;
  s->out->has_bare_tags |= use.is_definition && declared && declared->kind == SX_FACT_TYPEDEF;
  use.is_call = !use.is_declaration && is_called(f, one->offset, end);
  const sx_fact *around = f->has_facts ? function_around(f, one->offset) : NULL;
  if (around) {
    use.in = sx_arena_dup(s->call->arena, sx_fact_name(around, f->document.text));
    use.in_kind = sx_fact_kind_name((sx_fact_kind)around->kind);
    use.in_at = sx_document_position(&f->document, around->name_start);
  }
  sx_text_use *added = SX_ARRAY_ADD(&s->out->items, s->call->arena);
  if (!added) return sx_fail(err, s->call->arena->status, NULL);
  *added = use;
  return SX_OK;
}

/* A parameter of a macro means nothing outside it. */
static bool is_parameter(const file *f, size_t offset) {
  sx_c_macro macro;
  sx_str text = f->document.text, name = f->search->name;
  bool is_c = (f->document.language->flags & SX_LANGUAGE_C_FUNCTIONS) != 0;
  return is_c && sx_c_macro_at(&macro, text, offset) &&
         sx_c_macro_find(&macro, text, name, offset) != offset;
}

/* A file without an extension is of the language of the interpreter in its first line. NULL: it is
 * of none that is known. */
static const sx_language *language_of(sx_str path, sx_str text) {
  if (sx_language_has_file(path)) return sx_language_find(SX_STR(""), path);
  if (!sx_syntax_language_may_be_script(path)) return NULL;
  const sx_syntax_language *script = sx_syntax_language_find(SX_STR(""), path, text);
  return script ? sx_language_find(sx_str_from(script->row), SX_STR("")) : NULL;
}

static sx_status read_file(file *f, sx_str text, sx_err *err) {
  search *s = f->search;
  sx_occurrences found;
  const sx_language *language = f->language;
  sx_status status =
      sx_occurrences_find(&found, text, s->name, language, SIZE_MAX, &f->scratch, err);
  if (status) return status;
  sx_occurrences_classify(&found, text, language);
  sx_str id = sx_language_has_file(f->path) ? SX_STR("") : sx_language_name(language);
  f->document = (sx_document){
      .path = f->path, .language_id = id, .language = language, .is_peeked = true, .text = text};
  status = sx_lines_init(&f->document.lines, text, &f->scratch, err);
  sx_call *with_grammars = sx_clock_since_ms(s->begin_ms) < GRAMMARS_MS ? s->call : NULL;
  if (!status)
    status = sx_document_facts_in(&f->facts, &f->has_facts, with_grammars, &f->document,
                                  &f->scratch, err);
  if (!status) status = begin_locals(f, &found, err);
  s->out->has_bare_tags |= found.len && !f->is_c;
  for (size_t i = 0; i < found.len && !status; i++) {
    sx_use use = found.items[i].use;
    if (use != SX_USE_CODE && use != SX_USE_IMPORT) continue;
    if (!is_parameter(f, found.items[i].offset)) status = add(f, &found.items[i], err);
  }
  return status;
}

static sx_status take(void *arg, sx_str path, sx_str text, sx_err *err) {
  search *s = arg;
  /* Prose, data and other languages have names, too, and no uses of this one. */
  const sx_language *language = language_of(path, text);
  if (!language || !sx_language_is_kin(language, s->language)) return SX_OK;
  file f = {.search = s, .path = path, .language = language, .is_c = sx_text_uses_are_sure(path)};
  sx_arena_init(&f.scratch, FILE_BYTES);
  sx_status status = read_file(&f, text, err);
  sx_arena_release(&f.scratch);
  s->is_enough = s->out->items.len >= s->most;
  return status;
}

static sx_str reason_of(const search *s, const sx_mentions *found) {
  sx_call *call = s->call;
  if (s->is_enough && !found->is_late)
    return sx_arena_printf(call->arena,
                           "'%.*s' may have more uses, in files that were not searched.",
                           SX_STR_ARG(s->name));
  if (!found->is_late && found->unreadable.len)
    return sx_arena_printf(call->arena, "'%.*s' cannot be read.",
                           SX_STR_ARG(sx_path_display(call, found->unreadable)));
  if (found->is_late || !found->too_large.len)
    return SX_STR("there was no time to search all files. Call again.");
  return sx_arena_printf(call->arena, "'%.*s' is too large to be searched.",
                         SX_STR_ARG(sx_path_display(call, found->too_large)));
}

sx_status sx_text_uses_find(sx_text_uses *out, sx_call *call, sx_str name, sx_str path, size_t most,
                            sx_err *err) {
  const sx_document *document;
  *out = (sx_text_uses){0};
  sx_status status = sx_document_peek(call, path, &document, err);
  if (sx_status_ends_call(status)) return status;
  const sx_language *language = status ? NULL : language_of(path, document->text);
  if (!language) language = sx_language_find(SX_STR(""), path);
  search s = {.call = call,
              .name = name,
              .language = language,
              .out = out,
              .begin_ms = sx_clock_ms(),
              .most = most};
  const sx_mentions_visit visit = {.name = name,
                                   .ms = sx_port_call_remaining_ms(call->wait) / TIME_PART,
                                   .take = take,
                                   .arg = &s,
                                   .is_enough = &s.is_enough};
  sx_mentions found = {0};
  status = sx_mentions_each(&found, call, &visit, err);
  out->is_cut = found.is_cut;
  out->reason = reason_of(&s, &found);
  return status;
}

/* The target's own declaration is not a use, also where no reader finds it. */
static bool is_declared_by(const sx_target *target, const sx_place *place) {
  return sx_pos16_is_equal(target->symbol->at, place->range.start) &&
         sx_str_is_equal(target->symbol->path, place->path);
}

sx_status sx_text_uses_take(const sx_text_uses *uses, const sx_target *target, sx_call *call,
                            sx_places *places, sx_places *declared, sx_err *err) {
  for (size_t i = 0; i < uses->items.len; i++) {
    const sx_text_use *use = &uses->items.items[i];
    bool is_use = !use->is_declaration && !is_declared_by(target, &use->place);
    sx_place *place = SX_ARRAY_ADD(is_use ? places : declared, call->arena);
    if (!place) return sx_fail(err, call->arena->status, NULL);
    *place = use->place;
  }
  return SX_OK;
}

static bool is_in_macro(const sx_text_use *use) {
  return !use->is_declaration && sx_str_is_equal(use->in_kind, SX_STR("Macro"));
}

/* Adds the macro to those that are named. False: there are more than are. */
static bool name_macro(sx_str *named, size_t *count, sx_str macro) {
  for (size_t i = 0; i < *count; i++)
    if (sx_str_is_equal(named[i], macro)) return true;
  if (*count == MAX_MACROS) return false;
  named[(*count)++] = macro;
  return true;
}

/* A place that uses a macro does not have the name. */
static void write_macros(const sx_text_uses *uses, sx_str name, sx_buf *text) {
  sx_str named[MAX_MACROS];
  size_t count = 0;
  bool are_all = true;
  for (size_t i = 0; i < uses->items.len && are_all; i++)
    if (is_in_macro(&uses->items.items[i]))
      are_all = name_macro(named, &count, uses->items.items[i].in);
  for (size_t i = 0; i < count; i++) {
    sx_buf_add_text(text, i ? ", " : "Macros use it: ");
    sx_buf_add(text, named[i]);
  }
  if (count)
    sx_buf_addf(text, "%s. Code that uses %s uses '%.*s', too.\n", are_all ? "" : " and others",
                count > 1 ? "these" : "it", SX_STR_ARG(name));
}

void sx_text_uses_write(const sx_text_uses *uses, const sx_target *target,
                        const sx_certainty *certainty, sx_buf *text) {
  sx_str name = target->symbol->name;
  bool is_read = sx_text_uses_are_sure(target->symbol->path);
  sx_buf_add_text(text, !is_read ? SX_UNKNOWN "these are the places in code that have the name, "
                                              "whatever it means there, as "
                        : certainty->is_early ? SX_UNKNOWN "these are the uses by the text of code "
                                                           "alone, as "
                                              : "By the text of code alone, as ");
  sx_certainty_write_reason(certainty, text);
  if (uses->declared > 1)
    sx_buf_addf(text, " %zu things are named '%.*s': these are the uses of all of them.",
                uses->declared, SX_STR_ARG(name));
  sx_buf_add_char(text, '\n');
  write_macros(uses, name, text);
  if (uses->is_cut) sx_certainty_add_part(text, "%.*s", SX_STR_ARG(uses->reason));
}
