import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { ExecutionAnswer } from '../domain/execution-answer.js';
import { errorOf } from '../domain/kept-answer.js';
import { KeyInUse } from '../domain/query.errors.js';
import { KeyedAnswers, type KeyedExecution } from './ports/keyed-answers.js';

/** Answers a repeated request as it was answered the first time, refusals too. */
@Injectable()
export class ReplayAnswer {
  constructor(
    private readonly answers: KeyedAnswers,
    private readonly access: AccessControl,
  ) {}

  /**
   * Waits for one that runs.
   * @returns `null` when the key is new
   * @throws KeyInUse, Forbidden for a caller who may not execute any more, and what was thrown the first time
   */
  async execute(caller: Caller, key: string, request: unknown): Promise<ExecutionAnswer | null> {
    const found = await this.answers.find(caller.userId, key, request);
    if (found === null) return null;
    if (!found.isSameRequest) throw new KeyInUse('other_request');
    await this.access.require(caller, 'template.execute', { organizationId: found.organizationId });
    return found.kept === null && found.outcome === 'running'
      ? answerOf(await this.answers.ended(caller.userId, key, request))
      : answerOf(found);
  }
}

function answerOf(found: KeyedExecution | null): ExecutionAnswer {
  if (found === null || found.kept === null)
    throw new KeyInUse(found?.outcome === 'running' ? 'running' : 'unanswered');
  if ('answer' in found.kept) return found.kept.answer;
  throw errorOf(found.kept.refusal);
}
