import { CHANGED } from './noticed-source-changes.js';
import { Injectable } from '@nestjs/common';
import { dataPolicyEpoch } from '../../../platform/database/data-policy-epoch.js';
import { policyEpoch } from '../../../platform/database/policy-epoch.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { KnownData, type Neighbours, type Readiness } from '../../application/ports/known-data.js';
import { type ClosedReason, type DataSource, SAMPLE_HOST, isFileConnection } from '../../domain/data-source.js';
import type { DataKeys, LookedSource, SeenSource, Place, RememberedData } from '../../domain/same-data.js';
import { openedPassword } from './source-password.js';

const COLUMNS = `id, organization_id AS "organizationId", name, engine, connection, labels, closed, data_keys AS keys,
  admitted_keys AS "admittedKeys"`;
const REMEMBERED_COLUMNS = `id, organization_id AS "organizationId", source_name AS "sourceName", engine, place, keys,
  is_found AS "isFound", connection, remembered_by AS "rememberedBy", remembered_at AS "rememberedAt"`;

/** The sample has a port of its own at each start. */
const COMPARABLE = `SELECT ${COLUMNS} FROM data_sources
  WHERE organization_id = $1 AND id IS DISTINCT FROM $2::int
    AND CASE WHEN $3::boolean THEN connection ? 'file'
             ELSE engine = $4 AND (connection->>'port' = $5 OR $6::boolean OR connection->>'host' = '${SAMPLE_HOST}') END`;
const REMEMBERED = `SELECT ${REMEMBERED_COLUMNS} FROM remembered_data
  WHERE organization_id = $1 AND ($7::text[] IS NULL OR keys && $7 OR NOT is_found)`;
const NEIGHBOURS = `SELECT
  (SELECT coalesce(json_agg(one ORDER BY one.id), '[]') FROM (${COMPARABLE}) AS one) AS sources,
  (SELECT coalesce(json_agg(one ORDER BY one.id), '[]') FROM (${REMEMBERED}) AS one) AS remembered,
  coalesce(${policyEpoch('$1')}, ${dataPolicyEpoch('$1')}) IS NOT NULL AS "hasPolicies"`;

const BESIDE: PreparedStatement = { name: 'known_data_beside', text: NEIGHBOURS };
/** Hot: each statement of a person asks. */
const READY: PreparedStatement = {
  name: 'known_data_ready',
  text: `${NEIGHBOURS}, own.password_sealed AS sealed FROM data_sources own WHERE own.id = $2 AND own.version = $8`,
};

type NeighboursRow = Omit<Neighbours, 'remembered'> & {
  readonly remembered: readonly (Omit<RememberedData, 'rememberedAt'> & { readonly rememberedAt: string })[];
};

/** Organizations take turns: one with thousands that lead nowhere does not delay the others. */
function inTurns(lookedAt: string): string {
  const inLine = `${lookedAt} NULLS FIRST, id`;
  return `row_number() OVER (PARTITION BY organization_id ORDER BY ${inLine}), ${inLine}`;
}

