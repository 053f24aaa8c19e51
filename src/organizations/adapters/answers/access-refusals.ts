import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../shared/caller.js';
import { NotFound } from '../../../shared/domain-error.js';
import type { Permission } from '../../../shared/permission.js';
import type { Asked, Place } from '../../../shared/ports/access-control.js';
import { AuditTrail } from '../../../shared/ports/audit-trail.js';

/** Writes into the audit trail that a caller was refused, and why. */
@Injectable()
export class AccessRefusals {
  constructor(private readonly auditTrail: AuditTrail) {}

  /** For a caller whose roles do not allow it. */
  byRoles(caller: Caller, permission: Permission, place: Place, isStranger: boolean): Promise<void> {
    return this.auditTrail.record({
      action: 'access.refused',
      outcome: 'refused',
      actorUserId: caller.userId,
      // The attempt of a stranger is not an event of the organization: a person who guesses ids must not write into its trail.
      ...(!isStranger && { organizationId: place.organizationId }),
      target: { type: 'organization', id: place.organizationId },
      detail: { permission, workspace_id: place.workspaceId ?? null },
    });
  }

  at(
    caller: Caller,
    permission: Permission,
    place: Place,
    reason: string,
    more: Readonly<Record<string, readonly string[]>> = {},
  ): Promise<void> {
    const { organizationId, workspaceId = null, dataSourceId } = place;
    const source = dataSourceId !== undefined && { data_source_id: dataSourceId };
    return this.auditTrail.record({
      action: 'access.refused',
      outcome: 'refused',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'organization', id: organizationId },
      detail: { permission, workspace_id: workspaceId, ...source, reason, ...more },
    });
  }

  /** @returns what to throw */
  async unknown(caller: Caller, permission: Permission, { type, id, name }: Asked): Promise<NotFound> {
    await this.auditTrail.record({
      action: 'access.refused',
      outcome: 'refused',
      actorUserId: caller.userId,
      target: { type, id },
      detail: { permission },
    });
    return new NotFound(name);
  }

  /** For acts outside every organization. */
  anywhere(caller: Caller, detail: Readonly<Record<string, string>>): Promise<void> {
    return this.auditTrail.record({ action: 'access.refused', outcome: 'refused', actorUserId: caller.userId, detail });
  }
}
