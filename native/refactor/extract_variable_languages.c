#include "refactor/extract_variable.h"

#include "refactor/extract_variable_languages.h"
#include "text/language.h"

static const sx_variable_language languages[] = {
    {.grammar = "python",
     .lists = "module block",
     .through = "binary_operator not_operator unary_operator call argument_list attribute "
                "subscript slice list tuple dictionary set pair string interpolation "
                "format_specifier format_expression concatenated_string parenthesized_expression "
                "await list_splat dictionary_splat expression_list yield expression_statement "
                "return_statement raise_statement delete_statement with_clause with_item "
                "generic_subscript",
     .steps = "keyword_argument.value assignment.right assignment.left augmented_assignment.right "
              "if_statement.condition for_statement.right with_statement match_statement.subject "
              "as_pattern",
     .last = "assignment.left keyword_argument.name for_statement.left for_statement.body "
             "if_statement.consequence if_statement.alternative match_statement.body "
             "with_statement.body as_pattern.alias type",
     .fixed = "integer float true false none ellipsis string_start string_content string_end "
              "escape_sequence escape_interpolation type_conversion string format_specifier "
              "format_expression pass_statement break_statement continue_statement type "
              "identifier expression_statement block return_statement else_clause elif_clause "
              "if_statement as_pattern_target as_pattern lambda_parameters parameters",
     .operators = "tuple list dictionary set pair parenthesized_expression lambda "
                  "conditional_expression expression_list assignment pattern_list",
     .reads = "attribute subscript slice interpolation concatenated_string binary_operator "
              "unary_operator comparison_operator not_operator boolean_operator "
              "augmented_assignment",
     .targets = "attribute subscript",
     .deferred = "lambda function_definition",
     .fresh = "list dictionary set list_comprehension set_comprehension dictionary_comprehension "
              "generator_expression lambda tuple slice await call",
     .quiet_calls = "len isinstance issubclass callable ord chr"},
    {.grammar = "typescript tsx javascript",
     .lists = "program statement_block switch_case switch_default",
     .through = "call_expression arguments new_expression member_expression subscript_expression "
                "unary_expression parenthesized_expression template_string "
                "template_substitution array object pair computed_property_name spread_element "
                "await_expression yield_expression as_expression satisfies_expression "
                "non_null_expression sequence_expression jsx_element jsx_self_closing_element "
                "jsx_opening_element jsx_attribute jsx_expression expression_statement "
                "lexical_declaration variable_declaration return_statement throw_statement "
                "export_statement",
     .steps = "assignment_expression.right assignment_expression.left "
              "augmented_assignment_expression.right variable_declarator.value "
              "if_statement.condition switch_statement.value for_in_statement.right "
              "for_statement.initializer labeled_statement.body",
     .last = "variable_declarator.name for_in_statement.left for_in_statement.body "
             "for_statement.body for_statement.condition for_statement.increment "
             "if_statement.consequence if_statement.alternative switch_statement.body "
             "labeled_statement.label type_annotation for_in_statement.kind",
     .fixed = "number string true false null undefined this string_fragment escape_sequence "
              "property_identifier optional_chain predefined_type type_identifier regex_pattern "
              "regex_flags jsx_text type_annotation expression_statement statement_block "
              "lexical_declaration variable_declaration variable_declarator return_statement "
              "if_statement else_clause identifier private_property_identifier html_comment "
              "break_statement continue_statement type_arguments generic_type",
     .operators = "binary_expression unary_expression ternary_expression parenthesized_expression "
                  "as_expression satisfies_expression non_null_expression template_substitution "
                  "array object pair computed_property_name regex arrow_function "
                  "function_expression sequence_expression assignment_expression "
                  "augmented_assignment_expression update_expression shorthand_property_identifier",
     .reads = "member_expression subscript_expression template_string spread_element jsx_element "
              "jsx_self_closing_element jsx_opening_element jsx_closing_element jsx_attribute "
              "jsx_expression jsx_fragment",
     .targets = "member_expression subscript_expression array_pattern object_pattern",
     .deferred = "arrow_function function_expression function_declaration generator_function",
     .fresh = "array object regex arrow_function function_expression class new_expression "
              "jsx_element jsx_self_closing_element jsx_fragment await_expression call_expression "
              "generator_function",
     .quiet_calls = ""},
    {.grammar = "cpp",
     .expressions = "binary_expression unary_expression pointer_expression cast_expression "
                    "call_expression subscript_expression field_expression "
                    "parenthesized_expression conditional_expression identifier number_literal "
                    "char_literal",
     .lists = "compound_statement case_statement",
     .through = "unary_expression pointer_expression cast_expression call_expression "
                "argument_list subscript_expression subscript_argument_list field_expression "
                "parenthesized_expression comma_expression initializer_list condition_clause "
                "expression_statement declaration return_statement",
     .steps = "init_declarator.value assignment_expression.right assignment_expression.left "
              "if_statement.condition switch_statement.condition for_statement.initializer",
     .last = "init_declarator.declarator cast_expression.type for_statement.condition "
             "for_statement.update for_statement.body if_statement.consequence "
             "if_statement.alternative switch_statement.body declaration.type",
     .fixed = "number_literal char_literal string_literal string_content escape_sequence character "
              "true false null field_identifier type_identifier primitive_type "
              "sized_type_specifier type_qualifier abstract_pointer_declarator struct_specifier "
              "type_descriptor sizeof_expression identifier expression_statement "
              "compound_statement declaration init_declarator pointer_declarator "
              "return_statement if_statement else_clause condition_clause "
              "storage_class_specifier break_statement continue_statement",
     .operators = "binary_expression unary_expression cast_expression conditional_expression "
                  "parenthesized_expression comma_expression assignment_expression "
                  "update_expression initializer_list concatenated_string",
     .reads = "field_expression subscript_expression subscript_argument_list pointer_expression",
     .targets = "field_expression subscript_expression pointer_expression",
     .deferred = "",
     .fresh = "call_expression",
     .quiet_calls = "",
     .is_unordered = true},
    {.grammar = "go",
     .expressions =
         "binary_expression unary_expression call_expression selector_expression "
         "index_expression slice_expression parenthesized_expression "
         "type_assertion_expression type_conversion_expression composite_literal "
         "func_literal identifier nil true false iota int_literal float_literal rune_literal "
         "interpreted_string_literal raw_string_literal imaginary_literal",
     .lists = "statement_list source_file",
     .through = "unary_expression call_expression argument_list selector_expression "
                "index_expression slice_expression parenthesized_expression "
                "type_assertion_expression type_conversion_expression composite_literal "
                "literal_value keyed_element literal_element expression_list expression_statement "
                "return_statement send_statement inc_statement dec_statement var_declaration "
                "var_spec_list go_statement defer_statement",
     .steps = "short_var_declaration.right assignment_statement.right assignment_statement.left "
              "var_spec.value if_statement.condition if_statement.initializer "
              "expression_switch_statement.value expression_switch_statement.initializer "
              "type_switch_statement.value type_switch_statement.initializer "
              "for_clause.initializer range_clause.right",
     .last = "short_var_declaration.left var_spec.name var_spec.type if_statement.consequence "
             "if_statement.alternative for_clause.condition for_clause.update for_statement.body "
             "range_clause.left composite_literal.type type_assertion_expression.type "
             "type_switch_statement.alias expression_case default_case type_case",
     .fixed = "int_literal float_literal rune_literal interpreted_string_literal "
              "raw_string_literal imaginary_literal interpreted_string_literal_content "
              "raw_string_literal_content escape_sequence true false nil iota field_identifier "
              "type_identifier package_identifier qualified_type pointer_type slice_type "
              "array_type map_type channel_type interface_type identifier expression_list block "
              "statement_list expression_statement return_statement if_statement "
              "short_var_declaration var_declaration var_spec break_statement "
              "continue_statement func_literal",
     .operators = "binary_expression unary_expression parenthesized_expression composite_literal "
                  "literal_value keyed_element literal_element assignment_statement "
                  "inc_statement dec_statement type_conversion_expression",
     .reads = "selector_expression index_expression slice_expression type_assertion_expression",
     .targets = "selector_expression index_expression unary_expression",
     .deferred = "func_literal",
     .fresh = "composite_literal func_literal call_expression",
     .quiet_calls = "len cap int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr "
                    "byte rune float32 float64 string bool"},
};

const sx_variable_language *sx_variable_language_find(sx_str grammar) {
  for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
    if (sx_language_has_word(languages[i].grammar, grammar, false)) return &languages[i];
  return NULL;
}
