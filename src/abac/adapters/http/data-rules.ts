import { z } from 'zod';
import { sentenceOf } from '../../../platform/http/field-causes.js';
import { type FieldError, ValidationFailed } from '../../../shared/domain-error.js';
import type { FieldCause } from '../../../shared/field-cause.js';
import {
  COLUMN_EFFECTS,
  COMPARISONS,
  DEEPEST_CONDITION,
  type DataRule,
  MOST_RULES,
  MOST_VALUES,
  type NumberedRule,
  type RowCondition,
  comparisonsOf,
} from '../../domain/data-policy.js';
import { type Sentence, type Template, recognized, say } from '../../../shared/sentence.js';

/** Issues tell what was there, so that what is missing can be told from what has another type. */
const WITH_INPUT = { reportInput: true };

const name = z.string().min(1).max(255);
const literal = z.union([z.string().max(1_000), z.number().refine(Number.isFinite), z.boolean()]);
const fromPerson = z.strictObject({ attribute: z.string().min(1).max(60) });
const relation = { schema: name, relation: name };

const given = z.union([literal, fromPerson], {
  error: 'Must be a text, a number, true or false, or {"attribute": "…"} for an attribute of the person.' satisfies Template,
});

const RowConditions: z.ZodType<RowCondition> = z.lazy(() =>
  z.unknown().transform((condition, context): RowCondition => {
    // For a union it could only be said that no member fits.
    const read = shapeOf(condition).safeParse(condition, WITH_INPUT);
    if (read.success) return read.data;
    for (const issue of read.error.issues)
      context.addIssue({ code: 'custom', params: { sentence: sentenceFor(issue), ...causeFor(issue) }, path: [...issue.path] });
    return z.NEVER;
  }),
);
const terms = z.array(RowConditions).min(1).max(100);
const Comparison = z.strictObject({
  column: name,
  operator: z.custom<(typeof COMPARISONS)[number]>((one) => COMPARISONS.some((known) => known === one), {
    params: { sentence: say('Must be one of {allowed}.', { allowed: [...COMPARISONS, 'in', 'is_null'].join(' ') }) },
  }),
  value: given,
});
const OneOf = z.strictObject({
  column: name,
  operator: z.literal('in'),
  values: z.union([z.array(literal).max(MOST_VALUES), fromPerson], {
    error: 'Must be a list of at most 1000 values, or {"attribute": "…"} for an attribute of the person.' satisfies Template,
  }),
});
const IsNull = z.strictObject({ column: name, operator: z.literal('is_null') });

function shapeOf(condition: unknown): z.ZodType<RowCondition> {
  const of: object = typeof condition === 'object' && condition !== null ? condition : {};
  if ('and' in of) return z.strictObject({ and: terms });
  if ('or' in of) return z.strictObject({ or: terms });
  if ('not' in of) return z.strictObject({ not: RowConditions });
  if (!('operator' in of)) return Comparison;
  return of.operator === 'in' ? OneOf : of.operator === 'is_null' ? IsNull : Comparison;
}

const Rule = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('relation'), ...relation }),
    z.strictObject({ kind: z.literal('column'), ...relation, column: name, effect: z.enum(COLUMN_EFFECTS) }),
    z.strictObject({
      kind: z.literal('tag'),
      tag: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,49}$/, {
        error: 'A tag is 1 to 50 lower-case letters (a to z), digits or . _ - and begins with a letter or digit.' satisfies Template,
      }),
      effect: z.enum(COLUMN_EFFECTS),
    }),
    z.strictObject({ kind: z.literal('rows'), ...relation, where: RowConditions }),
  ],
  { error: 'A rule has the `kind` relation, column, tag or rows.' satisfies Template },
);
const Rules = z.array(z.unknown()).min(1).max(MOST_RULES);

interface WrittenRules {
  readonly rules: readonly NumberedRule[];
  /** For the others: the place of each mistake, such as `rules[1].where.and[0].operator`. */
  readonly problems: readonly FieldError[];
}

