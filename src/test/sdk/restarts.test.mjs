// Servers that die and come back, and the end of the gateway itself.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { EVERYTHING, FILESYSTEM, httpEverything, httpProbe, PROBE, startGateway, stdio, throughGateway } from './lib/gateway.mjs';
import { processesWith, tempDir, until } from './lib/processes.mjs';

const LIMIT = { timeout: 90_000 };
const text = result => result.content[0].text;
const json = result => JSON.parse(text(result));

for (const [name, startServer] of Object.entries({ everything: httpEverything, probe: httpProbe })) {
  test(`${name} over http: after its restart the next call runs in a new session`, LIMIT, async t => {
    let server = await startServer();
    const gateway = await startGateway({ up: server.transport });
    const client = await throughGateway(gateway);
    t.after(async () => {
      await client.close();
      await gateway.stop();
      await server.stop();
    });
    const call = () =>
      name === 'probe'
        ? client.callTool({ name: 'up__who', arguments: {} }).then(it => (it.isError ? it : assert.equal(json(it).pid, server.pid)))
        : client.callTool({ name: 'up__echo', arguments: { message: 'hi' } }).then(it => assert.equal(text(it), 'Echo: hi'));
    await call();
    await server.stop();
    server = await startServer(server.port);
    await call();
    await call();
  });
}

describe('a killed stdio server', () => {
  const marker = tempDir();
  let gateway, client;
  after(async () => {
    await client?.close();
    await gateway?.stop();
  });

  test('its pending call fails at once, and the next one runs in a new process', LIMIT, async () => {
    gateway = await startGateway({ probe: stdio(PROBE, 'stdio', marker) });
    client = await throughGateway(gateway);
    const { pid } = json(await client.callTool({ name: 'probe__who', arguments: {} }));
    const pending = client.callTool({ name: 'probe__hang', arguments: { name: 'lost' } });
    await until('the call runs', async () =>
      json(await client.callTool({ name: 'probe__calls', arguments: {} })).running.includes('lost'),
    );
    process.kill(pid, 'SIGKILL');
    const lost = await pending;
    assert.equal(lost.isError, true);
    assert.equal(lost._meta['io.leasegate/error'].kind, 'upstream_down');
    assert.equal(lost._meta['io.leasegate/error'].code, 'upstream_lost');
    const next = await until('a call is answered again', async () => {
      const result = await client.callTool({ name: 'probe__who', arguments: {} });
      if (result.isError) assert.equal(result._meta['io.leasegate/error'].kind, 'upstream_down');
      return result.isError ? null : json(result);
    });
    assert.notEqual(next.pid, pid);
    assert.deepEqual(processesWith(marker), [next.pid]);
  });
});

test('SIGTERM: exit status 0, and no child is left behind', LIMIT, async t => {
  const marker = tempDir();
  const gateway = await startGateway({
    every: stdio(EVERYTHING, 'stdio', marker),
    files: stdio(FILESYSTEM, marker),
    probe: stdio(PROBE, 'stdio', marker),
  });
  t.after(() => gateway.stop());
  const client = await throughGateway(gateway);
  await client.callTool({ name: 'every__echo', arguments: { message: 'hi' } });
  await client.callTool({ name: 'files__list_directory', arguments: { path: marker } });
  await client.callTool({ name: 'probe__who', arguments: {} });
  assert.equal(processesWith(marker).length, 3);
  await client.close();
  gateway.kill('SIGTERM');
  assert.deepEqual(await gateway.ended, { code: 0, signal: null });
  assert.deepEqual(processesWith(marker), []);
});

test('SIGTERM: a running call is answered before the end', LIMIT, async t => {
  const server = await httpEverything();
  const gateway = await startGateway({ every: server.transport });
  const client = await throughGateway(gateway);
  t.after(async () => {
    await gateway.stop();
    await server.stop();
  });
  const result = await client.callTool(
    { name: 'every__trigger-long-running-operation', arguments: { duration: 1.5, steps: 3 } },
    undefined,
    { onprogress: ({ progress }) => progress === 1 && gateway.kill('SIGTERM') },
  );
  assert.match(text(result), /completed/);
  assert.deepEqual(await gateway.ended, { code: 0, signal: null });
});
