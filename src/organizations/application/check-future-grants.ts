import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../shared/domain-error.js';
import type { Held } from '../../shared/ports/access-control.js';
import { UnknownReference } from '../domain/organization.errors.js';
import { assertGives, isOwner } from '../domain/role.js';
import { Roles } from './ports/roles.js';
import { Workspaces } from './ports/workspaces.js';

/** A role that is to be given to people later, by a rule; in a workspace or, with `null`, in the organization. */
export interface FutureGrant {
  /** What the request calls it, such as `mappings.0`; of an error. */
  readonly field: string;
  readonly roleId: number;
  readonly workspaceId: number | null;
}

/** Makes sure that somebody may set up a rule by which others are given roles, now and later. */
@Injectable()
export class CheckFutureGrants {
  constructor(
    private readonly roles: Roles,
    private readonly workspaces: Workspaces,
  ) {}

  /**
   * Roles and workspaces stay as they are until the unit of work ends.
   * @throws UnknownReference, GrantRefused; ValidationFailed for the role of the owners, who are made by hand only
   */
  async execute(held: Held, organizationId: number, grants: readonly FutureGrant[]): Promise<void> {
    const roles = new Map(
      (
        await this.roles.holdAll(
          organizationId,
          grants.map(({ roleId }) => roleId),
        )
      ).map((role) => [role.id, role]),
    );
    const named = grants.flatMap(({ workspaceId }) => workspaceId ?? []);
    const workspaces = new Set(await this.workspaces.holdAll(organizationId, named));
    for (const { field, roleId, workspaceId } of grants) {
      const role = roles.get(roleId);
      if (role === undefined) throw new UnknownReference(field, 'role');
      if (workspaceId !== null && !workspaces.has(workspaceId)) throw new UnknownReference(field, 'workspace');
      if (isOwner(role)) throw new ValidationFailed([{ field, message: 'Owners are made by hand only.' }]);
      assertGives(held, role.permissions);
    }
  }
}
