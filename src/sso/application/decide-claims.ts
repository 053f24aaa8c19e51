import { Injectable } from '@nestjs/common';
import { ReadClaimedRoles } from '../../organizations/application/read-claimed-roles.js';
import { FindManagingDirectory } from '../../scim/application/find-managing-directory.js';
import { type GroupMapping, givenBy } from '../../shared/group-mapping.js';
import { type ClaimDecision, type DatedGroups, UNMAPPED, groupsToApply } from '../domain/claimed-groups.js';
import type { Connection } from '../domain/connection.js';
import { JudgeGroupMapping } from './judge-group-mapping.js';
import { ConnectionGroupMappings } from './ports/connection-group-mappings.js';

/** Judges what the groups of a login give, and writes nothing. */
@Injectable()
export class DecideClaims {
  constructor(
    private readonly mappings: ConnectionGroupMappings,
    private readonly findManagingDirectory: FindManagingDirectory,
    private readonly judgeGroupMapping: JudgeGroupMapping,
    private readonly readClaimedRoles: ReadClaimedRoles,
  ) {}

  /**
   * Joins the unit of work, which holds the connection, and so the mapping. Where a directory manages the person it decides alone: what
   * claims gave before ends.
   * @param userId `null` for a person without an account
   * @returns `null` for a connection whose groups never gave anything
   */
  async execute(
    connection: Pick<Connection, 'id' | 'organizationId' | 'hasGroupMapping'>,
    userId: number | null,
    told: DatedGroups,
  ): Promise<ClaimDecision | null> {
    if (!connection.hasGroupMapping) return null;
    const { organizationId } = connection;
    const settings = (await this.mappings.find(connection.id)) ?? UNMAPPED;
    // The mapping was saved since, or groups come from elsewhere now.
    const said = told.since >= settings.changedAt.getTime() ? told : { groups: [], groupsSaid: 'incomplete' as const };
    const isManaged = userId !== null && (await this.findManagingDirectory.manages({ organizationId, userId }));
    const groups = groupsToApply(said, settings.absentGroups);
    const met = settings.mappings.filter(({ groupId }) => groups?.has(groupId));
    const given = groups === null || isManaged ? [] : givenBy(met, groups);
    const hasNobody = settings.responsibleId === null && !isManaged;
    const isWithheld = hasNobody || !(await this.judgeGroupMapping.execute(organizationId, settings, given));
    const changes = !hasNobody && (isManaged || groups !== null);
    const kept = isWithheld && groups !== null ? givenBy(await this.heldOf(met, organizationId, userId), groups) : given;
    const result = changes ? kept : null;
    return {
      decidedBy: isManaged ? 'directory' : 'claims',
      groupsSaid: said.groupsSaid,
      received: said.groups.length,
      met: met.map((mapping) => ({ ...mapping, counts: result?.includes(mapping) ?? false })),
      given: result,
      isWithheld,
    };
  }

  /** Those of the mappings whose role groups have given the person already. */
  private async heldOf(met: readonly GroupMapping[], organizationId: number, userId: number | null): Promise<readonly GroupMapping[]> {
    const held = userId === null ? [] : await this.readClaimedRoles.execute(organizationId, userId);
    return met.filter((one) => held.some(({ roleId, workspaceId }) => roleId === one.roleId && workspaceId === one.workspaceId));
  }
}
