import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const DDL = `
  CREATE SCHEMA hotel; CREATE SCHEMA other;
  CREATE TYPE hotel.address AS (street text, town text COLLATE "C");
  COMMENT ON COLUMN hotel.address.town IS 'Without its country.';
  CREATE TABLE other.audited (by text);
  CREATE TABLE hotel.rooms (id int PRIMARY KEY, name text COLLATE "C" NOT NULL, at hotel.address) INHERITS (other.audited);
  CREATE TABLE hotel.bookings (
    id int PRIMARY KEY, room int REFERENCES hotel.rooms DEFERRABLE INITIALLY DEFERRED, guest text, nights int,
    during int4range,
    CONSTRAINT once EXCLUDE USING gist (during WITH &&, int4range(room, room) WITH =) WHERE (nights > 0) DEFERRABLE,
    CONSTRAINT guests UNIQUE (guest, during) DEFERRABLE
  );
  ALTER TABLE hotel.bookings ADD CONSTRAINT lengthy CHECK (nights > 0) NOT VALID;
  COMMENT ON CONSTRAINT lengthy ON hotel.bookings IS 'Not by the hour.';
  CREATE INDEX by_guest ON hotel.bookings (guest); COMMENT ON INDEX hotel.by_guest IS 'For the desk.';
  CREATE FUNCTION other.touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
  CREATE TRIGGER touched BEFORE INSERT OR UPDATE OF guest, nights ON hotel.bookings
    FOR EACH ROW WHEN (NEW.nights > 1) EXECUTE FUNCTION other.touch();
  CREATE TRIGGER emptied AFTER TRUNCATE ON hotel.bookings FOR EACH STATEMENT EXECUTE FUNCTION other.touch();
  ALTER TABLE hotel.bookings DISABLE TRIGGER emptied;
  ALTER TABLE hotel.bookings ENABLE ROW LEVEL SECURITY; ALTER TABLE hotel.bookings FORCE ROW LEVEL SECURITY;
  CREATE POLICY own ON hotel.bookings AS RESTRICTIVE FOR UPDATE USING (guest = CURRENT_USER) WITH CHECK (nights < 30);
  CREATE VIEW hotel.people AS SELECT guest FROM hotel.bookings;
  CREATE FOREIGN DATA WRAPPER any_wrapper; CREATE SERVER archive FOREIGN DATA WRAPPER any_wrapper;
  CREATE FOREIGN TABLE hotel.old (id int) SERVER archive
    OPTIONS (table_name 'bookings', password 'swordfish', filename 'https://joe:swordfish@host/file', "hint" 'swordfish');`;

const RENAMES = `
  ALTER TABLE hotel.bookings RENAME guest TO visitor;
  ALTER TABLE hotel.rooms RENAME id TO number;
  ALTER TABLE hotel.rooms RENAME TO chambers;
  ALTER INDEX hotel.by_guest RENAME TO by_visitor;
  ALTER TABLE hotel.bookings RENAME CONSTRAINT guests TO visitors;
  ALTER TRIGGER touched ON hotel.bookings RENAME TO changed;
  ALTER POLICY own ON hotel.bookings RENAME TO mine;
  ALTER TABLE other.audited RENAME TO watched;
  ALTER SCHEMA hotel RENAME TO inn;`;

