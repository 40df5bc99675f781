// The reference server "everything" over both transports: what a client gets through the gateway is
// what it gets from the server itself.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { allTools, directly, EVERYTHING, httpEverything, startGateway, stdio, throughGateway, withoutOwnMeta } from './lib/gateway.mjs';

const LIMIT = { timeout: 60_000 };

/** Calls whose answers depend on nothing but their arguments. */
const CALLS = {
  'a text': ['echo', { message: 'quotes " \\ and ünïcödé \u{1F680} \u2028 end' }],
  'a long text': ['echo', { message: 'line\n'.repeat(40_000) }],
  'numbers': ['get-sum', { a: 0.1, b: -7e20 }],
  'an image': ['get-tiny-image', {}],
  'annotations': ['get-annotated-message', { messageType: 'error', includeImage: true }],
  'an embedded text': ['get-resource-reference', { resourceType: 'Text', resourceId: 3 }],
  'an embedded blob': ['get-resource-reference', { resourceType: 'Blob', resourceId: 4 }],
  'links to resources': ['get-resource-links', { count: 3 }],
  'structured content': ['get-structured-content', { location: 'Chicago' }],
  'a failed call': ['get-sum', { a: 'one', b: 2 }],
};

for (const kind of ['stdio', 'http']) {
  describe(`everything over ${kind}`, () => {
    let server, gateway, direct, client, door;
    before(async () => {
      server = kind === 'http' ? await httpEverything() : { transport: stdio(EVERYTHING, 'stdio') };
      gateway = await startGateway({ every: server.transport });
      // over HTTP the gateway can relay what the server asks, and so sees the tools that ask
      const capabilities = kind === 'http' ? { sampling: {}, elicitation: { form: {}, url: {} }, roots: {} } : {};
      direct = await directly(server.transport, { capabilities });
      client = await throughGateway(gateway);
      door = await throughGateway(gateway, { upstream: 'every' });
    }, LIMIT);
    after(async () => {
      await Promise.all([direct, client, door].map(it => it?.close()));
      await gateway?.stop();
      await server?.stop?.();
    });

    test('lists the same tools at its door, without execution', LIMIT, async () => {
      const own = (await allTools(direct))
        .filter(tool => tool.execution?.taskSupport !== 'required')
        .map(({ execution, ...tool }) => tool);
      assert.deepEqual(await allTools(door), own);
      assert.ok(own.length > 8, `${own.length} tools`);
    });

    test('lists them prefixed, with the key of writes and the notice declared', LIMIT, async () => {
      const listed = new Map((await allTools(client)).map(tool => [tool.name, tool]));
      for (const { execution, ...tool } of await allTools(direct)) {
        if (execution?.taskSupport === 'required') {
          assert.ok(!listed.has(`every__${tool.name}`), `${tool.name} requires tasks`);
          continue;
        }
        const seen = structuredClone(listed.get(`every__${tool.name}`));
        assert.ok(seen, `${tool.name} is listed`);
        const key = seen.inputSchema.properties?._sg_idempotency_key;
        assert.equal(key !== undefined, !tool.annotations?.readOnlyHint, `key of ${tool.name}`);
        if (key) delete seen.inputSchema.properties._sg_idempotency_key;
        if (tool.outputSchema) {
          assert.ok(seen.outputSchema.properties.scopegate_notice, `notice of ${tool.name}`);
          delete seen.outputSchema.properties.scopegate_notice;
        }
        if (key && !tool.inputSchema.properties) delete seen.inputSchema.properties;
        assert.deepEqual(seen, { ...tool, name: `every__${tool.name}` });
      }
    });

    for (const [what, [name, args]] of Object.entries(CALLS)) {
      test(`answers ${what} as the server does`, LIMIT, async () => {
        const own = stamped(await direct.callTool({ name, arguments: args }));
        const through = stamped(withoutOwnMeta(await client.callTool({ name: `every__${name}`, arguments: args })));
        const passed = stamped(withoutOwnMeta(await door.callTool({ name, arguments: args })));
        assert.equal(JSON.stringify(through), JSON.stringify(own));
        assert.equal(JSON.stringify(passed), JSON.stringify(own));
      });
    }

    test('an unknown tool is an error of the protocol', LIMIT, async () => {
      await assert.rejects(client.callTool({ name: 'every__nothing', arguments: {} }), { code: -32602 });
    });

    test('progress arrives before the answer, in order, and keeps a call alive', LIMIT, async () => {
      const seen = [];
      const result = await client.callTool(
        { name: 'every__trigger-long-running-operation', arguments: { duration: 2, steps: 5 } },
        undefined,
        { onprogress: progress => seen.push(progress), timeout: 1500, resetTimeoutOnProgress: true },
      );
      assert.match(result.content[0].text, /completed.*Steps: 5/);
      assert.deepEqual(seen, [1, 2, 3, 4, 5].map(progress => ({ progress, total: 5 })));
    });

    test('progress of simultaneous calls goes to its own call', LIMIT, async () => {
      const steps = [2, 3, 4];
      const seen = await Promise.all(
        steps.map(async count => {
          const mine = [];
          await client.callTool(
            { name: 'every__trigger-long-running-operation', arguments: { duration: 0.6, steps: count } },
            undefined,
            { onprogress: progress => mine.push(progress.total) },
          );
          return mine;
        }),
      );
      assert.deepEqual(seen, steps.map(count => Array(count).fill(count)));
    });

    test('an aborted call ends at once, and the session stays useful', LIMIT, async () => {
      const abort = new AbortController();
      const call = client.callTool(
        { name: 'every__trigger-long-running-operation', arguments: { duration: 50, steps: 500 } },
        undefined,
        { signal: abort.signal, onprogress: () => abort.abort('enough') },
      );
      await assert.rejects(call, /enough/);
      const result = await client.callTool({ name: 'every__echo', arguments: { message: 'still here' } });
      assert.equal(result.content[0].text, 'Echo: still here');
    });

    test('several clients at once each get their own answers', LIMIT, async () => {
      const clients = await Promise.all(
        Array.from({ length: 8 }, (_, i) => throughGateway(gateway, { agent: `agent-${i % 4}` })),
      );
      try {
        await Promise.all(
          clients.flatMap((it, i) =>
            Array.from({ length: 20 }, async (_, n) => {
              const result = await it.callTool({ name: 'every__echo', arguments: { message: `${i}/${n}` } });
              assert.equal(result.content[0].text, `Echo: ${i}/${n}`);
            }),
          ),
        );
      } finally {
        await Promise.all(clients.map(it => it.close()));
      }
    });
  });
}

/** Some of the server's resources tell the time at which they were made. */
function stamped(result) {
  const text = value => value.replace(/\d{1,2}:\d{2}:\d{2}\s?[AP]M/g, '<time>');
  return {
    ...result,
    content: result.content.map(item => {
      if (item.resource?.text) return { ...item, resource: { ...item.resource, text: text(item.resource.text) } };
      if (item.resource?.blob) {
        const plain = Buffer.from(item.resource.blob, 'base64').toString('utf8');
        return { ...item, resource: { ...item.resource, blob: text(plain) } };
      }
      return item;
    }),
  };
}
