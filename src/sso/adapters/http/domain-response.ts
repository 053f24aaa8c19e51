import { z } from 'zod';
import { component, id, moment } from '../../../platform/http/response-schemas.js';
import { type ClaimedDomain, DOMAIN_STATUSES, recordFor, versionOf } from '../../domain/claimed-domain.js';

export const SsoDomain = component(
  'SsoDomain',
  z.object({
    id,
    organization_id: id,
    domain: z.string(),
    status: z.enum(DOMAIN_STATUSES).meta({ description: '`drifted`: the DNS once showed the record, and no longer does.' }),
    connection_id: id.nullable().meta({ description: '`null`: people log in through the oldest active connection.' }),
    version: z.int().min(0).meta({ description: 'Changes with `connection_id`; for `If-Match`.' }),
    record: z
      .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
      .meta({ description: 'What the DNS has to show, now and later.' }),
    verified_at: moment.nullable(),
    checked_at: moment.nullable(),
    created_at: moment,
  }),
  {
    id: 5,
    organization_id: 1,
    domain: 'delta.example',
    status: 'pending',
    connection_id: null,
    version: 0,
    record: {
      type: 'TXT',
      name: '_headgate-challenge.delta.example',
      value: 'headgate-verification=Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA',
    },
    verified_at: null,
    checked_at: null,
    created_at: '2026-11-20T09:15:00.000Z',
  },
);

export function toSsoDomain(claim: ClaimedDomain): z.infer<typeof SsoDomain> {
  return {
    id: claim.id,
    organization_id: claim.organizationId,
    domain: claim.domain,
    status: claim.status,
    connection_id: claim.connectionId,
    version: versionOf(claim),
    record: recordFor(claim),
    verified_at: claim.verifiedAt?.toISOString() ?? null,
    checked_at: claim.checkedAt?.toISOString() ?? null,
    created_at: claim.createdAt.toISOString(),
  };
}
