/** Definitions, declarations and types: who is asked for them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { makeEditor } from './fake-editor.mjs';

const FILES = { 'src/a.ts': 'export function first() {}\n' };

/** Asks `count` times; each question is a new one for the cache. */
async function askOften(editor, count) {
  for (let i = 0; i < count; i++) {
    const { code, text } = await editor.run('find_definition', { symbol: 'first', file_path: 'src/a.ts', max_tokens: 1000 + i });
    assert.equal(code, 'found', text);
  }
}

test('where nobody gives declarations they are asked for now and then only', async (t) => {
  const editor = makeEditor(t, FILES);
  await askOften(editor, 130);
  assert.equal(editor.count('definition'), 130);
  assert.equal(editor.count('declaration'), 7, 'five times, and then each sixty-fourth time');
});

test('where somebody does, or fails to, they always are', async (t) => {
  const editor = makeEditor(t, FILES);
  editor.on.declaration = () => ({ data: [[editor.path('src/a.ts'), 0, 16, 0, 21]] });
  await askOften(editor, 10);
  assert.equal(editor.count('declaration'), 10);
  editor.on.declaration = () => {
    throw new Error('broken');
  };
  for (let i = 0; i < 10; i++) {
    const { text } = await editor.run('find_definition', { symbol: 'first', file_path: 'src/a.ts', max_tokens: 2000 + i });
    assert.match(text, /Unknown in part: .*broken/);
  }
});

test('a name that the given file does not have is said to be of another one, and is not renamed there at once', async (t) => {
  const editor = makeEditor(t, { ...FILES, 'src/b.ts': '// first is not used here\nexport const other = 1;\n', 'src/c.ts': 'first();\n' });
  const note = /^Note: 'src\/b\.ts' does not say 'first' in its code; this is another file's\.$/m;
  for (const tool of ['find_definition', 'find_references']) {
    const wrong = await editor.run(tool, { symbol: 'first', file_path: 'src/b.ts' });
    assert.match(wrong.text, note);
    for (const file_path of ['src/a.ts', 'src/c.ts']) {
      const right = await editor.run(tool, { symbol: 'first', file_path });
      assert.doesNotMatch(right.text, /Note:/);
    }
  }
  const renamed = await editor.run('rename_symbol', { symbol: 'first', file_path: 'src/b.ts', new_name: 'second', preview: false });
  assert.match(renamed.text, /^PREVIEW/);
  assert.match(renamed.text, note);
});

test('a member of something else than was named is said to be that, and is not renamed there at once', async (t) => {
  const editor = makeEditor(t, { 'src/shop.ts': 'class Till {\n  open() {}\n}\n' });
  const outline = [['Till', 4, '', '', true, 0, 0, 6, 0, 0, 2, 1], ['open', 5, '', '', true, 1, 1, 2, 1, 2, 1, 11]];
  editor.on.outline = () => ({ data: outline });
  editor.on.definition = () => ({ data: [[editor.path('src/shop.ts'), 1, 2, 1, 6]] });
  editor.on.rename = () => ({ data: { files: [{ action: 'edit', path: editor.path('src/shop.ts'), edits: [[1, 2, 1, 6, 'start', false]] }], partial: false } });
  const note = /^Note: this is Till\.open; what was asked for is (Shop\.open)\.$/m;
  for (const [symbol, is] of [['Shop.open', true], ['Till.open', false], ['open', false]]) {
    const { text } = await editor.run('find_definition', { symbol, file_path: 'src/shop.ts' });
    assert.equal(note.test(text), is, text);
  }
  const renamed = await editor.run('rename_symbol', { symbol: 'Shop.open', file_path: 'src/shop.ts', new_name: 'start', preview: false });
  assert.match(renamed.text, /^PREVIEW/);
  assert.match(renamed.text, note);
});
