import type { Familiarity } from '../../../shared/fair-queue.js';

/** Passwords that attackers try first. The check works without a network: a new password never leaves the process. */
export abstract class CommonPasswords {
  /** The candidate may be a part of a password; case does not matter. Called often in one check, so it must be quick. */
  abstract includes(candidate: string): boolean;
}

/**
 * Slow hashing, bounded. Beyond a fixed number of waiting calls it refuses instead of queueing for minutes, and it does not begin work for
 * a client that has hung up.
 */
export abstract class PasswordHasher {
  /** @throws Unavailable when too many calls wait */
  abstract hash(password: string, familiarity?: Familiarity): Promise<string>;
  /**
   * With `null` it does the same work against a hash whose password is unknown, and answers false: an unknown name must
   * cost the same time as a wrong password.
   * @throws Unavailable when too many calls wait
   */
  abstract verify(password: string, hash: string | null, familiarity?: Familiarity): Promise<boolean>;
  /** True when the configured cost or pepper has changed since the hash was made. */
  abstract isOutdated(hash: string): boolean;
}
