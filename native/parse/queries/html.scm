; Elements with an id.
(element (start_tag (attribute (attribute_name) @callee.property (quoted_attribute_value (attribute_value) @name)))) @field
(element (self_closing_tag (attribute (attribute_name) @callee.property (quoted_attribute_value (attribute_value) @name)))) @field

(script_element (start_tag (attribute (attribute_name) @callee (quoted_attribute_value (attribute_value) @import))))
(element (start_tag (tag_name) @callee.module (attribute (attribute_name) @callee (quoted_attribute_value (attribute_value) @import))))
