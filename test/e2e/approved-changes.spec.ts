import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Scene } from '../support/access-scene.js';
import type { Answer } from '../support/http-client.js';
import { Mailbox } from '../support/mailbox.js';
import { askFor, withApproval } from '../support/owner-approval.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { WhatPeopleSee } from '../support/what-people-see.js';

const MASKED = 'mia: names of rivers: 200 [[null,6650],[null,6400]]';
const PLAIN = 'mia: names of rivers: 200 [["Nile",6650],["Amazon",6400]]';
const CLOSED = 'mia: restricted workspace: 403 POLICY_REFUSED';
const OPEN = 'mia: restricted workspace: 200 ';
const HIDDEN = 'oscar: private template of others: 404 NOT_FOUND';
const SHARED = 'oscar: private template of others: 200 ';
const REFUSED = [403, 'OWNER_APPROVAL_REQUIRED'];
const IF_FIRST = { 'If-Match': '"1"' };

const outcome = ({ status, body }: Answer): unknown[] => [status, body?.code];

describe('a change that an owner approves', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let people: WhatPeopleSee;
  let scene: Scene;
  let asker: string;
  const owner = (): string => people.tokenOf('olivia');

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: { ...mailbox.environment, RATE_LIMIT_MULTIPLIER: '1000000' } });
    people = new WhatPeopleSee(app);
    await people.setStage();
  });
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM attempt_throttles');
    scene = await people.reset();
    asker = (await logIn(app.http, 'sysadmin')).accessToken;
    await mailbox.arrived(app);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const put = (path: string, body: object, token = asker) => app.http.put(`/api/v1${path}`, body, { token });
  const post = (path: string, token = asker, headers: Record<string, string> = IF_FIRST) =>
    app.http.post(`/api/v1${path}`, undefined, { token, headers });
  const disable = () => post(`/sso/abac/data-policies/${scene['data_policy_id']}/disable`);
  const relabel = (labels: readonly string[]) => put(`/workspaces/${scene['workspace_id']}`, { labels });
  const share = () => put(`/prompt-templates/${scene['template_id']}/system`, { is_system_template: true });
  const approved = (send: () => Promise<Answer>) => withApproval(app.http, { asker, owner: owner() }, send);
  const decide = (asked: Answer, decision: string) =>
    post(`/organizations/1/access-requests/${asked.body.data.access_request.id}/${decision}`, owner(), {});

  it.each([
    ['to disable a data policy', disable, MASKED, PLAIN],
    ['to disable an access policy', () => post(`/sso/abac/policies/${scene['policy_id']}/versions/1/disable`), CLOSED, OPEN],
    ['to change labels', () => relabel([]), CLOSED, OPEN],
    ['to share a private template', share, HIDDEN, SHARED],
  ])('may be %s, and nothing happens before', async (_, send, before, after) => {
    expect(outcome(await send())).toEqual(REFUSED);
    expect(await people.read(scene)).toContain(before);
    expect((await approved(send)).status).toBe(200);
    expect(await people.read(scene)).toContain(after);
  });

  it.each([
    ['a data policy that hides', () => post(`/sso/abac/data-policies/${scene['idle_data_policy']}/activate`)],
    ['a forbid', () => post(`/sso/abac/policies/${scene['policy_id']}/versions/2/activate`)],
    [
      'what an active data policy says',
      () =>
        app.http.send(
          'PUT',
          `/api/v1/sso/abac/data-policies/${scene['data_policy_id']}`,
          { name: 'Less', rules: [{ kind: 'tag', tag: 'email', effect: 'null' }] },
          { token: asker, headers: IF_FIRST },
        ),
    ],
    ['attributes of a member', () => put(`/organizations/1/members/${scene['member']}/attributes`, { attributes: {} })],
    ['keys for AI clients', () => put('/organizations/1/access-key-rules', { allowed: true })],
    [
      'looser settings',
      () => app.http.send('PATCH', '/api/v1/organizations/1', { settings: { directory_passwords: 'accept' } }, { token: asker }),
    ],
  ])('may be %s', async (_, send) => {
    expect(outcome(await send())).toEqual(REFUSED);
    expect((await approved(send)).status).toBe(200);
  });

  it('is good once', async () => {
    const path = `/sso/abac/data-policies/${scene['data_policy_id']}`;
    expect((await approved(disable)).status).toBe(200);
    expect((await post(`${path}/activate`, owner(), { 'If-Match': '"2"' })).status).toBe(200);
    expect(outcome(await post(`${path}/disable`, asker, { 'If-Match': '"3"' }))).toEqual(REFUSED);
  });

  it('is that of the version that was approved: another one needs another approval', async () => {
    const path = `/sso/abac/data-policies/${scene['data_policy_id']}`;
    const asked = await askFor(app.http, asker, await disable());
    expect((await decide(asked, 'approve')).status).toBe(200);
    const body = { name: 'Stricter', rules: [{ kind: 'tag', tag: 'phone', effect: 'null' }] };
    const changed = await app.http.send('PUT', `/api/v1${path}`, body, { token: owner(), headers: IF_FIRST });
    expect(changed.status).toBe(200);
    expect(outcome(await post(`${path}/disable`, asker, { 'If-Match': '"2"' }))).toEqual(REFUSED);
  });

  it('is that change and no other one', async () => {
    const asked = await askFor(app.http, asker, await relabel(['open']));
    expect((await decide(asked, 'approve')).status).toBe(200);
    expect(outcome(await relabel([]))).toEqual(REFUSED);
    await put(`/workspaces/${scene['workspace_id']}`, { labels: ['restricted', 'more'] }, owner());
    expect(outcome(await relabel(['open']))).toEqual(REFUSED);
  });

  it('is one set of attributes: another one that reads much alike needs another approval', async () => {
    const give = (attributes: object) => put(`/organizations/1/members/${scene['member']}/attributes`, { attributes });
    const sets = [
      { region: ['EU', 'US'] },
      { region: ['EU, US'] },
      { region: ['EU', 'US', 'APAC'] },
      { area: ['EU', 'US'] },
      { region: ['EU'], area: ['US'] },
      { region: ['EU', 'US: ["x"]'] },
    ];
    const [first = {}, ...others] = sets;
    const asked = await askFor(app.http, asker, await give(first));
    expect((await decide(asked, 'approve')).status).toBe(200);
    for (const other of others) expect([other, ...outcome(await give(other))]).toEqual([other, ...REFUSED]);
    expect((await give(first)).status).toBe(200);
  });

  it('is lost with a refusal, and after a day', async () => {
    expect((await decide(await askFor(app.http, asker, await disable()), 'refuse')).status).toBe(200);
    expect(outcome(await disable())).toEqual(REFUSED);
    const again = await askFor(app.http, asker, await disable());
    expect([again.status, (await decide(again, 'approve')).status]).toEqual([201, 200]);
    app.clock.advance({ hours: 24 });
    asker = (await logIn(app.http, 'sysadmin')).accessToken;
    expect(outcome(await disable())).toEqual(REFUSED);
    await people.logIn();
  });

  it('is mailed in words, and leaves rows in the trail of the organization', async () => {
    await approved(disable);
    const [mail] = await mailbox.arrived(app);
    expect(mail?.to?.[0]?.address).toBe('olivia@delta.example');
    expect(mail?.text).toContain('asks to disable a data policy, so that what it hides is shown.');
    expect(mail?.text).toContain('data policy: Matrix');
    const rows = await app.dataSource.query(
      `SELECT action, detail->>'change' AS change FROM audit_events
        WHERE organization_id = 1 AND action LIKE 'access_request.%' ORDER BY id DESC LIMIT 3`,
    );
    expect(rows).toEqual([
      { action: 'access_request.used', change: 'disable_data_policy' },
      { action: 'access_request.approved', change: 'disable_data_policy' },
      { action: 'access_request.created', change: 'disable_data_policy' },
    ]);
  });

  it('names a private template to its owners, and not to the system administrator', async () => {
    const refused = await share();
    const asked = await askFor(app.http, asker, refused);
    const requests = (token: string) => app.http.get('/api/v1/organizations/1/access-requests', { token });
    const [bySystem, byOwner] = [await requests(asker), await requests(owner())];
    for (const answer of [refused, asked, bySystem]) expect(answer.text).not.toContain('"template":');
    expect(byOwner.body.data.access_requests[0].subject).toEqual({
      change: 'share_template',
      template_id: scene['template_id'],
      template: 'Matrix',
      version: 1,
    });
    expect((await mailbox.arrived(app))[0]?.text).toContain('template: Matrix');
  });

  it('cannot be made up, taken from another person, or be an hour old', async () => {
    const refused = await disable();
    const { change } = refused.body.access_request;
    const ask = (token: string, sealed: string) =>
      app.http.post(
        '/api/v1/organizations/1/access-requests',
        { kind: 'change', change: sealed, reason: 'Asked for by the test.' },
        { token },
      );
    expect(outcome(await ask(asker, `${change}A`))).toEqual([400, 'VALIDATION_FAILED']);
    expect(outcome(await ask(asker, 'v1.none'))).toEqual([400, 'VALIDATION_FAILED']);
    await app.dataSource.query(`UPDATE users SET is_system_admin = true WHERE username = 'nora'`);
    const nora = (await logIn(app.http, 'nora')).accessToken;
    expect(outcome(await ask(nora, change))).toEqual([400, 'VALIDATION_FAILED']);
    await app.dataSource.query(`UPDATE users SET is_system_admin = false WHERE username = 'nora'`);
    app.clock.advance({ minutes: 60 });
    const later = (await logIn(app.http, 'sysadmin')).accessToken;
    expect(outcome(await ask(later, change))).toEqual([400, 'VALIDATION_FAILED']);
    await people.logIn();
  });

  it('is not needed from an owner, nor by system administrators who have a role for it', async () => {
    await app.dataSource.query(
      `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at)
       SELECT 1, id, $1, now() FROM users WHERE username = 'sysadmin'`,
      [scene['owner']],
    );
    expect((await disable()).status).toBe(200);
    expect((await share()).status).toBe(200);
    await app.dataSource.query(`DELETE FROM organization_members WHERE user_id = (SELECT id FROM users WHERE username = 'sysadmin')`);
  });

  it('is made freely where there never was an owner', async () => {
    const founded = await app.http.post('/api/v1/organizations', { name: 'Ownerless', plan: 'starter' }, { token: asker });
    const workspace = await app.http.post(
      `/api/v1/organizations/${founded.body.data.organization.id}/workspaces`,
      { name: 'First', labels: ['restricted'] },
      { token: asker },
    );
    expect(workspace.status).toBe(201);
  });

  it('may not be what only people of the organization do, even in an emergency', async () => {
    const body = { kind: 'act_as_owner', emergency: true, reason: 'All owners are away; ticket 4713.' };
    await app.dataSource.query('DELETE FROM access_requests');
    expect((await app.http.post('/api/v1/organizations/1/access-requests', body, { token: asker })).status).toBe(201);
    const source = await app.http.send('PATCH', '/api/v1/data-sources/1', { labels: ['open'] }, { token: asker });
    expect(outcome(source)).toEqual([403, 'FORBIDDEN']);
    const tag = { schema: 'hydrology', relation: 'rivers', column: 'name', tag: 'email', state: 'set' };
    expect(outcome(await put('/data-sources/1/tags', tag))).toEqual(REFUSED);
    expect((await approved(() => put('/data-sources/1/tags', tag))).status).toBe(200);
    await app.dataSource.query('DELETE FROM column_tags');
    await app.dataSource.query('DELETE FROM access_requests');
  });
});
