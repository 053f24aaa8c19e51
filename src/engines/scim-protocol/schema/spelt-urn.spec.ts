import { describe, expect, it } from '@jest/globals';
import type { JsonObject, JsonValue } from '../json.js';
import { applyPatch } from '../patch/apply-patch.js';
import { project, projectionOf } from '../projection.js';
import { readResource } from '../read-resource.js';
import { InvalidPath } from '../scim.errors.js';
import type { AttributeDefinition } from './attribute-definition.js';
import { definitionAt, extensionsOf, schemaOf } from './definitions.js';
import type { ResourceTypeName } from './resource-type.js';
import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, PATCH_MESSAGE, USER_SCHEMA } from './urns.js';
import { readAttributePath } from '../filter/filter-text.js';

const RESOURCES = {
  User: { userName: 'ines', name: { givenName: 'Ines' } },
  Group: { displayName: 'Team' },
} satisfies Record<ResourceTypeName, JsonObject>;
const V1: Readonly<Record<string, string>> = { [USER_SCHEMA]: 'urn:scim:schemas:core:1.0', [GROUP_SCHEMA]: 'urn:scim:schemas:core:1.0' };

/** How clients write the path of an attribute of a schema, beside the right way. */
function misspelt(urn: string, path: string): string[] {
  const [stem = '', type = ''] = urn.split(/:(?=[^:]+$)/);
  const first = V1[urn] ?? 'urn:scim:schemas:extension:enterprise:1.0';
  const colons = path.replace('.', ':');
  return [
    `${urn}.${path}`,
    `${urn}:${colons}`,
    `${urn}s:${path}`,
    `${urn}s.${path}`,
    `${stem}.${type}:${path}`,
    `${stem}:${path}`,
    `${stem}.${path}`,
    `${stem.replace('schemas', 'schema')}:${type}:${path}`,
    `${stem.replace('2.0', '1.0')}:${type}:${path}`,
    `${first}:${path}`,
    `${first}:${type}:${path}`,
    `${urn.toUpperCase()}.${path}`,
  ];
}

/** A value that an attribute takes, so that a change shows. */
function valueFor({ type, multiValued, subAttributes }: AttributeDefinition): JsonValue {
  const one = (): JsonValue => {
    if (type === 'boolean') return false;
    if (type === 'binary') return 'AAAA';
    if (type === 'complex') {
      const value = subAttributes?.find(({ mutability }) => mutability !== 'readOnly');
      return value === undefined ? {} : { [value.name]: valueFor(value) };
    }
    return 'text';
  };
  return multiValued ? [one()] : one();
}

const outcome = (type: ResourceTypeName, operation: Readonly<Record<string, unknown>>): unknown => {
  try {
    return applyPatch(type, RESOURCES[type], { schemas: [PATCH_MESSAGE], Operations: [operation] }, { id: 'id-1' });
  } catch (error) {
    return error;
  }
};

const ATTRIBUTES = (['User', 'Group'] as const).flatMap((type) =>
  [schemaOf(type), ...extensionsOf(type)].flatMap(({ id, attributes }) =>
    attributes.flatMap((attribute) => [
      { type, urn: id, path: attribute.name, definition: attribute },
      ...(attribute.multiValued ? [] : (attribute.subAttributes ?? [])).map((sub) => ({
        type,
        urn: id,
        path: `${attribute.name}.${sub.name}`,
        definition: sub,
      })),
    ]),
  ),
);
/** Nothing tells "all of a group" from "the groups of a user". */
const hasOneReading = (name: string): boolean => !/:(?:1\.0|2\.0)[:.]groups$/i.test(name);