describe('what a discovery reads of a PostgreSQL', () => {
  let app: TestApp;
  let source: SourceDatabase;
  let olivia: LoggedIn;
  let id: number;

  beforeAll(async () => {
    app = await startTestApp();
    olivia = await logIn(app.http, 'olivia');
    source = await SourceDatabase.create(DDL);
    const body = { organization_id: 1, name: 'Hotel', engine: 'postgresql', connection: source.connection() };
    id = (await app.http.post('/api/v1/data-sources', body, { token: olivia.accessToken })).body.data.data_source.id;
    await discover();
  });
  afterAll(async () => {
    await app.close();
    await source?.drop();
  });

  const get = (path: string): Promise<Answer> => app.http.get(`/api/v1/data-sources/${id}/schema${path}`, { token: olivia.accessToken });
  const discover = async (): Promise<void> => {
    const path = `/api/v1/data-sources/${id}/discover-schema?refresh=true`;
    expect((await app.http.post(path, undefined, { token: olivia.accessToken })).status).toBe(200);
  };
  // Whatever a table is made of, as far as the tests ask for it.
  // oxlint-disable-next-line typescript/no-explicit-any
  const table = async (name: string): Promise<any> => {
    const { tables } = (await get('?limit=100')).body.data;
    return tables.find((one: { name: string }) => one.name === name);
  };
  // oxlint-disable-next-line typescript/no-explicit-any
  const differences = async (): Promise<any[]> => {
    const { body } = await get('/diff');
    return body.data.differences;
  };

  it('is how constraints are enforced, what triggers and policies there are, and where a table comes from', async () => {
    const plain = { deferrable: 'no', validated: true, comment: null };
    const bookings = await table('bookings');
    expect(bookings).toMatchObject({
      complete: true,
      primary_key: { name: 'bookings_pkey', ...plain },
      unique_keys: [{ name: 'guests', ...plain, deferrable: 'initially_immediate' }],
      foreign_keys: [{ columns: ['room'], ...plain, deferrable: 'initially_deferred' }],
      checks: [{ name: 'lengthy', ...plain, validated: false, comment: 'Not by the hour.' }],
      exclusion_constraints: [
        {
          name: 'once',
          method: 'gist',
          elements: [
            { expression: 'during', operator: '&&' },
            { expression: 'int4range(room, room)', operator: '=' },
          ],
          predicate: '(nights > 0)',
          ...plain,
          deferrable: 'initially_immediate',
        },
      ],
      triggers: [
        {
          name: 'emptied',
          timing: 'after',
          events: ['truncate'],
          columns: [],
          level: 'statement',
          condition: null,
          function: 'other.touch',
          statement: null,
          enabled: false,
        },
        {
          name: 'touched',
          timing: 'before',
          events: ['insert', 'update'],
          columns: ['guest', 'nights'],
          level: 'row',
          condition: '(new.nights > 1)',
          function: 'other.touch',
          statement: null,
          enabled: true,
        },
      ],
      row_security: {
        enabled: true,
        forced: true,
        policies: [
          {
            name: 'own',
            command: 'update',
            permissive: false,
            roles: ['public'],
            using: '(guest = CURRENT_USER)',
            check: '(nights < 30)',
          },
        ],
      },
      parents: [],
      foreign_source: null,
    });
    expect(bookings.indexes.find(({ name }: { name: string }) => name === 'by_guest').comment).toBe('For the desk.');
    const rooms = await table('rooms');
    expect(rooms.parents).toEqual([{ schema_name: 'other', table: 'audited' }]);
    expect(rooms.columns.map(({ name, collation }: Record<string, unknown>) => [name, collation])).toEqual([
      ['by', null],
      ['id', null],
      ['name', 'C'],
      ['at', null],
    ]);
    const { schemas } = (await get('')).body.data;
    const [address] = schemas.find((one: { schema_name: string }) => one.schema_name === 'hotel').types;
    expect(address).toMatchObject({
      kind: 'composite',
      name: 'address',
      attributes: [
        { name: 'street', type: 'text', collation: null, comment: null },
        { name: 'town', type: 'text', collation: 'C', comment: 'Without its country.' },
      ],
    });
  });

  it('holds no secret of a foreign table', async () => {
    const old = await table('old');
    expect(old.foreign_source).toEqual({
      server: 'archive',
      wrapper: 'any_wrapper',
      options: [
        { name: 'filename', value: null },
        { name: 'hint', value: null },
        { name: 'password', value: null },
        { name: 'table_name', value: 'bookings' },
      ],
    });
    const [{ n }] = await app.dataSource.query(`SELECT count(*)::int AS n FROM schema_relations r WHERE r::text LIKE '%swordfish%'`);
    expect(n).toBe(0);
  });

  it('does not count as a change if an earlier version did not read it', async () => {
    await app.dataSource.query(
      `UPDATE schema_relations SET further = NULL, further_hash = NULL, engine_id = NULL, ids = NULL
        WHERE content_id IN (SELECT id FROM schema_contents WHERE data_source_id = $1)`,
      [id],
    );
    await app.dataSource.query(
      `UPDATE schema_contents SET fingerprint = 'old', engine_id = NULL, composite_types = NULL, types = (
         SELECT json_agg(t::jsonb - 'valuesCut' - 'attributes') FROM json_array_elements(types) t) WHERE data_source_id = $1`,
      [id],
    );
    expect(await table('bookings')).toMatchObject({ complete: false, triggers: [], row_security: null });
    await discover();
    expect((await table('bookings')).triggers).toHaveLength(2);
    const { body } = await get('/diff');
    expect([body.data.differences, body.data.pagination.total]).toEqual([[], 0]);
    expect(body.data.from).not.toBeNull();
  });

  it('does not count as a change if an earlier version did not read what is unusual about it', async () => {
    await app.dataSource.query(
      `UPDATE schema_relations SET further_hash = further_hash || 'old', further = (
         SELECT json_object_agg(key, CASE key WHEN 'indexes' THEN (
             SELECT json_agg(json_build_array(e->0, (e->1)::jsonb - 'options')) FROM json_array_elements(value) e) ELSE value END)
           FROM json_each(further) WHERE key <> 'options')
        WHERE content_id IN (SELECT id FROM schema_contents WHERE data_source_id = $1)`,
      [id],
    );
    await app.dataSource.query(`UPDATE schema_contents SET fingerprint = 'old' WHERE data_source_id = $1`, [id]);
    expect(await table('bookings')).toMatchObject({ complete: true, options: null });
    await discover();
    const { options, indexes } = await table('bookings');
    expect([options, indexes.find(({ name }: { name: string }) => name === 'once').options]).toEqual([
      [],
      [{ option: 'USING gist', columns: [] }],
    ]);
    expect(await differences()).toEqual([]);
  });

  it('differs by its names where the numbers of the engine say so, and by nothing that follows from them', async () => {
    await source.run(RENAMES);
    await discover();
    const found = await differences();
    const inn = { schema_name: 'inn' };
    const bookings = { ...inn, table: 'bookings' };
    expect(found.filter(({ kind }) => kind.endsWith('_renamed'))).toEqual([
      { kind: 'schema_renamed', ...inn, from: 'hotel', to: 'inn' },
      { kind: 'column_renamed', ...bookings, column: 'visitor', from: 'guest', to: 'visitor' },
      { kind: 'unique_key_renamed', ...bookings, name: 'visitors', from: 'guests', to: 'visitors' },
      { kind: 'index_renamed', ...bookings, name: 'by_visitor', from: 'by_guest', to: 'by_visitor' },
      { kind: 'index_renamed', ...bookings, name: 'visitors', from: 'guests', to: 'visitors' },
      { kind: 'trigger_renamed', ...bookings, name: 'changed', from: 'touched', to: 'changed' },
      { kind: 'policy_renamed', ...bookings, name: 'mine', from: 'own', to: 'mine' },
      { kind: 'relation_renamed', ...inn, table: 'chambers', attribute: 'name', from: 'rooms', to: 'chambers' },
      { kind: 'column_renamed', ...inn, table: 'chambers', column: 'number', from: 'id', to: 'number' },
      {
        kind: 'relation_renamed',
        schema_name: 'other',
        table: 'watched',
        attribute: 'name',
        from: 'audited',
        to: 'watched',
      },
    ]);
    // Only texts that the server prints name the columns anew.
    expect(
      found.filter(({ kind }) => !kind.endsWith('_renamed')).map(({ kind, table, name, attribute }) => [kind, table, name ?? attribute]),
    ).toEqual([
      ['policy_changed', 'bookings', 'mine'],
      ['column_changed', 'chambers', 'type'],
      ['relation_changed', 'people', 'definition'],
    ]);
  });

  it('distinguishes two tables that swapped their names from two that changed', async () => {
    await source.run('CREATE TABLE inn.new (id int, more text); CREATE TABLE inn.current (id int); CREATE TABLE inn.moved (id int)');
    await discover();
    await source.run(
      `ALTER TABLE inn.current RENAME TO former; ALTER TABLE inn.new RENAME TO current; ALTER TABLE inn.moved SET SCHEMA other`,
    );
    await discover();
    expect(await differences()).toEqual([
      { kind: 'relation_renamed', schema_name: 'inn', table: 'current', attribute: 'name', from: 'new', to: 'current' },
      {
        kind: 'relation_renamed',
        schema_name: 'inn',
        table: 'former',
        attribute: 'name',
        from: 'current',
        to: 'former',
      },
      { kind: 'relation_renamed', schema_name: 'other', table: 'moved', attribute: 'schema', from: 'inn', to: 'other' },
    ]);
  });

  it('takes what is made anew under an old name for the same, and what only looks alike for another', async () => {
    await source.run(
      'DROP TABLE inn.current; CREATE TABLE inn.current (id int, more text); DROP TABLE inn.former; CREATE TABLE inn.latest (id int)',
    );
    await discover();
    expect(await differences()).toEqual([
      { kind: 'relation_dropped', schema_name: 'inn', table: 'former', from: 'table' },
      { kind: 'relation_added', schema_name: 'inn', table: 'latest', to: 'table' },
    ]);
    // A copy of the database under the same address: its numbers are others, or mean something else.
    await app.dataSource.query(
      `UPDATE schema_relations SET engine_id = 'another/' || engine_id
        WHERE content_id IN (SELECT id FROM schema_contents WHERE data_source_id = $1)`,
      [id],
    );
    await source.run('ALTER TABLE inn.latest RENAME TO last');
    await discover();
    expect((await differences()).map(({ kind }) => kind)).toEqual(['relation_added', 'relation_dropped']);
  });

  it('says that an enumeration has more labels than it shows', async () => {
    const labels = Array.from({ length: 1001 }, (_, at) => `'l${at}'`).join();
    await source.run(`CREATE TYPE inn.many AS ENUM (${labels}); CREATE TABLE inn.enumerated (one inn.many, two inn.many[])`);
    await discover();
    const { columns } = await table('enumerated');
    expect(
      columns.map(({ values, values_truncated }: { values: string[]; values_truncated: boolean }) => [
        values.length,
        values.at(-1),
        values_truncated,
      ]),
    ).toEqual([
      [1000, 'l999', true],
      [1000, 'l999', true],
    ]);
    const { schemas } = (await get('?schema_name=inn')).body.data;
    const many = schemas[0].types.find(({ name }: { name: string }) => name === 'many');
    expect([many.values.length, many.values_truncated]).toEqual([1000, true]);
  });
});
