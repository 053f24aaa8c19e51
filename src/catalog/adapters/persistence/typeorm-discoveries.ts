import { Injectable } from '@nestjs/common';
import { Equal, IsNull, LessThan, MoreThan, Or, Raw } from 'typeorm';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type AbandonedDiscovery, type CancelSigns, Discoveries, type Progress } from '../../application/ports/discoveries.js';
import type { Discovery } from '../../domain/discovery.js';
import { discoverySchema } from './schemas.js';

const IS_OPEN = Raw((state) => `${state} IN ('waiting', 'running')`);

@Injectable()
export class TypeOrmDiscoveries extends Discoveries {
  private readonly discoveries;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.discoveries = session.repository(discoverySchema);
  }

  async add(discovery: Pick<Discovery, 'dataSourceId' | 'schemaName' | 'requestedBy' | 'requestedAt'>): Promise<Discovery> {
    const { dataSourceId, schemaName, requestedBy, requestedAt } = discovery;
    const made = { dataSourceId, schemaName, state: 'waiting', requestedBy, requestedAt } as const;
    // By the clock of the database: it decides whether another instance is dead, and instances may disagree about the time.
    const id = await insertedId(this.discoveries, { ...made, heartbeatAt: () => 'now()' });
    const begun = { schemasDone: 0, schemasTotal: null, tablesSeen: 0 };
    return { ...made, id, ...begun, errorCode: null, errorMessage: null, finishedAt: null };
  }

  find(dataSourceId: number, id: number): Promise<Discovery | null> {
    return this.discoveries.findOneBy({ dataSourceId, id });
  }

  open(dataSourceId: number): Promise<Discovery[]> {
    return this.discoveries.find({ where: { dataSourceId, state: IS_OPEN }, order: { id: 'ASC' } });
  }

  hasLaterCompleted({ id, dataSourceId, schemaName }: Discovery): Promise<boolean> {
    const answers = schemaName === null ? IsNull() : Or(IsNull(), Equal(schemaName));
    return this.discoveries.existsBy({ dataSourceId, id: MoreThan(id), state: 'completed', schemaName: answers });
  }

  async beat(id: number, state: 'waiting' | 'running', progress: Progress): Promise<CancelSigns> {
    const { schemasDone, schemasTotal, tablesSeen } = progress;
    // Raw: a repository does not return the rows of an update. By the clock of the database, as above.
    const [row] = await this.session.query<CancelSigns & object>(
      `UPDATE schema_discoveries SET state = $2, schemas_done = $3, schemas_total = $4, tables_seen = $5, heartbeat_at = now()
        WHERE id = $1 AND state IN ('waiting', 'running')
        RETURNING cancel_requested AS "cancelRequested", ARRAY(
          SELECT w.id::float8 FROM schema_discovery_waits w WHERE w.discovery_id = $1 AND w.cancelled_at IS NOT NULL
        ) AS "cancelledWaits"`,
      [id, state, schemasDone, schemasTotal, tablesSeen],
    );
    return row ?? { cancelRequested: true, cancelledWaits: [] };
  }

  async finish(
    id: number,
    end: Pick<Discovery, 'state' | 'errorCode' | 'errorMessage' | 'finishedAt'> & { progress: Progress },
  ): Promise<boolean> {
    const { progress, state, errorCode, errorMessage, finishedAt } = end;
    const { schemasDone, schemasTotal, tablesSeen } = progress;
    const ended = { state, errorCode, errorMessage, finishedAt, schemasDone, schemasTotal, tablesSeen };
    const { affected } = await this.discoveries.update({ id, state: IS_OPEN }, ended);
    return affected === 1;
  }

  failAbandoned(
    silentForMs: number,
    end: { errorCode: string; errorMessage: string; finishedAt: Date },
    only: number | null,
  ): Promise<AbandonedDiscovery[]> {
    // Raw: one statement for all, joined with the sources, because their organizations hear of it.
    return this.session.query<AbandonedDiscovery & object>(
      `UPDATE schema_discoveries d SET state = 'failed', error_code = $2, error_message = $3, finished_at = $4
         FROM data_sources s
        WHERE s.id = d.data_source_id AND d.state IN ('waiting', 'running') AND heartbeat_at < now() - $1 * interval '1 millisecond'
              ${only === null ? '' : 'AND d.id = $5'}
        RETURNING d.id, d.data_source_id AS "dataSourceId", d.requested_by AS "requestedBy",
                  s.organization_id AS "organizationId"`,
      [silentForMs, end.errorCode, end.errorMessage, end.finishedAt, ...(only === null ? [] : [only])],
    );
  }

  async purge(before: Date): Promise<void> {
    await this.discoveries.delete({ finishedAt: LessThan(before) });
  }
}
