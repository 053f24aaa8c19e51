export type ScimScope = 'read' | 'write';

export const APPROVAL_LEVELS = ['administrator', 'owner'] as const;

/** How far an owner trusts a directory. */
export type ApprovalLevel = (typeof APPROVAL_LEVELS)[number];

/** The people behind a token: it is never stronger than what they hold now. */
export interface Backing {
  readonly issuedBy: number | null;
  readonly approvedBy: number | null;
  readonly approvedUpTo: ApprovalLevel | null;
}

/** Whoever holds a SCIM token acts for the organization that the token belongs to, and for no other. */
export interface Provisioner {
  readonly tokenId: number;
  readonly tokenName: string;
  readonly organizationId: number;
  readonly scopes: readonly ScimScope[];
  readonly backing: Backing;
}

/** Who did something, for the audit trail: no person, but what a person issued. */
export function byProvisioner({ tokenId, tokenName }: Provisioner): Readonly<Record<string, string | number>> {
  return { scim_token_id: tokenId, scim_token: tokenName };
}
