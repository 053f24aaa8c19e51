import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readApiDocument } from '../setup/api-contract.js';
import { withColons } from '../support/access-matrix.js';
import { HiddenMarkScene, type Ids, MARK, QUESTION } from '../support/hidden-mark-scene.js';
import type { Answer } from '../support/http-client.js';
import { mcpClient } from '../support/mcp-client.js';
import type { ExecutionScene } from '../support/scripted-executions.js';
import { proposing } from '../support/scripted-model.js';
import type { LoggedIn } from '../support/test-app.js';

/** Every read of the service, whoever adds one. */
const ALL_READS = Object.entries(readApiDocument().paths)
  .filter(([, operations]) => 'get' in operations)
  .map(([path]) => `GET ${withColons(path)}`);
/** What answers with names, statements or values of a data source. */
const READS = ALL_READS.filter((route) =>
  /^GET \/api\/v1\/(data-sources|query-executions|prompt-templates|verified-pairs|glossary-terms|saved-questions|conversations)/.test(
    route,
  ),
);
const OTHERS = ALL_READS.filter((route) => !READS.includes(route));
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
  'GET /api/v1/saved-questions': QUESTION,
  'GET /api/v1/saved-questions/:question_id': QUESTION,
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
  'GET /api/v1/saved-questions/:question_id',
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
  let planted: HiddenMarkScene;
  let scene: ExecutionScene;
  let mia: LoggedIn;
  let source: string;
  let ids: Ids;

  const as = ({ accessToken: token }: LoggedIn) => ({ token });
  const post = (path: string, body: object | undefined, who: LoggedIn): Promise<Answer> => scene.app.http.post(path, body, as(who));
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
    for (const route of routes) for (const { text } of await answersOf(route, mia)) if (text.includes(MARK)) found.push(route);
    return [...new Set(found)].sort();
  };
  beforeAll(async () => {
    planted = await HiddenMarkScene.set();
    ({ scene, source } = planted);
    ({ mia } = scene.users);
    ids = await planted.keep();
    expect(await routesWithMark(ALL_READS)).toEqual(PLANTED.toSorted());
    await planted.publish();
  });
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

  it.each(OTHERS)('is not told by %s, which is about other things', async (route) => {
    for (const { text } of await answersOf(route, mia)) expect(text).not.toContain(MARK);
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
    await planted.ask('SELECT river FROM hydro.gauges');
    expect([told().includes('gauges'), told().includes(MARK)]).toEqual([true, false]);
    await planted.ask('SELECT river FROM hydro.gauges', { conversation_id: conversation });
    expect(told()).not.toContain(MARK);
    await planted.execute(template, mia, 'SELECT river FROM hydro.gauges');
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
    const others = await Promise.all([
      ...['', MARK, 'readings', 'note'].map((search) => call('search_schema', { data_source_id, search })),
      ...['gauges', 'readings', 'rivers'].map((table) => call('read_table', { data_source_id, schema_name: 'hydro', table })),
      ...['list_glossary_terms', 'list_verified_pairs'].map((tool) => call(tool, { data_source_id })),
    ]);
    expect(JSON.stringify(others)).not.toContain(MARK);
    expect(JSON.stringify(others)).toContain('gauges');
    for (const [sql] of STATEMENTS) answers.push(await call('query', { data_source_id, sql }));
    await client.close();
    expect(JSON.stringify(answers)).not.toContain(MARK);
    expect(JSON.stringify(answers[0])).toContain('gauges');
    const shown = answers.slice(1).map(({ isError }) => !isError);
    expect(shown).toEqual(STATEMENTS.map(([, status]) => status === 200));
    expect(JSON.stringify(answers)).toMatch(/Rhine.*seen/s);
  });
});
