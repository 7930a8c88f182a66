"""Prints for each file that is named in the list on standard input what its classes have as bases: "line class base"."""
import ast
import json
import sys


def name_of(node):
    """The dotted name of a base, without type arguments; of a call or an expression None."""
    if isinstance(node, ast.Subscript):
        node = node.value
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None


rows = {}
for path in json.load(sys.stdin):
    with open(path, "rb") as file:
        try:
            tree = ast.parse(file.read())
        except (SyntaxError, ValueError):
            continue
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    rows[path] = [
        f"{min([node.lineno] + [one.lineno for one in node.decorator_list])} {node.name} {name_of(base)}"
        for node in classes
        for base in node.bases
        if name_of(base)
    ]
print(json.dumps(rows))
