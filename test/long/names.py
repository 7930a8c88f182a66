"""
Prints {file: [name, ...]}: each name of the files in order, with the scope that it is found in.
With --places first: where each stands, as line:column.
"""
import ast
import builtins
import json
import sys


class Scope:
    def __init__(self, kind, parent):
        self.kind, self.parent = kind, parent
        self.bound, self.outer, self.children = set(), {}, 0
        self.label = "0" if parent is None else f"{parent.label}.{parent.children}"
        if parent is not None:
            parent.children += 1


def find(scope, name):
    """The label of the scope that has the name."""
    declared = scope.outer.get(name)
    if declared == "global":
        while scope.parent:
            scope = scope.parent
        return scope.label
    at, is_first = scope, True
    while at:
        if name in at.bound and (is_first or at.kind != "class") and not (is_first and declared):
            return at.label
        at, is_first = at.parent, False
    return "builtin" if hasattr(builtins, name) else "nowhere"


class Reader(ast.NodeVisitor):
    def __init__(self, text):
        self.scope = None
        self.uses = []
        self.places = []
        self.lines = text.encode().split(b"\n")

    def add(self, scope, name, node):
        line, column = node.lineno, node.col_offset
        if isinstance(node, ast.Attribute):
            line, column = node.end_lineno, node.end_col_offset - len(name.encode())
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            text = self.lines[line - 1]
            column = text.index(name.encode(), text.index(b"class" if isinstance(node, ast.ClassDef) else b"def", column))
        self.uses.append((scope, name))
        self.places.append(f"{line}:{column}")

    def use(self, name, node):
        self.add(self.scope, name, node)

    def bind(self, name, node):
        if name not in self.scope.outer:
            self.scope.bound.add(name)
        self.use(name, node)

    def within(self, kind, node, walk):
        before, self.scope = self.scope, Scope(kind, self.scope)
        walk()
        self.scope = before

    def visit_Module(self, node):
        self.within("module", node, lambda: self.generic_visit(node))

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load):
            self.use(node.id, node)
        else:
            self.bind(node.id, node)

    def visit_Attribute(self, node):
        self.visit(node.value)
        self.add(None, node.attr, node)

    def visit_keyword(self, node):
        self.add(None, node.arg or "", node)
        self.visit(node.value)

    def visit_Global(self, node):
        for name in node.names:
            self.scope.outer[name] = "global"
            self.use(name, node)

    def visit_Nonlocal(self, node):
        for name in node.names:
            self.scope.outer[name] = "nonlocal"
            self.use(name, node)

    def visit_alias(self, node):
        if node.asname:
            self.add(None, node.name, node)
            self.bind(node.asname, node)
        elif node.name != "*":
            self.bind(node.name.split(".")[0], node)

    def visit_ExceptHandler(self, node):
        if node.type:
            self.visit(node.type)
        if node.name:
            self.bind(node.name, node)
        for one in node.body:
            self.visit(one)

    def arguments(self, args):
        for one in [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]:
            if one:
                self.bind(one.arg, one)

    def outside(self, args):
        for one in [*args.defaults, *[d for d in args.kw_defaults if d]]:
            self.visit(one)
        for one in [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]:
            if one and one.annotation:
                self.visit(one.annotation)

    def visit_FunctionDef(self, node):
        for one in node.decorator_list:
            self.visit(one)
        if self.scope.kind == "class":
            self.scope.bound.add(node.name)
            self.add(self.scope, node.name, node)
        else:
            self.bind(node.name, node)
        self.outside(node.args)
        if node.returns:
            self.visit(node.returns)

        def walk():
            self.arguments(node.args)
            for one in node.body:
                self.visit(one)

        self.within("function", node, walk)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        self.outside(node.args)

        def walk():
            self.arguments(node.args)
            self.visit(node.body)

        self.within("function", node, walk)

    def visit_ClassDef(self, node):
        for one in [*node.decorator_list, *node.bases, *node.keywords]:
            self.visit(one)
        self.bind(node.name, node)
        self.within("class", node, lambda: [self.visit(one) for one in node.body])

    def comprehension(self, node):
        def walk():
            for one in node.generators:
                self.visit(one.target)
                self.visit(one.iter)
                for test in one.ifs:
                    self.visit(test)
            for part in (["key", "value"] if isinstance(node, ast.DictComp) else ["elt"]):
                self.visit(getattr(node, part))

        self.within("function", node, walk)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension


def names_of(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    compile(text, path, "exec")
    reader = Reader(text)
    reader.visit(ast.parse(text))
    if with_places:
        return reader.places
    return [f".{name}" if scope is None else f"{find(scope, name)} {name}" for scope, name in reader.uses]


with_places = sys.argv[1] == "--places"
print(json.dumps({path: names_of(path) for path in sys.argv[1 + with_places :]}))
