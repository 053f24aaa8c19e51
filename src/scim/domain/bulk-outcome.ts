import type { Resource } from './resource.js';
import { type BulkOperation, type MalformedOperation, UnresolvedReference } from '../../engines/scim-protocol/bulk/bulk-request.js';
import type { BulkStep } from '../../engines/scim-protocol/bulk/bulk-plan.js';

/** How one operation ended. */
export interface BulkOutcome {
  readonly operation: BulkOperation | MalformedOperation;
  /** What the operation was done to, with the bulkId of the path resolved; `null` for a creation that failed. */
  readonly resourceId: string | null;
  /** `null` after a deletion and after a failure. */
  readonly resource: Resource | null;
  /** Why it failed; `undefined` when it did not. */
  readonly error: unknown;
  readonly durationMs: number;
}

/** Creations that refer to each other succeed or fail together: this says which of them failed. */
export class CircleBroken extends Error {
  constructor(
    readonly index: number,
    override readonly cause: unknown,
  ) {
    super('A creation failed that others refer to.');
  }
}

/** The outcomes of a step that failed and left nothing behind. */
export function failureOf(step: BulkStep, error: unknown, durationMs: number): BulkOutcome[] {
  const failed = (operation: BulkOperation | MalformedOperation, reason: unknown): BulkOutcome => ({
    operation,
    resourceId: 'target' in operation ? operation.target : null,
    resource: null,
    error: reason,
    durationMs,
  });
  if (step.kind !== 'circle') return [failed(step.operation, error)];
  const [culprit, cause] = error instanceof CircleBroken ? [error.index, error.cause] : [null, error];
  const culpritId = step.operations.find(({ index }) => index === culprit)?.bulkId ?? '';
  return step.operations.map((operation) =>
    failed(operation, culprit === null || operation.index === culprit ? cause : new UnresolvedReference(culpritId)),
  );
}
