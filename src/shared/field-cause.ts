/** What can be wrong with a value. Never changes its meaning, unlike the sentence beside it. */
export const FIELD_CODES = [
  ...(['missing', 'unknown_field', 'unknown_parameter'] as const),
  // Another JSON type than `expected`.
  'wrong_type',
  ...(['too_short', 'too_long', 'too_small', 'too_large', 'too_few', 'too_many', 'not_unique', 'not_one_of'] as const),
  // A text that has not the form that is asked for.
  'malformed',
  // It breaks a rule that only the sentence tells.
  'invalid',
] as const;

type FieldCode = (typeof FIELD_CODES)[number];

export interface FieldCause {
  readonly code: FieldCode;
  /** What a sentence about the code needs: `min`, `max`, `allowed`, `expected`, `format`, `nearest`, `unit`. */
  readonly arguments?: Readonly<Record<string, number | string | readonly (number | string)[]>>;
}
