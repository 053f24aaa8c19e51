import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiDocument, readApiDocument } from '../setup/api-contract.js';
import { membersOf, resolved } from '../support/documented-values.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

/** A value of another kind, and what an answer says of it. */
const OTHER: Readonly<Record<string, readonly [unknown, RegExp]>> = {
  string: [[7], /must be (?:a text|one of|1 to 50 lower-case letters)|of the form|time/i],
  integer: ['x', /must be a whole number/i],
  number: ['x', /number/i],
  boolean: ['x', /boolean|true or false/i],
  array: ['x', /list/i],
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

  it('is told by its kind, at every operation', async () => {
    const told: unknown[] = [];
    let fields = 0;
    for (const [path, methods] of Object.entries(document.paths).filter(([each]) => each.startsWith('/api/')))
      for (const [method, operation] of Object.entries(methods)) {
        const { operationId } = operation;
        const wrong = membersOf(operation).flatMap(([field, given]) => {
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

  it('is refused with the nearest name when a parameter of the query is nearly that of the route, at every operation', async () => {
    const told: unknown[] = [];
    let names = 0;
    for (const [path, methods] of Object.entries(document.paths).filter(([each]) => each.startsWith('/api/')))
      for (const [method, { operationId, parameters = [], responses }] of Object.entries(methods)) {
        const known = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
        if (Object.keys(responses).some((status) => status.startsWith('3'))) continue;
        for (const name of known.filter(({ length }) => length > 2)) {
          const written = name.includes('_') ? name.replace(/_(\w)/, (_all, next: string) => next.toUpperCase()) : `${name}${name.at(-1)}`;
          const address = `${path.replaceAll(/{\w+}/g, '1')}?${written}=1&utm_source=mail&_=7`;
          const { body } = await app.http.send(method.toUpperCase(), address, undefined, { token });
          names += 1;
          const unknown = (body?.details ?? []).filter(({ code }: { code: string }) => code === 'unknown_parameter');
          if (unknown.length !== 1 || unknown[0].message !== `There is no such parameter. Did you mean "${name}"?`)
            told.push([operationId, name, body]);
        }
      }
    expect(told).toEqual([]);
    expect(names).toBeGreaterThan(90);
  });

  it('ignores parameters that are like none of the route, and finds the mistake of a stranger only after who they are', async () => {
    const ignored = await app.http.get('/api/v1/organizations?utm_source=mail&_=1764240000&fbclid=x&lm=2', { token });
    expect(ignored.status).toBe(200);
    expect((await app.http.get('/api/v1/organizations?lmit=5')).body.code).toBe('UNAUTHORIZED');
    const twice = await app.http.get('/api/v1/organizations?lmit=5&lmit=6&Page=2', { token });
    expect([twice.status, twice.body.details.map(({ field }: { field: string }) => field)]).toEqual([400, ['lmit', 'Page']]);
  });

  it('names the field that an unknown one of a body nearly is, however deep', async () => {
    const body = { defaultRoleId: 1, colour: 'red', mappings: [{ group_id: 'x', role_id: 1 }, { rolle_id: 1 }] };
    const { body: answer } = await app.http.put('/api/v1/organizations/1/scim-mapping', body, { token });
    const said = answer.details.map(({ field, message }: Record<string, string>) => `${field}: ${message}`);
    expect(said).toEqual([
      'defaultRoleId: There is no field of this name. Did you mean "default_role_id"?',
      'colour: There is no field of this name.',
      'mappings[0].group_id: Must be a UUID.',
      'mappings[1].rolle_id: There is no field of this name. Did you mean "role_id"?',
      'mappings[1].group_id: Is missing.',
      'mappings[1].role_id: Say which role the group gives. You can leave it out only for a workspace: the group then gives its default role.',
    ]);
  });
});
