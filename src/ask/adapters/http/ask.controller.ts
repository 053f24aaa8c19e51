import { Body, Controller, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { Disconnect } from '../../../platform/http/disconnect.js';
import { bare } from '../../../platform/http/envelope.js';
import type { ErrorCode } from '../../../platform/http/error-codes.js';
import { beginEvents, sendEvent, wantsEvents } from '../../../platform/http/event-stream.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { bareSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { AskQuestion, type Question } from '../../application/ask-question.js';
import { AskAnswer, AskEvent, toAskAnswer, toEvents } from './ask-response.js';
import { AskBody } from './ask.dto.js';

const ASKING =
  'The language model gets the schema as you may see it and writes a statement. The guard judges it before it runs, and the model ' +
  'may correct it twice. A sentence that does not fit the rows is not shown. With `Accept: text/event-stream` the answer comes as ' +
  'events: `started`, `discovering`, `context`, `sql`, `verdict`, `rows`, `sentence`, `chart`, `clarification`, and as the last one ' +
  '`done` with the whole answer or `error` with the body of an error. A refusal before `started` is an ordinary answer. ' +
  'Disconnecting ends the work, at the data source too; so does `DELETE` of the execution. The first question to a ' +
  'source that was never discovered discovers it, if you may do that.';

const ENDS = [
  ...(['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'HOST_NOT_ALLOWED', 'SCHEMA_NOT_DISCOVERED'] as const),
  ...(['DAILY_QUOTA_EXCEEDED', 'MODEL_NOT_CONFIGURED', 'MODEL_FAILED'] as const),
  ...(['QUERY_CANCELLED', 'QUERY_FAILED', 'QUERY_MEMORY_EXCEEDED', 'QUERY_INTERRUPTED', 'QUERY_TIMEOUT'] as const),
  ...([
    'DATA_SOURCE_UNREACHABLE',
    'DATA_SOURCE_NO_DATABASE',
    'DATA_SOURCE_LOGIN_FAILED',
    'DATA_SOURCE_TLS_FAILED',
    'DATA_SOURCE_LOST',
  ] as const),
  ...(['DATA_SOURCE_ACCESS_DENIED', 'DATA_SOURCE_TOO_LARGE', 'ENGINE_UNAVAILABLE', 'INSTANCE_STOPPING'] as const),
  ...(['DATA_NOT_COMPARED', 'CHANGED_MEANWHILE'] as const),
  ...(['DISCOVERY_TIMEOUT', 'DISCOVERY_CANCELLED', 'DISCOVERY_INTERRUPTED'] as const),
] satisfies readonly ErrorCode[];

@ApiTags('Questions')
@Controller('api/v1/data-sources')
export class AskController {
  constructor(private readonly askQuestion: AskQuestion) {}

  @Post(':data_source_id/ask', 'id')
  @Operation({
    id: 'askQuestion',
    summary: 'Ask a data source a question in words, and get a statement, its rows and a sentence',
    permissions: ['query.run', 'data_source.read'],
    description: ASKING,
    status: 200,
    answer: bareSuccess(AskAnswer, 'Question answered.'),
    event: AskEvent,
    errors: ENDS,
  })
  async ask(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Body() { question, conversation_id: conversationId = null, max_rows: maxRows = 100 }: AskBody,
    @Disconnect() signal: AbortSignal,
    @Res() response: Response,
  ) {
    const asked = { caller, dataSourceId, question, conversationId, maxRows, signal };
    if (wantsEvents(response)) return this.stream(asked, response);
    const answer = await this.askQuestion.execute(asked);
    const body = bare(toAskAnswer(answer), 'Question answered.');
    response.json(body);
    return body;
  }

  private async stream(asked: Question, response: Response) {
    const answer = await this.askQuestion.execute({
      ...asked,
      begun: ({ conversationId, executionId }) => {
        beginEvents(response);
        sendEvent(response, 'started', { conversation_id: conversationId, execution_id: executionId });
      },
      tell: (step) => {
        for (const { event, data } of toEvents(step)) sendEvent(response, event, data);
      },
    });
    if (answer.clarification !== null) sendEvent(response, 'clarification', answer.clarification);
    const whole = toAskAnswer(answer);
    sendEvent(response, 'done', whole);
    response.end();
    return bare(whole, 'Question answered.');
  }
}
