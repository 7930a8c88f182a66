(function_declaration "local" @static)
(function_declaration name: [(identifier) (dot_index_expression) (method_index_expression)] @qualified body: (_)? @body) @function
(assignment_statement (variable_list . name: [(identifier) (dot_index_expression)] @qualified .) (expression_list . value: (function_definition body: (_)? @body) .)) @function
(field name: (identifier) @name value: (function_definition body: (_)? @body)) @method
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @variable)
(chunk (variable_declaration (variable_list name: (identifier) @name)) @variable)
(chunk (assignment_statement (variable_list name: [(identifier) (dot_index_expression)] @qualified)) @variable)

(function_call name: (identifier) @callee arguments: (arguments . (string) @import.call))
