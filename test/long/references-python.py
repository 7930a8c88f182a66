"""What the names of the Python files below a folder mean, by Python's own parser and scope rules.

First a line of JSON: `{"symbols": {id: {...}}, "places": [...]}`. A place is
`[file, line, column, name, symbol, role]`: line 1-based, column in UTF-16, symbol null where the rules do
not decide (attributes of values without a known class), role "bind", "use" or "text" (`__all__`). Then for
each line of JSON on stdin, a list of `[file, line, column]`, one with jedi's definitions of each, as lists
of `[file, line, column]`, null where jedi has none or fails.
"""
import ast
import builtins
import io
import json
import keyword
import pathlib
import sys
import tokenize

FOLDER = pathlib.Path(sys.argv[1])


class Scope:
    def __init__(self, kind, parent, file, name="", node=None):
        self.kind, self.parent, self.file, self.name, self.node = kind, parent, file, name, node
        self.bound, self.declared = {}, {}
        self.is_tangled = set()  # names with a binding that another scope makes
        names = [] if parent is None else [*parent.path, name]
        self.path = [one for one in names if one]
        self.self_name = self.of_class = None

    @property
    def id(self):
        """Line and column make scopes of one name different."""
        return "module" if self.node is None else f"{self.node.lineno}.{self.node.col_offset}"


class Class:
    def __init__(self, scope, node, outer):
        self.scope, self.node, self.outer = scope, node, outer
        self.members = {}  # name to places that bind it
        self.slots = set()  # names in __slots__
        self.properties = set()  # names that a decorated method of the class has


