/** The JSON schema of an answer, for model servers that can enforce one. */
export interface AnswerForm {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const TEXT = { type: 'string' };
const TEXT_OR_NULL = { type: ['string', 'null'] };

function objectOf(properties: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function orNull(schema: object): object {
  return { anyOf: [schema, { type: 'null' }] };
}

export const STATEMENT_FORM: AnswerForm = {
  name: 'statement',
  schema: objectOf({ sql: TEXT_OR_NULL, explanation: TEXT }),
};

/** For conversations, where the model can ask back. */
export const STATEMENT_OR_QUESTION_FORM: AnswerForm = {
  name: 'statement_or_question',
  schema: objectOf({
    sql: TEXT_OR_NULL,
    explanation: TEXT,
    clarification: orNull(objectOf({ question: TEXT, choices: { type: 'array', items: TEXT } })),
  }),
};

const ENCODING = objectOf({ column: TEXT, type: TEXT });

export const SUMMARY_FORM: AnswerForm = {
  name: 'summary',
  schema: objectOf({
    sentence: TEXT,
    chart: orNull(objectOf({ mark: TEXT, x: orNull(ENCODING), y: orNull(ENCODING), color: orNull(ENCODING) })),
  }),
};
