import { describe, expect, it } from '@jest/globals';
import { type Operation, readApiDocument } from './setup/api-contract.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Member {
  readonly place: string;
  readonly name: string;
  readonly schema: Schema;
}

const document = readApiDocument();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
);
const idsOf = (some: readonly Operation[]): string[] => some.map(({ operationId }) => operationId).sort();

const VERBS = ['approved', 'changed', 'created', 'granted', 'published', 'remembered', 'started'];

/** The specification has a text in the answer of the login; these are the same account elsewhere. */
const ACCOUNTS = [
  '.Caller.user',
  '.Guest',
  '.OpenedBrowserSession.user',
  '.OpenedSession.user',
  '.ScimUser',
  '.UserAccount',
  '.UserSummary',
];

describe('If-Match', () => {
  const ifMatch = ({ parameters = [] }: Operation) => parameters.find(({ name }) => name === 'If-Match');
  const sendsTag = ({ responses }: Operation): boolean =>
    Object.values(responses).some((response) => !('$ref' in response) && 'ETag' in (response.headers ?? {}));
  const hasTag = (path: string): boolean =>
    ['get', 'put', 'patch'].some((method) => {
      const operation = document.paths[path]?.[method];
      return operation !== undefined && sendsTag(operation);
    });
  /** What version 0.2 changed without it. All that came later requires it. */
  const OPTIONAL = [
    ...['updatePromptTemplate', 'deletePromptTemplate', 'publishPromptTemplate', 'archivePromptTemplate', 'restoreTemplateVersion'],
    ...['replaceTemplateIcon', 'deleteTemplateIcon', 'updateOrganization', 'changeMemberRole', 'removeMember', 'replaceMemberAttributes'],
    // The specification sends `updateRole` and `updateWorkspace` without.
    ...['updateRole', 'deleteRole', 'updateWorkspace', 'deleteWorkspace', 'updateDataSource', 'deleteDataSource'],
    ...['updateSsoConnection', 'deleteSsoConnection', 'routeSsoDomain', 'releaseSsoDomain', 'designateBreakGlass', 'replaceScimMapping'],
    // RFC 7644 section 3.14 leaves it to the client.
    ...['scimReplaceUser', 'scimPatchUser', 'scimDeleteUser', 'scimReplaceGroup', 'scimPatchGroup', 'scimDeleteGroup'],
  ];

  it('is taken by each change and deletion of what has an ETag', () => {
    const changes = operations.filter(({ path, method }) => ['put', 'patch', 'delete'].includes(method) && hasTag(path));
    expect(changes.length).toBeGreaterThan(40);
    expect(idsOf(changes.filter((one) => ifMatch(one) === undefined))).toEqual([]);
  });

  it('is required, but where version 0.2 took the change without', () => {
    expect(idsOf(operations.filter((one) => ifMatch(one)?.required === false))).toEqual(OPTIONAL.toSorted());
  });
});

describe('one thing has one name', () => {
  const members: Member[] = [];
  const walk = (place: string, schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [name, part] of Object.entries(schema)) {
      if (name === 'properties')
        for (const [member, one] of Object.entries(part as Record<string, Schema>)) members.push({ place, name: member, schema: one });
      walk(name === 'properties' ? place : `${place}.${name}`, part);
    }
  };
  walk('', { ...document.components.schemas, ...document.paths });
  const told = (some: readonly Member[]): string[] => [...new Set(some.map(({ place, name }) => `${place}.${name}`))].sort();
  const isNumber = ({ schema }: Member): boolean => JSON.stringify(schema).includes('"integer"');

  it('an organization: `organization_id`, but `{org_id}` after `organizations`, as the specification has it', () => {
    const wrong = operations.filter(({ path }) => /organizations\/\{(?!org_id\})|(?<!organizations)\/\{org_id\}/.test(path));
    expect(idsOf(wrong)).toEqual([]);
    expect(operations.some(({ path }) => path.includes('{org_id}'))).toBe(true);
    expect(members.some(({ name }) => name === 'organization_id')).toBe(true);
    expect(told(members.filter(({ name }) => /^org(anization)?_?id$/i.test(name) && name !== 'organization_id'))).toEqual([]);
    const queries = operations.flatMap(({ parameters = [] }) => parameters.filter((one) => one.in === 'query'));
    expect(queries.filter(({ name }) => /^org(anization)?_?id$/i.test(name) && name !== 'organization_id')).toEqual([]);
  });

  it('the id in a path: after what it is the id of', () => {
    const names = operations.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
    // SCIM says `id`; versions and waves are counted; icons have keys; an invitation is found by its token.
    const others = ['id', 'key', 'number', 'version', 'invitation_token'];
    expect([...new Set(names.filter((name) => !/^[a-z]+(_[a-z]+)*_id$/.test(name)))].sort()).toEqual(others.toSorted());
  });

  it('a person: a number whose name ends in `user_id`; only an account itself has a text `id`, as the login answers it', () => {
    const ids = members.filter(({ name }) => /(^|_)user_ids?$/.test(name));
    expect(ids.length).toBeGreaterThan(50);
    expect(told(ids.filter((one) => !isNumber(one)))).toEqual([]);
    const filters = operations.flatMap(({ parameters = [] }) =>
      parameters.filter((one) => one.in === 'query' && /^(actor|member|person|user)/.test(one.name)),
    );
    expect([...new Set(filters.filter((one) => !('deprecated' in one)).map(({ name }) => name))].sort()).toEqual([
      'actor_user_id',
      'member_user_id',
    ]);
    const accounts = members.filter(
      ({ place, name, schema }) => name === 'id' && schema.type === 'string' && /User|Caller|Guest|Session/.test(place),
    );
    expect([...new Set(accounts.map(({ place }) => place))].sort()).toEqual(ACCOUNTS);
  });

  it('who did something: `…_by_user_id` with one set of verbs; former names are deprecated', () => {
    const by = members.filter(({ name }) => /_by(_user_id)?$/.test(name) || name === 'author_user_id');
    const current = by.filter(({ schema }) => schema.deprecated !== true);
    const ofPeople = current.filter((one) => one.name.endsWith('_user_id'));
    expect([...new Set(ofPeople.map(({ name }) => name.replace('_by_user_id', '')))].sort()).toEqual(VERBS);
    expect(told(current.filter((one) => one.name.endsWith('_by') && JSON.stringify(one.schema.type ?? '').includes('integer')))).toEqual(
      [],
    );
    const former = by.filter(({ schema }) => schema.deprecated === true);
    expect(told(former).length).toBeGreaterThan(5);
  });

  it('a list: in pages with `pagination`, or whole with `total_count`', () => {
    const forms = operations.flatMap(({ operationId, method, path, responses }) => {
      const answer = responses['200'];
      if (method !== 'get' || !operationId.startsWith('list') || !path.startsWith('/api/v1/') || answer === undefined || '$ref' in answer)
        return [];
      const { properties } = (answer.content?.['application/json']?.['schema'] ?? {}) as Schema;
      const names = Object.keys(properties?.['data']?.properties ?? {});
      return [{ operationId, forms: ['pagination', 'total_count'].filter((name) => names.includes(name)) }];
    });
    expect(forms.length).toBeGreaterThan(50);
    expect(forms.filter(({ forms: its }) => its.length !== 1)).toEqual([]);
  });
});
