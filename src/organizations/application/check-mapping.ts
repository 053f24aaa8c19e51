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

/** By which a mapping is managed. */
type Managed = 'scim.manage' | 'sso.manage';

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
    permission: Managed,
    organizationId: number,
    asked: readonly AskedMapping[],
  ): Promise<readonly GroupMapping[]> {
    const defaults = new Map<number | null, number>();
    for (const workspaceId of new Set(asked.map((one) => one.workspaceId))) {
      if (workspaceId === null) continue;
      await this.access.requirePolicies(caller, 'workspace.write', { organizationId, workspaceId });
      const rows = asked.flatMap((one, index) => (one.workspaceId === workspaceId && one.roleId === null ? [`mappings[${index}]`] : []));
      if (rows.length === 0) continue;
      await this.within(caller, permission, { organizationId, workspaceId }, rows);
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
    permission: Managed;
    before: MappingSettings;
    after: MappingSettings;
  }): Promise<Held> {
    const { caller, organizationId, permission, before, after } = input;
    const held = await this.access.require(caller, permission, { organizationId });
    const added: { readonly grants: readonly FutureGrant[]; readonly within: Held }[] = [];
    // They must see the workspace of each role that is new in the mapping, and hold there what the role gives. Each workspace is looked at
    // once, to hold the lock of the organization only briefly; and first, for what the role gives is asked of places that are there.
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
  private within(caller: Caller, permission: Managed, place: Place, rows: readonly string[]): Promise<Held> {
    return this.access.require(caller, permission, place, 'Workspace').catch((error: unknown) => {
      throw error instanceof NotFound ? new UnknownReference(rows, 'workspace') : error;
    });
  }
}
