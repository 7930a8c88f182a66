((modifier "public") @exported)
((modifier "private") @private)
((modifier "protected") @protected)
((modifier "static") @static)
((modifier "extern") @declaration)

(class_declaration name: (_) @name body: (_)? @body) @class
(struct_declaration name: (_) @name body: (_)? @body) @struct
(record_declaration name: (_) @name body: (_)? @body) @class
(record_declaration (parameter_list (parameter name: (_) @name) @property))
(interface_declaration name: (_) @name body: (_)? @body) @interface
(enum_declaration name: (_) @name body: (_)? @body) @enum
(enum_member_declaration name: (_) @name) @enum_member
(delegate_declaration name: (_) @name) @type_alias
(namespace_declaration name: (_) @name body: (_) @body) @namespace
(file_scoped_namespace_declaration name: (_) @name) @namespace
(method_declaration name: (_) @name body: (_)? @body) @method
(local_function_statement name: (_) @name body: (_)? @body) @function
(constructor_declaration name: (_) @name body: (_)? @body) @constructor
(destructor_declaration "~" name: (_) @name body: (_)? @body) @method
(property_declaration name: (_) @name accessors: (_)? @body value: (_)? @body) @property
(indexer_declaration "this" @name) @property
(event_declaration name: (_) @name) @event
(event_field_declaration (variable_declaration (variable_declarator name: (_) @name))) @event
(operator_declaration operator: _ @name body: (_)? @body) @operator
(conversion_operator_declaration "operator" @name body: (_)? @body) @operator
(field_declaration (variable_declaration (variable_declarator name: (_) @name))) @field

(base_list [(identifier) (qualified_name)] @extends)
(base_list (generic_name . (_) @extends))
(base_list (primary_constructor_base_type type: [(identifier) (qualified_name)] @extends))

(using_directive name: (_) @name) @type_alias
(using_directive !name [(identifier) (qualified_name) (alias_qualified_name)] @import)
(using_directive name: (_) [(identifier) (qualified_name)] @import .)
