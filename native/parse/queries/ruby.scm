(module name: [(constant) (scope_resolution)] @qualified body: (_)? @body) @module
(class name: [(constant) (scope_resolution)] @qualified body: (_)? @body) @class
(method name: (_) @name body: (_)? @body) @method
(singleton_method object: (self) @static name: (_) @name body: (_)? @body) @method
(singleton_method object: (constant) @owner @static name: (_) @name body: (_)? @body) @method
(singleton_method object: (_) name: (_) @name body: (_)? @body) @method
(alias name: [(identifier) (constant) (operator) (setter) (simple_symbol)] @name) @method
(call !receiver method: (identifier) @callee.function arguments: (argument_list . [(simple_symbol) (string)] @name)) @method
(assignment left: (constant) @name right: (call receiver: (constant) @callee.type method: (identifier) @callee.module block: (_) @body)) @class
(assignment left: (constant) @name) @constant

(superclass [(constant) (scope_resolution)] @extends)

(call method: (identifier) @callee.mixin arguments: (argument_list [(constant) (scope_resolution)] @implements))
(call method: (identifier) @callee.property arguments: (argument_list [(simple_symbol) (string)] @name @property))

(call method: (identifier) @callee arguments: (argument_list . (string) @import.call))
(call method: (identifier) @callee arguments: (argument_list . (simple_symbol) . (string) @import.call))

(call !receiver method: (identifier) @callee.test @test arguments: (argument_list . [(string) (constant) (scope_resolution)] @name) block: (_) @body) @function
