import { PERMISSIONS, type Permission } from '../../shared/permission.js';
import { type Attribute, CONTEXT_ATTRIBUTES, RESOURCE_ATTRIBUTES, USER_ATTRIBUTES } from './attributes.js';
import type { Resource } from './policy-request.js';

type ResourceType = Resource['type'];

/** What an act with a permission is done to. Things are listed and made in the organization, so it is always among them. */
export function actsOn(permission: Permission): readonly ResourceType[] {
  if (permission.startsWith('workspace.')) return ['Organization', 'Workspace'];
  return /^(template|data_source|query)\./.test(permission) ? ['Organization', 'DataSource'] : ['Organization'];
}

/** Policies are written, checked and evaluated against it. */
export const CEDAR_SCHEMA = `entity Organization;
entity User in [Organization] = {
${fieldsOf(USER_ATTRIBUTES)}
} tags Set<String>;
entity Workspace in [Organization] = {
${fieldsOf(RESOURCE_ATTRIBUTES)}
};
entity DataSource in [Organization] = {
${fieldsOf(RESOURCE_ATTRIBUTES)}
};
type Request = {
${fieldsOf(CONTEXT_ATTRIBUTES)}
};
${(Object.keys(PERMISSIONS) as Permission[]).map(actionOf).join('\n')}
`;

function fieldsOf(catalogue: Readonly<Record<string, Attribute>>): string {
  return Object.entries(catalogue)
    .map(([name, { type, isRequired }]) => `  ${name}${isRequired ? '' : '?'}: ${type},`)
    .join('\n');
}

function actionOf(permission: Permission): string {
  return `action "${permission}" appliesTo { principal: [User], resource: [${actsOn(permission).join(', ')}], context: Request };`;
}
