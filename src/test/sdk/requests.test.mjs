// What the reference server "everything" asks of its client during a call: sampling, elicitation and
// roots, through the gateway.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { httpEverything, startGateway, throughGateway } from './lib/gateway.mjs';

const LIMIT = { timeout: 60_000 };
const CONTENT = { name: 'Ada', check: true, integer: 7, birthdate: '1815-12-10' };

describe('requests of the server', () => {
  let server, gateway, client, plain;
  const seen = [];
  const handler = answer => async request => {
    seen.push(request);
    return answer;
  };

  before(async () => {
    server = await httpEverything();
    gateway = await startGateway({ every: server.transport });
    client = await throughGateway(gateway, {
      agent: 'asked',
      capabilities: { sampling: {}, elicitation: { form: {}, url: {} }, roots: {} },
      handlers: [
        [CreateMessageRequestSchema, handler({ model: 'm', role: 'assistant', content: { type: 'text', text: 'sampled ü' } })],
        [ElicitRequestSchema, request => handler(request.params.mode === 'url' ? { action: 'decline' } : { action: 'accept', content: CONTENT })(request)],
        [ListRootsRequestSchema, handler({ roots: [{ uri: 'file:///work/ä', name: 'work' }] })],
      ],
    });
    plain = await throughGateway(gateway, { agent: 'plain' });
  }, LIMIT);
  after(async () => {
    await Promise.all([client, plain].map(it => it?.close()));
    await gateway?.stop();
    await server?.stop();
  });
  const call = async (tool, args = {}) => {
    seen.length = 0;
    const result = await client.callTool({ name: `every__${tool}`, arguments: args });
    return result.content.map(it => it.text).join('\n');
  };

  test('sampling', LIMIT, async () => {
    assert.match(await call('trigger-sampling-request', { prompt: 'say é', maxTokens: 9 }), /sampled ü/);
    const [{ params }, ...more] = seen.filter(it => it.method === 'sampling/createMessage');
    assert.deepEqual(more, []);
    assert.match(params.messages[0].content.text, /say é/);
    assert.equal(params.maxTokens, 9);
  });

  test('elicitation by a form', LIMIT, async () => {
    assert.match(await call('trigger-elicitation-request'), /Ada/);
    const [{ params }] = seen.filter(it => it.method === 'elicitation/create');
    assert.equal(params.requestedSchema.properties.number.default, 3.14);
  });

  test('elicitation by a page', LIMIT, async () => {
    assert.match(await call('trigger-url-elicitation', { url: 'https://example.com/x' }), /declined/);
    assert.equal(seen.find(it => it.method === 'elicitation/create').params.url, 'https://example.com/x');
  });

  test('roots, which it asks for beside the call', LIMIT, async () => {
    assert.match(await call('get-roots-list'), /file:\/\/\/work\/ä/);
  });

  test('many calls at once each get their own answer', LIMIT, async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        client.callTool({ name: 'every__trigger-sampling-request', arguments: { prompt: `number ${i}` } }),
      ),
    );
    for (const result of results) assert.match(result.content[0].text, /sampled/);
  });

  test('a client that can be asked nothing is told so, and not left waiting', LIMIT, async () => {
    const result = await plain
      .callTool({ name: 'every__trigger-sampling-request', arguments: { prompt: 'x' } })
      .catch(error => ({ isError: true, content: [{ text: String(error) }] }));
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /not found/);
  });
});
