import type { AccessSubject } from '../../domain/access-request.js';

/** The person and the organization of a refused change. */
export interface Refused {
  readonly organizationId: number;
  readonly userId: number;
}

/**
 * A refused change that its author may send to the owners. It is sealed because the owners approve what they read: the names come from the
 * service, not from the author.
 */
export abstract class SealedChanges {
  abstract seal(refused: Refused, change: AccessSubject, at: Date): string;
  /** @returns `null` for a change of another person, for one that is too old, and for anything else */
  abstract open(refused: Refused, sealed: string, at: Date): AccessSubject | null;
}
