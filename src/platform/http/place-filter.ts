import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ValidationFailed } from '../../shared/domain-error.js';
import { wrongNumber } from './field-causes.js';
import { LARGEST_INTEGER, idOf } from './id-param.js';

const IdFilter = createParamDecorator((field: string, context: ExecutionContext): number | null => {
  const value = context.switchToHttp().getRequest<Request>().query[field];
  if (value === undefined) return null;
  const id = idOf(value);
  if (id !== null) return id;
  throw new ValidationFailed([wrongNumber(field, 1, LARGEST_INTEGER, value)]);
});

/** `organization_id` of a query; `null` without one. */
export const OrganizationFilter = (): ParameterDecorator => IdFilter('organization_id');

/** `organization_id` of a query that needs it. */
export const RequiredOrganization = createParamDecorator((_: unknown, context: ExecutionContext): number => {
  const field = 'organization_id';
  const { [field]: value } = context.switchToHttp().getRequest<Request>().query;
  const id = idOf(value);
  if (id !== null) return id;
  const missing = { field, message: 'Name the organization.', code: 'missing' } as const;
  throw new ValidationFailed([value === undefined ? missing : wrongNumber(field, 1, LARGEST_INTEGER, value)]);
});

/** `workspace_id` of a query; `null` without one. */
export const WorkspaceFilter = (): ParameterDecorator => IdFilter('workspace_id');

/** `data_source_id` of a query; `null` without one. */
export const DataSourceFilter = (): ParameterDecorator => IdFilter('data_source_id');

/** Documents what `WorkspaceFilter` reads. */
export const OF_WORKSPACE = {
  name: 'workspace_id',
  required: false,
  description: 'Only what this workspace holds. One that you do not see holds nothing, as one that does not exist.',
  schema: { type: 'integer' as const, minimum: 1 },
};
