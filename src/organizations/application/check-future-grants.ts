import { Injectable } from '@nestjs/common';
import { type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import type { FutureGrant } from '../../shared/group-mapping.js';
import type { Held } from '../../shared/ports/access-control.js';
import { unknownReference } from '../domain/organization.errors.js';
import { assertGives, isOwner } from '../domain/role.js';
import { Roles } from './ports/roles.js';
import { Workspaces } from './ports/workspaces.js';

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
    const problems = grants.flatMap(({ field, roleId, workspaceId }): readonly FieldError[] => {
      const role = roles.get(roleId);
      if (role === undefined) return unknownReference(field, 'role');
      if (workspaceId !== null && !workspaces.has(workspaceId)) return unknownReference(field, 'workspace');
      const message = 'Only a person can make another person an owner. A rule cannot. Choose another role.';
      return isOwner(role) ? [{ field, message }] : [];
    });
    if (problems.length > 0) throw new ValidationFailed(problems);
    for (const { roleId } of grants) assertGives(held, roles.get(roleId)?.permissions ?? []);
  }
}
