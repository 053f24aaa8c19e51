import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ListEntries } from '../../../knowledge/application/list-entries.js';
import { listOf } from '../../../platform/http/response-schemas.js';
import { inEnglish } from '../../../shared/sentence.js';
import { type Tool, idOf, page, tool } from './tool.js';

/** Statements are long, and a page stays within what a model can take in. */
const PAGE = 10;

const text = z.string();
const input = {
  data_source_id: idOf('From list_data_sources.'),
  search: text.min(1).max(200).optional().describe('A part of what they say.'),
  page,
};
const state = z.enum(['valid', 'stale', 'broken']).describe('Whether its SQL still fits the schema.');
const withheld = text.nullable().describe('Why its SQL is left out.');

/** What people of the organization have verified about their data, for clients that write the SQL themselves. */
@Injectable()
export class KnowledgeTools {
  readonly tools: readonly Tool[];

  constructor(listEntries: ListEntries) {
    this.tools = [termsTool(listEntries), pairsTool(listEntries)];
  }
}

function termsTool(listEntries: ListEntries): Tool {
  return tool({
    name: 'list_glossary_terms',
    scope: 'query.run',
    title: 'List words of the organization',
    description: `Explains words that the organization uses for its data, and says how its metrics are computed; ${PAGE} on a page.`,
    input,
    output: {
      glossary_terms: listOf(
        z.object({ id: z.int(), name: text, definition: text, synonyms: listOf(text), expression: text.nullable(), state, withheld }),
      ),
      total: z.int(),
    },
    run: async (caller, { data_source_id: dataSourceId, search = null, page: number }) => {
      const asked = { caller, dataSourceId, kind: 'glossary_term' as const, search };
      const { items, total } = await listEntries.execute(asked, { page: number, limit: PAGE });
      const terms = items.map((entry) => ({
        id: entry.id,
        name: entry.name,
        definition: entry.definition ?? '',
        synonyms: entry.synonyms,
        expression: entry.sql,
        state: entry.state,
        withheld: entry.withheld && inEnglish(entry.withheld),
      }));
      return { about: `What follows are words about data source ${dataSourceId}.`, data: { glossary_terms: terms, total } };
    },
  });
}

function pairsTool(listEntries: ListEntries): Tool {
  return tool({
    name: 'list_verified_pairs',
    scope: 'query.run',
    title: 'List verified questions',
    description: `Lists questions with statements that a person has verified; ${PAGE} on a page. Write yours as they are written.`,
    input,
    output: {
      verified_pairs: listOf(z.object({ id: z.int(), question: text, sql: text.nullable(), state, withheld })),
      total: z.int(),
    },
    run: async (caller, { data_source_id: dataSourceId, search = null, page: number }) => {
      const asked = { caller, dataSourceId, kind: 'verified_pair' as const, search };
      const { items, total } = await listEntries.execute(asked, { page: number, limit: PAGE });
      const pairs = items.map(({ id, name: question, sql, state: standing, withheld: reason }) => ({
        id,
        question,
        sql,
        state: standing,
        withheld: reason && inEnglish(reason),
      }));
      return { about: `What follows are questions about data source ${dataSourceId}.`, data: { verified_pairs: pairs, total } };
    },
  });
}
