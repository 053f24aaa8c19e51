import { SealAudit } from '../../src/audit/application/seal-audit.js';
import { eventually } from '../platform/fixtures/eventually.js';
import type { TestApp } from './test-app.js';

/** Seals what there is; vacuum may hold the table for a moment. */
export async function seal(app: TestApp): Promise<void> {
  const sealAudit = app.app.get(SealAudit, { strict: false });
  await eventually('sealed', async () => (await sealAudit.execute()).finished);
}

/** Events of an organization, a second apart; every tenth refused, every seventh by the second account. */
export async function insertEvents(
  app: TestApp,
  count: number,
  { organizationId = 2, action = 'test.recorded', detail = '{}' } = {},
): Promise<void> {
  await app.dataSource.query(
    `INSERT INTO audit_events (occurred_at, action, outcome, actor_user_id, organization_id, target_type, target_id, ip,
                               request_id, detail)
     SELECT timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second', $3,
            CASE WHEN n % 10 = 0 THEN 'refused' ELSE 'success' END, CASE WHEN n % 7 = 0 THEN 2 ELSE 6 END, $2, 'thing',
            n::text, '203.0.113.7', 'request-' || n, $4::jsonb || jsonb_build_object('n', n)
       FROM generate_series(1, $1::integer) n`,
    [count, organizationId, action, detail],
  );
}
