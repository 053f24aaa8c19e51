import { Injectable } from '@nestjs/common';
import { Attempts } from './ports/attempts.js';
import { Identities } from './ports/identities.js';
import { SignOnSessions } from './ports/sign-on-sessions.js';

/** Sessions here end with those that a provider says are over. */
@Injectable()
export class EndAtProvider {
  constructor(
    private readonly attempts: Attempts,
    private readonly identities: Identities,
    private readonly sessions: SignOnSessions,
  ) {}

  /**
   * Joins the unit of work. A message that was here before changes nothing: it must not end what began since.
   * @param input.subject `null`: whoever's @param input.sessions of the provider; `null` in it: all of the subject
   */
  async execute(input: {
    connectionId: number;
    issuer: string;
    subject: string | null;
    sessions: readonly { readonly providerSessionId: string | null }[];
    message: { readonly id: string; readonly expiresAt: Date };
  }): Promise<void> {
    const { connectionId, issuer, subject, sessions, message } = input;
    if (!(await this.attempts.rememberAssertion(connectionId, { ...message, id: `logout:${message.id}` }))) return;
    const identity = subject === null ? null : await this.identities.findBySubject({ connectionId, issuer, subject });
    // Of somebody who is not linked there is no session; without this his message would end those of everybody.
    if (subject !== null && identity === null) return;
    for (const { providerSessionId } of sessions) {
      if (identity === null && providerSessionId === null) continue;
      const scope = { connectionId, identityId: identity?.id ?? null, providerSessionId, actorUserId: null };
      await this.sessions.endOf({ ...scope, reason: 'sso_logged_out' });
    }
  }
}
