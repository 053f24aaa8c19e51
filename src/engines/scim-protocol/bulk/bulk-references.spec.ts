import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../json.js';
import { ENTERPRISE_SCHEMA, PATCH_MESSAGE } from '../schema/urns.js';
import type { BulkOperation } from './bulk-request.js';
import { partData, referencesOf, resolveReferences } from './bulk-references.js';

const operation = (data: JsonObject, more: Partial<BulkOperation> = {}): BulkOperation => ({
  index: 0,
  method: 'POST',
  bulkId: 'own',
  type: 'Group',
  target: null,
  version: null,
  data,
  ...more,
});
const IDS = new Map([
  ['a', 'id-of-a'],
  ['b c', 'id-of-b'],
]);
const resolved = (data: JsonObject, more?: Partial<BulkOperation>) => resolveReferences(operation(data, more), IDS);

describe('references in a bulk request', () => {
  it('are found in members, managers, the path of the operation and filters of PATCH paths', () => {
    const data: JsonObject = {
      members: [{ value: 'bulkId:1', $ref: '../Users/bulkId:2' }],
      manager: 'bulkId:3',
      Operations: [
        { op: 'remove', path: 'members[value eq "bulkId:4"]' },
        { op: 'add', path: 'members', value: [{ value: 'bulkId:6' }] },
        { op: 'replace', path: `${ENTERPRISE_SCHEMA}:manager`, value: 'bulkId:7' },
        { op: 'add', value: { [`${ENTERPRISE_SCHEMA}:manager`]: { value: 'bulkId:8' } } },
        { op: 'add', path: 'nickName', value: 'bulkId:text' },
      ],
      nickName: 'bulkId:text',
      emails: [{ value: 'bulkId:text' }],
    };
    expect([...referencesOf(operation(data, { target: 'bulkId:5', method: 'PATCH' }))].sort()).toEqual([...'12345678']);
  });

  it('become the ids of what they stand for', () => {
    expect(resolved({ members: [{ value: 'bulkId:a', $ref: '/Users/bulkId:a' }], title: 'bulkId' }).data).toEqual({
      members: [{ value: 'id-of-a', $ref: '/Users/id-of-a' }],
      title: 'bulkId',
    });
    expect(
      resolved(
        { Operations: [{ op: 'remove', path: 'members[value eq "bulkId:a" or value eq "bulkId:b c"]' }] },
        { method: 'PATCH', target: 'bulkId:b c' },
      ),
    ).toMatchObject({
      target: 'id-of-b',
      data: { Operations: [{ path: 'members[value eq "id-of-a" or value eq "id-of-b"]' }] },
    });
  });

  it.each([
    ['a member', { members: [{ value: 'bulkId:unknown' }] }],
    ['a manager', { manager: 'bulkId:unknown' }],
    ['a name of every object', { members: [{ value: 'bulkId:__proto__' }] }],
  ])('to nothing are refused, and never kept as text: %s', (_, data) => {
    expect(() => resolved(data)).toThrow(expect.objectContaining({ kind: 'conflict', scimType: 'invalidValue' }));
  });

  it('leave data alone that has none, a name like __proto__ too', () => {
    const data = JSON.parse('{"__proto__": {"x": 1}, "title": "x"}') as JsonObject;
    expect(resolved(data).data).toBe(data);
    const mixed = JSON.parse('{"__proto__": {"x": 1}, "manager": "bulkId:a"}') as JsonObject;
    expect(JSON.stringify(resolved(mixed).data)).toBe('{"__proto__":{"x":1},"manager":"id-of-a"}');
  });
});

describe('references in a circle', () => {
  const absent = new Set(['x']);

  it('put members off that are not there yet, and no others', () => {
    const data = { displayName: 'g', Members: [{ value: 'bulkId:x' }, { value: 'bulkId:a' }] };
    expect(partData('Group', data, absent)).toEqual({
      data: { displayName: 'g', Members: [{ value: 'bulkId:a' }] },
      completion: {
        schemas: [PATCH_MESSAGE],
        Operations: [{ op: 'add', path: 'members', value: [{ value: 'bulkId:x' }] }],
      },
    });
  });

  it.each([{ value: 'bulkId:x' }, 'bulkId:x'])('put a manager off: %p', (manager) => {
    const data = { userName: 'u', [ENTERPRISE_SCHEMA]: { manager, division: 'd' } };
    expect(partData('User', data, absent)).toEqual({
      data: { userName: 'u', [ENTERPRISE_SCHEMA]: { division: 'd' } },
      completion: {
        schemas: [PATCH_MESSAGE],
        Operations: [{ op: 'add', path: `${ENTERPRISE_SCHEMA}:manager`, value: manager }],
      },
    });
  });

  it('put nothing off that is there', () => {
    const data = { displayName: 'g', members: [{ value: 'bulkId:a' }] };
    expect(partData('Group', data, absent)).toEqual({ data, completion: null });
  });
});
