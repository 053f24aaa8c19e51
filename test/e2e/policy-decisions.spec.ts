import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CurrentSets } from '../../src/abac/application/current-sets.js';
import { PolicyEngine } from '../../src/abac/application/ports/policy-engine.js';
import { PolicySets } from '../../src/abac/application/ports/policy-sets.js';
import { PurgeDecisions } from '../../src/abac/application/purge-decisions.js';
import type { Answer } from '../support/http-client.js';
import { putInForce } from '../support/policies.js';
import { addMember } from '../support/sign-on.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/sso/abac';
const [DELTA, ESTUARY] = [1, 2];
const RESTRICTED = `forbid (principal, action, resource is Workspace)
when { resource.labels.contains("restricted") }
unless { context.deviceTrusted };`;

describe('what access policies decide', () => {
  let app: TestApp, second: TestApp;
  let olivia: LoggedIn, vera: LoggedIn, oscar: LoggedIn, nora: LoggedIn;
  let restricted: number, plain: number, elsewhere: number;
  let count = 0;

  const send = (who: LoggedIn, method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    app.http.send(method, path, body, { token: who.accessToken, headers });
  const workspace = async (organizationId: number, name: string, labels: string[], who: LoggedIn): Promise<number> =>
    (
      await send(who, 'POST', `/api/v1/organizations/${organizationId}/workspaces`, {
        name,
        settings: { allow_public_access: true },
        labels,
      })
    ).body.data.workspace.id;
  const look = (who: LoggedIn, id: number, at = app): Promise<Answer> =>
    at.http.get(`/api/v1/workspaces/${id}`, { token: who.accessToken });
  const written = async (text: string): Promise<number> => {
    count += 1;
    const body = { organization_id: DELTA, name: `Decides ${count}`, text };
    const answer = await send(olivia, 'POST', `${PATH}/policies`, body);
    expect(answer.status).toBe(201);
    return answer.body.data.policy.id;
  };
  const act = async (id: number, step: string, version = 1): Promise<void> => {
    const tag = String((await send(olivia, 'GET', `${PATH}/policies/${id}`)).headers.get('etag'));
    const answer = await send(olivia, 'POST', `${PATH}/policies/${id}/versions/${version}/${step}`, undefined, {
      'If-Match': tag,
    });
    expect([step, answer.status]).toEqual([step, 200]);
  };
  const decisions = async (show = 'of_interest', who = olivia): Promise<Answer> =>
    send(who, 'GET', `${PATH}/decisions?organization_id=${DELTA}&show=${show}&limit=100`);
  const explained = async (id: number, who = olivia): Promise<Answer> => send(who, 'GET', `${PATH}/decisions/${id}/explanation`);
  const outcome = ({ status, body }: Answer): unknown[] => [status, body.code];

  beforeAll(async () => {
    app = await startTestApp();
    second = await startTestApp({ database: { url: app.databaseUrl }, clock: app.clock });
    [olivia, vera] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'vera')];
    [oscar, nora] = [await logIn(app.http, 'oscar'), await logIn(app.http, 'nora')];
    restricted = await workspace(DELTA, 'Restricted', ['restricted'], olivia);
    plain = await workspace(DELTA, 'Plain', [], olivia);
    await addMember(app, 'nora', 'viewer', ESTUARY);
    elsewhere = await workspace(ESTUARY, 'Elsewhere', ['restricted'], oscar);
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });

  it('says in shadow who would have been refused, refuses once active, explains it, and stops when disabled', async () => {
    const id = await written(RESTRICTED);
    const policy = { id, name: `Decides ${count}`, version: 1 };
    await act(id, 'shadow');
    expect([(await look(vera, restricted)).status, (await look(vera, plain)).status]).toEqual([200, 200]);
    const watched = (await decisions()).body.data.decisions[0];
    expect(watched).toMatchObject({
      user_id: vera.userId,
      action: 'workspace.read',
      resource: { type: 'Workspace', id: restricted },
      allowed: true,
      reason: 'roles',
      policies: [],
      shadow: { allowed: false, reason: 'policy', policies: [policy] },
      attributes: { resource: { labels: ['restricted'] }, context: { deviceTrusted: false, allowedByRoles: true } },
    });
    const body = { organization_id: DELTA, text: RESTRICTED };
    expect((await send(olivia, 'POST', `${PATH}/policies/simulate`, body)).body.data).toMatchObject({
      truncated: false,
      newly_refused: 1,
      newly_allowed: 0,
      people: [{ user_id: vera.userId, newly_refused: 1 }],
      changed: [{ decision_id: watched.id, user_id: vera.userId, would_be_allowed: false }],
    });
    const [inShadow] = (await explained(watched.id)).body.data.policies;
    expect(inShadow).toMatchObject({ policy_id: id, shadow: true, state: 'shadow' });

    await act(id, 'activate');
    expect(outcome(await look(vera, restricted))).toEqual([403, 'POLICY_REFUSED']);
    expect((await look(vera, plain)).status).toBe(200);
    const refusal = (await decisions()).body.data.decisions[0];
    expect(refusal).toMatchObject({ allowed: false, reason: 'policy', policies: [policy], shadow: null, errors: [] });
    expect((await explained(refusal.id)).body.data.policies).toEqual([
      {
        policy_id: id,
        name: policy.name,
        version: 1,
        state: 'active',
        shadow: false,
        effect: 'forbid',
        clauses: [
          { text: 'when { resource.labels.contains("restricted") }', holds: true },
          { text: 'unless { context.deviceTrusted }', holds: true },
        ],
        attributes: [
          { name: 'resource.labels', value: ['restricted'] },
          { name: 'context.deviceTrusted', value: false },
        ],
        would_change_it: [
          { name: 'resource.labels', value: [] },
          { name: 'context.deviceTrusted', value: true },
        ],
      },
    ]);
    await act(id, 'disable');
    expect((await look(vera, restricted)).status).toBe(200);
  });

  it('records every refusal, and of what is allowed one in an hour for the same act', async () => {
    const id = await written(RESTRICTED);
    await act(id, 'activate');
    const fresh = await workspace(DELTA, 'Fresh', [], olivia);
    const total = async (show: string): Promise<number> => (await decisions(show)).body.data.pagination.total;
    const before = [await total('all'), await total('of_interest')];
    for (let time = 0; time < 5; time += 1) await look(vera, restricted);
    for (let time = 0; time < 5; time += 1) await look(vera, fresh);
    const [all = 0, refused = 0] = before;
    expect([await total('all'), await total('of_interest')]).toEqual([all + 6, refused + 5]);
    const hashes = (await decisions()).body.data.decisions.slice(0, 5).map((one: { attributes_hash: string }) => one.attributes_hash);
    expect(new Set(hashes).size).toBe(1);
    await act(id, 'disable');
  });

  it('shows decisions to those who may see policies, and not to people of another organization', async () => {
    const [{ id }] = (await decisions()).body.data.decisions;
    expect(outcome(await decisions('all', vera))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await decisions('all', oscar))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await explained(id, vera))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await explained(id, oscar))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await explained(2_000_000_000))).toEqual([404, 'NOT_FOUND']);
    const body = { organization_id: DELTA, text: RESTRICTED };
    expect(outcome(await send(oscar, 'POST', `${PATH}/policies/simulate`, body))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await send(olivia, 'GET', `${PATH}/decisions`))).toEqual([400, 'VALIDATION_FAILED']);
    expect(outcome(await send(olivia, 'GET', `${PATH}/decisions?organization_id=1&show=none`))).toEqual([400, 'VALIDATION_FAILED']);
  });

  describe('of one policy', () => {
    const lastMatch = async (id: number): Promise<unknown> =>
      (await send(olivia, 'GET', `${PATH}/policies/${id}`)).body.data.policy.last_matched_at;
    const ofPolicy = async (id: number | string, more = '', who = olivia): Promise<Answer> =>
      send(who, 'GET', `${PATH}/decisions?organization_id=${DELTA}&policy_id=${id}${more}`);
    const idsOf = ({ body }: Answer): number[] => body.data.decisions.map(({ id }: { id: number }) => id);

    it('are found by it, whether it decided or would have done so in shadow, and say when it last matched', async () => {
      const watched = await written(RESTRICTED);
      const refuses = await written(`forbid (principal, action, resource is Workspace) when { resource.labels.contains("closed") };`);
      const permits = await written(
        `permit (principal, action == Action::"workspace.write", resource is Workspace) when { resource.labels.contains("closed") };`,
      );
      const closed = await workspace(DELTA, 'Closed', ['closed'], olivia);
      expect([await lastMatch(watched), (await ofPolicy(watched)).body.data.pagination.total]).toEqual([null, 0]);
      await act(watched, 'shadow');
      await look(vera, restricted);
      const seen = app.clock.now().toISOString();
      expect(await lastMatch(watched)).toBe(seen);
      await act(permits, 'activate');
      app.clock.advance({ seconds: 60 });
      const renamed = await send(vera, 'PUT', `/api/v1/workspaces/${closed}`, { name: 'Closed still' });
      expect(renamed.status).toBe(200);
      await act(refuses, 'activate');
      for (let time = 0; time < 3; time += 1) expect((await look(vera, closed)).status).toBe(403);
      const [shadowed, refused, permitted] = [await ofPolicy(watched), await ofPolicy(refuses), await ofPolicy(permits)];
      expect(shadowed.body.data.decisions).toMatchObject([{ shadow: { policies: [{ id: watched }] } }]);
      expect(refused.body.data.decisions).toMatchObject(Array(3).fill({ allowed: false, policies: [{ id: refuses }] }));
      expect(permitted.body.data.decisions).toMatchObject([{ allowed: true, policies: [{ id: permits }] }]);
      expect((await ofPolicy(permits, '&show=of_interest')).body.data).toMatchObject({
        decisions: [],
        pagination: { total: 0 },
      });
      const pages = [await ofPolicy(refuses, '&limit=2&show=of_interest'), await ofPolicy(refuses, '&limit=2&page=2')];
      expect(pages.flatMap(idsOf)).toEqual(idsOf(refused));
      expect(pages.map(({ body }) => body.data.pagination.total)).toEqual([3, 3]);
      expect([await lastMatch(watched), await lastMatch(refuses)]).toEqual([seen, app.clock.now().toISOString()]);
      const { policies } = (await send(olivia, 'GET', `${PATH}/policies?organization_id=${DELTA}`)).body.data;
      expect(policies).toContainEqual(
        expect.objectContaining({ id: permits, effect: 'permit', last_matched_at: app.clock.now().toISOString() }),
      );
      for (const id of [watched, refuses, permits]) await act(id, 'disable');
      // What another organization's people ask about it finds nothing of theirs.
      const theirs = await send(oscar, 'GET', `${PATH}/decisions?organization_id=${ESTUARY}&policy_id=${refuses}`);
      expect(theirs.body.data).toMatchObject({ decisions: [], pagination: { total: 0 } });
    });

    it('are found under twenty policies at most, and others still tell when they matched', async () => {
      const refusing = Array.from({ length: 30 }, (_, n) => [`Refuses ${n}`, RESTRICTED] as const);
      await putInForce(app, DELTA, Object.fromEntries(refusing));
      const rows = async (): Promise<number> =>
        (await app.dataSource.query('SELECT count(*)::int AS rows FROM abac_decision_policies'))[0].rows;
      const before = await rows();
      expect((await look(vera, restricted)).body.policies).toHaveLength(30);
      expect((await rows()) - before).toBe(20);
      const first = app.clock.now().toISOString();
      app.clock.advance({ seconds: 60 });
      for (let time = 0; time < 20; time += 1) await look(vera, restricted);
      expect((await rows()) - before).toBe(420);
      const { policies } = (await send(olivia, 'GET', `${PATH}/policies?organization_id=${DELTA}`)).body.data;
      const matches = policies.map(({ last_matched_at: at }: { last_matched_at: string }) => at);
      expect([matches.length, matches.filter((at: string) => at === null || at < first)]).toEqual([30, []]);
      // Not always the same ones.
      const totals = await Promise.all(policies.map(async ({ id }: { id: number }) => (await ofPolicy(id)).body.data.pagination.total));
      expect(totals.filter((total) => total === 0)).toEqual([]);
      const [newest] = (await decisions()).body.data.decisions;
      expect(newest.policies).toHaveLength(30);
      await putInForce(app, DELTA, {});
    });

    it.each(['0', '-1', 'x', '2147483648', '1&policy_id=2', ''])('are refused for policy_id=%s', async (id) => {
      const { status, body } = await ofPolicy(id);
      expect([status, body.code, body.details]).toEqual([400, 'VALIDATION_FAILED', [expect.objectContaining({ field: 'policy_id' })]]);
    });
  });

  it('reaches nothing of another organization, whatever the policy says', async () => {
    const id = await written(
      `forbid (principal, action == Action::"workspace.read", resource) unless { principal.roles.contains("owner") };`,
    );
    await act(id, 'activate');
    expect([(await look(vera, plain)).status, (await look(nora, elsewhere)).status]).toEqual([403, 200]);
    await act(id, 'disable');
    expect((await look(vera, plain)).status).toBe(200);
  });

  it('refuses what a policy in force cannot evaluate, and says so in the log', async () => {
    const overflow = `forbid (principal, action == Action::"workspace.read", resource is Workspace)
      when { (context.proofAgeSeconds + 9007199254740991) * 9007199254740991 > 0 };`;
    const id = await written(overflow);
    await act(id, 'activate');
    const answer = await look(vera, plain);
    expect(outcome(answer)).toEqual([403, 'POLICY_REFUSED']);
    const [decision] = (await decisions()).body.data.decisions;
    expect(decision).toMatchObject({ allowed: false, reason: 'pdp_error', policies: [{ id }] });
    expect(decision.errors[0]).toMatch(/overflow/);
    expect(app.log.filter((line) => line.includes('"pdp_error"')).length).toBe(1);
    await act(id, 'disable');
  });

  it('decides on every instance by what was published, from the next request on', async () => {
    const id = await written(RESTRICTED);
    expect((await look(vera, restricted, second)).status).toBe(200);
    await act(id, 'activate');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => look(vera, restricted, n % 2 ? app : second)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(403));
    await act(id, 'disable');
    const after = await Promise.all(Array.from({ length: 20 }, (_, n) => look(vera, restricted, n % 2 ? app : second)));
    expect(after.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  it('decides what other policies left to the roles by one that was activated since, on every instance', async () => {
    const elsewhere = await written('forbid(principal, action == Action::"workspace.delete", resource);');
    await act(elsewhere, 'activate');
    for (const instance of [app, second, app, second]) expect((await look(vera, restricted, instance)).status).toBe(200);
    const id = await written(RESTRICTED);
    await act(id, 'activate');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => look(vera, restricted, n % 2 ? app : second)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(403));
    await act(id, 'disable');
    for (const instance of [app, second]) expect((await look(vera, restricted, instance)).status).toBe(200);
    await act(elsewhere, 'disable');
  });

  it('decides by the roles, and not by a policy whose activation was undone', async () => {
    const id = await written(RESTRICTED);
    const sets = app.app.get(PolicySets, { strict: false });
    const announce = sets.announce.bind(sets);
    sets.announce = () => Promise.reject(new Error('The database went away.'));
    await expect(act(id, 'activate')).rejects.toThrow('500');
    sets.announce = announce;
    for (const instance of [app, second]) expect((await look(vera, restricted, instance)).status).toBe(200);
  });

  it('is heard of by an instance before the next request', async () => {
    const id = await written(RESTRICTED);
    await act(id, 'activate');
    expect((await look(vera, restricted, second)).status).toBe(403);
    // The connection that hears of it is there before the next publish.
    await second.app.get(PolicySets, { strict: false }).watch(() => Promise.resolve());
    const engine = second.app.get(PolicyEngine, { strict: false });
    const install = engine.install.bind(engine);
    const heard = new Promise<number>((resolve) => {
      engine.install = (set) => {
        resolve(set.active.length);
        return install(set);
      };
    });
    await act(id, 'disable');
    expect(await heard).toBe(0);
    engine.install = install;
  });

  it('answers 503 on an instance that cannot load what was published, and never permits by the old set', async () => {
    const id = await written(RESTRICTED);
    await act(id, 'shadow');
    expect((await look(vera, restricted, second)).status).toBe(200);
    const sets = second.app.get(PolicySets, { strict: false });
    const load = sets.load.bind(sets);
    const stale = await load(DELTA);
    sets.load = () => Promise.resolve(stale);
    await act(id, 'activate');
    const answer = await look(vera, restricted, second);
    expect([...outcome(answer), answer.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
    sets.load = load;
    expect((await look(vera, restricted, second)).status).toBe(403);
    await act(id, 'disable');
  });

  it('answers 503 by a set that the engine does not take', async () => {
    const id = await written(RESTRICTED);
    await act(id, 'activate');
    await app.dataSource.query(`UPDATE abac_policy_versions SET tree = '{"effect": "forbid"}' WHERE policy_id = $1`, [id]);
    const [{ epoch }] = await app.dataSource.query('UPDATE abac_epochs SET epoch = epoch + 1 RETURNING epoch');
    expect(outcome(await look(vera, plain))).toEqual([503, 'UNAVAILABLE']);
    await expect(app.app.get(CurrentSets, { strict: false }).of(DELTA, epoch)).rejects.toThrow();
    await app.dataSource.query(`UPDATE abac_policy_versions SET state = 'disabled' WHERE policy_id = $1`, [id]);
    expect((await look(vera, plain)).status).toBe(200);
  });

  it('keeps decisions for as many days as the operator wants, and of each policy when it last matched', async () => {
    expect((await decisions('all')).body.data.pagination.total).toBeGreaterThan(0);
    const matches = async () =>
      (await send(olivia, 'GET', `${PATH}/policies`)).body.data.policies.map(
        ({ id, last_matched_at: at }: { id: number; last_matched_at: string | null }) => [id, at],
      );
    const before = await matches();
    expect(before.filter(([, at]: [number, string | null]) => at !== null).length).toBeGreaterThan(3);
    app.clock.advance({ days: 31 });
    await app.app.get(PurgeDecisions, { strict: false }).execute();
    const rows = await app.dataSource.query(
      'SELECT (SELECT count(*)::int FROM abac_decisions) AS left, (SELECT count(*)::int FROM abac_decision_policies) AS matches',
    );
    expect(rows).toEqual([{ left: 0, matches: 0 }]);
    olivia = await logIn(app.http, 'olivia');
    expect(await matches()).toEqual(before);
  });

  it('names every attribute and action that a policy can use', async () => {
    const vera2 = await logIn(app.http, 'vera');
    const { cedar, attributes, actions } = (await send(vera2, 'GET', `${PATH}/schema`)).body.data;
    expect(cedar).toContain('entity Workspace in [Organization]');
    expect(attributes).toContainEqual(expect.objectContaining({ name: 'context.deviceTrusted', type: 'Bool' }));
    expect(actions).toContainEqual(expect.objectContaining({ name: 'query.run', acts_on: ['Organization', 'DataSource'] }));
  });
});
