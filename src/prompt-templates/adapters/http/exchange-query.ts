import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { notOneOf, wrongNumber } from '../../../platform/http/field-causes.js';
import { LARGEST_INTEGER, idOf } from '../../../platform/http/id-param.js';
import { type FieldError, ValidationFailed } from '../../../shared/domain-error.js';
import { MOST_TEMPLATES } from '../../domain/template-document.js';
import { say } from '../../../shared/sentence.js';

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
  const given = query['ids'];
  const ids = given === undefined ? null : typeof given === 'string' ? given.split(',').map(idOf) : [null];
  if (ids !== null && (ids.includes(null) || ids.length > MOST_TEMPLATES))
    errors.push({ field: 'ids', message: say('Must be 1 to {most} ids with commas between them.', { most: MOST_TEMPLATES }) });
  if (errors.length > 0 || organizationId === null) throw new ValidationFailed(errors);
  return { organizationId, ids: ids === null ? null : ids.filter((id) => id !== null) };
});

/** Documents what `ExportParams` reads. */
export function Exported(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'organization_id',
      description: 'The organization whose templates are exported.',
      schema: { type: 'integer', minimum: 1 },
    }),
    ApiQuery({
      name: 'ids',
      required: false,
      description: 'Ids separated by commas; without it, all templates of the organization.',
      schema: { type: 'string', pattern: String.raw`^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,${MOST_TEMPLATES - 1}}$` },
    }),
  );
}

export const DryRun = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const value = context.switchToHttp().getRequest<Request>().query['dry_run'];
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw new ValidationFailed([notOneOf('dry_run', ['true', 'false'])]);
});
