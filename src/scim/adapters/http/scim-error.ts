import type { ErrorAnswer } from '../../../platform/http/error-response.js';
import { SCIM_TYPES, type ScimType } from '../../domain/scim.errors.js';
import { ERROR_MESSAGE } from '../../domain/schema/urns.js';

export interface ScimError {
  readonly schemas: readonly [typeof ERROR_MESSAGE];
  /** As text (RFC 7644 section 3.12). */
  readonly status: string;
  readonly scimType?: ScimType;
  readonly detail: string;
}

/** What other contexts and the framework refuse with, in the words of SCIM. */
const TYPE_OF_STATUS: Readonly<Partial<Record<number, ScimType>>> = { 400: 'invalidValue', 409: 'uniqueness' };

/** RFC 7644 section 3.12. Of each operation of a Bulk as well. */
export function scimErrorOf({ status, code, message, details = [] }: ErrorAnswer): ScimError {
  const scimType = SCIM_TYPES.find((type) => type === code) ?? TYPE_OF_STATUS[status];
  const fields = details.map((detail) => (detail.field === '' ? detail.message : `${detail.field}: ${detail.message}`));
  return {
    schemas: [ERROR_MESSAGE],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail: [message, ...fields].join(' '),
  };
}
