import { z } from 'zod';
import { listOf } from '../../../platform/http/response-schemas.js';
import type { AttributeDefinition } from '../../../engines/scim-protocol/schema/attribute-definition.js';

export type Choice = (definition: AttributeDefinition) => boolean;

/** Everything that a client may leave out by `attributes` is optional. */
export const isAlwaysReturned: Choice = ({ name, returned }) => name === 'schemas' || returned === 'always';
export const isRequired: Choice = ({ required }) => required;
export const isReturned: Choice = ({ returned }) => returned !== 'never';
export const isWritten: Choice = ({ mutability }) => mutability !== 'readOnly';

const SIMPLE: Readonly<Record<AttributeDefinition['type'], () => z.ZodType>> = {
  string: () => z.string(),
  boolean: () => z.boolean(),
  decimal: () => z.number(),
  integer: () => z.int(),
  dateTime: () => z.string().meta({ format: 'date-time' }),
  binary: () => z.string().meta({ contentEncoding: 'base64' }),
  reference: () => z.string(),
  complex: () => z.record(z.string(), z.unknown()),
};

/** What `/Schemas` says about attributes, so that the two cannot disagree. */
export function membersOf(
  attributes: readonly AttributeDefinition[],
  isShown: Choice,
  isThere: Choice,
): Readonly<Record<string, z.ZodType>> {
  const members = attributes.filter(isShown).map((definition): [string, z.ZodType] => {
    const { name, type, multiValued, description, canonicalValues, subAttributes } = definition;
    const one = subAttributes === undefined ? SIMPLE[type]() : z.object(membersOf(subAttributes, isShown, isThere));
    const value = multiValued ? listOf(one) : one;
    const examples = multiValued || canonicalValues === undefined ? {} : { examples: [...canonicalValues] };
    return [name, (isThere(definition) ? value : value.optional()).meta({ description, ...examples })];
  });
  return Object.fromEntries(members);
}
