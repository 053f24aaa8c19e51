import { describe, expect, it } from '@jest/globals';
import { type ActedOn, ALL_PERMISSIONS, includedIn } from './permission.js';

const THINGS: readonly ActedOn[] = ['Organization', 'Workspace', 'DataSource'];

describe('what an act includes', () => {
  it('includes what that includes in turn, and never itself', () => {
    for (const on of THINGS)
      for (const permission of ALL_PERMISSIONS) {
        const included = includedIn(permission, on);
        expect(included).not.toContain(permission);
        for (const one of included) expect(included).toEqual(expect.arrayContaining([...includedIn(one, on)]));
      }
  });

  it('includes seeing a data source, whatever is done to it', () => {
    const others = ALL_PERMISSIONS.filter((permission) => permission !== 'data_source.read');
    expect(others.filter((permission) => !includedIn(permission, 'DataSource').includes('data_source.read'))).toEqual([]);
  });

  it.each([
    ['data_source.write', 'Organization', ['data_source.read']],
    ['template.execute', 'Organization', ['template.read']],
    ['template.execute', 'DataSource', ['template.read', 'data_source.read']],
    ['query.verify', 'DataSource', ['query.run', 'data_source.read']],
    ['workspace.write', 'Workspace', ['workspace.read']],
    ['data_source.read', 'DataSource', []],
    ['organization.read', 'Organization', []],
  ] as const)('%s of a %s: %j', (permission, on, included) => {
    expect(includedIn(permission, on)).toEqual(included);
  });
});
