import { z } from 'zod';
import { LONGEST_NAME, LONGEST_TEXT, MOST_VALUES } from '../../../engines/scim-protocol/schema/limits.js';
import type { AttributeDefinition } from '../../../engines/scim-protocol/schema/attribute-definition.js';

export type Choice = (definition: AttributeDefinition) => boolean;

/** Everything that a client may leave out by `attributes` is optional. */
export const isAlwaysReturned: Choice = ({ name, returned }) => name === 'schemas' || returned === 'always';
export const isRequired: Choice = ({ required }) => required;
export const isReturned: Choice = ({ returned }) => returned !== 'never';
export const isWritten: Choice = ({ mutability }) => mutability !== 'readOnly';

const SIMPLE: Readonly<Record<AttributeDefinition['type'], () => z.ZodType>> = {
  string: () => z.string().max(LONGEST_TEXT),
  boolean: () => z.boolean(),
  decimal: () => z.number(),
  integer: () => z.int(),
  dateTime: () => z.string().meta({ format: 'date-time' }),
  binary: () => z.string().max(LONGEST_TEXT).meta({ contentEncoding: 'base64' }),
  reference: () => z.string().max(LONGEST_TEXT),
  complex: () => z.record(z.string(), z.unknown()),
};

/** The attributes of which a resource may have any number of values. */
const UNCOUNTED: readonly string[] = ['schemas', 'members', 'groups'];

function simple({ name, type, uniqueness }: AttributeDefinition): z.ZodType {
  return uniqueness === 'server' || name === 'externalId' ? z.string().max(LONGEST_NAME) : SIMPLE[type]();
}

function severalOf(name: string, one: z.ZodType): z.ZodType {
  return (UNCOUNTED.includes(name) ? z.array(one) : z.array(one).max(MOST_VALUES)).readonly();
}

/** What `/Schemas` says about attributes, so that the two cannot disagree. */
export function membersOf(
  attributes: readonly AttributeDefinition[],
  isShown: Choice,
  isThere: Choice,
): Readonly<Record<string, z.ZodType>> {
  const members = attributes.filter(isShown).map((definition): [string, z.ZodType] => {
    const { name, multiValued, description, canonicalValues, subAttributes } = definition;
    const one = subAttributes === undefined ? simple(definition) : z.object(membersOf(subAttributes, isShown, isThere));
    const value = multiValued ? severalOf(name, one) : one;
    const examples = multiValued || canonicalValues === undefined ? {} : { examples: [...canonicalValues] };
    return [name, (isThere(definition) ? value : value.optional()).meta({ description, ...examples })];
  });
  return Object.fromEntries(members);
}
