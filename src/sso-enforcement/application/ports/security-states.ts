/** What is known about how the account of a member is protected. */
export interface StateOfMember {
  readonly userId: number;
  readonly hasSecondFactor: boolean;
  readonly isInVerifiedDomain: boolean;
  /** The directory or the sign-on of the organization created the account. */
  readonly isProvisionedHere: boolean;
  /**
   * The last session since they joined that the organization accepted: one of its own sign-on, or any when it required
   * none.
   */
  readonly lastLoginAt: Date | null;
  readonly isSignedOn: boolean;
  /** Kept for emergencies, by any organization. */
  readonly isForEmergencies: boolean;
}

export abstract class SecurityStates {
  abstract of(organizationId: number, userIds: readonly number[]): Promise<readonly StateOfMember[]>;
}
