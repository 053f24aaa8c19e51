/** What makes an organization the one that manages an account. */
export const MANAGED_BY = ['verified_domain', 'provisioning'] as const;

export type ManagedBy = (typeof MANAGED_BY)[number];

/** The ways into an organization. */
export const LOGIN_WAYS = ['password', 'sso'] as const;

/** What an organization may know of how the account of a member is protected: nothing that other organizations have to do with. */
export interface SecurityState {
  readonly hasSecondFactor: boolean;
  /** The last session that was opened since they joined, and that the organization let in by its own rules. */
  readonly lastLogin: { readonly at: Date; readonly way: (typeof LOGIN_WAYS)[number] } | null;
  /** `null` where somebody else manages the account, or nobody but its owner. */
  readonly managedBy: ManagedBy | null;
  /** Kept for emergencies of single sign-on, by whichever organization: told to nobody. */
  readonly isForEmergencies: boolean;
}