export function rulesIn(value: unknown): WrittenRules {
  if (depthOf(value) > 2 * DEEPEST_CONDITION + 4)
    return {
      rules: [],
      problems: [{ field: 'rules', message: say('Conditions can nest {most} deep. Use fewer levels.', { most: DEEPEST_CONDITION }) }],
    };
  const list = Rules.safeParse(value, WITH_INPUT);
  if (!list.success) return { rules: [], problems: problemsOf(list.error, 'rules') };
  const read = list.data.map((one, index) => ({
    index,
    place: `rules[${index}]`,
    parsed: Rule.safeParse(one, WITH_INPUT),
  }));
  return {
    rules: read.flatMap(({ index, parsed }) => (parsed.success ? [{ index, rule: parsed.data }] : [])),
    problems: read.flatMap(({ place, parsed }) => (parsed.success ? tooManyValues(parsed.data, place) : problemsOf(parsed.error, place))),
  };
}

/** @throws ValidationFailed with the place of each mistake */
export function readRules(value: unknown): readonly DataRule[] {
  const { rules, problems } = rulesIn(value);
  if (problems.length > 0) throw new ValidationFailed(problems);
  return rules.map(({ rule }) => rule);
}

function tooManyValues(rule: DataRule, place: string): FieldError[] {
  if (rule.kind !== 'rows') return [];
  const count = [...comparisonsOf(rule.where, '')].reduce(
    (sum, { one }) => sum + (one.operator === 'in' && Array.isArray(one.values) ? one.values.length : 1),
    0,
  );
  const message = say('A condition can compare with {most} values; this one has {count}. Use fewer.', { most: MOST_VALUES, count });
  return count > MOST_VALUES ? [{ field: `${place}.where`, message }] : [];
}

function problemsOf({ issues }: z.ZodError, start: string): FieldError[] {
  return issues.map((issue) => ({
    field: issue.path.reduce<string>((place, step) => (typeof step === 'number' ? `${place}[${step}]` : `${place}.${String(step)}`), start),
    message: sentenceFor(issue),
    ...causeFor(issue),
  }));
}

function sentenceFor(issue: z.core.$ZodIssue): Sentence {
  const told = sentenceOf(causeFor(issue));
  if (told !== undefined) return told;
  switch (issue.code) {
    case 'unrecognized_keys':
      return say('There is no field {names} here. Remove it.', { names: issue.keys });
    case 'custom':
      if (issue.params !== undefined) return issue.params['sentence'] as Sentence;
      return recognized(issue.message);
    default:
      return recognized(`${issue.message.replace(/[.]$/, '')}.`);
  }
}

function causeFor(issue: z.core.$ZodIssue): FieldCause {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? { code: 'missing' } : { code: 'wrong_type', arguments: { expected: issue.expected } };
    case 'unrecognized_keys':
      return { code: 'unknown_field' };
    case 'invalid_value':
      return { code: 'not_one_of', arguments: { allowed: issue.values.map(String) } };
    case 'too_small':
      return { code: issue.origin === 'string' ? 'too_short' : 'too_few', arguments: { min: Number(issue.minimum) } };
    case 'too_big':
      return { code: issue.origin === 'string' ? 'too_long' : 'too_many', arguments: { max: Number(issue.maximum) } };
    case 'invalid_format':
      return { code: 'malformed' };
    case 'custom': {
      // Of a condition, which reports what its own shape has found, with a sentence beside the cause.
      const { code = 'invalid', arguments: known } = (issue.params ?? {}) as Partial<FieldCause>;
      return known === undefined ? { code } : { code, arguments: known };
    }
    default:
      return { code: 'invalid' };
  }
}

function depthOf(value: unknown): number {
  let depth = 0;
  for (let level: unknown[] = [value]; level.length > 0 && depth < 100; depth += 1)
    level = level.flatMap((one): unknown[] => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  return depth;
}
