import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { WalkSchema } from '../../src/catalog/application/walk-schema.js';
import type { Answer } from '../support/http-client.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

interface Suggestion {
  readonly kind: string;
  readonly schema: string;
  readonly relation: string;
  readonly column: string;
  readonly type: string | null;
  readonly tag: string;
  readonly reason: { readonly code: string; readonly words: readonly string[] };
  readonly move_to: object | null;
}

const MAIL = { schema: 'public', relation: 'staff', column: 'mail', tag: 'email' };

describe('suggestions of tags', () => {
  let app: TestApp;
  let source: SourceDatabase;
  let olivia: LoggedIn, adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn;
  let id: number;

  const list = (who: LoggedIn, query = '?limit=100', of = id): Promise<Answer> =>
    app.http.get(`/api/v1/data-sources/${of}/tags/suggestions${query}`, { token: who.accessToken });
  const suggestions = async (query?: string, who = adam): Promise<readonly Suggestion[]> => {
    const answer = await list(who, query);
    expect(outcome(answer)).toEqual([200, 'Suggestions listed.']);
    return answer.body.data.suggestions;
  };
  const places = async (query?: string, who = adam): Promise<string[]> =>
    (await suggestions(query, who)).map(({ relation, column, tag }) => `${relation}.${column}: ${tag}`);
  const put = (body: object, who = adam): Promise<Answer> =>
    app.http.put(`/api/v1/data-sources/${id}/tags`, body, { token: who.accessToken });
  const state = async (place: object, to: string, who = adam): Promise<void> =>
    expect(outcome(await put({ ...place, state: to }, who))).toEqual([200, 'Tag changed.']);
  const discover = async (): Promise<void> => {
    const path = `/api/v1/data-sources/${id}/discover-schema?refresh=true`;
    expect((await app.http.post(path, undefined, { token: olivia.accessToken })).status).toBeLessThan(300);
  };
  const policy = async (body: object): Promise<void> => {
    const path = '/api/v1/sso/abac/data-policies';
    const options = { token: adam.accessToken };
    const made = await app.http.post(path, { organization_id: 1, ...body }, options);
    expect(made.status).toBe(201);
    const active = `${path}/${made.body.data.data_policy.id}/activate`;
    const headers = { 'If-Match': '"1"' };
    expect((await app.http.post(active, undefined, { ...options, headers })).status).toBe(200);
  };
  const outcome = ({ status, body }: Answer): unknown[] => [status, body.code ?? body.message];

  beforeAll(async () => {
    app = await startTestApp();
    source = await SourceDatabase.create(
      'CREATE TABLE staff (id int PRIMARY KEY, name text, mail text UNIQUE, salary int, active boolean)',
      'CREATE TABLE orders (id int PRIMARY KEY, buyer text REFERENCES staff (mail), total int)',
      'CREATE TABLE goods (id int, name text, note text)',
      'CREATE VIEW colleagues AS SELECT mail, name FROM staff',
      'CREATE SCHEMA other',
      'CREATE TABLE other.people (id int, phone text)',
    );
    await source.run(`COMMENT ON COLUMN goods.note IS 'phone number of the "supplier" <b>'`);
    await source.run(`GRANT USAGE ON SCHEMA other TO ${source.role}`);
    for (const schema of ['public', 'other']) await source.run(`GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${source.role}`);
    [olivia, adam] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'adam')];
    [vera, oscar] = [await logIn(app.http, 'vera'), await logIn(app.http, 'oscar')];
    const body = { organization_id: 1, name: 'Shop', engine: 'postgresql', connection: source.connection() };
    const { body: made } = await app.http.post('/api/v1/data-sources', body, { token: olivia.accessToken });
    ({ id } = made.data.data_source);
  });
  afterAll(async () => {
    await app.close();
    await source.drop();
  });
  beforeEach(async () => {
    for (const table of ['data_policies', 'column_tags', 'reviewed_relations']) await app.dataSource.query(`DELETE FROM ${table}`);
  });

  it('needs a discovered schema', async () => {
    expect(outcome(await list(adam))).toEqual([409, 'SCHEMA_NOT_DISCOVERED']);
    await discover();
  });

  it('is for those who may read policies and the data source, of its organization', async () => {
    expect(outcome(await list(oscar))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await list(vera))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await list(adam, '', 2_000_000_000))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await list(adam, '?schema_name=nowhere'))).toEqual([404, 'SCHEMA_NOT_FOUND']);
    for (const query of ['?schema_name=', '?schema_name=%00', '?page=0', '?limit=101'])
      expect([query, ...outcome(await list(adam, query))]).toEqual([query, 400, 'VALIDATION_FAILED']);
  });

  it('names each column with what says so, in pages', async () => {
    expect(await suggestions('?limit=2&schema_name=public')).toMatchObject([
      { relation: 'colleagues', column: 'mail', tag: 'email' },
      { relation: 'colleagues', column: 'name', tag: 'person_name' },
    ]);
    expect(await suggestions()).toEqual(
      expect.arrayContaining([
        { ...MAIL, kind: 'set', type: 'text', reason: { code: 'name', words: ['mail'] }, move_to: null },
        {
          kind: 'set',
          schema: 'public',
          relation: 'goods',
          column: 'note',
          type: 'text',
          tag: 'phone',
          reason: { code: 'comment', words: ['phone', 'number'] },
          move_to: null,
        },
      ]),
    );
    const all = await places();
    expect(all).toEqual(expect.arrayContaining(['people.phone: phone', 'staff.salary: salary', 'staff.name: person_name']));
    expect(await places('?limit=100&schema_name=other')).toEqual(['people.phone: phone']);
    const pages = [await places('?limit=3&page=1'), await places('?limit=3&page=2'), await places('?limit=3&page=3')];
    expect(pages.flat()).toEqual(all.slice(0, 9));
    expect((await list(adam, '?limit=3&page=2')).body.data.pagination.total).toBe(all.length);
  });

  it('does not suggest again what a person has confirmed or refused, not even after a discovery', async () => {
    await state(MAIL, 'confirmed');
    await state({ ...MAIL, column: 'salary', tag: 'salary' }, 'refused');
    await discover();
    const open = await places();
    expect(open).not.toContain('staff.mail: email');
    expect(open).not.toContain('staff.salary: salary');
    await state({ ...MAIL, column: 'salary', tag: 'salary' }, 'removed');
    expect(await places()).toContain('staff.salary: salary');
  });

  it('carries a tag over foreign keys and to views', async () => {
    await state({ ...MAIL, tag: 'contact' }, 'set');
    expect(await suggestions()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          relation: 'orders',
          column: 'buyer',
          tag: 'contact',
          type: 'text',
          reason: { code: 'foreign_key', words: ['public.staff.mail'] },
        }),
        expect.objectContaining({
          relation: 'colleagues',
          column: 'mail',
          tag: 'contact',
          reason: { code: 'view', words: ['public.staff.mail'] },
        }),
      ]),
    );
    await state({ ...MAIL, tag: 'contact' }, 'removed');
    await state({ schema: 'public', relation: 'orders', column: 'buyer', tag: 'buyer' }, 'set');
    expect(await places()).toContain('staff.mail: buyer');
  });

  it('tells nothing of what policies keep from the person who asks', async () => {
    const mine = 'principal.roles.contains("admin")';
    const hidden = { kind: 'relation', schema: 'public', relation: 'orders' };
    const column = { kind: 'column', schema: 'public', relation: 'staff', column: 'salary', effect: 'deny' };
    await state({ ...MAIL, tag: 'contact' }, 'set');
    await policy({ name: 'Hidden', data_source_id: id, applies_when: mine, rules: [hidden, column] });
    expect((await places()).filter((place) => /^orders|salary/.test(place))).toEqual([]);
    expect((await places(undefined, olivia)).filter((place) => /^orders|salary/.test(place))).toHaveLength(2);
  });

  it('offers a tag whose column has gone for moving and for removal, first', async () => {
    await state(MAIL, 'confirmed');
    await source.run('ALTER TABLE staff DROP COLUMN mail CASCADE, ADD COLUMN work_mail text');
    await discover();
    expect((await suggestions('?limit=1'))[0]).toEqual({
      ...MAIL,
      kind: 'orphan',
      type: null,
      reason: { code: 'column_gone', words: [] },
      move_to: { schema: 'public', relation: 'staff', column: 'work_mail' },
    });
    await state({ ...MAIL, column: 'work_mail' }, 'confirmed');
    await state(MAIL, 'removed');
    expect((await suggestions()).filter(({ kind }) => kind === 'orphan')).toEqual([]);
    await source.run('ALTER TABLE staff DROP COLUMN work_mail, ADD COLUMN mail text');
    await discover();
  });

  it('walks through the schema once for all pages of tags without a column', async () => {
    for (const tag of ['email', 'person']) await state({ ...MAIL, tag }, 'set');
    await source.run('ALTER TABLE staff DROP COLUMN mail CASCADE, ADD COLUMN work_mail text');
    await discover();
    const walk = app.app.get(WalkSchema, { strict: false });
    const execute = walk.execute.bind(walk);
    let walks = 0;
    const spy = jest.spyOn(walk, 'execute').mockImplementation(async (...given) => {
      const walked = await execute(...given);
      const relationsOf: typeof walked.relationsOf = (schema) => {
        walks += 1;
        return walked.relationsOf(schema);
      };
      return { ...walked, relationsOf };
    });
    const pages: (readonly Suggestion[])[] = [];
    for (const page of [1, 2, 3]) pages.push(await suggestions(`?schema_name=public&limit=1&page=${page}`));
    spy.mockRestore();
    const moved = { kind: 'orphan', move_to: { column: 'work_mail' } };
    expect(pages).toMatchObject([[moved], [moved], [{ kind: 'set' }]]);
    expect(walks).toBe(1);
    await source.run('ALTER TABLE staff DROP COLUMN work_mail, ADD COLUMN mail text');
    await discover();
  });

  it('finds the relation that a tag has moved with, by the columns that a person has looked at', async () => {
    await state(MAIL, 'set');
    await source.run('CREATE TABLE employees (LIKE staff)');
    await source.run(`GRANT SELECT ON employees TO ${source.role}`);
    await source.run('DROP TABLE staff');
    await discover();
    expect((await suggestions('?limit=1'))[0]).toMatchObject({
      kind: 'orphan',
      relation: 'staff',
      reason: { code: 'relation_gone' },
      move_to: { schema: 'public', relation: 'employees', column: 'mail' },
    });
    await source.run('ALTER TABLE employees RENAME TO staff');
    await discover();
    expect((await suggestions()).filter(({ kind }) => kind === 'orphan')).toEqual([]);
  });

  it('lets an administrator refuse what was only suggested, but not what a policy goes by', async () => {
    await policy({ name: 'Mail', rules: [{ kind: 'tag', tag: 'email', effect: 'null' }] });
    await state(MAIL, 'refused');
    await state(MAIL, 'confirmed');
    expect(outcome(await put({ ...MAIL, state: 'refused' }))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await put({ ...MAIL, state: 'removed' }))).toEqual([403, 'FORBIDDEN']);
    await state(MAIL, 'refused', olivia);
    await state(MAIL, 'removed');
  });

  it('takes no more tags and reviews than a data source can have, and leaves those that are there', async () => {
    await state(MAIL, 'set');
    const kept = `SELECT $1, 'old', 't' || n, 'c', 'x', 1, 'refused', 1, now() FROM generate_series(1, 49998) n`;
    await app.dataSource.query(
      `INSERT INTO column_tags (data_source_id, schema_name, relation_name, column_name, tag, organization_id, state, changed_by, changed_at) ${kept}`,
      [id],
    );
    const more = await put({ ...MAIL, column: 'name', tag: 'name', state: 'set' });
    expect([more.status, more.body.code, more.body.message]).toEqual([
      ...[409, 'CONFLICT'],
      '50000 tags, reviewed relations and former names of a data source can be kept; this one has 49999, 1 and 0. Remove tags that you do not need, refused ones too.',
    ]);
    const review = (relation: string) =>
      app.http.post(`/api/v1/data-sources/${id}/tags/review`, { schema: 'public', relation, columns: ['id'] }, { token: adam.accessToken });
    expect(outcome(await review('orders'))).toEqual([409, 'CONFLICT']);
    expect(outcome(await review('staff'))).toEqual([200, 'Columns reviewed.']);
    await state(MAIL, 'confirmed');
    await app.dataSource.query(`DELETE FROM column_tags WHERE schema_name = 'old' AND relation_name = 't1'`);
    await state({ ...MAIL, column: 'name', tag: 'name' }, 'set');
    expect(outcome(await review('orders'))).toEqual([409, 'CONFLICT']);
  });

  it('never takes a tag that hides from twenty who refuse it while it is confirmed', async () => {
    await policy({ name: 'Mail', rules: [{ kind: 'tag', tag: 'email', effect: 'null' }] });
    await state(MAIL, 'refused');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => put({ ...MAIL, state: index === 3 ? 'confirmed' : 'refused' })),
    );
    expect(answers[3]?.status).toBe(200);
    expect([...new Set(answers.map(({ status }) => status))].filter((status) => ![200, 403, 409].includes(status))).toEqual([]);
    const [kept] = await app.dataSource.query('SELECT state FROM column_tags');
    expect(kept).toEqual({ state: 'confirmed' });
  });
});
