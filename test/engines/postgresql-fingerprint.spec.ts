import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PostgresqlReader } from '../../src/engines/catalog-reader/postgresql/postgresql-reader.js';
import { opened } from '../contracts/source-reader.contract.js';
import { PostgresqlSource } from '../support/postgresql-source.js';

const DDL = `
  CREATE SCHEMA here; CREATE SCHEMA there; CREATE SCHEMA apart; CREATE TABLE apart.lonely (id int);
  CREATE TYPE there.mood AS ENUM ('well'); CREATE DOMAIN there.moods AS there.mood[];
  CREATE TYPE there.dot AS (x int); CREATE TYPE there.spot AS (dots there.dot[]);
  CREATE FUNCTION there.one() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1';
  CREATE SEQUENCE there.numbers;
  CREATE TABLE there.targets (id int PRIMARY KEY, name text, more text);
  CREATE TABLE here.things (
    id int PRIMARY KEY, base int, spot there.spot, target int REFERENCES there.targets (id), moods there.moods, amount int DEFAULT 0, note text,
    made int DEFAULT there.one(), number bigint DEFAULT nextval('there.numbers')
  );
  CREATE VIEW here.named AS SELECT t.id, x.name FROM here.things t JOIN there.targets x ON x.id = t.target;
  CREATE TYPE here.state AS ENUM ('open');
  CREATE TABLE here.days (day date) PARTITION BY RANGE (day);
  CREATE TYPE here.place AS (town text);
  CREATE TABLE there.bases (base int);
  CREATE FUNCTION there.touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
  CREATE FOREIGN DATA WRAPPER wrapper; CREATE SERVER archive FOREIGN DATA WRAPPER wrapper;
  CREATE FOREIGN TABLE here.far (id int) SERVER archive OPTIONS (table_name 'a');
  CREATE COLLATION there.order_of_bytes (provider = libc, locale = 'C');
  CREATE TABLE here.pay (id int, salary int, shown int GENERATED ALWAYS AS (id) VIRTUAL) PARTITION BY LIST (id);
  CREATE TABLE there.pay_1 PARTITION OF here.pay FOR VALUES IN (1);
  CREATE TABLE there.days_1 PARTITION OF here.days FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');`;

const CHANGES: readonly string[] = [
  `COMMENT ON TABLE here.things IS 'a'`,
  `COMMENT ON TABLE here.things IS 'b'`,
  `COMMENT ON COLUMN here.things.note IS 'c'`,
  `COMMENT ON SCHEMA here IS 'd'`,
  `COMMENT ON TYPE here.state IS 'e'`,
  'GRANT SELECT ON here.things TO PUBLIC',
  'REVOKE SELECT ON here.things FROM PUBLIC',
  'GRANT SELECT (id) ON here.things TO PUBLIC',
  'REVOKE SELECT (id) ON here.things FROM PUBLIC',
  'GRANT USAGE ON SCHEMA here TO PUBLIC',
  'ALTER TABLE here.things ADD extra int',
  'ALTER TABLE here.things RENAME extra TO other',
  'ALTER TABLE here.things ALTER other TYPE bigint',
  'ALTER TABLE here.things ALTER other SET NOT NULL',
  'ALTER TABLE here.things DROP other',
  'ALTER TABLE here.things ALTER amount SET DEFAULT 1',
  'ALTER TABLE here.things ALTER amount DROP DEFAULT',
  'ALTER TABLE here.things ADD CONSTRAINT positive CHECK (amount > 0)',
  'ALTER TABLE here.things RENAME CONSTRAINT positive TO more_than_none',
  'ALTER TABLE here.things DROP CONSTRAINT more_than_none',
  `ALTER TYPE here.state ADD VALUE 'closed'`,
  `ALTER TYPE here.state RENAME VALUE 'closed' TO 'shut'`,
  'CREATE INDEX things_note ON here.things (note)',
  'ALTER INDEX here.things_note RENAME TO things_by_note',
  'DROP INDEX here.things_by_note',
  'CREATE OR REPLACE VIEW here.named AS SELECT t.id, x.name FROM here.things t JOIN there.targets x ON x.id = t.id',
  'CREATE TABLE here.others (thing int)',
  'ALTER TABLE here.others ADD FOREIGN KEY (thing) REFERENCES here.things (id)',
  'ALTER TABLE here.others RENAME TO few',
  'DROP TABLE here.few',
  `CREATE TABLE here.days_2 PARTITION OF here.days FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')`,
  'ALTER TABLE here.days DETACH PARTITION here.days_2',
  'ALTER TABLE there.pay_1 ALTER shown SET EXPRESSION AS (salary)',
  `COMMENT ON CONSTRAINT things_pkey ON here.things IS 'f'`,
  `COMMENT ON INDEX here.things_pkey IS 'g'`,
  'ALTER TABLE here.things ADD CONSTRAINT once EXCLUDE (number WITH =)',
  'ALTER TABLE here.things ALTER CONSTRAINT things_target_fkey DEFERRABLE',
  'ALTER TABLE here.things ADD CONSTRAINT late CHECK (amount > 0) NOT VALID',
  'ALTER TABLE here.things VALIDATE CONSTRAINT late',
  'CREATE TRIGGER touched BEFORE UPDATE ON here.things FOR EACH ROW EXECUTE FUNCTION there.touch()',
  'ALTER TABLE here.things DISABLE TRIGGER touched',
  'DROP TRIGGER touched ON here.things',
  'CREATE TRIGGER touched BEFORE UPDATE ON here.things FOR EACH ROW EXECUTE FUNCTION there.touch()',
  'ALTER TABLE here.things ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE here.things FORCE ROW LEVEL SECURITY',
  'CREATE POLICY own ON here.things USING (target IN (SELECT id FROM there.targets))',
  'ALTER POLICY own ON here.things RENAME TO mine',
  'ALTER TABLE here.things INHERIT there.bases',
  'ALTER TYPE here.place ADD ATTRIBUTE street text',
  `COMMENT ON COLUMN here.place.street IS 'h'`,
  'ALTER TYPE here.place RENAME ATTRIBUTE street TO road',
  `ALTER FOREIGN TABLE here.far OPTIONS (SET table_name 'b')`,
  'ALTER TABLE here.things ALTER note TYPE text COLLATE there.order_of_bytes',
  'ALTER TABLE here.things ADD CONSTRAINT noted NOT NULL note NOT VALID',
  'ALTER TABLE here.things VALIDATE CONSTRAINT noted',
  'ALTER TABLE here.things ALTER CONSTRAINT things_target_fkey NOT ENFORCED',
  'ALTER VIEW here.named SET (security_invoker = true)',
  'ALTER TABLE here.things SET UNLOGGED',
  'ALTER INDEX here.things_pkey SET (fillfactor = 70)',
  // In another schema, and told of in this one.
  'ALTER COLLATION there.order_of_bytes RENAME TO bytes',
  'ALTER FUNCTION there.touch() RENAME TO touched',
  'ALTER TABLE there.bases RENAME TO grounds',
  'ALTER SERVER archive RENAME TO vault',
  'ALTER FOREIGN DATA WRAPPER wrapper RENAME TO paper',
  `CREATE TABLE there.days_3 PARTITION OF here.days FOR VALUES FROM ('2027-01-01') TO ('2028-01-01')`,
  'ALTER TABLE there.days_1 RENAME TO days_one',
  'ALTER TABLE there.targets RENAME TO goals',
  'ALTER TABLE there.goals RENAME id TO number',
  'ALTER TABLE there.goals RENAME name TO title',
  `ALTER TYPE there.mood ADD VALUE 'unwell'`,
  'ALTER TYPE there.spot RENAME ATTRIBUTE dots TO points CASCADE',
  'ALTER TYPE there.dot RENAME ATTRIBUTE x TO y CASCADE',
  'ALTER TYPE there.dot RENAME TO point',
  'ALTER DOMAIN there.moods RENAME TO tempers',
  'ALTER FUNCTION there.one() RENAME TO uno',
  'ALTER SEQUENCE there.numbers RENAME TO digits',
  'ALTER SCHEMA there RENAME TO elsewhere',
];

