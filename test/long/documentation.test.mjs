/**
 * Documentation compared with the sources: TypeScript's own parser for JSDoc, Python's `ast`
 * for docstrings, and for C the comment above what ctags lists. A symbol that is documented there is never
 * "No documentation" here, and a signature is of the symbol that was asked for.
 *
 * SEED=7 asks the questions of that seed again; COUNT=200 asks so many of each language.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import ts from "typescript";

import { makeRandom } from "../soak/random.mjs";
import { callTool, openAgent, openEditor } from "../vscode/suites/support.mjs";
import { copyCorpus } from "./corpora.mjs";

const SEED = Number(process.env.SEED ?? 20);
const COUNT = Number(process.env.COUNT ?? 60);
const START_MS = 120_000;

let corpora, editor, agent;

before(async () => {
  corpora = Object.fromEntries(
    await Promise.all(["rxjs", "lua", "python"].map(async (name) => [name, await copyCorpus(name)])),
  );
  const folders = Object.values(corpora).map(({ folder }) => folder);
  editor = await openEditor(folders, { servers: ["pyright", "clangd"] });
  agent = await openAgent(editor, folders[0]);
  const end = Date.now() + START_MS;
  for (const [name, file] of [
    ["Observable", at("rxjs", "src/internal/Observable.ts")],
    ["Queue", at("python", "asyncio/queues.py")],
    ["luaV_execute", at("lua", "src/lvm.c")],
  ])
    while ((await documentation(name, file)).facts?.status !== "found" && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 500));
});

after(async () => {
  agent?.close();
  await editor?.stop();
  for (const corpus of Object.values(corpora ?? {})) await corpus.remove();
});

const at = (corpus, file) => join(corpora[corpus].folder, file);
const documentation = (symbol_name, file_path, more) =>
  callTool(agent, "get_symbol_documentation", { symbol_name, file_path, max_tokens: 20_000, ...more });
/** A rough count of tokens. */
const tokensOf = (text) => Math.round(text.length / 4);

/** The words of a text, without marks, links and case, to be compared. */
const wordsOf = (text) =>
  text
    .replace(/\{@\w+\s+([^}|]*\|)?\s*([^}]*)\}/g, "$2")
    .replace(/<[^>]*>/g, " ")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
const says = (answer, comment, count = 4) =>
  wordsOf(answer).join(" ").includes(wordsOf(comment).slice(0, count).join(" "));

/** Files below a folder whose names end so. */
const filesBelow = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name));

/* ---- oracles: {name, path (of names), file, line, comments[]} ---------------------------------- */

/** Declarations of TypeScript by symbol, with the comments of all of them. */
function typescriptOracle(folder) {
  const files = filesBelow(join(folder, "src/internal"), ".ts");
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2020,
    moduleResolution: ts.ModuleResolutionKind.NodeJs,
    strict: true,
    skipLibCheck: true,
  });
  const checker = program.getTypeChecker();
  const found = new Map();
  const isWanted = (node) =>
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    (ts.isVariableDeclaration(node) && node.parent.parent.parent.kind === ts.SyntaxKind.SourceFile);
  const visit = (node, source, names) => {
    const isNamed = isWanted(node) && node.name && ts.isIdentifier(node.name);
    const symbol = isNamed && checker.getSymbolAtLocation(node.name);
    if (symbol && !found.has(symbol)) {
      const comments = (symbol.declarations ?? [])
        .flatMap((one) => ts.getJSDocCommentsAndTags(one).filter(ts.isJSDoc))
        .map((doc) => ts.getTextOfJSDocComment(doc.comment) ?? "");
      const { line } = source.getLineAndCharacterOfPosition(node.name.getStart(source));
      found.set(symbol, {
        name: symbol.name,
        path: [...names, symbol.name],
        file: source.fileName,
        line: line + 1,
        comments: comments.filter((one) => wordsOf(one).length),
        isOverloaded: symbol.declarations.filter(ts.isFunctionLike).length > 1,
      });
    }
    const inside =
      isNamed && (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) ? [...names, node.name.text] : names;
    // Declarations inside of functions are not asked for by a path.
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, (child) => visit(child, source, inside));
  };
  for (const file of files) visit(program.getSourceFile(file), program.getSourceFile(file), []);
  return [...found.values()];
}

