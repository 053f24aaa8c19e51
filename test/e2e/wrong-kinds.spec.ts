import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiDocument, readApiDocument } from '../setup/api-contract.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** A value of another kind, and what an answer says of it. */
const OTHER: Readonly<Record<string, readonly [unknown, RegExp]>> = {
  string: [[7], /must be (?:a string|a text|one of|1 to 50 lower-case letters)|of the form|time/i],
  integer: ['x', /must be (?:an integer|a whole number)|integer number/i],
  number: ['x', /number/i],
  boolean: ['x', /boolean|true or false/i],
  array: ['x', /must be an array|list/i],
};

/** What these ask for before they look at a body. */
const ASKED_BEFORE = ['FOREIGN_ORIGIN', 'INVALID_ACTIVATION_TOKEN'];

/** `organization_id: "1"` broke the bound of a number as well, and the answer told that. */
describe('a field of a body that is of another kind', () => {
  let document: ApiDocument;
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    document = readApiDocument();
    app = await startTestApp();
    token = (await logIn(app.http, 'olivia')).accessToken;
  });
  afterAll(() => app.close());

  const resolved = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema;
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return resolved((document.components.schemas as unknown as Record<string, Schema>)[name] ?? {});
  };

  it('is told by its kind, at every operation', async () => {
    const told: unknown[] = [];
    let fields = 0;
    for (const [path, methods] of Object.entries(document.paths).filter(([each]) => each.startsWith('/api/')))
      for (const [method, { operationId, requestBody }] of Object.entries(methods)) {
        const schema = requestBody?.content['application/json']?.['schema'] as Schema | undefined;
        const wrong = Object.entries(resolved(schema ?? {}).properties ?? {}).flatMap(([field, given]) => {
          const { type } = resolved(given);
          const other = typeof type === 'string' ? OTHER[type] : undefined;
          return other === undefined ? [] : [{ field, value: other[0], says: other[1] }];
        });
        if (wrong.length === 0) continue;
        const body = Object.fromEntries(wrong.map(({ field, value }) => [field, value]));
        const answer = await app.http.send(method.toUpperCase(), path.replaceAll(/{\w+}/g, '1'), body, {
          token,
          headers: { 'If-Match': '"1"' },
        });
        if (ASKED_BEFORE.includes(answer.body?.code)) continue;
        if (answer.body?.code !== 'VALIDATION_FAILED') {
          told.push([operationId, answer.status, answer.body?.code]);
          continue;
        }
        const details = answer.body.details as { field: string; message: string }[];
        for (const { field, says } of wrong) {
          fields += 1;
          const message = details.find((one) => one.field === field)?.message;
          if (message === undefined || !says.test(message)) told.push([operationId, field, message]);
        }
      }
    expect(told).toEqual([]);
    expect(fields).toBeGreaterThan(150);
  });
});
