import type { OpenAPIObject } from '@nestjs/swagger';
import { type Kept, KEPT_EXTENSIONS } from './idempotency.interceptor.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;

const ON_REPEAT: Readonly<Record<Exclude<Kept, 'nothing'>, string>> = {
  answer: 'It gets the first answer, with `Idempotency-Replayed: true`.',
  id: 'As its answer shows a secret, it gets 409 with the id of what was made.',
};

/** The API of callers; directories and strangers have no keys. */
const WITH_KEYS = '/api/v1/';

/**
 * Declares the header where the operation takes it.
 * @returns whether it does
 */
export function declareKey(path: string, operation: Operation, isPublic: boolean): boolean {
  const marked = operation as Operation & Partial<Record<string, Kept>>;
  const kept = KEPT_EXTENSIONS.map((name) => marked[name]).find((known) => known !== undefined);
  for (const name of KEPT_EXTENSIONS) delete marked[name];
  if (kept === undefined || kept === 'nothing' || isPublic || !path.startsWith(WITH_KEYS)) return false;
  operation.parameters = [
    ...(operation.parameters ?? []),
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
      description: `A repetition within 24 hours does nothing. ${ON_REPEAT[kept]}`,
    },
  ];
  return true;
}
