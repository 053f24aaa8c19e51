import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/http-client.js';
import { BASE, ENTERPRISE, GROUP, type Json, LIST, type Scim, USER, expectRefusal, scimAnew } from '../scim.js';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

interface Attribute {
  readonly name: string;
  readonly type: string;
  readonly multiValued: boolean;
  readonly mutability: string;
  readonly returned: string;
  readonly uniqueness: string;
  readonly subAttributes?: readonly Attribute[];
}

describe('discovery (RFC 7644 section 4, RFC 7643 sections 5 to 8)', () => {
  let scim: Scim;
  let config: Answer, types: Answer, schemas: Answer;
  beforeAll(async () => {
    scim = await scimAnew();
    config = await scim.get('/ServiceProviderConfig');
    types = await scim.get('/ResourceTypes');
    schemas = await scim.get('/Schemas');
  });

  const everyAttribute = (): Attribute[] =>
    (schemas.body.Resources as { attributes: Attribute[] }[]).flatMap(({ attributes }) => attributes.flatMap(deep));
  const deep = (attribute: Attribute): Attribute[] => [attribute, ...(attribute.subAttributes ?? []).flatMap(deep)];
  const attributeAt = (schema: string, path: string): Attribute => {
    const { attributes } = (schemas.body.Resources as { id: string; attributes: Attribute[] }[]).find(({ id }) => id === schema) ?? {
      attributes: [],
    };
    let here: Attribute | undefined;
    let among: readonly Attribute[] = attributes;
    for (const part of path.split('.')) {
      here = among.find(({ name }) => name === part);
      among = here?.subAttributes ?? [];
    }
    if (here === undefined) throw new Error(`${path} is not advertised.`);
    return here;
  };

  describe('ServiceProviderConfig (RFC 7643 section 5, RFC 9865 section 4)', () => {
    it('answers 200 as application/scim+json', () => {
      expect(config.status).toBe(200);
      expect(config.headers.get('content-type')).toMatch(/^application\/scim\+json/);
    });
    it('bears its schema', () => expect(config.body.schemas).toEqual([`${CORE}:ServiceProviderConfig`]));
    it.each(['patch', 'bulk', 'filter', 'sort', 'etag'])('advertises %s', (feature) =>
      expect(config.body[feature]).toMatchObject({ supported: true }),
    );
    it('does not advertise changePassword while the organization ignores passwords of its directory', () =>
      expect(config.body.changePassword).toEqual({ supported: false }));
    it.each(['bulk.maxOperations', 'bulk.maxPayloadSize', 'filter.maxResults'])('says %s in a whole number', (path) => {
      const [feature, limit] = path.split('.') as [string, string];
      expect(Number.isInteger(config.body[feature][limit])).toBe(true);
      expect(config.body[feature][limit]).toBeGreaterThan(0);
    });
    it('advertises both ways of paging, by index unless asked', () =>
      expect(config.body.pagination).toMatchObject({
        cursor: true,
        index: true,
        defaultPaginationMethod: 'index',
        defaultPageSize: expect.any(Number),
        maxPageSize: expect.any(Number),
      }));
    it('names how a client authenticates', () => {
      expect(config.body.authenticationSchemes.length).toBeGreaterThan(0);
      for (const scheme of config.body.authenticationSchemes)
        expect(scheme).toMatchObject({
          type: 'oauthbearertoken',
          name: expect.any(String),
          description: expect.any(String),
        });
    });
    it('has its meta', () =>
      expect(config.body.meta).toMatchObject({
        resourceType: 'ServiceProviderConfig',
        location: `${BASE}/ServiceProviderConfig`,
      }));
  });

  describe('ResourceTypes (RFC 7643 section 6)', () => {
    it('is a list of two', () =>
      expect(types.body).toMatchObject({
        schemas: [LIST],
        totalResults: 2,
        itemsPerPage: 2,
        startIndex: 1,
        Resources: [expect.any(Object), expect.any(Object)],
      }));
    it.each([
      ['User', '/Users', USER],
      ['Group', '/Groups', GROUP],
    ])('shows %s as the specification has it', (name, endpoint, schema) => {
      const found = (types.body.Resources as Json[]).find((type) => type['name'] === name);
      expect(found).toMatchObject({
        schemas: [`${CORE}:ResourceType`],
        id: name,
        name,
        endpoint,
        description: expect.any(String),
        schema,
        schemaExtensions: [],
        meta: { resourceType: 'ResourceType', location: `${BASE}/ResourceTypes/${name}` },
      });
    });
    it.each(['User', 'Group'])('answers %s by its id', async (name) => {
      const one = await scim.get(`/ResourceTypes/${name}`);
      expect([one.status, one.body]).toEqual([200, (types.body.Resources as Json[]).find((type) => type['name'] === name)]);
    });
    it('knows no other', async () => expectRefusal(await scim.get('/ResourceTypes/Device'), 404));
    it.each(['application/scim+json', 'application/json'])('takes Accept: %s', async (Accept) =>
      expect((await scim.get('/ResourceTypes', { Accept })).status).toBe(200),
    );
    it('needs an Accept header, as the service specification says', async () =>
      expectRefusal(await scim.raw('GET', '/ResourceTypes'), 406));
  });

  describe('Schemas (RFC 7643 sections 7 and 8)', () => {
    it('is a complete list', () => {
      expect(schemas.body).toMatchObject({ schemas: [LIST], startIndex: 1 });
      expect(schemas.body.totalResults).toBe(schemas.body.Resources.length);
      expect(schemas.body.itemsPerPage).toBe(schemas.body.Resources.length);
    });
    const all = [USER, GROUP, ENTERPRISE, `${CORE}:ServiceProviderConfig`, `${CORE}:ResourceType`, `${CORE}:Schema`] as const;
    it.each(all.slice(0, 3))('lists %s', (urn) => expect((schemas.body.Resources as Json[]).map(({ id }) => id)).toContain(urn));
    it.each(all)('answers %s by its URN', async (urn) => {
      const one = await scim.get(`/Schemas/${urn}`);
      expect(one.status).toBe(200);
      expect(one.body).toMatchObject({
        id: urn,
        name: expect.any(String),
        description: expect.any(String),
        meta: { resourceType: 'Schema', location: `${BASE}/Schemas/${urn}` },
      });
    });
    it('knows no other', async () => expectRefusal(await scim.get('/Schemas/urn:none'), 404));
    it('holds no null, which Entra cannot read', () => expect(schemas.text).not.toContain('null'));
    it('says the characteristics of every attribute in the words of the RFC', () => {
      for (const attribute of everyAttribute()) {
        expect(attribute).toMatchObject({
          name: expect.stringMatching(/^\$?[A-Za-z][\w-]*$/),
          description: expect.any(String),
          multiValued: expect.any(Boolean),
          required: expect.any(Boolean),
        });
        expect(['string', 'boolean', 'decimal', 'integer', 'dateTime', 'binary', 'reference', 'complex']).toContain(attribute.type);
        expect(['readOnly', 'readWrite', 'immutable', 'writeOnly']).toContain(attribute.mutability);
        expect(['always', 'never', 'default', 'request']).toContain(attribute.returned);
        expect(['none', 'server', 'global']).toContain(attribute.uniqueness);
      }
    });
    it('gives sub-attributes to complex attributes and to no others', () => {
      for (const { type, subAttributes, name } of everyAttribute())
        expect([name, (subAttributes ?? []).length > 0]).toEqual([name, type === 'complex']);
    });
    it.each([
      [USER, 'userName', { required: true, caseExact: false, uniqueness: 'server', mutability: 'readWrite' }],
      [USER, 'password', { mutability: 'writeOnly', returned: 'never' }],
      [USER, 'active', { type: 'boolean' }],
      [USER, 'groups', { mutability: 'readOnly', multiValued: true, type: 'complex' }],
      [USER, 'groups.$ref', { type: 'reference', mutability: 'readOnly' }],
      [USER, 'profileUrl', { type: 'reference', referenceTypes: ['external'] }],
      [USER, 'emails.type', { canonicalValues: ['work', 'home', 'other'] }],
      [USER, 'emails.primary', { type: 'boolean' }],
      [USER, 'x509Certificates.value', { type: 'binary' }],
      [USER, 'addresses', { type: 'complex', multiValued: true }],
      [GROUP, 'displayName', { type: 'string', multiValued: false }],
      [GROUP, 'members', { type: 'complex', multiValued: true, mutability: 'readWrite' }],
      [GROUP, 'members.value', { mutability: 'immutable' }],
      [GROUP, 'members.$ref', { type: 'reference', referenceTypes: ['User', 'Group'] }],
      [ENTERPRISE, 'manager', { type: 'complex', multiValued: false }],
      [ENTERPRISE, 'manager.displayName', { mutability: 'readOnly' }],
      [ENTERPRISE, 'employeeNumber', { type: 'string' }],
    ])('says of %s:%s %j', (schema, path, characteristics) => expect(attributeAt(schema, path)).toMatchObject(characteristics));
  });

  describe('all of them', () => {
    const paths = ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas'] as const;
    it.each(paths)('%s refuses a filter with 403', async (path) => expectRefusal(await scim.get(`${path}?filter=id%20pr`), 403));
    it.each(paths)('%s ignores paging, sorting and projection', async (path) => {
      const plain = path === '/ServiceProviderConfig' ? config : path === '/Schemas' ? schemas : types;
      const asked = await scim.get(`${path}?startIndex=2&count=1&sortBy=id&attributes=id`);
      expect([asked.status, asked.body]).toEqual([200, plain.body]);
    });
    it.each(paths.flatMap((path) => ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [path, method] as const)))(
      '%s cannot be changed by %s',
      async (path, method) => {
        const answer = await scim.send(method, path, method === 'DELETE' ? undefined : {});
        expectRefusal(answer, 405);
        expect(answer.headers.get('allow')).toContain('GET');
      },
    );
  });
});
