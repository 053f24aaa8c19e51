import { Injectable } from '@nestjs/common';
import { Sessions } from './ports/sessions.js';

@Injectable()
export class LockSession {
  constructor(private readonly sessions: Sessions) {}

  /**
   * Keeps a session from ending or stepping up until the caller's unit of work ends.
   * @returns false when it has ended, or continues under another id
   */
  execute(session: { id: number; userId: number }): Promise<boolean> {
    return this.sessions.lock(session);
  }
}
