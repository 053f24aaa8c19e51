import type { Permission } from './permission.js';

/**
 * What the export of an organization takes. Whoever may see each part of it may have the whole, and nobody else: it shows nothing that the
 * pages do not.
 */
export const OF_EXPORTS: readonly Permission[] = [
  'organization.read',
  'organization.update',
  'member.read',
  'member.invite',
  'member.security.read',
  'role.read',
  'workspace.read',
  'workspace.delete',
  'template.read',
  'data_source.read',
  'data_source.write',
  'query.run',
  'query.manage',
  'sso.read',
  'scim.manage',
  'abac.read',
  'audit.read',
];
