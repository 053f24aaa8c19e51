import type { OpenAPIObject } from '@nestjs/swagger';
import { KEY_SCHEMA } from './idempotency-key.js';
import type { Repeats } from './kept-answer.js';
import { KEPT_EXTENSION } from './post.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;

const ON_REPEAT: Readonly<Record<Repeats, string>> = {
  answer: 'With an access token, a repetition within 24 hours does nothing. It gets the first answer, with `Idempotency-Replayed: true`.',
  id: 'With an access token, a repetition within 24 hours does nothing. Its answer is not stored, so it gets 409 with the id of what was made.',
  nothing: 'Nothing is kept: a repetition is answered anew.',
};

/**
 * Declares the header where the operation takes it.
 * @returns what a repetition gets
 */
export function declareKey(operation: Operation): Repeats | undefined {
  const marked = operation as Operation & { [KEPT_EXTENSION]?: Repeats };
  const repeats = marked[KEPT_EXTENSION];
  delete marked[KEPT_EXTENSION];
  if (repeats === undefined) return undefined;
  operation.parameters = [
    ...(operation.parameters ?? []),
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: KEY_SCHEMA,
      description: ON_REPEAT[repeats],
    },
  ];
  return repeats;
}
