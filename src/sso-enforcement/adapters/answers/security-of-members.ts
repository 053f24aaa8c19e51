import { Injectable } from '@nestjs/common';
import { DescribeSecurity, type StateOfMember } from '../../application/describe-security.js';
import { MemberSecurity, type SecurityState } from '../../../organizations/application/ports/member-security.js';

@Injectable()
export class SecurityOfMembers extends MemberSecurity {
  constructor(private readonly describeSecurity: DescribeSecurity) {
    super();
  }

  async of(organizationId: number, userIds: readonly number[]): Promise<ReadonlyMap<number, SecurityState>> {
    if (userIds.length === 0) return new Map();
    const states = await this.describeSecurity.execute(organizationId, userIds);
    return new Map(states.map((state) => [state.userId, toState(state)]));
  }
}

function toState(state: StateOfMember): SecurityState {
  const { hasSecondFactor, isInVerifiedDomain, isProvisionedHere, isForEmergencies, lastLoginAt, isSignedOn } = state;
  return {
    hasSecondFactor,
    isForEmergencies,
    lastLogin: lastLoginAt && { at: lastLoginAt, way: isSignedOn ? 'sso' : 'password' },
    managedBy: isInVerifiedDomain ? 'verified_domain' : isProvisionedHere ? 'provisioning' : null,
  };
}
