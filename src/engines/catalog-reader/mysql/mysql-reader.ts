import { randomUUID } from 'node:crypto';
import type { FoundSchema, RowEstimates } from '../reading.js';
import type { Target } from '../target.js';
import { byCodeUnits } from '../../../shared/by-code-units.js';
import type { Relation } from '../relation.js';
import type { UserType } from '../user-type.js';
import { NO_FACTS, type SourceFacts } from '../source-facts.js';
import type { LockedRelation, OpenSource, SourceReader } from '../source-reader.js';
import { type CatalogFeatures, catalogFeatures } from './catalog-features.js';
import { cut, SYSTEM_SCHEMAS } from './catalog-statements.js';
import { LOCK_SECONDS, readAtOnce } from './locked-tables.js';
import { faultOf } from './mysql-faults.js';
import { MySqlSession } from './mysql-session.js';
import { digest, fingerprints } from './schema-fingerprint.js';
import { SchemaRelations } from './schema-relations.js';

/**
 * MySQL from 5.7 and MariaDB from 10.2.7, where defaults are expressions. Servers before 5.6 count the rows of every table
 * while their catalog is read unless `innodb_stats_on_metadata` is off, which only their administrator can do.
 */
export const mySqlReader: SourceReader = { open, faultOf };

const READING: ReadonlySet<string> = new Set(['USAGE', 'SELECT', 'SHOW VIEW', 'SHOW DATABASES']);

async function open(target: Target, timeoutMs: number, stop?: AbortSignal): Promise<OpenSource> {
  if (!('server' in target)) throw new TypeError('MySQL is a server and not a file.');
  const session = await MySqlSession.connect(target.server, timeoutMs, stop);
  return session.orCut(prepared(session, timeoutMs), stop);
}

async function prepared(session: MySqlSession, timeoutMs: number): Promise<OpenSource> {
  const [[serverVersion = null, modes = null] = []] = await session.query('SELECT LEFT(VERSION(), 100), @@SESSION.sql_mode');
  const version = serverVersion ?? '';
  const seconds = Math.max(1, Math.ceil(timeoutMs / 1_000));
  // Without the other modes a backslash in a text means the same here as where the text was escaped. On this one the types of
  // columns of views depend, and statements run under it.
  const mode = modes?.split(',').find((one) => one === 'NO_UNSIGNED_SUBTRACTION') ?? '';
  await session.query(
    `SET SESSION sql_mode = '${mode}', lock_wait_timeout = ${LOCK_SECONDS}, innodb_lock_wait_timeout = ${seconds}, max_error_count = 65535`,
  );
  await session.query(
    /mariadb/i.test(version)
      ? `SET SESSION max_statement_time = ${timeoutMs / 1_000}, idle_transaction_timeout = ${seconds}`
      : `SET SESSION max_execution_time = ${Math.ceil(timeoutMs)}, wait_timeout = ${seconds}`,
  );
  await session.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
  return new OpenMySql(session, version, await catalogFeatures(session, version));
}

class OpenMySql implements OpenSource {
  private hasLocked = false;

  constructor(
    private readonly session: MySqlSession,
    readonly serverVersion: string,
    private readonly features: CatalogFeatures,
  ) {}

  async schemas(name: string | null): Promise<readonly FoundSchema[]> {
    const comment = this.features.schemaComments ? cut('schema_comment') : 'NULL';
    const sql = `SELECT schema_name, ${comment} FROM information_schema.schemata`;
    const rows = await (name === null ? this.session.query(sql) : this.session.query(`${sql} WHERE schema_name = ?`, [name]));
    const found = rows
      .map(([schema, text]) => ({ name: schema ?? '', comment: text === '' ? null : (text ?? null) }))
      .filter((schema) => !SYSTEM_SCHEMAS.has(schema.name.toLowerCase()) && (name === null || schema.name === name))
      .sort((one, other) => byCodeUnits(one.name, other.name));
    if (found.length === 0) return [];
    const names = found.map((schema) => schema.name);
    const { found: known, warning } = await readAtOnce(this.session, () => fingerprints(this.session, this.features, names));
    this.hasLocked = warning !== null;
    // A fingerprint of half a schema says nothing, so this one is equal to no other.
    const salt = this.hasLocked ? [randomUUID()] : [];
    return found.map((schema) => ({
      ...schema,
      fingerprint: digest([schema.comment, known.get(schema.name) ?? null, ...salt]),
      engineId: null,
    }));
  }

  async facts(): Promise<SourceFacts> {
    const [[database = null] = []] = await this.session.query('SELECT DATABASE()');
    const searchPath = database === null ? [] : [database];
    const { nameCase } = this.features;
    return { ...NO_FACTS, serverVersion: this.serverVersion, searchPath, ...(nameCase === null ? {} : { nameCase }) };
  }

  /** By its grants; what a role that is not its default gives it does not have here. */
  async mayWrite(): Promise<boolean> {
    const rows = await this.session.query('SHOW GRANTS');
    return rows.some(([grant]) => givesMoreThanReading(grant ?? ''));
  }

  /** Skips a table that cannot be opened now: what was known of it stays. */
  async estimates(schema: string): Promise<RowEstimates> {
    const read = () =>
      this.session.query(
        `SELECT table_schema, table_name, table_rows FROM information_schema.tables
          WHERE table_schema = ? AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED') AND table_rows IS NOT NULL`,
        [schema],
      );
    const { found } = await readAtOnce(this.session, read);
    return found
      .filter(([owner]) => owner === schema)
      .map(([, name, rows]) => [name ?? '', rows === null || rows === undefined ? null : Number(rows)]);
  }

  /** The labels of an `enum` belong to its column; there are no types with a name. */
  async types(): Promise<readonly UserType[]> {
    return [];
  }

  relations(schema: string, onLocked: LockedRelation = () => undefined): AsyncIterable<readonly Relation[]> {
    return new SchemaRelations(this.session, this.features, schema, this.hasLocked, onLocked).batches();
  }

  close(): Promise<void> {
    return this.session.close();
  }
}

/** `GRANT SELECT, SHOW VIEW ON …`; a line without ON gives a role. */
function givesMoreThanReading(grant: string): boolean {
  const [, privileges] = /^GRANT (.+?) ON /i.exec(grant) ?? [];
  if (privileges === undefined) return false;
  const names = privileges.replaceAll(/\([^)]*\)/g, '').split(',');
  return / WITH GRANT OPTION$/i.test(grant) || names.some((name) => !READING.has(name.trim().toUpperCase()));
}
