import { Post as NestPost, SetMetadata, UseInterceptors, applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { IdempotencyInterceptor, KEPT } from './idempotency.interceptor.js';
import type { Kept } from './kept-answer.js';

/** Why a route takes no key: it changes nothing, or its answer begins what only the browser that asked can go on with. */
type NothingToKeep = 'reads' | 'begins';

/** Tells the document what a route keeps; it is not published. */
export const KEPT_EXTENSION = 'x-kept-for-repeats';

/**
 * A route below `/api/v1` that takes POST. It takes an `Idempotency-Key`, so that a client may repeat a request whose answer got lost, unless
 * there is nothing to do twice.
 */
export function Post(path = '', repeats: Kept | NothingToKeep = 'answer'): MethodDecorator {
  if (repeats === 'reads' || repeats === 'begins') return NestPost(path);
  return applyDecorators(
    NestPost(path),
    UseInterceptors(IdempotencyInterceptor),
    SetMetadata(KEPT, repeats),
    ApiExtension(KEPT_EXTENSION, repeats),
  );
}
