import { Injectable } from '@nestjs/common';
import { ApplyGrants } from '../../organizations/application/apply-grants.js';
import type { Held } from '../../shared/ports/access-control.js';
import type { Provisioner } from '../domain/provisioner.js';
import { KeepCeiling } from './keep-ceiling.js';
import { GroupMappings } from './ports/group-mappings.js';

/** The permission to give roles through groups. */
interface Warrant {
  readonly fallbackRoleId: number | null;
  /** What the people behind the token hold; `null` when no token gives them. */
  readonly held: Held | null;
}

/** Gives people the roles of their groups after something changed about where they are. */
@Injectable()
export class ApplyMapping {
  constructor(
    private readonly mappings: GroupMappings,
    private readonly applyGrants: ApplyGrants,
    private readonly keepCeiling: KeepCeiling,
  ) {}

  /**
   * Joins the unit of work, which has held the mapping since before it locked a resource. What a group gives counts for
   * everyone who is put into it or taken out of it, also for people without an account: they get the role when they
   * come, without a new check. Policies read groups, so this is asked also where groups give nothing.
   * @param resourceIds groups that gain or lose members, or users who now stand for another person
   * @returns `null` while no mapping was ever made: then groups give nothing @throws AboveCeiling
   */
  async warrant(provisioner: Provisioner, resourceIds: readonly string[]): Promise<Warrant | null> {
    const reach = await this.mappings.reachOf(provisioner.organizationId, resourceIds);
    const roleIds = reach?.roleIds ?? [];
    const held = await this.keepCeiling.execute(provisioner, { does: 'describe', roleIds });
    return reach && { fallbackRoleId: reach.fallbackRoleId, held };
  }

  /**
   * Joins the same unit of work.
   * @param input.resourceIds users, and groups for everyone in them: who joined or left a group, or got an account
   * @param input.warrant `null` without a mapping; left out when a person comes, because their place was judged when it
   * was made
   * @throws GrantRefused for what follows from it, for example when another group of a person counts from now on
   */
  async execute(input: { organizationId: number; resourceIds: readonly string[]; warrant?: Warrant | null }): Promise<void> {
    const { organizationId, resourceIds } = input;
    if (resourceIds.length === 0) return;
    const warrant = input.warrant === undefined ? await this.unjudged(organizationId) : input.warrant;
    if (warrant === null) return;
    const entitlements = await this.mappings.entitlementsOf(organizationId, resourceIds);
    if (entitlements.userIds.length === 0) return;
    await this.applyGrants.execute({ organizationId, ...entitlements, ...warrant, actorUserId: null });
  }

  private async unjudged(organizationId: number): Promise<Warrant | null> {
    const fallback = await this.mappings.fallbackOf(organizationId);
    return fallback && { fallbackRoleId: fallback.roleId, held: null };
  }
}
