// Two gateways with one Redis behind a proxy that sends each request to the next of them: a client
// does not see that there are two.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, describe, test } from 'node:test';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { httpProbe, startGateway, throughGateway } from './lib/gateway.mjs';
import { until } from './lib/processes.mjs';

const LIMIT = { timeout: 120_000 };
const redis = process.env.LEASEGATE_REDIS;

/** Passes each request to the next of `gateways`; `down` takes one out, as a health check does. */
async function roundRobin(gateways) {
  const targets = gateways.map(({ url }) => new URL(url));
  const seen = [];
  let next = 0;
  const server = http.createServer((request, response) => {
    const target = targets[next++ % targets.length];
    const { host, ...headers } = request.headers;
    const onward = http.request(
      { host: target.hostname, port: target.port, path: request.url, method: request.method, headers },
      answer => {
        response.writeHead(answer.statusCode, answer.headers);
        response.flushHeaders();
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      },
    );
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    let body = '';
    request.setEncoding('utf8').on('data', text => (body += text));
    request.on('end', () => {
      seen.push({ method: request.method, body, port: target.port });
      onward.end(body);
    });
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    /** The ports that requests with this text went to, in their order. */
    portsOf: text => seen.filter(it => it.body.includes(text)).map(it => it.port),
    /** The next request goes to another one than that at this port. */
    avoid: port => {
      while (targets[next % targets.length].port === port) next++;
    },
    down: gateway => targets.splice(targets.findIndex(it => it.href === new URL(gateway.url).href), 1),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('two gateways behind a round-robin proxy', () => {
  let server, gateways, proxy, client;
  const ask = async (tool, args = {}) =>
    JSON.parse((await client.callTool({ name: `probe__${tool}`, arguments: args })).content[0].text);

  before(async () => {
    assert.ok(redis, 'LEASEGATE_REDIS names a Redis');
    server = await httpProbe();
    gateways = [
      await startGateway({ probe: server.transport }, { redis }),
      await startGateway({ probe: server.transport }, { redis }),
    ];
    proxy = await roundRobin(gateways);
    const answer = ({ params }) => {
      // the call's gateway was the last one that got this text
      proxy.avoid(proxy.portsOf(`"name":"${params.message}"`).at(-1));
      return { action: 'accept', content: { answer: `to ${params.message}` } };
    };
    client = await throughGateway(
      { url: proxy.url },
      { capabilities: { elicitation: { form: {} } }, handlers: [[ElicitRequestSchema, answer]] },
    );
  }, LIMIT);
  after(async () => {
    await client?.close();
    proxy?.stop();
    await Promise.all(gateways?.map(it => it.stop()) ?? []);
    await server?.stop();
  });

  test('each of them serves the session', LIMIT, async () => {
    for (let i = 0; i < 6; i++) assert.equal((await ask('who')).pid, server.pid);
    assert.ok((await client.listTools()).tools.some(it => it.name === 'probe__who'));
    assert.equal(new Set(proxy.portsOf('probe__who')).size, 2);
  });

  test('a cancellation reaches the call, wherever that runs', LIMIT, async () => {
    for (let i = 0; i < 4; i++) {
      const name = `aborted-${i}`;
      const abort = new AbortController();
      const call = client.callTool({ name: 'probe__hang', arguments: { name } }, undefined, { signal: abort.signal });
      await until('it runs', async () => (await ask('calls')).running.includes(name));
      const [runs] = proxy.portsOf(`"name":"${name}"`);
      proxy.avoid(runs);
      abort.abort(`not needed ${name}`);
      await assert.rejects(call, /not needed/);
      await until('the server was told', async () => (await ask('calls')).cancelled.includes(name));
      assert.notEqual(proxy.portsOf(`not needed ${name}`)[0], runs);
    }
  });

  test('what the server asks is answered at another gateway', LIMIT, async () => {
    for (let i = 0; i < 6; i++) {
      const name = `asked-${i}`;
      assert.deepEqual(await ask('ask', { name }), { action: 'accept', content: { answer: `to ${name}` } });
      assert.notEqual(proxy.portsOf(`"answer":"to ${name}"`)[0], proxy.portsOf(`"name":"${name}"`)[0]);
    }
  });

  // last: only one is left
  test('the session goes on after kill -9 of the one that opened it', LIMIT, async () => {
    const [opener] = proxy.portsOf('"method":"initialize"');
    const victim = gateways.find(it => new URL(it.url).port === opener);
    victim.kill('SIGKILL');
    await victim.ended;
    proxy.down(victim);
    for (let i = 0; i < 4; i++) assert.equal((await ask('who')).pid, server.pid);
    assert.ok((await client.listTools()).tools.some(it => it.name === 'probe__who'));
  });
});
