import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Mailbox, linkIn, tokenIn } from '../support/mailbox.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const INVALID = [400, 'INVALID_VERIFICATION_TOKEN'];

describe('the verification of an e-mail address', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let token: string;
  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: { ...mailbox.environment, TRUST_PROXY: 'loopback' } });
    await mailbox.arrived(app);
  });
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM attempt_throttles');
    await app.dataSource.query('UPDATE users SET email_verified_at = NULL');
    await mailbox.arrived(app);
    ({ accessToken: token } = await logIn(app.http, 'olivia'));
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const request = (accessToken: string | undefined = token) =>
    app.http.post('/api/auth/email-verification/request', undefined, { token: accessToken });
  const verify = (presented: unknown, headers: Record<string, string> = {}) =>
    app.http.post('/api/auth/email-verification', { token: presented }, { headers });
  const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
  const mailedToken = async (): Promise<string> => {
    expect((await request()).status).toBe(202);
    return tokenIn((await mailbox.arrived(app)).at(-1));
  };
  const verifiedAt = async (username = 'olivia'): Promise<Date | null> =>
    (await app.dataSource.query('SELECT email_verified_at FROM users WHERE username = $1', [username]))[0].email_verified_at;

  it('goes by a link in a mail, without a login, and leaves sessions and the user summary as they are', async () => {
    const asked = await request();
    expect([asked.status, asked.body]).toEqual([202, { message: 'A mail with a link is on its way to your address.' }]);
    const [mail, ...rest] = await mailbox.arrived(app);
    expect([mail?.to?.[0]?.address, mail?.subject, rest]).toEqual(['olivia@delta.example', 'Verify your e-mail address for Headgate', []]);
    expect(linkIn(mail)).toMatch(/^http:\/\/headgate\.test\/email-verification#token=[\w-]{43}$/);
    expect(await verifiedAt()).toBeNull();
    const done = await verify(tokenIn(mail));
    expect([done.status, done.body]).toEqual([200, { message: 'E-mail address verified.' }]);
    expect([asked, done].map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store']);
    expect(await verifiedAt()).toEqual(app.clock.now());
    const { body } = await app.http.get('/api/v1/me', { token });
    expect(body.data.user).toEqual({
      id: '2',
      username: 'olivia',
      display_name: 'Olivia Okafor',
      email: 'olivia@delta.example',
      role: 'owner',
    });
    const again = await request();
    expect([again.status, again.body]).toEqual([202, { message: 'Your e-mail address is already verified.' }]);
    expect(await mailbox.arrived(app)).toEqual([]);
  });

  it('comes with a password reset, whose link went to the same address', async () => {
    await app.http.post('/api/auth/password-reset/request', { email: 'nora@headgate.example' });
    const reset = tokenIn((await mailbox.arrived(app)).at(-1));
    expect(await verifiedAt('nora')).toBeNull();
    await app.http.post('/api/auth/password-reset', { token: reset, new_password: 'a quiet estuary at low tide' });
    expect(await verifiedAt('nora')).toEqual(app.clock.now());
  });

  it.each<readonly [string, () => Promise<unknown>]>([
    ['was never sent', async () => Buffer.alloc(32, 9).toString('base64url')],
    ['is no token', async () => 'not-a-token'],
    ['was used', async () => after((mailed) => verify(mailed))],
    ['is a day old', async () => after(() => app.clock.advance({ hours: 24 }))],
    ['was followed by a newer one', async () => after(() => mailedToken())],
    ['went to an address that has changed', async () => after(() => changeAddress('olivia@elsewhere.example'))],
    ['is for a password reset', async () => resetToken()],
  ])('refuses a token that %s [statement 52]', async (_, prepare) => {
    const presented = await prepare();
    await app.dataSource.query('UPDATE users SET email_verified_at = NULL');
    expect(outcome(await verify(presented))).toEqual(INVALID);
    expect(await verifiedAt()).toBeNull();
    await changeAddress('olivia@delta.example');
  });

  it('leaves a row for each step, and counts the refusal of an unknown token [statement 68]', async () => {
    const [{ id: before }] = await app.dataSource.query('SELECT max(id) AS id FROM audit_events');
    const mailed = await mailedToken();
    await verify(mailed);
    await verify(mailed);
    const events = await app.dataSource.query(
      `SELECT action, outcome, actor_user_id AS actor, target_id AS target, detail->>'reason' AS reason
         FROM audit_events WHERE id > $1 AND target_type IS DISTINCT FROM 'member' ORDER BY id`,
      [before],
    );
    expect(events).toEqual([
      { action: 'user.email_verification_requested', outcome: 'success', actor: 2, target: '2', reason: null },
      { action: 'user.email_verified', outcome: 'success', actor: 2, target: '2', reason: null },
    ]);
    const counted = `SELECT FROM refusal_counts WHERE action = 'user.email_verified' AND reason = 'invalid_token'`;
    expect((await app.dataSource.query(counted)).length).toBeGreaterThan(0);
  });

  it('requires a login before it mails, and takes no address or person from the request [statement 62]', async () => {
    expect((await app.http.post('/api/auth/email-verification/request')).status).toBe(401);
    const body = { email: 'thief@evil.example', user_id: 1 };
    expect((await app.http.post('/api/auth/email-verification/request', body, { token })).status).toBe(202);
    expect((await mailbox.arrived(app)).map(({ to }) => to?.[0]?.address)).toEqual(['olivia@delta.example']);
    for (const extra of [{ email_verified: true }, { user_id: 1 }]) {
      const answer = await app.http.post('/api/auth/email-verification', { token: 'A'.repeat(43), ...extra });
      expect(outcome(answer)).toEqual([400, 'VALIDATION_FAILED']);
    }
  });

  async function after(change: (mailed: string) => unknown): Promise<string> {
    const mailed = await mailedToken();
    await change(mailed);
    return mailed;
  }
  async function resetToken(): Promise<string> {
    await app.http.post('/api/auth/password-reset/request', { email: 'olivia@delta.example' });
    return tokenIn((await mailbox.arrived(app)).at(-1));
  }
  function changeAddress(email: string): Promise<unknown> {
    return app.dataSource.query(`UPDATE users SET email = $1, email_key = $1 WHERE username = 'olivia'`, [email]);
  }
});
