import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CanonicalEmailKeys1763600000029 } from '../../migrations/1763600000029-canonical-email-keys.js';
import { KeysOfStatedAddresses1763600000030 } from '../../migrations/1763600000030-keys-of-stated-addresses.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { HeadgateProcess } from '../support/headgate-process.js';
import { login } from '../support/people.js';
import { addConnection } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { testEnvironment } from '../setup/test-environment.mjs';

/** Username, address and keys as they were made before addresses had one form; all with the password of the demo. */
const ACCOUNTS = [
  ['plain', 'Plain@corp.example'],
  ['jürgen', 'Jürgen@corp.example'],
  ['alone', 'Alone@münchen.example'],
  ['dotted', 'dotted@corp.example.'],
  ['self@münchen.example', 'self@münchen.example'],
  ['twin.old', 'twin@münchen.example'],
  ['twin.new', 'twin@xn--mnchen-3ya.example'],
  ['pair.one', 'pair@例え.example'],
  ['pair@例え.example.', 'pair@例え.example.'],
  ['lost@münchen.example', 'lost@münchen.example'],
  ['lost.ascii', 'lost@xn--mnchen-3ya.example'],
] as const;
const old = (text: string) => text.normalize('NFKC').toLowerCase();

describe('an installation from before addresses were compared in one form', () => {
  let app: TestApp;
  const sql = (text: string, parameters: unknown[] = []) => app.dataSource.query(text, parameters);
  const idOf = async (email: string): Promise<number> => (await sql('SELECT id FROM users WHERE email = $1', [email]))[0].id;

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    const runner = app.dataSource.createQueryRunner();
    const migrations = [new CanonicalEmailKeys1763600000029(), new KeysOfStatedAddresses1763600000030()];
    for (const migration of [...migrations].reverse()) await migration.down(runner);
    for (const [username, email] of ACCOUNTS)
      await sql(
        `INSERT INTO users (username, username_key, email, email_key, status, is_system_admin, password_hash, trust_epoch,
                            created_at, updated_at)
         SELECT $1, $2, $3, $4, 'active', false, password_hash, 1, now(), now() FROM users WHERE username = 'nora'`,
        [username, old(username), email, old(email)],
      );
    for (const [email, status] of [
      ['guest@münchen.example', 'pending'],
      ['guest@münchen.example.', 'pending'],
      ['guest@münchen.example', 'revoked'],
      ['guest@MÜNCHEN.example.', 'revoked'],
    ] as const)
      await sql(
        `INSERT INTO invitations (organization_id, workspace_id, role_id, role_name, email, email_key, token_hash, status,
                                  created_at, expires_at, closed_at)
         SELECT 1, 1, id, name, $1, $2, sha256(random()::text::bytea), $3, now(), now() + interval '7 days',
                CASE WHEN $3 = 'revoked' THEN now() END FROM roles WHERE organization_id = 1 AND name = 'viewer'`,
        [email, old(email), status],
      );
    const connectionId = await addConnection(app);
    await sql(
      `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, email, linked_by, linked_at)
       SELECT 1, $1, u.id, 'https://idp.example/1', u.username, u.email, 'proof', now() FROM users u WHERE u.username IN ('alone', 'plain')`,
      [connectionId],
    );
    await sql(
      `INSERT INTO scim_resources (id, organization_id, type, name_key, attributes, search, awaited_address, version, created_at, last_modified_at)
       VALUES (gen_random_uuid(), 1, 'User', 'wanted@münchen.example', '{"userName":"wanted@münchen.example"}',
               '{"username":"wanted@münchen.example"}', 'wanted@münchen.example', 1, now(), now())`,
    );
    await sql(
      `INSERT INTO mailed_tokens (user_id, purpose, request_id, token_hash, email_key, trust_epoch, expires_at)
       SELECT id, 'password_reset', gen_random_uuid(), sha256(username::bytea), email_key, trust_epoch, now() + interval '1 hour'
         FROM users WHERE username IN ('alone', 'twin.old')`,
    );
    for (const migration of migrations) await migration.up(runner);
    await runner.release();
  });
  afterAll(() => app.close());

  it('gets the new key for every address, and leaves the text alone', async () => {
    const rows = await sql('SELECT email, email_key AS key FROM users WHERE email = ANY ($1)', [ACCOUNTS.map(([, email]) => email)]);
    const keys = new Map(rows.map(({ email, key }: { email: string; key: string }) => [email, key]));
    expect(Object.fromEntries(keys)).toEqual({
      'Plain@corp.example': 'plain@corp.example',
      'Jürgen@corp.example': 'jürgen@corp.example',
      'Alone@münchen.example': 'alone@xn--mnchen-3ya.example',
      'dotted@corp.example.': 'dotted@corp.example',
      'self@münchen.example': 'self@xn--mnchen-3ya.example',
      // Who has the canonical key already, or was there first, keeps it.
      'twin@münchen.example': 'twin@münchen.example',
      'twin@xn--mnchen-3ya.example': 'twin@xn--mnchen-3ya.example',
      'pair@例え.example': 'pair@xn--r8jz45g.example',
      'pair@例え.example.': 'pair@例え.example.',
      'lost@münchen.example': 'lost@münchen.example',
      'lost@xn--mnchen-3ya.example': 'lost@xn--mnchen-3ya.example',
    });
  });

  it('lets people in by the address as it was typed then', async () => {
    for (const address of ['plain@corp.example', 'Alone@MÜNCHEN.example', 'dotted@corp.example.', 'self@münchen.example'])
      expect([address, (await login(app, address)).status]).toEqual([address, 200]);
  });

  it('merges no accounts: of two with one mailbox one has the address, the other one a username to log in by', async () => {
    for (const [address, holder, other] of [
      ['twin@münchen.example', 'twin@xn--mnchen-3ya.example', 'twin@münchen.example'],
      ['PAIR@例え.example.', 'pair@例え.example', 'pair@例え.example.'],
      ['lost@münchen.example', 'lost@xn--mnchen-3ya.example', 'lost@münchen.example'],
    ] as const) {
      expect((await logIn(app.http, address)).userId).toBe(await idOf(holder));
      const [{ username }] = await sql('SELECT username FROM users WHERE email = $1', [other]);
      expect(username).toMatch(/^(twin\.old|user\.[0-9a-f]{16})$/);
      expect((await logIn(app.http, username, DEMO_PASSWORD)).userId).toBe(await idOf(other));
    }
  });

  it('names them at each start and on the command line', async () => {
    const environment = { ...testEnvironment, DATABASE_URL: app.databaseUrl, PUBLIC_URL: '' };
    const listed = await HeadgateProcess.run('cli/admin', {
      environment,
      arguments: ['list-email-collisions'],
    }).finished();
    const [{ username }] = await sql(`SELECT username FROM users WHERE email = 'lost@münchen.example'`);
    expect(listed.stdout.trim().split('\n')).toEqual([
      `Account ${await idOf('twin@münchen.example')} (username twin.old) has the address twin@münchen.example, which leads to account ${await idOf('twin@xn--mnchen-3ya.example')} (username twin.new).`,
      expect.stringMatching(/ has the address pair@例え\.example\., which leads to account \d+ \(username pair\.one\)\.$/),
      expect.stringContaining(`(username ${username}) has the address lost@münchen.example`),
    ]);
    const program = HeadgateProcess.run('main', { environment });
    await program.listening();
    await program.stop();
    const warning = program.stdout.split('\n').find((line) => line.includes('email_collision')) ?? '';
    expect(JSON.parse(warning)).toMatchObject({
      level: 'warn',
      user_ids: [expect.any(Number), expect.any(Number), expect.any(Number)],
    });
    expect(program.stdout).not.toContain('münchen');
  });

  it('no longer reports a pair once one of the two has another address', async () => {
    await sql(`UPDATE users SET email = 'was@corp.example', email_key = 'was@corp.example' WHERE username = 'twin.new'`);
    const environment = { ...testEnvironment, DATABASE_URL: app.databaseUrl, PUBLIC_URL: '' };
    const listed = await HeadgateProcess.run('cli/admin', {
      environment,
      arguments: ['list-email-collisions'],
    }).finished();
    expect(listed.stdout).not.toContain('twin');
  });

  it('has one open invitation by each key, and the new key in all that are closed', async () => {
    const rows = await sql(`SELECT status, email_key AS key FROM invitations WHERE email ILIKE 'guest@%' ORDER BY id`);
    const canonical = 'guest@xn--mnchen-3ya.example';
    expect(rows).toEqual([
      { status: 'pending', key: canonical },
      { status: 'pending', key: 'guest@münchen.example.' },
      { status: 'revoked', key: canonical },
      { status: 'revoked', key: canonical },
    ]);
  });

  it('keeps what was mailed and what is awaited good, and knows what others say of an address', async () => {
    const tokens = await sql('SELECT t.email_key = u.email_key AS fits FROM mailed_tokens t JOIN users u ON u.id = t.user_id');
    expect(tokens).toEqual([{ fits: true }, { fits: true }]);
    expect(await sql(`SELECT email_key FROM sso_identities WHERE email IS NOT NULL ORDER BY 1`)).toEqual([
      { email_key: 'alone@xn--mnchen-3ya.example' },
      { email_key: 'plain@corp.example' },
    ]);
    const awaiting = `SELECT awaited_address, address_key, name_address_key FROM scim_resources WHERE awaited_address IS NOT NULL`;
    const key = 'wanted@xn--mnchen-3ya.example';
    expect(await sql(awaiting)).toEqual([{ awaited_address: key, address_key: key, name_address_key: key }]);
  });
});
