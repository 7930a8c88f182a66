(comment) @comment
(unary_operator operator: "@" operand: (call target: (identifier) @callee.attribute)) @attribute

(call target: (identifier) @callee.module (arguments . (alias) @name) (do_block) @body) @module
(call target: (identifier) @callee.function (arguments . [(identifier) @name (call target: (identifier) @name) (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")]) (do_block)? @body) @function
(call target: (identifier) @callee.private @private (arguments . [(identifier) @name (call target: (identifier) @name) (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")]) (do_block)? @body) @function
(call target: (identifier) @callee.function (arguments . [(binary_operator left: _ operator: ["+" "-" "*" "/" "**" "++" "--" "<>" "==" "!=" "===" "!==" "=~" "<" ">" "<=" ">=" "&&" "||" "and" "or" "in" "|>" "<<<" ">>>" "&&&" "|||" "~>" "<~" "~>>" "<<~" "<~>" ".."] @name right: _) (binary_operator left: (binary_operator left: _ operator: ["+" "-" "*" "/" "**" "++" "--" "<>" "==" "!=" "===" "!==" "=~" "<" ">" "<=" ">=" "&&" "||" "and" "or" "in" "|>" "<<<" ">>>" "&&&" "|||" "~>" "<~" "~>>" "<<~" "<~>" ".."] @name right: _) operator: "when")]) (do_block)? @body) @function
(unary_operator operator: "@" operand: (call target: (identifier) @callee.type (arguments . (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")))) @type_alias
(unary_operator operator: "@" operand: (call target: (identifier) @callee.callback (arguments . [(binary_operator left: (call target: (identifier) @name) operator: "::") (binary_operator left: (binary_operator left: (call target: (identifier) @name) operator: "::") operator: "when")]))) @function @declaration
(call target: (identifier) @callee.test @test (arguments . (string) @name) (do_block) @body) @function

(call target: (identifier) @callee (arguments . [(alias) (dot)] @import))
