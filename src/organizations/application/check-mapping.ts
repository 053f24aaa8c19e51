import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl, type Held, type Place } from '../../shared/ports/access-control.js';
import {
  type AskedMapping,
  type FutureGrant,
  type GroupMapping,
  type MappingSettings,
  addedTo,
  grantsOf,
} from '../../shared/group-mapping.js';
import { UnknownReference } from '../domain/organization.errors.js';
import { CheckFutureGrants } from './check-future-grants.js';
import { Workspaces } from './ports/workspaces.js';

type ManagingPermission = 'scim.manage' | 'sso.manage';

/** Who may say which groups give which roles: groups of a directory, and groups that the provider of a login sends. */
@Injectable()
export class CheckMapping {
  constructor(
    private readonly access: AccessControl,
    private readonly checkFutureGrants: CheckFutureGrants,
    private readonly workspaces: Workspaces,
  ) {}

  /**
   * Asks the policies of the workspaces in which the mapping gives roles, and names their default roles where it names none. Comes before
   * the unit of work. @throws Forbidden, UnknownReference
   */
  async settle(
    caller: Caller,
    permission: ManagingPermission,
    organizationId: number,
    asked: readonly AskedMapping[],
  ): Promise<readonly GroupMapping[]> {
    const defaults = new Map<number | null, number>();
    for (const workspaceId of new Set(asked.map((one) => one.workspaceId))) {
      if (workspaceId === null) continue;
      const place = { organizationId, workspaceId };
      const rows = asked.flatMap((one, index) => (one.workspaceId === workspaceId && one.roleId === null ? [`mappings[${index}]`] : []));
      // Before its policies: what they say of a hidden workspace would tell that it is there.
      if (!(await this.access.holds(caller, permission, place))) {
        if (rows.length > 0) throw new UnknownReference(rows, 'workspace');
        continue;
      }
      await this.access.requirePolicies(caller, 'workspace.write', place);
      if (rows.length === 0) continue;
      const workspace = await this.workspaces.find(workspaceId);
      if (workspace?.organizationId !== organizationId) throw new UnknownReference(rows, 'workspace');
      defaults.set(workspaceId, workspace.settings.defaultRoleId);
    }
    return asked.map((one, index) => {
      const roleId = one.roleId ?? defaults.get(one.workspaceId);
      if (roleId === undefined) throw new UnknownReference(`mappings[${index}]`, 'role');
      return { ...one, roleId };
    });
  }

  /**
   * Joins the unit of work, which has locked the organization: what was taken away while it waited is not given to others.
   * @returns what the caller holds in the organization @throws Forbidden, GrantRefused, UnknownReference, ValidationFailed
   */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    permission: ManagingPermission;
    before: MappingSettings;
    after: MappingSettings;
  }): Promise<Held> {
    const { caller, organizationId, permission, before, after } = input;
    const held = await this.access.require(caller, permission, { organizationId });
    const added: { readonly grants: readonly FutureGrant[]; readonly within: Held }[] = [];
    // They must see the workspace of each role that is new in the mapping, and hold there what the role gives. Workspaces come first, because
    // what a role gives is only checked in places that exist. Each is read once, so that the lock is held briefly.
    for (const [workspaceId, grants] of addedTo(before, after)) {
      const rows = grants.map(({ field }) => field);
      added.push({ grants, within: await this.within(caller, permission, { organizationId, workspaceId }, rows) });
    }
    // A person who ends a mapping takes away what it gave.
    await this.checkFutureGrants.execute(held, organizationId, grantsOf(before));
    await this.checkFutureGrants.execute(held, organizationId, grantsOf(after));
    for (const { grants, within } of added) await this.checkFutureGrants.execute(within, organizationId, grants);
    return held;
  }

  /** @param rows that name the workspace @throws Forbidden; UnknownReference for one that the caller does not see */
  private within(caller: Caller, permission: ManagingPermission, place: Place, rows: readonly string[]): Promise<Held> {
    return this.access.require(caller, permission, place, 'Workspace').catch((error: unknown) => {
      throw error instanceof NotFound ? new UnknownReference(rows, 'workspace') : error;
    });
  }
}
