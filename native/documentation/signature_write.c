#include "answer/facts.h"
#include "markdown/comment.h"
#include "text/tokens.h"
#include "documentation/signatures.h"
#include "servers/missing_server.h"
#include "workspace/paths.h"
#include "semantic/certainty.h"

/* The documentation of the signature in question: enough to call it. */
#define WORDS_TOKENS 150
#define PARAMETER_TOKENS 60

typedef struct writer {
  const sx_signatures *ask;
  sx_answer *answer;
  cJSON *facts;
  bool is_shortened; /* words were left out that another tool has */
} writer;

/* Without links into the editor, markup and what is more than `max_tokens`. */
static sx_str clean(writer *w, sx_str text, size_t max_tokens) {
  sx_hover_text out;
  sx_hover_part part = {.kind = SX_HOVER_MARKDOWN, .value = text, .language = SX_STR("")};
  if (!sx_str_trim(text).len) return SX_STR("");
  if (sx_hover_format(&out, &part, 1, max_tokens, w->ask->call->arena, NULL)) return SX_STR("");
  w->is_shortened |= out.is_truncated;
  return out.text;
}

/* The description without its examples and the text after them. */
static sx_str before_examples(sx_str text) {
  static const char *const begins[] = {"\n#", "\n```", "\n~~~", "@example"};
  size_t end = text.len;
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
    size_t at = sx_str_find(text, sx_str_from(begins[i]), 0);
    if (at != SX_STR_NONE && at > 0 && at < end) end = at;
  }
  return sx_str_slice(text, 0, end);
}

/* pyright's labels begin with the parenthesis. */
static sx_str whole_label(const writer *w, sx_str label) {
  sx_str name = w->ask->is_by_name ? w->ask->doc.target.symbol->name : w->ask->callee;
  if (!label.len || label.ptr[0] != '(' || !name.len) return label;
  return sx_arena_printf(w->ask->call->arena, "%.*s%.*s", SX_STR_ARG(name), SX_STR_ARG(label));
}

static void write_parameters(writer *w, const sx_host_signature *signature, bool is_active,
                             cJSON *facts) {
  for (size_t i = 0; i < signature->parameters.len; i++) {
    const sx_host_parameter *one = &signature->parameters.items[i];
    sx_str words = is_active ? clean(w, one->documentation, PARAMETER_TOKENS) : SX_STR("");
    cJSON *fact = cJSON_CreateObject();
    sx_answer_fact(fact, "label", one->label);
    sx_answer_fact(fact, "documentation", words);
    sx_answer_push(facts, fact);
    if (words.len)
      sx_buf_addf(&w->answer->text, "   - %.*s: %.*s\n", SX_STR_ARG(one->label), SX_STR_ARG(words));
  }
}

static void write_signature(writer *w, const sx_host_signature *signature, size_t number,
                            bool is_active) {
  sx_buf *text = &w->answer->text;
  uint32_t active = signature->active_parameter;
  cJSON *fact = cJSON_CreateObject(), *parameters = cJSON_CreateArray();
  sx_str label = whole_label(w, signature->label);
  bool is_only = w->ask->found.items.len == 1;
  sx_buf_addf(text, "%zu. %.*s%s%s\n", number, SX_STR_ARG(label),
              is_active && !is_only ? "  [active]" : "",
              sx_comment_is_deprecated(signature->documentation) ? "  [deprecated]" : "");
  /* By its name any call is as good as another: which argument is meant is chance. */
  if (is_active && active < signature->parameters.len && !w->ask->is_by_name)
    sx_buf_addf(text, "   Here: parameter %u of %zu, %.*s\n", active + 1, signature->parameters.len,
                SX_STR_ARG(signature->parameters.items[active].label));
  sx_str brief = before_examples(signature->documentation);
  sx_str words = is_active ? clean(w, brief, WORDS_TOKENS) : SX_STR("");
  if (is_active && brief.len < signature->documentation.len) w->is_shortened = true;
  if (words.len) sx_buf_addf(text, "%.*s\n", SX_STR_ARG(words));
  if (!is_active && sx_str_trim(signature->documentation).len) w->is_shortened = true;
  write_parameters(w, signature, is_active, parameters);
  sx_answer_fact(fact, "label", label);
  sx_answer_put(fact, "parameters", parameters);
  cJSON_AddNumberToObject(fact, "active_parameter", active);
  sx_answer_fact(fact, "documentation", words);
  sx_answer_push(w->facts, fact);
}

static void write_place(const writer *w) {
  const sx_place *at = &w->ask->at;
  sx_facts_place(w->answer->facts, sx_path_display(w->ask->call, at->path), at->range.start);
}

static void write_called(writer *w) {
  const sx_host_signatures *found = &w->ask->found;
  const sx_place *at = &w->ask->at;
  size_t count = found->items.len, written = 0;
  size_t active = found->active < count ? found->active : 0;
  sx_str shown = sx_path_display(w->ask->call, at->path);
  sx_buf *text = &w->answer->text;
  sx_buf_addf(text, "%zu signature%s of the call at %.*s:%u:%u\n", count, count == 1 ? "" : "s",
              SX_STR_ARG(shown), at->range.start.line + 1, at->range.start.character + 1);
  for (; written < count; written++) {
    size_t start = text->len;
    write_signature(w, &found->items.items[written], written + 1, written == active);
    if (!written || sx_tokens_count(sx_buf_str(text)) <= w->answer->max_tokens) continue;
    sx_buf_truncate(text, start);
    cJSON_DeleteItemFromArray(w->facts, (int)written);
    w->answer->is_truncated = true;
    break;
  }
  if (written < count)
    sx_buf_addf(text, "[%zu more: raise max_tokens to see them]\n", count - written);
  if (w->is_shortened)
    sx_buf_add_text(text, "get_symbol_documentation returns its whole documentation.\n");
  cJSON_AddNumberToObject(w->answer->facts, "active_signature", (double)active);
  write_place(w);
}

