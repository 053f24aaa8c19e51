import { textForReader } from '../../../platform/http/request-context.js';
import { z } from 'zod';
import { component, id, listOf, policiesBehind } from '../../../platform/http/response-schemas.js';
import type { AnswerStep } from '../../../query-generation/application/answer-question.js';
import type { Answer } from '../../application/ask-question.js';

/** As `result` of `TemplateAnswer`. */
const RESULT = {
  columns: [
    { name: 'station', type: 'text' },
    { name: 'country', type: 'text' },
  ],
  rows: [
    ['Bratislava', 'Slovakia'],
    ['Kienstock', 'Austria'],
  ],
  row_count: 2,
  truncated: false,
  duration_ms: 12,
  restrictions: [],
};
const SQL = 'SELECT g.station, c.name AS country FROM hydrology.gauges g JOIN hydrology.rivers r ON r.id = g.river_id ...';
const EXPLANATION = 'The gauging stations of the river.';
const SENTENCE = { text: 'The Danube is measured at 2 stations.', by: 'model' as const };
const CONTEXT = {
  token_estimate: 811,
  tables_included: [{ schema: 'hydrology', name: 'gauges' }],
  tables_left_out: { count: 0, names: [] },
};

const count = z.int().min(0);
const plain = 'Plain text: show it as text, not as markup.';

const context = z.object({
  token_estimate: count,
  tables_included: listOf(z.object({ schema: z.string(), name: z.string() })),
  tables_left_out: z.object({ count, names: listOf(z.object({ schema: z.string(), name: z.string() })) }),
});

const result = z.object({
  columns: listOf(z.object({ name: z.string(), type: z.string() })),
  rows: listOf(listOf(z.union([z.string(), z.number(), z.boolean()]).nullable())),
  row_count: count,
  truncated: z.boolean(),
  duration_ms: count,
  restrictions: listOf(
    z.object({
      schema: z.string(),
      relation: z.string(),
      rows_filtered: z.boolean(),
      masked_columns: listOf(z.object({ name: z.string(), mask: z.enum(['null', 'hash', 'last_four', 'year']) })),
      policies: listOf(z.string()),
    }),
  ),
});

const sentence = z.object({
  text: z.string().meta({ description: plain }),
  by: z.enum(['model', 'service']).meta({
    description: '`service`: Headgate replaced the sentence of the model, because it did not fit the rows.',
  }),
});

const encoding = z.object({ column: z.string(), type: z.enum(['quantitative', 'nominal', 'ordinal', 'temporal']) }).nullable();

const AnswerChart = component(
  'AnswerChart',
  z.object({
    mark: z.enum(['bar', 'line', 'area', 'point', 'arc']),
    x: encoding,
    y: encoding,
    color: encoding,
  }),
  {
    mark: 'bar',
    x: { column: 'station', type: 'nominal' },
    y: { column: 'length_km', type: 'quantitative' },
    color: null,
  },
  'A part of Vega-Lite that names columns of the result and nothing else. For `arc`, `y` is the angle and `color` the slice.',
);

const clarification = z.object({ question: z.string(), choices: listOf(z.string()) }).meta({
  description: 'The model asks back instead of guessing. Send one of `choices` as the next question. ' + plain,
});

const modelUse = z.object({ name: z.string(), input_tokens: count, output_tokens: count });

export const AskAnswer = component(
  'AskAnswer',
  z.object({
    conversation_id: id,
    execution_id: id,
    context: context.meta({ description: 'The part of the schema that the language model sees.' }),
    sql: z.string().nullable().meta({ description: '`null` if the model asks back.' }),
    explanation: z
      .string()
      .nullable()
      .meta({ description: `What the model says about the statement. ${plain}` }),
    repairs: count.meta({ description: 'How often the model corrected its statement.' }),
    result: result.nullable(),
    sentence: sentence.nullable(),
    chart: AnswerChart.nullable(),
    clarification: clarification.nullable(),
    model: modelUse.nullable(),
  }),
  {
    conversation_id: 7,
    execution_id: 42,
    context: CONTEXT,
    sql: SQL,
    explanation: EXPLANATION,
    repairs: 0,
    result: RESULT,
    sentence: SENTENCE,
    chart: null,
    clarification: null,
    model: { name: 'some-model', input_tokens: 1004, output_tokens: 61 },
  },
);

