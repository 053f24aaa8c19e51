import type { Request } from 'express';
import { ValidationFailed } from '../../../shared/domain-error.js';

/** A key that any client can make: a UUID, or anything else that no other request of the account has. */
export const KEY_SCHEMA = { type: 'string' as const, minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' };
const KEY = new RegExp(KEY_SCHEMA.pattern);

/** `Idempotency-Key` of the request (draft-ietf-httpapi-idempotency-key-header); `null` without one. @throws ValidationFailed */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.get('idempotency-key');
  if (key === undefined) return null;
  if (key.length <= KEY_SCHEMA.maxLength && KEY.test(key)) return key;
  const message = 'Must be 1 to 255 characters of ASCII without spaces.';
  throw new ValidationFailed([{ field: 'Idempotency-Key', message }]);
}
