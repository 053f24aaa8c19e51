import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { UnclaimedAccounts1763600000019 } from '../../migrations/1763600000019-unclaimed-accounts.js';
import { DirectoryPasswords1763600000020 } from '../../migrations/1763600000020-directory-passwords.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const MIGRATIONS = [new UnclaimedAccounts1763600000019(), new DirectoryPasswords1763600000020()];

describe('an installation from before accounts were claimed', () => {
  let app: TestApp;
  let runner: QueryRunner;
  beforeAll(async () => {
    app = await startTestApp();
    runner = app.dataSource.createQueryRunner();
    for (const migration of [...MIGRATIONS].reverse()) await migration.down(runner);
    const add = (name: string, provisionedBy: number | null, verifiedAt: string | null, hash: string | null) =>
      runner.query(
        `INSERT INTO users (username, username_key, email, email_key, email_verified_at, status, is_system_admin, provisioned_by,
                            password_hash, trust_epoch, created_at, updated_at)
         VALUES ($1, $1, $1, $1, $3, 'active', false, $2, $4, 1, '2026-01-01', '2026-01-01')`,
        [name, provisionedBy, verifiedAt, hash],
      );
    await add('self', null, null, 'hash');
    await add('invited', null, '2026-02-01', 'hash');
    await add('provisioned-1', 1, null, null);
    await add('claimed-1', 1, '2026-02-01', 'hash');
    await add('provisioned-2', 2, null, 'hash');
    for (const migration of MIGRATIONS) await migration.up(runner);
  });
  afterAll(async () => {
    await runner.release();
    await app.close();
  });

  it('marks as unclaimed only accounts that a directory made and whose address was never verified', async () => {
    const rows: { username: string; at: Date | null }[] = await runner.query(
      'SELECT username, claimed_at AS at FROM users WHERE claimed_at IS NULL OR username IN ($1, $2, $3) ORDER BY username',
      ['self', 'invited', 'claimed-1'],
    );
    expect(rows.map(({ username, at }) => [username, at?.toISOString().slice(0, 7) ?? null])).toEqual([
      ['claimed-1', '2026-02'],
      ['invited', '2026-02'],
      ['provisioned-1', null],
      ['provisioned-2', null],
      ['self', '2026-01'],
    ]);
  });

  it('goes on to accept passwords where a directory had set them, and nowhere else', async () => {
    expect(await runner.query('SELECT id, directory_passwords AS passwords FROM organizations ORDER BY id')).toEqual([
      { id: 1, passwords: 'ignore' },
      { id: 2, passwords: 'accept' },
    ]);
  });
});
