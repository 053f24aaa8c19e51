import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { SqlMembers } from '../../src/organizations/adapters/persistence/sql-members.js';
import { TypeOrmOrganizations } from '../../src/organizations/adapters/persistence/typeorm-organizations.js';
import { AesSecretBox } from '../../src/platform/crypto/aes-secret-box.js';
import { MasterKeys } from '../../src/platform/crypto/master-keys.js';
import { connect } from '../../src/platform/database/connect.js';
import { SqlSessions } from '../../src/sessions/adapters/persistence/sql-sessions.js';
import { SqlUnsignedSessions } from '../../src/sessions/adapters/persistence/sql-unsigned-sessions.js';
import { TypeOrmIdentities } from '../../src/sso/adapters/persistence/typeorm-identities.js';
import { SqlEnforcements } from '../../src/sso-enforcement/adapters/persistence/sql-enforcements.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';
import { ExplainingSession } from '../support/explaining-session.js';
import { FixedClock } from '../support/fixed-clock.js';

const MEMBERS = 40_000;
const FIRST = 1_000_000;
/** Tables of a handful of rows, which need no index. */
const SMALL = [
  'roles',
  'organizations',
  'sso_connections',
  'sso_enforcement',
  'sso_break_glass',
  'sso_exemptions',
  'sign_in_requirements',
  'sso_moves',
  'sso_move_members',
  'workspaces',
  'abac_epochs',
  'workspace_members',
];

const clock = new FixedClock();
let database: TestDatabase;
let dataSource: DataSource;
let session: ExplainingSession;
let connectionId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { url: database.url, poolSize: 1, patienceMs: 60_000, entities: [], migrations: [] };
  dataSource = await connect({ ...settings, onPoolError: () => undefined });
  session = new ExplainingSession(dataSource);
  connectionId = await fill();
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** Members of one organization under waves, linked, with a factor and a session each. @returns the connection */
async function fill(): Promise<number> {
  const now = clock.now();
  const run = (sql: string, ...values: unknown[]): Promise<{ id: number }[]> => dataSource.query(sql, values);
  const [connection] = await run(
    `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, tested_version, tested_at, created_at, updated_at)
     VALUES (1, 'Corporate', 'oidc', 'active', 'https://idp.example', '{}', 1, $1, $1, $1) RETURNING id`,
    now,
  );
  await run(
    `INSERT INTO users (id, username, username_key, email, email_key, status, is_system_admin, trust_epoch, created_at, updated_at)
     SELECT n, 'm' || n, 'm' || n, mail, mail, 'active', false, 1, $1, $1
       FROM generate_series($2::int, $3::int) n, LATERAL (SELECT 'm' || n || '@large.example' AS mail) x`,
    ...[now, FIRST, FIRST + MEMBERS - 1],
  );
  for (const statement of [
    `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at)
     SELECT 1, u.id, (SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer'), $1 FROM users u WHERE u.id >= $2`,
    `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at, login_count)
     SELECT 1, c.id, u.id, c.issuer, u.username, 'proof', $1, 0 FROM users u, sso_connections c WHERE u.id >= $2`,
    `INSERT INTO sso_requirements (organization_id, user_id, wave_number, logins_from, sessions_from)
     SELECT 1, id, 1, $1, $1 FROM users WHERE id >= $2 AND id % 2 = 0`,
    `INSERT INTO mfa_factors (user_id, type, name, secret_sealed, created_at, confirmed_at)
     SELECT id, 'totp', 'Phone', 'sealed', $1, $1 FROM users WHERE id >= $2`,
    `INSERT INTO devices (id, user_id, family_id, name, status, trust_epoch, created_at, activated_at)
     SELECT nextval('devices_id_seq'), id, gen_random_uuid(), 'Firefox', 'trusted', 1, $1, $1 FROM users WHERE id >= $2`,
    `INSERT INTO sessions (user_id, refresh_token_hash, amr, acr, authenticated_at, created_at, last_used_at, expires_at, network, device_name)
     SELECT id, sha256(id::text::bytea), '{pwd}', 'aal1', $1, $1, $1, $1::timestamptz + interval '1 day', '192.0.2.1', 'Firefox' FROM users WHERE id >= $2`,
  ])
    await run(statement, now, FIRST);
  await run('VACUUM ANALYZE');
  return connection?.id ?? 0;
}

const members = (): SqlMembers => new SqlMembers(session, clock);
const organizations = (): TypeOrmOrganizations => new TypeOrmOrganizations(session, clock);
const enforcements = (): SqlEnforcements => new SqlEnforcements(session);
const sessions = (): SqlSessions => new SqlSessions(session, new AesSecretBox(MasterKeys.of([randomBytes(32)])));
const liveness = () => ({ now: clock.now(), idleSince: new Date(clock.now().getTime() - 3_600_000) });
const hashOf = (id: number): Buffer => createHash('sha256').update(String(id)).digest();
const identities = (): TypeOrmIdentities => new TypeOrmIdentities(session);
const caller = (ssoConnectionId: number | null) => ({
  userId: FIRST + 4,
  ssoConnectionId,
  mfaAt: null,
  deviceId: 1,
  isSystemAdmin: false,
});

const QUESTIONS: readonly [string, () => Promise<unknown>][] = [
  ['a decision on a session by password', () => members().standingAt(caller(null), { organizationId: 1 })],
  ['a decision on a session by single sign-on', () => members().standingAt(caller(connectionId), { organizationId: 1 })],
  ['a decision at a workspace', () => members().standingAt(caller(null), { organizationId: 1, workspaceId: 1 })],
  ['the organizations that a session gets into', () => organizations().enteredBy(caller(null))],
  ['what a login is bound to', () => enforcements().bondsOf(FIRST + 4, clock.now())],
  ['whether all members are bound', () => enforcements().isRequiredOfAll(1, clock.now())],
  ['where a person who logs in belongs', () => organizations().membershipsOf(FIRST + 4)],
  ['a refresh', () => sessions().refresh(hashOf(FIRST + 4), liveness(), clock.now())],
  ['the sessions of a person', () => sessions().pageOf(FIRST + 4, liveness(), { page: 1, limit: 10 })],
  ['whom a provider names', () => identities().findBySubject({ connectionId, issuer: 'https://idp.example', subject: `m${FIRST + 4}` })],
  ['the links of a user', () => identities().ofUser(FIRST + 4)],
  [
    'the sessions of a few that a wave binds',
    () =>
      new SqlUnsignedSessions(session).end({ organizationId: 1, userIds: [FIRST + 4, FIRST + 6], except: [] }, 'sso_required', clock.now()),
  ],
];

describe('among 40,000 members of an organization, half of them bound one by one', () => {
  it.each(QUESTIONS)('reads no large table from end to end for %s', async (_question, ask) => {
    const reads = await session.readsOf(ask);
    expect(reads.flatMap(({ wholeTables }) => wholeTables).filter((table) => !SMALL.includes(table))).toEqual([]);
    expect(reads).not.toEqual([]);
  });

  it('goes by user for a decision, however many are bound in the organization', async () => {
    const [decision] = await session.readsOf(() => members().standingAt(caller(null), { organizationId: 1 }));
    expect(decision?.indexes).toContain('sso_requirements_organization_id_user_id_key');
  });
});
