import { Injectable } from '@nestjs/common';
import type { SignOn } from '../domain/session.js';
import { Sessions } from './ports/sessions.js';

@Injectable()
export class ReadSignOn {
  constructor(private readonly sessions: Sessions) {}

  /** @returns `null` for a session that no identity provider vouched for, or whose link is gone */
  execute(session: { sessionId: number; userId: number }): Promise<SignOn | null> {
    return this.sessions.signOnOf({ id: session.sessionId, userId: session.userId });
  }
}
