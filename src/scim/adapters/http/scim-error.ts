import { z } from 'zod';
import type { ErrorAnswer } from '../../../platform/http/error-response.js';
import { component } from '../../../platform/http/response-schemas.js';
import { SCIM_TYPES, type ScimType } from '../../../engines/scim-protocol/scim.errors.js';
import { ERROR_MESSAGE } from '../../../engines/scim-protocol/schema/urns.js';
import { inEnglish } from '../../../shared/sentence.js';

export const ScimError = component(
  'ScimError',
  z.object({
    schemas: z.tuple([z.literal(ERROR_MESSAGE)]).readonly(),
    status: z.string().meta({ description: 'The status of the answer, as text.' }),
    scimType: z.enum(SCIM_TYPES).optional(),
    detail: z.string().meta({ description: 'For a person: what is wrong, and what to do.' }),
  }),
  {
    schemas: [ERROR_MESSAGE],
    status: '400',
    scimType: 'invalidFilter',
    detail: 'The filter ends where a value was expected.',
  },
  'RFC 7644 section 3.12.',
);

export type ScimError = z.infer<typeof ScimError>;

/** Refusals of other contexts and the framework, in the terms of SCIM. */
const TYPE_OF_STATUS: Readonly<Partial<Record<number, ScimType>>> = { 400: 'invalidValue', 409: 'uniqueness' };

/** RFC 7644 section 3.12. Also for each operation of a Bulk. */
export function scimErrorOf({ status, code, sentence, details = [] }: ErrorAnswer): ScimError {
  const scimType = SCIM_TYPES.find((type) => type === code) ?? TYPE_OF_STATUS[status];
  const fields = details.map((detail) => (detail.field === '' ? '' : `${detail.field}: `) + inEnglish(detail.message));
  return {
    schemas: [ERROR_MESSAGE],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail: [inEnglish(sentence), ...fields].join(' '),
  };
}
