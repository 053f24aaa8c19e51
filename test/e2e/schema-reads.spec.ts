import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CachedSchemas } from '../../src/catalog/application/ports/cached-schemas.js';
import { PLAIN_CONSTRAINT } from '../../src/engines/catalog-reader/relation.js';
import { toColumn } from '../../src/catalog/adapters/http/table-response.js';
import type { Answer } from '../support/http-client.js';
import { type PlantedSchema, column, foreignKey, plant, plantSource, table } from '../support/planted-schema.js';
import { RIVERS } from '../support/rivers-schema.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const HOSTILE = ['say "hi"', "it's", 'two\nlines', 'x} ||--|| y', '%%{init}%%', '<script>alert(1)</script>', 'Straße 橋'];

const ODD: PlantedSchema = {
  name: 'Odd "Schema"',
  relations: [
    ...HOSTILE.map((name) => table('Odd "Schema"', name, [column('100% sure_thing', 'text', { comment: `${name}\u202e` })])),
    table('Odd "Schema"', 'under_score', [column('C:\\path', 'text')]),
    table('Odd "Schema"', 'CustomerOrders', [column('erGebnisÄnderung', 'text')]),
  ],
};

describe('reading what was discovered', () => {
  let app: TestApp;
  let olivia: LoggedIn, vera: LoggedIn, oscar: LoggedIn;
  let source: number, blank: number, foreign: number, empty: number;

  beforeAll(async () => {
    app = await startTestApp();
    olivia = await logIn(app.http, 'olivia');
    vera = await logIn(app.http, 'vera');
    oscar = await logIn(app.http, 'oscar');
    source = await plantSource(app.dataSource, 1, 'rivers');
    blank = await plantSource(app.dataSource, 1, 'not discovered');
    empty = await plantSource(app.dataSource, 1, 'no tables');
    foreign = await plantSource(app.dataSource, 2, 'rivers of others');
    await plant(app.dataSource, source, [ODD, RIVERS]);
    await plant(app.dataSource, empty, [{ name: 'main', relations: [] }]);
    await plant(app.dataSource, foreign, [RIVERS]);
  });
  afterAll(() => app.close());

  const read = (query: Record<string, string> = {}, id = source, who = vera): Promise<Answer> =>
    app.http.get(`/api/v1/data-sources/${id}/schema?${new URLSearchParams(query).toString()}`, {
      token: who.accessToken,
    });
  const names = ({ body }: Answer): string[] => body.data.tables.map(({ name }: { name: string }) => name);
  const outcome = ({ status, body }: Answer) => [status, body?.code];

  it('is refused to strangers, before a discovery, and for a missing schema', async () => {
    for (const path of ['schema', 'schema/snapshots', 'schema/diff', 'schema/diagram', 'schema/context', 'schema/export']) {
      const get = (id: number, who?: LoggedIn) => app.http.get(`/api/v1/data-sources/${id}/${path}`, { token: who?.accessToken });
      expect([path, ...outcome(await get(source, oscar))]).toEqual([path, 404, 'NOT_FOUND']);
      expect([path, ...outcome(await get(foreign, olivia))]).toEqual([path, 404, 'NOT_FOUND']);
      expect([path, ...outcome(await get(2_000_000_000, olivia))]).toEqual([path, 404, 'NOT_FOUND']);
      expect([path, ...outcome(await get(source))]).toEqual([path, 401, 'UNAUTHORIZED']);
      if (path !== 'schema/snapshots') expect([path, ...outcome(await get(blank, olivia))]).toEqual([path, 409, 'SCHEMA_NOT_DISCOVERED']);
    }
    for (const path of ['schema', 'schema/diagram', 'schema/context', 'schema/export'])
      expect(
        outcome(
          await app.http.get(`/api/v1/data-sources/${source}/${path}?schema_name=Rivers`, {
            token: olivia.accessToken,
          }),
        ),
      ).toEqual([404, 'SCHEMA_NOT_FOUND']);
  });

  it.each([
    ['schema?search=%00'],
    ['schema?search=%ED%A0%80%00'],
    ['schema?search='],
    [`schema?search=${'x'.repeat(201)}`],
    ['schema?search=a&search=b'],
    ['schema?schema_name=%00'],
    ['schema?limit=101'],
    ['schema/diff?from=0'],
    ['schema/diff?to=99999999999'],
    ['schema/diff?page=x'],
    ['schema/diagram?format=png'],
    ['schema/diagram?table=%00'],
    ['schema/diagram?table=gauges&search=gauges'],
    ['schema/export?schema_name=%00'],
    ['schema/context?max_tokens=99'],
    ['schema/context?max_tokens=1e4'],
    ['schema/context?format=sql'],
    [`schema/context?question=${'x'.repeat(4001)}`],
  ])('answers 400 to %s', async (path) => {
    const answer = await app.http.get(`/api/v1/data-sources/${source}/${path}`, { token: olivia.accessToken });
    expect(outcome(answer)).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('answers tables by schema and name with all that was captured', async () => {
    const { status, body } = await read({ limit: '100' });
    expect(status).toBe(200);
    const { schemas, tables, pagination } = body.data;
    expect(schemas.map((schema: { schema_name: string }) => schema.schema_name)).toEqual(['Odd "Schema"', 'rivers']);
    expect(schemas[1]).toEqual({
      schema_name: 'rivers',
      tables_count: 7,
      views_count: 1,
      comment: 'Rivers of the world',
      types: RIVERS.types?.map(({ valuesCut, ...type }) => ({ ...type, values_truncated: valuesCut })),
    });
    expect(pagination).toMatchObject({ total: HOSTILE.length + 2 + 8, pages: 1 });
    expect(tables.slice(-8).map(({ name }: { name: string }) => name)).toEqual(RIVERS.relations.map(({ name }) => name));
    expect(tables.find(({ name }: { name: string }) => name === 'gauges')).toEqual({
      schema_name: 'rivers',
      name: 'gauges',
      kind: 'table',
      comment: 'Stations that measure the water level',
      row_estimate: 1200,
      readable: true,
      unreadable: null,
      columns: RIVERS.relations[2]?.columns.map(toColumn),
      primary_key: { name: 'pkey', columns: ['id'], ...PLAIN_CONSTRAINT },
      foreign_keys: [
        {
          name: 'river_id_fkey',
          columns: ['river_id'],
          target: { schema_name: 'rivers', table: 'rivers', columns: ['id'] },
          on_update: 'no_action',
          on_delete: 'no_action',
          ...PLAIN_CONSTRAINT,
        },
        expect.objectContaining({ name: 'country_id_fkey' }),
      ],
      unique_keys: [],
      checks: [{ name: 'gauges_id_check', expression: 'id > 0', ...PLAIN_CONSTRAINT }],
      indexes: [{ name: 'gauges_pkey', columns: ['id'], unique: true, predicate: null, comment: null, options: [] }],
      partitions: null,
      definition: null,
      exclusion_constraints: [],
      triggers: [],
      row_security: null,
      parents: [],
      foreign_source: null,
      options: [],
      complete: true,
    });
  });

  it('keeps to the page, and is empty past the end', async () => {
    const first = await read({ schema_name: 'rivers', limit: '3', page: '2' });
    expect(names(first)).toEqual(['locked', 'readings', 'river_countries']);
    expect(first.body.data.schemas).toHaveLength(1);
    const past = await read({ schema_name: 'rivers', limit: '3', page: '9' });
    expect([names(past), past.body.data.pagination.total]).toEqual([[], 8]);
    expect((await read({}, empty)).body.data).toMatchObject({ tables: [], pagination: { total: 0 } });
  });

  it.each<[string, string, string[]]>([
    ['part of a table name, in any case', 'IVER', ['river_countries', 'rivers', 'gauges', 'yearly_discharge']],
    ['a column', 'discharge_m3s', ['readings', 'yearly_discharge']],
    ['a part across words', 'bnisÄnd', ['CustomerOrders']],
    ['the comment of a table', 'WATER level', ['gauges']],
    ['the comment of a column', 'lake that', ['rivers']],
    ['a name with capitals by its words', 'customer_orders', ['CustomerOrders']],
    ['a name in capitals with an umlaut', 'ergebnisÄNDERUNG', ['CustomerOrders']],
    ['a per cent sign as text', '100%', HOSTILE],
    ['an underscore as text', 'r_s', ['under_score']],
    ['a backslash', 'C:\\p', ['under_score']],
    ['a quote', '"hi', ['say "hi"']],
    ['a line end', 'two\nlines', ['two\nlines']],
    ['East Asian text', '橋', ['Straße 橋']],
  ])('finds %s', async (_, search, expected) => {
    const found = names(await read({ search, limit: '100' }));
    expect([...found].sort()).toEqual([...expected].sort());
  });

  it('does not find types or expressions', async () => {
    expect(names(await read({ search: 'numeric(12' }))).toEqual([]);
    expect(names(await read({ search: 'avg(' }))).toEqual([]);
  });

  it('finds the most similar words when nothing holds the text, the best first', async () => {
    expect(names(await read({ search: 'contries' })).slice(0, 2)).toEqual(['countries', 'river_countries']);
    expect(names(await read({ search: 'dischrage' })).sort()).toEqual(['readings', 'yearly_discharge']);
    expect(names(await read({ search: 'zzzzzzz' }))).toEqual([]);
    expect(names(await read({ search: '$$$' }))).toEqual([]);
  });

  describe('the diagram', () => {
    const draw = (query: Record<string, string>, id = source): Promise<Answer> =>
      app.http.get(`/api/v1/data-sources/${id}/schema/diagram?${new URLSearchParams(query).toString()}`, {
        token: vera.accessToken,
      });

    it('is Mermaid text of the tables and their foreign keys', async () => {
      const { status, headers, text } = await draw({ schema_name: 'rivers' });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/vnd.mermaid; charset=utf-8']);
      expect(text).toContain('  t7["rivers"] {\n    integer id PK\n    text name UK\n    numeric(8_1) length_km');
      expect(text).toContain('  t7 ||--o{ t3 : "river_id_fkey"');
      expect((await draw({ schema_name: 'rivers', search: 'gauge' })).text).not.toContain('countries');
    });

    it('is SVG that may do nothing, with every name escaped', async () => {
      const { headers, text } = await draw({ format: 'svg' });
      expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(text).not.toMatch(/<script|\u202e|<foreignObject|href|onload=/i);
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(text).toContain('say &quot;hi&quot;');
    });

    it('is drawn for no tables too, and refused for more than 150 until some are chosen', async () => {
      expect((await draw({}, empty)).text).toBe('erDiagram\n');
      expect((await draw({ format: 'svg' }, empty)).text).toContain('No tables.');
      const large = await plantSource(app.dataSource, 1, 'large');
      const relations = Array.from({ length: 151 }, (_, at) => table('s', `table_${at}`, [column('id')]));
      await plant(app.dataSource, large, [{ name: 's', relations }]);
      const refused = await draw({}, large);
      expect(outcome(refused)).toEqual([409, 'DIAGRAM_TOO_LARGE']);
      expect(refused.body.message).toContain('at most 150 tables, not 151');
      expect(outcome(await draw({ search: 'id' }, large))).toEqual([409, 'DIAGRAM_TOO_LARGE']);
      expect((await draw({ search: 'table_77' }, large)).text).toContain('t1["table_77"]');
    });

    it('is of one table and what foreign keys connect with it, however large the schema', async () => {
      const titles = (text: string) => [...text.matchAll(/^ {2}t\d+\["([^"]+)"\]/gm)].map(([, title]) => title);
      const gauges = await draw({ schema_name: 'rivers', table: 'gauges' });
      expect(titles(gauges.text)).toEqual(['gauges', 'countries', 'readings', 'rivers']);
      expect(titles((await draw({ table: 'locked' })).text)).toEqual(['locked']);
      expect((await draw({ table: 'no such table' })).text).toBe('erDiagram\n');
      expect(outcome(await draw({ schema_name: 'Rivers', table: 'gauges' }))).toEqual([404, 'SCHEMA_NOT_FOUND']);

      const wide = await plantSource(app.dataSource, 1, 'wide');
      const pointing = Array.from({ length: 400 }, (_, at) =>
        table('s', `table_${String(at).padStart(3, '0')}`, [column('id'), column('hub_id')], {
          foreignKeys: [foreignKey('hub_id', 'other', 'hub')],
        }),
      );
      const hub = (schema: string) => table(schema, 'hub', [column('id')]);
      await plant(app.dataSource, wide, [
        { name: 'other', relations: [hub('other')] },
        { name: 's', relations: [hub('s'), ...pointing] },
      ]);
      const one = await draw({ schema_name: 's', table: 'table_123' }, wide);
      expect(titles(one.text)).toEqual(['s.table_123', 'other.hub']);
      expect(titles((await draw({ schema_name: 's', table: 'hub' }, wide)).text)).toEqual(['hub']);
      expect(titles((await draw({ table: 'hub' }, wide)).text).slice(0, 3)).toEqual(['other.hub', 's.hub', 's.table_000']);
      const all = await draw({ schema_name: 'other', table: 'hub', format: 'svg' }, wide);
      expect(all.text).toContain('251 more tables that foreign keys connect are not drawn.');
      expect(all.text.match(/<rect [^>]*rx="5"/g)).toHaveLength(150);
    });
  });

  describe('the whole schema as lines', () => {
    const path = (id: number, query = '') => `/api/v1/data-sources/${id}/schema/export${query}`;
    const withoutLine = (one: object) => Object.fromEntries(Object.entries(one).filter(([field]) => field !== 'line'));
    const linesIn = (text: string) =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));

    it('holds what the pages hold, schema by schema, and leaves a trace', async () => {
      const answer = await app.http.get(path(source), { token: vera.accessToken });
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
        200,
        'application/x-ndjson',
        `attachment; filename="schema-${source}.ndjson"`,
      ]);
      const { schemas, tables, snapshot_id, discovered_at } = (await read({ limit: '100' })).body.data;
      const [first, ...rest] = linesIn(answer.text);
      expect(first).toEqual({
        line: 'snapshot',
        data_source_id: source,
        snapshot_id,
        discovered_at,
        relations_count: tables.length,
        skipped_relations: [],
      });
      expect(rest.filter(({ line }) => line === 'schema').map(withoutLine)).toEqual(schemas);
      const found = rest.filter(({ line }) => line === 'table').map(withoutLine);
      const sorted = (all: Readonly<Record<string, unknown>>[]) =>
        all.map((one) => ({ place: JSON.stringify([one['schema_name'], one['name']]), one })).sort((x, y) => (x.place < y.place ? -1 : 1));
      expect(sorted(found)).toEqual(sorted(tables));
      const [event] = await app.dataSource.query(
        `SELECT actor_user_id AS actor, target_id AS target, detail FROM audit_events
          WHERE action = 'data_source.schema_exported' ORDER BY id DESC LIMIT 1`,
      );
      expect(event).toEqual({ actor: vera.userId, target: String(source), detail: { snapshot_id } });

      const some = linesIn((await app.http.get(path(source, '?schema_name=rivers'), { token: vera.accessToken })).text);
      expect(some.map((line) => line.schema_name)).toEqual([undefined, ...Array(9).fill('rivers')]);
      expect(linesIn((await app.http.get(path(empty), { token: vera.accessToken })).text)).toHaveLength(2);
    });

    describe('of 10,000 tables', () => {
      let huge: number;
      beforeAll(async () => {
        huge = await plantSource(app.dataSource, 1, 'huge');
        await plant(
          app.dataSource,
          huge,
          ['a', 'b'].map((name) => ({
            name,
            relations: Array.from({ length: 5_000 }, (_, at) => table(name, `table_${at}`, [column('id')])),
          })),
        );
      });

      it('is complete, and read a hundred at a time as the client takes it', async () => {
        const reads = jest.spyOn(app.app.get(CachedSchemas, { strict: false }), 'relationsBehind');
        const answer = await app.http.get(path(huge), { token: vera.accessToken });
        const lines = linesIn(answer.text);
        expect(lines).toHaveLength(1 + 2 + 10_000);
        expect(new Set(lines.map(({ schema_name, name }) => `${schema_name}.${name}`)).size).toBe(1 + 2 + 10_000);
        const sizes = await Promise.all(reads.mock.results.map(({ value }) => value));
        expect(sizes.map((batch) => (batch as unknown[]).length)).toEqual(Array(100).fill(100));
        reads.mockRestore();
      });

      it('stops reading when the client goes away', async () => {
        const reads = jest.spyOn(app.app.get(CachedSchemas, { strict: false }), 'relationsBehind');
        const closed = new Promise((resolve) =>
          app.app.getHttpServer().once('request', (_: unknown, response: ServerResponse) => {
            response.once('close', resolve);
          }),
        );
        const gone = new AbortController();
        const headers = { Authorization: `Bearer ${vera.accessToken}` };
        const response = await fetch(`${app.url}${path(huge)}`, { headers, signal: gone.signal });
        const reader = (response.body as ReadableStream<Uint8Array>).getReader();
        await reader.read();
        gone.abort();
        await expect(reader.read()).rejects.toThrow();
        await closed;
        // One may have been on its way.
        const after = reads.mock.calls.length + 1;
        await read({ limit: '100' });
        expect(after).toBeLessThan(100);
        expect(reads.mock.calls.length).toBeLessThanOrEqual(after);
        reads.mockRestore();
      });

      it('breaks off instead of ending early when the snapshot is deleted meanwhile', async () => {
        const cached = app.app.get(CachedSchemas, { strict: false });
        const behind = cached.relationsBehind.bind(cached);
        const reads = jest
          .spyOn(cached, 'relationsBehind')
          .mockImplementation(async (...given) => (given[2] > 4_000 ? [] : behind(...given)));
        const headers = { Authorization: `Bearer ${vera.accessToken}` };
        const response = await fetch(`${app.url}${path(huge)}`, { headers });
        expect(response.status).toBe(200);
        await expect(response.text()).rejects.toThrow('terminated');
        reads.mockRestore();
      });
    });
  });
});
