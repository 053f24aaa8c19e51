import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GraphileWorker } from '../../src/platform/jobs/graphile-worker.js';
import { Jobs } from '../../src/shared/ports/jobs.js';
import { seal } from '../support/audit.js';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import { createTestDatabase } from '../support/database.js';
import { type DemoModel, startDemoModel } from '../support/demo-model.js';
import { EmbeddingServer } from '../support/embedding-server.js';
import { type ExposedMetric, readExposition } from '../support/exposition.js';
import { scimClient } from '../support/scim.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const TOKEN = 'metrics-token-for-tests';

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Expression {
  readonly where: string;
  readonly text: string;
  /** Beside the expression: `{{engine}}`, `$labels.engine`. */
  readonly shown: readonly string[];
}

/** What Prometheus adds to each series by itself. */
const OF_THE_TARGET = ['instance', 'job', 'le'];

const everyMatch = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, one = '']) => one);

function dashboardExpressions(): Expression[] {
  const { panels } = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')) as { panels: readonly Panel[] };
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({
      where: title,
      text: expr,
      shown: everyMatch(legendFormat, /\{\{(\w+)\}\}/g),
    })),
  );
}

interface Rule extends Expression {
  readonly runbook: string;
  readonly summary: string;
  readonly description: string;
}

/** Each rule has its parts on lines of their own, in single quotes where YAML needs them. */
function rules(): Rule[] {
  const [, ...texts] = readFileSync('deploy/alerts.yaml', 'utf8').split(/^ {6}- alert: /m);
  return texts.map((text) => {
    const part = (name: string): string => {
      const [, quote, value = ''] = new RegExp(`^ +${name}: (['"]?)(.+)\\1$`, 'm').exec(text) ?? [];
      return quote === "'" ? value.replaceAll("''", "'") : value;
    };
    const summary = part('summary');
    return {
      where: text.split('\n')[0] ?? '',
      text: part('expr'),
      shown: everyMatch(summary, /\$labels\.(\w+)/g),
      runbook: part('runbook'),
      summary,
      description: part('description'),
    };
  });
}

interface Documented {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
}

/** The rows of the tables: name, type, labels, meaning. */
function documented(): Documented[] {
  const rows = readFileSync('docs/metrics.md', 'utf8').matchAll(/^\| `(\w+)` +\| (\w+) +\| ([^|]*)\| .+\|$/gm);
  return [...rows].map(([, name = '', type = '', labels = '']) => ({
    name,
    type,
    labels: everyMatch(labels, /`(\w+)`/g),
  }));
}

