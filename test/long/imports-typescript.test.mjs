/**
 * The imports of TypeScript and JavaScript files, compared with TypeScript's own resolution: every import of zod, rxjs and
 * a made repository of several packages with `paths`, `exports`, `imports` and links; and backward, which files import
 * each file.
 */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import test from "node:test";
import ts from "typescript";

import { makeFolder, openEditor, writeFiles } from "../engine/fake-editor.mjs";
import { copyCorpus } from "./corpora.mjs";
import { listDependencies } from "./imports-kit.mjs";

const CODE = /\.[cm]?[jt]sx?$/;

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => CODE.test(name) && !/(^|\/)node_modules\//.test(name))
    .map((name) => join(folder, name));

/** Every import of a file, by TypeScript's parser: `{specifier, line, isRequire, isDynamic}`. */
function importsOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (node, literal, more) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    if (literal && ts.isStringLiteralLike(literal)) found.push({ specifier: literal.text, line, ...more });
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node, node.moduleSpecifier);
    else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference))
      add(node, node.moduleReference.expression, { isRequire: true });
    else if (ts.isImportTypeNode(node)) add(node, node.argument.literal, { isDynamic: true });
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node, node.arguments[0], { isDynamic: true });
    else if (ts.isCallExpression(node) && node.expression.getText(source) === "require")
      add(node, node.arguments[0], { isRequire: true });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A project as TypeScript sees it, by the nearest tsconfig.json of each file. */
class Judge {
  #options = new Map();
  host = ts.sys;

  constructor(folder) {
    this.folder = folder;
  }

  optionsOf(file) {
    const config = ts.findConfigFile(dirname(file), ts.sys.fileExists);
    if (!this.#options.has(config)) {
      const { config: json } = ts.readConfigFile(config, ts.sys.readFile);
      const parsed = ts.parseJsonConfigFileContent(json, ts.sys, dirname(config), undefined, config);
      this.#options.set(config, parsed.options);
    }
    return this.#options.get(config);
  }

