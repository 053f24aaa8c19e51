import type { GroupMapping, MappingSettings } from '../../shared/group-mapping.js';
import type { HeldRoles } from '../../shared/held-roles.js';
import type { AssertedIdentity, GroupsSaid } from './asserted-identity.js';

/** What an answer that says nothing of groups means: nothing (`keep`), or that the person is in none. */
export const ABSENT_GROUPS = ['keep', 'none'] as const;

/** Which groups that the provider sends give which roles. A group is its name, exactly as the provider sends it. */
export interface GroupMappingOfConnection extends MappingSettings {
  readonly absentGroups: (typeof ABSENT_GROUPS)[number];
  /**
   * Who last saved the mapping; it gives only what this person may still give. `null` when their account is gone, and after somebody who is
   * no owner has changed where groups come from: then it gives nothing, and ends something only for people whom a directory manages.
   */
  readonly responsibleId: number | null;
  /** When it was saved, or where groups come from was changed. */
  readonly changedAt: Date;
}

export const UNMAPPED: GroupMappingOfConnection = {
  defaultRoleId: null,
  mappings: [],
  version: 0,
  absentGroups: 'keep',
  responsibleId: null,
  changedAt: new Date(0),
};

export type SaidGroups = Pick<AssertedIdentity, 'groups' | 'groupsSaid'>;

export interface DatedGroups extends SaidGroups {
  /** When the login began, in milliseconds: groups that were read before the mapping or the name of the claim changed are not applied. */
  readonly since: number;
}

/** @returns `null` when the answer does not tell in which groups the person is: then nothing changes */
export function groupsToApply(
  { groups, groupsSaid }: SaidGroups,
  absent: GroupMappingOfConnection['absentGroups'],
): ReadonlySet<string> | null {
  if (groupsSaid === 'listed') return new Set(groups);
  return groupsSaid === 'absent' && absent === 'none' ? new Set() : null;
}

/** More are not kept until a person has shown that an account is theirs; the next login names them again. */
const MOST_KEPT = 500;

export function keptGroups({ groups, groupsSaid }: SaidGroups, since: Date): DatedGroups {
  const said = { groupsSaid, since: since.getTime() };
  return groups.length > MOST_KEPT ? { ...said, groups: [], groupsSaid: 'incomplete' } : { ...said, groups };
}

/** What the groups of a login lead to. */
export interface ClaimDecision {
  readonly decidedBy: 'claims' | 'directory';
  readonly groupsSaid: GroupsSaid;
  readonly received: number;
  /** The mappings that name one of these groups; one that counts gives its role. */
  readonly met: readonly (GroupMapping & { readonly counts: boolean })[];
  /** `null`: nothing changes. */
  readonly given: readonly GroupMapping[] | null;
  /** The mapping gives more than the responsible person may still give: what it names stays where a person holds it, and nothing is new. */
  readonly isWithheld: boolean;
}

/** What the groups of a test login would lead to. */
export interface RehearsedRoles {
  readonly decision: ClaimDecision;
  /** `null` for a person who is not a member. */
  readonly before: HeldRoles | null;
  readonly after: HeldRoles | null;
}

/** The same, as it is kept and shown. */
export type ShownRoles = Omit<ClaimDecision, 'given'> & Pick<RehearsedRoles, 'before' | 'after'>;
