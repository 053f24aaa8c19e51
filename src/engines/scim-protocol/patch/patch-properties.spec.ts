import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../json.js';
import { readResource } from '../read-resource.js';
import { keysOf } from '../../../scim/domain/resource-keys.js';
import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, PATCH_MESSAGE, USER_SCHEMA } from '../schema/urns.js';
import { ScimRefusal } from '../scim.errors.js';
import { applyPatch } from './apply-patch.js';
import { anyCharacter } from '../../../../test/support/any-character.js';

const USER: JsonObject = {
  userName: 'bjensen',
  name: { givenName: 'Barbara' },
  emails: [{ value: 'a@b.c', type: 'work', primary: true }],
  [ENTERPRISE_SCHEMA]: { department: 'Tours' },
};
const NAMES = [
  'userName',
  'name',
  'emails',
  'addresses',
  'active',
  'members',
  'displayName',
  'password',
  'id',
  'meta',
  'schemas',
  'groups',
  'value',
  'type',
  'primary',
  'manager',
  'externalId',
  'x509Certificates',
  '__proto__',
  'constructor',
  'name.givenName',
  ENTERPRISE_SCHEMA,
  `${ENTERPRISE_SCHEMA}:manager`,
  'urn:example:2.0:Badge',
  'emails[type eq "work"].value',
];
const PATHS = [
  ...NAMES,
  'emails[type eq "home"]',
  'emails[value co "a"]',
  'roles[primary eq "True"].value',
  'emails.type',
  'members[value eq "a"]',
  `${ENTERPRISE_SCHEMA}:department`,
  'urn:example:2.0:Badge:color',
  'name[',
  '[',
  'a.b.c',
  '',
  'emails[type eq "work"].toString',
];

const name = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...NAMES) }, fc.string({ unit: anyCharacter }));
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, 'True', 'work', 'a@b.c', '', 'a\0', '\ud800', Infinity, -1, [], {}),
    fc.string({ unit: anyCharacter }),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(name, tie('json'), { maxKeys: 5 }),
  ),
}));
const operation = fc.record(
  {
    op: fc.constantFrom<unknown>('add', 'Replace', 'REMOVE', 'replace', 'remove', 'move', 7),
    path: fc.oneof({ weight: 6, arbitrary: fc.constantFrom<unknown>(...PATHS, undefined) }, json),
    value: json,
  },
  { requiredKeys: ['op'] },
);
const message = fc.array(operation, { minLength: 1, maxLength: 4 }).map((Operations) => ({
  schemas: [PATCH_MESSAGE],
  Operations,
}));

function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch (error) {
    if (error instanceof ScimRefusal) return null;
    throw error;
  }
}

function deeplyFrozen<T extends JsonValue>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach((each) => deeplyFrozen(each));
  return Object.freeze(value);
}

const user = (attributes: JsonObject, ...operations: unknown[]): JsonObject =>
  applyPatch('User', attributes, { schemas: [PATCH_MESSAGE], Operations: operations }, { id: 'u-1' }).attributes;

describe('whatever is sent', () => {
  it('a resource is read or refused in the words of SCIM', () => {
    const body = fc.dictionary(name, json);
    fc.assert(
      fc.property(fc.constantFrom('User' as const, 'Group' as const), fc.oneof(body, json), (type, sent) => {
        const named = { ...(sent as object), schemas: [USER_SCHEMA, GROUP_SCHEMA] };
        for (const each of [sent, named, { ...named, userName: 'x', displayName: 'y' }]) {
          const read = attempt(() => readResource(type, each));
          if (read === null) continue;
          const again = { schemas: named.schemas, ...read.attributes };
          expect(readResource(type, again).attributes).toEqual(read.attributes);
          expect(JSON.parse(JSON.stringify(read.attributes))).toEqual(read.attributes);
          expect(keysOf(type, read.attributes).nameKey).not.toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });

  it('a PATCH is applied or refused in the words of SCIM, and changes nothing that was passed in', () => {
    const before = deeplyFrozen(structuredClone(USER));
    fc.assert(
      fc.property(message, (sent) => {
        const frozen = JSON.stringify(sent);
        const result = attempt(() => applyPatch('User', before, sent, { id: 'u-1' }));
        expect(JSON.stringify(sent)).toBe(frozen);
        expect(before).toEqual(USER);
        if (result === null) return;
        const { attributes } = result;
        expect(readResource('User', { schemas: [USER_SCHEMA], ...attributes }).attributes).toEqual(attributes);
        if (!result.changed) expect(attributes).toEqual(USER);
      }),
      { numRuns: 300 },
    );
  });

  it('a PATCH of a group keeps members out of its attributes', () => {
    fc.assert(
      fc.property(message, (sent) => {
        const result = attempt(() => applyPatch('Group', { displayName: 'Team' }, sent, { id: 'g-1' }));
        expect(Object.keys(result?.attributes ?? {})).not.toContain('members');
      }),
      { numRuns: 300 },
    );
  });
});

describe('PATCH operations', () => {
  const text = fc.string({ minLength: 1 });
  const address = fc.record({ value: text, type: fc.constantFrom('home', 'other', 'x') });

  it('undo each other: what is added and removed was never there', () => {
    fc.assert(
      fc.property(address, (value) => {
        const path = `emails[type eq "${value.type}"]`;
        expect(user(USER, { op: 'add', path: 'emails', value: [value] }, { op: 'remove', path })).toEqual(USER);
        expect(user(USER, { op: 'add', path: 'title', value: value.value }, { op: 'remove', path: 'title' })).toEqual(USER);
      }),
    );
  });

  it('change nothing the second time', () => {
    fc.assert(
      fc.property(message, (sent) => {
        const once = attempt(() => applyPatch('User', USER, sent, { id: 'u-1' }));
        const adds = sent.Operations.every(({ op, path }) => op === 'add' && (typeof path !== 'string' || !path.includes('[')));
        if (once === null || !adds || sent.Operations.length > 1) return;
        expect(applyPatch('User', once.attributes, sent, { id: 'u-1' }).attributes).toEqual(once.attributes);
      }),
      { numRuns: 300 },
    );
  });

  it('leave the value primary that was last made so, and none once that is written as another', () => {
    const primary = fc.record({ value: fc.constantFrom('a', 'b', 'ref'), primary: fc.boolean() });
    fc.assert(
      fc.property(fc.array(primary, { maxLength: 8 }), (values) => {
        const operations = values.map((value) => ({ op: 'add', path: 'emails', value }));
        if (operations.length === 0) return;
        const { emails } = user(USER, ...operations);
        const all = emails as readonly JsonObject[];
        const isWrittenAgain = (index: number): boolean => values.slice(index + 1).some(({ value }) => value === values[index]?.value);
        const last = values.findLastIndex((each) => each.primary);
        const expected = last === -1 ? ['a@b.c'] : isWrittenAgain(last) ? [] : [values[last]?.value];
        expect(all.filter((each) => each['primary'] === true).map((each) => each['value'])).toEqual(expected);
      }),
    );
  });

  it('give back what a replacement without a path gives', () => {
    fc.assert(
      fc.property(text, text, (title, givenName) => {
        const value = { title, name: { givenName } };
        expect(user(USER, { op: 'replace', value })).toEqual({ ...USER, ...value });
      }),
    );
  });
});
