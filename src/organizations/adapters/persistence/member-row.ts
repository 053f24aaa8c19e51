import type { Member } from '../../application/ports/members.js';

export interface MemberRow {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly status: 'active' | 'disabled';
  readonly roleId: number;
  readonly roleName: string;
  readonly joinedAt: Date;
}

export function memberOf({ roleId, roleName, ...member }: MemberRow): Member {
  return { ...member, role: { id: roleId, name: roleName } };
}
