import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/sso/abac/policies';
const [DELTA, ESTUARY] = [1, 2];
const RESTRICTED = `forbid (principal, action, resource is Workspace)
when { resource.labels.contains("restricted") }
unless { context.deviceTrusted };`;
const workspace = { type: 'Workspace', labels: ['restricted'] };
const TRUSTED = { name: 'A trusted device', expected: 'allowed', action: 'workspace.read', resource: workspace };
const OTHER = { name: 'Another device', expected: 'refused', action: 'workspace.read', resource: workspace };
const EXAMPLES = [{ ...TRUSTED, context: { deviceTrusted: true } }, OTHER];

describe('the life of an access policy', () => {
  let app: TestApp;
  let olivia: LoggedIn, adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn, sysadmin: LoggedIn;
  let count = 0;

  const post = (path: string, body: object | undefined, who: LoggedIn, revision?: string): Promise<Answer> =>
    app.http.post(`${PATH}${path}`, body, {
      token: who.accessToken,
      ...(revision !== undefined && { headers: { 'If-Match': revision } }),
    });
  const create = (body: object = {}, who = adam): Promise<Answer> => {
    count += 1;
    const policy = { organization_id: DELTA, name: `Policy ${count}`, text: RESTRICTED, examples: EXAMPLES };
    return post('', { ...policy, ...body }, who);
  };
  const created = async (body: object = {}): Promise<{ id: number; tag: string }> => {
    const answer = await create(body);
    expect([answer.status, answer.body.message]).toEqual([201, 'Policy created.']);
    return { id: answer.body.data.policy.id, tag: String(answer.headers.get('etag')) };
  };
  const read = (id: number, who = adam): Promise<Answer> => app.http.get(`${PATH}/${id}`, { token: who.accessToken });
  const tagOf = async (id: number): Promise<string> => String((await read(id)).headers.get('etag'));
  const act = async (id: number, version: number, act: string, who = olivia): Promise<Answer> =>
    post(`/${id}/versions/${version}/${act}`, undefined, who, await tagOf(id));
  const statesOf = async (id: number): Promise<string[]> => {
    const { policy, versions } = (await read(id)).body.data;
    return [policy.status, ...versions.map(({ state }: { state: string }) => state)];
  };
  /** By hand, where the policy holds for the owner's own session as well. */
  const withdrawAll = async (): Promise<void> => {
    await app.dataSource.query(`UPDATE abac_policy_versions SET state = 'disabled' WHERE state = 'active'`);
    await app.dataSource.query('UPDATE abac_epochs SET epoch = epoch + 1, is_deciding = false');
  };
  const outcome = ({ status, body }: Answer): unknown[] => [status, body.code ?? body.message];
  const problems = async (text: string): Promise<unknown[]> =>
    (await post('/validate', { organization_id: DELTA, text }, adam)).body.data.problems;

  beforeAll(async () => {
    app = await startTestApp();
    [olivia, adam, vera] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'adam'), await logIn(app.http, 'vera')];
    [oscar, sysadmin] = [await logIn(app.http, 'oscar'), await logIn(app.http, 'sysadmin')];
  });
  afterAll(() => app.close());

  it('shows strangers no policy, by any route, and writes nothing into the trail of the organization', async () => {
    const { id } = await created();
    expect(outcome(await read(id, oscar))).toEqual([404, 'NOT_FOUND']);
    for (const step of ['shadow', 'activate', 'disable'])
      expect(outcome(await post(`/${id}/versions/1/${step}`, undefined, oscar, '"1"'))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await post(`/${id}/archive`, undefined, oscar, '"1"'))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await post(`/${id}/versions`, { text: RESTRICTED }, oscar, '"1"'))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await create({ organization_id: ESTUARY }))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await post('/validate', { organization_id: DELTA, text: RESTRICTED }, oscar))).toEqual([403, 'FORBIDDEN']);
  });

  it('lets administrators draft and watch, and owners alone decide what decides', async () => {
    const { id } = await created();
    expect(outcome(await create({}, vera))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await read(id, vera))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await act(id, 1, 'activate', adam))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await act(id, 1, 'shadow', adam))).toEqual([200, 'Version in shadow.']);
    expect(outcome(await act(id, 1, 'activate'))).toEqual([200, 'Version activated.']);
    expect(outcome(await act(id, 1, 'disable', adam))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await act(id, 1, 'shadow', adam))).toEqual([409, 'CONFLICT']);
    expect(outcome(await act(id, 1, 'disable'))).toEqual([200, 'Version disabled.']);
  });

  it('goes from draft to shadow to active to disabled to archived, and back to an older version', async () => {
    const { id, tag } = await created({ description: 'Only from a trusted device.' });
    const second = await post(`/${id}/versions`, { text: RESTRICTED.replace('restricted', 'secret') }, adam, tag);
    expect([second.status, second.body.data.policy]).toMatchObject([201, { status: 'draft', version: 2 }]);
    expect(await statesOf(id)).toEqual(['draft', 'draft', 'draft']);
    await act(id, 1, 'shadow', adam);
    await act(id, 2, 'shadow', adam);
    expect(await statesOf(id)).toEqual(['shadow', 'shadow', 'shadow']);
    await act(id, 2, 'activate');
    expect(await statesOf(id)).toEqual(['active', 'active', 'shadow']);
    expect(outcome(await act(id, 2, 'activate'))).toEqual([409, 'CONFLICT']);
    await act(id, 1, 'activate');
    expect(await statesOf(id)).toEqual(['active', 'disabled', 'active']);
    expect(outcome(await post(`/${id}/archive`, undefined, adam, await tagOf(id)))).toEqual([409, 'CONFLICT']);
    await act(id, 1, 'disable');
    expect(outcome(await act(id, 1, 'disable'))).toEqual([409, 'CONFLICT']);
    expect(outcome(await post(`/${id}/archive`, undefined, adam, await tagOf(id)))).toEqual([200, 'Policy archived.']);
    expect(await statesOf(id)).toEqual(['archived', 'disabled', 'disabled']);
    for (const step of ['shadow', 'activate']) expect(outcome(await act(id, 1, step))).toEqual([409, 'CONFLICT']);
    const text = { text: RESTRICTED };
    expect(outcome(await post(`/${id}/versions`, text, adam, await tagOf(id)))).toEqual([409, 'CONFLICT']);
    expect(outcome(await act(id, 3, 'shadow'))).toEqual([404, 'NOT_FOUND']);
  });

  it('keeps every version as it was written, with who wrote and published it', async () => {
    const { id } = await created();
    await act(id, 1, 'activate');
    const [version] = (await read(id)).body.data.versions;
    expect(version).toMatchObject({
      version: 1,
      state: 'active',
      effect: 'forbid',
      text: RESTRICTED,
      created_by_user_id: adam.userId,
      author_user_id: adam.userId,
      actions: ['workspace.read', 'workspace.write', 'workspace.delete'].sort(),
      examples: [
        { ...EXAMPLES[0], principal: {} },
        { ...OTHER, principal: {}, context: {} },
      ],
      published_by_user_id: olivia.userId,
      published_at: app.clock.now().toISOString(),
    });
    await act(id, 1, 'disable');
    const [after] = (await read(id)).body.data.versions;
    expect({ ...after, state: 'active' }).toEqual(version);
    const trail = await app.dataSource.query(
      `SELECT action, outcome, actor_user_id AS actor FROM audit_events
        WHERE target_type = 'policy' AND target_id = $1 ORDER BY id`,
      [String(id)],
    );
    expect(trail).toEqual([
      { action: 'abac.policy.created', outcome: 'success', actor: adam.userId },
      { action: 'abac.policy.activated', outcome: 'success', actor: olivia.userId },
      { action: 'abac.policy.disabled', outcome: 'success', actor: olivia.userId },
    ]);
  });

  it('gives the name of an archived policy free, and no other', async () => {
    const { id, tag } = await created({ name: 'One name' });
    expect(outcome(await create({ name: 'One name' }))).toEqual([409, 'CONFLICT']);
    await post(`/${id}/archive`, undefined, adam, tag);
    expect((await create({ name: 'One name' })).status).toBe(201);
  });

  it('asks for If-Match, and refuses a state that was not seen', async () => {
    const { id } = await created();
    for (const path of [`/${id}/archive`, ...['shadow', 'activate', 'disable'].map((s) => `/${id}/versions/1/${s}`)]) {
      expect(outcome(await post(path, undefined, olivia))).toEqual([428, 'PRECONDITION_REQUIRED']);
      expect(outcome(await post(path, undefined, olivia, '"9"'))).toEqual([412, 'PRECONDITION_FAILED']);
    }
    expect(outcome(await post(`/${id}/versions`, { text: RESTRICTED }, olivia, '"9"'))).toEqual([412, 'PRECONDITION_FAILED']);
  });

  it('lets one of twenty publish at once', async () => {
    const policies = await Promise.all([1, 2, 3, 4].map(() => created()));
    const answers = await Promise.all(
      policies.flatMap(({ id, tag }) => Array.from({ length: 5 }, () => post(`/${id}/versions/1/activate`, undefined, olivia, tag))),
    );
    const won = answers.filter(({ status }) => status === 200).length;
    expect(won).toBeGreaterThanOrEqual(1);
    expect(answers.filter(({ status }) => ![200, 409, 412].includes(status))).toEqual([]);
    const rows = await app.dataSource.query(
      `SELECT count(*)::int AS active FROM abac_policy_versions WHERE state = 'active' AND policy_id = ANY ($1)`,
      [policies.map(({ id }) => id)],
    );
    expect(rows).toEqual([{ active: won }]);
    for (const { id } of policies) if ((await statesOf(id))[0] === 'active') await act(id, 1, 'disable');
  });

  it('never lets two policies lock the owners out that each alone would not', async () => {
    const unless = await created({
      text: 'forbid (principal, action, resource) unless { context.deviceTrusted };',
      examples: [],
    });
    const when = await created({
      text: 'forbid (principal, action, resource) when { context.deviceTrusted };',
      examples: [],
    });
    for (let round = 0; round < 3; round += 1) {
      const tags = [await tagOf(unless.id), await tagOf(when.id)];
      const answers = await Promise.all(
        [unless, when].map(({ id }, index) => post(`/${id}/versions/1/activate`, undefined, olivia, tags[index])),
      );
      const [done, refused] = answers.map(({ status }) => status).sort();
      expect(done).toBe(200);
      // 403 by the first policy itself, if that is in force before the other request is let in.
      expect([403, 409]).toContain(refused);
      await withdrawAll();
    }
  });

  it('makes one policy of a request that comes again with its key', async () => {
    const body = { organization_id: DELTA, name: 'Once', text: RESTRICTED };
    const headers = { 'Idempotency-Key': 'policy-once' };
    const answers = [1, 2].map(() => app.http.post(PATH, body, { token: adam.accessToken, headers }));
    const [first, again] = await Promise.all(answers);
    const later = await app.http.post(PATH, body, { token: adam.accessToken, headers });
    expect([first?.status, again?.status].sort()).toEqual([201, expect.any(Number)]);
    expect([later.status, later.body.data.policy.name]).toEqual([201, 'Once']);
  });

  describe('the check of a text', () => {
    it('says what is wrong, where, and what to do', async () => {
      const text = `forbid (principal, action, resource is Workspace)\nwhen { "é" == "é" && context.deviceTrustd };`;
      expect(await problems(text)).toEqual([
        {
          message: expect.stringMatching(/^Attribute `deviceTrustd` in context not found\.$/),
          hint: 'Did you mean `deviceTrusted`?',
          line: 2,
          column: 22,
          length: 20,
        },
      ]);
      const refused = await create({ text });
      expect([...outcome(refused), refused.body.problems]).toEqual([422, 'POLICY_INVALID', await problems(text)]);
    });

    it.each([
      ['no policy', 'what', /./],
      ['an open bracket', 'forbid (principal, action, resource', /./],
      ['two policies in one text', `${RESTRICTED}\npermit (principal, action, resource);`, /^Write one policy; the text holds 2/],
      ['none', '// nothing', /^Write one policy; the text holds 0/],
      ['a template', 'forbid (principal == ?principal, action, resource);', /^Write one|template/],
      ['an unknown action', 'forbid (principal, action == Action::"workspace.raed", resource);', /workspace\.raed/],
      ['an unknown type', 'forbid (principal is Robot, action, resource);', /Robot/],
      ['an attribute that may be missing', 'forbid (principal, action, resource) when { principal.department == "x" };', /department/],
      ['a tag that may be missing', 'forbid (principal, action, resource) when { principal.getTag("x").contains("y") };', /tag/],
      ['what can never apply', 'forbid (principal, action == Action::"abac.read", resource is Workspace);', /impossible|applicable/],
      [
        'a number that JSON does not hold',
        'forbid (principal, action, resource) when { principal.accountAgeDays > 9007199254740993 };',
        /^Numbers/,
      ],
      ['text in place of a number', 'forbid (principal, action, resource) when { principal.accountAgeDays > "3" };', /./],
      ['an address from a text', 'forbid (principal, action, resource) when { ip(principal.email).isLoopback() };', /./],
      ['a permit of everything', 'permit (principal, action, resource);', /^A permit can only allow/],
      ['a permit of administration', 'permit (principal, action == Action::"role.manage", resource);', /^A permit can only allow/],
    ])('refuses %s', async (_, text, message) => {
      const found = (await problems(text)) as { message: string }[];
      expect(found.length).toBeGreaterThan(0);
      expect(found.some((problem) => message.test(problem.message))).toBe(true);
      expect((await create({ text })).body.code).toBe('POLICY_INVALID');
    });

    it.each([
      ['brackets', '('.repeat(2_000) + 'true' + ')'.repeat(2_000)],
      ['negated brackets', '!('.repeat(300) + 'context.deviceTrusted' + ')'.repeat(300)],
      ['sets', '['.repeat(1_000) + '1' + ']'.repeat(1_000) + '.contains(1)'],
      ['records', '{a:'.repeat(1_000) + '1' + '}'.repeat(1_000) + '.a == 1'],
      ['attributes of attributes', `context${'.a'.repeat(4_000)} == 1`],
      ['conditions in conditions', 'if context.deviceTrusted then true else '.repeat(100) + 'true'],
      ['a sum of many terms', `${Array(4_000).fill('1').join('+')} == 2`],
    ])('refuses %s that are nested too deeply, and reads the next text', async (_, condition) => {
      const text = `forbid (principal, action, resource) when { ${condition} };`;
      // More often than there are threads.
      for (let count = 0; count < 3; count += 1)
        expect(await problems(text)).toMatchObject([{ message: 'The policy is nested too deeply.' }]);
      expect((await create({ text })).body.code).toBe('POLICY_INVALID');
      expect(await problems(RESTRICTED)).toEqual([]);
    });

    it('reads and publishes a condition of hundreds of terms', async () => {
      const terms = Array.from({ length: 250 }, (__, age) => `context.proofAgeSeconds == ${age}`);
      const text = `forbid (principal, action == Action::"query.run", resource) when { ${terms.join(' || ')} };`;
      const asked = { name: 'The last term', action: 'query.run', resource: { type: 'DataSource' } };
      const examples = [
        { ...asked, expected: 'refused', context: { proofAgeSeconds: 249 } },
        { ...asked, name: 'No term', expected: 'allowed', context: { proofAgeSeconds: 250 } },
      ];
      const { id } = await created({ text, examples });
      expect(outcome(await act(id, 1, 'activate'))).toEqual([200, 'Version activated.']);
      expect(outcome(await act(id, 1, 'disable'))).toEqual([200, 'Version disabled.']);
    });

    it.each([70, 300])('takes a condition with a chain of %i terms in another one, which stays a text', async (terms) => {
      const methods = Array.from({ length: terms }, (_, index) => `context.amr.contains("${index}")`).join(' || ');
      const text = `forbid (principal, action, resource is Workspace) when { context.deviceTrusted && (${methods}) };`;
      const checked = await post('/validate', { organization_id: DELTA, text }, adam);
      expect(checked.body.data).toMatchObject({ valid: true, form: null, why_no_form: expect.stringContaining('stays a text') });
      await created({ text, examples: [] });
    });

    it('finds nothing wrong with what may be missing and is asked for first', async () => {
      for (const condition of [
        'principal has department && principal.department == "Sales"',
        'principal.hasTag("regions") && principal.getTag("regions").contains("EU")',
        'context.network.isInRange(ip("10.0.0.0/8")) && context.now.toTime() > duration("8h")',
      ])
        expect(await problems(`forbid (principal, action, resource) when { ${condition} };`)).toEqual([]);
    });

    it.each([
      ['text', { text: 'x'.repeat(10_001) }],
      ['text', { text: 'forbid\0' }],
      ['examples', { examples: Array.from({ length: 51 }, () => OTHER) }],
      ['examples[0].action', { examples: [{ ...OTHER, action: 'workspace.fly' }] }],
      ['examples[0].action', { examples: [{ ...OTHER, action: '*' }] }],
      ['examples[0].context.device', { examples: [{ ...OTHER, context: { device: true } }] }],
      ['examples[0].context.deviceTrusted', { examples: [{ ...OTHER, context: { deviceTrusted: 'yes' } }] }],
      ['examples[0].context.toString', { examples: [{ ...OTHER, context: { toString: true } }] }],
      ['examples[0].principal.own', { examples: [{ ...OTHER, principal: { own: { regions: 'EU' } } }] }],
      ['examples[0].resource.type', { examples: [{ ...OTHER, action: 'role.read' }] }],
    ])('names %s when it is not valid', async (field, body) => {
      const answer = await create(body);
      expect([...outcome(answer), answer.body.details[0].field]).toEqual([400, 'VALIDATION_FAILED', field]);
    });
  });

  it('publishes nothing that decides an example otherwise than it expects', async () => {
    const { id } = await created({ examples: [{ ...OTHER, expected: 'allowed' }] });
    for (const step of ['shadow', 'activate']) {
      const answer = await act(id, 1, step);
      expect([...outcome(answer), answer.body.failed_examples]).toEqual([
        ...[409, 'POLICY_EXAMPLES_FAILED'],
        [{ name: 'Another device', expected: 'allowed', decided: 'refused', errors: [] }],
      ]);
    }
    const address = { ...TRUSTED, context: { network: 'nowhere' } };
    const checked = await post('/validate', { organization_id: DELTA, text: RESTRICTED, examples: [address] }, adam);
    expect(checked.body.data.examples).toEqual([
      { name: 'A trusted device', expected: 'allowed', decided: 'refused', errors: [expect.any(String)] },
    ]);
  });

  it('publishes no more than fits, until there is room', async () => {
    const [wide, next] = [await created(), await created()];
    expect(outcome(await act(wide.id, 1, 'shadow', adam))).toEqual([200, 'Version in shadow.']);
    // As long as hundreds of texts of the greatest length.
    const annotate = (length: number) =>
      app.dataSource.query(
        `UPDATE abac_policy_versions SET tree = tree || jsonb_build_object('annotations', jsonb_build_object('a', repeat('x', $2)))
          WHERE policy_id = $1`,
        [wide.id, length],
      );
    await annotate(524_288);
    const refused = await act(next.id, 1, 'shadow', adam);
    expect(outcome(refused)).toEqual([409, 'POLICIES_TOO_LARGE']);
    expect(refused.body.message).toBe(
      'The policies in force would take 514 kB together, but at most 512 kB are allowed. Disable one that you do not need, or write it shorter.',
    );
    expect(await statesOf(next.id)).toEqual(['draft', 'draft']);
    // What makes it no larger is never refused.
    expect(outcome(await act(wide.id, 1, 'activate'))).toEqual([200, expect.anything()]);
    expect(outcome(await act(wide.id, 1, 'disable'))).toEqual([200, 'Version disabled.']);
    expect(outcome(await act(next.id, 1, 'shadow', adam))).toEqual([200, 'Version in shadow.']);
    expect(outcome(await act(next.id, 1, 'disable', adam))).toEqual([200, 'Version disabled.']);
  });

  describe('the guard against locking out', () => {
    it.each([
      ['all people', 'forbid (principal, action, resource);'],
      ['owners from policies', 'forbid (principal, action == Action::"abac.grant", resource) when { principal.roles.contains("owner") };'],
      [
        'owners by a condition that always holds',
        'forbid (principal, action == Action::"role.manage", resource) when { context.proofAgeSeconds >= 0 };',
      ],
      [
        'owners outside of a network where they are not',
        'forbid (principal, action, resource) unless { context.network.isInRange(ip("203.0.113.0/24")) };',
      ],
      [
        'owners by an overflow',
        'forbid (principal, action, resource) when { (principal.accountAgeDays + 9007199254740991) * 9007199254740991 > 0 };',
      ],
    ])('refuses to lock out %s', async (_, text) => {
      const { id } = await created({ text, examples: [] });
      const answer = await act(id, 1, 'activate');
      expect(outcome(answer)).toEqual([409, 'POLICY_LOCKS_OUT']);
      expect(answer.body.owners[0]).toMatchObject({ user_id: olivia.userId, permissions: expect.any(Array) });
      expect((await statesOf(id))[0]).toBe('draft');
      // Who only writes policies is told so before an owner publishes.
      const checked = await post('/validate', { organization_id: DELTA, text }, adam);
      expect(checked.body.data).toMatchObject({ valid: true, locked_out_owners: answer.body.owners });
    });

    it.each([
      ['a network where the owner is', 'forbid (principal, action, resource) unless { context.network.isInRange(ip("127.0.0.0/8")) };'],
      [
        'the working hours',
        'forbid (principal, action, resource) unless { context.now.toTime() > duration("7h") && context.now.toTime() < duration("19h") };',
      ],
    ])('lets a policy demand %s', async (_, text) => {
      const { id } = await created({ text, examples: [] });
      const checked = await post('/validate', { organization_id: DELTA, text }, adam);
      expect(checked.body.data).toMatchObject({ valid: true, locked_out_owners: [] });
      expect(outcome(await act(id, 1, 'activate'))).toEqual([200, 'Version activated.']);
      await withdrawAll();
    });

    it('names no owner to people who may not read what is known of people', async () => {
      const change = (how: string) =>
        app.dataSource.query(
          `UPDATE roles SET permissions = ${how}(permissions, 'abac.read') WHERE organization_id = $1 AND name = 'admin'`,
          [DELTA],
        );
      await change('array_remove');
      const text = 'forbid (principal, action, resource) when { principal.roles.contains("owner") };';
      const checked = await post('/validate', { organization_id: DELTA, text }, adam);
      await change('array_append');
      expect(checked.body.data).toMatchObject({ valid: true, locked_out_owners: null });
    });

    it('judges a text beside the policies in force, without the one that it would take the place of', async () => {
      const half = (word: string) =>
        `forbid (principal, action == Action::"role.manage", resource) ${word} { context.now.toTime() > duration("12h") };`;
      const { id } = await created({ text: half('when'), examples: [] });
      expect(outcome(await act(id, 1, 'activate'))).toEqual([200, 'Version activated.']);
      const lost = async (body: object) =>
        (await post('/validate', { organization_id: DELTA, text: half('unless'), ...body }, adam)).body.data.locked_out_owners;
      expect(await lost({})).toEqual([{ user_id: olivia.userId, permissions: ['role.manage'], missing_proofs: [] }]);
      expect(await lost({ replaces_policy_id: id })).toEqual([]);
      expect(await lost({ replaces_policy_id: 2_000_000_000 })).toHaveLength(1);
      expect((await post('/validate', { organization_id: DELTA, text: 'forbid', replaces_policy_id: id }, adam)).body.data).toMatchObject({
        valid: false,
        locked_out_owners: [],
      });
      for (const wrong of [0, '1', null, 1.5])
        expect(outcome(await post('/validate', { organization_id: DELTA, text: RESTRICTED, replaces_policy_id: wrong }, adam))).toEqual([
          400,
          'VALIDATION_FAILED',
        ]);
      await withdrawAll();
    });

    it('leaves emergency accounts out: policies do not reach them', async () => {
      const text = `forbid (principal == User::"${olivia.userId}", action, resource);`;
      const { id } = await created({ text, examples: [] });
      expect((await act(id, 1, 'activate')).body.code).toBe('POLICY_LOCKS_OUT');
      await app.dataSource.query(
        `INSERT INTO sso_break_glass (organization_id, user_id, designated_at) VALUES (${DELTA}, ${olivia.userId}, now())`,
      );
      expect(outcome(await act(id, 1, 'activate'))).toEqual([200, 'Version activated.']);
      expect(outcome(await act(id, 1, 'disable'))).toEqual([200, 'Version disabled.']);
      await app.dataSource.query('DELETE FROM sso_break_glass');
    });
  });

  it('tells each caller what they lack to activate a version', async () => {
    const lacks = async (id: number, who: LoggedIn): Promise<string[][]> =>
      (await read(id, who)).body.data.versions.map((one: { missing_permissions: string[] }) => one.missing_permissions);
    const { id, tag } = await created();
    const text = 'permit (principal, action in [Action::"query.run", Action::"workspace.read"], resource);';
    expect((await post(`/${id}/versions`, { text }, adam, tag)).status).toBe(201);
    expect(await lacks(id, olivia)).toEqual([[], []]);
    expect(await lacks(id, adam)).toEqual([['abac.grant'], ['abac.grant']]);
    expect(await lacks(id, sysadmin)).toEqual([['query.run'], []]);
    for (const [who, version, status] of [
      [adam, 1, 403],
      [sysadmin, 2, 403],
      [sysadmin, 1, 403],
      [olivia, 2, 200],
    ] as const)
      expect((await act(id, version, 'activate', who)).status).toBe(status);
    await act(id, 2, 'disable');
  });

  it('lets no person permit what they do not hold', async () => {
    const text = 'permit (principal, action == Action::"query.run", resource);';
    const { id } = await created({ text, examples: [] });
    const answer = await act(id, 1, 'activate', sysadmin);
    expect([...outcome(answer), answer.body.detail ?? answer.body.message]).toEqual([
      ...[403, 'FORBIDDEN'],
      expect.stringContaining('query.run'),
    ]);
    expect(outcome(await act(id, 1, 'activate'))).toEqual([200, 'Version activated.']);
    await act(id, 1, 'disable');
  });
});
