import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ValidationFailed } from '../../../shared/domain-error.js';

const LARGEST_ID = 2_147_483_647;

/** `organization_id` of a query; `null` without one. */
export const OrganizationFilter = createParamDecorator((_: unknown, context: ExecutionContext): number | null => {
  const value = context.switchToHttp().getRequest<Request>().query['organization_id'];
  if (value === undefined) return null;
  const id = typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : NaN;
  if (id <= LARGEST_ID) return id;
  throw new ValidationFailed([
    { field: 'organization_id', message: `Must be a whole number from 1 to ${LARGEST_ID}.` },
  ]);
});
