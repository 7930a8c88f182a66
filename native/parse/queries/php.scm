(visibility_modifier "private" @private)
(visibility_modifier "protected" @protected)
(visibility_modifier "public" @exported)
(static_modifier) @static

(namespace_definition name: (_) @name body: (_)? @body) @namespace
(class_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(trait_declaration name: (_) @name body: (_) @body) @interface
(enum_declaration name: (_) @name body: (_) @body) @enum
(enum_case name: (_) @name) @enum_member
(method_declaration name: (_) @name body: (_)? @body) @method
(function_definition name: (_) @name body: (_) @body) @function
(const_declaration (const_element . (name) @name)) @constant
(function_call_expression function: (name) @callee.function arguments: (arguments . (argument [(string) (encapsed_string . (string_content) .)] @name))) @constant
(property_declaration (property_element name: (variable_name (name) @name))) @property
(property_promotion_parameter name: (variable_name (name) @name)) @property
(program (expression_statement (assignment_expression left: (variable_name (name) @name) right: [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)])) @function)
(program (expression_statement (assignment_expression left: (variable_name (name) @name))) @variable)

(class_declaration (base_clause [(name) (qualified_name)] @extends))
(interface_declaration (base_clause [(name) (qualified_name)] @extends))
(class_interface_clause [(name) (qualified_name)] @implements)
(use_declaration [(name) (qualified_name)] @implements)

(namespace_use_declaration (namespace_use_clause . [(name) (qualified_name)] @import))
(namespace_use_declaration (namespace_use_clause type: _ . [(name) (qualified_name)] @import))
(namespace_use_declaration (namespace_name) @import.from)
(namespace_use_group (namespace_use_clause . [(name) (qualified_name)] @import.name))
[(require_expression (string) @import.call) (require_once_expression (string) @import.call) (include_expression (string) @import.call) (include_once_expression (string) @import.call)]
[(require_expression (binary_expression right: (string) @import.call)) (require_once_expression (binary_expression right: (string) @import.call)) (include_expression (binary_expression right: (string) @import.call)) (include_once_expression (binary_expression right: (string) @import.call))]
