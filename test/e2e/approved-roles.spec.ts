import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { Mailbox } from '../support/mailbox.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const NARROW = ['organization.read', 'data_source.read'];
const WIDE = [...NARROW, 'query.run', 'member.remove'];
const REASON = 'The new head of analytics; ticket 4711.';
const NEEDS_APPROVAL = '403 OWNER_APPROVAL_REQUIRED';
const OVER = '410 INVITATION_EXPIRED';

const outcome = ({ status, body }: Answer): string => [status, body?.code].filter(Boolean).join(' ');

describe('an approval to give a role', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  const tokens: Record<string, string> = {};
  let role = 0;
  let named = 0;
  const username = () => `ines-${named}`;
  const address = () => `${username()}@delta.example`;

  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const send = (method: string, path: string, body?: object, who = 'sysadmin', version?: number) =>
    app.http.send(method, `/api/v1${path}`, body, {
      token: tokens[who] ?? '',
      ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
    });
  const requests = '/organizations/1/access-requests';
  const ask = (email = address()) => send('POST', requests, { kind: 'give_role', email, role_id: role, reason: REASON });
  const approve = async (asked: Answer) => {
    const { id } = asked.body.data.access_request;
    expect(outcome(await send('POST', `${requests}/${id}/approve`, undefined, 'olivia'))).toBe('200');
  };
  const change = async (permissions: readonly string[], who = 'adam') => {
    const [{ version }] = await sql('SELECT version FROM roles WHERE id = $1', [role]);
    expect(outcome(await send('PUT', `/roles/${role}`, { permissions }, who, version))).toBe('200');
  };
  const widen = () => change(WIDE);
  const narrow = () => change(NARROW);
  const invite = (who = 'sysadmin') =>
    send('POST', '/organizations/1/invitations', { email: address(), workspace_id: 1, role_id: role }, who);
  const mailedToken = async (): Promise<string> => /^([\w-]{43})$/m.exec((await mailbox.arrived(app)).at(-1)?.text ?? '')?.[1] ?? '';
  const accept = (token: string) =>
    app.http.post(`/api/v1/invitations/${token}/accept`, {
      username: username(),
      password: 'a heron stands in shallow water',
    });
  const grantsOfInes = async (): Promise<unknown> =>
    (
      await sql(
        `SELECT r.permissions FROM organization_members m JOIN users u ON u.id = m.user_id JOIN roles r ON r.id = m.role_id
          WHERE u.username = $1 AND m.organization_id = 1`,
        [username()],
      )
    )[0]?.permissions;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: { ...mailbox.environment, RATE_LIMIT_MULTIPLIER: '1000000' } });
  });
  beforeEach(async () => {
    for (const table of ['attempt_throttles', 'invitations', 'access_requests']) await sql(`DELETE FROM ${table}`);
    for (const who of ['sysadmin', 'olivia', 'adam']) tokens[who] = (await logIn(app.http, who)).accessToken;
    named += 1;
    const made = await send('POST', '/organizations/1/roles', { name: `Analyst ${named}`, permissions: NARROW }, 'olivia');
    role = made.body.data.role.id;
    await mailbox.arrived(app);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  it('names what it is for, in the request and in the mail to the owners', async () => {
    const asked = await ask();
    expect(asked.body.data.access_request.subject).toEqual({
      email: address(),
      role_id: role,
      permissions: NARROW.toSorted(),
    });
    const [mail] = await mailbox.arrived(app);
    for (const line of [address(), ...NARROW]) expect(mail?.text).toContain(line);
  });

  /** Every moment at which the role may become another one, between the question and its end. */
  const MOMENTS = ['asked', 'approved', 'sent'] as const;
  const inviteThrough = async (at: (typeof MOMENTS)[number] | null, event: () => Promise<void>): Promise<string> => {
    const asked = await ask();
    if (at === 'asked') await event();
    await approve(asked);
    if (at === 'approved') await event();
    const invited = await invite();
    if (invited.status !== 201) return outcome(invited);
    const token = await mailedToken();
    if (at === 'sent') await event();
    return outcome(await accept(token));
  };

  it.each([
    [null, '200'],
    ['asked', NEEDS_APPROVAL],
    ['approved', NEEDS_APPROVAL],
    ['sent', OVER],
  ] as const)('lets a person in with what was approved and no more: widened once it was %s', async (at, expected) => {
    expect(await inviteThrough(at, widen)).toBe(expected);
    expect(await grantsOfInes()).toEqual(expected === '200' ? NARROW : undefined);
  });

  it.each(MOMENTS)('holds for less: narrowed once it was %s', async (at) => {
    await widen();
    expect(await inviteThrough(at, narrow)).toBe('200');
    expect(await grantsOfInes()).toEqual(NARROW);
  });

  it.each([
    ['approved', NEEDS_APPROVAL],
    ['sent', OVER],
  ] as const)('ends with the owner who gave it, when they stop being one once it was %s', async (at, expected) => {
    const demote = async () => {
      await sql(`UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer')
                  WHERE organization_id = 1 AND user_id = (SELECT id FROM users WHERE username = 'olivia')`);
    };
    const restore = () =>
      sql(`UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'owner')
            WHERE organization_id = 1 AND user_id = (SELECT id FROM users WHERE username = 'olivia')`);
    try {
      expect(await inviteThrough(at, demote)).toBe(expected);
      expect(await grantsOfInes()).toBeUndefined();
      // What stood on their word is open no more, so the owners can be asked again.
      expect((await ask()).status).toBe(201);
    } finally {
      await restore();
    }
  });

  it('holds again when the role allows what was approved again', async () => {
    const asked = await ask();
    await approve(asked);
    await widen();
    expect(outcome(await invite())).toBe(NEEDS_APPROVAL);
    await narrow();
    expect(outcome(await invite())).toBe('201');
  });

  it('needs another one for more: the owners are asked again, and the invitation is sent again', async () => {
    await approve(await ask());
    const invited = await invite();
    await widen();
    const { id } = invited.body.data.invitation;
    expect(outcome(await accept(await mailedToken()))).toBe(OVER);
    const resend = () => send('POST', `/organizations/1/invitations/${id}/resend`);
    expect(outcome(await resend())).toBe(NEEDS_APPROVAL);
    const again = await ask();
    expect([again.status, again.body.data.access_request.subject.permissions]).toEqual([201, WIDE.toSorted()]);
    await approve(again);
    expect(outcome(await resend())).toBe('200');
    expect(outcome(await accept(await mailedToken()))).toBe('200');
    expect(await grantsOfInes()).toHaveLength(WIDE.length);
  });

  it.each([
    ['a member in the organization', (user: number) => send('PATCH', `/organizations/1/members/${user}`, { role_id: role })],
    ['a member in a workspace', (user: number) => send('POST', '/workspaces/1/members', { user_id: user, role_id: role })],
  ])('is for what was approved to %s, too', async (_, give) => {
    const [{ id, email }] = await sql(`SELECT id, email FROM users WHERE username = 'nora'`);
    const before = await sql('SELECT role_id FROM organization_members WHERE organization_id = 1 AND user_id = $1', [id]);
    await sql(
      `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at)
       SELECT 1, $1, r.id, now() FROM roles r WHERE r.organization_id = 1 AND r.name = 'viewer'
       ON CONFLICT (organization_id, user_id) DO UPDATE SET role_id = excluded.role_id`,
      [id],
    );
    await sql('DELETE FROM workspace_members WHERE workspace_id = 1 AND user_id = $1', [id]);
    // Beside what viewers have, so that it raises them.
    await change([...NARROW, 'query.run'], 'olivia');
    await approve(await ask(email));
    await widen();
    expect(outcome(await give(id))).toBe(NEEDS_APPROVAL);
    await change([...NARROW, 'query.run'], 'olivia');
    expect(['200', '201']).toContain(outcome(await give(id)));
    await sql('DELETE FROM workspace_members WHERE user_id = $1 AND workspace_id = 1', [id]);
    if (before.length === 0) await sql('DELETE FROM organization_members WHERE organization_id = 1 AND user_id = $1', [id]);
  });

  describe('is not needed by people who can give the role themselves; their invitation', () => {
    it('follows the role as far as they could give it', async () => {
      expect(outcome(await invite('adam'))).toBe('201');
      await widen();
      expect(outcome(await accept(await mailedToken()))).toBe('200');
    });

    it('ends where the role allows more than they could give', async () => {
      expect(outcome(await invite('adam'))).toBe('201');
      await change([...NARROW, 'abac.grant'], 'olivia');
      expect(outcome(await accept(await mailedToken()))).toBe(OVER);
    });

    it('ends where a system administrator sent it without asking, and the role shows data by now', async () => {
      await change(['organization.read'], 'olivia');
      expect(outcome(await invite())).toBe('201');
      const token = await mailedToken();
      await narrow();
      expect(outcome(await accept(token))).toBe(OVER);
    });
  });
});
