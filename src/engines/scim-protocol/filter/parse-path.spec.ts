import { describe, expect, it } from '@jest/globals';
import { InvalidFilter, InvalidPath } from '../scim.errors.js';
import { parsePath } from './parse-path.js';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

describe('a path', () => {
  it.each([
    ['members', null, 'members', null, false],
    ['name.familyName', null, 'name', 'familyName', false],
    ['addresses[type eq "work"]', null, 'addresses', null, true],
    ['members[value eq "2819c223-7f76-453a-919d-413861904646"].displayName', null, 'members', 'displayName', true],
    ['addresses[type eq "a]b[c"].street-Address', null, 'addresses', 'street-Address', true],
    [`${ENTERPRISE}:manager.displayName`, ENTERPRISE, 'manager', 'displayName', false],
    [`${ENTERPRISE}`, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0', 'User', null, false],
  ])('reads %s', (text, schema, attribute, subAttribute, hasValues) => {
    const { path, values } = parsePath(text);
    expect(path).toEqual({ schema, attribute, subAttribute });
    expect(values !== null).toBe(hasValues);
  });

  it.each([
    '',
    'a b',
    'a.b.c',
    'members.value[a pr]',
    'members[value pr]x',
    'members[value pr].',
    'members[value pr].a.b',
    'members[value pr].urn:x:y',
    '[value pr]',
    'emails[a pr][b pr]',
    'emails[type eq "work"',
    '[',
    'emails[',
    ':a',
    'a"',
  ])('refuses %j as a path', (text) => {
    expect(() => parsePath(text)).toThrow(InvalidPath);
  });

  it.each(['emails[]', 'emails[type eq work]', 'emails[a[b pr]]'])('refuses %j as a filter', (text) => {
    expect(() => parsePath(text)).toThrow(InvalidFilter);
  });
});
