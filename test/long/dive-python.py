"""What deep_dive must say of the Python files below a folder, by Python's own parser, as JSON.

Of functions and classes only those whose names the folder declares once. A call of such a name that the rules of
scopes lead to it is sure; any other call by the name is possible. Lines are 1-based, of the name.
"""

import ast
import functools
import json
import pathlib
import sys
from collections import Counter

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def name_line(node, lines):
    """The decorators of a definition stand above its name."""
    for row in range(node.lineno - 1, min(node.lineno + 40, len(lines))):
        if lines[row].lstrip().startswith(("def ", "class ", "async def ")):
            return row + 1
    return node.lineno


def last_name(node):
    """The name that an expression ends with, and its line."""
    if isinstance(node, ast.Name):
        return node.id, node.lineno
    if isinstance(node, ast.Attribute):
        return node.attr, node.end_lineno
    return None, None


def targets(node):
    """The names that an assignment, or what is like one, binds, with their lines."""
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
            yield one.id, one.lineno


def blocks(node):
    """The statements of a body, also those in its ifs, tries, loops and withs."""
    for one in node.body:
        yield one
        for part in ("body", "orelse", "finalbody"):
            if not isinstance(one, (*FUNCTIONS, ast.ClassDef)):
                yield from blocks(ast.Module(getattr(one, part, []), []))
        for handler in getattr(one, "handlers", []):
            yield from blocks(handler)


def bound(node):
    """What the statements of a module or a class bind: (name, line, is_function)."""
    for one in blocks(node):
        if isinstance(one, FUNCTIONS):
            yield one.name, one, True
        elif isinstance(one, ast.ClassDef):
            yield one.name, one, False
        elif isinstance(one, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            for target in one.targets if isinstance(one, ast.Assign) else [one.target]:
                for name, line in targets(target):
                    yield name, line, False
        elif isinstance(one, (ast.For, ast.AsyncFor)):
            for name, line in targets(one.target):
                yield name, line, False
        elif isinstance(one, (ast.With, ast.AsyncWith)):
            for item in one.items:
                for name, line in targets(item.optional_vars) if item.optional_vars else ():
                    yield name, line, False


class File:
    def __init__(self, path, top):
        self.file = str(path.relative_to(top))
        self.text = path.read_text()
        self.lines = self.text.split("\n")
        self.tree = ast.parse(self.text)
        self.imported, self.sites, self.texts, self.origins = {}, [], {}, {}
        self.is_package = path.name == "__init__.py"
        self.module = path.parent.name if self.is_package else path.stem
        self.visit(self.tree, [])

    def line_of(self, at):
        return at if isinstance(at, int) else name_line(at, self.lines)

    def visit(self, node, around):
        if isinstance(node, ast.ImportFrom):
            for one in node.names:
                self.imported[one.asname or one.name] = one.name
                self.origins[one.name] = node
        if isinstance(node, ast.Name):
            self.texts.setdefault(node.id, []).append((node.lineno, True))
        if isinstance(node, ast.Attribute):
            # Of another module it is another one.
            self.texts.setdefault(node.attr, []).append((node.end_lineno, False))
        if isinstance(node, ast.alias):
            self.texts.setdefault(node.name.split(".")[-1], []).append((node.lineno, True))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            # `__all__`, or a type as a string.
            self.texts.setdefault(node.value, []).append((node.lineno, False))
        if isinstance(node, ast.Call):
            name, line = last_name(node.func)
            if name:
                self.sites.append((name, line, node.func, around))
        inside = around
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            inside = [node, *around]
            # Decorators and default values run where the definition stands.
            own = {id(one) for one in node.body}
            for child in ast.iter_child_nodes(node):
                self.visit(child, inside if id(child) in own else around)
            return
        for child in ast.iter_child_nodes(node):
            self.visit(child, inside)


def groups(rows):
    found = {}
    for name, line in rows:
        found.setdefault(name, []).append(line)
    return [{"name": name, "lines": lines} for name, lines in found.items()]


def attributes(node):
    """`self.a = …` in the methods of a class."""
    for method in blocks(node):
        if not isinstance(method, FUNCTIONS) or not method.args.args:
            continue
        own = method.args.args[0].arg
        for one in ast.walk(method):
            is_store = isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store)
            if is_store and isinstance(one.value, ast.Name) and one.value.id == own:
                yield one.attr, one.end_lineno