  /** `f PATH`, `e PACKAGE`, or `m SPECIFIER`. */
  resolve(file, { specifier, isRequire, isDynamic }) {
    const options = this.optionsOf(file);
    const isNode = [ts.ModuleResolutionKind.Node16, ts.ModuleResolutionKind.NodeNext].includes(
      options.moduleResolution ?? (options.module >= ts.ModuleKind.Node16 ? ts.ModuleResolutionKind.NodeNext : 0),
    );
    const format = isNode
      ? ts.getImpliedNodeFormatForFile(file, undefined, ts.sys, {
          ...options,
          moduleResolution: ts.ModuleResolutionKind.NodeNext,
        })
      : ts.ModuleKind.ESNext;
    const isOld = options.moduleResolution === ts.ModuleResolutionKind.Node10;
    const mode = isOld
      ? undefined
      : isRequire
        ? ts.ModuleKind.CommonJS
        : isDynamic && isNode
          ? ts.ModuleKind.ESNext
          : format;
    const { resolvedModule } = ts.resolveModuleName(specifier, file, options, this.host, undefined, undefined, mode);
    if (!resolvedModule) return `m ${specifier}`;
    const real = realpathSync(resolvedModule.resolvedFileName);
    if (!/\/node_modules\//.test(real) && real.startsWith(`${this.folder}/`)) return `f ${relative(this.folder, real)}`;
    const [name] = /^(@[^/]+\/)?[^/]+/.exec(specifier);
    return `e ${name[0] === "#" ? resolvedModule.packageId.name : name}`;
  }
}

const sorted = (set) => [...set].sort();

/** The rows of the tool, as the judge writes them: `LINE KIND NAME`. */
function rowsOf({ imports, external, missing }) {
  const rows = new Set();
  for (const { file, lines } of imports) for (const line of lines) rows.add(`${line} f ${file}`);
  for (const { name, lines } of external) for (const line of lines) rows.add(`${line} e ${name}`);
  for (const { import: name, line } of missing) rows.add(`${line} m ${name}`);
  return rows;
}

/**
 * The tool knows more than TypeScript: modules of Node, packages that are not installed or have no types, and files
 * other than code.
 */
const isBeyond = (row) => /^\d+ e /.test(row) || /\.(css|svg|json)$/.test(row);

async function compare(t, folder) {
  const judge = new Judge(folder);
  const editor = openEditor(folder);
  t.after(() => editor.engine.dispose());
  const wrong = [];
  const importers = new Map();
  let count = 0;
  for (const file of filesOf(folder)) {
    const name = relative(folder, file);
    const wanted = new Set();
    for (const one of importsOf(file)) {
      const row = judge.resolve(file, one);
      count++;
      const target = row.slice(2);
      if (target === name) continue; // a cycle, not one of the files that it imports
      wanted.add(`${one.line} ${row}`);
      if (row[0] === "f") importers.set(target, (importers.get(target) ?? new Set()).add(name));
    }
    const told = rowsOf(await listDependencies(editor, name, "imports"));
    const missing = sorted(wanted).filter((row) => !told.has(row));
    const lines = new Set(missing.filter((row) => / m /.test(row)).map((row) => row.split(" ")[0]));
    const excess = sorted(told).filter((row) => !wanted.has(row));
    const bad = [
      ...missing.filter(
        (row) =>
          !(/ m /.test(row) && excess.some((other) => isBeyond(other) && other.split(" ")[0] === row.split(" ")[0])),
      ),
      ...excess.filter((row) => !(isBeyond(row) && lines.has(row.split(" ")[0]))).map((row) => `not ${row}`),
    ];
    if (bad.length) wrong.push(`${name}: ${bad.join(", ")}`);
  }
  assert.deepEqual(wrong, []);
  let asked = 0;
  for (const file of filesOf(folder)) {
    const name = relative(folder, file);
    const { imported_by } = await listDependencies(editor, name, "imported_by");
    const wanted = sorted(importers.get(name) ?? []);
    asked++;
    assert.deepEqual(imported_by.map((one) => one.file).sort(), wanted, `${name} is imported by`);
  }
  t.diagnostic(`${count} imports, ${asked} files asked backward`);
  assert.ok(count > 20);
}

for (const name of ["zod", "rxjs", "semver"])
  test(`${name}: imports are those that TypeScript resolves`, { timeout: 600_000 }, async (t) => {
    const { folder, remove } = await copyCorpus(name);
    t.after(remove);
    if (name === "semver")
      writeFiles(folder, { "tsconfig.json": '{"compilerOptions": {"allowJs": true, "module": "node16"}}' });
    await compare(t, folder);
  });

const json = (value) => JSON.stringify(value, null, 2);

/** A repository of packages: every way to name a file that the tool knows. */
const REPOSITORY = {
  "package.json": json({ name: "top", private: true, workspaces: ["packages/*"], dependencies: { absent: "1" } }),
  "tsconfig.base.json": `{
    // the settings of all
    "compilerOptions": {
      "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "allowJs": true,
      "resolveJsonModule": true, /* "paths": none */
    },
  }`,
  "node_modules/@config/strict/tsconfig.json": '{"compilerOptions": {"customConditions": ["source"]}}',
  "node_modules/@config/strict/package.json": '{"name": "@config/strict", "version": "1.0.0"}',
  "node_modules/dep/package.json": json({ name: "dep", version: "1.0.0", types: "index.d.ts" }),
  "node_modules/dep/index.d.ts": "export const dep: number;\n",
  "node_modules/@types/typed/index.d.ts": "export const typed: number;\n",
  "node_modules/@types/typed/package.json": '{"name": "@types/typed", "version": "1.0.0"}',
  "node_modules/untyped/index.js": "module.exports = 1;\n",

  "packages/app/package.json": json({
    name: "app",
    type: "module",
    imports: { "#util/*": "./src/util/*.ts", "#dep": "dep", "#main": { node: "./src/a.ts", default: "./src/b.ts" } },
    exports: { ".": "./src/index.ts", "./deep/*": "./src/*.ts" },
  }),
  "packages/app/tsconfig.json":
    '{"extends": ["../../tsconfig.base.json", "@config/strict"], "compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*", "gen/*"], "@one": ["./src/util/one"], "@lib/*/x": ["../lib/src/*/x.ts"]}},}',
  "packages/app/src/index.ts": `
    import a from "./a";
    import { b } from './b.js';
    import type { T } from "./types";
    import * as util from "./util";
    import * as slashed from "./util/";
    import {
      one, // "./not"
      type two as deux,
    } from "@/util/one";
    import generated from "@/made";
    import alias from "@one";
    import far from "@lib/part/x";
    import based from "src/b";
    import data from "./data.json";
    import "./side-effect";
    import fs from "node:fs";
    import path from "path";
    import { dep } from "dep";
    import { typed } from "typed";
    import untyped from "untyped";
    import absent from "absent";
    import nowhere from "./nowhere";
    import unknown from "nobody-has-this";
    import { lib } from "@scope/lib";
    import { inner } from "@scope/lib/inner";
    import { sub } from "@scope/lib/feature/sub";
    import secret from "@scope/lib/src/secret";
    import { old } from "old";
    import { oldDeep } from "old/lib/deep";
    import { hash } from "#util/one";
    import { depAgain } from "#dep";
    import main from "#main";
    import self from "app";
    import selfDeep from "app/deep/b";
    import tsx from "./view";
    import jsx from "./plain";
    import mts from "./module.mjs";
    import cts from "./common.cjs";
    import declared from "./declared";
    import folder from "./folder";
    import written from "./b.ts";
    import style from "./style.css";
    export * from "./util/one";
    export { two } from "./util/two";
    export * as ns from "./util/two";
    const lazy = import("./lazy");
    type L = import("./types").T;
    const text = 'import x from "./no"';
    const template = \`import y from "./no" \${import("./b")}\`;
    const re = /import z from "\\.\\/no"/;
    // import c from "./no";
    /* export * from "./no"; */
    obj.import("./no"); obj.require("./no"); import.meta.url; import(lazy);
    export const value = { import: "./no", from: "./no" };
    export default value
  `,
  ...Object.fromEntries(
    [
      "a.ts",
      "b.ts",
      "types.d.ts",
      "util/index.ts",
      "util/one.ts",
      "util/two.ts",
      "side-effect.js",
      "lazy.ts",
      "view.tsx",
      "plain.jsx",
      "module.mts",
      "common.cts",
      "declared.d.ts",
      "folder/lib/main.ts",
    ].map((name) => [`packages/app/src/${name}`, "export {};\n"]),
  ),
  "packages/app/src/folder/package.json": '{"main": "lib/main.js"}',
  "packages/app/src/data.json": "{}",
  "packages/app/src/style.css": "",
  "packages/app/gen/made.ts": "import up from '../src';\nimport up2 from '..';\nexport {};\n",

  "packages/lib/package.json": json({
    name: "@scope/lib",
    version: "1.0.0",
    exports: {
      ".": { source: "./src/index.ts", types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./inner": { require: "./src/inner.cts", import: { types: "./src/inner.d.ts", default: "./src/inner.js" } },
      "./feature/*": ["./src/none/*.ts", "./src/feature/*.js"],
      "./feature/private": null,
    },
  }),
  "packages/lib/tsconfig.json": '{"extends": "../../tsconfig.base"}',
  "packages/lib/src/index.ts":
    'export * from "./feature/sub.js";\nimport "@scope/lib/inner";\nconst x = require("@scope/lib/inner");\n',
  "packages/lib/src/inner.d.ts": "export {};\n",
  "packages/lib/src/inner.cts": "export {};\n",
  "packages/lib/src/feature/sub.ts": "export {};\n",
  "packages/lib/src/secret.ts": "export {};\n",
  "packages/lib/src/part/x.ts": "import self from './x';\nexport {};\n",
  "packages/lib/dist/index.d.ts": "export {};\n",

  "packages/old/package.json": json({
    name: "old",
    version: "1.0.0",
    main: "./lib/start",
    typings: "./lib/start.d.ts",
  }),
  "packages/old/tsconfig.json":
    '{"compilerOptions": {"module": "commonjs", "moduleResolution": "node", "allowJs": true, "rootDirs": ["lib", "extra"]}}',
  "packages/old/lib/start.d.ts": "export {};\n",
  "packages/old/lib/start.js":
    'const deep = require("./deep");\nconst dir = require("./dir");\nconst lib = require("@scope/lib");\nconst more = require("./more");\n',
  "packages/old/lib/deep.js": "",
  "packages/old/lib/deep.ts": "import x = require('./start');\nimport old = require('old');\nexport {};\n",
  "packages/old/lib/dir/index.js": "",
  "packages/old/extra/more.ts": "export {};\n",

  "packages/node/package.json": json({ name: "node-like", type: "module" }),
  "packages/node/tsconfig.json": '{"compilerOptions": {"module": "nodenext"}}',
  "packages/node/esm.ts":
    'import "./cjs.cjs";\nimport "./other.js";\nimport "./other";\nimport "./sub";\nimport "./sub/index.js";\nimport lib = require("@scope/lib/inner");\nimport "@scope/lib/inner";\nimport "old/lib/deep";\nimport "old/lib/deep.js";\nimport "old";\n',
  "packages/node/cjs.cts":
    'import "./other";\nimport "./sub";\nimport "@scope/lib/inner";\nvoid import("./other");\nvoid import("./other.js");\n',
  "packages/node/other.ts": "export {};\n",
  "packages/node/sub/index.ts": "export {};\n",
};

test("a repository of packages: imports are those that TypeScript resolves", async (t) => {
  const folder = join(makeFolder(), "repo");
  writeFiles(folder, REPOSITORY);
  mkdirSync(join(folder, "node_modules/@scope"), { recursive: true });
  symlinkSync("../../packages/lib", join(folder, "node_modules/@scope/lib"));
  symlinkSync("../packages/old", join(folder, "node_modules/old"));
  await compare(t, folder);
});