describe('a URN of SCIM that is slightly wrong', () => {
  it.each(ATTRIBUTES)('is understood before $path of $urn in a PATCH', ({ type, urn, path, definition }) => {
    for (const op of ['replace', 'remove'])
      for (const name of misspelt(urn, path).filter(hasOneReading)) {
        const value: JsonObject = op === 'replace' ? { value: valueFor(definition) } : {};
        expect([name, outcome(type, { op, path: name, ...value })]).toEqual([
          name,
          outcome(type, { op, path: `${urn}:${path}`, ...value }),
        ]);
        if (op === 'remove' || path.includes('.')) continue;
        const named = (key: string): unknown => outcome(type, { op, value: { [key]: valueFor(definition) } });
        expect([name, named(name)]).toEqual([name, named(`${urn}:${path}`)]);
      }
  });

  it.each(ATTRIBUTES)('is understood before $path of $urn in filters, sorts and lists of attributes', ({ type, urn, path }) => {
    for (const name of misspelt(urn, path).filter(hasOneReading)) {
      const keys = (text: string): readonly string[] | undefined => {
        const read = readAttributePath(text);
        return read === null ? undefined : definitionAt(type, read)?.keys;
      };
      expect([name, keys(name)]).toEqual([name, keys(path)]);
    }
  });

  it('is understood before brackets', () => {
    const path = `${USER_SCHEMA}.emails[type eq "work"].value`;
    expect(outcome('User', { op: 'add', path, value: 'a@b.example' })).toMatchObject({
      attributes: { emails: [{ type: 'work', value: 'a@b.example' }] },
    });
  });

  it.each([`${ENTERPRISE_SCHEMA}s`, 'urn:scim:schemas:extension:enterprise:1.0', ENTERPRISE_SCHEMA.replace(/:User$/, '')])(
    'is understood where it names a whole extension: %s',
    (urn) => {
      const said = { department: 'Tours' };
      const expected = { [ENTERPRISE_SCHEMA]: said };
      for (const operation of [
        { op: 'add', path: urn, value: said },
        { op: 'add', value: { [urn]: said } },
      ])
        expect(outcome('User', operation)).toMatchObject({ attributes: expected });
      expect(readResource('User', { schemas: [USER_SCHEMA], userName: 'ines', [urn]: said }).attributes).toEqual({
        userName: 'ines',
        ...expected,
      });
      expect(project(projectionOf({ attributes: urn }), 'User', { userName: 'ines', ...expected })).toEqual(expected);
    },
  );

  it.each([`${USER_SCHEMA}:active`, `${USER_SCHEMA}.active`, 'urn:scim:schemas:core:1.0:active'])(
    'is understood before an attribute of a new or replaced resource: %s',
    (name) =>
      expect(readResource('User', { schemas: [USER_SCHEMA], userName: 'ines', [name]: false }).attributes).toEqual({
        userName: 'ines',
        active: false,
      }),
  );

  it.each([
    `${USER_SCHEMA}r:active`,
    `${USER_SCHEMA}:activ`,
    `${USER_SCHEMA}.activ`,
    `${USER_SCHEMA}:active:value`,
    `${USER_SCHEMA}.a.b.c`,
    `${USER_SCHEMA}..active`,
    `${GROUP_SCHEMA}:displayName`,
    `${GROUP_SCHEMA}s.displayName`,
    'urn:ietf:params:scim:schemas:core:3.0:User:active',
    'urn:ietf:params:scim:schemas:core:User:active',
    'urn:ietf:params:scim:schemas:core',
    'urn:ietf:params:scim:schemas:core:2.0',
    `${ENTERPRISE_SCHEMA}.departmnt`,
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:Group:manager',
  ])('has no reading, so that a change by it is refused and not lost: %s', (name) => {
    expect(outcome('User', { op: 'replace', path: name, value: false })).toBeInstanceOf(InvalidPath);
    expect(outcome('User', { op: 'remove', path: name })).toBeInstanceOf(InvalidPath);
    expect(outcome('User', { op: 'replace', value: { [name]: false } })).toBeInstanceOf(InvalidPath);
  });

  it.each([
    'urn:ietf:params:scim:schemas:extension:Custom:2.0:User',
    'urn:ietf:params:scim:schemas:extension:enterprise-more:2.0:User',
    'urn:ietf:params:scim:schemas:corellia:2.0:User',
    'urn:example:scim:schemas:core:2.0:User',
    'urn:custom:User',
  ])('is none where another namespace begins: %s', (urn) => {
    for (const operation of [
      { op: 'replace', path: `${urn}:active`, value: false },
      { op: 'replace', value: { [`${urn}:active`]: false } },
      { op: 'replace', value: { [urn]: { active: false } } },
    ])
      expect(outcome('User', operation)).toMatchObject({ changed: false });
  });
});
