import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import { say } from '../../shared/sentence.js';
import { idOf } from './id-param.js';

const MOST = 100;

/** @returns `null` for anything else than ids with commas between them */
export function idsOf(given: unknown): readonly number[] | null {
  const ids = typeof given === 'string' ? given.split(',').map(idOf) : [null];
  const right = ids.filter((id) => id !== null);
  return right.length === ids.length && ids.length <= MOST ? right : null;
}

export function wrongIds(): FieldError {
  return { field: 'ids', message: say('Must be 1 to {most} ids with commas between them.', { most: MOST }) };
}

/** `ids` of a list; `null` without it. @throws ValidationFailed */
export const IdsParam = createParamDecorator((_: unknown, context: ExecutionContext): readonly number[] | null => {
  const { ids } = context.switchToHttp().getRequest<Request>().query;
  if (ids === undefined) return null;
  const read = idsOf(ids);
  if (read === null) throw new ValidationFailed([wrongIds()]);
  return read;
});

/** Documents what `IdsParam` reads. */
export function Chosen(
  description = 'Only those with these ids, separated by commas. Ids that you do not see are left out.',
): MethodDecorator {
  const schema = { type: 'string' as const, pattern: String.raw`^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,${MOST - 1}}$` };
  return applyDecorators(ApiQuery({ name: 'ids', required: false, description, schema }));
}
