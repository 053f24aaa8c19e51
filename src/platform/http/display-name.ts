import { applyDecorators } from '@nestjs/common';
import { IsString, Length, Matches } from 'class-validator';

/**
 * The name that people give a thing: 1 to 100 characters, not blank, without control characters, which could forge
 * headers and logs.
 */
export function IsDisplayName(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Length(1, 100),
    Matches(/^(?=[^]*[\p{L}\p{N}\p{P}\p{S}])[^\p{C}\p{Zl}\p{Zp}]*$/u, {
      message: '$property must not be blank or hold control characters.',
    }),
  );
}