const SILENT: readonly string[] = [
  'INSERT INTO there.targets VALUES (1)',
  'INSERT INTO here.things (id, target) SELECT n, 1 FROM generate_series(1, 100) n',
  'UPDATE here.things SET amount = 7',
  'ANALYZE',
  'VACUUM',
  'VACUUM FREEZE here.things',
  `SELECT setval('there.numbers', 1000)`,
  'DELETE FROM here.things',
];

const reader = new PostgresqlReader();

describe('The fingerprint of a schema', () => {
  let source: PostgresqlSource;
  beforeAll(async () => {
    source = await PostgresqlSource.create(DDL);
  });
  afterAll(() => source.drop());

  async function fingerprints(target = source.target()): Promise<Record<string, string | null>> {
    const schemas = await opened(reader, target, (open) => open.schemas(null));
    return Object.fromEntries(schemas.map((one) => [one.name, one.fingerprint]));
  }

  it('stays while only rows and statistics change', async () => {
    const before = await fingerprints();
    for (const statement of SILENT) {
      await source.run(statement);
      expect([statement, await fingerprints()]).toEqual([statement, before]);
    }
  });

  it('is the same whether one schema is asked for or all', async () => {
    const [one] = await opened(reader, source.target(), (open) => open.schemas('here'));
    expect(one?.fingerprint).toBe((await fingerprints())['here']);
  });

  it('changes with whatever is told of the schema, and never that of a schema which has no part in it', async () => {
    const first = await fingerprints();
    let before = first['here'];
    for (const statement of CHANGES) {
      await source.run(statement);
      const { here, apart } = await fingerprints();
      expect([statement, here === before]).toEqual([statement, false]);
      expect([statement, apart]).toEqual([statement, first['apart']]);
      before = here;
    }
  });

  it('is of the role that reads, and of what it is a member of', async () => {
    const role = await source.role();
    const group = await source.role();
    const own = await fingerprints();
    const before = await fingerprints(source.as(role));
    expect(before['apart']).not.toBe(own['apart']);
    expect(await fingerprints(source.as(role))).toEqual(before);
    await source.run(`GRANT ${group.name} TO ${role.name}`);
    expect((await fingerprints(source.as(role)))['apart']).not.toBe(before['apart']);
  });
});
