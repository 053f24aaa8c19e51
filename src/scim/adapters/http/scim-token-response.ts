import { z } from 'zod';
import { component, id, listOf, moment, renamed } from '../../../platform/http/response-schemas.js';
import { APPROVAL_LEVELS } from '../../../shared/backing.js';
import type { ListedScimToken } from '../../application/list-scim-tokens.js';
import { SCIM_SCOPES } from '../../domain/provisioner.js';
import { CEILING_HEIGHTS, TOKEN_STATUSES } from '../../domain/scim-token.js';

/** How strong a token is, and who stands behind it. */
const ceiling = {
  approved_up_to: z.enum(APPROVAL_LEVELS).nullable(),
  approved_by_user_id: id.nullable(),
  approved_by: renamed(id.nullable(), 'approved_by_user_id'),
  approved_at: moment.nullable(),
  ceiling: z.enum(CEILING_HEIGHTS).meta({ description: 'What it may do now; `limited`: what its issuer may do.' }),
  issuer_left: z.boolean(),
  approval_needed: z.boolean().meta({ description: 'Whether the token may do less than before, until an owner approves it.' }),
};

const CEILING = {
  approved_up_to: 'owner',
  approved_by_user_id: 2,
  approved_by: 2,
  approved_at: '2026-11-20T09:15:00.000Z',
  ceiling: 'owner',
  issuer_left: false,
  approval_needed: false,
} as const;

export const NewScimToken = component(
  'NewScimToken',
  z.object({
    id,
    name: z.string(),
    token: z.string().meta({ description: 'Shown only this once.' }),
    scopes: listOf(z.enum(SCIM_SCOPES)),
    created_at: moment,
    expires_at: moment.nullable(),
    ...ceiling,
  }),
  {
    id: 7,
    name: 'Microsoft Entra ID',
    token: 'hgscim_Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA',
    scopes: ['read', 'write'],
    created_at: '2026-11-20T09:15:00.000Z',
    expires_at: null,
    ...CEILING,
  },
);

export const ScimToken = component(
  'ScimToken',
  z.object({
    id,
    name: z.string(),
    scopes: listOf(z.enum(SCIM_SCOPES)),
    status: z.enum(TOKEN_STATUSES).meta({ description: '`rotated`: valid until the overlap with its successor ends.' }),
    created_by_user_id: id.nullable(),
    created_by: renamed(id.nullable(), 'created_by_user_id'),
    created_at: moment,
    expires_at: moment.nullable(),
    revoked_at: moment.nullable(),
    rotated_to: id.nullable(),
    last_used_at: moment.nullable().meta({ description: 'Exact to the minute.' }),
    last_used_ip: z.string().nullable(),
    ...ceiling,
  }),
  {
    id: 7,
    name: 'Microsoft Entra ID',
    scopes: ['read', 'write'],
    status: 'active',
    created_by_user_id: 2,
    created_by: 2,
    created_at: '2026-11-20T09:15:00.000Z',
    expires_at: null,
    revoked_at: null,
    rotated_to: null,
    last_used_at: '2026-11-20T09:40:00.000Z',
    last_used_ip: '203.0.113.7',
    ...CEILING,
  },
);

export function toNewScimToken(token: ListedScimToken, text: string): z.infer<typeof NewScimToken> {
  const { id, name, scopes, createdAt, expiresAt } = token;
  const times = { created_at: createdAt.toISOString(), expires_at: expiresAt?.toISOString() ?? null };
  return { id, name, token: text, scopes, ...times, ...ceilingOf(token) };
}

export function toScimToken(token: ListedScimToken): z.infer<typeof ScimToken> {
  const { id, name, scopes, status, createdBy, rotatedTo, lastUsedIp } = token;
  return {
    id,
    name,
    scopes,
    status,
    created_by_user_id: createdBy,
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

function ceilingOf({ approval, ceiling: { height, hasIssuerLeft, isApprovalNeeded }, status }: ListedScimToken) {
  const isValid = status === 'active' || status === 'rotated';
  return {
    approved_up_to: approval?.upTo ?? null,
    approved_by_user_id: approval?.by ?? null,
    approved_by: approval?.by ?? null,
    approved_at: approval?.at.toISOString() ?? null,
    ceiling: height,
    issuer_left: hasIssuerLeft,
    approval_needed: isValid && isApprovalNeeded,
  };
}
