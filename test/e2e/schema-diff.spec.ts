import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toColumn } from '../../src/catalog/adapters/http/table-response.js';
import type { Answer } from '../support/http-client.js';
import { check, column, foreignKey, key, plantContent, plantSnapshot, plantSource, table } from '../support/planted-schema.js';
import { RIVERS } from '../support/rivers-schema.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const COLOURS = {
  kind: 'enum',
  name: 'colour',
  comment: null,
  base: null,
  nullable: true,
  default: null,
  checks: [],
  valuesCut: false,
  attributes: [],
} as const;

describe('snapshots of a schema', () => {
  let app: TestApp;
  let vera: LoggedIn;
  let source: number, first: number, second: number, third: number, foreign: number;

  beforeAll(async () => {
    app = await startTestApp();
    vera = await logIn(app.http, 'vera');
    const db = app.dataSource;
    source = await plantSource(db, 1, 'changing');
    const shared = await plantContent(db, source, RIVERS);
    const gone = await plantContent(db, source, { name: 'gone', relations: [] });
    const before = await plantContent(db, source, {
      name: 's',
      comment: 'old',
      types: [{ ...COLOURS, values: ['red', 'green', 'blue'] }],
      relations: [
        table('s', 'changed', [column('a', 'text', { comment: 'x' }), column('b'), column('c')], {
          primaryKey: key('pk', 'a'),
          foreignKeys: [foreignKey('b', 's', 'same')],
          checks: [check('ck', 'b > 0')],
        }),
        table('s', 'dropped', [column('id')]),
        table('s', 'grown', [column('id')], { rowEstimate: 1 }),
        table('s', 'same', [column('id')]),
        table('s', 'view', [column('id')], { kind: 'view', definition: 'SELECT 1' }),
      ],
    });
    const after = await plantContent(db, source, {
      name: 's',
      comment: 'new',
      types: [{ ...COLOURS, values: ['green', 'red', 'violet'] }],
      relations: [
        table('s', 'added', [column('id')]),
        table('s', 'changed', [column('a', 'varchar(9)', { nullable: false, readable: false }), column('d'), column('c')], {
          comment: 'now',
          foreignKeys: [{ ...foreignKey('b', 's', 'same'), onDelete: 'cascade' }],
          indexes: [{ name: 'ix', columns: ['c'], unique: false, predicate: null, comment: null, options: [] }],
        }),
        table('s', 'grown', [column('id')], { rowEstimate: 1_000_000 }),
        table('s', 'same', [column('id')]),
        table('s', 'view', [column('id')], { kind: 'materialized_view', definition: 'SELECT 2' }),
      ],
    });
    const fresh = await plantContent(db, source, { name: 'fresh', relations: [] });
    first = await plantSnapshot(db, source, { rivers: shared, gone, s: before });
    second = await plantSnapshot(db, source, { rivers: shared, fresh, s: after });
    third = await plantSnapshot(db, source, { rivers: shared, fresh, s: after });
    const other = await plantSource(db, 1, 'another');
    foreign = await plantSnapshot(db, other, { rivers: await plantContent(db, other, RIVERS) });
  });
  afterAll(() => app.close());

  const get = (path: string, id = source): Promise<Answer> =>
    app.http.get(`/api/v1/data-sources/${id}/schema/${path}`, { token: vera.accessToken });
  const outcome = ({ status, body }: Answer) => [status, body?.code];

  it('are listed, the newest first, with what they hold', async () => {
    const { body } = await get('snapshots?limit=2');
    expect(body.data.snapshots.map(({ id }: { id: number }) => id)).toEqual([third, second]);
    expect(body.data.pagination).toMatchObject({ total: 3, pages: 2 });
    expect(body.data.snapshots[0]).toEqual({
      id: third,
      taken_at: expect.any(String),
      discovered_at: expect.any(String),
      covers_all: true,
      schemas: [
        { schema_name: 'fresh', tables_count: 0, views_count: 0, columns_count: 0, discovered_at: expect.any(String) },
        {
          schema_name: 'rivers',
          tables_count: 7,
          views_count: 1,
          columns_count: 26,
          discovered_at: expect.any(String),
        },
        { schema_name: 's', tables_count: 4, views_count: 1, columns_count: 7, discovered_at: expect.any(String) },
      ],
    });
  });

  it('differ by everything that changed, and not by the number of rows', async () => {
    const { body } = await get(`diff?from=${first}&to=${second}`);
    const { differences, from, to, truncated } = body.data;
    expect([from.id, to.id, truncated]).toEqual([first, second, false]);
    const at = { schema_name: 's', table: 'changed' };
    const inColumn = { kind: 'column_changed', ...at, column: 'a' };
    expect(differences).toEqual([
      { kind: 'schema_dropped', schema_name: 'gone' },
      { kind: 'schema_added', schema_name: 'fresh' },
      { kind: 'schema_changed', schema_name: 's', attribute: 'comment', from: 'old', to: 'new' },
      { kind: 'enum_value_dropped', schema_name: 's', name: 'colour', from: 'blue' },
      { kind: 'enum_value_added', schema_name: 's', name: 'colour', to: 'violet' },
      expect.objectContaining({ kind: 'type_changed', name: 'colour', attribute: 'values' }),
      { kind: 'relation_added', schema_name: 's', table: 'added', to: 'table' },
      { kind: 'relation_changed', ...at, attribute: 'comment', from: null, to: 'now' },
      { kind: 'column_dropped', ...at, column: 'b', from: toColumn(column('b')) },
      { kind: 'column_added', ...at, column: 'd', to: toColumn(column('d')) },
      { ...inColumn, attribute: 'type', from: 'text', to: 'varchar(9)' },
      { ...inColumn, attribute: 'nullable', from: true, to: false },
      { ...inColumn, attribute: 'comment', from: 'x', to: null },
      { ...inColumn, attribute: 'readable', from: true, to: false },
      { kind: 'primary_key_dropped', ...at, name: 'pk', from: key('pk', 'a') },
      {
        kind: 'foreign_key_changed',
        ...at,
        name: 'b_fkey',
        from: expect.objectContaining({ on_delete: 'no_action' }),
        to: expect.objectContaining({ on_delete: 'cascade' }),
      },
      { kind: 'check_dropped', ...at, name: 'ck', from: check('ck', 'b > 0') },
      expect.objectContaining({ kind: 'index_added', ...at, name: 'ix' }),
      { kind: 'relation_dropped', schema_name: 's', table: 'dropped', from: 'table' },
      {
        kind: 'relation_changed',
        schema_name: 's',
        table: 'view',
        attribute: 'kind',
        from: 'view',
        to: 'materialized_view',
      },
      expect.objectContaining({ kind: 'relation_changed', table: 'view', attribute: 'definition' }),
    ]);
  });

  it('are compared with the one before when none is named; those that share all are equal', async () => {
    const now = (await get('diff')).body.data;
    expect([now.from.id, now.to.id, now.differences]).toEqual([second, third, []]);
    const backwards = (await get(`diff?from=${second}&to=${first}`)).body.data;
    expect(backwards.differences).toContainEqual({ kind: 'schema_added', schema_name: 'gone' });
    const earliest = (await get(`diff?to=${first}`)).body.data;
    expect([earliest.from, earliest.to.id, earliest.differences]).toEqual([null, first, []]);
  });

  it('of another source are not found', async () => {
    expect(outcome(await get(`diff?from=${foreign}`))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await get(`diff?to=${foreign}`))).toEqual([404, 'NOT_FOUND']);
  });

  it('with many differences are answered page by page', async () => {
    const db = app.dataSource;
    const large = await plantSource(db, 1, 'large');
    const many = (type: string) => ({
      name: 's',
      relations: Array.from({ length: 1200 }, (_, at) => table('s', `t${String(at).padStart(4, '0')}`, [column('id', type)])),
    });
    for (const type of ['integer', 'bigint']) await plantSnapshot(db, large, { s: await plantContent(db, large, many(type)) });
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push((await get(`diff?page=${page}`, large)).body.data);
    expect(pages.map(({ differences, truncated }) => [differences.length, truncated])).toEqual([
      [500, true],
      [500, true],
      [200, false],
      [0, false],
    ]);
    expect(pages[2].differences[199]).toMatchObject({
      kind: 'column_changed',
      table: 't1199',
      from: 'integer',
      to: 'bigint',
    });
    expect(pages[3].pagination.total).toBe(1200);
  });
});
