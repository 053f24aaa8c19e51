import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type AbandonedExecution, ExecutionRetention } from '../../application/ports/executions.js';

/** Raw: one statement returns the rows that it ends, the other limits its deletions; TypeORM can do neither. */
@Injectable()
export class SqlExecutionRetention extends ExecutionRetention {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  failAbandoned(silentForMs: number, end: { errorCode: string; finishedAt: Date }): Promise<AbandonedExecution[]> {
    return this.session.query<AbandonedExecution & object>(
      // By the clock of the database, as for the signs of life.
      `UPDATE query_executions SET outcome = 'failed', error_code = $2, finished_at = $3
        WHERE outcome = 'running' AND heartbeat_at < now() - $1 * interval '1 millisecond'
        RETURNING id, organization_id AS "organizationId", user_id AS "userId", template_version AS "templateVersion", question`,
      [silentForMs, end.errorCode, end.finishedAt],
    );
  }

  purge(startedBefore: Date, most: number): Promise<number> {
    return this.session.execute(
      `DELETE FROM query_executions WHERE id IN (
         SELECT id FROM query_executions WHERE started_at < $1 AND outcome <> 'running' ORDER BY started_at LIMIT $2)`,
      [startedBefore, most],
    );
  }
}
