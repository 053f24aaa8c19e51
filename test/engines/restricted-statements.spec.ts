import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RunStatement } from '../../src/statements/application/run-statement.js';
import { DataPolicies } from '../../src/statements/application/ports/data-policies.js';
import type { Restriction } from '../../src/engines/sql-guard/restriction.js';
import type { Answer } from '../support/http-client.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const KEY = '0123456789abcdef';
const SECRET = 'hidden-payroll-4711';
const EU = { kind: 'compare', column: 'region', operator: '=', value: 'EU' } as const;
const column = (name: string, type = 'text', mask: Restriction['columns'][number]['mask'] = null) => ({
  name,
  type,
  mask,
});

/** People of the EU, without the column `salary`. */
const EMP: Restriction = {
  schema: 'public',
  name: 'emp',
  isDenied: false,
  rows: EU,
  policies: ['EU only', 'No salaries'],
  columns: [
    column('id', 'integer'),
    column('region'),
    column('note'),
    column('mail', 'text', { kind: 'hash', key: KEY }),
    column('card', 'text', { kind: 'last_four' }),
    column('born', 'date', { kind: 'year' }),
    column('rank', 'smallint', { kind: 'null' }),
  ],
};

describe('a statement of a person whom policies show a part', () => {
  let app: TestApp;
  let source: SourceDatabase;
  let olivia: LoggedIn;
  let id: number;
  let restrictions: readonly Restriction[] | null = null;
  const sent: string[] = [];

  beforeAll(async () => {
    app = await startTestApp();
    source = await SourceDatabase.create(
      `CREATE TABLE emp (id int PRIMARY KEY, region text, note text, mail text, card text, born date, rank smallint, salary int)`,
      `INSERT INTO emp SELECT n, CASE WHEN n % 2 = 0 THEN 'EU' ELSE 'US' END, CASE WHEN n % 2 = 0 THEN 'note ' || n ELSE '${SECRET}' END,
         n || '@example.org', '411122223333' || (1000 + n), date '1980-05-05' + n, n, n * 1000 FROM generate_series(1, 40) n`,
      'CREATE TABLE dept (id int PRIMARY KEY, region text, boss int)',
      `INSERT INTO dept VALUES (1, 'EU', 2), (2, 'US', 1)`,
      'CREATE SCHEMA hr',
      'CREATE TABLE hr.emp AS SELECT id FROM public.emp',
      'CREATE TABLE emp_abroad () INHERITS (emp)',
      `INSERT INTO emp_abroad VALUES (100, 'US', '${SECRET}', 'x', 'x', NULL, 1, 1), (102, 'EU', 'abroad', 'x', 'x', NULL, 1, 1)`,
      'CREATE TABLE doc (id int, region text)',
      'CREATE TABLE doc_old (grade text) INHERITS (doc)',
      'CREATE VIEW salaries AS SELECT id, salary FROM emp',
      'CREATE VIEW best AS SELECT * FROM salaries WHERE salary > 9000',
      'CREATE MATERIALIZED VIEW bosses AS SELECT d.id, e.note FROM dept d JOIN emp e ON e.id = d.boss',
      `CREATE FUNCTION all_notes() RETURNS SETOF text LANGUAGE sql AS 'SELECT note FROM public.emp'`,
      'CREATE VIEW through_function AS SELECT * FROM all_notes()',
      'CREATE VIEW plain AS WITH d AS (SELECT id FROM dept) SELECT upper(id::text) AS id FROM d',
      'CREATE SCHEMA it',
      `CREATE TABLE hr.pair AS SELECT 'of hr' AS side`,
      `CREATE TABLE it.pair AS SELECT 'of it' AS side`,
      'CREATE TABLE gone (id int, region text)',
      `INSERT INTO gone VALUES (1, 'US'), (2, 'EU')`,
      'ANALYZE',
    );
    await source.run(`GRANT USAGE ON SCHEMA hr, it TO ${source.role}`);
    await source.run(`GRANT SELECT ON ALL TABLES IN SCHEMA public, hr, it TO ${source.role}`);
    olivia = await logIn(app.http, 'olivia');
    const body = { organization_id: 1, name: 'Policies', engine: 'postgresql', connection: source.connection() };
    const { body: made } = await app.http.post('/api/v1/data-sources', body, { token: olivia.accessToken });
    ({ id } = made.data.data_source);
    await discover();
    const policies = app.app.get(DataPolicies, { strict: false });
    policies.restrictionsOf = (_caller, _source, among) =>
      Promise.resolve(
        restrictions &&
          restrictions.filter((one) => among === null || among.some(({ schema, name }) => one.schema === schema && one.name === name)),
      );
    const running = app.app.get(RunStatement, { strict: false });
    const execute = running.execute.bind(running);
    running.execute = (request) => {
      sent.push(request.statement);
      return execute(request);
    };
  });
  afterAll(async () => {
    await app.close();
    await source.drop();
  });
  beforeEach(() => {
    restrictions = [EMP];
    sent.length = 0;
  });

  const run = (sql: string): Promise<Answer> => app.http.post(`/api/v1/data-sources/${id}/query`, { sql }, { token: olivia.accessToken });
  const discover = (): Promise<Answer> =>
    app.http.post(`/api/v1/data-sources/${id}/discover-schema?refresh=true`, undefined, { token: olivia.accessToken });
  const rows = async (sql: string): Promise<unknown> => {
    const { status, body } = await run(sql);
    return status === 200 ? body.data.rows : [body.code, body.reason ?? body.violations?.[0]?.rule ?? body.message];
  };
  const rules = async (sql: string): Promise<unknown> => {
    const { body } = await run(sql);
    return (body.violations as { rule: string }[] | undefined)?.map(({ rule }) => rule) ?? body;
  };

  it('is sent byte for byte as before where no policy says anything, with nothing to name', async () => {
    restrictions = null;
    const sql = 'SELECT  e.ID , note /* all */ FROM public . emp e -- of them\nWHERE id = 1';
    const { status, body } = await run(sql);
    expect([status, body.data.restrictions, sent]).toEqual([200, [], [sql]]);
  });

  it('reads the permitted rows and columns, and the answer names what was kept back and why', async () => {
    const { body } = await run('SELECT * FROM emp ORDER BY id LIMIT 1');
    expect(body.data).toMatchObject({
      columns: [
        ...[{ name: 'id' }, { name: 'region' }, { name: 'note' }, { name: 'mail', type: 'text' }],
        ...[{ name: 'card' }, { name: 'born', type: 'date' }, { name: 'rank', type: 'smallint' }],
      ],
      restrictions: [
        {
          schema: 'public',
          relation: 'emp',
          rows_filtered: true,
          policies: ['EU only', 'No salaries'],
          masked_columns: [
            { name: 'mail', mask: 'hash' },
            { name: 'card', mask: 'last_four' },
            { name: 'born', mask: 'year' },
            { name: 'rank', mask: 'null' },
          ],
        },
      ],
    });
    const mail = createHmac('sha256', Buffer.from(KEY, 'hex')).update('2@example.org').digest('hex').slice(0, 32);
    expect(body.data.rows).toEqual([[2, 'EU', 'note 2', mail, '1002', '1980-01-01', null]]);
    expect(await rows('SELECT count(*) FROM emp')).toEqual([[21]]);
  });

  it.each([
    ['SELECT count(*) FROM (SELECT * FROM emp e JOIN emp f USING (id)) x', 21],
    ['SELECT count(*) FROM ONLY (public.emp)', 20],
    ['SELECT count(*) FROM emp * AS e (a, b)', 21],
    ['SELECT count(*) FROM (TABLE emp) AS t', 21],
    ['WITH emp AS (SELECT * FROM emp) SELECT (WITH emp AS (SELECT * FROM emp) SELECT count(*) FROM emp)', 21],
    ['SELECT count(public.emp.id) FROM public.emp WHERE public.emp.id > 2', 20],
    ['SELECT count(*) FROM public.emp e, hr.emp WHERE e.id = emp.id', 20],
    ['SELECT count(*) FROM emp TABLESAMPLE BERNOULLI (100) REPEATABLE (1)', 21],
    ['SELECT count(emp) FROM emp', 21],
    [`SELECT count(*) FROM emp WHERE to_jsonb(emp) ? 'salary'`, 0],
    ['SELECT count(*) FROM emp a, emp b, dept c', 882],
    [`SELECT count(*) FROM dept d LEFT JOIN LATERAL (SELECT * FROM emp WHERE emp.id = d.boss) e ON true WHERE e.id IS NULL`, 1],
    [`SELECT count(*) FROM emp WHERE substr(note, 1, 6) = '${SECRET.slice(0, 6)}'`, 0],
  ])('counts the visible rows of %s', async (sql, count) => {
    expect([sql, await rows(sql)]).toEqual([sql, [[count]]]);
  });

  it('knows a denied relation and a denied column as little as those that do not exist', async () => {
    expect(await rows('SELECT salary FROM emp')).toEqual(await rows('SELECT nonsense FROM emp'));
    restrictions = [{ ...EMP, name: 'dept', isDenied: true }];
    const [denied, missing] = [await run('SELECT 1 FROM dept'), await run('SELECT 1 FROM depu')];
    expect(denied.status).toBe(422);
    expect(JSON.stringify(denied.body).replaceAll(/dept|"request_id":"[^"]*"/g, '')).toBe(
      JSON.stringify(missing.body).replaceAll(/depu|"request_id":"[^"]*"/g, ''),
    );
    restrictions = [{ ...EMP, isDenied: true }];
    expect((await run('SELECT 1 FROM emp')).body.violations[0].message).toContain('The nearest is hr.emp.');
    restrictions = [{ ...EMP, columns: [] }];
    expect(await rules('SELECT 1 FROM emp')).toEqual(['unknown_relation']);
  });

  it.each([
    ['an unfinished escape', String.raw`SELECT id FROM emp WHERE note LIKE '_idden-payroll-471_\'`],
    ['a pattern that is put together', String.raw`SELECT id FROM emp WHERE note LIKE '_idden' || '\'`],
    ['an escape of its own', `SELECT id FROM emp WHERE note LIKE '_idden!' ESCAPE '!'`],
    ['another operator', String.raw`SELECT id FROM emp WHERE note ~~* ANY (ARRAY['a', '_idden\'])`],
    ['a subquery', String.raw`SELECT id FROM emp, (SELECT '_idden\' AS p) s WHERE note LIKE p`],
    ['a column of a subquery', String.raw`SELECT id FROM (SELECT id, note LIKE '_idden\' AS found FROM emp) s WHERE found`],
    ['a reference to its own group', String.raw`SELECT id FROM emp WHERE note ~ '(hidden).*\1'`],
  ])('spells out no hidden text by a pattern that the planner tries: %s', async (_, sql) => {
    expect(await rules(sql)).toEqual(['restricted_relation']);
    expect(sent).toEqual([]);
    expect(await rows(String.raw`SELECT count(*) FROM emp WHERE note LIKE 'note\_%' OR note LIKE 'n!%' ESCAPE '!'`)).toEqual([[0]]);
  });

  it('captures no column of the query around where the column of a policy has vanished', async () => {
    const gone: Restriction = { ...EMP, name: 'gone', columns: [column('id', 'integer')] };
    restrictions = [gone];
    const sql = `SELECT d.region, (SELECT count(*) FROM gone) FROM dept d WHERE d.region = 'EU'`;
    expect(await rows(sql)).toEqual([['EU', 1]]);
    await source.run('ALTER TABLE gone RENAME COLUMN region TO area');
    expect(await rows(sql)).toEqual(['QUERY_FAILED', expect.stringMatching(/column or relation that does not exist/)]);
  });

  it('names only the kind of error where the source quotes values, in answers, in the history and in logs', async () => {
    const before = app.log.length;
    const failing = [
      'SELECT note::int FROM emp',
      'SELECT id / (id - 2) FROM emp',
      'SELECT (SELECT note FROM emp) FROM dept',
      `SELECT id FROM emp WHERE born > note::date`,
      'SELECT id, count(*) FROM emp',
    ];
    for (const sql of failing) {
      const { status, body } = await run(sql);
      expect([sql, status, body.code]).toEqual([sql, 422, 'QUERY_FAILED']);
      expect(body.reason).toMatch(/^(A value cannot|It divides|A subquery|GROUP BY must)/);
      expect(JSON.stringify(body)).not.toMatch(/note \d|h[0-9a-f]{16}|0123456789abcdef/);
    }
    const logged = app.log.slice(before).join('\n');
    expect(logged).not.toMatch(/note \d|hidden-payroll|h[0-9a-f]{16}/);
    restrictions = null;
    expect((await run('SELECT note::int FROM emp WHERE id = 2')).body.reason).toContain('note 2');
  });

  it('estimates a product with the values of the policies, and does not show the estimate, which counts hidden rows', async () => {
    const product = `SELECT count(*) FROM ${'abcdefgh'
      .split('')
      .map((name) => `emp ${name}`)
      .join(', ')}`;
    const { status, body } = await run(product);
    expect([status, body.reason]).toEqual([422, expect.stringMatching(/^Some relations of FROM are not connected/)]);
    expect(body.reason).not.toMatch(/\d/);
  });

  it.each([
    ['two relations of one bare name', 'SELECT 1 FROM public.emp, hr.emp'],
    ['a name with its schema beside an alias of that name', 'SELECT public.emp.id FROM public.emp, dept AS emp'],
    ['a sample of pages', 'SELECT 1 FROM emp TABLESAMPLE SYSTEM (10)'],
    ['a sample of a size that is computed', 'SELECT 1 FROM emp TABLESAMPLE BERNOULLI (1 + 1)'],
    ['a view over it', 'SELECT * FROM salaries'],
    ['a view over a view over it', 'SELECT * FROM dept JOIN best USING (id)'],
    ['a materialized view over it', 'SELECT * FROM bosses'],
    ['a view over a function, which may read anything', 'SELECT * FROM through_function'],
  ])('is refused for %s', async (_, sql) => {
    expect([sql, await rules(sql)]).toEqual([sql, ['restricted_relation']]);
    restrictions = null;
    expect(JSON.stringify(await rules(sql))).not.toContain('restricted_relation');
  });

  it('reads views over other relations, and a view over a restricted one by its own policy', async () => {
    expect(await rows('SELECT count(*) FROM plain')).toEqual([[2]]);
    restrictions = [EMP, { ...EMP, name: 'salaries', rows: null, columns: [column('id', 'integer')] }];
    expect(await rows('SELECT * FROM salaries WHERE id < 2')).toEqual([[1]]);
    expect(await rules('SELECT * FROM best')).toEqual(['restricted_relation']);
  });

  it('reads a table that inherits as its parent is restricted, and no parent of one that is restricted by itself', async () => {
    expect(await rows('SELECT id, rank FROM emp_abroad')).toEqual([[102, null]]);
    expect(await rows('SELECT salary FROM emp_abroad')).toEqual(await rows('SELECT nonsense FROM emp_abroad'));
    restrictions = [{ ...EMP, name: 'doc_old', columns: [column('id')] }];
    expect(await rules('SELECT * FROM doc')).toEqual(['restricted_relation']);
    expect(await rows('SELECT * FROM doc_old')).toEqual([]);
  });

  it('reads tables that become part of a restricted one later under its rules, and by their own name not until a discovery', async () => {
    await source.run('CREATE TABLE log (id int, region text) PARTITION BY LIST (region)');
    await source.run(`CREATE TABLE log_eu PARTITION OF log FOR VALUES IN ('EU')`);
    await source.run('CREATE TABLE known (id int NOT NULL, region text, grade text)');
    await source.run(`GRANT SELECT ON log, log_eu, known TO ${source.role}`);
    await discover();
    restrictions = [
      { ...EMP, name: 'log', columns: [column('id', 'integer'), column('region')] },
      { ...EMP, name: 'dept', columns: [column('id', 'integer'), column('region')] },
    ];
    await source.run(`CREATE TABLE log_us PARTITION OF log FOR VALUES IN ('US')`);
    await source.run('CREATE TABLE dept_us () INHERITS (dept)');
    await source.run('ALTER TABLE known ADD boss int, INHERIT dept');
    await source.run(`INSERT INTO log VALUES (1, 'EU'), (2, 'US')`);
    await source.run(`INSERT INTO dept_us VALUES (3, 'US', 2)`);
    await source.run(`INSERT INTO known VALUES (4, 'US', 'x'), (5, 'EU', 'x')`);
    await source.run(`GRANT SELECT ON log_us, dept_us TO ${source.role}`);
    const parents = async () => [await rows('SELECT * FROM log'), await rows('SELECT id FROM dept ORDER BY id')];
    const whole = [[[1, 'EU']], [[1], [5]]];
    expect(await parents()).toEqual(whole);
    for (const name of ['log_eu', 'log_us', 'dept_us'])
      expect([name, await rules(`SELECT * FROM ${name}`)]).toEqual([name, ['unknown_relation']]);
    await discover();
    expect(await parents()).toEqual(whole);
    expect([await rows('SELECT * FROM known'), await rows('SELECT * FROM dept_us')]).toEqual([[[5, 'EU']], []]);
    for (const name of ['log_eu', 'log_us']) expect([name, await rules(`SELECT * FROM ${name}`)]).toEqual([name, ['unknown_relation']]);
    expect(await rows('SELECT grade FROM known')).toEqual(await rows('SELECT nonsense FROM known'));
    restrictions = [{ ...EMP, name: 'known', columns: [column('id', 'integer')] }];
    expect(await rules('SELECT id FROM dept')).toEqual(['restricted_relation']);
    await source.run('DROP TABLE known, dept_us, log');
    await discover();
  });

  it('means the relation that a person may know where another one of its name is denied', async () => {
    const denied = (schema: string) => [{ ...EMP, schema, isDenied: true }];
    restrictions = [{ ...EMP, schema: 'hr', name: 'pair', isDenied: true }];
    expect(await rows('SELECT * FROM pair')).toEqual([['of it']]);
    restrictions = denied('public');
    expect(await rules('SELECT 1 FROM emp')).toEqual(['unknown_relation']);
    restrictions = [];
    expect(await rules('SELECT * FROM pair')).toEqual(['ambiguous_relation']);
  });

  it('shows a model no relation and no column that the person may not know, and the rest as ever', async () => {
    const context = async (): Promise<string> => {
      const path = `/api/v1/data-sources/${id}/schema/context`;
      return (await app.http.get(path, { token: olivia.accessToken })).body.data.text;
    };
    restrictions = null;
    const whole = await context();
    expect(tableIn(whole, 'emp')).toContain('"salary"');
    expect(tableIn(whole, 'dept')).toContain('"boss"');
    restrictions = [EMP, { ...EMP, name: 'dept', isDenied: true }];
    const part = await context();
    expect(tableIn(part, 'emp')).toMatch(/"mail"(?![^]*"salary")/);
    expect(part).not.toContain('dept');
    expect(tableIn(part, 'doc')).toBe(tableIn(whole, 'doc'));
  });

  it('shows a person no relation and no column in the schema, in searches and in diagrams that they may not know', async () => {
    const schema = async (search = ''): Promise<string[][]> => {
      const query = `schema_name=public&limit=100${search === '' ? '' : `&search=${search}`}`;
      const path = `/api/v1/data-sources/${id}/schema?${query}`;
      const { data } = (await app.http.get(path, { token: olivia.accessToken })).body;
      const tables = data.tables as { name: string; columns: { name: string }[] }[];
      expect(data.pagination.total).toBe(tables.length);
      return tables.map(({ name, columns }) => [name, ...columns.map((one) => one.name)]);
    };
    restrictions = null;
    const whole = await schema();
    restrictions = [EMP, { ...EMP, name: 'dept', isDenied: true }];
    const seen = EMP.columns.map(({ name }) => name);
    // What inherits from it has no other columns.
    const shown = whole
      .filter(([name]) => name !== 'dept')
      .map(([name = '', ...columns]) => [name, ...(name === 'emp' || name === 'emp_abroad' ? seen : columns)]);
    expect(await schema()).toEqual(shown);
    const holding = (await schema('salary')).map(([name]) => name);
    expect([holding.includes('emp'), holding.includes('emp_abroad')]).toEqual([false, false]);
    expect((await schema('mail')).map(([name]) => name)).toContain('emp');
    expect(await schema('dept')).toEqual([]);
    const path = `/api/v1/data-sources/${id}/schema/diagram?schema_name=public`;
    const { text } = await app.http.get(path, { token: olivia.accessToken });
    expect(text).toMatch(/\["emp"\] \{[^}]*mail[^}]*\}/);
    expect(text).not.toMatch(/"dept"|\["emp"\] \{[^}]*salary[^}]*\}/);
  });

  function tableIn(context: string, name: string): string {
    return new RegExp(`CREATE TABLE "public"."${name}" \\([^;]*;`).exec(context)?.[0] ?? '';
  }

  it('says in a check of a statement what it would say when it is run', async () => {
    const { body } = await app.http.post(
      `/api/v1/data-sources/${id}/query/validate`,
      { sql: 'SELECT * FROM salaries' },
      { token: olivia.accessToken },
    );
    expect(body.data.violations).toEqual([
      {
        rule: 'restricted_relation',
        position: 14,
        message: expect.stringMatching(/^salaries reads relations that policies/),
      },
    ]);
  });
});
