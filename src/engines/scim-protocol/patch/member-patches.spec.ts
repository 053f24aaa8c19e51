import { describe, expect, it } from '@jest/globals';
import { readResource } from '../read-resource.js';
import { GROUP_SCHEMA, PATCH_MESSAGE } from '../schema/urns.js';
import { applyPatch } from './apply-patch.js';

const TEAM = { displayName: 'Team' };

function group(...operations: unknown[]): ReturnType<typeof applyPatch> {
  return applyPatch('Group', TEAM, { schemas: [PATCH_MESSAGE], Operations: operations }, { id: 'g-1' });
}

describe('members', () => {
  it.each<[string, unknown, unknown]>([
    ['all go', { op: 'remove', path: 'members' }, { kind: 'remove', values: null }],
    [
      'several go by their ids',
      { op: 'remove', path: 'members[value eq "a" or value eq "b"]' },
      {
        kind: 'remove',
        values: ['a', 'b'],
      },
    ],
    [
      'those of a type go',
      { op: 'remove', path: 'members[type eq "Group"]' },
      {
        kind: 'remove',
        values: expect.objectContaining({ kind: 'compare', operator: 'eq', value: 'Group' }),
      },
    ],
    [
      'one comes without a list',
      { op: 'add', path: 'members', value: { value: 'a' } },
      {
        kind: 'add',
        members: [{ value: 'a' }],
      },
    ],
    [
      'one comes by a path with its id',
      { op: 'add', path: 'members[value eq "a"]', value: { display: 'x' } },
      {
        kind: 'add',
        members: [{ value: 'a' }],
      },
    ],
    [
      'one comes without a path',
      { op: 'add', value: { members: [{ value: 'a' }] } },
      {
        kind: 'add',
        members: [{ value: 'a' }],
      },
    ],
  ])('%s', (_, operation, change) => {
    expect(group(operation)).toEqual({ attributes: TEAM, members: [change], password: null, changed: false });
  });

  it('come by the thousand', () => {
    const value = Array.from({ length: 50_000 }, (_, index) => ({ value: `member-${index}` }));
    const [change] = group({ op: 'add', path: 'members', value }).members;
    expect(change).toMatchObject({ kind: 'add', members: { length: 50_000 } });
  });

  it.each<[unknown]>([['a'], [['a']], [['a', { value: 'a' }]]])('come as bare ids: %j', (value) => {
    const members = [{ value: 'a' }];
    for (const operation of [
      { op: 'add', path: 'members', value },
      { op: 'add', value: { members: value } },
    ])
      expect(group(operation).members).toEqual([{ kind: 'add', members }]);
    expect(group({ op: 'replace', path: 'members', value }).members).toEqual([{ kind: 'replace', members }]);
    expect(readResource('Group', { schemas: [GROUP_SCHEMA], displayName: 'Team', members: value }).members).toEqual(members);
  });
});
