import { describe, expect, it } from '@jest/globals';
import { DomainError } from '../../../shared/domain-error.js';
import { BULK_REQUEST_MESSAGE } from '../schema/urns.js';
import { readBulkRequest } from './bulk-request.js';

const request = (...Operations: unknown[]) => ({ schemas: [BULK_REQUEST_MESSAGE], Operations });
const refusalOf = (body: unknown) => {
  try {
    readBulkRequest(body);
  } catch (error) {
    return error instanceof DomainError ? [error.kind, error.code] : error;
  }
  return 'read';
};
const only = (operation: unknown) => readBulkRequest(request(operation)).operations[0];
const user = { method: 'POST', path: '/Users', bulkId: 'a', data: { userName: 'a' } };

describe('a bulk request', () => {
  it.each([
    ['a list', []],
    ['null', null],
    ['text', 'Operations'],
    ['no schemas', { Operations: [user] }],
    ['schemas of another message', { schemas: ['urn:x'], Operations: [user] }],
    ['no operations', { schemas: [BULK_REQUEST_MESSAGE] }],
    ['operations that are no list', { schemas: [BULK_REQUEST_MESSAGE], Operations: user }],
    ['an empty list of operations', request()],
  ])('is refused as a whole: %s', (_, body) => {
    expect(refusalOf(body)).toEqual(['invalid', 'invalidSyntax']);
  });

  it('is refused with the same bulkId for two creations', () => {
    expect(refusalOf(request(user, { ...user, path: '/Groups' }))).toEqual(['invalid', 'invalidValue']);
  });

  it.each([-1, 1.5, '1', true])('is refused with failOnErrors %p', (failOnErrors) => {
    expect(refusalOf({ ...request(user), failOnErrors })).toEqual(['invalid', 'invalidValue']);
  });

  it('may hold 1,000 operations and not one more', () => {
    const users = Array.from({ length: 1_001 }, (_, index) => ({ ...user, bulkId: String(index) }));
    expect(readBulkRequest(request(...users.slice(1))).operations).toHaveLength(1_000);
    expect(refusalOf(request(...users))).toEqual(['too_large', 'PAYLOAD_TOO_LARGE']);
  });

  it('is read whatever the case of the names and of the method', () => {
    const { operations } = readBulkRequest({
      Schemas: [BULK_REQUEST_MESSAGE.toUpperCase()],
      operations: [{ Method: 'post', PATH: '/Users', BULKID: 'a', Data: { userName: 'a' } }],
    });
    expect(operations).toEqual([
      { index: 0, method: 'POST', bulkId: 'a', type: 'User', target: null, version: null, data: { userName: 'a' } },
    ]);
  });

  it.each([
    ['/Users/1', 'User', '1'],
    ['Users/1', 'User', '1'],
    ['/Groups/1/', 'Group', '1'],
    ['/Groups/bulkId:a%20b', 'Group', 'bulkId:a b'],
    ['/Groups/%ff', 'Group', '%ff'],
  ])('takes the path %s', (path, type, target) => {
    expect(only({ method: 'DELETE', path })).toMatchObject({ type, target, data: null });
  });

  it.each([
    ['no object', 1, 'invalidSyntax'],
    ['no method', { ...user, method: undefined }, 'invalidSyntax'],
    ['a method that changes nothing', { ...user, method: 'GET' }, 'invalidSyntax'],
    ['a method that is no text', { ...user, method: {} }, 'invalidSyntax'],
    ['no path', { ...user, path: undefined }, 'invalidValue'],
    ['an unknown type', { ...user, path: '/Schemas' }, 'invalidValue'],
    ['a path in other case', { ...user, path: '/users' }, 'invalidValue'],
    ['a path with a query', { ...user, path: '/Users?a=b' }, 'invalidValue'],
    ['a path that goes on', { method: 'DELETE', path: '/Users/1/2' }, 'invalidValue'],
    ['a creation with an id', { ...user, path: '/Users/1' }, 'invalidValue'],
    ['a change without an id', { method: 'PATCH', path: '/Users', data: {} }, 'invalidValue'],
    ['a creation without a bulkId', { ...user, bulkId: undefined }, 'invalidSyntax'],
    ['a creation with an empty bulkId', { ...user, bulkId: '' }, 'invalidSyntax'],
    ['no data', { ...user, data: undefined }, 'invalidSyntax'],
    ['data that is a list', { ...user, data: [] }, 'invalidSyntax'],
    ['a version that is a number', { method: 'DELETE', path: '/Users/1', version: 1 }, 'invalidSyntax'],
  ])('has an operation that fails alone: %s', (_, operation, scimType) => {
    expect(only(operation)).toMatchObject({ index: 0, refusal: { kind: 'invalid', scimType } });
  });
});
