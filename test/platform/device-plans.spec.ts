import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { ENTITY_SCHEMAS } from '../../src/boot/database.js';
import { Activation } from '../../src/devices/domain/activation.js';
import { Device } from '../../src/devices/domain/device.js';
import { TypeOrmActivations } from '../../src/devices/adapters/persistence/typeorm-activations.js';
import { TypeOrmDevices } from '../../src/devices/adapters/persistence/typeorm-devices.js';
import { SqlDeviceTokens } from '../../src/devices/adapters/persistence/sql-device-tokens.js';
import { Challenge } from '../../src/mfa/domain/challenge.js';
import { SqlCeremonies } from '../../src/mfa/adapters/persistence/sql-ceremonies.js';
import { TypeOrmChallenges } from '../../src/mfa/adapters/persistence/typeorm-challenges.js';
import { TypeOrmFactors } from '../../src/mfa/adapters/persistence/typeorm-factors.js';
import { TypeOrmRecoveryCodes } from '../../src/mfa/adapters/persistence/typeorm-recovery-codes.js';
import { AesSecretBox } from '../../src/platform/crypto/aes-secret-box.js';
import { MasterKeys } from '../../src/platform/crypto/master-keys.js';
import { connect } from '../../src/platform/database/connect.js';
import { SqlSessions } from '../../src/sessions/adapters/persistence/sql-sessions.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';
import { ExplainingSession } from '../support/explaining-session.js';

const DEVICES_OF_ONE = 10_000;
const OTHER_USERS = 2_000;
const DEVICES_OF_EACH_OTHER = 50;
const SESSIONS = 20_000;

const now = new Date('2026-11-20T09:00:00Z');
const yesterday = new Date(now.getTime() - 86_400_000);
const longAgo = new Date(now.getTime() - 90 * 86_400_000);
const hash = randomBytes(32);
const family = randomUUID();
const page = { page: 3, limit: 10 };

