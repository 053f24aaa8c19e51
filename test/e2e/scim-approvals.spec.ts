import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Email } from 'postal-mime';
import type { Answer } from '../support/http-client.js';
import { Mailbox } from '../support/mailbox.js';
import { logInWithTotp } from '../support/mfa.js';
import { activating, idOf, membershipsOf, person, replacing, work } from '../support/people.js';
import { scimClient } from '../support/scim.js';
import { type LoggedIn, type TestApp, startTestApp } from '../support/test-app.js';
import { TokenScene } from '../support/token-scene.js';

const PATH = '/api/v1/organizations/1/scim-tokens';

describe('the approval of a provisioning token', () => {
  let mailbox: Mailbox;
  let app: TestApp;
  let scene: TokenScene;
  let olivia: LoggedIn;
  let adam: LoggedIn;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: { ...mailbox.environment, RATE_LIMIT_MULTIPLIER: '1000' } });
    scene = await TokenScene.on(app);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });
  beforeEach(async () => {
    await scene.reset();
    [olivia, adam] = [await scene.session('olivia'), await scene.session('adam')];
    await mailbox.arrived(app);
  });

  const listed = async (id: number): Promise<Record<string, unknown>> =>
    (await app.http.get(`${PATH}?limit=100`, { token: olivia.accessToken })).body.data.scim_tokens.find(
      (token: { id: number }) => token.id === id,
    );
  const rotate = (by: LoggedIn, id: number, body: object = {}): Promise<Answer> =>
    app.http.post(`${PATH}/${id}/rotate`, body, { token: by.accessToken });
  /** Mails that ask the owners; others go out beside them. */
  const asked = async (): Promise<(string | undefined)[]> =>
    (await mailbox.arrived(app))
      .filter(({ subject }: Email) => subject?.includes('needs the approval of an owner'))
      .map(({ to }) => to?.[0]?.address);
  const audited = (action: string): Promise<Record<string, unknown>[]> =>
    scene.rows(
      `SELECT outcome, actor_user_id AS actor, target_id AS target, detail FROM audit_events WHERE action = $1 ORDER BY id DESC LIMIT 1`,
      [action],
    );

  it('is given by an owner who issues the token, and asked for where it is not', async () => {
    const answer = await scene.issue(olivia, { approved_up_to: 'owner' });
    const approved = {
      approved_up_to: 'owner',
      approved_by_user_id: olivia.userId,
      approved_by: olivia.userId,
      approved_at: app.clock.now().toISOString(),
    };
    const strong = { ceiling: 'owner', issuer_left: false, approval_needed: false };
    expect([answer.status, answer.body.message]).toEqual([201, expect.not.stringContaining('approve')]);
    expect(answer.body.data.scim_token).toMatchObject({ ...approved, ...strong });
    expect(await listed(answer.body.data.scim_token.id)).toMatchObject({ ...approved, ...strong });
    const without = await scene.issue(olivia);
    expect(without.body.data.scim_token).toMatchObject({ approved_up_to: null, approved_by: null, ...strong });
    expect(without.body.data.message).toMatch(/keeps only what an owner has approved/);
    expect((await audited('scim_token.issued'))[0]).toMatchObject({ detail: { approved_up_to: null } });
  });

  it.each(['adam', 'sysadmin'])('cannot be given by %s, who is not an owner', async (name) => {
    const caller = await scene.session(name);
    const { id } = (await scene.issue(caller)).body.data.scim_token;
    for (const answer of [
      await scene.issue(caller, { approved_up_to: 'administrator' }),
      await rotate(caller, id, { approved_up_to: 'administrator' }),
      await scene.approve(caller, id, 'administrator'),
    ])
      expect([answer.status, answer.body.message]).toEqual([403, expect.stringMatching(/Only an owner/)]);
    expect(await audited('scim_token.approved')).toEqual([
      { outcome: 'refused', actor: caller.userId, target: String(id), detail: { reason: 'OnlyOwnersApprove' } },
    ]);
    expect(await listed(id)).toMatchObject({ approved_up_to: null, rotated_to: null });
  });

  it('is given and changed in one step, for tokens of the organization that are valid', async () => {
    const { id } = (await scene.issue(adam)).body.data.scim_token;
    for (const upTo of ['owner', 'administrator']) {
      const answer = await scene.approve(olivia, id, upTo);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(answer.body.data.scim_token).toMatchObject({ id, approved_up_to: upTo, ceiling: upTo });
    }
    expect(await audited('scim_token.approved')).toEqual([
      {
        outcome: 'success',
        actor: olivia.userId,
        target: String(id),
        detail: { up_to: 'administrator', up_to_before: 'owner' },
      },
    ]);
    for (const wrong of ['viewer', '', null, ['owner']]) {
      const body = { up_to: wrong };
      expect((await app.http.post(`${PATH}/${id}/approve`, body, { token: olivia.accessToken })).status).toBe(400);
    }
    const foreign = await scimClient(app, 2);
    for (const unknown of [foreign.tokenId, 2_000_000_000]) expect((await scene.approve(olivia, unknown, 'owner')).status).toBe(404);
    await app.http.delete(`${PATH}/${id}`, { token: olivia.accessToken });
    expect((await scene.approve(olivia, id, 'owner')).status).toBe(409);
  });

  it('wants a fresh proof of the second factor', async () => {
    await scene.gives('mia', 'owner');
    const mia = await logInWithTotp(app);
    const { id } = (await scene.issue(mia)).body.data.scim_token;
    app.clock.advance({ minutes: 11 });
    const answer = await scene.approve(mia, id, 'owner');
    expect([answer.status, answer.body.code]).toEqual([401, 'STEP_UP_REQUIRED']);
    await scene.gives('mia', 'editor');
  });

  it('lets a directory deactivate owners, but never the last one', async () => {
    const directory = await scene.tokenOf(adam);
    const [first, second] = [await scene.made(directory, 'owner'), await scene.made(directory, 'owner')];
    expect((await activating(directory, first.id, false)).status).toBe(403);
    await scene.approve(olivia, directory.tokenId, 'owner');
    expect((await activating(directory, first.id, false)).status).toBe(200);
    expect((await directory.delete(`/Users/${second.id}`)).status).toBe(204);
    const last = await activating(directory, await idOf(app, 'olivia'), false);
    expect([last.status, last.body.detail]).toEqual([403, expect.stringContaining('last active owner')]);
  });

  it('goes on when the issuer has left', async () => {
    const directory = await scene.tokenOf(adam);
    await scene.approve(olivia, directory.tokenId, 'administrator');
    const group = await scene.group(directory);
    await scene.map(olivia, [{ group_id: group, role_id: scene.role('admin') }]);
    const owner = await scene.made(directory, 'owner');
    await scene.rows(`UPDATE users SET status = 'disabled' WHERE id = $1`, [adam.userId]);
    const member = await scene.made(directory, 'viewer');
    expect((await scene.join(directory, group, member.id)).status).toBe(204);
    expect(await scene.roleOf(member.address)).toBe('admin');
    expect((await activating(directory, owner.id, false)).status).toBe(403);
    expect(await listed(directory.tokenId)).toMatchObject({
      ceiling: 'administrator',
      issuer_left: true,
      approval_needed: false,
    });
    await scene.rows(`UPDATE users SET status = 'active' WHERE id = $1`, [adam.userId]);
  });

  it.each([
    ['was suspended', 'UPDATE organization_members SET suspended_at = now() WHERE user_id = $1', true],
    ['was disabled', `UPDATE users SET status = 'disabled' WHERE id = $1`, true],
    ['was removed', 'DELETE FROM organization_members WHERE user_id = $1', true],
    ['issued nothing that is known', 'UPDATE scim_tokens SET created_by = NULL WHERE created_by = $1', true],
    [
      'may issue no tokens any more',
      `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'editor' AND is_built_in)
        WHERE user_id = $1`,
      false,
    ],
  ])('is the only power of a token whose issuer %s', async (_, leaving, hasLeft) => {
    const directory = await scene.tokenOf(adam);
    const member = await scene.made(directory, 'viewer');
    const nobody = await scene.made(directory, await scene.customRole([]));
    await scene.rows(leaving, [adam.userId]);
    const fresh = person('nobody@elsewhere.example', work('nobody@elsewhere.example'));
    for (const answer of [
      await directory.post('/Users', fresh),
      await directory.patch(`/Users/${member.id}`, replacing(work('renamed@elsewhere.example'))),
      await activating(directory, member.id, false),
      await directory.delete(`/Users/${member.id}`),
      await directory.patch(`/Users/${nobody.id}`, replacing({ password: 'a heron stands in shallow water' })),
      await directory.delete(`/Users/${nobody.id}`),
    ])
      expect(answer.status).toBe(403);
    expect((await directory.get(`/Users/${member.id}`)).status).toBe(200);
    // Policies read titles, and nicknames nobody but people.
    expect((await directory.patch(`/Users/${member.id}`, replacing({ nickName: 'Guide' }))).status).toBe(200);
    expect((await directory.patch(`/Users/${member.id}`, replacing({ title: 'Guide' }))).status).toBe(403);
    expect(await listed(directory.tokenId)).toMatchObject({
      ceiling: 'none',
      issuer_left: hasLeft,
      approval_needed: true,
    });
    await scene.rows(`UPDATE users SET status = 'active' WHERE id = $1`, [adam.userId]);
    await scene.rows(
      `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at) VALUES (1, $1, $2, now())
       ON CONFLICT DO NOTHING`,
      [adam.userId, scene.role('admin')],
    );
    await scene.approve(olivia, directory.tokenId, 'administrator');
    expect((await directory.delete(`/Users/${member.id}`)).status).toBe(204);
  });

  it('of a former owner is good only for removing people whom the directory made', async () => {
    await scene.gives('vera', 'owner');
    const vera = await scene.session('vera');
    const directory = await scene.tokenOf(vera, { approved_up_to: 'administrator' });
    const [one, two] = [await scene.made(directory, 'viewer'), await scene.made(directory, 'admin')];
    const owner = await scene.made(directory, 'owner');
    const group = await scene.group(directory);
    await scene.map(olivia, [{ group_id: group, role_id: scene.role('viewer') }]);
    expect((await scene.changeRole(olivia, vera.userId, 'viewer')).status).toBe(200);
    for (const answer of [
      await scene.join(directory, group, one.id),
      await directory.patch(`/Users/${one.id}`, replacing({ password: 'a heron stands in shallow water' })),
      await activating(directory, owner.id, false),
      await activating(directory, await idOf(app, 'mia'), false),
      await directory.delete(`/Users/${await idOf(app, 'mia')}`),
    ])
      expect(answer.status).toBe(403);
    expect((await activating(directory, one.id, false)).status).toBe(200);
    expect((await activating(directory, one.id, true)).status).toBe(403);
    expect((await directory.delete(`/Users/${two.id}`)).status).toBe(204);
    expect(await membershipsOf(app, one.address)).toEqual([-1]);
    expect(await listed(directory.tokenId)).toMatchObject({ ceiling: 'none', approval_needed: true });
    await scene.approve(olivia, directory.tokenId, 'owner');
    expect((await activating(directory, one.id, true)).status).toBe(200);
    expect((await activating(directory, owner.id, false)).status).toBe(200);
  });

  it('is asked for by one mail a day to each owner, however much is refused', async () => {
    const directory = await scene.tokenOf(adam);
    const member = await scene.made(directory, 'viewer');
    await scene.gives('vera', 'owner');
    await scene.gives('adam', 'viewer');
    const refused = async (): Promise<void> => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => activating(directory, member.id, false)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    };
    await refused();
    const [mail] = (await mailbox.arrived(app)).filter(({ to }) => to?.[0]?.address === 'olivia@delta.example');
    expect(mail?.text).toContain('open the page Provisioning');
    expect(mail?.text).not.toMatch(/\b(?:POST|DELETE) /);
    app.clock.advance({ hours: 23 });
    await refused();
    expect(await asked()).toEqual([]);
    app.clock.advance({ hours: 1 });
    await refused();
    expect((await asked()).sort()).toEqual(['olivia@delta.example', 'vera@delta.example']);
    olivia = await scene.session('olivia');
    expect((await scene.approve(olivia, directory.tokenId, 'administrator')).status).toBe(200);
    expect((await activating(directory, member.id, false)).status).toBe(200);
    expect(await asked()).toEqual([]);
  });

  it('is asked for while offboarding goes on', async () => {
    await scene.gives('vera', 'owner');
    const directory = await scene.tokenOf(await scene.session('vera'), { approved_up_to: 'owner' });
    const member = await scene.made(directory, 'viewer');
    await scene.gives('vera', 'viewer');
    expect((await directory.delete(`/Users/${member.id}`)).status).toBe(204);
    expect(await asked()).toEqual(['olivia@delta.example']);
  });

  it('carries over to the next token when an owner rotates, anew and up to the given level', async () => {
    const first = (await scene.issue(olivia, { approved_up_to: 'owner' })).body.data.scim_token;
    app.clock.advance({ minutes: 1 });
    const second = (await rotate(olivia, first.id)).body.data.scim_token;
    expect(second).toMatchObject({ approved_up_to: 'owner', approved_at: app.clock.now().toISOString() });
    const third = (await rotate(olivia, second.id, { approved_up_to: 'administrator' })).body.data.scim_token;
    expect(third).toMatchObject({ approved_up_to: 'administrator' });
  });

  it('does not carry over when another person rotates, who would see a token that does more than they may', async () => {
    const first = (await scene.issue(olivia, { approved_up_to: 'owner' })).body.data.scim_token;
    const answer = await rotate(adam, first.id);
    expect(answer.body.data.scim_token).toMatchObject({ approved_up_to: null, ceiling: 'administrator' });
    expect(answer.body.data.message).toMatch(/keeps only what an owner has approved/);
    expect(await listed(first.id)).toMatchObject({ approved_up_to: 'owner', status: 'rotated' });
    expect(await asked()).toEqual(['olivia@delta.example']);
  });
});
