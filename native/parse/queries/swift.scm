(visibility_modifier "private" @private)
(visibility_modifier "fileprivate" @private)
(visibility_modifier "public" @exported)
(visibility_modifier "open" @exported)
(property_modifier "static" @static)
(property_modifier "class" @static)

(class_declaration "class" name: (_) @name body: (_) @body) @class
(class_declaration "actor" name: (_) @name body: (_) @body) @class
(class_declaration "struct" name: (_) @name body: (_) @body) @struct
(class_declaration "enum" name: (_) @name body: (_) @body) @enum
(class_declaration "extension" name: (user_type . (type_identifier) @name . ) body: (_) @body) @extension
(class_declaration "extension" name: (user_type . (type_identifier) @name . (type_arguments) . ) body: (_) @body) @extension
(class_declaration "extension" name: (_) @name body: (_) @body) @extension
(protocol_declaration name: (_) @name body: (_) @body) @interface
(enum_entry name: (_) @name) @enum_member
(function_declaration "func" . name: _ @name body: (_) @body) @function
(protocol_function_declaration "func" . name: _ @name) @method
(protocol_function_declaration name: "init" @name) @constructor
(protocol_property_declaration name: (pattern bound_identifier: (_) @name)) @property
(init_declaration "init" @name body: (_)? @body) @constructor
(deinit_declaration "deinit" @name body: (_) @body) @method
(subscript_declaration "subscript" @name) @property
(typealias_declaration name: (type_identifier) @name) @type_alias
(associatedtype_declaration "associatedtype" . (_) @name) @type_alias
(class_body (property_declaration name: (pattern bound_identifier: (_) @name)) @property)
(enum_class_body (property_declaration name: (pattern bound_identifier: (_) @name)) @property)
(source_file (property_declaration name: (pattern bound_identifier: (_) @name)) @variable)
(source_file (property_declaration name: (pattern (pattern (simple_identifier) @name))) @variable)

(inheritance_specifier inherits_from: (user_type (type_identifier) @extends .))
(inheritance_specifier inherits_from: (user_type (type_identifier) @extends . (type_arguments) .))

(import_declaration (identifier) @import)
