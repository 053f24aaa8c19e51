import { z } from 'zod';
import { forReader } from '../../../platform/http/request-context.js';
import { component } from '../../../platform/http/response-schemas.js';
import { NAMED_KINDS, type UnknownName } from '../../domain/unknown-names.js';

const NamedKind = component('NamedKind', z.enum(NAMED_KINDS), 'role');

/** Members of a name in a policy that the organization does not have. */
export const namesNothing = {
  kind: NamedKind,
  name: z.string(),
  deleted: z.boolean().meta({ description: 'It was deleted since.' }),
  message: z.string(),
  hint: z.string().nullable(),
};

export function toNamesNothing({ kind, name, isGone, message, hint }: UnknownName): z.infer<z.ZodObject<typeof namesNothing>> {
  return { kind, name, deleted: isGone, message: forReader(message), hint: hint && forReader(hint) };
}
