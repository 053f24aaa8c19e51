import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Operation, readApiDocument } from '../setup/api-contract.js';
import { withColons } from '../support/access-matrix.js';
import { membersOf } from '../support/answer-members.js';
import type { Answer } from '../support/http-client.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { proposing, saying } from '../support/scripted-model.js';
import type { LoggedIn } from '../support/test-app.js';

/** A value of a masked column. */
const VALUE = 'zq7nile';
const RIVERS = { schema: 'hydro', relation: 'rivers' };
const NO_NAMES = { kind: 'column', ...RIVERS, column: 'name', effect: 'hash' };
const LONG_ONLY = { kind: 'rows', ...RIVERS, where: { column: 'length_km', operator: '>', value: 3000 } };
const ADMINS = 'principal.roles.contains("admin")';
const SQL = `SELECT length_km FROM hydro.rivers WHERE name = '${VALUE}'`;
const WITHHELD = 'This statement is not shown, because it may contain values that data policies hide from you.';
const SUMMARY = saying(JSON.stringify({ sentence: '{{row_count}} rows.', chart: null }));

/** Every read that answers with statements that were kept. */
const PLACES = [
  'GET /api/v1/conversations/:conversation_id',
  'GET /api/v1/conversations/:conversation_id/export',
  'GET /api/v1/data-sources/:data_source_id/glossary-terms',
  'GET /api/v1/data-sources/:data_source_id/query-executions',
  'GET /api/v1/data-sources/:data_source_id/verified-pairs',
  'GET /api/v1/glossary-terms/:term_id',
  'GET /api/v1/glossary-terms/:term_id/versions',
  'GET /api/v1/prompt-templates/:template_id/executions',
  'GET /api/v1/query-executions/:execution_id',
  'GET /api/v1/saved-questions/:question_id',
  'GET /api/v1/verified-pairs/:pair_id',
  'GET /api/v1/verified-pairs/:pair_id/versions',
];
/** They hold texts of the schema, without those of relations that are restricted. */
const OF_THE_SCHEMA = [
  'GET /api/v1/data-sources/:data_source_id/schema',
  'GET /api/v1/data-sources/:data_source_id/schema/diff',
  'GET /api/v1/data-sources/:data_source_id/schema/export',
];
const STATEMENT_MEMBERS = ['sql', 'expression', 'statement', 'corrected_sql', 'rendered_text', 'withheld'];
/** Columns of tables in which texts of statements, or what they are made of, may stand; and who reads them. */
const COLUMNS: Readonly<Record<string, string>> = {
  'query_executions.sql': 'the history',
  'query_executions.question': 'the history',
  'query_executions.parameters': 'the history',
  'query_executions.answer_sealed': 'a repeated key, while policies are the same',
  'query_feedback.corrected_sql': 'the model, where the asker sees all that it reads, and whoever wrote it',
  'idempotency_keys.answer_sealed': 'a repeated key: templates, which people write in their own words',
  'reviewed_relations.columns': 'names of columns, for those who may read policies',
  'knowledge.sql': 'pairs and words',
  'knowledge.problem': 'pairs and words',
  'knowledge_versions.sql': 'versions of pairs and words',
  'saved_questions.sql': 'saved questions',
  'saved_questions.question': 'saved questions: what people write in their own words',
  'conversation_turns.sql': 'conversations',
  'conversation_turns.question': 'conversations, of their own person alone',
  'conversation_turns.asked_back': 'conversations',
  'conversation_turns.columns': 'conversations',
  'prompt_templates.parameters': 'templates: what people write in their own words',
  'prompt_template_versions.parameters': 'templates: what people write in their own words',
};

function routesAnswering(members: readonly string[]): string[] {
  const { paths } = readApiDocument();
  const reads = Object.entries(paths).flatMap(([path, { get }]): [string, Operation][] =>
    get === undefined ? [] : [[`GET ${withColons(path)}`, get]],
  );
  return reads.filter(([, read]) => members.some((one) => membersOf(read).has(one))).map(([route]) => route);
}

