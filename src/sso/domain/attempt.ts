/** A person may have to find their telephone, or get a new password, at the provider. */
export const ATTEMPT_SECONDS = 600;
/** RFC 6749 section 4.1.2 allows ten minutes; here a client is waiting for it. */
export const CODE_SECONDS = 60;
export const PROPOSED_LINK_SECONDS = 900;
export const LINK_TICKET_SECONDS = 300;
/** NIST SP 800-63B-4 section 3.2.2 allows more; a person who knows their password needs fewer. */
export const MOST_PROOF_FAILURES = 5;

type AttemptPurpose = 'login' | 'test' | 'link' | 'step_up';

/** A login from its start to its end at this service. */
export interface Attempt {
  readonly stateHash: Uint8Array;
  readonly organizationId: number;
  readonly connectionId: number;
  readonly configurationVersion: number;
  readonly purpose: AttemptPurpose;
  /** The report that it is for; `null` for everything but a test. */
  readonly testId: number | null;
  /** The account to be linked or to be proved again, and the session that asked for it; `null` for other purposes. */
  readonly userId: number | null;
  readonly sessionId: number | null;
  readonly browserHash: Uint8Array;
  readonly returnTo: string;
  /** RFC 7636, S256; `null` when the client did not send one. */
  readonly codeChallenge: string | null;
  readonly startedAt: Date;
  readonly expiresAt: Date;
}

export function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

/** Whether a login that began under a configuration may still end under it. */
export function isOpenFor(
  connection: { readonly status: string; readonly configurationVersion: number } | null,
  attempt: Pick<Attempt, 'purpose' | 'configurationVersion'>,
): boolean {
  if (connection?.configurationVersion !== attempt.configurationVersion) return false;
  return attempt.purpose === 'test' || connection.status === 'active';
}
