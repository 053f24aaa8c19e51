import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DecisionPoint } from '../../src/abac/application/ports/decision-point.js';
import { POINTS } from '../support/authzen-fixture.js';
import type { Answer } from '../support/http-client.js';
import { ABOUT_RESTRICTED, putInForce } from '../support/policies.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const alice = { type: 'user', id: 'alice' };
const bob = { type: 'user', id: 'bob' };
const one = { type: 'record', id: 'record-1' };
const two = { type: 'record', id: 'record-2' };
const read = { name: 'read' };
const write = { name: 'write' };
const admin = { ...bob, properties: { role: 'admin' } };
const archived = { ...two, properties: { status: 'archived' } };

describe('AuthZEN 1.0', () => {
  let app: TestApp;
  let olivia: LoggedIn, adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn, nora: LoggedIn;
  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    [olivia, adam, vera, oscar, nora] = (await Promise.all(
      ['olivia', 'adam', 'vera', 'oscar', 'nora'].map((name) => logIn(app.http, name)),
    )) as [LoggedIn, LoggedIn, LoggedIn, LoggedIn, LoggedIn];
  });
  afterAll(() => app.close());

  const ask = (path: string, body: unknown, who = adam, headers: Readonly<Record<string, string>> = {}) =>
    app.http.send('POST', `/access/v1/${path}`, body, { token: who.accessToken, headers });
  const outcome = ({ status, body }: Answer) => [status, body?.code];
  const question = (subject: object, action: object, resource: object) => ({ subject, action, resource });

  it('says where it is, to everyone', async () => {
    const { status, headers, body } = await app.http.get('/.well-known/authzen-configuration');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('application/json')]);
    const { publicUrl } = { publicUrl: body.policy_decision_point };
    expect(body).toEqual({
      policy_decision_point: publicUrl,
      access_evaluation_endpoint: `${publicUrl}/access/v1/evaluation`,
      access_evaluations_endpoint: `${publicUrl}/access/v1/evaluations`,
      search_subject_endpoint: `${publicUrl}/access/v1/search/subject`,
      search_resource_endpoint: `${publicUrl}/access/v1/search/resource`,
      search_action_endpoint: `${publicUrl}/access/v1/search/action`,
    });
  });

  describe('about an organization', () => {
    let workspace = { type: 'workspace', id: '' };
    const person = (who: LoggedIn) => ({ type: 'user', id: String(who.userId) });
    beforeAll(async () => {
      const body = { name: 'Vault', settings: { allow_public_access: true }, labels: ['restricted'] };
      const made = await app.http.post('/api/v1/organizations/1/workspaces', body, { token: olivia.accessToken });
      workspace = { type: 'workspace', id: String(made.body.data.workspace.id) };
    });
    afterEach(() => putInForce(app, 1, {}));
    const reading = (who: LoggedIn) => question(person(who), { name: 'workspace.read' }, workspace);
    const decisionOn = async (asked: object, who = adam) => (await ask('evaluation', asked, who)).body.decision;

    it('answers those who may see its policies, and about nothing of another one', async () => {
      expect((await ask('evaluation', reading(vera))).body).toEqual({ decision: true });
      for (const who of [vera, nora]) expect(outcome(await ask('evaluation', reading(vera), who))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await ask('evaluation?organization_id=1', reading(vera), oscar))).toEqual([403, 'FORBIDDEN']);
      expect(await decisionOn(reading(vera), oscar)).toBe(false);
      expect(await decisionOn(reading(oscar))).toBe(false);
      const theirs = question(person(vera), { name: 'data_source.read' }, { type: 'data_source', id: '2' });
      expect(await decisionOn(theirs)).toBe(false);
      for (const path of ['search/subject', 'search/resource', 'search/action', 'evaluations'])
        expect(outcome(await ask(`${path}?organization_id=1`, reading(vera), oscar))).toEqual([403, 'FORBIDDEN']);
      expect((await app.http.post('/access/v1/evaluation', reading(vera))).status).toBe(401);
    });

    it('decides as the doors do, by roles and by policies', async () => {
      const writing = question(person(vera), { name: 'workspace.write' }, workspace);
      expect(await decisionOn(writing)).toBe(false);
      await putInForce(app, 1, ABOUT_RESTRICTED);
      expect(await decisionOn(reading(olivia))).toBe(false);
      await putInForce(app, 1, {
        Vaults:
          'forbid(principal, action, resource is Workspace) unless { context.deviceTrusted && context.network.isInRange(ip("10.0.0.0/8")) };',
      });
      const context = { device_trusted: true, ip: '10.1.2.3' };
      expect((await ask('evaluation', { ...reading(vera), context })).body).toEqual({ decision: true });
      expect(await decisionOn(reading(vera))).toBe(false);
    });

    it('says why not: to the person what the door would say, to those who read policies which policy or which permission', async () => {
      const why = async (asked: object) => {
        const { decision, context } = (await ask('evaluation', asked)).body;
        return [decision, context?.reason_user, context?.reason_admin];
      };
      const writing = question(person(vera), { name: 'workspace.write' }, workspace);
      const admin = `No role of the person has workspace.write for workspace ${workspace.id}.`;
      expect(await why(writing)).toEqual([false, { 403: 'You are not allowed to do this.' }, { 403: admin }]);
      const unknown = [
        [{ ...reading(vera), subject: { type: 'user', id: '999999' } }, 'member'],
        [{ ...reading(vera), subject: person(oscar) }, 'member'],
        [question(person(vera), { name: 'data_source.read' }, { type: 'data_source', id: '2' }), 'resource'],
        [question(person(vera), { name: 'workspace.fly' }, workspace), 'There is no such action'],
      ] as const;
      for (const [asked, text] of unknown)
        expect(await why(asked)).toEqual([
          false,
          { 403: 'It does not exist, or you may not see it.' },
          { 403: expect.stringContaining(text) },
        ]);
      await putInForce(app, 1, ABOUT_RESTRICTED);
      const [name = ''] = Object.keys(ABOUT_RESTRICTED);
      const [, user, forAdmins] = await why(reading(vera));
      const door = await app.http.get(`/api/v1/workspaces/${workspace.id}`, { token: vera.accessToken });
      expect([door.status, user]).toEqual([403, { 403: door.body.message }]);
      expect(forAdmins[403]).toMatch(new RegExp(`"${name}" \\(id \\d+, version 1\\) refuses this\\.$`));
      const fails = 'forbid(principal, action, resource is Workspace) when { principal.getTag("x").contains("y") };';
      await putInForce(app, 1, { Broken: fails });
      const [decision, told, toldAdmins] = await why(reading(olivia));
      expect([decision, told[403]]).toEqual([false, expect.stringContaining('"Broken" could not be evaluated')]);
      expect(toldAdmins[403]).toMatch(/"Broken" \(id \d+, version 1\) could not be evaluated, which refuses\. .*tag/);
    });

    const whole = (who: LoggedIn) => ({
      subject: { ...person(who), properties: { department: 'Hydrology', title: 'Analyst', groups: ['a', 'b'] } },
      action: { name: 'workspace.read', properties: { reason: 'a list' } },
      resource: { ...workspace, properties: { status: 'active', owner: 'olivia' } },
      context: {
        amr: ['pwd', 'otp'],
        acr: 'aal2',
        proof_age_seconds: 12,
        device_trusted: true,
        access_key: false,
        connection_id: 1,
        ip: '2001:db8::7',
        time: '2026-11-20T09:15:00.123+01:00',
        country: 'DE',
        further: 7,
      },
    });

    it('takes a hundred whole questions at once, and a hundred of the longest texts', async () => {
      await putInForce(app, 1, ABOUT_RESTRICTED);
      const evaluations = Array.from({ length: 100 }, () => whole(vera));
      const { status, body } = await ask('evaluations', { evaluations });
      expect([status, body.evaluations.length]).toEqual([200, 100]);
      const long = '€'.repeat(1_000);
      const longest = {
        subject: { type: long, id: long, properties: { text: long } },
        action: { name: long },
        resource: { type: long, id: long },
        context: whole(vera).context,
      };
      const answered = await ask('evaluations', { evaluations: Array.from({ length: 100 }, () => longest) });
      expect([answered.status, answered.body.evaluations?.length]).toEqual([200, 100]);
      const tooLong = {
        evaluations: [{ ...longest, action: { name: `${long}€` } }],
        padding: 'x'.repeat(2 * 1024 * 1024),
      };
      expect(outcome(await ask('evaluations', tooLong))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    });

    it.each([
      ['time', 'tomorrow'],
      ['time', '2026-02-30T00:00:00Z'],
      ['time', '2026-11-20T09:15:00'],
      ['time', '+010000-01-01T00:00:00Z'],
      ['time', '9999-12-31T23:59:59-01:00'],
      ['time', 1_795_000_000],
      ['time', null],
      ['ip', 'no address'],
      ['ip', '10.0.0.0/8'],
      ['ip', 7],
      ['country', 'de'],
      ['country', 'Germany'],
      ['amr', 'pwd'],
      ['amr', [1]],
      ['acr', 'aal9'],
      ['acr', 2],
      ['proof_age_seconds', -1],
      ['proof_age_seconds', '12'],
      ['proof_age_seconds', 1.5],
      ['device_trusted', 'true'],
      ['access_key', 1],
      ['connection_id', '1'],
    ])('answers 400 to a context whose %s is %p, and says so of an item of a batch', async (name, value) => {
      const asked = { ...reading(vera), context: { [name]: value } };
      for (const path of ['evaluation', 'evaluations', 'search/subject', 'search/resource', 'search/action']) {
        const { status, body } = await ask(path, asked);
        expect([path, status, body.details?.[0].field]).toEqual([path, 400, expect.stringContaining(`context.${name}`)]);
      }
      const { body } = await ask('evaluations', { evaluations: [reading(vera), asked] });
      const error = { status: 400, message: expect.stringContaining(`context.${name}`) };
      expect(body.evaluations).toEqual([{ decision: true }, { decision: false, context: { error } }]);
    });

    it('finds who may, what they may, and what they may do, page by page', async () => {
      const who = await ask('search/subject', question({ type: 'user' }, { name: 'workspace.write' }, workspace));
      const ids = who.body.results.map(({ id }: { id: string }) => Number(id));
      expect(ids).toContain(olivia.userId);
      expect(ids).not.toContain(vera.userId);
      const search = question(person(olivia), { name: 'workspace.read' }, { type: 'workspace' });
      const all = (await ask('search/resource', search)).body;
      expect(all.results).toContainEqual(workspace);
      const paged: unknown[] = [];
      let token = '';
      do {
        const { body } = await ask('search/resource', { ...search, page: { limit: 1, token } });
        paged.push(...body.results);
        token = body.page.next_token;
      } while (token !== '');
      expect(paged).toEqual(all.results);
      const actions = (await ask('search/action', { subject: person(vera), resource: workspace })).body.results;
      expect(actions).toEqual([{ name: 'workspace.read' }]);
      await putInForce(app, 1, ABOUT_RESTRICTED);
      expect((await ask('search/resource', search)).body.results).not.toContainEqual(workspace);
      expect((await ask('search/action', { subject: person(olivia), resource: workspace })).body.results).toEqual([]);
    });

    it('leaves out people who are suspended, and ids that are none', async () => {
      await app.dataSource.query('UPDATE organization_members SET suspended_at = now() WHERE user_id = $1', [vera.userId]);
      expect(await decisionOn(reading(vera))).toBe(false);
      await app.dataSource.query('UPDATE organization_members SET suspended_at = NULL WHERE user_id = $1', [vera.userId]);
      for (const id of ['0', '-1', '1e3', '99999999999999999999', ' 1', 'x'.repeat(1000), "1' OR 1=1"])
        for (const asked of [
          question({ type: 'user', id }, { name: 'workspace.read' }, workspace),
          question(person(vera), { name: 'workspace.read' }, { type: 'workspace', id }),
        ])
          expect(await decisionOn(asked)).toBe(false);
    });

    it.each(['10.0.0.1', '::ffff:10.0.0.1', '::ffff:0a00:0001', '0:0:0:0:0:FFFF:0A00:1', '::ffff:a00:1%eth0'])(
      'takes %s for the same address, however it is spelt',
      async (ip) => {
        await putInForce(app, 1, {
          Net: 'forbid(principal, action, resource is Workspace) when { context.network.isInRange(ip("10.0.0.0/8")) };',
        });
        expect(await decisionOn({ ...reading(vera), context: { ip } })).toBe(false);
      },
    );

    it.each([
      ...[{ ip: '64:ff9b::10.0.0.1' }, { ip: '::1.2.3.4' }, { ip: 'fe80::1%eth0' }],
      ...[{ time: '2026-11-20' }, { time: '9999-12-31T23:59:59.999999999Z' }, { amr: ['face', 'pwd'] }],
    ])('decides by a context of %p without calling a policy broken', async (context) => {
      await putInForce(app, 1, {
        Net: `forbid(principal, action, resource is Workspace)
              when { context.network.isInRange(ip("10.0.0.0/8")) || context.now < datetime("2000-01-01") };`,
      });
      const logged = app.log.length;
      expect((await ask('evaluation', { ...reading(vera), context })).body).toEqual({ decision: true });
      expect(app.log.slice(logged).filter((line) => line.includes('pdp_error'))).toEqual([]);
    });

    it('answers 503 while the policies cannot be loaded', async () => {
      await putInForce(app, 1, ABOUT_RESTRICTED);
      await app.dataSource.query(`UPDATE abac_policy_versions SET tree = '{"effect": "forbid"}' WHERE organization_id = 1`);
      // The door to the route is under policies too.
      expect(outcome(await ask('evaluation', reading(vera)))).toEqual([503, 'UNAVAILABLE']);
    });
  });

  describe('in the certification scenario', () => {
    beforeAll(() => {
      const point = app.app.get(DecisionPoint, { strict: false });
      jest.spyOn(point, 'decide').mockImplementation(POINTS.certification.decide);
      jest.spyOn(point, 'subjects').mockImplementation(POINTS.certification.subjects);
      jest.spyOn(point, 'resources').mockImplementation(POINTS.certification.resources);
      jest.spyOn(point, 'actionsOn').mockImplementation(POINTS.certification.actionsOn);
    });
    afterAll(() => {
      jest.restoreAllMocks();
    });

    it.each([
      ['1', alice, read, one, true],
      ['2', alice, write, one, true],
      ['3', bob, read, one, true],
      ['4', bob, write, one, false],
      ['5', alice, write, archived, false],
      ['6', admin, write, archived, true],
      ['7', alice, { name: 'delete', properties: { soft: true } }, one, true],
      ['8', alice, { name: 'delete', properties: { soft: false } }, one, false],
    ])('decides rule %s, with context, unknown members and repetition', async (_, subject, action, resource, decision) => {
      const asked = question(subject, action, resource);
      const further = {
        context: { time: '2025-06-27T18:03-07:00', ip: '192.168.1.1' },
        foo: 'bar',
        future: { a: 1 },
      };
      for (const body of [asked, asked, { ...asked, ...further }]) {
        const { status, body: answer } = await ask('evaluation', body);
        expect([status, answer]).toEqual([200, { decision }]);
      }
    });

    it.each([
      ['no subject', { action: read, resource: one }],
      ['no action', { subject: alice, resource: one }],
      ['no resource', { subject: alice, action: read }],
      ['no type of the subject', question({ id: 'alice' }, read, one)],
      ['no id of the subject', question({ type: 'user' }, read, one)],
      ['no name of the action', question(alice, {}, one)],
      ['no type of the resource', question(alice, read, { id: 'record-1' })],
      ['no id of the resource', question(alice, read, { type: 'record' })],
      ['text as subject', { subject: 'alice', action: read, resource: one }],
      ['a number as name', question(alice, { name: 123 }, one)],
      ['a list as properties', question({ ...alice, properties: [] }, read, one)],
      ['text as context', { ...question(alice, read, one), context: 'now' }],
      ['nothing', undefined],
      ['a list', []],
      ['null', 'null'],
      ['text that is no JSON', '{"subject":'],
    ])('answers 400 to %s', async (_, body) => {
      expect(outcome(await ask('evaluation', body))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('answers 400 to another media type', async () => {
      const asked = JSON.stringify(question(alice, read, one));
      for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])
        expect((await ask('evaluation', asked, adam, { 'Content-Type': type })).status).toBe(400);
    });

    it('echoes X-Request-ID, and makes one', async () => {
      const id = 'bfe9eb29-ab87-4ca3-be83-a1d5d8305716';
      const given = await ask('evaluation', question(alice, read, one), adam, { 'X-Request-ID': id });
      expect(given.headers.get('x-request-id')).toBe(id);
      expect((await ask('evaluation', question(alice, read, one))).headers.get('x-request-id')).toMatch(/./);
    });

    const isNone = (field: string) => ({
      decision: false,
      context: { error: { status: 400, message: expect.stringContaining(field) } },
    });
    const decisions = (...given: boolean[]) => ({ evaluations: given.map((decision) => ({ decision })) });

    it.each<[string, object, object]>([
      [
        'items with a common subject',
        {
          subject: alice,
          evaluations: [
            { action: read, resource: one },
            { action: write, resource: archived },
          ],
        },
        decisions(true, false),
      ],
      ['whole items', { evaluations: [question(alice, read, one), question(bob, write, one)] }, decisions(true, false)],
      [
        'an item that takes the place of a default as a whole',
        {
          subject: alice,
          action: write,
          resource: one,
          evaluations: [{}, { subject: admin, resource: archived }, { resource: archived }],
        },
        decisions(true, true, false),
      ],
      [
        'an item that is none',
        { subject: alice, action: read, evaluations: [{ resource: one }, {}, 7, { resource: { type: 'record' } }] },
        { evaluations: [{ decision: true }, ...['resource', 'an object', 'resource.id'].map(isNone)] },
      ],
      ['no items', question(alice, read, one), { decision: true }],
      ['an empty list', { ...question(bob, write, one), evaluations: [] }, { decision: false }],
      [
        'an end at the first no',
        {
          action: write,
          resource: one,
          options: { evaluations_semantic: 'deny_on_first_deny' },
          evaluations: [{ subject: alice }, { subject: bob }, { subject: alice }],
        },
        decisions(true, false),
      ],
      [
        'an end at the first yes',
        {
          action: write,
          resource: one,
          options: { evaluations_semantic: 'permit_on_first_permit' },
          evaluations: [{ subject: bob }, { subject: alice }, { subject: bob }],
        },
        decisions(false, true),
      ],
    ])('answers a batch: %s', async (_, body, answer) => {
      expect((await ask('evaluations', body)).body).toEqual(answer);
    });

    it('answers 400 to a batch without items that is not a question, and to one of 101', async () => {
      expect((await ask('evaluations', { evaluations: [] })).status).toBe(400);
      const evaluations = Array.from({ length: 101 }, () => ({}));
      expect((await ask('evaluations', { ...question(alice, read, one), evaluations })).status).toBe(400);
    });

    const ids = async (path: string, body: object) =>
      (await ask(`search/${path}`, body)).body.results.map(({ id, name }: { id?: string; name?: string }) => id ?? name);

    it('searches as the scenario asks (S1 to S6), without regard to an id of what is searched', async () => {
      const context = { ip: '192.168.1.1' };
      for (const more of [{}, { context }, { subject: alice }])
        expect(await ids('subject', { ...question({ type: 'user' }, read, one), ...more })).toEqual(['alice', 'bob']);
      for (const more of [{}, { context }, { resource: two }])
        expect(await ids('resource', { ...question(alice, read, { type: 'record' }), ...more })).toEqual(['record-1', 'record-2']);
      for (const more of [{}, { context }])
        expect(await ids('action', { subject: alice, resource: one, ...more })).toEqual(['read', 'write']);
      expect(await ids('subject', question({ type: 'user' }, write, archived))).toEqual(['bob']);
      expect(await ids('resource', question(admin, write, { type: 'record' }))).toEqual(['record-2']);
      expect(await ids('action', { subject: admin, resource: archived })).toEqual(['read', 'write']);
    });

    it('finds nothing of what it does not know, and answers 400 where an input is missing', async () => {
      expect(await ids('subject', question({ type: 'robot' }, read, one))).toEqual([]);
      expect(await ids('resource', question(alice, read, { type: 'planet' }))).toEqual([]);
      expect(await ids('action', { subject: alice, resource: { type: 'planet', id: '1' } })).toEqual([]);
      for (const [path, body] of [
        ['subject', question({ type: 'user' }, read, { type: 'record' })],
        ['subject', { action: read, resource: one }],
        ['resource', question({ type: 'user' }, read, { type: 'record' })],
        ['resource', { subject: alice, resource: { type: 'record' } }],
        ['action', { subject: { type: 'user' }, resource: one }],
        ['action', { subject: alice }],
        ['subject', { ...question({ type: 'user' }, read, one), page: { token: 'no token of ours' } }],
        ['subject', { ...question({ type: 'user' }, read, one), page: { limit: 0 } }],
      ] as const)
        expect([path, (await ask(`search/${path}`, body)).status]).toEqual([path, 400]);
    });
  });
});
