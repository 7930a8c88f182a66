(access_modifier "private" @private)
(access_modifier "protected" @protected)

(package_clause name: (_) @name body: (_)? @body) @package
(package_object name: (_) @name body: (_)? @body) @package
(class_definition name: (_) @name body: (_)? @body) @class
(class_definition class_parameters: (class_parameters (class_parameter ["val" "var"] name: (_) @name) @property))
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (_) @name) @property))
(object_definition name: (_) @name body: (_)? @body) @object
(trait_definition name: (_) @name body: (_)? @body) @interface
(enum_definition name: (_) @name body: (_)? @body) @enum
(simple_enum_case name: (_) @name) @enum_member
(full_enum_case name: (_) @name) @enum_member
(function_definition name: (_) @name body: (_)? @body) @function
(function_declaration name: (_) @name) @function
(type_definition name: (_) @name) @type_alias
(given_definition name: (_) @name) @variable
(template_body [(val_definition pattern: (identifier) @name) (var_definition pattern: (identifier) @name)] @property)
(template_body [(val_declaration name: (identifier) @name) (var_declaration name: (identifier) @name)] @property)
(template_body (val_definition pattern: (tuple_pattern (identifier) @name)) @property)
(compilation_unit [(val_definition pattern: (identifier) @name) (var_definition pattern: (identifier) @name)] @variable)

(extends_clause [(type_identifier) (stable_type_identifier)] @extends)
(extends_clause (generic_type type: (_) @extends))
(extends_clause (compound_type [(type_identifier) (stable_type_identifier)] @extends))
(extends_clause (compound_type (generic_type type: (_) @extends)))

(import_declaration) @import
