import type { Backing } from '../../shared/backing.js';

export const SCIM_SCOPES = ['read', 'write'] as const;

export type ScimScope = (typeof SCIM_SCOPES)[number];

/** The holder of a SCIM token acts for the organization of the token, and for no other. */
export interface Provisioner {
  readonly tokenId: number;
  readonly tokenName: string;
  readonly organizationId: number;
  readonly scopes: readonly ScimScope[];
  readonly backing: Backing;
}

/** The actor for the audit trail: not a person, but a token that a person issued. */
export function byProvisioner({ tokenId, tokenName }: Provisioner): Readonly<Record<string, string | number>> {
  return { scim_token_id: tokenId, scim_token: tokenName };
}
