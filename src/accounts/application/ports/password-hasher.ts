import type { Familiarity } from '../../../shared/fair-queue.js';

/** Passwords that attackers try first. It works without a network: a new password never leaves the process. */
export abstract class CommonPasswords {
  /** The candidate may be a part of a password; case does not matter. Called often in one check, so it must be quick. */
  abstract includes(candidate: string): boolean;
}

/**
 * Slow hashing, bounded: beyond a fixed number of waiting calls it refuses rather than queue for minutes, and what a client
 * asked for that has hung up meanwhile is not begun.
 */
export abstract class PasswordHasher {
  /** @throws Unavailable when too many calls wait */
  abstract hash(password: string, familiarity?: Familiarity): Promise<string>;
  /**
   * With `null` it does the same work against a hash nobody knows the password of, and answers false: an unknown name
   * must cost the same time as a wrong password.
   * @throws Unavailable when too many calls wait
   */
  abstract verify(password: string, hash: string | null, familiarity?: Familiarity): Promise<boolean>;
  /** True when the configured cost or pepper has moved on since the hash was made. */
  abstract isOutdated(hash: string): boolean;
}
