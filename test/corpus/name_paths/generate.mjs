/**
 * Makes cases.jsonl: name paths of code that is not ours, and what each is by an oracle that is not the
 * language server: TypeScript's compiler, Python's own import system, and ctags for C. They are read
 * before they are kept.
 *
 *   node test/corpus/name_paths/generate.mjs > test/corpus/name_paths/cases.jsonl
 *
 * A row: `ask`, the path; `is`, each place that it may be as "file container.name" (of a library its
 * file's name alone), or "none"; `by`: right, inherited, module, wrong, foreign or library.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import ts from "typescript";

import { copyCorpus } from "../../long/corpora.mjs";
import { makeRandom } from "../../soak/random.mjs";

const random = makeRandom(20_07);
const rows = new Map();

function add(row) {
  if (!rows.has(row.ask)) rows.set(row.ask, row);
}

/** `count` of the list, of which `make` makes a row or nothing. */
function addSome(list, count, make) {
  const before = rows.size;
  for (const one of random.sample(list, list.length)) {
    if (rows.size - before >= count) return;
    const row = make(one);
    if (row) add(row);
  }
}

/* ---- TypeScript and JavaScript --------------------------------------------------------------- */

function readProgram(folder, corpus) {
  const files = ts.sys.readDirectory(folder, [".ts", ".js"], ["node_modules"], undefined);
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2020,
    lib: ["lib.es2020.d.ts", "lib.dom.d.ts"],
    allowJs: true,
    noEmit: true,
    moduleResolution: ts.ModuleResolutionKind.Node10,
  });
  const checker = program.getTypeChecker();
  const types = new Map(),
    tops = new Map();
  for (const source of program.getSourceFiles()) {
    if (!files.includes(source.fileName)) continue;
    for (const node of source.statements) {
      const names = ts.isVariableStatement(node)
        ? node.declarationList.declarations.map((one) => one.name.text)
        : [node.name?.text];
      for (const name of names.filter(Boolean)) tops.set(name, [...(tops.get(name) ?? []), source.fileName]);
      if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node))
        types.set(node.name.text, [...(types.get(node.name.text) ?? []), node]);
    }
  }
  const shown = (file) => (file.startsWith(folder) ? join(corpus, relative(folder, file)) : basename(file));
  // A parameter of the constructor may declare a property of the class.
  const ownerOf = (declaration) => (ts.isParameter(declaration) ? declaration.parent.parent : declaration.parent);
  const place = (declaration) =>
    `${shown(declaration.getSourceFile().fileName)} ${ownerOf(declaration).name?.text ?? ""}.${declaration.name.getText()}`;
  const membersOf = (node) =>
    checker
      .getPropertiesOfType(checker.getTypeAtLocation(node))
      .filter((one) => /^\w+$/.test(one.name) && one.declarations?.every((each) => ownerOf(each).name));
  return { checker, program, types, tops, place, membersOf, ownerOf, shown };
}

const unique = (list) => [...new Set(list)];

function addProgram(folder, corpus, counts) {
  const { checker, types, tops, place, membersOf, ownerOf, shown } = readProgram(folder, corpus);
  const all = [...types].flatMap(([name, nodes]) =>
    nodes.flatMap((node) => membersOf(node).map((member) => ({ name, nodes, node, member }))),
  );
  const placesOf = ({ nodes, member }) =>
    unique(
      nodes.flatMap((node) =>
        membersOf(node)
          .filter((one) => one.name === member.name)
          .flatMap((one) => one.declarations.map(place)),
      ),
    );
  const isOwn = ({ node, member }) => member.declarations.every((one) => ownerOf(one) === node);
  addSome(all.filter(isOwn), counts.right, (one) => ({
    by: "right",
    ask: `${one.name}.${one.member.name}`,
    is: placesOf(one),
  }));
  addSome(
    all.filter((one) => !isOwn(one)),
    counts.inherited,
    (one) => ({ by: "inherited", ask: `${one.name}.${one.member.name}`, is: placesOf(one) }),
  );
  const single = [...tops].filter(([, files]) => files.length === 1 && !/index|types/.test(files[0]));
  addSome(single, counts.module, ([name, [file]]) => {
    const stem = basename(file).replace(/\..*/, "");
    return { by: "module", ask: `${stem}.${name}`, is: [`${shown(file)} ${name}`] };
  });
  const names = unique(all.map((one) => one.member.name));
  addSome([...types], counts.wrong, ([name, nodes]) => {
    const own = new Set(
      nodes.flatMap((node) => checker.getPropertiesOfType(checker.getTypeAtLocation(node)).map((one) => one.name)),
    );
    const foreign = random.sample(names, names.length).find((one) => !own.has(one) && !tops.has(one));
    return foreign && { by: "wrong", ask: `${name}.${foreign}`, is: "none" };
  });
  addSome(single, counts.foreign, ([name]) => ({
    by: "foreign",
    ask: `${random.pick(["foo.bar", "numpy", "no.such.module", "vendor.lib"])}.${name}`,
    is: "none",
  }));
}

