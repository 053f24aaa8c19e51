import { numberIn, textIn } from '../../app/search';

/** The state of a list that is kept in its address, so that it can be bookmarked and sent to a colleague. */
export interface ListSearch {
  readonly page?: number;
  /** Beginning of a name or an address. */
  readonly q?: string;
}

export function listSearch(search: Record<string, unknown>): ListSearch {
  return { ...numberIn(search, 'page'), ...textIn(search, 'q') };
}

export const INVITATION_STATUSES = ['pending', 'accepted', 'expired', 'revoked'] as const;
