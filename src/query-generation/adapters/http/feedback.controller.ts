import { Body, Controller, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { Done, bareSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { GiveFeedback } from '../../application/give-feedback.js';
import { FeedbackBody } from './feedback.dto.js';

@ApiTags('Prompt templates')
@Controller('api/v1/query-executions/:execution_id/feedback')
export class FeedbackController {
  constructor(private readonly giveFeedback: GiveFeedback) {}

  @Put()
  @Operation({
    id: 'giveFeedback',
    summary: 'Say whether a generated statement was right, or what it should have been',
    description:
      'For your own executions, and for those of all people where you may write templates. New feedback replaces the old. A question ' +
      'with a right statement becomes an example for later questions of the organization to the same data source.',
    status: 200,
    answer: bareSuccess(Done, 'Feedback recorded.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SCHEMA_NOT_DISCOVERED', 'QUERY_REJECTED', 'ENGINE_UNAVAILABLE', 'DATA_SOURCE_CLOSED'],
  })
  async give(
    @CurrentCaller() caller: Caller,
    @IdParam('execution_id') executionId: number,
    @Body() { right: isRight, corrected_sql }: FeedbackBody,
  ) {
    await this.giveFeedback.execute({ caller, executionId, isRight, correctedSql: corrected_sql ?? null });
    return bare({ success: true }, 'Feedback recorded.');
  }
}