let database: TestDatabase;
let dataSource: DataSource;
let session: ExplainingSession;
let userId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { url: database.url, poolSize: 1, patienceMs: 60_000, entities: ENTITY_SCHEMAS, migrations: [] };
  dataSource = await connect({ ...settings, onPoolError: () => undefined });
  session = new ExplainingSession(dataSource);
  userId = await fill();
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** @returns the user with many devices */
async function fill(): Promise<number> {
  const run = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> => await dataSource.query<Row[]>(sql, values);
  await run(
    `INSERT INTO users
     SELECT copy.* FROM users u CROSS JOIN generate_series(1, $1::int) AS n
      CROSS JOIN LATERAL jsonb_populate_record(u, jsonb_build_object('id', nextval('users_id_seq'), 'username', 'u' || n,
                 'username_key', 'u' || n, 'username_look', 'u' || n, 'email', 'u' || n, 'email_key', 'u' || n)) AS copy
      WHERE u.username = 'nora'`,
    [OTHER_USERS],
  );
  const [owner] = await run<{ id: number }>(`SELECT id FROM users WHERE username = 'olivia'`);
  const id = owner?.id ?? 0;
  // One in fifty is pending, one in fifty revoked; of these the oldest are due to be purged.
  await run(
    `INSERT INTO devices (user_id, family_id, name, status, trust_epoch, created_at, activated_at, revoked_at)
     SELECT owner, CASE WHEN kind <> 0 THEN gen_random_uuid() END, 'Firefox on Linux',
            CASE kind WHEN 0 THEN 'pending' WHEN 1 THEN 'revoked' ELSE 'trusted' END, 0, at,
            CASE WHEN kind <> 0 THEN at END, CASE WHEN kind = 1 THEN at END
       FROM (SELECT id AS owner, n FROM users CROSS JOIN generate_series(1, $3::int) AS n WHERE username LIKE 'u%'
             UNION ALL SELECT $2, n FROM generate_series(1, $4::int) AS n) AS wanted
      CROSS JOIN LATERAL (SELECT n % 50 AS kind, $1::timestamptz - make_interval(hours => n % 3000) AS at) AS made`,
    [now, id, DEVICES_OF_EACH_OTHER, DEVICES_OF_ONE],
  );
  await run(`INSERT INTO device_tokens SELECT sha256(family_id::text::bytea), family_id FROM devices WHERE family_id IS NOT NULL`);
  await run(
    `INSERT INTO sessions (user_id, refresh_token_hash, amr, acr, authenticated_at, device_id, created_at, last_used_at,
                           expires_at, ended_at, end_reason, network, device_name)
     SELECT d.user_id, sha256(n::text::bytea), '{pwd}', 'aal1', at, CASE WHEN n % 2 = 0 THEN d.id END, at, at,
            at + interval '30 days', CASE WHEN n % 10 = 0 THEN at END, CASE WHEN n % 10 = 0 THEN 'logged_out' END, '192.0.2.' || n % 250,
            'Firefox on Linux'
       FROM (SELECT id, user_id, row_number() OVER () AS n FROM devices ORDER BY id LIMIT $2::int) AS d
      CROSS JOIN LATERAL (SELECT $1::timestamptz - make_interval(mins => (n % 43200)::int) AS at) AS made`,
    [now, SESSIONS],
  );
  await run(
    `INSERT INTO device_activations (token_hash, device_id, user_id, session_id, trust_epoch, status, expires_at)
     SELECT sha256(id::text::bytea), device_id, user_id, id, 0, 'open', $1::timestamptz - make_interval(mins => id % 1500)
       FROM sessions WHERE device_id IS NOT NULL`,
    [now],
  );
  await run(
    `INSERT INTO mfa_factors (user_id, type, name, secret_sealed, created_at, confirmed_at)
     SELECT id, 'totp', 'Authenticator app', 'sealed', $1::timestamptz - make_interval(mins => id % 1450),
            CASE WHEN id % 20 <> 0 THEN $1::timestamptz END
       FROM users CROSS JOIN generate_series(1, 5) WHERE username LIKE 'u%'`,
    [now],
  );
  await run(`INSERT INTO mfa_recovery_codes SELECT id, sha256(n::text::bytea) FROM users CROSS JOIN generate_series(1, 10) AS n`);
  await run(
    `INSERT INTO mfa_challenges (token_hash, user_id, trust_epoch, device_token_is_new, expires_at)
     SELECT sha256((id || ' ' || n)::text::bytea), id, 0, false,
            $1::timestamptz + make_interval(secs => (id * 10 + n) % 3600 - 60)
       FROM users CROSS JOIN generate_series(1, 10) AS n`,
    [now],
  );
  await run(
    `INSERT INTO mfa_ceremonies SELECT id, 'step_up', 'challenge', $1::timestamptz + make_interval(secs => id % 3600 - 60)
       FROM sessions`,
    [now],
  );
  await run('ANALYZE');
  return id;
}

const device = (): Device => Device.pending({ id: 1, userId, familyId: family, name: 'Edge', trustEpoch: 0 }, now);
const activation = (): Activation =>
  Activation.offer({ tokenHash: hash, deviceId: 1, userId, sessionId: 1, deviceTokenHash: hash, trustEpoch: 0 }, now);
const challenge = (): Challenge =>
  Challenge.begin({ tokenHash: hash, userId, trustEpoch: 0, deviceTokenHash: hash, deviceTokenIsNew: false }, now);

const devices = (): TypeOrmDevices => new TypeOrmDevices(session);
const tokens = (): SqlDeviceTokens => new SqlDeviceTokens(session);
const activations = (): TypeOrmActivations => new TypeOrmActivations(session);
const secretBox = new AesSecretBox(MasterKeys.of([randomBytes(32)]));
const factors = (): TypeOrmFactors => new TypeOrmFactors(session, secretBox);
const recoveryCodes = (): TypeOrmRecoveryCodes => new TypeOrmRecoveryCodes(session);
const challenges = (): TypeOrmChallenges => new TypeOrmChallenges(session);
const ceremonies = (): SqlCeremonies => new SqlCeremonies(session);
const sessions = (): SqlSessions => new SqlSessions(session, secretBox);

/** With the indexes that each statement in turn goes through. */
type Case = readonly [question: string, ask: () => Promise<unknown>, indexes: readonly (readonly string[])[]];

const HOLDER = ['device_tokens_pkey', 'devices_family_of_user'];

