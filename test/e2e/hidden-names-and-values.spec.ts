import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessMatrix } from '../support/access-matrix.js';
import type { Answer } from '../support/http-client.js';
import { mcpClient } from '../support/mcp-client.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { proposing, saying } from '../support/scripted-model.js';
import type { LoggedIn } from '../support/test-app.js';

/** Stands in all that is hidden, and in nothing else. */
const MARK = 'zq7hidden';
const GAUGES = { schema: 'hydro', relation: 'gauges' };
const RULES = [
  { kind: 'relation', schema: 'hydro', relation: `${MARK}_rel` },
  { kind: 'relation', schema: 'hydro', relation: `${MARK}_new` },
  { kind: 'column', ...GAUGES, column: `${MARK}_col`, effect: 'deny' },
  { kind: 'column', ...GAUGES, column: `${MARK}_later`, effect: 'deny' },
  { kind: 'column', ...GAUGES, column: 'card', effect: 'hash' },
  {
    ...{ kind: 'rows', schema: 'hydro', relation: 'readings' },
    where: { column: 'region', operator: '=', value: 'EU' },
  },
];
const SUMMARY = saying(JSON.stringify({ sentence: '{{row_count}} rows.', chart: null }));
const QUESTION = 'What do the gauges hold?';

/** Everything that answers with names, statements or values of a data source. */
const READS = [...accessMatrix().keys()].filter((route) =>
  /^GET \/api\/v1\/(data-sources|query-executions|prompt-templates|verified-pairs|glossary-terms|conversations)/.test(
    route,
  ),
);
/** Policies are for those who may read them, and mia is not one of them. */
const FORBIDDEN = /\/(tags|tags\/suggestions|preview)$/;
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  'GET /api/v1/data-sources/:data_source_id/schema': ['limit=100', `search=${MARK}`, 'search=hidden', 'search=rel'],
  'GET /api/v1/data-sources/:data_source_id/schema/context': [
    ...['', 'format=mschema', 'question=gauges', 'max_tokens=100', `question=${MARK}%20rel`],
  ],
  'GET /api/v1/data-sources/:data_source_id/schema/diagram': [
    ...['', 'format=svg', 'schema_name=hydro&table=gauges', `schema_name=hydro&table=${MARK}_rel`],
  ],
  'GET /api/v1/prompt-templates/:template_id/versions/diff': ['from=1&to=1'],
  'GET /api/v1/prompt-templates/export': ['organization_id=1'],
};
/** What stands beside the mark, and is shown. */
const SHOWN: Readonly<Record<string, string>> = {
  'GET /api/v1/data-sources/:data_source_id/schema': 'rel_id',
  'GET /api/v1/data-sources/:data_source_id/schema/context': 'rel_id',
  'GET /api/v1/data-sources/:data_source_id/schema/diagram': 'rel_id',
  'GET /api/v1/data-sources/:data_source_id/schema/export': 'rel_id',
  'GET /api/v1/data-sources/:data_source_id/verified-pairs': QUESTION,
  'GET /api/v1/verified-pairs/:pair_id': QUESTION,
  'GET /api/v1/verified-pairs/:pair_id/versions': QUESTION,
  'GET /api/v1/data-sources/:data_source_id/glossary-terms': 'It measures.',
  'GET /api/v1/glossary-terms/:term_id': 'It measures.',
  'GET /api/v1/glossary-terms/:term_id/versions': 'It measures.',
  'GET /api/v1/conversations/:conversation_id': QUESTION,
  'GET /api/v1/conversations/:conversation_id/export': QUESTION,
};
/** Where the mark stands before a policy hides it. */
const PLANTED = [
  'GET /api/v1/data-sources/:data_source_id/schema',
  'GET /api/v1/data-sources/:data_source_id/schema/context',
  'GET /api/v1/data-sources/:data_source_id/schema/diagram',
  'GET /api/v1/data-sources/:data_source_id/schema/diff',
  'GET /api/v1/data-sources/:data_source_id/schema/export',
  'GET /api/v1/data-sources/:data_source_id/sampled-columns',
  'GET /api/v1/data-sources/:data_source_id/query-executions',
  'GET /api/v1/query-executions/:execution_id',
  'GET /api/v1/prompt-templates/:template_id/executions',
  'GET /api/v1/data-sources/:data_source_id/verified-pairs',
  'GET /api/v1/verified-pairs/:pair_id',
  'GET /api/v1/verified-pairs/:pair_id/versions',
  'GET /api/v1/data-sources/:data_source_id/glossary-terms',
  'GET /api/v1/glossary-terms/:term_id',
  'GET /api/v1/glossary-terms/:term_id/versions',
  'GET /api/v1/conversations/:conversation_id',
  'GET /api/v1/conversations/:conversation_id/export',
];
/** Each with the status of its answer under the policy, and something that it shows. */
const STATEMENTS = [
  ['SELECT * FROM hydro.gauges', 200, 'Rhine'],
  ['SELECT g FROM hydro.gauges AS g', 200, 'Rhine'],
  ['SELECT card FROM hydro.gauges ORDER BY 1', 200, '"mask":"hash"'],
  ['SELECT * FROM hydro.gauges_north', 200, 'Elbe'],
  ['SELECT * FROM hydro.readings', 200, 'seen'],
  ['SELECT note::int FROM hydro.readings', 422, 'cannot be converted'],
  ['SELECT 1 / length(note) FROM hydro.readings', 200, '[[0]]'],
  ['SELECT nothing FROM hydro.gauges', 422, 'does not exist'],
  ['SELECT * FROM hydro.all_notes', 422, 'restricted_relation'],
  ['SELECT * FROM hydro.kept_notes', 422, 'restricted_relation'],
  ['SELECT * FROM hydro.rel', 422, 'unknown_relation'],
] as const;

