import type { Member } from '../../application/ports/members.js';

export interface MemberRow {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly status: Member['status'];
  readonly roleId: number;
  readonly roleName: string;
  readonly joinedAt: Date;
}

/** Of account and membership in one: a disabled account is disabled everywhere. */
export const STATUS = `CASE WHEN u.status = 'active' AND m.suspended_at IS NOT NULL THEN 'suspended' ELSE u.status END`;

export function memberOf({ roleId, roleName, ...member }: MemberRow): Member {
  return { ...member, role: { id: roleId, name: roleName } };
}