/** Raw: it is hot, each write must find what it was judged by, and remembered data has no entity. */
@Injectable()
export class SqlKnownData extends KnownData {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly secretBox: SecretBox,
  ) {
    super();
  }

  async beside(place: Place, keys: readonly string[] | null): Promise<Neighbours> {
    const [row] = await this.session.query<NeighboursRow>(BESIDE, valuesOf(place, keys));
    return row === undefined ? { sources: [], remembered: [], hasPolicies: true } : neighboursOf(row);
  }

  async ready(source: DataSource, keys: readonly string[] | null): Promise<Readiness | null> {
    const values = [...valuesOf(source, keys), source.version];
    const [row] = await this.session.query<NeighboursRow & { sealed: string | null }>(READY, values);
    return row === undefined ? null : { ...neighboursOf(row), password: openedPassword(this.secretBox, source.id, row.sealed) };
  }

  async find(dataSourceId: number): Promise<SeenSource | null> {
    const text = `SELECT ${COLUMNS} FROM data_sources WHERE id = $1`;
    return (await this.session.query<SeenSource & object>(text, [dataSourceId]))[0] ?? null;
  }

  async note(dataSourceId: number, keys: readonly string[]): Promise<void> {
    const text = 'UPDATE data_sources SET data_keys = $2 WHERE id = $1 AND data_keys <> $2';
    await this.session.execute(text, [dataSourceId, keys]);
  }

  neverFound(most: number): Promise<readonly SeenSource[]> {
    const text = `SELECT ${COLUMNS} FROM data_sources WHERE data_keys = '{}' ORDER BY ${inTurns('data_looked_at')} LIMIT $1`;
    return this.session.query<SeenSource & object>(text, [most]);
  }

  async noteFirst({ id, connection, keys, isFound }: LookedSource, at: Date): Promise<void> {
    const text = `UPDATE data_sources SET data_keys = $2, data_looked_at = $4
                   WHERE id = $1 AND data_keys = '{}' AND connection = $3::jsonb`;
    await this.session.execute(text, [id, isFound ? keys : [], JSON.stringify(connection), at]);
  }

  neverFoundRemembered(most: number): Promise<readonly RememberedData[]> {
    const text = `SELECT ${REMEMBERED_COLUMNS} FROM remembered_data WHERE NOT is_found ORDER BY ${inTurns('looked_at')} LIMIT $1`;
    return this.session.query<RememberedData & object>(text, [most]);
  }

  async noteRemembered(id: number, { keys, isFound }: DataKeys, at: Date): Promise<void> {
    const text = 'UPDATE remembered_data SET keys = $2, is_found = $3, looked_at = $4 WHERE id = $1 AND NOT is_found';
    await this.session.execute(text, [id, keys, isFound, at]);
  }

  async admit(dataSourceId: number, keys: readonly string[]): Promise<void> {
    await this.session.execute('UPDATE data_sources SET admitted_keys = $2 WHERE id = $1', [dataSourceId, keys]);
  }

  async close(dataSourceId: number, reason: ClosedReason, at: Date): Promise<boolean> {
    const text = `UPDATE data_sources SET closed = $2, version = version + 1, updated_at = $3
      WHERE id = $1 AND closed IS NULL RETURNING pg_notify('${CHANGED}', id::text)`;
    return (await this.session.execute(text, [dataSourceId, reason, at])) === 1;
  }

  async open(dataSourceId: number, at: Date): Promise<boolean> {
    const text = `UPDATE data_sources SET closed = NULL, version = version + 1, updated_at = $2 WHERE id = $1 AND closed IS NOT NULL`;
    return (await this.session.execute(text, [dataSourceId, at])) === 1;
  }

  async remember(data: Omit<RememberedData, 'id'>): Promise<void> {
    const { organizationId, sourceName, engine, place, connection, keys, isFound, rememberedBy, rememberedAt } = data;
    await this.session.execute(
      `WITH same AS (DELETE FROM remembered_data WHERE organization_id = $1 AND keys && $5::text[] RETURNING keys, is_found)
       INSERT INTO remembered_data (organization_id, source_name, engine, place, keys, remembered_by, remembered_at, connection, is_found)
       SELECT $1, $2, $3, $4, array_agg(key), $6, $7, $8, $9 OR EXISTS (SELECT FROM same WHERE is_found)
         FROM (SELECT unnest($5::text[]) UNION SELECT unnest(keys) FROM same) AS known (key)`,
      [
        ...[organizationId, sourceName, engine, place, keys, rememberedBy, rememberedAt],
        ...[connection && JSON.stringify(connection), isFound],
      ],
    );
  }

  async rememberedPage(organizationId: number, request: PageRequest): Promise<Page<RememberedData>> {
    const items = await this.session.query<RememberedData & object>(
      `SELECT ${REMEMBERED_COLUMNS} FROM remembered_data WHERE organization_id = $1 ORDER BY id LIMIT $2 OFFSET $3`,
      [organizationId, request.limit, offsetOf(request)],
    );
    const [counted] = await this.session.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM remembered_data WHERE organization_id = $1',
      [organizationId],
    );
    return { items, total: counted?.total ?? 0 };
  }

  forget(organizationId: number, ids: readonly number[]): Promise<number> {
    const text = 'DELETE FROM remembered_data WHERE organization_id = $1 AND id = ANY ($2)';
    return this.session.execute(text, [organizationId, ids]);
  }
}

function valuesOf({ organizationId, id, engine, connection }: Place, keys: readonly string[] | null): unknown[] {
  const isFile = isFileConnection(connection);
  const [port, host] = isFile ? [null, null] : [String(connection.port), connection.host];
  return [organizationId, id, isFile, engine, port, host?.toLowerCase().startsWith(SAMPLE_HOST) ?? false, keys];
}

function neighboursOf({ sources, remembered, hasPolicies }: NeighboursRow): Neighbours {
  const kept = remembered.map((one) => ({ ...one, rememberedAt: new Date(one.rememberedAt) }));
  return { sources, remembered: kept, hasPolicies };
}
