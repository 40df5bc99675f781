// Child processes of the tests: started, waited for by what they say, and never left behind.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const started = new Set();
const directories = [];
process.on('exit', () => {
  for (const it of started) it.kill('SIGKILL');
  for (const it of directories) fs.rmSync(it, { recursive: true, force: true });
});

export function tempDir() {
  const dir = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'leasegate-sdk-'));
  directories.push(dir);
  return dir;
}

const listens = port =>
  new Promise(resolve => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port below those that the system gives to connections and to who asks for any: it stays free between two servers. */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await listens(port)) return port;
  }
}

/** Polls until `condition` gives something true, and gives that; fails after `seconds`. */
export async function until(what, condition, seconds = 60) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited ${seconds} s in vain until ${what}`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

/** Starts a program and waits until its output has a line like `ready`; gives the match as `ready`. */
export async function start(command, args, { cwd, env = {}, ready, seconds = 60 }) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const it = {
    pid: child.pid,
    output: '',
    errors: '',
    kill: signal => child.kill(signal),
    ended: new Promise(resolve => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
      child.once('error', error => resolve({ error }));
    }),
  };
  it.stop = async () => {
    child.kill('SIGKILL');
    await it.ended;
  };
  it.ended.then(end => {
    it.end = end;
    started.delete(it);
  });
  started.add(it);
  child.stdout.setEncoding('utf8').on('data', text => (it.output += text));
  child.stderr.setEncoding('utf8').on('data', text => (it.errors += text));
  it.ready = await until(
    `${command} ${args.join(' ')} is ready`,
    () => {
      if (it.end) throw new Error(`${command} ended: ${JSON.stringify(it.end)} ${it.errors.slice(-1500)}`);
      return ready.exec(it.output) ?? ready.exec(it.errors);
    },
    seconds,
  );
  return it;
}

/** The ids of the running processes whose command line has `text`. */
export function processesWith(text) {
  return fs
    .readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(pid => {
      try {
        return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(text);
      } catch {
        return false; // it has ended
      }
    })
    .map(Number);
}
