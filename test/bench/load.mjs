import { fork } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('load-process.mjs', import.meta.url));

/**
 * Load from a process of its own, so that it shares no event loop with what it measures.
 * `onMeasuring` runs when the warm-up is over, with the load process.
 * @param plan see load-process.mjs
 */
export async function load(scratch, plan, onMeasuring = async () => undefined) {
  const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const end = () => child.kill('SIGKILL');
  scratch.defer(end);
  child.send(plan);
  for await (const [message] of on(child, 'message', { close: ['exit'] })) {
    if (message.measuring) {
      await onMeasuring(child);
      continue;
    }
    end();
    return message;
  }
  throw new Error('The load generator ended early.');
}

/** Load on a server for a while, with the CPU time the server (and the database) needed for each answer. */
export async function measure(scratch, { server, port }, plan, databaseCpu = () => NaN) {
  let before;
  const sample = async () => ({ server: await server.cpu(), database: databaseCpu(), at: performance.now() });
  const result = await load(scratch, { port, ...plan }, async () => {
    before = await sample();
  });
  const after = await sample();
  const count = result.latencies.length;
  const cpu = after.server - before.server;
  return {
    count,
    statuses: result.statuses,
    rate: count / (result.elapsedMs / 1000),
    p50: quantile(result.latencies, 0.5),
    p99: quantile(result.latencies, 0.99),
    cpuMs: cpu / count,
    databaseCpuMs: (after.database - before.database) / count,
    coresBusy: cpu / (after.at - before.at),
  };
}

export function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

export function request({ method = 'GET', path, token, body, type = 'application/json' }) {
  const json = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'User-Agent: headgate-bench/1',
    `Accept: ${type}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === undefined ? [] : [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(json)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${json}`;
}
