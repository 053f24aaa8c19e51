import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { type Answered, type Asked, type Semantic, answeredOf } from '../domain/authzen.js';
import { EnterDecisions } from './enter-decisions.js';
import { DecisionPoint } from './ports/decision-point.js';

/** Tells a program what roles and policies would decide. Nothing is done, so nothing is recorded. */
@Injectable()
export class EvaluateAccess {
  constructor(
    private readonly enterDecisions: EnterDecisions,
    private readonly decisionPoint: DecisionPoint,
  ) {}

  /** @throws Forbidden, ValidationFailed, Unavailable */
  async execute(input: {
    caller: Caller;
    organizationId: number | null;
    evaluations: readonly Asked[];
    semantic: Semantic;
  }): Promise<readonly Answered[]> {
    const { caller, evaluations, semantic } = input;
    const organizationId = await this.enterDecisions.execute(caller, input.organizationId);
    const asked = evaluations.flatMap((evaluation) => ('problem' in evaluation ? [] : [evaluation]));
    const decided = [...(await this.decisionPoint.decide(organizationId, asked))];
    const decisions = evaluations.map((evaluation): Answered =>
      'problem' in evaluation ? { isAllowed: false, problem: evaluation.problem } : (decided.shift() ?? { isAllowed: false }),
    );
    return decisions.slice(0, answeredOf(decisions, semantic));
  }
}
