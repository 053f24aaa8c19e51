import { applyDecorators } from '@nestjs/common';
import { IsString, Length, Matches, ValidateIf } from 'class-validator';

/** One line of text: control characters could forge headers, logs and documents. */
export function IsPlainText(longest: number): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Length(1, longest),
    Matches(/^(?!\s)[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*(?<!\s)$/u, {
      message: 'Must not begin or end with white space, or hold control characters.',
    }),
  );
}

/** If it is left out, it is not checked; null is a value, and a wrong one. */
export function IfNamed(): PropertyDecorator {
  return ValidateIf((_: object, value: unknown) => value !== undefined);
}

export function IfNamedAndNotNull(): PropertyDecorator {
  return ValidateIf((_: object, value: unknown) => value !== undefined && value !== null);
}
