"""What Python's own parser says of the files below a folder, as JSON: declarations and classes.

Lines are 1-based, of the name. A class has the bases that its module's imports and its own
classes lead to: `file:line` where the folder declares them, else the name as it is written.
"""

import ast
import json
import pathlib
import sys


def name_line(node, lines):
    """The decorators of a definition stand above its name."""
    for row in range(node.lineno - 1, min(node.lineno + 40, len(lines))):
        text = lines[row].lstrip()
        if text.startswith(("def ", "class ", "async def ")):
            return row + 1
    return node.lineno


class Reader(ast.NodeVisitor):
    def __init__(self, module, file, text):
        self.module, self.file, self.lines = module, file, text.split("\n")
        self.declared, self.classes, self.imports, self.aliases = [], {}, {}, {}
        self.scopes = []

    def add(self, name, kinds, line):
        is_local = any(scope == "function" for scope in self.scopes)
        if self.scopes and self.scopes[-1] == "class":
            is_local = False
        self.declared.append(
            {"name": name, "kinds": kinds, "file": self.file, "line": line, "isLocal": is_local})

    def inside(self, node, scope):
        self.scopes.append(scope)
        self.generic_visit(node)
        self.scopes.pop()

    def visit_FunctionDef(self, node):
        in_class = bool(self.scopes) and self.scopes[-1] == "class"
        kinds = ["Method", "Property", "Constructor"] if in_class else ["Function"]
        self.add(node.name, kinds, name_line(node, self.lines))
        self.inside(node, "function")

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        line = name_line(node, self.lines)
        self.add(node.name, ["Class"], line)
        if not self.scopes:
            self.classes[node.name] = (line, [ast.unparse(base) for base in node.bases])
        self.inside(node, "class")

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Store):
            self.add(node.id, ["Variable", "Constant", "Class"], node.lineno)

    def visit_Attribute(self, node):
        # `self.log = []` declares an attribute of the class that the method is in.
        if isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            self.declared.append({"name": node.attr, "kinds": ["Variable", "Constant", "Property", "Field"],
                                  "file": self.file, "line": node.lineno, "isLocal": True})
        self.generic_visit(node)

    def visit_Assign(self, node):
        self.generic_visit(node)
        for target in node.targets:
            if not isinstance(target, ast.Name):
                continue
            if target.id == "__slots__":
                self.add_slots(node.value)
            if not self.scopes and isinstance(node.value, (ast.Name, ast.Attribute)):
                self.aliases[target.id] = ast.unparse(node.value)

    def add_slots(self, value):
        for one in ast.walk(value):
            if isinstance(one, ast.Constant) and isinstance(one.value, str):
                self.declared.append({"name": one.value, "kinds": ["Variable"], "file": self.file,
                                      "line": one.lineno, "isLocal": True})

    def visit_ExceptHandler(self, node):
        if node.name:
            self.add(node.name, ["Variable"], node.lineno)
        self.generic_visit(node)

    def visit_Import(self, node):
        for one in node.names:
            self.imports[one.asname or one.name] = (one.name, None)

    def visit_ImportFrom(self, node):
        package = self.module.split(".")
        if not self.file.endswith("__init__.py"):
            package = package[:-1]
        base = package[: len(package) - node.level + 1] if node.level else []
        whole = ".".join(base + ([node.module] if node.module else []))
        for one in node.names:
            self.imports[one.asname or one.name] = (whole, one.name)


def module_of(path):
    parts = list(path.with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def find(modules, module, name, depth=0):
    """`file:line` of a class that `name` means in `module`, or None."""
    reader = modules.get(module)
    if not reader or depth > 5:
        return None
    head, _, rest = name.partition(".")
    if not rest and head in reader.classes:
        return f"{reader.file}:{reader.classes[head][0]}"
    if not rest and head in reader.aliases:
        return find(modules, module, reader.aliases[head], depth + 1)
    if head not in reader.imports:
        return None
    whole, member = reader.imports[head]
    if member and f"{whole}.{member}" in modules:
        whole, member = f"{whole}.{member}", None
    wanted = ".".join(part for part in (member, rest) if part)
    return find(modules, whole, wanted, depth + 1) if wanted else None


def main(folder):
    modules, declared, types = {}, [], []
    for path in sorted(pathlib.Path(folder).rglob("*.py")):
        own = path.relative_to(folder)
        reader = Reader(module_of(own), str(own), path.read_text())
        reader.visit(ast.parse(path.read_text()))
        modules[reader.module] = reader
        declared += reader.declared
    for name, reader in modules.items():
        for own, (line, bases) in reader.classes.items():
            above = [find(modules, name, base) or base for base in bases]
            types.append({"key": f"{reader.file}:{line}", "name": own, "kind": "Class", "above": above})
    json.dump({"declared": declared, "types": types}, sys.stdout)


main(sys.argv[1])
