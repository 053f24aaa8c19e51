import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiDocument, type Operation, readApiDocument } from '../setup/api-contract.js';
import { accessMatrix, permissionsOf, withColons } from '../support/access-matrix.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | string[];
  readonly additionalProperties?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
}

/** These stay as they are, whatever else there is. */
const OF_THE_SPECIFICATION = [
  ...['POST /api/auth/login', 'POST /api/auth/refresh', 'POST /api/v1/devices/activate', 'DELETE /api/v1/devices/{device_id}'],
  ...['GET /api/v1/prompt-templates/{template_id}', 'POST /api/v1/data-sources/{data_source_id}/discover-schema'],
  ...['GET /scim/v2/ResourceTypes', 'GET /api/v1/organizations/{org_id}', 'GET /api/v1/organizations/{org_id}/roles'],
  ...['GET /api/v1/invitations/{invitation_token}', 'PUT /api/v1/roles/{role_id}', 'PUT /api/v1/workspaces/{workspace_id}'],
  ...['GET /api/v1/workspaces/{workspace_id}/settings', 'GET /api/v1/sso/abac/policies', 'GET /api/rivers'],
  'POST /api/v1/sso/enforcement/migration-plan/{organization_id}',
];

// That of the built program: the bodies of requests get their schemas when the program is built.
describe('the API document', () => {
  let document: ApiDocument;
  let operations: (Operation & { readonly route: string })[];
  beforeAll(() => {
    document = readApiDocument();
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        route: `${method.toUpperCase()} ${path}`,
      })),
    );
  });
  const operation = (id: string): Operation => {
    const found = operations.find(({ operationId }) => operationId === id);
    if (found === undefined) throw new Error(`No operation is called ${id}.`);
    return found;
  };
  const codesOf = (id: string): string[] =>
    Object.values(operation(id).responses)
      .flatMap((response) => ('$ref' in response ? response.$ref : []))
      .sort();

  it('names the members of every body and query', () => {
    const { schemas } = document.components;
    const empty = Object.entries(schemas).filter(
      ([, { type, properties, additionalProperties: others }]) =>
        type === 'object' && Object.keys(properties ?? {}).length === 0 && others !== false,
    );
    expect(empty).toEqual([]);
    expect(schemas['LoginBody']).toMatchObject({
      properties: { username: { type: 'string', description: 'Username or e-mail address.' } },
      required: ['username', 'password'],
    });
    expect(document.paths['/api/v1/data-sources/{data_source_id}/discover-schema']?.['post']).toMatchObject({
      parameters: expect.arrayContaining([expect.objectContaining({ name: 'refresh', in: 'query' })]),
    });
  });

  it('closes every body that a class describes, and bounds its texts as they are judged', () => {
    const named = (schema: Schema = {}): [string, Schema][] => {
      const [, name] = /([^/]+)$/.exec(schema.$ref ?? '') ?? [];
      return name === undefined ? [] : [[name, document.components.schemas[name] as Schema]];
    };
    const parts = ([place, schema]: [string, Schema]): [string, Schema][] => [
      [place, schema],
      ...Object.entries(schema.properties ?? {}).flatMap(([member, part]) => parts([`${place}.${member}`, part])),
      ...(schema.items === undefined ? [] : parts([`${place}[]`, schema.items])),
      ...(schema.allOf ?? []).flatMap(named).flatMap(parts),
      ...named(schema).flatMap(parts),
    ];
    const bodies = operations
      .flatMap(({ requestBody }) => named(requestBody?.content['application/json']?.['schema'] as Schema))
      .flatMap(parts);
    const own = bodies.filter(([place]) => /Body\b/.test(place));
    expect(own.length).toBeGreaterThan(300);
    const open = own.filter(([place, { properties }]) => /^\w+Body$/.test(place) && properties !== undefined);
    expect(open.filter(([, { additionalProperties }]) => additionalProperties !== false).map(([place]) => place)).toEqual([]);
    // AuthZEN ignores what it does not know, as does what directories and providers send.
    const isOpenOnPurpose = (route: string): boolean => /^POST \/(?:access|scim)\//.test(route);
    const inline = operations.flatMap(({ route, requestBody }) => {
      const schema = requestBody?.content['application/json']?.['schema'] as Schema | undefined;
      const isClosed = schema === undefined || '$ref' in schema || schema.allOf !== undefined || schema.additionalProperties === false;
      return isClosed || isOpenOnPurpose(route) ? [] : [route];
    });
    expect(inline).toEqual([]);
    const isBounded = (schema: Schema): boolean => ['maxLength', 'enum', 'format', 'pattern', 'const'].some((bound) => bound in schema);
    const unbounded = own.filter(([, schema]) => [schema.type].flat().includes('string') && !isBounded(schema)).map(([place]) => place);
    const numbers = own.filter(([, schema]) => [schema.type].flat().includes('integer') && !('const' in schema || 'enum' in schema));
    expect(numbers.filter(([, schema]) => !('maximum' in schema && 'minimum' in schema)).map(([place]) => place)).toEqual([]);
    // Whatever is no token is answered as a wrong token.
    expect([...new Set(unbounded)]).toEqual(['ActivationBody.activation_token']);
    const parameters = operations
      .filter(({ route }) => / \/api\/(?!.*\/slo$)/.test(route))
      .flatMap(({ operationId, parameters: taken = [] }) =>
        taken
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, schema }) => [`${operationId} ${name}`, schema as Schema] as const),
      );
    expect(parameters.filter(([, schema]) => schema.type === 'string' && !isBounded(schema)).map(([place]) => place)).toEqual([]);
    expect(parameters.filter(([, schema]) => schema.type === 'integer' && !('maximum' in schema)).map(([place]) => place)).toEqual([]);
    expect(document.components.schemas['CreateRoleBody']).toMatchObject({
      properties: { name: { minLength: 1, maxLength: 100, pattern: String.raw`^[^\x00-\x1F\x7F-\x9F]*$` } },
    });
    expect(document.components.schemas['UpdateRoleBody']).toMatchObject({ minProperties: 1 });
    expect(document.components.schemas['EmptyBody']).toMatchObject({ additionalProperties: false });
  });

  it('gives every operation a name of its own', () => {
    const ids = operations.map(({ operationId }) => operationId).filter((id) => !id.includes('Controller_'));
    expect(ids.length).toBeGreaterThan(20);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]*)*$/.test(id))).toEqual([]);
  });

  // What generators of clients make of an operation is called so, and a component of the same name breaks them.
  it('leaves names to those who generate clients from it', () => {
    const made = operations.flatMap(({ operationId: id }) =>
      ['Result', 'Params', 'Error', 'Errors', 'Response', 'Responses', 'Data', 'Request', 'Query', 'Mutation'].map(
        (end) => `${id.charAt(0).toUpperCase()}${id.slice(1)}${end}`,
      ),
    );
    const names = Object.keys(document.components.schemas);
    expect(names.filter((name) => made.includes(name))).toEqual([]);
  });

  it('has null in no list of values, which generators of clients take for texts', () => {
    const lists = [...JSON.stringify(document).matchAll(/"enum":\[[^\]]*\]/g)].map(([list]) => list);
    expect(lists.length).toBeGreaterThan(20);
    expect(lists.filter((list) => /[[,]null[,\]]/.test(list))).toEqual([]);
  });

  // Generators write them into texts and comments of programs without a look at what they hold.
  it('has nothing in its descriptions that ends or breaks a text or comment of a program', () => {
    const said = [...JSON.stringify(document).matchAll(/"(?:description|summary)":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text = '""']) => JSON.parse(text) as string,
    );
    expect(said.length).toBeGreaterThan(1000);
    expect(said.filter((text) => /\\[xu\d]|\$\{|\*\/|<\/?script/i.test(text))).toEqual([]);
  });

  it('describes every tag, begins with those that people need first, and has none without operations', () => {
    const used = new Set(operations.flatMap(({ tags = [] }) => tags));
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
    expect(document.tags.filter(({ description }) => !/^\S.*\.$/.test(description))).toEqual([]);
    expect(document.tags[0]?.name).toBe('Authentication');
    expect(operations.filter(({ tags = [] }) => tags.length !== 1).map(({ route }) => route)).toEqual([]);
  });

  it('does not show its internal marks', () => {
    expect(JSON.stringify(document).match(/"x-(?!codeSamples")[^"]*"/g)).toBeNull();
  });

  it('infers the errors that follow from the kind of a route', () => {
    const responses = (...names: string[]) => names.map((name) => `#/components/responses/${name}`).sort();
    expect(codesOf('readKeySet')).toEqual(responses('Unavailable'));
    expect(codesOf('readCaller')).toEqual(responses('QuotaExceeded', 'Unauthorized', 'Unavailable'));
    expect(codesOf('listSessions')).toEqual(responses('QuotaExceeded', 'Unauthorized', 'Unavailable', 'ValidationFailed'));
    expect(codesOf('requestPasswordReset')).toEqual(
      responses(...['PayloadTooLarge', 'RateLimited', 'RequestTimeout', 'Unavailable'], ...['UnsupportedMediaType', 'ValidationFailed']),
    );
    expect(codesOf('updateRole')).toEqual(
      responses(
        ...['ConflictOrBuiltInRole', 'ForbiddenOrSecondFactorNeededOrPolicyRefusedOrSsoRequired', 'NotFound', 'PayloadTooLarge'],
        ...['PreconditionFailed', 'QuotaExceeded', 'UnauthorizedOrStepUpRequired', 'Unavailable'],
        ...['UnsupportedMediaType', 'ValidationFailed'],
      ),
    );
    expect(codesOf('changePassword')).toContain('#/components/responses/UnauthorizedOrStepUpRequired');
  });

  it('begins with what a beginner does first', () => {
    const [first, second] = Object.keys(document.paths);
    expect([first, second]).toEqual(['/api/auth/login', '/api/auth/mfa/verify']);
  });

  it('says who may call', () => {
    expect(operation('login').security).toEqual([]);
    expect(operation('requestPasswordReset').security).toEqual([]);
    expect(operation('listSessions').security).toEqual([{ bearer: [] }]);
  });

  it('says which permissions an operation needs, wherever the roles differ in it', () => {
    expect(permissionsOf(operation('listRoleHolders'))).toEqual(['role.read', 'member.read']);
    expect(operation('listRoleHolders').description).toBe('Needs the permissions `role.read` and `member.read`.');
    expect(operation('createRole').description).toMatch(/\. Needs the permission `role\.manage`\.$/);
    const matrix = accessMatrix();
    // What is one's own takes another permission than what is another person's, or none. So does each kind of request.
    const told = new Set(['giveFeedback', 'unlinkIdentity', 'requestAccess']);
    const silent = operations.filter((one) => {
      const { operationId, route } = one;
      if (told.has(operationId)) return false;
      const [, , , viewer, , , owner] = matrix.get(withColons(route)) ?? [];
      return viewer === '403' && owner !== '403' && permissionsOf(one).length === 0;
    });
    expect(silent.map(({ route }) => route)).toEqual([]);
  });

  it('describes every operation, if only by who may call it', () => {
    expect(operations.filter(({ description = '' }) => !/^\S.*\.$/s.test(description)).map(({ route }) => route)).toEqual([]);
    expect(operation('listSessions').description).toBe('Only your own sessions.');
    const bare = operations.filter(({ description }) => description === 'Needs an access token.');
    expect(bare.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('says what every parameter means, and of which type it is', () => {
    const parameters = operations.flatMap(({ route, parameters: all = [] }) =>
      all.map((parameter) => ({ ...parameter, at: `${route} ${parameter.name}` })),
    );
    expect(parameters.length).toBeGreaterThan(300);
    expect(parameters.filter(({ description = '' }) => !/^\S.*\.$/s.test(description)).map(({ at }) => at)).toEqual([]);
    expect(parameters.filter(({ schema }) => schema?.['type'] === undefined).map(({ at }) => at)).toEqual([]);
    const ids = parameters.filter(({ name }) => /_id$/.test(name) && name !== 'resource_id');
    expect(ids.filter(({ schema }) => schema?.['type'] !== 'integer').map(({ at }) => at)).toEqual([]);
  });

  it('says for every member of a body what a program may send', () => {
    const { schemas } = document.components;
    const members = Object.entries(schemas)
      .filter(([name]) => name.endsWith('Body'))
      .flatMap(([name, { properties }]) =>
        Object.entries((properties ?? {}) as Record<string, Record<string, unknown>>).map(([member, schema]) => ({
          at: `${name}.${member}`,
          ...schema,
        })),
      );
    expect(members.length).toBeGreaterThan(80);
    // `{type: object}` alone is, for a generated client, an object without members.
    const closed = members.filter(
      (member) => 'type' in member && member.type === 'object' && !('properties' in member || 'additionalProperties' in member),
    );
    expect(closed.map(({ at }) => at)).toEqual([]);
    expect(members.filter((member) => JSON.stringify(member).includes('"type":"number"')).map(({ at }) => at)).toEqual([]);
  });

  it('has no pattern that only some readers of regular expressions understand', () => {
    expect(JSON.stringify(document)).not.toContain('\\\\p{');
    expect(JSON.stringify(document)).toContain('"pattern"');
  });

  it('has an ETag for all that two people may edit, but for one fact, one column and what is their own', () => {
    const without = operations.filter(
      ({ route, parameters = [] }) => /^(PUT|PATCH) \/api/.test(route) && !parameters.some(({ name }) => name === 'If-Match'),
    );
    const oneFact = ['markSystemTemplate', 'renameDevice', 'replaceAccessKeyRules', 'updateCaller'];
    const ofOneColumn = ['setColumnTag', 'switchSampling'];
    const ofOnePerson = ['giveFeedback', 'replacePreferences'];
    expect(without.map(({ operationId }) => operationId).sort()).toEqual([...oneFact, ...ofOneColumn, ...ofOnePerson].sort());
    for (const id of oneFact) {
      const named = JSON.stringify(operation(id).requestBody).match(/(\w+)"}}}/)?.[1] ?? '';
      const body = document.components.schemas[named] as Schema | undefined;
      expect([id, Object.keys(body?.properties ?? {}).length]).toEqual([id, 1]);
    }
  });

  it('says of each operation that ends since when, until when and what to call instead; none of the specification ends', () => {
    const ending = operations.filter(({ deprecated }) => deprecated === true);
    expect(ending.length).toBeGreaterThan(0);
    for (const { route, description = '', responses } of ending) {
      const told = /^Deprecated since (\S+): call `(\w+)`\. Versions from (\S+) on may lack it\./.exec(description);
      const [, since = '', instead = '', sunset = ''] = told ?? [];
      expect(operation(instead)).not.toHaveProperty('deprecated');
      // Half a year at least.
      expect(Date.parse(sunset) - Date.parse(since)).toBeGreaterThan(182 * 24 * 3_600_000);
      expect(responses['200']).toMatchObject({ headers: { Deprecation: { required: true }, Sunset: { required: true }, Link: {} } });
      expect(OF_THE_SPECIFICATION).not.toContain(route);
    }
    const others = operations.filter(({ deprecated }) => deprecated !== true);
    expect(others.filter(({ responses }) => /"Sunset"|OfDeprecated"/.test(JSON.stringify(responses))).map(({ route }) => route)).toEqual(
      [],
    );
    expect(OF_THE_SPECIFICATION.filter((route) => !operations.some((one) => one.route === route))).toEqual([]);
  });

  it('describes answers as they are: which members may be null, which values exist, which headers come', () => {
    const { schemas, responses } = document.components;
    expect(schemas['Session']).toMatchObject({
      type: 'object',
      properties: {
        id: { type: 'integer', minimum: 1 },
        created_at: { type: 'string', format: 'date-time' },
        ip: { type: ['string', 'null'] },
      },
      required: ['id', 'created_at', 'last_used_at', 'ip', 'device_name', 'auth_method', 'is_current'],
    });
    expect(Object.keys(schemas['Session'] ?? {})).not.toContain('additionalProperties');
    expect(schemas['Role']).toMatchObject({
      properties: { permissions: { type: 'array', items: { $ref: '#/components/schemas/PermissionGrant' } } },
    });
    expect(JSON.stringify(document)).not.toMatch(/"readOnly":|\$defs/);
    expect(JSON.stringify([schemas, responses])).not.toContain(String(Number.MAX_SAFE_INTEGER));
    expect(operation('updateRole').responses['200']).toMatchObject({ headers: { ETag: { required: true } } });
    expect(responses['RateLimited']).toMatchObject({ headers: { 'Retry-After': { required: true } } });
    expect(responses['UnauthorizedOrMfaRequired']).toMatchObject({
      headers: { 'WWW-Authenticate': { required: true } },
      content: {
        'application/json': {
          schema: {
            oneOf: [{ $ref: '#/components/schemas/UnauthorizedError' }, { $ref: '#/components/schemas/MfaRequiredError' }],
            discriminator: {
              propertyName: 'code',
              mapping: { MFA_REQUIRED: '#/components/schemas/MfaRequiredError' },
            },
          },
        },
      },
    });
    expect(schemas['MfaRequiredError']).toMatchObject({
      properties: { code: { const: 'MFA_REQUIRED' }, mfa: { required: ['token', 'methods', 'expires_in'] } },
      required: ['success', 'code', 'message', 'mfa', 'request_id'],
    });
  });
});
