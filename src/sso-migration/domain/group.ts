/** How far a member is on the way to single sign-on; each member is in exactly one group. */
export const GROUPS = ['already_using_sso', 'ready_for_migration', 'needing_mfa_setup', 'requires_admin_intervention'] as const;

export type Group = (typeof GROUPS)[number];

/** How many members are in each group. */
export type GroupCounts = Readonly<Record<Group, number>>;

export function totalOf(counts: GroupCounts): number {
  return GROUPS.reduce((sum, group) => sum + counts[group], 0);
}

/**
 * The share of all members who use single sign-on or could begin to, in percent with one decimal; 100 without members.
 */
export function readinessOf(counts: GroupCounts): number {
  const total = totalOf(counts);
  const ready = counts.already_using_sso + counts.ready_for_migration;
  return total === 0 ? 100 : Math.floor((ready / total) * 1_000) / 10;
}
