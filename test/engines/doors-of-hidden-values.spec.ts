import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { traceWith } from '../../src/platform/tracing/tracing.js';
import { readApiDocument } from '../setup/api-contract.js';
import { withColons } from '../support/access-matrix.js';
import { HiddenMarkScene, type Ids, MARK, QUESTION } from '../support/hidden-mark-scene.js';
import type { Answer } from '../support/http-client.js';
import { proposing, saying } from '../support/scripted-model.js';
import type { LoggedIn } from '../support/test-app.js';

/** Fail in the source, at the guard, or in the restriction: each with words of the engine that could quote a hidden value. */
const STATEMENTS = [
  'SELECT *, g FROM hydro.gauges AS g ORDER BY card',
  'SELECT (SELECT card FROM hydro.gauges LIMIT 1), EXISTS (SELECT note FROM hydro.readings) FROM hydro.readings',
  'SELECT CASE WHEN id IN (SELECT id FROM hydro.readings) THEN card END FROM hydro.gauges',
  'SELECT max(card), array_agg(card), json_agg(g), string_agg(g::text, note) FROM hydro.gauges g, hydro.readings',
  'SELECT note::int FROM hydro.readings',
  'SELECT card::int FROM hydro.gauges',
  'SELECT g::text::int FROM hydro.gauges g',
  'SELECT note::date FROM hydro.readings ORDER BY note',
  'SELECT note::json FROM hydro.readings',
  'SELECT 1 / (length(note) - 4) FROM hydro.readings',
  'SELECT power(length(note) + 10, 1000) FROM hydro.readings',
  'SELECT (SELECT note FROM hydro.readings r WHERE r.id >= readings.id) FROM hydro.readings',
  `SELECT note ~ '(' FROM hydro.readings`,
  `SELECT note LIKE note || '\\' FROM hydro.readings`,
  'SELECT card + 1 FROM hydro.gauges',
  'SELECT card FROM hydro.gauges WHERE',
  'SELECT nothing FROM hydro.gauges',
  'SELECT gauges.nothing FROM hydro.gauges',
  'SELECT * FROM hydro.nothing',
  'SELECT evil(card) FROM hydro.gauges',
  'SELECT * FROM hydro.all_notes',
  'SELECT xmin, ctid FROM hydro.gauges',
  'SELECT * FROM pg_catalog.pg_stats',
  'EXPLAIN SELECT card FROM hydro.gauges',
  'EXPLAIN (ANALYZE, VERBOSE) SELECT note FROM hydro.readings',
  `SELECT count(*) FROM ${'abcdefgh'.replaceAll(/./g, (name) => `, hydro.readings ${name}`).slice(2)}`,
  'SELECT * FROM hydro.readings FOR UPDATE',
  'SELECT string_agg(card, card) OVER () FROM hydro.gauges',
];
const LOSING = ['SELECT generate_series(1, 100000000) FROM hydro.readings ORDER BY 1', `SELECT repeat(note, 10000) FROM hydro.readings`];