describe('statements that were kept', () => {
  let scene: ExecutionScene;
  let olivia: LoggedIn, adam: LoggedIn;
  let source: string;
  let ids: Readonly<Record<string, number>>;
  let template: number;

  const as = ({ accessToken: token }: LoggedIn) => ({ token });
  const post = async (path: string, body: object, who: LoggedIn): Promise<Answer> => {
    const answer = await scene.app.http.post(path, body, as(who));
    expect([path, answer.status, answer.text]).toEqual([path, expect.any(Number), expect.anything()]);
    return answer;
  };
  const get = (path: string, who: LoggedIn): Promise<Answer> => scene.app.http.get(path, as(who));
  const textOf = async (route: string, who: LoggedIn): Promise<string> => {
    const path = route.slice('GET '.length).replaceAll(/:(\w+)/g, (_, name: string) => String(ids[name]));
    const { status, text } = await get(path, who);
    expect([route, status]).toEqual([route, 200]);
    return text;
  };
  const executed = async (who: LoggedIn, sql: string): Promise<number> => {
    scene.model.play(proposing(sql));
    const { status, body, text } = await scene.execute(template, { run: true, parameters: { river: VALUE } }, who);
    expect([status, text]).toEqual([200, expect.anything()]);
    return body.data.execution_id;
  };
  const ask = async (who: LoggedIn, ...answers: Parameters<typeof scene.model.play>): Promise<number> => {
    scene.model.play(...answers);
    const { status, body, text } = await post(`${source}/ask`, { question: 'How long is it?' }, who);
    expect([status, text]).toEqual([200, expect.anything()]);
    return body.data.conversation_id;
  };
  const saved = async (who: LoggedIn, sql: string): Promise<number> => {
    const { body } = await post(`${source}/verified-pairs`, { question: `How ${Math.random()}?`, sql }, who);
    return body.data.verified_pair.id;
  };
  const publish = async (rules: object[]): Promise<void> => {
    const path = '/api/v1/sso/abac/data-policies';
    const body = { organization_id: 1, data_source_id: scene.sourceId, name: `${Math.random()}`, rules };
    const made = await post(path, { ...body, applies_when: ADMINS }, olivia);
    const headers = { 'If-Match': '"1"' };
    const active = `${path}/${made.body.data.data_policy.id}/activate`;
    expect((await scene.app.http.post(active, undefined, { ...as(olivia), headers })).status).toBe(200);
  };
  const executionRead = async (id: number, who: LoggedIn) => (await get(`/api/v1/query-executions/${id}`, who)).body.data.query_execution;

  beforeAll(async () => {
    scene = await ExecutionScene.set();
    ({ olivia, adam } = scene.users);
    source = `/api/v1/data-sources/${scene.sourceId}`;
    await scene.source.run(`
      CREATE VIEW hydro.streams AS SELECT name AS stream, length_km FROM hydro.rivers;
      CREATE VIEW hydro.brooks AS SELECT * FROM hydro.streams;
      CREATE TABLE hydro.lakes (name text);
      GRANT SELECT ON ALL TABLES IN SCHEMA hydro TO ${scene.source.role}`);
    const found = await scene.app.http.post(`${source}/discover-schema?refresh=true`, undefined, as(olivia));
    expect([found.status, found.text]).toEqual([200, expect.anything()]);
    template = await scene.template({
      template_text: 'How long is {{river}}?',
      parameters: [{ name: 'river', type: 'string', required: true }],
    });
    const execution = await executed(olivia, SQL);
    await post(`${source}/query`, { sql: SQL }, olivia);
    const [pair, ...terms] = [
      await saved(olivia, SQL),
      { name: 'Long', definition: 'It is.', synonyms: [], expression: `count(*) FILTER (WHERE name = '${VALUE}')` },
    ];
    const conversation = await ask(adam, proposing(SQL), SUMMARY);
    scene.model.play(saying(JSON.stringify({ clarification: { question: 'Which?', choices: [VALUE, 'Rhine'] } })));
    await post(`${source}/ask`, { question: 'Which one?', conversation_id: conversation }, adam);
    ids = {
      data_source_id: scene.sourceId,
      template_id: template,
      execution_id: execution,
      pair_id: pair,
      question_id: (await post(`${source}/saved-questions`, { title: 'Long', sql: SQL }, olivia)).body.data.saved_question.id,
      term_id: (await post(`${source}/glossary-terms`, terms[0] ?? {}, olivia)).body.data.glossary_term.id,
      conversation_id: conversation,
    };
  });
  afterAll(() => scene.end());
  beforeEach(() => scene.app.dataSource.query('DELETE FROM data_policies'));

  it('are read where the API document says so, and nowhere else', () => {
    expect(routesAnswering(STATEMENT_MEMBERS).toSorted()).toEqual([...PLACES, ...OF_THE_SCHEMA].toSorted());
    expect(routesAnswering(['withheld']).toSorted()).toEqual(PLACES);
  });

  it('stand in these columns of the database, and in no other', async () => {
    const kept = await scene.app.dataSource.query(`
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND data_type IN ('text', 'jsonb', 'bytea', 'ARRAY')
         AND column_name ~ 'sql|statement|^(expression|question|asked_back|answer.*|problem|columns|parameters)$'`);
    const names = kept.map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual(Object.keys(COLUMNS).toSorted());
  });

  it.each(PLACES)('do not tell by what a masked column is compared with: %s', async (route) => {
    expect(await textOf(route, adam)).toContain(VALUE);
    await publish([NO_NAMES]);
    const text = await textOf(route, adam);
    expect([text.includes(VALUE), text.includes(WITHHELD)]).toEqual([false, true]);
    if (!route.includes('conversation')) expect(await textOf(route, olivia)).toContain(VALUE);
  });

  it('of another person go with what they were made of, and with how many rows there were', async () => {
    await publish([NO_NAMES]);
    const { sql, parameters, question, row_count, truncated, withheld } = await executionRead(ids['execution_id'] ?? 0, adam);
    expect([sql, parameters, question, row_count, truncated, withheld]).toEqual([...Array(5).fill(null), WITHHELD]);
    const path = `/api/v1/query-executions/${ids['execution_id']}/verified-pair`;
    const { status, body } = await post(path, { sql: 'SELECT 1' }, adam);
    expect([status, body.message]).toEqual([409, WITHHELD]);
  });

  it.each([
    ['a view over it', `SELECT 1 FROM hydro.brooks WHERE stream = '${VALUE}'`],
    ['its whole row', `SELECT 1 FROM hydro.rivers AS r WHERE r::text LIKE '%${VALUE}%'`],
    ['a list of aliases', `SELECT 1 FROM (SELECT * FROM hydro.rivers) AS r(a, b) WHERE a = '${VALUE}'`],
    ['a condition in a column', `SELECT CASE WHEN name = '${VALUE}' THEN length_km END FROM hydro.rivers`],
    ['a list of values', `SELECT 1 FROM hydro.rivers JOIN (VALUES ('${VALUE}')) AS v(x) ON v.x = rivers.name`],
    ['a comment', `SELECT 1 FROM hydro.rivers -- is it ${VALUE}?`],
  ])('do not tell it through %s', async (_, sql) => {
    const id = await executed(olivia, sql);
    expect((await executionRead(id, adam)).sql).toBe(sql);
    await publish([NO_NAMES]);
    expect((await executionRead(id, adam)).withheld).toBe(WITHHELD);
  });

  it('are shown where they hold no value, and where they are about other relations', async () => {
    const [plain, other] = [
      'SELECT name, length_km FROM hydro.rivers WHERE name IS NOT NULL ORDER BY 2 DESC LIMIT 10',
      `SELECT 1 FROM hydro.lakes WHERE name = '${VALUE}'`,
    ];
    const found = [await executed(olivia, plain), await executed(olivia, other)];
    await publish([NO_NAMES]);
    expect(await Promise.all(found.map(async (id) => (await executionRead(id, adam)).sql))).toEqual([plain, other]);
  });

  it('are shown to the person who wrote them, and to the one for whom a model did under the same policies', async () => {
    const asked = async (): Promise<unknown[]> => {
      const { query_executions: all } = (await get(`${source}/query-executions?limit=3`, adam)).body.data;
      return all.map(({ sql, withheld }: { sql: string | null; withheld: string | null }) => sql ?? withheld);
    };
    const told = async (id: number): Promise<string> => (await get(`/api/v1/conversations/${id}`, adam)).text;
    await publish([NO_NAMES]);
    const typed = await post(`${source}/query`, { sql: SQL }, adam);
    expect(typed.status).toBe(200);
    await executed(adam, SQL);
    const conversation = await ask(adam, proposing(SQL), SUMMARY);
    expect(await asked()).toEqual([SQL, SQL, SQL]);
    expect(await told(conversation)).toContain(VALUE);
    await publish([LONG_ONLY]);
    expect(await asked()).toEqual([WITHHELD, WITHHELD, SQL]);
    expect(await told(conversation)).not.toContain(VALUE);
  });

  it('are changed by the person who wrote them, and by no other who does not see them', async () => {
    await publish([NO_NAMES]);
    const [own, others] = [await saved(adam, SQL), ids['pair_id']];
    const changed = async (id: number | undefined): Promise<number> => {
      const headers = { 'If-Match': '"1"' };
      const body = { question: `What ${Math.random()}?`, sql: SQL };
      return (await scene.app.http.put(`/api/v1/verified-pairs/${id}`, body, { ...as(adam), headers })).status;
    };
    expect([await changed(own), await changed(others)]).toEqual([200, 403]);
  });

  it('of another person do not tell of hidden rows; what is written for all does, unless it is about a masked column', async () => {
    const sql = 'SELECT name FROM hydro.rivers WHERE length_km < 2000';
    const [id, pair] = [await executed(olivia, sql), await saved(olivia, sql)];
    await publish([LONG_ONLY]);
    const { verified_pair: read } = (await get(`/api/v1/verified-pairs/${pair}`, adam)).body.data;
    expect([(await executionRead(id, adam)).withheld, read.sql]).toEqual([WITHHELD, sql]);
    await publish([NO_NAMES]);
    const { verified_pair: masked } = (await get(`/api/v1/verified-pairs/${pair}`, adam)).body.data;
    expect(masked.sql).toBeNull();
  });
});
