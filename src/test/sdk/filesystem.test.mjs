// The reference server "filesystem": writes that really happen, and answers equal to the server's own.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { allTools, directly, FILESYSTEM, startGateway, stdio, throughGateway, withoutOwnMeta } from './lib/gateway.mjs';
import { tempDir } from './lib/processes.mjs';

const LIMIT = { timeout: 60_000 };

describe('filesystem over stdio', () => {
  const dir = tempDir();
  const transport = stdio(FILESYSTEM, dir);
  const at = name => path.join(dir, name);
  let gateway, direct, client;
  const call = (name, args) => client.callTool({ name: `files__${name}`, arguments: args });
  const sameAsDirect = async (name, args) => {
    const through = withoutOwnMeta(await call(name, args));
    const own = await direct.callTool({ name, arguments: args });
    assert.equal(JSON.stringify(through), JSON.stringify(own));
    return through;
  };

  before(async () => {
    gateway = await startGateway({ files: transport });
    direct = await directly(transport);
    client = await throughGateway(gateway);
  }, LIMIT);
  after(async () => {
    await Promise.all([direct, client].map(it => it?.close()));
    await gateway?.stop();
  });

  test('every tool is listed', LIMIT, async () => {
    const own = (await allTools(direct)).map(tool => `files__${tool.name}`);
    const listed = (await allTools(client)).map(tool => tool.name).filter(name => name.startsWith('files__'));
    assert.deepEqual(listed, own);
  });

  test('a file is written as given', LIMIT, async () => {
    const content = 'first\r\nsecond \u{1F4C4}\u0000\ttab\n';
    const result = await call('write_file', { path: at('note.txt'), content });
    assert.ok(!result.isError, JSON.stringify(result));
    assert.equal(fs.readFileSync(at('note.txt'), 'utf8'), content);
  });

  test('a file is read as the server reads it', LIMIT, async () => {
    fs.writeFileSync(at('read.txt'), 'Zeile 1\nZeile 2 – ä\n');
    const result = await sameAsDirect('read_text_file', { path: at('read.txt') });
    assert.match(result.content[0].text, /Zeile 2 – ä/);
  });

  test('an image is read byte for byte', LIMIT, async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 31) % 256));
    fs.writeFileSync(at('picture.png'), bytes);
    const result = await sameAsDirect('read_media_file', { path: at('picture.png') });
    assert.ok(Buffer.from(result.content[0].data, 'base64').equals(bytes));
  });

  test('directories are made, listed and searched', LIMIT, async () => {
    await call('create_directory', { path: at('tree/leaf') });
    fs.writeFileSync(at('tree/leaf/a.md'), 'a');
    await sameAsDirect('list_directory', { path: at('tree') });
    await sameAsDirect('directory_tree', { path: at('tree') });
    const found = await sameAsDirect('search_files', { path: dir, pattern: '**/*.md' });
    assert.match(found.content[0].text, /a\.md/);
  });

  test('a file is edited and moved once', LIMIT, async () => {
    fs.writeFileSync(at('draft.txt'), 'one\ntwo\n');
    await call('edit_file', { path: at('draft.txt'), edits: [{ oldText: 'two', newText: 'three' }] });
    await call('move_file', { source: at('draft.txt'), destination: at('final.txt') });
    assert.equal(fs.readFileSync(at('final.txt'), 'utf8'), 'one\nthree\n');
    assert.ok(!fs.existsSync(at('draft.txt')));
  });

  test("a path that is not allowed is the server's own refusal", LIMIT, async () => {
    const result = await sameAsDirect('read_text_file', { path: '/etc/hostname' });
    assert.equal(result.isError, true);
  });
});
