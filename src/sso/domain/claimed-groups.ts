import type { GroupMapping, MappingSettings } from '../../shared/group-mapping.js';
import type { AssertedIdentity, GroupsSaid } from './asserted-identity.js';

/** What an answer that says nothing of groups means: nothing (`keep`), or that the person is in none. */
export const ABSENT_GROUPS = ['keep', 'none'] as const;

/** Which groups among the claims give which roles. A group is its name, exactly as the provider sends it. */
export interface GroupSettings extends MappingSettings {
  readonly absentGroups: (typeof ABSENT_GROUPS)[number];
  /**
   * Who saved it last; the mapping gives only what this person may give now. `null` when their account is gone, and after a change of
   * where groups come from: then it gives and ends nothing.
   */
  readonly answeredBy: number | null;
  /** When it was saved, or where groups come from was changed. */
  readonly changedAt: Date;
}

export const NO_GROUPS: GroupSettings = {
  defaultRoleId: null,
  mappings: [],
  version: 0,
  absentGroups: 'keep',
  answeredBy: null,
  changedAt: new Date(0),
};

export type SaidGroups = Pick<AssertedIdentity, 'groups' | 'groupsSaid'>;

export interface DatedGroups extends SaidGroups {
  /** When the login began, in milliseconds: groups that were read before the mapping or the name of the claim changed are not applied. */
  readonly since: number;
}

/** @returns `null` when the answer does not tell in which groups the person is: then nothing changes */
export function groupsIn({ groups, groupsSaid }: SaidGroups, absent: GroupSettings['absentGroups']): ReadonlySet<string> | null {
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
  readonly said: GroupsSaid;
  readonly received: number;
  /** The mappings of these groups; those that count are the first at their places. */
  readonly met: readonly (GroupMapping & { readonly counts: boolean })[];
  /** `null`: nothing changes. */
  readonly given: readonly GroupMapping[] | null;
  /** Whoever answers for the mapping may not give this any more: what it names stays where the person holds it, and nothing new is given. */
  readonly isWithheld: boolean;
}