const DEVICES: Case[] = [
  ['the list, page and count', () => devices().pageOf(userId, page), [['devices_of_user'], ['devices_of_user']]],
  ['one of the list, to change it', () => devices().lock(1, userId), [['devices_pkey']]],
  ['saving one', () => devices().save(device()), [[]]],
  ['removing one', () => devices().remove(1), [['devices_pkey']]],
  ['the match of a token', () => tokens().holder(hash, userId), [HOLDER]],
  ['the match of a token at a login', () => tokens().lockHolder(hash, userId), [HOLDER]],
  ['a token alone', () => tokens().find(hash), [['device_tokens_pkey']]],
  ['claiming a token', () => tokens().claim(hash, family), [[]]],
  ['replacing a token', () => tokens().replace(hash, now), [['device_tokens_pkey']]],
  ['the device of a browser', () => devices().lockOfFamily(family, userId), [['devices_family_of_user']]],
  ['all devices of a browser', () => devices().lockTrustedOfFamily(family), [['devices_family_of_user']]],
  ['an activation', () => activations().find(hash), [['device_activations_pkey']]],
  ['an activation, to spend it', () => activations().lock(hash), [['device_activations_pkey']]],
  ['saving an activation', () => activations().save(activation()), [['device_activations_pkey']]],
  ['voiding open activations', () => activations().voidOpen(1), [['device_activations_of_device']]],
  ['marking a session', () => sessions().attachDevice(1, 1), [['sessions_pkey']]],
  ['who has come from a network', () => sessions().recognise('192.0.2.7', userId), [['sessions_of_network']]],
  ['ending the sessions of a device', () => sessions().endOfDevice(1, 'logged_out', now), [['sessions_of_device']]],
];

const MFA: Case[] = [
  ['the factors of a user', () => factors().confirmedOf(userId), [['mfa_factors_of_user']]],
  ['the factors of a user, locked', () => factors().lockConfirmed(userId), [['mfa_factors_of_user']]],
  ['one factor', () => factors().find(1, userId), [['mfa_factors_pkey']]],
  ['the use of a factor', () => factors().used(1, { lastTimeStep: 1 }, now), [['mfa_factors_pkey']]],
  ['removing unconfirmed factors', () => factors().removeUnconfirmed(userId), [['mfa_factors_of_user']]],
  ['recovery codes left', () => recoveryCodes().left(userId), [['mfa_recovery_codes_pkey']]],
  ['a recovery code', () => recoveryCodes().isUnused(userId, hash), [['mfa_recovery_codes_pkey']]],
  ['using a recovery code', () => recoveryCodes().use(userId, hash, now), [['mfa_recovery_codes_pkey']]],
  ['a challenge', () => challenges().lock(hash), [['mfa_challenges_pkey']]],
  ['saving a challenge', () => challenges().save(challenge()), [['mfa_challenges_pkey']]],
  ['taking a ceremony', () => ceremonies().take(1, 'step_up', now), [['mfa_ceremonies_pkey']]],
];

/** Whatever indexes: what is old is little, and must not cost the more the longer the service has run. */
const PURGES: [name: string, ask: () => Promise<unknown>][] = [
  ['devices and their tokens', () => devices().purge(yesterday, longAgo)],
  ['activations', () => activations().purge(yesterday)],
  ['challenges', () => challenges().purge(now)],
  ['ceremonies', () => ceremonies().purge(now)],
  ['unconfirmed factors', () => factors().purgeUnconfirmed(yesterday)],
  ['sessions', () => sessions().purge(longAgo)],
];

describe('among 10,000 devices of the user and 100,000 of others', () => {
  it('has the rows that make it a test', async () => {
    const [row] = await dataSource.query<{ own: number; total: number; tokens: number }[]>(
      `SELECT count(*) FILTER (WHERE user_id = $1)::int AS own, count(*)::int AS total,
              (SELECT count(*)::int FROM device_tokens) AS tokens FROM devices`,
      [userId],
    );
    expect(row).toMatchObject({ own: 10_000, total: 110_000 });
    expect(row?.tokens).toBeGreaterThan(100_000);
  });

  it.each([...DEVICES, ...MFA])('reads nothing but indexes for %s', async (_question, ask, indexes) => {
    const expected = indexes.map((names) => ({ indexes: expect.arrayContaining([...names]), wholeTables: [] }));
    expect(await session.readsOf(ask)).toEqual(expected);
  });

  it.each(PURGES)('the purge of %s reads no table from end to end', async (_name, ask) => {
    const reads = await session.readsOf(ask);
    expect(reads.flatMap(({ wholeTables }) => wholeTables)).toEqual([]);
    expect(reads.flatMap(({ indexes }) => indexes)).not.toEqual([]);
  });
});
