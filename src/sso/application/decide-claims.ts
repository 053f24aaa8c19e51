import { Injectable } from '@nestjs/common';
import { FindManagingDirectory } from '../../scim/application/find-managing-directory.js';
import { givenBy } from '../../shared/group-mapping.js';
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
    const said = told.since < settings.changedAt.getTime() ? { groups: [], groupsSaid: 'incomplete' as const } : told;
    const isManaged = userId !== null && (await this.findManagingDirectory.manages({ organizationId, userId }));
    const groups = groupsToApply(said, settings.absentGroups);
    const given = groups === null || isManaged ? [] : givenBy(settings.mappings, groups);
    const isWithheld = !(await this.judgeGroupMapping.execute(organizationId, settings, given));
    const changes = isManaged || (groups !== null && settings.responsibleId !== null);
    const counting = changes && !isWithheld ? given : [];
    const met = settings.mappings.filter(({ groupId }) => groups?.has(groupId));
    return {
      decidedBy: isManaged ? 'directory' : 'claims',
      groupsSaid: said.groupsSaid,
      received: said.groups.length,
      met: met.map((mapping) => ({ ...mapping, counts: counting.includes(mapping) })),
      given: changes ? given : null,
      isWithheld,
    };
  }
}
