import type { Familiarity } from '../../../shared/fair-queue.js';

export interface VerifiedUser {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly isSystemAdmin: boolean;
  readonly trustEpoch: number;
}

/** Who someone is by name and password; the accounts context answers. */
export abstract class Credentials {
  /** The form in which two spellings of one name are the same. */
  abstract keyOf(login: string): string;
  /** The account that a username or an e-mail address leads to, whatever its state. */
  abstract userIdOf(login: string): Promise<number | null>;
  /** The account as it is now; `null` when it is not active any more. */
  abstract byId(userId: number): Promise<VerifiedUser | null>;
  /** @throws Unavailable when too many verifications wait */
  abstract verify(login: string, password: string, familiarity: Familiarity): Promise<VerifiedUser | null>;
}
