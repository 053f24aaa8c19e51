import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { wrongNumber } from './field-causes.js';
import { type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import type { PageRequest } from '../../shared/page.js';

const LARGEST_PAGE = 2_147_483_647;
export const LARGEST_LIMIT = 100;
const DEFAULTS: PageRequest = { page: 1, limit: 10 };

/**
 * `page` and `limit` of a list, read by hand: two numbers through the general validation cost a third of a list
 * request. Only decimal digits, because `Number()` alone would also accept "1e2", "0x10", "" and " 7 ".
 */
export const PageParams = createParamDecorator((_: unknown, context: ExecutionContext): PageRequest => {
  const { query } = context.switchToHttp().getRequest<Request>();
  const errors: FieldError[] = [];
  const read = (field: keyof PageRequest, most: number): number => {
    const value = query[field];
    if (value === undefined) return DEFAULTS[field];
    const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : 0;
    if (number < 1 || number > most) errors.push(wrongNumber(field, 1, most, value));
    return number;
  };
  const request = { page: read('page', LARGEST_PAGE), limit: read('limit', LARGEST_LIMIT) };
  if (errors.length > 0) throw new ValidationFailed(errors);
  return request;
});

/** Documents what `PageParams` reads. */
export function Paged(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'page',
      required: false,
      description: 'From 1.',
      schema: { type: 'integer', minimum: 1, default: 1 },
    }),
    ApiQuery({
      name: 'limit',
      required: false,
      description: 'Items on a page.',
      schema: { type: 'integer', minimum: 1, maximum: LARGEST_LIMIT, default: 10 },
    }),
  );
}