@functools.cache
def bound_inside(node):
    """All names that a function binds: a call of one is of no outer function."""
    found = set()
    for one in ast.walk(node):
        if isinstance(one, ast.arg):
            found.add(one.arg)
        elif isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load):
            found.add(one.id)
        elif isinstance(one, (*FUNCTIONS, ast.ClassDef)) and one is not node:
            found.add(one.name)
    return found


class Folder:
    def __init__(self, top):
        paths = sorted(pathlib.Path(top).rglob("*.py"))
        self.files = [File(path, top) for path in paths]
        self.count = Counter()
        self.owner = {}  # the file of a name of a module
        for file in self.files:
            for node in ast.walk(file.tree):
                if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                    self.count[node.name] += 1
                elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    self.count[node.id] += 1
                elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    self.count[node.attr] += 1
                elif isinstance(node, ast.arg):
                    self.count[node.arg] += 1
                elif isinstance(node, ast.alias) and node.asname:
                    self.count[node.asname] += 1

    def is_sure(self, file, func, around, name, of_file, of_class):
        """Whether the rules of scopes lead from a call to what the name means in that file, or class."""
        if isinstance(func, ast.Name):
            local = any(name in bound_inside(one) for one in around if isinstance(one, FUNCTIONS))
            return not of_class and not local and (file is of_file or name in file.imported)
        classes = [one for one in around if isinstance(one, ast.ClassDef)]
        is_self = isinstance(func.value, ast.Name) and func.value.id == "self"
        return bool(of_class and is_self and classes and classes[0] is of_class)

    def sites_of(self, name, of_file, of_class):
        sure, possible = [], []
        for file in self.files:
            for called, line, func, around in file.sites:
                if called != name and file.imported.get(called) != name:
                    continue
                within = [one.name for one in around]
                site = {"file": file.file, "line": line, "within": within}
                possible.append(site)
                if called == name and self.is_sure(file, func, around, name, of_file, of_class):
                    sure.append(site)
        return sure, possible

    def callees_of(self, file, node, declared):
        found, mentioned = [], set()
        for one in ast.walk(node):
            name = last_name(one)[0]
            for key in [*self.keys.get(name, []), *self.keys.get(file.imported.get(name), [])]:
                mentioned.add(key)
        for called, line, func, around in file.sites:
            inner = around and around[: around.index(node)] if node in around else None
            if inner is None or not isinstance(func, ast.Name):
                continue
            if self.count[called] == 1 and called in declared and declared[called][0] is not node:
                of_file = declared[called][1]
                if self.is_sure(file, func, around, called, of_file, None):
                    found.append({"name": called, "keys": [f"{of_file.file}:{of_file.line_of(declared[called][0])}"]})
        return found, sorted(mentioned)

    def read(self):
        declared, members, self.keys = {}, [], {}
        for file in self.files:
            for node in ast.walk(file.tree):
                if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                    self.keys.setdefault(node.name, []).append(f"{file.file}:{file.line_of(node)}")
                elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    self.keys.setdefault(node.id, []).append(f"{file.file}:{node.lineno}")
                elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    self.keys.setdefault(node.attr, []).append(f"{file.file}:{node.end_lineno}")
                elif isinstance(node, ast.alias):
                    self.keys.setdefault(node.asname or node.name, []).append(f"{file.file}:{node.lineno}")
            for one in file.tree.body:
                if isinstance(one, (*FUNCTIONS, ast.ClassDef)):
                    declared[one.name] = (one, file)
                    if isinstance(one, ast.ClassDef):
                        members += [(inner, one, file) for inner in one.body if isinstance(inner, FUNCTIONS)]
        callables, types = [], []
        for name, (node, file) in declared.items():
            if self.count[name] != 1:
                continue
            if isinstance(node, FUNCTIONS):
                callables.append(self.callable(node, None, file, declared))
            else:
                types.append(self.type(node, file, declared))
        for node, owner, file in members:
            if self.count[node.name] == 1 and self.count[owner.name] == 1 and not node.name.startswith("__"):
                callables.append(self.callable(node, owner, file, declared))
        self.join(types)
        return {"callables": callables, "types": types, "files": [self.file(one) for one in self.files]}

    def callable(self, node, owner, file, declared):
        sites, possible = self.sites_of(node.name, file, owner)
        callees, mentioned = self.callees_of(file, node, declared)
        path = f"{owner.name}.{node.name}" if owner else node.name
        # A property is used without a call.
        is_called = not node.decorator_list
        return {"name": node.name, "path": path, "file": file.file, "line": file.line_of(node), "isCalled": is_called,
                "sites": sites, "possible": possible, "callees": callees, "mentioned": mentioned}

    def type(self, node, file, declared):
        rows = list(bound(node))
        methods = [(name, file.line_of(at)) for name, at, is_function in rows if is_function]
        fields = [(name, file.line_of(at)) for name, at, is_function in rows if not is_function]
        sure, possible = self.uses_of(node.name, file)
        bases = []
        for base in node.bases:
            name = last_name(base)[0]
            name = file.imported.get(name, name)
            of = declared.get(name) if name and self.count[name] == 1 else None
            # `subprocess.Popen` is one of this folder only where that has such a module.
            is_own = isinstance(base, ast.Name) or (of and last_name(base.value)[0] == of[1].module)
            if of and is_own:
                bases.append({"name": name, "keys": [f"{of[1].file}:{of[1].line_of(of[0])}"]})
        return {"name": node.name, "path": node.name, "file": file.file, "line": file.line_of(node),
                "isInterface": False, "fields": groups(fields), "attributes": groups(attributes(node)),
                "methods": groups(methods), "bases": bases, "uses": sure, "remarks": possible}

    def uses_of(self, name, of_file):
        sure, possible = [], []
        for file in self.files:
            for line, is_sure in file.texts.get(name, []):
                is_known = is_sure and (file is of_file or name in file.origins)
                (sure if is_known else possible).append({"file": file.file, "line": line})
        return sure, possible

    def join(self, types):
        by_key = {f"{one['file']}:{one['line']}": one for one in types}
        for one in types:
            one["below"] = []
        for key, one in by_key.items():
            above = [base for row in one["bases"] for base in row["keys"]]
            while above:
                base = by_key.get(above.pop())
                if base and key not in base["below"]:
                    base["below"].append(key)
                    above += [next_one for row in base["bases"] for next_one in row["keys"]]

    def file(self, file):
        rows = [(name, file.line_of(at)) for name, at, _ in bound(file.tree)]
        aliases = {one.asname or one.name for node in ast.walk(file.tree)
                   if isinstance(node, (ast.Import, ast.ImportFrom)) for one in node.names}
        names = {name for node in ast.walk(file.tree) if isinstance(node, ast.Global) for name in node.names}
        # What an import binds as well is another file's; what a function makes global is seldom known.
        doubtful = [row for row in rows if row[0] in aliases]
        doubtful += [(node.id, node.lineno) for node in ast.walk(file.tree)
                     if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in names]
        exports = [row for row in rows if not row[0].startswith("_") and row[0] not in aliases]
        if file.is_package:
            package = ".".join(pathlib.Path(file.file).parent.parts)
            for one in file.tree.body:
                is_own = isinstance(one, ast.ImportFrom) and (one.level or (one.module or "").startswith(f"{package}."))
                if is_own:
                    exports.append((file.lines[one.lineno - 1], one.lineno))
        return {"file": file.file, "exports": groups(exports), "doubtful": groups(doubtful), "declared": sorted({line for _, line in rows})}


json.dump(Folder(pathlib.Path(sys.argv[1])).read(), sys.stdout)
