import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { logInWithTotp } from '../support/mfa.js';
import { putInForce } from '../support/policies.js';
import { addConnection, addMember, enrol, logInBySso } from '../support/sign-on.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/sso/abac/policies';
const MFA = 'forbid (principal, action in Action::"all administration", resource) unless { context.acr == "aal2" };';
const TRUSTED = 'forbid (principal, action in Action::"all administration", resource) unless { context.deviceTrusted };';
const SIGNED_ON = 'forbid (principal, action in Action::"all administration", resource) unless { context has connectionId };';

describe('whom a policy that asks for a proof would keep out', () => {
  let app: TestApp;
  let olivia: LoggedIn, adam: LoggedIn;
  let count = 0;

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    await sql('DELETE FROM mfa_factors');
    adam = await logIn(app.http, 'adam');
  });
  // To enrol a factor ends other sessions.
  beforeEach(async () => void (olivia = await logIn(app.http, 'olivia')));
  afterEach(async () => {
    await putInForce(app, 1, {});
    await sql('DELETE FROM mfa_factors');
    await sql('DELETE FROM devices');
    await sql('DELETE FROM sso_identities');
    await sql(`DELETE FROM organization_members WHERE user_id = (SELECT id FROM users WHERE username = 'nora')`);
  });
  afterAll(() => app.close());

  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const post = (path: string, body?: object, headers: Record<string, string> = {}, who = olivia): Promise<Answer> =>
    app.http.post(`${PATH}${path}`, body, { token: who.accessToken, headers });
  const activated = async (text: string, who = olivia): Promise<Answer> => {
    count += 1;
    const made = await post('', { organization_id: 1, name: `Proofs ${count}`, text, examples: [] }, {}, who);
    return post(`/${made.body.data.policy.id}/versions/1/activate`, undefined, { 'If-Match': '"1"' }, who);
  };
  const validated = async (text: string, who = adam) => (await post('/validate', { organization_id: 1, text }, {}, who)).body.data;
  /** What the owner would have to give first; nothing where the policy does not lock them out. */
  const owes = async (text: string): Promise<string[] | null> => (await validated(text)).locked_out_owners[0]?.missing_proofs ?? null;
  const trust = (change = '') =>
    sql(
      `INSERT INTO devices (user_id, family_id, name, status, trust_epoch, created_at, activated_at, expires_at, revoked_at)
       SELECT id, gen_random_uuid(), 'Laptop', 'trusted', trust_epoch, $2, $2, NULL, NULL FROM users WHERE id = $1`,
      [olivia.userId, app.clock.now()],
    ).then(() => (change === '' ? undefined : sql(`UPDATE devices SET ${change}`)));

  describe('of owners', () => {
    it('asks for a second factor only when the owner has confirmed one', async () => {
      const refused = await activated(MFA);
      expect([refused.status, refused.body.code]).toEqual([409, 'POLICY_LOCKS_OUT']);
      expect(refused.body.owners).toEqual([{ user_id: olivia.userId, permissions: expect.any(Array), missing_proofs: ['second_factor'] }]);
      expect(refused.body.message).toContain('Have them confirm a second factor first, or add an exception for them.');
      await enrol(app, 'olivia');
      await sql('UPDATE mfa_factors SET confirmed_at = NULL');
      expect(await owes(MFA)).toEqual(['second_factor']);
      await sql('UPDATE mfa_factors SET confirmed_at = now()');
      expect(await owes(MFA)).toBeNull();
      const proved = await logInWithTotp(app, {}, { username: 'olivia' });
      expect((await activated(MFA, { ...proved, userId: olivia.userId })).status).toBe(200);
    });

    it('asks for a trusted device only when the owner has one', async () => {
      await enrol(app, 'olivia');
      expect(await owes(TRUSTED)).toEqual(['trusted_device']);
      for (const change of [
        `status = 'revoked', revoked_at = now()`,
        `expires_at = now() - interval '90 days', activated_at = now() - interval '99 days'`,
        'trust_epoch = trust_epoch - 1',
      ]) {
        await trust(change);
        expect([change, await owes(TRUSTED)]).toEqual([change, ['trusted_device']]);
        await sql('DELETE FROM devices');
      }
      await trust();
      expect(await owes(TRUSTED)).toBeNull();
    });

    it('asks for single sign-on only when the owner has come by it', async () => {
      const connection = await addConnection(app);
      expect(await owes(SIGNED_ON)).toEqual(['single_sign_on']);
      await logInBySso(app, 'olivia', connection);
      expect(await owes(SIGNED_ON)).toBeNull();
      // Its provider has vouched for a second factor, and may again.
      expect(await owes(MFA)).toBeNull();
      await sql(`UPDATE sessions SET acr = 'aal1' WHERE sso_connection_id IS NOT NULL`);
      expect(await owes(MFA)).toEqual(['second_factor']);
      await sql('UPDATE sso_identities SET last_login_at = NULL');
      expect(await owes(SIGNED_ON)).toEqual(['single_sign_on']);
      await sql('UPDATE sso_identities SET last_login_at = now()');
      await sql(`UPDATE sso_connections SET status = 'disabled'`);
      expect(await owes(SIGNED_ON)).toEqual([]);
    });

    it('says that no proof helps where none does', async () => {
      expect(await owes('forbid (principal, action == Action::"role.manage", resource);')).toEqual([]);
    });

    it('does not wait for an owner who has no way to sign in', async () => {
      await addMember(app, 'nora', 'owner');
      await enrol(app, 'olivia');
      expect(await owes(MFA)).toEqual(['second_factor']);
      const [{ password_hash: hash }] = await sql(`SELECT password_hash FROM users WHERE username = 'nora'`);
      await sql(`UPDATE users SET password_hash = NULL WHERE username = 'nora'`);
      expect(await owes(MFA)).toBeNull();
      await sql(`UPDATE users SET password_hash = $1 WHERE username = 'nora'`, [hash]);
    });

    it('counts what an act includes', async () => {
      const text = 'forbid (principal, action == Action::"role.read", resource) unless { context.acr == "aal2" };';
      expect((await validated(text)).locked_out_owners[0].permissions).toEqual(['role.read', 'role.manage']);
    });
  });

  describe('of members', () => {
    const ROWS = 'forbid (principal, action in Action::"reading rows", resource) unless { context.acr == "aal2" };';
    const labelled = (text: string) => `forbid (principal, action, resource is DataSource)
      when { resource.labels.contains("secret") } unless { ${text} };`;

    it('is said by number, and by name, owners first', async () => {
      await enrol(app, 'mia');
      const { kept_out: keptOut } = await validated(ROWS);
      // A viewer holds no permission for it.
      expect(keptOut).toEqual({
        members: 2,
        complete: true,
        people: [
          { user_id: olivia.userId, email: 'olivia@delta.example', owner: true, missing_proofs: ['second_factor'] },
          { user_id: adam.userId, email: 'adam@delta.example', owner: false, missing_proofs: ['second_factor'] },
        ],
      });
      const answer = await activated(ROWS);
      expect([answer.status, answer.body.data.kept_out]).toEqual([200, keptOut]);
    });

    it('looks at things with every label', async () => {
      const asked = labelled('context.acr == "aal2"');
      expect((await validated(asked)).kept_out.members).toBe(0);
      await sql(`UPDATE data_sources SET labels = '{secret}' WHERE organization_id = 1`);
      expect((await validated(asked)).kept_out.members).toBe(4);
      await sql(`UPDATE data_sources SET labels = '{}'`);
    });

    it('tells apart people about whom it decides differently', async () => {
      const people = async (unless: string) =>
        (await validated(`forbid (principal, action in Action::"reading rows", resource) unless { ${unless} };`)).kept_out.members;
      expect(await people('principal.roles.contains("owner") || context.acr == "aal2"')).toBe(2);
      expect(await people(`principal == User::"${adam.userId}" || context.acr == "aal2"`)).toBe(2);
      expect(await people('principal.email == "mia@delta.example" || context.acr == "aal2"')).toBe(2);
      await sql(
        `INSERT INTO member_attributes (organization_id, user_id, attributes, version, updated_at) VALUES (1, $1, '{"team": ["a"]}', 1, now())`,
        [adam.userId],
      );
      expect(await people('principal.hasTag("team") || context.acr == "aal2"')).toBe(2);
      await sql('DELETE FROM member_attributes');
    });

    it('leaves out whom no proof would let in, and what a permit opens', async () => {
      const none = { members: 0, complete: true, people: [] };
      expect((await validated('forbid (principal, action in Action::"reading rows", resource);')).kept_out).toEqual(none);
      const permit = 'permit (principal, action == Action::"query.run", resource) when { context.acr == "aal2" };';
      expect((await validated(permit)).kept_out).toEqual(none);
      // It lets them in on another day.
      const later = 'context.now.toTime() > duration("7h") && context.now.toTime() < duration("19h")';
      expect((await validated(labelled(later))).kept_out).toEqual(none);
    });

    it('is told nobody who may not read what is known of people', async () => {
      await sql(`UPDATE roles SET permissions = array_remove(permissions, 'abac.read') WHERE name = 'admin'`);
      expect(await validated(ROWS)).toMatchObject({ valid: true, locked_out_owners: null, kept_out: null });
      await sql(`UPDATE roles SET permissions = array_append(permissions, 'abac.read') WHERE name = 'admin'`);
      expect((await validated('forbid')).kept_out).toBeNull();
    });
  });
});
