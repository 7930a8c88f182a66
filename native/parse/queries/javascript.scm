(export_statement declaration: (_) @inner) @outer
(export_statement "export" @exported)
(method_definition "static" @static)
(method_definition name: (private_property_identifier) @private)
(field_definition "static" @static)
(field_definition property: (private_property_identifier) @private)

(class_declaration name: (_) @name body: (_) @body) @class
(export_statement "default" @name value: (class body: (_) @body)) @class

(function_declaration name: (_) @name body: (_) @body) @function
(generator_function_declaration name: (_) @name body: (_) @body) @function
(export_statement "default" @name value: [(function_expression body: (_) @body) (arrow_function body: (_) @body) (generator_function body: (_) @body)]) @function
(lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)])) @function
(variable_declaration (variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)])) @function
(lexical_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @class
(variable_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @class

(method_definition ["get" "set"] name: (_) @name body: (_) @body) @property
(method_definition name: (_) @name body: (_) @body) @method
(field_definition property: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method
(field_definition property: (_) @name) @property

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

(program (lexical_declaration (variable_declarator value: (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method))))
(program (variable_declaration (variable_declarator value: (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method))))
(program (lexical_declaration (variable_declarator value: (object (pair key: [(property_identifier) (string)] @name) @property))))
(program (variable_declaration (variable_declarator value: (object (pair key: [(property_identifier) (string)] @name) @property))))
(program (export_statement (lexical_declaration (variable_declarator value: (object (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method)))))
(program (export_statement (lexical_declaration (variable_declarator value: (object (pair key: [(property_identifier) (string)] @name) @property)))))
(program (expression_statement (assignment_expression left: (member_expression) @qualified right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)])) @function)
(program (expression_statement (assignment_expression left: (member_expression) @qualified right: (class body: (_) @body))) @class)

(class_heritage (_) @extends)

(import_statement source: (string) @import)
(export_statement source: (string) @import.reexport)
(call_expression function: [(identifier) (import)] @callee arguments: (arguments . (string) @import.call))

(call_expression function: (identifier) @callee.test @test arguments: (arguments . (string) @name . [(arrow_function body: (_) @body) (function_expression body: (_) @body)])) @function
