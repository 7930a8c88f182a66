; TypeScript and TSX.

(export_statement declaration: (_) @inner) @outer
(ambient_declaration (_) @inner) @outer
(export_statement "export" @exported)
(ambient_declaration "declare" @declaration)
(accessibility_modifier "private" @private)
(accessibility_modifier "protected" @protected)
(method_definition "static" @static)
(method_definition name: (private_property_identifier) @private)
(public_field_definition "static" @static)
(public_field_definition name: (private_property_identifier) @private)
(method_signature "static" @static)

(class_declaration name: (_) @name body: (_) @body) @class
(abstract_class_declaration name: (_) @name body: (_) @body) @class
(export_statement "default" @name value: (class body: (_) @body)) @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(enum_declaration name: (_) @name body: (_) @body) @enum
(enum_body name: (_) @name @enum_member)
(enum_body (enum_assignment name: (_) @name) @enum_member)
(type_alias_declaration name: (_) @name value: (_) @body) @type_alias
(internal_module name: (_) @name body: (_)? @body) @namespace
(expression_statement (internal_module) @inner) @outer
(module name: (string) @name body: (_)? @body) @module
(module name: [(identifier) (nested_identifier)] @name body: (_)? @body) @namespace

(function_declaration name: (_) @name body: (_) @body) @function
(generator_function_declaration name: (_) @name body: (_) @body) @function
(function_signature "function" @declaration name: (_) @name) @function
(export_statement "default" @name value: [(function_expression body: (_) @body) (arrow_function body: (_) @body) (generator_function body: (_) @body)]) @function
(lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)])) @function
(variable_declaration (variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)])) @function
(lexical_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @class
(variable_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @class

(method_definition ["get" "set"] name: (_) @name body: (_) @body) @property
(method_definition name: (_) @name body: (_) @body) @method
(class_body (method_signature name: (_) @name) @method)
(abstract_method_signature name: (_) @name) @method
(interface_body (method_signature name: (_) @name) @method)
(interface_body (property_signature name: (_) @name) @property)
(type_alias_declaration value: (object_type (method_signature name: (_) @name) @method))
(type_alias_declaration value: (object_type (property_signature name: (_) @name) @property))
(public_field_definition name: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method
(public_field_definition name: (_) @name) @property
(method_definition name: (property_identifier) parameters: (formal_parameters (required_parameter (accessibility_modifier) pattern: (identifier) @name) @property))
(method_definition name: (property_identifier) parameters: (formal_parameters (required_parameter "readonly" pattern: (identifier) @name) @property))
(method_definition name: (property_identifier) parameters: (formal_parameters (optional_parameter (accessibility_modifier) pattern: (identifier) @name) @property))

(program (lexical_declaration "const" (variable_declarator name: (identifier) @name)) @constant)
(program (lexical_declaration (variable_declarator name: (identifier) @name)) @variable)
(program (variable_declaration (variable_declarator name: (identifier) @name)) @variable)
(program (export_statement (lexical_declaration "const" (variable_declarator name: (identifier) @name)) @constant))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name)) @variable))
(program (export_statement (variable_declaration (variable_declarator name: (identifier) @name)) @variable))
(program (lexical_declaration (variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name))) @variable)
(program (lexical_declaration (variable_declarator name: (object_pattern (pair_pattern value: (identifier) @name)))) @variable)
(program (lexical_declaration (variable_declarator name: (array_pattern (identifier) @name))) @variable)
(program (export_statement (lexical_declaration (variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name))) @variable))
(program (export_statement (lexical_declaration (variable_declarator name: (object_pattern (pair_pattern value: (identifier) @name)))) @variable))
(program (export_statement (lexical_declaration (variable_declarator name: (array_pattern (identifier) @name))) @variable))
(ambient_declaration (lexical_declaration "const" (variable_declarator name: (identifier) @name)) @constant)
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name)) @variable)
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name)) @variable)
(ambient_declaration "global" @name (statement_block) @body) @module
(ambient_declaration "global" (statement_block (lexical_declaration (variable_declarator name: (identifier) @name)) @variable))
(ambient_declaration "global" (statement_block (variable_declaration (variable_declarator name: (identifier) @name)) @variable))
(internal_module body: (statement_block [(lexical_declaration (variable_declarator name: (identifier) @name)) (variable_declaration (variable_declarator name: (identifier) @name))] @variable))
(internal_module body: (statement_block (export_statement [(lexical_declaration (variable_declarator name: (identifier) @name)) (variable_declaration (variable_declarator name: (identifier) @name))] @variable)))
(module body: (statement_block [(lexical_declaration (variable_declarator name: (identifier) @name)) (variable_declaration (variable_declarator name: (identifier) @name))] @variable))
(module body: (statement_block (export_statement [(lexical_declaration (variable_declarator name: (identifier) @name)) (variable_declaration (variable_declarator name: (identifier) @name))] @variable)))

(program (lexical_declaration (variable_declarator value: (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method))))
(program (variable_declaration (variable_declarator value: (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method))))
(program (lexical_declaration (variable_declarator value: (object (pair key: [(property_identifier) (string)] @name) @property))))
(program (variable_declaration (variable_declarator value: (object (pair key: [(property_identifier) (string)] @name) @property))))
(program (export_statement (lexical_declaration (variable_declarator value: (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method)))))
(program (export_statement (lexical_declaration (variable_declarator value: (object (pair key: [(property_identifier) (string)] @name) @property)))))
(program (expression_statement (assignment_expression left: (member_expression) @qualified right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)])) @function)
(program (expression_statement (assignment_expression left: (member_expression) @qualified right: (class body: (_) @body))) @class)

(class_heritage (extends_clause value: (_) @extends))
(class_heritage (implements_clause [(type_identifier) (nested_type_identifier)] @implements))
(class_heritage (implements_clause (generic_type name: (_) @implements)))
(extends_type_clause type: [(type_identifier) (nested_type_identifier)] @extends)
(extends_type_clause type: (generic_type name: (_) @extends))

(import_statement "type" source: (string) @import.types)
(import_statement source: (string) @import)
(import_statement (import_require_clause source: (string) @import.call))
(export_statement source: (string) @import.reexport)
(call_expression function: [(identifier) (import)] @callee arguments: (arguments . (string) @import.call))

(call_expression function: (identifier) @callee.test @test arguments: (arguments . (string) @name . [(arrow_function body: (_) @body) (function_expression body: (_) @body)])) @function
