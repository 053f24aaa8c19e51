import { z } from 'zod';
import { component, displayName, id, moment } from '../../../platform/http/response-schemas.js';
import type { ExemptionView } from '../../application/ports/exemptions.js';

export const SignOnExemption = component(
  'SignOnExemption',
  z.object({
    user_id: id,
    username: z.string(),
    display_name: displayName,
    email: z.string(),
    reason: z.string(),
    granted_at: moment,
    granted_by_user_id: id.nullable(),
    granted_by_username: z.string().nullable(),
    expires_at: moment.meta({ description: 'It no longer counts from then on.' }),
  }),
  {
    user_id: 5,
    username: 'mia',
    display_name: 'Mia Brandt',
    email: 'mia@delta.example',
    reason: 'The provider does not know them before the merger.',
    granted_at: '2026-11-20T09:15:00.000Z',
    granted_by_user_id: 2,
    granted_by_username: 'olivia',
    expires_at: '2026-12-20T09:15:00.000Z',
  },
);

export function toExemption(exemption: ExemptionView): z.infer<typeof SignOnExemption> {
  return {
    user_id: exemption.userId,
    username: exemption.username,
    display_name: exemption.displayName,
    email: exemption.email,
    reason: exemption.reason,
    granted_at: exemption.grantedAt.toISOString(),
    granted_by_user_id: exemption.grantedBy,
    granted_by_username: exemption.grantedByName,
    expires_at: exemption.expiresAt.toISOString(),
  };
}
