(comment) @doc
(unary_operator operator: "@") @attribute

(call target: (identifier) @callee.module (arguments . (alias) @name) (do_block) @body) @module
(call target: (identifier) @callee.function (arguments . [(identifier) @name (call target: (identifier) @name) (binary_operator left: (call target: (identifier) @name)) (binary_operator left: (identifier) @name)]) (do_block)? @body) @function
(call target: (identifier) @callee.private @private (arguments . [(identifier) @name (call target: (identifier) @name) (binary_operator left: (call target: (identifier) @name)) (binary_operator left: (identifier) @name)]) (do_block)? @body) @function
(call target: (identifier) @callee.test @test (arguments . (string) @name) (do_block) @body) @function

(call target: (identifier) @callee (arguments . [(alias) (dot)] @import))
