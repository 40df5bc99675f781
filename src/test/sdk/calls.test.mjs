// What a server sees of calls that come through the gateway: cancellations and log levels.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { httpProbe, PROBE, startGateway, stdio, throughGateway } from './lib/gateway.mjs';
import { until } from './lib/processes.mjs';

const LIMIT = { timeout: 60_000 };

for (const kind of ['stdio', 'http']) {
  describe(`calls over ${kind}`, () => {
    let server, gateway, client, other;
    const clients = () => Promise.all([throughGateway(gateway), throughGateway(gateway, { agent: 'other' })]);
    const ask = async (tool, args = {}) =>
      JSON.parse((await client.callTool({ name: `probe__${tool}`, arguments: args })).content[0].text);
    const messagesOf = it => {
      const seen = [];
      it.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => seen.push(params));
      return seen;
    };
    const levels = (messages, name) => messages.filter(it => it.data.name === name).map(it => it.level);

    before(async () => {
      server = kind === 'http' ? await httpProbe() : { transport: stdio(PROBE, 'stdio') };
      gateway = await startGateway({ probe: server.transport });
      [client, other] = await clients();
    }, LIMIT);
    after(async () => {
      await Promise.all([client, other].map(it => it?.close()));
      await gateway?.stop();
      await server?.stop?.();
    });

    test('log messages arrive in order, from the level that was asked for', LIMIT, async () => {
      const seen = messagesOf(client);
      await client.setLoggingLevel('debug');
      await ask('log', { name: 'all' });
      assert.deepEqual(levels(seen, 'all'), ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']);
      await client.setLoggingLevel('error');
      await ask('log', { name: 'grave' });
      assert.deepEqual(levels(seen, 'grave'), ['error', 'critical', 'alert', 'emergency']);
    });

    test('each client has its own level', LIMIT, async () => {
      const [mine, theirs] = [messagesOf(client), messagesOf(other)];
      await client.setLoggingLevel('emergency');
      await other.setLoggingLevel('alert');
      await client.callTool({ name: 'probe__log', arguments: { name: 'mine' } });
      await other.callTool({ name: 'probe__log', arguments: { name: 'theirs' } });
      assert.deepEqual(mine.map(it => it.data), [{ name: 'mine', level: 'emergency' }]);
      assert.deepEqual(theirs.map(it => it.data), [
        { name: 'theirs', level: 'alert' },
        { name: 'theirs', level: 'emergency' },
      ]);
    });

    test('no client hears of the calls of another', LIMIT, async () => {
      const [mine, theirs] = [messagesOf(client), messagesOf(other)];
      await Promise.all(
        Array.from({ length: 10 }, () => [
          client.callTool({ name: 'probe__log', arguments: { name: 'mine' } }),
          other.callTool({ name: 'probe__log', arguments: { name: 'theirs' } }),
        ]).flat(),
      );
      assert.deepEqual(levels(mine, 'theirs'), []);
      assert.deepEqual(levels(theirs, 'mine'), []);
      // a process that all share does not say to which of two calls a message belongs
      if (kind === 'http') assert.equal(levels(mine, 'mine').length, 10);
    });

    // last: who gave a call up may not hear what a shared process says afterwards
    test('the server is told of an aborted call, and of no other', LIMIT, async () => {
      const abort = new AbortController();
      const call = client.callTool({ name: 'probe__hang', arguments: { name: 'aborted' } }, undefined, { signal: abort.signal });
      const goesOn = new AbortController();
      const neighbour = other
        .callTool({ name: 'probe__hang', arguments: { name: 'neighbour' } }, undefined, { signal: goesOn.signal })
        .catch(error => error);
      await until('both calls run', async () => (await ask('calls')).running.length === 2);
      abort.abort('not needed');
      await assert.rejects(call, /not needed/);
      await until('the server was told', async () => (await ask('calls')).cancelled.includes('aborted'));
      assert.deepEqual((await ask('calls')).running, ['neighbour']);
      goesOn.abort('over');
      await neighbour;
      await until('nothing runs', async () => (await ask('calls')).running.length === 0);
    });
  });
}
