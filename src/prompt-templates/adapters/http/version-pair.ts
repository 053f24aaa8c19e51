import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { type FieldError, ValidationFailed } from '../../../shared/domain-error.js';
import { versionOf } from './wanted-version.js';

export interface ComparedVersions {
  readonly from: number;
  readonly to: number | 'draft';
}

/** `from` and `to` of a query; only the latter may be the working copy. */
export const VersionPairParams = createParamDecorator((_: unknown, context: ExecutionContext): ComparedVersions => {
  const { query } = context.switchToHttp().getRequest<Request>();
  const [from, to] = [versionOf(query['from']), versionOf(query['to'])];
  if (from !== null && from !== 'draft' && to !== null) return { from, to };
  const errors: FieldError[] = [];
  if (from === null || from === 'draft') errors.push({ field: 'from', message: 'Must be the number of a version.' });
  if (to === null) errors.push({ field: 'to', message: 'Must be the number of a version, or draft.' });
  throw new ValidationFailed(errors);
});

/** Documents what `VersionPairParams` reads. */
export function VersionPair(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'from',
      description: 'The number of the earlier version.',
      schema: { type: 'integer', minimum: 1 },
    }),
    ApiQuery({
      name: 'to',
      description: 'The number of a version, or `draft` for the working copy.',
      schema: { type: 'string', pattern: '^(draft|[1-9][0-9]{0,9})$' },
    }),
  );
}
