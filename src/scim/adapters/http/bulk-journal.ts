import { Injectable } from '@nestjs/common';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { Clock } from '../../../shared/ports/clock.js';
import { RecordRequest } from '../../application/record-request.js';
import type { BulkOutcome } from '../../domain/bulk-outcome.js';
import { isSound } from '../../../engines/scim-protocol/bulk/bulk-request.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { attributesNamedIn, redacted } from '../../domain/redaction.js';
import type { ScimError } from './scim-error.js';

const RESOURCE_ID = /^[0-9a-f-]{36}$/i;

/** Each operation appears in the log of the organization like a request of its own, under the id of the bulk request. */
@Injectable()
export class BulkJournal {
  constructor(
    private readonly recordRequest: RecordRequest,
    private readonly clock: Clock,
  ) {}

  write(provisioner: Provisioner, outcome: BulkOutcome, status: number, error: ScimError | null): void {
    const { operation, resourceId, durationMs } = outcome;
    const [type, data] = isSound(operation) ? [operation.type, operation.data] : [null, null];
    const target = isSound(operation) ? operation.target : null;
    const origin = currentOrigin();
    this.recordRequest.execute(provisioner, {
      requestId: origin?.requestId ?? '',
      occurredAt: this.clock.now(),
      method: operation.method,
      path: type === null ? '/Bulk' : `/${type}s${target === null ? '' : `/${redacted(target)}`}`,
      resourceType: type,
      resourceId: resourceId !== null && RESOURCE_ID.test(resourceId) ? resourceId.toLowerCase() : null,
      status,
      error,
      note: outcome.resource?.note ?? null,
      changes: attributesNamedIn(operation.method, data),
      durationMs,
      ip: origin?.ip ?? null,
    });
  }
}
