import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { STORABLE, WITHOUT_NUL } from './storable-text.js';

/** Text that a database could hold: no NUL, no half of a surrogate pair. */
export function IsText(most: number): PropertyDecorator {
  const message = 'Must not contain NUL or broken Unicode text';
  const validate = (value: unknown): boolean => typeof value === 'string' && value !== '' && value.length <= most && STORABLE.test(value);
  return applyDecorators(
    // Nest describes a query before the document could read the validators of its class.
    ApiProperty({ minLength: 1, maxLength: most, pattern: WITHOUT_NUL }),
    ValidateBy({ name: 'isText', constraints: [most], validator: { validate, defaultMessage: () => message } }),
  );
}

/** A whole number, written as the text of a parameter. */
export function IsWhole(least: number, most: number): PropertyDecorator {
  const validate = (value: unknown): boolean =>
    typeof value === 'string' && /^\d{1,10}$/.test(value) && Number(value) >= least && Number(value) <= most;
  return ValidateBy({ name: 'isWhole', constraints: [least, most], validator: { validate } });
}
