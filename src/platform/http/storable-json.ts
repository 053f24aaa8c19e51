import { ValidateBy } from 'class-validator';

const LONGEST = 16_384;
/** `JSON.stringify` writes NUL and lone surrogates like this; PostgreSQL's jsonb takes neither. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(0000|d[89a-f][0-9a-f]{2})/i;

/** JSON that is kept as it is: 16 KiB at most, without what the database cannot hold. */
export function IsStorableJson(): PropertyDecorator {
  return ValidateBy({
    name: 'isStorableJson',
    validator: {
      validate: (value: unknown): boolean => {
        const text = JSON.stringify(value);
        return text !== undefined && text.length <= LONGEST && !UNSTORABLE.test(text);
      },
      defaultMessage: () => '$property must have 16384 characters at most, without NUL or broken Unicode text.',
    },
  });
}
