import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { AuditEvents } from '../../src/audit/application/ports/audit-events.js';
import { SealAudit } from '../../src/audit/application/seal-audit.js';
import { GraphileWorker } from '../../src/platform/jobs/graphile-worker.js';
import { Unavailable } from '../../src/shared/domain-error.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { insertEvents, seal } from '../support/audit.js';
import type { Answer } from '../support/http-client.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const DELTA = '/api/v1/organizations/1/audit-events';
const ESTUARY = '/api/v1/organizations/2/audit-events';
const ALL = '/api/v1/audit-events';

describe('the audit trail', () => {
  let app: TestApp;
  let olivia: LoggedIn;
  let oscar: LoggedIn;
  let sysadmin: LoggedIn;

  beforeAll(async () => {
    app = await startTestApp();
    [olivia, oscar, sysadmin] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'oscar'), await logIn(app.http, 'sysadmin')];
  });
  afterAll(() => app.close());

  const query = (sql: string, values: unknown[] = []) => app.dataSource.query(sql, values);
  const read = (path: string, by: LoggedIn = sysadmin): Promise<Answer> => app.http.get(path, { token: by.accessToken });
  const rename = async (name: string): Promise<void> => {
    const { status } = await app.http.patch('/api/v1/organizations/1', { name }, { token: olivia.accessToken });
    expect(status).toBe(200);
  };

  describe('as the application’s own connection', () => {
    beforeAll(async () => {
      await insertEvents(app, 3, { organizationId: 1 });
      await seal(app);
    });

    const insert = `INSERT INTO audit_events (id, occurred_at, action, outcome, detail) OVERRIDING SYSTEM VALUE
      VALUES ((SELECT max(id) FROM audit_events), now(), 'forged', 'success', '{}')`;
    it.each([
      ['an update of an event', `UPDATE audit_events SET action = 'forged'`],
      ['an update that would hit no event', `UPDATE audit_events SET action = 'forged' WHERE id = -1`],
      ['an upsert of an event', `${insert} ON CONFLICT (id) DO UPDATE SET action = 'forged'`],
      ['a merge', `MERGE INTO audit_events e USING (SELECT 1) o ON true WHEN MATCHED THEN DELETE`],
      ['a deletion of events', 'DELETE FROM audit_events'],
      ['a truncation of events', 'TRUNCATE audit_events'],
      ['a truncation that cascades', 'TRUNCATE audit_seals, audit_events CASCADE'],
      ['an update of a seal', 'UPDATE audit_seals SET event_count = 1'],
      ['a deletion of seals', 'DELETE FROM audit_seals'],
      ['a truncation of seals', 'TRUNCATE audit_seals'],
      ['a deletion of heads', 'DELETE FROM audit_heads'],
      ['a truncation of heads', 'TRUNCATE audit_heads'],
      ['a head that goes back', 'UPDATE audit_heads SET position = position - 1'],
      ['a head that stays in its place', `UPDATE audit_heads SET hash = '\\x00'`],
      ['a head of another chain', 'UPDATE audit_heads SET organization_id = 77, position = position + 1'],
    ])('%s is refused [statement 70]', async (_, sql) => {
      const state = () =>
        query(`SELECT (SELECT jsonb_agg(e ORDER BY id) FROM audit_events e) AS events,
                      (SELECT jsonb_agg(s ORDER BY s) FROM audit_seals s) AS seals,
                      (SELECT jsonb_agg(h ORDER BY h) FROM audit_heads h) AS heads`);
      const before = await state();
      await expect(query(sql)).rejects.toMatchObject({ code: '42501' });
      await app.dataSource.transaction(async (manager) => {
        await manager.query('SET LOCAL session_replication_role = replica');
        await manager.query('SAVEPOINT before');
        await expect(manager.query(sql)).rejects.toMatchObject({ code: '42501' });
        await manager.query('ROLLBACK TO SAVEPOINT before');
      });
      expect(await state()).toEqual(before);
    });

    it('no role is let through, whatever it was granted [statement 70]', async () => {
      await app.dataSource.transaction(async (manager) => {
        await manager.query('CREATE ROLE audit_vandal');
        await manager.query('GRANT ALL ON audit_events, audit_seals TO audit_vandal');
        await manager.query('SET LOCAL ROLE audit_vandal');
        for (const table of ['audit_events', 'audit_seals']) {
          await manager.query('SAVEPOINT before');
          await expect(manager.query(`DELETE FROM ${table}`)).rejects.toThrow('is append-only: DELETE is refused');
          await manager.query('ROLLBACK TO SAVEPOINT before');
        }
        await manager.query('RESET ROLE');
        await manager.query('DROP OWNED BY audit_vandal');
        await manager.query('DROP ROLE audit_vandal');
      });
    });
  });

  describe('the chain', () => {
    it('says of an organization without seals that nothing is sealed yet', async () => {
      const fresh = await startTestApp();
      const { accessToken: token } = await logIn(fresh.http, 'oscar');
      const { status, body } = await fresh.http.get(`${ESTUARY}/verify`, { token });
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        data: {
          verified: true,
          events_checked: 0,
          events_not_sealed_yet: expect.any(Number),
          sealed_until: null,
          archived_until: null,
          broken_at: null,
          message: 'Nothing is sealed yet.',
        },
        message: 'Nothing is sealed yet.',
      });
      expect(body.data.events_not_sealed_yet).toBeGreaterThan(0);
      await fresh.close();
    });

    it('is sealed, and says how many events are not sealed yet', async () => {
      await rename('Delta One');
      await seal(app);
      const { body } = await read(`${DELTA}/verify`, olivia);
      const [{ events }] = await query('SELECT count(*)::int AS events FROM audit_events WHERE organization_id = 1');
      expect(body.data).toEqual({
        verified: true,
        events_checked: events,
        events_not_sealed_yet: 0,
        sealed_until: app.clock.now().toISOString(),
        archived_until: null,
        broken_at: null,
        message: 'The chain is intact.',
      });
      await rename('Delta Two');
      expect((await read(`${DELTA}/verify`, olivia)).body.data).toMatchObject({
        verified: true,
        events_checked: events,
        events_not_sealed_yet: 1,
      });
    });

    it('holds a thousand events in a link and grows with each run', async () => {
      await insertEvents(app, 2_500);
      await seal(app);
      await seal(app);
      await insertEvents(app, 1);
      await seal(app);
      const links = await query(`SELECT position, event_count FROM audit_seals WHERE organization_id = 2 ORDER BY position DESC LIMIT 4`);
      expect(links.map(({ event_count }: { event_count: number }) => event_count)).toEqual([1, 500, 1000, 1000]);
      expect((await read(`${ESTUARY}/verify`, oscar)).body.data).toMatchObject({
        verified: true,
        events_not_sealed_yet: 0,
      });
    });

    it('of the installation holds what belongs to no organization', async () => {
      await logIn(app.http, 'nora');
      await seal(app);
      const [{ events }] = await query('SELECT count(*)::int AS events FROM audit_events WHERE organization_id IS NULL');
      expect((await read(`${ALL}/verify`)).body.data).toMatchObject({ verified: true, events_checked: events });
    });

    it('waits for an event that has its id but is not committed yet', async () => {
      await seal(app);
      const sealAudit = app.app.get(SealAudit, { strict: false });
      const writer = new Client({ connectionString: app.databaseUrl });
      await writer.connect();
      try {
        await writer.query('BEGIN');
        await writer.query(
          `INSERT INTO audit_events (occurred_at, action, outcome, organization_id, detail)
           VALUES (now(), 'test.late', 'success', 2, '{}')`,
        );
        await insertEvents(app, 1);
        expect(await sealAudit.execute()).toEqual({ finished: false, heads: [], broken: [] });
        const { body } = await read(`${ESTUARY}/verify`);
        expect(body.data).toMatchObject({ verified: true, events_not_sealed_yet: 1 });
        await writer.query('COMMIT');
      } finally {
        await writer.end();
      }
      await seal(app);
      expect((await read(`${ESTUARY}/verify`)).body.data).toMatchObject({ verified: true, events_not_sealed_yet: 0 });
    });

    it('seals each event once, however many seal at once while events are written', async () => {
      const other = await startTestApp({ clock: app.clock, database: { url: app.databaseUrl } });
      const sealers = [app, other].map((one) => one.app.get(SealAudit, { strict: false }));
      await Promise.all([
        ...Array.from({ length: 10 }, () => sealers.map((sealer) => sealer.execute())).flat(),
        ...Array.from({ length: 10 }, () => insertEvents(app, 30)),
      ]);
      await seal(app);
      const [{ events, sealed }] = await query(
        `SELECT (SELECT count(*)::int FROM audit_events WHERE organization_id = 2) AS events,
                (SELECT sum(event_count)::int FROM audit_seals WHERE organization_id = 2) AS sealed`,
      );
      expect(sealed).toBe(events);
      expect((await read(`${ESTUARY}/verify`)).body.data).toMatchObject({ verified: true, events_checked: events });
      await other.close();
    });

    it('is sealed every minute by a job, which leaves its ends in the log', async () => {
      await insertEvents(app, 1);
      await eventually('sealed by the job', async () => {
        await query(`SELECT graphile_worker.add_job('audit.seal')`);
        await app.app.get(GraphileWorker).runDue();
        return app.log.some((line) => line.includes('audit trail sealed'));
      });
      const [head] = await query(`SELECT encode(hash, 'hex') AS hash FROM audit_heads WHERE organization_id = 2`);
      expect(app.log.filter((line) => line.includes('audit trail sealed')).join()).toContain(head.hash);
    });
  });

  describe('after a change behind the triggers', () => {
    let gap: string;
    let behind: string;
    let first: Record<string, number>;
    beforeAll(async () => {
      await insertEvents(app, 1_200, { organizationId: 1 });
      [{ gap }] = await query(`SELECT nextval(pg_get_serial_sequence('audit_events', 'id')) AS gap`);
      await insertEvents(app, 1_200, { organizationId: 1 });
      await seal(app);
      [{ gap: behind }] = await query(`SELECT nextval(pg_get_serial_sequence('audit_events', 'id')) AS gap`);
      await insertEvents(app, 5, { organizationId: 2 });
      await seal(app);
      await query('CREATE TABLE kept_events AS SELECT * FROM audit_events');
      await query('ALTER TABLE kept_events DROP COLUMN chain_id');
      await query('CREATE TABLE kept_seals AS SELECT * FROM audit_seals');
      await query('CREATE TABLE kept_heads AS SELECT * FROM audit_heads');
      [first] = await query(
        `SELECT position, first_event_id::int AS event FROM audit_seals
          WHERE organization_id = 1 AND event_count = 1000 ORDER BY position LIMIT 1`,
      );
    });

    async function tampered(statements: readonly string[], meanwhile = async () => {}): Promise<Answer> {
      const tables = ['events', 'seals', 'heads'];
      const triggers = (state: string) =>
        tables.map((table) => `ALTER TABLE audit_${table} ${state} TRIGGER ${state === 'DISABLE' ? 'ALL' : 'append_only'}`);
      const filled = [gap, behind, String(first['position']), String(first['event'])];
      const fill = (sql: string) =>
        ['GAP', 'BEHIND', 'LINK', 'EVENT'].reduce((text, name, index) => text.replaceAll(name, filled[index] ?? ''), sql);
      for (const sql of [...triggers('DISABLE'), ...statements.map(fill)]) await query(sql);
      try {
        // With the triggers back in place, as the job would find it.
        for (const sql of triggers('ENABLE ALWAYS')) await query(sql);
        await query('ALTER TABLE audit_heads ENABLE ALWAYS TRIGGER forward_only');
        await meanwhile();
        return await read(`${DELTA}/verify`, olivia);
      } finally {
        for (const sql of triggers('DISABLE')) await query(sql);
        // Thousands of rows stay as they are: to write them all again takes ten times as long as to find those that are not.
        const columns = 'id occurred_at action outcome actor_user_id organization_id target_type target_id ip request_id detail'.split(' ');
        const of = (table: string) => columns.map((column) => `${table}.${column}`).join(', ');
        await query(
          `DELETE FROM audit_events e WHERE NOT EXISTS (
             SELECT FROM kept_events k WHERE k.id = e.id AND (${of('k')}) IS NOT DISTINCT FROM (${of('e')}))`,
        );
        await query(
          `INSERT INTO audit_events (${columns.join(', ')}) OVERRIDING SYSTEM VALUE
           SELECT ${of('k')} FROM kept_events k WHERE NOT EXISTS (SELECT FROM audit_events e WHERE e.id = k.id)`,
        );
        await query('TRUNCATE audit_seals, audit_heads');
        await query('INSERT INTO audit_seals SELECT * FROM kept_seals');
        await query('INSERT INTO audit_heads SELECT * FROM kept_heads');
        for (const sql of triggers('ENABLE ALWAYS')) await query(sql);
        await query('ALTER TABLE audit_heads ENABLE ALWAYS TRIGGER forward_only');
      }
    }

    async function sealMore(): Promise<void> {
      await insertEvents(app, 3, { organizationId: 1 });
      await seal(app);
    }

    const set = (change: string) => [`UPDATE audit_events SET ${change} WHERE id = EVENT`];
    const last = '(SELECT max(position) FROM audit_seals WHERE organization_id = 1)';
    const endOf = (table: string) => `DELETE FROM audit_${table} WHERE organization_id = 1`;
    /** What a person without the key can compute. */
    const guessed = `sha256(previous_hash || hash)`;

    const tampering: Record<string, readonly string[]> = {
      'an event whose time moved by a microsecond': set(`occurred_at = occurred_at + interval '1 microsecond'`),
      'an event with another action': set(`action = 'test.other'`),
      'an event with another outcome': set(`outcome = CASE outcome WHEN 'success' THEN 'refused' ELSE 'success' END`),
      'an event of another actor': set('actor_user_id = 3'),
      'an event of no actor': set('actor_user_id = NULL'),
      'an event of another organization': set('organization_id = 2'),
      'an event of no organization': set('organization_id = NULL'),
      'an event with another kind of target': set(`target_type = 'other'`),
      'an event with another target': set(`target_id = '0'`),
      'an event whose address and request id changed places': set('ip = request_id, request_id = ip'),
      'an event without an address': set('ip = NULL'),
      'an event with another detail': set(`detail = detail || '{"n": 0}'`),
      'an event with one detail more': set(`detail = detail || '{"more": null}'`),
      'a removed event': ['DELETE FROM audit_events WHERE id = EVENT'],
      'two events that changed places': [
        `UPDATE audit_events a SET target_id = b.target_id FROM audit_events b
          WHERE a.id IN (EVENT, EVENT + 1) AND b.id IN (EVENT, EVENT + 1) AND a.id <> b.id`,
      ],
      'an event inserted between others': [
        `INSERT INTO audit_events (id, occurred_at, action, outcome, organization_id, detail) OVERRIDING SYSTEM VALUE
         VALUES (GAP, now(), 'test.forged', 'success', 1, '{}')`,
      ],
      'an event inserted before all others': [
        `INSERT INTO audit_events (id, occurred_at, action, outcome, organization_id, detail) OVERRIDING SYSTEM VALUE
         VALUES (-5, now(), 'test.forged', 'success', 1, '{}')`,
      ],
      'an event inserted behind the end of the chain, before what was sealed elsewhere': [
        `INSERT INTO audit_events (id, occurred_at, action, outcome, organization_id, detail) OVERRIDING SYSTEM VALUE
         VALUES (BEHIND, now(), 'test.forged', 'success', 1, '{}')`,
      ],
      'the first link removed': ['DELETE FROM audit_seals WHERE organization_id = 1 AND position = 1'],
      'a link removed': ['DELETE FROM audit_seals WHERE organization_id = 1 AND position = LINK'],
      'the last link removed': [`DELETE FROM audit_seals WHERE organization_id = 1 AND position = ${last}`],
      'the last link removed and its events changed': [
        `UPDATE audit_events SET action = 'test.forged' WHERE organization_id = 1 AND id > (SELECT first_event_id
          FROM audit_seals WHERE organization_id = 1 AND position = ${last})`,
        `DELETE FROM audit_seals WHERE organization_id = 1 AND position = ${last}`,
      ],
      'the last link removed, and the head set back': [
        `DELETE FROM audit_seals WHERE organization_id = 1 AND position = ${last}`,
        `UPDATE audit_heads h SET position = s.position, last_event_id = s.last_event_id, hash = s.hash FROM audit_seals s
          WHERE h.organization_id = 1 AND s.organization_id = 1 AND s.position = ${last}`,
      ],
      'two links that changed places': [
        'UPDATE audit_seals SET position = -1 WHERE organization_id = 1 AND position = LINK',
        'UPDATE audit_seals SET position = LINK WHERE organization_id = 1 AND position = LINK + 1',
        'UPDATE audit_seals SET position = LINK + 1 WHERE organization_id = 1 AND position = -1',
      ],
      'a link that covers less': ['UPDATE audit_seals SET last_event_id = last_event_id - 1 WHERE organization_id = 1 AND position = LINK'],
      'a link that covers everything': [
        'UPDATE audit_seals SET last_event_id = 9223372036854775807 WHERE organization_id = 1 AND position = LINK',
      ],
      'a link with another count': ['UPDATE audit_seals SET event_count = 999 WHERE organization_id = 1 AND position = LINK'],
      'a link with another time': [
        `UPDATE audit_seals SET sealed_at = sealed_at - interval '1 day' WHERE organization_id = 1 AND position = LINK`,
      ],
      'a hash made without the key': [`UPDATE audit_seals SET hash = ${guessed} WHERE organization_id = 1 AND position = LINK`],
      'a link that was forged at the end': [
        `INSERT INTO audit_seals SELECT organization_id, position + 1, first_event_id, last_event_id, event_count, hash, ${guessed},
                sealed_at FROM audit_seals WHERE organization_id = 1 AND position = ${last}`,
      ],
      'the links of another chain': [
        endOf('seals'),
        `INSERT INTO audit_seals SELECT 1, position, first_event_id, last_event_id, event_count, previous_hash, hash, sealed_at
           FROM audit_seals WHERE organization_id = 2`,
      ],
      'the head removed': [endOf('heads')],
      'all links removed': [endOf('seals')],
      'the whole chain removed': [endOf('seals'), endOf('heads')],
    };

    it.each(Object.entries(tampering))('shows %s, at once and after the next seal [statement 70]', async (_, sql) => {
      for (const meanwhile of [async () => {}, sealMore]) {
        const { status, body } = await tampered(sql, meanwhile);
        expect([status, body.data]).toEqual([
          200,
          expect.objectContaining({
            verified: false,
            broken_at: {
              position: expect.any(Number),
              first_event_id: body.data.broken_at?.first_event_id === null ? null : expect.any(Number),
              last_event_id: body.data.broken_at?.last_event_id === null ? null : expect.any(Number),
            },
            message: body.message,
          }),
        ]);
        expect(body.message).toMatch(/removed|changed|inserted/);
      }
    });

    it('says where, and continues with the other chains', async () => {
      const { body } = await tampered(set(`action = 'test.other'`));
      const [link] = await query('SELECT * FROM audit_seals WHERE organization_id = 1 AND position = $1', [first['position']]);
      expect(body.data.broken_at).toEqual({
        position: link.position,
        first_event_id: Number(link.first_event_id),
        last_event_id: Number(link.last_event_id),
      });
      expect((await read(`${ESTUARY}/verify`, oscar)).body.data.verified).toBe(true);
    });

    it('keeps sealing the other chains when one has lost its head', async () => {
      const { body } = await tampered([endOf('heads')], sealMore);
      expect(body.data.verified).toBe(false);
      await insertEvents(app, 2);
      await seal(app);
      expect((await read(`${ESTUARY}/verify`, oscar)).body.data).toMatchObject({
        verified: true,
        events_not_sealed_yet: 0,
      });
    });

    it('shows a head that was set back where no other tells how far was sealed, and seals nothing then', async () => {
      const setBack = [
        ...(tampering['the last link removed, and the head set back'] ?? []),
        'DELETE FROM audit_heads WHERE organization_id <> 1',
      ];
      const { body } = await tampered(setBack, async () => {
        await expect(app.app.get(SealAudit, { strict: false }).execute()).rejects.toThrow('nothing is sealed');
      });
      expect(body.data).toMatchObject({ verified: false, broken_at: { position: expect.any(Number) } });
      expect(body.message).toMatch('The record of the end of the chain');
    });

    it('is intact if it was not changed', async () => {
      expect((await tampered([], sealMore)).body.data).toMatchObject({ verified: true, events_not_sealed_yet: 0 });
    });
  });

  describe('is read', () => {
    it('with everything that was recorded [statement 68]', async () => {
      await app.http.patch(
        '/api/v1/organizations/1',
        { name: 'Delta Three' },
        { token: olivia.accessToken, headers: { 'X-Request-Id': 'audit-read-request' } },
      );
      const { status, headers, body } = await read(`${DELTA}?limit=1&action=organization.updated`, olivia);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(body.data).toEqual({
        audit_events: [
          {
            id: expect.any(Number),
            occurred_at: app.clock.now().toISOString(),
            action: 'organization.updated',
            outcome: 'success',
            actor: { user_id: olivia.userId, username: 'olivia', display_name: 'Olivia Okafor' },
            organization_id: 1,
            target: { type: 'organization', id: '1' },
            ip: '127.0.0.1',
            request_id: 'audit-read-request',
            detail: { changed: ['name'] },
          },
        ],
        pagination: { page: 1, limit: 1, total: 3, pages: 3, has_next: true, has_prev: false },
        total_is_capped: false,
        next_before: body.data.audit_events[0].id,
        archived_until: null,
        message: 'Audit events listed.',
      });
    });

    it('only by people with the permission, with refusals in the trail of that organization [statement 68]', async () => {
      const [vera, nora] = [await logIn(app.http, 'vera'), await logIn(app.http, 'nora')];
      for (const [path, by] of [
        [DELTA, vera],
        [DELTA, oscar],
        [DELTA, nora],
        ['/api/v1/organizations/999/audit-events', olivia],
        [ALL, olivia],
        [ALL, nora],
      ] as const) {
        for (const part of ['', '/verify', '/export']) {
          const { status, body } = await read(`${path}${part}`, by);
          expect([path, part, status, body.code]).toEqual([path, part, 403, 'FORBIDDEN']);
        }
      }
      expect((await read(DELTA, sysadmin)).status).toBe(200);
      expect((await read(DELTA, await logIn(app.http, 'adam'))).status).toBe(200);
      const refused = await read(`${DELTA}?outcome=refused&actor_id=${vera.userId}`, olivia);
      expect(refused.body.data.audit_events.map(({ action }: { action: string }) => action)).toEqual(Array(3).fill('access.refused'));
      expect((await read(`${DELTA}?actor_id=${oscar.userId}&outcome=refused&action=access.refused`)).body.data).toMatchObject({
        audit_events: [],
      });
      expect((await read(`${ALL}?actor_id=${nora.userId}&action=access.refused`)).body.data.pagination.total).toBe(6);
    });

    it('without another organization’s events, and by the system administrator with all of them', async () => {
      const { body } = await read(`${ESTUARY}?limit=100`, oscar);
      expect(new Set(body.data.audit_events.map((one: { organization_id: number }) => one.organization_id))).toEqual(new Set([2]));
      const all = await read(`${ALL}?limit=100&from=2026-11-01`);
      const organizations = new Set(all.body.data.audit_events.map((one: { organization_id: number }) => one.organization_id));
      expect(organizations).toEqual(new Set([null, 1, 2]));
    });

    it('by action, actor, outcome and time, alone and together', async () => {
      await insertEvents(app, 100, { action: 'test.filtered' });
      const found = async (filter: string): Promise<number[]> => {
        const { status, body } = await read(`${ESTUARY}?action=test.filtered&limit=100${filter}`, oscar);
        expect([filter, status]).toEqual([filter, 200]);
        expect(body.data.pagination.total).toBe(body.data.audit_events.length);
        return body.data.audit_events.map(({ detail }: { detail: { n: number } }) => detail.n);
      };
      const down = (numbers: (n: number) => boolean) => Array.from({ length: 100 }, (_, index) => 100 - index).filter(numbers);
      expect(await found('')).toEqual(down(() => true));
      expect(await found('&outcome=refused')).toEqual(down((n) => n % 10 === 0));
      expect(await found('&outcome=success&actor_id=2')).toEqual(down((n) => n % 10 !== 0 && n % 7 === 0));
      expect(await found('&from=2026-01-01T00:01:00Z')).toEqual(down((n) => n >= 60));
      expect(await found('&to=2026-01-01T00:01:00Z')).toEqual(down((n) => n < 60));
      expect(await found('&from=2026-01-01T02:00:10%2B02:00&to=2026-01-01T00:00:20.000Z')).toEqual(down((n) => n >= 10 && n < 20));
      expect(await found('&from=2026-01-02')).toEqual([]);
      expect(await found('&actor_id=999999')).toEqual([]);
      expect(await found('&unknown=1')).toEqual(down(() => true));
    });

    it.each([
      ['from', 'yesterday'],
      ['from', ''],
      ['from', '2026-02-30'],
      ['from', '2026-11-20T25:00:00Z'],
      ['from', '2026-11-20T09:00:00'],
      ['from', '2026-W47'],
      ['from', '1780000000'],
      ['to', '20261120'],
      ['to', '2026-11-20 09:00:00Z'],
      ['outcome', 'failure'],
      ['actor_id', '0'],
      ['actor_id', '1e3'],
      ['actor_id', '2147483648'],
      ['action', "x'; DROP TABLE audit_events"],
      ['action', 'nul%00'],
      ['action', 'a'.repeat(101)],
      ['before', '-1'],
      ['before', '9007199254740992'],
      ['before', '9007199254740991'],
      ['limit', '101'],
      ['page', '0'],
    ])('not with %s=%s', async (field, value) => {
      const paths = ['limit', 'page'].includes(field) ? [DELTA, ALL] : [DELTA, `${DELTA}/export`, ALL, `${ALL}/export`];
      for (const path of paths) {
        const { status, body } = await read(`${path}?${field}=${value}`);
        expect([path, status, body.code, body.details?.[0]?.field]).toEqual([path, 400, 'VALIDATION_FAILED', field]);
      }
    });

    it('with the list of its actions, those of one organization or all of them', async () => {
      const actions = async (path: string, by?: LoggedIn) => (await read(`${path}/actions`, by)).body.data.actions;
      const known = async (where: string) =>
        (await query(`SELECT DISTINCT action FROM audit_events ${where}`)).map(({ action }: { action: string }) => action).sort();
      expect(await actions(DELTA, olivia)).toEqual(await known('WHERE organization_id = 1'));
      expect(await actions(ALL)).toEqual(await known(''));
      expect((await read(`${DELTA}/actions`, oscar)).status).toBe(403);
      expect((await read(`${ALL}/actions`, olivia)).status).toBe(403);
    });

    it('not with a filter given twice, nor with a period that ends before it begins', async () => {
      expect((await read(`${DELTA}?action=a&action=b`)).body.details[0].field).toBe('action');
      const { status, body } = await read(`${DELTA}?from=2026-11-20&to=2026-11-19`);
      expect([status, body.details[0].field]).toEqual([400, 'to']);
      expect((await read(`${DELTA}?from=0000-01-01&to=9999-12-31`)).status).toBe(200);
    });

    it('to its end by `before`, each event once, while new ones are written', async () => {
      await insertEvents(app, 45, { action: 'test.walked' });
      const seen: number[] = [];
      let before = '';
      for (let next: number | null = 0; next !== null; before = `&before=${next}`) {
        const { body } = await read(`${ESTUARY}?action=test.walked&limit=10${before}`, oscar);
        seen.push(...body.data.audit_events.map(({ id }: { id: number }) => id));
        next = body.data.next_before;
        expect(body.data.pagination.has_next).toBe(next !== null);
        await query(
          `INSERT INTO audit_events (occurred_at, action, outcome, organization_id, detail)
           VALUES (now(), 'test.walked', 'success', 2, '{}')`,
        );
      }
      expect(seen.length).toBe(45);
      expect(new Set(seen).size).toBe(45);
    });

    it('not from an event of another organization on, which would tell its time', async () => {
      const [{ id }] = await query('SELECT max(id)::int AS id FROM audit_events WHERE organization_id = 1');
      for (const path of [ESTUARY, `${ESTUARY}/export`]) {
        const { status, body } = await read(`${path}?before=${id}`, oscar);
        expect([status, body.details[0].field]).toEqual([400, 'before']);
      }
      expect((await read(`${ALL}?before=${id}`)).status).toBe(200);
    });

    it('with an honest total: exact up to 10,000, said to be capped beyond', async () => {
      const totalOf = async (filter: string) => (await read(`${ESTUARY}?action=test.many${filter}`, oscar)).body;
      await insertEvents(app, 10_000, { action: 'test.many' });
      expect((await totalOf('&page=1000')).data).toMatchObject({
        pagination: { total: 10_000, pages: 1_000, has_next: false, has_prev: true },
        total_is_capped: false,
        next_before: null,
      });
      expect((await totalOf('&page=1001')).data).toMatchObject({ audit_events: [], pagination: { has_next: false } });
      await insertEvents(app, 5, { action: 'test.many' });
      expect((await totalOf('')).data).toMatchObject({
        pagination: { total: 10_000, pages: 1_000, has_next: true },
        total_is_capped: true,
      });
      const last = (await totalOf('&page=1000')).data;
      expect(last).toMatchObject({ pagination: { has_next: true }, total_is_capped: true });
      expect(await totalOf('&page=1001')).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'page' }] });
      expect((await totalOf(`&before=${last.next_before}`)).data).toMatchObject({
        pagination: { page: 1, total: 5, has_next: false },
        total_is_capped: false,
      });
    });
  });

  describe('is exported', () => {
    const linesOf = ({ text }: Answer) =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));

    it('one event a line, newest first, as the list shows it', async () => {
      await insertEvents(app, 1_234, { action: 'test.exported' });
      const answer = await read(`${ESTUARY}/export?action=test.exported`, oscar);
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        'application/x-ndjson',
        'no-store',
      ]);
      const lines = linesOf(answer);
      expect(lines.map(({ detail }) => detail.n)).toEqual(Array.from({ length: 1_234 }, (_, index) => 1_234 - index));
      const { body } = await read(`${ESTUARY}?action=test.exported&limit=100`, oscar);
      expect(lines.slice(0, 100)).toEqual(body.data.audit_events);
      const rest = await read(`${ESTUARY}/export?action=test.exported&before=${lines[1_199].id}`, oscar);
      expect(linesOf(rest)).toEqual(lines.slice(1_200));
      expect(linesOf(await read(`${ESTUARY}/export?action=test.nothing`, oscar))).toEqual([]);
    });

    it('not for a request that asks only for the headers, and never without being recorded', async () => {
      const { status, headers, text } = await app.http.send('HEAD', `${ESTUARY}/export`, undefined, {
        token: oscar.accessToken,
      });
      expect([status, headers.get('content-type'), text]).toEqual([200, 'application/x-ndjson', '']);
      const { body } = await read(`${ESTUARY}?limit=1&action=audit.exported`);
      expect(body.data.audit_events[0].actor.username).toBe('oscar');
    });

    it('not at all while the database fails, with an error and no half answer', async () => {
      const events = app.app.get(AuditEvents, { strict: false });
      const reads = jest.spyOn(events, 'read').mockRejectedValueOnce(new Unavailable());
      const { status, headers, body } = await read(`${ESTUARY}/export`, oscar);
      expect([status, headers.get('content-type'), body.code]).toEqual([503, 'application/json; charset=utf-8', 'UNAVAILABLE']);
      reads.mockRestore();
    });

    it('with a broken connection, not a short answer, when it fails on the way', async () => {
      const events = app.app.get(AuditEvents, { strict: false });
      const read = events.read.bind(events);
      const reads = jest.spyOn(events, 'read').mockImplementation((query, range) => {
        if (query.before !== null) throw new Unavailable();
        return read(query, range);
      });
      const path = `${app.url}${ESTUARY}/export?action=test.exported`;
      const response = await fetch(path, { headers: { Authorization: `Bearer ${oscar.accessToken}` } });
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow('terminated');
      reads.mockRestore();
    });

    it('by a system administrator in one piece, each event once', async () => {
      const origins = `SELECT count(*)::int AS events FROM audit_events WHERE target_type IS DISTINCT FROM 'member'`;
      const [{ events }] = await query(origins);
      expect(linesOf(await read(`${ALL}/export`)).length).toBe(events);
    });

    it('and that is recorded, with its filters, in the trail it was taken from [statement 68]', async () => {
      await read(`${ESTUARY}/export?outcome=refused&actor_id=2&from=2026-01-01&to=2026-01-02&action=a.b`, oscar);
      await read(`${ALL}/export?from=2030-01-01`);
      const exported = async (path: string) => (await read(`${path}?action=audit.exported&limit=1`)).body.data.audit_events[0];
      expect(await exported(ESTUARY)).toMatchObject({
        outcome: 'success',
        actor: { username: 'oscar' },
        organization_id: 2,
        detail: {
          action: 'a.b',
          actor_id: 2,
          outcome: 'refused',
          from: '2026-01-01T00:00:00.000Z',
          to: '2026-01-02T00:00:00.000Z',
        },
      });
      expect(await exported(ALL)).toMatchObject({ actor: { username: 'sysadmin' }, organization_id: null });
    });

    it('no faster than it is read, and no further once its reader has left', async () => {
      await insertEvents(app, 20_000, { action: 'test.large', detail: JSON.stringify({ text: 'x'.repeat(3_000) }) });
      const events = app.app.get(AuditEvents, { strict: false });
      const reads = jest.spyOn(events, 'read');
      const logged = app.log.length;
      const token = oscar.accessToken;
      const request = get(`${app.url}${ESTUARY}/export?action=test.large`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.on('error', () => undefined);
      await once(response, 'readable');
      // Nothing is taken from the socket now: what comes in between fills buffers, and then the reading has to stand still.
      await eventually('reading stands still', async () => {
        const before = reads.mock.calls.length;
        for (let other = 0; other < 20; other += 1) await app.http.get('/health/live');
        return before > 0 && reads.mock.calls.length === before;
      });
      const stood = reads.mock.calls.length;
      expect(stood).toBeLessThan(30);
      const closed = eventually('the request is logged as broken off', () =>
        app.log.slice(logged).some((line) => line.includes('audit-events/export') && line.includes('"aborted":true')),
      );
      response.destroy();
      await closed;
      for (let other = 0; other < 20; other += 1) await app.http.get('/health/live');
      expect(reads.mock.calls.length - stood).toBeLessThanOrEqual(1);
      expect(app.log.slice(logged).some((line) => line.includes('request failed'))).toBe(false);
      reads.mockRestore();
    });
  });
});
