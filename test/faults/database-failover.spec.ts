import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../platform/fixtures/eventually.js';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import type { PreparedDatabase } from '../support/documented.js';
import { replicatedInstallation } from '../support/replicated-installation.js';
import type { ReplicatedServer } from '../support/replicated-server.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

/** What a client does: it writes and reads in turn, and goes on whatever comes. */
class Client {
  readonly written: string[] = [];
  readonly statuses: number[] = [];

  constructor(
    private readonly app: TestApp,
    private readonly token: string,
    private readonly name: string,
  ) {}

  async goOn(isOver: () => boolean): Promise<void> {
    const { http } = this.app;
    for (let number = 1; !isOver(); number += 1) {
      const name = `${this.name} ${number}`;
      const options = { token: this.token };
      const { status } = await http.post('/api/v1/organizations/1/workspaces', { name }, options);
      if (status === 201) this.written.push(name);
      const read = await http.get('/api/v1/prompt-templates', options);
      this.statuses.push(status, read.status);
    }
  }
}

describe('a primary that dies under load', () => {
  let servers: ReplicatedServer;
  let database: PreparedDatabase;
  let proxy: CuttableProxy;
  const apps: TestApp[] = [];
  beforeAll(async () => {
    ({ servers, database } = await replicatedInstallation());
    proxy = new CuttableProxy(new URL(database.url));
    const url = await proxy.open();
    const environment = { DATABASE_REPLICA_URLS: servers.atReplica(database.url) };
    for (let instance = 0; instance < 2; instance += 1) apps.push(await startTestApp({ database: { url }, environment }));
    // What is acknowledged is at the replica then, so that all of it has to be there afterwards.
    await servers.primary.ask(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await servers.primary.ask('SELECT pg_reload_conf()');
    await eventually('replication is synchronous', async () => {
      const [row] = await servers.primary.ask<{ state: string }>('SELECT sync_state AS state FROM pg_stat_replication');
      return row?.state === 'sync';
    });
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await proxy?.cut();
    await servers?.stop();
  });

  it('costs requests of that time, each a 503, and nothing that was acknowledged; then the promoted replica serves', async () => {
    const [first] = apps;
    if (first === undefined) throw new Error('No instance has started.');
    const { accessToken } = await logIn(first.http, 'olivia');
    const clients = apps.flatMap((app, index) => [1, 2, 3].map((number) => new Client(app, accessToken, `Client ${index}-${number}`)));
    let isOver = false;
    const working = clients.map((client) => client.goOn(() => isOver));
    const since = clients.map(() => 0);
    const each = (wanted: (of: Client, before: number) => boolean): boolean =>
      clients.every((client, index) => wanted(client, since[index] ?? 0));
    const mark = (): void => clients.forEach(({ statuses }, index) => (since[index] = statuses.length));

    await eventually('all have written', () => each(({ written }) => written.length >= 3));
    mark();
    await servers.primary.kill();
    await eventually('all are told', () => each(({ statuses }, before) => statuses.slice(before).includes(503)));
    await servers.replica.ask('SELECT pg_promote()');
    await proxy.leadTo(new URL(servers.atReplica(database.url)));
    mark();
    await eventually('all write again', () => each(({ statuses }, before) => statuses.slice(before).includes(201)));
    isOver = true;
    await Promise.all(working);

    for (const app of apps) expect((await app.http.get('/health/ready')).status).toBe(200);
    expect([...new Set(clients.flatMap(({ statuses }) => statuses))].sort()).toEqual([200, 201, 503]);
    const written = clients.flatMap((client) => client.written);
    const kept = await first.dataSource.query<{ name: string }[]>('SELECT name FROM workspaces WHERE name = ANY($1)', [written]);
    expect(kept.map(({ name }) => name).sort()).toEqual([...written].sort());
  });

  it('ignores a server of the settings that is no longer a replica', async () => {
    const [first] = apps;
    const told = /"reason":"primary".*a replica is not used/;
    await eventually('the log says so', () => told.test(first?.log.join('') ?? ''));
  });
});
