import { isMainThread } from 'node:worker_threads';
import type { FoundSchema } from './reading.js';
import { EngineUnavailable } from './source-fault.js';
import { isView } from './relation.js';
import { type RelationRow, storableText, toArrays, toRow } from './relation-row.js';
import { Correspondence, Stopped } from './correspondence.js';
import type { ReadingEnd, ReadingTask } from './reading-protocol.js';
import type { OpenSource, SourceReader } from './source-reader.js';
import type { Engine } from './engine.js';

/** Each driver is loaded in the thread that needs it, and not before. */
const READERS: Readonly<Record<Engine, () => Promise<SourceReader>>> = {
  postgresql: async () => new (await import('./postgresql/postgresql-reader.js')).PostgresqlReader(),
  mysql: async () => (await import('./mysql/mysql-reader.js')).mySqlReader,
  sqlite: async () => new (await import('./sqlite/sqlite-reader.js')).SqliteReader(),
  duckdb: async () => new (await import('./duckdb/duckdb-reader.js')).DuckDbReader(),
};

export function readerOf(engine: Engine): Promise<SourceReader> {
  return READERS[engine]();
}

/** Entry of the threads: one task at a time, one connection a task. */
export default async function perform(task: ReadingTask): Promise<ReadingEnd> {
  const reader = await readerOf(task.target.engine);
  const service = new Correspondence(task.port);
  let source: OpenSource | undefined;
  try {
    const began = performance.now();
    const opening = reader.open(task.target, task.timeoutMs, service.stop);
    source = await service.unlessStopped(opening, (late) => void late.close());
    const latencyMs = Math.round(performance.now() - began);
    const { serverVersion } = source;
    if (task.kind === 'read') await service.unlessStopped(read(source, task.schemaName, service));
    const mayWrite = task.kind === 'probe' && (await service.unlessStopped(source.mayWrite?.() ?? Promise.resolve(false)));
    return { ok: true, serverVersion, latencyMs, mayWrite };
  } catch (error) {
    if (error instanceof Stopped) {
      // A connection that the task is still opening would stay open in a thread that other tasks use next.
      if (source === undefined) process.exit();
      return { ok: false, fault: 'STOPPED' };
    }
    if (error instanceof SchemaMissing) return { ok: false, fault: 'SCHEMA_NOT_FOUND' };
    if (error instanceof TooManyLocked) return { ok: false, fault: 'TIMEOUT' };
    if (error instanceof TooLarge) return { ok: false, fault: 'TOO_LARGE' };
    if (error instanceof EngineUnavailable) return { ok: false, fault: 'ENGINE_UNAVAILABLE' };
    const fault = reader.faultOf(error);
    if (fault !== undefined) return { ok: false, fault };
    return { ok: false, fault: 'UNKNOWN', stack: error instanceof Error ? (error.stack ?? error.message) : 'no error' };
  } finally {
    await source?.close();
    task.port.close();
  }
}

class SchemaMissing extends Error {}
class TooLarge extends Error {}
class TooManyLocked extends Error {}

/** Several times the largest number that we have heard of. A source with more is broken or hostile. */
const MOST_SCHEMAS = 10_000;
const MOST_RELATIONS = 500_000;
const MOST_CHARACTERS = 2_000_000_000;
/** The answer names each. A restore in one transaction locks thousands; a reading with more could only be tried again later. */
const MOST_LOCKED = 10_000;
/** The API accepts no longer names, and an index of PostgreSQL hardly any. */
const LONGEST_NAME = 255;
/** The size of one batch. The service copies each batch, and that must not take long. */
const LARGEST_BATCH = 4_000_000;

/** The service copies them, and that must not take long. */
const ESTIMATES_AT_ONCE = 10_000;

class Budget {
  private relations = 0;
  private characters = 0;
  private locked = 0;

  /** @throws TooLarge */
  spend(rows: readonly RelationRow[]): void {
    this.relations += rows.length;
    for (const row of rows) this.characters += sizeOf(row);
    if (this.relations > MOST_RELATIONS || this.characters > MOST_CHARACTERS) throw new TooLarge();
  }

  /** @throws TooLarge, TooManyLocked */
  leaveOut(name: string): void {
    if (name.length > LONGEST_NAME) throw new TooLarge();
    this.locked += 1;
    if (this.locked > MOST_LOCKED) throw new TooManyLocked();
  }
}

async function read(source: OpenSource, schemaName: string | null, service: Correspondence): Promise<void> {
  const schemas = await source.schemas(schemaName);
  if (schemaName !== null && schemas.length === 0) throw new SchemaMissing();
  if (schemas.length > MOST_SCHEMAS || !schemas.every(({ name }) => canBeKept(name))) throw new TooLarge();
  if (new Set(schemas.map(({ name }) => name)).size < schemas.length) throw new TooLarge();
  const facts = (await source.facts?.()) ?? null;
  const wanted = new Set(await service.found(schemas, facts));
  const budget = new Budget();
  for (const schema of schemas) {
    if (wanted.has(schema.name)) await readSchema(source, schema, service, budget);
    else await renewEstimates(source, schema.name, service);
  }
  await service.settled();
}

async function renewEstimates(source: OpenSource, schema: string, service: Correspondence): Promise<void> {
  const estimates = (await source.estimates?.(schema)) ?? [];
  if (estimates.length > MOST_RELATIONS) throw new TooLarge();
  for (let from = 0; from < estimates.length; from += ESTIMATES_AT_ONCE) {
    const some = estimates.slice(from, from + ESTIMATES_AT_ONCE);
    await service.estimates(
      schema,
      some.map(([name, rows]) => [storableText(name), rows]),
    );
  }
}

function canBeKept(name: string): boolean {
  return name.length <= LONGEST_NAME && !name.includes('\0') && !/\p{Surrogate}/u.test(name);
}

async function readSchema(source: OpenSource, schema: FoundSchema, service: Correspondence, budget: Budget): Promise<void> {
  const began = performance.now();
  const counts = { tables: 0, views: 0, columns: 0 };
  const locked: string[] = [];
  let ordinal = 0;
  const types = await source.types(schema.name);
  const leaveOut = (name: string): void => {
    budget.leaveOut(name);
    locked.push(storableText(name));
  };
  for await (const batch of source.relations(schema.name, leaveOut)) {
    const rows = batch.map((relation) => toRow(relation, (ordinal += 1)));
    for (const row of rows) {
      counts[isView(row.kind) ? 'views' : 'tables'] += 1;
      counts.columns += row.columnsCount;
    }
    budget.spend(rows);
    for (const part of parts(rows)) {
      await service.relations(schema.name, toArrays(part), part.length);
    }
  }
  const durationMs = Math.round(performance.now() - began);
  await service.read(schema.name, { counts, types, durationMs, locked });
}

function sizeOf({ cells }: RelationRow): number {
  return cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
}

function* parts(rows: readonly RelationRow[]): Generator<readonly RelationRow[]> {
  let [from, size] = [0, 0];
  for (const [at, row] of rows.entries()) {
    const own = sizeOf(row);
    if (size + own > LARGEST_BATCH && at > from) {
      yield rows.slice(from, at);
      [from, size] = [at, 0];
    }
    size += own;
  }
  if (rows.length > from) yield rows.slice(from);
}

// This finds an import by mistake, which would do nothing in the main thread.
if (isMainThread) throw new Error('This file runs in threads of its own.');
