#include "refactor/inline_parts.h"

#include "text/language.h"
#include "workspace/paths.h"

static const sx_inline_language languages[] = {
    {.grammars = "python",
     .literals = "integer float string true false none",
     .inside = "string_start string_content string_end escape_sequence type_conversion "
               "escape_interpolation format_specifier",
     .operators =
         "tuple binary_operator unary_operator comparison_operator not_operator boolean_operator "
         "conditional_expression parenthesized_expression",
     .reads = "attribute subscript slice interpolation concatenated_string",
     .groups = "identifier integer float string true false none call attribute subscript list "
               "dictionary set tuple parenthesized_expression list_comprehension "
               "set_comprehension dictionary_comprehension generator_expression",
     .open = "argument_list parenthesized_expression list set return_statement assignment "
             "expression_statement keyword_argument subscript tuple pair "
             "interpolation",
     .loose = "lambda named_expression yield await expression_list generator_expression",
     .deferred = "lambda list_comprehension set_comprehension dictionary_comprehension "
                 "generator_expression",
     .functions = "function_definition lambda",
     .blocks = "module block",
     .end = "",
     .empty = "pass",
     .nothing = "None"},
    {.grammars = "typescript tsx javascript",
     .literals = "number string true false null undefined this",
     .inside = "string_fragment escape_sequence property_identifier optional_chain predefined_type",
     .operators = "binary_expression unary_expression ternary_expression parenthesized_expression "
                  "as_expression satisfies_expression non_null_expression template_substitution",
     .reads = "member_expression subscript_expression template_string",
     .groups = "identifier number string true false null undefined this call_expression "
               "member_expression subscript_expression array parenthesized_expression "
               "template_string regex non_null_expression",
     .open = "arguments parenthesized_expression array return_statement variable_declarator pair "
             "template_substitution subscript_expression jsx_expression throw_statement "
             "assignment_expression",
     .loose = "sequence_expression yield_expression",
     .deferred = "arrow_function function_expression generator_function class",
     .functions = "function_declaration arrow_function function_expression method_definition "
                  "generator_function generator_function_declaration",
     .blocks = "program statement_block",
     .end = ";",
     .empty = ";",
     .nothing = "undefined"},
    {.grammars = "c cpp",
     .literals = "number_literal char_literal string_literal concatenated_string true false null",
     .inside = "string_content escape_sequence character field_identifier type_descriptor "
               "primitive_type sized_type_specifier type_identifier type_qualifier "
               "abstract_pointer_declarator storage_class_specifier struct_specifier "
               "union_specifier enum_specifier abstract_function_declarator parameter_list "
               "parameter_declaration abstract_array_declarator abstract_parenthesized_declarator",
     .operators = "binary_expression unary_expression conditional_expression cast_expression "
                  "parenthesized_expression sizeof_expression init_declarator",
     .reads = "field_expression subscript_expression subscript_argument_list pointer_expression",
     .groups = "identifier number_literal char_literal string_literal true false null "
               "call_expression field_expression subscript_expression parenthesized_expression",
     .open = "argument_list parenthesized_expression return_statement init_declarator "
             "assignment_expression condition_clause subscript_argument_list expression_statement",
     .loose = "comma_expression assignment_expression",
     .deferred = "lambda_expression",
     .functions = "function_definition",
     .blocks = "compound_statement",
     .end = "",
     .empty = ";",
     .nothing = "",
     .is_typed = true},
    {.grammars = "go",
     .literals = "int_literal float_literal imaginary_literal rune_literal "
                 "interpreted_string_literal raw_string_literal true false nil",
     .inside = "interpreted_string_literal_content raw_string_literal_content escape_sequence "
               "field_identifier type_identifier package_identifier qualified_type pointer_type "
               "slice_type map_type array_type channel_type function_type interface_type",
     .operators = "binary_expression unary_expression parenthesized_expression expression_list "
                  "type_conversion_expression argument_list",
     .reads = "selector_expression index_expression slice_expression",
     .groups = "identifier int_literal float_literal imaginary_literal rune_literal "
               "interpreted_string_literal raw_string_literal true false nil call_expression "
               "selector_expression index_expression slice_expression parenthesized_expression "
               "type_conversion_expression type_assertion_expression",
     .open = "argument_list parenthesized_expression expression_list index_expression "
             "expression_statement",
     .loose = "",
     .deferred = "func_literal",
     .functions = "function_declaration method_declaration func_literal",
     .blocks = "statement_list",
     .end = "",
     .empty = "{}",
     .nothing = "",
     .is_typed = true,
     .is_go = true},
};

