import { Injectable } from '@nestjs/common';
import { DomainError } from '../../shared/domain-error.js';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { storable } from '../../shared/storable.js';
import { type Execution, INTERRUPTED } from '../domain/execution.js';
import type { KeptAnswer } from '../domain/kept-answer.js';
import { QueryInterrupted } from '../domain/query.errors.js';
import type { ResultSet } from '../domain/result-set.js';
import { Executions } from './ports/executions.js';
import { KeyedAnswers } from './ports/keyed-answers.js';

/** Codes of failures that another try may not have. */
const TO_BE_REPEATED: readonly string[] = ['UNAVAILABLE', 'INSTANCE_STOPPING'];

export interface EndedExecution extends Pick<Execution, 'id' | 'sql' | 'outcome' | 'errorCode' | 'model' | 'startedAt'> {
  readonly result: ResultSet | null;
  /** For a caller who repeats the request with its key; `null` without a key or an answer. */
  readonly kept: KeptAnswer | null;
  /** For the audit trail; `null` if the row of its beginning is enough. */
  readonly event: Pick<AuditEvent, 'action' | 'actorUserId' | 'organizationId' | 'target' | 'detail'> | null;
  /** Writes in the same unit of work what else ends with it. */
  readonly closing?: () => Promise<void>;
}

/** Records how an execution ended, once. A later end changes nothing, leaves no trace, and gets the recorded one. */
@Injectable()
export class EndExecution {
  constructor(
    private readonly executions: Executions,
    private readonly answers: KeyedAnswers,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws QueryInterrupted when others had called it abandoned before */
  async execute(ended: EndedExecution): Promise<void> {
    const finishedAt = this.clock.now();
    try {
      await this.write(ended, finishedAt);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      // Perhaps only the answer to the commit was lost. Then this finds the recorded end, and changes nothing.
      await this.write(ended, finishedAt);
    }
  }

  private write(ended: EndedExecution, finishedAt: Date): Promise<void> {
    const { id, startedAt, sql, result, kept, event, closing, ...end } = ended;
    return this.unitOfWork.run(async () => {
      const isEnd = await this.executions.finish(id, {
        ...end,
        sql: sql === null ? null : storable(sql),
        rowCount: result?.rows.length ?? null,
        isTruncated: result?.isTruncated ?? null,
        durationMs: Math.max(0, finishedAt.getTime() - startedAt.getTime()),
        finishedAt,
      });
      if (!isEnd) {
        if ((await this.executions.errorCodeOf(id)) === INTERRUPTED) throw new QueryInterrupted();
        return;
      }
      // Nothing was done, so a second request with the same key is executed.
      if (end.errorCode !== null && TO_BE_REPEATED.includes(end.errorCode)) await this.answers.release(id);
      else if (kept !== null) await this.answers.keep(id, kept);
      await closing?.();
      if (event === null) return;
      await this.auditTrail.record({
        ...event,
        outcome: end.errorCode === null ? 'success' : 'refused',
        detail: { ...event.detail, execution_id: id, ...(end.errorCode !== null && { reason: end.errorCode }) },
      });
    });
  }
}
