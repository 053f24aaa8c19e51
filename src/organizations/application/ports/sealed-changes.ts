import type { AccessSubject } from '../../domain/access-request.js';

/** For whom, and for which organization, a change was refused. */
export interface Refused {
  readonly organizationId: number;
  readonly userId: number;
}

/**
 * A change that was refused, for the one who wanted it to send to the owners. Sealed, because the owners approve what
 * they read of it: the names are those of the service, and not those of the one who asks.
 */
export abstract class SealedChanges {
  abstract seal(refused: Refused, change: AccessSubject, at: Date): string;
  /** @returns `null` for one of others, one that is too old, and what was never sealed */
  abstract open(refused: Refused, sealed: string, at: Date): AccessSubject | null;
}
