/** What is known of how the account of a member is protected. */
export interface StateOfMember {
  readonly userId: number;
  readonly hasSecondFactor: boolean;
  readonly isInVerifiedDomain: boolean;
  /** The directory or the sign-on of the organization made the account. */
  readonly isProvisionedHere: boolean;
  /** Of the last session since they joined that the organization let in: one of its own sign-on, or of none where it asked for none. */
  readonly lastLoginAt: Date | null;
  readonly isSignedOn: boolean;
  /** Kept for emergencies, by whichever organization. */
  readonly isForEmergencies: boolean;
}

export abstract class SecurityStates {
  abstract of(organizationId: number, userIds: readonly number[]): Promise<readonly StateOfMember[]>;
}
