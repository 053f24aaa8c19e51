/** Passwords that attackers try first. It works without a network: a new password never leaves the process. */
export abstract class CommonPasswords {
  /** The candidate may be a part of a password; case does not matter. Called often in one check, so it must be quick. */
  abstract includes(candidate: string): boolean;
}
