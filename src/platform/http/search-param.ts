import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { ValidationFailed } from '../../shared/domain-error.js';
import { wrongText } from './field-causes.js';
import { STORABLE, WITHOUT_NUL } from './storable-text.js';

const LONGEST = 254;

/** What `soughtWords` does. */
export const PEOPLE_SOUGHT =
  'Words, or beginnings of words, of names, usernames and e-mail addresses, in any order; all must match. The first eight count.';

/** `search` of a list; `null` without one. */
export const SearchParam = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const { search } = context.switchToHttp().getRequest<Request>().query;
  if (search === undefined) return null;
  if (typeof search === 'string' && search.length <= LONGEST && STORABLE.test(search)) return search;
  throw new ValidationFailed([wrongText('search', LONGEST, search)]);
});

/** Documents what `SearchParam` reads. */
export function Searched(description: string): MethodDecorator {
  const schema = { type: 'string' as const, maxLength: LONGEST, pattern: WITHOUT_NUL };
  return applyDecorators(ApiQuery({ name: 'search', required: false, description, schema }));
}
