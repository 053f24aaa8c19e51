import type { components } from '@headgate/client';

export type ScimToken = components['schemas']['ScimToken'];
export type NewScimToken = components['schemas']['NewScimToken'];
export type Approval = 'administrator' | 'owner';

export const SCIM_TOKENS = '/api/v1/organizations/{org_id}/scim-tokens';
