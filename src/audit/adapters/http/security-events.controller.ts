import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Operation } from '../../../platform/http/operation.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Pagination, component, id, listOf, moment, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { AUDIT_OUTCOMES } from '../../../shared/ports/audit-trail.js';
import { ListSecurityEvents } from '../../application/list-security-events.js';
import type { RecordedEvent } from '../../domain/audit-filter.js';

const SecurityEvent = component(
  'SecurityEvent',
  z.object({
    id,
    occurred_at: moment,
    action: z.string(),
    outcome: z.enum(AUDIT_OUTCOMES),
    reason: z.string().nullable(),
    by: z.enum(['you', 'somebody else', 'unknown']),
    ip: z.string().nullable(),
  }),
  {
    id: 4711,
    occurred_at: '2026-11-20T09:15:00.000Z',
    action: 'session.logged_in',
    outcome: 'refused',
    reason: 'wrong_credentials',
    by: 'unknown',
    ip: '203.0.113.7',
  },
);

const LISTED = 'Security events listed.';

@ApiTags('The caller')
@Controller('api/v1/me/security-events')
export class SecurityEventsController {
  constructor(private readonly listSecurityEvents: ListSecurityEvents) {}

  @Get()
  @Paged()
  @Operation({
    id: 'listSecurityEvents',
    summary: 'List what happened to your account: logins, refused guesses, changes of factors, devices and password',
    description:
      'The newest thousand, newest first. `by` is `unknown` when the actor was not logged in, as with a refused ' +
      'guess. The network address of another person, such as an administrator, is not shown.',
    status: 200,
    answer: namedSuccess({ security_events: listOf(SecurityEvent), pagination: Pagination }, LISTED),
    errors: [],
  })
  async list(@CurrentCaller() caller: Caller, @PageParams() request: PageRequest) {
    const { items, total } = await this.listSecurityEvents.execute(caller, request);
    const events = items.map((event) => toSecurityEvent(event, caller.userId));
    return named({ security_events: events, pagination: paginationOf(request, total) }, LISTED);
  }
}

function toSecurityEvent(event: RecordedEvent, userId: number): z.infer<typeof SecurityEvent> {
  const { reason } = event.detail;
  const by = event.actor === null ? 'unknown' : event.actor.userId === userId ? 'you' : 'somebody else';
  return {
    id: event.id,
    occurred_at: event.occurredAt.toISOString(),
    action: event.action,
    outcome: event.outcome,
    reason: typeof reason === 'string' ? reason : null,
    by,
    ip: by === 'somebody else' ? null : event.ip,
  };
}
