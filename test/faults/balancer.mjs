import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const PROBE_MS = 100;
const PROBE_PATIENCE_MS = 5_000;

/**
 * A balancer as plain as they come: it asks each instance again and again whether it is ready, keeps its connections, sends each request
 * once to the next instance that was ready when it was last asked, and tries nothing twice.
 */
export class Balancer {
  #backends;
  #turn = 0;
  #isOpen = true;
  /** What went wrong between here and an instance; none is hidden from the client either. */
  failures = [];

  constructor(ports) {
    this.#backends = ports.map((port) => ({
      port,
      isReady: false,
      agent: new Agent({ keepAlive: true, maxSockets: 64 }),
    }));
    this.server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing));
    // Its own clients keep their connections for longer than the run takes.
    this.server.keepAliveTimeout = 600_000;
  }

  async open() {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    for (const backend of this.#backends) void this.#watch(backend);
    return `http://127.0.0.1:${this.server.address().port}`;
  }

  isReady(port) {
    return this.#backends.some((backend) => backend.port === port && backend.isReady);
  }

  async close() {
    this.#isOpen = false;
    for (const { agent } of this.#backends) agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  async #watch(backend) {
    while (this.#isOpen) {
      const signal = globalThis.AbortSignal.timeout(PROBE_PATIENCE_MS);
      const answer = await fetch(`http://127.0.0.1:${backend.port}/health/ready`, { signal }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      backend.isReady = answer?.status === 200;
      await sleep(PROBE_MS);
    }
  }

  #forward(incoming, outgoing) {
    const ready = this.#backends.filter(({ isReady }) => isReady);
    const backend = ready[this.#turn++ % ready.length];
    const fail = (error) => {
      this.failures.push(`${incoming.method} ${incoming.url}: ${error.code ?? error.message}`);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    };
    if (backend === undefined) {
      incoming.resume();
      fail(new Error('no instance is ready'));
      return;
    }
    const { port, agent } = backend;
    const { method, url: path } = incoming;
    const headers = without(incoming.headers, ['connection']);
    const forwarded = request({
      host: '127.0.0.1',
      port,
      agent,
      method,
      path,
      headers,
    });
    forwarded.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode, without(answer.headers, ['connection', 'keep-alive']));
      answer.on('error', fail);
      answer.pipe(outgoing);
    });
    forwarded.on('error', fail);
    incoming.pipe(forwarded);
  }
}

/** Those of one connection are not for the other. */
function without(headers, names) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
