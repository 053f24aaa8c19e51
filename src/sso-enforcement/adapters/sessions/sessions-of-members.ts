import { Injectable } from '@nestjs/common';
import { CountUnsignedSessions } from '../../../sessions/application/count-unsigned-sessions.js';
import { EndUnsignedSessions } from '../../../sessions/application/end-unsigned-sessions.js';
import { MemberSessions } from '../../application/ports/member-sessions.js';

@Injectable()
export class SessionsOfMembers extends MemberSessions {
  constructor(
    private readonly endUnsignedSessions: EndUnsignedSessions,
    private readonly countUnsignedSessions: CountUnsignedSessions,
  ) {
    super();
  }

  endUnsigned(scope: Parameters<MemberSessions['endUnsigned']>[0]): Promise<void> {
    return this.endUnsignedSessions.execute(scope);
  }

  countUnsigned(organizationId: number, except: readonly number[]): Promise<number> {
    return this.countUnsignedSessions.execute({ organizationId, userIds: null, except });
  }
}
