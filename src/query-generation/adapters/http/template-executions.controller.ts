import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { Disconnect } from '../../../platform/http/disconnect.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { bareSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ExecuteTemplate } from '../../application/execute-template.js';
import { ListTemplateExecutions } from '../../application/list-template-executions.js';
import { ENDS_OF_A_STATEMENT, ListedExecutions, TemplateAnswer, toQueryExecution, toTemplateAnswer } from './execution-response.js';
import { ExecuteTemplateBody } from './execute-template.dto.js';
import { IdempotencyKey, Idempotent } from './idempotency-key.js';

const DESCRIPTION =
  'Renders the template, asks the language model for one statement and checks it with the guard. With `run` the statement is executed. ' +
  'The model gets two attempts to correct itself. Without a model the answer is 503 with `execution_id`, `rendered_text` and `context`. ' +
  'Every started execution counts as a use of the template and is listed in its executions.';

@ApiTags('Prompt templates')
@Controller('api/v1/prompt-templates/:template_id')
export class TemplateExecutionsController {
  constructor(
    private readonly executeTemplate: ExecuteTemplate,
    private readonly listExecutions: ListTemplateExecutions,
  ) {}

  @Post('execute')
  @Idempotent()
  @Operation({
    id: 'executePromptTemplate',
    summary: 'Execute a template: have a data source answer its question',
    permissions: ['template.execute'],
    description: DESCRIPTION,
    status: 200,
    answer: bareSuccess(TemplateAnswer, 'Prompt template executed.'),
    errors: [
      ...(['FORBIDDEN', 'HOST_NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT', 'SCHEMA_NOT_DISCOVERED'] as const),
      'DATA_SOURCE_CLOSED',
      ...(['DAILY_QUOTA_EXCEEDED', 'MODEL_FAILED', 'MODEL_NOT_CONFIGURED'] as const),
      ...ENDS_OF_A_STATEMENT,
    ],
  })
  async execute(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @Body() body: ExecuteTemplateBody,
    @IdempotencyKey() idempotencyKey: string | null,
    @Disconnect() disconnect: AbortSignal,
  ) {
    const answer = await this.executeTemplate.execute({
      caller,
      templateId,
      parameters: body.parameters ?? {},
      dataSourceId: body.data_source_id ?? null,
      run: body.run ?? false,
      maxRows: body.max_rows ?? 100,
      idempotencyKey,
      // A client with a key can come back for the answer.
      signal: idempotencyKey === null ? disconnect : new AbortController().signal,
    });
    return bare(toTemplateAnswer(answer), 'Prompt template executed.');
  }

  @Get('executions')
  @Paged()
  @Operation({
    id: 'listTemplateExecutions',
    summary: 'List your executions of a template, or those of all people where you may write templates',
    permissions: ['template.read'],
    description: 'Newest first. Values that the template calls sensitive are masked.',
    status: 200,
    answer: ListedExecutions,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('template_id') templateId: number, @PageParams() query: PageRequest) {
    const { items, total } = await this.listExecutions.execute(caller, templateId, query);
    const pagination = paginationOf(query, total);
    return named({ query_executions: items.map(toQueryExecution), pagination }, 'Executions listed.');
  }
}
