(declaration_command "export" @exported)
(function_definition name: (_) @name body: (_) @body) @function
(program (declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @constant)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @variable)
(program (variable_assignment name: (variable_name) @name) @variable)

(command name: (command_name) @callee . argument: [(word) (string) (raw_string) (concatenation)] @import.call)
