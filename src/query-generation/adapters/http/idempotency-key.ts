import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { idempotencyKeyOf } from '../../../platform/http/idempotency/idempotency-key.js';

/** `Idempotency-Key` of the request; `null` without one. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | null =>
  idempotencyKeyOf(context.switchToHttp().getRequest<Request>()),
);

/** Documents what `IdempotencyKey` reads. */
export function Idempotent(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'The same request with the same key is done once and answered as the first time, refusals too. Another request with the key is 409. ' +
        'The execution goes on when the client disconnects.',
    }),
  );
}
