import { createHash } from 'node:crypto';
import { isMainThread } from 'node:worker_threads';
import type { FoundSchema } from '../../application/ports/introspection.js';
import { EngineUnavailable } from '../../domain/data-source.errors.js';
import { isView } from '../../domain/relation.js';
import { toRow } from '../persistence/relation-row.js';
import { Correspondence, Stopped } from './correspondence.js';
import { readerOf } from './readers.js';
import type { ReadingEnd, ReadingTask } from './reading-protocol.js';
import type { OpenSource } from './source-reader.js';

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
    return { ok: true, serverVersion, latencyMs };
  } catch (error) {
    if (error instanceof Stopped) return { ok: false, fault: 'STOPPED' };
    if (error instanceof SchemaMissing) return { ok: false, fault: 'SCHEMA_NOT_FOUND' };
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

async function read(source: OpenSource, schemaName: string | null, service: Correspondence): Promise<void> {
  const schemas = await source.schemas(schemaName);
  if (schemaName !== null && schemas.length === 0) throw new SchemaMissing();
  const wanted = new Set(await service.found(schemas));
  for (const schema of schemas) if (wanted.has(schema.name)) await readSchema(source, schema, service);
  await service.settled();
}

async function readSchema(source: OpenSource, schema: FoundSchema, service: Correspondence): Promise<void> {
  const began = performance.now();
  const counts = { tables: 0, views: 0, columns: 0 };
  const digest = createHash('sha256');
  let [ordinal, words] = [0, 0];
  const types = await source.types(schema.name);
  for await (const batch of source.relations(schema.name)) {
    const rows = batch.map((relation) => toRow(relation, (ordinal += 1)));
    for (const row of rows) {
      counts[isView(row.kind) ? 'views' : 'tables'] += 1;
      counts.columns += row.columnsCount;
      words += row.wordsCount;
      if (schema.fingerprint === null) digest.update(row.hash);
    }
    await service.relations(schema.name, `[${rows.map(({ json }) => json).join()}]`, rows.length);
  }
  const fingerprint = schema.fingerprint ?? digest.update(JSON.stringify(types)).digest('base64url');
  const durationMs = Math.round(performance.now() - began);
  await service.read(schema.name, { counts, types, fingerprint, words, durationMs });
}

// Imported by mistake it would do nothing, in the wrong thread.
if (isMainThread) throw new Error('This file runs in threads of its own.');
