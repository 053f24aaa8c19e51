import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RegisterUser } from '../../src/accounts/application/register-user.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import type { Answer } from '../support/http-client.js';
import { Mailbox } from '../support/mailbox.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const REQUESTS = '/api/v1/organizations/1/access-requests';
const EMERGENCY = { kind: 'act_as_owner', emergency: true, reason: 'All owners are away; ticket 4713.' };
const COLLEAGUES = ['second', 'third', 'fourth', 'fifth'];

const outcome = ({ status, body }: Answer): unknown[] => [status, body.code];
const idIn = ({ body }: Answer): number => body.data.access_request.id;
/** How often each outcome came. */
function counted(answers: readonly Answer[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('what system administrators ask for at the same moment', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let owner: string;
  const tokens: string[] = [];
  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: mailbox.environment });
    for (const username of COLLEAGUES) {
      const account = { username, email: `${username}@headgate.example`, password: DEMO_PASSWORD, isSystemAdmin: true };
      await app.app.get(RegisterUser).execute(account);
    }
  });
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM attempt_throttles');
    await app.dataSource.query('DELETE FROM access_requests');
    owner = (await logIn(app.http, 'olivia')).accessToken;
    tokens.length = 0;
    for (const name of ['sysadmin', ...COLLEAGUES]) tokens.push((await logIn(app.http, name)).accessToken);
    await mailbox.arrived(app);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const ask = (token = tokens[0] ?? '', body: object = EMERGENCY) => app.http.post(REQUESTS, body, { token });
  const decide = (id: number, decision: string) => app.http.post(`${REQUESTS}/${id}/${decision}`, undefined, { token: owner });
  const inForce = async (): Promise<number> =>
    (await app.dataSource.query(`SELECT count(*)::int AS n FROM access_requests WHERE is_emergency AND status = 'approved'`))[0].n;
  const mails = async (): Promise<number> => (await mailbox.arrived(app)).length;

  it('is one emergency when one of them asks twenty times', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(counted(answers)).toEqual({ 201: 1, 200: 19 });
    expect(new Set(answers.map(idIn)).size).toBe(1);
    expect([await inForce(), await mails()]).toEqual([1, 1]);
  });

  it('is one emergency when five of them ask, and its refusal keeps all of them out for a day', async () => {
    const answers = await Promise.all(tokens.flatMap((token) => [ask(token), ask(token), ask(token), ask(token)]));
    expect(counted(answers)).toEqual({ 201: 1, 200: 3, 409: 16 });
    const open = answers.find(({ status }) => status === 201);
    expect((await decide(open === undefined ? 0 : idIn(open), 'refuse')).status).toBe(200);
    for (const token of tokens) {
      expect(outcome(await ask(token))).toEqual([409, 'CONFLICT']);
      expect((await app.http.get('/api/v1/data-sources/1', { token })).status).toBe(403);
    }
  });

  it('gives no role: an invitation that shows data is refused when it is sent, and one that shows settings is accepted', async () => {
    expect((await ask()).status).toBe(201);
    const [token = ''] = tokens;
    const invite = (roleId: number, email: string) =>
      app.http.post('/api/v1/organizations/1/invitations', { email, workspace_id: 1, role_id: roleId }, { token });
    const roles: { id: number }[] = await app.dataSource.query(
      'SELECT id FROM roles WHERE organization_id = 1 AND is_built_in ORDER BY id',
    );
    for (const { id } of roles) {
      const refused = await invite(id, 'guest@elsewhere.example');
      expect(outcome(refused)).toEqual([403, 'OWNER_APPROVAL_REQUIRED']);
      expect(refused.body.message).toContain('Ask');
      const asked = { kind: 'give_role', email: 'guest@elsewhere.example', role_id: id, reason: EMERGENCY.reason };
      const helped = await ask(token, { ...asked, emergency: true });
      expect([helped.status, helped.body.details?.[0].message]).toEqual([400, expect.stringContaining('Only an owner')]);
    }
    const clerk = { name: 'clerk', permissions: ['organization.read'] };
    const made = await app.http.post('/api/v1/organizations/1/roles', clerk, { token });
    await mailbox.arrived(app);
    expect((await invite(made.body.data.role.id, 'guest@elsewhere.example')).status).toBe(201);
    const body = { username: 'clerk-guest', password: 'a heron stands in shallow water' };
    const mail = (await mailbox.arrived(app)).find(({ to }) => to?.[0]?.address === 'guest@elsewhere.example');
    const accept = `/api/v1/invitations/${/^([\w-]{43})$/m.exec(mail?.text ?? '')?.[1]}/accept`;
    expect((await app.http.post(accept, body)).status).toBe(200);
  });

  it('does not begin anew while an owner ends it', async () => {
    const id = idIn(await ask());
    const [ended, ...others] = await Promise.all([
      decide(id, 'refuse'),
      ...Array.from({ length: 19 }, (_, index) => ask(tokens[index % tokens.length])),
    ]);
    expect(ended?.status).toBe(200);
    expect(others.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await inForce()).toBe(0);
  });

  it('may be an emergency again when the one before is over', async () => {
    const first = idIn(await ask());
    app.clock.advance({ minutes: 60 });
    const second = await app.http.post(REQUESTS, EMERGENCY, {
      token: (await logIn(app.http, 'second')).accessToken,
    });
    expect(second.status).toBe(201);
    const listed = await app.http.get(REQUESTS, { token: (await logIn(app.http, 'olivia')).accessToken });
    const statuses = listed.body.data.access_requests.map(({ id, status }: { id: number; status: string }) => [id, status]);
    expect(statuses).toEqual([
      [idIn(second), 'approved'],
      [first, 'expired'],
    ]);
  });

  it('is one request to the owners, who are mailed once, until they have decided', async () => {
    const body = { kind: 'give_role', email: 'Ines@delta.example', role_id: 1, reason: 'The new head of analytics.' };
    const same = { ...body, email: 'ines@DELTA.example', reason: 'The same in other words.' };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(tokens[0], index < 10 ? body : same)));
    expect(counted(answers)).toEqual({ 201: 1, 200: 19 });
    const [id = 0, ...others] = [...new Set(answers.map(idIn))];
    expect([others, await mails()]).toEqual([[], 1]);
    expect((await ask(tokens[1], body)).status).toBe(201);
    expect((await ask(tokens[0], { ...body, role_id: 2 })).status).toBe(201);
    expect((await decide(id, 'approve')).status).toBe(200);
    expect((await ask(tokens[0], body)).body.data).toMatchObject({ access_request: { id, status: 'approved' } });
    expect((await decide(id, 'refuse')).status).toBe(200);
    expect((await ask(tokens[0], body)).status).toBe(201);
  });
});
