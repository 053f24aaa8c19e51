import { Param, type PipeTransform } from '@nestjs/common';
import { ValidationFailed } from '../../shared/domain-error.js';

const LARGEST_ID = 2_147_483_647;

class IdPipe implements PipeTransform<string, number> {
  constructor(private readonly name: string) {}

  transform(value: string): number {
    const id = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : NaN;
    if (id <= LARGEST_ID) return id;
    throw new ValidationFailed([{ field: this.name, message: `Must be a whole number from 1 to ${LARGEST_ID}.` }]);
  }
}

/** A path parameter that is an identifier: a positive 32-bit integer, 400 otherwise. */
export function IdParam(name: string): ParameterDecorator {
  return Param(name, new IdPipe(name));
}
