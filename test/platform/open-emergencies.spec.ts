import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { OneEmergency1763600000076 } from '../../migrations/1763600000076-one-emergency.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

interface Planted {
  readonly reason: string;
  readonly status?: string;
  readonly isEmergency?: boolean;
  readonly organization?: number;
  readonly by?: string;
  readonly kind?: string;
  readonly subject?: object;
  readonly isOver?: boolean;
}

const EMERGENCY = { isEmergency: true, status: 'approved' } as const;
/** In the order in which they were made. */
const PLANTED: readonly Planted[] = [
  { reason: 'emergency of one', ...EMERGENCY },
  { reason: 'emergency of another person', ...EMERGENCY, by: 'adam' },
  { reason: 'newest emergency', ...EMERGENCY },
  { reason: 'emergency that is over', ...EMERGENCY, isOver: true },
  { reason: 'emergency elsewhere', ...EMERGENCY, organization: 2 },
  { reason: 'approved', status: 'approved', kind: 'reset_factors', subject: { user_id: 3 } },
  { reason: 'asked again', kind: 'reset_factors', subject: { user_id: 3 } },
  { reason: 'asked for another account', kind: 'reset_factors', subject: { user_id: 4 } },
  { reason: 'asked by another person', kind: 'reset_factors', subject: { user_id: 3 }, by: 'adam' },
  { reason: 'asked first', kind: 'act_as_owner' },
  { reason: 'asked once more', kind: 'act_as_owner' },
  { reason: 'asked last', kind: 'act_as_owner' },
  { reason: 'refused before', kind: 'act_as_owner', status: 'refused' },
  { reason: 'used before', kind: 'act_as_owner', status: 'used' },
  { reason: 'too old', kind: 'act_as_owner', by: 'adam', isOver: true },
];

describe('an installation from before one emergency was open at a time', () => {
  let app: TestApp;
  let runner: QueryRunner;
  const migration = new OneEmergency1763600000076();

  beforeAll(async () => {
    app = await startTestApp();
    runner = app.dataSource.createQueryRunner();
    await runner.query('DELETE FROM access_requests');
    await migration.down(runner);
    for (const { reason, by = 'sysadmin', organization = 1, kind = 'act_as_owner', ...planted } of PLANTED) {
      const { status = 'requested', isEmergency = false, subject = {}, isOver = false } = planted;
      await runner.query(
        `INSERT INTO access_requests (organization_id, kind, subject, reason, is_emergency, status, requested_by, created_at, expires_at)
         SELECT $1, $2, $3, $4, $5, $6, id, now() - interval '1 hour', now() + $7 * interval '1 minute' FROM users WHERE username = $8`,
        [organization, kind, subject, reason, isEmergency, status, isOver ? -1 : 30, by],
      );
    }
    await migration.up(runner);
  });
  afterAll(async () => {
    await runner.release();
    await app.close();
  });

  const statuses = async (): Promise<Readonly<Record<string, string>>> => {
    const rows = await runner.query('SELECT reason, status, decided_at FROM access_requests');
    // Nobody has decided on what ends here: a refusal would keep emergencies away for a day.
    for (const row of rows) expect(row.decided_at).toBeNull();
    return Object.fromEntries(rows.map(({ reason, status }: { reason: string; status: string }) => [reason, status]));
  };

  it('keeps the newest of several, in each organization', async () => {
    expect(await statuses()).toMatchObject({
      'emergency of one': 'expired',
      'emergency of another person': 'expired',
      'newest emergency': 'approved',
      'emergency that is over': 'expired',
      'emergency elsewhere': 'approved',
    });
  });

  it('keeps of identical requests the one that was approved, else the newest', async () => {
    expect(await statuses()).toMatchObject({
      approved: 'approved',
      'asked again': 'expired',
      'asked for another account': 'requested',
      'asked by another person': 'requested',
      'asked first': 'expired',
      'asked once more': 'expired',
      'asked last': 'requested',
    });
  });

  it('leaves alone what had ended, and ends what is too old', async () => {
    expect(await statuses()).toMatchObject({
      'refused before': 'refused',
      'used before': 'used',
      'too old': 'expired',
    });
  });

  it('has no second one from then on', async () => {
    const again = (reason: string) =>
      runner.query(
        `INSERT INTO access_requests (organization_id, kind, subject, reason, is_emergency, status, requested_by, created_at, expires_at)
         SELECT organization_id, kind, subject, 'again', is_emergency, status, requested_by, now(), expires_at
           FROM access_requests WHERE reason = $1`,
        [reason],
      );
    await expect(again('newest emergency')).rejects.toThrow('one_emergency');
    await expect(again('asked last')).rejects.toThrow('one_open_request');
  });
});
