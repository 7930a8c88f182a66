(function_declaration name: (_) @name body: (_)? @body) @function
(method_declaration receiver: (parameter_list (parameter_declaration type: [(type_identifier) @owner (pointer_type (type_identifier) @owner) (generic_type type: (_) @owner) (pointer_type (generic_type type: (_) @owner))])) name: (_) @name body: (_)? @body) @method
(type_declaration . (type_spec name: (_) @name type: (struct_type) @body) .) @struct
(type_declaration . (type_spec name: (_) @name type: (interface_type) @body) .) @interface
(type_declaration . (type_spec name: (_) @name type: (_) @body) .) @type_alias
(type_spec name: (_) @name type: (struct_type) @body) @struct
(type_spec name: (_) @name type: (interface_type) @body) @interface
(type_spec name: (_) @name type: (_) @body) @type_alias
(type_alias name: (_) @name type: (_) @body) @type_alias
(type_alias type: (struct_type (field_declaration_list (field_declaration name: (_) @name) @field)))
(type_alias type: (interface_type (method_elem name: (_) @name) @method))
(type_spec type: (struct_type (field_declaration_list (field_declaration name: (_) @name) @field)))
(type_spec type: (interface_type (method_elem name: (_) @name) @method))
(source_file (const_declaration (const_spec (identifier) @name) @constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @variable)))
(package_clause (package_identifier) @name) @package

(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: [(type_identifier) (qualified_type)] @extends))))
(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: (generic_type type: (_) @extends)))))
(type_spec type: (interface_type (type_elem . [(type_identifier) (qualified_type)] @extends .)))
(import_spec path: (_) @import)
