"""The imports of all files below a folder, as Python's own path finder resolves them: JSON {file: [[line, row]]}.

A row is `f PATH`, `e NAME` for what is outside of the folder, or `m` where its first part is there and the rest is not.
"""

import ast
import importlib.machinery
import json
import os
import sys

top = os.path.realpath(sys.argv[1])
find = importlib.machinery.PathFinder.find_spec


def locate(name, path):
    """The spec of a dotted name from some folders on, and how many of its parts are modules."""
    spec, full = None, ""
    for count, part in enumerate(name.split(".")):
        full = f"{full}.{part}" if full else part
        spec = find(full, path) if path is not None else None
        if spec is None:
            return None, count
        path = spec.submodule_search_locations
        path = list(path) if path is not None else None
    return spec, len(name.split("."))


def row_of(module, name, path, is_relative):
    for full in ([f"{module}.{name}" if module else name, module] if name else [module]):
        spec, count = locate(full, path) if full else (None, 0)
        if spec and spec.origin and spec.has_location:
            return f"f {os.path.relpath(spec.origin, top)}"
    init = os.path.join(path[0], "__init__.py")
    if is_relative and not module and os.path.exists(init):
        return f"f {os.path.relpath(init, top)}"
    first = (module or name).split(".")[0]
    if spec:
        return None  # a namespace alone
    if is_relative or (find(first, path) and first not in sys.stdlib_module_names):
        return f"m {module or name}"
    return f"e {first}"


def imports(file):
    with open(file, "rb") as source:
        tree = ast.parse(source.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, row_of(alias.name, None, [top], False)
        elif isinstance(node, ast.ImportFrom):
            folder = top
            if node.level:
                folder = os.path.dirname(file)
                for _ in range(node.level - 1):
                    folder = os.path.dirname(folder)
            for alias in node.names:
                # In parentheses each name counts with its own line.
                line = alias.lineno if node.end_lineno > node.lineno else node.lineno
                name = None if alias.name == "*" else alias.name
                yield (line, node.lineno), row_of(node.module or "", name, [folder], node.level > 0)


found = {}
for folder, _, names in os.walk(top):
    for name in sorted(names):
        path = os.path.join(folder, name)
        if name.endswith(".py"):
            try:
                rows = [[line if isinstance(line, int) else list(line), row] for line, row in imports(path) if row]
            except SyntaxError:
                continue
            found[os.path.relpath(path, top)] = rows
json.dump(found, sys.stdout)
