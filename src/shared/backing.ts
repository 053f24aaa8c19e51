export const APPROVAL_LEVELS = ['administrator', 'owner'] as const;

/** How far an owner trusts a directory, no matter who issued its token. */
export type ApprovalLevel = (typeof APPROVAL_LEVELS)[number];

/** The people behind a provisioning token, or behind a mapping of group claims: it is never stronger than what they hold now. */
export interface Backing {
  readonly issuedBy: number | null;
  readonly approvedBy: number | null;
  readonly approvedUpTo: ApprovalLevel | null;
  /** What the issuer must still be allowed to do. */
  readonly mustHold: 'scim.manage' | 'sso.manage';
}
