import { describe, expect, it } from '@jest/globals';
import { parsePath } from '../filter/parse-path.js';
import type { ResourceTypeName } from './resource-type.js';
import { definitionAt } from './definitions.js';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const found = (type: ResourceTypeName, path: string) => definitionAt(type, parsePath(path).path);

describe('the definition of an attribute', () => {
  it.each<[ResourceTypeName, string, string[]]>([
    ['User', 'USERNAME', ['userName']],
    ['User', 'urn:ietf:params:scim:schemas:core:2.0:User:userName', ['userName']],
    ['User', 'URN:IETF:params:scim:schemas:core:2.0:user:NAME.FAMILYname', ['name', 'familyName']],
    ['User', 'externalid', ['externalId']],
    ['User', 'meta.lastmodified', ['meta', 'lastModified']],
    ['User', `${ENTERPRISE}:manager.Value`, [ENTERPRISE, 'manager', 'value']],
    ['User', `${ENTERPRISE.toUpperCase()}:department`, [ENTERPRISE, 'department']],
    ['User', ENTERPRISE, [ENTERPRISE]],
    ['User', 'manager.value', [ENTERPRISE, 'manager', 'value']],
    ['Group', 'members.$REF', ['members', '$ref']],
  ])('of a %s is found for %s', (type, path, keys) => {
    expect(found(type, path)?.keys).toEqual(keys);
  });

  it.each<[ResourceTypeName, string]>([
    ['User', 'shoeSize'],
    ['User', 'members'],
    ['User', 'name.value'],
    ['User', 'userName.value'],
    ['User', 'urn:ietf:params:scim:schemas:core:2.0:Group:displayName'],
    ['User', 'urn:example:custom:userName'],
    ['Group', `${ENTERPRISE}:department`],
    ['Group', ENTERPRISE],
  ])('of a %s is not found for %s', (type, path) => {
    expect(found(type, path)).toBeNull();
  });

  it('of an extension as a whole is complex and holds its attributes', () => {
    const { definition } = found('User', ENTERPRISE) ?? {};
    expect(definition?.type).toBe('complex');
    expect(definition?.subAttributes?.map(({ name }) => name)).toContain('manager');
  });
});
