import { Injectable } from '@nestjs/common';
import { Sessions } from './ports/sessions.js';

/** A session outlives the last second factor of its person, but not what it has proved by one. */
@Injectable()
export class ForgetFactor {
  constructor(private readonly sessions: Sessions) {}

  /** Joins the unit of work. */
  execute(sessionId: number): Promise<void> {
    return this.sessions.forgetFactor(sessionId);
  }
}
