import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { type PlantedSchema, column, plant, plantSource, table } from '../support/planted-schema.js';
import { RIVERS } from '../support/rivers-schema.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const HOSTILE = [
  'say "hi"',
  "it's",
  'two\nlines',
  'x} ||--|| y',
  '%%{init}%%',
  '<script>alert(1)</script>',
  'Straße 橋',
];

const ODD: PlantedSchema = {
  name: 'Odd "Schema"',
  relations: [
    ...HOSTILE.map((name) =>
      table('Odd "Schema"', name, [column('100% sure_thing', 'text', { comment: `${name}\u202e` })]),
    ),
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

  it('is refused to strangers, before a discovery, and for a schema that is not there', async () => {
    for (const path of ['schema', 'schema/snapshots', 'schema/diff', 'schema/diagram', 'schema/context']) {
      const get = (id: number, who?: LoggedIn) =>
        app.http.get(`/api/v1/data-sources/${id}/${path}`, { token: who?.accessToken });
      expect([path, ...outcome(await get(source, oscar))]).toEqual([path, 404, 'NOT_FOUND']);
      expect([path, ...outcome(await get(foreign, olivia))]).toEqual([path, 404, 'NOT_FOUND']);
      expect([path, ...outcome(await get(2_000_000_000, olivia))]).toEqual([path, 404, 'NOT_FOUND']);
      expect([path, ...outcome(await get(source))]).toEqual([path, 401, 'UNAUTHORIZED']);
      if (path !== 'schema/snapshots')
        expect([path, ...outcome(await get(blank, olivia))]).toEqual([path, 409, 'SCHEMA_NOT_DISCOVERED']);
    }
    for (const path of ['schema', 'schema/diagram', 'schema/context'])
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
      types: RIVERS.types,
    });
    expect(pagination).toMatchObject({ total: HOSTILE.length + 2 + 8, pages: 1 });
    expect(tables.slice(-8).map(({ name }: { name: string }) => name)).toEqual(
      RIVERS.relations.map(({ name }) => name),
    );
    expect(tables.find(({ name }: { name: string }) => name === 'gauges')).toEqual({
      schema_name: 'rivers',
      name: 'gauges',
      kind: 'table',
      comment: 'Stations that measure the water level',
      row_estimate: 1200,
      readable: true,
      columns: RIVERS.relations[2]?.columns,
      primary_key: { name: 'pkey', columns: ['id'] },
      foreign_keys: [
        {
          name: 'river_id_fkey',
          columns: ['river_id'],
          target: { schema_name: 'rivers', table: 'rivers', columns: ['id'] },
          on_update: 'no_action',
          on_delete: 'no_action',
        },
        expect.objectContaining({ name: 'country_id_fkey' }),
      ],
      unique_keys: [],
      checks: [{ name: 'gauges_id_check', expression: 'id > 0' }],
      indexes: [{ name: 'gauges_pkey', columns: ['id'], unique: true, predicate: null }],
      partitions: null,
      definition: null,
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

    it('is drawn of no tables too, and refused for more than 150 until some are chosen', async () => {
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
  });
});