def module_name(path):
    parts = list(path.with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


class Reader(ast.NodeVisitor):
    """Scopes, bindings and uses of one file."""

    def __init__(self, path, text):
        self.file, self.module = str(path), module_name(path)
        self.is_package = path.name == "__init__.py"
        self.lines = text.split("\n")
        self.tokens = [one for one in tokenize.generate_tokens(io.StringIO(text).readline) if one.type in (tokenize.NAME, tokenize.OP)]
        self.at_token = {one.start: i for i, one in enumerate(self.tokens)}
        self.scope = self.top = Scope("module", None, self.file)
        self.names = []  # (scope, name, (line, column), role)
        self.attributes = []  # (scope, node, place, role)
        self.keywords = []
        self.imports = {}  # (scope, name) to [(module, name or None)]
        self.modules = []  # (dotted name, place): names of modules in imports
        self.imported = []  # (scope, module, name, place, is_bound)
        self.stars = []
        self.classes = []
        self.functions = {}  # (scope, name) to scopes
        self.dead = []  # lines of code for another platform
        self.listed = []  # strings of __all__
        self.added = []  # those that `__all__.append` and the like bring
        self.slots = []  # (class, string, place) of __slots__
        self.bound_from = {}  # places that bind to where the name has its value: behind `TimeoutError = TimeoutError`

    def place(self, line, column):
        """From bytes to characters."""
        text = self.lines[line - 1]
        return (line, len(text.encode()[:column].decode()))

    def token_after(self, place, *words):
        """The place of the first NAME behind one of the words, from `place` on."""
        i = self.at_token[place]
        while self.tokens[i].string not in words:
            i += 1
        return self.tokens[i + 1].start

    def use(self, name, place, role="use"):
        self.names.append((self.scope, name, place, role))

    def bind(self, name, place):
        scope = self.scope
        while scope.kind == "comprehension" and self.is_walrus:
            scope = scope.parent
        if name not in scope.declared:
            scope.bound.setdefault(name, []).append(place)
        self.names.append((scope, name, place, "bind"))

    is_walrus = False

    def within(self, scope, walk):
        before, self.scope = self.scope, scope
        walk()
        self.scope = before

    def visit_Name(self, node):
        place = self.place(node.lineno, node.col_offset)
        (self.use if isinstance(node.ctx, ast.Load) else self.bind)(node.id, place)

    def visit_Assign(self, node):
        for one in node.targets:
            if isinstance(one, ast.Name):
                end = self.place(node.end_lineno, node.end_col_offset)
                self.bound_from[self.place(one.lineno, one.col_offset)] = end
        self.generic_visit(node)

    def visit_NamedExpr(self, node):
        self.visit(node.value)
        self.is_walrus = True
        self.visit(node.target)
        self.is_walrus = False

    def visit_Attribute(self, node):
        self.visit(node.value)
        line, column = self.place(node.end_lineno, node.end_col_offset)
        role = "use" if isinstance(node.ctx, ast.Load) else "bind"
        self.attributes.append((self.scope, node, (line, column - len(node.attr)), role))

    def visit_Call(self, node):
        for one in node.keywords:
            if one.arg:
                self.keywords.append((self.scope, node.func, one.arg, self.place(one.lineno, one.col_offset)))
        self.generic_visit(node)

    def declare(self, node, how):
        start = self.at_token[self.place(node.lineno, node.col_offset)] + 1
        for i, name in enumerate(node.names):
            self.scope.declared[name] = how
            self.use(name, self.tokens[start + 2 * i].start)

    def visit_Global(self, node):
        self.declare(node, "global")

    def visit_Nonlocal(self, node):
        self.declare(node, "nonlocal")

    def visit_Import(self, node):
        for one in node.names:
            i = self.at_token[self.place(one.lineno, one.col_offset)]
            parts = one.name.split(".")
            for k in range(len(parts)):
                if k or one.asname:
                    self.modules.append((".".join(parts[: k + 1]), self.tokens[i + 2 * k].start))
            place = self.tokens[i + 2 * len(parts)].start if one.asname else self.tokens[i].start
            name = one.asname or parts[0]
            self.bind(name, place)
            self.imports.setdefault((self.scope, name), []).append((one.name if one.asname else parts[0], None, True))

    def visit_ImportFrom(self, node):
        base = self.module.split(".") if self.module else []
        if node.level:
            drop = node.level - (1 if self.is_package else 0)
            base = base[: len(base) - drop] if drop else base
        else:
            base = []
        whole = ".".join(base + ([node.module] if node.module else []))
        i = self.at_token[self.place(node.lineno, node.col_offset)] + 1
        while self.tokens[i].string != "import":
            if self.tokens[i].type == tokenize.NAME:
                self.modules.append((None, self.tokens[i].start))
            i += 1
        for one in node.names:
            if one.name == "*":
                self.stars.append((whole, node.lineno))
                continue
            at = self.at_token[self.place(one.lineno, one.col_offset)]
            name = one.asname or one.name
            place = self.tokens[at + 2].start if one.asname else self.tokens[at].start
            if one.asname:
                self.imported.append((whole, one.name, self.tokens[at].start))
            self.bind(name, place)
            self.imports.setdefault((self.scope, name), []).append((whole, one.name, not node.level))

    def visit_ExceptHandler(self, node):
        if node.type:
            self.visit(node.type)
        if node.name:
            end = node.type.end_lineno, node.type.end_col_offset
            i = next(i for i, one in enumerate(self.tokens) if one.start >= self.place(*end) and one.string == "as")
            self.bind(node.name, self.tokens[i + 1].start)
        for one in node.body:
            self.visit(one)

    def arguments(self, args):
        for one in [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]:
            if one:
                self.bind(one.arg, self.place(one.lineno, one.col_offset))

    def outside(self, args):
        for one in [*args.defaults, *[d for d in args.kw_defaults if d]]:
            self.visit(one)
        for one in [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]:
            if one and one.annotation:
                self.visit(one.annotation)

    def visit_FunctionDef(self, node):
        for one in node.decorator_list:
            self.visit(one)
        self.bind(node.name, self.token_after(self.place(node.lineno, node.col_offset), "def"))
        self.outside(node.args)
        if node.returns:
            self.visit(node.returns)
        inner = Scope("function", self.scope, self.file, node.name, node)
        self.functions.setdefault((self.scope, node.name), []).append(inner)
        if self.scope.kind == "class":
            if node.decorator_list:
                self.scope.of_class.properties.add(node.name)
            is_static = any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in node.decorator_list)
            first = [*node.args.posonlyargs, *node.args.args][:1]
            if first and (not is_static or node.name == "__new__"):
                inner.self_name, inner.of_class = first[0].arg, self.scope.of_class

        def walk():
            self.arguments(node.args)
            for one in node.body:
                self.visit(one)

        self.within(inner, walk)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        self.outside(node.args)
        self.within(Scope("function", self.scope, self.file, "", node), lambda: [self.arguments(node.args), self.visit(node.body)])

    def visit_ClassDef(self, node):
        for one in [*node.decorator_list, *node.bases, *node.keywords]:
            self.visit(one)
        self.bind(node.name, self.token_after(self.place(node.lineno, node.col_offset), "class"))
        inner = Scope("class", self.scope, self.file, node.name, node)
        inner.of_class = Class(inner, node, self.scope)
        self.classes.append(inner.of_class)
        for one in node.body:
            if isinstance(one, ast.Assign) and any(isinstance(to, ast.Name) and to.id == "__slots__" for to in one.targets):
                for text in ast.walk(one.value):
                    if isinstance(text, ast.Constant) and isinstance(text.value, str):
                        line, column = self.place(text.lineno, text.col_offset)
                        self.slots.append((inner.of_class, text.value, (line, column + 1)))
        self.within(inner, lambda: [self.visit(one) for one in node.body])

    def comprehension(self, node):
        self.visit(node.generators[0].iter)
        inner = Scope("comprehension", self.scope, self.file, "", node)

        def walk():
            for i, one in enumerate(node.generators):
                self.visit(one.target)
                if i:
                    self.visit(one.iter)
                for test in one.ifs:
                    self.visit(test)
            for part in ["key", "value"] if isinstance(node, ast.DictComp) else ["elt"]:
                self.visit(getattr(node, part))

        self.within(inner, walk)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension

    def visit_If(self, node):
        self.note_dead(node)
        self.generic_visit(node)

    def note_dead(self, node):
        """What a server for Linux takes for code that never runs."""
        test = node.test
        is_platform = isinstance(test, ast.Compare) and ast.unparse(test.left) == "sys.platform" and len(test.ops) == 1
        value = test.comparators[0] if is_platform else None
        if not isinstance(value, ast.Constant) or not isinstance(test.ops[0], (ast.Eq, ast.NotEq)):
            if isinstance(test, ast.Compare) and ast.unparse(test.left) == "sys.version_info":
                self.add_dead([*node.body, *node.orelse])
            return
        is_run = (value.value == "linux") == isinstance(test.ops[0], ast.Eq)
        self.add_dead(node.orelse if is_run else node.body)
        if is_run and isinstance(node.body[-1], (ast.Raise, ast.Return)) and self.scope is self.top:
            self.dead.append((node.end_lineno + 1, len(self.lines) + 1))

    def add_dead(self, body):
        if body:
            self.dead.append((body[0].lineno, body[-1].end_lineno))

    def is_dead(self, line):
        return any(first <= line <= last for first, last in self.dead)

    def read(self, tree):
        self.within(self.top, lambda: [self.visit(one) for one in tree.body])
        for node in ast.walk(tree):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
            is_call = isinstance(node, ast.Call) and ast.unparse(node.func) in ("__all__.extend", "__all__.append")
            if is_call or any(isinstance(one, ast.Name) and one.id == "__all__" for one in targets):
                for one in ast.walk(node.args[0] if is_call else node.value):
                    if isinstance(one, ast.Constant) and isinstance(one.value, str):
                        line, column = self.place(one.lineno, one.col_offset)
                        # A server may read less than Python does of what is added later.
                        (self.added if is_call else self.listed).append((one.value, (line, column + 1)))