/** What the compiler says of globals that the code of rxjs names. */
function addLibrary(folder, corpus) {
  const { checker, program, place } = readProgram(folder, corpus);
  const source = program.getSourceFiles().find((one) => one.fileName.startsWith(folder));
  for (const ask of [
    "Array.map",
    "Array.prototype.filter",
    "Array.isArray",
    "Promise.then",
    "Error.message",
    "Object.keys",
    "Math.max",
    "Date.now",
    "JSON.parse",
    "Map.get",
    "Set.add",
    "Function.call",
    "Array.subscribe",
    "Promise.map",
    "Math.pipe",
    "Error.nothing",
    "JSON.subscribe",
    "Map.pipe",
  ]) {
    const [name, member] = [ask.split(".")[0], ask.split(".").at(-1)];
    const symbol = checker.resolveName(name, source, ts.SymbolFlags.Value | ts.SymbolFlags.Type, false);
    const kinds = [checker.getDeclaredTypeOfSymbol(symbol), checker.getTypeOfSymbol(symbol)];
    const found = kinds.flatMap((type) => checker.getPropertyOfType(type, member)?.declarations ?? []);
    // A value is a Function or an Object, too; nobody means that by `Array.call`.
    const meant = found.filter(
      (one) =>
        !/^(Function|Object|CallableFunction|NewableFunction)$/.test(one.parent.name?.text) || name === "Function",
    );
    add({ by: "library", ask, is: meant.length ? unique(meant.map(place)) : "none" });
  }
}

/* ---- Python ---------------------------------------------------------------------------------- */

const PYTHON = String.raw`
import importlib, inspect, json, os, pkgutil, sys
folder = sys.argv[1]
sys.path.insert(0, folder)
mods = []
for package in ("asyncio", "json", "logging"):
    top = importlib.import_module(package)
    mods.append(top)
    for one in pkgutil.iter_modules(top.__path__):
        if one.name in ("__main__", "windows_events", "windows_utils", "tool"): continue
        mods.append(importlib.import_module(package + "." + one.name))
mods.append(importlib.import_module("queue"))
def where(module): return "python/" + os.path.relpath(module.__file__, folder)
def inside(module): return module is not None and getattr(module, "__file__", "") and module.__file__.startswith(folder)
classes, functions = [], []
for module in mods:
    for name, value in vars(module).items():
        if getattr(value, "__module__", None) != module.__name__ or name.startswith("__"): continue
        if inspect.isclass(value) and value.__name__ == name:
            members, source = {}, inspect.getsource(value)
            for member in dir(value):
                if member.startswith("__"): continue
                owner = next((k for k in value.__mro__ if member in vars(k)), None)
                what = owner and vars(owner)[member]
                if not (inspect.isfunction(what) or isinstance(what, (property, classmethod, staticmethod))): continue
                home = sys.modules.get(owner.__module__)
                if inside(home): members[member] = [where(home), owner.__qualname__, owner is value]
            classes.append({"name": name, "module": module.__name__, "members": members, "all": dir(value), "source": source})
        if inspect.isfunction(value) and value.__name__ == name and inside(sys.modules[value.__module__]):
            packages = [p.__name__ for p in mods if getattr(p, name, None) is value]
            functions.append({"name": name, "file": where(module), "from": packages})
exported = [{"name": n, "from": m.__name__, "file": where(sys.modules[v.__module__])} for m in mods if hasattr(m, "__path__") for n, v in vars(m).items() if inspect.isclass(v) and inside(sys.modules.get(v.__module__)) and v.__module__ != m.__name__ and n == v.__name__]
builtin = {}
for path in ["str.join", "str.split", "dict.get", "dict.items", "list.append", "bytes.decode", "set.add", "int.to_bytes", "str.append", "list.join", "dict.push", "set.nothing", "bytes.getLogger"]:
    name, member = path.split(".")
    builtin[path] = hasattr(getattr(__import__("builtins"), name), member)
print(json.dumps({"classes": classes, "functions": functions, "exported": exported, "builtin": builtin}))
`;

