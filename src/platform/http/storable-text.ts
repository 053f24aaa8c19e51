import { Matches } from 'class-validator';

/** A text that PostgreSQL holds: without NUL, and without halves of surrogate pairs. */
export function IsStorable(of: { each?: boolean } = {}): PropertyDecorator {
  return Matches(/^[^\0\p{Cs}]*$/u, { ...of, message: '$property must not hold NUL or broken Unicode text.' });
}
