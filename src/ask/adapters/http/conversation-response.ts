import { forReader } from '../../../platform/http/request-context.js';
import { z } from 'zod';
import { component, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import type { Conversation as Kept, ShownTurn } from '../../domain/conversation.js';

const listed = {
  id,
  organization_id: id,
  data_source_id: id.nullable().meta({ description: '`null` once it is deleted.' }),
  title: z.string().meta({ description: 'The first question, cut short.' }),
  created_at: moment,
  last_asked_at: moment,
};

const LISTED = {
  id: 7,
  organization_id: 1,
  data_source_id: 1,
  title: 'Which gauges lie on the Danube?',
  created_at: '2026-11-21T09:30:00.000Z',
  last_asked_at: '2026-11-21T09:31:10.000Z',
};

export const ConversationSummary = component('ConversationSummary', z.object(listed), LISTED);

const turn = z.object({
  position: z.int().min(1),
  execution_id: id.nullable().meta({ description: '`null` once the history no longer has it.' }),
  question: z.string(),
  sql: z.string().nullable(),
  clarification: z.object({ question: z.string(), choices: listOf(z.string()) }).nullable(),
  columns: listOf(z.object({ name: z.string(), type: z.string() })),
  row_count: z.int().min(0).nullable(),
  truncated: z.boolean().nullable(),
  error_code: z.string().nullable().meta({ description: 'The `code` of the error, if it ended with one.' }),
  withheld: z.string().nullable().meta({
    description: 'Why statement, columns and clarification are left out: data policies hide names or values in them from you.',
  }),
  asked_at: moment,
});

export const Conversation = component(
  'Conversation',
  z.object({ ...listed, turns: listOf(turn) }),
  {
    ...LISTED,
    turns: [
      {
        position: 1,
        execution_id: 42,
        question: 'Which gauges lie on the Danube?',
        sql: 'SELECT g.station FROM hydrology.gauges g ...',
        clarification: null,
        columns: [{ name: 'station', type: 'text' }],
        row_count: 5,
        truncated: false,
        error_code: null,
        withheld: null,
        asked_at: '2026-11-21T09:30:00.000Z',
      },
    ],
  },
  'Questions, statements and the shape of results; rows are not kept.',
);

export function toConversationSummary(conversation: Kept): z.infer<typeof ConversationSummary> {
  return {
    id: conversation.id,
    organization_id: conversation.organizationId,
    data_source_id: conversation.dataSourceId,
    title: conversation.title,
    created_at: conversation.createdAt.toISOString(),
    last_asked_at: conversation.lastAskedAt.toISOString(),
  };
}

export function toConversation(conversation: Kept, turns: readonly ShownTurn[]): z.infer<typeof Conversation> {
  return { ...toConversationSummary(conversation), turns: turns.map(toTurn) };
}

function toTurn({ position, executionId, question, sql, askedBack, ...end }: ShownTurn): z.infer<typeof turn> {
  return {
    position,
    execution_id: executionId,
    question,
    sql,
    clarification: askedBack,
    columns: end.columns,
    row_count: end.rowCount,
    truncated: end.isTruncated,
    error_code: end.errorCode,
    withheld: end.withheld && forReader(end.withheld),
    asked_at: end.askedAt.toISOString(),
  };
}
