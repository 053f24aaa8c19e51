import { Post as NestPost, SetMetadata, UseInterceptors, applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { IdempotencyInterceptor, KEPT } from './idempotency.interceptor.js';
import type { Repeats } from './kept-answer.js';

/** Tells the document what a route keeps; it is not published. */
export const KEPT_EXTENSION = 'x-kept-for-repeats';

/**
 * A route below `/api/v1` that takes POST. Each takes an `Idempotency-Key`, so that a client may repeat a request whose answer got lost, and
 * need not know what the route does.
 */
export function Post(path = '', repeats: Repeats = 'answer'): MethodDecorator {
  return applyDecorators(
    NestPost(path),
    UseInterceptors(IdempotencyInterceptor),
    SetMetadata(KEPT, repeats),
    ApiExtension(KEPT_EXTENSION, repeats),
  );
}
