import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, Length } from 'class-validator';
import { pastedAddress } from '../../shared/pasted-address.js';

/** A field in which people type or paste an address; the rules of addresses are judged by the use case. */
export function TypedAddress(longest: number, shortest = 1): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? pastedAddress(value) : value)),
    IsString(),
    Length(shortest, longest),
  );
}
