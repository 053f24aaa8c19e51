import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';

const LONGEST = 64;
/** Versions of Node differ in offsets such as +01:00, which would not follow summer time either. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** A name of the IANA time zone database that this service can reckon with. */
export function IsTimeZoneName(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ minLength: 1, maxLength: LONGEST, pattern: NAME.source }),
    ValidateBy({
      name: 'isTimeZoneName',
      validator: { validate: isTimeZone, defaultMessage: () => 'Must be a time zone such as Europe/Berlin or UTC' },
    }),
  );
}

function isTimeZone(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > LONGEST || !NAME.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
