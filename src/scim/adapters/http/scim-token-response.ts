import type { ListedScimToken } from '../../application/list-scim-tokens.js';

/** How strong a token is, and who stands behind it. */
interface CeilingResponse {
  readonly approved_up_to: string | null;
  readonly approved_by: number | null;
  readonly approved_at: string | null;
  /** What it may do now: `owner`, `administrator`, `limited` (as its issuer) or `none`. */
  readonly ceiling: string;
  readonly issuer_left: boolean;
  readonly approval_needed: boolean;
}

export interface NewScimTokenResponse extends CeilingResponse {
  readonly id: number;
  readonly name: string;
  /** Shown this once. */
  readonly token: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly expires_at: string | null;
}

export interface ScimTokenResponse extends Omit<NewScimTokenResponse, 'token'> {
  readonly status: string;
  readonly created_by: number | null;
  readonly revoked_at: string | null;
  readonly rotated_to: number | null;
  readonly last_used_at: string | null;
  readonly last_used_ip: string | null;
}

const CEILING_EXAMPLE: CeilingResponse = {
  approved_up_to: 'owner',
  approved_by: 2,
  approved_at: '2026-11-20T09:15:00.000Z',
  ceiling: 'owner',
  issuer_left: false,
  approval_needed: false,
};

export const NEW_TOKEN_EXAMPLE: NewScimTokenResponse = {
  id: 7,
  name: 'Microsoft Entra ID',
  token: 'hgscim_Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA',
  scopes: ['read', 'write'],
  created_at: '2026-11-20T09:15:00.000Z',
  expires_at: null,
  ...CEILING_EXAMPLE,
};

export const TOKEN_EXAMPLE: ScimTokenResponse = {
  id: 7,
  name: 'Microsoft Entra ID',
  scopes: ['read', 'write'],
  status: 'active',
  created_by: 2,
  created_at: '2026-11-20T09:15:00.000Z',
  expires_at: null,
  revoked_at: null,
  rotated_to: null,
  last_used_at: '2026-11-20T09:40:00.000Z',
  last_used_ip: '203.0.113.7',
  ...CEILING_EXAMPLE,
};

export function toNewTokenResponse(token: ListedScimToken, text: string): NewScimTokenResponse {
  const { id, name, scopes, createdAt, expiresAt } = token;
  const times = { created_at: createdAt.toISOString(), expires_at: expiresAt?.toISOString() ?? null };
  return { id, name, token: text, scopes, ...times, ...ceilingOf(token) };
}

export function toTokenResponse(token: ListedScimToken): ScimTokenResponse {
  const { id, name, scopes, status, createdBy, rotatedTo, lastUsedIp } = token;
  return {
    id,
    name,
    scopes,
    status,
    created_by: createdBy,
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt?.toISOString() ?? null,
    revoked_at: token.revokedAt?.toISOString() ?? null,
    rotated_to: rotatedTo,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    last_used_ip: lastUsedIp,
    ...ceilingOf(token),
  };
}

function ceilingOf({ approval, ceiling, status }: ListedScimToken): CeilingResponse {
  const isValid = status === 'active' || status === 'rotated';
  return {
    approved_up_to: approval?.upTo ?? null,
    approved_by: approval?.by ?? null,
    approved_at: approval?.at.toISOString() ?? null,
    ceiling: ceiling.height,
    issuer_left: ceiling.hasIssuerLeft,
    approval_needed: isValid && ceiling.isApprovalNeeded,
  };
}
