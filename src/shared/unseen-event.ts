import type { AuditEvent } from './ports/audit-trail.js';

type Place = Pick<AuditEvent, 'organizationId' | 'detail'>;

/**
 * Where an event about a person whom a directory brings is kept. Until they come, their organization reads only what
 * its directory says about them (`scim.user_*`). Whether they have an account here already, and so become a member or
 * are invited, is the installation's business.
 */
export function placeOfEvent(organizationId: number, hasCome: boolean, detail: AuditEvent['detail']): Place {
  if (!hasCome) return { organizationId: null, detail: { ...detail, organization_id: organizationId } };
  return { organizationId, ...(detail && { detail }) };
}
