import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type PreparedStatement, TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { PolicyFacts } from '../../src/abac/application/ports/policy-facts.js';
import { PurgeDecisions } from '../../src/abac/application/purge-decisions.js';
import { type Plan, type Read, readsOf } from '../support/query-plan.js';
import { putInForce, versionsOf } from '../support/policies.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const DECISIONS = 120_000;
/** Older than decisions are kept. */
const OLD = 3_000;
const POLICIES = 50;
const PATH = '/api/v1/sso/abac';

describe('the statements of access policies over many decisions', () => {
  let app: TestApp;
  let olivia: string;
  let busy: number;

  beforeAll(async () => {
    app = await startTestApp();
    olivia = (await logIn(app.http, 'olivia')).accessToken;
    const texts = Array.from({ length: POLICIES }, (_, n) => [`Policy ${n}`, 'forbid(principal, action, resource);']);
    await putInForce(app, 1, Object.fromEntries(texts), 'shadow');
    const run = (sql: string, values: unknown[] = []) => app.dataSource.query(sql, values);
    const ids: { id: number }[] = await run('SELECT id FROM abac_policies WHERE organization_id = 1 ORDER BY id');
    busy = ids[0]?.id ?? 0;
    await run(
      versionsOf('policy_id', '1', {
        version: 'n',
        text: 'text',
        tree: 'tree',
        effect: 'effect',
        sha256: 'sha256',
        from: 'FROM abac_policy_versions CROSS JOIN generate_series(2, 100) n',
      }),
    );
    await run('UPDATE abac_policies SET version = 100');
    // One of three is the first organization's. Of these its first policy refused two thirds, and all in turn the others.
    await run(
      `INSERT INTO abac_decisions (organization_id, decided_at, user_id, is_allowed, reason, policies, errors, request, request_hash)
       SELECT CASE WHEN n % 3 = 0 THEN 1 ELSE 2 END, $1::timestamptz - interval '30 days' + (n - ${OLD}) * interval '1 second', 4, false,
              'policy', '[]', '{}', $2, repeat('0', 64)
         FROM generate_series(1, ${DECISIONS}) n`,
      [
        app.clock.now(),
        {
          organizationId: 1,
          action: 'workspace.read',
          resource: { type: 'Organization' },
          allowedByRoles: true,
          principal: { userId: 4, attributes: { email: 'x'.repeat(300) }, own: {} },
          context: { now: app.clock.now() },
        },
      ],
    );
    await run(
      `INSERT INTO abac_decision_policies (organization_id, policy_id, decision_id, is_of_interest)
       SELECT organization_id, $1::int + CASE WHEN organization_id = 2 THEN 1000 + id % 7 WHEN id % 9 > 0 THEN 0 ELSE id / 9 % ${POLICIES} END,
              id, true FROM abac_decisions`,
      [busy],
    );
    for (const table of ['abac_decisions', 'abac_decision_policies', 'abac_policies', 'abac_policy_versions'])
      await run(`VACUUM ANALYZE ${table}`);
  });
  afterAll(() => app.close());

  /** Does something and explains each statement that it sent about decisions, as it was sent. */
  async function readsIn(work: () => Promise<unknown>): Promise<Read[][]> {
    const session = app.app.get(TypeOrmSession);
    const query = session.query.bind(session);
    const sent: [string, readonly unknown[]][] = [];
    const spy = jest
      .spyOn(session, 'query')
      .mockImplementation(async (sql: string | PreparedStatement, values: readonly unknown[] = []) => {
        const text = typeof sql === 'string' ? sql : sql.text;
        if (text.includes('abac_decision')) sent.push([text, values]);
        return query(sql, values);
      });
    await work().finally(() => spy.mockRestore());
    expect(sent.length).toBeGreaterThan(0);
    const plans: Read[][] = [];
    for (const [text, values] of sent) {
      const [row] = await query<{ 'QUERY PLAN': { Plan: Plan; 'Execution Time': number }[] }>(
        `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
        values,
      );
      const [explained] = row?.['QUERY PLAN'] ?? [];
      if (explained === undefined) throw new Error('No plan.');
      if (process.env['SHOW_PLANS'] !== undefined)
        process.stderr.write(`${explained['Execution Time']} ms ${JSON.stringify(readsOf(explained.Plan))}\n`);
      plans.push(readsOf(explained.Plan));
    }
    return plans;
  }

  const get = async (path: string): Promise<void> => {
    const { status } = await app.http.get(`${PATH}${path}`, { token: olivia });
    expect([path, status]).toEqual([path, 200]);
  };
  const rowsOf = (reads: readonly Read[], name: string): number =>
    reads.filter(({ table }) => table === name).reduce((sum, { rows }) => sum + rows, 0);

  it('look up one row of each policy for the list of policies', async () => {
    const [reads = [], ...others] = await readsIn(() => get('/policies?organization_id=1'));
    expect(others).toEqual([]);
    expect(rowsOf(reads, 'abac_decisions')).toBe(POLICIES);
    expect(rowsOf(reads, 'abac_decision_policies')).toBe(POLICIES);
    // Of each policy the active version, and the latest.
    expect(rowsOf(reads, 'abac_policy_versions')).toBeLessThanOrEqual(2 * POLICIES);
  });

  it.each(['', '&show=of_interest', '&page=1000', '&show=of_interest&page=1000'])(
    'read whole only the page of decisions of one policy, and count in its index: %s',
    async (more) => {
      const [page = [], count = []] = await readsIn(() => get(`/decisions?organization_id=1&policy_id=${busy}${more}&limit=25`));
      expect(rowsOf(page, 'abac_decisions')).toBe(25);
      expect(page.map(({ node }) => node)).not.toContain('Seq Scan');
      expect(new Set(count.map(({ table }) => table))).toEqual(new Set(['abac_decision_policies']));
      expect(count.map(({ node }) => node)).not.toContain('Seq Scan');
      expect(rowsOf(count, 'abac_decision_policies')).toBeLessThan(DECISIONS / 4);
    },
  );

  it.each(['', '&show=of_interest&page=500'])('read whole only the page of all decisions: %s', async (more) => {
    const [page = []] = await readsIn(() => get(`/decisions?organization_id=1${more}&limit=25`));
    expect(page.map(({ node }) => node)).not.toContain('Seq Scan');
    const whole = page.filter(({ node }) => node !== 'Index Only Scan');
    expect(rowsOf(whole, 'abac_decisions')).toBe(25);
  });

  it('are planned once for what policies read of a person, whoever it is', async () => {
    const session = app.app.get(TypeOrmSession);
    const facts = app.app.get(PolicyFacts, { strict: false });
    const asked = { deviceId: null, organizationIds: [1], workspaceId: 1, dataSourceId: null };
    // In one unit of work, so on one connection.
    const [planned] = await session.run(async () => {
      for (let userId = 1; userId <= 12; userId += 1) await facts.of({ ...asked, userId });
      return session.query<{ often: number }>(`SELECT custom_plans::int AS often FROM pg_prepared_statements WHERE name = 'policy_facts'`);
    });
    // PostgreSQL tries five times what it would gain by a plan for the values.
    expect(planned?.often).toBe(5);
  });

  it('find by index what is to be purged', async () => {
    const [reads = []] = await readsIn(() => app.app.get(PurgeDecisions, { strict: false }).execute());
    expect(reads.filter(({ table }) => table === 'abac_decisions').map(({ node }) => node)).not.toContain('Seq Scan');
    const [{ left }] = await app.dataSource.query(
      `SELECT count(*)::int AS left FROM abac_decisions WHERE decided_at < $1::timestamptz - interval '30 days'`,
      [app.clock.now()],
    );
    expect(left).toBe(0);
  });
});
