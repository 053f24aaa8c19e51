/** How far a member is on the way to single sign-on; each member is in exactly one group. */
export const GROUPS = ['already_using_sso', 'ready_for_migration', 'needing_mfa_setup', 'requires_admin_intervention'] as const;

export type Group = (typeof GROUPS)[number];

/** How many members are in each group. */
export type GroupCounts = Readonly<Record<Group, number>>;

export function totalOf(counts: GroupCounts): number {
  return GROUPS.reduce((sum, group) => sum + counts[group], 0);
}

/**
 * The share of the members who have to move that use single sign-on or could begin to, in percent with one decimal; 100
 * when there is none.
 * @param exempt members whose way to log in stays as it is
 */
export function readinessOf(counts: GroupCounts, exempt: number): number {
  const moving = totalOf(counts) - exempt;
  const ready = counts.already_using_sso + counts.ready_for_migration;
  return moving === 0 ? 100 : Math.floor((ready / moving) * 1_000) / 10;
}
