import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { covers } from '../../shared/permission.js';
import type { Held } from '../../shared/ports/access-control.js';
import { MemberSecurity, type SecurityState } from './ports/member-security.js';
import type { Member } from './ports/members.js';

export interface DescribedMember extends Member {
  /** `null` for callers who may not see it. */
  readonly security: SecurityState | null;
}

/** Members as the caller may see them. */
@Injectable()
export class DescribeMembers {
  constructor(private readonly memberSecurity: MemberSecurity) {}

  async execute(input: { caller: Caller; held: Held; organizationId: number; members: readonly Member[] }): Promise<DescribedMember[]> {
    const { caller, held, organizationId, members } = input;
    const isShown = caller.isSystemAdmin || covers(held.permissions, ['member.security.read']);
    const ids = members.map(({ userId }) => userId);
    const states = isShown ? await this.memberSecurity.of(organizationId, ids) : new Map<number, SecurityState>();
    return members.map((member) => ({ ...member, security: states.get(member.userId) ?? null }));
  }
}
