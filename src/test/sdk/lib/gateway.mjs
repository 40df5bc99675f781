// The built gateway, the servers behind it, and SDK clients in front of either.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, start, tempDir, until } from './processes.mjs';

const here = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const checkout = process.env.LEASEGATE_CHECKOUT ?? path.resolve(here, '../../..');
export const EVERYTHING = path.join(here, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
export const FILESYSTEM = path.join(here, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');
export const PROBE = path.join(here, 'servers/probe.mjs');

/** A server that its client starts: the same words for the gateway's configuration and for the SDK. */
export const stdio = (script, ...args) => ({ kind: 'stdio', command: process.execPath, args: [script, ...args] });

/** Starts a server that listens at `port`. */
export async function httpServer(script, args, ready, port) {
  const at = port ?? (await freePort());
  const server = await start(process.execPath, [script, ...args], { env: { PORT: String(at) }, ready });
  return Object.assign(server, { port: at, transport: { kind: 'http', url: `http://127.0.0.1:${at}/mcp` } });
}
export const httpEverything = port => httpServer(EVERYTHING, ['streamableHttp'], /listening on port/, port);
export const httpProbe = port => httpServer(PROBE, ['http'], /listening on port/, port);

/** Starts the gateway in front of `upstreams`, a transport by name; everything is allowed. With `redis`, a URI, that is its store. */
export async function startGateway(upstreams, { redis } = {}) {
  const dir = tempDir();
  // JSON is YAML
  fs.writeFileSync(
    path.join(dir, 'policy.yaml'),
    JSON.stringify({
      version: 1,
      agents: { '*': { capabilities: Object.keys(upstreams).map(name => ({ match: `${name}:call:*`, auto_approve: true })) } },
    }),
  );
  fs.writeFileSync(
    path.join(dir, 'leasegate.yaml'),
    JSON.stringify({
      server: { agent: { host: '127.0.0.1', port: 0 }, admin: { host: '127.0.0.1', port: 0 } },
      policy: { file: 'policy.yaml' },
      data_dir: 'data',
      ...(redis && { store: { kind: 'redis', redis: { uri: redis, timeout: '20s' } } }),
      upstreams: Object.entries(upstreams).map(([name, transport]) => ({ name, transport })),
    }),
  );
  const gateway = await start('./leasegate', ['serve', '--config', path.join(dir, 'leasegate.yaml')], {
    cwd: checkout,
    ready: /^leasegate ready agent=(\S+) admin=(\S+)$/m,
    seconds: 120,
  });
  Object.assign(gateway, { url: gateway.ready[1], admin: gateway.ready[2] });
  await until('every upstream has listed its tools', async () => (await fetch(new URL('/readyz', gateway.admin))).ok);
  return gateway;
}

/** Handlers: `[schema of a request, what answers it]`. */
async function connected(transport, { capabilities = {}, handlers = [] } = {}) {
  const client = new Client({ name: 'leasegate-sdk-tests', version: '1.0.0' }, { capabilities });
  for (const [schema, handler] of handlers) client.setRequestHandler(schema, handler);
  await client.connect(transport);
  return client;
}

/** A client of the gateway; with `upstream`, at the door where that one passes through unchanged. */
export function throughGateway(gateway, { agent = 'tester', upstream, capabilities, handlers } = {}) {
  const url = new URL(upstream ? `${gateway.url}/${upstream}` : gateway.url);
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers: { 'X-LeaseGate-Agent': agent } } });
  return connected(transport, { capabilities, handlers });
}

/** A client of the server itself, to compare with. */
export const directly = ({ kind, url, command, args }, options) =>
  connected(
    kind === 'http'
      ? new StreamableHTTPClientTransport(new URL(url))
      : new StdioClientTransport({ command, args, stderr: 'ignore' }),
    options,
  );

export async function allTools(client) {
  const tools = [];
  let cursor;
  do {
    const page = await client.listTools(cursor ? { cursor } : {});
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor);
  return tools;
}

/** A result without what the gateway may add to `_meta`; every other byte has to be the server's own. */
export function withoutOwnMeta(result) {
  const { _meta, ...rest } = result;
  const foreign = Object.entries(_meta ?? {}).filter(([key]) => !key.startsWith('io.leasegate/'));
  return foreign.length > 0 ? { ...rest, _meta: Object.fromEntries(foreign) } : rest;
}
