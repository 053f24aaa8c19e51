// One peer reads the database once, in a process of its own, and prints how long that took without the start of the process.
// node discovery-peer.mjs <floor|reader|pg-introspection|extract-pg-schema> <database URL> [directory of packages]
import { createRequire } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';

const [name, url, packages] = process.argv.slice(2);
const require = createRequire(packages === undefined ? import.meta.url : join(packages, 'package.json'));
const OWN = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`;

/** Six plain statements that fetch the bare minimum; no product, the floor for anything that reads a catalog. */
const FLOOR = [
  `SELECT c.oid, n.nspname, c.relname, c.relkind, c.reltuples, d.description FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_description d ON d.objoid = c.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0
    WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition AND ${OWN}`,
  `SELECT a.attrelid, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(x.adbin, x.adrelid), d.description
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_attrdef x ON x.adrelid = a.attrelid AND x.adnum = a.attnum
     LEFT JOIN pg_description d ON d.objoid = c.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = a.attnum
    WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition AND ${OWN}`,
  `SELECT k.conrelid, k.conname, k.contype, k.conkey, k.confrelid, k.confkey FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace
    WHERE k.conrelid <> 0 AND ${OWN}`,
  `SELECT i.indrelid, i.indexrelid, i.indkey, i.indisunique FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
     JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OWN}`,
  `SELECT e.enumtypid, e.enumlabel FROM pg_enum e ORDER BY e.enumtypid, e.enumsortorder`,
  `SELECT c.oid, pg_get_viewdef(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('v', 'm') AND ${OWN}`,
];

const client = new pg.Client({ connectionString: url });
await client.connect();
const PEERS = {
  floor: async () => {
    await client.query('BEGIN READ ONLY');
    let rows = 0;
    for (const text of FLOOR) rows += (await client.query(text)).rows.length;
    return { rows };
  },
  /** Headgate's own, without the service: what is read is counted and dropped. */
  reader: async () => {
    const path = '../../dist/src/engines/catalog-reader/postgresql/postgresql-reader.js';
    const { PostgresqlReader } = await import(path);
    const { hostname, port, pathname, username, password } = new URL(url);
    const tls = { mode: 'disable', ca: null };
    const server = { name: hostname, addresses: [hostname], port: Number(port), database: pathname.slice(1), tls };
    const target = { engine: 'postgresql', server: { ...server, username, password: decodeURIComponent(password) } };
    const source = await new PostgresqlReader().open(target, 600_000);
    let relations = 0;
    for (const { name } of await source.schemas(null)) {
      await source.types(name);
      for await (const batch of source.relations(name)) relations += batch.length;
    }
    await source.close();
    return { relations };
  },
  'pg-introspection': async () => {
    const { makeIntrospectionQuery, parseIntrospectionResults } = require('pg-introspection');
    const { rows } = await client.query(makeIntrospectionQuery());
    return { classes: parseIntrospectionResults(rows[0].introspection).classes.length };
  },
  'extract-pg-schema': async () => {
    const { extractSchemas } = require('extract-pg-schema');
    const schemas = Object.values(await extractSchemas({ connectionString: url }));
    const all = (kind) => schemas.flatMap((schema) => schema[kind]);
    const relations = ['tables', 'foreignTables', 'views', 'materializedViews'].flatMap(all);
    return {
      tables: all('tables').length + all('foreignTables').length,
      views: all('views').length + all('materializedViews').length,
      columns: relations.reduce((sum, { columns }) => sum + columns.length, 0),
    };
  },
};
const began = performance.now();
const found = await PEERS[name]();
const ms = performance.now() - began;
await client.end();
console.log(JSON.stringify({ ms, rssMb: process.resourceUsage().maxRSS / 1024, found }));
