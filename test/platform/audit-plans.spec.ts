import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SealAudit } from '../../src/audit/application/seal-audit.js';
import { type PreparedStatement, TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { AuditEvents } from '../../src/audit/application/ports/audit-events.js';
import { Webhooks } from '../../src/audit/application/ports/webhooks.js';
import { seal } from '../support/audit.js';
import { WaveWatch } from '../../src/sso-migration/application/ports/wave-watch.js';
import { insertMany } from '../support/many-rows.js';
import { type Plan, readsOf } from '../support/query-plan.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const ROWS = 200_000;
/** What the answer of a few rows may have looked at: where little matches, the planner may read and sort all of it. */
const FEW = 1_000;
/** Counting ends at 10,001; the planner may take another index that finds those among twice as many. */
const COUNTED = 25_000;
const LINKS_AT_ONCE = 20;

describe('the statements of the audit trail over many rows', () => {
  let app: TestApp;
  let sysadmin: string;
  let middle: number;

  beforeAll(async () => {
    app = await startTestApp();
    sysadmin = (await logIn(app.http, 'sysadmin')).accessToken;
    // Organization 1 has half of them, 2 only the oldest; one action, one actor and the refusals are rare.
    await insertMany(
      app.dataSource,
      'audit_events',
      `INSERT INTO audit_events (occurred_at, action, outcome, actor_user_id, organization_id, target_type, target_id, ip,
                                 request_id, detail)
       SELECT timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute',
              CASE WHEN n % 20000 = 7 THEN 'test.rare' ELSE 'test.action_' || n % 10 END,
              CASE WHEN n % 5000 = 11 THEN 'refused' ELSE 'success' END,
              CASE WHEN n % 20000 = 3 THEN 3 ELSE 10 + n % 50 END,
              CASE WHEN n <= 2000 THEN 2 WHEN n % 2 = 1 THEN 1 WHEN n % 4 = 0 THEN NULL ELSE 3 + n % 40 END,
              'thing', n::text, '203.0.113.7', 'request-' || n, jsonb_build_object('n', n)
         FROM generate_series(1, $1::integer) n`,
      [ROWS],
    );
    await app.dataSource.query('VACUUM ANALYZE audit_events');
    [{ id: middle }] = await app.dataSource.query(`SELECT id::int FROM audit_events WHERE organization_id = 1 AND detail->>'n' = '100001'`);
  });
  afterAll(() => app.close());

  /** Does something and explains each statement about audit events that it sent, as it was sent. */
  async function plansOf(work: () => Promise<unknown>): Promise<{ node: string; rows: number }[][]> {
    const session = app.app.get(TypeOrmSession);
    const sent: [string, readonly unknown[]][] = [];
    const query = session.query.bind(session);
    const spy = jest
      .spyOn(session, 'query')
      .mockImplementation(async (sql: string | PreparedStatement, values: readonly unknown[] = []) => {
        const text = typeof sql === 'string' ? sql : sql.text;
        if (/(?:FROM|JOIN) audit_events/.test(text)) sent.push([text, values]);
        return query(sql, values);
      });
    try {
      await work();
    } finally {
      spy.mockRestore();
    }
    expect(sent.length).toBeGreaterThan(0);
    const plans = [];
    for (const [text, values] of sent) {
      const [row] = await query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values);
      const reads = readsOf((row?.['QUERY PLAN'] as { Plan: Plan }[] | undefined)?.[0]?.Plan ?? {});
      plans.push(reads.filter(({ table }) => table === 'audit_events'));
    }
    return plans;
  }

  async function get(path: string): Promise<void> {
    const { status } = await app.http.get(path, { token: sysadmin });
    expect([path, status]).toEqual([path, 200]);
  }

  const FILTERS = [
    '',
    '&action=test.rare',
    '&action=test.action_3',
    '&action=test.nothing',
    '&actor_id=3',
    '&actor_id=12',
    '&outcome=refused',
    '&outcome=success',
    '&action=test.action_1&outcome=refused',
    '&from=2026-03-01&to=2026-03-02',
    '&to=2026-01-01T12:00:00Z',
    '&from=2026-05-19',
    '&action=test.action_3&from=2026-03-01&to=2026-03-02',
    '&actor_id=13&to=2026-02-01',
    '&before=MIDDLE',
    '&action=test.action_3&before=MIDDLE',
    '&actor_id=13&before=MIDDLE',
    '&from=2026-03-01&before=MIDDLE',
    '&actor_id=13&outcome=refused',
    '&actor_id=13&from=2026-03-01&to=2026-03-10',
    '&action=test.action_3&actor_id=13',
    '&action=test.rare&outcome=refused&before=MIDDLE',
  ];

  it.each(FILTERS.flatMap((filter) => [`/api/v1/organizations/1/audit-events?${filter}`, `/api/v1/audit-events?${filter}`]))(
    'lists by index what it answers and no more: %s',
    async (path) => {
      const [list = [], ...counts] = await plansOf(() => get(path.replace('MIDDLE', String(middle)))).then((plans) =>
        plans.filter((reads) => !reads.every(({ rows }) => rows === 1 && path.includes('before'))),
      );
      expect([list, ...counts].flat().map(({ node }) => node)).not.toContain('Seq Scan');
      expect(list.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(FEW);
      for (const count of counts) expect(count.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(COUNTED);
    },
  );

  it.each([
    ['/api/v1/organizations/1/audit-events/actions', 'an organization'],
    ['/api/v1/audit-events/actions', 'the installation'],
    ['/api/v1/me/security-events', 'an account'],
  ])('reads by index what %s lists of %s', async (path) => {
    const plans = (await plansOf(() => get(path))).flat();
    expect(plans.map(({ node }) => node)).not.toContain('Seq Scan');
    for (const { rows } of plans) expect(rows).toBeLessThanOrEqual(FEW);
  });

  it('counts for the watch of waves by index what an organization refused', async () => {
    await app.dataSource.query(
      `INSERT INTO sso_waves (organization_id, number, name, status, grace_hours, enforced_at, created_at)
       VALUES (1, 1, 'Watched', 'enforced', 0, '2026-01-01', '2026-01-01')`,
    );
    await app.dataSource.query('INSERT INTO sso_wave_members (organization_id, wave_number, user_id) VALUES (1, 1, 4)');
    const plans = (await plansOf(() => app.app.get(WaveWatch, { strict: false }).since(new Date('2026-01-01')))).flat();
    expect(plans.map(({ node }) => node)).not.toContain('Seq Scan');
    for (const { rows } of plans) expect(rows).toBeLessThanOrEqual(FEW);
  });

  it('lists an organization whose events all lie far back', async () => {
    const plans = (await plansOf(() => get('/api/v1/organizations/2/audit-events'))).flat();
    expect(plans.map(({ node }) => node)).not.toContain('Seq Scan');
    expect(plans[0]?.rows).toBeLessThanOrEqual(FEW);
  });

  it.each(['/api/v1/organizations/2/audit-events/export', '/api/v1/organizations/2/audit-events/export?action=test.action_4'])(
    'exports in batches by index: %s',
    async (path) => {
      const plans = await plansOf(() => get(path));
      expect(plans.flat().map(({ node }) => node)).not.toContain('Seq Scan');
      for (const [read] of plans) expect(read?.rows).toBeLessThanOrEqual(500);
    },
  );

  describe('about a member of many organizations', () => {
    const ORGANIZATIONS = 400;
    const PERSON = 6;

    beforeAll(async () => {
      const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
      await sql(
        `INSERT INTO organizations (name, plan, created_at, updated_at)
         SELECT 'Many ' || n, 'free', now(), now() FROM generate_series(1, $1::integer) n`,
        [ORGANIZATIONS],
      );
      await sql(
        `INSERT INTO roles (organization_id, name, permissions, is_built_in)
         SELECT id, 'viewer', '{}', true FROM organizations WHERE name LIKE 'Many %'`,
      );
      await sql(
        `INSERT INTO users (username, username_key, email, email_key, status, is_system_admin, trust_epoch, created_at, updated_at)
         SELECT name, name, name || '@many.example', name || '@many.example', 'active', false, 0, now(), now()
           FROM (SELECT 'many' || n AS name FROM generate_series(1, 200) n) named`,
      );
      await sql(
        `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at)
         SELECT r.organization_id, u.id, r.id, now() FROM roles r JOIN organizations o ON o.id = r.organization_id
          CROSS JOIN users u WHERE o.name LIKE 'Many %' AND (u.username LIKE 'many%' OR u.id = $1)`,
        [PERSON],
      );
      await sql('VACUUM ANALYZE organization_members');
    });

    it('writes by index what their organizations are told, also by the plan that serves for every event', async () => {
      const session = app.app.get(TypeOrmSession);
      const execute = session.execute.bind(session);
      let written: [PreparedStatement, readonly unknown[]] | undefined;
      const spy = jest.spyOn(session, 'execute').mockImplementation((sql, values = []) => {
        if (typeof sql !== 'string' && sql.name === 'audit_events_add') written = [sql, values];
        return execute(sql, values);
      });
      await logIn(app.http, 'oscar').finally(() => spy.mockRestore());
      if (written === undefined) throw new Error('No event was written.');
      const [{ text }, values] = written;
      const explained = await app.dataSource.transaction(async (manager) => {
        await manager.query(`SET LOCAL plan_cache_mode = 'force_generic_plan'`);
        await manager.query(`PREPARE told (text, text) AS ${text}`);
        const bound = values.map((value) => `'${String(value).replaceAll("'", "''")}'`).join(', ');
        return manager.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE told (${bound})`);
      });
      const reads = readsOf(explained[0]['QUERY PLAN'][0].Plan).filter(({ table }) => table === 'organization_members');
      expect(reads.map(({ node }) => node)).not.toContain('Seq Scan');
      const looked = reads.reduce((sum, { rows }) => sum + rows, 0);
      expect(looked).toBeGreaterThanOrEqual(ORGANIZATIONS);
      expect(looked).toBeLessThanOrEqual(2 * ORGANIZATIONS + 10);
    });

    it('lists by index what one organization is told of them', async () => {
      await insertMany(
        app.dataSource,
        'audit_events',
        `INSERT INTO audit_events (occurred_at, action, outcome, organization_id, target_type, target_id, detail)
         SELECT now(), 'session.logged_in', 'success', 1 + n % 2, 'member', (n % 1000)::text, '{}'
           FROM generate_series(1, 100000) n`,
      );
      await app.dataSource.query('VACUUM ANALYZE audit_events');
      const plans = (await plansOf(() => get('/api/v1/organizations/1/audit-events?member_id=6'))).flat();
      expect(plans.map(({ node }) => node)).not.toContain('Seq Scan');
      for (const { rows } of plans) expect(rows).toBeLessThanOrEqual(FEW);
    });
  });

  it('seals and verifies by index', async () => {
    await seal(app);
    await app.dataSource.query(
      `INSERT INTO audit_events (occurred_at, action, outcome, organization_id, detail)
       SELECT now(), 'test.more', 'success', 2, '{}' FROM generate_series(1, 1500)`,
    );
    const sealing = await plansOf(() => app.app.get(SealAudit, { strict: false }).execute());
    expect(sealing.flat().map(({ node }) => node)).not.toContain('Seq Scan');
    for (const reads of sealing) expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(1_600);
    await seal(app);
    // One with half of all events, one whose few lie between all others.
    for (const [organization, statements] of [
      [1, 6],
      [5, 4],
    ] as const) {
      const path = `/api/v1/organizations/${organization}/audit-events/verify`;
      const verifying = await plansOf(() => get(path));
      expect(verifying.length).toBeGreaterThanOrEqual(statements);
      expect(verifying.flat().map(({ node }) => node)).not.toContain('Seq Scan');
      const [{ events }] = await app.dataSource.query('SELECT count(*)::int AS events FROM audit_events WHERE organization_id = $1', [
        organization,
      ]);
      for (const reads of verifying)
        expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(Math.min(events, LINKS_AT_ONCE * 1_000));
    }
    const { body } = await app.http.get('/api/v1/organizations/1/audit-events/verify', { token: sysadmin });
    expect(body.data).toMatchObject({ verified: true });
  });

  it('sends to webhooks what the index of their organization has next', async () => {
    await seal(app);
    // One has half of all events, one few between all others, and one has had all of them.
    await app.dataSource.query(
      `INSERT INTO webhooks (organization_id, name, url, actions, version, after_event_id, failures, next_attempt_at, created_at, changed_at)
       SELECT organization, 'Plan', 'https://receiver.example', '{}', 1, after, 0, now(), now(), now()
         FROM (VALUES (1, $1::bigint), (5, 0), (2, 1e9::bigint)) AS one (organization, after)`,
      [middle],
    );
    const [webhooks, events] = [app.app.get(Webhooks, { strict: false }), app.app.get(AuditEvents, { strict: false })];
    const through = 1e9;
    const [at, until] = [new Date('2027-01-01'), new Date('2027-01-02')];
    const plans = [
      ...(await plansOf(() => webhooks.claimDue({ by: 'plans', at, until, through, most: 10 }))),
      ...(await plansOf(() => webhooks.listOf(1))),
      ...(await plansOf(() => webhooks.find(2, 3))),
      ...(await plansOf(() => events.following(1, { after: middle, through, most: 100 }))),
      ...(await plansOf(() => events.following(5, { after: 0, through, most: 100 }))),
      ...(await plansOf(() => events.firstSince(1, new Date('2026-04-01')))),
    ];
    expect(plans.flat().map(({ node }) => node)).not.toContain('Seq Scan');
    for (const reads of plans) expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(FEW);
  });
});
