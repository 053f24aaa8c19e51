import { Injectable } from '@nestjs/common';
import { JudgeProvisioning } from '../../organizations/application/judge-provisioning.js';
import { FindManagingDirectory } from '../../scim/application/find-managing-directory.js';
import { type GroupMapping, givenBy } from '../../shared/group-mapping.js';
import { type ClaimDecision, type DatedGroups, type GroupSettings, NO_GROUPS, groupsIn } from '../domain/claimed-groups.js';
import type { Connection } from '../domain/connection.js';
import { ClaimMappings } from './ports/claim-mappings.js';

/** Judges what the groups of a login give, and writes nothing. */
@Injectable()
export class DecideClaims {
  constructor(
    private readonly mappings: ClaimMappings,
    private readonly findManagingDirectory: FindManagingDirectory,
    private readonly judgeProvisioning: JudgeProvisioning,
  ) {}

  /**
   * Joins the unit of work, which holds the connection, and so the mapping. Where a directory manages the person it decides alone: what
   * claims gave before ends.
   * @param userId `null` for a person without an account
   * @returns `null` for a connection whose groups never gave anything
   */
  async execute(
    connection: Pick<Connection, 'id' | 'organizationId' | 'mapsGroups'>,
    userId: number | null,
    told: DatedGroups,
  ): Promise<ClaimDecision | null> {
    if (!connection.mapsGroups) return null;
    const { organizationId } = connection;
    const settings = (await this.mappings.find(connection.id)) ?? NO_GROUPS;
    const said = told.since < settings.changedAt.getTime() ? { groups: [], groupsSaid: 'incomplete' as const } : told;
    const isManaged = userId !== null && (await this.findManagingDirectory.manages({ organizationId, userId }));
    const groups = groupsIn(said, settings.absentGroups);
    const first = groups === null ? [] : givenBy(settings.mappings, groups);
    const met = settings.mappings.filter(({ groupId }) => groups?.has(groupId));
    const given = isManaged ? [] : first;
    const isWithheld = !(await this.mayGive(organizationId, settings, given));
    const hasNobody = settings.answeredBy === null && !isManaged;
    const changes = !hasNobody && (groups !== null || isManaged);
    return {
      decidedBy: isManaged ? 'directory' : 'claims',
      said: said.groupsSaid,
      received: said.groups.length,
      met: met.map((mapping) => ({ ...mapping, counts: changes && !isWithheld && given.includes(mapping) })),
      given: changes ? given : null,
      isWithheld,
    };
  }

  /** Whether the person who answers for the mapping may give this at this moment: the ceiling of provisioning, with one person behind it. */
  async mayGive(organizationId: number, { answeredBy }: GroupSettings, given: readonly GroupMapping[]): Promise<boolean> {
    if (given.length === 0) return true;
    const { isAllowed } = await this.judgeProvisioning.execute({
      organizationId,
      backing: { issuedBy: answeredBy, approvedBy: null, approvedUpTo: null, mustHold: 'sso.manage' },
      deed: { userId: null, roleIds: given.map(({ roleId }) => roleId) },
      does: 'give',
      isOffboarding: false,
    });
    return isAllowed;
  }
}