static const sx_inline_language *language_of(sx_str grammar) {
  for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
    if (sx_language_has_word(languages[i].grammars, grammar, false)) return &languages[i];
  return NULL;
}

static sx_status read_text(sx_inlining *in, sx_inline_text *text, sx_err *err) {
  const sx_document *document = text->document;
  sx_status status = sx_nodes_read(&text->nodes, in->r.call, document, err);
  if (status) return status;
  text->edits.text = text->nodes.text;
  text->language = language_of(text->nodes.grammar);
  if (!text->language)
    return sx_fail(err, SX_UNSUPPORTED,
                   "%.*s: inlining is not known for its language: Python, JavaScript, "
                   "TypeScript, C and Go are. Nothing was changed.",
                   SX_STR_ARG(sx_path_display(in->r.call, document->path)));
  /* Macros make errors in much of C: there the parts that matter must have none. */
  if (text->nodes.tree.errors.len && (!text->language->is_typed || text->language->is_go))
    return sx_refactoring_refuse(&in->r, document, text->nodes.tree.errors.items[0].start, err,
                                 "a syntax error, or what the parser does not know, so its code is "
                                 "not understood. Correct it "
                                 "first.");
  return sx_names_find(&text->names, &text->nodes, in->r.call->arena, err);
}

sx_status sx_inline_open(sx_inlining *in, sx_str path, sx_inline_text **out, sx_err *err) {
  sx_arena *arena = in->r.call->arena;
  for (size_t i = 0; i < in->texts.len; i++) {
    *out = in->texts.items[i];
    if (sx_str_is_equal((*out)->document->path, path)) return SX_OK;
  }
  sx_inline_text *text = *out = SX_ARENA_NEW(arena, sx_inline_text);
  sx_inline_text **added = SX_ARRAY_ADD(&in->texts, arena);
  if (!text || !added) return sx_fail(err, arena->status, NULL);
  *added = text;
  text->import = SX_BINDING_FREE;
  sx_status status = sx_document_take(in->r.call, path, false, &text->document, err);
  return status ? status : read_text(in, text, err);
}

uint32_t sx_inline_identifier_at(const sx_inline_text *text, uint32_t offset) {
  size_t at = sx_names_from(&text->names, offset);
  if (at < text->names.names.len && text->names.names.items[at].start == offset)
    return text->names.names.items[at].node;
  uint32_t node = sx_nodes_around(&text->nodes, offset, offset + 1);
  while (node != SX_NODE_NONE && sx_nodes_first(&text->nodes, node) != SX_NODE_NONE &&
         sx_nodes_get(&text->nodes, sx_nodes_first(&text->nodes, node))->start == offset)
    node = sx_nodes_first(&text->nodes, node);
  return node != SX_NODE_NONE && sx_nodes_get(&text->nodes, node)->start == offset ? node
                                                                                   : SX_NODE_NONE;
}

/* ---- edits ----------------------------------------------------------------------------------- */

sx_status sx_inline_edit_add(sx_inlining *in, sx_inline_text *text, uint32_t start, uint32_t end,
                             sx_str with, sx_err *err) {
  return sx_text_edits_add(&text->edits, start, end, with, in->r.call->arena, err);
}

static sx_status plan_text(sx_inlining *in, sx_inline_text *text, sx_err *err) {
  sx_status status = sx_inline_rooms_close(in, text, 0, text->nodes.text.len, err);
  if (!status) status = sx_inline_add_imports(in, text, err);
  if (status) return status;
  for (size_t i = 1; i < text->edits.len; i++)
    if (text->edits.items[i].start < text->edits.items[i - 1].end)
      return sx_refactoring_refuse(&in->r, text->document, text->edits.items[i].start, err,
                                   "two of the calls are in one statement, and the code of both "
                                   "cannot stand there. Inline one of them by hand first.");
  sx_str after;
  status = sx_text_edits_apply(&after, &text->edits, in->r.call->arena, err);
  if (!status) status = sx_inline_drop_imports(in, text, &after, err);
  return status ? status : sx_refactoring_edit(&in->r, text->document, after, err);
}

sx_status sx_inline_plan(sx_inlining *in, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < in->texts.len && !status; i++)
    if (in->texts.items[i]->edits.len) status = plan_text(in, in->texts.items[i], err);
  return status;
}
