import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl, type Held } from '../../shared/ports/access-control.js';
import { type MappingSettings, addedTo, grantsOf } from '../../shared/group-mapping.js';
import { UnknownReference } from '../domain/organization.errors.js';
import { CheckFutureGrants } from './check-future-grants.js';

/** Who may say which groups give which roles: groups of a directory, and groups that the provider of a login sends. */
@Injectable()
export class CheckMapping {
  constructor(
    private readonly access: AccessControl,
    private readonly checkFutureGrants: CheckFutureGrants,
  ) {}

  /** The policies of the workspaces in which the mapping gives roles. Comes before the unit of work. @throws Forbidden */
  async checkPolicies(caller: Caller, organizationId: number, mappings: MappingSettings['mappings']): Promise<void> {
    for (const workspaceId of new Set(mappings.map((mapping) => mapping.workspaceId)))
      if (workspaceId !== null) await this.access.requirePolicies(caller, 'workspace.write', { organizationId, workspaceId });
  }

  /**
   * Joins the unit of work, which has locked the organization: what was taken away while it waited is not given to others.
   * @param input.permission by which this mapping is managed
   * @returns what the caller holds in the organization @throws Forbidden, GrantRefused, UnknownReference, ValidationFailed
   */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    permission: 'scim.manage' | 'sso.manage';
    before: MappingSettings;
    after: MappingSettings;
  }): Promise<Held> {
    const { caller, organizationId, permission, before, after } = input;
    const held = await this.access.require(caller, permission, { organizationId });
    // A person who ends a mapping takes away what it gave.
    await this.checkFutureGrants.execute(held, organizationId, grantsOf(before));
    await this.checkFutureGrants.execute(held, organizationId, grantsOf(after));
    // They must see the workspace of each role that is new in the mapping, and hold there what the role gives. Each workspace is looked at
    // once, to hold the lock of the organization only briefly.
    for (const [workspaceId, grants] of addedTo(before, after)) {
      const within = await this.access.require(caller, permission, { organizationId, workspaceId }, 'Workspace').catch((error: unknown) => {
        const rows = grants.map(({ field }) => field);
        throw error instanceof NotFound ? new UnknownReference(rows, 'workspace') : error;
      });
      await this.checkFutureGrants.execute(within, organizationId, grants);
    }
    return held;
  }
}
