import { Matches } from 'class-validator';

/** What JSON Schema can say of it: JSON in UTF-8 has no halves of surrogate pairs anyway. */
export const WITHOUT_NUL = String.raw`^[^\x00]*$`;

/** Of one line. */
export const WITHOUT_CONTROLS = String.raw`^[^\x00-\x1F\x7F-\x9F]*$`;

/** What such a text is judged by. */
export const STORABLE = /^[^\0\p{Cs}]*$/u;

/** A text that PostgreSQL holds: without NUL, and without halves of surrogate pairs. */
export function IsStorable(of: { each?: boolean } = {}): PropertyDecorator {
  return Matches(STORABLE, { ...of, message: 'Must not contain NUL or broken Unicode text.' });
}
