import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { KEY_SCHEMA, idempotencyKeyOf } from '../../../platform/http/idempotency/idempotency-key.js';

/** `Idempotency-Key` of the request; `null` without one. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | null =>
  idempotencyKeyOf(context.switchToHttp().getRequest<Request>()),
);

/** Documents the header that `IdempotencyKey` reads. */
export function Idempotent(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      schema: KEY_SCHEMA,
      description:
        'A repeated request with the same key is done once and gets the first answer, also a refusal. Another request with the key gets 409. ' +
        'The execution continues if the client disconnects.',
    }),
  );
}
