import { applyDecorators } from '@nestjs/common';
import { IsString, Length, Matches } from 'class-validator';
import { DISPLAY_NAME, LONGEST_DISPLAY_NAME } from '../../shared/display-name.js';

/**
 * The name that people give a thing: 1 to 100 characters that show something, without control characters, which
 * could forge headers and logs.
 */
export function IsDisplayName(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Length(1, LONGEST_DISPLAY_NAME),
    Matches(DISPLAY_NAME, {
      message: '$property must show something, and must not hold control characters or others that show nothing.',
    }),
  );
}
