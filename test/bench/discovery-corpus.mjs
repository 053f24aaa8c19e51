// A database as a large customer has it: enums, comments, foreign keys, views, partitions; the same for the same size.
import pg from 'pg';

const SCHEMAS = 10;
const STATEMENTS_A_BATCH = 400;
const NOUNS = ['order', 'customer', 'invoice', 'shipment', 'payment', 'product', 'stock', 'contract', 'visit', 'reading'];

/** @param tables ordinary tables; a hundredth as many partitioned parents of ten, and a fifth as many views come on top */
export async function fillCorpus(url, tables) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SET synchronous_commit = off');
  for (let schema = 0; schema < SCHEMAS; schema += 1) {
    await client.query(`CREATE SCHEMA area_${schema}`);
    for (let type = 0; type < 4; type += 1)
      await client.query(`CREATE TYPE area_${schema}.state_${type} AS ENUM ('new', 'open', 'paid', 'sent', 'lost')`);
  }
  const statements = corpus(tables);
  for (let from = 0; from < statements.length; from += STATEMENTS_A_BATCH)
    // A batch is one transaction, and each may only lock so many tables.
    await client.query(statements.slice(from, from + STATEMENTS_A_BATCH).join(';\n'));
  await client.query('ANALYZE pg_catalog.pg_class');
  await client.query('VACUUM ANALYZE');
  await client.end();
}

function corpus(tables) {
  const statements = [];
  for (let n = 0; n < tables; n += 1) statements.push(...tableOf(n));
  for (let n = 0; n < tables / 100; n += 1) statements.push(...partitionedOf(n));
  for (let n = 0; n < tables / 5; n += 1) statements.push(viewOf(n * 5));
  return statements;
}

const placeOf = (n) => `area_${n % SCHEMAS}.${NOUNS[n % NOUNS.length]}_${n}`;

function tableOf(n) {
  // Most references stay within their schema, as they do in life.
  const half = Math.floor(n / SCHEMAS / 2) * SCHEMAS + (n % SCHEMAS);
  const [place, earlier] = [placeOf(n), n < SCHEMAS ? undefined : placeOf(half)];
  const reference = earlier === undefined ? '' : ` REFERENCES ${earlier} (id) ON DELETE CASCADE`;
  // As often as one meets them: most tables have neither.
  const generated = n % 10 === 0 ? ' GENERATED ALWAYS AS (amount * 1.19) STORED' : '';
  const check = n % 3 === 0 ? ', CHECK (amount >= 0)' : '';
  const second = n % 5 === 0 && n >= SCHEMAS ? ` REFERENCES ${placeOf(Math.floor(n / 3))} (id)` : '';
  return [
    `CREATE TABLE ${place} (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, parent_id bigint${reference},
       other_id bigint${second}, name varchar(80) NOT NULL, code text UNIQUE, amount numeric(12,2) NOT NULL DEFAULT 0,
       state area_${n % SCHEMAS}.state_${n % 4} NOT NULL DEFAULT 'new', tags text[], created_at timestamptz NOT NULL DEFAULT now(),
       updated_at timestamptz, gross numeric${generated}, detail jsonb, is_active boolean${check})`,
    `CREATE INDEX ON ${place} (parent_id)`,
    `COMMENT ON TABLE ${place} IS 'What ${NOUNS[n % NOUNS.length]} number ${n} is about, in one sentence of a person'`,
    `COMMENT ON COLUMN ${place}.amount IS 'Net amount in euro'`,
    `COMMENT ON COLUMN ${place}.state IS 'Where it stands; lost ones are kept for two years'`,
    `COMMENT ON COLUMN ${place}.code IS 'As printed on the paper form'`,
  ];
}

function partitionedOf(n) {
  const place = `area_${n % SCHEMAS}.log_${n}`;
  const partitions = Array.from(
    { length: 10 },
    (_, p) => `CREATE TABLE ${place}_p${p} PARTITION OF ${place} FOR VALUES FROM (${p * 100}) TO (${p * 100 + 100})`,
  );
  return [`CREATE TABLE ${place} (day integer NOT NULL, what text, size bigint) PARTITION BY RANGE (day)`, ...partitions];
}

function viewOf(n) {
  const place = placeOf(n);
  return `CREATE VIEW ${place}_view AS SELECT id, name, amount, gross, state, created_at FROM ${place} WHERE is_active AND amount > 10`;
}
