import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { RunQuery } from '../../../query-generation/application/run-query.js';
import { BoundedResult, boundedResult } from './bounded-rows.js';
import { type Tool, idOf, tool } from './tool.js';

/** For clients that write the SQL themselves. */
@Injectable()
export class QueryTool {
  readonly tools: readonly Tool[];

  constructor(runQuery: RunQuery) {
    this.tools = [toolOf(runQuery)];
  }
}

function toolOf(runQuery: RunQuery): Tool {
  return tool({
    name: 'query',
    scope: 'query.run',
    title: 'Run a query that only reads',
    description:
      'Runs one SQL statement in the dialect of the data source. A statement that cannot be proved to be read-only is refused, with ' +
      'what to change in "violations". Rows are cut off at max_rows and at 64 KiB; "truncated" says so.',
    input: {
      data_source_id: idOf('From list_data_sources.'),
      sql: z.string().max(20_000),
      max_rows: z.int().min(1).max(1_000).default(100),
      timeout_ms: z.int().min(100).max(60_000).default(10_000),
    },
    output: { execution_id: z.int(), ...BoundedResult },
    run: async (caller, { data_source_id: dataSourceId, sql, max_rows: maxRows, timeout_ms: timeoutMs }, { signal }) => {
      const { executionId, result } = await runQuery.execute({ caller, dataSourceId, sql, maxRows, timeoutMs, signal });
      return {
        about: `What follows are rows of data source ${dataSourceId}.`,
        data: { execution_id: executionId, ...boundedResult(result) },
      };
    },
  });
}
