import { Param, type PipeTransform } from '@nestjs/common';
import { ValidationFailed } from '../../shared/domain-error.js';
import { wrongNumber } from './field-causes.js';

/** The largest value of an `integer` column. */
export const LARGEST_INTEGER = 2_147_483_647;

/** The identifier in a text of a path or query; `null` for anything else. */
export function idOf(value: unknown): number | null {
  const id = typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : NaN;
  return id <= LARGEST_INTEGER ? id : null;
}

class IdPipe implements PipeTransform<string, number> {
  constructor(private readonly name: string) {}

  transform(value: string): number {
    const id = idOf(value);
    if (id !== null) return id;
    throw new ValidationFailed([wrongNumber(this.name, 1, LARGEST_INTEGER, value)]);
  }
}

/** A path parameter that is an identifier: a positive 32-bit integer, 400 otherwise. */
export function IdParam(name: string): ParameterDecorator {
  return Param(name, new IdPipe(name));
}
