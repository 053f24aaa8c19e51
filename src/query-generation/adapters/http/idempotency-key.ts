import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { ValidationFailed } from '../../../shared/domain-error.js';

/** `Idempotency-Key` of the request; `null` without one. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const key = context.switchToHttp().getRequest<Request>().get('idempotency-key');
  if (key === undefined) return null;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const message = 'Must be 1 to 255 characters of ASCII without spaces.';
  throw new ValidationFailed([{ field: 'Idempotency-Key', message }]);
});

/** Documents what `IdempotencyKey` reads. */
export function Idempotent(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'The same request with the same key is answered as the first time, refusals too, and done once; another request with it is 409. ' +
        'It goes on when the client does not wait for it.',
    }),
  );
}
