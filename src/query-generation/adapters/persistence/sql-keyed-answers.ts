import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { jsonDigest } from '../../../shared/json-digest.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { KeyedAnswers, type KeyedExecution } from '../../application/ports/keyed-answers.js';
import type { Outcome } from '../../domain/execution.js';
import type { KeptAnswer } from '../../domain/kept-answer.js';

const LOOK_EACH_MS = 200;
const PATIENCE_MS = 60_000;

interface Row {
  readonly id: number;
  readonly organizationId: number;
  readonly requestHash: string;
  readonly outcome: Outcome;
  readonly sealed: string | null;
}

@Injectable()
export class SqlKeyedAnswers extends KeyedAnswers {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly secretBox: SecretBox,
  ) {
    super();
  }

  async claim(executionId: number, userId: number, key: string, request: unknown): Promise<boolean> {
    try {
      const changed = await this.session.execute(
        `UPDATE query_executions SET idempotency_key = $3, request_hash = $4 WHERE id = $1 AND user_id = $2`,
        [executionId, userId, key, jsonDigest(request)],
      );
      return changed === 1;
    } catch (error) {
      if (isUniqueViolation(error, 'query_executions_key')) return false;
      throw error;
    }
  }

  async find(userId: number, key: string, request: unknown): Promise<KeyedExecution | null> {
    const [row] = await this.session.query<Row & object>(
      `SELECT id, organization_id AS "organizationId", request_hash AS "requestHash", outcome, answer_sealed AS sealed
         FROM query_executions WHERE user_id = $1 AND idempotency_key = $2`,
      [userId, key],
    );
    if (row === undefined) return null;
    const { id, organizationId, requestHash, outcome, sealed } = row;
    const kept =
      sealed === null ? null : (JSON.parse(this.secretBox.open(sealed, contextOf(id)).toString()) as KeptAnswer);
    return { organizationId, isSameRequest: requestHash === jsonDigest(request), outcome, kept };
  }

  async ended(userId: number, key: string, request: unknown): Promise<KeyedExecution | null> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = await this.find(userId, key, request);
      if (found === null || found.kept !== null || found.outcome !== 'running') return found;
      if (performance.now() > until) return found;
      await wait(LOOK_EACH_MS);
    }
  }

  async keep(executionId: number, kept: KeptAnswer): Promise<void> {
    const sealed = this.secretBox.seal(Buffer.from(JSON.stringify(kept)), contextOf(executionId));
    await this.session.execute(`UPDATE query_executions SET answer_sealed = $2 WHERE id = $1`, [executionId, sealed]);
  }

  async release(executionId: number): Promise<void> {
    await this.session.execute(
      `UPDATE query_executions SET idempotency_key = NULL, request_hash = NULL WHERE id = $1`,
      [executionId],
    );
  }
}

function contextOf(executionId: number): string {
  return `query_executions.answer_sealed:${executionId}`;
}
