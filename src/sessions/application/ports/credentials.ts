export interface VerifiedUser {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly isSystemAdmin: boolean;
  readonly trustEpoch: number;
}

/** Who someone is by name and password; the accounts context answers. */
export abstract class Credentials {
  /** The form of a login name that throttling counts by, whether or not an account has it. */
  abstract keyOf(login: string): string;
  /** @throws Unavailable when too many verifications wait */
  abstract verify(login: string, password: string): Promise<VerifiedUser | null>;
}
