import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DeliverMail } from '../../src/platform/mail/deliver-mail.js';
import { Identities } from '../../src/sso/application/ports/identities.js';
import { MailCatcher } from '../platform/fixtures/mail-catcher.js';
import { activating, idOf, login, person, work } from '../support/people.js';
import { scimClient } from '../support/scim.js';
import { addConnection } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PASSWORD = 'a heron stands in shallow water';
const INVITATIONS = '/api/v1/organizations/1/invitations';
const DOMAIN = 'xn--mnchen-3ya.example';
const of = (name: string): string[] => [
  `${name}@münchen.example`,
  `${name.toUpperCase()}@MÜNCHEN.example`,
  `${name}@mu\u0308nchen.example`,
  `${name}@münchen\u3002example`,
  `${name}@münchen\uFF0Eexample`,
  `${name}@münchen\uFF61example`,
  `${name}@münchen.example.`,
  `${name}@${DOMAIN}`,
  `${name}@${DOMAIN}.`,
];

describe('two spellings of one mailbox', () => {
  let catcher: MailCatcher;
  let app: TestApp;
  let olivia: string, sysadmin: string;

  beforeAll(async () => {
    catcher = await new MailCatcher().up();
    app = await startTestApp({ environment: { SMTP_URL: catcher.url } });
    [olivia, sysadmin] = [(await logIn(app.http, 'olivia')).accessToken, (await logIn(app.http, 'sysadmin')).accessToken];
  });
  beforeEach(() => app.dataSource.query('DELETE FROM attempt_throttles'));
  afterAll(async () => {
    await app.close();
    await catcher.down();
  });

  const sql = (text: string, parameters: unknown[] = []) => app.dataSource.query(text, parameters);
  const deliver = async (): Promise<string> => {
    const [{ id }] = await sql('SELECT max(id)::int AS id FROM outbox_mails');
    await app.app.get(DeliverMail, { strict: false }).execute(id);
    return String(catcher.received.at(-1));
  };
  const invite = async (email: string) => {
    const [{ id }] = await sql(`SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer'`);
    return app.http.post(INVITATIONS, { email, workspace_id: 1, role_id: id }, { token: olivia });
  };
  async function join(username: string, email: string): Promise<void> {
    await invite(email);
    const token = /^([\w-]{43})\r?$/m.exec(await deliver())?.[1] ?? '';
    const answer = await app.http.post(`/api/v1/invitations/${token}/accept`, { username, password: PASSWORD });
    if (answer.status !== 200) throw new Error(`Joining answered ${answer.status} ${answer.text}`);
  }
  const create = (username: string, email: string) => app.http.post('/api/v1/users', { username, email }, { token: sysadmin });

  it('are one account, which is logged into and found by each of them', async () => {
    await join('anna', 'Anna@münchen.example.');
    for (const spelling of of('anna')) {
      expect([spelling, (await login(app, spelling, PASSWORD)).status]).toEqual([spelling, 200]);
      const taken = await create('anna2', spelling);
      expect([spelling, taken.status, taken.body.code]).toEqual([spelling, 409, 'CONFLICT']);
      for (const path of ['/api/v1/users', '/api/v1/organizations/1/members']) {
        const { text } = await app.http.get(`${path}?search=${encodeURIComponent(spelling)}`, { token: sysadmin });
        expect([spelling, text]).toEqual([spelling, expect.stringContaining('"username":"anna"')]);
      }
    }
    const shown = await app.http.get('/api/v1/users?search=anna', { token: sysadmin });
    expect(shown.text).toContain('"Anna@münchen.example."');
  });

  it('are one username, where it is an address', async () => {
    await join('beate@münchen.example', 'beate@xn--mnchen-3ya.example');
    for (const spelling of of('beate')) expect((await login(app, spelling, PASSWORD)).status).toBe(200);
  });

  it('are one invitation', async () => {
    const [first = '', ...others] = of('clara');
    expect((await invite(first)).status).toBe(201);
    for (const spelling of others) expect([spelling, (await invite(spelling)).status]).toEqual([spelling, 409]);
  });

  it('are one counter of guesses, whether or not an account has the address', async () => {
    await join('doro', 'doro@münchen.example');
    for (const name of ['doro', 'nobody']) {
      await sql('DELETE FROM attempt_throttles');
      const statuses: number[] = [];
      for (const spelling of [...of(name), ...of(name)]) statuses.push((await login(app, spelling, 'wrong')).status);
      expect(statuses).toContain(429);
    }
  });

  it('are one counter of mails', async () => {
    const refused = async () => {
      const [{ n }] = await sql(
        `SELECT coalesce(sum(refusals), 0)::int AS n FROM refusal_counts
          WHERE action = 'user.password_reset_requested' AND reason = 'too_many_mails'`,
      );
      return n;
    };
    const before = await refused();
    for (const email of of('erna')) await app.http.post('/api/auth/password-reset/request', { email });
    expect(await refused()).toBeGreaterThan(before);
  });

  it('are one person for a directory', async () => {
    await join('frida', 'frida@münchen.example');
    const scim = await scimClient(app, 1);
    const inferred = await idOf(app, 'frida');
    const made = await scim.post('/Users', person('frida.f', work(`FRIDA@${DOMAIN}.`)));
    expect([made.status, made.body.id]).toEqual([201, inferred]);
    await activating(scim, inferred, false);
    expect((await login(app, 'frida', PASSWORD)).status).toBe(401);
    const [{ accounts }] = await sql(`SELECT count(*)::int AS accounts FROM users WHERE email_key LIKE 'frida@%'`);
    expect(accounts).toBe(1);
  });

  it('are one person, of the organization’s own domain, for a directory, a provider and the migration plan', async () => {
    await join('gerda', 'gerda@münchen.example');
    const { userId } = await logIn(app.http, 'gerda', PASSWORD);
    const connectionId = await addConnection(app, { domain: DOMAIN });
    const scim = await scimClient(app, 1);
    await scim.post('/Users', person('Gerda@münchen\u3002example', work('gerda@MÜNCHEN.example.')));
    const reasons = async (): Promise<string[]> => {
      await app.http.post('/api/v1/sso/enforcement/migration-plan/1', undefined, { token: sysadmin });
      const { body } = await app.http.get('/api/v1/sso/enforcement/migration-plan/1/users?limit=100', {
        token: sysadmin,
      });
      const member = body.data.users.find((each: { user_id: number }) => each.user_id === userId);
      return member.reasons.map(({ code }: { code: string }) => code);
    };
    expect(await reasons()).toContain('MFA_MISSING');
    const [{ issuer }] = await sql('SELECT issuer FROM sso_connections WHERE id = $1', [connectionId]);
    const identity = { organizationId: 1, connectionId, userId, issuer, subject: 'g' } as const;
    const linked = { ...identity, email: `GERDA@${DOMAIN}.`, linkedBy: 'proof', linkedAt: app.clock.now() } as const;
    await app.app.get(Identities, { strict: false }).link(linked);
    expect(await reasons()).not.toContain('EMAIL_MISMATCH');
  });

  it('are mailed to at the domain by which they are compared', async () => {
    // Lower case by the rules of a language would end in another sigma, a domain that another person may have. The catcher shows Unicode.
    await invite('hera@ΒΌΛΟΣ.example.');
    await deliver();
    expect(catcher.recipients.at(-1)).toEqual(['hera@βόλοσ.example']);
  });

  it.each(['ada@xn--a.example', 'ada@corp..example', 'ada@1.2.3', `ada@${'ü'.repeat(60)}.example`])(
    'are invalid when the domain does not exist: %s',
    async (email) => {
      for (const answer of [await invite(email), await create('ada', email)]) {
        expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
        expect(answer.body.details).toMatchObject([{ field: 'email', message: expect.stringMatching(/domain/) }]);
      }
    },
  );
});
