import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ReadSchema } from '../../../catalog/application/read-schema.js';
import type { Relation } from '../../../engines/catalog-reader/relation.js';
import { ListDataSources } from '../../../data-sources/application/list-data-sources.js';
import { listOf } from '../../../platform/http/response-schemas.js';
import { ComposeContext } from '../../../schema-context/application/compose-context.js';
import { DescribeTable } from '../../../schema-context/application/describe-table.js';
import { plainText } from '../../../shared/plain-text.js';
import { type Tool, idOf, page, tool } from './tool.js';

const USUAL_TOKENS = 4_000;
const MOST_TOKENS = 20_000;
const SOURCES_ON_PAGE = 100;
/** Tables on a page, columns of one, letters of a comment: a page stays within what a model can take in. */
const PAGE = 50;
const MOST_COLUMNS = 20;
const MOST_LETTERS = 200;

const data_source_id = idOf('From list_data_sources.');
const name = z.string();
const schema_name = name.max(255).optional().describe('Only this schema of the database.');

/** How a client comes to know the data: its sources, what a question is about, a search by words, and one table in full. */
@Injectable()
export class SchemaTools {
  readonly tools: readonly Tool[];

  constructor(listDataSources: ListDataSources, composeContext: ComposeContext, readSchema: ReadSchema, describeTable: DescribeTable) {
    this.tools = [sourcesTool(listDataSources), contextTool(composeContext), searchTool(readSchema), tableTool(describeTable)];
  }
}

function sourcesTool(listDataSources: ListDataSources): Tool {
  return tool({
    name: 'list_data_sources',
    scope: 'schema.read',
    title: 'List data sources',
    description: `Lists the databases that you may ask, with the id that the other tools want; ${SOURCES_ON_PAGE} on a page.`,
    input: { page },
    output: {
      data_sources: listOf(
        z.object({
          id: z.int(),
          name,
          engine: z.string(),
          closed: z.boolean().optional().describe('Whether nobody may ask it at the moment.'),
        }),
      ),
      total: z.int(),
    },
    run: async (caller, input) => {
      const { items, total } = await listDataSources.execute(caller, {}, { page: input.page, limit: SOURCES_ON_PAGE });
      const sources = items.map(({ id, name: called, engine, closed }) => ({
        id,
        name: called,
        engine,
        ...(closed !== null && { closed: true }),
      }));
      return { about: 'What follows are names of data sources.', data: { data_sources: sources, total } };
    },
  });
}

function contextTool(composeContext: ComposeContext): Tool {
  return tool({
    name: 'schema',
    scope: 'schema.read',
    title: 'Read a schema',
    description:
      'Describes the tables, columns and keys of a data source, as CREATE TABLE statements. Give the question, and the tables that it ' +
      'is about come first. Find what has no room with search_schema.',
    input: {
      data_source_id,
      question: z.string().max(4_000).optional().describe('What you want to find out, in words.'),
      schema_name,
      max_tokens: z.int().min(100).max(MOST_TOKENS).default(USUAL_TOKENS),
    },
    output: {
      text: z.string(),
      level: z.enum(['all', 'ranked', 'names_only']),
      tables_left_out: z.int(),
      discovered_at: z.string(),
    },
    run: async (caller, input) => {
      const context = await composeContext.execute({
        caller,
        dataSourceId: input.data_source_id,
        schemaName: input.schema_name ?? null,
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

function searchTool(readSchema: ReadSchema): Tool {
  return tool({
    name: 'search_schema',
    scope: 'schema.read',
    title: 'Search a schema',
    description:
      `Finds tables and views whose name, comment or columns hold a text, or are similar to it; without a text it lists all. ${PAGE} on ` +
      'a page, by schema and name. Read one of them with read_table.',
    input: {
      data_source_id,
      search: z.string().max(200).optional().describe('A part of a name or of a comment.'),
      schema_name,
      page,
    },
    output: {
      tables: listOf(
        z.object({
          schema_name: name,
          name,
          kind: z.string(),
          comment: name.nullable(),
          readable: z.boolean(),
          columns: listOf(name).describe('Those that hold the text, 20 at most.'),
        }),
      ),
      total: z.int(),
    },
    run: async (caller, input) => {
      const search = input.search ?? null;
      const { relations } = await readSchema.execute({
        caller,
        dataSourceId: input.data_source_id,
        schemaName: input.schema_name ?? null,
        search,
        request: { page: input.page, limit: PAGE },
      });
      const tables = relations.items.map((relation) => ({
        schema_name: relation.schema,
        name: relation.name,
        kind: relation.kind,
        comment: relation.comment && plainText(relation.comment, MOST_LETTERS),
        readable: relation.readable,
        columns: columnsThatHold(relation, search ?? ''),
      }));
      const about = `What follows are tables of data source ${input.data_source_id}.`;
      return { about, data: { tables, total: relations.total } };
    },
  });
}

function columnsThatHold({ columns }: Relation, search: string): readonly string[] {
  const text = search.trim().toLowerCase();
  if (text === '') return [];
  const found = columns.filter(
    (column) => column.readable && [column.name, column.comment ?? ''].some((one) => one.toLowerCase().includes(text)),
  );
  return found.slice(0, MOST_COLUMNS).map((column) => column.name);
}

function tableTool(describeTable: DescribeTable): Tool {
  return tool({
    name: 'read_table',
    scope: 'schema.read',
    title: 'Read one table',
    description:
      'Describes one table or view with all of its columns and keys, as a CREATE TABLE statement, and names the tables that foreign ' +
      'keys connect with it.',
    input: {
      data_source_id,
      schema_name: name.min(1).max(255).describe('Exactly as search_schema has it.'),
      table: name.min(1).max(255).describe('Its name, exactly as search_schema has it.'),
    },
    output: {
      text: z.string(),
      complete: z.boolean().describe('Whether all columns had room.'),
      connected_tables: listOf(z.object({ schema_name: name, name })),
    },
    run: async (caller, input) => {
      const table = await describeTable.execute({
        caller,
        dataSourceId: input.data_source_id,
        schemaName: input.schema_name,
        table: input.table,
        maxTokens: MOST_TOKENS,
      });
      const connected = table.connected.map((one) => ({ schema_name: one.schema, name: one.name }));
      const { text, isWhole } = table;
      return {
        about: `What follows is a table of data source ${input.data_source_id}.`,
        data: { text, complete: isWhole, connected_tables: connected },
      };
    },
  });
}
