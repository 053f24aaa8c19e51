/** What of a list stands in its address, so that it can be bookmarked and sent to a colleague. */
export interface ListSearch {
  readonly page?: number;
  /** Beginning of a name or an address. */
  readonly q?: string;
}

export function listSearch({ page, q }: Record<string, unknown>): ListSearch {
  return {
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
    // The router reads a filter of digits alone as a number.
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
  };
}

export const INVITATION_STATUSES = ['pending', 'accepted', 'expired', 'revoked'] as const;

type InvitationStatus = (typeof INVITATION_STATUSES)[number];

export function isInvitationStatus(value: unknown): value is InvitationStatus {
  return INVITATION_STATUSES.some((status) => status === value);
}
