import { Post } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { answerTo } from '../../../platform/http/error-response.js';
import { Logger } from '../../../platform/logging/logger.js';
import { RunBulk } from '../../application/run-bulk.js';
import type { BulkOutcome } from '../../domain/bulk/bulk-outcome.js';
import type { JsonObject } from '../../domain/json.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { etagOf, locationOf } from '../../domain/represent.js';
import { BULK_REQUEST_MESSAGE, BULK_RESPONSE_MESSAGE, USER_SCHEMA } from '../../domain/schema/urns.js';
import { CurrentProvisioner } from './provisioner.js';
import { scimBaseUrl } from './resource-head.js';
import { scimErrorOf } from './scim-error.js';
import { ScimAnswers, ScimBody, ScimController } from './scim-route.js';

const EXAMPLE_ID = '2819c223-7f76-453a-919d-413861904646';

@ScimController('/Bulk')
export class BulkController {
  private readonly baseUrl: string;

  constructor(
    private readonly runBulk: RunBulk,
    private readonly logger: Logger,
    config: Config,
  ) {
    this.baseUrl = scimBaseUrl(config);
  }

  @Post()
  @ScimAnswers({
    summary: 'Do many operations in one request',
    description:
      'RFC 7644 section 3.7: each operation succeeds or fails for itself. A `bulkId` stands for the id of what its POST creates, in ' +
      'paths, members and managers, before that POST as well as behind it.',
    status: 200,
    example: {
      schemas: [BULK_RESPONSE_MESSAGE],
      Operations: [
        {
          method: 'POST',
          bulkId: 'vera',
          status: '201',
          location: `https://headgate.example/scim/v2/Users/${EXAMPLE_ID}`,
          version: 'W/"1"',
        },
      ],
    },
    takes: {
      schemas: [BULK_REQUEST_MESSAGE],
      failOnErrors: 1,
      Operations: [
        {
          method: 'POST',
          path: '/Users',
          bulkId: 'vera',
          data: { schemas: [USER_SCHEMA], userName: 'vera@delta.example' },
        },
      ],
    },
    errors: [400],
  })
  async run(@CurrentProvisioner() provisioner: Provisioner, @ScimBody() body: JsonObject): Promise<object> {
    const outcomes = await this.runBulk.execute({ provisioner, body });
    return { schemas: [BULK_RESPONSE_MESSAGE], Operations: outcomes.map((outcome) => this.answerTo(outcome)) };
  }

  private answerTo(outcome: BulkOutcome): object {
    const { operation, resourceId, resource, error } = outcome;
    const { method, bulkId } = operation;
    const location =
      'type' in operation && resourceId !== null ? locationOf(this.baseUrl, operation.type, resourceId) : undefined;
    const head = { method, ...(bulkId !== null && { bulkId }), ...(location !== undefined && { location }) };
    if (error === undefined)
      return { ...head, ...(resource !== null && { version: etagOf(resource.version) }), status: statusOf(outcome) };
    const response = scimErrorOf(this.refusalOf(error));
    return { ...head, status: response.status, response };
  }

  private refusalOf(error: unknown): ReturnType<typeof answerTo> {
    const answer = answerTo(error);
    if (answer.status >= 500) this.logger.error({ err: error, status: answer.status }, 'bulk operation failed');
    return answer;
  }
}

/** What a request of its own would have been answered with. */
function statusOf({ operation, resource }: BulkOutcome): string {
  if (resource === null || (resource.type === 'Group' && operation.method === 'PATCH')) return '204';
  return operation.method === 'POST' ? '201' : '200';
}
