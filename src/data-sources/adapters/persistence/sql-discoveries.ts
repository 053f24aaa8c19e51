import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type AbandonedDiscovery, Discoveries, type Progress } from '../../application/ports/discoveries.js';
import type { Discovery } from '../../domain/discovery.js';

const COLUMNS = `id, data_source_id AS "dataSourceId", schema_name AS "schemaName", state, schemas_done AS "schemasDone",
  schemas_total AS "schemasTotal", tables_seen AS "tablesSeen", error_code AS "errorCode", error_message AS "errorMessage",
  requested_by AS "requestedBy", requested_at AS "requestedAt", finished_at AS "finishedAt"`;
const IS_OPEN = `state IN ('waiting', 'running')`;

@Injectable()
export class SqlDiscoveries extends Discoveries {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async add(
    discovery: Pick<Discovery, 'dataSourceId' | 'schemaName' | 'requestedBy' | 'requestedAt'>,
  ): Promise<Discovery> {
    const { dataSourceId, schemaName, requestedBy, requestedAt } = discovery;
    const [row] = await this.session.query<Discovery & object>(
      `INSERT INTO schema_discoveries (data_source_id, schema_name, state, requested_by, requested_at, heartbeat_at)
       VALUES ($1, $2, 'waiting', $3, $4, now()) RETURNING ${COLUMNS}`,
      [dataSourceId, schemaName, requestedBy, requestedAt],
    );
    if (row === undefined) throw new Error('The discovery was not inserted.');
    return row;
  }

  async find(dataSourceId: number, id: number): Promise<Discovery | null> {
    const [row] = await this.session.query<Discovery & object>(
      `SELECT ${COLUMNS} FROM schema_discoveries WHERE data_source_id = $1 AND id = $2`,
      [dataSourceId, id],
    );
    return row ?? null;
  }

  open(dataSourceId: number): Promise<Discovery[]> {
    return this.session.query<Discovery & object>(
      `SELECT ${COLUMNS} FROM schema_discoveries WHERE data_source_id = $1 AND ${IS_OPEN} ORDER BY id`,
      [dataSourceId],
    );
  }

  async hasLaterCompleted({ id, dataSourceId, schemaName }: Discovery): Promise<boolean> {
    const rows = await this.session.query(
      `SELECT 1 FROM schema_discoveries WHERE data_source_id = $1 AND id > $2 AND state = 'completed'
          AND (schema_name IS NULL OR schema_name = $3) LIMIT 1`,
      [dataSourceId, id, schemaName],
    );
    return rows.length > 0;
  }

  async beat(id: number, state: 'waiting' | 'running', progress: Progress): Promise<{ cancelRequested: boolean }> {
    const { schemasDone, schemasTotal, tablesSeen } = progress;
    const [row] = await this.session.query<{ cancelRequested: boolean }>(
      // By the clock of the database: instances may disagree about the time, and one takes another for dead by it.
      `UPDATE schema_discoveries SET state = $2, schemas_done = $3, schemas_total = $4, tables_seen = $5, heartbeat_at = now()
        WHERE id = $1 AND ${IS_OPEN} RETURNING cancel_requested AS "cancelRequested"`,
      [id, state, schemasDone, schemasTotal, tablesSeen],
    );
    return row ?? { cancelRequested: true };
  }

  async finish(
    id: number,
    end: Pick<Discovery, 'state' | 'errorCode' | 'errorMessage' | 'finishedAt'> & { progress: Progress },
  ): Promise<void> {
    const { state, errorCode, errorMessage, finishedAt, progress } = end;
    await this.session.execute(
      `UPDATE schema_discoveries SET state = $2, error_code = $3, error_message = $4, finished_at = $5, schemas_done = $6,
                                     schemas_total = $7, tables_seen = $8 WHERE id = $1 AND ${IS_OPEN}`,
      [
        id,
        state,
        errorCode,
        errorMessage,
        finishedAt,
        progress.schemasDone,
        progress.schemasTotal,
        progress.tablesSeen,
      ],
    );
  }

  async requestCancel(dataSourceId: number, id: number): Promise<boolean> {
    const changed = await this.session.execute(
      `UPDATE schema_discoveries SET cancel_requested = true WHERE data_source_id = $1 AND id = $2 AND ${IS_OPEN}`,
      [dataSourceId, id],
    );
    return changed === 1;
  }

  failAbandoned(
    silentForMs: number,
    end: { errorCode: string; errorMessage: string; finishedAt: Date },
  ): Promise<AbandonedDiscovery[]> {
    return this.session.query<AbandonedDiscovery & object>(
      `UPDATE schema_discoveries d SET state = 'failed', error_code = $2, error_message = $3, finished_at = $4
         FROM data_sources s
        WHERE s.id = d.data_source_id AND ${IS_OPEN} AND heartbeat_at < now() - $1 * interval '1 millisecond'
        RETURNING d.id, d.data_source_id AS "dataSourceId", d.requested_by AS "requestedBy",
                  s.organization_id AS "organizationId"`,
      [silentForMs, end.errorCode, end.errorMessage, end.finishedAt],
    );
  }

  async purge(before: Date): Promise<void> {
    await this.session.execute(`DELETE FROM schema_discoveries WHERE finished_at < $1`, [before]);
  }
}
