import { type ClaimedDomain, recordFor } from '../../domain/claimed-domain.js';

export interface DomainResponse {
  readonly id: number;
  readonly organization_id: number;
  readonly domain: string;
  readonly status: ClaimedDomain['status'];
  readonly connection_id: number | null;
  /** What the DNS has to show, and to go on showing. */
  readonly record: { readonly type: 'TXT'; readonly name: string; readonly value: string };
  readonly verified_at: string | null;
  readonly checked_at: string | null;
  readonly created_at: string;
}

export function toDomainResponse(claim: ClaimedDomain): DomainResponse {
  return {
    id: claim.id,
    organization_id: claim.organizationId,
    domain: claim.domain,
    status: claim.status,
    connection_id: claim.connectionId,
    record: recordFor(claim),
    verified_at: claim.verifiedAt?.toISOString() ?? null,
    checked_at: claim.checkedAt?.toISOString() ?? null,
    created_at: claim.createdAt.toISOString(),
  };
}

export const DOMAIN_EXAMPLE: DomainResponse = {
  id: 5,
  organization_id: 1,
  domain: 'delta.example',
  status: 'pending',
  connection_id: null,
  record: {
    type: 'TXT',
    name: '_headgate-challenge.delta.example',
    value: 'headgate-verification=Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA',
  },
  verified_at: null,
  checked_at: null,
  created_at: '2026-11-20T09:15:00.000Z',
};
