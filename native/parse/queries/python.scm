(decorated_definition definition: (_) @inner) @outer

(class_definition name: (_) @name body: (_) @body) @class
(function_definition name: (_) @name body: (_) @body) @function
(type_alias_statement left: (type (identifier) @name)) @type_alias
(type_alias_statement left: (type (generic_type . (identifier) @name))) @type_alias

(module (expression_statement (assignment left: (identifier) @name)) @variable)
(module (expression_statement (assignment left: (pattern_list (identifier) @name))) @variable)
(module (expression_statement (assignment right: (assignment left: (identifier) @name))) @variable)
(module (if_statement (block (expression_statement (assignment left: (identifier) @name)) @variable)))
(module (if_statement (else_clause (block (expression_statement (assignment left: (identifier) @name)) @variable))))
(module (try_statement (block (expression_statement (assignment left: (identifier) @name)) @variable)))
(module (try_statement (except_clause (block (expression_statement (assignment left: (identifier) @name)) @variable))))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name)) @variable))
(class_definition body: (block (expression_statement (assignment right: (assignment left: (identifier) @name))) @variable))
(class_definition body: (block (expression_statement (assignment left: (pattern_list (identifier) @name))) @variable))

(class_definition superclasses: (argument_list [(identifier) (attribute)] @extends))
(class_definition superclasses: (argument_list (subscript value: (_) @extends)))

(import_statement name: (dotted_name) @import)
(import_statement name: (aliased_import name: (_) @import))
(import_from_statement module_name: (_) @import.from)
(import_from_statement name: (dotted_name) @import.name)
(import_from_statement name: (aliased_import name: (_) @import.name))
(import_from_statement (wildcard_import) @import.name)
(future_import_statement "__future__" @import.from)
(future_import_statement name: (dotted_name) @import.name)