/** What changes something or asks with a body, by what it is sent; or why it can tell nothing of a data source. */
const DOORS: Readonly<Record<string, ((ids: Ids) => readonly object[]) | string>> = {
  'POST /api/v1/data-sources/:data_source_id/query': () => [...STATEMENTS, ...LOSING].map((sql) => ({ sql, timeout_ms: 1000 })),
  'POST /api/v1/data-sources/:data_source_id/query/validate': () => STATEMENTS.map((sql) => ({ sql })),
  'POST /api/v1/data-sources/:data_source_id/ask': ({ conversation_id }) => [
    { question: QUESTION },
    { question: QUESTION, conversation_id },
  ],
  'POST /api/v1/prompt-templates/:template_id/execute': () => [{ parameters: { length: 1 }, run: true }, { parameters: { length: 1 } }],
  'POST /api/v1/data-sources/:data_source_id/verified-pairs': () => STATEMENTS.map((sql, at) => ({ question: `What is it? ${at}`, sql })),
  'PUT /api/v1/verified-pairs/:pair_id': () => STATEMENTS.map((sql) => ({ question: QUESTION, sql })),
  'DELETE /api/v1/verified-pairs/:pair_id': 'answers with nothing',
  'POST /api/v1/data-sources/:data_source_id/saved-questions': () => STATEMENTS.map((sql) => ({ title: 'Gauges', sql })),
  'POST /api/v1/saved-questions/:question_id/run': () => [{}],
  'PATCH /api/v1/saved-questions/:question_id': () => STATEMENTS.map((sql) => ({ sql })),
  'DELETE /api/v1/saved-questions/:question_id': 'answers with nothing',
  'POST /api/v1/boards': ({ question_id }) => [{ organization_id: 1, name: 'Gauges', question_ids: [question_id] }],
  'PATCH /api/v1/boards/:board_id': ({ question_id }) => [{ question_ids: [question_id] }],
  'DELETE /api/v1/boards/:board_id': 'answers with nothing',
  'POST /api/v1/data-sources/:data_source_id/glossary-terms': () =>
    ['nothing', 'card::int', 'evil(card)', 'count(card)', 'xmin'].map((expression, at) => ({
      name: `Word ${at}`,
      definition: 'A word.',
      synonyms: [],
      expression,
    })),
  'PUT /api/v1/glossary-terms/:term_id': () => [{ name: 'Gauge', definition: 'It measures.', synonyms: [], expression: 'count(card)' }],
  'DELETE /api/v1/glossary-terms/:term_id': 'answers with nothing',
  'POST /api/v1/query-executions/:execution_id/verified-pair': () => [{}, ...STATEMENTS.map((sql) => ({ sql }))],
  'PUT /api/v1/query-executions/:execution_id/feedback': () => STATEMENTS.map((corrected_sql) => ({ right: false, corrected_sql })),
  'DELETE /api/v1/query-executions/:execution_id': () => [{}],
  'POST /api/v1/data-sources': () => [{}],
  'POST /api/v1/data-sources/test': () => [{}],
  'PATCH /api/v1/data-sources/:data_source_id': () => [{ name: 'Mine' }],
  'DELETE /api/v1/data-sources/:data_source_id': () => [{}],
  'POST /api/v1/data-sources/:data_source_id/test': () => [{}],
  'POST /api/v1/data-sources/:data_source_id/open': () => [{}],
  'DELETE /api/v1/organizations/:org_id/remembered-data/:record_id': 'answers with nothing',
  'POST /api/v1/data-sources/:data_source_id/discover-schema': () => [{}],
  'DELETE /api/v1/data-sources/:data_source_id/discoveries/:discovery_id': () => [{}],
  'PUT /api/v1/data-sources/:data_source_id/sampled-columns': () =>
    ['card', 'river'].map((column_name) => ({
      schema_name: 'hydro',
      table_name: 'gauges',
      column_name,
      sampled: true,
    })),
  'DELETE /api/v1/conversations/:conversation_id': 'answers with nothing',
  'PUT /api/v1/organizations/:org_id/ask-settings': 'is about settings of the organization',
  'POST /api/v1/me/export': () => [{}],
  'POST /api/v1/organizations/:org_id/export': () => [{}],
  'POST /api/v1/prompt-templates': 'is about words of people',
  'PUT /api/v1/prompt-templates/:template_id': 'is about words of people',
  'DELETE /api/v1/prompt-templates/:template_id': 'answers with nothing',
  'POST /api/v1/prompt-templates/import': 'is about words of people',
  'POST /api/v1/prompt-templates/render': () => [{ template_text: 'Of {{x}}', parameters: [], values: {} }],
  'POST /api/v1/prompt-templates/:template_id/render': () => [{ parameters: { length: 1 } }],
  'POST /api/v1/prompt-templates/:template_id/publish': 'is about words of people',
  'POST /api/v1/prompt-templates/:template_id/archive': 'is about words of people',
  'PUT /api/v1/prompt-templates/:template_id/system': 'is about words of people',
  'POST /api/v1/prompt-templates/:template_id/versions/:number/restore': 'is about words of people',
  'PUT /api/v1/prompt-templates/:template_id/icon': 'is about a picture',
  'DELETE /api/v1/prompt-templates/:template_id/icon': 'is about a picture',
};
/** Tags of operations that read no data source, and of those for people who may read what policies say. */
const ELSEWHERE = [
  ...['Authentication', 'The caller', 'Operations', 'System administration', 'Organizations', 'Roles', 'Workspaces'],
  ...['Multi-factor authentication', 'Trusted devices', 'Invitations', 'Authentication in pages', 'Sessions', 'Audit', 'Webhooks'],
  ...['SCIM', 'Provisioning', 'Single sign-on', 'Single sign-on: enforcement', 'Single sign-on migration', 'Sign-in requirements'],
  ...['Single sign-on migration: waves', 'Keys for AI clients', 'AI clients', 'Rivers', 'Access policies'],
];

