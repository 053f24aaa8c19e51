import { describe } from '@jest/globals';
import { statementRunnerContract } from '../contracts/statement-runner.contract.js';
import { PostgresqlSource } from '../support/postgresql-source.js';

let source: PostgresqlSource;

/** As a superuser, so that nothing but the way it is run stands between a statement and the data. */
describe.each(['superuser', 'owner'])('statements at PostgreSQL, as %s', (who) => {
  statementRunnerContract({
    things: 'public.things',
    types: {
      sql: `SELECT 1::int2, 9007199254740991::int8, 9007199254740993::int8, 1.50::numeric, 1.5::float8, 'NaN'::float8,
        true, date '2026-01-02', timestamp '2026-01-02 03:04:05.678', timestamptz '2026-01-02 03:04:05+01',
        '\\x00ff'::bytea, '{"a": [1]}'::jsonb, ARRAY[1,2], interval '1 day', NULL::text, 'ü🌊'`,
      cells: [
        ...[1, 9007199254740991, '9007199254740993', '1.50', 1.5, 'NaN', true, '2026-01-02'],
        ...['2026-01-02T03:04:05.678', '2026-01-02T02:04:05Z', '\\x00ff', '{"a": [1]}', '{1,2}', 'P1D', null, 'ü🌊'],
      ],
      names: [
        ...['int2', 'int8', 'int8', 'numeric', 'float8', 'float8', '?column?', 'date', 'timestamp', 'timestamptz'],
        ...['bytea', 'jsonb', 'array', 'interval', 'text', '?column?'],
      ],
    },
    series: (n) => `SELECT n FROM generate_series(1, ${n}) AS n`,
    endless: [
      'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b, generate_series(1, 100000) c',
      'WITH RECURSIVE bomb(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM bomb) SELECT max(n) FROM bomb',
      'SELECT pg_sleep(3600)',
    ],
    giant: (letters) => `repeat('x', ${letters})`,
    writes: [
      'DELETE FROM public.things RETURNING id',
      'INSERT INTO public.things VALUES (4) RETURNING id',
      'WITH d AS (DELETE FROM public.things RETURNING id) SELECT * FROM d',
      'DROP TABLE public.things',
      'SELECT * INTO public.copied FROM public.things',
      'TRUNCATE public.things',
      'COMMIT',
      'SET TRANSACTION READ WRITE',
      'COPY public.things TO STDOUT',
      `COPY public.things FROM STDIN`,
      `COPY public.things TO PROGRAM 'touch /tmp/headgate-pwned'`,
      `DO $$ BEGIN DELETE FROM public.things; END $$`,
      `SELECT nextval('public.counter')`,
      `SELECT lo_create(4711)`,
      `SELECT set_config('transaction_read_only', 'off', false), public.wipe()`,
      'SELECT public.wipe()',
      `EXPLAIN ANALYZE DELETE FROM public.things`,
      'LOCK TABLE public.things',
      'PREPARE x AS DELETE FROM public.things',
      'VACUUM public.things',
      'LISTEN something',
    ],
    products: {
      cheap: [
        'SELECT count(*) FROM public.things a, public.things b, public.things c',
        'SELECT count(*) FROM generate_series(1, 1000) a, generate_series(1, 1000) b',
      ],
      dear: [
        'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b, generate_series(1, 1000000) c',
        'SELECT count(*) FROM pg_catalog.pg_attribute a, pg_catalog.pg_attribute b, pg_catalog.pg_attribute c',
      ],
    },
    failing: ['SELECT 1 / 0', 'SELECT * FROM public.missing', `SELECT E'a\\nb'::int`, 'SELECT pg_catalog.nonsense()'],
    start: async () => {
      source = await PostgresqlSource.create(
        `CREATE TABLE public.things (id int, name text)`,
        `INSERT INTO public.things VALUES (1, 'one'), (2, 'two'), (3, NULL)`,
        'ANALYZE public.things',
        'CREATE SEQUENCE public.counter',
        `CREATE FUNCTION public.wipe() RETURNS int LANGUAGE sql AS 'DELETE FROM public.things; SELECT 1'`,
      );
      const role = await source.role();
      await source.run(`GRANT ALL ON SCHEMA public TO ${role.name}; ALTER TABLE public.things OWNER TO ${role.name};
        GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role.name}`);
      const target = who === 'owner' ? source.as(role) : source.target();
      return {
        target,
        nowhere: source.target({ port: 1 }),
        state: async () =>
          JSON.stringify(
            await source.run(`SELECT (SELECT json_agg(t) FROM public.things t)::text,
              (SELECT count(*) FROM pg_class), (SELECT count(*) FROM pg_largeobject_metadata),
              (SELECT is_called FROM public.counter)`),
          ),
        leftovers: () =>
          source.run(`SELECT pid FROM pg_stat_activity a
            WHERE datname = current_database() AND application_name = 'headgate-query'
              AND (state <> 'idle' OR xact_start IS NOT NULL OR EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid))`),
        stop: () => source.drop(),
      };
    },
  });
});
