import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DISCOVERY_TURNS } from '../../src/catalog/adapters/persistence/advisory-discovery-turns.js';
import { AdvisoryLocks } from '../../src/platform/database/advisory-locks.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import type { Answer } from '../support/http-client.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

describe('a discovery that is followed', () => {
  let app: TestApp;
  let source: SourceDatabase;
  let proxy: CuttableProxy;
  let olivia: LoggedIn, adam: LoggedIn, mia: LoggedIn, vera: LoggedIn, oscar: LoggedIn;
  let id: number;

  beforeAll(async () => {
    app = await startTestApp();
    await app.dataSource.query('DELETE FROM mfa_factors');
    [olivia, adam, mia, vera, oscar] = (await Promise.all(
      ['olivia', 'adam', 'mia', 'vera', 'oscar'].map((name) => logIn(app.http, name)),
    )) as [LoggedIn, LoggedIn, LoggedIn, LoggedIn, LoggedIn];
    source = await SourceDatabase.create('CREATE TABLE rivers (id int PRIMARY KEY); CREATE TABLE lakes (id int)');
  });
  beforeEach(async () => {
    await proxy?.cut();
    proxy = new CuttableProxy(source.url);
    const connection = source.connection({ port: Number(new URL(await proxy.open()).port) });
    const body = { organization_id: 1, name: `Source ${(serial += 1)}`, engine: 'postgresql', connection };
    id = (await app.http.post('/api/v1/data-sources', body, { token: olivia.accessToken })).body.data.data_source.id;
  });
  afterAll(async () => {
    await proxy?.cut();
    await app.close();
    await source?.drop();
  });

  let serial = 0;
  const discover = (headers: Record<string, string> = {}): Promise<Answer> =>
    app.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token: olivia.accessToken, headers });
  const outcome = ({ status, body }: Answer): unknown[] => [status, body?.code];
  const follow = (location: string, who = olivia): Promise<Answer> => app.http.get(location, { token: who.accessToken });
  const ended = async (location: string): Promise<Answer> => {
    for (;;) {
      const answer = await follow(location);
      if (!['waiting', 'running'].includes(answer.body.data.discovery.state)) return answer;
    }
  };

  it('answers 202 with its place, tells its progress, and at the end what it found', async () => {
    const reading = proxy.holdAnswersFrom('pg_attribute');
    const begun = await discover({ Prefer: 'respond-async, wait=5' });
    expect([begun.status, begun.headers.get('preference-applied')]).toEqual([202, 'respond-async']);
    const location = begun.headers.get('location') ?? '';
    expect(location).toBe(`/api/v1/data-sources/${id}/discoveries/${begun.body.data.discovery.id}`);
    await reading;
    expect((await follow(location)).body.data.discovery).toMatchObject({
      result: null,
      error: null,
      finished_at: null,
    });
    await proxy.cut();
    expect((await ended(location)).body.data.discovery).toMatchObject({
      state: 'failed',
      error: { code: 'DATA_SOURCE_LOST', message: expect.any(String) },
    });
    await proxy.open();
    const again = await discover({ Prefer: 'respond-async' });
    const done = await ended(again.headers.get('location') ?? '');
    expect(done.body.data.discovery).toMatchObject({
      state: 'completed',
      progress: { schemas_done: 1, schemas_total: 1, tables_seen: 2 },
      result: { data_source_id: id, total_tables: 2, total_columns: 2 },
      error: null,
    });
    // What is known needs no discovery.
    expect((await discover({ Prefer: 'respond-async' })).status).toBe(200);
  });

  /** Nobody gets the turn before the work is done, so that what is asked for meanwhile waits. */
  const whileTurnIsTaken = (work: () => Promise<void>): Promise<void> =>
    new AdvisoryLocks({ url: app.databaseUrl, aliveMs: 5_000 }).holding(DISCOVERY_TURNS, id, new AbortController().signal, work);
  const ask = (who: LoggedIn, on = app): Promise<Answer> =>
    on.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token: who.accessToken });
  const cancel = (who: LoggedIn, discovery: number, on = app): Promise<Answer> =>
    on.http.delete(`/api/v1/data-sources/${id}/discoveries/${discovery}`, { token: who.accessToken });
  const discoveries = (): Promise<{ id: number; state: string; waits: number }[]> =>
    app.dataSource.query(
      `SELECT d.id, d.state, (SELECT count(*)::int FROM schema_discovery_waits w
                               WHERE w.discovery_id = d.id AND w.cancelled_at IS NULL) AS waits
         FROM schema_discoveries d WHERE d.data_source_id = $1 ORDER BY d.id`,
      [id],
    );
  const waiting = (...waits: number[]): Promise<void> =>
    eventually('they wait', async () => {
      const found = await discoveries();
      return found.length === waits.length && found.every((one, at) => one.waits === waits[at]);
    });
  const audited = (): Promise<unknown[]> =>
    app.dataSource.query(
      `SELECT action, outcome, detail->>'reason' AS reason, detail->>'goes_on' AS goes_on FROM audit_events
        WHERE target_type = 'data_source' AND target_id = $1 AND action LIKE 'data_source.%discover%' ORDER BY id`,
      [String(id)],
    );

  it('is cancelled by one person for that person, and goes on for others', async () => {
    let answers: Promise<Answer>[] = [];
    await whileTurnIsTaken(async () => {
      answers = [ask(olivia), ask(olivia), ask(adam)];
      await waiting(2);
      const [one] = await discoveries();
      const location = `/api/v1/data-sources/${id}/discoveries/${one?.id}`;
      for (const [who, expected] of [
        [vera, [403, 'FORBIDDEN']],
        [oscar, [404, 'NOT_FOUND']],
      ] as const)
        expect(outcome(await cancel(who, one?.id ?? 0))).toEqual(expected);
      const cancelled = await cancel(olivia, one?.id ?? 0);
      expect([cancelled.status, cancelled.body.data]).toEqual([200, { success: true, goes_on: true }]);
      for (const answer of answers.slice(0, 2)) expect(outcome(await answer)).toEqual([409, 'DISCOVERY_CANCELLED']);
      const told = async (who: LoggedIn): Promise<unknown[]> => {
        const { state, people_waiting, awaited_by_you } = (await follow(location, who)).body.data.discovery;
        return [state, people_waiting, awaited_by_you];
      };
      expect(await told(olivia)).toEqual(['waiting', 1, false]);
      expect(await told(adam)).toEqual(['waiting', 1, true]);
      // Who does not wait changes nothing, and is told so.
      for (const who of [olivia, mia]) expect((await cancel(who, one?.id ?? 0)).body.data.goes_on).toBe(true);
      // Who asks again waits again, however late the first cancel is heard of.
      const again = ask(olivia);
      answers.push(again);
      await waiting(2);
      expect(await told(olivia)).toEqual(['waiting', 2, true]);
    });
    for (const answer of answers.slice(2)) expect(outcome(await answer)).toEqual([200, undefined]);
    expect((await discoveries()).map(({ state }) => state)).toEqual(['completed']);
    expect(await audited()).toEqual([
      { action: 'data_source.discovery_cancelled', outcome: 'success', reason: null, goes_on: 'true' },
      { action: 'data_source.schema_discovered', outcome: 'success', reason: null, goes_on: null },
    ]);
  });

  it('is ended by the last who waits for it, and leaves nothing at the source', async () => {
    const reading = proxy.holdAnswersFrom('pg_attribute');
    const [location] = [(await discover({ Prefer: 'respond-async' })).headers.get('location') ?? ''];
    const number = Number(location.split('/').at(-1));
    const answer = ask(adam);
    await reading;
    await waiting(2);
    expect((await cancel(olivia, number)).body.data.goes_on).toBe(true);
    const last = await cancel(adam, number);
    expect([last.status, last.body.data, last.body.message]).toEqual([200, { success: true, goes_on: false }, 'Discovery cancelled.']);
    expect(outcome(await answer)).toEqual([409, 'DISCOVERY_CANCELLED']);
    expect((await follow(location)).body.data.discovery).toMatchObject({
      state: 'cancelled',
      error: { code: 'DISCOVERY_CANCELLED' },
      people_waiting: 0,
      awaited_by_you: false,
    });
    expect(outcome(await cancel(adam, number))).toEqual([409, 'DISCOVERY_ENDED']);
    await proxy.cut();
    await eventually('the source has noticed', async () => (await source.sessions()).length === 0);
    expect(await audited()).toEqual([
      { action: 'data_source.discovery_cancelled', outcome: 'success', reason: null, goes_on: 'true' },
      { action: 'data_source.discovery_cancelled', outcome: 'success', reason: null, goes_on: 'false' },
      { action: 'data_source.schema_discovered', outcome: 'refused', reason: 'DISCOVERY_CANCELLED', goes_on: null },
    ]);
  });

  it('is cancelled through another instance, and goes on for people of another instance', async () => {
    const other = await startTestApp({ database: { url: app.databaseUrl }, clock: app.clock });
    const reading = proxy.holdAnswersFrom('pg_attribute');
    const [here, alsoHere] = [ask(olivia), ask(mia)];
    await reading;
    await waiting(2);
    const there = ask(adam, other);
    await waiting(2, 1);
    const [first, second] = await discoveries();
    expect((await cancel(olivia, first?.id ?? 0, other)).body.data.goes_on).toBe(true);
    expect(outcome(await here)).toEqual([409, 'DISCOVERY_CANCELLED']);
    // Nobody here waits any more, but what is being read here will answer those there.
    expect((await cancel(mia, first?.id ?? 0, other)).body.data.goes_on).toBe(true);
    expect(outcome(await alsoHere)).toEqual([409, 'DISCOVERY_CANCELLED']);
    expect((await discoveries())[0]?.state).toBe('running');
    expect((await cancel(adam, second?.id ?? 0)).body.data.goes_on).toBe(false);
    expect(outcome(await there)).toEqual([409, 'DISCOVERY_CANCELLED']);
    await eventually('both have ended', async () => (await discoveries()).every(({ state }) => state === 'cancelled'));
    await other.close();
  });

  it('of an instance that died does not keep others from reading', async () => {
    const insert = `INSERT INTO schema_discoveries (data_source_id, state, requested_at, heartbeat_at)
      VALUES ($1, 'running', now(), now()) RETURNING id`;
    const [{ id: dead }] = await app.dataSource.query(insert, [id]);
    const wait = `INSERT INTO schema_discovery_waits (discovery_id, user_id) SELECT $1, id FROM users WHERE username = ANY ($2)`;
    await app.dataSource.query(wait, [dead, ['olivia', 'adam']]);
    expect((await cancel(olivia, dead)).body.data.goes_on).toBe(true);
    expect(outcome(await ask(adam))).toEqual([200, undefined]);
    expect((await cancel(adam, dead)).body.data.goes_on).toBe(false);
    await app.dataSource.query(`UPDATE schema_discoveries SET heartbeat_at = now() - interval '1 hour' WHERE id = $1`, [dead]);
    const { body } = await follow(`/api/v1/data-sources/${id}/discoveries/${dead}`);
    expect(body.data.discovery).toMatchObject({ state: 'failed', error: { code: 'DISCOVERY_INTERRUPTED' } });
    // One that an instance of the version before announced says nothing of who waits.
    const [{ id: old }] = await app.dataSource.query(insert, [id]);
    expect((await cancel(mia, old)).body.data.goes_on).toBe(false);
    await app.dataSource.query('DELETE FROM schema_discoveries WHERE id = $1', [old]);
  });

  describe('by twenty people', () => {
    let people: LoggedIn[];

    beforeAll(async () => {
      await app.dataSource.query(
        `WITH made AS (
           INSERT INTO users (username, username_key, email, email_key, password_hash, status, is_system_admin, trust_epoch,
                              created_at, updated_at)
           SELECT 'reader-' || n, 'reader-' || n, n || '@readers.example', n || '@readers.example', u.password_hash, 'active',
                  false, 1, now(), now()
             FROM users u, generate_series(1, 20) n WHERE u.username = 'mia' RETURNING id)
         INSERT INTO organization_members (organization_id, user_id, role_id, joined_at)
         SELECT m.organization_id, made.id, m.role_id, now() FROM made, organization_members m JOIN users u ON u.id = m.user_id
          WHERE u.username = 'adam'`,
      );
      const names = Array.from({ length: 20 }, (_, at) => `reader-${at + 1}`);
      people = await Promise.all(names.map((name) => logIn(app.http, name)));
    });

    const cancelAll = async (who: readonly LoggedIn[], discovery = 0): Promise<boolean[]> =>
      (await Promise.all(who.map((one) => cancel(one, discovery)))).map(({ body }) => body.data.goes_on);
    const counted = (found: readonly unknown[]): object =>
      found.reduce<Record<string, number>>((all, one) => ({ ...all, [String(one)]: (all[String(one)] ?? 0) + 1 }), {});

    it('who cancel at once ends with the last of them alone', async () => {
      let answers: Promise<Answer[]> = Promise.resolve([]);
      await whileTurnIsTaken(async () => {
        answers = Promise.all(people.map((one) => ask(one)));
        await waiting(20);
        const [one] = await discoveries();
        expect(counted(await cancelAll(people.slice(1), one?.id))).toEqual({ true: 19 });
        await waiting(1);
      });
      expect(counted((await answers).map(({ status }) => status))).toEqual({ 200: 1, 409: 19 });
    });

    it('who all cancel at once is ended once', async () => {
      await whileTurnIsTaken(async () => {
        const answers = Promise.all(people.map((one) => ask(one)));
        await waiting(20);
        const [one] = await discoveries();
        expect(counted(await cancelAll(people, one?.id))).toEqual({ true: 19, false: 1 });
        expect(counted((await answers).map(({ status }) => status))).toEqual({ 409: 20 });
      });
      expect((await discoveries()).map(({ state }) => state)).toEqual(['cancelled']);
    });

    it('who join while the only one cancels are all answered', async () => {
      const [only, ...others] = people as [LoggedIn, ...LoggedIn[]];
      let joined: Promise<Answer[]> = Promise.resolve([]);
      await whileTurnIsTaken(async () => {
        const left = ask(only);
        await waiting(1);
        const [one] = await discoveries();
        const cancelled = cancel(only, one?.id ?? 0);
        joined = Promise.all(others.map((other) => ask(other)));
        expect((await cancelled).status).toBe(200);
        expect(outcome(await left)).toEqual([409, 'DISCOVERY_CANCELLED']);
        await eventually('all of them wait', async () => (await discoveries()).reduce((sum, { waits }) => sum + waits, 0) === 19);
      });
      expect(counted((await joined).map(({ status }) => status))).toEqual({ 200: 19 });
    });
  });

  it('is ended by the end of its process, which says so, and does not call it cancelled', async () => {
    const leaving = await startTestApp({ database: { url: app.databaseUrl }, clock: app.clock });
    const reading = proxy.holdAnswersFrom('pg_attribute');
    const path = `/api/v1/data-sources/${id}/discover-schema`;
    const begun = await leaving.http.post(path, undefined, {
      token: olivia.accessToken,
      headers: { Prefer: 'respond-async' },
    });
    await reading;
    await leaving.close();
    const { body } = await follow(begun.headers.get('location') ?? '');
    expect(body.data.discovery).toMatchObject({ state: 'failed', error: { code: 'INSTANCE_STOPPING' } });
  });

  it('is found only at its own data source, by people who may see it', async () => {
    const location = (await discover({ Prefer: 'respond-async' })).headers.get('location') ?? '';
    await ended(location);
    expect(outcome(await follow(location, vera))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await follow(location, oscar))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await follow(location.replace(/\d+$/, '2000000000')))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await follow(location.replace(/\d+$/, '0')))).toEqual([400, 'VALIDATION_FAILED']);
  });
});
