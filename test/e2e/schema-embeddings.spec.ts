import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EmbedSchema } from '../../src/schema-context/application/embed-schema.js';
import { GraphileWorker } from '../../src/platform/jobs/graphile-worker.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { businessSchemas } from '../support/business-schema.js';
import { EmbeddingServer, answering, vectorOf } from '../support/embedding-server.js';
import type { Answer } from '../support/http-client.js';
import { column, plant, plantSource, table } from '../support/planted-schema.js';
import { RIVERS } from '../support/rivers-schema.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const RESTS_SECONDS = 30;
/** No word of it is in the schema. */
const OWING = 'Who owes?';

describe('tables found by what they mean', () => {
  let server: EmbeddingServer;
  let app: TestApp, plain: TestApp;
  let vera: LoggedIn;
  let business: number;

  beforeAll(async () => {
    server = await EmbeddingServer.start();
    const environment = { ...server.environment, EMBEDDINGS_TIMEOUT_MS: '200' };
    app = await startTestApp({ environment });
    plain = await startTestApp({ clock: app.clock, database: { url: app.databaseUrl } });
    vera = await logIn(app.http, 'vera');
    business = await plantSource(app.dataSource, 1, 'business');
    await plant(app.dataSource, business, businessSchemas());
  });
  afterAll(async () => {
    await app.close();
    await plain.close();
    await server.stop();
  });
  beforeEach(() => {
    server.play();
    app.clock.advance({ seconds: RESTS_SECONDS + 1 });
  });

  const ask = (question: string, http = app.http, id = business): Promise<Answer> =>
    http.get(`/api/v1/data-sources/${id}/schema/context?${new URLSearchParams({ question, max_tokens: '700' }).toString()}`, {
      token: vera.accessToken,
    });
  const names = ({ body }: Answer): string[] => body.data.tables_included.map(({ name }: { name: string }) => name);
  const work = () => app.app.get(GraphileWorker).runDue();
  const missing = () => app.app.get(EmbedSchema, { strict: false }).requestMissing();
  const outcomes = async (purpose: string): Promise<Record<string, number>> => {
    const metric = app.app.get(Metrics).registry.getSingleMetric('headgate_embedding_request_duration_seconds');
    const { values } = ((await metric?.get()) ?? { values: [] }) as unknown as {
      values: { metricName: string; labels: Record<string, string>; value: number }[];
    };
    return Object.fromEntries(
      values
        .filter((one) => one.metricName.endsWith('_count') && one.labels['purpose'] === purpose)
        .map(({ labels, value }) => [labels['outcome'], value]),
    );
  };

  it('does not send a question for a schema that has no vectors', async () => {
    expect((await ask(OWING)).text).toBe((await ask(OWING, plain.http)).text);
    expect(server.asked).toEqual([]);
  });

  it('turns names and comments into vectors, once, and nothing else goes out', async () => {
    const rivers = await plantSource(app.dataSource, 1, 'rivers');
    await plant(app.dataSource, rivers, [RIVERS]);
    await missing();
    expect(await work()).toMatchObject({ failed: 0 });
    const told = server.texts.join('\n');
    expect(told).toContain('sales.customers: People and companies that buy from us; ');
    expect(told).toContain('rivers.gauges: Stations that measure the water level; gauge; ');
    expect(told).toContain('position: Longitude and latitude');
    // What the role may not read, labels, defaults and checks.
    expect(told).not.toMatch(/locked|secret_note|good|fair|poor|id > 0|> 0/);
    expect(new Set(server.texts).size).toBe(server.texts.length);
    for (const { authorization, body } of server.asked)
      expect([authorization, body.model]).toEqual(['Bearer key-of-the-embeddings', 'counting']);
    server.play();
    await missing();
    await work();
    expect(server.asked).toEqual([]);
  });

  it('finds tables for words that the schema lacks, and still uses the words that it has', async () => {
    const [found, without] = [await ask(OWING), await ask(OWING, plain.http)];
    expect(names(found)[0]).toMatch(/invoice/);
    expect(names(without)[0]).not.toMatch(/invoice/);
    expect(server.texts).toEqual([OWING]);
    const [both] = [await ask('Which hauliers brought shipments?')];
    expect(names(both).slice(0, 3)).toEqual(expect.arrayContaining(['carriers', 'shipments']));
  });

  it('asks for a text once over all readings of a source, and for one that has changed anew', async () => {
    const source = await plantSource(app.dataSource, 1, 'growing');
    const first = table('s', 'invoice_lines', [column('id')]);
    await plant(app.dataSource, source, [{ name: 's', relations: [first] }]);
    await missing();
    await work();
    server.play();
    const second = table('s', 'invoice_totals', [column('id')]);
    await plant(app.dataSource, source, [{ name: 's', relations: [first, second] }]);
    await missing();
    await work();
    expect(server.texts).toEqual([expect.stringContaining('invoice_totals')]);
    // What no reading says any more is forgotten.
    await app.dataSource.query('DELETE FROM schema_snapshots WHERE data_source_id = $1', [source]);
    await app.dataSource.query('DELETE FROM schema_contents WHERE data_source_id = $1', [source]);
    await missing();
    const left = await app.dataSource.query('SELECT FROM schema_embeddings WHERE data_source_id = $1', [source]);
    expect(left).toEqual([]);
  });

  it('follows a discovery', async () => {
    const source = await SourceDatabase.create('CREATE TABLE public.haulage (id int, van text);');
    await source.run(`GRANT SELECT ON public.haulage TO ${source.role}`);
    const olivia = await logIn(app.http, 'olivia');
    const token = olivia.accessToken;
    const body = { organization_id: 1, name: 'Haulage', engine: 'postgresql', connection: source.connection() };
    const made = await app.http.post('/api/v1/data-sources', body, { token });
    const { id } = made.body.data.data_source;
    const path = `/api/v1/data-sources/${id}/discover-schema`;
    expect((await app.http.post(path, undefined, { token })).status).toBe(200);
    expect(await work()).toMatchObject({ failed: 0 });
    expect(server.texts).toEqual(['public.haulage; haulage; id; van']);
    await source.drop();
  });

  it.each<[string, Parameters<EmbeddingServer['play']>[0], string]>([
    ['hangs', () => undefined, 'EMBEDDINGS_TIMEOUT'],
    ['fails', answering(500, { error: 'no' }), 'EMBEDDINGS_REFUSED'],
    ['refuses the key', answering(401, { error: 'no' }), 'EMBEDDINGS_REFUSED'],
    ['leads elsewhere', answering(302, {}, { Location: 'http://127.0.0.1:1/' }), 'EMBEDDINGS_REFUSED'],
    ['breaks off', (response) => void response.socket?.resetAndDestroy(), 'EMBEDDINGS_UNREACHABLE'],
    ['answers no JSON', (response) => void response.writeHead(200).end('<html>'), 'EMBEDDINGS_MALFORMED'],
    ['answers no vectors', answering(200, { data: [] }), 'EMBEDDINGS_MALFORMED'],
    ['answers words', answering(200, { data: [{ index: 0, embedding: ['a'] }] }), 'EMBEDDINGS_MALFORMED'],
    ['answers another place', answering(200, { data: [{ index: 7, embedding: [1] }] }), 'EMBEDDINGS_MALFORMED'],
  ])('ranks by words alone while the server %s, and lets it rest', async (_, turn, code) => {
    server.play(turn);
    const before = await outcomes('question');
    const [found, without] = [await ask(OWING), await ask(OWING, plain.http)];
    expect([found.status, found.text]).toEqual([200, without.text]);
    expect((await ask(OWING)).text).toBe(without.text);
    expect(server.asked.length).toBe(1);
    const after = await outcomes('question');
    expect((after[code] ?? 0) - (before[code] ?? 0)).toBe(1);
    expect((after['resting'] ?? 0) - (before['resting'] ?? 0)).toBe(1);
    expect(app.log.join('')).toContain(code);
    expect(app.log.join('')).not.toContain('key-of-the-embeddings');
    server.play();
    app.clock.advance({ seconds: RESTS_SECONDS + 1 });
    expect(names(await ask(OWING))[0]).toMatch(/invoice/);
  });

  it('does not compare vectors of different lengths', async () => {
    server.play(answering(200, { data: [{ embedding: [...vectorOf(OWING), 1] }] }));
    expect((await ask(OWING)).text).toBe((await ask(OWING, plain.http)).text);
  });

  it('tries again what failed', async () => {
    const source = await plantSource(app.dataSource, 1, 'late');
    await plant(app.dataSource, source, [{ name: 's', relations: [table('s', 'late_ones', [column('id')])] }]);
    server.play(answering(503, {}));
    await missing();
    expect(await work()).toMatchObject({ failed: 1 });
    server.play();
    await missing();
    expect(await work()).toMatchObject({ failed: 0 });
    expect(server.texts).toEqual(['s.late_ones; late one; id']);
  });
});
