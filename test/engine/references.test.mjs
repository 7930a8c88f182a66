/** What is done with a name at each of its references, as the text tells it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { makeEditor } from './fake-editor.mjs';

/** The kinds of the references to `Name`, in the order of the file's lines that say it. */
async function kindsOf(t, declaration, file, text) {
  const editor = makeEditor(t, { 'src/name.ts': `${declaration}\n`, [`src/${file}`]: text });
  const places = text.split('\n').flatMap((line, row) =>
    [...line.matchAll(/\bName\b/g)].map(({ index }) => [editor.path(`src/${file}`), row, index, row, index + 4]));
  editor.on.references = () => ({ data: places });
  const answer = await editor.run('find_references', { symbol: 'Name', file_path: 'src/name.ts' });
  const { references } = JSON.parse(answer.factsJson);
  return references.map((one) => one.kind);
}

test('imports over several lines are imports, and what looks like them is not', async (t) => {
  const text = [
    'import {', '  Other,', '  Name,', '  type Name as Same, // a = comment', '} from "./name.js";',
    'import Name, { x } from "./name.js";', 'export {', '  Name,', '} from "./name.js";',
    'const one = [', '  Name,', '];', 'use(', '  Name,', ');', 'Name();', 'const same = { Name };',
  ].join('\n');
  assert.deepEqual(await kindsOf(t, 'export const Name = 1;', 'uses.ts', text),
    ['import', 'import', 'import', 'import', 'read', 'read', 'call', 'read']);
});

test('other languages have lists of imports, too', async (t) => {
  const python = 'from name import (\n    other,\n    Name,\n)\nprint(\n    Name,\n)\nName += 2\n';
  assert.deepEqual(await kindsOf(t, 'export const Name = 1;', 'uses.py', python), ['import', 'read', 'write']);
  const rust = 'use name::{\n    other::deep,\n    of::Name,\n};\nfn f() { g(Name, 1) }\n';
  assert.deepEqual(await kindsOf(t, 'export const Name = 1;', 'uses.rs', rust), ['import', 'read']);
});

test('types, calls, reads and writes', async (t) => {
  const text = 'let a: Name;\nnew Name();\nName.make();\nclass B extends Name {}\n';
  assert.deepEqual(await kindsOf(t, 'export class Name {}', 'uses.ts', text), ['type', 'call', 'read', 'type']);
  assert.deepEqual(await kindsOf(t, 'export const Name = 1;', 'uses.ts', 'Name = 2;\nName += 1;\nName == 2;\n'),
    ['write', 'write', 'read']);
});

test('the symbol round a use: what declares something, and no control flow', async (t) => {
  const text = [
    'class Shop {', '  catch(e) {', '    if (e) {', '      while (e) {', '        go(Name);', '      }', '    }', '  }',
    '  open() {', '    try {', '    }', '    catch (e) {', '      for (const one of e) {', '        go(Name);', '      }', '    }', '  }', '}',
  ].join('\n');
  const editor = makeEditor(t, { 'src/name.ts': 'export const Name = 1;\n', 'src/shop.ts': text });
  editor.on.references = () => ({ data: [4, 13].map((row) => [editor.path('src/shop.ts'), row, 11, row, 15]) });
  const answer = await editor.run('find_references', { symbol: 'Name', file_path: 'src/name.ts' });
  assert.match(answer.text, /^ {2}5:12 \[read\] in catch: go\(Name\);\n {2}14:12 \[read\] in open: go\(Name\);$/m);
});
