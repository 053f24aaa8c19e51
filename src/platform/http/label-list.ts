import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray, Matches, MaxLength } from 'class-validator';
import { LABEL, MOST_LABELS } from '../../shared/labels.js';

/** Labels by which access policies tell things apart. */
export function IsLabelList(): PropertyDecorator {
  return applyDecorators(
    IsArray(),
    ArrayMaxSize(MOST_LABELS),
    // For the API document; the pattern bounds the length too.
    MaxLength(50, { each: true }),
    Matches(LABEL, {
      each: true,
      message: 'Each must be 1 to 50 lower-case letters (a to z), digits, spaces or . _ : / - and begin and end with a letter or digit.',
    }),
  );
}
