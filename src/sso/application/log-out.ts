import { Injectable } from '@nestjs/common';
import { EndSession } from '../../sessions/application/end-session.js';
import { EndSessionOfToken } from '../../sessions/application/end-session-of-token.js';
import type { Caller } from '../../shared/caller.js';
import { FindProviderLogout } from './find-provider-logout.js';

/**
 * Ends a session here, and answers where it ends at the provider: an address for the browser, `null` when there is
 * nothing more to end.
 */
@Injectable()
export class LogOut {
  constructor(
    private readonly endSession: EndSession,
    private readonly endSessionOfToken: EndSessionOfToken,
    private readonly findProviderLogout: FindProviderLogout,
  ) {}

  /** An expired token may have been found in a log: it ends its session, but gets no address. */
  async execute(caller: Caller): Promise<string | null> {
    const { signOn } = await this.endSession.execute({ caller, sessionId: caller.sessionId, reason: 'logged_out' });
    return caller.isTokenExpired === true ? null : this.findProviderLogout.execute(signOn);
  }

  /** @param refreshToken of a browser, which may have none, or one that ended long ago */
  async ofBrowser(refreshToken: string | null): Promise<string | null> {
    const ended = await this.endSessionOfToken.execute({ refreshToken, reason: 'logged_out' });
    return ended && this.findProviderLogout.execute(ended.signOn);
  }

  /** A person logs in again in a browser: no one uses the session of its old cookie any more. */
  async replaced(refreshToken: string | null): Promise<void> {
    await this.endSessionOfToken.execute({ refreshToken, reason: 'replaced' });
  }
}
