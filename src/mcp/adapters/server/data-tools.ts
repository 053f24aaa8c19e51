import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ComposeContext } from '../../../schema-context/application/compose-context.js';
import { ListDataSources } from '../../../data-sources/application/list-data-sources.js';
import { RunQuery } from '../../../query-generation/application/run-query.js';
import { boundedResult } from './bounded-rows.js';
import { type Tool, idOf, tool } from './tool.js';

const PAGE = 100;
const USUAL_TOKENS = 4_000;

/** What a client finds out by itself: which data sources there are, their schemas, and their rows. */
@Injectable()
export class DataTools {
  readonly tools: readonly Tool[];

  constructor(listDataSources: ListDataSources, composeContext: ComposeContext, runQuery: RunQuery) {
    this.tools = [sourcesTool(listDataSources), schemaTool(composeContext), queryTool(runQuery)];
  }
}

function sourcesTool(listDataSources: ListDataSources): Tool {
  return tool({
    name: 'list_data_sources',
    scope: 'schema.read',
    title: 'List data sources',
    description: `Lists the databases that you may ask, with the id that the other tools want; ${PAGE} on a page.`,
    input: { page: z.int().min(1).max(10_000).default(1) },
    run: async (caller, { page }) => {
      const { items, total } = await listDataSources.execute(caller, {}, { page, limit: PAGE });
      const sources = items.map(({ id, name, engine, closed }) => ({
        id,
        name,
        engine,
        ...(closed !== null && { closed: true }),
      }));
      return { about: 'What follows are names of data sources.', data: { data_sources: sources, total } };
    },
  });
}

function schemaTool(composeContext: ComposeContext): Tool {
  return tool({
    name: 'schema',
    scope: 'schema.read',
    title: 'Read a schema',
    description:
      'Describes the tables, columns and keys of a data source, as CREATE TABLE statements. Give the question, and the tables that it ' +
      'is about come first; what has no room is named at the end.',
    input: {
      data_source_id: idOf('From list_data_sources.'),
      question: z.string().max(4_000).optional().describe('What you want to find out, in words.'),
      schema: z.string().max(200).optional().describe('Only this schema of the database.'),
      max_tokens: z.int().min(100).max(20_000).default(USUAL_TOKENS),
    },
    run: async (caller, input) => {
      const context = await composeContext.execute({
        caller,
        dataSourceId: input.data_source_id,
        schemaName: input.schema ?? null,
        question: input.question ?? null,
        maxTokens: input.max_tokens,
        format: 'ddl',
      });
      const { text, level, tablesLeftOut, discoveredAt } = context;
      const told = { text, level, tables_left_out: tablesLeftOut.count, discovered_at: discoveredAt.toISOString() };
      return { about: `What follows is the schema of data source ${input.data_source_id}.`, data: told };
    },
  });
}

function queryTool(runQuery: RunQuery): Tool {
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
    run: async (caller, { data_source_id: dataSourceId, sql, max_rows: maxRows, timeout_ms: timeoutMs }, signal) => {
      const { executionId, result } = await runQuery.execute({ caller, dataSourceId, sql, maxRows, timeoutMs, signal });
      return {
        about: `What follows are rows of data source ${dataSourceId}.`,
        data: { execution_id: executionId, ...boundedResult(result) },
      };
    },
  });
}
