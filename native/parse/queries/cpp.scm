(template_declaration (_) @inner) @outer
(friend_declaration (_) @inner) @outer
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
(type_definition declarator: (_) @declarator) @typedef
(alias_declaration name: (_) @name) @type_alias
(concept_definition name: (_) @name) @type_alias
(namespace_definition name: (_) @name body: (_) @body) @namespace
(namespace_alias_definition name: (_) @name) @namespace
(preproc_def name: (_) @name) @macro
(preproc_function_def name: (_) @name @callable) @macro

(function_definition declarator: (_) @declarator body: (_) @body) @function
(function_definition declarator: (_) @declarator !body) @function
(field_declaration declarator: (_) @declarator) @field
(declaration declarator: (_) @declarator) @variable

(base_class_clause (type_identifier) @extends)
(base_class_clause (qualified_identifier name: (type_identifier)) @extends)
(base_class_clause (qualified_identifier name: (qualified_identifier name: (type_identifier))) @extends)
(base_class_clause (qualified_identifier name: (template_type name: (_) @extends)))
(base_class_clause (qualified_identifier name: (qualified_identifier name: (template_type name: (_) @extends))))
(base_class_clause (template_type name: (_) @extends))

(preproc_include path: (string_literal) @import.quoted)
(preproc_include path: (system_lib_string) @import.angled)