describe('what data policies hide from a reader', () => {
  let scene: ExecutionScene;
  let mia: LoggedIn, olivia: LoggedIn;
  let source: string;
  let ids: Readonly<Record<string, number>>;

  const as = ({ accessToken: token }: LoggedIn) => ({ token });
  const post = (path: string, body: object | undefined, who: LoggedIn): Promise<Answer> =>
    scene.app.http.post(path, body, as(who));
  const discover = async (): Promise<void> => {
    const { status, text } = await post(`${source}/discover-schema?refresh=true`, undefined, olivia);
    expect([status, text]).toEqual([200, expect.anything()]);
  };
  /** The answers of a route, one for each query. */
  const answersOf = async (route: string, who: LoggedIn): Promise<Answer[]> => {
    const path = (route.split(' ')[1] ?? '').replaceAll(/:(\w+)/g, (_, name: string) => String(ids[name] ?? 1));
    const answers: Answer[] = [];
    for (const query of QUERIES[route] ?? [''])
      answers.push(await scene.app.http.get(`${path}${query === '' ? '' : `?${query}`}`, as(who)));
    return answers;
  };
  const routesWithMark = async (routes: readonly string[]): Promise<string[]> => {
    const found: string[] = [];
    for (const route of routes)
      for (const { text } of await answersOf(route, mia)) if (text.includes(MARK)) found.push(route);
    return [...new Set(found)].sort();
  };
  const execute = async (template: number, who: LoggedIn, sql: string): Promise<number> => {
    scene.model.play(proposing(sql));
    const { status, body, text } = await scene.execute(template, { run: true }, who);
    expect([status, text]).toEqual([200, expect.anything()]);
    return body.data.execution_id;
  };
  const ask = async (sql: string, more: object = {}): Promise<number> => {
    scene.model.play(proposing(sql), SUMMARY);
    const { status, body, text } = await post(`${source}/ask`, { question: QUESTION, ...more }, mia);
    expect([status, text]).toEqual([200, expect.anything()]);
    return body.data.conversation_id;
  };

  beforeAll(async () => {
    scene = await ExecutionScene.set();
    ({ mia, olivia } = scene.users);
    source = `/api/v1/data-sources/${scene.sourceId}`;
    await scene.source.run(`
      CREATE TABLE hydro.${MARK}_rel (id int PRIMARY KEY, ${MARK}_of text UNIQUE);
      COMMENT ON TABLE hydro.${MARK}_rel IS 'About ${MARK}';
      CREATE TABLE hydro.gauges (
        id int PRIMARY KEY, river text, card text, ${MARK}_col text DEFAULT '${MARK}_default',
        rel_id int CONSTRAINT ${MARK}_fk REFERENCES hydro.${MARK}_rel (id),
        CONSTRAINT ${MARK}_check CHECK (${MARK}_col <> '${MARK}_never'));
      COMMENT ON COLUMN hydro.gauges.${MARK}_col IS 'Holds ${MARK}';
      CREATE INDEX ${MARK}_index ON hydro.gauges (${MARK}_col);
      CREATE INDEX ${MARK}_partial ON hydro.gauges (river) WHERE ${MARK}_col IS NOT NULL;
      CREATE TABLE hydro.gauges_north () INHERITS (hydro.gauges);
      CREATE TABLE hydro.readings (id int PRIMARY KEY, region text, note text);
      CREATE VIEW hydro.all_notes AS SELECT note, '${MARK}_text' AS kind FROM hydro.readings;
      INSERT INTO hydro.${MARK}_rel VALUES (1, '${MARK}_value');
      INSERT INTO hydro.gauges VALUES (1, 'Rhine', '${MARK}_card_1', '${MARK}_cell', 1);
      INSERT INTO hydro.gauges_north VALUES (2, 'Elbe', '${MARK}_card_2', '${MARK}_cell', 1);
      INSERT INTO hydro.readings VALUES (1, 'EU', 'seen'), (2, 'US', '${MARK}_row'), (3, 'US', '');
      CREATE MATERIALIZED VIEW hydro.kept_notes AS SELECT note FROM hydro.readings;
      CREATE FUNCTION hydro.${MARK}_function() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
      CREATE TRIGGER ${MARK}_trigger BEFORE INSERT ON hydro.gauges FOR EACH ROW EXECUTE FUNCTION hydro.${MARK}_function();
      ANALYZE;
      GRANT SELECT ON ALL TABLES IN SCHEMA hydro TO ${scene.source.role};`);
    await discover();
    for (const [table_name, column_name] of [
      ['readings', 'note'],
      ['gauges', `${MARK}_col`],
    ]) {
      const body = { schema_name: 'hydro', table_name, column_name, sampled: true };
      expect((await scene.app.http.put(`${source}/sampled-columns`, body, as(olivia))).status).toBe(200);
    }
    await scene.source.run(`
      ALTER TABLE hydro.gauges ADD COLUMN ${MARK}_later text;
      CREATE TABLE hydro.${MARK}_new (id int);
      GRANT SELECT ON ALL TABLES IN SCHEMA hydro TO ${scene.source.role};`);
    await discover();
    const template = await scene.template();
    const execution = await execute(template, mia, `SELECT ${MARK}_col FROM hydro.gauges`);
    const right = { right: false, corrected_sql: `SELECT count(${MARK}_col) FROM hydro.gauges` };
    const judged = await execute(template, olivia, `SELECT ${MARK}_of FROM hydro.${MARK}_rel`);
    const feedback = `/api/v1/query-executions/${judged}/feedback`;
    expect((await scene.app.http.put(feedback, right, as(olivia))).status).toBe(200);
    for (const sql of [`SELECT ${MARK}_col::int FROM hydro.gauges`, `SELECT ${MARK}_col FROM hydro.gauges_north`])
      await post(`${source}/query`, { sql }, mia);
    const pair = { question: QUESTION, sql: `SELECT ${MARK}_col FROM hydro.gauges` };
    const term = { name: 'Gauge', definition: 'It measures.', synonyms: ['gauges'], expression: `count(${MARK}_col)` };
    ids = {
      ...{ data_source_id: scene.sourceId, template_id: template, execution_id: execution, number: 1 },
      pair_id: (await post(`${source}/verified-pairs`, pair, olivia)).body.data.verified_pair.id,
      term_id: (await post(`${source}/glossary-terms`, term, olivia)).body.data.glossary_term.id,
      conversation_id: await ask(`SELECT ${MARK}_of FROM hydro.${MARK}_rel`),
      discovery_id: (await scene.app.dataSource.query('SELECT max(id) AS id FROM schema_discoveries'))[0].id,
    };
    expect(await routesWithMark(READS)).toEqual(PLANTED.toSorted());
    const body = {
      ...{ organization_id: 1, data_source_id: scene.sourceId, name: 'Hidden', rules: RULES },
      applies_when: 'principal.roles.contains("editor")',
    };
    const made = await post('/api/v1/sso/abac/data-policies', body, olivia);
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    const active = `/api/v1/sso/abac/data-policies/${made.body.data.data_policy.id}/activate`;
    const headers = { 'If-Match': '"1"' };
    expect((await scene.app.http.post(active, undefined, { ...as(olivia), headers })).status).toBe(200);
  }, 120_000);
  afterAll(() => scene.end());

  it.each(READS)('is not told by %s', async (route) => {
    const queries = QUERIES[route] ?? [''];
    const answers = await answersOf(route, mia);
    const telling = answers.map(({ text }, at) => (text.includes(MARK) ? queries[at] : null));
    expect(telling.filter((query) => query !== null)).toEqual([]);
    const status = FORBIDDEN.test(route) ? 403 : 200;
    expect(answers.map((answer) => answer.status)).toEqual(queries.map(() => status));
    expect(answers[0]?.text).toContain(SHOWN[route] ?? '');
  });

  it.each(STATEMENTS)('is not told by a statement, nor by the check of it: %s', async (sql, status, shown) => {
    const answer = await post(`${source}/query`, { sql }, mia);
    const check = await post(`${source}/query/validate`, { sql }, mia);
    expect(answer.text + check.text).not.toContain(MARK);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(shown)]);
    expect(check.status).toBe(200);
  });

  it('is not told by a discovery', async () => {
    const { status, text } = await post(`${source}/discover-schema`, undefined, mia);
    expect([status, text]).toEqual([200, expect.stringContaining('hydro')]);
    expect(text).not.toContain(MARK);
  });

  it('is not told to a model: by the schema, examples, the glossary, feedback or a conversation', async () => {
    const told = (): string => JSON.stringify(scene.model.asked);
    const { conversation_id: conversation = 0, template_id: template = 0 } = ids;
    await ask('SELECT river FROM hydro.gauges');
    expect([told().includes('gauges'), told().includes(MARK)]).toEqual([true, false]);
    await ask('SELECT river FROM hydro.gauges', { conversation_id: conversation });
    expect(told()).not.toContain(MARK);
    await execute(template, mia, 'SELECT river FROM hydro.gauges');
    expect([told().includes('gauges'), told().includes(MARK)]).toEqual([true, false]);
    // A statement that fails is sent back to the model with the reason.
    scene.model.play(proposing('SELECT note::int FROM hydro.readings'), proposing('SELECT river FROM hydro.gauges'));
    await scene.execute(template, { run: true }, mia);
    expect(told()).not.toContain(MARK);
  });

  it('is not told to AI clients', async () => {
    const key = { name: 'Reader', organization_id: 1, scopes: ['schema.read', 'query.run'] };
    const made = await post('/api/v1/access-keys', key, mia);
    const { call, client } = await mcpClient(scene.app.url, made.body.data.access_key.token);
    const data_source_id = scene.sourceId;
    const answers = [await call('schema', { data_source_id })];
    for (const [sql] of STATEMENTS) answers.push(await call('query', { data_source_id, sql }));
    await client.close();
    expect(JSON.stringify(answers)).not.toContain(MARK);
    expect(JSON.stringify(answers[0])).toContain('gauges');
    const shown = answers.slice(1).map(({ isError }) => !isError);
    expect(shown).toEqual(STATEMENTS.map(([, status]) => status === 200));
    expect(JSON.stringify(answers)).toMatch(/Rhine.*seen/s);
  });
});