describe('the metrics', () => {
  let model: DemoModel;
  let embeddings: EmbeddingServer;
  let app: TestApp;
  let exposed: Map<string, ExposedMetric>;

  const text = async (): Promise<string> => (await app.http.get('/metrics', { token: TOKEN })).text;
  const value = (name: string, labels = ''): number | undefined => exposed.get(name)?.samples.get(`${name}${labels}`);
  const count = (name: string, labels: string): number | undefined => exposed.get(name)?.samples.get(`${name}_count${labels}`);

  beforeAll(async () => {
    model = await startDemoModel();
    embeddings = await EmbeddingServer.start();
    app = await startTestApp({
      environment: {
        METRICS_TOKEN: TOKEN,
        LLM_BASE_URL: model.baseUrl,
        LLM_MODEL: 'demo',
        ...embeddings.environment,
        RATE_LIMIT_MULTIPLIER: '1',
      },
    });
    await traffic();
    exposed = readExposition(await text());
  });
  afterAll(async () => {
    await app.close();
    await model.stop();
    await embeddings.stop();
  });

  async function traffic(): Promise<void> {
    const { accessToken: token } = await logIn(app.http, 'olivia');
    for (let guess = 0; guess < 12; guess += 1) await app.http.post('/api/auth/login', { username: 'vera', password: `wrong-${guess}` });
    await app.http.post('/api/v1/data-sources/1/discover-schema', undefined, { token });
    await app.http.post('/api/v1/prompt-templates/1/execute', { parameters: { limit: 3 }, run: true }, { token });
    await app.http.post('/api/v1/data-sources/1/query', { sql: 'SELECT name FROM rivers' }, { token });
    await app.http.post('/api/v1/data-sources/1/query', { sql: 'DROP TABLE rivers' }, { token });
    const scim = await scimClient(app, 1);
    for (const agent of ['Okta SCIM Client 1.0.0', 'AzureActiveDirectoryProvisioning/1.0', 'somebody@corp.example'])
      await scim.get('/Users', { headers: { 'User-Agent': agent } });
    await app.http.get('/api/auth/sso/999999/start', {});
    await app.app.get(Jobs, { strict: false }).enqueue('sessions.purge', {});
    await app.app.get(GraphileWorker, { strict: false }).runDue();
  }

  it('count what was done: logins, throttling, data, directories, jobs', () => {
    expect(value('headgate_logins_total', '{way="password",outcome="success"}')).toBe(1);
    expect(value('headgate_logins_total', '{way="password",outcome="wrong_credentials"}')).toBeGreaterThan(2);
    const throttled = value('headgate_logins_total', '{way="password",outcome="throttled"}');
    expect(throttled).toBeGreaterThan(0);
    expect(value('headgate_throttled_requests_total', '{route="/api/auth/login"}')).toBe(throttled);
    expect(count('headgate_discovery_duration_seconds', '{engine="postgresql",outcome="success"}')).toBe(1);
    expect(count('headgate_query_duration_seconds', '{engine="postgresql",outcome="success"}')).toBe(2);
    expect(value('headgate_executions_total', '{outcome="succeeded",code="none"}')).toBe(2);
    expect(value('headgate_executions_total', '{outcome="rejected",code="QUERY_REJECTED"}')).toBe(1);
    expect(count('headgate_model_request_duration_seconds', '{outcome="success"}')).toBe(1);
    expect(count('headgate_embedding_request_duration_seconds', '{purpose="schema",outcome="success"}')).toBe(1);
    expect(value('headgate_model_tokens_total', '{direction="input"}')).toBeGreaterThan(0);
    for (const client of ['okta', 'entra', 'other'])
      expect(value('headgate_scim_requests_total', `{client="${client}",method="GET",status_class="2xx"}`)).toBe(1);
    expect(value('headgate_sso_logins_total', '{protocol="unknown",fault="CONNECTION_NOT_ACTIVE"}')).toBe(1);
    expect(count('headgate_job_duration_seconds', '{task="sessions.purge",outcome="done"}')).toBe(1);
    expect(value('headgate_ready')).toBe(1);
  });

  it('hold nothing of people or organizations', () => {
    const labels = [...exposed.values()].flatMap(({ samples }) => [...samples.keys()]).join('\n');
    expect(labels).not.toMatch(/olivia|vera|delta|corp\.example|rivers"|999999/i);
  });

  it('tell how many mails and jobs wait and since when, and how long the audit trail was not sealed', async () => {
    await app.dataSource.query(
      `INSERT INTO outbox_mails (recipient, subject, body_sealed, created_at)
       SELECT 'a@corp.example', 'Hello', 'sealed', $1::timestamptz - n * interval '1 minute' FROM generate_series(1, 3) n`,
      [app.clock.now()],
    );
    await app.dataSource.query(
      `SELECT graphile_worker.add_job('mail.deliver', '{}', run_at => now() - interval '10 minutes'),
              graphile_worker.add_job('mail.deliver', '{}', run_at => now() + interval '10 minutes')`,
    );
    await seal(app);
    await app.dataSource.query(
      `INSERT INTO audit_events (occurred_at, action, outcome, detail) VALUES ($1, 'test.action', 'success', '{}')`,
      [app.clock.now()],
    );
    app.clock.advance({ minutes: 5 });
    exposed = readExposition(await text());
    expect(value('headgate_outbox_mails_waiting')).toBe(3);
    expect(value('headgate_outbox_oldest_mail_age_seconds')).toBe(8 * 60);
    expect(value('headgate_jobs_ready')).toBe(1);
    expect(value('headgate_jobs_oldest_ready_age_seconds')).toBeGreaterThanOrEqual(600);
    expect(value('headgate_audit_oldest_unsealed_age_seconds')).toBeGreaterThanOrEqual(300);
    await app.dataSource.query('TRUNCATE outbox_mails');
    exposed = readExposition(await text());
    expect(value('headgate_outbox_mails_waiting')).toBe(3);
    app.clock.advance({ seconds: 6 });
    exposed = readExposition(await text());
    expect(value('headgate_outbox_mails_waiting')).toBe(0);
  });

  it('answer without the database, say that the instance is not ready, and leave out what is unknown', async () => {
    const database = await createTestDatabase();
    const proxy = new CuttableProxy(new URL(database.url));
    const cut = await startTestApp({ database: { url: await proxy.open() }, environment: { METRICS_TOKEN: TOKEN } });
    await proxy.cut();
    const { status, text: body } = await cut.http.get('/metrics', { token: TOKEN });
    const { samples } = readExposition(body).get('headgate_outbox_mails_waiting') ?? {};
    expect([status, readExposition(body).get('headgate_ready')?.samples.get('headgate_ready'), samples?.size]).toEqual([200, 0, 0]);
    await cut.close();
    await database.drop();
  });

  it('count callers who wait for a connection, and only those', async () => {
    const waits = async (): Promise<number> =>
      readExposition(await text())
        .get('headgate_database_connection_wait_seconds')
        ?.samples.get('headgate_database_connection_wait_seconds_count') ?? NaN;
    await app.dataSource.query('SELECT 1');
    const before = await waits();
    await app.dataSource.query('SELECT 1');
    expect(await waits()).toBe(before);
    await Promise.all(Array.from({ length: 30 }, () => app.dataSource.query('SELECT 1')));
    expect(await waits()).toBeGreaterThan(before);
  });

  it('of ours are all in docs/metrics.md with their type and labels, and nothing else is', () => {
    const line = ({ name, type, labels }: Documented): string => `${name} ${type} ${[...labels].sort().join(' ')}`;
    const found = [...exposed].map(([name, { type, labels }]) => line({ name, type, labels: [...labels] }));
    expect(documented().map(line).sort()).toEqual(found.filter((one) => !/^(?:process|nodejs)_/.test(one)).sort());
  });

  it('describe themselves in a sentence', () => {
    const unclear = [...exposed].filter(([, { help }]) => !/^[A-Z][\w.]*( \S+){2,}/.test(help)).map(([name]) => name);
    expect(unclear).toEqual([]);
  });

  it.each([
    ['the dashboard', dashboardExpressions],
    ['the alert rules', rules],
  ])('are all that %s uses, with existing names and labels', (_, read) => {
    const expressions: readonly Expression[] = read();
    expect(expressions.length).toBeGreaterThan(20);
    expect(expressions.flatMap(strangersIn)).toEqual([]);
  });

  /** Names and labels that nothing exposes. */
  function strangersIn({ where, text: expression, shown }: Expression): string[] {
    const names = everyMatch(expression, /\b((?:headgate|http|nodejs|process)_\w+)/g);
    const metrics = names.map((name) => ({ name, metric: metricOf(name) }));
    const unknown = metrics.filter(({ metric }) => metric === undefined).map(({ name }) => `${where}: ${name}`);
    const labels = new Set([...OF_THE_TARGET, ...metrics.flatMap(({ metric }) => [...(metric?.labels ?? [])])]);
    const asked = [
      ...everyMatch(expression, /[{,] *(\w+) *(?:=~|!~|!=|=)/g),
      ...everyMatch(expression, /\bby \(([^)]*)\)/g).flatMap((list) => list.split(/, */)),
      ...shown,
    ];
    // Prometheus itself says whether a target is up.
    if (names.length === 0 && !/\bup\b/.test(expression)) unknown.push(`${where}: no metric`);
    return [...unknown, ...asked.filter((label) => !labels.has(label)).map((label) => `${where}: ${label}`)];
  }

  function metricOf(name: string): ExposedMetric | undefined {
    const histogram = exposed.get(name.replace(/_(bucket|sum|count)$/, ''));
    return exposed.get(name) ?? (histogram?.type === 'histogram' ? histogram : undefined);
  }

  it('wake a person who learns what is wrong, what to do, and where to read on', () => {
    const headings = everyMatch(readFileSync('docs/alerts.md', 'utf8'), /^## (\w+)$/gm);
    expect(rules().map(({ where }) => where)).toEqual(headings);
    for (const { where, runbook, summary, description } of rules()) {
      expect(runbook).toBe(`docs/alerts.md#${where.toLowerCase()}`);
      expect([summary, description].every((sentence) => sentence.length > 20)).toBe(true);
    }
    expect(readdirSync('deploy')).toEqual(expect.arrayContaining(['alerts.yaml', 'grafana-dashboard.json']));
  });
});
