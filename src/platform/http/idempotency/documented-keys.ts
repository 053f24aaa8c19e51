import type { OpenAPIObject } from '@nestjs/swagger';
import type { Kept } from './kept-answer.js';
import { KEY_SCHEMA } from './idempotency-key.js';
import { KEPT_EXTENSION } from './post.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;

const ON_REPEAT: Readonly<Record<Kept, string>> = {
  answer: 'It gets the first answer, with `Idempotency-Replayed: true`.',
  id: 'Its answer is not stored, so it gets 409 with the id of what was made.',
};

/**
 * Declares the header where the operation takes it.
 * @returns whether it does
 */
export function declareKey(operation: Operation): boolean {
  const marked = operation as Operation & { [KEPT_EXTENSION]?: Kept };
  const kept = marked[KEPT_EXTENSION];
  delete marked[KEPT_EXTENSION];
  if (kept === undefined) return false;
  operation.parameters = [
    ...(operation.parameters ?? []),
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: KEY_SCHEMA,
      description: `A repetition within 24 hours does nothing. ${ON_REPEAT[kept]}`,
    },
  ];
  return true;
}
