import { applyDecorators } from '@nestjs/common';
import { IsString, Length, Matches, ValidateBy } from 'class-validator';
import { DISPLAY_NAME, LONGEST_DISPLAY_NAME } from '../../shared/display-name.js';
import { FEW_MARKS } from '../../shared/piled-marks.js';

/**
 * The name that people give a thing: 1 to 100 characters that show something, without control characters, which
 * could forge headers and logs.
 */
export function IsDisplayName(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Length(1, LONGEST_DISPLAY_NAME),
    Matches(DISPLAY_NAME, {
      message: 'Must show something, and must not hold control characters or others that show nothing.',
    }),
    HasFewMarks(),
  );
}

/** As the marks that a language writes: more of them cover the lines around. */
export function HasFewMarks(of: { each?: boolean } = {}): PropertyDecorator {
  const validator = {
    validate: (value: unknown) => typeof value !== 'string' || FEW_MARKS.test(value),
    defaultMessage: () => 'It has a letter with more marks above or below it than any language writes. Take some of them away.',
  };
  return ValidateBy({ name: 'hasFewMarks', validator }, of);
}