describe('what data policies hide, at every door that is not a read', () => {
  let planted: HiddenMarkScene;
  let mia: LoggedIn;
  let ids: Ids;
  let secrets: readonly string[];
  let logged: number;
  let audited: number;
  const spans: string[] = [];

  const untold = (text: string): void => {
    for (const secret of secrets) expect(text.toLowerCase()).not.toContain(secret);
  };
  const calls = async (route: string, bodies: readonly object[]): Promise<Answer[]> => {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => String(ids[name] ?? 1));
    const answers: Answer[] = [];
    for (const body of bodies) {
      planted.scene.model.play(...STATEMENTS.slice(4, 7).map((sql) => proposing(sql)));
      const headers = { 'If-Match': '"1"' };
      answers.push(await planted.scene.app.http.send(method, path, body, { token: mia.accessToken, headers }));
    }
    return answers;
  };

  beforeAll(async () => {
    planted = await HiddenMarkScene.set({ LOG_LEVEL: 'trace', METRICS_TOKEN: 'token-of-the-metrics' });
    ({ mia } = planted.scene.users);
    ids = await planted.keep();
    await planted.publish();
    secrets = await planted.secrets();
    const { app } = planted.scene;
    logged = app.log.length;
    [{ audited }] = await app.dataSource.query('SELECT coalesce(max(id), 0)::int AS audited FROM audit_events');
    const span = { traceId: '', rename: note, set: note, fail: () => undefined, end: () => undefined };
    function note(...what: unknown[]): void {
      spans.push(JSON.stringify(what));
    }
    traceWith({
      within: (name, kind, attributes, work) => {
        note(name, kind, attributes);
        return work(span);
      },
      traceId: () => undefined,
      headers: () => ({}),
    });
  });
  afterAll(async () => {
    traceWith(undefined);
    await planted?.scene.end();
  });

  it('are all that the API document has', () => {
    const operations = Object.entries(readApiDocument().paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { tags }]) => ({ method, path: withColons(path), tag: tags?.[0] ?? '' })),
    );
    const doors = operations.filter(({ method, tag }) => method !== 'get' && !ELSEWHERE.includes(tag));
    const routes = doors.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(routes.toSorted()).toEqual(Object.keys(DOORS).toSorted());
  });

  it.each(Object.entries(DOORS))(
    'is not told by %s',
    async (route, bodies) => {
      if (typeof bodies === 'string') return;
      const answers = await calls(route, bodies(ids));
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      for (const { text } of answers) untold(text);
    },
    60_000,
  );

  it('is not told by files of results, nor by names, types and charts of them', async () => {
    const { model } = planted.scene;
    const sql = 'SELECT (SELECT max(card) FROM hydro.gauges), river, id FROM hydro.gauges ORDER BY id';
    const chart = {
      mark: 'bar',
      x: { column: 'river', type: 'nominal' },
      y: { column: 'id', type: 'quantitative' },
      color: null,
    };
    model.play(proposing(sql), saying(JSON.stringify({ sentence: '{{max:first}} of {{river:first}}.', chart })));
    const answer = await planted.post(`${planted.source}/ask`, { question: QUESTION }, mia);
    expect([answer.status, answer.body.data?.chart?.mark]).toEqual([200, 'bar']);
    untold(answer.text);
    // The page makes a file of the names of the columns and of the rows, and of nothing else.
    const { columns, rows } = answer.body.data.result;
    untold(JSON.stringify([columns, rows]));
    expect(columns.map(({ name }: { name: string }) => name)).toEqual(['max', 'river', 'id']);
    expect(rows).toHaveLength(2);
  });

  it('is not told to a model that mends what failed, whatever the failure', async () => {
    const { model, app } = planted.scene;
    let mended = 0;
    for (const failing of STATEMENTS) {
      model.play(proposing(failing), proposing('SELECT river FROM hydro.gauges'), saying('{"sentence": "Done.", "chart": null}'));
      const answer = await app.http.post(`${planted.source}/ask`, { question: QUESTION }, { token: mia.accessToken });
      expect([failing, answer.status]).toEqual([failing, 200]);
      mended += answer.body.data.repairs;
      untold(JSON.stringify(model.asked));
      untold(answer.text);
    }
    expect(mended).toBeGreaterThan(15);
  });

  it('is not told to other people by executions and what became of them', async () => {
    const { vera, adam } = planted.scene.users;
    for (const who of [mia, vera, adam]) {
      const path = `${planted.source}/query-executions?limit=100`;
      const { text } = await planted.scene.app.http.get(path, { token: who.accessToken });
      // Administrators are not restricted here, and see statements of others; keys they see nowhere.
      for (const secret of who === adam ? secrets.slice(1) : secrets) expect(text).not.toContain(secret);
    }
  });

  it('stands in no line of the log, no span, no metric and no row of the trail', async () => {
    const { app } = planted.scene;
    expect(app.log.length).toBeGreaterThan(logged + 100);
    untold(app.log.slice(logged).join(''));
    expect(spans.length).toBeGreaterThan(1_000);
    untold(spans.join('\n'));
    const metrics = await fetch(`${app.url}/metrics`, { headers: { Authorization: 'Bearer token-of-the-metrics' } });
    const text = await metrics.text();
    expect([metrics.status, text.includes('headgate_executions_total')]).toEqual([200, true]);
    untold(text);
    const trail = await app.dataSource.query('SELECT to_jsonb(a) AS row FROM audit_events a WHERE id > $1', [audited]);
    expect(trail.length).toBeGreaterThan(20);
    untold(JSON.stringify(trail));
  });

  it('would be found if it were told', () => {
    expect(secrets).toEqual([MARK, ...Array(3).fill(expect.stringMatching(/^[0-9a-f]{64}$/))]);
    for (const secret of secrets) expect(() => untold(`… ${secret} …`)).toThrow();
  });
});
