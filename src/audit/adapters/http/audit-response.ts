import { type Pagination, paginationOf } from '../../../shared/page.js';
import type { AuditPage } from '../../application/list-audit-events.js';
import type { RecordedEvent } from '../../domain/audit-filter.js';
import type { ChainVerdict } from '../../domain/chain.js';

export const NDJSON = 'application/x-ndjson';

/** One event a line. */
export async function* linesOf(batches: AsyncIterable<readonly RecordedEvent[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.map((event) => `${JSON.stringify(toEventResponse(event))}\n`).join('');
}

interface AuditEventResponse {
  readonly id: number;
  readonly occurred_at: string;
  readonly action: string;
  readonly outcome: string;
  readonly actor: { readonly user_id: number; readonly username: string | null } | null;
  readonly organization_id: number | null;
  readonly target: { readonly type: string; readonly id: string } | null;
  readonly ip: string | null;
  readonly request_id: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface AuditPageResponse {
  readonly audit_events: readonly AuditEventResponse[];
  readonly pagination: Pagination;
  /** True when there are more events than `pagination.total` says; then read on with `before`. */
  readonly total_is_capped: boolean;
  readonly next_before: number | null;
  /** What was sealed until then may be in the archive instead; `null` where nothing is archived. */
  readonly archived_until: string | null;
}

export interface VerdictResponse {
  readonly verified: boolean;
  readonly events_checked: number;
  readonly events_not_sealed_yet: number;
  readonly sealed_until: string | null;
  /** Links that were sealed until then are in the archive, and the check begins behind them. */
  readonly archived_until: string | null;
  readonly broken_at: {
    readonly position: number;
    readonly first_event_id: number | null;
    readonly last_event_id: number | null;
  } | null;
}

export const EVENT_EXAMPLE: AuditEventResponse = {
  id: 4711,
  occurred_at: '2026-11-20T09:15:00.000Z',
  action: 'role.updated',
  outcome: 'success',
  actor: { user_id: 2, username: 'olivia' },
  organization_id: 1,
  target: { type: 'role', id: '9' },
  ip: '203.0.113.7',
  request_id: '6f1c2a52-5a3e-4f6e-9f38-0f7f4f8f1c11',
  detail: { changed: ['permissions'] },
};

export const PAGE_EXAMPLE: AuditPageResponse = {
  audit_events: [EVENT_EXAMPLE],
  pagination: paginationOf({ page: 1, limit: 1 }, 2),
  total_is_capped: false,
  next_before: 4711,
  archived_until: null,
};

export const VERDICT_EXAMPLE: VerdictResponse = {
  verified: true,
  events_checked: 4700,
  events_not_sealed_yet: 11,
  sealed_until: '2026-11-20T09:15:00.000Z',
  archived_until: null,
  broken_at: null,
};

function toEventResponse(event: RecordedEvent): AuditEventResponse {
  const { id, occurredAt, action, outcome, actor, organizationId, target, ip, requestId, detail } = event;
  return {
    id,
    occurred_at: occurredAt.toISOString(),
    action,
    outcome,
    actor: actor && { user_id: actor.userId, username: actor.username },
    organization_id: organizationId,
    target,
    ip,
    request_id: requestId,
    detail,
  };
}

export function toPageResponse({
  events,
  pagination,
  isTotalCapped,
  nextBefore,
  archivedUntil,
}: AuditPage): AuditPageResponse {
  return {
    audit_events: events.map(toEventResponse),
    pagination,
    total_is_capped: isTotalCapped,
    next_before: nextBefore,
    archived_until: archivedUntil?.toISOString() ?? null,
  };
}

export function toVerdictResponse(verdict: ChainVerdict): VerdictResponse {
  const { eventsChecked, eventsNotSealedYet, sealedUntil, archivedUntil, brokenAt } = verdict;
  return {
    verified: brokenAt === null,
    events_checked: eventsChecked,
    events_not_sealed_yet: eventsNotSealedYet,
    sealed_until: sealedUntil?.toISOString() ?? null,
    archived_until: archivedUntil?.toISOString() ?? null,
    broken_at: brokenAt && {
      position: brokenAt.position,
      first_event_id: brokenAt.firstEventId === null ? null : Number(brokenAt.firstEventId),
      last_event_id: brokenAt.lastEventId === null ? null : Number(brokenAt.lastEventId),
    },
  };
}

export function messageOf({ brokenAt, sealedUntil }: ChainVerdict): string {
  if (brokenAt !== null) return brokenAt.message;
  return sealedUntil === null ? 'Nothing is sealed yet.' : 'The chain is intact.';
}
