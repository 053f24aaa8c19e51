import { ValidateBy } from 'class-validator';

const LONGEST = 16_384;
/** `JSON.stringify` writes NUL and lone surrogates like this; PostgreSQL's jsonb accepts neither. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(0000|d[89a-f][0-9a-f]{2})/i;

/** JSON that is kept as it is: of limited length, without what the database cannot hold. */
export function IsStorableJson(longest = LONGEST): PropertyDecorator {
  return ValidateBy({
    name: 'isStorableJson',
    constraints: [longest],
    validator: {
      validate: (value: unknown): boolean => {
        const text = JSON.stringify(value);
        return text !== undefined && text.length <= longest && !UNSTORABLE.test(text);
      },
      defaultMessage: () => 'Must have $constraint1 characters at most, without NUL or broken Unicode text.',
    },
  });
}
