import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProvisioningLog } from '../../src/scim/application/ports/provisioning-log.js';
import { Mailbox, tokenIn } from '../support/mailbox.js';
import { activating, login, person, replacing, work } from '../support/people.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const ORGANIZATION = '/api/v1/organizations/1';
const WORKSPACE = '/api/v1/workspaces/1';
const OWN_PASSWORD = 'seven swans on the lower weir';

describe('people whom a directory brings', () => {
  let mailbox: Mailbox;
  let app: TestApp;
  let scim: ScimClient;
  let token: string;
  let people = 0;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: { ...mailbox.environment, RATE_LIMIT_MULTIPLIER: '1000' } });
    scim = await scimClient(app, 1);
  });
  beforeEach(async () => {
    ({ accessToken: token } = await logIn(app.http, 'olivia'));
    await app.dataSource.query('DELETE FROM attempt_throttles');
    await mailbox.arrived(app);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const nobody = () => `somebody${(people += 1)}@elsewhere.example`;
  /** A person with an account that no organization has made. */
  async function somebody(): Promise<string> {
    const address = nobody();
    await app.dataSource.query(
      `INSERT INTO users (username, username_key, email, email_key, status, is_system_admin, password_hash, trust_epoch,
                          created_at, updated_at, claimed_at, email_verified_at)
       SELECT $1, $1, $1, $1, 'active', false, password_hash, 1, now(), now(), now(), now()
         FROM users WHERE username = 'nora'`,
      [address],
    );
    return address;
  }
  const get = async (path: string) => (await app.http.get(`${path}${path.includes('?') ? '&' : '?'}limit=100`, { token })).body.data;
  const members = async (): Promise<{ email: string; user_id: number }[]> => (await get(`${ORGANIZATION}/members`)).members;
  const awaited = async (): Promise<{ id: string; email: string }[]> =>
    (await get(`${ORGANIZATION}/provisioned-people`)).provisioned_people;
  const addresses = (list: readonly { email: string }[]): string[] => list.map(({ email }) => email);
  const invite = (email: string, workspace_id = 1) =>
    app.http.post(`${ORGANIZATION}/invitations`, { email, workspace_id, role_id: roles['viewer'] }, { token });
  const roles: Record<string, number> = {};
  beforeAll(async () => {
    for (const { id, name } of await app.dataSource.query('SELECT id, name FROM roles WHERE organization_id = 1')) roles[name] = id;
  });

  /** All possible ids of people whom the organization does not know. */
  async function unknownIds(): Promise<number[]> {
    const known = new Set((await members()).map(({ user_id: id }) => id));
    const [{ last }] = await app.dataSource.query('SELECT max(id) + 2 AS last FROM users');
    return Array.from({ length: last }, (_, index) => index + 1).filter((id) => !known.has(id));
  }

  /** Everything that the organization's owner can see or try about a person. */
  async function seen(address: string, unknown: readonly number[], isBrought = true): Promise<unknown[]> {
    const answers = [];
    const ask = async (method: string, path: string, body?: unknown): Promise<void> => {
      const answer = await app.http.send(method, path, body, { token });
      answers.push([method, path, answer.status, answer.body?.code ?? answer.body?.data ?? answer.text]);
    };
    for (const path of ['members', 'invitations', 'provisioned-people', 'roles', 'workspaces'])
      await ask('GET', `${ORGANIZATION}/${path}?limit=100`);
    await ask('GET', ORGANIZATION);
    await ask('GET', `${ORGANIZATION}/members?search=${address}`);
    await ask('GET', `${ORGANIZATION}/members?limit=1&page=2`);
    await ask('GET', `${WORKSPACE}/members?limit=100`);
    await ask('GET', `/api/v1/sso/enforcement/migration-plan/1/users?limit=100`);
    await ask('GET', `/api/v1/sso/enforcement/migration-plan/1/users?limit=100&reason=NEVER_LOGGED_IN`);
    await ask('GET', `/api/v1/sso/enforcement/migration-plan/1/users.csv`);
    const { body } = await app.http.post('/api/v1/sso/enforcement/migration-plan/1', undefined, { token });
    const { migration_plan: groups, plan } = body.data;
    answers.push(['plan', groups, plan.snapshot_hash, plan.lockout_count, plan.pending_invitations, plan.reasons]);
    for (const workspace of isBrought ? [1, 2] : []) {
      const { status, body } = await invite(address, workspace);
      answers.push(['invite', workspace, status, body.code, body.detail]);
    }
    for (const id of unknown) {
      await ask('PATCH', `${ORGANIZATION}/members/${id}`, { role_id: roles['viewer'] });
      await ask('DELETE', `${ORGANIZATION}/members/${id}`);
      await ask('POST', `${WORKSPACE}/members`, { user_id: id });
      await ask('DELETE', `${WORKSPACE}/members/${id}`);
      await ask('POST', `${ORGANIZATION}/invitations/${id}/resend`);
      await ask('DELETE', `${ORGANIZATION}/invitations/${id}`);
    }
    return answers;
  }

  /** What two runs cannot share is made alike. */
  const alike = (value: unknown, address: string): unknown =>
    JSON.parse(
      JSON.stringify(value)
        .replaceAll(address, 'somebody')
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'id')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
        .replaceAll(/"(duration_ms|next_before)":\d+/g, '"$1":0'),
    );

  /** From the day that the directory first sends a person to the day that it lets them go, as the owner sees it. */
  async function course(address: string, group: string, unknown: readonly number[]): Promise<unknown[]> {
    const [{ last }] = await app.dataSource.query('SELECT max(id)::int AS last FROM audit_events');
    await get(`${ORGANIZATION}/scim-events`);
    const [{ logged }] = await app.dataSource.query('SELECT coalesce(max(id), 0)::int AS logged FROM scim_events');
    const all: unknown[] = [];
    const look = async (): Promise<void> => void all.push(await seen(address, unknown));
    const made = await scim.post('/Users', person(address, { ...work(address), displayName: 'Some Body' }));
    const { id } = made.body;
    all.push([made.status]);
    await look();
    const member = { op: 'add', path: 'members', value: [{ value: id }] };
    const joined = await scim.patch(`/Groups/${group}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [member],
    });
    all.push([joined.status]);
    await look();
    for (const active of [false, true]) {
      all.push([(await activating(scim, id, active)).status]);
      await look();
    }
    all.push([(await scim.patch(`/Users/${id}`, replacing({ displayName: 'Some Body Else' }))).status]);
    await look();
    all.push([(await scim.delete(`/Users/${id}`)).status]);
    all.push(await seen(address, unknown, false));
    const events = (await get(`${ORGANIZATION}/audit-events?outcome=success`)).audit_events;
    const log = (await get(`${ORGANIZATION}/scim-events`)).scim_events;
    const [{ total }] = await app.dataSource.query(
      'SELECT count(*)::int AS total FROM audit_events WHERE id > $1 AND organization_id = 1',
      [last],
    );
    const bare = (row: object): object => ({ ...row, id: 0 });
    all.push(
      total,
      events.filter((row: { id: number }) => row.id > last).map(bare),
      log.filter((row: { id: number }) => row.id > logged).map(bare),
    );
    return alike(all, address) as unknown[];
  }

  it('look the same to the administrators of the organization, with an account or without, until they come', async () => {
    const { body } = await scim.post('/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Editors',
    });
    const mapped = await app.http.put(
      `${ORGANIZATION}/scim-mapping`,
      {
        default_role_id: null,
        mappings: [
          { group_id: body.id, role_id: roles['editor'] },
          { group_id: body.id, role_id: roles['viewer'], workspace_id: 1 },
        ],
      },
      { token },
    );
    expect(mapped.status).toBe(200);
    const [known, unknown] = [await somebody(), nobody()];
    const ids = await unknownIds();
    // The first plan is news.
    await app.http.post('/api/v1/sso/enforcement/migration-plan/1', undefined, { token });
    const [ofKnown, ofUnknown] = [await course(known, body.id, ids), await course(unknown, body.id, ids)];
    expect(ofUnknown).toEqual(ofKnown);
    expect(JSON.stringify(ofKnown)).toContain('somebody');
  });

  it('are counted by the plan of a migration as people who have not come, and it lists everyone in its groups', async () => {
    const plan = async () => {
      const { body } = await app.http.post('/api/v1/sso/enforcement/migration-plan/1', undefined, { token });
      return body.data;
    };
    const before = await plan();
    for (const address of [nobody(), nobody(), await somebody()])
      expect((await scim.post('/Users', person(address, work(address)))).status).toBe(201);
    const after = await plan();
    const { pagination } = await get('/api/v1/sso/enforcement/migration-plan/1/users');
    const csv = await app.http.get('/api/v1/sso/enforcement/migration-plan/1/users.csv', { token });
    const { total_users: total } = after.migration_plan;
    expect([after.migration_plan, after.plan.number]).toEqual([before.migration_plan, before.plan.number]);
    expect([pagination.total_count ?? pagination.total, csv.text.trim().split('\r\n').length - 1]).toEqual([total, total]);
    expect(after.plan.pending_invitations - before.plan.pending_invitations).toBe(3);
  });

  describe('until they come', () => {
    const provision = async (address: string, more: object = {}): Promise<string> => {
      const { status, body } = await scim.post('/Users', person(address, { ...work(address), ...more }));
      expect(status).toBe(201);
      return body.id;
    };
    const mailTo = async (address: string, subject: RegExp) =>
      (await mailbox.arrived(app)).findLast((one) => one.to?.[0]?.address === address && subject.test(one.subject ?? ''));
    const resetByMail = async (address: string): Promise<number> => {
      await app.http.post('/api/auth/password-reset/request', { email: address });
      const reset = tokenIn(await mailTo(address, /^(Reset your|Your Headgate account$)/));
      return (await app.http.post('/api/auth/password-reset', { token: reset, new_password: OWN_PASSWORD })).status;
    };
    const standing = async (address: string): Promise<string[]> => {
      const lists = { members: await members(), awaited: await awaited() };
      return Object.entries(lists).flatMap(([name, list]) => (addresses(list).includes(address) ? [name] : []));
    };
    const added = async (address: string): Promise<unknown[]> =>
      app.dataSource.query(
        `SELECT a.detail ->> 'role' AS role FROM audit_events a JOIN users u ON a.target_id = u.id::text
          WHERE a.action IN ('member.added', 'member.joined') AND a.organization_id = 1 AND u.email = $1`,
        [address],
      );

    it('are shown as their directory describes them, in the order of its changes', async () => {
      const [known, unknown] = [await somebody(), nobody()];
      await provision(known, { displayName: 'Known' });
      await provision(unknown, { active: false });
      const found = (await get(`${ORGANIZATION}/provisioned-people`)).provisioned_people.slice(-2);
      const [id, provisioned_at] = [expect.any(String), expect.any(String)];
      expect(found).toEqual([
        {
          id,
          username: known,
          email: known,
          display_name: 'Known',
          active: true,
          waits_for: null,
          declined: false,
          address_problem: null,
          provisioned_at,
        },
        { id, username: unknown, email: unknown, active: false, waits_for: null, declined: false, address_problem: null, provisioned_at },
      ]);
      const paged = await app.http.get(`${ORGANIZATION}/provisioned-people?limit=1&page=2`, { token });
      expect(paged.body.data.provisioned_people).toHaveLength(1);
      expect(paged.body.data.pagination).toMatchObject({ page: 2, limit: 1, has_prev: true });
    });

    it.each([
      ['ann@corp,example', 'not_an_address', 'is not an e-mail address. So nobody has an account.'],
      ['', 'no_value', 'has no value. So nobody has an account.'],
    ])('without an address that is one ("%s") have no account by a private one, and list and log say why', async (value, problem, said) => {
      const home = nobody();
      const emails = [
        { value, type: 'work', primary: true },
        { value: home, type: 'home' },
      ];
      const { body } = await scim.post('/Users', person(`no-address-${randomUUID()}`, { emails }));
      const found = (await get(`${ORGANIZATION}/provisioned-people`)).provisioned_people.at(-1);
      expect(found).toMatchObject({ id: body.id, email: null, address_problem: problem });
      await app.app.get(ProvisioningLog).flush();
      const [{ detail }] = await app.dataSource.query('SELECT detail FROM scim_events WHERE resource_id = $1', [body.id]);
      expect(detail).toContain(said);
      expect(await app.dataSource.query('SELECT 1 FROM users WHERE email = $1', [home])).toEqual([]);
      const message = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'] };
      const mended = nobody();
      await scim.send('PATCH', `/Users/${body.id}`, {
        ...message,
        Operations: [{ op: 'replace', path: 'emails[primary eq true].value', value: mended }],
      });
      expect(await standing(mended)).toEqual(['awaited']);
    });

    it('become members when they claim the account that the directory made', async () => {
      const address = nobody();
      await provision(address);
      expect(await standing(address)).toEqual(['awaited']);
      expect(await resetByMail(address)).toBe(200);
      expect(await standing(address)).toEqual(['members']);
      expect(await added(address)).toEqual([{ role: 'viewer' }]);
      expect((await login(app, address, OWN_PASSWORD)).status).toBe(200);
      expect(await added(address)).toHaveLength(1);
      // By now an invitation to another workspace is nothing out of the ordinary.
      expect((await invite(address)).status).toBe(201);
    });

    it('become members when they accept with the account that they had before', async () => {
      const address = await somebody();
      await provision(address);
      expect(await standing(address)).toEqual(['awaited']);
      const { accessToken } = await logIn(app.http, address);
      expect(await standing(address)).toEqual(['awaited']);
      const invitation = /^([\w-]{43})$/m.exec((await mailTo(address, /^Invitation/))?.text ?? '')?.[1] ?? '';
      const accepted = await app.http.post(`/api/v1/invitations/${invitation}/accept`, {}, { token: accessToken });
      expect(accepted.status).toBe(200);
      expect(await standing(address)).toEqual(['members']);
      expect(await added(address)).toEqual([{ role: 'viewer' }]);
      expect((await get(`${ORGANIZATION}/invitations`)).invitations.map(({ email }: { email: string }) => email)).not.toContain(address);
    });

    it('may decline: list and trail of the organization say so, and synchronizations do not ask them again', async () => {
      const address = await somebody();
      const id = await provision(address);
      const invitation = /^([\w-]{43})$/m.exec((await mailTo(address, /^Invitation/))?.text ?? '')?.[1] ?? '';
      expect((await app.http.post('/api/v1/invitations/decline', { token: invitation })).status).toBe(200);
      const listed = async () =>
        (await get(`${ORGANIZATION}/provisioned-people`)).provisioned_people.find((one: { id: string }) => one.id === id);
      expect(await listed()).toMatchObject({ email: address, active: true, declined: true });
      const { audit_events: events } = await get(`${ORGANIZATION}/audit-events?action=invitation.declined`);
      expect(events).toEqual([expect.objectContaining({ outcome: 'success', actor: null })]);
      const invitations = async () => app.dataSource.query('SELECT 1 FROM invitations WHERE email_key = $1', [address]);
      const again = person(address, { ...work(address), active: true, displayName: 'Again' });
      for (const send of [() => scim.send('PUT', `/Users/${id}`, again), () => activating(scim, id, true)]) {
        expect((await send()).status).toBe(200);
        expect(await invitations()).toHaveLength(1);
        expect(await listed()).toMatchObject({ declined: true });
      }
      await activating(scim, id, false);
      await activating(scim, id, true);
      expect(await invitations()).toHaveLength(2);
      expect(await listed()).toMatchObject({ declined: false });
    });

    it('count as come only with their next login if they were let go and are brought back', async () => {
      const address = nobody();
      const id = await provision(address);
      expect(await resetByMail(address)).toBe(200);
      expect((await scim.delete(`/Users/${id}`)).status).toBe(204);
      expect(await standing(address)).toEqual([]);
      await provision(address);
      expect(await standing(address)).toEqual(['awaited']);
      expect((await login(app, address, OWN_PASSWORD)).status).toBe(200);
      expect(await standing(address)).toEqual(['members']);
    });

    it('stay unseen when they come elsewhere while the directory keeps them suspended', async () => {
      const address = nobody();
      const id = await provision(address, { active: false });
      await app.dataSource.query('UPDATE users SET claimed_at = now() WHERE email = $1', [address]);
      expect(await resetByMail(address)).toBe(200);
      expect(await standing(address)).toEqual(['awaited']);
      await activating(scim, id, true);
      expect(await standing(address)).toEqual(['awaited']);
      expect((await login(app, address, OWN_PASSWORD)).status).toBe(200);
      expect(await standing(address)).toEqual(['members']);
    });

    it('keep an invitation from before: it is not sent again', async () => {
      for (const address of [await somebody(), nobody()]) {
        const { body } = await invite(address);
        await provision(address);
        const path = `${ORGANIZATION}/invitations/${body.data.invitation.id}`;
        const again = await app.http.post(`${path}/resend`, {}, { token });
        expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
        expect((await app.http.delete(path, { token })).status).toBe(200);
      }
    });
  });
});
