import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../shared/domain-error.js';
import type { Held } from '../../shared/ports/access-control.js';
import { UnknownReference } from '../domain/organization.errors.js';
import { assertGives, isOwner } from '../domain/role.js';
import { Roles } from './ports/roles.js';
import { Workspaces } from './ports/workspaces.js';

export { UnknownReference } from '../domain/organization.errors.js';

/** A role that a rule will give to people later; in a workspace or, with `null`, in the organization. */
export interface FutureGrant {
  /** The name of the field in the request, such as `mappings[0]`; for errors. */
  readonly field: string;
  readonly roleId: number;
  readonly workspaceId: number | null;
}

/** Checks that a person may set up a rule by which others are given roles, now and later. */
@Injectable()
export class CheckFutureGrants {
  constructor(
    private readonly roles: Roles,
    private readonly workspaces: Workspaces,
  ) {}

  /**
   * Roles and workspaces stay as they are until the unit of work ends.
   * @throws UnknownReference, GrantRefused; ValidationFailed for the role of the owners, which is only given by hand
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
      if (isOwner(role))
        throw new ValidationFailed([
          { field, message: 'Only a person can make another person an owner. A rule cannot. Choose another role.' },
        ]);
      assertGives(held, role.permissions);
    }
  }
}
