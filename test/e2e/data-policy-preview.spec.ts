import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const STAFF = { schema: 'public', relation: 'staff' };
const VIEWERS = 'principal.roles.contains("viewer")';
const NO_SALARY = { kind: 'column', ...STAFF, column: 'salary', effect: 'deny' };
const REGIONS = {
  kind: 'rows',
  schema: 'public',
  relation: 'orders',
  where: { column: 'region', operator: 'in', values: { attribute: 'own.regions' } },
};

interface Reason {
  readonly kind: string;
  readonly effect: string | null;
}

interface Column {
  readonly name: string;
  readonly access: string;
  readonly mask: string | null;
  readonly reasons: readonly Reason[];
}

interface Relation {
  readonly relation: string;
  readonly access: string;
  readonly rows_filtered: boolean;
  readonly reasons: readonly Reason[];
  readonly columns: readonly Column[];
}

describe('the preview as another member', () => {
  let app: TestApp;
  let source: SourceDatabase;
  let olivia: LoggedIn, adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn;
  const ids: Record<string, number> = {};
  let id: number;
  let count = 0;

  const preview = (who: LoggedIn, user = 'vera', query = '', of = id): Promise<Answer> =>
    app.http.get(`/api/v1/data-sources/${of}/members/${ids[user] ?? user}/preview?limit=50${query}`, {
      token: who.accessToken,
    });
  const relations = async (user = 'vera', query = '', who = adam): Promise<readonly Relation[]> => {
    const { status, body } = await preview(who, user, query);
    expect([status, body.code ?? body.message]).toEqual([200, 'Preview made.']);
    return body.data.relations;
  };
  const relation = async (name: string, user = 'vera', query = ''): Promise<Relation> => {
    const found = (await relations(user, query)).find((one) => one.relation === name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found;
  };
  const draft = async (body: object): Promise<number> => {
    count += 1;
    const policy = { organization_id: 1, data_source_id: id, name: `Policy ${count}`, ...body };
    const made = await app.http.post('/api/v1/sso/abac/data-policies', policy, { token: adam.accessToken });
    expect([made.status, made.body.details ?? made.body.message]).toEqual([201, 'Data policy created.']);
    return made.body.data.data_policy.id;
  };
  const active = async (body: object): Promise<number> => {
    const policy = await draft(body);
    const path = `/api/v1/sso/abac/data-policies/${policy}/activate`;
    const options = { token: adam.accessToken, headers: { 'If-Match': '"1"' } };
    expect((await app.http.post(path, undefined, options)).status).toBe(200);
    return policy;
  };
  const tagged = async (place: object): Promise<void> => {
    const body = { ...STAFF, state: 'set', ...place };
    const answer = await app.http.put(`/api/v1/data-sources/${id}/tags`, body, { token: adam.accessToken });
    expect(answer.status).toBe(200);
  };
  const setRegions = async (who: string, regions: string[] | null): Promise<void> => {
    const attributes = regions === null ? {} : { regions };
    const path = `/api/v1/organizations/1/members/${ids[who]}/attributes`;
    expect((await app.http.put(path, { attributes }, { token: olivia.accessToken })).status).toBe(200);
  };
  const run = (sql: string, who: LoggedIn): Promise<Answer> =>
    app.http.post(`/api/v1/data-sources/${id}/query`, { sql }, { token: who.accessToken });
  const discover = (): Promise<Answer> =>
    app.http.post(`/api/v1/data-sources/${id}/discover-schema?refresh=true`, undefined, { token: olivia.accessToken });
  const outcome = ({ status, body }: Answer): unknown[] => [status, body.code ?? body.message];
  const column = ({ columns }: Relation, name: string) => columns.find((one) => one.name === name);

  beforeAll(async () => {
    app = await startTestApp();
    source = await SourceDatabase.create(
      'CREATE TABLE orders (id int PRIMARY KEY, region text, total int)',
      'CREATE TABLE staff (id int PRIMARY KEY, name text, mail text, salary int)',
      'CREATE VIEW names AS SELECT name FROM staff',
      'CREATE TABLE parent (id int, note text)',
      'CREATE TABLE child (extra int) INHERITS (parent)',
    );
    await source.run(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${source.role}`);
    await source.run('CREATE TABLE secret (id int)');
    [olivia, adam] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'adam')];
    [vera, oscar] = [await logIn(app.http, 'vera'), await logIn(app.http, 'oscar')];
    for (const { username, id: user } of await app.dataSource.query('SELECT username, id FROM users')) ids[username] = user;
    const body = { organization_id: 1, name: 'Shop', engine: 'postgresql', connection: source.connection() };
    const { body: made } = await app.http.post('/api/v1/data-sources', body, { token: olivia.accessToken });
    ({ id } = made.data.data_source);
  });
  afterAll(async () => {
    await app.close();
    await source.drop();
  });
  beforeEach(async () => {
    for (const table of ['data_policies', 'column_tags', 'reviewed_relations', 'member_attributes'])
      await app.dataSource.query(`DELETE FROM ${table}`);
  });

  it('needs a discovered schema', async () => {
    expect(outcome(await preview(adam))).toEqual([409, 'SCHEMA_NOT_DISCOVERED']);
    expect((await discover()).status).toBeLessThan(300);
  });

  it('knows no person, data source and policy of another organization, and takes permissions', async () => {
    const policy = await draft({ rules: [NO_SALARY] });
    expect(outcome(await preview(oscar))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await preview(vera))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await preview(adam, 'oscar'))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await preview(adam, '2000000000'))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await preview(adam, 'vera', '', 2_000_000_000))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await preview(adam, 'vera', '&data_policy_id=2000000000'))).toEqual([404, 'NOT_FOUND']);
    await app.dataSource.query('UPDATE data_policies SET organization_id = 2 WHERE id = $1', [policy]);
    expect(outcome(await preview(adam, 'vera', `&data_policy_id=${policy}`))).toEqual([404, 'NOT_FOUND']);
    for (const query of ['&data_policy_id=x', '&data_policy_id=0', '&schema_name=', '&search=%00'])
      expect([query, ...outcome(await preview(adam, 'vera', query))]).toEqual([query, 400, 'VALIDATION_FAILED']);
    expect(outcome(await preview(adam, 'vera', '&schema_name=nowhere'))).toEqual([404, 'SCHEMA_NOT_FOUND']);
  });

  it('knows no member who is suspended', async () => {
    await app.dataSource.query('UPDATE organization_members SET suspended_at = now() WHERE user_id = $1', [ids['vera']]);
    expect(outcome(await preview(adam))).toEqual([404, 'NOT_FOUND']);
    await app.dataSource.query('UPDATE organization_members SET suspended_at = NULL WHERE user_id = $1', [ids['vera']]);
  });

  it('never tells what the asking person may not know themself', async () => {
    await active({ rules: [NO_SALARY], applies_when: 'principal.roles.contains("admin")' });
    await active({
      rules: [{ kind: 'relation', schema: 'public', relation: 'orders' }],
      applies_when: 'principal.roles.contains("admin")',
    });
    expect((await relation('staff')).columns.map(({ name }) => name)).toEqual(['id', 'name', 'mail']);
    for (const query of ['', '&search=region', '&search=orders'])
      expect((await relations('vera', query)).filter((one) => one.relation === 'orders')).toEqual([]);
    const whole = await relations('vera', '', olivia);
    expect(whole.find((one) => one.relation === 'staff')?.columns).toHaveLength(4);
  });

  it('shows everything as it is where no policy is for the member', async () => {
    const policy = await active({ rules: [NO_SALARY], applies_when: VIEWERS });
    const { body } = await preview(adam, 'olivia');
    expect(body.data.member).toEqual({ user_id: ids['olivia'], may_run_queries: true });
    expect(body.data.data_policies).toEqual([
      {
        id: policy,
        name: expect.any(String),
        status: 'active',
        applies: false,
        failure: null,
        depends_on_session: false,
      },
    ]);
    expect(await relation('staff', 'olivia')).toMatchObject({
      access: 'full',
      rows_filtered: false,
      reasons: [],
      columns: [{ access: 'visible' }, { access: 'visible' }, { access: 'visible' }, { access: 'visible' }],
    });
    expect(await relation('secret', 'olivia')).toMatchObject({
      access: 'unreadable',
      columns: [{ name: 'id', access: 'unreadable', reasons: [] }],
    });
  });

  it('says of each column and relation what is kept from the member, and by which policy', async () => {
    await tagged({ column: 'mail', tag: 'email' });
    const salary = await active({ rules: [NO_SALARY], applies_when: VIEWERS });
    const mail = await active({ data_source_id: null, rules: [{ kind: 'tag', tag: 'email', effect: 'hash' }] });
    const regions = await active({ rules: [REGIONS] });
    await setRegions('vera', ['EU', 'AP']);
    await setRegions('adam', ['EU']);
    const staff = await relation('staff');
    expect(staff).toMatchObject({ access: 'restricted', rows_filtered: false, reasons: [] });
    expect(column(staff, 'name')).toEqual({ name: 'name', type: 'text', access: 'visible', mask: null, reasons: [] });
    expect(column(staff, 'salary')).toMatchObject({
      access: 'denied',
      mask: null,
      reasons: [{ kind: 'column', data_policy_id: salary, effect: 'deny' }],
    });
    expect(column(staff, 'mail')).toMatchObject({
      access: 'masked',
      mask: 'hash',
      reasons: [{ kind: 'tag', data_policy_id: mail, tag: 'email', effect: 'hash' }],
    });
    expect(await relation('orders')).toMatchObject({
      access: 'restricted',
      rows_filtered: true,
      reasons: [
        {
          kind: 'rows',
          data_policy_id: regions,
          where: REGIONS.where,
          attributes: [{ name: 'own.regions', values: ['AP', 'EU'] }],
        },
      ],
    });
    await active({ rules: [{ ...NO_SALARY, column: 'mail', effect: 'last_four' }] });
    const both = column(await relation('staff'), 'mail');
    expect([both?.mask, both?.reasons.map(({ effect }) => effect)]).toEqual(['null', ['hash', 'last_four']]);
    await active({ rules: [{ kind: 'relation', schema: 'public', relation: 'orders' }], applies_when: VIEWERS });
    const orders = await relation('orders');
    expect([orders.access, orders.rows_filtered, column(orders, 'id')?.access]).toEqual(['denied', false, 'denied']);
    expect(orders.reasons.map(({ kind }) => kind)).toEqual(['rows', 'relation']);
  });

  it('says what a member without the attribute is refused, as their statement is', async () => {
    await active({ rules: [REGIONS], name: 'Own regions' });
    await app.dataSource.query(`UPDATE roles SET permissions = permissions || '{query.run,data_source.read}' WHERE name = 'viewer'`);
    expect(outcome(await run('SELECT id FROM orders', vera))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await run('SELECT id FROM orders', adam))).toEqual([403, 'FORBIDDEN']);
    expect(await relation('orders')).toMatchObject({
      access: 'refused',
      reasons: [
        {
          kind: 'attribute_missing',
          data_policy_name: 'Own regions',
          attributes: [{ name: 'own.regions', values: null }],
        },
      ],
    });
    expect(await relation('staff')).toMatchObject({ access: 'full' });
  });

  it('shows names to people without the attribute that rows are compared with, and no row', async () => {
    await active({
      rules: [{ kind: 'rows', ...STAFF, where: { column: 'name', operator: '=', value: { attribute: 'department' } } }, REGIONS],
    });
    await active({ rules: [{ kind: 'column', ...STAFF, column: 'salary', effect: 'deny' }] });
    const source = `/api/v1/data-sources/${id}`;
    const as = { token: adam.accessToken };
    const schema = await app.http.get(`${source}/schema?limit=50`, as);
    expect([schema.status, schema.text.includes('region'), schema.text.includes('salary')]).toEqual([200, true, false]);
    expect(outcome(await app.http.get(`${source}/tags/suggestions`, as))).toEqual([200, 'Suggestions listed.']);
    expect(outcome(await app.http.get(`${source}/schema/context`, as))).toEqual([200, 'Context composed.']);
    for (const sql of ['SELECT id FROM orders', 'SELECT count(*) FROM staff', 'SELECT id FROM parent, orders'])
      expect([sql, ...outcome(await run(sql, adam))]).toEqual([sql, 403, 'FORBIDDEN']);
    expect(outcome(await run('SELECT id FROM parent', adam))).toEqual([200, expect.anything()]);
  });

  it('says that a view over a restricted relation is refused, and that a table has the limits of its parent', async () => {
    const salary = await active({ rules: [NO_SALARY] });
    // Who previews sees the column that only the child has: they are told of columns that they know themselves.
    const note = await active({
      applies_when: VIEWERS,
      rules: [{ kind: 'column', schema: 'public', relation: 'parent', column: 'note', effect: 'null' }],
    });
    expect(await relation('names')).toMatchObject({
      access: 'refused',
      reasons: [{ kind: 'through_relation', data_policy_id: salary }],
    });
    expect((await run('SELECT * FROM names', olivia)).body.violations[0].rule).toBe('restricted_relation');
    const child = await relation('child');
    expect(child).toMatchObject({
      access: 'restricted',
      reasons: [{ kind: 'through_relation', data_policy_id: note }],
    });
    expect([column(child, 'note'), column(child, 'extra')]).toMatchObject([{ access: 'masked', mask: 'null' }, { access: 'denied' }]);
  });

  it('says that a column is new, and that a policy is out of date', async () => {
    await tagged({ column: 'mail', tag: 'email' });
    await active({ rules: [{ kind: 'tag', tag: 'email', effect: 'null' }], applies_when: VIEWERS });
    // For viewers alone: for the caller, too, the relation would be as if absent.
    const policy = await active({
      rules: [{ ...NO_SALARY, relation: 'orders', column: 'total' }],
      applies_when: VIEWERS,
    });
    await source.run('ALTER TABLE staff ADD COLUMN phone text');
    await source.run('ALTER TABLE orders DROP COLUMN total, ADD COLUMN sum int');
    await discover();
    expect(await relation('orders')).toMatchObject({
      access: 'denied',
      reasons: [
        {
          kind: 'outdated',
          data_policy_id: policy,
          problems: ['public.orders has no column total. Discover the data source again if it is new.'],
        },
      ],
    });
    expect(column(await relation('staff'), 'phone')).toMatchObject({
      access: 'denied',
      reasons: [{ kind: 'not_reviewed', tag: null }],
    });
    await source.run('ALTER TABLE orders DROP COLUMN sum, ADD COLUMN total int');
    await source.run('ALTER TABLE staff DROP COLUMN phone');
    await discover();
  });

  it('counts a draft as if it were active, without putting it into force', async () => {
    await active({ rules: [{ ...NO_SALARY, column: 'mail', effect: 'hash' }] });
    const drafted = await draft({ rules: [NO_SALARY] });
    const seen = await relation('staff', 'vera', `&data_policy_id=${drafted}`);
    expect([column(seen, 'salary')?.access, column(seen, 'mail')?.access]).toEqual(['denied', 'masked']);
    expect(column(await relation('staff'), 'salary')?.access).toBe('visible');
    expect((await run('SELECT salary FROM staff', olivia)).status).toBe(200);
    expect((await preview(adam, 'vera', `&data_policy_id=${drafted}`)).body.data.data_policies).toMatchObject([
      { status: 'active' },
      { id: drafted, status: 'draft', applies: true },
    ]);
    await source.run('ALTER TABLE staff DROP COLUMN salary, ADD COLUMN pay int');
    await discover();
    expect(outcome(await preview(adam, 'vera', `&data_policy_id=${drafted}`))).toEqual([400, 'VALIDATION_FAILED']);
    await source.run('ALTER TABLE staff DROP COLUMN pay, ADD COLUMN salary int');
    await discover();
  });

  describe('of a data policy that is not saved', () => {
    const unsaved = (body: object, who = adam, user = 'vera', of = id, query = '?limit=50'): Promise<Answer> =>
      app.http.post(`/api/v1/data-sources/${of}/members/${ids[user] ?? user}/preview${query}`, body, {
        token: who.accessToken,
      });

    it('shows what it would hide, and keeps nothing of it', async () => {
      const mail = await active({ rules: [{ ...NO_SALARY, column: 'mail', effect: 'hash' }] });
      const { status, body } = await unsaved({
        name: 'In a form',
        data_source_id: id,
        applies_when: VIEWERS,
        rules: [NO_SALARY],
      });
      expect([status, body.code ?? body.message]).toEqual([200, 'Preview made.']);
      expect(body.data.data_policies).toMatchObject([
        { id: mail, status: 'active' },
        { id: null, name: 'In a form', status: 'draft', applies: true },
      ]);
      const staff = body.data.relations.find((one: Relation) => one.relation === 'staff');
      expect([column(staff, 'salary'), column(staff, 'mail')]).toMatchObject([
        { access: 'denied', reasons: [{ data_policy_id: null, data_policy_name: 'In a form', effect: 'deny' }] },
        { access: 'masked' },
      ]);
      const [kept] = await app.dataSource.query('SELECT count(*)::int AS count FROM data_policies');
      expect(kept.count).toBe(1);
      expect((await run('SELECT salary FROM staff', vera)).body.code).not.toBe('QUERY_FAILED');
    });

    it('takes the place of the one that is changed, an active one too', async () => {
      const policy = await active({ name: 'Kept', applies_when: VIEWERS, rules: [NO_SALARY] });
      const rules = [{ ...NO_SALARY, effect: 'null' }];
      const change = { name: 'Changed', data_source_id: id, applies_when: VIEWERS, rules };
      const { body } = await unsaved({ ...change, data_policy_id: policy });
      expect(body.data.data_policies).toMatchObject([{ id: policy, name: 'Changed', status: 'active' }]);
      const staff = body.data.relations.find((one: Relation) => one.relation === 'staff');
      expect(column(staff, 'salary')).toMatchObject({ access: 'masked', mask: 'null' });
      expect(column(await relation('staff'), 'salary')?.access).toBe('denied');
    });

    it('is refused where it could not be saved, and to those who may not preview', async () => {
      const rules = { data_source_id: id, rules: [NO_SALARY] };
      expect(outcome(await unsaved(rules, oscar))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await unsaved(rules, vera))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await unsaved(rules, adam, 'oscar'))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await unsaved({ ...rules, data_policy_id: 2_000_000_000 }))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await unsaved({ ...rules, data_source_id: 2_000_000_000 }))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await unsaved({ ...rules, applies_when: 'principal.rols' }))).toEqual([422, 'POLICY_INVALID']);
      for (const wrong of [{ rules: [] }, { rules: [{ ...NO_SALARY, column: 'salery' }] }, { rules: 'x' }, { data_policy_id: 0 }])
        expect([wrong, ...outcome(await unsaved({ ...rules, ...wrong }))]).toEqual([wrong, 400, 'VALIDATION_FAILED']);
    });

    it('leaves what is in force in force, however many look at once', async () => {
      await active({ rules: [NO_SALARY] });
      const body = { data_source_id: id, rules: [{ kind: 'relation', ...STAFF }] };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? unsaved(body) : run('SELECT * FROM staff', vera))),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    });
  });

  it('supposes a session that has proved nothing, and says so', async () => {
    await active({ rules: [NO_SALARY], applies_when: 'context.acr != "aal2"' });
    const { body } = await preview(adam);
    expect(body.data.data_policies).toMatchObject([{ applies: true, depends_on_session: true }]);
  });

  it('leaves what is in force in force, however many look at once', async () => {
    await active({ rules: [NO_SALARY], applies_when: VIEWERS });
    const drafted = await draft({ rules: [{ kind: 'relation', ...STAFF }] });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? preview(adam, 'vera', `&data_policy_id=${drafted}`) : run('SELECT * FROM staff', vera),
      ),
    );
    const [previews, statements] = [0, 1].map((odd) => answers.filter((_, index) => index % 2 === odd));
    expect(previews?.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    expect(statements?.map(({ status, body }) => [status, body.data?.columns?.length])).toEqual(Array<unknown>(10).fill([200, 3]));
  });

  it('is audited', async () => {
    await relation('staff');
    const [last] = await app.dataSource.query(
      `SELECT actor_user_id AS actor, target_type AS type, target_id AS target, detail FROM audit_events
        WHERE action = 'abac.data_policy.previewed' ORDER BY id DESC LIMIT 1`,
    );
    expect(last).toMatchObject({ actor: ids['adam'], target: String(ids['vera']), detail: { data_source_id: id } });
  });
});