/* Why the declaration is reported. */
static void write_reason(const sx_signatures *ask, sx_buf *text) {
  if (ask->is_absent) {
    sx_buf_add_text(text, ": ");
    sx_missing_server_write(text, ask->language);
  } else if (ask->is_by_name && !ask->failure.len) {
    sx_buf_add_text(text, ask->has_call      ? ": the language server returned none at a call of it"
                          : ask->may_be_call ? ": the language server returned none"
                                             : ": no call of it is known");
  }
  sx_buf_add_char(text, '\n');
}

static void write_declared(writer *w) {
  const sx_strs *declared = &w->ask->declared;
  const sx_documentation *doc = &w->ask->doc;
  size_t hidden = doc->is_overloaded ? doc->overload_count - doc->shown_count : 0;
  sx_buf *text = &w->answer->text;
  if (!w->ask->is_by_name) {
    sx_buf_addf(text, "%sArgument %u of a call of ",
                w->ask->is_absent ? "" : "The language server returned no signature here. ",
                w->ask->argument + 1);
    sx_target_write_name(&w->ask->doc.target, w->ask->call, w->answer);
    sx_buf_add_char(text, '\n');
  }
  sx_buf_addf(text, "%zu signature%s, from the declaration%s", declared->len + hidden,
              declared->len + hidden == 1 ? "" : "s", doc->target.declarations.len > 1 ? "s" : "");
  write_reason(w->ask, text);
  if (w->ask->failure.len)
    sx_certainty_add_part(text, "%.*s This is the signature of the declaration.",
                          SX_STR_ARG(w->ask->failure));
  size_t i = 0;
  for (; i < declared->len; i++) {
    size_t start = text->len;
    sx_buf_addf(text, "%zu. %.*s\n", i + 1, SX_STR_ARG(declared->items[i]));
    if (i && sx_tokens_count(sx_buf_str(text)) > w->answer->max_tokens) {
      sx_buf_truncate(text, start);
      w->answer->is_truncated = true;
      break;
    }
    cJSON *fact = cJSON_CreateObject();
    sx_answer_fact(fact, "label", declared->items[i]);
    sx_answer_put(fact, "parameters", cJSON_CreateArray());
    cJSON_AddNumberToObject(fact, "active_parameter", w->ask->argument);
    sx_answer_fact(fact, "documentation", SX_STR(""));
    sx_answer_push(w->facts, fact);
  }
  if (i < declared->len)
    sx_buf_addf(text, "[%zu more: raise max_tokens to see them]\n", declared->len - i);
  if (hidden)
    sx_buf_addf(text, "[%zu deprecated: get_symbol_documentation has the lines]\n", hidden);
}

static void write_nothing(const writer *w) {
  const sx_signatures *ask = w->ask;
  sx_buf *text = &w->answer->text;
  if (ask->is_absent)
    sx_certainty_write_absent(ask->language, text);
  else if (ask->is_unproven)
    sx_certainty_add(text,
                     "no language server here has returned a signature for %.*s, so it is not "
                     "known whether there is one.",
                     SX_STR_ARG(ask->language));
  else if (!ask->is_sure)
    sx_certainty_add(text, "no language server has answered for this file yet, or none "
                           "serves it.");
  else if (ask->is_by_name)
    sx_buf_add_text(text, "It has no signature: the language server knows no call of it and no "
                          "function declaration.\n");
  else if (ask->is_call)
    sx_certainty_add(text, "the language server returned no signature here and cannot resolve "
                           "what is called.");
  else
    sx_buf_add_text(text, "There is no call at this place.\n");
}

sx_status sx_signatures_write(const sx_signatures *ask, sx_answer *answer, sx_err *err) {
  writer w = {ask, answer, cJSON_CreateArray(), false};
  if (!w.facts) return sx_fail(err, SX_NOMEM, NULL);
  bool is_found = ask->found.items.len || ask->declared.len;
  bool is_none = ask->is_sure && (ask->is_by_name || !ask->is_call);
  answer->status = is_found ? SX_ANSWER_FOUND : is_none ? SX_ANSWER_NONE : SX_ANSWER_UNKNOWN;
  if (ask->is_by_name) {
    sx_target_write_name(&ask->doc.target, ask->call, answer);
    sx_buf_add_char(&answer->text, '\n');
    sx_answer_put(answer->facts, "symbol", sx_target_fact(&ask->doc.target, ask->call));
  }
  if (ask->found.items.len)
    write_called(&w);
  else if (ask->declared.len)
    write_declared(&w);
  else
    write_nothing(&w);
  if (ask->is_by_name) sx_target_write_others(&ask->doc.target, ask->call, answer);
  if (is_found)
    sx_answer_put(answer->facts, "signatures", w.facts);
  else
    cJSON_Delete(w.facts);
  return SX_OK;
}
