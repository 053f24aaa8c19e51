/** Slow hashing, bounded: beyond a fixed number of waiting calls it refuses rather than queue for minutes. */
export abstract class PasswordHasher {
  /** @throws Unavailable when too many calls wait */
  abstract hash(password: string): Promise<string>;
  /**
   * With `null` it does the same work against a hash nobody knows the password of, and answers false: an unknown name
   * must cost the same time as a wrong password.
   * @throws Unavailable when too many calls wait
   */
  abstract verify(password: string, hash: string | null): Promise<boolean>;
  /** True when the configured cost or pepper has moved on since the hash was made. */
  abstract isOutdated(hash: string): boolean;
}
