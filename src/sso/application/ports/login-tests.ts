import type { AssertedIdentity } from '../../domain/asserted-identity.js';
import type { SsoFailed } from '../../domain/sso.errors.js';

export interface RunningTest {
  readonly id: number;
  readonly configurationVersion: number;
}

/** Tests of connections: logins whose end is a report and no session. The one who began the test holds its ticket. */
export abstract class LoginTests {
  /** @returns `null` for a ticket that is unknown, has expired, has ended, or is of another connection */
  abstract find(connectionId: number, ticketHash: Uint8Array, at: Date): Promise<RunningTest | null>;
  /**
   * The provider has said who somebody is.
   * @param input.fault what a login of him would have come to; `null`: he would have been let in
   */
  abstract identified(input: {
    testId: number;
    connectionId: number;
    identity: AssertedIdentity;
    fault: SsoFailed | null;
  }): Promise<void>;
  /** What the provider said does not hold. */
  abstract failed(input: { testId: number; connectionId: number; error: SsoFailed }): Promise<void>;
}
