// A small server on the official SDK that shows what reached it: cancellations, sessions, log levels.
// `node probe.mjs stdio [ignored…]` or `PORT=… node probe.mjs http`.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { ElicitResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const running = new Set();
const cancelled = [];
const text = value => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
const read = { readOnlyHint: true };

function probe() {
  const server = new McpServer({ name: 'probe', version: '1.0.0' }, { capabilities: { logging: {} } });
  server.registerTool('who', { description: 'The process', inputSchema: {}, annotations: read }, () => text({ pid: process.pid }));
  server.registerTool('calls', { description: 'What runs, and what was cancelled', inputSchema: {}, annotations: read }, () =>
    text({ running: [...running], cancelled }),
  );
  server.registerTool('hang', { description: 'Answers never', inputSchema: { name: z.string() }, annotations: read }, ({ name }, extra) => {
    running.add(name);
    return new Promise(resolve =>
      extra.signal.addEventListener('abort', () => {
        running.delete(name);
        cancelled.push(name);
        resolve(text({ name }));
      }),
    );
  });
  server.registerTool('ask', { description: 'Asks the user', inputSchema: { name: z.string() }, annotations: read }, async ({ name }, extra) => {
    const params = { message: name, requestedSchema: { type: 'object', properties: { answer: { type: 'string' } } } };
    return text(await extra.sendRequest({ method: 'elicitation/create', params }, ElicitResultSchema));
  });
  server.registerTool('log', { description: 'One message of each level', inputSchema: { name: z.string() }, annotations: read }, async ({ name }, extra) => {
    for (const level of LEVELS) {
      await extra.sendNotification({ method: 'notifications/message', params: { level, logger: 'probe', data: { name, level } } });
    }
    return text({ name });
  });
  return server;
}

if (process.argv[2] === 'http') {
  const sessions = new Map();
  createServer(async (request, response) => {
    const id = request.headers['mcp-session-id'];
    let transport = sessions.get(id);
    if (id !== undefined && transport === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}');
      return;
    }
    if (transport === undefined) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: made => sessions.set(made, transport),
      });
      await probe().connect(transport);
    }
    await transport.handleRequest(request, response);
  }).listen(Number(process.env.PORT), '127.0.0.1', () => console.error(`listening on port ${process.env.PORT}`));
} else {
  await probe().connect(new StdioServerTransport());
}
