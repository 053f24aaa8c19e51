import { Body, Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { Disconnect } from '../../../platform/http/disconnect.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { Done, bareSuccess, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { CancelExecution } from '../../application/cancel-execution.js';
import { ListQueryExecutions } from '../../application/list-query-executions.js';
import { ReadExecution } from '../../application/read-execution.js';
import { RunQuery } from '../../application/run-query.js';
import { ENDS_OF_A_STATEMENT, ListedExecutions, QueryExecution, QueryAnswer, toQueryExecution, toResult } from './execution-response.js';
import { RunQueryBody } from './query.dto.js';

const RUNNING =
  'A statement that the guard cannot prove to be read-only is refused with 422 and `violations`. An accepted statement runs on its own ' +
  'read-only connection. It stops, also at the data source, at the time limit, when the client disconnects, or on `DELETE` of its ' +
  'execution. Numbers that JSON cannot hold exactly, decimals, dates, bytes (hexadecimal digits after a backslash and `x`) and JSON values are returned ' +
  'as strings. Cells are cut at 64 KiB and the result at 1 MiB; `truncated` says so. Each organization, data source and person may run ' +
  'a limited number of statements at once. The others wait up to 30 seconds and then get 503.';

@ApiTags('Queries')
@Controller('api/v1')
export class QueriesController {
  constructor(
    private readonly runQuery: RunQuery,
    private readonly readExecution: ReadExecution,
    private readonly listExecutions: ListQueryExecutions,
    private readonly cancelExecution: CancelExecution,
  ) {}

  @Post('data-sources/:data_source_id/query', 'id')
  @Operation({
    id: 'runQuery',
    summary: 'Run a query that only reads',
    permissions: ['query.run'],
    description: RUNNING,
    status: 200,
    answer: bareSuccess(QueryAnswer, 'Query run.'),
    errors: [
      ...(['FORBIDDEN', 'HOST_NOT_ALLOWED', 'NOT_FOUND', 'SCHEMA_NOT_DISCOVERED', 'QUERY_REJECTED'] as const),
      ...ENDS_OF_A_STATEMENT,
    ],
  })
  async run(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Body() { sql, max_rows: maxRows = 100, timeout_ms: timeoutMs = 10_000 }: RunQueryBody,
    @Disconnect() signal: AbortSignal,
  ) {
    const request = { caller, dataSourceId, sql, maxRows, timeoutMs, signal };
    const { executionId, result } = await this.runQuery.execute(request);
    return bare({ execution_id: executionId, ...toResult(result) }, 'Query run.');
  }

  @Get('data-sources/:data_source_id/query-executions')
  @Paged()
  @Operation({
    id: 'listQueryExecutions',
    summary: 'List your queries of a data source, or those of all people where you may write data sources',
    permissions: ['data_source.read'],
    description: 'Newest first, including those of templates. They are deleted after `QUERY_HISTORY_DAYS`.',
    status: 200,
    answer: ListedExecutions,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('data_source_id') dataSourceId: number, @PageParams() page: PageRequest) {
    const { items, total } = await this.listExecutions.execute(caller, dataSourceId, page);
    return named({ query_executions: items.map(toQueryExecution), pagination: paginationOf(page, total) }, 'Executions listed.');
  }

  @Get('query-executions/:execution_id')
  @Operation({
    id: 'readQueryExecution',
    summary: 'Read whether a query still runs, or how it ended',
    permissions: ['data_source.read'],
    description: 'You see your own queries, and those of all people where you may write data sources. Rows are not kept.',
    status: 200,
    answer: namedSuccess({ query_execution: QueryExecution }, 'Execution found.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('execution_id') executionId: number) {
    const execution = await this.readExecution.execute(caller, executionId);
    return named({ query_execution: toQueryExecution(execution) }, 'Execution found.');
  }

  @Delete('query-executions/:execution_id')
  @Operation({
    id: 'cancelQueryExecution',
    summary: 'Cancel a running query, also at the data source',
    permissions: ['data_source.read'],
    status: 200,
    answer: bareSuccess(Done, 'Cancellation requested.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async cancel(@CurrentCaller() caller: Caller, @IdParam('execution_id') executionId: number) {
    await this.cancelExecution.execute(caller, executionId);
    return bare({ success: true }, 'Cancellation requested.');
  }
}
