(template_declaration (_) @inner) @outer
(linkage_specification body: (declaration) @inner) @outer
(linkage_specification body: (function_definition) @inner) @outer
(storage_class_specifier "static" @static)
(storage_class_specifier "extern" @declaration)

(class_specifier name: [(type_identifier) @name (template_type name: (_) @name) (qualified_identifier) @qualified] body: (_) @body) @class
(struct_specifier name: [(type_identifier) @name (template_type name: (_) @name) (qualified_identifier) @qualified] body: (_) @body) @struct
(union_specifier name: (_) @name body: (_) @body) @union
(enum_specifier name: (_) @name body: (_) @body) @enum
(enumerator name: (_) @name) @enum_member
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @union
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @enum
(type_definition declarator: [(type_identifier) @name (pointer_declarator (type_identifier) @name) (array_declarator (type_identifier) @name) (function_declarator (parenthesized_declarator (pointer_declarator (type_identifier) @name))) (pointer_declarator (function_declarator (parenthesized_declarator (pointer_declarator (type_identifier) @name))))]) @typedef
(alias_declaration name: (_) @name) @type_alias
(concept_definition name: (_) @name) @type_alias
(namespace_definition name: (_) @name body: (_) @body) @namespace
(namespace_alias_definition name: (_) @name) @namespace
(preproc_def name: (_) @name) @macro
(preproc_function_def name: (_) @name @callable) @macro

(function_definition declarator: [
  (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name) (qualified_identifier) (template_function)] @qualified)
  (pointer_declarator [(function_declarator declarator: [(identifier) (field_identifier) (operator_name) (qualified_identifier)] @qualified) (pointer_declarator (function_declarator declarator: [(identifier) (field_identifier) (operator_name) (qualified_identifier)] @qualified))])
  (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (operator_name) (qualified_identifier)] @qualified))
  (operator_cast) @qualified
  (qualified_identifier name: (operator_cast)) @qualified] body: (_) @body) @function
(function_definition declarator: [
  (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name) (qualified_identifier) (template_function)] @qualified)
  (pointer_declarator (function_declarator declarator: [(identifier) (field_identifier) (operator_name) (qualified_identifier)] @qualified))
  (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (operator_name) (qualified_identifier)] @qualified))] !body) @function

(field_declaration declarator: [
  (function_declarator declarator: [(field_identifier) (operator_name) (destructor_name)] @name) @declaration
  (pointer_declarator (function_declarator declarator: [(field_identifier) (operator_name)] @name) @declaration)
  (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)] @name) @declaration)
  (pointer_declarator (pointer_declarator (function_declarator declarator: [(field_identifier) (operator_name)] @name) @declaration))]) @method
(declaration declarator: [
  (function_declarator declarator: [(identifier) (operator_name) (destructor_name) (qualified_identifier)] @qualified) @declaration
  (pointer_declarator (function_declarator declarator: [(identifier) (operator_name) (qualified_identifier)] @qualified) @declaration)
  (reference_declarator (function_declarator declarator: [(identifier) (operator_name) (qualified_identifier)] @qualified) @declaration)
  (operator_cast) @qualified @declaration]) @function

(field_declaration declarator: [
  (field_identifier) @name
  (pointer_declarator [(field_identifier) @name (pointer_declarator (field_identifier) @name)])
  (reference_declarator (field_identifier) @name)
  (array_declarator (field_identifier) @name)
  (array_declarator (array_declarator (field_identifier) @name))
  (pointer_declarator (array_declarator (field_identifier) @name))
  (function_declarator (parenthesized_declarator (pointer_declarator (field_identifier) @name)))
  (pointer_declarator (function_declarator (parenthesized_declarator (pointer_declarator (field_identifier) @name))))]) @field
(declaration declarator: [
  (identifier) @name
  (init_declarator declarator: (identifier) @name)
  (qualified_identifier) @qualified
  (array_declarator (qualified_identifier) @qualified)
  (pointer_declarator (qualified_identifier) @qualified)
  (init_declarator declarator: [(qualified_identifier) @qualified (pointer_declarator (qualified_identifier) @qualified) (reference_declarator (qualified_identifier) @qualified) (array_declarator (qualified_identifier) @qualified)])
  (init_declarator declarator: [(pointer_declarator (identifier) @name) (reference_declarator (identifier) @name) (array_declarator (identifier) @name) (pointer_declarator (pointer_declarator (identifier) @name))])
  (pointer_declarator [(identifier) @name (pointer_declarator (identifier) @name)])
  (reference_declarator (identifier) @name)
  (array_declarator [(identifier) @name (array_declarator (identifier) @name)])
  (function_declarator (parenthesized_declarator (pointer_declarator (identifier) @name)))]) @variable

(base_class_clause [(type_identifier) (qualified_identifier)] @extends)
(base_class_clause (template_type name: (_) @extends))

(preproc_include path: (string_literal) @import.quoted)
(preproc_include path: (system_lib_string) @import.angled)
