import { ALL_PERMISSIONS, type Permission } from '../../shared/permission.js';
import { type Attribute, CONTEXT_ATTRIBUTES, RESOURCE_ATTRIBUTES, USER_ATTRIBUTES } from './attributes.js';
import type { Resource } from './policy-request.js';

type ResourceType = Resource['type'];

/** The kinds of things that a permission acts on. Things are listed and made in the organization, so it is always among them. */
export function actsOn(permission: Permission): readonly ResourceType[] {
  if (permission.startsWith('workspace.')) return ['Organization', 'Workspace'];
  return /^(template|data_source|query)\./.test(permission) ? ['Organization', 'DataSource'] : ['Organization'];
}

export type ActionSet = 'reading rows' | 'everything on a source' | 'everything with templates' | 'all administration';

/** Sets of acts that a policy can name: `action in Action::"reading rows"`. */
export const ACTION_SETS: Readonly<Record<ActionSet, { readonly meaning: string; readonly actions: readonly Permission[] }>> = {
  'reading rows': {
    meaning: 'Read rows of a data source, by whatever way: a query, a question, a template, a key, an AI client.',
    actions: ['query.run'],
  },
  'everything on a source': {
    meaning: 'See data sources, read from them, change them, and keep what is known about them.',
    actions: permissions((name) => /^(data_source|query)\./.test(name)),
  },
  'everything with templates': {
    meaning: 'See, change, publish, render and execute prompt templates.',
    actions: permissions((name) => name.startsWith('template.')),
  },
  'all administration': {
    meaning: 'Everything that the built-in roles viewer and editor may not.',
    actions: [
      ...(['organization.update', 'member.invite', 'member.remove', 'member.security.read', 'member.assist'] as const),
      ...(['role.read', 'role.manage', 'workspace.delete', 'data_source.write', 'query.manage'] as const),
      ...permissions((name) => /^(sso|scim|abac|audit)\./.test(name)),
    ],
  },
};

function permissions(among: (name: Permission) => boolean): readonly Permission[] {
  return ALL_PERMISSIONS.filter(among);
}

/** Policies are written, checked and evaluated against it. */
export const CEDAR_SCHEMA = `entity Organization;
entity User in [Organization] = {
${fieldsOf(USER_ATTRIBUTES)}
} tags Set<String>;
entity Workspace in [Organization] = {
${fieldsOf(RESOURCE_ATTRIBUTES)}
};
entity DataSource in [Organization, Workspace] = {
${fieldsOf(RESOURCE_ATTRIBUTES)}
};
type Request = {
${fieldsOf(CONTEXT_ATTRIBUTES)}
};
${Object.keys(ACTION_SETS)
  .map((name) => `action "${name}";`)
  .join('\n')}
${permissions(() => true)
  .map(actionOf)
  .join('\n')}
`;

function fieldsOf(catalogue: Readonly<Record<string, Attribute>>): string {
  return Object.entries(catalogue)
    .map(([name, { type, isRequired }]) => `  ${name}${isRequired ? '' : '?'}: ${type},`)
    .join('\n');
}

function actionOf(permission: Permission): string {
  const sets = Object.entries(ACTION_SETS).filter(([, { actions }]) => (actions as readonly string[]).includes(permission));
  const within = sets.length === 0 ? '' : ` in [${sets.map(([name]) => `"${name}"`).join(', ')}]`;
  return `action "${permission}"${within} appliesTo { principal: [User], resource: [${actsOn(permission).join(', ')}], context: Request };`;
}
