import { Post } from '@nestjs/common';
import { answerTo } from '../../../platform/http/error-response.js';
import { Logger } from '../../../platform/logging/logger.js';
import { RepresentResources } from '../../application/represent-resources.js';
import { RunBulk } from '../../application/run-bulk.js';
import type { BulkOutcome } from '../../domain/bulk-outcome.js';
import { isSound } from '../../../engines/scim-protocol/bulk/bulk-request.js';
import type { JsonObject } from '../../../engines/scim-protocol/json.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { etagOf } from '../../domain/represent.js';
import { BULK_RESPONSE_MESSAGE } from '../../../engines/scim-protocol/schema/urns.js';
import { BulkJournal } from './bulk-journal.js';
import { CurrentProvisioner } from './provisioner.js';
import { type ScimError, scimErrorOf } from './scim-error.js';
import { ScimBody, ScimController, ScimOperation } from './scim-route.js';
import { ScimBulkRequest, ScimBulkResponse } from './scim-schemas.js';

@ScimController('/Bulk')
export class BulkController {
  constructor(
    private readonly runBulk: RunBulk,
    private readonly journal: BulkJournal,
    private readonly logger: Logger,
    private readonly representResources: RepresentResources,
  ) {}

  @Post()
  @ScimOperation({
    id: 'scimRunBulk',
    summary: 'Do many operations in one request',
    description:
      'RFC 7644 section 3.7: each operation succeeds or fails by itself. A `bulkId` stands for the id of what its POST creates, in ' +
      'paths, members and managers, before that POST as well as after it.',
    status: 200,
    answer: ScimBulkResponse,
    takes: ScimBulkRequest,
    errors: [400],
  })
  async run(@CurrentProvisioner() provisioner: Provisioner, @ScimBody() body: JsonObject) {
    const outcomes = await this.runBulk.execute({ provisioner, body });
    const Operations = outcomes.map((outcome) => {
      const error = outcome.error === undefined ? null : this.refusalOf(outcome.error);
      const status = error?.status ?? statusOf(outcome);
      this.journal.write(provisioner, outcome, Number(status), error);
      return this.answerTo(outcome, status, error);
    });
    return { schemas: [BULK_RESPONSE_MESSAGE], Operations };
  }

  private answerTo({ operation, resourceId, resource }: BulkOutcome, status: string, error: ScimError | null) {
    const { method, bulkId } = operation;
    const location =
      isSound(operation) && resourceId !== null ? this.representResources.locationOf({ type: operation.type, id: resourceId }) : null;
    return {
      method,
      ...(bulkId !== null && { bulkId }),
      ...(location !== null && { location }),
      ...(resource !== null && { version: etagOf(resource.version) }),
      status,
      ...(error !== null && { response: error }),
    };
  }

  private refusalOf(error: unknown): ScimError {
    const answer = answerTo(error);
    if (answer.status >= 500) this.logger.error({ err: error, status: answer.status }, 'bulk operation failed');
    return scimErrorOf(answer);
  }
}

/** What a request of its own would have been answered with. */
function statusOf({ operation, resource }: BulkOutcome): string {
  if (resource === null || (resource.type === 'Group' && operation.method === 'PATCH')) return '204';
  return operation.method === 'POST' ? '201' : '200';
}
