/** What makes an organization the one that manages an account. */
export const MANAGED_BY = ['verified_domain', 'provisioning'] as const;

export type ManagedBy = (typeof MANAGED_BY)[number];

/** The ways into an organization. */
export const LOGIN_WAYS = ['password', 'sso'] as const;

/**
 * What an organization may know about how a member's account is protected: nothing that concerns other organizations.
 */
export interface SecurityState {
  readonly hasSecondFactor: boolean;
  /** The last session that was opened since they joined and that the organization accepted by its own rules. */
  readonly lastLogin: { readonly at: Date; readonly way: (typeof LOGIN_WAYS)[number] } | null;
  /** `null` when another organization manages the account, or only its owner does. */
  readonly managedBy: ManagedBy | null;
  /** Any organization keeps the account for emergencies of single sign-on. This is shown to no one. */
  readonly isForEmergencies: boolean;
}
