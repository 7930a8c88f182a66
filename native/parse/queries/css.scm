(rule_set (selectors) @name (block) @body) @class
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @class

(import_statement (string_value) @import)
(import_statement (call_expression (arguments (string_value) @import)))
