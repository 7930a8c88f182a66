(variable_declaration "pub" @exported)
(function_declaration "pub" @exported)
(function_declaration "extern" @declaration)

(variable_declaration . "pub"? . ["const" "var"] . (identifier) @name (struct_declaration) @body) @struct
(variable_declaration . "pub"? . ["const" "var"] . (identifier) @name (opaque_declaration) @body) @struct
(variable_declaration . "pub"? . ["const" "var"] . (identifier) @name (enum_declaration) @body) @enum
(variable_declaration . "pub"? . ["const" "var"] . (identifier) @name (error_set_declaration) @body) @enum
(variable_declaration . "pub"? . ["const" "var"] . (identifier) @name (union_declaration) @body) @union
(enum_declaration (container_field name: (identifier) @name) @enum_member)
(error_set_declaration (identifier) @name @enum_member)
(container_field name: (identifier) @name) @field
(function_declaration name: (_) @name body: (_)? @body) @function
(test_declaration "test" @test (string) @name (block) @body) @function
(source_file (variable_declaration "const" . (identifier) @name) @constant)
(source_file (variable_declaration "var" . (identifier) @name) @variable)
([(struct_declaration (variable_declaration "const" . (identifier) @name) @constant) (enum_declaration (variable_declaration "const" . (identifier) @name) @constant) (union_declaration (variable_declaration "const" . (identifier) @name) @constant) (opaque_declaration (variable_declaration "const" . (identifier) @name) @constant)])
([(struct_declaration (variable_declaration "var" . (identifier) @name) @variable) (enum_declaration (variable_declaration "var" . (identifier) @name) @variable) (union_declaration (variable_declaration "var" . (identifier) @name) @variable) (opaque_declaration (variable_declaration "var" . (identifier) @name) @variable)])

(builtin_function (builtin_identifier) @callee (arguments . (string) @import.call))
