[(line_comment) (block_comment)] @comment
(attribute_item) @attribute
(visibility_modifier) @exported

(struct_item name: (_) @name body: (_)? @body) @struct
(union_item name: (_) @name body: (_) @body) @union
(enum_item name: (_) @name body: (_) @body) @enum
(enum_variant name: (_) @name body: (_)? @body) @enum_member
(field_declaration name: (_) @name) @field
(trait_item name: (_) @name body: (_) @body) @interface
(impl_item type: [(type_identifier) (primitive_type)] @name body: (_) @body) @extension
(impl_item type: (generic_type type: (type_identifier) @name) body: (_) @body) @extension
(impl_item type: (generic_type type: (scoped_type_identifier name: (_) @name)) body: (_) @body) @extension
(impl_item type: (scoped_type_identifier name: (_) @name) body: (_) @body) @extension
(impl_item type: (reference_type type: [(type_identifier) (primitive_type)] @name) body: (_) @body) @extension
(impl_item type: (reference_type type: (generic_type type: (type_identifier) @name)) body: (_) @body) @extension
(impl_item type: (reference_type type: (generic_type type: (scoped_type_identifier name: (_) @name))) body: (_) @body) @extension
(impl_item type: (reference_type type: (scoped_type_identifier name: (_) @name)) body: (_) @body) @extension
(impl_item type: (reference_type type: [(dynamic_type) (tuple_type) (array_type) (reference_type) (pointer_type) (function_type) (unit_type) (never_type)] @name) body: (_) @body) @extension
(impl_item type: [(dynamic_type) (tuple_type) (array_type) (pointer_type) (function_type) (unit_type) (never_type) (abstract_type)] @name body: (_) @body) @extension
(mod_item name: (_) @name body: (_) @body) @module
(mod_item name: (_) @name @declaration !body) @module
(function_item name: (_) @name body: (_) @body) @function
(function_signature_item name: (_) @name @declaration) @function
(const_item name: (_) @name) @constant
(static_item name: (_) @name) @variable
(type_item name: (_) @name) @type_alias
(associated_type name: (_) @name) @type_alias
(macro_definition name: (_) @name) @macro

; bitflags! { struct A: u8 { … } } and lazy_static! { static ref B: C = …; }, which no grammar takes.
(macro_invocation macro: [(identifier) @callee.type (scoped_identifier name: (_) @callee.type)] (token_tree "struct" . (identifier) @name @struct . ":"))
(macro_invocation macro: [(identifier) @callee.attribute (scoped_identifier name: (_) @callee.attribute)] (token_tree "static" . (identifier) . (identifier) @name @variable . ":"))

; What cfg_rt! { … } and cfg_if! { if … { … } else { … } } are given.
(source_file (macro_invocation (token_tree) @again))
(source_file (expression_statement (macro_invocation (token_tree) @again)))
(declaration_list (macro_invocation (token_tree) @again))
(source_file (macro_invocation (token_tree (token_tree) @again)))
(source_file (expression_statement (macro_invocation (token_tree (token_tree) @again))))
(declaration_list (macro_invocation (token_tree (token_tree) @again)))

(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier)] @extends))
(trait_item bounds: (trait_bounds (generic_type type: (_) @extends)))
(impl_item trait: [(type_identifier) (scoped_type_identifier)] @implements)
(impl_item trait: (generic_type type: (_) @implements))

(use_declaration argument: (_) @import)
(extern_crate_declaration name: (_) @import)
(mod_item name: (_) @import.part !body)
