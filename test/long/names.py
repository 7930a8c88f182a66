"""Prints {file: [name, ...]}: each name of the files in order, with the scope that it is found in."""
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
    def __init__(self):
        self.scope = None
        self.uses = []
        self.later = []

    def use(self, name):
        self.uses.append((self.scope, name))

    def bind(self, name):
        if name not in self.scope.outer:
            self.scope.bound.add(name)
        self.use(name)

    def within(self, kind, node, walk):
        before, self.scope = self.scope, Scope(kind, self.scope)
        walk()
        self.scope = before

    def visit_Module(self, node):
        self.within("module", node, lambda: self.generic_visit(node))

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load):
            self.use(node.id)
        else:
            self.bind(node.id)

    def visit_Attribute(self, node):
        self.visit(node.value)
        self.uses.append((None, node.attr))

    def visit_keyword(self, node):
        self.uses.append((None, node.arg or ""))
        self.visit(node.value)

    def visit_Global(self, node):
        for name in node.names:
            self.scope.outer[name] = "global"
            self.use(name)

    def visit_Nonlocal(self, node):
        for name in node.names:
            self.scope.outer[name] = "nonlocal"
            self.use(name)

    def visit_alias(self, node):
        if node.asname:
            self.uses.append((None, node.name))
            self.bind(node.asname)
        elif node.name != "*":
            self.bind(node.name.split(".")[0])

    def visit_ExceptHandler(self, node):
        if node.type:
            self.visit(node.type)
        if node.name:
            self.bind(node.name)
        for one in node.body:
            self.visit(one)

    def arguments(self, args):
        for one in [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]:
            if one:
                self.bind(one.arg)

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
            self.uses.append((self.scope, node.name))
        else:
            self.bind(node.name)
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
        self.bind(node.name)
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
    reader = Reader()
    reader.visit(ast.parse(text))
    return [f".{name}" if scope is None else f"{find(scope, name)} {name}" for scope, name in reader.uses]


print(json.dumps({path: names_of(path) for path in sys.argv[1:]}))
