import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer, RequestOptions } from '../support/http-client.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { proposing, saying } from '../support/scripted-model.js';
import type { LoggedIn, TestApp } from '../support/test-app.js';

const LENGTHS = 'SELECT name, length_km FROM hydro.rivers WHERE length_km > 2000 ORDER BY name';
const NAMES = 'SELECT name FROM hydro.rivers ORDER BY name';
const RIVERS = { schema: 'hydro', relation: 'rivers' };
const NO_LENGTH = { kind: 'column', ...RIVERS, column: 'length_km', effect: 'deny' };
const NO_RIVERS = { kind: 'relation', ...RIVERS };
const LONG_ONLY = { kind: 'rows', ...RIVERS, where: { column: 'length_km', operator: '>', value: 3000 } };
const OWN_RIVERS = {
  kind: 'rows',
  ...RIVERS,
  where: { column: 'name', operator: 'in', values: { attribute: 'own.rivers' } },
};
const EDITORS = 'principal.roles.contains("editor")';
const WITHHELD = 'Data policies hide from you what this statement names, so it is not shown.';
const SUMMARY = saying(JSON.stringify({ sentence: '{{row_count}} rows.', chart: null }));

describe('what was kept, when data policies changed', () => {
  let scene: ExecutionScene;
  let second: TestApp;
  let template: number;
  let count = 0;
  let olivia: LoggedIn, adam: LoggedIn, mia: LoggedIn;

  const as = ({ accessToken }: LoggedIn, headers: RequestOptions['headers'] = {}) => ({ token: accessToken, headers });
  const get = async (path: string, who: LoggedIn) => (await scene.app.http.get(path, as(who))).body.data;
  const publish = async (rules: object[], more: object = { applies_when: EDITORS }): Promise<number> => {
    const path = '/api/v1/sso/abac/data-policies';
    const body = { organization_id: 1, data_source_id: scene.sourceId, name: `Kept ${(count += 1)}`, ...more, rules };
    const made = await scene.app.http.post(path, body, as(adam));
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    const { id } = made.body.data.data_policy;
    const active = await scene.app.http.post(`${path}/${id}/activate`, undefined, as(adam, { 'If-Match': '"1"' }));
    expect([active.status, active.text]).toEqual([200, expect.anything()]);
    return id;
  };
  const executed = async (who: LoggedIn, sql: string, headers: RequestOptions['headers'] = {}): Promise<Answer> => {
    scene.model.play(proposing(sql));
    const answer = await scene.execute(template, { run: true }, who, headers);
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return answer;
  };
  const ask = async (who: LoggedIn, sql: string, more: object = {}): Promise<number> => {
    scene.model.play(proposing(sql), SUMMARY);
    const body = { question: 'How long are the rivers?', ...more };
    const answer = await scene.app.http.post(`/api/v1/data-sources/${scene.sourceId}/ask`, body, as(who));
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return answer.body.data.conversation_id;
  };

  beforeAll(async () => {
    scene = await ExecutionScene.set();
    ({ olivia, adam, mia } = scene.users);
    template = await scene.template();
    second = await scene.anotherInstance();
  });
  afterAll(async () => {
    await second.close();
    await scene.end();
  });
  beforeEach(() => scene.app.dataSource.query('DELETE FROM data_policies'));

  it('shows no statement of the history that names a hidden column, to its author either, and keeps totals', async () => {
    const { body } = await executed(mia, LENGTHS);
    await executed(mia, NAMES);
    const typed = { sql: 'SELECT "length_km" FROM hydro.rivers' };
    await scene.app.http.post(`/api/v1/data-sources/${scene.sourceId}/query`, typed, as(mia));
    const one = `/api/v1/query-executions/${body.data.execution_id}`;
    const lists = [`/api/v1/data-sources/${scene.sourceId}/query-executions`, `/api/v1/prompt-templates/${template}/executions`];
    const told = async (who: LoggedIn) => {
      const { query_execution: read } = await get(one, who);
      const listed = await Promise.all(lists.map((path) => get(path, who)));
      const statements = listed.map(({ query_executions: all, pagination }) => [
        pagination.total,
        ...all.map(({ sql, withheld }: { sql: string | null; withheld: string | null }) => sql ?? withheld),
      ]);
      return [read.sql, read.withheld, ...statements];
    };
    const before = [
      [3, typed.sql, NAMES, LENGTHS],
      [2, NAMES, LENGTHS],
    ];
    expect(await told(mia)).toEqual([LENGTHS, null, ...before]);
    await publish([NO_LENGTH]);
    expect(await told(mia)).toEqual([null, WITHHELD, [3, WITHHELD, NAMES, WITHHELD], [2, NAMES, WITHHELD]]);
    expect(await told(olivia)).toEqual([LENGTHS, null, ...before]);
    await publish([NO_RIVERS], {});
    expect(await told(olivia)).toEqual([null, WITHHELD, [3, WITHHELD, WITHHELD, WITHHELD], [2, WITHHELD, WITHHELD]]);
  });

  it('shows to people without the attribute that rows are compared with no name of these rows, and the rest of a list', async () => {
    await executed(mia, NAMES);
    await scene.app.http.post(`/api/v1/data-sources/${scene.sourceId}/query`, { sql: 'SELECT 1' }, as(mia));
    await publish([OWN_RIVERS]);
    const { query_executions: all } = await get(`/api/v1/data-sources/${scene.sourceId}/query-executions`, mia);
    expect(all.slice(0, 2).map(({ sql }: { sql: string | null }) => sql)).toEqual(['SELECT 1', null]);
  });

  it('answers a repeated key only while its person sees what they saw', async () => {
    const repeat = async (who: LoggedIn, key: string, http = scene.app.http): Promise<unknown> => {
      scene.model.play();
      const { status, body } = await scene.execute(template, { run: true }, who, { 'Idempotency-Key': key }, http);
      return status === 200 ? body.data.result.rows : [status, body.code, body.message];
    };
    const all = [
      ['Danube', 2850],
      ['Volga', 3530],
    ];
    const changed = [409, 'CONFLICT', expect.stringContaining('Send it with a new key.')];
    await executed(mia, LENGTHS, { 'Idempotency-Key': 'kept' });
    await executed(olivia, LENGTHS, { 'Idempotency-Key': 'kept' });
    expect(await repeat(mia, 'kept')).toEqual(all);
    await publish([LONG_ONLY]);
    for (const { http } of [scene.app, second]) expect(await repeat(mia, 'kept', http)).toEqual(changed);
    expect(await repeat(olivia, 'kept')).toEqual(all);
    await executed(mia, LENGTHS, { 'Idempotency-Key': 'restricted' });
    expect(await repeat(mia, 'restricted')).toEqual([['Volga', 3530]]);
    await publish([NO_LENGTH]);
    expect(await repeat(mia, 'restricted')).toEqual(changed);
    await scene.app.dataSource.query('DELETE FROM data_policies');
    expect(await repeat(mia, 'kept')).toEqual(all);
    // As a former version has kept it, without a word of what the person saw.
    await publish([LONG_ONLY]);
    await scene.app.dataSource.query(`UPDATE query_executions SET idempotency_key = 'old' WHERE idempotency_key = 'kept'`);
    expect(await repeat(mia, 'old')).toEqual(changed);
  });

  it('answers a template to two people with the rows of each, on every instance', async () => {
    await publish([OWN_RIVERS], {});
    for (const [username, rivers] of [
      ['mia', ['Danube']],
      ['adam', ['Rhine', 'Volga']],
    ] as const) {
      const [{ id }] = await scene.app.dataSource.query('SELECT id FROM users WHERE username = $1', [username]);
      const path = `/api/v1/organizations/1/members/${id}/attributes`;
      expect((await scene.app.http.put(path, { attributes: { rivers } }, as(olivia))).status).toBe(200);
    }
    scene.model.play(proposing(NAMES));
    const shown = async (who: LoggedIn, http: TestApp['http']): Promise<unknown> => {
      const keyed = { 'Idempotency-Key': 'same' };
      const { body } = await scene.execute(template, { run: true }, who, keyed, http);
      return [body.data.result.rows, body.data.result.restrictions[0].rows_filtered];
    };
    for (const { http } of [scene.app, second, scene.app]) {
      expect(await shown(mia, http)).toEqual([[['Danube']], true]);
      expect(await shown(adam, http)).toEqual([[['Rhine'], ['Volga']], true]);
    }
  });

  it('is followed by another instance with the next statement', async () => {
    const sql = 'SELECT * FROM hydro.rivers ORDER BY name LIMIT 1';
    const path = `/api/v1/data-sources/${scene.sourceId}/query`;
    const rows = async (): Promise<unknown> => (await second.http.post(path, { sql }, as(mia))).body.data.rows;
    expect(await rows()).toEqual([['Danube', 2850, null]]);
    await publish([NO_LENGTH]);
    expect(await rows()).toEqual([['Danube', null]]);
  });

  it('withholds the SQL of verified pairs and of the glossary, of each version too, and what is wrong with it', async () => {
    const { http } = scene.app;
    const source = `/api/v1/data-sources/${scene.sourceId}`;
    const pair = { question: `How long are they? ${Math.random()}`, sql: LENGTHS };
    const term = {
      name: `Great ${Math.random()}`,
      definition: 'A long one.',
      synonyms: [],
      expression: 'count(length_km)',
    };
    const [{ verified_pair }, { glossary_term }] = [
      (await http.post(`${source}/verified-pairs`, pair, as(olivia))).body.data,
      (await http.post(`${source}/glossary-terms`, term, as(olivia))).body.data,
    ];
    const path = `/api/v1/verified-pairs/${verified_pair.id}`;
    await http.put(path, { ...pair, sql: NAMES }, as(olivia, { 'If-Match': '"1"' }));
    await scene.app.dataSource.query(`UPDATE knowledge SET state = 'broken', problem = 'length_km' WHERE id = $1`, [glossary_term.id]);
    const told = async (who: LoggedIn) => {
      const { versions } = await get(`${path}/versions`, who);
      const { glossary_terms: terms, pagination } = await get(`${source}/glossary-terms`, who);
      const { glossary_term: read } = await get(`/api/v1/glossary-terms/${glossary_term.id}`, who);
      return [
        (await get(path, who)).verified_pair.sql,
        versions.map(({ sql }: { sql: string | null }) => sql),
        [pagination.total, terms[0].expression, terms[0].withheld],
        [read.expression, read.problem, read.withheld],
      ];
    };
    const before = [NAMES, [NAMES, LENGTHS], [1, term.expression, null], [term.expression, 'length_km', null]];
    expect(await told(mia)).toEqual(before);
    await publish([NO_LENGTH]);
    expect(await told(mia)).toEqual([NAMES, [NAMES, null], [1, null, WITHHELD], [null, null, WITHHELD]]);
    expect(await told(olivia)).toEqual(before);
    // Who does not see the expression would replace it without knowing.
    const change = { ...term, definition: 'Another one.', expression: null };
    const one = `/api/v1/glossary-terms/${glossary_term.id}`;
    const changed = (who: LoggedIn) => http.put(one, change, as(who, { 'If-Match': '"1"' }));
    expect([(await changed(mia)).status, (await changed(olivia)).status]).toEqual([403, 200]);
  });

  it('withholds turns of a conversation from their person, and from the model that is asked to go on', async () => {
    const id = await ask(mia, LENGTHS);
    await ask(mia, NAMES, { conversation_id: id });
    const turns = async () => {
      const { conversation } = await get(`/api/v1/conversations/${id}`, mia);
      return conversation.turns.map(({ sql, columns, withheld }: { sql: string; columns: unknown[]; withheld: string }) => [
        sql,
        columns.length,
        withheld,
      ]);
    };
    expect(await turns()).toEqual([
      [LENGTHS, 2, null],
      [NAMES, 1, null],
    ]);
    await publish([NO_LENGTH]);
    expect(await turns()).toEqual([
      [null, 0, WITHHELD],
      [NAMES, 1, null],
    ]);
    const exported = await scene.app.http.get(`/api/v1/conversations/${id}/export`, as(mia));
    expect(exported.text).not.toContain('length_km');
    await ask(mia, NAMES, { conversation_id: id });
    const heard = scene.told('user', 0);
    expect([heard.includes(NAMES), heard.includes('length_km')]).toEqual([true, false]);
  });

  it('lets nobody verify a statement that is withheld from them', async () => {
    const { body } = await executed(mia, LENGTHS);
    await publish([NO_LENGTH]);
    const path = `/api/v1/query-executions/${body.data.execution_id}/verified-pair`;
    const refused = await scene.app.http.post(path, {}, as(mia));
    expect([refused.status, refused.body.message]).toEqual([409, WITHHELD]);
  });

  it('withholds every statement of a data source that is gone, for its policies went with it', async () => {
    const dataSource = await scene.anotherSource();
    scene.model.play(proposing(NAMES));
    const other = await scene.template({ compatible_data_source_ids: [dataSource] });
    expect((await scene.execute(other, { data_source_id: dataSource, run: true }, mia)).status).toBe(200);
    await scene.app.http.delete(`/api/v1/data-sources/${dataSource}`, as(olivia, { 'If-Match': '"1"' }));
    const told = async () => (await get(`/api/v1/prompt-templates/${other}/executions`, olivia)).query_executions[0];
    expect(await told()).toMatchObject({ sql: NAMES, data_source_id: null });
    await publish([NO_LENGTH]);
    expect(await told()).toMatchObject({ sql: null, withheld: WITHHELD });
  });

  it('tells nothing in a comparison, and of what is locked, about a relation that is gone and that a policy names', async () => {
    await scene.source.run(`CREATE TABLE hydro.payroll (id int, wage int); GRANT SELECT ON hydro.payroll TO ${scene.source.role}`);
    const source = `/api/v1/data-sources/${scene.sourceId}`;
    const discover = () => scene.app.http.post(`${source}/discover-schema?refresh=true`, undefined, as(olivia));
    await discover();
    await publish([{ kind: 'relation', schema: 'hydro', relation: 'payroll' }]);
    await scene.source.run('DROP TABLE hydro.payroll');
    await discover();
    const texts = async (who: LoggedIn) => (await scene.app.http.get(`${source}/schema/diff`, as(who))).text;
    expect([(await texts(olivia)).includes('payroll'), (await texts(mia)).includes('payroll')]).toEqual([true, false]);
    await scene.app.dataSource.query(
      `UPDATE schema_contents SET locked_relations = '{payroll,mill}' WHERE data_source_id = $1 AND schema_name = 'hydro'`,
      [scene.sourceId],
    );
    for (const path of [`${source}/schema`, `${source}/schema/export`]) {
      const told = async (who: LoggedIn) => (await scene.app.http.get(path, as(who))).text;
      expect([path, (await told(mia)).includes('mill'), (await told(mia)).includes('payroll')]).toEqual([path, true, false]);
      expect((await told(olivia)).includes('payroll')).toBe(true);
    }
    const found = await scene.app.http.post(`${source}/discover-schema`, undefined, as(mia));
    expect([found.text.includes('mill'), found.text.includes('payroll')]).toEqual([true, false]);
  });
});
