import { Body, Controller, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import type { Caller } from '../../../shared/caller.js';
import { ValidationFailed } from '../../../shared/domain-error.js';
import { GiveFeedback } from '../../application/give-feedback.js';
import { FeedbackBody } from './feedback.dto.js';

@ApiTags('Prompt templates')
@Controller('api/v1/query-executions/:execution_id/feedback')
export class FeedbackController {
  constructor(private readonly giveFeedback: GiveFeedback) {}

  @Put()
  @Answers({
    summary: 'Say whether a generated statement was right, or what it should have been',
    description:
      'Yours, or anybody’s where you may write templates; said again, it replaces what was said. A question with a right statement is an ' +
      'example for later questions of the organization to the same data source.',
    status: 200,
    example: bare({ success: true }, 'Feedback recorded.'),
    errors: [
      ...([
        'UNAUTHORIZED',
        'VALIDATION_FAILED',
        'FORBIDDEN',
        'NOT_FOUND',
        'CONFLICT',
        'SCHEMA_NOT_DISCOVERED',
      ] as const),
      ...(['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'QUERY_REJECTED'] as const),
    ],
  })
  async give(
    @CurrentCaller() caller: Caller,
    @IdParam('execution_id') executionId: number,
    @Body() { right: isRight, corrected_sql }: FeedbackBody,
  ): Promise<Success<{ success: true }>> {
    const correctedSql = corrected_sql ?? null;
    if (isRight && correctedSql !== null)
      throw new ValidationFailed([{ field: 'corrected_sql', message: 'What was right needs no correction.' }]);
    await this.giveFeedback.execute({ caller, executionId, isRight, correctedSql });
    return bare({ success: true }, 'Feedback recorded.');
  }
}
