/**
 * `pending`: the organization only says so. `verified`: the DNS says so too. `drifted`: the DNS did, and no longer
 * does: the domain links no new people.
 */
export const DOMAIN_STATUSES = ['pending', 'verified', 'drifted'] as const;

export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

export interface ClaimedDomain {
  readonly id: number;
  readonly organizationId: number;
  /** In ASCII and lower case, without a trailing dot. */
  readonly domain: string;
  readonly challenge: string;
  readonly status: DomainStatus;
  /** Where people of the domain log in; `null`: the oldest active connection. */
  readonly connectionId: number | null;
  readonly verifiedAt: Date | null;
  readonly checkedAt: Date | null;
  /** Checks in a row that did not find the record. */
  readonly misses: number;
  readonly createdAt: Date;
}

/** What `If-Match` compares: nothing but the connection is changed by hand, so it is the version. */
export function versionOf({ connectionId }: ClaimedDomain): number {
  return connectionId ?? 0;
}

/** What the DNS answered to the question for the record. */
export type DnsFinding =
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  /** The name is an alias of another one: the owner of that one would speak for this one. */
  | { readonly kind: 'alias'; readonly target: string }
  | { readonly kind: 'absent' }
  /** No answer, or only that there is no answer now. */
  | { readonly kind: 'silent' };

export type DomainVerdict = 'shown' | 'missing' | 'silent';

/** A lapsed domain stays silent forever; a name server that is down for a day is no reason to freeze anything. */
const SILENT_CHECKS = 3;
/**
 * Checks are a day apart; a check that is repeated because something else failed says nothing new about a silent
 * server.
 */
const SILENCE_COUNTS_AFTER_MS = 20 * 3_600_000;

export function recordFor({ domain, challenge }: Pick<ClaimedDomain, 'domain' | 'challenge'>): {
  readonly type: 'TXT';
  readonly name: string;
  readonly value: string;
} {
  return { type: 'TXT', name: recordName(domain), value: `headgate-verification=${challenge}` };
}

export function recordName(domain: string): string {
  return `_headgate-challenge.${domain}`;
}

export function verdictOf(claim: Pick<ClaimedDomain, 'domain' | 'challenge'>, finding: DnsFinding): DomainVerdict {
  if (finding.kind === 'silent') return 'silent';
  return finding.kind === 'texts' && finding.texts.includes(recordFor(claim).value) ? 'shown' : 'missing';
}

/**
 * What becomes of a domain that was verified once. The first answer without the record is enough: a lapsed domain
 * changes hands.
 */
export function afterCheck(claim: ClaimedDomain, verdict: DomainVerdict, now: Date): Pick<ClaimedDomain, 'status' | 'misses'> {
  if (verdict === 'shown') return { status: 'verified', misses: 0 };
  const { status, misses: before, checkedAt } = claim;
  // Verified and never looked at: the operator of the installation vouches for it, and the DNS has nothing to take
  // back.
  if (status === 'verified' && checkedAt === null) return { status, misses: before };
  const isSoon = checkedAt !== null && now.getTime() - checkedAt.getTime() < SILENCE_COUNTS_AFTER_MS;
  if (verdict === 'silent' && before > 0 && isSoon) return { status, misses: before };
  const misses = before + 1;
  const isGone = verdict === 'missing' || misses >= SILENT_CHECKS;
  return { status: isGone ? 'drifted' : status, misses };
}
