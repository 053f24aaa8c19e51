import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { jsonDigest } from '../../../shared/json-digest.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { KeyedAnswers, type KeyedExecution } from '../../application/ports/keyed-answers.js';
import type { KeptAnswer } from '../../domain/kept-answer.js';
import { executionSchema } from './schemas.js';

const LOOK_EACH_MS = 200;
const PATIENCE_MS = 60_000;

@Injectable()
export class TypeOrmKeyedAnswers extends KeyedAnswers {
  private readonly executions;

  constructor(
    session: TypeOrmSession,
    private readonly secretBox: SecretBox,
  ) {
    super();
    this.executions = session.repository(executionSchema);
  }

  async claim(executionId: number, userId: number, key: string, request: unknown): Promise<boolean> {
    try {
      const { affected } = await this.executions.update(
        { id: executionId, userId },
        { idempotencyKey: key, requestHash: jsonDigest(request) },
      );
      return affected === 1;
    } catch (error) {
      if (isUniqueViolation(error, 'query_executions_key')) return false;
      throw error;
    }
  }

  async find(userId: number, key: string, request: unknown): Promise<KeyedExecution | null> {
    const found = await this.executions.findOne({
      select: {
        id: true,
        organizationId: true,
        dataSourceId: true,
        templateId: true,
        requestHash: true,
        outcome: true,
        answerSealed: true,
      },
      where: { userId, idempotencyKey: key },
    });
    if (found === null) return null;
    const { id, organizationId, dataSourceId, templateId, requestHash, outcome, answerSealed: sealed } = found;
    const kept = sealed === null ? null : (JSON.parse(this.secretBox.open(sealed, contextOf(id)).toString()) as KeptAnswer);
    return { organizationId, dataSourceId, templateId, isSameRequest: requestHash === jsonDigest(request), outcome, kept };
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
    await this.executions.update({ id: executionId }, { answerSealed: sealed });
  }

  async release(executionId: number): Promise<void> {
    await this.executions.update({ id: executionId }, { idempotencyKey: null, requestHash: null });
  }
}

function contextOf(executionId: number): string {
  return `query_executions.answer_sealed:${executionId}`;
}
