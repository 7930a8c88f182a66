(modifiers "public" @exported)
(modifiers "private" @private)
(modifiers "protected" @protected)
(modifiers "static" @static)

(class_declaration name: (_) @name body: (_) @body) @class
(record_declaration name: (_) @name body: (_) @body) @class
(record_declaration parameters: (formal_parameters (formal_parameter name: (_) @name) @field))
(interface_declaration name: (_) @name body: (_) @body) @interface
(annotation_type_declaration name: (_) @name body: (_) @body) @interface
(enum_declaration name: (_) @name body: (_) @body) @enum
(enum_constant name: (_) @name body: (_)? @body) @enum_member
(method_declaration name: (_) @name body: (_) @body) @method
(method_declaration name: (_) @name !body) @method
(annotation_type_element_declaration name: (_) @name) @method
(constructor_declaration name: (_) @name body: (_) @body) @constructor
(compact_constructor_declaration name: (_) @name body: (_) @body) @constructor
(field_declaration declarator: (variable_declarator name: (_) @name)) @field
(constant_declaration declarator: (variable_declarator name: (_) @name)) @constant
(package_declaration [(scoped_identifier) (identifier)] @name) @package
(module_declaration name: (_) @name body: (_) @body) @module

(superclass [(type_identifier) (scoped_type_identifier)] @extends)
(superclass (generic_type . (_) @extends))
(super_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @implements))
(super_interfaces (type_list (generic_type . (_) @implements)))
(extends_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @extends))
(extends_interfaces (type_list (generic_type . (_) @extends)))

(import_declaration [(scoped_identifier) (identifier)] @import.from (asterisk))
(import_declaration [(scoped_identifier) (identifier)] @import)