class Oracle:
    def __init__(self):
        self.readers = {}
        for path in sorted(FOLDER.rglob("*.py")):
            own, text = path.relative_to(FOLDER), path.read_text()
            reader = Reader(own, text)
            reader.read(ast.parse(text))
            self.readers[reader.module] = reader
        self.by_file = {one.file: one for one in self.readers.values()}
        self.bases, self.orders, self.symbols, self.places = {}, {}, {}, []

    # -- names ---------------------------------------------------------------------------------

    def owner(self, scope, name):
        """The scope that a name is found in; "builtin", or None."""
        how = scope.declared.get(name)
        if how == "global":
            while scope.parent:
                scope = scope.parent
            return scope
        at, is_first = scope, True
        while at:
            is_seen = is_first or at.kind != "class"
            if is_seen and name in at.bound and not (is_first and how):
                return at
            at, is_first = at.parent, False
        return "builtin" if hasattr(builtins, name) else None

    def star(self, module, name, depth=0):
        """The module that a name comes from which `from … import *` brings."""
        reader = self.readers.get(module)
        if not reader or depth > 6:
            return None
        for one, line in reader.stars:
            there = self.readers.get(one)
            if not there or reader.is_dead(line):
                continue
            listed = {text for text, _ in there.listed}
            is_public = name in listed or (not listed and not name.startswith("_"))
            if is_public and (name in there.top.bound or self.star(one, name, depth + 1)):
                return one
        return None

    def entity_of_global(self, module, name, depth=0):
        """What a module's global is: ("module", m), ("symbol", id…), or None where unknown."""
        reader = self.readers.get(module)
        if depth > 8 or reader is None:
            return ("external", f"{module}.{name}") if reader is None else None
        if name not in reader.top.bound:
            there = self.star(module, name)
            if there:
                return self.entity_of_global(there, name, depth + 1)
            inner = f"{module}.{name}" if module else name
            return ("module", inner) if inner in self.readers else None
        return self.entity_of_binding(reader, reader.top, name, depth)

    def entity_of_binding(self, reader, scope, name, depth=0):
        imports = reader.imports.get((scope, name), [])
        if not imports:
            return ("name", scope, name)
        if len(imports) != len(scope.bound.get(name, [])) or len(set(imports)) > 1:
            return ("mixed", scope, name)
        module, member, is_absolute = imports[0]
        if is_absolute and module.split(".")[0] in self.readers:
            return ("mixed", scope, name)  # a server has stubs of its own for it
        if member is None:
            return ("module", module) if module in self.readers else ("external", module)
        if module in self.readers:
            return self.entity_of_global(module, member, depth + 1)
        inner = f"{module}.{member}" if module else member
        return ("module", inner) if inner in self.readers else ("external", inner)

    def entity_of_name(self, reader, scope, name):
        owner = self.owner(scope, name)
        if owner == "builtin":
            if self.star(reader.module, name):
                return self.entity_of_global(reader.module, name)
            return ("external", f"builtins.{name}")
        if owner is None:
            return self.entity_of_global(reader.module, name) if reader.stars else None
        return self.entity_of_binding(reader, owner, name)

    # -- classes ---------------------------------------------------------------------------------

    def class_of(self, entity):
        """The class that ("name", scope, name) is bound to, if that is all that binds it."""
        if not entity or entity[0] != "name":
            return None
        _, scope, name = entity
        if len(scope.bound.get(name, [])) != 1:
            return None
        for one in self.by_file[scope.file].classes:
            if one.outer is scope and one.node.name == name:
                return one
        return None

    def entity_of(self, reader, scope, node):
        """Of an expression: ("class", c), ("instance", c), a module, a name…, or None."""
        if isinstance(node, ast.Name):
            owner = self.owner(scope, node.id)
            if isinstance(owner, Scope) and owner.self_name == node.id and len(owner.bound[node.id]) == 1:
                return ("instance", owner.of_class)
            return self.entity_of_name(reader, scope, node.id)
        if isinstance(node, ast.Attribute):
            owner = self.entity_of(reader, scope, node.value)
            return self.member_entity(owner, node.attr)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            at = scope
            while at and not at.of_class:
                at = at.parent
            return ("super", at.of_class) if at and at.kind == "function" else None
        return None

    def why_of(self, reader, scope, node):
        """Why an attribute is not decided."""
        root = node.value
        while isinstance(root, (ast.Attribute, ast.Call, ast.Subscript)):
            root = root.func if isinstance(root, ast.Call) else root.value
        entity = self.entity_of_name(reader, scope, root.id) if isinstance(root, ast.Name) else ("value",)
        is_module = entity is None or entity[0] in ("mixed", "module", "external")
        return "attribute of what may be a module" if is_module else "attribute of a value"

    def member_entity(self, owner, name):
        if not owner:
            return None
        kind = owner[0]
        if kind == "module":
            return self.entity_of_global(owner[1], name)
        if kind == "external":
            return ("external", f"{owner[1]}.{name}")
        found = owner[1] if kind in ("instance", "super") else self.class_of(owner)
        if not isinstance(found, Class):
            return None
        has = self.find_member(found, name, kind == "super")
        # A base that is not known may declare what methods assign.
        is_own = has and (name in has.scope.bound or name in has.slots or None not in self.order(has))
        if has and not is_own:
            return None
        # The body of a class may import what its instances have.
        return self.entity_of_binding(self.by_file[has.scope.file], has.scope, name) if has else None

    def parameter_of(self, called, name):
        """The parameter that an argument by keyword is for, and why it is not known."""
        found = self.class_of(called)
        if found:
            has = self.find_member(found, "__init__")
            called = ("name", has.scope, "__init__") if has else None
        if not called or called[0] != "name":
            return (called if called and called[0] == "external" else None), "argument by keyword"
        _, scope, own = called
        functions = self.by_file[scope.file].functions.get((scope, own), [])
        if len(functions) != 1 or len(scope.bound.get(own, [])) != 1 or functions[0].node.decorator_list:
            return None, "argument by keyword"
        is_there = name in functions[0].bound
        return (("name", functions[0], name), None) if is_there else (None, "argument by keyword")

    def order(self, one, seen=()):
        """Classes in the order that members are looked for in; None for one that is not known."""
        if one in self.orders:
            return self.orders[one]
        if one in seen:
            return [one, None]
        reader = self.by_file[one.scope.file]
        found = [one]
        for base in one.node.bases:
            above = self.class_of(self.entity_of(reader, one.outer, base))
            is_object = isinstance(base, ast.Name) and base.id == "object"
            for item in [] if is_object else self.order(above, (*seen, one)) if above else [None]:
                if item not in found:
                    found.append(item)
        if len(one.node.bases) > 1 and None not in found:
            found = self.merge(one, found)
        self.orders[one] = found
        return found

    def merge(self, one, found):
        """The order of Python itself, by classes that are made for it."""
        made = {}

        def make(item):
            if item not in made:
                reader = self.by_file[item.scope.file]
                bases = [self.class_of(self.entity_of(reader, item.outer, base)) for base in item.node.bases]
                made[item] = type(item.node.name, tuple(make(base) for base in bases if base), {})
            return made[item]

        order = make(one).__mro__
        back = {cls: item for item, cls in made.items()}
        return [back[cls] for cls in order if cls in back]

    def find_member(self, one, name, is_above=False):
        for item in self.order(one)[1 if is_above else 0 :]:
            if item is None:
                return None
            if name in item.members:
                return item
        return None

    def collect_members(self):
        for reader in self.readers.values():
            for one in reader.classes:
                for name, places in one.scope.bound.items():
                    one.members.setdefault(name, []).extend(places)
            for one, name, place in reader.slots:
                one.members.setdefault(name, []).append(place)
                one.slots.add(name)
        for reader in self.readers.values():
            for scope, node, place, role in reader.attributes:
                owner = isinstance(node.value, ast.Name) and self.entity_of(reader, scope, node.value)
                if role == "bind" and owner and owner[0] == "instance":
                    # A property of a base takes what is assigned to it.
                    is_property = any(one and node.attr in one.properties for one in self.order(owner[1])[1:])
                    if node.attr in owner[1].members or not is_property:
                        owner[1].members.setdefault(node.attr, []).append(place)

    # -- the whole --------------------------------------------------------------------------------

    def symbol(self, entity):
        """The id of what an entity is, noted in `symbols`; None where that is not decided."""
        if not entity or entity[0] == "mixed":
            return None
        kind = entity[0]
        if kind in ("external", "module"):
            key = f"{kind} {entity[1]}"
            info = {"sort": kind, "name": entity[1].split(".")[-1], "path": entity[1]}
            if kind == "module":
                info["file"] = self.readers[entity[1]].file
            return self.note(key, info)
        if kind in ("instance", "super"):
            return None
        _, scope, name = entity
        key = f"{scope.file} {scope.id} {name}"
        sort = {"module": "global", "class": "member"}.get(scope.kind, "local")
        node = scope.node
        args = getattr(node, "args", None)
        is_argument = isinstance(args, ast.arguments) and name in {
            one.arg for one in [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg] if one
        }
        return self.note(key, {
            "sort": "parameter" if is_argument else sort, "name": name, "file": scope.file, "path": ".".join([*scope.path, name]),
            "isInnermost": scope.kind == "comprehension" or (scope.parent is not None and not scope.name),
        })

    def note(self, key, info):
        if key not in self.symbols:
            self.symbols[key] = {**info, "id": key}
        return key

    def put(self, reader, place, name, symbol, role, why=None):
        line, column = place
        text = reader.lines[line - 1][:column]
        utf16 = len(text.encode("utf-16-le")) // 2
        self.places.append([reader.file, line, utf16, name, symbol, role, why, reader.is_dead(line)])

    def resolve(self):
        self.collect_members()
        for reader in self.readers.values():
            seen = set()
            for scope, name, place, role in reader.names:
                entity = self.entity_of_name(reader, scope, name)
                why = None
                owner = self.owner(scope, name)
                first = min(owner.bound[name]) if isinstance(owner, Scope) and owner.bound.get(name) else None
                if entity and entity[0] == "mixed":
                    why = "an import and something else bind it"
                elif role == "use" and owner is scope and scope.kind != "function" and place < reader.bound_from.get(first, first) and scope.kind != "comprehension":
                    entity, why = None, "it is used above what binds it"
                elif entity is None:
                    why = "nothing binds it"
                self.put(reader, place, name, self.symbol(entity), role, why)
                seen.add(place)
            for scope, node, place, role in reader.attributes:
                entity = self.member_entity(self.entity_of(reader, scope, node.value), node.attr)
                self.put(reader, place, node.attr, self.symbol(entity), role, None if entity else self.why_of(reader, scope, node))
                seen.add(place)
            for scope, func, name, place in reader.keywords:
                parameter, why = self.parameter_of(self.entity_of(reader, scope, func), name)
                self.put(reader, place, name, self.symbol(parameter), "use", why)
                seen.add(place)
            for whole, name, place in reader.imported:
                entity = self.entity_of_global(whole, name)
                self.put(reader, place, name, self.symbol(entity), "use", "name before as")
                seen.add(place)
            for one, name, place in reader.slots:
                self.put(reader, place, name, self.symbol(("name", one.scope, name)), "slot")
                seen.add(place)
            for name, place in reader.added:
                self.put(reader, place, name, None, "text", "added to __all__")
                seen.add(place)
            for name, place in reader.listed:
                entity = self.entity_of_global(reader.module, name)
                self.put(reader, place, name, self.symbol(entity), "text")
                seen.add(place)
            for _, place in reader.modules:
                seen.add(place)
            for one in reader.tokens:
                is_name = one.type == tokenize.NAME and not keyword.iskeyword(one.string)
                if is_name and one.start not in seen:
                    self.put(reader, one.start, one.string, None, "use", "not read")
            for _, place in reader.modules:
                i = reader.at_token[place]
                self.put(reader, place, reader.tokens[i].string, None, "use", "name of a module")

    # -- jedi ---------------------------------------------------------------------------------------

    def start_jedi(self):
        import jedi

        self.jedi, self.scripts = jedi, {}
        self.project = jedi.Project(str(FOLDER), added_sys_path=[str(FOLDER)], smart_sys_path=True)
        self.answers = {}

    def own_file(self, path):
        """A file of the folder, also where jedi took the system's own copy of it."""
        if path is None:
            return None
        for base in (FOLDER, pathlib.Path(ast.__file__).parent):
            if path.is_relative_to(base):
                own = str(path.relative_to(base))
                if own in self.by_file:
                    return own
        return str(path)

    def ask_jedi(self, place):
        key = tuple(place)
        if key not in self.answers:
            file, line, column = place
            try:
                if file not in self.scripts:
                    self.scripts[file] = self.jedi.Script(path=str(FOLDER / file), project=self.project)
                found = self.scripts[file].goto(line, column, follow_imports=True)
                told = [[self.own_file(one.module_path), one.line, one.column, one.name] for one in found]
                self.answers[key] = told or None
            except Exception:
                self.answers[key] = None
        return self.answers[key]


def main():
    oracle = Oracle()
    oracle.resolve()
    print(json.dumps({"symbols": oracle.symbols, "places": oracle.places}), flush=True)
    oracle.start_jedi()
    for line in sys.stdin:
        print(json.dumps([oracle.ask_jedi(place) for place in json.loads(line)]), flush=True)


main()
