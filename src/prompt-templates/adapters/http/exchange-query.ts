import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { notOneOf, wrongNumber } from '../../../platform/http/field-causes.js';
import { LARGEST_INTEGER, idOf } from '../../../platform/http/id-param.js';
import { Chosen, idsOf, wrongIds } from '../../../platform/http/ids-param.js';
import { type FieldError, ValidationFailed } from '../../../shared/domain-error.js';

export interface ExportQuery {
  readonly organizationId: number;
  /** `null` for all. */
  readonly ids: readonly number[] | null;
}

export const ExportParams = createParamDecorator((_: unknown, context: ExecutionContext): ExportQuery => {
  const { query } = context.switchToHttp().getRequest<Request>();
  const errors: FieldError[] = [];
  const organizationId = idOf(query['organization_id']);
  if (organizationId === null) errors.push(wrongNumber('organization_id', 1, LARGEST_INTEGER, query['organization_id']));
  const ids = query['ids'] === undefined ? null : idsOf(query['ids']);
  if (query['ids'] !== undefined && ids === null) errors.push(wrongIds());
  if (errors.length > 0 || organizationId === null) throw new ValidationFailed(errors);
  return { organizationId, ids };
});

/** Documents what `ExportParams` reads. */
export function Exported(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'organization_id',
      description: 'The organization whose templates are exported.',
      schema: { type: 'integer', minimum: 1 },
    }),
    Chosen('Ids separated by commas; without it, all templates of the organization.'),
  );
}

export const DryRun = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const value = context.switchToHttp().getRequest<Request>().query['dry_run'];
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw new ValidationFailed([notOneOf('dry_run', ['true', 'false'])]);
});
