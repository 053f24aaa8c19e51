import { Injectable } from '@nestjs/common';
import { EndSession } from '../../../sessions/application/end-session.js';
import { EndSessionsOfConnection } from '../../../sessions/application/end-sessions-of-connection.js';
import { HoldSession } from '../../../sessions/application/hold-session.js';
import { OpenSsoSession } from '../../../sessions/application/open-sso-session.js';
import { ReadSignOn } from '../../../sessions/application/read-sign-on.js';
import { StepUpSignedOn } from '../../../sessions/application/step-up-signed-on.js';
import type { AssuranceLevel, Caller } from '../../../shared/caller.js';
import { type OpenedSession, type SignOn, SignOnSessions } from '../../application/ports/sign-on-sessions.js';

@Injectable()
export class SessionsOfSignOn extends SignOnSessions {
  constructor(
    private readonly openSsoSession: OpenSsoSession,
    private readonly holdSession: HoldSession,
    private readonly stepUpSignedOn: StepUpSignedOn,
    private readonly readSignOn: ReadSignOn,
    private readonly endSession: EndSession,
    private readonly endSessionsOfConnection: EndSessionsOfConnection,
  ) {
    super();
  }

  open(input: Parameters<SignOnSessions['open']>[0]): Promise<OpenedSession | null> {
    return this.openSsoSession.execute(input);
  }

  hold(session: { id: number; userId: number }): Promise<boolean> {
    return this.holdSession.execute(session);
  }

  renew(caller: Caller, acr: AssuranceLevel): Promise<{ accessToken: string; expiresIn: number }> {
    return this.stepUpSignedOn.execute(caller, acr);
  }

  signOnOf({ userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>): Promise<SignOn | null> {
    return this.readSignOn.execute({ userId, sessionId });
  }

  end(caller: Caller): Promise<void> {
    return this.endSession.execute({ caller, sessionId: caller.sessionId, reason: 'logged_out' });
  }

  async endOf(input: Parameters<SignOnSessions['endOf']>[0]): Promise<number> {
    return this.endSessionsOfConnection.execute(input);
  }
}