const violation = z.object({
  rule: z.string(),
  position: z.int().nullable(),
  message: z.string(),
  policies: policiesBehind,
});

function event<Name extends string, Data extends z.ZodType>(name: Name, data: Data) {
  return z.object({ event: z.literal(name), data });
}

export const AskEvent = component(
  'AskEvent',
  z.union([
    event('started', z.object({ conversation_id: id, execution_id: id })),
    event('discovering', z.object({})),
    event('context', context),
    event('sql', z.object({ sql: z.string(), explanation: z.string().nullable(), repairs: count })),
    event('verdict', z.object({ allowed: z.boolean(), violations: listOf(violation) })),
    event('rows', result),
    event('sentence', sentence),
    event('chart', AnswerChart),
    event('clarification', clarification),
    event('done', AskAnswer),
    event('error', z.object({ success: z.literal(false), code: z.string(), message: z.string(), request_id: z.string() }).loose()),
  ]),
  { event: 'started', data: { conversation_id: 7, execution_id: 42 } },
  'One event of the stream: `event` is its name, `data` its line of JSON.',
);

type Event = z.infer<typeof AskEvent>;

export function toAskAnswer(answer: Answer): z.infer<typeof AskAnswer> {
  const { conversationId, executionId, context: told, sql, explanation, repairs, result: found } = answer;
  return {
    conversation_id: conversationId,
    execution_id: executionId,
    context: toContext(told),
    sql,
    explanation,
    repairs,
    result: found && toResult(found),
    sentence: answer.summary?.sentence ?? null,
    chart: answer.summary?.chart ?? null,
    clarification: answer.clarification,
    model: answer.model && {
      name: answer.model.name,
      input_tokens: answer.model.inputTokens,
      output_tokens: answer.model.outputTokens,
    },
  };
}

/** The events of a step; `done` repeats the last of each. */
export function toEvents(step: AnswerStep): readonly Event[] {
  switch (step.kind) {
    case 'discovering':
      return [{ event: 'discovering', data: {} }];
    case 'context':
      return [{ event: 'context', data: toContext(step.context) }];
    case 'sql': {
      const { sql, explanation, round: repairs } = step;
      return [{ event: 'sql', data: { sql, explanation, repairs } }];
    }
    case 'verdict': {
      const violations = step.violations.map(({ rule, position, message, policies }) => ({
        rule,
        position,
        message: textForReader(message),
        ...(policies && { policies: [...policies] }),
      }));
      return [{ event: 'verdict', data: { allowed: violations.length === 0, violations } }];
    }
    case 'rows':
      return [{ event: 'rows', data: toResult(step.result) }];
    case 'summary': {
      const { sentence: said, chart } = step.summary;
      return [{ event: 'sentence', data: said }, ...(chart === null ? [] : [{ event: 'chart' as const, data: chart }])];
    }
  }
}

function toContext({ tokenEstimate, tablesIncluded, tablesLeftOut }: Answer['context']): z.infer<typeof context> {
  return { token_estimate: tokenEstimate, tables_included: tablesIncluded, tables_left_out: tablesLeftOut };
}

function toResult({ columns, rows, isTruncated, durationMs, restrictions = [] }: NonNullable<Answer['result']>): z.infer<typeof result> {
  return {
    columns,
    rows,
    row_count: rows.length,
    truncated: isTruncated,
    duration_ms: durationMs,
    restrictions: restrictions.map(({ schema, name, filtersRows, maskedColumns, policies }) => ({
      schema,
      relation: name,
      rows_filtered: filtersRows,
      masked_columns: maskedColumns,
      policies,
    })),
  };
}
