import { isJsonObject, type JsonObject } from '../../engines/scim-protocol/json.js';
import { knownAttributes } from '../../engines/scim-protocol/known-attributes.js';
import { project, type Projection } from '../../engines/scim-protocol/projection.js';
import type { GroupReference, Resource, ResourceReference } from './resource.js';
import type { ResourceTypeName } from '../../engines/scim-protocol/schema/resource-type.js';
import { extensionsOf, schemaOf } from '../../engines/scim-protocol/schema/definitions.js';
import { ENTERPRISE_SCHEMA } from '../../engines/scim-protocol/schema/urns.js';

/** What a resource shows about others; `null` for what was not asked for, and not read. */
export interface Relations {
  /** The groups of a user. */
  readonly groups: readonly GroupReference[] | null;
  /** The members of a group. */
  readonly members: readonly ResourceReference[] | null;
  /** The user that the manager of a user is, if the organization has them. */
  readonly manager: ResourceReference | null;
}

export const NO_RELATIONS: Relations = { groups: null, members: null, manager: null };

/**
 * A resource as an answer shows it (RFC 7643 section 3): `schemas` lists the core schema and the extensions that have values.
 * @param baseUrl where SCIM lives, without a slash at the end: `https://…/scim/v2`
 */
export function represent(resource: Resource, relations: Relations, projection: Projection, baseUrl: string): JsonObject {
  const { id, type, attributes, createdAt, lastModifiedAt, version, isInferred } = resource;
  const { externalId, ...rest } = {
    ...(isInferred === true && version === 1 && inferredName(attributes)),
    ...knownAttributes(type, attributes),
  };
  const extensions = extensionsOf(type)
    .map((extension) => extension.id)
    .filter((urn) => Object.hasOwn(rest, urn));
  const whole: JsonObject = {
    schemas: [schemaOf(type).id, ...extensions],
    id,
    ...(externalId === undefined ? {} : { externalId }),
    ...pick(
      rest,
      schemaOf(type).attributes.map(({ name }) => name),
    ),
    ...related(relations, baseUrl),
    ...extensionValues(rest, extensions, relations.manager, baseUrl),
    meta: {
      resourceType: type,
      created: createdAt.toISOString(),
      lastModified: lastModifiedAt.toISOString(),
      location: locationOf(baseUrl, type, id),
      version: etagOf(version),
    },
  };
  return project(projection, type, whole);
}

/**
 * Okta imports nobody without a given and a family name. Of a member who was there before the directory only the username is known, often
 * with both in it. Shown and not kept, so that it outlives no name that a directory sends.
 */
function inferredName({ displayName }: JsonObject): JsonObject {
  if (typeof displayName !== 'string') return {};
  const words = (displayName.split('@')[0] ?? '').split(/[\s._+-]+/).filter((word) => word !== '');
  const [givenName = displayName, ...others] = words;
  return { name: { givenName, familyName: others.join(' ') || givenName } };
}

/** Weak (RFC 7644 section 3.14): what a resource shows of others may change without it. */
export function etagOf(version: number): string {
  return `W/"${version}"`;
}

export function locationOf(baseUrl: string, type: ResourceTypeName, id: string): string {
  return `${baseUrl}/${type}s/${id}`;
}

/** The id of the manager in the attributes of a user; it need not be a user here. */
export function managerOf(attributes: JsonObject): string | null {
  const extension = attributes[ENTERPRISE_SCHEMA];
  const manager = isJsonObject(extension) ? extension['manager'] : undefined;
  const value = isJsonObject(manager) ? manager['value'] : undefined;
  return typeof value === 'string' ? value : null;
}

function related({ groups, members }: Relations, baseUrl: string): JsonObject {
  return {
    ...(groups === null || groups.length === 0
      ? {}
      : {
          groups: groups.map((each) => ({
            ...reference(each, baseUrl),
            type: each.direct ? 'direct' : 'indirect',
          })),
        }),
    ...(members === null || members.length === 0
      ? {}
      : { members: members.map((each) => ({ ...reference(each, baseUrl), type: each.type })) }),
  };
}

function reference({ id, type, display }: ResourceReference, baseUrl: string): JsonObject {
  return { value: id, $ref: locationOf(baseUrl, type, id), ...(display === null ? {} : { display }) };
}

function extensionValues(
  attributes: JsonObject,
  extensions: readonly string[],
  manager: ResourceReference | null,
  baseUrl: string,
): JsonObject {
  const values = pick(attributes, extensions);
  const enterprise = values[ENTERPRISE_SCHEMA];
  const sent = isJsonObject(enterprise) ? enterprise['manager'] : undefined;
  if (manager === null || !isJsonObject(enterprise) || !isJsonObject(sent)) return values;
  const { id, type, display } = manager;
  const shown = {
    ...sent,
    $ref: locationOf(baseUrl, type, id),
    ...(display === null ? {} : { displayName: display }),
  };
  return { ...values, [ENTERPRISE_SCHEMA]: { ...enterprise, manager: shown } };
}

function pick(object: JsonObject, names: readonly string[]): JsonObject {
  const entries = names.filter((name) => Object.hasOwn(object, name)).map((name) => [name, object[name]]);
  return Object.fromEntries(entries) as JsonObject;
}
