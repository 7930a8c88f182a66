; Keys of the first three levels: what is below is data.
(document (object (pair key: (_) @name value: (_) @body) @key))
(document (object (pair value: (object (pair key: (_) @name value: (_) @body) @key))))
(document (object (pair value: (object (pair value: (object (pair key: (_) @name value: (_) @body) @key))))))
