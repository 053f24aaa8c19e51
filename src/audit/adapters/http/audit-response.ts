import { z } from 'zod';
import { Pagination, component, displayName, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import { AUDIT_OUTCOMES } from '../../../shared/ports/audit-trail.js';
import type { AuditPage } from '../../application/list-audit-events.js';
import type { RecordedEvent } from '../../domain/audit-filter.js';
import type { ChainVerdict } from '../../domain/chain.js';

export const NDJSON = 'application/x-ndjson';

/** One event per line. */
export async function* linesOf(batches: AsyncIterable<readonly RecordedEvent[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.map((event) => `${JSON.stringify(toAuditEvent(event))}\n`).join('');
}

export const AuditEvent = component(
  'AuditEvent',
  z.object({
    id,
    occurred_at: moment,
    action: z.string(),
    outcome: z.enum(AUDIT_OUTCOMES),
    actor: z.object({ user_id: id, username: z.string().nullable(), display_name: displayName }).nullable().meta({
      description: 'Who did it; `null` if the actor is unknown. The username is `null` once the account is gone.',
    }),
    organization_id: id.nullable(),
    target: z
      .object({ type: z.string(), id: z.string(), username: z.string().nullable().optional(), display_name: displayName.optional() })
      .nullable()
      .meta({
        description:
          'What it is about. `username` and `display_name` are there for the type `member`, and where somebody has changed a membership.',
      }),
    ip: z.string().nullable(),
    request_id: z.string().nullable(),
    detail: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), listOf(z.string())]))
      .meta({ description: 'More about it, different for each action; never a secret.' }),
  }),
  {
    id: 4711,
    occurred_at: '2026-11-20T09:15:00.000Z',
    action: 'role.updated',
    outcome: 'success',
    actor: { user_id: 2, username: 'olivia', display_name: 'Olivia Okafor' },
    organization_id: 1,
    target: { type: 'role', id: '9' },
    ip: '203.0.113.7',
    request_id: '6f1c2a52-5a3e-4f6e-9f38-0f7f4f8f1c11',
    detail: { name: 'Analyst', permissions: ['query.run', 'template.read'], permissions_before: ['query.run'] },
  },
);

export const AuditEventPage = z.object({
  audit_events: listOf(AuditEvent),
  pagination: Pagination,
  total_is_capped: z.boolean().meta({
    examples: [false],
    description: 'There are more events than `pagination.total` says: read on with `before`.',
  }),
  next_before: id.nullable().meta({
    examples: [null],
    description: 'Send it as `before` to read on; `null` at the end.',
  }),
  archived_until: moment.nullable().meta({
    examples: [null],
    description: 'What was sealed before then may be in the archive instead; `null` when nothing is archived.',
  }),
});

export const AuditChainVerdict = z.object({
  verified: z.boolean().meta({ examples: [true] }),
  events_checked: z
    .int()
    .min(0)
    .meta({ examples: [4711] }),
  events_not_sealed_yet: z
    .int()
    .min(0)
    .meta({ examples: [2], description: 'The newest, which get their links within a minute or so.' }),
  sealed_until: moment.nullable().meta({ examples: ['2026-11-20T09:15:00.000Z'] }),
  archived_until: moment.nullable().meta({
    examples: [null],
    description: 'Links that were sealed before then are in the archive, and the check begins after them.',
  }),
  broken_at: z
    .object({ position: z.int(), first_event_id: z.int().nullable(), last_event_id: z.int().nullable() })
    .nullable()
    .meta({
      examples: [null],
      description: 'The first link that does not match; the ids are `null` when the link itself is gone.',
    }),
});

export function toAuditEvent(event: RecordedEvent): z.infer<typeof AuditEvent> {
  const { id, occurredAt, action, outcome, actor, organizationId, target, ip, requestId, detail } = event;
  return {
    id,
    occurred_at: occurredAt.toISOString(),
    action,
    outcome,
    actor: actor && { user_id: actor.userId, username: actor.username, display_name: actor.displayName },
    organization_id: organizationId,
    target: target && toTarget(target),
    ip,
    request_id: requestId,
    detail,
  };
}

function toTarget({ displayName: name, ...target }: NonNullable<RecordedEvent['target']>): z.infer<typeof AuditEvent>['target'] {
  return { ...target, ...(name !== undefined && { display_name: name }) };
}

export function toAuditPage({ events, pagination, isTotalCapped, nextBefore, archivedUntil }: AuditPage): z.infer<typeof AuditEventPage> {
  return {
    audit_events: events.map(toAuditEvent),
    pagination,
    total_is_capped: isTotalCapped,
    next_before: nextBefore,
    archived_until: archivedUntil?.toISOString() ?? null,
  };
}

export function toVerdict(verdict: ChainVerdict): z.infer<typeof AuditChainVerdict> {
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

/** What `action` of the lists can be. */
export const AuditActions = listOf(z.string()).meta({ examples: [['session.logged_in', 'workspace.updated']] });
