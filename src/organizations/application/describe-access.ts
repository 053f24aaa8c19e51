import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { type Permission, administrativePermissions, expanded } from '../../shared/permission.js';
import { grantsInWorkspace } from '../../shared/workspace-grants.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { Proof } from '../../shared/proof.js';
import { isWorkspaceInReach } from '../../shared/reach.js';
import { rankOfPermissions } from '../domain/role.js';
import { Organizations } from './ports/organizations.js';

/** What a session lacks for an organization to let it in. */
type NeededProof = Extract<Proof, 'single_sign_on' | 'second_factor'>;

export interface AccessOfCaller {
  /** Most powerful role first. */
  readonly organizations: readonly PlaceOfCaller[];
  /** The workspaces that the caller is a member of, without those that policies refuse them. */
  readonly workspaces: readonly (PlaceOfCaller & { readonly organizationId: number })[];
  /** What system administrators may do in every organization without a role there; empty for others. */
  readonly everywhere: readonly Permission[];
}

interface PlaceOfCaller {
  readonly id: number;
  readonly name: string;
  readonly role: string;
  readonly permissions: readonly Permission[];
  readonly needs: NeededProof | null;
}

/**
 * What the caller may do where, by the rules of `AccessControl` and at this moment, so that clients do not offer what
 * will be refused.
 */
@Injectable()
export class DescribeAccess {
  constructor(
    private readonly organizations: Organizations,
    private readonly access: AccessControl,
  ) {}

  async execute(caller: Caller): Promise<AccessOfCaller> {
    const everywhere = caller.isSystemAdmin ? administrativePermissions() : [];
    const found = await this.organizations.accessOf(caller);
    const withWorkspaces = found.filter(({ workspaces }) => workspaces.length > 0).map(({ organizationId }) => organizationId);
    const reach = await this.access.reachOfWorkspaces(caller, withWorkspaces);
    found.sort(
      (one, other) =>
        rankOfPermissions(other.permissions) - rankOfPermissions(one.permissions) || one.organizationId - other.organizationId,
    );
    const places = found.map((access) => {
      const isSignOnMissing = access.isSignOnMissing && !caller.isSystemAdmin;
      const needs: NeededProof | null = isSignOnMissing ? 'single_sign_on' : access.isFactorOwed ? 'second_factor' : null;
      const permitted = (grants: typeof access.permissions): Permission[] => (needs === null ? expanded([...grants, ...everywhere]) : []);
      const { organizationId, organizationName: name, roleName: role } = access;
      return {
        organization: { id: organizationId, name, role, permissions: permitted(access.permissions), needs },
        workspaces: access.workspaces
          .filter(({ id, isPublic }) => isWorkspaceInReach(reach, { id, organizationId, isPublic }))
          .map(({ isPublic, ...workspace }) => ({
            ...workspace,
            organizationId,
            permissions: permitted(grantsInWorkspace(access.permissions, { isPublic, permissions: workspace.permissions }) ?? []),
            needs,
          })),
      };
    });
    return {
      organizations: places.map(({ organization }) => organization),
      workspaces: places.flatMap(({ workspaces }) => workspaces),
      everywhere,
    };
  }
}
