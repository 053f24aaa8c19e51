export type ScimScope = 'read' | 'write';

/** Whoever holds a SCIM token acts for the organization that the token belongs to, and for no other. */
export interface Provisioner {
  readonly tokenId: number;
  readonly tokenName: string;
  readonly organizationId: number;
  readonly scopes: readonly ScimScope[];
  /** Who issued the token; `null` once that account is gone. */
  readonly issuedBy: number | null;
}

/** What the audit trail says of whoever did something without an account. */
export function traceOf({ tokenId, tokenName }: Provisioner): {
  readonly scim_token_id: number;
  readonly scim_token: string;
} {
  return { scim_token_id: tokenId, scim_token: tokenName };
}
