import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ThreadedIntrospection } from '../../src/data-sources/adapters/introspection/threaded-introspection.js';
import type { Probe } from '../../src/engines/catalog-reader/reading.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { createLogger } from '../../src/platform/logging/logger.js';
import { testEnvironment } from '../setup/test-environment.mjs';
import { PostgresqlSource } from '../support/postgresql-source.js';

const PATIENCE_MS = 50_000;

/** Takes connections and says nothing, until it hangs up. */
class SilentServer {
  private readonly sockets: Socket[] = [];
  private readonly server: Server = createServer((socket) => this.sockets.push(socket.on('error', () => undefined)));

  async listen(): Promise<number> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  get connections(): number {
    return this.sockets.length;
  }

  async called(): Promise<void> {
    if (this.sockets.length === 0) await once(this.server, 'connection');
  }

  hangUp(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

describe('probes of data sources', () => {
  let introspection: ThreadedIntrospection;
  let source: PostgresqlSource;
  beforeAll(async () => {
    introspection = new ThreadedIntrospection(loadConfig(testEnvironment), createLogger('silent'));
    source = await PostgresqlSource.create();
  });
  afterAll(async () => {
    await introspection.onApplicationShutdown();
    await source.drop();
  });

  const probe = (port?: number, party = 'organization 1'): Promise<Probe | string> =>
    introspection
      .probe(source.target(port === undefined ? {} : { port }), party, PATIENCE_MS)
      .catch((error: { code?: string }) => error.code ?? 'failed');

  it('of a silent server share one place, so that others of the same organization are answered beside them', async () => {
    const silent = new SilentServer();
    const port = await silent.listen();
    const stuck = Promise.all(Array.from({ length: 20 }, () => probe(port)));
    await silent.called();
    expect(await Promise.race([probe(), stuck])).toMatchObject({ mayWrite: true });
    expect(silent.connections).toBe(1);
    silent.hangUp();
    expect(new Set(await stuck)).toEqual(new Set(['DATA_SOURCE_UNREACHABLE']));
  });

  it('have their time from when they begin, not from when they are asked for', async () => {
    const silent = [new SilentServer(), new SilentServer()];
    const timed = jest.spyOn(AbortSignal, 'timeout');
    const clocks = (): number => timed.mock.calls.filter(([ms]) => ms === PATIENCE_MS).length;
    const stuck = await Promise.all(silent.map(async (server) => ({ answer: probe(await server.listen()) })));
    for (const server of silent) await server.called();
    const waiting = probe();
    expect(clocks()).toBe(2);
    for (const server of silent) server.hangUp();
    for (const { answer } of stuck) expect(await answer).toBe('DATA_SOURCE_UNREACHABLE');
    expect(await waiting).toMatchObject({ mayWrite: true });
    expect(clocks()).toBe(3);
    timed.mockRestore();
  });

  it('of two organizations share nothing', async () => {
    const silent = new SilentServer();
    const port = await silent.listen();
    const stuck = ['organization 1', 'organization 2'].map((party) => probe(port, party));
    await silent.called();
    while (silent.connections < 2) await new Promise((resolve) => setImmediate(resolve));
    silent.hangUp();
    expect(await Promise.all(stuck)).toEqual(['DATA_SOURCE_UNREACHABLE', 'DATA_SOURCE_UNREACHABLE']);
  });
});
