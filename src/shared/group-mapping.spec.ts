import { describe, expect, it } from '@jest/globals';
import { type GroupMapping, addedTo, givenBy } from './group-mapping.js';

const mapping = (groupId: string, roleId: number, workspaceId: number | null): GroupMapping => ({ groupId, roleId, workspaceId });
const settings = (...mappings: GroupMapping[]) => ({ defaultRoleId: null, mappings, version: 1 });

describe('what groups give', () => {
  it('is at each place what the first row gives that names one of them, by its exact name', () => {
    const rows = [
      mapping('b', 1, null),
      mapping('a', 2, null),
      mapping('a', 3, 7),
      mapping('b', 4, 7),
      mapping('c', 5, 8),
      mapping('A', 6, 9),
    ];
    expect(givenBy(rows, new Set(['a', 'b', 'B']))).toEqual([rows[0], rows[2]]);
    expect(givenBy(rows, new Set(['a']))).toEqual([rows[1], rows[2]]);
    expect(givenBy(rows, new Set())).toEqual([]);
  });
});

describe('what a new mapping of groups adds', () => {
  it('is told once for each workspace, with the places in the request', () => {
    const before = settings(mapping('a', 1, 7), mapping('b', 1, null));
    const after = settings(mapping('a', 1, 7), mapping('b', 2, null), mapping('c', 1, 7), mapping('c', 3, 8), mapping('d', 2, 7));
    expect([...addedTo(before, after)]).toEqual([
      [
        7,
        [
          { field: 'mappings[2]', roleId: 1, workspaceId: 7 },
          { field: 'mappings[4]', roleId: 2, workspaceId: 7 },
        ],
      ],
      [8, [{ field: 'mappings[3]', roleId: 3, workspaceId: 8 }]],
    ]);
  });
});
