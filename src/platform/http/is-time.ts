import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';

const WHOLE_NUMBER = /^[1-9]\d{0,15}$/;
const ISO_8601 = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** As the document has it: down to nanoseconds. */
export const TIME_SCHEMA = { minLength: 10, maxLength: 35, pattern: ISO_8601.source };

/** A day, at midnight UTC, or a time with its offset. `Date` alone takes much more, and moves the 30th of February. */
export function timeOf(text: string): Date | null {
  const [, day = ''] = ISO_8601.exec(text) ?? [];
  const midnight = new Date(`${day}T00:00:00Z`);
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || Number.isNaN(midnight.getTime())) return null;
  return midnight.toISOString().startsWith(day) ? time : null;
}

/** Of a value that may be anything. */
export function timeIn(value: unknown): Date | null {
  return typeof value === 'string' ? timeOf(value) : null;
}

/** What `timeOf` reads. */
export function IsTime(): PropertyDecorator {
  const validate = (value: unknown): boolean => timeIn(value) !== null;
  return applyDecorators(
    // Nest describes a query before the document could read the validators of its class.
    ApiProperty(TIME_SCHEMA),
    ValidateBy({ name: 'isTime', validator: { validate } }),
  );
}

/** A whole number of at least 1, in the text of a query parameter. */
export function IsIdUpTo(most: number): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' && WHOLE_NUMBER.test(value) && Number(value) <= most;
  return applyDecorators(ApiProperty({ maximum: most }), ValidateBy({ name: 'isIdUpTo', constraints: [most], validator: { validate } }));
}
