import { Body, Controller, Get, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { ExecuteTemplate } from '../../application/execute-template.js';
import { ListTemplateExecutions } from '../../application/list-template-executions.js';
import {
  type AnswerResponse,
  type ListedExecution,
  ANSWER_EXAMPLE,
  Disconnect,
  LISTED_EXAMPLE,
  toAnswer,
  toListed,
} from './execution-answers.js';
import { ExecuteTemplateBody } from './execute-template.dto.js';
import { IdempotencyKey, Idempotent } from './idempotency-key.js';

const DESCRIPTION =
  'Renders the template, has the language model write one statement for it, and judges that as any other; with `run` it is run. ' +
  'Twice the model may correct itself. Without a model the answer is 503 with `execution_id`, `rendered_text` and `context`. ' +
  'Everything that was begun counts as a use of the template, and is in its executions.';

@ApiTags('Prompt templates')
@Controller('api/v1/prompt-templates/:template_id')
export class TemplateExecutionsController {
  constructor(
    private readonly executeTemplate: ExecuteTemplate,
    private readonly listExecutions: ListTemplateExecutions,
  ) {}

  @Post('execute')
  @Idempotent()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Have the question of a template answered by a data source',
    description: DESCRIPTION,
    status: 200,
    example: bare(ANSWER_EXAMPLE, 'Prompt template executed.'),
    errors: [
      ...(['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'HOST_NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT'] as const),
      ...(['SCHEMA_NOT_DISCOVERED', 'QUERY_CANCELLED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const),
      ...(['QUERY_FAILED', 'MODEL_FAILED', 'DATA_SOURCE_UNREACHABLE', 'DATA_SOURCE_LOGIN_FAILED'] as const),
      ...(['DATA_SOURCE_TLS_FAILED', 'DATA_SOURCE_ACCESS_DENIED', 'DATA_SOURCE_LOST'] as const),
      ...([
        'MODEL_NOT_CONFIGURED',
        'ENGINE_UNAVAILABLE',
        'QUERY_MEMORY_EXCEEDED',
        'QUERY_INTERRUPTED',
        'QUERY_TIMEOUT',
        'INSTANCE_STOPPING',
      ] as const),
    ],
  })
  async execute(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @Body() body: ExecuteTemplateBody,
    @IdempotencyKey() idempotencyKey: string | null,
    @Disconnect() disconnect: AbortSignal,
  ): Promise<Success<AnswerResponse>> {
    const answer = await this.executeTemplate.execute({
      caller,
      templateId,
      parameters: body.parameters ?? {},
      dataSourceId: body.data_source_id ?? null,
      run: body.run ?? false,
      maxRows: body.max_rows ?? 100,
      idempotencyKey,
      // Whoever has a key comes back for the answer.
      signal: idempotencyKey === null ? disconnect : new AbortController().signal,
    });
    return bare(toAnswer(answer), 'Prompt template executed.');
  }

  @Get('executions')
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List your executions of a template, and everybody’s where you may write templates',
    description: 'The newest first. Values that the template calls sensitive are masked.',
    status: 200,
    example: named(
      { query_executions: [LISTED_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) },
      'Executions listed.',
    ),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @PageParams() query: PageRequest,
  ): Promise<Success<{ query_executions: ListedExecution[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listExecutions.execute(caller, templateId, query);
    const pagination = paginationOf(query, total);
    return named({ query_executions: items.map(toListed), pagination }, 'Executions listed.');
  }
}
