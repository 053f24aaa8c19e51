import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PreconditionRequired } from '../../shared/domain-error.js';
import { LARGEST_INTEGER } from './id-param.js';

/** A version that nothing has: the tag that was sent is not ours, so it cannot match. */
const NONE = -1;

/** RFC 9110 section 8.8.3: strong, because a version names exactly one state. */
export function sendEntityTag(response: Response, version: number): void {
  response.setHeader('ETag', `"${version}"`);
}

/** The version in `If-Match`; `null` without one, and for `*`, which any version satisfies. */
export const ExpectedVersion = createParamDecorator((_: unknown, context: ExecutionContext): number | null => expectedVersionOf(context));

/** The same when it is required. @throws PreconditionRequired */
export const RequiredVersion = createParamDecorator((_: unknown, context: ExecutionContext): number => {
  const version = expectedVersionOf(context);
  if (version === null) throw new PreconditionRequired();
  return version;
});

function expectedVersionOf(context: ExecutionContext): number | null {
  const value = context.switchToHttp().getRequest<Request>().get('if-match');
  if (value === undefined || value.trim() === '*') return null;
  const version = /^"(\d{1,10})"$/.exec(value.trim())?.[1];
  return version === undefined || Number(version) > LARGEST_INTEGER ? NONE : Number(version);
}

/**
 * Documents what `ExpectedVersion` and `RequiredVersion` read. @param need `required`: the route changes only a state
 * that the caller has seen
 */
export function Versioned(need: 'optional' | 'required' = 'optional'): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'If-Match',
      required: need === 'required',
      description: 'The `ETag` of what you edited; 412 when another change came first' + (need === 'required' ? ', 428 without.' : '.'),
    }),
  );
}
