(section . (atx_heading heading_content: (inline) @name)) @heading
(setext_heading heading_content: (paragraph (inline) @name)) @heading
