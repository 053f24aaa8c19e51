export interface DenialSummary {
  readonly logins: number;
  readonly people: number;
}

export interface Denial {
  readonly organizationId: number;
  readonly userId: number;
  readonly wasEnforced: boolean;
  /** How the person tried to log in, such as `pwd+otp`. */
  readonly path: string;
  readonly at: Date;
}

/** Logins that were refused for lack of single sign-on, and those that would have been. */
export abstract class Denials {
  abstract add(denials: readonly Denial[]): Promise<void>;
  abstract since(organizationId: number, from: Date): Promise<DenialSummary>;
  /** @returns how many */
  abstract purge(before: Date): Promise<number>;
}
