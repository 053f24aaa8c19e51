import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { eventually } from '../platform/fixtures/eventually.js';
import type { Answer } from '../support/http-client.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

describe('discovering a source in which others hold relations locked', () => {
  let app: TestApp;
  let source: SourceDatabase;
  let olivia: LoggedIn;
  let id: number;
  const holders: Client[] = [];

  beforeAll(async () => {
    app = await startTestApp();
    olivia = await logIn(app.http, 'olivia');
  });
  beforeEach(async () => {
    source = await SourceDatabase.create(
      `CREATE SCHEMA sales; CREATE SCHEMA stock;
       CREATE TABLE sales.orders (id int PRIMARY KEY, amount int CHECK (amount > 0));
       COMMENT ON TABLE sales.orders IS 'what was bought';
       CREATE INDEX orders_large ON sales.orders (amount) WHERE amount > 100;
       CREATE TABLE sales.items (id int PRIMARY KEY, of int REFERENCES sales.orders, price int CHECK (price > 0));
       CREATE TABLE sales.plain (id int PRIMARY KEY, note text DEFAULT 'none');
       CREATE VIEW sales.large AS SELECT id FROM sales.orders WHERE amount > 100;
       CREATE TABLE stock.shelves (id int CHECK (id > 0))`,
    );
    const connection = source.connection();
    const body = { organization_id: 1, name: source.name, engine: 'postgresql', connection };
    id = (await app.http.post('/api/v1/data-sources', body, { token: olivia.accessToken })).body.data.data_source.id;
  });
  afterEach(async () => {
    for (const holder of holders.splice(0)) await holder.end();
    await source.drop();
  });
  afterAll(() => app.close());

  const discover = (query = '?refresh=true'): Promise<Answer> =>
    app.http.post(`/api/v1/data-sources/${id}/discover-schema${query}`, undefined, { token: olivia.accessToken });
  const read = async (path: string): Promise<Answer['body']> =>
    (await app.http.get(`/api/v1/data-sources/${id}/schema${path}`, { token: olivia.accessToken })).body.data;
  const table = async (name: string): Promise<Answer['body']> =>
    (await read('?schema_name=sales')).tables.find((one: { name: string }) => one.name === name);
  const skipped = (...names: string[]): unknown[] => names.map((name) => ({ schema_name: 'sales', name, reason: 'locked' }));
  const session = async (): Promise<Client> => {
    const holder = new Client({ connectionString: source.url.href });
    await holder.connect();
    holders.push(holder);
    return holder;
  };
  const holding = async (statement: string): Promise<Client> => {
    const holder = await session();
    await holder.query(`BEGIN; ${statement}`);
    return holder;
  };

  it('reads the rest, keeps what was known of them, and names them', async () => {
    const first = await discover();
    expect(first.body.data).not.toHaveProperty('skipped_relations');
    const [orders, large] = [await table('orders'), await table('large')];
    expect(orders).toMatchObject({ comment: 'what was bought', checks: [{}], indexes: [{}, {}] });
    await source.run(`ALTER TABLE sales.items ADD COLUMN note text; COMMENT ON TABLE sales.orders IS 'never read'`);
    await holding('LOCK TABLE sales.orders IN ACCESS EXCLUSIVE MODE');

    const { status, body } = await discover();
    expect([status, body.data.skipped_relations]).toEqual([200, skipped('large', 'orders')]);
    expect(body.message).toMatch(/locked/);
    const { total_tables, total_columns, schemas_discovered } = first.body.data;
    expect(body.data).toMatchObject({ total_tables, total_columns: total_columns + 1, schemas_discovered });
    expect([await table('orders'), await table('large')]).toEqual([orders, large]);
    expect((await table('items')).columns.map(({ name }: { name: string }) => name)).toContain('note');
    const whole = await read('');
    expect(whole.skipped_relations).toEqual(skipped('large', 'orders'));
    expect((await read('?schema_name=stock')).skipped_relations).toEqual([]);
    expect((await read('?search=bought')).tables).toEqual([orders]);
    expect((await read('/diff')).differences).toMatchObject([{ kind: 'column_added', table: 'items', column: 'note' }]);
  });

  it('says so in the discovery that is followed, and from the cache too', async () => {
    await holding('LOCK TABLE sales.items IN ACCESS EXCLUSIVE MODE');
    const headers = { Prefer: 'respond-async' };
    const path = `/api/v1/data-sources/${id}/discover-schema`;
    const begun = await app.http.post(path, undefined, { token: olivia.accessToken, headers });
    const follow = async (): Promise<Answer['body']> =>
      (await app.http.get(begun.headers.get('location') ?? '', { token: olivia.accessToken })).body.data.discovery;
    await eventually('it ends', async () => (await follow()).finished_at !== null);
    expect(await follow()).toMatchObject({ state: 'completed', result: { skipped_relations: skipped('items') } });
    expect((await discover('')).body.data.skipped_relations).toEqual(skipped('items'));
  });

  it('reads them the next time, whether or not they have changed', async () => {
    await discover();
    const holder = await holding('LOCK TABLE sales.orders IN ACCESS EXCLUSIVE MODE');
    await source.run('CREATE TABLE sales.more (id int)');
    await discover();
    await holder.query('ROLLBACK');
    const unchanged = await discover();
    expect(unchanged.body.data).not.toHaveProperty('skipped_relations');
    expect((await read('/diff')).differences).toEqual([]);
    await holder.query('BEGIN; ALTER TABLE sales.orders ADD COLUMN rebate int CHECK (rebate > 0)');
    // Nothing that others can see has changed: nothing is read, and nothing has to wait.
    expect((await discover()).body.data).not.toHaveProperty('skipped_relations');
    await source.run('CREATE TABLE sales.most (id int)');
    expect((await discover()).body.data.skipped_relations).toEqual(skipped('large', 'orders'));
    expect((await table('orders')).columns).toHaveLength(2);
    await holder.query('COMMIT');
    expect((await discover()).body.data).not.toHaveProperty('skipped_relations');
    expect((await table('orders')).columns).toHaveLength(3);
    expect((await read('')).skipped_relations).toEqual([]);
  });

  it('leaves out what it has never read, and knows it once it is free', async () => {
    const holder = await holding('LOCK TABLE sales.orders, sales.items IN ACCESS EXCLUSIVE MODE');
    const { status, body } = await discover('');
    expect([status, body.data.skipped_relations]).toEqual([200, skipped('items', 'large', 'orders')]);
    expect(body.data.schemas_discovered).toContainEqual({ schema_name: 'sales', tables_count: 1, views_count: 0 });
    expect(await table('orders')).toBe(undefined);
    await holder.query('ROLLBACK');
    expect((await discover()).body.data.schemas_discovered).toContainEqual({
      schema_name: 'sales',
      tables_count: 3,
      views_count: 1,
    });
    expect((await table('items')).foreign_keys).toHaveLength(1);
  });

  it('reads what is locked and has nothing that would have to wait', async () => {
    await holding('LOCK TABLE sales.plain IN ACCESS EXCLUSIVE MODE');
    const { body } = await discover();
    expect(body.data).not.toHaveProperty('skipped_relations');
    expect((await table('plain')).columns).toMatchObject([{ name: 'id' }, { name: 'note', default: "'none'::text" }]);
  });

  it('succeeds when everything is locked, at first and later', async () => {
    const everything = `LOCK TABLE sales.orders, sales.items, sales.plain, stock.shelves IN ACCESS EXCLUSIVE MODE;
                        ALTER VIEW sales.large RENAME TO larger`;
    const names = ['large', 'items', 'orders', 'shelves'];
    const named = ({ body }: Answer): string[] => body.data.skipped_relations.map(({ name }: { name: string }) => name);
    const holder = await holding(everything);
    const first = await discover();
    expect([first.status, named(first).sort(), first.body.data.total_tables]).toEqual([200, names.sort(), 1]);
    await holder.query('ROLLBACK');
    const known = (await discover()).body.data;
    await source.run(`CREATE TABLE sales.more (id int); CREATE TABLE stock.more (id int)`);
    await holder.query(`BEGIN; ${everything}`);
    const later = await discover();
    expect([later.status, named(later).sort()]).toEqual([200, names.sort()]);
    expect(later.body.data.total_tables).toBe(known.total_tables + 2);
  });

  it('does not wait behind a change that waits itself', async () => {
    await discover();
    await source.run('CREATE TABLE sales.more (id int)');
    await holding('SELECT * FROM sales.orders');
    const waiting = (await session()).query('ALTER TABLE sales.orders ADD COLUMN rebate int').catch(() => undefined);
    await eventually('the change waits', async () => {
      const [row] = await source.run<{ count: string }>('SELECT count(*) FROM pg_locks WHERE NOT granted');
      return row?.count !== '0';
    });
    expect((await discover()).body.data.skipped_relations).toEqual(skipped('large', 'orders'));
    expect((await table('more')).columns).toHaveLength(1);
    for (const holder of holders.splice(0)) await holder.end();
    await waiting;
  });

  it('makes no new snapshot for relations that stay locked', async () => {
    await discover();
    await source.run('CREATE TABLE sales.more (id int)');
    await holding('LOCK TABLE sales.orders IN ACCESS EXCLUSIVE MODE');
    const looks = [await discover(), await discover()].map(({ body }) => body.data.skipped_relations);
    expect(looks).toEqual([skipped('large', 'orders'), skipped('large', 'orders')]);
    await source.run('COMMENT ON TABLE sales.items IS $$read$$');
    expect((await discover('?refresh=true&schema_name=sales')).body.data.skipped_relations).toHaveLength(2);
    expect((await table('items')).comment).toBe('read');
    expect((await read('/snapshots')).snapshots).toHaveLength(3);
  });
});
