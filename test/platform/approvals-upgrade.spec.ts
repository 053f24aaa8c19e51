import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { ApproverOfInvitations1763600000083 } from '../../migrations/1763600000083-approver-of-invitations.js';
import { ApprovedPermissions1763600000087 } from '../../migrations/1763600000087-approved-permissions.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const MIGRATIONS = [new ApproverOfInvitations1763600000083(), new ApprovedPermissions1763600000087()];

describe('an installation from before approvals said what they are for', () => {
  let app: TestApp;
  let runner: QueryRunner;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    app = await startTestApp();
    runner = app.dataSource.createQueryRunner();
    for (const migration of [...MIGRATIONS].reverse()) await migration.down(runner);
    for (const { id, username } of await runner.query('SELECT id, username FROM users')) ids[username] = id;
    await runner.query(`INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, 'Analyst', false, '{query.run}')`);
    for (const { id, name } of await runner.query('SELECT id, name FROM roles WHERE organization_id = 1')) ids[name] = id;
    const ask = (status: string, role: string, email: string, at: string) =>
      runner.query(
        `INSERT INTO access_requests (organization_id, kind, subject, reason, is_emergency, status, requested_by, decided_by, created_at,
                                      used_at, expires_at)
         VALUES (1, 'give_role', $1, 'Ticket 4711.', false, $2, $3, $4, $5, $5, '2030-01-01')`,
        [JSON.stringify({ email, role_id: ids[role] }), status, ids['sysadmin'], ids['olivia'], at],
      );
    await ask('approved', 'editor', 'built-in@delta.example', '2026-01-01');
    await ask('requested', 'Analyst', 'open@delta.example', '2026-01-01');
    await ask('approved', 'Analyst', 'custom@delta.example', '2026-01-01');
    await ask('refused', 'Analyst', 'refused@delta.example', '2026-01-01');
    await ask('used', 'viewer', 'sent@delta.example', '2026-01-01');
    const invite = (email: string, role: string, isApproved: boolean) =>
      runner.query(
        `INSERT INTO invitations (organization_id, workspace_id, role_id, role_name, email, email_key, token_hash, status, invited_by,
                                  is_approved, created_at, expires_at)
         VALUES (1, 1, $1, $2, $3, $3, sha256(convert_to($3, 'UTF8')), 'pending', $4, $5, '2026-01-01', '2030-01-01')`,
        [ids[role], role, email, ids['sysadmin'], isApproved],
      );
    await invite('sent@delta.example', 'viewer', true);
    await invite('custom-sent@delta.example', 'Analyst', true);
    await invite('own@delta.example', 'viewer', false);
    for (const migration of MIGRATIONS) await migration.up(runner);
  });
  afterAll(async () => {
    await runner.release();
    await app.close();
  });

  it('keeps requests for roles that cannot change, with what these allow, and ends the others that are open', async () => {
    const rows: { email: string; status: string; known: boolean }[] = await runner.query(
      `SELECT a.subject ->> 'email' AS email, a.status,
              coalesce(a.subject -> 'permissions' = (SELECT jsonb_agg(p ORDER BY p COLLATE "C") FROM unnest(r.permissions) p), false) AS known
         FROM access_requests a JOIN roles r ON r.id = (a.subject ->> 'role_id')::int ORDER BY a.id`,
    );
    expect(rows.map(({ email, status, known }) => [email, status, known])).toEqual([
      ['built-in@delta.example', 'approved', true],
      ['open@delta.example', 'expired', false],
      ['custom@delta.example', 'expired', false],
      ['refused@delta.example', 'refused', false],
      ['sent@delta.example', 'used', false],
    ]);
  });

  it('ties invitations to what was approved and to who approved it, and lets others be sent again', async () => {
    const rows: { email: string; as: string | null; by: number | null }[] = await runner.query(
      `SELECT i.email, i.approved_by AS by,
              CASE WHEN i.approved_permissions = r.permissions THEN 'the role' WHEN i.approved_permissions = '{}' THEN 'nothing' END AS as
         FROM invitations i JOIN roles r ON r.id = i.role_id WHERE i.email LIKE '%@delta.example' ORDER BY i.id`,
    );
    expect(rows.map((row) => [row.email, row.as, row.by])).toEqual([
      ['sent@delta.example', 'the role', ids['olivia']],
      ['custom-sent@delta.example', 'nothing', null],
      ['own@delta.example', null, null],
    ]);
  });

  it('can go back, and forth again', async () => {
    for (const migration of [...MIGRATIONS].reverse()) await migration.down(runner);
    const rows: { email: string; ok: boolean }[] = await runner.query(
      `SELECT email, is_approved AS ok FROM invitations WHERE email LIKE '%@delta.example' ORDER BY id`,
    );
    expect(rows.map(({ email, ok }) => [email, ok])).toEqual([
      ['sent@delta.example', true],
      ['custom-sent@delta.example', false],
      ['own@delta.example', false],
    ]);
    for (const migration of MIGRATIONS) await migration.up(runner);
  });
});