const PYTHON = `
import ast, json, sys
out = []
def visit(node, names, file):
    for one in ast.iter_child_nodes(node):
        if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            text = ast.get_docstring(one)
            line = next(i for i in range(one.lineno, one.lineno + 50) if one.name in lines[i - 1] and ('def ' in lines[i - 1] or 'class ' in lines[i - 1]))
            out.append({'name': one.name, 'path': names + [one.name], 'file': file, 'line': line, 'comments': [text] if text else []})
            if isinstance(one, ast.ClassDef): visit(one, names + [one.name], file)
        elif not isinstance(one, ast.expr):
            visit(one, names, file)
for file in sys.argv[1:]:
    lines = open(file).read().split('\\n')
    visit(ast.parse('\\n'.join(lines)), [], file)
print(json.dumps(out))
`;

function pythonOracle(folder) {
  // The server takes code for another platform for unreachable, and knows nothing of it.
  const files = ["asyncio", "json", "logging"]
    .flatMap((name) => filesBelow(join(folder, name), ".py"))
    .filter((file) => !file.includes("windows"));
  const { stdout, stderr } = spawnSync("python3", ["-c", PYTHON, ...files], { encoding: "utf8", maxBuffer: 1 << 28 });
  assert.ok(stdout, stderr);
  return JSON.parse(stdout);
}

/** The block comment that ends on the line above, "" where none does. */
function commentAbove(lines, line) {
  let i = line - 2;
  if (!lines[i]?.trimEnd().endsWith("*/")) return "";
  const end = i;
  while (i >= 0 && !lines[i].includes("/*")) i--;
  // A comment after code belongs to that code.
  return i >= 0 && lines[i].trim().startsWith("/*") ? lines.slice(i, end + 1).join("\n") : "";
}

function ctagsOracle(folder) {
  const files = [...filesBelow(join(folder, "src"), ".c"), ...filesBelow(join(folder, "src"), ".h")];
  const { stdout, stderr } = spawnSync(
    "ctags",
    ["--output-format=json", "--fields=+nK", "--kinds-C=fpstd", "-f", "-", ...files],
    { encoding: "utf8", maxBuffer: 1 << 28 },
  );
  assert.ok(stdout, stderr);
  const texts = new Map(files.map((file) => [file, readFileSync(file, "utf8").split("\n")]));
  const all = stdout
    .trim()
    .split("\n")
    .map((one) => JSON.parse(one))
    .filter(({ name, kind }) => kind && !name.startsWith("__anon"));
  const named = new Map();
  for (const one of all)
    named.set(one.name, [
      ...(named.get(one.name) ?? []),
      { ...one, comment: commentAbove(texts.get(one.path), one.line) },
    ]);
  return [...named.values()].flatMap((group) => {
    // One function, its prototypes with it; of other names the first.
    const main = group.find(({ kind }) => kind === "function") ?? group[0];
    if (group.filter(({ kind }) => kind === main.kind).length > 1) return [];
    // If a function and a macro are under `#if` and `#else` the server knows the one that is compiled.
    if (main.kind === "function" && group.some(({ kind }) => kind === "macro")) return [];
    const comments = group.map(({ comment }) => comment).filter((one) => wordsOf(one).length);
    return [{ name: main.name, path: [main.name], file: main.path, line: main.line, comments, kind: main.kind }];
  });
}

/* ---- names in signatures --------------------------------------------------------------------- */

const withoutTypeArguments = (text) => {
  for (let before = ""; before !== text;) [before, text] = [text, text.replace(/<[^<>]*>/g, "")];
  return text;
};
const escaped = (name) => name.replace(/\$/g, "\\$");

