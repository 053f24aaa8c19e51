import { Body, Controller, Delete, Get, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { CancelExecution } from '../../application/cancel-execution.js';
import { EnterExecution } from '../../application/enter-execution.js';
import { ListQueryExecutions } from '../../application/list-query-executions.js';
import { RunQuery } from '../../application/run-query.js';
import {
  type ListedExecution,
  ANSWER_EXAMPLE,
  Disconnect,
  LISTED_EXAMPLE,
  toListed,
  toResult,
} from './execution-answers.js';
import { RunQueryBody } from './query.dto.js';

const RUNNING =
  'What cannot be seen to only read is refused with 422 and `violations`. What is run has a connection of its own, read-only, ' +
  'and ends with the time limit, with the client’s connection, or by `DELETE` of its execution, at the data source too. ' +
  'Numbers that JSON cannot hold exactly, decimals, dates, bytes (`\\x` and hexadecimal digits) and JSON come as texts; cells are ' +
  'cut at 64 KiB and the result ends at 1 MiB, which `truncated` tells. Up to three run at once for an organization; the others wait.';

@ApiTags('Queries')
@Controller('api/v1')
export class QueriesController {
  constructor(
    private readonly runQuery: RunQuery,
    private readonly enterExecution: EnterExecution,
    private readonly listExecutions: ListQueryExecutions,
    private readonly cancelExecution: CancelExecution,
  ) {}

  @Post('data-sources/:data_source_id/query')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Run a query that only reads',
    description: RUNNING,
    status: 200,
    example: bare({ execution_id: 42, ...ANSWER_EXAMPLE.result }, 'Query run.'),
    errors: [
      ...(['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'HOST_NOT_ALLOWED', 'NOT_FOUND'] as const),
      ...(['SCHEMA_NOT_DISCOVERED', 'QUERY_CANCELLED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const),
      ...(['QUERY_REJECTED', 'QUERY_FAILED', 'DATA_SOURCE_UNREACHABLE', 'DATA_SOURCE_LOGIN_FAILED'] as const),
      ...(['DATA_SOURCE_TLS_FAILED', 'DATA_SOURCE_ACCESS_DENIED', 'DATA_SOURCE_LOST', 'ENGINE_UNAVAILABLE'] as const),
      ...(['QUERY_MEMORY_EXCEEDED', 'QUERY_INTERRUPTED', 'QUERY_TIMEOUT', 'INSTANCE_STOPPING'] as const),
    ],
  })
  async run(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Body() { sql, max_rows: maxRows = 100, timeout_ms: timeoutMs = 10_000 }: RunQueryBody,
    @Disconnect() signal: AbortSignal,
  ): Promise<Success<{ execution_id: number } & ReturnType<typeof toResult>>> {
    const request = { caller, dataSourceId, sql, maxRows, timeoutMs, signal };
    const { executionId, result } = await this.runQuery.execute(request);
    return bare({ execution_id: executionId, ...toResult(result) }, 'Query run.');
  }

  @Get('data-sources/:data_source_id/query-executions')
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List your queries of a data source, and everybody’s where you may write data sources',
    description: 'The newest first; those of templates too. They are forgotten after `QUERY_HISTORY_DAYS`.',
    status: 200,
    example: named(
      { query_executions: [LISTED_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) },
      'Executions listed.',
    ),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @PageParams() page: PageRequest,
  ): Promise<Success<{ query_executions: ListedExecution[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listExecutions.execute(caller, dataSourceId, page);
    return named(
      { query_executions: items.map(toListed), pagination: paginationOf(page, total) },
      'Executions listed.',
    );
  }

  @Get('query-executions/:execution_id')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Read what became of a query',
    description: 'Of one’s own, and of anybody’s where one may write data sources. Its rows are not kept.',
    status: 200,
    example: named({ query_execution: LISTED_EXAMPLE }, 'Execution found.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('execution_id') executionId: number,
  ): Promise<Success<{ query_execution: ListedExecution; message: string }>> {
    const execution = await this.enterExecution.execute(caller, executionId);
    return named({ query_execution: toListed(execution) }, 'Execution found.');
  }

  @Delete('query-executions/:execution_id')
  @Answers({
    summary: 'Cancel a query that runs, at the data source too',
    status: 200,
    example: bare({ success: true }, 'Cancellation requested.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async cancel(
    @CurrentCaller() caller: Caller,
    @IdParam('execution_id') executionId: number,
  ): Promise<Success<{ success: true }>> {
    await this.cancelExecution.execute(caller, executionId);
    return bare({ success: true }, 'Cancellation requested.');
  }
}
