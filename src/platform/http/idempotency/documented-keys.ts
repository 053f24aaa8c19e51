import type { OpenAPIObject } from '@nestjs/swagger';
import { type Kept, KEPT_EXTENSIONS } from './idempotency.interceptor.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;

const ON_REPEAT: Readonly<Record<Exclude<Kept, 'nothing'>, string>> = {
  answer: 'It is answered as the first time, with `Idempotency-Replayed: true`.',
  id: 'Its answer shows a secret and is not repeated: 409 with the id of what was made.',
};

const ERRORS: readonly (readonly [status: string, code: string, meaning: string, extension?: object])[] = [
  [
    '409',
    'IDEMPOTENCY_KEY_IN_USE',
    'The first request with this key is still under way; try again after `Retry-After` seconds.',
  ],
  [
    '409',
    'IDEMPOTENCY_ANSWER_NOT_KEPT',
    'The first request with this key was done. `made` holds the id of what it made; `null` where its answer was lost.',
    { made: { factor_id: 12 } },
  ],
  ['422', 'IDEMPOTENCY_KEY_REUSED', 'Another body came with this key before.'],
  ['429', 'TOO_MANY_IDEMPOTENCY_KEYS', 'The account has used 10,000 keys within 24 hours.'],
];

/** Declares the header on the operations that take it, and what may be answered because of it. */
export function documentKeys(document: OpenAPIObject): OpenAPIObject {
  for (const { post } of Object.values(document.paths)) {
    if (post === undefined) continue;
    const marked = post as Operation & Partial<Record<string, Kept>>;
    const kept = KEPT_EXTENSIONS.map((name) => marked[name]).find((known) => known !== undefined);
    for (const name of KEPT_EXTENSIONS) delete marked[name];
    if (kept !== undefined && kept !== 'nothing') declare(post, kept);
  }
  return document;
}

function declare(operation: Operation, kept: Exclude<Kept, 'nothing'>): void {
  operation.parameters = [
    ...(operation.parameters ?? []),
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
      description: `The same request with the same key within 24 hours is done once. ${ON_REPEAT[kept]}`,
    },
  ];
  for (const [status, code, meaning, extension] of ERRORS) {
    const known = operation.responses[status];
    const response = known !== undefined && 'description' in known ? known : { description: '' };
    response.description = `${response.description} \`${code}\`: ${meaning}`.trim();
    const json = (response.content ??= {})['application/json'] ?? { schema: { type: 'object' } };
    json.examples = { ...json.examples, [code]: { value: exampleOf(code, extension) } };
    response.content['application/json'] = json;
    operation.responses[status] = response;
  }
}

function exampleOf(code: string, extension: object = {}): object {
  const requestId = '6f1c2a52-5a3e-4f6e-9f38-0f7f4f8f1c11';
  return { success: false, code, message: 'One sentence for a person.', request_id: requestId, ...extension };
}
