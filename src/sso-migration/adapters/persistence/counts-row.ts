import { type GroupCounts, totalOf } from '../../domain/group.js';

export interface CountsRow extends Record<string, unknown> {
  readonly using: number;
  readonly ready: number;
  readonly needing: number;
  readonly requiring: number;
}

export const COUNTS = `users_already_using_sso AS "using", users_ready_for_migration AS ready,
  users_needing_mfa_setup AS needing, users_requiring_admin_intervention AS requiring`;

export function countsOf({ using, ready, needing, requiring }: CountsRow): GroupCounts {
  return {
    already_using_sso: using,
    ready_for_migration: ready,
    needing_mfa_setup: needing,
    requires_admin_intervention: requiring,
  };
}

/** In the order of the columns, with `total_users` at the end. */
export function countsValues(counts: GroupCounts): number[] {
  return [
    counts.already_using_sso,
    counts.ready_for_migration,
    counts.needing_mfa_setup,
    counts.requires_admin_intervention,
    totalOf(counts),
  ];
}
