"""Prints for each file that is named in the list on standard input its classes and functions: "file:line name"."""
import ast
import json
import sys

rows = {}
for path in json.load(sys.stdin):
    with open(path, "rb") as file:
        try:
            tree = ast.parse(file.read())
        except (SyntaxError, ValueError):
            continue
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    found = [node for node in ast.walk(tree) if isinstance(node, kinds)]
    rows[path] = [f"{min([node.lineno] + [one.lineno for one in node.decorator_list])} {node.name}" for node in found]
print(json.dumps(rows))
