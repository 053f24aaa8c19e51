import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ValidationFailed } from '../../shared/domain-error.js';
import { LARGEST_INTEGER, idOf } from './id-param.js';

/** `organization_id` of a query; `null` without one. */
export const OrganizationFilter = createParamDecorator((_: unknown, context: ExecutionContext): number | null => {
  const value = context.switchToHttp().getRequest<Request>().query['organization_id'];
  if (value === undefined) return null;
  const id = idOf(value);
  if (id !== null) return id;
  throw new ValidationFailed([{ field: 'organization_id', message: `Must be a whole number from 1 to ${LARGEST_INTEGER}.` }]);
});