function addPython(folder) {
  const { stdout, stderr, status } = spawnSync("/usr/bin/python3", ["-B", "-c", PYTHON, folder], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status) throw new Error(stderr);
  const { classes, functions, exported, builtin } = JSON.parse(stdout);
  const named = (name) => classes.filter((one) => one.name === name);
  const all = classes.flatMap((one) =>
    Object.entries(one.members).map(([member, [file, owner, isOwn]]) => ({ ...one, member, file, owner, isOwn })),
  );
  const places = (name, member) =>
    unique(
      named(name)
        .filter((one) => one.members[member])
        .map(
          ({
            members: {
              [member]: [file, owner],
            },
          }) => `${file} ${owner}.${member}`,
        ),
    );
  addSome(
    all.filter((one) => one.isOwn),
    12,
    (one) => ({ by: "right", ask: `${one.name}.${one.member}`, is: places(one.name, one.member) }),
  );
  addSome(
    all.filter((one) => one.isOwn),
    8,
    (one) => ({
      by: "right",
      ask: `${one.module}.${one.name}.${one.member}`,
      is: [`${one.file} ${one.owner}.${one.member}`],
    }),
  );
  addSome(
    all.filter((one) => !one.isOwn),
    8,
    (one) => ({ by: "inherited", ask: `${one.name}.${one.member}`, is: places(one.name, one.member) }),
  );
  addSome(functions, 7, (one) => ({
    by: "module",
    ask: `${random.pick(one.from)}.${one.name}`,
    is: [`${one.file} ${one.name}`],
  }));
  addSome(exported, 5, (one) => ({ by: "module", ask: `${one.from}.${one.name}`, is: [`${one.file} ${one.name}`] }));
  const members = unique(all.map((one) => one.member));
  addSome(classes, 12, (one) => {
    const same = named(one.name);
    const has = (member) =>
      same.some(({ all: every, source }) => every.includes(member) || new RegExp(`\\b${member}\\b`).test(source));
    const foreign = random
      .sample(members, members.length)
      .find((member) => !has(member) && !functions.some(({ name }) => name === member));
    return foreign && { by: "wrong", ask: `${one.name}.${foreign}`, is: "none" };
  });
  addSome(functions, 4, ({ name }) => ({
    by: "foreign",
    ask: `${random.pick(["numpy", "foo.bar", "django.utils"])}.${name}`,
    is: "none",
  }));
  addSome(exported, 4, ({ name }) => ({
    by: "foreign",
    ask: `json.${name}`,
    is: exported.some((one) => one.from === "json" && one.name === name) ? undefined : "none",
  }));
  for (const [ask, is] of Object.entries(builtin))
    add({ by: "library", ask, is: is ? [`builtins.pyi ${ask}`] : "none" });
  add({ by: "library", ask: "os.path.join", is: ["python/posixpath.py join", "ntpath.py join"] });
  add({ by: "library", ask: "os.path.nothing", is: "none" });
  add({ by: "module", ask: "posixpath.join", is: ["python/posixpath.py join"] });
}

/* ---- C --------------------------------------------------------------------------------------- */

function addLua(folder) {
  const { stdout } = spawnSync(
    "ctags",
    ["-x", "--_xformat=%K\t%N\t%s\t%F", "--languages=C", "--langmap=C:.c.h", "-R", folder],
    { encoding: "utf8" },
  );
  const tags = stdout
    .trim()
    .split("\n")
    .map((line) => line.split("\t"))
    .map(([kind, name, scope, file]) => ({ kind, name, scope, file: `lua/${relative(folder, file)}` }));
  const fields = tags.filter(({ kind, scope }) => kind === "member" && scope && !/anon|::/.test(scope));
  const structs = unique(fields.map((one) => one.scope));
  const functions = tags.filter(({ kind }) => kind === "function");
  addSome(fields, 22, ({ scope, name }) => ({
    by: "right",
    ask: `${scope}.${name}`,
    is: fields.filter((one) => one.scope === scope && one.name === name).map((one) => `${one.file} ${scope}.${name}`),
  }));
  addSome(functions, 6, ({ name, file }) => ({
    by: "module",
    ask: `${basename(file, ".c")}.${name}`,
    is: [`${file} ${name}`],
  }));
  addSome(structs, 12, (scope) => {
    // What is in an unnamed union of it counts as its own: both have the word in the struct's text.
    const own = new Set(tags.filter((one) => one.scope?.split("::")[0] === scope).map((one) => one.name));
    const foreign = random
      .sample(fields, fields.length)
      .find((one) => !own.has(one.name) && !textOf(folder, tags, scope).includes(one.name));
    return foreign && { by: "wrong", ask: `${scope}.${foreign.name}`, is: "none" };
  });
  addSome(functions, 6, ({ name }) => ({
    by: "foreign",
    ask: `${random.pick([...structs, "foo.bar", "std", "glib"])}.${name}`,
    is: "none",
  }));
}

/** All text of the files that have the struct, as a generous idea of what it may hold. */
function textOf(folder, tags, scope) {
  const file = tags.find((one) => one.scope === scope)?.file.slice("lua/".length);
  const text = readFileSync(join(folder, file), "utf8");
  const start = text.search(new RegExp(`\\b${scope}\\s*\\{`));
  return text.slice(start, text.indexOf("\n}", start));
}

/* ---- all of it ------------------------------------------------------------------------------- */

const makers = {
  rxjs: (folder) => {
    addProgram(folder, "rxjs", { right: 14, inherited: 8, module: 8, wrong: 12, foreign: 5 });
    addLibrary(folder, "rxjs");
  },
  semver: (folder) => addProgram(folder, "semver", { right: 12, inherited: 0, module: 12, wrong: 6, foreign: 5 }),
  python: addPython,
  lua: addLua,
};
for (const [corpus, make] of Object.entries(makers)) {
  const copy = await copyCorpus(corpus);
  rows.clear();
  make(copy.folder);
  await copy.remove();
  for (const row of rows.values()) if (row.is) console.log(JSON.stringify({ in: corpus, ...row }));
}
