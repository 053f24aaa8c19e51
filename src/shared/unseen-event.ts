import type { AuditEvent } from './ports/audit-trail.js';

type Place = Pick<AuditEvent, 'organizationId' | 'detail'>;

/**
 * Where an event about a person that a directory brings is kept. Until they come, their organization reads of them what its directory
 * says (`scim.user_*`) and no more: whether they have an account here already, and so become a member or are invited, is the
 * installation's business.
 */
export function placeOfEvent(organizationId: number, hasCome: boolean, detail: AuditEvent['detail']): Place {
  if (!hasCome) return { organizationId: null, detail: { ...detail, organization_id: organizationId } };
  return { organizationId, ...(detail && { detail }) };
}