/** Whether a signature declares that name. */
const DECLARES = {
  rxjs: (signature, name) =>
    new RegExp(
      `^(?:\\([\\w ]+\\) )?(?:(?:export|declare|abstract|function|class|interface|type|const|let|var|enum) )*(?:[\\w$]+\\.)*${escaped(name)}(?![\\w$])`,
    ).test(withoutTypeArguments(signature)),
  python: (signature, name) =>
    new RegExp(`(?:def|class|\\)) (?:\\w+\\.)*${name}\\b|^class ${name}\\b|^(?:\\(\\w+\\) )?${name}\\b`).test(
      signature,
    ),
  lua: (signature, name) =>
    new RegExp(`(?:^|[\\s*(])${name}(?=[\\s()\\[;={]|$)`).test(signature.replace(/^#define /, "")),
};

/* ---- the test --------------------------------------------------------------------------------- */

/** Asks about `count` of the oracle's symbols; returns what was wrong. */
async function hold(corpus, oracle, count) {
  const random = makeRandom(SEED);
  // As many documented ones as not, where there are.
  const documented = random.sample(
    oracle.filter(({ comments }) => comments.length),
    oracle.every(({ isOverloaded }) => isOverloaded) ? count : Math.ceil(count / 2),
  );
  const bare = random.sample(
    oracle.filter(({ comments }) => !comments.length),
    count - documented.length,
  );
  const seen = { asked: 0, documented: 0, bare: 0, unknown: 0, "documented beyond the oracle": 0 };
  const wrong = [];
  for (const one of [...documented, ...bare]) {
    const { text, facts } = await documentation(
      one.path.join("."),
      one.file,
      one.isOverloaded ? {} : { line: one.line },
    );
    const result = facts?.results?.[0];
    const what = `${one.path.join(".")} (${one.file}:${one.line})`;
    seen.asked++;
    if (result?.status !== "found") {
      seen.unknown += result?.status === "unknown";
      wrong.push(`${what}: ${text}`);
      continue;
    }
    if (one.comments.length) {
      seen.documented++;
      if (!result.documented) wrong.push(`${what} is documented: ${one.comments[0].slice(0, 100)}\n${text}`);
      else if (!one.comments.some((comment) => says(text, comment)))
        wrong.push(`${what} says ${one.comments[0].slice(0, 100)}\n${text}`);
    } else {
      seen.bare++;
      seen["documented beyond the oracle"] += result.documented;
    }
    for (const signature of (result.signature ?? "").split("\n").slice(0, result.declaration_lines ? 20 : 1))
      if (
        signature &&
        !signature.startsWith("//") &&
        !DECLARES[corpus](corpus === "rxjs" ? signature : result.signature, one.name)
      )
        wrong.push(`${what} has another's signature: ${signature}`);
    if (/command:|^---$|^### (?:function|struct|macro) `|\(\+\d+ overload.*\n.*\(\+\d+ overload/m.test(text))
      wrong.push(`${what} has noise:\n${text}`);
  }
  console.log(`${corpus}, seed ${SEED}: ${JSON.stringify(seen)}`);
  return wrong;
}

for (const [corpus, oracle] of [
  ["rxjs", typescriptOracle],
  ["python", pythonOracle],
  ["lua", ctagsOracle],
])
  test(`${corpus}: what the sources document is documented, and signatures are the symbols' own`, async () => {
    const wrong = await hold(corpus, oracle(corpora[corpus].folder), COUNT);
    assert.equal(wrong.length, 0, `${wrong.length} wrong:\n\n${wrong.slice(0, 12).join("\n\n")}`);
  });

test("rxjs: overloaded functions by their name alone have the comment of any overload or of the implementation", async () => {
  const overloaded = typescriptOracle(corpora.rxjs.folder).filter(({ isOverloaded }) => isOverloaded);
  const wrong = await hold("rxjs", overloaded, Math.min(overloaded.length, COUNT));
  assert.equal(wrong.length, 0, `${wrong.length} wrong:\n\n${wrong.slice(0, 12).join("\n\n")}`);
});

test("overloaded functions: their comments, and signatures that cost little more than one hover", async () => {
  const hoverOf = (path, line, character) =>
    editor.control.evaluate(
      async ({ vscode, args }) => {
        const hovers = await vscode.commands.executeCommand(
          "vscode.executeHoverProvider",
          vscode.Uri.file(args.path),
          new vscode.Position(args.line, args.character),
        );
        return hovers
          .flatMap(({ contents }) => contents.map((one) => (typeof one === "string" ? one : one.value)))
          .join("\n");
      },
      { path, line, character },
    );
  for (const [name, file, comment] of [
    ["fromEvent", "observable/fromEvent.ts", "Creates an Observable that emits events of a specific type"],
    ["first", "operators/first.ts", "Emits only the first value"],
    ["groupBy", "operators/groupBy.ts", "Groups the items emitted by an Observable"],
    ["timer", "observable/timer.ts", "Creates an observable that will wait for a specified time period"],
    ["of", "observable/of.ts", "Converts the arguments to an observable sequence"],
    ["switchMap", "operators/switchMap.ts", "Projects each source value to an Observable which is merged"],
    ["pipe", "util/pipe.ts", "pipe() can be called on one or more functions"],
    ["Observable.subscribe", "Observable.ts", "Invokes an execution of an Observable"],
    ["combineLatest", "observable/combineLatest.ts", "Combines multiple Observables"],
  ]) {
    const path = at("rxjs", `src/internal/${file}`);
    const { text, facts } = await documentation(name, path);
    const [result] = facts.results;
    assert.ok(says(text, comment, 8), `${name}: ${text}`);
    const { line, column } = result.symbol;
    const hover = await hoverOf(path, line - 1, column);
    const without = (
      await callTool(agent, "get_symbol_documentation", { symbol_name: name, file_path: path, max_tokens: 400 })
    ).text;
    console.log(
      `${name}: ${tokensOf(text)} tokens with the comment, signatures ${tokensOf(result.signature)}, the hover ${tokensOf(hover)}; with max_tokens 400: ${tokensOf(without)}`,
    );
    assert.ok(tokensOf(result.signature) <= 250, `${name}: ${result.signature}`);
  }
});

test("signatures without a call, and without noise", async () => {
  for (const [symbol, file, limit_ms, says] of [
    ["luaL_checkinteger", undefined, 8000, /luaL_checkinteger\)?\s*\(lua_State \*L, int arg\)/],
    ["luaL_openlibs", undefined, 8000, /luaL_openlibs\)?\s*\(lua_State \*L\)/],
    [
      "timer",
      at("rxjs", "src/internal/observable/timer.ts"),
      8000,
      /3 signatures[\s\S]*1\. timer\(due: number \| Date/,
    ],
    ["fromEvent", at("rxjs", "src/internal/observable/fromEvent.ts"), 8000, /fromEvent/],
    ["dumps", at("python", "json/__init__.py"), 8000, /dumps\(/],
  ]) {
    const started = Date.now();
    const { text, facts } = await callTool(agent, "get_signature_help", { symbol, ...(file && { file_path: file }) });
    const took_ms = Date.now() - started;
    assert.equal(facts.status, "found", text);
    assert.match(text, says);
    assert.doesNotMatch(text + JSON.stringify(facts), /command:|No call of it/);
    console.log(`${symbol}: ${tokensOf(text)} tokens, ${took_ms} ms`);
    assert.ok(tokensOf(text) < 500, text);
    assert.ok(took_ms < limit_ms, `${took_ms} ms`);
  }
});

test("a hover of something else is not the documentation", async () => {
  const { text } = await documentation("printf", at("lua", "src/lua.c"));
  assert.doesNotMatch(text, /Clang supports|__attribute__/);
  assert.match(text, /printf/);
});
