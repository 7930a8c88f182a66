(visibility_modifier "private" @private)
(visibility_modifier "protected" @protected)
(visibility_modifier "public" @exported)

(package_header (qualified_identifier) @name) @package
(class_declaration "interface" name: (_) @name (class_body)? @body) @interface
(class_declaration (modifiers (class_modifier "enum")) name: (_) @name (enum_class_body)? @body) @enum
; An annotation without a body, as the grammar takes it.
(infix_expression . (identifier) . (identifier) @callee.module . [(identifier) @name (call_expression . (identifier) @name)] .) @class
(class_declaration name: (_) @name [(class_body) (enum_class_body)]? @body) @class
(class_declaration (primary_constructor (class_parameters (class_parameter ["val" "var"] . (identifier) @name) @property)))
(object_declaration name: (_) @name (class_body)? @body) @object
(companion_object name: (_) @name (class_body)? @body) @object
(enum_entry . (identifier) @name (class_body)? @body) @enum_member
(enum_entry (modifiers) . (identifier) @name (class_body)? @body) @enum_member
(function_declaration . (modifiers)? . "fun" . (type_parameters)? . (user_type . (identifier) @owner) . name: (_) @name (function_body)? @body) @function
(function_declaration name: (_) @name (function_body)? @body) @function
(secondary_constructor "constructor" @name (block)? @body) @constructor
(property_declaration (modifiers (property_modifier "const")) (variable_declaration . (identifier) @name)) @constant
(source_file (property_declaration (variable_declaration . (identifier) @name)) @variable)
(source_file (property_declaration (multi_variable_declaration (variable_declaration . (identifier) @name))) @variable)
(class_body (property_declaration (variable_declaration . (identifier) @name)) @property)
(enum_class_body (property_declaration (variable_declaration . (identifier) @name)) @property)
(type_alias type: (identifier) @name) @type_alias

(delegation_specifier (user_type . (identifier) @implements .))
(delegation_specifier (user_type . (identifier) @implements . (type_arguments)))
(delegation_specifier (explicit_delegation (user_type . (identifier) @implements .)))
(delegation_specifier (explicit_delegation (user_type . (identifier) @implements . (type_arguments))))
(delegation_specifier (constructor_invocation (user_type . (identifier) @extends)))

(import (qualified_identifier) @import.from "*")
(import (qualified_identifier) @import)
