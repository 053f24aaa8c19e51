// The load generator: one request at a time on each connection, on bare sockets, because on two cores an HTTP client
// would take from the server what it is there to measure.
// Plan: { port, requests, connections, warmUpMs, durationMs } for a closed loop over a time,
//       { port, requests, connections, once: true } for one request on each connection, all at the same moment,
//       { port, requests, connections, queue: true } for each request once, whichever connection is free,
//       { port, requests, connections: 1, everyMs, durationMs? } for a probe at a steady pace, one request after the other, until
//       told to stop.
import { connect } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

class Connection {
  #received = Buffer.alloc(0);
  #settle;

  static async open(port, request) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return new Connection(socket, request);
  }

  constructor(socket, request) {
    this.socket = socket;
    this.request = request;
    socket.on('data', (chunk) => this.#take(chunk));
    const fail = () => this.#settle?.(0);
    socket.on('error', fail).on('close', fail);
  }

  /** @returns the status; 0 when the connection broke */
  ask(request = this.request) {
    if (this.socket.destroyed) return Promise.resolve(0);
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.socket.write(request);
    });
  }

  #take(chunk) {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.#received.latin1Slice(0, end);
    const isEmpty = head.startsWith('HTTP/1.1 204');
    const length = isEmpty ? 0 : /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`An answer without Content-Length: ${head}`);
    if (this.#received.length < end + 4 + Number(length)) return;
    this.#received = Buffer.alloc(0);
    this.#settle(Number(head.slice(9, 12)));
  }
}

async function run(plan) {
  const connections = await Promise.all(
    Array.from({ length: plan.connections }, (_, index) =>
      // Each connection asks one thing again and again.
      Connection.open(plan.port, plan.requests[index % plan.requests.length]),
    ),
  );
  const latencies = [];
  const statuses = {};
  const record = (status, ms) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    latencies.push(ms);
  };
  const elapsedMs = await loopOf(plan)(plan, connections, record);
  process.send({ latencies, statuses, elapsedMs });
}

function loopOf(plan) {
  if (plan.once) return burst;
  if (plan.queue) return drain;
  return plan.everyMs === undefined ? closedLoop : probe;
}

async function closedLoop({ warmUpMs, durationMs }, connections, record) {
  let from = Infinity;
  let until = Infinity;
  const loops = connections.map(async (connection) => {
    while (performance.now() < until) {
      const sentAt = performance.now();
      const status = await connection.ask();
      const now = performance.now();
      if (now >= from && now <= until) record(status, now - sentAt);
      if (status === 0) return;
    }
  });
  await sleep(warmUpMs);
  process.send({ measuring: true });
  from = performance.now();
  until = from + durationMs;
  await sleep(durationMs);
  // The answers still under way count in no figure, so the result does not wait for them.
  void loops;
  return durationMs;
}

async function burst(_plan, connections, record) {
  process.send({ measuring: true });
  const startedAt = performance.now();
  await Promise.all(connections.map(async (connection) => record(await connection.ask(), performance.now() - startedAt)));
  return performance.now() - startedAt;
}

async function drain({ requests }, connections, record) {
  process.send({ measuring: true });
  const startedAt = performance.now();
  let next = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (next < requests.length) {
        const request = requests[next];
        next += 1;
        const sentAt = performance.now();
        record(await connection.ask(request), performance.now() - sentAt);
      }
    }),
  );
  return performance.now() - startedAt;
}

async function probe({ everyMs, durationMs = Infinity, requests }, [connection], record) {
  let stopped = false;
  process.on('message', () => (stopped = true));
  process.send({ measuring: true });
  const startedAt = performance.now();
  let asked = 0;
  for (let due = startedAt; !stopped && due < startedAt + durationMs; due += everyMs) {
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    // While an answer is late the next questions would have waited too: their time counts from when they were due.
    const askedAt = early > 0 ? performance.now() : due;
    record(await connection.ask(requests[asked % requests.length]), performance.now() - askedAt);
    asked += 1;
  }
  return performance.now() - startedAt;
}

process.once('message', (plan) => void run(plan));
process.once('disconnect', () => process.exit(1));
