import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { type BulkOutcome, CircleBroken } from '../domain/bulk-outcome.js';
import type { BulkStep } from '../../engines/scim-protocol/bulk/bulk-plan.js';
import { partData, resolveReferences } from '../../engines/scim-protocol/bulk/bulk-references.js';
import type { BulkOperation } from '../../engines/scim-protocol/bulk/bulk-request.js';
import type { JsonObject } from '../../engines/scim-protocol/json.js';
import type { Provisioner } from '../domain/provisioner.js';
import { PerformOperation } from './perform-operation.js';

interface StepInput {
  readonly provisioner: Provisioner;
  readonly step: BulkStep;
  /** What the bulkIds of creations stand for; creations of this step are added. */
  readonly ids: Map<string, string>;
}

@Injectable()
export class PerformStep {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly performOperation: PerformOperation,
  ) {}

  /** @throws every refusal; CircleBroken for a circle, after which nothing of it is left */
  async execute({ provisioner, step, ids }: StepInput): Promise<BulkOutcome[]> {
    if (step.kind === 'malformed') throw step.operation.refusal;
    if (step.kind === 'single') return [await this.perform(provisioner, step.operation, ids)];
    return this.unitOfWork.together(() => this.close(provisioner, step.operations, ids));
  }

  /** RFC 7644 section 3.7.1: all are created first, then what could not be referred to yet is added. */
  private async close(provisioner: Provisioner, operations: readonly BulkOperation[], ids: Map<string, string>): Promise<BulkOutcome[]> {
    const outcomes = new Map<number, BulkOutcome>();
    const completions: [BulkOperation, JsonObject][] = [];
    const absent = new Set(operations.flatMap(({ bulkId }) => bulkId ?? []));
    for (const operation of operations) {
      const { data, completion } = partData(operation.type, operation.data ?? {}, absent);
      if (completion !== null) completions.push([operation, completion]);
      outcomes.set(operation.index, await this.within(operation, { ...operation, data }, provisioner, ids));
      if (operation.bulkId !== null) absent.delete(operation.bulkId);
    }
    for (const [operation, data] of completions) {
      const target = ids.get(operation.bulkId ?? '') ?? null;
      const patch: BulkOperation = { ...operation, method: 'PATCH', target, data };
      outcomes.set(operation.index, await this.within(operation, patch, provisioner, ids));
    }
    return [...outcomes.values()];
  }

  private async within(
    operation: BulkOperation,
    part: BulkOperation,
    provisioner: Provisioner,
    ids: Map<string, string>,
  ): Promise<BulkOutcome> {
    try {
      return { ...(await this.perform(provisioner, part, ids)), operation };
    } catch (error) {
      throw new CircleBroken(operation.index, error);
    }
  }

  private async perform(provisioner: Provisioner, operation: BulkOperation, ids: Map<string, string>): Promise<BulkOutcome> {
    const startedAt = performance.now();
    const resolved = resolveReferences(operation, ids);
    const resource = await this.performOperation.execute({ provisioner, operation: resolved });
    if (operation.method === 'POST' && operation.bulkId !== null && resource !== null) ids.set(operation.bulkId, resource.id);
    const durationMs = Math.round(performance.now() - startedAt);
    return { operation, resourceId: resource?.id ?? resolved.target, resource, error: undefined, durationMs };
  }
}
