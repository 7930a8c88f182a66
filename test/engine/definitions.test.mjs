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
  await askOften(editor, 40);
  assert.equal(editor.count('definition'), 40);
  assert.equal(editor.count('declaration'), 7, 'five times, and then each sixteenth time');
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
