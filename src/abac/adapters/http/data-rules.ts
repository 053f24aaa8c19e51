import { z } from 'zod';
import { ValidationFailed } from '../../../shared/domain-error.js';
import {
  COLUMN_EFFECTS,
  COMPARISONS,
  DEEPEST_CONDITION,
  type DataRule,
  MOST_RULES,
  MOST_VALUES,
  type RowCondition,
  comparisonsOf,
} from '../../domain/data-policy.js';

const name = z.string().min(1).max(255);
const literal = z.union([z.string().max(1_000), z.number().refine(Number.isFinite), z.boolean()]);
const fromPerson = z.strictObject({ attribute: z.string().min(1).max(60) });
const relation = { schema: name, relation: name };

const RowConditions: z.ZodType<RowCondition> = z.lazy(() =>
  z.union([
    z.strictObject({ and: z.array(RowConditions).min(1).max(100) }),
    z.strictObject({ or: z.array(RowConditions).min(1).max(100) }),
    z.strictObject({ not: RowConditions }),
    z.strictObject({ column: name, operator: z.enum(COMPARISONS), value: z.union([literal, fromPerson]) }),
    z.strictObject({
      column: name,
      operator: z.literal('in'),
      values: z.union([z.array(literal).max(MOST_VALUES), fromPerson]),
    }),
    z.strictObject({ column: name, operator: z.literal('is_null') }),
  ]),
);

const Rules = z
  .array(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('relation'), ...relation }),
      z.strictObject({ kind: z.literal('column'), ...relation, column: name, effect: z.enum(COLUMN_EFFECTS) }),
      z.strictObject({
        kind: z.literal('tag'),
        tag: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,49}$/),
        effect: z.enum(COLUMN_EFFECTS),
      }),
      z.strictObject({ kind: z.literal('rows'), ...relation, where: RowConditions }),
    ]),
  )
  .min(1)
  .max(MOST_RULES);

/** @throws ValidationFailed with the place of each mistake, such as `rules[1].where.and[0].operator` */
export function readRules(value: unknown): readonly DataRule[] {
  if (depthOf(value) > 2 * DEEPEST_CONDITION + 4)
    throw new ValidationFailed([{ field: 'rules', message: `Conditions nest ${DEEPEST_CONDITION} deep at most.` }]);
  const read = Rules.safeParse(value);
  if (!read.success)
    throw new ValidationFailed(
      read.error.issues.map(({ path, message }) => ({
        field: path.reduce<string>(
          (place, step) => (typeof step === 'number' ? `${place}[${step}]` : `${place}.${String(step)}`),
          'rules',
        ),
        message: `${message.replace(/[.]$/, '')}.`,
      })),
    );
  const tooLong = read.data.flatMap((rule, index) => {
    if (rule.kind !== 'rows') return [];
    const count = [...comparisonsOf(rule.where, '')].reduce(
      (sum, { one }) => sum + (one.operator === 'in' && Array.isArray(one.values) ? one.values.length : 1),
      0,
    );
    const message = `A condition compares with ${MOST_VALUES} values at most; this one has ${count}.`;
    return count > MOST_VALUES ? [{ field: `rules[${index}].where`, message }] : [];
  });
  if (tooLong.length > 0) throw new ValidationFailed(tooLong);
  return read.data;
}

function depthOf(value: unknown): number {
  let depth = 0;
  for (let level: unknown[] = [value]; level.length > 0 && depth < 100; depth += 1)
    level = level.flatMap((one): unknown[] => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  return depth;
}
