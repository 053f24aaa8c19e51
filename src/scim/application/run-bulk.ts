import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { type BulkOutcome, failureOf } from '../domain/bulk-outcome.js';
import { type BulkStep, planOf } from '../../engines/scim-protocol/bulk/bulk-plan.js';
import { readBulkRequest } from '../../engines/scim-protocol/bulk/bulk-request.js';
import type { Provisioner } from '../domain/provisioner.js';
import { PerformStep } from './perform-step.js';

/** How many steps are committed at once, and for how long they may keep others waiting for what they lock. */
const BATCH = { steps: 32, ms: 100 };

interface Batch {
  readonly outcomes: readonly BulkOutcome[];
  readonly stepsDone: number;
  /** `null` when nothing of the batch was kept: the step that spoilt it then has to be done alone. */
  readonly ids: ReadonlyMap<string, string> | null;
}

@Injectable()
export class RunBulk {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly performStep: PerformStep,
  ) {}

  /**
   * Each operation succeeds or fails by itself. Those that succeed are committed many at a time, because a commit
   * waits for the disk. When one fails, the batch is rolled back and repeated up to it, and the failing one runs alone:
   * so its refusal is recorded, and nothing of it remains.
   * @returns the outcomes in the order of the request, without what `failOnErrors` left undone
   * @throws ScimRefusal when the request as a whole makes no sense
   */
  async execute({ provisioner, body }: { provisioner: Provisioner; body: unknown }): Promise<BulkOutcome[]> {
    const { failOnErrors, operations } = readBulkRequest(body);
    const steps = planOf(operations);
    const outcomes: BulkOutcome[] = [];
    let ids: ReadonlyMap<string, string> = new Map();
    let size = 1;
    let [at, spoilt, failures] = [0, -1, 0];
    while (at < steps.length && failures < (failOnErrors ?? Infinity)) {
      if (at === spoilt) size = 1;
      const end = at < spoilt ? Math.min(at + size, spoilt) : at + size;
      const batch = await this.together(provisioner, steps.slice(at, end), ids);
      if (batch.ids === null) {
        spoilt = at + batch.stepsDone;
        continue;
      }
      outcomes.push(...batch.outcomes);
      const failed = batch.outcomes.filter(({ error }) => error !== undefined).length;
      failures += failed;
      ids = batch.ids;
      at += batch.stepsDone;
      size = failed > 0 ? 1 : Math.min(size * 2, BATCH.steps);
    }
    return outcomes.sort((one, other) => one.operation.index - other.operation.index);
  }

  private async together(provisioner: Provisioner, steps: readonly BulkStep[], known: ReadonlyMap<string, string>): Promise<Batch> {
    const ids = new Map(known);
    const outcomes: BulkOutcome[] = [];
    const startedAt = performance.now();
    let stepsDone = 0;
    try {
      const work = async (): Promise<void> => {
        for (const step of steps) {
          outcomes.push(...(await this.performStep.execute({ provisioner, step, ids })));
          stepsDone += 1;
          if (performance.now() - startedAt > BATCH.ms) return;
        }
      };
      await (steps.length === 1 ? work() : this.unitOfWork.together(work));
      return { outcomes, stepsDone, ids };
    } catch (error) {
      const [step] = steps;
      // What fails with the commit is found by leaving out one step after the other.
      if (steps.length > 1 || step === undefined) return { outcomes: [], stepsDone: Math.min(stepsDone, steps.length - 1), ids: null };
      return { outcomes: failureOf(step, error, Math.round(performance.now() - startedAt)), stepsDone: 1, ids: known };
    }
  }
}
